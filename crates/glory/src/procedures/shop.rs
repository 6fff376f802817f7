//! GL-22, L2 to L4, L13: goods are bought on the castle, or where there is a shop, at the start and at the end of a turn.

use super::prelude::*;

/// The face-up goods, each kind once: those that the hero can pay, on the castle.
#[inline]
pub(super) fn moves<O: Offer<Action, Why>>(state: &State, rules: &Rules, offer: &mut O) {
    let (public, kingdom) = (&state.public, &*rules.kingdom);
    let hero = public.hero();
    let surcharge = public.surcharge(rules, public.active);
    let here = surcharge.is_some();
    if O::NAMES_ALL || here && hero.coins > 0 {
        let bargain = public.total(kingdom, public.active, Aspect::Bargain);
        let mut offered = 0_u64;
        for card in public.row.iter().copied().filter(|card| *card != NOTHING) {
            if offer.enough() {
                return;
            }
            let kind = kingdom.goods_stock.kind(card);
            let fresh = offered & 1 << kind == 0;
            offered |= 1 << kind;
            if fresh {
                offer.unless(Action::Buy(kind), || {
                    let price = bargained(kingdom, kind, bargain).saturating_add(surcharge.unwrap_or(0));
                    let coins = hero.coins;
                    if here {
                        (u16::from(price) > coins).then_some(Why::TooDear { kind, price, coins })
                    } else {
                        Some(Why::NotOnCastle)
                    }
                });
            }
        }
    }
    offer.others(|action| {
        let Action::Buy(kind) = action else { return None };
        Some(if kind as usize >= kingdom.goods.len() {
            Why::NoSuchGood
        } else if here {
            Why::NotFaceUp(kind)
        } else {
            Why::NotOnCastle
        })
    });
}

/// L3: a good is paid, taken and replaced at once.
pub(super) fn act<C: Chance>(state: &mut State, rules: &Rules, kind: u8, chance: &mut C) {
    let kingdom = &*rules.kingdom;
    let active = state.public.active;
    let price = state.public.price(rules, active, kind);
    let of_kind = |card: &u8| *card != NOTHING && kingdom.goods_stock.kind(*card) == kind;
    let Some(place) = state.public.row.iter().position(of_kind) else { return };
    let card = state.public.row[place];
    let hero = &mut state.public.heroes[active];
    hero.coins = hero.coins.saturating_sub(u16::from(price));
    hero.goods |= 1 << card;
    chance.note(|| Event::Bought(active, kind, price));
    state.public.row[place] = NOTHING;
    state.refill(kingdom, place, chance);
    chance.learned(State::everyone(rules));
    state.public.note(active, Deed::Bought);
}

/// What a good costs and gives.
pub(super) fn explain(rules: &Rules, view: &View, kind: u8) -> Text {
    let (kingdom, public) = (&rules.kingdom, &view.public);
    let Some(good) = kingdom.goods.get(kind as usize) else { return Text::new() };
    let price = public.price(rules, public.active, kind);
    let gives = kingdom.boon_text(&good.boon);
    text!["Costs ", many(price, "coin"), "; you have ", public.hero().coins, ". ", gives]
}

impl State {
    /// Puts the next good into an empty place of the row, if there is one (L4).
    pub(crate) fn refill<C: Chance>(&mut self, kingdom: &Kingdom, place: usize, chance: &mut C) {
        if let Some(card) = self.draw_good(kingdom, chance) {
            self.public.row[place] = card;
            chance.note(|| Event::LaidOut(kingdom.goods_stock.kind(card)));
        }
    }

    /// The top of the goods deck; an empty deck is rebuilt from the discards (GL-44).
    pub(crate) fn draw_good<C: Chance>(&mut self, kingdom: &Kingdom, chance: &mut C) -> Option<u8> {
        let pile = &mut self.public.goods;
        if pile.deck == 0 {
            pile.renew(Deck::Goods, chance);
        }
        let card = kingdom.goods_stock.draw(pile.deck, chance)?;
        pile.deck &= !(1 << card);
        Some(card)
    }

    /// A good goes to the discards, fresh again.
    pub(crate) fn drop_good(&mut self, seat: table::Seat, card: u8) {
        self.public.heroes[seat].goods &= !(1 << card);
        self.public.goods.discard |= 1 << card;
        self.public.spent_goods.0[card as usize] = 0;
    }
}
