//! FG-3, FG-66: how abilities come to be used: what bears them, what they cost, whether anything would come of it.

use super::prelude::*;

fn abilities(rules: &Rules, bearer: Bearer) -> &[Ability] {
    match bearer {
        Bearer::Card(kind) | Bearer::Patron(kind) | Bearer::Gladiator(kind) => {
            &rules.set.card(kind).abilities
        }
        Bearer::Arena(id) => &rules.set.arena(id).abilities,
    }
}

/// The ability of a bearer.
pub(crate) fn ability(rules: &Rules, bearer: Bearer, at: u8) -> &Ability {
    &abilities(rules, bearer)[usize::from(at)]
}

/// Abilities of the patrons in a villa, each kind once: those of a set, unless there is a reason.
#[inline]
pub(super) fn patrons<O: Offer<Action, Why>>(
    state: &State,
    seat: Seat,
    fitting: impl Fn(Kind) -> u8,
    offer: &mut O,
    why: impl Fn(Kind, u8) -> Option<Why>,
) {
    let patrons = state.ludus(seat).patrons.as_slice();
    for (at, patron) in patrons.iter().enumerate() {
        let fitting = fitting(patron.kind);
        if fitting == 0 || patrons[..at].iter().any(|other| other.kind == patron.kind) {
            continue;
        }
        // FG-7: an exhausted patron is blank.
        let ready = |it: &Patron| it.kind == patron.kind && !it.exhausted;
        let blank = patron.exhausted && !patrons[at..].iter().any(ready);
        if blank && !O::NAMES_ALL {
            continue;
        }
        for ability in bits(fitting) {
            let action = Action::Use(Source::Patron(patron.kind), ability);
            offer.unless(action, || if blank { Some(Why::Exhausted) } else { why(patron.kind, ability) });
        }
    }
}

/// Abilities of these arenas, those of a set.
#[inline(never)]
pub(super) fn arenas<O: Offer<Action, Why>>(
    state: &State,
    rules: &Rules,
    seat: Seat,
    arenas: u32,
    fitting: impl Fn(ArenaId) -> u8,
    offer: &mut O,
) {
    for id in arenas_in(arenas) {
        let certain = if state.public.tired & id.bit() == 0 { rules.set.arena_fact(id).certain } else { 0 };
        for ability in bits(fitting(id)) {
            offer.unless(Action::Use(Source::Arena(id), ability), || {
                if certain >> ability & 1 == 0 {
                    why_not_arena(state, rules, seat, id, ability)
                } else {
                    None
                }
            });
        }
    }
}

#[inline(never)]
fn why_not_arena(state: &State, rules: &Rules, seat: Seat, id: ArenaId, ability: u8) -> Option<Why> {
    state.why_not_used(rules, &Use::new(Bearer::Arena(id), ability, seat, state.reach(), NOBODY))
}

/// Why an ability can't be used that was not offered: the seat does not have it, or it is not for now.
pub(super) fn why_unnamed(state: &State, rules: &Rules, seat: Seat, source: Source, ability: u8) -> Why {
    match state.sourced(rules, seat, source, ability) {
        Err(why) => why,
        Ok(_) if matches!(source, Source::Departed(_)) => Why::NotInPlay,
        Ok(_) => Why::AbilityTime,
    }
}

/// Why a card of the hand can't be played that was not offered: it is not there, or not for now.
pub(super) fn why_unplayed(state: &State, seat: Seat, kind: Kind) -> Why {
    if state.in_hand(seat, kind) == 0 { Why::NotInHand(kind) } else { Why::WrongTime(kind) }
}

/// A card is played from hand (FG-33, FG-34, FG-66, FG-73).
#[inline(never)]
pub(super) fn play<C: Chance>(state: &mut State, rules: &Rules, seat: Seat, kind: Kind, chance: &mut C) {
    state.reveal_from_hand(seat, kind);
    chance.learned(SeatSet::all(rules.players));
    let card = rules.set.card(kind);
    if card.kind == Type::Patron {
        state.add_patron(rules, seat, Patron { kind, exhausted: false });
        return;
    }
    let it = state.card_use(seat, kind, card.from_hand().unwrap_or(0) as u8);
    announce(state, rules, it, chance);
}

/// An ability of a card in play is used.
#[inline(never)]
pub(super) fn act<C: Chance>(
    state: &mut State,
    rules: &Rules,
    seat: Seat,
    (source, ability): (Source, u8),
    chance: &mut C,
) {
    if let Ok(it) = state.sourced(rules, seat, source, ability) {
        announce(state, rules, it, chance);
    }
}

