//! Architect and Craftsman actions: foundations, materials, completion, and the buildings that bend them.

use table::{Chance, Seat, SeatSet};

use crate::action::{Action, Place, Supply};
use crate::cards::{Card, CardSet, Material, Role};
use crate::effect::powers;
use crate::event::Event;
use crate::frame::{Frame, Revels};
use crate::play::following::Following;
use crate::rules::Rules;
use crate::state::{Ending, Functions, Public, State};
use crate::structure::Structure;

/// Whether a Scriptorium completes what Marble is added to (GTR-86: it may).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finish {
    /// It does, if there is one.
    Full,
    /// The owner leaves the structure unfinished.
    Open,
}

/// By what a material is added.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Means {
    /// An Architect action.
    Architect,
    /// A Craftsman action.
    Craftsman,
    /// A Bacchanalia, which is neither (GTR-117).
    Bacchanalia,
}

impl Means {
    /// The role of the action, if it is one.
    pub(crate) const fn role(self) -> Option<Role> {
        match self {
            Self::Architect => Some(Role::Architect),
            Self::Craftsman => Some(Role::Craftsman),
            Self::Bacchanalia => None,
        }
    }
}

impl Public {
    /// Whether a material may be added to a structure by these means. A Scriptorium speaks of actions only (GTR-86).
    #[inline]
    pub(crate) fn fits_by(&self, structure: &Structure, material: Material, means: Means) -> bool {
        match means {
            Means::Architect | Means::Craftsman => self.fits(structure, material),
            Means::Bacchanalia => self.fits_without_action(structure, material),
        }
    }

    /// Whether a Scriptorium would complete the structure by this material, and its owner may add it without completing it: it
    /// fits by itself, and neither the number of materials nor a Villa completes it anyway (GTR-86, GTR-96).
    pub(crate) fn may_stay_open(&self, structure: &Structure, material: Material, means: Means) -> bool {
        let Some(role) = means.role() else { return false };
        self.can(structure.owner, powers().finished_by[material.index()])
            && structure.materials.len() + 1 < structure.cost()
            && !powers().finishes_at_once[role as usize].has(structure.card)
            && self.fits_without_action(structure, material)
    }
}

impl State {
    /// One Architect or Craftsman action (GTR-22, GTR-23).
    pub(crate) fn build<C: Chance>(
        &mut self,
        seat: Seat,
        role: Role,
        rules: &Rules,
        action: Action,
        chance: &mut C,
    ) {
        let means = if role == Role::Architect { Means::Architect } else { Means::Craftsman };
        let half = std::mem::take(&mut self.public.half);
        if role == Role::Craftsman && !matches!(action, Action::Skip | Action::Prepare) {
            // GTR-50: an Academy asks for a Craftsman action really done; one that is only saved may yet come to nothing.
            self.public.boards[seat].crafted = true;
        }
        match action {
            Action::Lay(card, site, place) => {
                self.pay_for_site(seat, role, place, half);
                self.pop();
                self.show_and_take(seat, card);
                self.lay(seat, card, site, place, rules);
            }
            Action::Add(supply, card) => {
                self.pop();
                self.take_supply(seat, supply);
                self.add(seat, supply.material(), card, means, Finish::Full, rules, chance);
            }
            Action::AddUnfinished(supply, card) => {
                self.pop();
                self.take_supply(seat, supply);
                self.add(seat, supply.material(), card, means, Finish::Open, rules, chance);
            }
            Action::Look => {
                // GTR-73: the top card of the deck in place of a hand card.
                let card = self.draw_card(chance);
                *self.secret.drawn.get_mut() = Some(card);
                chance.learned(SeatSet::one(seat));
                chance.note(|| Event::Looked { seat, card });
                self.set_top(Frame::Fountain { seat });
                // The action is still under way.
                self.public.half = half;
            }
            Action::Dismantle(card) => {
                self.pop();
                self.dismantle(seat, card, rules);
            }
            Action::Prepare => {
                self.pop();
                self.public.half = Some((seat, role));
            }
            _ => {
                // What is left out stands between nothing.
                self.public.half = half;
                self.pop();
                self.skip_build(role);
            }
        }
    }

    fn skip_build(&mut self, role: Role) {
        if role == Role::Craftsman {
            self.forgo();
            return;
        }
        self.unacted();
    }

    /// The card drawn at the Fountain is laid, added or kept (GTR-73).
    pub(crate) fn use_drawn<C: Chance>(&mut self, seat: Seat, rules: &Rules, action: Action, chance: &mut C) {
        let Some(card) = self.secret.drawn.get_mut().take() else { return };
        let half = std::mem::take(&mut self.public.half);
        match action {
            Action::Lay(_, site, place) => {
                self.pay_for_site(seat, Role::Craftsman, place, half);
                self.pop();
                self.lay(seat, card, site, place, rules);
            }
            Action::Add(_, structure) => {
                self.pop();
                self.public.seen.add(card);
                self.add(seat, card.material(), structure, Means::Craftsman, Finish::Full, rules, chance);
            }
            Action::AddUnfinished(_, structure) => {
                self.pop();
                self.public.seen.add(card);
                self.add(seat, card.material(), structure, Means::Craftsman, Finish::Open, rules, chance);
            }
            _ => {
                self.pop();
                self.gain(seat, card);
            }
        }
    }

