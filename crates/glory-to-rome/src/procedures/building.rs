//! GTR-22, GTR-23, GTR-30 to GTR-32: foundations, materials and completion, by whatever means something is built.

use super::prelude::*;

/// By what something is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// An Architect action.
    Architect,
    /// A Craftsman action.
    Craftsman,
    /// A Craftsman action with the card drawn at the Fountain (GTR-73).
    Fountain,
    /// A Bacchanalia with its cards turned up, which is no action (GTR-117).
    Bacchanalia(u8),
}

/// Who builds, and by what.
#[derive(Clone, Copy)]
pub(crate) struct Builder {
    seat: Seat,
    means: Means,
}

impl Means {
    /// A player builds by it.
    pub(crate) const fn by(self, seat: Seat) -> Builder {
        Builder { seat, means: self }
    }

    /// The role of the action, if it is one.
    pub(crate) const fn role(self) -> Option<Role> {
        match self {
            Self::Architect => Some(Role::Architect),
            Self::Craftsman | Self::Fountain => Some(Role::Craftsman),
            Self::Bacchanalia(_) => None,
        }
    }

    /// The rule it follows.
    const fn rule(self) -> &'static str {
        match self {
            Self::Architect => "GTR-22",
            Self::Craftsman | Self::Fountain => "GTR-23",
            Self::Bacchanalia(_) => "GTR-117",
        }
    }

    /// Why a card that is not there can't be used.
    const fn missing(self, card: Card) -> Why {
        match self {
            Self::Architect | Self::Craftsman => Why::NotHeld(self.rule(), card),
            Self::Fountain => Why::NotDrawn(card),
            Self::Bacchanalia(_) => Why::NotTurnedUp(card),
        }
    }
}

impl Public {
    /// Whether a material may be added to a structure by these means. A Scriptorium speaks of actions only (GTR-86).
    #[inline]
    pub(crate) fn fits_by(&self, structure: &Structure, material: Material, means: Means) -> bool {
        match means {
            Means::Architect | Means::Craftsman | Means::Fountain => self.fits(structure, material),
            Means::Bacchanalia(_) => self.fits_without_action(structure, material),
        }
    }

    /// Why Marble can't be added and the structure left unfinished (GTR-86): there is no Scriptorium that would complete it, it does not
    /// fit by itself, or the number of materials or a Villa completes it anyway (GTR-96).
    #[inline]
    fn no_open_end(&self, structure: &Structure, material: Material, means: Means) -> Option<Why> {
        let card = structure.card;
        if means.role().is_none() || !self.can(structure.owner, powers().finished_by[material.index()]) {
            Some(Why::NoScriptorium(material))
        } else if !self.fits_without_action(structure, material) {
            Some(Why::OnlyByScriptorium { material, card })
        } else {
            let villa = means.role().is_some_and(|role| powers().finishes_at_once[role as usize].has(card));
            let completes = villa || structure.materials.len() + 1 >= structure.cost();
            completes.then_some(Why::CompletesAnyway { material, card })
        }
    }

    /// The materials that an Architect action can take: of the stockpile, and of the Pool with an Archway (GTR-53).
    #[inline]
    pub(crate) fn supplies(&self, seat: Seat) -> impl Iterator<Item = Supply> + use<> {
        let archway = self.can(seat, powers().builds_from_pool);
        let pool = if archway { self.pool } else { Materials::default() };
        self.boards[seat].stock.kinds().map(Supply::Stock).chain(pool.kinds().map(Supply::Pool))
    }

    /// Why an Architect action can't take this material.
    pub(crate) fn no_supply(&self, seat: Seat, supply: Supply, rule: &'static str) -> Option<Why> {
        match supply {
            supply if self.supplies(seat).any(|other| other == supply) => None,
            Supply::Stock(material) => Some(Why::NotInStock(rule, material)),
            Supply::Pool(material) => {
                let archway = self.lacks(seat, powers().builds_from_pool);
                Some(archway.unwrap_or(Why::NotInPool("GTR-53", material)))
            }
            Supply::Card(_) => Some(Why::ArchitectFromHand),
        }
    }

