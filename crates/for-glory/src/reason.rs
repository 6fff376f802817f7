//! Why something can't be done: every reason as a value, and how each is said, with its rule and what would mend it.

use table::{Reason, Refusal, article, many, say};

use crate::action::Fighter;
use crate::cards::{Kind, Type};
use crate::phrase::{name, who};
use crate::rules::Rules;

/// Why an action can't be taken now. Cheap to make: the words come only when somebody asks for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is said in full by its printer below")]
pub enum Why {
    NotYourTurn,
    NotNow,
    NotInHand(Kind),
    NotForSale(Kind),
    TooDear { price: u8, purse: u32 },
    NotReservable(Kind),
    WrongTime(Kind),
    NoGladiator(Kind),
    NoArena,
    OtherFleeting,
    Influence { needs: u32, has: u32 },
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

impl Reason<Rules> for Why {
    #[expect(clippy::too_many_lines, reason = "a table: one line for each reason")]
    fn refusal(&self, rules: &Rules) -> Refusal {
        let name = |kind: Kind| name(rules, kind);
        match *self {
            Self::NotYourTurn => Refusal::flat("FG-25", "it is not your turn to decide"),
            Self::NotNow => Refusal::flat("FG-31", "that can't be done now"),
            Self::NotInHand(kind) => {
                Refusal::new("FG-4", say!("{} is not in your hand", name(kind)), "Choose a card you hold")
            }
            Self::NotForSale(kind) => {
                let fact = say!("{} is not for sale now", name(kind));
                Refusal::new("FG-32", fact, "Buy one of the face-up cards")
            }
            Self::TooDear { price, purse } => {
                let fact = say!("it costs {} and you can pay {purse}", many(price, "coin"));
                Refusal::new("FG-10", fact, "Income cards in your hand and coin tokens count")
            }
            Self::NotReservable(kind) => {
                let fact = say!("{} is {}", name(kind), a_type(rules.set.card(kind).kind));
                Refusal::new("FG-39", fact, "Only tactics and reactions can be reserved")
            }
            Self::WrongTime(kind) => wrong_time(rules, kind),
            Self::NoGladiator(kind) => {
                let fact = say!("{} is {}", name(kind), a_type(rules.set.card(kind).kind));
                Refusal::new("FG-35", fact, "Only gladiators enter arenas")
            }
            Self::NoArena => Refusal::flat("FG-36", "there is no such arena now"),
            Self::OtherFleeting => Refusal::new(
                "FG-36",
                "the other Fleeting arena holds gladiators",
                "Enter that one, or the Lasting arena",
            ),
            Self::Influence { needs, has } => {
                let fact = say!("your gladiators would need {needs} influence and you have {has}");
                Refusal::new("FG-37", fact, "Patrons that are not exhausted grant influence")
            }
            Self::NoReserve => {
                Refusal::new("FG-40", "your reserve is empty", "Reserve tactics or reactions first")
            }
            Self::NoBlessing => Refusal::new(
                "FG-75",
                "no blessing of yours there has damage to prevent",
                "Choose a gladiator of yours with a blessing and damage coming to it",
            ),
            Self::StopsSet => Refusal::new(
                "FG-123",
                "you have changed that in this turn already, or it is set so",
                "Change it in your next turn",
            ),
            Self::MustAttack => {
                Refusal::new("FG-64", "you have a ready gladiator and have not attacked", "Attack with one")
            }
            Self::Attacked => Refusal::flat("FG-64", "you have attacked in this combat turn"),
            Self::TacticUsed => Refusal::flat("FG-64", "you have used a tactic in this combat turn"),
            Self::NoSuchGladiator(fighter) => {
                let fact =
                    say!("{} has no such {} in an arena", who(rules, fighter.owner), name(fighter.kind));
                Refusal::new("FG-61", fact, "Choose a gladiator in an arena")
            }
            Self::NotHere(fighter) => {
                let fact = say!("you can't use {}'s {} here", who(rules, fighter.owner), name(fighter.kind));
                Refusal::new("FG-61", fact, "Use your own gladiators in the arena being fought over")
            }
            Self::Exhausted => Refusal::new("FG-7", "it is exhausted", "It must be readied first"),
            Self::NoTarget => {
                Refusal::new("FG-9", "that can't be the target", "Choose one of the targets offered")
            }
            Self::Duty(kind) => {
                let fact = say!("{}'s reaction is not optional", name(kind));
                Refusal::new("FG-2", fact, "Use it before you pass")
            }
            Self::WrongTrigger => Refusal::new(
                "FG-73",
                "it does not react to what has just happened",
                "Pass, or use a reaction that fits",
            ),
            Self::UsedHere => Refusal::flat("FG-73", "it has reacted to this already"),
            Self::MustAim => {
                Refusal::new("FG-65", "the attack needs a target", "Choose an opposing gladiator")
            }
            Self::MustChoose => {
                Refusal::new("FG-3", "the card asks for something else", "Choose one of the things it offers")
            }
            Self::NotInPlay => Refusal::new(
                "FG-66",
                "you have no such card in play",
                "Abilities work only from cards in play",
            ),
            Self::NoAbility => Refusal::flat("FG-66", "it has no such ability"),
            Self::AbilityTime => Refusal::flat("FG-66", "that ability can't be used at this point"),
            Self::Silenced => Refusal::flat("FG-2", "an opposing gladiator here keeps it from using tactics"),
            Self::TooFewCards(cards) => Refusal::flat(
                "FG-3",
                say!("you must discard {} for it and hold too few", many(cards, "card")),
            ),
            Self::NoEffect => Refusal::flat("FG-3", "it would do nothing now"),
            Self::Payment(cost) => {
                let fact = say!("that is no way to pay {}", many(cost, "coin"));
                let remedy = "Use income cards you hold, none more than needed, and coin tokens for the rest";
                Refusal::new("FG-10", fact, remedy)
            }
            Self::CanPay(cost) => {
                let fact = say!("you can pay the {}, so you may not decline", many(cost, "coin"));
                Refusal::new("FG-10", fact, "Pay, or undo what you would pay for")
            }
            Self::MustPay(cost) => Refusal::new(
                "FG-10",
                say!("you have to pay {} first", many(cost, "coin")),
                "Choose how to pay",
            ),
            Self::CantLose => Refusal::new(
                "FG-38",
                "that gladiator can't be given up for influence",
                "Choose one of yours that needs influence, outside the Fleeting arena in a Lasting battle",
            ),
            Self::MustLose => Refusal::new(
                "FG-38",
                "your gladiators need more influence than you have",
                "Choose one to give up",
            ),
            Self::NotPending => Refusal::flat("FG-6", "nothing has happened to that gladiator"),
            Self::MustOrder => {
                Refusal::new("FG-6", "several things happened at once", "Choose what is reacted to first")
            }
            Self::MustDiscard => {
                Refusal::new("FG-3", "you must discard a card first", "Choose a card of your hand")
            }
            Self::Order => Refusal::new(
                "FG-105",
                "the Ludus Magnus reacts for several gladiators",
                "Choose for which of them first",
            ),
            Self::Tie => {
                Refusal::new("FG-108", "the Ludus Magnus could select several", "Choose one of them for it")
            }
            Self::NoChampion => Refusal::new("FG-90", "champions are drafted now", "Choose one that is left"),
            Self::NoUpgrade(kind) => Refusal::flat("FG-92", say!("{} has no further level", name(kind))),
            Self::MustAnswer => Refusal::new("FG-2", "you have been offered something", "Accept or decline"),
        }
    }
}

/// A card's type with its article.
fn a_type(kind: Type) -> String {
    let name = kind.printed().to_lowercase();
    format!("{} {name}", article(&name))
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
