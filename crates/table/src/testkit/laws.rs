//! The laws every game keeps, checked on the states of random games.

use std::collections::HashSet;

use thiserror::Error;

use crate::chance::{Chance, Light, Script, Tape};
use crate::game::{Depth, Game, Rulebook, Tell, Turn, Viewer};
use crate::record::Record;
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::testkit::broken::Broken;
use crate::testkit::promises::{
    Told, always_legal, declining_changes_nothing, places_are_a_ranking, tally_adds_up,
};

/// Which law.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Law {
    /// Somebody at the table always has a legal action, only deciding seats have any, and none is listed twice.
    NoDeadEnds,
    /// `play` accepts exactly what `legal` lists, and refusals name a rule.
    LegalIsPlayable,
    /// A refused action leaves the state untouched.
    RefusalsChangeNothing,
    /// Games end within the stated bound.
    GamesEnd,
    /// The game's own invariants: cards are conserved, limits hold.
    Invariants,
    /// Notation reads back and is unique among the legal actions.
    Notation,
    /// A copied state behaves as the state: same luck, same result.
    Copies,
    /// A record writes, reads back and replays to the same state.
    Records,
    /// An imagined state looks the same to the one who imagined it: view, mask and legal actions; and whoever decides there has a legal action.
    Imagined,
    /// Two states a viewer can't tell apart look alike after the same step, unless the step told the viewer something.
    LockStep,
    /// Undo never crosses new information, and restores the state exactly.
    Undo,
    /// What a text promises at any time is legal whenever its owner decides.
    AnyTime,
    /// Declining an offer changes nothing but the offer.
    Declining,
    /// What a viewer reads of a step is the same in states the viewer can't tell apart.
    News,
    /// The parts of a score add up to it.
    Tallies,
    /// Nothing is ever left out because something is full.
    Room,
}

/// A broken law: which, where, how.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("law {law:?} broken after {decision} decisions: {message}")]
pub struct Violation {
    /// The law.
    pub law: Law,
    /// After how many decisions.
    pub decision: usize,
    /// What happened.
    pub message: String,
}

/// How much was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games played to their end.
    pub games: u64,
    /// States on which all laws were checked.
    pub states: u64,
    /// The longest game, in decisions.
    pub longest: usize,
    /// The deepest nesting of procedures.
    pub deepest: Depth,
}

/// A checker of laws.
#[derive(Clone, Copy, Debug)]
pub struct Laws {
    /// Check every n-th state (1: all). The game itself is always played to its end.
    pub sample: u32,
    /// How many decisions the lock-step law looks ahead.
    pub ahead: usize,
    /// Whether records are written and read back for this game.
    pub records: bool,
}

impl Default for Laws {
    fn default() -> Self {
        Self { sample: 1, ahead: 3, records: true }
    }
}

impl Laws {
    /// Plays one random game from this seed and checks all laws on its states.
    pub fn check_game<G: Tell>(
        &self,
        rules: &G::Rules,
        seed: u64,
        tally: &mut Tally,
    ) -> Result<(), Violation> {
        let mut luck = Light::new(seed);
        let mut chooser = luck.fork();
        let players = rules.players();
        let names = Seat::all(players).map(|seat| format!("player {seat}")).collect();
        let mut record = Record::<G>::start(rules.clone(), names, None, &mut luck);
        let mut decision = 0;
        loop {
            let state = *record.state();
            let at = |law| move |message: String| Violation { law, decision, message };
            state.invariants(rules).map_err(String::from).map_err(at(Law::Invariants))?;
            tally.deepest = tally.deepest.deeper(state.depth());
            let Turn::Decide(seats) = state.turn(rules) else {
                break;
            };
            if let Some(stranger) = seats.iter().find(|seat| seat.index() >= players) {
                let message = format!("{stranger} decides, but only {players} are at the table");
                return Err(at(Law::NoDeadEnds)(message));
            }
            if decision >= G::INFO.most_decisions {
                return Err(at(Law::GamesEnd)(format!("no end after {decision} decisions")));
            }
            let checked = chooser.below(self.sample) == 0;
            if checked {
                dead_ends(rules, &state).map_err(at(Law::NoDeadEnds))?;
                self.check_state(rules, &state, &mut chooser.fork(), decision)?;
                tally.states += 1;
            }
            let seat =
                seats.iter().nth(chooser.below(seats.len() as u32) as usize).expect("somebody decides");
            let action = choose(rules, &state, seat, &mut chooser)
                .ok_or_else(|| at(Law::NoDeadEnds)(format!("{seat} decides but has no legal action")))?;
            if let Err(refusal) = record.play(seat, action, &mut luck) {
                let notation = G::write(rules, action);
                let law = if refusal.rule == Refusal::NO_ROOM { Law::Room } else { Law::LegalIsPlayable };
                return Err(at(law)(format!("{notation} is listed as legal but refused: {refusal}")));
            }
            if checked && chooser.below(4) == 0 {
                check_undo(&mut record, &state, seat).map_err(|Broken(message)| at(Law::Undo)(message))?;
            }
            decision += 1;
        }
        if self.records {
            let violation = |message| Violation { law: Law::Records, decision, message };
            check_record(&record).map_err(violation)?;
        }
        let adds_up = tally_adds_up(rules, record.state());
        adds_up.and_then(|()| places_are_a_ranking(rules, record.state())).map_err(|message| Violation {
            law: Law::Tallies,
            decision,
            message,
        })?;
        if record.state().outcome(rules).is_none() {
            let message = "the game is over but has no outcome".to_owned();
            return Err(Violation { law: Law::GamesEnd, decision, message });
        }
        tally.games += 1;
        tally.longest = tally.longest.max(decision);
        Ok(())
    }

