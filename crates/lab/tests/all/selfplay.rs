//! Self-play writes the same files whatever the number of threads and however often it was stopped, and they can be read back.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use encode::Encoder;
use gloria_lab::{Block, Header, Kept, Part, SelfPlay, Summary, Tables};
use gloria_lots::Lots;
use table::{Options, Rulebook as _};

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("gloria-selfplay-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn plan() -> SelfPlay {
    SelfPlay {
        players: vec!["fair".to_owned(), "greedy".to_owned()],
        games: Some(20),
        until: None,
        seed: 7,
        threads: 1,
        every: 1,
        turns: 0,
        stray: 0.1,
        tables: Tables::Mixed,
        options: Options::new(),
        per_file: 8,
        part: Part::WHOLE,
    }
}

fn play(plan: &SelfPlay, folder: &Path) -> Summary {
    plan.run::<Lots>(folder, &|_| {}).unwrap()
}

/// Every file of a folder with its bytes, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

fn blocks(folder: &Path) -> Vec<Block> {
    let games = files(folder)
        .into_iter()
        .filter(|(name, _)| Path::new(name).extension().is_some_and(|ending| ending == "games"));
    games
        .flat_map(|(_, bytes)| {
            let (_, at) = Header::read(&bytes).unwrap();
            Block::all(&bytes, at).unwrap().0
        })
        .collect()
}

#[test]
fn threads_do_not_matter() {
    let (one, three) = (folder("one"), folder("three"));
    let played = play(&plan(), &one);
    // 20 games in files of 8 are rounded up.
    assert_eq!((played.games, played.before), (24, 0));
    play(&SelfPlay { threads: 3, ..plan() }, &three);
    assert_eq!(files(&one), files(&three));
    let other = folder("other-seed");
    play(&SelfPlay { seed: 8, ..plan() }, &other);
    assert_ne!(blocks(&one), blocks(&other));
    for folder in [one, three, other] {
        fs::remove_dir_all(folder).unwrap();
    }
}

