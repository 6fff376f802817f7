//! Reading what we are given, and writing records so that nothing is ever lost.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use table::{Game, Record, Summary};

use crate::failure::{Failure, usage};
use crate::on_game;

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Failure> {
    let name = path.display();
    match fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            usage(format!("{name} is not a text file: expected UTF-8 text"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => usage(format!("there is no file {name}")),
        Err(error) => usage(format!("{name} can't be read: {error}")),
    }
}

/// The name of the game a record file is of.
pub fn game(path: &Path, text: &str) -> Result<String, Failure> {
    match Summary::read(text) {
        Ok(Summary { game }) if on_game::is_known(&game) => Ok(game),
        Ok(Summary { game }) => {
            let expected = on_game::NAMES.join(" or ");
            usage(format!("{}: line 2: there is no game '{game}': expected {expected}", path.display()))
        }
        Err(error) => usage(format!("{}: {error}", path.display())),
    }
}

/// The record in a file, replayed and checked line by line.
pub fn record<G: Game>(path: &Path, text: &str) -> Result<Record<G>, Failure> {
    Record::read(text).map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

/// Writes a record to a file, whole or not at all. What is there already is replaced only if it is an earlier state of
/// the same game, so that saving can't lose anything; the error says why not.
pub fn save<G: Game>(path: &Path, record: &Record<G>) -> Result<(), String> {
    let text = record.write();
    let name = path.display();
    match fs::read_to_string(path) {
        Ok(there) if there.trim().is_empty() || continues(&there, &text) => {}
        Ok(there) if Summary::read(&there).is_ok() => {
            return Err(format!("{name} holds another game: choose another name"));
        }
        Ok(_) => {
            return Err(format!("{name} exists and is not a record: choose another name"));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            return Err(format!("{name} exists and is not a record: choose another name"));
        }
        Err(error) => return Err(format!("{name} can't be written: {error}")),
    }
    replace(path, &text).map_err(|error| format!("{name} can't be written: {error}"))
}

/// Whether the new record has every logged line of the old one.
fn continues(old: &str, new: &str) -> bool {
    let closing = ["winners ", "seed ", "close "];
    let logged = old.lines().filter(|line| !closing.iter().any(|word| line.starts_with(word)));
    let mut lines = new.lines();
    logged.into_iter().all(|line| lines.next() == Some(line))
}

/// Writes beside the file first and then renames, so that a crash leaves the old file or the new one, never half of one.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let Some(name) = path.file_name() else {
        return Err(std::io::Error::new(ErrorKind::InvalidInput, "expected the name of a file"));
    };
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&beside, path));
    if done.is_err() {
        // The half-written neighbour is of no use to anyone; the reason for the failure is what counts.
        let _ = fs::remove_file(&beside);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use glory_to_rome::State;
    use table::{Chance as _, Light, Options, Rulebook as _, Turn};

    /// A whole random game.
    fn text() -> String {
        let rules = glory_to_rome::Rules::from_options(&Options::new().with("geek", "all")).unwrap();
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        let mut luck = Light::new(5);
        let mut record = Record::<State>::start(rules, names, None, &mut luck);
        let mut legal = Vec::new();
        while let Turn::Decide(seats) = record.state().turn(record.rules()) {
            let seat = seats.first().unwrap();
            crate::players::choices(record.rules(), record.state(), seat, &mut legal).unwrap();
            let action = legal[luck.below(legal.len() as u32) as usize];
            record.play(seat, action, &mut luck).unwrap();
        }
        record.write()
    }

    #[test]
    fn no_edit_of_a_record_goes_unseen_or_panics() {
        let text = text();
        assert!(Record::<State>::read(&text).is_ok());
        let lines: Vec<_> = text.lines().collect();
        let mut luck = Light::new(1);
        let mut pick = |most: usize| luck.below(most as u32) as usize;
        for _ in 0..400 {
            // A whole line, a word or a letter of one line is put in the place of another's.
            let (at, from) = (7 + pick(lines.len() - 7), 7 + pick(lines.len() - 7));
            let mut edited: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            match pick(3) {
                0 => edited[at] = edited[from].clone(),
                1 => {
                    let mut words: Vec<_> = lines[at].split(' ').collect();
                    let others: Vec<_> = lines[from].split(' ').collect();
                    let (word, other) = (pick(words.len()), pick(others.len()));
                    words[word] = others[other];
                    edited[at] = words.join(" ");
                }
                _ => {
                    let letter = pick(lines[at].len());
                    if lines[at].is_char_boundary(letter) && lines[at].is_char_boundary(letter + 1) {
                        edited[at].replace_range(letter..=letter, ["0", "7", "x", " ", "|"][pick(5)]);
                    }
                }
            }
            let same = edited.iter().zip(&lines).all(|(new, old)| new.trim_end() == old.trim_end());
            let edited = edited.join("\n");
            assert_eq!(
                Record::<State>::read(&edited).is_ok(),
                same,
                "line {}: {}",
                at + 1,
                edited.lines().nth(at).unwrap()
            );
        }
    }

    #[test]
    fn a_longer_log_continues_a_shorter_one_and_no_other() {
        let text = text();
        let shorter: Vec<_> = text.lines().take(30).chain(["close 22"]).collect();
        assert!(continues(&shorter.join("\n"), &text));
        assert!(continues(&text, &text));
        assert!(!continues(&text, &shorter.join("\n")));
        assert!(!continues(&text.replace("seat A a", "seat A b"), &text));
    }
}
