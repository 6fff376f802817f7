//! Why something can't be done: every reason as a value, and how each is said, with its rule and what would mend it.

use table::{Reason, Refusal, Seat, Text, many, say};

use crate::action::{Action, Place};
use crate::cards::{Card, Material, Role};
use crate::procedures::{Frame, Means};
use crate::rules::Rules;
use crate::words::joined;
use crate::zone::Demands;

/// Why an action can't be taken now. Where several procedures have a reason, it holds the rule of the one under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is said in full by its printer below")]
pub enum Why {
    Over,
    NotAsked {
        rule: &'static str,
        asked: Seat,
    },
    Elsewhere(Action, Frame),
    /// The function of this building is needed.
    Needs(Card),
    NotHeld(&'static str, Card),
    NotInStock(&'static str, Material),
    NotInPool(&'static str, Material),
    DeckEmpty(&'static str),
    InPlay(&'static str, Card),
    HasNone(&'static str, Seat, Card),
    NotFinished(&'static str, Seat, Card),
    // Leading, following, thinking.
    Led,
    NotLed,
    LeaderSkips,
    FollowerSkips,
    OtherRole {
        card: Card,
        role: Role,
    },
    NoJack,
    PetitionSize {
        fewest: u8,
        size: u8,
    },
    FewForPetition {
        material: Material,
        held: u8,
        size: u8,
    },
    OtherPetition {
        card: Card,
        material: Material,
    },
    NoPalacePetition,
    NoSurrender,
    ToYourself,
    NobodyThere(Seat),
    SurrenderedNow,
    SurrenderedTo(Seat),
    NoJackLeft,
    LatrineTakesOrders,
    Discarded(&'static str),
    // Patron, Laborer, Merchant.
    ClientsFull {
        have: u8,
        room: u8,
    },
    NoClientInPool(Material),
    PoolClosed,
    HiredFromPool,
    HiredFromHand,
    HiredFromDeck,
    TookFromPool,
    TookFromHand,
    VaultFull {
        have: u8,
        room: u8,
    },
    Sold,
    SoldFromHand,
    // Building.
    NotDrawn(Card),
    NotTurnedUp(Card),
    OtherSite(Card),
    NoSite(Material, Place, Means),
    TownFirst(Material),
    TwoActions(Role),
    NothingToSaveFor,
    ArchitectFromHand,
    CraftsmanFromStock,
    NotUnderWay(&'static str, Card),
    Finished(&'static str, Card),
    /// With the materials that do fit, as bits.
    NoFit {
        rule: &'static str,
        material: Material,
        card: Card,
        fitting: u8,
    },
    OnlyByScriptorium {
        material: Material,
        card: Card,
    },
    CompletesAnyway {
        material: Material,
        card: Card,
    },
    NoScriptorium(Material),
    Looked,
    FountainCrafts,
    WatchPostCrafts,
    NothingToDismantle(Card),
    StairwayAfter,
    StairwayByArchitect,
    OpensOthers,
    OpenAlready(Seat, Card),
    NotOfIt {
        card: Card,
        site: Material,
        material: Material,
    },
    // Demands.
    AllDemanded,
    NoneHeld(Material),
    AllShown(Material),
    NoneToShow(Card),
    StructureShown(Card),
    CardNotDemanded(Card),
    NotDemanded(Material),
    StockByChoice,
    HoldsDemanded {
        to: Seat,
        left: Demands,
    },
    NoSuchClient(Seat),
    NoSuchFoundation(Seat),
    // What completion brings.
    StealsFromOthers,
    NoSiteWon(Material),
    NoBonus(Seat, Card),
    RevelsOnce,
    RevelsInTown,
}

impl Reason<Rules> for Why {
    #[rustfmt::skip] // One line a reason, in the order of `Why`.
    #[allow(clippy::too_many_lines, reason = "a list of sentences")]
    fn refusal(&self, rules: &Rules) -> Refusal {
        let flat = |rule, fact: Text| Refusal::flat(rule, fact);
        let mend = |rule, fact: Text, remedy: Text| Refusal::new(rule, fact, remedy);
        match *self {
            Self::Over => flat("GTR-40", say!("the game is over")),
            Self::NotAsked { rule, asked } => mend(rule, say!("this is not your decision"), say!("Wait for {asked}")),
            Self::Elsewhere(action, _) if rules.training && action.function().is_some() => no_functions(action.function()),
            Self::Elsewhere(action, frame) => {
                let ((rule, what), action) = (frame.here(), format!("'{action}'"));
                mend(rule, say!("{action} does not fit here: {what}"), say!("Choose one of the actions listed"))
            }
            Self::Needs(card) if rules.training => no_functions(Some(card)),
            Self::Needs(card) => needs(card),
            Self::NotHeld(rule, card) => mend(rule, say!("{card} is not in your hand"), say!("Use a card you hold")),
            Self::NotInStock(rule, material) => flat(rule, say!("there is no {material} in your stockpile")),
            Self::NotInPool("GTR-21", material) => mend("GTR-21", say!("there is no {material} in the Pool"), say!("Take another material; cards played this turn come to the Pool when it ends (GTR-16)")),
            Self::NotInPool(rule, material) => flat(rule, say!("there is no {material} in the Pool")),
            Self::DeckEmpty(rule) => flat(rule, say!("no card is left in the draw pile")),
            Self::InPlay(rule, card) => flat(rule, say!("you have {} in play already", a(card))),
            Self::HasNone(rule, owner, card) => flat(rule, say!("{owner} has no {card}")),
            Self::NotFinished(rule, owner, card) => flat(rule, say!("{owner}'s {card} is not finished")),

            Self::Led => mend("GTR-12", say!("a role has been led already"), say!("Follow it, or think")),
            Self::NotLed => mend("GTR-10", say!("no role has been led yet"), say!("Lead a role, or think")),
            Self::LeaderSkips => mend("GTR-10", say!("the leader can't skip the turn"), say!("Lead a role, or think")),
            Self::FollowerSkips => mend("GTR-12", say!("you can't skip: if you do not follow, you think"), say!("Follow, or think")),
            Self::OtherRole { card, role } => mend("GTR-11", say!("{card} is {} card", card.role().with_article()), say!("For {role} play {} card, a Jack or a petition", role.with_article())),
            Self::NoJack => mend("GTR-11", say!("you hold no Jack"), say!("Think for a Jack first")),
            Self::PetitionSize { fewest, size } => mend(if size == 2 { "GTR-61" } else { "GTR-11" }, say!("your petitions take {fewest} cards, not {size}"), say!("Petition with {fewest} cards")),
            Self::FewForPetition { material, held, size } => {
                let held = if held == 0 { say!("no {material} card") } else { say!("only {}", many(held, &format!("{material} card"))) };
                mend("GTR-11", say!("you hold {held}, and a petition takes {size} of one material"), say!("Petition with a material of which you hold {size}"))
            }
            Self::OtherPetition { card, material } => mend("GTR-11", say!("{card} is {}, and this petition is of {material}", card.material()), say!("Add {} card", material.with_article())),
            Self::NoPalacePetition => flat("GTR-81", say!("at this table a petition can't be added to a Palace play")),
            Self::NoSurrender => flat("GTR-40", say!("this table plays without surrender")),
            Self::ToYourself => flat("GTR-40", say!("you can't surrender to yourself")),
            Self::NobodyThere(to) => flat("GTR-40", say!("nobody sits at {to}")),
            Self::SurrenderedNow => flat("GTR-40", say!("you have surrendered to somebody this turn already")),
            Self::SurrenderedTo(to) => flat("GTR-40", say!("you have surrendered to {to} already")),
            Self::NoJackLeft => mend("GTR-15", say!("no Jack is left"), say!("Think and draw")),
            Self::LatrineTakesOrders => flat("GTR-78", say!("at this table a Latrine discards Order cards only")),
            Self::Discarded(rule) => mend(rule, say!("your discard before this Think is done, or you have nothing to discard"), say!("Take a Jack, or draw")),

            Self::ClientsFull { have, room } => mend("GTR-20", say!("you have {} and room for {room}", many(have, "client")), say!("Complete structures for more influence")),
            Self::NoClientInPool(colour) => flat("GTR-20", say!("there is no {} in the Pool", colour.role())),
            Self::PoolClosed => flat("GTR-55", say!("after hiring from the draw pile the Pool is closed for this action")),
            Self::HiredFromPool => mend("GTR-20", say!("this action has hired from the Pool already"), say!("Use another Patron action")),
            Self::HiredFromHand => flat("GTR-52", say!("this action has hired from hand already")),
            Self::HiredFromDeck => flat("GTR-55", say!("this action has hired from the draw pile already")),
            Self::TookFromPool => flat("GTR-21", say!("this action has taken from the Pool already")),
            Self::TookFromHand => flat("GTR-65", say!("this action has taken from hand already")),
            Self::VaultFull { have, room } => mend("GTR-25", say!("your vault holds {} and has room for {room}", many(have, "card")), say!("Complete structures for more influence")),
            Self::Sold => flat("GTR-25", say!("this action has sold a card already")),
            Self::SoldFromHand => flat("GTR-56", say!("this action has sold a hand card already")),

            Self::NotDrawn(card) => mend("GTR-73", say!("{card} is not the card you drew"), say!("Use the drawn card or keep it")),
            Self::NotTurnedUp(card) => flat("GTR-117", say!("no {card} was turned up")),
            Self::OtherSite(card) => mend("GTR-30", say!("{card} needs a {} Site", card.material()), say!("Only a Statue can stand on another Site")),
            Self::NoSite(site, Place::Town, Means::Bacchanalia(_)) => flat("GTR-30", say!("no {site} Site is left in town")),
            Self::NoSite(site, Place::Town, _) => mend("GTR-30", say!("no {site} Site is left in town"), say!("Lay it out of town, with two actions in a row or with a Tower")),
            Self::NoSite(site, Place::Outskirts, _) => flat("GTR-30", say!("no {site} Site is left out of town")),
            Self::TownFirst(site) => mend("GTR-31", say!("a {site} Site is left in town, and at this table it must be taken first"), say!("Lay it in town")),
            Self::TwoActions(role) => mend("GTR-31", say!("an out-of-town Site takes two {role} actions in a row, and no second one follows"), say!("Have a second {role} action in the same turn, or a Tower")),
            Self::NothingToSaveFor => flat("GTR-57", say!("saving an action for an out-of-town Site needs another of its role that may follow directly and is not sure to")),
            Self::ArchitectFromHand => mend("GTR-22", say!("an Architect takes materials from the stockpile, not from hand"), say!("Use a Craftsman action")),
            Self::CraftsmanFromStock => mend("GTR-23", say!("a Craftsman takes materials from hand"), say!("Use an Architect action")),
            Self::NotUnderWay(rule, card) => mend(rule, say!("you have no {card} under way"), say!("Lay its foundation first")),
            Self::Finished(rule, card) => flat(rule, say!("your {card} is finished")),
            Self::NoFit { rule, material, card, fitting } => mend(rule, say!("{material} does not fit your {card}"), say!("Add {}", any_of(|material| fitting >> material.index() & 1 == 1))),
            Self::OnlyByScriptorium { material, card } => mend("GTR-86", say!("{material} fits your {card} only by the Scriptorium, which completes it"), say!("Complete it")),
            Self::CompletesAnyway { material, card } => mend("GTR-32", say!("this {material} completes your {card} in any case"), say!("Complete it")),
            Self::NoScriptorium(material) => mend("GTR-86", say!("there is no Scriptorium to leave unused"), say!("Just add {material}")),
            Self::Looked => flat("GTR-73", say!("you have drawn at the Fountain already")),
            Self::FountainCrafts => flat("GTR-73", say!("a Fountain serves Craftsman actions, not Architect actions")),
            Self::WatchPostCrafts => flat("GTR-118", say!("a Watch Post works with Craftsman actions")),
            Self::NothingToDismantle(card) => flat("GTR-118", say!("you have no finished {card}")),
            Self::StairwayAfter => mend("GTR-90", say!("your Stairway comes after this Architect action"), say!("Use the action or skip it first")),
            Self::StairwayByArchitect => flat("GTR-90", say!("a Stairway works with Architect actions")),
            Self::OpensOthers => mend("GTR-90", say!("a Stairway opens opponents' structures, not your own"), say!("Choose an opponent's")),
            Self::OpenAlready(owner, card) => flat("GTR-90", say!("{owner}'s {card} is open to all already")),
            Self::NotOfIt { card, site, material } => mend("GTR-90", say!("{material} does not suit {}", a(card)), say!("Use {}", any_of(|material| material == site || material == card.material()))),

            Self::AllDemanded => mend("GTR-24", say!("all your Legionary actions have their demand"), say!("Make the demands: reveal")),
            Self::NoneHeld(material) => mend("GTR-24", say!("you hold no {material} card to show"), say!("Demand a material of which you hold a card")),
            Self::AllShown(material) => flat("GTR-24", say!("all your {material} cards have been shown this turn")),
            Self::NoneToShow(card) => flat("GTR-112", say!("you have no {card}")),
            Self::StructureShown(card) => flat("GTR-112", say!("your {card} has been shown this turn")),
            Self::CardNotDemanded(card) => mend("GTR-24", say!("{card} is {}, and none is demanded now", card.material()), say!("Give what is demanded")),
            Self::NotDemanded(material) => flat("GTR-24", say!("no {material} is demanded now")),
            Self::StockByChoice => flat("GTR-59", say!("you give from the stockpile by choice only to a Bridge and with a Wall")),
            Self::HoldsDemanded { to, left } => mend("GTR-24", say!("you hold what {to} demands, and neither Palisade nor Wall protects you"), say!("Give a {} card", any_of(|material| left.of(material) > 0))),
            Self::NoSuchClient(victim) => mend("GTR-63", say!("{victim} has no such client, or that material is not demanded"), say!("Take {victim}'s client of a demanded material")),
            Self::NoSuchFoundation(victim) => mend("GTR-66", say!("{victim} has no such foundation of a demanded material with nothing under it"), say!("Choose another foundation, or skip")),

            Self::StealsFromOthers => mend("GTR-83", say!("a Prison takes from opponents"), say!("Choose an opponent's structure")),
            Self::NoSiteWon(site) => mend("GTR-116", say!("you have won no {site} Site"), say!("Pay with a Site you have won")),
            Self::NoBonus(owner, card) => mend("GTR-115", say!("{owner} has no finished {card} with a bonus on completion"), say!("Choose a finished structure that does something on completion")),
            Self::RevelsOnce => flat("GTR-117", say!("a Bacchanalia does that only once")),
            Self::RevelsInTown => flat("GTR-117", say!("a Bacchanalia lays in town only")),
        }
    }
}

/// GTR-5: nothing in the training game has a function.
fn no_functions(card: Option<Card>) -> Refusal {
    Refusal::flat("GTR-5", say!("in the training game buildings have no functions, the {card} included"))
}

/// What a building would have to be there for, and what to do without it.
fn needs(card: Card) -> Refusal {
    let (what, remedy) = match card {
        Card::AQUEDUCT => ("hiring from hand", "Hire from the Pool"),
        Card::BAR => ("hiring from the draw pile", "Hire from the Pool"),
        Card::DOCK => ("taking from hand", "Take from the Pool"),
        Card::ATRIUM => ("selling from the draw pile", "Sell from your stockpile"),
        Card::BASILICA => ("selling from hand", "Sell from your stockpile"),
        Card::ARCHWAY => ("taking materials from the Pool", "Use your stockpile"),
        Card::FOUNTAIN => ("building with a card from the draw pile", "Build from hand"),
        Card::CASTRA_PRAETORIA => ("demanding with a structure", "Demand with a hand card"),
        Card::STAIRWAY => ("opening an opponent's structure", "Complete one first"),
        Card::WATCH_POST => ("dismantling", ""),
        // Latrine and Vomitorium.
        _ => return Refusal::new(card.rule(), say!("you have no {card}"), "Complete one first"),
    };
    Refusal::new(card.rule(), say!("{what} needs {}", a(card)), remedy)
}

/// A building with its article.
fn a(card: Card) -> Text {
    say!("{} {card}", table::article(card.name()))
}

/// The materials for which this holds, as a sentence has them: "Brick or Marble".
fn any_of(fits: impl Fn(Material) -> bool) -> String {
    let fitting = Material::ALL.into_iter().filter(|material| fits(*material));
    joined(&fitting.map(|material| material.name().to_owned()).collect::<Vec<_>>(), "or")
}
