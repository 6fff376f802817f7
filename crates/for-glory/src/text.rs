//! Effect to rules text, in our own words. What a card says is printed from what it does.

use std::fmt::Write as _;

use crate::cards::{Arena, Card, Home, Source, Type};
use crate::effect::{
    Ability, Amount, Condition, Cost, Effect, How, Occasion, Only, Per, Side, Stat, Static, Step, Timing,
    Trigger, What, Who, Whose,
};
use crate::ludus::Order;
use crate::phrase::{capital, coins, joined, several};
use crate::procedures::Bearer;

/// Where the card stands that speaks: what its words mean depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// Nowhere: it is played from hand, and its text is the card's own.
    Hand,
    /// In an arena.
    Arena,
    /// In a villa, from where it works in every arena (FG-87).
    Villa,
}

impl Stands {
    /// Where what bears an ability stands.
    pub(crate) const fn of(bearer: Bearer) -> Self {
        match bearer {
            Bearer::Card(_) => Self::Hand,
            Bearer::Gladiator(_) => Self::Arena,
            Bearer::Patron(_) | Bearer::Arena(_) => Self::Villa,
        }
    }

    const fn of_type(kind: Type) -> Self {
        match kind {
            Type::Scheme | Type::Tactic | Type::Reaction | Type::SchemeTactic => Self::Hand,
            Type::Gladiator => Self::Arena,
            Type::Income | Type::Patron => Self::Villa,
        }
    }
}

/// Which arena a sentence speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Where the bearer stands, or the arena being fought over.
    Here,
    /// The one that the trigger names.
    That,
    /// All of them.
    Everywhere,
}

/// Who speaks: a card's name, where it stands, and the arena its words reach.
#[derive(Clone, Copy)]
struct Speaker<'a> {
    name: &'a str,
    stands: Stands,
    reach: Reach,
}

/// A card's whole text: type, price, stats and abilities.
pub fn card(card: &Card) -> String {
    let mut text = card.kind.name().to_owned();
    match card.home {
        Home::Supply(_) => {
            let _ = write!(text, ", costs {}", coins(card.cost));
        }
        Home::Champion(1) => text.push_str(", champion of level 1"),
        Home::Champion(level) => {
            let _ = write!(text, ", champion of level {level}, upgrade for {}", coins(card.cost));
        }
        Home::Starting | Home::Boast => {}
    }
    match card.kind {
        Type::Income => {
            let _ = write!(text, ". Worth {} when you pay a cost", coins(card.value));
        }
        Type::Patron => match card.influence {
            0 => text.push_str(". Grants no influence"),
            some => {
                let _ = write!(text, ". Grants {some} influence");
            }
        },
        Type::Gladiator => {
            let _ = write!(
                text,
                ". Attack {}, health {}, agility {}, bloodlust {}",
                card.attack, card.health, card.agility, card.bloodlust
            );
            if card.influence > 0 {
                let _ = write!(text, ", needs {} influence", card.influence);
            }
        }
        Type::Scheme | Type::Tactic | Type::Reaction | Type::SchemeTactic => {}
    }
    text.push('.');
    append(&mut text, &card.name, &card.abilities, &card.statics, Stands::of_type(card.kind));
    if card.home == Home::Boast {
        text.push_str(" Does nothing.");
    }
    text
}

/// An arena's whole text.
pub fn arena(arena: &Arena) -> String {
    let mut text = "Arena.".to_owned();
    append(&mut text, &arena.name, &arena.abilities, &arena.statics, Stands::Villa);
    text
}

/// A card's text with how many there are and how it is known to us.
pub fn card_with_origin(it: &Card) -> String {
    let mut text = card(it);
    let copies = match it.copies {
        1 => "1 copy".to_owned(),
        many => format!("{many} copies"),
    };
    match it.home {
        Home::Starting => {
            let _ = write!(text, " {copies} in every starting deck.");
        }
        Home::Supply(deck) => {
            let _ = write!(text, " {copies} in the {} deck.", deck.name());
        }
        Home::Champion(_) | Home::Boast => {}
    }
    if it.expansion {
        text.push_str(" Expansion.");
    }
    if it.home != Home::Boast {
        let _ = write!(text, " {}.", origin(it.source, &it.inferred));
    }
    text
}

