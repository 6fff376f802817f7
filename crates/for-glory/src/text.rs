//! Effect to rules text, in our own words. What a card says is printed from what it does.

use std::fmt::Write as _;

use crate::cards::{Arena, Card, Home, Type};
use crate::effect::{
    Ability, Amount, Condition, Cost, Effect, How, Occasion, Only, Per, Side, Stat, Static, Step, Timing,
    Trigger, What, Who, Whose,
};

/// A card's whole text: type, price, stats and abilities.
pub fn card(card: &Card) -> String {
    let mut text = card.kind.name().to_owned();
    match card.home {
        Home::Supply(_) => {
            let _ = write!(text, ", costs {}", card.cost);
        }
        Home::Champion(1) => text.push_str(", champion of level 1"),
        Home::Champion(level) => {
            let _ = write!(text, ", champion of level {level}, upgrade for {}", card.cost);
        }
        Home::Starting | Home::Boast => {}
    }
    match card.kind {
        Type::Income => {
            let _ = write!(text, ". Worth {} coin while you pay a cost", card.value);
        }
        Type::Patron => {
            let _ = write!(text, ". Grants {} influence", card.influence);
        }
        Type::Gladiator => {
            let _ = write!(
                text,
                ". Attack {}, health {}, agility {}, bloodlust {}, needs {} influence",
                card.attack, card.health, card.agility, card.bloodlust, card.influence
            );
        }
        Type::Scheme | Type::Tactic | Type::Reaction | Type::SchemeTactic => {}
    }
    text.push('.');
    append(&mut text, &card.name, &card.abilities, &card.statics, card.kind);
    if card.home == Home::Boast {
        text.push_str(" Does nothing.");
    }
    text
}

/// An arena's whole text.
pub fn arena(arena: &Arena) -> String {
    let mut text = "Arena.".to_owned();
    append(&mut text, &arena.name, &arena.abilities, &arena.statics, Type::Patron);
    text
}

