//! FG-30 to FG-41: a machinations turn. Cards are bought, played and reserved, gladiators sent to the arenas.

use super::entry::Gate;
use super::prelude::*;
use crate::effect::Cost;
use crate::stats::discounted;

/// The Take Actions step of the active player's machinations turn (FG-31).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Machinations {
    /// How many schemes have been played from hand in this turn.
    pub played: u8,
}

/// FG-146: so many schemes are played in one turn. Two that draw cards can bring each other back for ever.
const SCHEMES: u8 = 20;

/// FG-32: each card for sale, once; the seat can pay for those that cost less than this in their rows.
#[inline]
fn purchases<O: Offer<Action, Why>>(
    state: &State,
    rules: &Rules,
    purse: u32,
    (beyond, less): ([u32; 3], [u8; 3]),
    offer: &mut O,
) {
    for deck in Deck::ALL {
        let mut show = |kind: Kind| {
            let cost = rules.set.cost(kind);
            offer.unless(Action::Buy(kind), || {
                let price = discounted(cost, less[deck.index()]);
                (u32::from(cost) >= beyond[deck.index()]).then_some(Why::TooDear { price, purse })
            });
        };
        // A row has three cards: written out, it takes half as long as any loop.
        let [first, rest @ ..] = state.public.rows[deck.index()].as_slice() else { continue };
        show(*first);
        let [second, rest @ ..] = rest else { continue };
        if second != first {
            show(*second);
        }
        let [third, ..] = rest else { continue };
        if third != first && third != second {
            show(*third);
        }
    }
}

/// What the cards of each row must cost less than for a seat to buy them, and what static abilities take off them.
#[inline(never)]
fn discounted_rows(state: &State, rules: &Rules, seat: Seat, purse: u32) -> ([u32; 3], [u8; 3]) {
    // A price is below the cost by the discount, but never below 1.
    let discounts = state.discounts(rules, seat);
    let beyond = discounts.map(|less| match (less, purse) {
        (0, _) => purse + 1,
        (_, 0) => 0,
        (less, _) => purse + u32::from(less) + 1,
    });
    (beyond, discounts)
}

#[inline(never)]
fn why_too_dear(state: &State, rules: &Rules, seat: Seat, kind: Kind) -> Option<Why> {
    state.why_no_cost(rules, &state.card_use(seat, kind, 0))
}

/// FG-33: schemes of patrons in the villa.
#[inline(never)]
fn schemes<O: Offer<Action, Why>>(state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
    using::patrons(
        state,
        seat,
        |kind| rules.set.fact(kind).scheme,
        offer,
        |kind, at| {
            // The patron is ready, so most can be used.
            let cost = rules.set.card(kind).abilities[usize::from(at)].cost;
            if (Cost { exhaust: false, ..cost }).is_free() {
                return None;
            }
            state.why_no_cost(rules, &Use::new(Bearer::Patron(kind), at, seat, None, NOBODY))
        },
    );
}

/// FG-138: schemes of gladiators in the arenas.
#[inline(never)]
fn fighters<O: Offer<Action, Why>>(state: &State, rules: &Rules, seat: Seat, slots: u64, offer: &mut O) {
    for (slot, it) in state.public.sand.among(slots) {
        for at in bits(rules.set.fact(it.kind).scheme) {
            let scheme = Use::new(Bearer::Gladiator(it.kind), at, seat, Some(it.place), slot);
            offer.unless(Action::Use(Source::Gladiator(state.fighter(slot)), at), || {
                state.why_no_cost(rules, &scheme)
            });
        }
    }
}

/// FG-138: schemes of the seat's arenas.
#[inline(never)]
fn arena_schemes<O: Offer<Action, Why>>(
    state: &State,
    rules: &Rules,
    seat: Seat,
    arenas: u32,
    offer: &mut O,
) {
    for id in arenas_in(arenas) {
        for at in bits(rules.set.arena_fact(id).scheme) {
            offer.unless(Action::Use(Source::Arena(id), at), || {
                state.why_no_cost(rules, &Use::new(Bearer::Arena(id), at, seat, None, NOBODY))
            });
        }
    }
}

