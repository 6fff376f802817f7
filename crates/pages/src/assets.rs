//! The few files every page uses: style, script, art. Their addresses carry a version, so they can be kept for ever.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The style sheet.
pub const STYLE: &str = include_str!("../assets/style.css");
/// The style of lessons and of the rules for people.
pub const LESSONS: &str = include_str!("../assets/lessons.css");
/// The script: morphing, keyboard, drag.
pub const SCRIPT: &str = include_str!("../assets/table.js");
/// The card sheet.
pub const SHEET: &str = include_str!("../assets/sheet.js");
/// What happens at a table, so that it can be seen.
pub const MOTION: &str = include_str!("../assets/motion.js");
/// The others' moves at one's own pace.
pub const PACING: &str = include_str!("../assets/pacing.js");
/// The sounds.
pub const SOUND: &str = include_str!("../assets/sound.js");
/// What is told to those who listen.
pub const VOICE: &str = include_str!("../assets/voice.js");
/// The script beside it: copying, sharing, the next game.
pub const LINKS: &str = include_str!("../assets/links.js");
/// The script of the page of notices.
pub const NOTICES: &str = include_str!("../assets/notices.js");
/// The script for passkeys.
pub const PASSKEYS: &str = include_str!("../assets/passkeys.js");
/// What shows notices while no page is open.
const WORKER: &str = include_str!("../assets/worker.js");
/// The pictures, each a symbol.
pub const ART: &str = include_str!("../assets/art.svg");
/// The icon.
pub const ICON: &str = include_str!("../assets/icon.svg");

/// The pictures of Glory to Rome, each a symbol; this set and those below are made by `tools/pictures`.
pub const ROME: &str = include_str!("../assets/art-glory-to-rome.svg");
/// The pictures of For Glory.
pub const SAND: &str = include_str!("../assets/art-for-glory.svg");
/// The pictures of Glory, with those of its first kingdom, Thornmere.
pub const REALM: &str = include_str!("../assets/art-glory.svg");
/// The pictures of its second kingdom, Saltmarrow.
pub const ISLES: &str = include_str!("../assets/art-saltmarrow.svg");
/// What its kingdoms share.
pub const SHARED: &str = include_str!("../assets/art-realm.svg");
/// The land under the map of Thornmere, lying and standing.
pub const TERRAIN: &str = include_str!("../assets/art-terrain.svg");
/// The sea and the isles of Saltmarrow, lying and standing.
pub const SEA: &str = include_str!("../assets/art-terrain-saltmarrow.svg");
/// The title pictures of the games.
pub const TITLES: &str = include_str!("../assets/art-titles.svg");
/// What large pictures share: stones, joints and the frame.
pub const FRAMES: &str = include_str!("../assets/art-frames.svg");

/// Every file: its name, its kind, its content.
pub const FILES: [(&str, &str, &str); 22] = [
    ("style.css", "text/css; charset=utf-8", STYLE),
    ("lessons.css", "text/css; charset=utf-8", LESSONS),
    ("table.js", "text/javascript; charset=utf-8", SCRIPT),
    ("sheet.js", "text/javascript; charset=utf-8", SHEET),
    ("motion.js", "text/javascript; charset=utf-8", MOTION),
    ("pacing.js", "text/javascript; charset=utf-8", PACING),
    ("sound.js", "text/javascript; charset=utf-8", SOUND),
    ("voice.js", "text/javascript; charset=utf-8", VOICE),
    ("links.js", "text/javascript; charset=utf-8", LINKS),
    ("notices.js", "text/javascript; charset=utf-8", NOTICES),
    ("passkeys.js", "text/javascript; charset=utf-8", PASSKEYS),
    ("art.svg", "image/svg+xml", ART),
    ("icon.svg", "image/svg+xml", ICON),
    ("art-glory-to-rome.svg", "image/svg+xml", ROME),
    ("art-for-glory.svg", "image/svg+xml", SAND),
    ("art-glory.svg", "image/svg+xml", REALM),
    ("art-saltmarrow.svg", "image/svg+xml", ISLES),
    ("art-realm.svg", "image/svg+xml", SHARED),
    ("art-terrain.svg", "image/svg+xml", TERRAIN),
    ("art-terrain-saltmarrow.svg", "image/svg+xml", SEA),
    ("art-titles.svg", "image/svg+xml", TITLES),
    ("art-frames.svg", "image/svg+xml", FRAMES),
];

