//! What a kingdom's cards come to all together.

use std::fmt::Write as _;

use table::Flaws;
use table::cardset::Source;

use crate::boon::Always;
use crate::cards::{Board, Good, Kingdom, Stock};
use crate::map::MOST_EXTRA;

/// Ruling A4: the deck must hold enough copies for the starting goods of every hero at one table.
pub(crate) fn check_starting_goods(
    source: &Source<'_>,
    heroes: &[Board],
    goods: &[Good],
    stock: &Stock,
    flaws: &mut Flaws,
) {
    for (kind, good) in (0..).zip(goods) {
        let mut wanted: Vec<usize> = heroes
            .iter()
            .map(|hero| hero.goods.iter().map(|other| usize::from(*other == kind)).sum::<usize>())
            .collect();
        wanted.sort_unstable();
        let most: usize = wanted.iter().rev().take(4).sum();
        let held = stock.mask(kind).count_ones() as usize;
        if most > held {
            let mut message = format!("four heroes can start with {most} of '{}', ", good.name);
            let _ = write!(message, "but the goods deck holds {held}");
            flaws.add(source, 0, "", message);
        }
    }
}

/// What all cards together can give one hero fits into the numbers that count it, so that nothing is ever cut off.
pub(crate) fn check_bounds(kingdom: &Kingdom, flaws: &mut Flaws) {
    let extra = kingdom.most_extra();
    if extra > MOST_EXTRA {
        let message =
            format!("all cards together add {extra} steps to a move: expected at most {MOST_EXTRA}");
        flaws.of_file("goods.toml", message);
    }
    let mut sums = [0_i32; 19];
    let mut add = |always: &[Always], copies: u32| {
        for always in always {
            let (kind, by) = always.weight();
            sums[kind] += i32::from(by).abs() * copies as i32;
        }
    };
    for (kind, good) in (0..).zip(&kingdom.goods) {
        add(&good.boon.always, kingdom.goods_stock.mask(kind).count_ones());
    }
    for (kind, fate) in (0..).zip(&kingdom.fates) {
        add(&fate.always, kingdom.fate_stock.mask(kind).count_ones());
    }
    kingdom.events.iter().for_each(|event| add(&event.always, 1));
    kingdom.abilities.iter().for_each(|ability| add(&ability.boon.always, 1));
    kingdom.heroes.iter().for_each(|hero| add(&hero.boon.always, 1));
    if let Some(most) = sums.iter().max().filter(|most| **most > MOST_SUM) {
        let message =
            format!("all cards together give {most} of one permanent effect: expected at most {MOST_SUM}");
        flaws.of_file("goods.toml", message);
    }
}

/// The most of one permanent effect that all cards together give: it fits into an `i8`, and with a board's health into a `u8`.
const MOST_SUM: i32 = 100;
