//! Why something can't be done: every reason as a value, and how each is said, with its rule and what would mend it.

use table::{Reason, Refusal, Seat, Span, Text, card, many, say, text};

use crate::action::{Action, Held};
use crate::effect::Window;
use crate::rules::Rules;

/// Why an action can't be taken now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is said in full by its printer below")]
pub enum Why {
    Over,
    NotAsked(Seat),
    Elsewhere(Action),
    Taken,
    NoSuchGood,
    NotOnCastle,
    NotFaceUp(u8),
    TooDear { kind: u8, price: u8, coins: u16 },
    Card { held: Held, board: u8, not: Unusable },
    NotNearest,
    OtherRoad,
    NoSuchSpace,
    OutOfReach { space: u8, steps: u8 },
    Marched,
    EndedMove(u8),
    LastHealth,
    MarchBack,
    LairOpen,
    LairSeen,
    QuestKnown,
    QuestAsksOther,
    NotDrawn(u8),
    CantPay,
    NotThatHero(Seat),
    Gripped,
    NoDuel(u8),
    NoSale(u8),
    NoRace(u8),
    CantBuy,
}

/// Why a card or power can't be used now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is said in full by its printer below")]
pub enum Unusable {
    Unknown,
    NotHeld,
    WorksByItself,
    /// With the windows in which it could be.
    Now(u8),
    UsedUp,
    Again,
    Useless,
}

impl Reason<Rules> for Why {
    fn refusal(&self, rules: &Rules) -> Refusal {
        let kingdom = &rules.kingdom;
        let good = |kind: u8| card(&kingdom.goods[kind as usize].name);
        match *self {
            Self::Over => Refusal::flat("GL-45", "the game is over"),
            Self::NotAsked(asked) => Refusal::new("GL-4", text![asked, " decides now"], "Wait for your turn"),
            Self::Elsewhere(action) => elsewhere(action),
            Self::Taken => Refusal::new("GL-3", "that hero board is taken", "Choose one that is left"),
            Self::NoSuchGood => Refusal::flat("GL-22", "there is no such good"),
            Self::NotOnCastle => Refusal::new("GL-22", "you are not on the castle", "Go to the castle"),
            Self::NotFaceUp(kind) => {
                Refusal::new("GL-22", text![good(kind), " does not lie face up"], "Buy what lies face up")
            }
            Self::TooDear { kind, price, coins } => {
                let fact = text![good(kind), " costs ", many(price, "coin"), " and you have ", coins];
                Refusal::new("GL-22", fact, "Earn more coins")
            }
            Self::Card { held, board, not } => not.refusal(&held_name(rules, held, board)),
            Self::NotNearest => Refusal::new(
                "GL-14",
                "your card sends you to the nearest space only",
                "Choose one of those that are equally near",
            ),
            Self::OtherRoad => Refusal::new(
                "GL-11",
                "that road does not lead there with this roll",
                "Choose one of the roads listed",
            ),
            Self::NoSuchSpace => Refusal::flat("GL-10", "there is no such space"),
            Self::OutOfReach { space, steps } => {
                let name = table::place(&kingdom.map.space(space).name);
                let fact = text![name, " can't be reached with exactly ", many(steps, "step")];
                Refusal::new("GL-10", fact, "Choose one of the marked spaces")
            }
            Self::Marched => Refusal::flat("GL-12", "you have marched this turn"),
            Self::EndedMove(space) => {
                let name = table::place(&kingdom.map.space(space).name);
                Refusal::flat("GL-13", text![name, " has ended your move"])
            }
            Self::LastHealth => {
                Refusal::new("GL-12", "a march would cost your last health", "Regain health first")
            }
            Self::MarchBack => Refusal::flat("GL-12", "a march goes one space on, not back"),
            Self::LairOpen => Refusal::flat("GL-25", "that lair's card lies face up"),
            Self::LairSeen => Refusal::flat("GL-24", "you have seen that card already"),
            Self::QuestKnown => Refusal::flat("GL-27", "there is no quest there that you have not seen"),
            Self::QuestAsksOther => {
                Refusal::new("GL-27", "the quest here does not ask for that, or you lack it", "Pass")
            }
            Self::NotDrawn(kind) => {
                let name = kingdom.abilities.get(kind as usize).map_or("that", |ability| &ability.name);
                Refusal::new("GL-40", text![card(name), " was not drawn"], "Keep one of the two drawn")
            }
            Self::CantPay => Refusal::new("GL-23", "you can't pay for that choice", "Take another"),
            Self::NotThatHero(seat) => Refusal::new(
                "GL-15",
                text!["the card can't do anything to ", seat, " now"],
                "Choose another hero",
            ),
            Self::NoDuel(not) => meeting("GL-51", not, "you have duelled this turn"),
            Self::NoSale(not) => {
                meeting("GL-52", not, "you have offered a good this turn, or do not have that one")
            }
            Self::NoRace(not) => {
                meeting("GL-53", not, "no quest lies face down here that you have read and nobody races for")
            }
            Self::CantBuy => Refusal::new("GL-52", "you can't pay for it", "Pass"),
            Self::Gripped => {
                Refusal::new("GL-30", "this monster can't be left once a round has been fought", "Fight on")
            }
        }
    }
}

