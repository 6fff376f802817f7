//! The procedures of Glory in names.

use naming::Waiting;
use table::tongue::notation;

use crate::effect::{Goal, Script};
use crate::procedures::{
    Against, Aim, Choose, ChooseHero, Fight, Foe, Follow, Frame, Landing, Learn, NOTHING, Peril, Quest, Roll,
    Step, Trade, Travel,
};

use super::Namer;

/// A procedure with its locals.
pub(super) fn waiting(say: &Namer<'_>, frame: Frame) -> Waiting {
    let of = Waiting::new(frame.name());
    match frame {
        Frame::ChooseHero(ChooseHero { seat }) => of.with("seat", seat),
        Frame::Start(_)
        | Frame::Arrive(_)
        | Frame::After(_)
        | Frame::End(_)
        | Frame::Close(_)
        | Frame::NameLair(_)
        | Frame::Haven(_) => of,
        Frame::Roll(Roll { die, extra }) => of.with("die", die).with("extra_steps", extra),
        Frame::Quest(Quest { place }) => of.with("town", say.town_name(usize::from(place))),
        Frame::Fight(fight) => fights(say, of, fight),
        Frame::Follow(Follow { script, at }) => {
            let effects = say.kingdom.scripts.get(script).iter().skip(usize::from(at));
            let left = effects.map(|effect| notation(|| say.kingdom.effect_text(*effect)));
            of.with("effects_left", left.collect::<Vec<_>>())
        }
        Frame::Choose(Choose { choices }) => {
            let text = |script: Script| notation(|| say.kingdom.script_text(script));
            of.with("choices", choices.into_iter().map(text).collect::<Vec<_>>())
        }
        Frame::Travel(Travel { goal, landing }) => {
            let goal = match goal {
                Goal::Castle => "castle",
                Goal::Town => "town",
                Goal::Haven => "haven",
                Goal::Lair => "lair",
            };
            of.with("goal", goal).with("space_is_followed", landing == Landing::Follow)
        }
        Frame::Peril(Peril { by }) => of.with("health_to_lose", by),
        Frame::Aim(aim) => of.with(
            "at",
            match aim {
                Aim::Lair => "lair",
                Aim::Town => "quest",
                Aim::Face => "die",
                Aim::Rival(Against::Rob(_)) => "hero to rob",
                Aim::Rival(Against::Smite(_)) => "hero to hurt",
                Aim::Rival(Against::TradePlaces) => "hero to change places with",
            },
        ),
        Frame::Trade(Trade { to, kind }) => {
            of.with("to", to).with("good", say.kingdom.goods[usize::from(kind)].name.clone())
        }
        Frame::Learn(Learn { seat, first, second }) => {
            of.with("seat", seat).with("first", say.ability(first)).with("second", say.ability(second))
        }
    }
}

fn fights(say: &Namer<'_>, of: Waiting, fight: Fight) -> Waiting {
    let Fight { foe, step, harm, round, mine, theirs, strike, hinder, might, guard, prepared, named, bled } =
        fight;
    let of = match foe {
        Foe::Card(card) => of.with("monster", say.monster(card)),
        Foe::Lair(place) => of.with("lair", say.lair_name(usize::from(place))),
    };
    let step = match step {
        Step::Choice => "engage or withdraw",
        Step::Dice => "dice lie",
    };
    let named = if named == NOTHING { None } else { say.lair_card(named) };
    of.with("step", step)
        .with("harm", harm)
        .with("round", round)
        .with("hero_die", mine)
        .with("enemy_die", theirs)
        .with("strike_bonus", strike)
        .with("enemy_strike_malus", hinder)
        .with("power_bonus", might)
        .with("loss_relief", guard)
        .with("prepared", prepared)
        .with_any("named", named)
        .with("first_loss_taken", bled)
}
