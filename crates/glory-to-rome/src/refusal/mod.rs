//! Why not: the rule, the fact that failed, and what would make it legal.

mod build;
mod legion;

use table::{Game, Refusal, Seat, SeatSet, Turn};

use crate::action::{Action, Place, Play, Supply};
use crate::cards::{Card, Material, Role};
use crate::effect::powers;
use crate::frame::{Frame, Revels, Stage, Used};
use crate::legal::petition_sizes;
use crate::rules::Rules;
use crate::state::State;

use self::build::no_fit;

impl State {
    pub(crate) fn why_not(&self, rules: &Rules, seat: Seat, action: Action) -> Option<Refusal> {
        match self.turn(rules) {
            Turn::Over => return Some(Refusal::flat("GTR-40", "the game is over")),
            Turn::Decide(seats) if seats != SeatSet::one(seat) => {
                return Some(Refusal::new(
                    turn_rule(&self.public),
                    format!("it is not {seat}'s decision now"),
                    format!("Wait until {seats} has decided"),
                ));
            }
            Turn::Decide(_) => {}
        }
        let mut legal = Vec::new();
        self.list_legal(rules, &mut legal);
        if legal.contains(&action) {
            return None;
        }
        if let Some(card) = function_named(action).filter(|_| rules.training) {
            return Some(Refusal::flat(
                "GTR-5",
                format!("the training game has no functions, so no {card} either"),
            ));
        }
        Some(self.reason(rules, seat, action).unwrap_or_else(|| {
            let (rule, what) = what_is_decided(self.public.top());
            Refusal::new(
                rule,
                format!("'{action}' is no answer here: {what}"),
                "Choose one of the listed actions",
            )
        }))
    }

    /// The particular reason, where the action is one that belongs to the procedure under way.
    fn reason(&self, rules: &Rules, seat: Seat, action: Action) -> Option<Refusal> {
        let public = &self.public;
        let top = public.top();
        match (top, action) {
            (Frame::Lead { .. }, Action::Lead(role, play)) => Some(self.no_play(rules, seat, role, play)),
            (Frame::Follow { .. }, Action::Follow(play)) => {
                public.role.map(|role| self.no_play(rules, seat, role, play))
            }
            (Frame::Follow { .. }, Action::Lead(..)) => {
                Some(Refusal::new("GTR-12", "the role has been led already", "Follow it, or think"))
            }
            (Frame::Lead { .. }, Action::Follow(_)) => {
                Some(Refusal::new("GTR-10", "nothing has been led yet", "Lead a role, or think"))
            }
            (Frame::Lead { spoken }, Action::Surrender(to)) => Some(no_surrender(rules, seat, to, spoken)),
            (Frame::Lead { .. } | Frame::Follow { .. } | Frame::Think { .. }, _) if is_think(action) => {
                Some(self.no_think(rules, seat, action))
            }
            (Frame::Lead { .. }, Action::Skip) => {
                Some(Refusal::new("GTR-10", "doing nothing is no choice here", "Lead a role, or think"))
            }
            (Frame::Follow { .. }, Action::Skip) => {
                Some(Refusal::new("GTR-12", "doing nothing is no choice here", "Follow, or think"))
            }
            (Frame::Petition { material, .. }, Action::AddOrder(card)) => {
                Some(self.no_petition_card(seat, material, card))
            }
            (Frame::Palace { .. }, Action::AddOrder(card)) => {
                public.role.map(|role| self.no_play(rules, seat, role, Play::Order(card)))
            }
            (Frame::Palace { .. }, Action::AddJack) => {
                public.role.map(|role| self.no_play(rules, seat, role, Play::Jack))
            }
            (Frame::Palace { .. }, Action::AddPetition(material, size)) => Some(if rules.palace_petition {
                self.no_play(rules, seat, Role::Patron, Play::Petition(material, size))
            } else {
                Refusal::flat("GTR-81", "at this table a petition can't be added to a Palace play")
            }),
            (Frame::Patron { used, .. }, _) => self.no_hire(seat, used, action),
            (Frame::Laborer { used, .. }, _) => self.no_labor(seat, used, action),
            (Frame::Merchant { used, .. }, _) => self.no_sale(seat, used, action),
            (Frame::Architect { .. }, _) => self.no_build(rules, seat, Role::Architect, action),
            (Frame::Craftsman { .. } | Frame::Fountain { .. }, _) => {
                self.no_build(rules, seat, Role::Craftsman, action)
            }
            (Frame::Stairway { .. }, Action::Raise(owner, card, supply)) => {
                Some(self.no_raise(seat, owner, card, supply))
            }
            (Frame::Demand { most, demands, .. }, Action::Demand(material)) => {
                Some(self.no_demand(seat, material, demands.len() >= most))
            }
            (Frame::Demand { most, demands, .. }, Action::DemandWith(card)) => {
                Some(self.no_demand_with(seat, card, demands.len() >= most))
            }
            (Frame::Give { to, left, .. }, _) => self.no_gift(seat, to, left, action),
            (Frame::Slay { victim, .. }, Action::Slay(..)) => Some(Refusal::new(
                "GTR-63",
                format!("no such client of {victim} answers what was demanded"),
                "Take a client of a demanded colour from this opponent",
            )),
            (Frame::Raze { victim, .. }, Action::Raze(..)) => Some(Refusal::new(
                "GTR-66",
                format!(
                    "no such foundation of {victim} fits: it must be of a demanded colour with nothing under it"
                ),
                "Choose another foundation, or skip",
            )),
            (Frame::Prison { .. }, Action::Steal(owner, card)) => Some(self.no_theft(seat, owner, card)),
            (Frame::Ransom { .. }, Action::Pay(site)) => Some(Refusal::new(
                "GTR-116",
                format!("you have won no {site} Site"),
                "Pay with a Site you have won",
            )),
            (Frame::Aerarium { .. }, Action::Award(owner, card)) => Some(Refusal::new(
                "GTR-115",
                format!("{owner} has no finished {card} with a bonus on completion"),
                "Choose a finished structure with such a bonus",
            )),
            (Frame::Bacchanalia { pile, used, .. }, _) => self.no_revel(seat, pile, used, action),
            _ => None,
        }
    }