    /// Offers to add a material to this structure, and to leave it unfinished where that is a choice.
    #[inline]
    pub(crate) fn add<O: Offers>(&self, structure: &Structure, supply: Supply, means: Means, offer: &mut O) {
        let (material, add) = (supply.material(), Action::Add(supply, structure.card));
        if self.fits_by(structure, material, means) {
            offer.free(add);
            if self.no_open_end(structure, material, means).is_none() {
                offer.free(Action::AddUnfinished(supply, structure.card));
            }
        } else {
            offer.refused(add, || self.no_fit(structure, material, means));
        }
    }

    /// Each of these cards into each structure it fits.
    #[inline]
    pub(crate) fn adds<O: Offers>(&self, by: Builder, cards: CardSet, offer: &mut O) {
        let means = by.means;
        for structure in self.unfinished(by.seat) {
            for material in Material::ALL {
                let of = cards.and(CardSet::of_material(material));
                if of.is_empty() {
                    continue;
                }
                let add = |card| Action::Add(Supply::Card(card), structure.card);
                if !self.fits_by(structure, material, means) {
                    let no_fit = || self.no_fit(structure, material, means);
                    of.iter().for_each(|card| offer.refused(add(card), no_fit));
                    continue;
                }
                of.iter().for_each(|card| offer.free(add(card)));
                if self.no_open_end(structure, material, means).is_none() {
                    let open = |card| Action::AddUnfinished(Supply::Card(card), structure.card);
                    of.iter().for_each(|card| offer.free(open(card)));
                }
            }
        }
    }

    /// Why a material does not go into an unfinished structure.
    fn no_fit(&self, structure: &Structure, material: Material, means: Means) -> Why {
        let mut fitting = 0;
        for other in Material::ALL.into_iter().filter(|other| self.fits_by(structure, *other, means)) {
            fitting |= 1 << other.index();
        }
        Why::NoFit { rule: means.rule(), material, card: structure.card, fitting }
    }

    /// Offers to save the action for an out-of-town Site (GTR-57).
    #[inline]
    pub(crate) fn prepares<O: Offers>(&self, seat: Seat, role: Role, offer: &mut O) {
        offer.unless(Action::Prepare, || (!self.may_prepare(seat, role)).then_some(Why::NothingToSaveFor));
    }

    /// What an action of building would do.
    pub(crate) fn explain_build(&self, rules: &Rules, by: Builder, action: Action) -> Text {
        let seat = by.seat;
        match action {
            Action::Lay(card, site, place) => {
                let two = place == Place::Outskirts && !self.can(seat, powers().out_of_town_at_once);
                let actions = if two { ", takes two actions" } else { "" };
                let last = ends_if(place == Place::Town && self.in_town.len() == 1);
                let end = if last.is_some() { "" } else { "." };
                let function = (!rules.training).then(|| say!("{end} {}", effect::text(card)));
                say!("Needs {} {site}{actions}{last}{function}", site.value())
            }
            Action::Add(supply, card) => self.explain_add(rules, by, supply, card),
            Action::AddUnfinished(_, card) => {
                let have = self.find(seat, card).map_or(0, |at| self.structures[at].materials.len() + 1);
                say!("Leave it unfinished all the same: {}", many(have, "material"))
            }
            Action::Prepare => say!(
                "Save this action for an out-of-town Site, together with one of its role that directly follows"
            ),
            _ => say!("Leave this action unused"),
        }
    }

    fn explain_add(&self, rules: &Rules, by: Builder, supply: Supply, card: Card) -> Text {
        let Some(structure) = self.find(by.seat, card).map(|at| &self.structures[at]) else {
            return Text::new();
        };
        let (have, cost) = (structure.materials.len() + 1, structure.cost());
        if self.would_complete(structure, supply.material(), by.means, rules) {
            let ends = powers().completion(card) == Some(Completion::EndGame) && !rules.training;
            return say!("Completes it: +{} influence{}", structure.site.value(), ends_if(ends));
        }
        say!("{have} of {cost}")
    }