impl Machinations {
    /// Why a scheme of the hand, whose first ability is its text, can't be played or paid for; it may come to nothing (FG-122).
    #[inline]
    fn why_no_scheme(self, state: &State, rules: &Rules, seat: Seat, kind: Kind) -> Option<Why> {
        if self.played >= SCHEMES {
            Some(Why::PlayedEnough(self.played))
        } else if rules.set.is_always_playable(kind) {
            None
        } else {
            why_too_dear(state, rules, seat, kind)
        }
    }

    /// What the cards of the hand can be used for, incomes apart.
    #[inline]
    fn hand<O: Offer<Action, Why>>(
        self,
        state: &State,
        rules: &Rules,
        (seat, purse): (Seat, u32),
        (hand, reserves): (KindSet, impl FnOnce() -> bool),
        offer: &mut O,
    ) {
        let fighters = hand.meets(rules.set.of_type(Type::Gladiator));
        let gate = if fighters { Gate::of(state, rules, seat, hand) } else { Gate::default() };
        let reserves = fighters && reserves();
        for kind in kinds_in(hand) {
            match rules.set.fact(kind).kind {
                Type::Scheme => {
                    offer.unless(Action::Play(kind), || self.why_no_scheme(state, rules, seat, kind));
                }
                Type::Patron => offer.free(Action::Play(kind)),
                Type::Gladiator => {
                    for place in entry::arenas(rules) {
                        offer.unless(Action::Enter(kind, place), || gate.why_closed(rules, kind, place));
                    }
                    let why = || (!reserves).then_some(Why::NotReservable(kind));
                    offer.unless(Action::Reserve(kind), why);
                    if let Some(next) = rules.set.next_level(kind) {
                        let price = rules.set.fact(next).cost;
                        let dear = || (u32::from(price) > purse).then_some(Why::TooDear { price, purse });
                        offer.unless(Action::Upgrade(kind), dear);
                    } else if O::NAMES_ALL && matches!(rules.set.card(kind).home, Home::Champion(_)) {
                        offer.refused(Action::Upgrade(kind), || Why::NoUpgrade(kind));
                    }
                }
                Type::Tactic | Type::Reaction => offer.free(Action::Reserve(kind)),
                Type::SchemeTactic => {
                    offer.unless(Action::Play(kind), || self.why_no_scheme(state, rules, seat, kind));
                    offer.free(Action::Reserve(kind));
                }
                Type::Income => {}
            }
        }
    }
}

impl Procedure for Machinations {
    #[inline]
    fn decides(self, state: &State, _: &Rules) -> Option<Seat> {
        Some(state.public.active)
    }

