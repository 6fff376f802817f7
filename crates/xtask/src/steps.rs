//! Running one command after another, with headings and times.

use std::path::Path;
use std::process::{Command, Stdio};
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

    /// The one final line.
    pub fn finish(self) {
        let minutes = self.started.elapsed().as_secs_f64() / 60.0;
        println!("\nAll {} steps passed in {minutes:.1} minutes.", self.done);
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

/// Runs a command while others run beside it, one after the other; all must pass.
pub fn beside(root: &Path, words: &[&str], others: &[&[&str]]) -> Result<(), String> {
    std::thread::scope(|scope| {
        let beside = scope.spawn(|| others.iter().try_for_each(|other| run(root, other)));
        let ran = run(root, words);
        let others = beside.join().unwrap_or_else(|_| Err("what ran beside it broke off".to_owned()));
        ran.and(others)
    })
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

fn command(root: &Path, words: &[&str]) -> Result<Command, String> {
    let (program, arguments) = words.split_first().ok_or("there is no command to run")?;
    // Inside `cargo xtask` this is the cargo that was called, whatever is first on the path.
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let program = if *program == "cargo" { &cargo } else { *program };
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root);
    Ok(command)
}
