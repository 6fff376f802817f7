//! What a card's words must keep to, so that its text and what it does agree: nothing written in a card file is silently left out.

use crate::action::MODES;
use crate::cards::Type;
use crate::effect::{
    Ability, Amount, Condition, Decks, Effect, How, Occasion, Only, Per, Rather, Seen, Side, Stat, Static,
    Step, Timing, Toll, Trigger, Who, Whose, Would,
};
use crate::need::{Fits, Whole};
use crate::passing::Passing;
use crate::printed::Perk;
use crate::sheet::Sheet;

/// The most cards of a deck that are looked at together.
const LOOKED_AT: u8 = 5;

/// What bears an ability.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bearer {
    Card(Type),
    Arena,
}

impl Bearer {
    fn is_fighter(self) -> bool {
        self == Self::Card(Type::Gladiator)
    }

    const fn is_in_play(self) -> bool {
        matches!(self, Self::Card(Type::Patron | Type::Gladiator) | Self::Arena)
    }
}

/// Everything that an ability must keep to.
pub(crate) fn check_ability(sheet: &mut Sheet<'_>, bearer: Bearer, ability: &Ability) {
    check_trigger(sheet, bearer, ability);
    check_cost(sheet, bearer, ability);
    check_places(sheet, bearer, ability);
    check_modes(sheet, ability);
    let mut targeted = false;
    for step in &ability.steps {
        check_words(sheet, bearer, ability, step, targeted);
        check_amounts(sheet, bearer, ability, step, targeted);
        check_look(sheet, step);
        targeted |= step.shape.who.iter().flatten().any(|who| who.how == How::Target);
    }
}

/// A reaction of the gladiator itself: its trigger, if it is one.
fn own_trigger(ability: &Ability) -> Option<Trigger> {
    ability.timing.trigger().filter(|trigger| trigger.is_own())
}

/// Whether the gladiator that bears the ability is gone when it is used.
fn is_gone(ability: &Ability) -> bool {
    if ability.cost.defeat == Toll::Itself {
        return true;
    }
    own_trigger(ability).is_some_and(|it| matches!(it.occasion, Occasion::Leave | Occasion::Defeat))
}

/// FG-130: of several effects one is chosen; each is a plain sentence, and what only its owner knows is no part of the choice.
fn check_modes(sheet: &mut Sheet<'_>, ability: &Ability) {
    if ability.steps.first().is_some_and(|step| step.or) {
        return sheet.flaw("effects", "the first has nothing before it: expected 'or' from the second on");
    }
    for step in ability.steps.iter().filter(|step| step.or || step.rest > 0) {
        let wrong = if step.may || step.only != Only::Always {
            "one of several effects can't have 'may' or 'only': expected plain effects to choose from"
        } else if matches!(step.effect, Effect::Enlist {} | Effect::EnlistThis {} | Effect::Return { .. }) {
            "enlist, enlist-this and return are no choice: expected another effect"
        } else if usize::from(step.rest) >= MODES {
            "there are too many to choose from: expected at most three"
        } else {
            continue;
        };
        return sheet.flaw("effects", wrong);
    }
}

fn check_trigger(sheet: &mut Sheet<'_>, bearer: Bearer, ability: &Ability) {
    let about_itself = |trigger: &Trigger| trigger.of == Whose::This;
    let Some(trigger) = ability.timing.trigger().filter(about_itself) else {
        return;
    };
    if !bearer.is_fighter() {
        let message = "is about this gladiator, but the card is none: expected yours, opposing or any";
        return sheet.flaw("when", message);
    }
    if trigger.occasion == Occasion::Tactic {
        return sheet.flaw("when", "is about a player's tactic: expected yours, opposing or any");
    }
    let from_own_hand =
        |step: &Step| matches!(step.effect, Effect::Enlist {} | Effect::Cull {} | Effect::Search { .. });
    if ability.steps.iter().any(from_own_hand) {
        let message = "a reaction of the gladiator itself can't ask for cards in hand: it would betray them";
        sheet.flaw("effects", message);
    }
}