    #[inline(never)]
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        offer.free(Action::EndTurn);
        let ludus = state.ludus(seat);
        if !state.public.stopped {
            for stops in ludus.stops.others() {
                offer.free(Action::Stops(stops));
            }
            offer.refused(Action::Stops(ludus.stops), || Why::StopsSet);
        }
        let arenas = state.arenas_of(seat);
        // Whether some static ability may be of this kind.
        let may = |perk| ludus.gifts & perk_gift(perk) != 0 || arenas & rules.set.arena_perk(perk) != 0;
        let hand = state.held(seat).set(Half::First);
        let incomes = hand & rules.set.of_type(Type::Income);
        let purse = state.purse_of(rules, seat, incomes);
        let rows = if may(Perk::Discount) {
            discounted_rows(state, rules, seat, purse)
        } else {
            ([purse + 1; 3], [0; 3])
        };
        purchases(state, rules, purse, rows, offer);
        let reserves = || may(Perk::ReserveGladiators) && state.reserves_gladiators(rules, seat);
        self.hand(state, rules, (seat, purse), (hand & !incomes, reserves), offer);
        if ludus.gifts & SCHEME_GIFT != 0 {
            schemes(state, rules, seat, offer);
        }
        let (sand, scheming) = (&state.public.sand, arenas & rules.set.arena_scheme);
        let fighting = sand.of(seat) & sand.marked(Perk::Schemes);
        if fighting != 0 {
            fighters(state, rules, seat, fighting, offer);
        }
        if scheming != 0 {
            arena_schemes(state, rules, seat, scheming, offer);
        }
        let price = ludus.reserve;
        if price > 0 {
            let dear = || (u32::from(price) > purse).then_some(Why::TooDear { price, purse });
            offer.unless(Action::Redeem, dear);
        }
        free::actions(state, rules, seat, free::ready::<O>(state, rules, arenas), offer);
        if free::has_others(state, seat) {
            free::others(state, rules, seat, offer);
        }
    }

    fn against(self, state: &State, rules: &Rules, seat: Seat, action: Action) -> Option<Why> {
        let held =
            |kind, otherwise| if state.in_hand(seat, kind) == 0 { Why::NotInHand(kind) } else { otherwise };
        Some(match action {
            Action::Stops(stops) if stops == state.ludus(seat).stops => Why::StopsSet,
            Action::Stops(_) => Why::StopsChanged,
            Action::Pass => Why::NoPass,
            Action::Buy(kind) => Why::NotForSale(kind),
            Action::Play(kind) => using::why_unplayed(state, seat, kind),
            Action::Enter(kind, _) => entry::why_unnamed(state, rules, seat, kind),
            Action::Reserve(kind) => held(kind, Why::NotReservable(kind)),
            Action::Upgrade(kind) => held(kind, Why::NoUpgrade(kind)),
            action => return free::against(state, rules, seat, action),
        })
    }

    #[inline]
    fn act<C: Chance>(self, state: &mut State, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        match action {
            Action::Buy(kind) => buy(state, rules, seat, kind, chance),
            Action::Play(kind) => {
                if matches!(rules.set.fact(kind).kind, Type::Scheme | Type::SchemeTactic) {
                    state.turn_to(Self { played: self.played.saturating_add(1) });
                }
                using::play(state, rules, seat, kind, chance);
            }
            Action::Enter(kind, place) => state.enter_from_hand(rules, seat, kind, place, chance),
            Action::Reserve(kind) => state.put_in_reserve(rules, seat, kind),
            Action::Upgrade(kind) => upgrade(state, rules, seat, kind, chance),
            Action::Stops(stops) => {
                state.ludus_mut(seat).stops = stops;
                state.public.stopped = true;
            }
            _ => state.end_turn(rules, seat, chance),
        }
    }

    /// FG-43: with three or four a token may be taken as soon as it is earned, where the option says so.
    #[inline]
    fn advance<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) -> bool {
        rules.is_multi()
            && rules.choice.token_take == crate::rules::TokenTake::AtOnce
            && state.token_step(rules, state.public.active, chance)
    }

    fn crumb(self, _: &Rules, state: &State) -> Text {
        say!("{}'s turn", state.public.active)
    }

    fn explain(self, rules: &Rules, state: &State, seat: Seat, action: Action) -> Text {
        match action {
            Action::Buy(kind) => {
                let (price, card) = (state.price(rules, seat, kind), rules.set.card(kind));
                if price == card.cost {
                    return text::card(card);
                }
                say!("Costs you {} instead of {}. {}", many(price, "coin"), card.cost, text::unpriced(card))
            }
            Action::Play(kind) => using::explain_card(rules, state, seat, kind),
            Action::Enter(kind, place) => entry::explain(rules, state, kind, place),
            Action::Reserve(_) => say!(
                "Put it face down into your reserve. Later you can buy the whole reserve back for 1 coin a card."
            ),
            Action::Upgrade(kind) => {
                let Some(next) = rules.set.next_level(kind) else { return say!("It has no further level.") };
                let (next, card) = (name(rules, next), rules.set.card(next));
                let price = many(card.cost, "coin");
                let says = text::unpriced(card);
                say!("Pay {price}: it leaves the game and {next} goes to your discard pile. {says}")
            }
            Action::Stops(stops) => Text::of(explain_stops(stops)),
            Action::EndTurn => {
                say!("Discard your hand, refill the supply and draw {} cards.", state.hand_size(rules, seat))
            }
            _ => Text::new(),
        }
    }
}