    fn lacks_card(&self, seat: Seat, card: Card, rule: &'static str) -> Option<Refusal> {
        (!self.hand(seat).has(card))
            .then(|| Refusal::new(rule, format!("{card} is not in your hand"), "Use a card you hold"))
    }

    fn no_play(&self, rules: &Rules, seat: Seat, role: Role, play: Play) -> Refusal {
        match play {
            Play::Order(card) => self.lacks_card(seat, card, "GTR-11").unwrap_or_else(|| {
                Refusal::new(
                    "GTR-11",
                    format!("{card} is {} card, not {} card", a(card.role()), a(role)),
                    format!("Play {} card, a Jack or a petition", a(role)),
                )
            }),
            Play::Jack => Refusal::new("GTR-11", "you hold no Jack", "Think for a Jack first"),
            Play::Petition(material, size) => {
                let sizes = petition_sizes(&self.public, seat, rules);
                if !sizes.contains(&size) {
                    let rule = if size == 2 { "GTR-61" } else { "GTR-11" };
                    return Refusal::new(
                        rule,
                        format!("a petition takes {} cards here, not {size}", sizes.start()),
                        format!("Petition with {}", sizes.start()),
                    );
                }
                let held = self.hand(seat).of(material);
                Refusal::new(
                    "GTR-11",
                    format!("you hold {held} {material} cards and a petition takes {size}"),
                    "Petition with a colour of which you hold enough",
                )
            }
        }
    }

    fn no_petition_card(&self, seat: Seat, material: Material, card: Card) -> Refusal {
        self.lacks_card(seat, card, "GTR-11").unwrap_or_else(|| {
            Refusal::new(
                "GTR-11",
                format!("{card} is not {material}"),
                format!("A petition is of one colour: add {material}"),
            )
        })
    }

    fn no_think(&self, rules: &Rules, seat: Seat, action: Action) -> Refusal {
        let public = &self.public;
        match action {
            Action::ThinkJack => Refusal::new("GTR-15", "no Jack is left in the pile", "Draw Order cards"),
            Action::Discard(card) if public.can(seat, powers().discards_one) => {
                self.lacks_card(seat, card, "GTR-78").unwrap_or_else(|| already_discarded("GTR-78"))
            }
            Action::DiscardJack if public.can(seat, powers().discards_one) && !rules.latrine_jack => {
                Refusal::flat("GTR-78", "a Latrine takes Order cards only at this table")
            }
            Action::DiscardJack if public.can(seat, powers().discards_one) => already_discarded("GTR-78"),
            Action::DiscardHand if public.can(seat, powers().discards_hand) => already_discarded("GTR-97"),
            Action::DiscardHand => Refusal::new("GTR-97", "you have no Vomitorium", "Complete one first"),
            Action::Discard(_) | Action::DiscardJack => {
                Refusal::new("GTR-78", "you have no Latrine", "Complete one first")
            }
            _ => Refusal::flat("GTR-15", "you can't think like that now"),
        }
    }

