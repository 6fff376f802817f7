//! Ways to think that differ from the usual ones, as they are written in a player's name: so that what was measured can be measured again.

use crate::erring::Manner;
use crate::level::PlayerError;
use crate::search::{Guide, Plan};

/// What may be said, for messages.
const EXPECTED: &str = "expected prior=GUIDE, playout=GUIDE, turns=NUMBER, cutoff=NUMBER, explore=NUMBER, open=SHARE, by-hand=SHARE, later=SHARE, hope=SHARE or weight=NUMBER, where a GUIDE is uniform, \
                        hand:WARMTH, net:WARMTH or both:WARMTH; of players that err also care=NUMBER, glances=SHARE, forgets=SHARE, dazzled=NUMBER or absurd=NUMBER";

/// The plan with the ways that a text such as `turns=2&playout=both:1` names. The error says what was expected.
pub(crate) fn changed(mut plan: Plan, text: &str) -> Result<Plan, PlayerError> {
    for way in text.split('&').filter(|way| !way.is_empty()) {
        plan =
            one(plan, way).ok_or_else(|| PlayerError::NoWay { text: way.to_owned(), expected: EXPECTED })?;
    }
    Ok(plan)
}

/// The manner and the plan with the ways that a text such as `glances=0.2&care=8&turns=1` names. The error says what was expected.
pub(crate) fn changed_manner(
    mut manner: Manner,
    mut plan: Plan,
    text: &str,
) -> Result<(Manner, Plan), PlayerError> {
    for way in text.split('&').filter(|way| !way.is_empty()) {
        match erring(manner, way) {
            Some(other) => manner = other,
            None => plan = changed(plan, way)?,
        }
    }
    Ok((manner, plan))
}

/// The manner with this way to err, if it is one.
fn erring(manner: Manner, way: &str) -> Option<Manner> {
    let (key, value) = way.split_once('=')?;
    let share = || measure(value).filter(|share| *share <= 1.0);
    Some(match key {
        "care" => Manner { care: value.parse::<u32>().ok().filter(|number| *number > 0)?, ..manner },
        "glances" => Manner { glances: share()?, ..manner },
        "forgets" => Manner { forgets: share()?, ..manner },
        "dazzled" => Manner { dazzled: measure(value)?, ..manner },
        "absurd" => Manner { absurd: measure(value)?, ..manner },
        _ => return None,
    })
}

fn one(plan: Plan, way: &str) -> Option<Plan> {
    let (key, value) = way.split_once('=')?;
    let whole = || value.parse::<u32>().ok().filter(|number| *number > 0);
    let share = || measure(value).filter(|share| *share <= 1.0);
    Some(match key {
        "prior" => Plan { prior: guide(value)?, ..plan },
        "playout" => Plan { playout: guide(value)?, ..plan },
        "turns" => Plan { turns: Some(whole()?), ..plan },
        "cutoff" => Plan { cutoff: Some(whole()?), ..plan },
        "explore" => Plan { exploration: measure(value)?, ..plan },
        "open" => Plan { open: share()?, ..plan },
        "by-hand" => Plan { by_hand: share()?, ..plan },
        "later" => Plan { later: share()?, ..plan },
        "hope" => Plan { hope: share()?, ..plan },
        "weight" => Plan { weight: measure(value).filter(|weight| *weight > 0.0)?, ..plan },
        _ => return None,
    })
}

fn guide(text: &str) -> Option<Guide> {
    if text == "uniform" {
        return Some(Guide::Uniform);
    }
    let (by, warmth) = text.split_once(':')?;
    let warmth = measure(warmth).filter(|warmth| *warmth > 0.0)?;
    match by {
        "hand" => Some(Guide::Policy(warmth)),
        "net" => Some(Guide::Net(warmth)),
        "both" => Some(Guide::Both(warmth)),
        _ => None,
    }
}

fn measure(text: &str) -> Option<f32> {
    text.parse::<f32>().ok().filter(|number| number.is_finite() && *number >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_read_and_what_is_none_is_told() {
        let plan = changed(Plan::GUIDED, "turns=2&playout=both:0.5&prior=uniform&by-hand=0.25").unwrap();
        assert_eq!((plan.turns, plan.playout), (Some(2), Guide::Both(0.5)));
        assert_eq!((plan.prior, plan.by_hand), (Guide::Uniform, 0.25));
        assert_eq!(changed(Plan::GUIDED, ""), Ok(Plan::GUIDED));
        for wrong in ["turns=0", "turns", "open=2", "prior=hand", "prior=hand:0", "haste=1", "weight=nan"] {
            let error = changed(Plan::GUIDED, wrong).unwrap_err().to_string();
            assert!(error.contains(wrong) && error.contains("expected prior=GUIDE"), "{error}");
        }
    }

    #[test]
    fn ways_to_err_are_read_beside_ways_to_think() {
        let (manner, plan) =
            changed_manner(Manner::USUAL, Plan::GUIDED, "glances=0.75&turns=3&care=6&absurd=2").unwrap();
        assert_eq!((manner.glances, manner.care, manner.absurd), (0.75, 6, 2.0));
        assert_eq!((plan.turns, manner.forgets), (Some(3), Manner::USUAL.forgets));
        for wrong in ["glances=2", "care=0", "forgets=much"] {
            let error = changed_manner(Manner::USUAL, Plan::GUIDED, wrong).unwrap_err().to_string();
            assert!(error.contains(wrong) && error.contains("glances=SHARE"), "{error}");
        }
    }
}
