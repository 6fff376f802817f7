//! GL-15, B16 to B20: cards and powers are used in the windows that procedures open.

use super::prelude::*;

/// The cards and powers that a seat may use in a window.
#[inline]
pub(super) fn moves<O: Offer<Action, Why>>(
    state: &State,
    rules: &Rules,
    seat: Seat,
    window: Window,
    offer: &mut O,
) {
    if offer.enough() {
        return;
    }
    let (hero, kingdom) = (&state.public.heroes[seat], &*rules.kingdom);
    let of = window as usize;
    let (goods, abilities, gifts) = if O::NAMES_ALL {
        (hero.goods, hero.abilities, u32::MAX)
    } else {
        (
            hero.goods & kingdom.usable_goods[of],
            hero.abilities & kingdom.usable_abilities[of],
            kingdom.usable_gifts[of],
        )
    };
    let gift = gifts >> (hero.board & 31) & 1;
    if goods | abilities | Cards::from(gift) != 0 {
        held(state, rules, (seat, window), (goods, abilities, gift != 0), offer);
    }
    offer.others(|action| {
        let Action::Use(held) = action else { return None };
        let board = hero.board;
        Some(Why::Card { held, board, not: why_not_named(kingdom, hero, held) })
    });
}

/// The kinds of these goods, each once, these abilities, and the hero's own power.
#[inline(never)]
fn held<O: Offer<Action, Why>>(
    state: &State,
    rules: &Rules,
    asked: (Seat, Window),
    (goods, abilities, gift): (Cards, Cards, bool),
    offer: &mut O,
) {
    let kingdom = &*rules.kingdom;
    let mut offered = 0_u64;
    for kind in bits(goods).map(|card| kingdom.goods_stock.kind(card)) {
        if offer.enough() {
            return;
        }
        if offered & 1 << kind == 0 {
            offered |= 1 << kind;
            show(state, rules, asked, (Held::Good(kind), &kingdom.goods[kind as usize].boon), offer);
        }
    }
    for kind in bits(abilities).map(|card| kingdom.ability_stock.kind(card)) {
        if offer.enough() {
            return;
        }
        show(state, rules, asked, (Held::Ability(kind), &kingdom.abilities[kind as usize].boon), offer);
    }
    if gift
        && !offer.enough()
        && let Some(boon) = state.public.gift(kingdom, asked.0)
    {
        show(state, rules, asked, (Held::Power, boon), offer);
    }
}

/// A card or power that the seat has: whether it may be used in this window, again (B16, B17), and would do something (B20). What
/// works by itself is not for use.
#[inline]
fn show<O: Offer<Action, Why>>(
    state: &State,
    rules: &Rules,
    (seat, window): (Seat, Window),
    (held, boon): (Held, &Boon),
    offer: &mut O,
) {
    if boon.does.is_some() {
        offer.unless(Action::Use(held), || {
            let (public, board) = (&state.public, state.public.heroes[seat].board);
            let not = if boon.windows & window.bit() == 0 {
                Unusable::Now(boon.windows)
            } else if boon.own && boon.uses > 0 && public.heroes[seat].gift_spent >= boon.uses {
                Unusable::UsedUp
            } else if public.is_spent(boon, |used| public.used_up(&rules.kingdom, seat, held, used)) {
                Unusable::Again
            } else if !works(state, rules, seat, boon) {
                Unusable::Useless
            } else {
                return None;
            };
            Some(Why::Card { held, board, not })
        });
    }
}

/// Why a card that was not offered at all can't be used.
fn why_not_named(kingdom: &Kingdom, hero: &Hero, held: Held) -> Unusable {
    let (known, holds) = match held {
        Held::Good(kind) => {
            ((kind as usize) < kingdom.goods.len(), hero.goods & kingdom.goods_stock.mask(kind) != 0)
        }
        Held::Ability(kind) => (
            (kind as usize) < kingdom.abilities.len(),
            hero.abilities & kingdom.ability_stock.mask(kind) != 0,
        ),
        Held::Power => ((hero.board as usize) < kingdom.heroes.len(), true),
    };
    match (known, holds) {
        (false, _) => Unusable::Unknown,
        (true, false) => Unusable::NotHeld,
        (true, true) => Unusable::WorksByItself,
    }
}

