//! What the encoding promises, checked on the states of random games at every kind of table; and that each check can fail.

mod planted;

use std::collections::BTreeSet;

use gloria_encode::{Encoded, Encoder, Field, Kept, Pen, Values};
use table::testkit::{tables, wander};
use table::{Chance as _, Light, Options, Rulebook as _, Seat, Turn, Viewer};

/// An encoding under suspicion: what is checked, and how it can be spoilt on purpose.
struct Suspect<G: Encoded> {
    encoder: Encoder<G>,
    fields: Vec<Field>,
    spoilt: planted::Fault,
}

impl<G: Encoded> Suspect<G> {
    fn honest(rules: &G::Rules) -> Self {
        let encoder = Encoder::new(rules).unwrap();
        let fields = encoder.fields();
        Self { encoder, fields, spoilt: planted::Fault::None }
    }

    fn observe(&self, view: &G::View) -> Vec<f32> {
        let mut out = vec![7.0; self.encoder.len()];
        self.encoder.observe(view, &mut out);
        self.spoilt.dense(&self.encoder, &mut out);
        out
    }

    fn active(&self, view: &G::View) -> Vec<(u16, f32)> {
        let mut out = vec![(1, 1.0)];
        self.encoder.active(view, &mut out);
        self.spoilt.sparse(&mut out);
        out
    }

    fn number(&self, seat: Seat, action: G::Action) -> Option<usize> {
        self.spoilt.number(self.encoder.number(seat, action))
    }

    fn action(&self, seat: Seat, number: usize) -> Option<G::Action> {
        self.encoder.action(seat, self.spoilt.back(number))
    }

    fn mask(&self, seat: Seat, legal: &[G::Action]) -> Result<Vec<u8>, String> {
        let mut mask = vec![9; self.encoder.count()];
        self.encoder.mask(seat, legal, &mut mask)?;
        self.spoilt.mask(&mut mask);
        Ok(mask)
    }
}

/// Numbers and actions are one to one, and the mask says exactly what is legal.
fn actions<G: Encoded>(suspect: &Suspect<G>, state: &G, seat: Seat) -> Result<usize, String> {
    let rules = suspect.encoder.rules();
    let (mut legal, mut named) = (Vec::new(), Vec::new());
    state.legal(rules, seat, &mut legal);
    state.candidates(rules, seat, &mut named);
    let mut numbers = BTreeSet::new();
    for action in legal.iter().chain(&named) {
        let words = G::write(rules, *action);
        let Some(number) = suspect.number(seat, *action) else {
            return Err(format!("'{words}' has no number"));
        };
        numbers.insert(number);
        if suspect.action(seat, number) != Some(*action) {
            return Err(format!("'{words}' is not the action of its number {number}"));
        }
    }
    named.extend(&legal);
    named.sort_unstable();
    named.dedup();
    if numbers.len() != named.len() {
        return Err("two actions have the same number".to_owned());
    }
    let mask = suspect.mask(seat, &legal)?;
    for number in mask.iter().enumerate().filter(|(_, flag)| **flag != 0).map(|(number, _)| number) {
        let action = suspect.encoder.action(seat, number);
        if !action.is_some_and(|action| legal.contains(&action)) {
            return Err(format!("the mask allows {number}, which is not legal"));
        }
    }
    if mask.iter().filter(|flag| **flag != 0).count() != legal.len() {
        return Err("the mask does not allow all that is legal".to_owned());
    }
    Ok(legal.len())
}

/// Writes every field that it is shown, and passes over none.
struct Patient {
    out: Vec<f32>,
    from: usize,
}