fn announce<C: Chance>(state: &mut State, rules: &Rules, mut it: Use, chance: &mut C) {
    if let Some(top) = state.public.stack.last().copied() {
        top.uses(state, rules, &mut it, chance);
    }
    state.begin_use(rules, it, chance);
}

/// What an ability would do.
pub(super) fn explain(rules: &Rules, state: &State, seat: Seat, (source, ability): (Source, u8)) -> Text {
    let it = source.bearer();
    let text = self::ability(rules, it, ability);
    let says = text::of_ability(&bearer(rules, it), text, text::Stands::of(it));
    let warned = warned(rules, state, seat, Action::Use(source, ability), says.capital());
    match influence_lost(rules, state, seat, (source, text.cost.exhaust)) {
        Some(lost) => say!("{warned} {lost}"),
        None => warned,
    }
}

/// A patron exhausted for its ability grants no influence (FG-37), and gladiators may have to be given up for it (FG-38): that is said
/// before.
fn influence_lost(
    rules: &Rules,
    state: &State,
    seat: Seat,
    (source, exhausts): (Source, bool),
) -> Option<Text> {
    let Source::Patron(kind) = source else { return None };
    let mut after = *state;
    let mut patrons = after.ludus_mut(seat).patrons.iter_mut();
    patrons.find(|it| exhausts && it.kind == kind && !it.exhausted)?.exhausted = true;
    let (now, left) = (state.influence(rules, seat), after.influence(rules, seat));
    if after.lacks_influence(rules, seat) {
        let needed = after.requirement(rules, seat);
        return Some(say!(
            "Influence {now} becomes {left}, but your gladiators need {needed}: you will have to give up one or more of them."
        ));
    }
    (left != now).then(|| say!("Influence {now} becomes {left}."))
}

/// What playing a card would do.
pub(super) fn explain_card(rules: &Rules, state: &State, seat: Seat, kind: Kind) -> Text {
    warned(rules, state, seat, Action::Play(kind), text::unpriced(rules.set.card(kind)))
}

/// A scheme may be used for nothing (FG-122): its owner is told before.
fn warned(rules: &Rules, state: &State, seat: Seat, action: Action, says: Text) -> Text {
    let idle = state.comes_to_nothing(rules, seat, action);
    if idle { say!("Nothing would come of it now. {says}") } else { says }
}

impl Source {
    /// The card that bears the ability.
    pub(crate) const fn bearer(self) -> Bearer {
        match self {
            Self::Patron(kind) => Bearer::Patron(kind),
            Self::Gladiator(fighter) => Bearer::Gladiator(fighter.kind),
            Self::Departed(kind) => Bearer::Gladiator(kind),
            Self::Arena(id) => Bearer::Arena(id),
        }
    }
}

impl State {
    /// Where what is used now reaches: the window's arena, the battle's, or anywhere.
    pub(crate) fn reach(&self) -> Option<Place> {
        match self.public.stack.last() {
            Some(Frame::Window(window)) => window.place,
            _ => self.battle().map(|battle| battle.place),
        }
    }

    /// A card of the own hand about to be used.
    pub(crate) fn card_use(&self, seat: Seat, kind: Kind, ability: u8) -> Use {
        Use::new(Bearer::Card(kind), ability, seat, self.reach(), NOBODY)
    }

    /// The ability that a source names, if the seat has it.
    pub(crate) fn sourced(&self, rules: &Rules, seat: Seat, source: Source, ability: u8) -> Result<Use, Why> {
        let (mut place, mut slot) = (self.reach(), NOBODY);
        let there = match source {
            Source::Patron(kind) => self.ludus(seat).patrons.iter().any(|it| it.kind == kind),
            Source::Arena(id) => self.arenas_of(seat) & id.bit() != 0,
            Source::Gladiator(fighter) => {
                slot = self.slot(fighter)?;
                let stands = self.public.sand.get(slot).map(|it| it.place);
                if fighter.owner != seat || place.is_some() && place != stands {
                    return Err(Why::NotHere(fighter));
                }
                place = stands;
                true
            }
            Source::Departed(_) => true,
        };
        let it = Use::new(source.bearer(), ability, seat, place, slot);
        match usize::from(ability) < abilities(rules, it.bearer).len() {
            _ if !there => Err(Why::NotInPlay),
            false => Err(Why::NoAbility),
            true => Ok(it),
        }
    }

    /// Why an ability can't be used, if so: its cost, or that nothing would come of it (FG-3, FG-122).
    pub(crate) fn why_not_used(&self, rules: &Rules, it: &Use) -> Option<Why> {
        let why = self.why_no_cost(rules, it);
        if why.is_some() || self.has_effect(rules, it) { why } else { Some(Why::NoEffect) }
    }

