//! The Debian package, and trials of what is shipped: in systems that are thrown away afterwards.
//!
//! The package is put together by `dpkg-deb`, which every Debian has: a folder as it shall be, and one call. `cargo deb` would be a tool of
//! some two hundred crates to build first, for the same files.

use std::fmt::Write as _;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::steps::{exists, gently, output};

/// How a package is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    /// To be sent to people.
    Small,
    /// To be tried here and thrown away.
    Quick,
}

/// What is changed in the example of a configuration for an installed server.
const SETTINGS: [(&str, &str); 2] = [
    ("#database = \"gloria.db\"", "database = \"/var/lib/gloria/gloria.db\""),
    ("#status = \"127.0.0.1:9180\"", "status = \"127.0.0.1:9180\""),
];

fn put(path: &Path, content: &[u8], mode: u32) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(told)?;
    fs::write(path, content).map_err(told)?;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(told)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The configuration of an installed server.
fn configuration(root: &Path) -> Result<String, String> {
    let mut text =
        String::from_utf8(read(&root.join("packaging/gloria.toml"))?).map_err(|error| error.to_string())?;
    for (usual, installed) in SETTINGS {
        if !text.contains(usual) {
            return Err(format!("packaging/gloria.toml has no line {usual}"));
        }
        text = text.replacen(usual, installed, 1);
    }
    Ok(text)
}

/// Puts the Debian package of this version together, from this binary; answers where it is.
pub fn deb(
    root: &Path,
    binary: &Path,
    version: &str,
    folder: &Path,
    press: Press,
) -> Result<PathBuf, String> {
    let machine = output(root, &["dpkg", "--print-architecture"])?.trim().to_owned();
    let tree = folder.join(format!("deb-{version}"));
    let _ = fs::remove_dir_all(&tree);
    let packaging = root.join("packaging");
    put(&tree.join("usr/bin/gloria"), &read(binary)?, 0o755)?;
    put(
        &tree.join("usr/lib/systemd/system/gloria.service"),
        &read(&packaging.join("gloria.service"))?,
        0o644,
    )?;
    put(&tree.join("etc/gloria/gloria.toml"), configuration(root)?.as_bytes(), 0o640)?;
    let documents = tree.join("usr/share/doc/gloria");
    for (name, file) in [
        ("operating.md", root.join("docs/operating.md")),
        ("CHANGELOG.md", root.join("CHANGELOG.md")),
        ("nginx.conf", packaging.join("nginx.conf")),
        ("Caddyfile", packaging.join("Caddyfile")),
        ("NOTICE", root.join("NOTICE")),
    ] {
        put(&documents.join(name), &read(&file)?, 0o644)?;
    }
    let copyright =
        [read(&root.join("LICENSE-MIT"))?, b"\n".to_vec(), read(&root.join("LICENSE-APACHE"))?].concat();
    put(&documents.join("copyright"), &copyright, 0o644)?;
    for script in ["postinst", "prerm", "postrm"] {
        put(&tree.join("DEBIAN").join(script), &read(&packaging.join("debian").join(script))?, 0o755)?;
    }
    put(&tree.join("DEBIAN/conffiles"), b"/etc/gloria/gloria.toml\n", 0o644)?;
    put(&tree.join("DEBIAN/control"), control(version, &machine, binary)?.as_bytes(), 0o644)?;
    let made = folder.join(format!("gloria_{version}_{machine}.deb"));
    let (tree_name, made_name) = (tree.to_string_lossy(), made.to_string_lossy());
    let press: &[&str] = match press {
        Press::Small => &["-Zxz"],
        Press::Quick => &["-Znone"],
    };
    let words = [&["dpkg-deb", "--root-owner-group"], press, &["--build", &tree_name, &made_name]].concat();
    let _ = gently(root, &words)?;
    let _ = fs::remove_dir_all(&tree);
    Ok(made)
}

fn control(version: &str, machine: &str, binary: &Path) -> Result<String, String> {
    let bytes = fs::metadata(binary).map_err(|error| format!("{}: {error}", binary.display()))?.len();
    // The static binary needs nothing; one for a trial finds its libraries here anyway.
    Ok(format!(
        "Package: gloria\nVersion: {version}\nArchitecture: {machine}\nMaintainer: The Gloria contributors <gloria@localhost>\n\
         Installed-Size: {}\nDepends: passwd\nSection: games\nPriority: optional\nDescription: tabletop games, rules-exact, in the browser\n \
         A server for tables where people and bots play Glory to Rome, For Glory and\n Glory. Settings are in /etc/gloria/gloria.toml, games in /var/lib/gloria.\n",
        bytes / 1024 + 512
    ))
}

