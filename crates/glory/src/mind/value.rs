//! How strong each hero stands.

use crate::{Fighter, QuestLies, Rules, View};
use table::{BySeat, Seat};

use super::outlook::Outlook;
use super::weights as w;
use bots::Weights;

/// How strong each seat stands, as the view shows it.
pub fn strength(weights: &Weights, rules: &Rules, view: &View) -> BySeat<f32> {
    let mut strength = BySeat::default();
    for seat in Seat::all(rules.players) {
        strength[seat] = hero(weights, rules, view, seat);
    }
    strength[view.public.active] += weights[w::V_TURN];
    if rules.players == 1 {
        // Alone, an even chance is about half the glory with all turns left.
        let left = f32::from(rules.turn_limit.max(1));
        strength[Seat::new(0)] -= 2.0 + 3.0 * f32::from(view.public.round) / left;
        if rules.challenge.is_some() {
            let (now, needed) = view.public.progress(rules, Seat::new(0));
            strength[Seat::new(0)] += 6.0 * f32::from(now.min(needed)) / f32::from(needed.max(1)) - 1.0;
        }
    }
    strength
}

fn hero(weights: &Weights, rules: &Rules, view: &View, seat: Seat) -> f32 {
    let (public, kingdom) = (&view.public, &*rules.kingdom);
    let hero = &public.heroes[seat];
    if !hero.alive {
        return weights[w::V_DEAD];
    }
    let glory = f32::from(hero.glory);
    let outlook = Outlook::new(weights, rules, view, seat);
    let Fighter { strike, power, passive, .. } = &outlook.fighter;
    let most = f32::from(outlook.most);
    // A scenario is not won by glory: what counts late there is as in a usual game.
    let goal = if rules.challenge.is_some() { 20.0 } else { f32::from(rules.glory_to_win).max(1.0) };
    let mut sum = weights[w::V_GLORY] * glory
        + weights[w::V_GLORY_LATE] * glory * glory / goal
        + weights[w::V_HEALTH] * f32::from(hero.health) / most
        + weights[w::V_STRIKE]
            * (f32::from(*strike) + f32::from(passive.strike) + 0.4 * f32::from(passive.fury))
        + weights[w::V_POWER] * (f32::from(*power) + f32::from(passive.power))
        + weights[w::V_MOST_HEALTH] * most
        + weights[w::V_ARMOUR] * f32::from(passive.armour)
        + weights[w::V_COINS] * f32::from(hero.coins)
        + weights[w::V_GOODS] * hero.goods.count_ones() as f32
        + weights[w::V_ABILITIES] * hero.abilities.count_ones() as f32
        + weights[w::V_FATES] * hero.fates.count_ones() as f32;
    if hero.health <= 2 {
        sum += weights[w::V_FEEBLE];
    }
    for (place, _) in kingdom.map.towns.iter().enumerate() {
        let town = &public.towns[place];
        let open = town.lies != QuestLies::Gone && town.lies != QuestLies::Open(seat);
        if open && town.seen.contains(seat) {
            sum += weights[w::V_QUEST_SEEN];
            if let Some(quest) = view.quests[place]
                && public.would_be_done(kingdom, seat, place as u8, quest)
            {
                sum += weights[w::V_QUEST_DONE];
            }
            if let Some((_, _, (now, needed))) = outlook.errand(place as u8) {
                sum += weights[w::V_QUEST_PROGRESS] * f32::from(now) / f32::from(needed.max(1));
            }
        }
    }
    let seen = public.lairs.iter().filter(|lair| lair.won.is_none() && lair.seen.contains(seat)).count();
    let (healed, now) = (outlook.chances(outlook.most), outlook.chances(hero.health));
    sum += weights[w::V_LAIR_SEEN] * seen as f32
        + weights[w::V_BATTLES] * outlook.prospect(&healed)
        + weights[w::V_BATTLES_NOW] * outlook.prospect(&now);
    for (weight, chances) in [(weights[w::V_LAIRS], healed), (weights[w::V_LAIRS_NOW], now)] {
        let lairs = 0..kingdom.map.lairs.len() as u8;
        sum += weight * lairs.map(|place| outlook.lair_prospect(place, &chances)).sum::<f32>();
    }
    sum + weights[w::V_NEAR_TARGET] * outlook.goal(hero.space)
}