    /// Why its cost can't be paid, if so (FG-3).
    pub(crate) fn why_no_cost(&self, rules: &Rules, it: &Use) -> Option<Why> {
        let cost = ability(rules, it.bearer, it.ability).cost;
        let ludus = self.ludus(it.seat);
        let ready = match it.bearer {
            // FG-7: an exhausted patron is blank, whatever its abilities cost.
            Bearer::Patron(kind) => ludus.patrons.iter().any(|it| it.kind == kind && !it.exhausted),
            Bearer::Gladiator(_) => {
                !cost.exhaust || self.public.sand.get(it.slot).is_some_and(|it| !it.exhausted)
            }
            Bearer::Arena(id) => !cost.exhaust || self.public.tired & id.bit() == 0,
            Bearer::Card(_) => true,
        };
        if !ready {
            return Some(Why::Exhausted);
        }
        if cost.coins > 0
            && let Some(why) = self.why_too_dear(rules, it.seat, cost.coins)
        {
            return Some(why);
        }
        if cost.defeat == Toll::Another && Sacrifice::of(it).victims(self) == 0 {
            return Some(Why::NoSacrifice);
        }
        let played = u8::from(matches!(it.bearer, Bearer::Card(_)));
        let removed = u8::from(cost.remove == Toll::Another);
        if ludus.hand < cost.discard + removed + played {
            let (discard, short) = (cost.discard, Why::TooFewCards(cost.discard + removed));
            return Some(if discard == 0 { Why::NothingToRemove } else { short });
        }
        None
    }

    /// An ability is announced: its cost is paid, a window for tactics opens, then it is carried out (FG-3, FG-66).
    pub(crate) fn begin_use<C: Chance>(&mut self, rules: &Rules, it: Use, chance: &mut C) {
        let ability = ability(rules, it.bearer, it.ability);
        let tactic = matches!(self.public.stack.last(), Some(Frame::Battle(_))) && ability.timing.is_tactic();
        let cost = ability.cost;
        let mut it = it;
        if cost.defeat == Toll::Itself {
            // What it was worth is told to the sentences that speak of its attack.
            it.value = self.stat(rules, it.slot, Stat::Attack);
        }
        self.public.push(it);
        if tactic {
            let (slot, kind) = (it.slot, Kind(0));
            let event =
                Event { occasion: Occasion::Tactic, place: it.place, slot, kind, owner: it.seat, value: 0 };
            self.open_window(rules, event);
        }
        match cost.defeat {
            Toll::Nothing => {}
            Toll::Itself => self.defeat_as_cost(rules, it.slot, it.value, chance),
            Toll::Another => self.public.push(Sacrifice::of(&it)),
        }
        if cost.wounds > 0 {
            self.deal(rules, it.slot, cost.wounds, cost.wounds, chance);
            self.damage_assigned(rules, NOBODY);
        }
        if cost.discard > 0 {
            self.public.push(Discard { seat: it.seat, left: cost.discard, to: Fate::Pile });
        }
        if cost.remove == Toll::Another {
            self.public.push(Discard { seat: it.seat, left: 1, to: Fate::Gone });
        }
        if cost.exhaust {
            match it.bearer {
                Bearer::Patron(kind) => self.exhaust_patron(rules, it.seat, kind, chance),
                Bearer::Gladiator(_) => self.turn_gladiator(it.slot, Turned::Exhausted, chance),
                Bearer::Arena(id) => {
                    self.public.tired |= id.bit();
                    chance.note(|| Happening::Arena(it.seat, id, Turned::Exhausted));
                }
                Bearer::Card(_) => {}
            }
        }
        if cost.coins > 0 {
            self.charge(rules, it.seat, cost.coins, Then::GoOn, chance);
        }
    }

    /// FG-137: a gladiator is defeated as a cost, with all that comes of a defeat.
    pub(crate) fn defeat_as_cost<C: Chance>(&mut self, rules: &Rules, slot: u8, attack: u8, chance: &mut C) {
        let first = self.public.events.len() as u8;
        self.defeat(rules, slot, attack, chance);
        self.note_the_fallen(rules);
        self.open_events(first);
        self.defeat_the_fallen(rules, chance);
    }

    /// A patron becomes blank; its influence is gone at once (FG-38, ruling 34).
    pub(crate) fn exhaust_patron<C: Chance>(
        &mut self,
        rules: &Rules,
        seat: Seat,
        kind: Kind,
        chance: &mut C,
    ) {
        self.blank_patron(seat, kind, chance);
        self.defeat_the_fallen(rules, chance);
        self.enforce_influence(rules, seat, chance);
    }
}