    fn check_state<G: Tell>(
        &self,
        rules: &G::Rules,
        state: &G,
        luck: &mut Light,
        decision: usize,
    ) -> Result<(), Violation> {
        let at = |law| move |message: String| Violation { law, decision, message };
        let Turn::Decide(seats) = state.turn(rules) else {
            return Ok(());
        };
        for seat in seats.iter() {
            legal_is_playable(rules, state, seat, luck).map_err(at(Law::LegalIsPlayable))?;
            refusals_change_nothing(rules, state, seat, luck).map_err(at(Law::RefusalsChangeNothing))?;
            notation(rules, state, seat).map_err(at(Law::Notation))?;
            copies(rules, state, seat, luck).map_err(at(Law::Copies))?;
            always_legal(rules, state, seat).map_err(at(Law::AnyTime))?;
            declining_changes_nothing(rules, state, seat, *luck).map_err(at(Law::Declining))?;
        }
        for viewer in Viewer::all(rules.players()) {
            let twin = imagined(rules, state, viewer, luck).map_err(at(Law::Imagined))?;
            self.lock_step(rules, *state, twin, viewer, luck).map_err(|(law, message)| at(law)(message))?;
        }
        Ok(())
    }

    /// Plays the same on in two states that look alike to the viewer, as long as nothing is told to the viewer.
    fn lock_step<G: Tell>(
        &self,
        rules: &G::Rules,
        mut real: G,
        mut twin: G,
        viewer: Viewer,
        luck: &mut Light,
    ) -> Result<(), (Law, String)> {
        for _ in 0..self.ahead {
            if real.turn(rules) != twin.turn(rules) {
                let (real, twin) = (real.turn(rules), twin.turn(rules));
                let message =
                    format!("{viewer:?} can tell states apart by who decides: {real:?} or {twin:?}");
                return Err((Law::LockStep, message));
            }
            let Turn::Decide(seats) = real.turn(rules) else {
                return Ok(());
            };
            let seat = seats.iter().nth(luck.below(seats.len() as u32) as usize).expect("somebody decides");
            let Some(action) = choose(rules, &real, seat, luck) else {
                return Ok(());
            };
            let told = real.tell(rules, seat, action, viewer);
            let mut legal = Vec::new();
            twin.legal(rules, seat, &mut legal);
            // What the viewer sees as the same act: itself, or another that is told the same way.
            let same = if legal.contains(&action) {
                Some(action)
            } else {
                legal.iter().copied().find(|other| twin.tell(rules, seat, *other, viewer) == told)
            };
            let Some(same) = same else {
                if told.notation().contains('?') {
                    let how = "but in a state that looks alike it could not have been";
                    return Err((Law::LockStep, format!("{viewer:?} is told '{told}', {how}")));
                }
                // The act itself shows what the seat holds.
                return Ok(());
            };
            let mut first = Tape::listening(luck.fork());
            let mut second = Tape::listening(luck.fork());
            let (real_before, twin_before) = (real, twin);
            real.play_unchecked(rules, seat, action, &mut first);
            twin.play_unchecked(rules, seat, same, &mut second);
            let learned = first.who_learned().union(second.who_learned());
            let told_viewer = match viewer {
                Viewer::Seat(seat) => learned.contains(seat),
                Viewer::Spectator => learned.len() == rules.players(),
            };
            if told_viewer || real.turn(rules) == Turn::Over || twin.turn(rules) == Turn::Over {
                return Ok(());
            }
            if real.view(rules, viewer) != twin.view(rules, viewer) {
                let what = format!("after '{told}' by {seat}, which told nothing new");
                return Err((Law::LockStep, format!("{viewer:?} can tell states apart {what}")));
            }
            let first = Told::new(rules, &real_before, viewer, &mut first).news(rules, &real, viewer);
            let second = Told::new(rules, &twin_before, viewer, &mut second).news(rules, &twin, viewer);
            if first != second {
                let what = format!("after '{told}' by {seat}: {first:?} or {second:?}");
                return Err((Law::News, format!("{viewer:?} can tell states apart by what is told {what}")));
            }
        }
        Ok(())
    }
}

