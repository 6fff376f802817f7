//! FG-62 to FG-68, FG-80 to FG-86: battles, combat turn by combat turn.

use super::prelude::*;
use crate::effect::Would;
use crate::instead::Concerned;
use crate::rules::CombatEnd;
use crate::score::GLORY;

/// A battle in which nobody can hurt anybody ends in a draw after so many readyings: our guard against endless battles.
const ROUNDS: u8 = 20;

/// A battle.
#[expect(clippy::struct_excessive_bools, reason = "each says whether a part of the combat turn is done")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Battle {
    /// Where.
    pub place: Place,
    /// Whose combat turn it is.
    pub seat: Seat,
    /// Whether this turn's attack has been made.
    pub attacked: bool,
    /// Whether this turn's tactic has been used.
    pub tactic: bool,
    /// Whether the others have had their moment in this turn.
    pub opened: bool,
    /// How many combat turns in a row were passed.
    pub passes: u8,
    /// How often all gladiators have been readied.
    pub rounds: u8,
    /// How many cards the Ludus Magnus has drawn in this combat turn.
    pub cards: u8,
    /// Whether it had no ready gladiator when the turn began.
    pub late: bool,
}

impl Battle {
    /// FG-66: tactics from hand, of patrons and of arenas.
    fn tactics<O: Offer<Action, Why>>(state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        let tactics = rules.set.of_type(Type::Tactic)
            | rules.set.of_type(Type::SchemeTactic)
            | rules.set.playable_fighters;
        for kind in kinds_in(state.held(seat).set(Half::First) & tactics) {
            offer.unless(Action::Play(kind), || {
                let card = rules.set.card(kind);
                let at = if card.kind == Type::Gladiator { card.from_hand().unwrap_or(0) } else { 0 };
                state.why_not_used(rules, &state.card_use(seat, kind, at as u8))
            });
        }
        if state.ludus(seat).gifts & TACTIC_GIFT != 0 {
            let fitting = |kind| rules.set.fact(kind).tactic;
            using::patrons(state, seat, fitting, offer, |kind, at| {
                let it = Use::new(Bearer::Patron(kind), at, seat, state.reach(), NOBODY);
                state.why_not_used(rules, &it)
            });
        }
        let arenas = state.arenas_of(seat) & rules.set.arena_tactic;
        if arenas != 0 {
            using::arenas(state, rules, seat, arenas, |id| rules.set.arena_fact(id).tactic, offer);
        }
    }

    /// A combat turn ends; doing neither is a pass (ruling 57).
    pub(super) fn end_turn<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        let idle = !(self.attacked || self.tactic || self.cards > 0);
        let passes = if idle { self.passes.saturating_add(1) } else { 0 };
        let (place, rounds) = (self.place, self.rounds);
        let at = state.public.stack.len() - 1;
        state.turn_to(Self { place, seat: self.seat, passes, rounds, ..Self::default() });
        // Whoever falls now opens windows above this turn (FG-143), and is no longer the next.
        state.end_of_turn_effects(rules, chance);
        let sides = state.sides(place);
        let mut seat = self.seat.next(rules.sides);
        // Ruling 72: who has nobody left is out.
        while !sides.contains(seat) && seat != self.seat {
            seat = seat.next(rules.sides);
        }
        if let Frame::Battle(battle) = &mut state.public.stack[at] {
            battle.seat = seat;
        }
    }

    /// FG-67, ruling 2.
    fn round_is_over(self, state: &State, rules: &Rules, sides: SeatSet) -> bool {
        if rules.is_multi() && rules.choice.combat_end_multi == CombatEnd::NoReady {
            let mut here = state.public.sand.among(state.public.sand.at(self.place));
            let ready = here.any(|(_, it)| !it.exhausted);
            if !self.opened && !ready {
                return true;
            }
            // A ready gladiator that nobody can be attacked with would keep the round open for ever.
        }
        usize::from(self.passes) >= sides.len()
    }

    /// FG-68: all gladiators here are readied, initiative is determined again; damage stays.
    fn next_round<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        if self.rounds >= ROUNDS {
            state.end_battle(rules, self.place, None, chance);
            return;
        }
        let here = state.public.sand.at(self.place);
        // FG-135: who is bound stays as it is this once.
        state.public.sand.for_each_among(here, |gladiator| {
            gladiator.exhausted &= std::mem::take(&mut gladiator.bound);
        });
        let seat = state.first_to_act(rules, self.place);
        chance.note(|| Happening::Round { place: self.place, first: seat });
        state.turn_to(Self { seat, rounds: self.rounds + 1, passes: 0, opened: false, ..self });
    }

    /// Whether everyone can see that nothing is left to do in this combat turn.
    fn has_no_turn(self, state: &State, rules: &Rules) -> bool {
        let can_attack = !self.attacked && state.has_ready(self.seat, self.place);
        !can_attack
            && state.ludus(self.seat).hand == 0
            && !state.has_moment(rules, self.seat)
            && (self.tactic || !state.has_tactic_ability(rules, self.seat, self.place))
    }
}

