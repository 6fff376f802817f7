//! Why not: the rule's number, the fact that failed, and what would make it legal.

use table::{Refusal, Seat};

use crate::action::Fighter;
use crate::cards::{Kind, Type};
use crate::phrase::{coins, several, side};
use crate::rules::Rules;
use crate::state::{Place, State};

/// Why an action is not allowed. Cheap to make: the words come only when somebody asks for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    NotYourTurn,
    NotNow,
    NotInHand(Kind),
    NotForSale(Kind),
    TooDear(u8),
    NotReservable(Kind),
    WrongTime(Kind),
    NoGladiator(Kind),
    Closed(Place),
    Influence(Kind),
    NoReserve,
    NoBlessing,
    StopsSet,
    MustAttack,
    Attacked,
    TacticUsed,
    NoSuchGladiator(Fighter),
    NotHere(Fighter),
    Exhausted,
    NoTarget,
    Duty(Kind),
    WrongTrigger,
    UsedHere,
    MustAim,
    MustChoose,
    NotInPlay,
    NoAbility,
    AbilityTime,
    Silenced,
    TooFewCards(u8),
    NoEffect,
    Payment(u8),
    CanPay(u8),
    MustPay(u8),
    CantLose,
    MustLose,
    NotPending,
    MustOrder,
    MustDiscard,
    MustAnswer,
    NoChampion,
    Order,
    Tie,
    NoUpgrade(Kind),
}

