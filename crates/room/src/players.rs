//! Bots: their levels, and what they remember between their decisions.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use ::bots::{Budget, Candidate, Explanation, Mind, Player, Question};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use table::{Seat, Tell, Text};

/// The levels, gentlest first: each name and what it is like.
pub fn levels() -> Vec<(&'static str, &'static str)> {
    ::bots::LEVELS.iter().map(|level| (level.name, level.meaning)).collect()
}

/// The level of this name, as the list spells it.
pub fn level(name: &str) -> Option<&'static str> {
    ::bots::LEVELS.iter().map(|level| level.name).find(|level| *level == name)
}

/// Where the player of one seat stays between its decisions, with the level it plays at. What it has thought of helps it next time,
/// as in every game that was measured.
pub type Slot<G> = Arc<Mutex<Option<(String, Box<dyn Player<G>>)>>>;

/// A slot that can be emptied, whatever game it is of.
trait Forgets: Send + Sync {
    fn forget(&self);
}

impl<G: Mind> Forgets for Mutex<Option<(String, Box<dyn Player<G>>)>> {
    fn forget(&self) {
        // A player that thinks at this moment is of use.
        if let Ok(mut slot) = self.try_lock() {
            *slot = None;
        }
    }
}

impl std::fmt::Debug for Memories {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Memories({})", self.count())
    }
}

/// The players that remember something, bounded: whoever has not been asked for longest is forgotten first, and begins anew when it is.
pub struct Memories {
    most: usize,
    slots: Mutex<VecDeque<Arc<dyn Forgets>>>,
}

impl Memories {
    /// Room for this many.
    pub fn new(most: usize) -> Self {
        Self { most: most.max(1), slots: Mutex::default() }
    }

    /// This slot was used now.
    fn used<G: Mind>(&self, slot: &Slot<G>) {
        let slot: Arc<dyn Forgets> = Arc::clone(slot) as Arc<dyn Forgets>;
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        // A slot that only this list knows belongs to a table that is gone.
        slots.retain(|known| !Arc::ptr_eq(known, &slot) && Arc::strong_count(known) > 1);
        slots.push_back(slot);
        while slots.len() > self.most {
            if let Some(oldest) = slots.pop_front() {
                oldest.forget();
            }
        }
    }

    /// How many remember something.
    pub fn count(&self) -> usize {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Lets go of players whose tables are gone.
    pub fn forget_idle(&self) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.retain(|known| Arc::strong_count(known) > 1);
    }
}

/// The actions a bot chooses from: those that give the game up only if there are no others.
fn willing<G: Mind>(legal: &[G::Action]) -> Vec<G::Action> {
    let willing: Vec<G::Action> = legal.iter().copied().filter(|action| !G::concedes(*action)).collect();
    if willing.is_empty() { legal.to_vec() } else { willing }
}

/// What a bot decides: one of the legal actions, or none if there is none. This is the one place where levels
/// become players. It gets the view and the legal actions; nothing else exists for it but what it thought of before.
pub fn choose<G: Mind>(
    asked: &BotQuestion<G>,
    budget: Budget,
    slot: &Slot<G>,
    memories: &Memories,
) -> Option<G::Action> {
    let among = willing::<G>(&asked.legal);
    match among.as_slice() {
        [] => None,
        [only] => Some(*only),
        several => {
            let level = self::level(&asked.level)?;
            let mut kept = slot.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.as_ref().is_none_or(|(known, _)| known != level) {
                *kept = Some((level.to_owned(), ::bots::named::<G>(level).ok()?));
            }
            let (_, player) = kept.as_mut()?;
            let look = || asked.view.clone();
            let question = Question::new(&asked.rules, asked.seat, &look, several, budget, asked.seed);
            let action = player.choose(&question);
            drop(kept);
            memories.used(slot);
            Some(action)
        }
    }
}

/// What a bot is asked.
pub struct BotQuestion<G: Mind> {
    /// The rules of the table.
    pub rules: G::Rules,
    /// What the seat sees.
    pub view: G::View,
    /// Whose decision it is.
    pub seat: Seat,
    /// What the seat may do.
    pub legal: Vec<G::Action>,
    /// How well it plays.
    pub level: String,
    /// Where its luck comes from.
    pub seed: u64,
}

/// One of a decision's best actions, as a hint found it. It can be sent from whoever thinks to whoever shows, in whatever language.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weighed {
    /// The action, in notation.
    pub action: String,
    /// The chance to win with it, between 0 and 1.
    pub chance: f64,
    /// How often it was tried.
    pub visits: u32,
}

/// How many actions a hint tells of.
const HINTED: usize = 3;