    /// Whether one more material completes a structure: it has enough then (GTR-32), a Scriptorium sees to it (GTR-86), or it is a Villa
    /// and an Architect's first (GTR-96).
    fn would_complete(&self, structure: &Structure, material: Material, means: Means, rules: &Rules) -> bool {
        structure.materials.len() + 1 >= structure.cost()
            || means.role().is_some_and(|role| {
                let villa = powers().finishes_at_once[role as usize].has(structure.card);
                (villa && !rules.training)
                    || self.can(structure.owner, powers().finished_by[material.index()])
            })
    }
}

impl State {
    /// GTR-30, GTR-31: where each of these cards can be laid.
    #[inline]
    pub(crate) fn lays<O: Offers>(&self, rules: &Rules, by: Builder, cards: CardSet, offer: &mut O) {
        let (Builder { seat, means }, public) = (by, &self.public);
        let names = public.names(seat);
        let named = if O::NAMES_ALL { cards } else { cards.minus(names) };
        if named.is_empty() {
            return;
        }
        let far = means.role().filter(|role| !public.reaches_outskirts(seat, *role));
        let mut on = |card: Card, site: Material| {
            let twice = names.has(card).then_some(Why::InPlay("GTR-30", card));
            let town = public.in_town.has(site);
            offer.unless(Action::Lay(card, site, Place::Town), || {
                twice.or((!town).then_some(Why::NoSite(site, Place::Town, means)))
            });
            // GTR-117: a Bacchanalia lays in town only.
            if means.role().is_some() {
                offer.unless(Action::Lay(card, site, Place::Outskirts), || {
                    let none = !public.out_of_town.has(site);
                    twice
                        .or(none.then_some(Why::NoSite(site, Place::Outskirts, means)))
                        .or((town && !rules.out_of_town_choice).then_some(Why::TownFirst(site)))
                        .or(far.map(Why::TwoActions))
                });
            }
        };
        for card in named.iter() {
            if stands_anywhere(rules, card) {
                for site in Material::ALL {
                    on(card, site);
                }
            } else {
                on(card, card.material());
            }
        }
    }

    /// Why something that was not named can't be built with these cards.
    pub(crate) fn no_build(&self, rules: &Rules, by: Builder, cards: CardSet, action: Action) -> Option<Why> {
        let (Builder { seat, means }, public) = (by, &self.public);
        match action {
            Action::Lay(card, ..) if !cards.has(card) => Some(means.missing(card)),
            Action::Lay(card, site, _) if site != card.material() && !stands_anywhere(rules, card) => {
                Some(Why::OtherSite(card))
            }
            Action::Lay(..) => Some(Why::RevelsInTown),
            Action::Add(supply, name) | Action::AddUnfinished(supply, name) => {
                let closed = match supply {
                    Supply::Card(card) if means != Means::Architect => {
                        (!cards.has(card)).then_some(means.missing(card))
                    }
                    Supply::Stock(_) | Supply::Pool(_) if means != Means::Architect => {
                        Some(Why::CraftsmanFromStock)
                    }
                    supply => public.no_supply(seat, supply, means.rule()),
                };
                let structure = public.find(seat, name).map(|at| &public.structures[at]);
                let material = supply.material();
                closed.or(match structure {
                    None => Some(Why::NotUnderWay(means.rule(), name)),
                    Some(structure) if structure.finished => Some(Why::Finished(means.rule(), name)),
                    Some(structure) if !public.fits_by(structure, material, means) => {
                        Some(public.no_fit(structure, material, means))
                    }
                    Some(structure) => public.no_open_end(structure, material, means),
                })
            }
            Action::Raise(..) => {
                Some(public.lacks(seat, powers().opens_structures).unwrap_or(Why::StairwayByArchitect))
            }
            Action::Prepare => Some(Why::NothingToSaveFor),
            _ => None,
        }
    }

    /// What an Architect or Craftsman action builds, or saves.
    pub(crate) fn build_by_action<C: Chance>(
        &mut self,
        rules: &Rules,
        by: Builder,
        action: Action,
        chance: &mut C,
    ) {
        let (seat, Some(role)) = (by.seat, by.means.role()) else { return };
        let place = if let Action::Lay(_, _, place) = action { place } else { Place::Town };
        self.pay_for_site(seat, role, place);
        self.done();
        if action == Action::Prepare {
            self.public.half = Some((seat, role));
        } else {
            self.build(rules, by, action, chance);
        }
    }

