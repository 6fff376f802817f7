//! What names promise, checked on the positions of random games at every kind of table; and that each check can fail.

mod bare;
mod schema;

use std::collections::BTreeMap;

use gloria_naming::{Named, named};
use serde_json::{Value, json};
use table::testkit::{tables, wander};
use table::{Chance as _, Light, Options, Rulebook as _, Seat, Turn, Viewer};

use bare::no_bare_number;
use schema::Schema;

/// How names can be spoilt on purpose.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    /// The own cards are left out.
    HandLeftOut,
    /// A set of bits, or a card by its number.
    Number,
    /// A card by its number, written as a word.
    Digits,
    /// More than the schema says.
    FieldTooMany,
    /// Something else each time.
    Moody,
}

struct Suspect<'a, G: Named> {
    rules: &'a G::Rules,
    schema: &'a Schema,
    fault: Fault,
    /// What has been seen so far: names, and the view they were of.
    known: BTreeMap<String, G::View>,
    moods: u32,
}

/// The fields that hold what the viewer alone knows.
const OWN: &[&str] = &["hand", "reserve", "grave", "own_vault", "sold_unseen", "drawn", "towns", "lairs"];

impl<G: Named> Suspect<'_, G> {
    fn names(&mut self, view: &G::View) -> Value {
        let mut value = named::<G>(self.rules, view);
        let fields = value.as_object_mut().expect("a view is an object");
        self.moods += 1;
        match self.fault {
            Fault::None => {}
            Fault::HandLeftOut => OWN.iter().for_each(|own| {
                if let Some(value) = fields.get_mut(*own) {
                    *value = match value {
                        Value::Array(_) => json!([]),
                        Value::Object(_) => json!({}),
                        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Value::Null,
                    };
                }
            }),
            Fault::Number => _ = fields.insert("turn".to_owned(), json!({ "card": 17 })),
            Fault::Digits => _ = fields.insert("viewer".to_owned(), json!("17")),
            Fault::FieldTooMany => _ = fields.insert("deck_order".to_owned(), json!(["A"])),
            Fault::Moody => _ = fields.insert("viewer".to_owned(), json!(format!("mood {}", self.moods))),
        }
        value
    }

    /// All laws on one view.
    fn check(&mut self, view: &G::View) -> Result<(), String> {
        let value = self.names(view);
        no_bare_number(&value)?;
        let text = value.to_string();
        if let Some(other) = self.known.get(&text)
            && other != view
        {
            return Err("two views that differ have the same names".to_owned());
        }
        if self.names(view) != value {
            return Err("equal views have different names".to_owned());
        }
        self.schema.fits(&value)?;
        self.known.insert(text, view.clone());
        Ok(())
    }

    /// What a seat alone knows makes a difference, and what it does not know makes none.
    fn secrets(&mut self, state: &G, seat: Seat, luck: &mut Light) -> Result<usize, String> {
        let viewer = Viewer::Seat(seat);
        let view = state.view(self.rules, viewer);
        let names = self.names(&view);
        let same = G::imagine(self.rules, &view, luck).view(self.rules, viewer);
        if same == view && self.names(&same) != names {
            return Err("equal views have different names".to_owned());
        }
        let onlooker = state.view(self.rules, Viewer::Spectator);
        let other = G::imagine(self.rules, &onlooker, luck).view(self.rules, viewer);
        if other == view {
            return Ok(0);
        }
        if self.names(&other) == names {
            return Err("two views that differ have the same names".to_owned());
        }
        Ok(1)
    }
}

/// Plays a random game to its end and checks every position for every viewer; answers how many and how many secrets were compared.
fn walk<G: Named>(
    rules: &G::Rules,
    schema: &Schema,
    seed: u64,
    sample: u32,
    fault: Fault,
) -> Result<(usize, usize), String> {
    let mut suspect = Suspect::<G> { rules, schema, fault, known: BTreeMap::new(), moods: 0 };
    let (mut luck, mut positions, mut secrets) = (Light::new(seed), 0, 0);
    let mut state = G::new(rules, &mut luck);
    loop {
        let turn = state.turn(rules);
        if turn == Turn::Over || luck.below(sample) == 0 {
            for viewer in Viewer::all(rules.players()) {
                suspect.check(&state.view(rules, viewer))?;
                positions += 1;
            }
            // Once it is over there is nothing to imagine.
            for seat in Seat::all(rules.players()).filter(|_| turn != Turn::Over) {
                secrets += suspect.secrets(&state, seat, &mut luck)?;
            }
        }
        let Turn::Decide(seats) = turn else { return Ok((positions, secrets)) };
        let seat = seats.first().ok_or("nobody decides")?;
        wander(&mut state, rules, seat, &mut luck);
    }
}

fn everywhere<G: Named>(sample: u32) {
    let (schema, tables) = (Schema::of::<G>(), tables::<G>());
    let (mut positions, mut secrets) = (0, 0);
    for (seed, rules) in (0..).zip(&tables) {
        let told = walk::<G>(rules, &schema, seed, sample, Fault::None);
        let (more, compared) = told.unwrap_or_else(|law| {
            let options: Vec<_> =
                rules.options().iter().map(|(name, value)| format!("{name}={value}")).collect();
            panic!("{} with {}: {law}", G::INFO.name, options.join(" "))
        });
        positions += more;
        secrets += compared;
    }
    assert!(positions > 10 * tables.len(), "too little was checked: {positions} positions");
    assert!(secrets > tables.len(), "too few secrets were compared: {secrets}");
}

#[test]
fn the_example_game_keeps_the_laws() {
    everywhere::<lots::Lots>(1);
}

#[test]
fn glory_to_rome_keeps_the_laws() {
    everywhere::<glory_to_rome::State>(40);
}

#[test]
fn for_glory_keeps_the_laws() {
    everywhere::<for_glory::State>(150);
}

#[test]
fn glory_keeps_the_laws() {
    everywhere::<glory::State>(60);
}

fn caught<G: Named>(fault: Fault, law: &str) {
    let rules = G::Rules::from_options(&Options::new().with("players", "2")).unwrap();
    // A game may be over before anybody holds a card that others do not see.
    let mut games = (3..13).map(|seed| walk::<G>(&rules, &Schema::of::<G>(), seed, 2, fault));
    let told = games.find_map(Result::err).expect("a planted fault is found");
    assert!(told.contains(law), "{}: expected '{law}', told: {told}", G::INFO.name);
}

fn caught_everywhere(fault: Fault, law: &str) {
    caught::<lots::Lots>(fault, law);
    caught::<glory_to_rome::State>(fault, law);
    caught::<for_glory::State>(fault, law);
    caught::<glory::State>(fault, law);
}

#[test]
fn names_that_leave_out_the_own_cards_are_found() {
    caught_everywhere(Fault::HandLeftOut, "two views that differ");
}

#[test]
fn numbers_of_engines_are_found() {
    caught_everywhere(Fault::Number, "is a bare number");
    caught_everywhere(Fault::Digits, "is only digits");
}

#[test]
fn what_no_schema_knows_is_found() {
    caught_everywhere(Fault::FieldTooMany, "is no field of the schema");
}

#[test]
fn names_that_change_are_found() {
    caught_everywhere(Fault::Moody, "equal views have different names");
}
