//! Running one command after another, with headings and times.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Steps run so far.
pub struct Steps<'a> {
    root: &'a Path,
    started: Instant,
    done: usize,
}

impl<'a> Steps<'a> {
    /// Nothing run yet.
    pub fn new(root: &'a Path) -> Self {
        Self { root, started: Instant::now(), done: 0 }
    }

    /// Runs a step under its heading and tells its time; the error names the step.
    pub fn step(&mut self, title: &str, step: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        self.done += 1;
        println!("\n== {}. {title}", self.done);
        let started = Instant::now();
        step().map_err(|message| format!("step {} ({title}) failed: {message}", self.done))?;
        println!("   done in {:.1} s", started.elapsed().as_secs_f64());
        Ok(())
    }

    /// Runs a command as a step.
    pub fn command(&mut self, title: &str, words: &[&str]) -> Result<(), String> {
        let root = self.root;
        self.step(title, || run(root, words))
    }

    /// Runs a command as a step while others run beside it, two at a time, in the time it leaves; all must pass. What each of the others
    /// printed is shown when it is done.
    pub fn beside(&mut self, title: &str, words: &[&str], others: Vec<Aside<'_>>) -> Result<(), String> {
        let numbers = self.done + 1..;
        self.done += others.len();
        let queue = Mutex::new(others.into_iter().zip(numbers));
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let lane = || std::iter::from_fn(next).try_for_each(|(other, at)| other.run(at));
        std::thread::scope(|scope| {
            let beside = [scope.spawn(lane), scope.spawn(lane)];
            let ran = self.command(title, words);
            let broke = |_| Err("what ran beside it broke off".to_owned());
            let others = beside.map(|lane| lane.join().unwrap_or_else(broke));
            others.into_iter().collect::<Result<(), _>>().and(ran)
        })
    }

    /// The one final line.
    pub fn finish(self) {
        let minutes = self.started.elapsed().as_secs_f64() / 60.0;
        println!("\nAll {} steps passed in {minutes:.1} minutes.", self.done);
    }
}

/// A step that runs beside another: its title, and what it does; the answer is what is shown of it.
pub struct Aside<'a> {
    title: String,
    work: Box<dyn FnOnce() -> Result<String, String> + Send + 'a>,
}

impl<'a> Aside<'a> {
    /// A step of this title.
    pub fn new(title: impl Into<String>, work: impl FnOnce() -> Result<String, String> + Send + 'a) -> Self {
        Self { title: title.into(), work: Box::new(work) }
    }

    /// Runs it, and shows under its heading what it printed and how long it took, or at once why it failed.
    fn run(self, number: usize) -> Result<(), String> {
        let (title, started) = (self.title, Instant::now());
        let said = (self.work)().map_err(|message| {
            let message = format!("step {number} ({title}) failed: {message}");
            eprintln!("\n{message}");
            message
        })?;
        let seconds = started.elapsed().as_secs_f64();
        println!("\n== {number}. {title} (beside the tests)\n{said}   done in {seconds:.1} s");
        Ok(())
    }
}

/// Runs a command in the workspace's folder, its output shown.
pub fn run(root: &Path, words: &[&str]) -> Result<(), String> {
    let status = command(root, words)?.status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("'{}' ended with {status}", words.join(" "))),
        Err(error) => Err(format!("'{}' can't be run: {error}", words.join(" "))),
    }
}

/// Runs a command with whatever processor time others leave, and answers what it printed; what it complained of is part of the error.
pub fn gently(root: &Path, words: &[&str]) -> Result<String, String> {
    let nice: &[&str] = &["nice", "-n", "10"];
    let gentle = if exists(root, &[nice, &["true"]].concat()) { nice } else { &[] };
    // `nice` would look for any cargo on the path.
    let cargo = cargo();
    let own: Vec<&str> =
        words.iter().map(|word| if *word == "cargo" { cargo.as_str() } else { *word }).collect();
    let output = command(root, &[gentle, &own].concat())?.output();
    let output = output.map_err(|error| format!("'{}' can't be run: {error}", words.join(" ")))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(said);
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(format!("'{}' ended with {}\n{said}{complaint}", words.join(" "), output.status))
}

/// What a command in the workspace's folder prints.
pub fn output(root: &Path, words: &[&str]) -> Result<String, String> {
    let output = command(root, words)?.stderr(Stdio::inherit()).output();
    match output {
        Ok(output) if output.status.success() => String::from_utf8(output.stdout)
            .map_err(|_| format!("'{}' printed something that is not text", words.join(" "))),
        Ok(output) => Err(format!("'{}' ended with {}", words.join(" "), output.status)),
        Err(error) => Err(format!("'{}' can't be run: {error}", words.join(" "))),
    }
}

/// Whether a command is there and runs.
pub fn exists(root: &Path, words: &[&str]) -> bool {
    let quiet = |mut command: Command| command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    command(root, words).is_ok_and(|command| quiet(command).is_ok_and(|status| status.success()))
}

/// Installs Debian packages where we may, and says whether we may; what is still missing then is told by whoever needs it.
pub fn install(root: &Path, packages: &[&str]) -> Result<bool, String> {
    let root_user = output(root, &["id", "-u"]).is_ok_and(|id| id.trim() == "0");
    if !root_user || !exists(root, &["apt-get", "--version"]) {
        return Ok(false);
    }
    run(root, &["apt-get", "update"])?;
    // Nobody is there to answer questions.
    let install =
        ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "--no-install-recommends"];
    run(root, &[&install[..], packages].concat())?;
    Ok(true)
}

fn command(root: &Path, words: &[&str]) -> Result<Command, String> {
    let (program, arguments) = words.split_first().ok_or("there is no command to run")?;
    let cargo = cargo();
    let program = if *program == "cargo" { &cargo } else { *program };
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root);
    Ok(command)
}

/// Inside `cargo xtask` this is the cargo that was called, whatever is first on the path.
fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}