impl Pen for Patient {
    fn group(&mut self, _: &'static str, _: usize) {}
    fn part(&mut self, _: &'static str) {}
    fn field(&mut self, _: &'static str, len: usize, _: Values) {
        self.from = self.out.len();
        self.out.resize(self.from + len, 0.0);
    }
    fn set(&mut self, at: usize) {
        self.out[self.from + at] = 1.0;
    }
    fn share(&mut self, at: usize, count: u32, most: u16) {
        self.out[self.from + at] = (count as f32 / f32::from(most)).min(1.0);
    }
}

/// What a pen passes over as blank is blank.
fn blanks<G: Encoded>(suspect: &Suspect<G>, view: &G::View) -> Result<(), String> {
    let seen = suspect.observe(view);
    let Some(viewer) = G::viewer(view).seat() else { return Ok(()) };
    let mut patient = Patient { out: Vec::new(), from: 0 };
    G::trace(suspect.encoder.rules(), view, viewer, None, &mut patient);
    if suspect.spoilt == planted::Fault::Passed {
        *patient.out.last_mut().ok_or("nothing was written")? = 0.75;
    }
    if !seen.ends_with(&patient.out) {
        return Err("what was passed over was not blank".to_owned());
    }
    Ok(())
}

/// A vector that is renewed from view to view.
struct Row<G: Encoded> {
    out: Vec<f32>,
    kept: Kept<G>,
}

impl<G: Encoded> Row<G> {
    fn new(encoder: &Encoder<G>) -> Self {
        let mut out = vec![0.0; encoder.len()];
        for (place, value) in encoder.settings() {
            out[usize::from(*place)] = *value;
        }
        Self { out, kept: encoder.kept() }
    }

    /// A vector that is kept holds what a fresh one does.
    fn renew(&mut self, suspect: &Suspect<G>, view: &G::View) -> Result<(), String> {
        let encoder = &suspect.encoder;
        if suspect.spoilt == planted::Fault::Stale {
            // What is kept of the vector is renewed, but not the vector.
            encoder.renew(view.clone(), &mut self.out.clone(), &mut self.kept);
        }
        encoder.renew(view.clone(), &mut self.out, &mut self.kept);
        if self.out != suspect.observe(view) {
            return Err("the vector that is kept differs".to_owned());
        }
        Ok(())
    }

    /// Without a view only what the options say is left.
    fn end(&mut self, suspect: &Suspect<G>) -> Result<(), String> {
        suspect.encoder.wipe(&mut self.out, &mut self.kept);
        if self.out == Self::new(&suspect.encoder).out {
            Ok(())
        } else {
            Err("the vector that is kept holds something of no view".to_owned())
        }
    }
}

/// Both forms of an observation agree, and every value lies within the range of its field.
fn values<G: Encoded>(suspect: &Suspect<G>, view: &G::View) -> Result<(), String> {
    let (dense, active) = (suspect.observe(view), suspect.active(view));
    let mut again = vec![0.0; dense.len()];
    for (at, value) in &active {
        if again[usize::from(*at)] != 0.0 {
            return Err(format!("place {at} is listed twice"));
        }
        if *value == 0.0 {
            return Err(format!("place {at} is listed but 0"));
        }
        again[usize::from(*at)] = *value;
    }
    if again != dense {
        return Err("the two forms of an observation differ".to_owned());
    }
    for field in &suspect.fields {
        let values = &dense[field.offset..field.offset + field.len];
        if let Some(value) = values.iter().find(|value| !field.holds(**value)) {
            return Err(format!("{} is {value}", field.name));
        }
    }
    Ok(())
}

/// What a seat can't tell apart looks the same; what it alone knows makes a difference.
fn knowledge<G: Encoded>(
    suspect: &Suspect<G>,
    state: &G,
    seat: Seat,
    luck: &mut Light,
) -> Result<usize, String> {
    let rules = suspect.encoder.rules();
    let (viewer, spectator) = (Viewer::Seat(seat), Viewer::Spectator);
    let view = state.view(rules, viewer);
    let seen = suspect.observe(&view);
    let same = G::imagine(rules, &view, luck).view(rules, viewer);
    if same == view && suspect.observe(&same) != seen {
        return Err("equal views give different observations".to_owned());
    }
    // Another world that looks the same to everyone else.
    let other = G::imagine(rules, &state.view(rules, spectator), luck).view(rules, viewer);
    if other == view {
        return Ok(0);
    }
    if suspect.observe(&other) == seen {
        return Err("what the seat alone knows makes no difference".to_owned());
    }
    Ok(1)
}

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tally {
    states: usize,
    actions: usize,
    /// How often a world with another secret was compared.
    secrets: usize,
}

/// Plays a random game and checks every `sample`th state.
fn check<G: Encoded>(suspect: &Suspect<G>, seed: u64, sample: u32) -> Result<Tally, String> {
    let rules = suspect.encoder.rules();
    let (mut luck, mut tally) = (Light::new(seed), Tally::default());
    // One follows whoever decides, the other shows what each in turn sees.
    let (mut row, mut rows) = (Row::new(&suspect.encoder), Row::new(&suspect.encoder));
    let mut state = G::new(rules, &mut luck);
    while let Turn::Decide(seats) = state.turn(rules) {
        let seat = seats.first().ok_or("nobody decides")?;
        if luck.below(sample) == 0 {
            tally.states += 1;
            tally.actions += actions(suspect, &state, seat)?;
            for seat in Seat::all(rules.players()) {
                values(suspect, &state.view(rules, Viewer::Seat(seat)))?;
                blanks(suspect, &state.view(rules, Viewer::Seat(seat)))?;
                rows.renew(suspect, &state.view(rules, Viewer::Seat(seat)))?;
                tally.secrets += knowledge(suspect, &state, seat, &mut luck)?;
            }
        }
        row.renew(suspect, &state.view(rules, Viewer::Seat(seat)))?;
        wander(&mut state, rules, seat, &mut luck);
    }
    for seat in Seat::all(rules.players()) {
        values(suspect, &state.view(rules, Viewer::Seat(seat)))?;
        rows.renew(suspect, &state.view(rules, Viewer::Seat(seat)))?;
    }
    row.end(suspect)?;
    row.renew(suspect, &state.view(rules, Viewer::Seat(Seat::new(0))))?;
    Ok(tally)
}

fn everywhere<G: Encoded>(sample: u32) {
    let mut sum = Tally::default();
    let tables = tables::<G>();
    let fields = Encoder::<G>::new(&tables[0]).unwrap().fields();
    for (seed, rules) in (0..).zip(&tables) {
        let suspect = Suspect::<G>::honest(rules);
        assert_eq!(suspect.fields, fields, "all tables share their fields: {:?}", rules.options());
        let tally = check(&suspect, seed, sample).unwrap_or_else(|law| {
            let options: Vec<_> =
                rules.options().iter().map(|(name, value)| format!("{name}={value}")).collect();
            panic!("{} with {}: {law}", G::INFO.name, options.join(" "))
        });
        sum.states += tally.states;
        sum.actions += tally.actions;
        sum.secrets += tally.secrets;
    }
    assert!(sum.states > 4 * tables.len() && sum.actions > 2 * sum.states, "too little was checked: {sum:?}");
    assert!(sum.secrets > tables.len(), "too few secrets were compared: {sum:?}");
}

#[test]
fn the_example_game_keeps_the_laws() {
    everywhere::<lots::Lots>(1);
}

#[test]
fn glory_to_rome_keeps_the_laws() {
    everywhere::<glory_to_rome::State>(3);
}

#[test]
fn for_glory_keeps_the_laws() {
    everywhere::<for_glory::State>(12);
}

#[test]
fn glory_keeps_the_laws() {
    everywhere::<glory::State>(15);
}

/// The leader's place is counted from whoever looks.
#[test]
fn everyone_sees_the_table_from_the_own_seat() {
    let options = Options::new().with("players", "4");
    let rules = glory_to_rome::Rules::from_options(&options).unwrap();
    let encoder = Encoder::<glory_to_rome::State>::new(&rules).unwrap();
    let state = <glory_to_rome::State as table::Game>::new(&rules, &mut Light::new(5));
    let leader = state.public().leader;
    let field = encoder.fields().into_iter().find(|field| field.name == "table: leader").unwrap();
    let mut out = vec![0.0; encoder.len()];
    for seat in Seat::all(4) {
        encoder.observe(&table::Game::view(&state, &rules, Viewer::Seat(seat)), &mut out);
        let at = out[field.offset..field.offset + field.len].iter().position(|flag| *flag > 0.0);
        assert_eq!(at, Some((leader.index() + 4 - seat.index()) % 4));
    }
}