/// A port that nobody uses at the moment.
fn free_port() -> Result<String, String> {
    let socket = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
    socket.map(|address| address.port().to_string()).map_err(|error| error.to_string())
}

/// Whether we may do what the trials need; otherwise why not.
fn may_try(root: &Path) -> Result<(), &'static str> {
    if !output(root, &["id", "-u"]).is_ok_and(|id| id.trim() == "0") {
        return Err("only root can start a server in a system of its own");
    }
    let needed = [&["dpkg-deb", "--version"][..], &["unshare", "--version"], &["chroot", "--version"]];
    if needed.iter().any(|words| !exists(root, words)) {
        return Err("it needs Debian's dpkg, util-linux and coreutils");
    }
    let overlay = "d=$(mktemp -d) && mount -t tmpfs none $d && mkdir $d/a $d/b $d/c && \
                   mount -t overlay -o lowerdir=/,upperdir=$d/a,workdir=$d/b overlay $d/c";
    if !exists(root, &["unshare", "--mount", "sh", "-c", overlay]) {
        return Err("no overlay can be mounted here");
    }
    Ok(())
}

/// Tries a binary where there is nothing else.
pub fn try_alone(root: &Path, binary: &str) -> Result<String, String> {
    gently(root, &["bash", "packaging/trial-scratch.sh", binary, &free_port()?, &free_port()?])
}

/// Builds the container with this binary, starts it, plays there and stops it, where `buildah` is there.
pub fn try_container(root: &Path, binary: &str) -> Result<String, String> {
    if !exists(root, &["buildah", "--version"]) {
        return Ok("   left out: the container needs Debian's buildah\n".to_owned());
    }
    gently(root, &["bash", "packaging/trial-container.sh", binary, &free_port()?, &free_port()?])
}

/// Visits a server through each proxy of the examples that is there, as browsers do.
fn try_proxies(root: &Path, binary: &str) -> Result<String, String> {
    let mut said = String::new();
    let tools = [&["curl", "--version"][..], &["openssl", "version"]];
    for (proxy, version) in [("nginx", "-v"), ("caddy", "version")] {
        if !exists(root, &[proxy, version]) || tools.iter().any(|words| !exists(root, words)) {
            let _ = writeln!(said, "   left out: {proxy} is not there, or curl or openssl");
            continue;
        }
        let ports = [free_port()?, free_port()?, free_port()?, free_port()?];
        let ports: Vec<&str> = ports.iter().map(String::as_str).collect();
        said += &gently(root, &[&["bash", "packaging/trial-proxy.sh", proxy, binary], &ports[..]].concat())?;
    }
    Ok(said)
}

/// Tries what is shipped with this binary: installed, started, upgraded and removed, started where there is nothing else and in the
/// container, and behind the proxies of the examples.
pub fn trials(root: &Path, gloria: &str) -> Result<String, String> {
    if let Err(why) = may_try(root) {
        return Ok(format!("   left out: {why}\n"));
    }
    let folder = std::env::temp_dir().join(format!("gloria-packages-{}", std::process::id()));
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(told)?;
    let tried = try_in(root, gloria, &folder);
    let _ = fs::remove_dir_all(&folder);
    tried
}

fn try_in(root: &Path, gloria: &str, folder: &Path) -> Result<String, String> {
    // What helps to find faults is most of a test's binary, and of no use here.
    let stripped = folder.join("gloria");
    let _ = gently(root, &["strip", "-o", &stripped.to_string_lossy(), gloria])?;
    let old = deb(root, &stripped, "0.0.1", folder, Press::Quick)?;
    let new = deb(root, &stripped, "0.0.2", folder, Press::Quick)?;
    let script = ["unshare", "--mount", "bash", "packaging/trial-deb.sh"];
    let (old, new) = (old.to_string_lossy(), new.to_string_lossy());
    let (port, status) = (free_port()?, free_port()?);
    let installed = gently(root, &[&script[..], &[&old, &new, &port, &status]].concat())?;
    let stripped = stripped.to_string_lossy();
    let (alone, container) = (try_alone(root, &stripped)?, try_container(root, &stripped)?);
    Ok(format!("{installed}{alone}{container}{}{}", try_proxies(root, &stripped)?, unit(root)?))
}

/// What systemd says of the unit, where it is there.
fn unit(root: &Path) -> Result<String, String> {
    if !exists(root, &["systemd-analyze", "--version"]) {
        return Ok("   left out: systemd-analyze is not there to look at the unit\n".to_owned());
    }
    let words =
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", "packaging/gloria.service"];
    let told = gently(root, &words)?;
    let last = told.lines().rfind(|line| line.contains("exposure")).unwrap_or_default();
    Ok(format!("   the unit:{}\n", last.trim_start_matches('→')))
}
