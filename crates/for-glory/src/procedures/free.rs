//! Rulings 19, 70: at every decision of their own, players may buy back their reserve (FG-40) and use free actions of arenas (FG-87).

use super::prelude::*;

/// The reserve, and the free actions of the seat's arenas.
#[inline]
pub(super) fn moves<O: Offer<Action, Why>>(state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
    // Most have neither.
    let arenas = ready::<O>(state, rules, state.arenas_of(seat));
    if state.ludus(seat).reserve > 0 || arenas != 0 || has_others(state, seat) {
        some(state, rules, seat, arenas, offer);
    }
}

#[inline(never)]
fn some<O: Offer<Action, Why>>(state: &State, rules: &Rules, seat: Seat, arenas: u32, offer: &mut O) {
    let reserve = state.ludus(seat).reserve;
    if reserve > 0 {
        offer.unless(Action::Redeem, || state.why_too_dear(rules, seat, reserve));
    }
    actions(state, rules, seat, arenas, offer);
    others(state, rules, seat, offer);
}

/// Whether a seat has patrons or gladiators with free actions (FG-138).
#[inline]
pub(super) fn has_others(state: &State, seat: Seat) -> bool {
    let sand = &state.public.sand;
    state.ludus(seat).gifts & perk_gift(Perk::Free) != 0 || sand.of(seat) & sand.marked(Perk::Free) != 0
}

/// The free actions of patrons and of gladiators.
#[inline(never)]
pub(super) fn others<O: Offer<Action, Why>>(state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
    let fitting = |kind| rules.set.fact(kind).free;
    using::patrons(state, seat, fitting, offer, |kind, at| {
        state.why_not_used(rules, &Use::new(Bearer::Patron(kind), at, seat, state.reach(), NOBODY))
    });
    let sand = &state.public.sand;
    for (slot, it) in sand.among(sand.of(seat) & sand.marked(Perk::Free) & sand.within(state.reach())) {
        for at in bits(rules.set.fact(it.kind).free) {
            let action = Use::new(Bearer::Gladiator(it.kind), at, seat, Some(it.place), slot);
            offer.unless(Action::Use(Source::Gladiator(state.fighter(slot)), at), || {
                state.why_not_used(rules, &action)
            });
        }
    }
}

/// Those of some arenas that have a free action, which always exhausts its arena.
#[inline]
pub(super) fn ready<O: Offer<Action, Why>>(state: &State, rules: &Rules, arenas: u32) -> u32 {
    let free = arenas & rules.set.arena_free;
    if O::NAMES_ALL { free } else { free & !state.public.tired }
}

/// The free actions of these arenas.
#[inline]
pub(super) fn actions<O: Offer<Action, Why>>(
    state: &State,
    rules: &Rules,
    seat: Seat,
    arenas: u32,
    offer: &mut O,
) {
    if arenas != 0 {
        using::arenas(state, rules, seat, arenas, |id| rules.set.arena_fact(id).free, offer);
    }
}

/// Why not, where neither was offered.
pub(super) fn against(state: &State, rules: &Rules, seat: Seat, action: Action) -> Option<Why> {
    match action {
        Action::Redeem => Some(Why::NoReserve),
        Action::Use(source, ability) => Some(using::why_unnamed(state, rules, seat, source, ability)),
        _ => None,
    }
}

/// What buying back would do.
pub(super) fn explain(state: &State, seat: Seat) -> Text {
    let cards = state.ludus(seat).reserve;
    say!("Pay {} and take your reserve into your hand: {}.", many(cards, "coin"), many(cards, "card"))
}

impl State {
    /// FG-40, FG-87: what texts promise a seat at any time, whatever it decides; only the choice how to pay a cost and a look
    /// at a deck are not interrupted (ruling 19, FG-141). Worked out from the texts, not from what is offered.
    pub(crate) fn promised(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        if matches!(self.public.stack.last(), None | Some(Frame::Pay(_) | Frame::Look(_))) {
            return;
        }
        let reserve = self.ludus(seat).reserve;
        if reserve > 0 && self.purse(rules, seat) >= u32::from(reserve) {
            out.push(Action::Redeem);
        }
        for id in arenas_in(self.arenas_of(seat)) {
            for (at, text) in (0..).zip(&rules.set.arena(id).abilities) {
                let it = Use::new(Bearer::Arena(id), at, seat, self.reach(), NOBODY);
                if text.timing == Timing::Free && self.why_not_used(rules, &it).is_none() {
                    out.push(Action::Use(Source::Arena(id), at));
                }
            }
        }
        self.promised_by_others(rules, seat, out);
    }

    /// The same of patrons, each kind once, and of gladiators (FG-138).
    fn promised_by_others(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        let mut promise = |source: Source, it: &Use| {
            let free = ability(rules, it.bearer, it.ability).timing == Timing::Free;
            let action = Action::Use(source, it.ability);
            if free && !out.contains(&action) && self.why_not_used(rules, it).is_none() {
                out.push(action);
            }
        };
        for patron in &self.ludus(seat).patrons {
            for (at, _) in (0..).zip(&rules.set.card(patron.kind).abilities) {
                let it = Use::new(Bearer::Patron(patron.kind), at, seat, self.reach(), NOBODY);
                promise(Source::Patron(patron.kind), &it);
            }
        }
        for (slot, fighter) in self.gladiators_of(seat, self.reach()) {
            for (at, _) in (0..).zip(&rules.set.card(fighter.kind).abilities) {
                let bearer = Bearer::Gladiator(fighter.kind);
                let it = Use::new(bearer, at, seat, Some(fighter.place), slot);
                promise(Source::Gladiator(self.fighter(slot)), &it);
            }
        }
    }
}