/// A random legal action of the seat; one that concedes only seldom, so that games last.
fn choose<G: Game>(rules: &G::Rules, state: &G, seat: Seat, luck: &mut Light) -> Option<G::Action> {
    let mut legal = Vec::new();
    state.legal(rules, seat, &mut legal);
    if luck.below(50) > 0 && legal.iter().any(|action| !G::concedes(*action)) {
        legal.retain(|action| !G::concedes(*action));
    }
    if legal.is_empty() { None } else { Some(legal[luck.below(legal.len() as u32) as usize]) }
}

fn dead_ends<G: Game>(rules: &G::Rules, state: &G) -> Result<(), String> {
    let Turn::Decide(seats) = state.turn(rules) else {
        return Ok(());
    };
    if seats.is_empty() {
        return Err("the game is not over, but nobody decides".to_owned());
    }
    for seat in Seat::all(rules.players()) {
        let mut legal = Vec::new();
        state.legal(rules, seat, &mut legal);
        if seats.contains(seat) && legal.is_empty() {
            return Err(format!("{seat} decides but has no legal action"));
        }
        if !seats.contains(seat) && !legal.is_empty() {
            return Err(format!("{seat} does not decide but has legal actions"));
        }
        let distinct: HashSet<_> = legal.iter().collect();
        if distinct.len() != legal.len() {
            return Err(format!("{seat} has an action listed twice"));
        }
    }
    Ok(())
}

fn legal_is_playable<G: Game>(
    rules: &G::Rules,
    state: &G,
    seat: Seat,
    luck: &mut Light,
) -> Result<(), String> {
    let mut legal = Vec::new();
    state.legal(rules, seat, &mut legal);
    let mut candidates = Vec::new();
    state.candidates(rules, seat, &mut candidates);
    // Both lists come from one list of moves: what is sought in its order is found at once.
    let (mut is_legal, mut next) = (vec![false; candidates.len()], 0);
    for action in &legal {
        let Some(at) = position(&candidates, action, next) else {
            return Err(format!("{} is legal but not among the candidates", G::write(rules, *action)));
        };
        is_legal[at] = true;
        next = at + 1;
    }
    for (action, is_legal) in candidates.iter().zip(is_legal) {
        match state.refusal(rules, seat, *action) {
            Some(refusal) if is_legal => {
                return Err(format!(
                    "{} is listed as legal but refused: {refusal}",
                    G::write(rules, *action)
                ));
            }
            None if !is_legal && !legal.contains(action) => {
                return Err(format!("{} is not listed as legal but not refused", G::write(rules, *action)));
            }
            Some(refusal) if !refusal.rule.starts_with(G::INFO.prefix) || refusal.fact.is_empty() => {
                return Err(format!("{} is refused without a rule: {refusal}", G::write(rules, *action)));
            }
            _ => {}
        }
    }
    // Nobody else may take it.
    let players = rules.players();
    let other = Seat::new(luck.below(players as u32) as usize);
    let Turn::Decide(seats) = state.turn(rules) else {
        return Ok(());
    };
    if !seats.contains(other)
        && let Some(action) = legal.first()
        && state.refusal(rules, other, *action).is_none()
    {
        return Err(format!("{other} does not decide but may {}", G::write(rules, *action)));
    }
    Ok(())
}

/// Where an action stands in a list, sought from a place on and then before it.
fn position<A: PartialEq>(list: &[A], action: &A, from: usize) -> Option<usize> {
    let (before, after) = list.split_at(from.min(list.len()));
    let later = after.iter().position(|other| other == action).map(|at| from + at);
    later.or_else(|| before.iter().position(|other| other == action))
}

fn refusals_change_nothing<G: Game>(
    rules: &G::Rules,
    state: &G,
    seat: Seat,
    luck: &mut Light,
) -> Result<(), String> {
    let mut candidates = Vec::new();
    state.candidates(rules, seat, &mut candidates);
    for action in candidates {
        let mut after = *state;
        if after.play(rules, seat, action, &mut luck.fork()).is_err() && after != *state {
            return Err(format!("{} was refused but changed the state", G::write(rules, action)));
        }
    }
    Ok(())
}