impl Procedure for Battle {
    seat_decides!();

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        let attacks = !self.attacked && state.has_prey(rules, seat, self.place);
        let must = attacks && state.has_ready(seat, self.place);
        offer.unless(Action::Pass, || must.then_some(Why::MustAttack));
        for (slot, it) in state.gladiators_of(seat, Some(self.place)) {
            if attacks && !it.exhausted {
                offer.free(Action::Attack(state.fighter(slot)));
            } else if O::NAMES_ALL && !self.attacked {
                let why = || if it.exhausted { Why::Exhausted } else { Why::NoTarget };
                offer.refused(Action::Attack(state.fighter(slot)), why);
            }
            let tactics = if self.tactic { 0 } else { rules.set.fact(it.kind).tactic };
            for at in bits(tactics) {
                let tactic = Use::new(Bearer::Gladiator(it.kind), at, seat, Some(it.place), slot);
                let silenced = state.is_silenced(slot);
                let why = if silenced { Some(Why::Silenced) } else { state.why_not_used(rules, &tactic) };
                if O::NAMES_ALL || why.is_none() {
                    offer.unless(Action::Use(Source::Gladiator(state.fighter(slot)), at), || why);
                }
            }
        }
        if !self.tactic {
            Self::tactics(state, rules, seat, offer);
        }
        free::moves(state, rules, seat, offer);
    }

    fn against(self, state: &State, rules: &Rules, seat: Seat, action: Action) -> Option<Why> {
        match action {
            Action::Attack(_) if self.attacked => Some(Why::Attacked),
            Action::Attack(fighter) => Some(state.slot(fighter).err().unwrap_or(Why::NotHere(fighter))),
            Action::Play(kind) => {
                let card = rules.set.card(kind);
                let tactic = matches!(card.kind, Type::Tactic | Type::SchemeTactic)
                    || card.kind == Type::Gladiator && card.from_hand().is_some();
                let held = state.in_hand(seat, kind) > 0;
                Some(if held && tactic { Why::TacticUsed } else { using::why_unplayed(state, seat, kind) })
            }
            Action::Use(source, at) if self.tactic => {
                let it = state.sourced(rules, seat, source, at).ok()?;
                let tactic = match it.bearer {
                    Bearer::Arena(id) => rules.set.arena_fact(id).tactic,
                    Bearer::Card(kind) | Bearer::Patron(kind) | Bearer::Gladiator(kind) => {
                        rules.set.fact(kind).tactic
                    }
                };
                let there = !matches!(source, Source::Departed(_)) && tactic >> at & 1 != 0;
                there.then(|| state.why_not_used(rules, &it).unwrap_or(Why::TacticUsed))
            }
            _ => None,
        }
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        if let Action::Play(kind) = action {
            using::play(state, rules, seat, kind, chance);
        } else if let Action::Attack(fighter) = action
            && let Ok(slot) = state.slot(fighter)
        {
            state.attack(seat, slot, NOBODY, chance);
        }
    }

    /// A tactic is the combat turn's one.
    fn uses<C: Chance>(self, state: &mut State, rules: &Rules, it: &mut Use, _: &mut C) {
        if ability(rules, it.bearer, it.ability).timing.is_tactic() {
            state.turn_to(Self { tactic: true, ..self });
        }
    }

    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        self.end_turn(state, rules, chance);
    }

    /// A stable point (ruling 50).
    #[inline(never)]
    fn advance<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) -> bool {
        if let Some(at) = state.public.watches.iter().position(|watch| watch.fallen) {
            let watch = state.public.watches.remove(at);
            state.offer_return(watch);
            return true;
        }
        let sides = state.sides(self.place);
        if sides.len() < 2 {
            state.end_battle(rules, self.place, sides.first(), chance);
        } else if rules.is_multi() && !sides.contains(self.seat) {
            self.end_turn(state, rules, chance);
        } else if self.round_is_over(state, rules, sides) {
            self.next_round(state, rules, chance);
        } else {
            state.public.active = self.seat;
            if !self.opened {
                state.turn_to(Self { opened: true, ..self });
                state.open_moment(rules, self.seat);
            } else if rules.magnus() == Some(self.seat) {
                state.magnus_turn(rules, self, chance);
            } else if self.attacked && self.tactic || self.has_no_turn(state, rules) {
                self.end_turn(state, rules, chance);
            } else {
                return false;
            }
        }
        true
    }

    fn crumb(self, rules: &Rules, state: &State) -> Text {
        let arena = match state.public.arenas[self.place.index()] {
            Some(id) => Text::of(place_name(rules, id)),
            None => Text::of("the arena"),
        };
        say!("battle in {arena}: {}'s combat turn", who(rules, self.seat))
    }

    fn explain(self, rules: &Rules, state: &State, seat: Seat, action: Action) -> Text {
        match action {
            Action::Play(kind) => using::explain_card(rules, state, seat, kind),
            Action::Attack(fighter) => {
                let attack = state.slot(fighter).map_or(0, |slot| state.stat(rules, slot, Stat::Attack));
                say!("Exhaust it. After any reactions it deals {attack} damage to one opposing gladiator.")
            }
            _ if self.attacked || self.tactic => say!("End your combat turn."),
            _ => say!("Do nothing in this combat turn."),
        }
    }
}