/// Whether the first effect of a card would do anything for this seat now: a card is not wasted by mistake (B20).
fn works(state: &State, rules: &Rules, seat: Seat, boon: &Boon) -> bool {
    let (public, kingdom) = (&state.public, &*rules.kingdom);
    let Some(effect) = boon.does.and_then(|script| kingdom.scripts.get(script).first()) else {
        return false;
    };
    match *effect {
        Effect::Heal(_) | Effect::HealAll => public.heroes[seat].health < public.most_health(kingdom, seat),
        Effect::Pay(coins) => public.hero().coins >= u16::from(coins),
        Effect::Rob(by) => Aim::Rival(Against::Rob(by)).any(state, rules),
        Effect::Smite(by) => Aim::Rival(Against::Smite(by)).any(state, rules),
        Effect::TradePlaces => Aim::Rival(Against::TradePlaces).any(state, rules),
        Effect::Scout => Aim::Lair.any(state, rules),
        Effect::Read => Aim::Town.any(state, rules),
        Effect::Go(goal) | Effect::Place(goal) => public.targets(kingdom, goal).next().is_some(),
        Effect::Strike(_) | Effect::Hinder(_) | Effect::Might(_) | Effect::Guard(_) | Effect::Harm(_) => {
            public.fight().is_some()
        }
        Effect::Raise(_) => own_die(public) < 6,
        Effect::Lower(_) => own_die(public) > 1,
        Effect::LowerFoe(_) => public.fight().is_some_and(|fight| fight.theirs > 1),
        Effect::SetDie(face) => own_die(public) != face,
        Effect::SwapDice => public.fight().is_some_and(|fight| fight.mine != fight.theirs),
        Effect::Wound(_)
        | Effect::Peril(_)
        | Effect::Coins(_)
        | Effect::LoseCoins(_)
        | Effect::Glory(_)
        | Effect::LoseGlory(_)
        | Effect::EachGlory(_)
        | Effect::EachHeal(_)
        | Effect::OthersCoins(_)
        | Effect::Good
        | Effect::Ability
        | Effect::Battle
        | Effect::Steps(_)
        | Effect::Stay
        | Effect::Reroll
        | Effect::RerollFoe
        | Effect::Flip
        | Effect::FlipFoe
        | Effect::PickDie
        | Effect::SecondDie
        | Effect::Chance { .. }
        | Effect::Choose(..) => true,
    }
}

/// The die a card would change: the strike die in a battle, else the movement die.
fn own_die(public: &Public) -> u8 {
    if let Some(fight) = public.fight() {
        return fight.mine;
    }
    match public.stack.as_slice().first() {
        Some(Frame::Roll(roll)) => roll.die,
        _ => 0,
    }
}

/// Marks a card as used (B16, B17) and follows what it does.
pub(super) fn act<C: Chance>(state: &mut State, rules: &Rules, seat: Seat, held: Held, chance: &mut C) {
    let kingdom = &*rules.kingdom;
    let Some(boon) = boon(&state.public, kingdom, seat, held) else { return };
    match held {
        Held::Good(kind) => use_good(state, kingdom, seat, kind, chance),
        Held::Ability(kind) => use_ability(state, kingdom, seat, kind, chance),
        Held::Power => {
            if boon.uses > 0 {
                let spent = &mut state.public.heroes[seat].gift_spent;
                *spent = spent.saturating_add(1);
            }
            for used in used_since(state) {
                used.power = used.power.with(seat);
            }
        }
    }
    // A card that is gone no longer raises the maximum.
    state.cap_health(kingdom, seat, chance);
    let Some(script) = boon.does else { return };
    if boon.any_time() {
        // It asks for nothing, so it is done at once, whatever waits and whoever decides.
        for effect in kingdom.scripts.get(script) {
            state.at_once(rules, seat, *effect, chance);
        }
    } else {
        state.public.wait(Follow::all(script));
    }
}