/// An arena's text with how it is known to us.
pub fn arena_with_origin(it: &Arena) -> String {
    format!("{} {}.", arena(it), origin(it.source, &it.inferred))
}

/// An order of the Ludus Magnus; all of them are ours.
pub(crate) fn order(it: &Order) -> String {
    format!("Order of the Ludus Magnus. {}. Our design.", it.whole())
}

/// Which of a card is the publisher's and which is ours.
fn origin(source: Source, inferred: &[String]) -> String {
    let known = match source {
        Source::Rulebook => "Known from the rule books",
        Source::Faq => "Known from the publisher's answers",
        Source::House => return "Our design".to_owned(),
    };
    if inferred.is_empty() {
        return known.to_owned();
    }
    let ours: Vec<_> = inferred
        .iter()
        .map(|field| match field.as_str() {
            "as" => "timing".to_owned(),
            "ability" => "abilities".to_owned(),
            "static" => "lasting effect".to_owned(),
            other => other.to_owned(),
        })
        .collect();
    format!("{known}; our own: {}", joined(&ours))
}

fn append(text: &mut String, name: &str, abilities: &[Ability], statics: &[Static], stands: Stands) {
    let reach = if stands == Stands::Villa { Reach::Everywhere } else { Reach::Here };
    for it in statics {
        let _ = write!(text, " {}.", capital(&Speaker { name, stands, reach }.of_static(*it)));
    }
    for ability in abilities {
        if !ability.steps.is_empty() {
            let _ = write!(text, " {}", of_ability(name, ability, stands));
        }
    }
}

/// One ability as a sentence.
pub fn of_ability(name: &str, ability: &Ability, stands: Stands) -> String {
    let own_text = stands == Stands::Hand;
    let head = match ability.timing {
        Timing::Scheme | Timing::Tactic | Timing::SchemeOrTactic if own_text => String::new(),
        Timing::Scheme => "Scheme: ".to_owned(),
        Timing::Tactic => "Tactic: ".to_owned(),
        Timing::SchemeOrTactic => "Scheme/Tactic: ".to_owned(),
        Timing::Free => "Free action: ".to_owned(),
        Timing::Reaction(trigger) if own_text => format!("{}: ", capital(&of_trigger(name, trigger))),
        Timing::Reaction(trigger) => format!("Reaction, {}: ", of_trigger(name, trigger)),
    };
    let cost = of_cost(name, ability.cost);
    let effects: Vec<_> =
        ability.steps.iter().map(|step| of_step(name, stands, ability.timing, *step)).collect();
    let effects = effects.join("; then ");
    let body = if cost.is_empty() { effects } else { format!("{cost} to {effects}") };
    let body = if head.is_empty() { capital(&body) } else { body };
    format!("{head}{body}.")
}

/// What a sentence of an ability does, as a phrase.
pub(crate) fn of_effect(name: &str, stands: Stands, timing: Timing, effect: Effect) -> String {
    Speaker { name, stands, reach: reach(timing) }.of_effect(effect)
}

/// What enters, leaves or falls in an arena is answered in that arena; a scheme reaches all of them.
const fn reach(timing: Timing) -> Reach {
    if matches!(timing, Timing::Scheme) {
        return Reach::Everywhere;
    }
    match timing.trigger() {
        Some(Trigger { occasion: Occasion::Enter | Occasion::Leave | Occasion::Defeat, .. }) => Reach::That,
        Some(Trigger { occasion: Occasion::Damage | Occasion::Attack | Occasion::Tactic, .. }) | None => {
            Reach::Here
        }
    }
}