    /// GTR-31: an out-of-town Site takes the next action too.
    fn pay_for_site(&mut self, seat: Seat, role: Role, place: Place, half: Option<(Seat, Role)>) {
        if place == Place::Town
            || self.public.can(seat, powers().out_of_town_at_once)
            || half == Some((seat, role))
        {
            return;
        }
        let Following::Surely(at) = self.public.following(seat, role) else { return };
        match &mut self.public.frames[at] {
            Frame::ClientActs { left, .. } | Frame::Bonus { left, .. } => *left -= 1,
            _ => {
                self.insert_frame(at + 1, Frame::Second { seat, role });
                return;
            }
        }
        if role == Role::Architect {
            // The second Architect action has its Stairway too (GTR-90).
            self.insert_frame(at + 1, Frame::Stairway { seat });
        }
    }

    /// Calls a procedure that comes later: after those above this place.
    pub(crate) fn insert_frame(&mut self, at: usize, frame: Frame) {
        self.public.full |= self.public.frames.insert(at, frame).is_err();
    }

    /// The second action of an out-of-town Site is the player's own, or a client's; answers whether that is asked.
    pub(crate) fn second_step(&mut self, seat: Seat, role: Role) -> bool {
        let Some((_, own)) = self.acts_below() else {
            self.pop();
            return false;
        };
        let own = if self.public.role == Some(role) { own } else { 0 };
        if self.public.asks_actor(seat, own, role) {
            return true;
        }
        self.pop();
        let client =
            self.public.colours_for(seat, role).find(|colour| self.public.ready_clients(seat, *colour) > 0);
        match client {
            Some(colour) if own == 0 => self.spend_second(seat, role, Action::Use(colour)),
            _ => self.spend_second(seat, role, Action::Act),
        }
        false
    }

    /// The nearest frame of a player's turn, and the own actions left in it.
    pub(crate) fn acts_below(&self) -> Option<(usize, u8)> {
        self.public.frames.as_slice().iter().enumerate().rev().find_map(|(at, frame)| match frame {
            Frame::Acts { own, .. } => Some((at, *own)),
            _ => None,
        })
    }

    pub(crate) fn spend_second(&mut self, seat: Seat, role: Role, action: Action) {
        match action {
            Action::Act => {
                if let Some((at, _)) = self.acts_below()
                    && let Frame::Acts { own, .. } = &mut self.public.frames[at]
                {
                    *own = own.saturating_sub(1);
                }
            }
            Action::Use(colour) => {
                self.use_client(seat, colour, role);
                if let Some(Frame::ClientActs { left, acted, .. }) = self.public.frames.last_mut() {
                    *left -= 1;
                    *acted = true;
                }
            }
            _ => {}
        }
        if role == Role::Architect {
            // The second Architect action has its Stairway too (GTR-90).
            self.push(Frame::Stairway { seat });
        }
    }

    /// Lays a foundation on a Site (GTR-30). Taking the last Site in town ends the game (GTR-40).
    pub(crate) fn lay(&mut self, seat: Seat, card: Card, site: Material, place: Place, rules: &Rules) {
        match place {
            Place::Town => self.public.in_town.take(site),
            Place::Outskirts => self.public.out_of_town.take(site),
        }
        let foundation = Structure::foundation(seat, card, site);
        self.public
            .structures
            .push(foundation)
            .expect("no more structures lie on the table than there are Sites");
        self.refresh(rules);
        if place == Place::Town && self.public.in_town.is_empty() {
            // Ruling 44: a Forum laid there with a Gate wins first.
            self.check_endings(rules);
            if !self.public.is_over() {
                self.public.ending = Ending::Sites;
            }
        }
    }

    /// Adds a material to the seat's structure, and completes it when it has enough (GTR-32).
    #[allow(clippy::too_many_arguments)] // What is added, where, how, and how far.
    pub(crate) fn add<C: Chance>(
        &mut self,
        seat: Seat,
        material: Material,
        card: Card,
        means: Means,
        finish: Finish,
        rules: &Rules,
        chance: &mut C,
    ) {
        let Some(at) = self.public.find(seat, card) else { return };
        let scriptorium = finish == Finish::Full
            && means.role().is_some()
            && self.public.can(seat, powers().finished_by[material.index()]);
        // GTR-96: an Architect's first material finishes a Villa.
        let villa = !rules.training
            && means.role().is_some_and(|role| powers().finishes_at_once[role as usize].has(card));
        let structure = &mut self.public.structures[at];
        structure.materials[material] += 1;
        if structure.materials.len() >= structure.cost() || scriptorium || villa {
            self.complete(seat, at, means, rules, chance);
        } else {
            self.refresh(rules);
        }
    }