fn notation<G: Game>(rules: &G::Rules, state: &G, seat: Seat) -> Result<(), String> {
    let mut legal = Vec::new();
    state.legal(rules, seat, &mut legal);
    let mut texts = HashSet::new();
    for action in legal {
        let text = G::write(rules, action);
        match G::read(rules, &text) {
            Ok(read) if read == action => {}
            Ok(read) => return Err(format!("'{text}' reads back as {read:?}, not {action:?}")),
            Err(message) => return Err(format!("'{text}' does not read back: {message}")),
        }
        if text.contains(['|', '\n', '#', '?']) {
            return Err(format!("'{text}' has a letter that records, scenarios or secrets use"));
        }
        if !texts.insert(text.clone()) {
            return Err(format!("two legal actions are both written '{text}'"));
        }
    }
    Ok(())
}

fn copies<G: Game>(rules: &G::Rules, state: &G, seat: Seat, luck: &mut Light) -> Result<(), String> {
    let Some(action) = choose(rules, state, seat, luck) else {
        return Ok(());
    };
    let same = luck.fork();
    let (mut first, mut second) = (*state, *state);
    first.play_unchecked(rules, seat, action, &mut { same });
    second.play_unchecked(rules, seat, action, &mut { same });
    if first == second { Ok(()) } else { Err(format!("{} has two results", G::write(rules, action))) }
}

fn imagined<G: Game>(rules: &G::Rules, state: &G, viewer: Viewer, luck: &mut Light) -> Result<G, String> {
    let view = state.view(rules, viewer);
    let twin = G::imagine(rules, &view, luck);
    twin.invariants(rules)
        .map_err(|message| format!("{viewer:?} imagined an impossible state: {message}"))?;
    if twin.view(rules, viewer) != view {
        return Err(format!("{viewer:?} imagined a state that looks different"));
    }
    if twin.mask(rules, viewer) != state.mask(rules, viewer) {
        return Err(format!("{viewer:?} imagined a state with another mask"));
    }
    if twin.turn(rules) != state.turn(rules) {
        return Err(format!("{viewer:?} imagined a state where somebody else decides"));
    }
    if let Viewer::Seat(seat) = viewer {
        let (mut real, mut other) = (Vec::new(), Vec::new());
        state.legal(rules, seat, &mut real);
        twin.legal(rules, seat, &mut other);
        if real != other {
            return Err(format!("{viewer:?} has other legal actions in a state that looks alike"));
        }
    }
    dead_ends(rules, &twin).map_err(|message| format!("{viewer:?} imagined a dead end: {message}"))?;
    Ok(twin)
}

/// The law of undo on a record's last step: it is taken back and played again, both in the record's own log. The error says what is
/// wrong.
pub fn check_undo<G: Game>(record: &mut Record<G>, before: &G, seat: Seat) -> Result<(), Broken> {
    let step = *record.steps().last().ok_or("a step was just played")?;
    // Once the game is over its seed may be told, so nothing is taken back then either.
    let crossing = step.chance || !step.learned.is_empty() || record.is_over();
    let other = Seat::all(record.rules().players()).find(|other| *other != seat);
    if let Some(other) = other
        && record.may_undo(other).is_ok()
    {
        return Err(Broken(format!("{other} could take back what {seat} decided")));
    }
    match record.may_undo(seat) {
        Ok(()) if crossing => Err("a step with new information could be taken back".into()),
        Err(refusal) if !crossing => {
            Err(Broken(format!("a step without new information is kept: {refusal}")))
        }
        Err(_) => Ok(()),
        Ok(()) => {
            record.undo(seat).map_err(|refusal| refusal.to_string())?;
            if record.state() != before {
                return Err("undo did not restore the state".into());
            }
            let mut nothing = Script::exact([]);
            record
                .play(seat, step.action, &mut nothing)
                .map_err(|refusal| format!("after undo the same action is refused: {refusal}"))?;
            if nothing.fault().is_none() && *record.state() == step.state {
                Ok(())
            } else {
                Err("after undo the same action has another result".into())
            }
        }
    }
}

fn check_record<G: Game>(record: &Record<G>) -> Result<(), String> {
    let text = record.write();
    let read = Record::<G>::read(&text).map_err(|error| format!("the record does not read back: {error}"))?;
    if read.state() != record.state() {
        return Err("the record replays to another state".to_owned());
    }
    if read.write() != text {
        return Err("the record writes differently after reading".to_owned());
    }
    Ok(())
}
