//! No number of an engine is left in the names: what is a number counts something.

use serde_json::Value;

/// Every field that is a number. Each counts something that lies on the table; none stands for a card, a place or a set.
const COUNTS: &[&str] = &[
    // Lots.
    "urn",
    "held",
    "buried",
    // Glory to Rome.
    "turn",
    "draw_pile",
    "jack_pile",
    "orders_in_hand",
    "jacks_in_hand",
    "vault",
    "camp_jacks",
    "camp_actions",
    "own",
    "left",
    "most",
    "step",
    "more",
    "owed",
    "asked",
    // For Glory.
    "turns",
    "arena_phases",
    "boasts_won",
    "removed",
    "hand",
    "deck",
    "reserve",
    "coins",
    "glory",
    "damage",
    "damage_assigned",
    "damage_unpreventable",
    "blessings",
    "blessings_owed",
    "health",
    "agility",
    "bloodlust",
    "reactions_due",
    "attack",
    "price",
    "boasts_on_top",
    "boasts_inside",
    "boasts_drawn",
    "passes",
    "rounds",
    "orders_drawn",
    "orders_left",
    "settled_first",
    "sentences_done",
    "cards",
    "placed",
    "schemes_played",
    // Glory.
    "round",
    "rolled",
    "health",
    "most_glory",
    "awards",
    "fate_awards",
    "power_spent",
    "uses_spent",
    "best_slain",
    "fates",
    "bought",
    "castle",
    "hero_die",
    "enemy_die",
    "hero_strike",
    "enemy_strike",
    "die",
    "extra_steps",
    "harm",
    "strike_bonus",
    "enemy_strike_malus",
    "power_bonus",
    "loss_relief",
    "prepared",
    "health_to_lose",
];

/// Every field that is a pile: how many there are of each, by name.
const PILES: &[&str] = &[
    // Lots.
    "hand",
    "grave",
    "played",
    // Glory to Rome.
    "pool",
    "sites_in_town",
    "sites_out_of_town",
    "seen_as_materials",
    "turned_up",
    "own_vault",
    "sold_unseen",
    "stockpile",
    "clients",
    "clients_hired",
    "clients_acted",
    "sites",
    "vault_known",
    "demanded",
    "shown",
    "camp",
    "materials",
    "demands",
    "left",
    // For Glory.
    "supply_decks",
    "supply_discards",
    "discard",
    "unseen",
    "reserve",
    // Glory.
    "deck",
    "goods",
    "abilities",
    "fates",
    "slain",
    "glory_from",
];

/// The largest count: no table has more of anything.
const MOST: i64 = 10_000;

/// That numbers are counts and words are words.
pub fn no_bare_number(value: &Value) -> Result<(), String> {
    look(value, &mut vec!["view"])
}

fn look<'a>(value: &'a Value, path: &mut Vec<&'a str>) -> Result<(), String> {
    match value {
        Value::Null | Value::Bool(_) => Ok(()),
        Value::Number(number) => {
            let [.., above, name] = path.as_slice() else { return Err("a view is a bare number".to_owned()) };
            let counts = COUNTS.contains(name) || PILES.contains(above);
            let small = number.as_i64().is_some_and(|number| number.abs() <= MOST);
            if counts && small {
                Ok(())
            } else {
                Err(format!("{} = {number} is a bare number", path.join(".")))
            }
        }
        Value::String(word) => {
            if word.chars().any(char::is_alphabetic) {
                Ok(())
            } else {
                Err(format!("{} = '{word}' is only digits", path.join(".")))
            }
        }
        Value::Array(list) => list.iter().try_for_each(|value| look(value, path)),
        Value::Object(fields) => fields.iter().try_for_each(|(name, value)| {
            if !name.chars().any(char::is_alphabetic) {
                return Err(format!("{}: '{name}' is only digits", path.join(".")));
            }
            path.push(name);
            look(value, path)?;
            path.pop();
            Ok(())
        }),
    }
}