/// The addresses of the files, in their order. Each carries a short hash of its own file (FNV-1a): it changes whenever its content
/// does, and a new style does not send all pictures again.
static PATHS: LazyLock<[String; FILES.len()]> = LazyLock::new(|| {
    FILES.map(|(name, _, content)| {
        let hash = content
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        format!("/assets/{hash:08x}/{name}")
    })
});

fn path(name: &str) -> &'static str {
    let at = FILES.iter().position(|(file, _, _)| *file == name);
    at.map_or("", |at| &PATHS[at])
}

/// The files of pictures that a page names, each with its address: for whoever shows the page where nobody serves them.
pub fn named_in(page: &str) -> Vec<(&'static str, &'static str)> {
    let files = FILES.iter().zip(PATHS.iter()).filter(|((_, kind, _), _)| *kind == "image/svg+xml");
    files
        .filter(|(_, address)| page.contains(address.as_str()))
        .map(|((_, _, content), address)| (address.as_str(), *content))
        .collect()
}

/// The address of the style sheet.
pub fn style_path() -> String {
    path("style.css").to_owned()
}

/// The address of the style of lessons.
pub fn lessons_path() -> String {
    path("lessons.css").to_owned()
}

/// The address of the script.
pub fn script_path() -> String {
    path("table.js").to_owned()
}

/// The address of the script of the card sheet.
pub fn sheet_path() -> String {
    path("sheet.js").to_owned()
}

/// The addresses of the scripts that only tables have, in the order in which they are run.
pub fn table_paths() -> [&'static str; 4] {
    ["motion.js", "pacing.js", "sound.js", "voice.js"].map(path)
}

/// The address of the script for links.
pub fn links_path() -> String {
    path("links.js").to_owned()
}

/// The address of the script of the page of notices.
pub fn notices_path() -> String {
    path("notices.js").to_owned()
}

/// The address of the script for passkeys.
pub fn passkeys_path() -> String {
    path("passkeys.js").to_owned()
}

/// What shows notices while no page is open, with the icon they have.
pub fn worker() -> String {
    WORKER.replace("ICON", path("icon.svg"))
}

/// The address of the icon.
pub fn icon_path() -> String {
    path("icon.svg").to_owned()
}

/// The address of one symbol: a mark, a token, a die.
pub fn art(symbol: &str) -> String {
    [path("art.svg"), "#", symbol].concat()
}

/// The version of the pages: what another one has drawn may look otherwise.
pub fn version() -> &'static str {
    path("table.js").split('/').nth(2).unwrap_or_default()
}

/// The address of one of a game's own pictures, by its id.
pub fn picture(game: &str, id: &str) -> String {
    format!("{}#{id}", path(&format!("art-{game}.svg")))
}

/// Whether a game's set has a picture of this id.
pub fn has_picture(game: &str, id: &str) -> bool {
    static IDS: LazyLock<BTreeSet<(&str, &str)>> = LazyLock::new(|| {
        let sets = FILES.iter().filter_map(|(name, _, content)| {
            Some((name.strip_prefix("art-")?.strip_suffix(".svg")?, *content))
        });
        sets.flat_map(|(set, content)| {
            let symbols = content.split("<symbol id=\"").skip(1);
            symbols.filter_map(move |text| Some((set, text.split_once('"')?.0)))
        })
        .collect()
    });
    IDS.contains(&(game, id))
}

/// The address of what large pictures share.
pub(crate) fn shared(symbol: &str) -> String {
    format!("{}#{symbol}", path("art-frames.svg"))
}