fn append(text: &mut String, name: &str, abilities: &[Ability], statics: &[Static], kind: Type) {
    for it in statics {
        let _ = write!(text, " {}.", capital(&of_static(name, *it)));
    }
    let own_text = matches!(kind, Type::Scheme | Type::Tactic | Type::Reaction | Type::SchemeTactic);
    for ability in abilities {
        if !ability.steps.is_empty() {
            let _ = write!(text, " {}", of_ability(name, ability, own_text));
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// One ability as a sentence.
pub fn of_ability(name: &str, ability: &Ability, own_text: bool) -> String {
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
    let mut effects = Vec::new();
    for step in &ability.steps {
        effects.push(of_step(name, *step));
    }
    let effects = effects.join("; then ");
    let body = if cost.is_empty() { effects } else { format!("{cost} to {effects}") };
    let body = if head.is_empty() { capital(&body) } else { body };
    format!("{head}{body}.")
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
        parts.push(format!("pay {} coin", cost.coins));
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

fn of_step(name: &str, step: Step) -> String {
    let effect = of_effect(name, step.effect);
    let only = match step.only {
        Only::Always => "",
        Only::Favor => "if you have the Crowd's Favor, ",
        Only::Behind => "if an opponent has more glory than you, ",
        Only::Outnumbered => "if an opponent has more gladiators here than you, ",
    };
    let may = if step.may { "you may " } else { "" };
    format!("{only}{may}{effect}")
}

/// What a sentence does, as a phrase.
pub fn of_effect(name: &str, effect: Effect) -> String {
    let who = |who: Who| of_who(name, who);
    match effect {
        Effect::Deal { amount, to, unpreventable } => {
            let fixed = if unpreventable { " that can't be prevented" } else { "" };
            let much = match amount.per {
                Per::Attack => format!("damage equal to {name}'s attack"),
                Per::One
                | Per::All
                | Per::Damage
                | Per::Yours
                | Per::Opposing
                | Per::Patron
                | Per::Arena
                | Per::Glory => format!("{} damage", number(amount)),
            };
            let each = if amount.per == Per::Attack { String::new() } else { each(name, amount) };
            format!("deal {much}{fixed} to {}{each}", who(to))
        }
        Effect::Prevent { amount, on } => {
            format!("prevent {} damage assigned to {}{}", number(amount), who(on), each(name, amount))
        }
        Effect::Reassign { amount, from, to } => {
            format!(
                "reassign {} damage from {} to {}{}",
                number(amount),
                who(from),
                other(&who(to)),
                each(name, amount)
            )
        }
        Effect::Move { amount, from, to } => {
            format!(
                "move {} damage from {} to {}{}",
                number(amount),
                who(from),
                other(&who(to)),
                each(name, amount)
            )
        }
        Effect::Remove { amount, on } => {
            format!("remove {} damage from {}{}", number(amount), who(on), each(name, amount))
        }
        Effect::Exhaust { who: it } => format!("exhaust {}", who(it)),
        Effect::Ready { who: it } => format!("ready {}", who(it)),
        Effect::Strengthen { amount, who: it } => {
            format!(
                "give {} {} more attack{} until the combat turn ends",
                who(it),
                number(amount),
                each(name, amount)
            )
        }
        Effect::Bless { who: it } => format!("put a blessing on {}", who(it)),
        Effect::Transfer { who: it } => format!("move {} to another open arena", who(it)),
        Effect::Recall { who: it } => format!("take {} back into its owner's hand", who(it)),
        Effect::Enlist {} => "put a gladiator from your hand into the arena being fought over".to_owned(),
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
                format!("draw {}{}", cards(amount.times), each(name, amount))
            }
        },
        Effect::Coins { coins } => format!("gain {} coin{}", number(coins), each(name, coins)),
        Effect::Steal { coins } => {
            format!("take up to {} coin tokens from an opponent{}", number(coins), each(name, coins))
        }
        Effect::Discard { cards: count } => {
            format!("each opponent discards {} of their choice", cards(count))
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
        Effect::Parry {} => "let the attack deal no damage".to_owned(),
        Effect::Counter {} => "let the tactic have no effect".to_owned(),
        Effect::Return { coins } => format!(
            "if that target is defeated before the combat turn ends, you may pay {coins} coin to take {name} back into your hand"
        ),
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

/// What an amount is counted by, as the end of a phrase.
fn each(name: &str, amount: Amount) -> String {
    match amount.per {
        Per::One | Per::All => String::new(),
        Per::Attack => format!(" for each attack of {name}"),
        Per::Damage => format!(" for each damage on {name}"),
        Per::Yours => " for each gladiator you have here".to_owned(),
        Per::Opposing => " for each opposing gladiator here".to_owned(),
        Per::Patron => " for each ready patron you have".to_owned(),
        Per::Arena => " for each arena ability you have".to_owned(),
        Per::Glory => " for each glory you have".to_owned(),
    }
}

fn of_who(name: &str, who: Who) -> String {
    let state = match who.state {
        Condition::Any => "",
        Condition::Ready => "ready ",
        Condition::Exhausted => "exhausted ",
        Condition::Damaged => "damaged ",
        Condition::Unhurt => "unhurt ",
    };
    let others = if who.other { "other " } else { "" };
    let (before, after) = match who.side {
        Side::Any => ("", ""),
        Side::Yours => ("", " of yours"),
        Side::Opposing => ("opposing ", ""),
    };
    match who.how {
        How::Target => format!("a target {others}{before}{state}gladiator{after}"),
        How::Each => format!("each {others}{before}{state}gladiator{after} here"),
        How::This => name.to_owned(),
        How::Attacker => "the attacking gladiator".to_owned(),
        How::Same => "that gladiator".to_owned(),
    }
}

fn of_static(name: &str, it: Static) -> String {
    match it {
        Static::Stat { stat, lower, amount, of } => {
            let stat = match stat {
                Stat::Attack => "attack",
                Stat::Health => "health",
                Stat::Agility => "agility",
            };
            let change = if lower { "less" } else { "more" };
            format!("{} has {} {change} {stat}{}", of_who(name, of), number(amount), each(name, amount))
        }
        Static::Initiative { amount } => {
            format!("your total counts {amount} higher when initiative is determined")
        }
        Static::Influence { amount } => format!("you have {amount} more influence"),
        Static::Insurance { amount } => {
            format!("you take {amount} more coin when a gladiator of yours is defeated")
        }
        Static::Hand { amount } => {
            format!("you draw up to {amount} more at the end of your turn and after battles")
        }
        Static::Registration { amount } => format!("your late registration costs {amount} coin less"),
        Static::Discount { deck, amount } => {
            format!("cards of the {} supply cost you {amount} coin less, but at least 1", deck.name())
        }
        Static::ReserveGladiators {} => "you may reserve gladiators".to_owned(),
        Static::Untargetable {} => format!("{name} can't be targeted by opponents"),
        Static::Guard {} => format!("opposing gladiators that attack here must target {name} if they can"),
        Static::Ruthless {} => format!("damage that {name} deals by attacking can't be prevented"),
        Static::Silence {} => format!("opposing gladiators in {name}'s arena can't use Tactic abilities"),
    }
}
