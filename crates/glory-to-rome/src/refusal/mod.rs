//! Why not: the rule, the fact that failed, and what would make it legal.

mod build;
mod legion;

use table::{Game, Refusal, Seat, SeatSet, Turn};

use crate::action::{Action, Place, Play, Supply};
use crate::cards::{Card, Material, Role};
use crate::effect::powers;
use crate::frame::{Frame, Revels, Stage, Used};
use crate::legal::petition_sizes;
use crate::play::Means;
use crate::rules::Rules;
use crate::state::State;
use crate::words::number;

impl State {
    pub(crate) fn why_not(&self, rules: &Rules, seat: Seat, action: Action) -> Option<Refusal> {
        match self.turn(rules) {
            Turn::Over => return Some(Refusal::flat("GTR-40", "the game is over")),
            Turn::Decide(seats) if seats != SeatSet::one(seat) => {
                return Some(Refusal::new(
                    turn_rule(&self.public),
                    "this is not your decision",
                    format!("Wait for {seats}"),
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
                format!("in the training game buildings have no functions, the {card} included"),
            ));
        }
        Some(self.reason(rules, seat, action).unwrap_or_else(|| {
            let (rule, what) = what_is_decided(self.public.top());
            Refusal::new(
                rule,
                format!("'{action}' does not fit here: {what}"),
                "Choose one of the actions listed",
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
                Some(Refusal::new("GTR-12", "a role has been led already", "Follow it, or think"))
            }
            (Frame::Lead { .. }, Action::Follow(_)) => {
                Some(Refusal::new("GTR-10", "no role has been led yet", "Lead a role, or think"))
            }
            (Frame::Lead { spoken }, Action::Surrender(to)) => Some(no_surrender(rules, seat, to, spoken)),
            (Frame::Lead { .. } | Frame::Follow { .. } | Frame::Think { .. }, _) if is_think(action) => {
                Some(self.no_think(rules, seat, action))
            }
            (Frame::Lead { .. }, Action::Skip) => {
                Some(Refusal::new("GTR-10", "the leader can't skip the turn", "Lead a role, or think"))
            }
            (Frame::Follow { .. }, Action::Skip) => Some(Refusal::new(
                "GTR-12",
                "you can't skip: if you do not follow, you think",
                "Follow, or think",
            )),
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
                format!("{victim} has no such client, or that material is not demanded"),
                format!("Take {victim}'s client of a demanded material"),
            )),
            (Frame::Raze { victim, .. }, Action::Raze(..)) => Some(Refusal::new(
                "GTR-66",
                format!("{victim} has no such foundation of a demanded material with nothing under it"),
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
                "Choose a finished structure that does something on completion",
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
                    format!("{card} is {} card", card.role().with_article()),
                    format!("For {role} play {} card, a Jack or a petition", role.with_article()),
                )
            }),
            Play::Jack => Refusal::new("GTR-11", "you hold no Jack", "Think for a Jack first"),
            Play::Petition(material, size) => {
                let sizes = petition_sizes(&self.public, seat, rules);
                if !sizes.contains(&size) {
                    let rule = if size == 2 { "GTR-61" } else { "GTR-11" };
                    return Refusal::new(
                        rule,
                        format!("your petitions take {} cards, not {size}", sizes.start()),
                        format!("Petition with {} cards", sizes.start()),
                    );
                }
                let held = match self.hand(seat).of(material) {
                    0 => format!("no {material} card"),
                    held => format!("only {}", number(held, &format!("{material} card"))),
                };
                Refusal::new(
                    "GTR-11",
                    format!("you hold {held}, and a petition takes {size} of one material"),
                    format!("Petition with a material of which you hold {size}"),
                )
            }
        }
    }

    fn no_petition_card(&self, seat: Seat, material: Material, card: Card) -> Refusal {
        self.lacks_card(seat, card, "GTR-11").unwrap_or_else(|| {
            Refusal::new(
                "GTR-11",
                format!("{card} is {}, and this petition is of {material}", card.material()),
                format!("Add {} card", material.with_article()),
            )
        })
    }

