//! For Glory as the table knows it, and what must hold of every state.

use table::{
    Broken, BySeat, Chance, Depth, Game, Hidden, Info, Offer, Outcome, Seat, SeatSet, Text, Turn, Unread,
    Viewer,
};

use crate::NAME;
use crate::action::Action;
use crate::cards::{Home, KINDS, Kind};
use crate::known::{Known, Whereabouts};
use crate::label;
use crate::pile::{Half, Pair};
use crate::procedures::{Bearer, Frame};
use crate::reason::Why;
use crate::rules::Rules;
use crate::state::{DEPTH, Overflow, Place, Scried, State};
use crate::view::View;

impl Game for State {
    const INFO: Info = Info {
        name: NAME,
        title: "For Glory",
        summary: "Gladiatorial combat and deck building for one to four lanistas.",
        prefix: "FG",
        rules_version: 9,
        most_decisions: 100_000,
    };
    type Rules = Rules;
    type Action = Action;
    type View = View;
    type Why = Why;

    fn new<C: Chance>(rules: &Rules, chance: &mut C) -> Self {
        Self::set_up(rules, chance)
    }

    #[inline]
    fn turn(&self, rules: &Rules) -> Turn {
        // Most decisions are those of the active player's turn.
        let turn = matches!(self.public.stack.last(), Some(Frame::Machinations(_)));
        let decides =
            if turn && self.public.end.is_none() { Some(self.public.active) } else { self.decides(rules) };
        decides.map_or(Turn::Over, |seat| Turn::Decide(SeatSet::one(seat)))
    }

    #[inline]
    fn moves<O: Offer<Action, Why>>(&self, rules: &Rules, seat: Seat, offer: &mut O) {
        self.show_moves(rules, seat, offer);
    }

    fn elsewhere(&self, _: &Rules, _: Seat, _: Action) -> Why {
        Why::NotNow
    }

    fn play_unchecked<C: Chance>(&mut self, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        self.take(rules, seat, action, chance);
    }

    fn view(&self, _: &Rules, viewer: Viewer) -> View {
        let held = viewer.seat().map_or(Pair::default(), |seat| *self.held(seat));
        let seen = viewer.seat().map_or(Scried::default(), |seat| *self.seen[seat].get());
        View { viewer, public: self.public, held, seen }
    }

    fn imagine<C: Chance>(rules: &Rules, view: &View, chance: &mut C) -> Self {
        let mut state = Self { public: view.public, held: BySeat::default(), seen: BySeat::default() };
        for seat in Seat::all(rules.sides) {
            let (held, seen) = if view.viewer.is(seat) {
                (view.held, view.seen)
            } else {
                state.deal_unseen(rules, seat, chance)
            };
            (state.held[seat], state.seen[seat]) = (Hidden::new(held), Hidden::new(seen));
        }
        state
    }

    fn mask(&self, _: &Rules, viewer: Viewer) -> Self {
        let held = BySeat::from_fn(|seat| if viewer.is(seat) { self.held[seat] } else { Hidden::default() });
        let seen = BySeat::from_fn(|seat| if viewer.is(seat) { self.seen[seat] } else { Hidden::default() });
        Self { public: self.public, held, seen }
    }

    fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        self.result(rules)
    }

    fn full(&self) -> Option<&'static str> {
        self.public.full.map(Overflow::name)
    }

    fn depth(&self) -> Depth {
        Depth { now: self.public.stack.len(), most: DEPTH }
    }

    fn always(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        self.promised(rules, seat, out);
    }

    fn unoffered<C: Chance>(&self, rules: &Rules, _: Seat, action: Action, chance: &mut C) -> Option<Self> {
        self.without_offer(rules, action, chance)
    }

    fn invariants(&self, rules: &Rules) -> Result<(), Broken> {
        self.check_table(rules)?;
        self.check_ludi(rules)?;
        Ok(self.check_cards(rules)?)
    }

    fn label(rules: &Rules, action: Action) -> Text {
        label::label(rules, action)
    }

    fn read(rules: &Rules, text: &str) -> Result<Action, Unread> {
        Ok(label::read(rules, text)?)
    }

    fn tell(&self, rules: &Rules, by: Seat, action: Action, viewer: Viewer) -> Text {
        // Face down: that the card may be reserved is all the others learn (FG-39, ruling 21).
        if matches!(action, Action::Reserve(_)) && !viewer.is(by) {
            return "reserve a card".into();
        }
        // What is done with cards that only their owner looked at stays its secret (FG-141).
        if let (Action::Choose(_), Some(Frame::Look(look))) = (action, self.public.stack.last())
            && look.is_secret()
            && !viewer.is(by)
        {
            return "choose a card".into();
        }
        Self::label(rules, action)
    }
}

impl State {
    /// Limits hold, and what is kept twice agrees.
    fn check_table(&self, rules: &Rules) -> Result<(), String> {
        if let Some(full) = self.public.full {
            return Err(format!("there was no room for {}", full.name()));
        }
        let waits = self.public.stack.iter().any(|frame| matches!(frame, Frame::Damage(_)));
        for (_, it) in self.public.sand.iter() {
            if it.fixed > it.assigned {
                return Err("more damage is fixed than assigned".to_owned());
            }
            if it.assigned > 0 && !waits {
                return Err("damage is assigned, but nothing will resolve it".to_owned());
            }
        }
        if !self.public.sand.is_consistent(|it| Self::marks(rules, it.owner, it.kind)) {
            return Err("the sets of slots do not say where the gladiators are, whose and what".to_owned());
        }
        let there = |place| self.public.sand.iter().any(|(_, it)| it.place == place);
        if there(Place::Near) && there(Place::Far) {
            return Err("both Fleeting arenas hold gladiators (FG-36)".to_owned());
        }
        Ok(())
    }