/// Why heroes who meet can't do something with each other: the table does not play so, nobody is there, or it is done.
fn meeting(rule: &'static str, not: u8, done: &'static str) -> Refusal {
    match not {
        0 => Refusal::new(rule, "this table does not play so", "Set the option when the table is opened"),
        1 => Refusal::new(rule, "no such hero stands here, or here is peace", "Meet on the road"),
        _ => Refusal::flat(rule, done),
    }
}

/// The name of what a hero can use.
fn held_name(rules: &Rules, held: Held, board: u8) -> Span {
    let kingdom = &rules.kingdom;
    let name = match held {
        Held::Good(kind) => kingdom.goods.get(kind as usize).map(|good| &good.name),
        Held::Ability(kind) => kingdom.abilities.get(kind as usize).map(|ability| &ability.name),
        Held::Power => kingdom.heroes.get(board as usize).map(|board| &board.gift),
    };
    card(name.map_or("that", |name| name))
}

impl Unusable {
    fn refusal(self, name: &Span) -> Refusal {
        let name = name.clone();
        match self {
            Self::Unknown => Refusal::flat("GL-15", "there is no such card"),
            Self::NotHeld => Refusal::flat("GL-15", text!["you do not have ", name]),
            Self::WorksByItself => Refusal::flat("GL-15", text![name, " works by itself"]),
            Self::Now(windows) => {
                let fits = Window::ALL.into_iter().filter(|window| windows & window.bit() != 0);
                let words = Text::joined(fits.map(|window| Text::from(window.words())), " or ");
                let remedy = say!("Use it {words}");
                Refusal::new("GL-15", text![name, " can't be used now"], remedy)
            }
            Self::UsedUp => Refusal::flat("GL-42", text![name, " has no uses left in this game"]),
            Self::Again => Refusal::flat("GL-42", text![name, " has been used already"]),
            Self::Useless => Refusal::flat("GL-15", text![name, " would do nothing now"]),
        }
    }
}

/// Where and when an action belongs that has no place in what is being decided.
fn elsewhere(action: Action) -> Refusal {
    match action {
        Action::Hero(_) => Refusal::flat("GL-3", "heroes are chosen before the first turn"),
        Action::Roll => Refusal::flat("GL-10", "the die is rolled once, at the start of a turn"),
        Action::Buy(_) => Refusal::new(
            "GL-22",
            "goods are bought at the start or the end of a turn only",
            "Wait for the end of your turn",
        ),
        Action::Use(_) => Refusal::flat("GL-15", "no card can be used now"),
        Action::Go { .. } => Refusal::flat("GL-10", "you have no movement roll to use"),
        Action::March(_) => {
            Refusal::flat("GL-12", "a march follows the rolled steps, before the space is followed")
        }
        Action::Halt => Refusal::flat("GL-10", "you have steps left to go"),
        Action::Name(_) => Refusal::new(
            "GL-26",
            "a lair is named on landing on it, before its card is looked at",
            "Land on a lair",
        ),
        Action::Look(_) => {
            Refusal::new("GL-24", "only the closest lair can be looked at, from a haven", "Land on a haven")
        }
        Action::Read(_) => {
            Refusal::new("GL-27", "a quest is looked at by landing on its town", "Land on the town")
        }
        Action::Give(_) | Action::Complete => Refusal::new(
            "GL-27",
            "a quest is done by coming back to its town",
            "Land on the town of a quest you have done",
        ),
        Action::Pass => Refusal::flat("GL-14", "nothing is offered that you could leave"),
        Action::Engage | Action::Withdraw => {
            Refusal::flat("GL-30", "there is no round of battle to decide on")
        }
        Action::Prepare => {
            Refusal::new("GL-26", "no right name waits to be used", "Name a lair rightly and engage it")
        }
        Action::Stand => Refusal::flat("GL-32", "no strike dice have been rolled"),
        Action::Keep(_) => Refusal::flat("GL-40", "no abilities have been drawn"),
        Action::Choose(_) => Refusal::flat("GL-23", "no card offers a choice now"),
        Action::Against(_) => Refusal::flat("GL-15", "no card is to be aimed at another hero now"),
        Action::Face(_) => Refusal::flat("GL-34", "no card lets you set a die now"),
        Action::Duel(_) => Refusal::flat("GL-51", "heroes duel at the end of a turn"),
        Action::Sell { .. } => Refusal::flat("GL-52", "goods are offered at the end of a turn"),
        Action::Race => Refusal::flat("GL-53", "a race is cried out at the end of a turn"),
        Action::End => Refusal::flat("GL-10", "your turn is not over yet"),
        Action::Resign => {
            let fact = "a hero gives up at the start of a turn only";
            Refusal::new("GL-46", fact, "Wait for your turn to start")
        }
    }
}
