//! What a judgement rests on: how it would be if something were not there.
//!
//! A game names the things of a view and gives the view without each ([`Mind::things`]); the same judge looks at all of them. So
//! what is said is what the judge itself thinks, of what its seat sees and of nothing else. It is the judgement of the position at
//! a glance, without looking ahead.

use encode::Judge;
use table::{Rulebook as _, Seat, Text, say};

use crate::mind::{ByNet, Judgement, Mind};
use crate::nets::{has_learned, net_from};

/// Something that a view shows, and how the view would be without it.
#[derive(Clone, PartialEq, Debug)]
pub struct Thing<V> {
    /// What it is called, as in "your Fountain".
    pub name: Text,
    /// The view without it, and without what hangs on it. It is there to be judged, not to be played.
    pub without: V,
}

/// What a judgement would be without one thing.
#[derive(Clone, PartialEq, Debug)]
pub struct Ground {
    /// What the thing is called.
    pub name: Text,
    /// The chance to win without it, between 0 and 1.
    pub without: f32,
}

/// What a judgement of a position rests on.
#[derive(Clone, PartialEq, Debug)]
pub struct Grounds {
    /// Who judged.
    pub by: Judgement,
    /// The chance to win as it is, between 0 and 1.
    pub chance: f32,
    /// What would be without each thing, the largest difference first.
    pub things: Vec<Ground>,
}

/// A judge of one table's views.
struct Critic<'a, G: Mind> {
    rules: &'a G::Rules,
    seat: Seat,
    net: Option<Judge<G>>,
}

impl<G: Mind> Critic<'_, G> {
    /// The seat's chance to win as this view shows it.
    fn judge(&mut self, view: &G::View) -> f32 {
        let by_hand = || G::evaluate(G::tuned(), self.rules, view, self.rules.players())[self.seat];
        let Some(net) = &mut self.net else { return by_hand() };
        let ByNet { by_hand: share, .. } = G::BY_NET;
        let win = net.judge(view).win;
        if share > 0.0 { win + share * (by_hand() - win) } else { win }
    }
}

/// What the judgement of the seat's view rests on, by what the game's players usually judge by; it depends on nothing but the view.
pub fn grounds<G: Mind>(rules: &G::Rules, view: &G::View, seat: Seat) -> Grounds {
    without_each::<G>(rules, view, seat, G::things(rules, view))
}

/// What the judgement would be without each of these; those of one name are told once.
pub fn without_each<G: Mind>(
    rules: &G::Rules,
    view: &G::View,
    seat: Seat,
    things: Vec<Thing<G::View>>,
) -> Grounds {
    let net = match G::USUAL {
        Judgement::Net if has_learned::<G>(rules) => net_from::<G>(None).ok(),
        Judgement::Net | Judgement::Hand => None,
    };
    let net = net.and_then(|net| Judge::new(rules, net).ok());
    let by = if net.is_some() { Judgement::Net } else { Judgement::Hand };
    let mut critic = Critic::<G> { rules, seat, net };
    let chance = critic.judge(view);
    let mut grounds: Vec<Ground> = Vec::with_capacity(things.len());
    for Thing { name, without } in things {
        if grounds.iter().all(|known| known.name != name) {
            grounds.push(Ground { without: critic.judge(&without), name });
        }
    }
    grounds.sort_by(|one, other| {
        let weight = |it: &Ground| (it.without - chance).abs();
        weight(other).total_cmp(&weight(one))
    });
    Grounds { by, chance, things: grounds }
}

/// What matters less than this is not worth a word.
const SLIGHT: f32 = 0.01;

impl Grounds {
    /// The weightiest few in words, one line each, with one before them that says what was judged; nothing if nothing weighs much.
    pub fn words(&self, most: usize) -> Vec<Text> {
        let weighty = |it: &&Ground| {
            (it.without - self.chance).abs() >= SLIGHT && percent(it.without) != percent(self.chance)
        };
        let told: Vec<&Ground> = self.things.iter().filter(weighty).take(most).collect();
        if told.is_empty() {
            return Vec::new();
        }
        let chance = percent(self.chance);
        let head = say!(
            "At a glance, before thinking ahead, the bot gives you {chance} % here, and that rests on this:"
        );
        let line = |it: &&Ground| {
            let (name, without) = (&it.name, percent(it.without));
            say!("Without {name} you would be at {without} % instead of {chance} %.")
        };
        [head].into_iter().chain(told.iter().map(line)).collect()
    }
}

fn percent(chance: f32) -> String {
    format!("{:.0}", 100.0 * chance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grounds(things: &[(&str, f32)]) -> Grounds {
        let ground = |(name, without): &(&str, f32)| Ground { name: Text::of(*name), without: *without };
        Grounds { by: Judgement::Net, chance: 0.55, things: things.iter().map(ground).collect() }
    }

    #[test]
    fn the_weightiest_are_told_and_slight_ones_are_not() {
        let found = grounds(&[("your Fountain", 0.41), ("A's Wall", 0.6), ("your Jack", 0.551)]);
        let words: Vec<String> = found.words(3).iter().map(ToString::to_string).collect();
        assert_eq!(
            words,
            [
                "At a glance, before thinking ahead, the bot gives you 55 % here, and that rests on this:",
                "Without your Fountain you would be at 41 % instead of 55 %.",
                "Without A's Wall you would be at 60 % instead of 55 %.",
            ]
        );
        assert_eq!(found.words(1).len(), 2);
        assert_eq!(grounds(&[("your Jack", 0.551)]).words(3), []);
    }
}