fn of_trigger(name: &str, trigger: Trigger) -> String {
    let whose = match trigger.of {
        Whose::This => name.to_owned(),
        Whose::Yours => "a gladiator of yours".to_owned(),
        Whose::Opposing => "an opposing gladiator".to_owned(),
        Whose::Any => "a gladiator".to_owned(),
    };
    match trigger.occasion {
        Occasion::Damage => "when damage is assigned".to_owned(),
        Occasion::Attack => format!("when {whose} attacks"),
        Occasion::Enter => format!("when {whose} enters an arena"),
        Occasion::Leave => format!("when {whose} leaves an arena"),
        Occasion::Defeat => format!("when {whose} is defeated"),
        Occasion::Tactic => match trigger.of {
            Whose::Yours => "when you use a tactic".to_owned(),
            Whose::Opposing => "when an opponent uses a tactic".to_owned(),
            Whose::This | Whose::Any => "when anyone uses a tactic".to_owned(),
        },
    }
}

fn of_cost(name: &str, cost: Cost) -> String {
    let mut parts = Vec::new();
    if cost.exhaust {
        parts.push(format!("exhaust {name}"));
    }
    if cost.coins > 0 {
        parts.push(format!("pay {}", coins(cost.coins)));
    }
    if cost.wounds > 0 {
        parts.push(format!("deal {name} {} damage that can't be prevented", cost.wounds));
    }
    if cost.discard > 0 {
        parts.push(format!("discard {} from hand", cards(cost.discard)));
    }
    parts.join(" and ")
}

fn cards(count: u8) -> String {
    if count == 1 { "a card".to_owned() } else { format!("{count} cards") }
}

fn of_step(name: &str, stands: Stands, timing: Timing, step: Step) -> String {
    let speaker = Speaker { name, stands, reach: reach(timing) };
    let effect = speaker.of_effect(step.effect);
    let only = match step.only {
        Only::Always => String::new(),
        Only::Favor => "if you have the Crowd's Favor, ".to_owned(),
        Only::Behind => "if an opponent has more glory than you, ".to_owned(),
        Only::Outnumbered => format!("if an opponent has more gladiators{} than you, ", speaker.here()),
    };
    let may = if step.may { "you may " } else { "" };
    format!("{only}{may}{effect}")
}