impl State {
    /// FG-62, FG-63.
    pub(crate) fn begin_battle<C: Chance>(&mut self, rules: &Rules, place: Place, chance: &mut C) {
        let seat = self.first_to_act(rules, place);
        chance.note(|| {
            let sides = self.sides(place);
            let sides = sides.iter().map(|seat| (seat, self.initiative(rules, seat, place))).collect();
            Happening::Battle { place, first: seat, sides }
        });
        self.public.push(Battle { place, seat, ..Battle::default() });
        self.note_the_fallen(rules);
        // FG-131: a battle that only one side fights does not begin for anybody (FG-63).
        if self.sides(place).len() > 1 {
            self.public.active = seat;
            let here = self.public.sand.at(place);
            self.happen_to(rules, Occasion::Battle, here);
        }
    }

    /// FG-131: something happens to gladiators of an arena. Those that answer for themselves have a window each; for all others one
    /// is enough.
    fn happen_to(&mut self, rules: &Rules, occasion: Occasion, slots: u64) {
        let first = self.public.events.len() as u8;
        let own = |it: &Gladiator| rules.set.fact(it.kind).own >> occasion as u16 & 1 != 0;
        for slot in slots_in(slots) {
            if let Some(it) = self.public.sand.get(slot)
                && own(it)
            {
                let event = Event::of(occasion, slot, it);
                self.happen(rules, event);
            }
        }
        if self.public.events.len() == usize::from(first)
            && let Some(slot) = slots_in(slots).next()
            && let Some(it) = self.public.sand.get(slot)
        {
            let event = Event::of(occasion, slot, it);
            self.happen(rules, event);
        }
        self.open_events(first);
    }