/// An ability that could be used again and again for nothing would never let a battle end.
fn check_cost(sheet: &mut Sheet<'_>, bearer: Bearer, ability: &Ability) {
    let from_hand = ability.steps.iter().any(|step| step.effect == Effect::EnlistThis {});
    let cost = ability.cost;
    if cost.wounds > 0 && !bearer.is_fighter() {
        return sheet.flaw("wounds", "can be paid by gladiators only: expected another cost");
    }
    let itself = cost.defeat == Toll::Itself;
    if itself && (!bearer.is_fighter() || cost.exhaust || cost.wounds > 0) {
        return sheet.flaw(
            "defeat",
            "is the whole of what a gladiator pays: expected it on gladiators, alone or with pay or discard, or \"another\"",
        );
    }
    if cost.remove == Toll::Itself && bearer.is_in_play() {
        return sheet.flaw(
            "remove",
            "is a cost of cards that are played: expected \"another\", or another cost of one in play",
        );
    }
    if cost.remove == Toll::Another && cost.coins > 0 {
        // The only card left may be the income that pays.
        return sheet
            .flaw("remove", "is chosen after coin is paid, perhaps with that very card: expected no pay");
    }
    if from_hand && !(bearer.is_fighter() && ability.timing == Timing::Tactic && cost.is_free()) {
        let message = "enlist-this is for a gladiator's free tactic: expected nothing else";
        return sheet.flaw("effects", message);
    }
    if bearer.is_in_play() && own_trigger(ability).is_none() && !from_hand && cost.is_free() {
        return sheet
            .flaw("ability", "costs nothing: expected exhaust, pay, wounds, discard, defeat or remove");
    }
    if cost.exhaust && !bearer.is_in_play() {
        return sheet.flaw("exhaust", "is a cost of cards in play: expected pay or discard");
    }
    if (cost.exhaust || cost.wounds > 0 || itself && own_trigger(ability).is_some()) && is_gone(ability) {
        return sheet.flaw("ability", "is paid by a gladiator that is gone: expected pay or discard");
    }
    if !cost.exhaust && ability.timing == Timing::Free {
        sheet.flaw("exhaust", "is missing: expected true for a free action");
    }
}

/// Effects that make sense in some abilities only.
fn check_places(sheet: &mut Sheet<'_>, bearer: Bearer, ability: &Ability) {
    let mut returns = 0;
    for step in &ability.steps {
        let timing = ability.timing;
        let (fits, needs) = match step.shape.fits {
            Fits::Anywhere => continue,
            Fits::Reaction(occasion) => {
                let needs = match occasion {
                    Occasion::Damage => "a reaction to damage",
                    Occasion::Attack => "a reaction to an attack",
                    Occasion::Tactic => "a reaction to a tactic",
                    Occasion::Enter
                    | Occasion::Leave
                    | Occasion::Defeat
                    | Occasion::Battle
                    | Occasion::Win
                    | Occasion::Slay
                    | Occasion::Buy => "a reaction to that",
                };
                (timing.trigger().is_some_and(|trigger| trigger.occasion == occasion), needs)
            }
            Fits::OwnDefeat => {
                let own = |it: Trigger| {
                    it.occasion == Occasion::Defeat && matches!(it.of, Whose::This | Whose::Yours)
                };
                (timing.trigger().is_some_and(own), "a reaction to the defeat of this or yours")
            }
            Fits::Scheme => (timing == Timing::Scheme, "a scheme"),
            Fits::Combat => {
                let needs = "a tactic or reaction: it lasts until the combat turn ends";
                (!timing.is_scheme() && timing != Timing::Free, needs)
            }
            Fits::TacticCard if bearer.is_in_play() || timing != Timing::Tactic => (false, "a tactic card"),
            Fits::TacticCard => {
                returns += 1;
                let plain = !step.may && step.only == Only::Always;
                (plain && returns == 1, "one sentence without may or only")
            }
        };
        if !fits {
            let message = format!("{:?} does not fit here: expected it in {needs}", step.effect);
            sheet.flaw("effects", message);
        }
    }
}

