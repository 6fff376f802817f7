//! Planted faults: each law fails on the encoding that breaks it.

// Each place says which faults it knows; all others leave it as it is.
#![allow(clippy::wildcard_enum_match_arm)]

use gloria_encode::{Encoded, Encoder};
use lots::{Lots, Rules};
use table::{Options, Rulebook as _};

use super::{Suspect, check};

/// How an encoding is spoilt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    None,
    /// An action has no number.
    Unnumbered,
    /// Two actions share a number.
    SharedNumber,
    /// A number leads to another action.
    WrongWayBack,
    /// The mask allows what is not legal.
    LaxMask,
    /// The mask forbids what is legal.
    StrictMask,
    /// A value is out of its range.
    Range,
    /// The sparse form lists a place twice.
    Twice,
    /// The sparse form forgets a place.
    Forgotten,
    /// Something stands where the pen passes over.
    Passed,
    /// A vector that is kept is not renewed, though it is thought to be.
    Stale,
    /// The own hand is left out.
    Blind,
    /// The same view looks different the next time.
    Fickle,
}

impl Fault {
    pub fn dense<G: Encoded>(self, encoder: &Encoder<G>, out: &mut [f32]) {
        match self {
            Self::Range => out[0] = 1.5,
            Self::Blind => {
                for field in encoder.fields().iter().filter(|field| field.name.starts_with("own: ")) {
                    out[field.offset..field.offset + field.len].fill(0.0);
                }
            }
            Self::Fickle => {
                static CALLS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
                let calls = CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let last = out.len() - 1;
                out[last] = f32::from((calls % 100) as u8) / 100.0;
            }
            _ => {}
        }
    }

    pub fn sparse(self, out: &mut Vec<(u16, f32)>) {
        match self {
            Self::Range => out.iter_mut().filter(|place| place.0 == 0).for_each(|place| place.1 = 1.5),
            Self::Twice => out.push(out[0]),
            Self::Forgotten => _ = out.pop(),
            _ => {}
        }
    }

    pub fn number(self, number: Option<usize>) -> Option<usize> {
        match self {
            Self::Unnumbered => number.filter(|number| *number > 3),
            Self::SharedNumber => number.map(|number| number / 2 * 2),
            _ => number,
        }
    }

    pub fn back(self, number: usize) -> usize {
        if self == Self::WrongWayBack { number + 1 } else { number }
    }

    pub fn mask(self, mask: &mut [u8]) {
        match self {
            Self::LaxMask => mask.fill(1),
            Self::StrictMask => {
                let first = mask.iter().position(|flag| *flag != 0);
                if let Some(at) = first {
                    mask[at] = 0;
                }
            }
            _ => {}
        }
    }
}

#[test]
fn every_law_can_fail() {
    let rules = Rules::from_options(&Options::new().with("players", "2")).unwrap();
    for (spoilt, law) in [
        (Fault::Unnumbered, "has no number"),
        (Fault::SharedNumber, "is not the action of its number"),
        (Fault::WrongWayBack, "is not the action of its number"),
        (Fault::LaxMask, "which is not legal"),
        (Fault::StrictMask, "does not allow all"),
        (Fault::Range, "is 1.5"),
        (Fault::Twice, "listed twice"),
        (Fault::Forgotten, "two forms"),
        (Fault::Passed, "passed over"),
        (Fault::Stale, "that is kept"),
        (Fault::Blind, "makes no difference"),
        (Fault::Fickle, "equal views"),
    ] {
        let suspect = Suspect::<Lots> { spoilt, ..Suspect::honest(&rules) };
        // The laws about values come first; one that spoils only the vectors is asked about those alone.
        let broken = match spoilt {
            Fault::Blind | Fault::Fickle => knowledge_only(&suspect),
            _ => (0..20).find_map(|seed| check(&suspect, seed, 1).err()),
        };
        let broken = broken.unwrap_or_else(|| panic!("{spoilt:?} broke no law"));
        assert!(broken.contains(law), "{spoilt:?}: {broken}");
    }
}

/// A game that says of a block that it shows the same when it does not, and one that does not say where the sides of its table are.
#[test]
fn a_careless_block_is_found() {
    for fault in ["old-rows", "still-sides"] {
        let options = Options::new().with("players", "3").with("fault", fault);
        let suspect = Suspect::<Lots>::honest(&Rules::from_options(&options).unwrap());
        let broken = (0..20).find_map(|seed| check(&suspect, seed, 1).err());
        assert_eq!(broken.as_deref(), Some("the vector that is kept differs"), "{fault}");
    }
}

fn knowledge_only(suspect: &Suspect<Lots>) -> Option<String> {
    use table::{Game as _, Light, Seat};
    let mut luck = Light::new(3);
    let state = Lots::new(suspect.encoder.rules(), &mut luck);
    (0..50).find_map(|_| super::knowledge(suspect, &state, Seat::new(0), &mut luck).err())
}