    /// FG-131: a side has won a battle.
    fn victory(&mut self, rules: &Rules, place: Place, winner: Option<Seat>) {
        if let Some(winner) = winner.filter(|_| self.public.end.is_none()) {
            let winners = self.public.sand.at(place) & self.public.sand.of(winner);
            self.happen_to(rules, Occasion::Win, winners);
        }
    }

    /// FG-83, rulings 73, 74: who has nobody left is out, in the order in which their last ones left; of those out at once, the
    /// better place is nearer to the Crowd's Favor, backwards in turn order.
    pub(crate) fn note_the_fallen(&mut self, rules: &Rules) {
        let Some(place) = self.battle().filter(|_| rules.is_multi()).map(|battle| battle.place) else {
            return;
        };
        self.place_those(rules, |state, seat| !state.has_side(seat, place));
    }

    /// Gives the next places, from the worst, to those who have none yet: clockwise from the seat after the Crowd's Favor.
    fn place_those(&mut self, rules: &Rules, fallen: impl Fn(&Self, Seat) -> bool) {
        for seat in self.public.favor.next(rules.sides).round(rules.sides) {
            if fallen(self, seat) && !self.public.standing.as_slice().contains(&seat) {
                self.public.standing.push(seat).expect("every seat is placed once");
            }
        }
    }

    /// The top boast goes to a side: into its discard pile, or on top of the Ludus Magnus deck (FG-81, FG-110).
    pub(crate) fn take_boast<C: Chance>(&mut self, rules: &Rules, seat: Seat, chance: &mut C) {
        let Some(boast) = rules.boasts.get(usize::from(self.public.boasts)) else { return };
        chance.note(|| Happening::TakesBoast(seat, *boast));
        self.public.boasts += 1;
        if rules.magnus() == Some(seat) {
            self.public.orders.boasts += 1;
        } else {
            self.discard(seat, rules.set.boast());
        }
    }

    /// FG-62: the highest total agility; a tie goes to the Crowd's Favor, else backwards in turn order from it.
    fn first_to_act(&self, rules: &Rules, place: Place) -> Seat {
        let mut first = self.public.favor;
        let mut best = None;
        let mut seat = self.public.favor;
        for _ in 0..rules.sides {
            let total = self.has_side(seat, place).then(|| self.initiative(rules, seat, place));
            if total > best {
                (first, best) = (seat, total);
            }
            seat = seat.previous(rules.sides);
        }
        first
    }

    /// Who has gladiators in an arena.
    pub(crate) fn sides(&self, place: Place) -> SeatSet {
        let here = self.public.sand.at(place);
        (0..SEATS).map(Seat::new).filter(|seat| self.public.sand.of(*seat) & here != 0).collect()
    }

    /// The battle being fought, if any.
    pub(crate) fn battle(&self) -> Option<Battle> {
        self.public
            .stack
            .iter()
            .find_map(|frame| if let Frame::Battle(battle) = frame { Some(*battle) } else { None })
    }

    /// Whether a seat has a ready gladiator in an arena.
    pub(crate) fn has_ready(&self, seat: Seat, place: Place) -> bool {
        let sand = &self.public.sand;
        sand.among(sand.of(seat) & sand.at(place)).any(|(_, it)| !it.exhausted)
    }

    /// Ruling 7: a ready gladiator that has somebody to attack.
    pub(crate) fn can_attack(&self, rules: &Rules, seat: Seat, place: Place) -> bool {
        self.has_ready(seat, place) && self.has_prey(rules, seat, place)
    }