    fn no_hire(&self, seat: Seat, used: Used, action: Action) -> Option<Refusal> {
        let public = &self.public;
        let full = || {
            let (have, limit) = (public.boards[seat].clients.len(), public.client_limit(seat));
            (!public.has_client_room(seat)).then(|| {
                Refusal::new(
                    "GTR-20",
                    format!("you have {have} clients and room for {limit}"),
                    "Complete structures for more influence",
                )
            })
        };
        match action {
            Action::HirePool(colour) => Some(full().unwrap_or_else(|| {
                if used.has(Used::DECK) {
                    Refusal::flat("GTR-55", "after hiring from the deck the Pool is closed for this action")
                } else if used.has(Used::MAIN) {
                    Refusal::new(
                        "GTR-20",
                        "this action has hired from the Pool already",
                        "Use another Patron action",
                    )
                } else {
                    Refusal::flat("GTR-20", format!("there is no {} in the Pool", colour.role()))
                }
            })),
            Action::HireHand(card) => Some(full().unwrap_or_else(|| {
                if !public.can(seat, powers().hires_from_hand) {
                    return Refusal::new(
                        "GTR-52",
                        "hiring from hand needs an Aqueduct",
                        "Hire from the Pool",
                    );
                }
                self.lacks_card(seat, card, "GTR-52")
                    .unwrap_or_else(|| Refusal::flat("GTR-52", "this action has hired from hand already"))
            })),
            Action::HireDeck => Some(full().unwrap_or_else(|| {
                if public.can(seat, powers().hires_from_deck) && public.deck == 0 {
                    Refusal::flat("GTR-55", "no card is left in the draw pile")
                } else if public.can(seat, powers().hires_from_deck) {
                    Refusal::flat("GTR-55", "this action has hired from the deck already")
                } else {
                    Refusal::new("GTR-55", "hiring from the deck needs a Bar", "Hire from the Pool")
                }
            })),
            _ => None,
        }
    }

    fn no_labor(&self, seat: Seat, used: Used, action: Action) -> Option<Refusal> {
        match action {
            Action::LaborPool(_) if used.has(Used::MAIN) => {
                Some(Refusal::flat("GTR-21", "this action has taken from the Pool already"))
            }
            Action::LaborPool(material) => Some(Refusal::new(
                "GTR-21",
                format!("there is no {material} in the Pool"),
                "Cards played this turn come there only at its end (GTR-16)",
            )),
            Action::LaborHand(_) if !self.public.can(seat, powers().labors_from_hand) => {
                Some(Refusal::new("GTR-65", "taking from hand needs a Dock", "Take from the Pool"))
            }
            Action::LaborHand(card) => Some(
                self.lacks_card(seat, card, "GTR-65")
                    .unwrap_or_else(|| Refusal::flat("GTR-65", "this action has taken from hand already")),
            ),
            _ => None,
        }
    }

    fn no_sale(&self, seat: Seat, used: Used, action: Action) -> Option<Refusal> {
        let public = &self.public;
        if matches!(action, Action::SellStock(_) | Action::SellDeck | Action::SellHand(_))
            && !public.has_vault_room(seat)
        {
            let (have, limit) = (public.boards[seat].vault, public.vault_limit(seat));
            return Some(Refusal::new(
                "GTR-25",
                format!("your vault holds {have} cards and has room for {limit}"),
                "Complete structures for more influence",
            ));
        }
        match action {
            Action::SellStock(_) | Action::SellDeck if used.has(Used::MAIN) => {
                Some(Refusal::flat("GTR-25", "this action has sold a card already"))
            }
            Action::SellStock(material) => {
                Some(Refusal::flat("GTR-25", format!("there is no {material} in your stockpile")))
            }
            Action::SellDeck if public.can(seat, powers().sells_from_deck) => {
                Some(Refusal::flat("GTR-54", "no card is left in the draw pile"))
            }
            Action::SellDeck => Some(Refusal::new(
                "GTR-54",
                "selling from the deck needs an Atrium",
                "Sell from your stockpile",
            )),
            Action::SellHand(_) if !public.can(seat, powers().sells_from_hand) => {
                Some(Refusal::new("GTR-56", "selling from hand needs a Basilica", "Sell from your stockpile"))
            }
            Action::SellHand(card) => Some(
                self.lacks_card(seat, card, "GTR-56")
                    .unwrap_or_else(|| Refusal::flat("GTR-56", "this action has sold a hand card already")),
            ),
            _ => None,
        }
    }

