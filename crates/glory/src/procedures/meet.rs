//! Rules GL-51 to GL-53, each an option: what heroes can do to and for each other. They duel, sell goods to each other, and race for a
//! quest, at the end of a turn.

use super::prelude::*;

/// What a duel's loser loses in coins, at most.
const STAKE: u8 = 2;

/// A hero is offered a good by another for its price (GL-52).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Trade {
    /// Who is asked.
    pub to: Seat,
    /// The good, by kind.
    pub kind: u8,
}

/// Everything that can be done at the end of a turn with other heroes.
#[inline]
pub(super) fn moves<O: Offer<Action, Why>>(state: &State, rules: &Rules, offer: &mut O) {
    if !O::NAMES_ALL && !rules.duels && !rules.trades && !rules.races || offer.enough() {
        return;
    }
    let (public, kingdom) = (&state.public, &*rules.kingdom);
    for seat in public.active.round(rules.players).skip(1) {
        offer.unless(Action::Duel(seat), || why_no_duel(public, rules, seat));
        let mut offered = 0_u64;
        for kind in bits(public.hero().goods).map(|card| kingdom.goods_stock.kind(card)) {
            if offered & 1 << kind == 0 {
                offered |= 1 << kind;
                offer.unless(Action::Sell { kind, to: seat }, || why_no_sale(public, rules, seat));
            }
        }
    }
    offer.unless(Action::Race, || why_no_race(public, rules));
    offer.others(|action| match action {
        Action::Duel(seat) => Some(why_no_duel(public, rules, seat).unwrap_or(Why::NoDuel(1))),
        Action::Sell { to, .. } => Some(why_no_sale(public, rules, to).unwrap_or(Why::NoSale(2))),
        _ => None,
    });
}

/// Whether another living hero stands where the active one does.
fn meets(public: &Public, rules: &Rules, seat: Seat) -> bool {
    let hero = &public.heroes[seat];
    seat.index() < rules.players && seat != public.active && hero.alive && hero.space == public.hero().space
}

fn why_no_duel(public: &Public, rules: &Rules, seat: Seat) -> Option<Why> {
    let peace = public.hero().space == rules.kingdom.map.castle;
    if !rules.duels {
        Some(Why::NoDuel(0))
    } else if peace || !meets(public, rules, seat) {
        Some(Why::NoDuel(1))
    } else {
        public.duelled.then_some(Why::NoDuel(2))
    }
}

fn why_no_sale(public: &Public, rules: &Rules, seat: Seat) -> Option<Why> {
    if !rules.trades {
        Some(Why::NoSale(0))
    } else if !meets(public, rules, seat) {
        Some(Why::NoSale(1))
    } else {
        public.sold.then_some(Why::NoSale(2))
    }
}

fn why_no_race(public: &Public, rules: &Rules) -> Option<Why> {
    let space = rules.kingdom.map.space(public.hero().space);
    if !rules.races || rules.players == 1 {
        return Some(Why::NoRace(0));
    }
    let town = public.towns.get(space.place as usize).filter(|_| space.kind == Kind::Town);
    let open = town.is_some_and(|town| {
        town.lies == QuestLies::Hidden && town.seen.contains(public.active) && !town.raced
    });
    (!open).then_some(Why::NoRace(2))
}

/// Does what was offered.
pub(super) fn act<C: Chance>(state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
    if let Action::Duel(seat) = action {
        duel(state, rules, seat, chance);
    } else if let Action::Sell { kind, to } = action {
        let active = state.public.active;
        state.public.sold = true;
        chance.note(|| Event::ForSale(active, to, kind));
        state.public.wait(Trade { to, kind });
    } else if action == Action::Race {
        race(state, rules, chance);
    }
}