impl State {
    /// The words for a reason.
    #[expect(clippy::too_many_lines, reason = "a table: one line for each reason")]
    pub(crate) fn explain(&self, rules: &Rules, seat: Seat, reason: Reason) -> Refusal {
        let name = |kind: Kind| rules.set.card(kind).name.as_str();
        match reason {
            Reason::NotYourTurn => Refusal::flat("FG-25", "it is not your turn to decide"),
            Reason::NotNow => Refusal::flat("FG-31", "that can't be done now"),
            Reason::NotInHand(kind) => {
                Refusal::new("FG-4", format!("{} is not in your hand", name(kind)), "Choose a card you hold")
            }
            Reason::NotForSale(kind) => {
                let fact = format!("{} is not for sale now", name(kind));
                Refusal::new("FG-32", fact, "Buy one of the face-up cards")
            }
            Reason::TooDear(cost) => {
                let fact = format!("it costs {} and you can pay {}", coins(cost), self.purse(rules, seat));
                Refusal::new("FG-10", fact, "Income cards in your hand and coin tokens count")
            }
            Reason::NotReservable(kind) => {
                let fact = format!("{} is {}", name(kind), a_type(rules.set.card(kind).kind));
                Refusal::new("FG-39", fact, "Only tactics and reactions can be reserved")
            }
            Reason::WrongTime(kind) => wrong_time(rules, kind),
            Reason::NoGladiator(kind) => {
                let fact = format!("{} is {}", name(kind), a_type(rules.set.card(kind).kind));
                Refusal::new("FG-35", fact, "Only gladiators enter arenas")
            }
            Reason::Closed(place) => self.explain_closed(place),
            Reason::Influence(kind) => {
                let (needs, has) = (self.requirement(rules, seat), self.influence(rules, seat));
                let more = rules.set.card(kind).influence;
                let fact = format!(
                    "your gladiators would need {} influence and you have {has}",
                    needs + u32::from(more)
                );
                Refusal::new("FG-37", fact, "Patrons that are not exhausted grant influence")
            }
            Reason::NoReserve => {
                Refusal::new("FG-40", "your reserve is empty", "Reserve tactics or reactions first")
            }
            Reason::NoBlessing => Refusal::new(
                "FG-75",
                "no blessing of yours there has damage to prevent",
                "Choose a gladiator of yours with a blessing and damage coming to it",
            ),
            Reason::StopsSet => Refusal::new(
                "FG-123",
                "you have changed that in this turn already, or it is set so",
                "Change it in your next turn",
            ),
            Reason::MustAttack => {
                Refusal::new("FG-64", "you have a ready gladiator and have not attacked", "Attack with one")
            }
            Reason::Attacked => Refusal::flat("FG-64", "you have attacked in this combat turn"),
            Reason::TacticUsed => Refusal::flat("FG-64", "you have used a tactic in this combat turn"),
            Reason::NoSuchGladiator(fighter) => {
                let fact =
                    format!("{} has no such {} in an arena", side(rules, fighter.owner), name(fighter.kind));
                Refusal::new("FG-61", fact, "Choose a gladiator in an arena")
            }
            Reason::NotHere(fighter) => {
                let fact =
                    format!("you can't use {}'s {} here", side(rules, fighter.owner), name(fighter.kind));
                Refusal::new("FG-61", fact, "Use your own gladiators in the arena being fought over")
            }
            Reason::Exhausted => Refusal::new("FG-7", "it is exhausted", "It must be readied first"),
            Reason::NoTarget => {
                Refusal::new("FG-9", "that can't be the target", "Choose one of the targets offered")
            }
            Reason::Duty(kind) => {
                let fact = format!("{}'s reaction is not optional", name(kind));
                Refusal::new("FG-2", fact, "Use it before you pass")
            }
            Reason::WrongTrigger => Refusal::new(
                "FG-73",
                "it does not react to what has just happened",
                "Pass, or use a reaction that fits",
            ),
            Reason::UsedHere => Refusal::flat("FG-73", "it has reacted to this already"),
            Reason::MustAim => {
                Refusal::new("FG-65", "the attack needs a target", "Choose an opposing gladiator")
            }
            Reason::MustChoose => {
                Refusal::new("FG-3", "the card asks for something else", "Choose one of the things it offers")
            }
            Reason::NotInPlay => Refusal::new(
                "FG-66",
                "you have no such card in play",
                "Abilities work only from cards in play",
            ),
            Reason::NoAbility => Refusal::flat("FG-66", "it has no such ability"),
            Reason::AbilityTime => Refusal::flat("FG-66", "that ability can't be used at this point"),
            Reason::Silenced => {
                Refusal::flat("FG-2", "an opposing gladiator here keeps it from using tactics")
            }
            Reason::TooFewCards(cards) => Refusal::flat(
                "FG-3",
                format!("you must discard {} for it and hold too few", several(cards, "card")),
            ),
            Reason::NoEffect => Refusal::flat("FG-3", "it would do nothing now"),
            Reason::Payment(cost) => {
                let fact = format!("that is no way to pay {}", coins(cost));
                let remedy = "Use income cards you hold, none more than needed, and coin tokens for the rest";
                Refusal::new("FG-10", fact, remedy)
            }
            Reason::CanPay(cost) => {
                let fact = format!("you can pay the {}, so you may not decline", coins(cost));
                Refusal::new("FG-10", fact, "Pay, or undo what you would pay for")
            }
            Reason::MustPay(cost) => {
                Refusal::new("FG-10", format!("you have to pay {} first", coins(cost)), "Choose how to pay")
            }
            Reason::CantLose => Refusal::new(
                "FG-38",
                "that gladiator can't be given up for influence",
                "Choose one of yours that needs influence, outside the Fleeting arena in a Lasting battle",
            ),
            Reason::MustLose => Refusal::new(
                "FG-38",
                "your gladiators need more influence than you have",
                "Choose one to give up",
            ),
            Reason::NotPending => Refusal::flat("FG-6", "nothing has happened to that gladiator"),
            Reason::MustOrder => {
                Refusal::new("FG-6", "several things happened at once", "Choose what is reacted to first")
            }
            Reason::MustDiscard => {
                Refusal::new("FG-3", "you must discard a card first", "Choose a card of your hand")
            }
            Reason::Order => Refusal::new(
                "FG-105",
                "the Ludus Magnus reacts for several gladiators",
                "Choose for which of them first",
            ),
            Reason::Tie => {
                Refusal::new("FG-108", "the Ludus Magnus could select several", "Choose one of them for it")
            }
            Reason::NoChampion => {
                Refusal::new("FG-90", "champions are drafted now", "Choose one that is left")
            }
            Reason::NoUpgrade(kind) => Refusal::flat("FG-92", format!("{} has no further level", name(kind))),
            Reason::MustAnswer => {
                Refusal::new("FG-2", "you have been offered something", "Accept or decline")
            }
        }
    }

    fn explain_closed(&self, place: Place) -> Refusal {
        if self.public.arenas[place.index()].is_none() {
            return Refusal::flat("FG-36", "there is no such arena now");
        }
        Refusal::new(
            "FG-36",
            "the other Fleeting arena holds gladiators",
            "Enter that one, or the Lasting arena",
        )
    }
}

/// A card's type with its article.
fn a_type(kind: Type) -> String {
    let name = kind.name().to_lowercase();
    if kind == Type::Income { format!("an {name}") } else { format!("a {name}") }
}

fn wrong_time(rules: &Rules, kind: Kind) -> Refusal {
    let card = rules.set.card(kind);
    let (rule, fact) = match card.kind {
        Type::Income => ("FG-10", "income cards are played only to pay a cost"),
        Type::Scheme => ("FG-33", "schemes are played only in your machinations turn"),
        Type::Patron => ("FG-34", "patrons are played only in your machinations turn"),
        Type::Gladiator => {
            ("FG-35", "gladiators enter arenas in your machinations turn or late registration")
        }
        Type::Tactic | Type::SchemeTactic => ("FG-66", "tactics are used only in your combat turns"),
        Type::Reaction => ("FG-73", "reactions are used only when what they react to has just happened"),
    };
    Refusal::flat(rule, fact)
}