impl Speaker<'_> {
    fn of_effect(self, effect: Effect) -> String {
        let name = self.name;
        let who = |who: Who| self.of_who(who);
        let each = |amount: Amount| self.each(amount);
        match effect {
            Effect::Deal { amount, to, unpreventable } => {
                let fixed = if unpreventable { " that can't be prevented" } else { "" };
                format!("deal {}{fixed} to {}{}", self.damage(amount), who(to), self.per(amount))
            }
            Effect::Prevent { amount, on } => {
                format!("prevent {} damage assigned to {}{}", number(amount), who(on), each(amount))
            }
            Effect::Reassign { amount, from, to } => {
                format!(
                    "reassign {} damage from {} to {}{}",
                    number(amount),
                    who(from),
                    other(&who(to)),
                    each(amount)
                )
            }
            Effect::Move { amount, from, to } => {
                format!(
                    "move {} damage from {} to {}{}",
                    number(amount),
                    who(from),
                    other(&who(to)),
                    each(amount)
                )
            }
            Effect::Remove { amount, on } => {
                format!("remove {} damage from {}{}", number(amount), who(on), each(amount))
            }
            Effect::Exhaust { who: it } => format!("exhaust {}", who(it)),
            Effect::Ready { who: it } => format!("ready {}", who(it)),
            Effect::Strengthen { amount, who: it } => {
                format!(
                    "give {} {} more attack{} until the combat turn ends",
                    who(it),
                    number(amount),
                    each(amount)
                )
            }
            Effect::Bless { who: it } => format!("put a blessing on {}", who(it)),
            Effect::Transfer { who: it } => format!("move {} to another open arena", who(it)),
            Effect::Recall { who: it } => format!("take {} back into its owner's hand", who(it)),
            Effect::Enlist {} => {
                let into = match self.reach {
                    Reach::Here => "the arena being fought over",
                    Reach::That => "that arena",
                    Reach::Everywhere => "an open arena",
                };
                format!("put a gladiator from your hand into {into}")
            }
            Effect::EnlistThis {} => {
                format!("put {name} from your hand into the arena being fought over")
            }
            Effect::Draw { cards: amount } => match amount.per {
                Per::One => format!("draw {}", cards(amount.times)),
                Per::All
                | Per::Attack
                | Per::Damage
                | Per::Yours
                | Per::Opposing
                | Per::Patron
                | Per::Arena
                | Per::Glory => {
                    format!("draw {}{}", cards(amount.times), each(amount))
                }
            },
            Effect::Coins { coins: amount } => format!("gain {}{}", coins(amount.times), each(amount)),
            Effect::Steal { coins: amount } => {
                let most = several(amount.times, "coin token");
                format!("take up to {most} from an opponent{}", each(amount))
            }
            Effect::Discard { cards: count } => {
                format!("make each opponent discard {} of their choice", cards(count))
            }
            Effect::Cull {} => "remove a card in your hand from the game".to_owned(),
            Effect::Refresh {} => {
                "discard the face-up cards of one supply deck and turn up three new ones".to_owned()
            }
            Effect::OnDeck { what } => {
                format!("put a target {} from your discard pile on top of your deck", of_what(what))
            }
            Effect::Retrieve { what } => {
                format!("take a {} from your discard pile into your hand", of_what(what))
            }
            Effect::ExhaustPatron {} => "exhaust a patron of an opponent".to_owned(),
            Effect::ReadyPatron {} => "ready a patron of yours".to_owned(),
            Effect::ReadyArena {} => "ready an arena of yours".to_owned(),
            Effect::Parry {} => "stop that attack, so that it deals no damage".to_owned(),
            Effect::Counter {} => "cancel that tactic, so that it has no effect".to_owned(),
            Effect::Return { coins: price } => format!(
                "if that target is defeated before the combat turn ends, you may pay {} to take {name} back into your hand",
                coins(price)
            ),
        }
    }

    /// Damage of an amount: a number, or the card's own attack.
    fn damage(self, amount: Amount) -> String {
        match amount.per {
            Per::Attack => format!("damage equal to {}'s attack", self.name),
            Per::One
            | Per::All
            | Per::Damage
            | Per::Yours
            | Per::Opposing
            | Per::Patron
            | Per::Arena
            | Per::Glory => format!("{} damage", number(amount)),
        }
    }

    /// What damage is counted by; the card's own attack has been named before.
    fn per(self, amount: Amount) -> String {
        if amount.per == Per::Attack { String::new() } else { self.each(amount) }
    }

    /// What an amount is counted by, as the end of a phrase.
    fn each(self, amount: Amount) -> String {
        let name = self.name;
        let here = self.here();
        match amount.per {
            Per::One | Per::All => String::new(),
            Per::Attack => format!(" for each attack of {name}"),
            Per::Damage => format!(" for each damage on {name}"),
            Per::Yours => format!(" for each gladiator you have{here}"),
            Per::Opposing => format!(" for each opposing gladiator{here}"),
            Per::Patron => " for each ready patron you have".to_owned(),
            Per::Arena => " for each arena ability you have".to_owned(),
            Per::Glory => " for each glory you have".to_owned(),
        }
    }

    const fn here(self) -> &'static str {
        match self.reach {
            Reach::Here => " here",
            Reach::That => " in that arena",
            // What is counted is counted in the arena of each gladiator concerned.
            Reach::Everywhere => " in the same arena",
        }
    }

    fn of_who(self, who: Who) -> String {
        let state = condition(who.state);
        let state = if state.is_empty() { String::new() } else { format!("{state} ") };
        // Only what stands in an arena can leave itself out.
        let other = who.other && self.stands == Stands::Arena;
        let (before, after) = match who.side {
            Side::Any => ("", ""),
            Side::Yours => ("", " of yours"),
            Side::Opposing => ("opposing ", ""),
        };
        match who.how {
            How::Target => {
                let other = if other { format!(" other than {}", self.name) } else { String::new() };
                let there = if self.reach == Reach::That { " in that arena" } else { "" };
                format!("a target {before}{state}gladiator{after}{other}{there}")
            }
            How::Each => {
                let other = if other { "other " } else { "" };
                let there = if self.reach == Reach::Everywhere { "" } else { self.here() };
                format!("each {other}{before}{state}gladiator{after}{there}")
            }
            How::This => self.name.to_owned(),
            How::Attacker => "the attacking gladiator".to_owned(),
            How::Same => "that gladiator".to_owned(),
        }
    }

    fn of_static(self, it: Static) -> String {
        let name = self.name;
        match it {
            Static::Stat { stat, lower, amount, of } => {
                let stat = match stat {
                    Stat::Attack => "attack",
                    Stat::Health => "health",
                    Stat::Agility => "agility",
                };
                let change = if lower { "less" } else { "more" };
                let only = match (of.how, condition(of.state)) {
                    (How::This, state) if !state.is_empty() => format!("while {state}, "),
                    (How::This | How::Each | How::Target | How::Attacker | How::Same, _) => String::new(),
                };
                format!(
                    "{only}{} has {} {change} {stat}{}",
                    self.of_who(of),
                    number(amount),
                    self.each(amount)
                )
            }
            Static::Initiative { amount } => {
                format!("your side counts {amount} more agility when initiative is determined")
            }
            Static::Influence { amount } => format!("you have {amount} more influence"),
            Static::Insurance { amount } => {
                let more =
                    if amount == 1 { "1 more coin".to_owned() } else { format!("{amount} more coins") };
                format!("you get {more} when a gladiator of yours is defeated")
            }
            Static::Hand { amount } => {
                let more =
                    if amount == 1 { "1 more card".to_owned() } else { format!("{amount} more cards") };
                format!("you draw {more} at the end of your turn and when hands are refilled after battles")
            }
            Static::Registration { amount } => {
                format!("your late registration costs {} less", coins(amount))
            }
            Static::Discount { deck, amount } => {
                format!("{} in the supply cost you {} less, but at least 1", deck.noun(), coins(amount))
            }
            Static::ReserveGladiators {} => "you may reserve gladiators".to_owned(),
            Static::Untargetable {} => format!("opponents can't target {name}"),
            Static::Guard {} => {
                format!("opposing gladiators that attack here must target {name} if they can")
            }
            Static::Ruthless {} => format!("damage that {name} deals by attacking can't be prevented"),
            Static::Silence {} => {
                format!("opposing gladiators in {name}'s arena can't use Tactic abilities")
            }
        }
    }
}

const fn condition(state: Condition) -> &'static str {
    match state {
        Condition::Any => "",
        Condition::Ready => "ready",
        Condition::Exhausted => "exhausted",
        Condition::Damaged => "damaged",
        Condition::Unhurt => "unhurt",
    }
}

fn other(who: &str) -> String {
    who.replacen("a target", "another target", 1)
}

const fn of_what(what: What) -> &'static str {
    match what {
        What::Card => "card",
        What::Gladiator => "gladiator",
        What::Training => "tactic or reaction",
        What::Income => "income",
    }
}

/// The number of an amount, without what it is counted by.
fn number(amount: Amount) -> String {
    match amount.per {
        Per::All => "all".to_owned(),
        Per::One
        | Per::Attack
        | Per::Damage
        | Per::Yours
        | Per::Opposing
        | Per::Patron
        | Per::Arena
        | Per::Glory => amount.times.to_string(),
    }
}