    fn no_think(&self, rules: &Rules, seat: Seat, action: Action) -> Refusal {
        let public = &self.public;
        match action {
            Action::ThinkJack => Refusal::new("GTR-15", "no Jack is left", "Think and draw"),
            Action::Discard(card) if public.can(seat, powers().discards_one) => {
                self.lacks_card(seat, card, "GTR-78").unwrap_or_else(|| already_discarded("GTR-78"))
            }
            Action::DiscardJack if public.can(seat, powers().discards_one) && !rules.latrine_jack => {
                Refusal::flat("GTR-78", "at this table a Latrine discards Order cards only")
            }
            Action::DiscardJack if public.can(seat, powers().discards_one) => already_discarded("GTR-78"),
            Action::DiscardHand if public.can(seat, powers().discards_hand) => already_discarded("GTR-97"),
            Action::DiscardHand => Refusal::new("GTR-97", "you have no Vomitorium", "Complete one first"),
            Action::Discard(_) | Action::DiscardJack => {
                Refusal::new("GTR-78", "you have no Latrine", "Complete one first")
            }
            _ => Refusal::new("GTR-15", "your discard before this Think is done", "Take a Jack, or draw"),
        }
    }

    fn no_hire(&self, seat: Seat, used: Used, action: Action) -> Option<Refusal> {
        let public = &self.public;
        let full = || {
            let (have, limit) = (public.boards[seat].clients.len(), public.client_limit(seat));
            (!public.has_client_room(seat)).then(|| {
                Refusal::new(
                    "GTR-20",
                    format!("you have {} and room for {limit}", number(have, "client")),
                    "Complete structures for more influence",
                )
            })
        };
        match action {
            Action::HirePool(colour) => Some(full().unwrap_or_else(|| {
                if used.has(Used::DECK) {
                    Refusal::flat(
                        "GTR-55",
                        "after hiring from the draw pile the Pool is closed for this action",
                    )
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
                    Refusal::flat("GTR-55", "this action has hired from the draw pile already")
                } else {
                    Refusal::new("GTR-55", "hiring from the draw pile needs a Bar", "Hire from the Pool")
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
                "Take another material; cards played this turn come to the Pool when it ends (GTR-16)",
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
                format!("your vault holds {} and has room for {limit}", number(have, "card")),
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
                "selling from the draw pile needs an Atrium",
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
            return Refusal::new("GTR-83", "a Prison takes from opponents", "Choose an opponent's structure");
        }
        match public.find(owner, card).map(|at| &public.structures[at]) {
            None => Refusal::flat("GTR-83", format!("{owner} has no {card}")),
            Some(structure) if !structure.finished => {
                Refusal::flat("GTR-83", format!("{owner}'s {card} is not finished"))
            }
            Some(_) => Refusal::flat("GTR-83", format!("you have {} in play already", card.with_article())),
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
            return Some(Refusal::flat("GTR-117", "a Bacchanalia does that only once"));
        }
        if public.revealed[usize::from(pile)].count(card) == 0 {
            return Some(Refusal::flat("GTR-117", format!("no {card} was turned up")));
        }
        Some(match action {
            Action::RevelClient(_) => {
                let room = number(public.client_limit(seat), "client");
                Refusal::flat("GTR-20", format!("you have room for {room} only"))
            }
            Action::RevelVault(_) => {
                let room = number(public.vault_limit(seat), "card");
                Refusal::flat("GTR-25", format!("your vault has room for {room} only"))
            }
            Action::Lay(_, _, Place::Outskirts) => {
                Refusal::flat("GTR-117", "a Bacchanalia lays in town only")
            }
            Action::Lay(card, ..) if public.names(seat).has(card) => {
                Refusal::flat("GTR-30", format!("you have {} in play already", card.with_article()))
            }
            Action::Lay(card, site, _) if !powers().any_site.has(card) && site != card.material() => {
                Refusal::flat("GTR-30", format!("{card} needs a {} Site", card.material()))
            }
            Action::Lay(_, site, _) => Refusal::flat("GTR-30", format!("no {site} Site is left in town")),
            Action::Add(supply, name) => {
                self.no_fit("GTR-117", seat, name, supply.material(), Means::Bacchanalia)
            }
            _ => return None,
        })
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
        "your discard before this Think is done, or you have nothing to discard",
        "Take a Jack, or draw",
    )
}

fn no_surrender(rules: &Rules, seat: Seat, to: Seat, spoken: bool) -> Refusal {
    if !rules.surrender {
        Refusal::flat("GTR-40", "this table plays without surrender")
    } else if to == seat {
        Refusal::flat("GTR-40", "you can't surrender to yourself")
    } else if to.index() >= rules.players {
        Refusal::flat("GTR-40", format!("nobody sits at {to}"))
    } else if spoken {
        Refusal::flat("GTR-40", "you have surrendered to somebody this turn already")
    } else {
        Refusal::flat("GTR-40", format!("you have surrendered to {to} already"))
    }
}

/// What is decided in a procedure, and the rule of it.
fn what_is_decided(frame: Frame) -> (&'static str, &'static str) {
    match frame {
        Frame::Idle | Frame::Round { .. } => ("GTR-13", "nothing is to be decided"),
        Frame::Lead { .. } => ("GTR-10", "the leader leads a role or thinks"),
        Frame::Follow { .. } => ("GTR-12", "follow the led role, or think"),
        Frame::Petition { .. } => ("GTR-11", "you are choosing the cards of your petition"),
        Frame::Palace { .. } => ("GTR-81", "you may add cards with your Palace"),
        Frame::Think { .. } => ("GTR-15", "you are thinking"),
        Frame::Tribunal { .. } => ("GTR-95", "the Tribunal offers you a Jack"),
        Frame::Acts { .. } | Frame::ClientActs { .. } => ("GTR-13", "you are choosing who acts next"),
        Frame::Second { .. } => ("GTR-31", "you are choosing who takes the second action"),
        Frame::BathRole { .. } => ("GTR-57", "you are choosing the new client's role"),
        Frame::Patron { .. } => ("GTR-20", "you are taking a Patron action"),
        Frame::Laborer { .. } => ("GTR-21", "you are taking a Laborer action"),
        Frame::Architect { .. } => ("GTR-22", "you are taking an Architect action"),
        Frame::Craftsman { .. } => ("GTR-23", "you are taking a Craftsman action"),
        Frame::Fountain { .. } => ("GTR-73", "you are using the card drawn at the Fountain"),
        Frame::Stairway { .. } => ("GTR-90", "your Stairway may open an opponent's structure"),
        Frame::Solarium { .. } => ("GTR-114", "your Solarium may give a material back"),
        Frame::Demand { .. } => ("GTR-24", "you are making demands"),
        Frame::FromPool { .. } | Frame::Levies { .. } => {
            ("GTR-24", "you are choosing what to take from the Pool")
        }
        Frame::Give { .. } => ("GTR-24", "you are answering a demand"),
        Frame::Slay { .. } => ("GTR-63", "your Colosseum may take clients"),
        Frame::Raze { .. } => ("GTR-66", "your Domus Aurea may raze foundations"),
        Frame::Merchant { .. } => ("GTR-25", "you are taking a Merchant action"),
        Frame::Bank { .. } | Frame::BankLegion { .. } => {
            ("GTR-119", "your Triclinium may put clients that have acted into the vault")
        }
        Frame::Bonus { .. } => ("GTR-32", "you are using a completion bonus"),
        Frame::Prison { .. } => ("GTR-83", "your Prison may take a structure"),
        Frame::Ransom { .. } => ("GTR-116", "you are choosing Sites to pay with"),
        Frame::Aerarium { .. } => ("GTR-115", "your Aerarium may set off a completion bonus"),
        Frame::Enlist { .. } => ("GTR-112", "you may make its materials clients"),
        Frame::Bacchanalia { .. } => ("GTR-117", "you are using the Bacchanalia's cards"),
        Frame::Senate { .. } => ("GTR-87", "your Senate may take Jacks"),
        Frame::Sewer { .. } => ("GTR-88", "your Sewer may keep cards played"),
    }
}
