//! What buildings do, as data, and the rules text printed from it.
//!
//! What two or more buildings share is an [`Effect`] that the engine reads too; what only one does is a [`Effect::Special`]
//! that names the procedure in `play`.

use crate::cards::{Card, Role};
use crate::frame::Bonus;

/// Where an additional or alternative card comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The own hand.
    Hand,
    /// The top of the draw pile.
    Deck,
    /// The Pool.
    Pool,
}

/// One thing a building does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// On completion, as many of these as influence.
    Repeat(Bonus),
    /// The hand refill size grows.
    Refill(u8),
    /// Room for more clients.
    ClientRoom(u8),
    /// Twice the room for clients.
    ClientRoomDoubled,
    /// Room for more vault cards.
    VaultRoom(u8),
    /// Each action of the role may take one more card from there.
    Also(Role, Source),
    /// Each action of the role may use a card from there in place of the usual one.
    Instead(Role, Source),
    /// What only this building does, in our words.
    Special(&'static str),
}

impl Effect {
    /// The rules text.
    pub fn text(self) -> String {
        match self {
            Self::Repeat(bonus) => {
                let what = match bonus {
                    Bonus::Craftsman => "Craftsman action",
                    Bonus::Laborer => "Laborer action",
                    Bonus::Patron => "Patron action",
                    Bonus::Think => "Think",
                };
                format!(
                    "When completed: you may take one {what} for each point of your influence, this Site included."
                )
            }
            Self::Refill(more) => format!("Your hand refill size is {more} larger."),
            Self::ClientRoom(more) => format!("You have room for {more} more clients."),
            Self::ClientRoomDoubled => "You have room for twice as many clients.".to_owned(),
            Self::VaultRoom(more) => format!("Your vault has room for {more} more cards."),
            Self::Also(role, source) => also(role, source),
            Self::Instead(role, source) => instead(role, source),
            Self::Special(text) => text.to_owned(),
        }
    }
}

fn also(role: Role, source: Source) -> String {
    let from = match source {
        Source::Hand => "a card from your hand",
        Source::Deck => "the top card of the draw pile, unseen",
        Source::Pool => "a card from the Pool",
    };
    let into = match role {
        Role::Patron => "may also hire",
        Role::Laborer => "may also put into your stockpile",
        Role::Merchant => "may also put into your vault",
        Role::Craftsman | Role::Architect | Role::Legionary => "may also use",
    };
    let after = if source == Source::Deck { " After that the Pool is closed for this action." } else { "" };
    let hidden = if role == Role::Merchant { " Nobody else sees it." } else { "" };
    format!("Each of your {role} actions {into} {from}.{after}{hidden}")
}

fn instead(role: Role, source: Source) -> String {
    match (role, source) {
        (Role::Merchant, Source::Deck) => {
            "Your Merchant actions may put the top card of the draw pile into your vault in place of a stockpile card; nobody looks at it.".to_owned()
        }
        (Role::Craftsman, Source::Deck) => {
            "Your Craftsman actions may use the top card of the draw pile: lay it, add it, or keep it in hand, which spends the action.".to_owned()
        }
        (role, Source::Pool) => format!("Your {role} actions may take materials from the Pool in place of your stockpile."),
        (role, Source::Hand | Source::Deck) => format!("Your {role} actions may use other cards in place of the usual one."),
    }
}

