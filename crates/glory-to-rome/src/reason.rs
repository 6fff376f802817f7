//! Why something can't be done: every reason as a value, and how each is said, with its rule and what would mend it.

use table::{Phrase, Reason, Refusal, Seat, Text, many, say, whose};

use crate::action::{Action, Place};
use crate::cards::{Card, Material, Role};
use crate::procedures::{Frame, Means};
use crate::rules::Rules;
use crate::words::a;
use crate::zone::Demands;

/// Makes the type of all reasons, and its printer: each reason stands once, with what it holds and how it is said.
macro_rules! reasons {
    ($rules:ident; $(
        $(#[$doc:meta])*
        $Name:ident $(( $($piece:ident: $Piece:ty),* ))? $({ $($field:ident: $Field:ty),* })? => $said:expr,
    )*) => {
        /// Why an action can't be taken now. Where several procedures have a reason, it holds the rule of the one under way.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "each is said in full")]
        pub enum Why {
            $( $(#[$doc])* $Name $(( $($Piece),* ))? $({ $($field: $Field),* })? ),*
        }

        impl Reason<Rules> for Why {
            fn refusal(&self, $rules: &Rules) -> Refusal {
                match *self { $( Self::$Name $(( $($piece),* ))? $({ $($field),* })? => $said ),* }
            }
        }
    };
}

reasons! {
    rules;
    Over => Refusal::flat("GTR-40", say!("the game is over")),
    NotAsked { rule: &'static str, asked: Seat } => Refusal::new(rule, say!("this is not your decision"), say!("Wait for {asked}")),
    Elsewhere(action: Action, frame: Frame) => {
        let ((rule, what), action) = (frame.here(), action.label(rules));
        Refusal::new(rule, say!("'{action}' does not fit here: {what}"), say!("Choose one of the actions listed"))
    },
    /// The function of this building is needed.
    Needs(card: Card) => if rules.training {
        Refusal::flat("GTR-5", say!("in the training game buildings have no functions, the {card} included"))
    } else {
        needs(card)
    },
    NotHeld(rule: &'static str, card: Card) => Refusal::new(rule, say!("{card} is not in your hand"), say!("Use a card you hold")),
    NotInStock(rule: &'static str, material: Material) => Refusal::flat(rule, say!("there is no {material} in your stockpile")),
    NotInPool(rule: &'static str, material: Material) => {
        let later = "Take another material; cards played this turn come to the Pool when it ends (GTR-16)";
        Refusal::new(rule, say!("there is no {material} in the Pool"), Text::of(if rule == "GTR-21" { later } else { "" }))
    },
    DeckEmpty(rule: &'static str) => Refusal::flat(rule, say!("no card is left in the draw pile")),
    InPlay(rule: &'static str, card: Card) => Refusal::flat(rule, say!("you have {} in play already", a(card))),
    HasNone(rule: &'static str, owner: Seat, card: Card) => Refusal::flat(rule, say!("{owner} has no {card}")),
    NotFinished(rule: &'static str, owner: Seat, card: Card) => Refusal::flat(rule, say!("{} {card} is not finished", whose(owner))),

    Led => Refusal::new("GTR-12", say!("a role has been led already"), say!("Follow it, or think")),
    NotLed => Refusal::new("GTR-10", say!("no role has been led yet"), say!("Lead a role, or think")),
    LeaderSkips => Refusal::new("GTR-10", say!("the leader can't skip the turn"), say!("Lead a role, or think")),
    FollowerSkips => Refusal::new("GTR-12", say!("you can't skip: if you do not follow, you think"), say!("Follow, or think")),
    OtherRole { card: Card, role: Role } => Refusal::new("GTR-11", say!("{card} is {} card", a(card.role())), say!("For {role} play {} card, a Jack or a petition", a(role))),
    NoJack => Refusal::new("GTR-11", say!("you hold no Jack"), say!("Think for a Jack first")),
    PetitionSize { fewest: u8, size: u8 } => Refusal::new(if size == 2 { "GTR-61" } else { "GTR-11" }, say!("your petitions take {fewest} cards, not {size}"), say!("Petition with {fewest} cards")),
    FewForPetition { material: Material, held: u8, size: u8 } => {
        let held = if held == 0 { say!("no {material} card") } else { say!("only {}", many(held, &format!("{material} card"))) };
        Refusal::new("GTR-11", say!("you hold {held}, and a petition takes {size} of one material"), say!("Petition with a material of which you hold {size}"))
    },
    OtherPetition { card: Card, material: Material } => Refusal::new("GTR-11", say!("{card} is {}, and this petition is of {material}", card.material()), say!("Add {} card", a(material))),
    NoPalacePetition => Refusal::flat("GTR-81", say!("at this table a petition can't be added to a Palace play")),
    NoSurrender => Refusal::flat("GTR-40", say!("this table plays without surrender")),
    ToYourself => Refusal::flat("GTR-40", say!("you can't surrender to yourself")),
    NobodyThere(to: Seat) => Refusal::flat("GTR-40", say!("nobody sits at {to}")),
    SurrenderedNow => Refusal::flat("GTR-40", say!("you have surrendered to somebody this turn already")),
    SurrenderedTo(to: Seat) => Refusal::flat("GTR-40", say!("you have surrendered to {to} already")),
    NoJackLeft => Refusal::new("GTR-15", say!("no Jack is left"), say!("Think and draw")),
    LatrineTakesOrders => Refusal::flat("GTR-78", say!("at this table a Latrine discards Order cards only")),
    Discarded(rule: &'static str) => Refusal::new(rule, say!("your discard before this Think is done, or you have nothing to discard"), say!("Take a Jack, or draw")),

    ClientsFull { have: u8, room: u8 } => Refusal::new("GTR-20", say!("you have {} and room for {room}", many(have, "client")), say!("Complete structures for more influence")),
    NoClientInPool(colour: Material) => Refusal::flat("GTR-20", say!("there is no {} in the Pool", colour.role())),
    PoolClosed => Refusal::flat("GTR-55", say!("after hiring from the draw pile the Pool is closed for this action")),
    HiredFromPool => Refusal::new("GTR-20", say!("this action has hired from the Pool already"), say!("Use another Patron action")),
    HiredFromHand => Refusal::flat("GTR-52", say!("this action has hired from hand already")),
    HiredFromDeck => Refusal::flat("GTR-55", say!("this action has hired from the draw pile already")),
    TookFromPool => Refusal::flat("GTR-21", say!("this action has taken from the Pool already")),
    TookFromHand => Refusal::flat("GTR-65", say!("this action has taken from hand already")),
    VaultFull { have: u8, room: u8 } => Refusal::new("GTR-25", say!("your vault holds {} and has room for {room}", many(have, "card")), say!("Complete structures for more influence")),
    Sold => Refusal::flat("GTR-25", say!("this action has sold a card already")),
    SoldFromHand => Refusal::flat("GTR-56", say!("this action has sold a hand card already")),

    NotDrawn(card: Card) => Refusal::new("GTR-73", say!("{card} is not the card you drew"), say!("Use the drawn card or keep it")),
    NotTurnedUp(card: Card) => Refusal::flat("GTR-117", say!("no {card} was turned up")),
    OtherSite(card: Card) => Refusal::new("GTR-30", say!("{card} needs a {} Site", card.material()), say!("Only a Statue can stand on another Site")),
    NoSite(site: Material, place: Place, means: Means) => match (place, means) {
        (Place::Outskirts, _) => Refusal::flat("GTR-30", say!("no {site} Site is left out of town")),
        (Place::Town, Means::Bacchanalia(_)) => Refusal::flat("GTR-30", say!("no {site} Site is left in town")),
        (Place::Town, _) => Refusal::new("GTR-30", say!("no {site} Site is left in town"), say!("Lay it out of town, with two actions in a row or with a Tower")),
    },
    TownFirst(site: Material) => Refusal::new("GTR-31", say!("a {site} Site is left in town, and at this table it must be taken first"), say!("Lay it in town")),
    TwoActions(role: Role) => Refusal::new("GTR-31", say!("an out-of-town Site takes two {role} actions in a row, and no second one follows"), say!("Have a second {role} action in the same turn, or a Tower")),
    NothingToSaveFor => Refusal::flat("GTR-57", say!("saving an action for an out-of-town Site needs another of its role that may follow directly and is not sure to")),
    ArchitectFromHand => Refusal::new("GTR-22", say!("an Architect takes materials from the stockpile, not from hand"), say!("Use a Craftsman action")),
    CraftsmanFromStock => Refusal::new("GTR-23", say!("a Craftsman takes materials from hand"), say!("Use an Architect action")),
    NotUnderWay(rule: &'static str, card: Card) => Refusal::new(rule, say!("you have no {card} under way"), say!("Lay its foundation first")),
    Finished(rule: &'static str, card: Card) => Refusal::flat(rule, say!("your {card} is finished")),
    /// With the materials that do fit, as bits.
    NoFit { rule: &'static str, material: Material, card: Card, fitting: u8 } => Refusal::new(rule, say!("{material} does not fit your {card}"), say!("Add {}", any_of(|material| fitting >> material.index() & 1 == 1))),
    OnlyByScriptorium { material: Material, card: Card } => Refusal::new("GTR-86", say!("{material} fits your {card} only by the Scriptorium, which completes it"), say!("Complete it")),
    CompletesAnyway { material: Material, card: Card } => Refusal::new("GTR-32", say!("this {material} completes your {card} in any case"), say!("Complete it")),
    NoScriptorium(material: Material) => Refusal::new("GTR-86", say!("there is no Scriptorium to leave unused"), say!("Just add {material}")),
    Looked => Refusal::flat("GTR-73", say!("you have drawn at the Fountain already")),
    FountainCrafts => Refusal::flat("GTR-73", say!("a Fountain serves Craftsman actions, not Architect actions")),
    WatchPostCrafts => Refusal::flat("GTR-118", say!("a Watch Post works with Craftsman actions")),
    NothingToDismantle(card: Card) => Refusal::flat("GTR-118", say!("you have no finished {card}")),
    StairwayAfter => Refusal::new("GTR-90", say!("your Stairway comes after this Architect action"), say!("Use the action or skip it first")),
    StairwayByArchitect => Refusal::flat("GTR-90", say!("a Stairway works with Architect actions")),
    OpensOthers => Refusal::new("GTR-90", say!("a Stairway opens opponents' structures, not your own"), say!("Choose an opponent's")),
    OpenAlready(owner: Seat, card: Card) => Refusal::flat("GTR-90", say!("{} {card} is open to all already", whose(owner))),
    NotOfIt { card: Card, site: Material, material: Material } => Refusal::new("GTR-90", say!("{material} does not suit {}", a(card)), say!("Use {}", any_of(|material| material == site || material == card.material()))),

    AllDemanded => Refusal::new("GTR-24", say!("all your Legionary actions have their demand"), say!("Make the demands: reveal")),
    NoneHeld(material: Material) => Refusal::new("GTR-24", say!("you hold no {material} card to show"), say!("Demand a material of which you hold a card")),
    AllShown(material: Material) => Refusal::flat("GTR-24", say!("all your {material} cards have been shown this turn")),
    NoneToShow(card: Card) => Refusal::flat("GTR-112", say!("you have no {card}")),
    StructureShown(card: Card) => Refusal::flat("GTR-112", say!("your {card} has been shown this turn")),
    CardNotDemanded(card: Card) => Refusal::new("GTR-24", say!("{card} is {}, and none is demanded now", card.material()), say!("Give what is demanded")),
    NotDemanded(material: Material) => Refusal::flat("GTR-24", say!("no {material} is demanded now")),
    StockByChoice => Refusal::flat("GTR-59", say!("you give from the stockpile by choice only to a Bridge and with a Wall")),
    HoldsDemanded { to: Seat, left: Demands } => Refusal::new("GTR-24", say!("you hold what {to} demands, and neither Palisade nor Wall protects you"), say!("Give a {} card", any_of(|material| left.of(material) > 0))),
    NoSuchClient(victim: Seat) => Refusal::new("GTR-63", say!("{victim} has no such client, or that material is not demanded"), say!("Take {} client of a demanded material", whose(victim))),
    NoSuchFoundation(victim: Seat) => Refusal::new("GTR-66", say!("{victim} has no such foundation of a demanded material with nothing under it"), say!("Choose another foundation, or skip")),

    StealsFromOthers => Refusal::new("GTR-83", say!("a Prison takes from opponents"), say!("Choose an opponent's structure")),
    NoSiteWon(site: Material) => Refusal::new("GTR-116", say!("you have won no {site} Site"), say!("Pay with a Site you have won")),
    NoBonus(owner: Seat, card: Card) => Refusal::new("GTR-115", say!("{owner} has no finished {card} with a bonus on completion"), say!("Choose a finished structure that does something on completion")),
    RevelsOnce => Refusal::flat("GTR-117", say!("a Bacchanalia does that only once")),
    RevelsInTown => Refusal::flat("GTR-117", say!("a Bacchanalia lays in town only")),
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

/// The materials for which this holds, as a sentence has them: "Brick or Marble".
fn any_of(fits: impl Fn(Material) -> bool) -> Text {
    Text::either(Material::ALL.into_iter().filter(|material| fits(*material)).map(Text::of))
}