fn use_good<C: Chance>(state: &mut State, kingdom: &Kingdom, seat: Seat, kind: u8, chance: &mut C) {
    let public = &mut state.public;
    let boon = &kingdom.goods[kind as usize].boon;
    let all = public.heroes[seat].goods & kingdom.goods_stock.mask(kind);
    // A copy not used for this trigger; among those the one with the most uses spent.
    let blocked = match boon.once {
        _ if boon.uses > 0 => 0,
        Once::Trigger => public.used_trigger.goods,
        Once::Battle => public.used_battle.goods,
        Once::Turn => public.used_turn.goods,
    };
    let spent = &mut public.spent_goods.0;
    let Some(card) = bits(all & !blocked).max_by_key(|card| spent[*card as usize]) else { return };
    if boon.uses > 0 {
        spent[card as usize] += 1;
        if spent[card as usize] >= boon.uses {
            state.discard_good(kingdom, seat, card, chance);
        }
    }
    for used in used_since(state) {
        used.goods |= 1 << card;
    }
}

fn use_ability<C: Chance>(state: &mut State, kingdom: &Kingdom, seat: Seat, kind: u8, chance: &mut C) {
    let public = &mut state.public;
    let boon = &kingdom.abilities[kind as usize].boon;
    let held = public.heroes[seat].abilities & kingdom.ability_stock.mask(kind);
    let Some(card) = bits(held).next() else { return };
    if boon.uses > 0 {
        let spent = &mut public.spent_abilities.0[card as usize];
        *spent += 1;
        if *spent >= boon.uses {
            state.discard_ability(kingdom, seat, card, chance);
        }
    }
    for used in used_since(state) {
        used.abilities |= 1 << card;
    }
}

fn used_since(state: &mut State) -> [&mut Used; 3] {
    let public = &mut state.public;
    [&mut public.used_trigger, &mut public.used_battle, &mut public.used_turn]
}

/// What a card or power gives.
fn boon<'k>(public: &Public, kingdom: &'k Kingdom, seat: Seat, held: Held) -> Option<&'k Boon> {
    match held {
        Held::Good(kind) => kingdom.goods.get(kind as usize).map(|good| &good.boon),
        Held::Ability(kind) => kingdom.abilities.get(kind as usize).map(|ability| &ability.boon),
        Held::Power => public.gift(kingdom, seat),
    }
}

/// What using it does.
pub(super) fn explain(rules: &Rules, view: &View, held: Held) -> Text {
    let boon = boon(&view.public, &rules.kingdom, view.public.decides(), held);
    Text::of(boon.map(|boon| rules.kingdom.boon_text(boon)))
}

impl Public {
    /// Whether an inexhaustible card has been used for its trigger, battle or turn.
    #[inline]
    pub(crate) fn is_spent(&self, boon: &Boon, was: impl Fn(&Used) -> bool) -> bool {
        (boon.uses == 0 || boon.own)
            && match boon.once {
                Once::Trigger => was(&self.used_trigger),
                Once::Battle => was(&self.used_battle),
                Once::Turn => was(&self.used_turn),
            }
    }

    /// Whether every held copy is among the cards used.
    #[inline]
    pub(crate) fn used_up(&self, kingdom: &Kingdom, seat: Seat, held: Held, used: &Used) -> bool {
        let hero = &self.heroes[seat];
        match held {
            Held::Good(kind) => hero.goods & kingdom.goods_stock.mask(kind) & !used.goods == 0,
            Held::Ability(kind) => hero.abilities & kingdom.ability_stock.mask(kind) & !used.abilities == 0,
            Held::Power => used.power.contains(seat),
        }
    }
}

impl State {
    /// A used-up good is discarded (B17).
    pub(crate) fn discard_good<C: Chance>(
        &mut self,
        kingdom: &Kingdom,
        seat: Seat,
        card: u8,
        chance: &mut C,
    ) {
        self.drop_good(seat, card);
        chance.note(|| Event::LostGood(seat, kingdom.goods_stock.kind(card)));
    }

    /// An ability goes to the discards, fresh again.
    pub(crate) fn discard_ability<C: Chance>(
        &mut self,
        kingdom: &Kingdom,
        seat: Seat,
        card: u8,
        chance: &mut C,
    ) {
        self.public.heroes[seat].abilities &= !(1 << card);
        self.public.abilities.discard |= 1 << card;
        self.public.spent_abilities.0[card as usize] = 0;
        chance.note(|| Event::LostAbility(seat, kingdom.ability_stock.kind(card)));
    }
}