/// What a building does.
#[allow(clippy::too_many_lines)] // The whole card list, one entry each.
pub fn effects(card: Card) -> &'static [Effect] {
    use Effect::{Also, ClientRoom, ClientRoomDoubled, Instead, Refill, Repeat, Special, VaultRoom};
    match card {
        Card::ACADEMY => &[Special("After a turn in which you took a Craftsman action, you may Think once.")],
        Card::AERARIUM => &[
            Special("Your influence counts as the highest at the table, except for scoring."),
            Special(
                "When completed: you may give its Site to any player, yourself included, to use the completion bonus of one of that player's finished structures.",
            ),
        ],
        Card::AMPHITHEATRE => &[Repeat(Bonus::Craftsman)],
        Card::AQUEDUCT => &[ClientRoomDoubled, Also(Role::Patron, Source::Hand)],
        Card::ARCHWAY => &[Instead(Role::Architect, Source::Pool)],
        Card::ATRIUM => &[Instead(Role::Merchant, Source::Deck)],
        Card::BACCHANALIA => &[Special(
            "When completed: turn up as many cards as your influence; one each may become stock, a client, a vault card, a foundation in town and a building material. The rest go to your hand. If there are too few cards, the game just ends.",
        )],
        Card::BAR => &[Also(Role::Patron, Source::Deck)],
        Card::BASILICA => &[Also(Role::Merchant, Source::Hand)],
        Card::BATH => &[Special("A client you gain may at once take one action of its role.")],
        Card::BRIDGE => &[Special(
            "Your demands reach every opponent, pass Palisades (not Walls), and take a matching card from each stockpile too.",
        )],
        Card::CASTRA => &[Special(
            "If demands took cards from your hand this turn, you may Think once when all demands are over.",
        )],
        Card::CASTRA_PRAETORIA => &[
            Special("When completed: materials under it may become your clients."),
            Special("You may show unfinished structures for demands, each once a turn."),
        ],
        Card::CATACOMB => &[Special("When completed: the game ends at once and is scored.")],
        Card::CIRCUS => &[Special("Two cards of one role are a petition for you.")],
        Card::CIRCUS_MAXIMUS => {
            &[Special("When you lead or follow, each of your clients of that role acts twice.")]
        }
        Card::COLOSSEUM => &[Special(
            "Each of your demands may also put one matching client of every player it reaches into your vault, as far as there is room.",
        )],
        Card::CRANE => &[Special("Every card of yours leads and follows as an Architect card.")],
        Card::DOCK => &[Also(Role::Laborer, Source::Hand)],
        Card::DOMUS => &[Special(
            "When completed: take one Patron action; the client hired may act this turn if it fits the role led.",
        )],
        Card::DOMUS_AUREA => &[Special(
            "Each of your demands may also raze one matching foundation without materials of every player it reaches: its card goes to your stockpile, its Site to your influence.",
        )],
        Card::FORUM => &[Special("You win at once when your clients cover all six roles.")],
        Card::FORUM_ROMANUM => &[Special(
            "You win at once when your clients cover all six roles and your stockpile holds all six materials.",
        )],
        Card::FOUNDRY => &[Repeat(Bonus::Laborer)],
        Card::FOUNTAIN => &[Instead(Role::Craftsman, Source::Deck)],
        Card::GARDEN => &[Repeat(Bonus::Patron)],
        Card::GATE => &[Special(
            "Your unfinished Marble structures already work. They give no influence until finished.",
        )],
        Card::INSULA => &[ClientRoom(2)],
        Card::LATRINE => &[Special("Before you Think you may discard one Order card to the Pool.")],
        Card::LUDUS_MAGNA => &[Special("Your Merchant clients count as clients of every role.")],
        Card::MARKET => &[VaultRoom(2)],
        Card::PALACE => &[Special(
            "You may lead or follow with several cards of the role, Jacks included: one action each.",
        )],
        Card::PALISADE => &[Special("Demands take nothing from you unless the attacker has a Bridge.")],
        Card::PLEBIAN_COUNCIL => &[Special(
            "You win at once when Laborer clients outnumber Legionary clients at the table and you have strictly the most Laborers.",
        )],
        Card::PRISON => &[Special(
            "When completed: you may give its Site to an opponent for one of that player's finished structures, whose completion bonus you then use.",
        )],
        Card::ROAD => &[Special("Any material fits your Stone structures.")],
        Card::SCHOOL => &[Repeat(Bonus::Think)],
        Card::SCRIPTORIUM => {
            &[Special("One Marble added by a Craftsman or Architect action finishes any structure of yours.")]
        }
        Card::SENATE => {
            &[Special("When a turn ends, Jacks that opponents played in it may go to your hand.")]
        }
        Card::SEWER => &[Special("When a turn ends, Order cards you played in it may go to your stockpile.")],
        Card::SHRINE => &[Refill(2)],
        Card::SOLARIUM => &[Special(
            "When you finish a structure by an Architect action, you may take one of its materials back into your stockpile.",
        )],
        Card::STAIRWAY => &[Special(
            "With each of your Architect actions you may also add a suitable material to an opponent's finished structure: its function is then everyone's.",
        )],
        Card::STATUE => &[
            Special(
                "It may stand on any Site, which sets its cost and influence; it takes that Site's material or Marble.",
            ),
            Special("Finished, it scores 3 points."),
        ],
        Card::STOREROOM => &[Special("All your clients may act and count as Laborers.")],
        Card::TEMPLE => &[Refill(4)],
        Card::TOWER => &[
            Special("Rubble fits every structure of yours."),
            Special("Laying a foundation out of town takes you one action."),
        ],
        Card::TRIBUNAL => &[Special("After each Think you may also take a Jack.")],
        Card::TRICLINIUM => {
            &[Special("When you led or followed, a client that has just acted may go into your vault.")]
        }
        Card::VILLA => &[Special("The first material an Architect action adds finishes it.")],
        Card::VOMITORIUM => &[Special("Before you Think you may discard your whole hand.")],
        Card::WALL => &[
            Special("Demands take nothing from you, not even over a Bridge."),
            Special("At the end you score 1 point for every two cards in your stockpile."),
        ],
        Card::WATCH_POST => &[Special(
            "A Craftsman action may dismantle one of your finished structures: its card returns to your hand, its materials go to your stockpile.",
        )],
        Card::WATERMILL => {
            &[Special("When you lead or follow Laborer, your Architect clients may act after your Laborers.")]
        }
        _ => &[],
    }
}

/// The whole rules text of a building.
pub fn text(card: Card) -> String {
    effects(card).iter().map(|effect| effect.text()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_building_has_a_text() {
        for card in Card::all() {
            assert!(!text(card).is_empty(), "{card}");
        }
    }
}
