//! Why something can't be done: every reason as a value, and how each is said, with its rule and what would mend it.

use table::{Reason, Refusal, Text, article, many, say};

use crate::action::Fighter;
use crate::cards::{Kind, Type};
use crate::phrase::{name, who, whose};
use crate::rules::Rules;

/// Why an action can't be taken now. Cheap to make: the words come only when somebody asks for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is said in full by its printer below")]
pub enum Why {
    NotYourTurn,
    NotNow,
    NoPass,
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
    StopsChanged,
    PlayedEnough(u8),
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
    MustRemove,
    NothingToRemove,
    NoSacrifice,
    CantSacrifice,
    MustSacrifice,
    NotSeen(Kind),
    MustPlace,
    MustAnswer,
    NoChampion,
    Order,
    Tie,
    NoUpgrade(Kind),
}

impl Reason<Rules> for Why {
    fn refusal(&self, rules: &Rules) -> Refusal {
        let (rule, fact, remedy) = self.said(rules);
        Refusal::new(rule, fact, remedy)
    }
}

impl Why {
    /// The rule, the fact that stands in the way, and what would mend it, if anything would.
    #[expect(clippy::too_many_lines, reason = "a table: one line for each reason")]
    fn said(self, rules: &Rules) -> (&'static str, Text, &'static str) {
        let name = |kind: Kind| name(rules, kind);
        let coins = |count: u8| many(count, "coin");
        match self {
            Self::NotYourTurn => ("FG-25", say!("it is not your turn to decide"), ""),
            Self::NotNow => ("FG-31", say!("that can't be done now"), ""),
            Self::NoPass => {
                ("FG-31", say!("passing is for the arena phase and for reactions"), "End your turn")
            }
            Self::NotInHand(kind) => {
                ("FG-4", say!("{} is not in your hand", name(kind)), "Choose a card you hold")
            }
            Self::NotForSale(kind) => {
                ("FG-32", say!("{} is not for sale now", name(kind)), "Buy one of the face-up cards")
            }
            Self::TooDear { price, purse } => {
                let fact = say!("it costs {} and you can pay {purse}", coins(price));
                ("FG-10", fact, "Income cards in your hand and coin tokens count")
            }
            Self::NotReservable(kind) => {
                ("FG-39", is_of_type(rules, kind), "Only tactics and reactions can be reserved")
            }
            Self::WrongTime(kind) => wrong_time(rules.set.card(kind).kind),
            Self::NoGladiator(kind) => ("FG-35", is_of_type(rules, kind), "Only gladiators enter arenas"),
            Self::NoArena => ("FG-36", say!("there is no such arena now"), ""),
            Self::OtherFleeting => {
                let remedy = "Enter that one, or the Lasting arena";
                ("FG-36", say!("the other Fleeting arena holds gladiators"), remedy)
            }
            Self::Influence { needs, has } => {
                let fact = say!("your gladiators would need {needs} influence and you have {has}");
                ("FG-37", fact, "Patrons that are not exhausted grant influence")
            }
            Self::NoReserve => ("FG-40", say!("your reserve is empty"), "Reserve tactics or reactions first"),
            Self::NoBlessing => {
                let remedy = "Choose a gladiator of yours with a blessing and damage coming to it";
                ("FG-75", say!("no blessing of yours there has damage to prevent"), remedy)
            }
            Self::StopsSet => ("FG-123", say!("it is set so already"), ""),
            Self::StopsChanged => {
                let fact = say!("you have changed that in this turn already");
                ("FG-123", fact, "Change it in your next turn")
            }
            Self::PlayedEnough(played) => {
                ("FG-146", say!("you have played {played} schemes in this turn"), "End your turn")
            }
            Self::MustAttack => {
                ("FG-64", say!("you have a ready gladiator and have not attacked"), "Attack with one")
            }
            Self::Attacked => ("FG-64", say!("you have attacked in this combat turn"), ""),
            Self::TacticUsed => ("FG-64", say!("you have used a tactic in this combat turn"), ""),
            Self::NoSuchGladiator(it) => {
                let fact = say!("{} has no such {} in an arena", who(rules, it.owner), name(it.kind));
                ("FG-61", fact, "Choose a gladiator in an arena")
            }
            Self::NotHere(it) => {
                let fact = say!("you can't use {} here", whose(rules, it.owner, name(it.kind)));
                ("FG-61", fact, "Use your own gladiators in the arena being fought over")
            }
            Self::Exhausted => ("FG-7", say!("it is exhausted"), "It must be readied first"),
            Self::NoTarget => ("FG-9", say!("that can't be the target"), "Choose one of the targets offered"),
            Self::Duty(kind) => {
                ("FG-2", say!("{}'s reaction is not optional", name(kind)), "Use it before you pass")
            }
            Self::WrongTrigger => {
                let remedy = "Pass, or use a reaction that fits";
                ("FG-73", say!("it does not react to what has just happened"), remedy)
            }
            Self::UsedHere => ("FG-73", say!("it has reacted to this already"), ""),
            Self::MustAim => ("FG-65", say!("the attack needs a target"), "Choose an opposing gladiator"),
            Self::MustChoose => {
                ("FG-3", say!("the card asks for something else"), "Choose one of the things it offers")
            }
            Self::NotInPlay => {
                ("FG-66", say!("you have no such card in play"), "Abilities work only from cards in play")
            }
            Self::NoAbility => ("FG-66", say!("it has no such ability"), ""),
            Self::AbilityTime => ("FG-66", say!("that ability can't be used at this point"), ""),
            Self::Silenced => ("FG-2", say!("an opposing gladiator here keeps it from using tactics"), ""),
            Self::TooFewCards(cards) => {
                ("FG-3", say!("you must discard {} for it and hold too few", many(cards, "card")), "")
            }
            Self::NoEffect => ("FG-3", say!("it would do nothing now"), ""),
            Self::Payment(cost) => {
                let remedy = "Use income cards you hold, none more than needed, and coin tokens for the rest";
                ("FG-10", say!("that is no way to pay {}", coins(cost)), remedy)
            }
            Self::CanPay(cost) => {
                let fact = say!("you can pay the {}, so you may not decline", coins(cost));
                ("FG-10", fact, "Pay, or undo what you would pay for")
            }
            Self::MustPay(cost) => {
                ("FG-10", say!("you have to pay {} first", coins(cost)), "Choose how to pay")
            }
            Self::CantLose => {
                let remedy = "Choose one of yours that needs influence, outside the Fleeting arena in a Lasting battle";
                ("FG-38", say!("that gladiator can't be given up for influence"), remedy)
            }
            Self::MustLose => {
                ("FG-38", say!("your gladiators need more influence than you have"), "Choose one to give up")
            }
            Self::NotPending => ("FG-6", say!("nothing has happened to that gladiator"), ""),
            Self::MustOrder => {
                ("FG-6", say!("several things happened at once"), "Choose what is reacted to first")
            }
            Self::MustDiscard => {
                ("FG-3", say!("you must discard a card first"), "Choose a card of your hand")
            }
            Self::MustRemove => {
                let fact = say!("you must remove a card from the game first");
                ("FG-144", fact, "Choose a card of your hand")
            }
            Self::NothingToRemove => {
                let fact = say!("you must remove a card of your hand from the game for it and hold none");
                ("FG-144", fact, "")
            }
            Self::NoSacrifice => {
                let fact = say!("a gladiator of yours must be defeated for it and there is none that could");
                ("FG-144", fact, "Have another one where the text reaches")
            }
            Self::CantSacrifice => {
                let fact = say!("that gladiator can't pay for it");
                ("FG-144", fact, "Choose another one of yours where the text reaches")
            }
            Self::MustSacrifice => {
                let fact = say!("a gladiator of yours must be defeated first");
                ("FG-144", fact, "Choose one")
            }
            Self::NotSeen(kind) => {
                let fact = say!("{} is not among the cards you look at", name(kind));
                ("FG-141", fact, "Choose one of those")
            }
            Self::MustPlace => {
                let fact = say!("you are looking at cards of a deck, and nothing else is done meanwhile");
                ("FG-141", fact, "Say first what happens to them")
            }
            Self::Order => {
                let fact = say!("the Ludus Magnus reacts for several gladiators");
                ("FG-105", fact, "Choose for which of them first")
            }
            Self::Tie => {
                ("FG-108", say!("the Ludus Magnus could select several"), "Choose one of them for it")
            }
            Self::NoChampion => ("FG-90", say!("champions are drafted now"), "Choose one that is left"),
            Self::NoUpgrade(kind) => ("FG-92", say!("{} has no further level", name(kind)), ""),
            Self::MustAnswer => ("FG-2", say!("you have been offered something"), "Accept or decline"),
        }
    }
}

/// What a card is.
fn is_of_type(rules: &Rules, kind: Kind) -> Text {
    let sort = rules.set.card(kind).kind.printed().to_lowercase();
    say!("{} is {} {}", name(rules, kind), article(&sort), sort.as_str())
}

fn wrong_time(kind: Type) -> (&'static str, Text, &'static str) {
    let (rule, fact) = match kind {
        Type::Income => ("FG-10", say!("income cards are played only to pay a cost")),
        Type::Scheme => ("FG-33", say!("schemes are played only in your machinations turn")),
        Type::Patron => ("FG-34", say!("patrons are played only in your machinations turn")),
        Type::Gladiator => {
            ("FG-35", say!("gladiators enter arenas in your machinations turn or late registration"))
        }
        Type::Tactic | Type::SchemeTactic => ("FG-66", say!("tactics are used only in your combat turns")),
        Type::Reaction => {
            ("FG-73", say!("reactions are used only when what they react to has just happened"))
        }
    };
    (rule, fact, "")
}