const fn explain_stops(stops: Stops) -> &'static str {
    match stops {
        Stops::All => {
            "You are asked in every reaction window in which you could answer. You can change this once a turn."
        }
        Stops::Mine => {
            "You are asked only where your own gladiators or tactics are concerned; elsewhere you pass by yourself. You can change this once a turn."
        }
        Stops::Never => {
            "You pass in every reaction window by yourself, unless a card of yours must answer. You can change this once a turn."
        }
    }
}

/// FG-32.
#[inline(never)]
fn buy<C: Chance>(state: &mut State, rules: &Rules, seat: Seat, kind: Kind, chance: &mut C) {
    let price = state.price(rules, seat, kind);
    state.charge(rules, seat, price, Then::Buy(kind), chance);
}

/// FG-92.
#[inline(never)]
fn upgrade<C: Chance>(state: &mut State, rules: &Rules, seat: Seat, kind: Kind, chance: &mut C) {
    let price = rules.set.next_level(kind).map_or(0, |next| rules.set.card(next).cost);
    state.charge(rules, seat, price, Then::Upgrade(kind), chance);
}

impl State {
    /// FG-30: a machinations turn begins; own patrons and arenas are readied.
    pub(crate) fn begin_turn<C: Chance>(&mut self, seat: Seat, chance: &mut C) {
        chance.note(|| Happening::Turn(seat));
        self.public.active = seat;
        self.public.turn = seat;
        self.public.turns += 1;
        self.public.stopped = false;
        self.public.token_done = false;
        for patron in &mut self.ludus_mut(seat).patrons {
            patron.exhausted = false;
        }
        self.public.tired &= !self.arenas_of(seat);
        self.public.stack.clear();
        if self.public.magnus == Some(seat) {
            // FG-101: one card, then the check.
            self.public.push(Check { seat });
            self.public.push(Muster { cards: 1 });
            return;
        }
        self.public.push(Machinations::default());
    }

    /// FG-41 and FG-42: the hand is discarded, the supply refilled, cards drawn, and bloodlust checked.
    #[inline(never)]
    pub(crate) fn end_turn<C: Chance>(&mut self, rules: &Rules, seat: Seat, chance: &mut C) {
        if self.ludus(seat).hand > 0 {
            chance.learned(SeatSet::all(rules.players));
        }
        if chance.listens() {
            for kind in self.held(seat).kinds(Half::First) {
                for _ in 0..self.in_hand(seat, kind) {
                    chance.note(|| Happening::Discards(seat, kind, DiscardWhy::TurnEnd));
                }
            }
        }
        self.discard_hand(seat);
        for deck in Deck::ALL {
            self.refill(rules, deck, chance);
        }
        let cards = self.hand_size(rules, seat);
        self.draw(seat, cards, chance);
        self.turn_to(Check { seat });
        // What lasts until a turn ends does not wait for a battle.
        self.let_pass(rules, chance);
        if rules.is_multi() {
            self.token_step(rules, seat, chance);
        }
    }

    /// FG-39.
    fn put_in_reserve(&mut self, rules: &Rules, seat: Seat, kind: Kind) {
        let reservable = self.reservable(rules, seat);
        let held = self.held[seat].get_mut();
        held.take(Half::First, kind);
        held.add(Half::Second, kind);
        let ludus = self.ludus_mut(seat);
        ludus.hand = ludus.hand.saturating_sub(1);
        ludus.reserve += 1;
        ludus.blur(reservable);
    }
}