/// Words for gladiators that would name nobody, or say what is not looked at.
fn check_words(sheet: &mut Sheet<'_>, bearer: Bearer, ability: &Ability, step: &Step, targeted: bool) {
    if matches!(step.effect, Effect::Return { .. }) && !targeted {
        return sheet.flaw("effects", "return speaks of a target: expected one in a sentence before");
    }
    let attacked = ability
        .timing
        .trigger()
        .is_some_and(|trigger| matches!(trigger.occasion, Occasion::Attack | Occasion::Damage));
    for who in step.shape.who.into_iter().flatten() {
        let wrong = match who.how {
            How::This if !bearer.is_fighter() => "'this' is no gladiator: expected target, each or same",
            How::This if is_gone(ability) => "'this' is gone by then: expected target, each or same",
            How::Attacker if !attacked => {
                "'attacker' is nobody: expected it in a reaction to attacks or damage"
            }
            How::Same if !targeted => "'same' is nobody: expected a target in a sentence before",
            How::This | How::Attacker | How::Same if is_narrowed(who) => {
                "'this', 'attacker' and 'same' name one gladiator: expected no further words"
            }
            How::Target | How::Each if who.other && !bearer.is_fighter() => {
                "'other' is other than a gladiator itself: expected it on gladiators only"
            }
            How::This | How::Attacker | How::Same | How::Target | How::Each => continue,
        };
        sheet.flaw("effects", wrong);
    }
}

fn is_narrowed(who: Who) -> bool {
    who.other || who.side != Side::Any || who.state != Condition::Any
}

/// Amounts that depend on what is not there.
fn check_amounts(sheet: &mut Sheet<'_>, bearer: Bearer, ability: &Ability, step: &Step, targeted: bool) {
    if let Effect::Strengthen { stat: Stat::Bloodlust, stays: false, .. } = step.effect {
        let message = "nobody looks at bloodlust before the combat turn ends: expected stays = true";
        return sheet.flaw("effects", message);
    }
    let Some((amount, whole)) = step.shape.amount else { return };
    if let Effect::Strengthen { stat, stays: false, .. } = step.effect
        && amount.per == Per::One
        && amount.times > Passing::most(stat).unsigned_abs()
    {
        let (name, most) = (stat.name(), Passing::most(stat));
        let message = format!("changes {name} by {}: expected at most {most} for a turn", amount.times);
        return sheet.flaw("effects", message);
    }
    let here = step.shape.who.iter().flatten().any(|who| who.how == How::Target);
    if amount.per.is_its() && !targeted && !here {
        return sheet.flaw("effects", "'its' is nobody's: expected a target here or in a sentence before");
    }
    if amount.per == Per::All && whole == Whole::IsNot {
        return sheet.flaw("effects", "there is no \"all\" of that: expected a number");
    }
    if amount.per == Per::Damage && is_gone(ability) {
        return sheet.flaw("effects", "the gladiator is gone, and its damage: expected another amount");
    }
    check_own_amount(sheet, "effects", bearer, amount);
}

/// FG-141: what is looked at is shown at once, and what is done with it must be possible.
fn check_look(sheet: &mut Sheet<'_>, step: &Step) {
    let Effect::Look { cards, whose, then } = step.effect else { return };
    let least = if then == Seen::Order { 2 } else { 1 };
    if !(least..=LOOKED_AT).contains(&cards) {
        let message = format!("looks at {cards}: expected from {least} to {LOOKED_AT} cards");
        return sheet.flaw("effects", message);
    }
    if whose == Decks::Opponent && then == Seen::Take {
        sheet.flaw("effects", "an opponent's card can't be taken: expected order or discard");
    }
}

