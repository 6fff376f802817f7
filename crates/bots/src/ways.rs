//! Ways to think that differ from the usual ones, as they are written in a player's name: so that what was measured can be measured again.

use crate::level::PlayerError;
use crate::search::{Guide, Plan};

/// What may be said, for messages.
const EXPECTED: &str = "expected prior=GUIDE, playout=GUIDE, turns=NUMBER, cutoff=NUMBER, explore=NUMBER, open=SHARE, by-hand=SHARE or weight=NUMBER, where a GUIDE is uniform, \
                        hand:WARMTH, net:WARMTH or both:WARMTH";

/// The plan with the ways that a text such as `turns=2&playout=both:1` names. The error says what was expected.
pub(crate) fn changed(mut plan: Plan, text: &str) -> Result<Plan, PlayerError> {
    for way in text.split('&').filter(|way| !way.is_empty()) {
        plan =
            one(plan, way).ok_or_else(|| PlayerError::NoWay { text: way.to_owned(), expected: EXPECTED })?;
    }
    Ok(plan)
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
}