    /// Lays a foundation or adds a material.
    pub(crate) fn build<C: Chance>(&mut self, rules: &Rules, by: Builder, action: Action, chance: &mut C) {
        let Builder { seat, means } = by;
        if let Action::Lay(card, site, place) = action {
            let public = &self.public;
            chance.note(|| {
                let sites = if place == Place::Town { &public.in_town } else { &public.out_of_town };
                Event::Laid { seat, card, site, place, left: sites[site].saturating_sub(1) }
            });
            self.take_card(by, card);
            self.lay(seat, card, site, place, rules);
        } else if let Action::Add(supply, card) | Action::AddUnfinished(supply, card) = action {
            let Some(at) = self.public.find(seat, card) else { return };
            let structure = &self.public.structures[at];
            chance.note(|| {
                let (now, cost) = (structure.materials.len() + 1, structure.cost());
                Event::Added { seat, supply, card, now, cost }
            });
            let completes = matches!(action, Action::Add(..))
                && self.public.would_complete(structure, supply.material(), means, rules);
            if let Supply::Card(card) = supply {
                self.take_card(by, card);
                self.public.seen.add(card);
            } else {
                self.take_supply(seat, supply);
            }
            self.public.structures[at].materials[supply.material()] += 1;
            if completes {
                self.complete(by, at, rules, chance);
            } else {
                self.refresh(rules);
            }
        }
    }

    /// A card to build with leaves where it was.
    fn take_card(&mut self, by: Builder, card: Card) {
        match by.means {
            Means::Architect | Means::Craftsman => self.show_and_take(by.seat, card),
            Means::Fountain => *self.secret.drawn.get_mut() = None,
            Means::Bacchanalia(pile) => self.public.revealed[usize::from(pile)].0[card.index()] -= 1,
        }
    }

    /// Takes a material from the stockpile or the Pool.
    pub(crate) fn take_supply(&mut self, seat: Seat, supply: Supply) {
        match supply {
            Supply::Stock(material) => self.public.boards[seat].stock.take(material),
            Supply::Pool(material) => self.public.pool.take(material),
            Supply::Card(_) => {}
        }
    }

    /// Lays a foundation on a Site (GTR-30). Taking the last Site in town ends the game (GTR-40).
    fn lay(&mut self, seat: Seat, card: Card, site: Material, place: Place, rules: &Rules) {
        match place {
            Place::Town => self.public.in_town.take(site),
            Place::Outskirts => self.public.out_of_town.take(site),
        }
        let foundation = Structure::foundation(seat, card, site);
        let laid = self.public.structures.push(foundation);
        laid.expect("no more structures lie on the table than there are Sites");
        self.refresh(rules);
        if place == Place::Town && self.public.in_town.is_empty() {
            // Ruling 44: a Forum laid there with a Gate wins first.
            self.check_endings(rules);
            if !self.public.is_over() {
                self.public.ending = Ending::Sites;
            }
        }
    }

    fn complete<C: Chance>(&mut self, by: Builder, at: usize, rules: &Rules, chance: &mut C) {
        let Builder { seat, means } = by;
        let structure = &mut self.public.structures[at];
        structure.finished = true;
        let (card, site) = (structure.card, structure.site);
        self.public.boards[seat].sites[site] += 1;
        let influence = self.public.boards[seat].influence();
        chance.note(|| Event::Completed { seat, card, site, influence });
        self.refresh(rules);
        // The game may have ended with the last card of the deck, drawn at the Fountain.
        if rules.training || self.public.ends_by_deck() {
            return;
        }
        self.set_off(seat, seat, card, rules, chance);
        // GTR-114: one material comes back, before the bonus is used.
        let recovers =
            means.role().is_some_and(|role| self.public.can(seat, powers().recovers[role as usize]));
        if recovers && !self.public.is_over() {
            self.wait(Solarium { seat, card });
        }
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
}

/// GTR-91: whether it is a Statue, which stands on any Site.
fn stands_anywhere(rules: &Rules, card: Card) -> bool {
    powers().any_site.has(card) && !rules.training
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