/// Attack and damage are a gladiator's own.
fn check_own_amount(sheet: &mut Sheet<'_>, field: &str, bearer: Bearer, amount: Amount) {
    if matches!(amount.per, Per::Attack | Per::Damage) && !bearer.is_fighter() {
        sheet.flaw(field, "the card has neither attack nor damage: expected another amount");
    }
}

/// Everything that static abilities must keep to.
pub(crate) fn check_statics(sheet: &mut Sheet<'_>, bearer: Bearer, statics: &[Static]) {
    let fighter = bearer.is_fighter();
    for value in statics {
        let stat = if let Static::Stat { amount, of, .. } = value { Some((*amount, *of)) } else { None };
        if let Static::Instead { would, of, then, .. } = value {
            if let Some(wrong) = wrong_instead(bearer, *would, *of, *then) {
                return sheet.flaw("static", wrong);
            }
            continue;
        }
        let fits = match stat.map(|(_, of)| of.how) {
            Some(How::This) => fighter,
            Some(How::Each) => true,
            Some(How::Target | How::Attacker | How::Same) => false,
            None => Perk::of(*value).0.is_mark() == fighter,
        };
        if !fits {
            let message = format!(
                "{value:?} does not fit this card: gladiators change gladiators, patrons and arenas change rules or 'each'"
            );
            return sheet.flaw("static", message);
        }
        if let Some((amount, of)) = stat {
            check_stat(sheet, bearer, amount, of);
        }
    }
}

/// FG-142: what is wrong with a text that lets something else happen, if anything is.
fn wrong_instead(bearer: Bearer, would: Would, of: Option<Who>, then: Rather) -> Option<String> {
    let (happens, instead) = (would.name(), then.name());
    if !would.allows(then) {
        let fitting = Rather::ALL.into_iter().filter(|rather| would.allows(*rather)).map(Rather::name);
        let fitting = fitting.collect::<Vec<_>>().join(", ");
        return Some(format!("'{instead}' can't happen instead of '{happens}': expected one of {fitting}"));
    }
    let Some(who) = of else {
        let missing = format!("'{happens}' happens to gladiators: expected 'of'");
        return would.is_to_gladiators().then_some(missing);
    };
    if !would.is_to_gladiators() {
        return Some(format!("'{happens}' happens to you: expected no 'of'"));
    }
    let itself = who.how == How::This;
    if would == Would::Exhaust && then == Rather::Exhaust && bearer.is_fighter() {
        return Some(
            "a gladiator exhausted instead would be exhausted: expected it on patrons and arenas".to_owned(),
        );
    }
    match who.how {
        How::This | How::Each if itself && !bearer.is_fighter() => {
            Some("'this' is no gladiator: expected 'each …'".to_owned())
        }
        How::This if is_narrowed(who) => {
            Some("'this' names one gladiator: expected no further words".to_owned())
        }
        How::Each if who.other && !bearer.is_fighter() => {
            Some("'other' is other than a gladiator itself: expected it on gladiators only".to_owned())
        }
        How::This | How::Each => None,
        How::Target | How::Attacker | How::Same => {
            Some("nobody is named then: expected 'this' or 'each …'".to_owned())
        }
    }
}

fn check_stat(sheet: &mut Sheet<'_>, bearer: Bearer, amount: Amount, of: Who) {
    // A condition on 'this' is looked at, and printed as "while".
    let narrowed = of.other || of.side != Side::Any;
    if of.how == How::This && narrowed {
        return sheet.flaw("static", "'this' names one gladiator: expected only its condition after it");
    }
    if of.other && !bearer.is_fighter() {
        let message = "'other' is other than a gladiator itself: expected it on gladiators only";
        return sheet.flaw("static", message);
    }
    if matches!(amount.per, Per::All | Per::Attack) || amount.per.is_its() {
        return sheet.flaw("static", "a stat can't change by that: expected a number or 'N per …'");
    }
    check_own_amount(sheet, "static", bearer, amount);
}