    fn check_ludi(&self, rules: &Rules) -> Result<(), String> {
        for seat in Seat::all(rules.sides) {
            let (ludus, held) = (self.ludus(seat), self.held(seat));
            let counts = [
                ("hand", held.total(Half::First), u32::from(ludus.hand)),
                ("reserve", held.total(Half::Second), u32::from(ludus.reserve)),
                (
                    "deck",
                    ludus.piles.total(Half::Second),
                    u32::from(ludus.deck) + u32::from(ludus.hand) + u32::from(ludus.reserve),
                ),
            ];
            for (what, real, said) in counts {
                if real != said {
                    return Err(format!("{seat}'s {what} is counted as {said} but holds {real}"));
                }
            }
            let top = self.top_of(seat);
            if top.len() != ludus.top.len() || top.len() > usize::from(ludus.deck) {
                return Err(format!("what is known of {seat}'s deck is not what lies on it"));
            }
            for at in 0..KINDS {
                let kind = Kind(at as u8);
                let known = top.iter().filter(|top| top.kind == kind).count() as u8;
                let out = held.count(Half::First, kind) + held.count(Half::Second, kind) + known;
                if out > ludus.unseen(kind) {
                    return Err(format!("{seat} holds more of card {at} than there are"));
                }
            }
            let gifts = ludus.patrons.iter().fold(0, |all, it| all | rules.set.fact(it.kind).gifts());
            if ludus.gifts != gifts {
                return Err(format!("what {seat}'s patrons are good for is not what is said of them"));
            }
            self.check_known(seat)?;
        }
        Ok(())
    }

    /// What everyone saw go to a hand is there.
    fn check_known(&self, seat: Seat) -> Result<(), String> {
        use Whereabouts::{Either, Hand, Reserve};
        let (ludus, held) = (self.ludus(seat), self.held(seat));
        for Known { kind, .. } in &ludus.known {
            let (hand, reserve) = (held.count(Half::First, *kind), held.count(Half::Second, *kind));
            if ludus.known_of(*kind, &[Hand]) > hand
                || ludus.known_of(*kind, &[Reserve]) > reserve
                || ludus.known_of(*kind, &[Hand, Either, Reserve]) > hand + reserve
            {
                return Err(format!("everyone knows {seat} to hold card {}, but it is not there", kind.0));
            }
        }
        Ok(())
    }

    /// No card is there more often than it was printed, and together with those out of the game all are there.
    fn check_cards(&self, rules: &Rules) -> Result<(), String> {
        let mut all = 0;
        let expected = self.expected(rules);
        for (kind, card) in rules.set.cards() {
            let most = match card.home {
                Home::Starting => usize::from(card.copies) * rules.players,
                Home::Supply(_) => usize::from(card.copies),
                Home::Champion(level) => {
                    let first = Kind(kind.0 - (level - 1));
                    Seat::all(rules.sides).filter(|seat| self.ludus(*seat).champion == Some(first)).count()
                }
                Home::Boast => usize::from(self.public.boasts),
            };
            let there = self.count_everywhere(rules, kind);
            if there > most {
                return Err(format!("there are {there} of {}: expected at most {most}", card.name));
            }
            all += there;
        }
        let removed = usize::from(self.public.removed);
        if all + removed != expected {
            return Err(format!("there are {all} cards and {removed} out of the game: expected {expected}"));
        }
        Ok(())
    }

    /// How many cards there should be, with those out of the game: one level of each champion.
    pub(crate) fn expected(&self, rules: &Rules) -> usize {
        let champions = Seat::all(rules.sides).filter(|seat| self.ludus(*seat).champion.is_some()).count();
        let printed = rules.set.cards().map(|(_, card)| match card.home {
            Home::Starting => usize::from(card.copies) * rules.players,
            Home::Supply(_) if rules.expansion || !card.expansion => usize::from(card.copies),
            Home::Supply(_) | Home::Champion(_) | Home::Boast => 0,
        });
        printed.sum::<usize>() + champions + usize::from(self.public.boasts)
    }

    pub(crate) fn count_everywhere(&self, rules: &Rules, kind: Kind) -> usize {
        let supply = &self.public.supply;
        let mut count = usize::from(supply.count(Half::First, kind) + supply.count(Half::Second, kind));
        count += self.public.rows.iter().flat_map(|row| row.iter()).filter(|card| **card == kind).count();
        count += self.public.sand.iter().filter(|(_, it)| it.kind == kind).count();
        if kind == rules.set.boast() {
            let orders = &self.public.orders;
            count += usize::from(orders.boasts + orders.blanks + orders.spent_blanks);
        }
        for frame in &self.public.stack {
            if let Frame::Use(it) = frame {
                count += usize::from(it.bearer == Bearer::Card(kind));
            }
        }
        for seat in Seat::all(rules.sides) {
            let ludus = self.ludus(seat);
            count += usize::from(ludus.discarded(kind) + ludus.unseen(kind));
            count += ludus.patrons.iter().filter(|patron| patron.kind == kind).count();
        }
        count
    }
}