/// GL-51: both roll and add their strike; the loser loses 1 health, but not the last, and up to 2 coins to the winner, who gains 1
/// glory if the loser had at least as much.
fn duel<C: Chance>(state: &mut State, rules: &Rules, seat: Seat, chance: &mut C) {
    let (kingdom, active) = (&*rules.kingdom, state.public.active);
    state.public.duelled = true;
    let (mine, theirs) = (chance.roll(6) as u8, chance.roll(6) as u8);
    chance.learned(State::everyone(rules));
    let roll = |die: u8, who: Seat| i16::from(die) + state.public.fighter(kingdom, who).numbers().0;
    let (own, other) = (roll(mine, active), roll(theirs, seat));
    chance.note(|| Event::Duel(active, seat, own, other));
    if own == other {
        return;
    }
    let (winner, loser) = if own > other { (active, seat) } else { (seat, active) };
    let most = state.public.heroes[loser].health.saturating_sub(1);
    state.hurt(loser, most.min(1), chance);
    let stake = state.public.heroes[loser].coins.min(u16::from(STAKE)) as u8;
    state.lose_coins(loser, stake, chance);
    state.gain_coins(winner, stake, chance);
    if state.public.heroes[loser].glory >= state.public.heroes[winner].glory {
        state.gain_glory(rules, winner, 1, Source::Cards, chance);
    }
}

/// GL-53: everyone sees the quest here; its first reward grows, and there is no second.
fn race<C: Chance>(state: &mut State, rules: &Rules, chance: &mut C) {
    let active = state.public.active;
    let place = rules.kingdom.map.space(state.public.hero().space).place;
    let quest = state.secret.quests.get()[place as usize];
    let town = &mut state.public.towns[place as usize];
    town.raced = true;
    town.seen = State::everyone(rules);
    chance.learned(State::everyone(rules));
    chance.note(|| Event::Raced(active, place, quest));
}

impl Procedure for Trade {
    fn decides(self, _: &Public) -> Seat {
        self.to
    }

    /// Only whoever can pay is asked.
    fn asks(self, state: &State, rules: &Rules) -> bool {
        state.public.heroes[self.to].coins >= u16::from(rules.kingdom.goods[self.kind as usize].price)
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        offer.unless(Action::Complete, || (!self.asks(state, rules)).then_some(Why::CantBuy));
        offer.decline(Action::Pass);
        using::moves(state, rules, self.to, Window::Other, offer);
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        if action != Action::Complete {
            return;
        }
        state.done();
        let (kingdom, seller) = (&*rules.kingdom, state.public.active);
        let held = state.public.heroes[seller].goods & kingdom.goods_stock.mask(self.kind);
        let spent = &state.public.spent_goods.0;
        let Some(card) = bits(held).min_by_key(|card| spent[*card as usize]) else { return };
        let price = kingdom.goods[self.kind as usize].price;
        state.public.heroes[seller].goods &= !(1 << card);
        state.public.heroes[self.to].goods |= 1 << card;
        chance.note(|| Event::Bought(self.to, self.kind, price));
        state.lose_coins(self.to, price, chance);
        state.gain_coins(seller, price, chance);
        state.cap_health(kingdom, seller, chance);
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.done();
    }

    fn crumb(self, rules: &Rules, view: &View) -> Text {
        let good = &rules.kingdom.goods[self.kind as usize];
        let (seller, price) = (view.public.active, many(good.price, "coin"));
        say!("{} may buy {} from {seller} for {price}", self.to, table::card(&good.name))
    }

    fn explain(self, rules: &Rules, view: &View, action: Action) -> Text {
        let good = &rules.kingdom.goods[self.kind as usize];
        if action == Action::Complete {
            let coins = view.public.heroes[self.to].coins;
            say!("Pay {} of your {coins}. {}", many(good.price, "coin"), rules.kingdom.boon_text(&good.boon))
        } else {
            text!["Don't buy it."]
        }
    }
}

/// What a meeting would do.
pub(super) fn explain(rules: &Rules, view: &View, action: Action) -> Text {
    match action {
        Action::Duel(seat) => {
            let strike = |seat| view.public.fighter(&rules.kingdom, seat).numbers().0;
            let (own, other) = (strike(view.public.active), strike(seat));
            say!(
                "Both roll and add their strike ({own:+} and {other:+}): the loser loses 1 health and up to 2 coins."
            )
        }
        Action::Sell { kind, .. } => {
            say!("Ask for {}.", many(rules.kingdom.goods[kind as usize].price, "coin"))
        }
        Action::Race => say!(
            "Everyone sees the quest; the first to do it gains 1 glory and 2 coins more, and nobody is second."
        ),
        _ => Text::new(),
    }
}