/// What a strong player would think of the best few actions, the surely best first. The answer depends on the view and on nothing else: it
/// thinks for a number of iterations, not for a time, and its luck comes from the view's own bytes, so that asking again, or at a table that looks the same, says the same.
pub fn advise<G: Mind + Tell>(
    rules: &G::Rules,
    view: &G::View,
    seat: Seat,
    legal: &[G::Action],
) -> Vec<Weighed> {
    let among = willing::<G>(legal);
    let look = || view.clone();
    let seed = serde_json::to_vec(view).map_or(0, |bytes| hash(&bytes));
    let asked = Question::new(rules, seat, &look, &among, Budget::OWN, seed);
    let found = ::bots::adviser::<G>().explain(&asked).candidates;
    let weighed = |it: Candidate<G::Action>| Weighed {
        action: G::write(rules, it.action),
        chance: it.value,
        visits: it.visits,
    };
    found.into_iter().take(HINTED).map(weighed).collect()
}

/// The same in words, one line each, the bot's own choice first, and then what the judgement of the position rests on; what can't be read is left
/// out.
pub fn advice_in_words<G: Mind + Tell>(rules: &G::Rules, view: &G::View, weighed: &[Weighed]) -> Vec<Text> {
    let candidate = |it: &Weighed| {
        let action = G::read(rules, &it.action).ok()?;
        Some(Candidate { action, value: it.chance, share: 0.0, visits: it.visits })
    };
    let candidates: Vec<_> = weighed.iter().filter_map(candidate).collect();
    let visits = weighed.iter().map(|it| it.visits).sum();
    let mut words = Explanation { candidates, visits }.words::<G>(rules, view, HINTED);
    if let Some(seat) = G::viewer(view).seat().filter(|_| !words.is_empty()) {
        words.extend(::bots::grounds::<G>(rules, view, seat).words(HINTED));
    }
    words
}

/// The first eight bytes of a hash.
fn hash(bytes: &[u8]) -> u64 {
    let hash = Sha256::digest(bytes);
    u64::from_le_bytes(std::array::from_fn(|at| hash[at]))
}

/// A thought to be thought, wherever there is time for it and for as long as it lets: answers an action in notation.
pub type Thought = Box<dyn FnOnce(Budget) -> Option<String> + Send>;

/// The same for a hint: answers the best actions.
pub type Advice = Box<dyn FnOnce() -> Vec<Weighed> + Send>;

#[cfg(test)]
mod tests {
    use glory_to_rome::State;
    use table::{Game, Light, Options, Rulebook, Turn, Viewer};

    use super::*;

    /// One decision after the other, each by a player of its own seat; what each was asked.
    fn game(mut decide: impl FnMut(BotQuestion<State>) -> <State as Game>::Action, decisions: usize) {
        let rules = glory_to_rome::Rules::from_options(&Options::new()).unwrap();
        let mut luck = Light::new(11);
        let mut state = State::new(&rules, &mut luck);
        for _ in 0..decisions {
            let Turn::Decide(seats) = state.turn(&rules) else { return };
            let seat = seats.first().unwrap();
            let mut legal = Vec::new();
            state.legal(&rules, seat, &mut legal);
            let view = state.view(&rules, Viewer::Seat(seat));
            let seed = luck.next_u64();
            let level = "fair".to_owned();
            let asked = BotQuestion { rules: rules.clone(), view, seat, legal, level, seed };
            let action = decide(asked);
            state.play(&rules, seat, action, &mut luck).unwrap();
        }
    }

    #[test]
    fn a_seat_at_the_table_decides_as_the_kept_player_that_was_measured() {
        let slots: Vec<Slot<State>> = (0..table::MAX_SEATS).map(|_| Slot::default()).collect();
        let memories = Memories::new(9);
        let mut measured: Vec<Box<dyn Player<State>>> =
            (0..table::MAX_SEATS).map(|_| ::bots::named("fair").unwrap()).collect();
        let (mut compared, mut forgetful) = (0, 0);
        let decide = |asked: BotQuestion<State>| {
            let here = choose(&asked, Budget::OWN, &slots[asked.seat.index()], &memories).unwrap();
            let among = willing::<State>(&asked.legal);
            let look = || asked.view;
            let question = || Question::new(&asked.rules, asked.seat, &look, &among, Budget::OWN, asked.seed);
            if among.len() > 1 {
                let lab = measured[asked.seat.index()].choose(&question());
                assert_eq!(here, lab, "after {compared} decisions");
                compared += 1;
                let fresh = ::bots::named::<State>("fair").unwrap().choose(&question());
                forgetful += usize::from(fresh != here);
            }
            here
        };
        game(decide, 60);
        assert!(
            compared > 20 && forgetful > 0,
            "{compared} compared, {forgetful} would differ without memory"
        );
    }

    #[test]
    fn players_not_asked_for_longest_are_forgotten_first() {
        let memories = Memories::new(2);
        let slots: Vec<Slot<State>> = (0..3).map(|_| Slot::default()).collect();
        for slot in &slots {
            *slot.lock().unwrap() = Some(("fair".to_owned(), ::bots::named("fair").unwrap()));
            memories.used(slot);
        }
        let kept: Vec<bool> = slots.iter().map(|slot| slot.lock().unwrap().is_some()).collect();
        assert_eq!(kept, [false, true, true]);
        drop(slots);
        memories.forget_idle();
        assert_eq!(memories.count(), 0, "nobody keeps the players of tables that are gone");
    }
}