/// Parts written by several machines are together what one writes: there is nothing to put together but the files.
#[test]
fn parts_are_together_the_whole() {
    let (whole, together) = (folder("alone"), folder("together"));
    play(&plan(), &whole);
    let games: u64 = (1..=2)
        .map(|number| play(&SelfPlay { part: Part { number, of: 2 }, ..plan() }, &together).games)
        .sum();
    assert_eq!((games, files(&together)), (24, files(&whole)));
    for folder in [whole, together] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn what_was_stopped_goes_on() {
    let (whole, stopped) = (folder("whole"), folder("stopped"));
    play(&plan(), &whole);
    // Stopped before anything, and then in the middle of a file, in the middle of a game.
    let late = SelfPlay { until: Some(Instant::now()), ..plan() };
    assert_eq!(play(&late, &stopped).games, 0);
    let name = "lots-7-000001.games";
    let bytes = fs::read(whole.join(name)).unwrap();
    fs::write(stopped.join(format!("{name}.part")), &bytes[..bytes.len() * 2 / 3]).unwrap();
    let resumed = play(&plan(), &stopped);
    assert!(resumed.before > 0 && resumed.before < 8 && resumed.games + resumed.before == 24, "{resumed:?}");
    assert_eq!(files(&whole), files(&stopped));
    assert_eq!(play(&plan(), &stopped), Summary { before: 24, ..Summary::default() });
    for folder in [whole, stopped] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn what_is_written_reads_back_and_is_true() {
    let folder = folder("read");
    play(&plan(), &folder);
    let blocks = blocks(&folder);
    assert_eq!(blocks.iter().map(|block| block.game).collect::<Vec<_>>(), (0..24).collect::<Vec<_>>());
    let mut kept = [0; 3];
    for block in &blocks {
        let mut options = Options::new();
        block.options.split(' ').for_each(|pair| options.set_pair(pair).unwrap());
        let rules = <Lots as table::Game>::Rules::from_options(&options).unwrap();
        let encoder = Encoder::<Lots>::new(&rules).unwrap();
        assert_eq!(block.rewards.len(), rules.players());
        assert!((block.rewards.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{:?}", block.rewards);
        let mut left = block.decisions + 1;
        for position in &block.positions {
            kept[position.kept as usize] += 1;
            assert!(position.left < left && position.left > 0);
            left = position.left;
            assert_eq!(position.views.len(), rules.players());
            let most = position.views.iter().flatten().map(|(at, _)| usize::from(*at)).max();
            assert!(most < Some(encoder.len()));
            assert!(position.legal.iter().any(|(number, _)| *number == position.chosen));
            let visits: u32 = position.legal.iter().map(|(_, visits)| u32::from(*visits)).sum();
            match position.kept {
                Kept::Plain => assert!(visits == 0 && position.value.is_nan()),
                Kept::Searched => assert!(visits > 0 && (0.0..=1.0).contains(&position.value)),
                Kept::Strayed => assert_eq!(visits > 0, !position.value.is_nan()),
            }
        }
        // Read and written again it is the same, not-a-numbers included.
        let bytes = block.bytes();
        let (again, taken) = Block::read(&bytes).unwrap().unwrap();
        assert_eq!((again.bytes(), taken), (bytes.clone(), bytes.len()));
        assert!(Block::read(&bytes[..bytes.len() - 1]).is_none(), "a game cut off is no game");
    }
    assert!(kept.iter().all(|count| *count > 0), "{kept:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_third_decision_is_a_third() {
    let (all, some) = (folder("all"), folder("some"));
    let every = SelfPlay { stray: 0.0, tables: Tables::Alike, ..plan() };
    let whole = play(&every, &all).positions;
    let third = play(&SelfPlay { every: 3, ..every }, &some).positions;
    assert!(third * 3 > whole * 8 / 10 && third * 3 < whole * 12 / 10, "{third} of {whole}");
    for folder in [all, some] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn beginnings_of_turns_are_kept_besides() {
    let folders = ["no-turns", "turns", "some-turns"].map(folder);
    let seldom = SelfPlay { every: 1_000_000, stray: 0.0, tables: Tables::Alike, ..plan() };
    let [none, all, some] = [0, 1, 2]
        .map(|turns| play(&SelfPlay { turns, ..seldom.clone() }, &folders[turns as usize]).positions);
    assert!(all > none + 10, "{all} are no more than {none}");
    assert!(some * 2 > all * 7 / 10 && some * 2 < all * 13 / 10, "{some} of {all}");
    for folder in folders {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn wrong_files_are_named() {
    let folder = folder("wrong");
    let fault = |plan: &SelfPlay| plan.run::<Lots>(&folder, &|_| {}).unwrap_err().to_string();
    let file = folder.join("lots-7-000000.games");
    for (bytes, expected) in [
        (b"hello, this is text".to_vec(), "is no file of self-play"),
        (b"GLORIAsp\x09\0\0\0\0\0\0\0".to_vec(), "has format 9: expected 1"),
        (b"GLORIAsp\x01\0\0\0\x05\0\0\0".to_vec(), "ends within its header"),
        (b"GLORIAsp\x01\0\0\0\x02\0\0\0{}".to_vec(), "the header is malformed"),
    ] {
        fs::write(&file, bytes).unwrap();
        let error = fault(&plan());
        assert!(error.contains(expected) && error.contains("lots-7-000000.games"), "{error}");
    }
    fs::remove_file(&file).unwrap();
    play(&plan(), &folder);
    let other = SelfPlay { every: 2, ..plan() };
    assert!(fault(&other).ends_with("holds other games: choose another folder"));
    let mut bytes = fs::read(&file).unwrap();
    let header = Header::read(&bytes).unwrap().1;
    // The number of players of the first game.
    bytes[header + 12] ^= 1;
    fs::write(&file, bytes).unwrap();
    assert!(fault(&plan()).contains("a game is malformed"));
    assert!(fault(&SelfPlay { players: vec!["wizard".to_owned()], ..plan() }).contains("no player 'wizard'"));
    fs::remove_dir_all(&folder).unwrap();
}
