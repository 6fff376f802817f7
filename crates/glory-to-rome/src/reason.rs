//! Why something can't be done: every reason as a value, and how each is said, with its rule and what would mend it.

use table::{Reason, Refusal, Seat, Text, many, text};

use crate::action::{Action, Place};
use crate::building::Means;
use crate::cards::{Card, Material, Role};
use crate::procedures::Frame;
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
            Self::Over => flat("GTR-40", text!["the game is over"]),
            Self::NotAsked { rule, asked } => mend(rule, text!["this is not your decision"], text!["Wait for ", asked]),
            Self::Elsewhere(action, _) if rules.training && action.function().is_some() => no_functions(action.function()),
            Self::Elsewhere(action, frame) => {
                let ((rule, what), action) = (frame.here(), format!("'{action}'"));
                mend(rule, text![action, " does not fit here: ", what], text!["Choose one of the actions listed"])
            }
            Self::Needs(card) if rules.training => no_functions(Some(card)),
            Self::Needs(card) => needs(card),
            Self::NotHeld(rule, card) => mend(rule, text![card, " is not in your hand"], text!["Use a card you hold"]),
            Self::NotInStock(rule, material) => flat(rule, text!["there is no ", material, " in your stockpile"]),
            Self::NotInPool("GTR-21", material) => mend("GTR-21", text!["there is no ", material, " in the Pool"], text!["Take another material; cards played this turn come to the Pool when it ends (GTR-16)"]),
            Self::NotInPool(rule, material) => flat(rule, text!["there is no ", material, " in the Pool"]),
            Self::DeckEmpty(rule) => flat(rule, text!["no card is left in the draw pile"]),
            Self::InPlay(rule, card) => flat(rule, text!["you have ", a(card), " in play already"]),
            Self::HasNone(rule, owner, card) => flat(rule, text![owner, " has no ", card]),
            Self::NotFinished(rule, owner, card) => flat(rule, text![owner, "'s ", card, " is not finished"]),

            Self::Led => mend("GTR-12", text!["a role has been led already"], text!["Follow it, or think"]),
            Self::NotLed => mend("GTR-10", text!["no role has been led yet"], text!["Lead a role, or think"]),
            Self::LeaderSkips => mend("GTR-10", text!["the leader can't skip the turn"], text!["Lead a role, or think"]),
            Self::FollowerSkips => mend("GTR-12", text!["you can't skip: if you do not follow, you think"], text!["Follow, or think"]),
            Self::OtherRole { card, role } => mend("GTR-11", text![card, " is ", card.role().with_article(), " card"], text!["For ", role, " play ", role.with_article(), " card, a Jack or a petition"]),
            Self::NoJack => mend("GTR-11", text!["you hold no Jack"], text!["Think for a Jack first"]),
            Self::PetitionSize { fewest, size } => mend(if size == 2 { "GTR-61" } else { "GTR-11" }, text!["your petitions take ", fewest, " cards, not ", size], text!["Petition with ", fewest, " cards"]),
            Self::FewForPetition { material, held, size } => {
                let held = if held == 0 { text!["no ", material, " card"] } else { text!["only ", many(held, &format!("{material} card"))] };
                mend("GTR-11", text!["you hold ", held, ", and a petition takes ", size, " of one material"], text!["Petition with a material of which you hold ", size])
            }
            Self::OtherPetition { card, material } => mend("GTR-11", text![card, " is ", card.material(), ", and this petition is of ", material], text!["Add ", material.with_article(), " card"]),
            Self::NoPalacePetition => flat("GTR-81", text!["at this table a petition can't be added to a Palace play"]),
            Self::NoSurrender => flat("GTR-40", text!["this table plays without surrender"]),
            Self::ToYourself => flat("GTR-40", text!["you can't surrender to yourself"]),
            Self::NobodyThere(to) => flat("GTR-40", text!["nobody sits at ", to]),
            Self::SurrenderedNow => flat("GTR-40", text!["you have surrendered to somebody this turn already"]),
            Self::SurrenderedTo(to) => flat("GTR-40", text!["you have surrendered to ", to, " already"]),
            Self::NoJackLeft => mend("GTR-15", text!["no Jack is left"], text!["Think and draw"]),
            Self::LatrineTakesOrders => flat("GTR-78", text!["at this table a Latrine discards Order cards only"]),
            Self::Discarded(rule) => mend(rule, text!["your discard before this Think is done, or you have nothing to discard"], text!["Take a Jack, or draw"]),

            Self::ClientsFull { have, room } => mend("GTR-20", text!["you have ", many(have, "client"), " and room for ", room], text!["Complete structures for more influence"]),
            Self::NoClientInPool(colour) => flat("GTR-20", text!["there is no ", colour.role(), " in the Pool"]),
            Self::PoolClosed => flat("GTR-55", text!["after hiring from the draw pile the Pool is closed for this action"]),
            Self::HiredFromPool => mend("GTR-20", text!["this action has hired from the Pool already"], text!["Use another Patron action"]),
            Self::HiredFromHand => flat("GTR-52", text!["this action has hired from hand already"]),
            Self::HiredFromDeck => flat("GTR-55", text!["this action has hired from the draw pile already"]),
            Self::TookFromPool => flat("GTR-21", text!["this action has taken from the Pool already"]),
            Self::TookFromHand => flat("GTR-65", text!["this action has taken from hand already"]),
            Self::VaultFull { have, room } => mend("GTR-25", text!["your vault holds ", many(have, "card"), " and has room for ", room], text!["Complete structures for more influence"]),
            Self::Sold => flat("GTR-25", text!["this action has sold a card already"]),
            Self::SoldFromHand => flat("GTR-56", text!["this action has sold a hand card already"]),

            Self::NotDrawn(card) => mend("GTR-73", text![card, " is not the card you drew"], text!["Use the drawn card or keep it"]),
            Self::NotTurnedUp(card) => flat("GTR-117", text!["no ", card, " was turned up"]),
            Self::OtherSite(card) => mend("GTR-30", text![card, " needs a ", card.material(), " Site"], text!["Only a Statue can stand on another Site"]),
            Self::NoSite(site, Place::Town, Means::Bacchanalia(_)) => flat("GTR-30", text!["no ", site, " Site is left in town"]),
            Self::NoSite(site, Place::Town, _) => mend("GTR-30", text!["no ", site, " Site is left in town"], text!["Lay it out of town, with two actions in a row or with a Tower"]),
            Self::NoSite(site, Place::Outskirts, _) => flat("GTR-30", text!["no ", site, " Site is left out of town"]),
            Self::TownFirst(site) => mend("GTR-31", text!["a ", site, " Site is left in town, and at this table it must be taken first"], text!["Lay it in town"]),
            Self::TwoActions(role) => mend("GTR-31", text!["an out-of-town Site takes two ", role, " actions in a row, and no second one follows"], text!["Have a second ", role, " action in the same turn, or a Tower"]),
            Self::NothingToSaveFor => flat("GTR-57", text!["saving an action for an out-of-town Site needs another of its role that may follow directly and is not sure to"]),
            Self::ArchitectFromHand => mend("GTR-22", text!["an Architect takes materials from the stockpile, not from hand"], text!["Use a Craftsman action"]),
            Self::CraftsmanFromStock => mend("GTR-23", text!["a Craftsman takes materials from hand"], text!["Use an Architect action"]),
            Self::NotUnderWay(rule, card) => mend(rule, text!["you have no ", card, " under way"], text!["Lay its foundation first"]),
            Self::Finished(rule, card) => flat(rule, text!["your ", card, " is finished"]),
            Self::NoFit { rule, material, card, fitting } => mend(rule, text![material, " does not fit your ", card], text!["Add ", any_of(|material| fitting >> material.index() & 1 == 1)]),
            Self::OnlyByScriptorium { material, card } => mend("GTR-86", text![material, " fits your ", card, " only by the Scriptorium, which completes it"], text!["Complete it"]),
            Self::CompletesAnyway { material, card } => mend("GTR-32", text!["this ", material, " completes your ", card, " in any case"], text!["Complete it"]),
            Self::NoScriptorium(material) => mend("GTR-86", text!["there is no Scriptorium to leave unused"], text!["Just add ", material]),
            Self::Looked => flat("GTR-73", text!["you have drawn at the Fountain already"]),
            Self::FountainCrafts => flat("GTR-73", text!["a Fountain serves Craftsman actions, not Architect actions"]),
            Self::WatchPostCrafts => flat("GTR-118", text!["a Watch Post works with Craftsman actions"]),
            Self::NothingToDismantle(card) => flat("GTR-118", text!["you have no finished ", card]),
            Self::StairwayAfter => mend("GTR-90", text!["your Stairway comes after this Architect action"], text!["Use the action or skip it first"]),
            Self::StairwayByArchitect => flat("GTR-90", text!["a Stairway works with Architect actions"]),
            Self::OpensOthers => mend("GTR-90", text!["a Stairway opens opponents' structures, not your own"], text!["Choose an opponent's"]),
            Self::OpenAlready(owner, card) => flat("GTR-90", text![owner, "'s ", card, " is open to all already"]),
            Self::NotOfIt { card, site, material } => mend("GTR-90", text![material, " does not suit ", a(card)], text!["Use ", any_of(|material| material == site || material == card.material())]),

            Self::AllDemanded => mend("GTR-24", text!["all your Legionary actions have their demand"], text!["Make the demands: reveal"]),
            Self::NoneHeld(material) => mend("GTR-24", text!["you hold no ", material, " card to show"], text!["Demand a material of which you hold a card"]),
            Self::AllShown(material) => flat("GTR-24", text!["all your ", material, " cards have been shown this turn"]),
            Self::NoneToShow(card) => flat("GTR-112", text!["you have no ", card]),
            Self::StructureShown(card) => flat("GTR-112", text!["your ", card, " has been shown this turn"]),
            Self::CardNotDemanded(card) => mend("GTR-24", text![card, " is ", card.material(), ", and none is demanded now"], text!["Give what is demanded"]),
            Self::NotDemanded(material) => flat("GTR-24", text!["no ", material, " is demanded now"]),
            Self::StockByChoice => flat("GTR-59", text!["you give from the stockpile by choice only to a Bridge and with a Wall"]),
            Self::HoldsDemanded { to, left } => mend("GTR-24", text!["you hold what ", to, " demands, and neither Palisade nor Wall protects you"], text!["Give a ", any_of(|material| left.of(material) > 0), " card"]),
            Self::NoSuchClient(victim) => mend("GTR-63", text![victim, " has no such client, or that material is not demanded"], text!["Take ", victim, "'s client of a demanded material"]),
            Self::NoSuchFoundation(victim) => mend("GTR-66", text![victim, " has no such foundation of a demanded material with nothing under it"], text!["Choose another foundation, or skip"]),

            Self::StealsFromOthers => mend("GTR-83", text!["a Prison takes from opponents"], text!["Choose an opponent's structure"]),
            Self::NoSiteWon(site) => mend("GTR-116", text!["you have won no ", site, " Site"], text!["Pay with a Site you have won"]),
            Self::NoBonus(owner, card) => mend("GTR-115", text![owner, " has no finished ", card, " with a bonus on completion"], text!["Choose a finished structure that does something on completion"]),
            Self::RevelsOnce => flat("GTR-117", text!["a Bacchanalia does that only once"]),
            Self::RevelsInTown => flat("GTR-117", text!["a Bacchanalia lays in town only"]),
        }
    }
}

/// GTR-5: nothing in the training game has a function.
fn no_functions(card: Option<Card>) -> Refusal {
    let card = card.map(Text::from);
    Refusal::flat("GTR-5", text!["in the training game buildings have no functions, the ", card, " included"])
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
        _ => return Refusal::new(card.rule(), text!["you have no ", card], "Complete one first"),
    };
    Refusal::new(card.rule(), text![what, " needs ", a(card)], remedy)
}

/// A building with its article.
fn a(card: Card) -> Text {
    text![table::article(card.name()), " ", card]
}

/// The materials for which this holds, as a sentence has them: "Brick or Marble".
fn any_of(fits: impl Fn(Material) -> bool) -> String {
    let fitting = Material::ALL.into_iter().filter(|material| fits(*material));
    joined(&fitting.map(|material| material.name().to_owned()).collect::<Vec<_>>(), "or")
}