    fn no_theft(&self, seat: Seat, owner: Seat, card: Card) -> Refusal {
        let public = &self.public;
        if owner == seat {
            return Refusal::flat("GTR-83", "a Prison takes from opponents");
        }
        match public.find(owner, card).map(|at| &public.structures[at]) {
            None => Refusal::flat("GTR-83", format!("{owner} has no {card}")),
            Some(structure) if !structure.finished => {
                Refusal::flat("GTR-83", format!("{owner}'s {card} is not finished"))
            }
            Some(_) => Refusal::flat("GTR-83", format!("you have a {card} in play already")),
        }
    }

    fn no_revel(&self, seat: Seat, pile: u8, used: Revels, action: Action) -> Option<Refusal> {
        let public = &self.public;
        let (card, part) = match action {
            Action::RevelStock(card) => (card, Revels::STOCK),
            Action::RevelClient(card) => (card, Revels::CLIENT),
            Action::RevelVault(card) => (card, Revels::VAULT),
            Action::Lay(card, ..) => (card, Revels::LAY),
            Action::Add(Supply::Card(card), _) => (card, Revels::ADD),
            _ => return None,
        };
        if used.has(part) {
            return Some(Refusal::flat("GTR-117", "each use of a Bacchanalia comes once"));
        }
        if public.revealed[usize::from(pile)].count(card) == 0 {
            return Some(Refusal::flat("GTR-117", format!("no {card} was turned up")));
        }
        Some(match action {
            Action::RevelClient(_) => {
                Refusal::flat("GTR-20", format!("there is room for {} clients", public.client_limit(seat)))
            }
            Action::RevelVault(_) => {
                Refusal::flat("GTR-25", format!("there is room for {} vault cards", public.vault_limit(seat)))
            }
            Action::Lay(_, _, Place::Outskirts) => {
                Refusal::flat("GTR-117", "a Bacchanalia lays in town only")
            }
            Action::Lay(card, ..) if public.names(seat).has(card) => {
                Refusal::flat("GTR-30", format!("you have a {card} in play already"))
            }
            Action::Lay(card, site, _) if !powers().any_site.has(card) && site != card.material() => {
                Refusal::flat("GTR-30", format!("{card} needs a {} Site", card.material()))
            }
            Action::Lay(_, site, _) => Refusal::flat("GTR-30", format!("no {site} Site is left in town")),
            Action::Add(supply, name) => no_fit(
                "GTR-117",
                public.find(seat, name).map(|at| &public.structures[at]),
                name,
                supply.material(),
            ),
            _ => return None,
        })
    }
}

/// The role with its article.
fn a(role: Role) -> String {
    match role {
        Role::Architect => format!("an {role}"),
        Role::Laborer | Role::Craftsman | Role::Legionary | Role::Merchant | Role::Patron => {
            format!("a {role}")
        }
    }
}

/// The rule that says whose decision it is.
fn turn_rule(public: &crate::state::Public) -> &'static str {
    let has = |test: fn(&Frame) -> bool| public.frames.iter().any(test);
    let round = public.frames.iter().find_map(|frame| match frame {
        Frame::Round { stage, .. } => Some(*stage),
        _ => None,
    });
    if public.role.is_none() || has(|frame| matches!(frame, Frame::Lead { .. })) {
        return "GTR-10";
    }
    if has(|frame| matches!(frame, Frame::Acts { .. })) {
        return "GTR-13";
    }
    match round {
        // The round has moved on already when its last player is asked.
        None | Some(Stage::Follow | Stage::Act) => "GTR-12",
        Some(Stage::Castra | Stage::Senate | Stage::Sewer | Stage::Clear | Stage::Academy | Stage::End) => {
            "GTR-14"
        }
    }
}

/// The building whose function an action asks for.
fn function_named(action: Action) -> Option<Card> {
    match action {
        Action::Discard(_) | Action::DiscardJack => Some(Card::LATRINE),
        Action::DiscardHand => Some(Card::VOMITORIUM),
        Action::HireHand(_) => Some(Card::AQUEDUCT),
        Action::HireDeck => Some(Card::BAR),
        Action::LaborHand(_) => Some(Card::DOCK),
        Action::SellDeck => Some(Card::ATRIUM),
        Action::SellHand(_) => Some(Card::BASILICA),
        Action::Add(Supply::Pool(_), _) => Some(Card::ARCHWAY),
        Action::Look => Some(Card::FOUNTAIN),
        Action::Dismantle(_) => Some(Card::WATCH_POST),
        Action::Raise(..) => Some(Card::STAIRWAY),
        Action::DemandWith(_) => Some(Card::CASTRA_PRAETORIA),
        _ => None,
    }
}

