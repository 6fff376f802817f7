//! Texts that a game's repository keeps, so that a change of behaviour shows up as a diff.

use std::path::Path;

use super::broken::Broken;

/// Compares a text with the committed file, and says where they part. With `UPDATE=1` in the environment the file is written instead.
pub fn committed(file: &Path, text: &str) -> Result<(), Broken> {
    let name = file.display();
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(file, text)
            .map_err(|error| Broken(format!("{name} can't be written: {error}")));
    }
    let kept = std::fs::read_to_string(file)
        .map_err(|error| format!("{name} can't be read: {error}; UPDATE=1 writes it"))?;
    let (mut old, mut new) = (kept.lines(), text.lines());
    for number in 1.. {
        match (old.next(), new.next()) {
            (None, None) => break,
            (old, new) if old == new => {}
            (old, new) => {
                let (old, new) = (old.unwrap_or("the end"), new.unwrap_or("the end"));
                return Err(Broken(format!(
                    "{name}:{number}: was '{old}', is '{new}'; if that is on purpose, UPDATE=1 writes it"
                )));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_named() {
        let file = std::env::temp_dir().join(format!("gloria-committed-{}", std::process::id()));
        std::fs::write(&file, "one\ntwo\n").unwrap();
        assert_eq!(committed(&file, "one\ntwo\n"), Ok(()));
        for (text, fault) in [
            ("one\n2\n", ":2: was 'two', is '2'"),
            ("one\n", ":2: was 'two', is 'the end'"),
            ("one\ntwo\nthree\n", ":3: was 'the end', is 'three'"),
        ] {
            let error = committed(&file, text).unwrap_err();
            assert!(error.0.contains(fault), "{error}");
        }
        std::fs::remove_file(&file).unwrap();
        assert!(committed(&file, "").unwrap_err().0.contains("can't be read"));
    }
}
