//! Rollouts are the same for the same seed, their columns fit together, and what a decision turned out to be worth adds up.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use encode::{Encoder, Net, Quick};
use gloria_lab::{Played, Rollouts, Table};
use gloria_lots::Lots;
use serde_json::Value;
use table::{Light, Options, Rulebook as _};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("gloria-rollouts-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// A net with weights that mean nothing.
fn net() -> Arc<Quick> {
    let rules = <Lots as table::Game>::Rules::from_options(&Options::new()).unwrap();
    let mut luck = Light::new(3);
    let weight = || (luck.next_u64() % 2001) as f32 / 5_000.0 - 0.2;
    let net = Net::made(&Encoder::<Lots>::new(&rules).unwrap(), (8, 4, 4), weight);
    Arc::new(Quick::new(&net).unwrap())
}

fn plan(lambda: f32) -> Rollouts {
    let tables = vec![Table::With(Options::new().with("players", "2")), Table::Mixed];
    Rollouts { decisions: 400, seed: 5, threads: 2, tables, lambda }
}

fn play(plan: &Rollouts, name: &str) -> (Played, PathBuf) {
    let folder = folder(name);
    (plan.run::<Lots>(&net(), &folder).unwrap(), folder)
}

/// The header of a file, and what each column begins at, by name.
fn header(bytes: &[u8]) -> (Value, usize) {
    assert_eq!(&bytes[..8], b"GLORIAro");
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    (serde_json::from_slice(&bytes[16..16 + length]).unwrap(), 16 + length)
}

/// A column as numbers, whatever they are made of.
fn column(bytes: &[u8], name: &str) -> Vec<f64> {
    let (header, mut at) = header(bytes);
    for one in header["columns"].as_array().unwrap() {
        let (kind, count) = (one[1].as_str().unwrap(), one[2].as_u64().unwrap() as usize);
        let size = kind[2..].parse::<usize>().unwrap();
        if one[0] == name {
            let numbers = bytes[at..at + size * count].chunks_exact(size);
            return numbers
                .map(|number| match kind {
                    "<f4" => f32::from_le_bytes(number.try_into().unwrap()).into(),
                    "<u2" => u16::from_le_bytes(number.try_into().unwrap()).into(),
                    "<i2" => i16::from_le_bytes(number.try_into().unwrap()).into(),
                    _ => number[0].into(),
                })
                .collect();
        }
        at += size * count;
    }
    panic!("there is no column {name}")
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "rollout")).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn the_same_seed_gives_the_same_files_and_another_gives_others() {
    let ((played, one), (again, other)) = (play(&plan(0.9), "one"), play(&plan(0.9), "other"));
    assert_eq!(played, again);
    assert_eq!(files(&one), files(&other));
    assert_eq!(files(&one).len(), 2);
    assert!(one.join("lots.actions").exists());
    let (_, third) = play(&Rollouts { seed: 6, ..plan(0.9) }, "third");
    assert_ne!(files(&one), files(&third));
}

#[test]
fn columns_fit_together() {
    let (played, folder) = play(&plan(0.9), "columns");
    let mut decisions = 0;
    for bytes in files(&folder) {
        let chosen = column(&bytes, "chosen");
        decisions += chosen.len() as u64;
        let counts = column(&bytes, "legal_counts");
        assert!(counts.iter().zip(&chosen).all(|(count, chosen)| chosen < count && *count > 1.0));
        for (counts, parts) in
            [("flag_counts", "flags"), ("share_counts", "shares"), ("legal_counts", "by_hand")]
        {
            let sum: f64 = column(&bytes, counts).iter().sum();
            assert_eq!(sum as usize, column(&bytes, parts).len(), "{parts}");
        }
        assert!(column(&bytes, "log_chance").iter().all(|chance| *chance <= 1e-6));
        assert!(column(&bytes, "left").iter().all(|left| *left >= 1.0));
    }
    assert_eq!(decisions, played.decisions);
    assert!(played.decisions >= 400 && played.games > 10, "{played:?}");
}

#[test]
fn what_a_decision_turned_out_to_be_worth_adds_up() {
    // Where everything counts alike, what was expected and what it turned out better make the result; where only the next decision does, not.
    for (lambda, adds_up) in [(1.0, true), (0.0, false)] {
        let (_, folder) = play(&plan(lambda), &format!("worth-{lambda}"));
        let mut all = true;
        for bytes in files(&folder) {
            let (value, gain) = (column(&bytes, "value"), column(&bytes, "advantage"));
            let result = column(&bytes, "result");
            all &= (0..value.len()).all(|at| (value[at] + gain[at] - result[at]).abs() < 1e-4);
        }
        assert_eq!(all, adds_up, "lambda {lambda}");
    }
}

#[test]
fn no_table_is_told() {
    let error =
        Rollouts { tables: Vec::new(), ..plan(0.9) }.run::<Lots>(&net(), &folder("none")).unwrap_err();
    assert!(error.to_string().contains("there is no table: expected at least one"), "{error}");
}
