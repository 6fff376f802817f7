//! The names of the levels.

use gloria_bots::{LEVELS, named};
use gloria_lots::Lots;

#[test]
fn names_are_understood_or_explained() {
    for level in LEVELS {
        assert!(named::<Lots>(level.name).is_ok());
    }
    assert!(named::<Lots>("strong:50").is_ok() && named::<Lots>("strong:50:8").is_ok());
    assert!(named::<Lots>("strong:50:8:0.5").is_ok());
    assert!(named::<Lots>("grandmaster:30s").is_ok() && named::<Lots>("grandmaster:50").is_ok());
    assert!(named::<Lots>("strong:20ms").is_ok() && named::<Lots>("strong:20ms@hand").is_ok());
    for (name, fault) in [
        ("x", "there is no player 'x'"),
        ("fair:0", "'0' is no number of iterations"),
        ("fair:0ms", "'0' is no number of milliseconds"),
        ("fair:0s", "'0' is no number of seconds"),
        ("gentle:5", "gentle does not search as long as one says"),
        ("modest:5", "modest does not search as long as one says"),
        ("fair@net", "the net of lots can't be used: there is none in this program"),
        ("fair@none.net", "none.net can't be read"),
        ("fair:9:x", "'x' is no number of decisions"),
        ("fair:9:9:-1", "'-1' can't be how much to explore"),
        ("greedy:5", "does not search"),
    ] {
        let error = named::<Lots>(name).err().unwrap().to_string();
        assert!(error.contains(fault), "{error}");
    }
}
