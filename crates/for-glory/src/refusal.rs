//! Why not: the rule's number, the fact that failed, and what would make it legal.

use table::{Refusal, Seat};

use crate::action::Fighter;
use crate::cards::{Kind, Type};
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
            Reason::NotYourTurn => Refusal::flat("FG-25", "it is not your decision now"),
            Reason::NotNow => Refusal::flat("FG-31", "that can't be done at this point"),
            Reason::NotInHand(kind) => {
                Refusal::new("FG-4", format!("{} is not in your hand", name(kind)), "Name a card you hold")
            }
            Reason::NotForSale(kind) => {
                let fact = format!("{} does not lie face up in the supply", name(kind));
                Refusal::new("FG-32", fact, "Buy one of the face-up cards")
            }
            Reason::TooDear(coins) => {
                let fact = format!("it costs {coins} coin and you can raise {}", self.purse(rules, seat));
                Refusal::new("FG-10", fact, "Incomes in hand and coin tokens count")
            }
            Reason::NotReservable(kind) => {
                let fact = format!("{} is a {}", name(kind), rules.set.card(kind).kind.name());
                Refusal::new("FG-39", fact, "Only tactics and reactions can be reserved")
            }
            Reason::WrongTime(kind) => wrong_time(rules, kind),
            Reason::NoGladiator(kind) => {
                let fact = format!("{} is a {}", name(kind), rules.set.card(kind).kind.name());
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
                Refusal::new("FG-37", fact, "Ready patrons grant influence")
            }
            Reason::NoReserve => {
                Refusal::new("FG-40", "your reserve is empty", "Reserve tactics or reactions first")
            }
            Reason::NoBlessing => Refusal::new(
                "FG-75",
                "no blessing of yours there has damage to prevent",
                "Name your gladiator that has a blessing and that damage is assigned to",
            ),
            Reason::StopsSet => Refusal::flat("FG-72", "stops are set once a turn, and to something new"),
            Reason::MustAttack => {
                Refusal::new("FG-64", "you have a ready gladiator and have not attacked", "Attack with one")
            }
            Reason::Attacked => Refusal::flat("FG-64", "you have attacked in this combat turn"),
            Reason::TacticUsed => Refusal::flat("FG-64", "you have used a tactic in this combat turn"),
            Reason::NoSuchGladiator(fighter) => {
                let fact = format!("{} has no such {} in an arena", fighter.owner, name(fighter.kind));
                Refusal::new("FG-61", fact, "Name a gladiator in an arena")
            }
            Reason::NotHere(fighter) => {
                let fact = format!("{}'s {} is not yours to use here", fighter.owner, name(fighter.kind));
                Refusal::new("FG-61", fact, "Use your own gladiators in the arena being fought over")
            }
            Reason::Exhausted => Refusal::new("FG-7", "it is exhausted", "It must be readied first"),
            Reason::NoTarget => Refusal::new("FG-9", "that can't be the target", "Name a legal target"),
            Reason::Duty(kind) => {
                let fact = format!("{}'s reaction is not optional", name(kind));
                Refusal::new("FG-2", fact, "Use it before you pass")
            }
            Reason::WrongTrigger => Refusal::new(
                "FG-73",
                "its trigger did not open this window",
                "Pass or use a reaction that fits",
            ),
            Reason::UsedHere => Refusal::flat("FG-73", "it has reacted to this already"),
            Reason::MustAim => {
                Refusal::new("FG-65", "the attack needs a target", "Name an opposing gladiator")
            }
            Reason::MustChoose => {
                Refusal::new("FG-3", "that does not answer what the card asks", "Choose what it offers")
            }
            Reason::NotInPlay => Refusal::new(
                "FG-66",
                "you have no such card in play",
                "Abilities work only from cards in play",
            ),
            Reason::NoAbility => Refusal::flat("FG-66", "it has no such ability"),
            Reason::AbilityTime => Refusal::flat("FG-66", "that ability can't be used at this point"),
            Reason::Silenced => Refusal::flat("FG-2", "an opposing gladiator here forbids it tactics"),
            Reason::TooFewCards(cards) => {
                Refusal::flat("FG-3", format!("its cost is to discard {cards} and you hold too few cards"))
            }
            Reason::NoEffect => Refusal::flat("FG-3", "it would do nothing now"),
            Reason::Payment(coins) => {
                let fact = format!("that does not pay {coins} coin as the rules say");
                Refusal::new("FG-10", fact, "Every income must be needed, and you must hold it")
            }
            Reason::CanPay(coins) => {
                let fact = format!("you can pay the {coins} coin, so you may not decline");
                Refusal::new("FG-10", fact, "Pay, or undo what you would pay for")
            }
            Reason::MustPay(coins) => {
                Refusal::new("FG-10", format!("{coins} coin are to be paid first"), "Pay")
            }
            Reason::CantLose => Refusal::new(
                "FG-38",
                "that gladiator can't be given up for influence",
                "Choose one of yours that needs influence, outside the Fleeting arena in a Lasting battle",
            ),
            Reason::MustLose => Refusal::new(
                "FG-38",
                "your gladiators need more influence than you have",
                "Name one to give up",
            ),
            Reason::NotPending => Refusal::flat("FG-6", "that is not among what happened"),
            Reason::MustOrder => {
                Refusal::new("FG-6", "several things happened at once", "Say which comes first")
            }
            Reason::MustDiscard => {
                Refusal::new("FG-3", "you must discard a card first", "Choose a card of your hand")
            }
            Reason::Order => Refusal::new(
                "FG-105",
                "the Ludus Magnus reacts for several gladiators",
                "Say for which of them first",
            ),
            Reason::Tie => {
                Refusal::new("FG-108", "the Ludus Magnus could select several", "Choose one of them for it")
            }
            Reason::NoChampion => {
                Refusal::new("FG-90", "champions are drafted now", "Choose one that is left")
            }
            Reason::NoUpgrade(kind) => Refusal::flat("FG-92", format!("{} has no further level", name(kind))),
            Reason::MustAnswer => Refusal::new("FG-2", "an offer is open", "Accept or decline"),
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

fn wrong_time(rules: &Rules, kind: Kind) -> Refusal {
    let card = rules.set.card(kind);
    let (rule, fact) = match card.kind {
        Type::Income => ("FG-10", "incomes are played only while a cost is paid"),
        Type::Scheme => ("FG-33", "schemes are played only in your machinations turn"),
        Type::Patron => ("FG-34", "patrons are played only in your machinations turn"),
        Type::Gladiator => {
            ("FG-35", "gladiators enter arenas in your machinations turn or late registration")
        }
        Type::Tactic | Type::SchemeTactic => ("FG-66", "tactics are used only in your combat turns"),
        Type::Reaction => ("FG-73", "reactions are used only in the windows their triggers open"),
    };
    Refusal::flat(rule, fact)
}
