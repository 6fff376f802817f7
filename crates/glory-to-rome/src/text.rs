//! The rules text of the buildings, printed from their effects.

use crate::cards::{Card, Material, Role};
use crate::effect::{
    Among, Cause, Completion, Discard, Effect, Feat, Kept, Loot, Purchase, Repeated, Shield, Source, Special,
    effects,
};

/// The whole rules text of a building.
pub fn of(card: Card) -> String {
    effects(card).iter().map(|effect| effect.text(card)).collect::<Vec<_>>().join(" ")
}

impl Effect {
    /// The rules text of one effect of a building.
    pub fn text(self, building: Card) -> String {
        match self {
            Self::Refill(more) => format!("Your hand refill size is {more} larger."),
            Self::ClientRoom(more) => format!("You have room for {more} more clients."),
            Self::ClientRoomTimes(2) => "You have room for twice as many clients.".to_owned(),
            Self::ClientRoomTimes(times) => format!("You have room for {times} times as many clients."),
            Self::VaultRoom(more) => format!("Your vault has room for {more} more cards."),
            Self::PetitionOf(cards) => format!("A petition takes you only {cards} cards of one role."),
            Self::Points(points) => format!("Once finished, it scores {points} points."),
            Self::PointForStock(cards) => {
                format!("At the end you score 1 point for every {cards} cards in your stockpile.")
            }
            Self::Also(role, source) => also(role, source),
            Self::Instead(role, source) => instead(role, source),
            Self::LeadsAs(role) => {
                format!("Any card of yours may also lead or follow as {} card.", role.with_article())
            }
            Self::ActsAs { clients, role } => acts_as(clients, role),
            Self::ClientActions(times) => {
                let often = if times == 2 { "twice".to_owned() } else { format!("{times} times") };
                format!("When you lead or follow, each of your clients of that role may act {often}.")
            }
            Self::ActAfter { led, then } => {
                format!("When you lead or follow {led}, your {then} clients may act after your {led}s.")
            }
            Self::Fits { material, structures } => fits(material, structures),
            Self::FinishedBy(material) => format!(
                "One {material} added by a Craftsman or Architect action may finish any structure of yours, whatever it still lacks."
            ),
            Self::FinishesAtOnce(role) => {
                format!("The first material {} action adds finishes it.", role.with_article())
            }
            Self::AnySite => format!(
                "It may stand on any Site, which sets its cost and influence; it takes that Site's material or {}.",
                building.material()
            ),
            Self::OutOfTownAtOnce => "Laying a foundation out of town takes you only one action.".to_owned(),
            Self::WorksUnfinished(material) => format!(
                "Your unfinished {material} structures already work. They give no influence until finished."
            ),
            Self::Recovers(role) => format!(
                "When you finish a structure by {} action, you may take one of its materials back into your stockpile.",
                role.with_article()
            ),
            Self::ThinkAfter(cause) => think_after(cause),
            Self::BeforeThink(discard) => before_think(discard),
            Self::AtTurnsEnd(kept) => at_turns_end(kept),
            Self::Shielded(shield) => shielded(shield),
            Self::GetsPast(shield) => gets_past(shield),
            Self::Loots(loot) => loots(loot),
            Self::Wins(feat) => wins(feat),
            Self::OnCompletion(completion) => format!("When completed: {}", on_completion(completion)),
            Self::Special(special) => special_text(special).to_owned(),
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
            "Your Merchant actions may put the top card of the draw pile into your vault instead of a stockpile card; nobody looks at it.".to_owned()
        }
        (Role::Craftsman, Source::Deck) => {
            "Your Craftsman actions may use the top card of the draw pile instead of a hand card: lay it, add it, or keep it in hand. Any of these spends the action.".to_owned()
        }
        (role, Source::Pool) => {
            format!("Your {role} actions may take materials from the Pool instead of your stockpile.")
        }
        (role, Source::Hand) => format!("Your {role} actions may use a hand card instead of the usual one."),
        (role, Source::Deck) => {
            format!("Your {role} actions may use the top card of the draw pile instead of the usual one.")
        }
    }
}

fn acts_as(clients: Among, role: Option<Role>) -> String {
    let who = match clients {
        Among::All => "All your clients".to_owned(),
        Among::Only(colour) => format!("Your {} clients", colour.role()),
    };
    match role {
        None => format!("{who} count as clients of every role."),
        Some(role) => format!("{who} may act and count as {role}s."),
    }
}

fn fits(material: Among, structures: Among) -> String {
    let what = match material {
        Among::All => "Any material".to_owned(),
        Among::Only(material) => material.to_string(),
    };
    match structures {
        Among::All => format!("{what} fits every structure of yours."),
        Among::Only(colour) => format!("{what} fits your {colour} structures."),
    }
}

fn think_after(cause: Cause) -> String {
    match cause {
        Cause::CraftsmanAction => {
            "After a turn in which you took a Craftsman action, you may Think once.".to_owned()
        }
        Cause::LostCards => {
            "If demands took cards from your hand this turn, you may Think once when all demands are over."
                .to_owned()
        }
    }
}