fn is_think(action: Action) -> bool {
    matches!(
        action,
        Action::ThinkJack
            | Action::ThinkDraw
            | Action::Discard(_)
            | Action::DiscardJack
            | Action::DiscardHand
    )
}

fn already_discarded(rule: &'static str) -> Refusal {
    Refusal::new(
        rule,
        "the discard before this Think is done, or there is nothing to discard",
        "Take a Jack or draw",
    )
}

fn no_surrender(rules: &Rules, seat: Seat, to: Seat, spoken: bool) -> Refusal {
    if !rules.surrender {
        Refusal::flat("GTR-40", "this table plays without surrender")
    } else if to == seat {
        Refusal::flat("GTR-40", "nobody surrenders to himself")
    } else if to.index() >= rules.players {
        Refusal::flat("GTR-40", format!("nobody sits at {to}"))
    } else if spoken {
        Refusal::flat("GTR-40", "you have spoken of surrender this turn")
    } else {
        Refusal::flat("GTR-40", format!("you have surrendered to {to} already"))
    }
}

/// What is decided in a procedure, and the rule of it.
fn what_is_decided(frame: Frame) -> (&'static str, &'static str) {
    match frame {
        Frame::Idle | Frame::Round { .. } => ("GTR-13", "nobody decides anything"),
        Frame::Lead { .. } => ("GTR-10", "the leader leads a role or thinks"),
        Frame::Follow { .. } => ("GTR-12", "follow the led role, or think"),
        Frame::Petition { .. } => ("GTR-11", "the cards of the petition are being chosen"),
        Frame::Palace { .. } => ("GTR-81", "more cards may be added with the Palace"),
        Frame::Think { .. } => ("GTR-15", "a Think is being taken"),
        Frame::Tribunal { .. } => ("GTR-95", "the Tribunal offers a Jack"),
        Frame::Acts { .. } | Frame::ClientActs { .. } => ("GTR-13", "the question is who acts next"),
        Frame::Second { .. } => ("GTR-31", "the question is who spends the second action"),
        Frame::BathRole { .. } => ("GTR-57", "the client at the Bath acts in one of its roles"),
        Frame::Patron { .. } => ("GTR-20", "this is a Patron action"),
        Frame::Laborer { .. } => ("GTR-21", "this is a Laborer action"),
        Frame::Architect { .. } => ("GTR-22", "this is an Architect action"),
        Frame::Craftsman { .. } => ("GTR-23", "this is a Craftsman action"),
        Frame::Fountain { .. } => ("GTR-73", "the card drawn at the Fountain is being used"),
        Frame::Stairway { .. } => ("GTR-90", "the Stairway may open an opponent's structure"),
        Frame::Solarium { .. } => ("GTR-114", "the Solarium gives a material back"),
        Frame::Demand { .. } => ("GTR-24", "demands are being made"),
        Frame::FromPool { .. } | Frame::Levies { .. } => ("GTR-24", "the Pool answers the demand"),
        Frame::Give { .. } => ("GTR-24", "a demand is being answered"),
        Frame::Slay { .. } => ("GTR-63", "the Colosseum takes clients"),
        Frame::Raze { .. } => ("GTR-66", "the Domus Aurea razes foundations"),
        Frame::Merchant { .. } => ("GTR-25", "this is a Merchant action"),
        Frame::Bank { .. } | Frame::BankLegion { .. } => ("GTR-119", "the Triclinium may bank who has acted"),
        Frame::Bonus { .. } => ("GTR-32", "a completion bonus is being used"),
        Frame::Prison { .. } => ("GTR-83", "the Prison may take a structure"),
        Frame::Ransom { .. } => ("GTR-116", "Sites pay for the stolen structure"),
        Frame::Aerarium { .. } => ("GTR-115", "the Aerarium's Site may buy a bonus"),
        Frame::Enlist { .. } => ("GTR-112", "materials may become clients"),
        Frame::Bacchanalia { .. } => ("GTR-117", "the Bacchanalia's cards are being used"),
        Frame::Senate { .. } => ("GTR-87", "the Senate may claim Jacks"),
        Frame::Sewer { .. } => ("GTR-88", "the Sewer may keep cards played"),
    }
}