    fn complete<C: Chance>(&mut self, seat: Seat, at: usize, means: Means, rules: &Rules, chance: &mut C) {
        let structure = &mut self.public.structures[at];
        structure.finished = true;
        let (card, site) = (structure.card, structure.site);
        self.public.boards[seat].sites[site] += 1;
        chance.note(|| Event::Completed {
            seat,
            card,
            site,
            influence: self.public.boards[seat].influence(),
        });
        self.refresh(rules);
        // The game may have ended with the last card of the deck, drawn at the Fountain.
        if rules.training || self.ends_by_deck() {
            return;
        }
        self.bonus(seat, seat, card, rules, chance);
        // GTR-114: one material comes back, before the bonus is used.
        let recovers =
            means.role().is_some_and(|role| self.public.can(seat, powers().recovers[role as usize]));
        if recovers && !self.public.is_over() {
            self.push(Frame::Solarium { seat, card });
        }
    }

    /// Whether the last card has been drawn and ends the game: not while a Bacchanalia is under way that turned up just the cards
    /// that were left, for that happens in full (ruling 75).
    pub(crate) fn ends_by_deck(&self) -> bool {
        let full = |frame: &Frame| matches!(frame, Frame::Bacchanalia { used, .. } if used.has(Revels::LAST));
        self.public.deck == 0 && !self.public.frames.iter().any(full)
    }

    /// Works out every player's functions from the structures (GTR-32, GTR-75, GTR-76, GTR-90).
    pub(crate) fn refresh(&mut self, rules: &Rules) {
        if rules.training {
            return;
        }
        self.public.functions = functions(&self.public);
        let all = self.public.functions.iter().fold(CardSet::NONE, |all, functions| all.or(functions.0));
        self.public.anybodys = Functions(all);
    }

    /// GTR-118: a finished structure comes down.
    fn dismantle(&mut self, seat: Seat, card: Card, rules: &Rules) {
        let Some(at) = self.public.find(seat, card) else { return };
        let structure = self.public.structures.remove(at);
        self.public.boards[seat].stock.add_all(&structure.materials);
        if !rules.watch_post_keeps && self.public.boards[seat].sites.has(structure.site) {
            self.public.boards[seat].sites.take(structure.site);
            self.public.out_of_town[structure.site] += 1;
        }
        self.gain_openly(seat, card);
        self.refresh(rules);
    }

    /// GTR-90: an opponent's structure is opened to all.
    pub(crate) fn raise(&mut self, seat: Seat, rules: &Rules, action: Action) {
        self.pop();
        let Action::Raise(owner, card, supply) = action else { return };
        let Some(at) = self.public.find(owner, card) else { return };
        self.take_supply(seat, supply);
        let structure = &mut self.public.structures[at];
        structure.materials[supply.material()] += 1;
        structure.public = true;
        // An action saved in another role and this one do not follow one another directly (GTR-31).
        self.public.half = self.public.half.filter(|half| *half == (seat, Role::Architect));
        // A client that left its Architect action unused has acted all the same.
        if let Some(Frame::ClientActs { acted, .. }) = self.public.frames.last_mut() {
            *acted = true;
        }
        self.refresh(rules);
    }

    /// GTR-114: a material comes back to the stockpile.
    pub(crate) fn recover(&mut self, seat: Seat, card: Card, rules: &Rules, action: Action) {
        self.pop();
        let Action::Recover(material) = action else { return };
        let Some(at) = self.public.find(seat, card) else { return };
        self.public.structures[at].materials.take(material);
        self.public.boards[seat].stock[material] += 1;
        self.refresh(rules);
    }
}

/// Every player's functions: finished structures, unfinished Marble ones with a Gate, public ones for all.
pub(crate) fn functions(public: &Public) -> table::BySeat<Functions> {
    let mut functions = table::BySeat::<Functions>::default();
    let mut open = CardSet::NONE;
    for structure in public.structures.iter().filter(|structure| structure.finished) {
        functions[structure.owner].0.insert(structure.card);
        if structure.public {
            open.insert(structure.card);
        }
    }
    for seat in public.seats() {
        functions[seat].0 = functions[seat].0.or(open);
    }
    for structure in public.structures.iter().filter(|structure| !structure.finished) {
        let own = &mut functions[structure.owner].0;
        if !own.and(powers().unfinished_marble_works).is_empty() && structure.counts_as_marble() {
            own.insert(structure.card);
        }
    }
    functions
}

/// The materials a seat can build or raise with by an Architect action: its stockpile, and the Pool with an Archway (GTR-53).
pub(crate) fn architect_supplies(public: &Public, seat: Seat) -> impl Iterator<Item = Supply> + use<> {
    let pool = if public.can(seat, powers().builds_from_pool) {
        public.pool
    } else {
        crate::zone::Materials::default()
    };
    public.boards[seat].stock.kinds().map(Supply::Stock).chain(pool.kinds().map(Supply::Pool))
}