fn before_think(discard: Discard) -> String {
    match discard {
        Discard::OneOrder => "Before you Think you may discard one Order card to the Pool.".to_owned(),
        Discard::WholeHand => "Before you Think you may discard your whole hand.".to_owned(),
    }
}

fn at_turns_end(kept: Kept) -> String {
    match kept {
        Kept::OwnOrders => {
            "When a turn ends, you may put Order cards you played in it into your stockpile.".to_owned()
        }
        Kept::OthersJacks => {
            "When a turn ends, you may take Jacks that opponents played in it into your hand.".to_owned()
        }
    }
}

fn shielded(shield: Shield) -> String {
    match shield {
        Shield::Low => {
            "You need not give anything to demands, unless the attacker has a Bridge. You may still give."
                .to_owned()
        }
        Shield::High => {
            "You need not give anything to demands, not even to a Bridge. You may still give.".to_owned()
        }
    }
}

fn gets_past(shield: Shield) -> String {
    match shield {
        Shield::Low => "Palisades do not stop them; Walls do.".to_owned(),
        Shield::High => "Neither Palisades nor Walls stop them.".to_owned(),
    }
}

fn loots(loot: Loot) -> String {
    match loot {
        Loot::Stock => {
            "Your demands also take a matching card from the stockpile of every player they reach.".to_owned()
        }
        Loot::Clients => {
            "Each of your demands may also put one matching client of every player it reaches into your vault, as far as there is room.".to_owned()
        }
        Loot::Foundations => {
            "Each of your demands may also raze one matching foundation without materials of every player it reaches: its card goes to your stockpile, its Site to your influence.".to_owned()
        }
    }
}

fn wins(feat: Feat) -> String {
    match feat {
        Feat::SixRoles => "You win at once when your clients cover all six roles.".to_owned(),
        Feat::SixRolesAndMaterials => {
            "You win at once when your clients cover all six roles and your stockpile holds all six materials.".to_owned()
        }
        Feat::MostLaborers => {
            "You win at once when there are more Laborer clients than Legionary clients at the table and you have more Laborers than any other player.".to_owned()
        }
    }
}

fn on_completion(completion: Completion) -> String {
    match completion {
        Completion::Repeat(bonus) => {
            let what = match bonus {
                Repeated::Craftsman => "take one Craftsman action",
                Repeated::Laborer => "take one Laborer action",
                Repeated::Patron => "take one Patron action",
                Repeated::Think => "Think once",
            };
            format!("you may {what} for each point of your influence, this Site included.")
        }
        Completion::Hire => {
            "you may take one Patron action; the client hired may act this turn if it fits the role led.".to_owned()
        }
        Completion::Enlist => "materials under it may become your clients.".to_owned(),
        Completion::EndGame => "the game ends at once and is scored.".to_owned(),
        Completion::SiteFor(Purchase::Structure) => {
            "you may give its Site, and so 3 influence, to an opponent and take one of that player's finished structures, unless you have one of that name in play. You then use its completion bonus.".to_owned()
        }
        Completion::SiteFor(Purchase::Bonus) => {
            "you may give its Site to any player, yourself included, to use the completion bonus of one of that player's finished structures.".to_owned()
        }
        Completion::Revel => {
            "turn up as many cards as your influence. One each may go into your stockpile, become a client, go into your vault, be laid as a foundation in town and be added as a material. The rest go to your hand. If there are too few cards, the game just ends.".to_owned()
        }
    }
}

fn special_text(special: Special) -> &'static str {
    match special {
        Special::HighestInfluence => "Your influence counts as the highest at the table, except for scoring.",
        Special::NewClientsAct => "A client you gain may at once take one action of its role.",
        Special::ReachEveryone => "Your demands reach every opponent.",
        Special::ShowStructures => "You may show unfinished structures for demands, each once a turn.",
        Special::PlaySeveral => {
            "You may lead or follow with several cards of the role, Jacks included: one action each."
        }
        Special::OpenStructures => {
            "With each of your Architect actions you may also add a suitable material to an opponent's finished structure: from then on its function works for everyone."
        }
        Special::JackAfterThink => "After each Think you may also take a Jack.",
        Special::BankClients => {
            "When you led or followed, a client that has just acted may go into your vault."
        }
        Special::Dismantle => {
            "A Craftsman action may dismantle one of your finished structures: its card returns to your hand, its materials go to your stockpile."
        }
    }
}

impl Role {
    /// The role with its article: "an Architect".
    pub fn with_article(self) -> String {
        match self {
            Self::Architect => format!("an {self}"),
            Self::Laborer | Self::Craftsman | Self::Legionary | Self::Merchant | Self::Patron => {
                format!("a {self}")
            }
        }
    }
}

impl Card {
    /// The building with its article: "an Insula", "a Wall".
    pub fn with_article(self) -> String {
        let vowel = self.name().starts_with(['A', 'E', 'I', 'O', 'U']);
        format!("{} {self}", if vowel { "an" } else { "a" })
    }
}

impl Material {
    /// A card of the material with its article: "a Brick".
    pub fn with_article(self) -> String {
        format!("a {self}")
    }
}