    /// Whether a seat has a tactic printed on a card in play that it could use in this battle.
    pub(crate) fn has_tactic_ability(&self, rules: &Rules, seat: Seat, place: Place) -> bool {
        let from_hand = rules.set.playable_fighters;
        let tactic = |kind: Kind| rules.set.fact(kind).tactic != 0 || from_hand.has(kind);
        let ludus = self.ludus(seat);
        ludus.patrons.iter().any(|it| !it.exhausted && tactic(it.kind))
            || self.arenas_of(seat) & rules.set.arena_tactic & !self.public.tired != 0
            || self.gladiators_of(seat, Some(place)).any(|(_, it)| tactic(it.kind))
    }

    fn end_of_turn_effects<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        self.public.watches.clear();
        self.let_pass(rules, chance);
    }

    /// FG-80 to FG-83. Nobody wins a draw, and nothing moves.
    fn end_battle<C: Chance>(&mut self, rules: &Rules, place: Place, winner: Option<Seat>, chance: &mut C) {
        chance.note(|| {
            let end = match winner {
                Some(seat) => BattleEnd::Won(seat),
                None if self.sides(place).is_empty() => BattleEnd::Draw,
                None => BattleEnd::BrokenOff,
            };
            Happening::BattleOver(place, end)
        });
        self.public.stack.pop();
        // Its last combat turn ends with it: who falls now has won all the same (FG-143).
        self.end_of_turn_effects(rules, chance);
        if rules.is_multi() {
            self.end_melee(rules, winner, chance);
            self.victory(rules, place, winner);
            return;
        }
        let Some(winner) = winner else { return };
        let glory = std::mem::take(&mut self.public.glory[place.index()]);
        if glory == 0 || !self.replaced(rules, Would::Glory, Concerned::Player(winner), chance) {
            self.ludus_mut(winner).glory += glory;
            chance.note(|| Happening::Glory { seat: winner, glory, place, total: self.ludus(winner).glory });
        }
        match place {
            Place::Near | Place::Far => {
                self.public.tokens[place.index()] = Some(winner);
                chance.note(|| Happening::Champions(winner, place));
            }
            Place::Lasting => {
                // FG-110: the Ludus Magnus discards the arena, and the boast goes on top of its deck.
                let magnus = rules.magnus() == Some(winner);
                if let Some(arena) = self.public.arenas[place.index()].take() {
                    chance.note(|| Happening::TakesArena(winner, arena));
                    if !magnus {
                        self.ludus_mut(winner).arenas |= arena.bit();
                    }
                }
                self.take_boast(rules, winner, chance);
            }
        }
        if self.ludus(winner).glory >= GLORY {
            self.public.end = Some(End::Glory(winner));
            chance.note(|| Happening::Over(End::Glory(winner)));
            return;
        }
        self.victory(rules, place, Some(winner));
        // A token that changes sides may take influence with it.
        for seat in Seat::all(rules.sides) {
            self.enforce_influence(rules, seat, chance);
        }
    }

    /// FG-85, FG-86: the last one standing is first; the last round's winner has won the game.
    fn end_melee<C: Chance>(&mut self, rules: &Rules, winner: Option<Seat>, chance: &mut C) {
        // The guard of FG-121 may leave several standing: they are placed like those out at once.
        self.place_those(rules, |_, seat| Some(seat) != winner);
        if let Some(winner) = winner {
            self.public.standing.push(winner).expect("the winner has not fallen");
        }
        for (at, seat) in self.public.standing.iter().enumerate() {
            chance.note(|| Happening::Place(*seat, (rules.sides - at) as u8));
        }
        if self.public.phases >= rules.rounds()
            && let Some(best) = self.public.standing.last()
        {
            let best = *best;
            self.public.end = Some(End::LastBattle(best));
            chance.note(|| Happening::Over(End::LastBattle(best)));
        }
    }
}
