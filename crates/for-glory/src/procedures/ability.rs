//! FG-2, FG-3: an ability is carried out, sentence by sentence. What a sentence needs is named by its user.

use super::prelude::*;
use crate::need::{Need, is_secret};
use crate::phrase::fighter;

/// What an ability is printed on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Bearer {
    /// A card played from hand; it is discarded when the ability is done.
    Card(Kind),
    /// A patron in the villa.
    Patron(Kind),
    /// A gladiator in an arena, or one that has just left it.
    Gladiator(Kind),
    /// An arena.
    Arena(ArenaId),
}

/// An ability being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Use {
    /// What it is printed on.
    pub bearer: Bearer,
    /// Which of its abilities.
    pub ability: u8,
    /// Which sentence comes next.
    pub step: u8,
    /// Who uses it.
    pub seat: Seat,
    /// Where it reaches; anywhere outside battles and windows.
    pub place: Option<Place>,
    /// The gladiator that bears it, if any.
    pub slot: u8,
    /// The gladiator its window is about, if any.
    pub subject: u8,
    /// That gladiator's attack as it left.
    pub value: u8,
    /// The targets named for the sentence at hand.
    pub picks: [u8; 2],
    /// The first target of the sentence before.
    pub last: u8,
    /// Whether the sentence at hand has been chosen among alternatives (FG-130).
    pub mode: bool,
}

impl Use {
    /// An ability about to be used.
    pub(crate) const fn new(bearer: Bearer, ability: u8, seat: Seat, place: Option<Place>, slot: u8) -> Self {
        Self {
            bearer,
            ability,
            step: 0,
            seat,
            place,
            slot,
            subject: NOBODY,
            value: 0,
            picks: [NOBODY; 2],
            last: NOBODY,
            mode: false,
        }
    }

    pub(crate) const fn asker(&self) -> Asker {
        let target = if self.picks[0] == NOBODY { self.last } else { self.picks[0] };
        Asker { seat: self.seat, place: self.place, slot: self.slot, value: self.value, target }
    }

    /// The sentence at hand.
    pub(crate) fn sentence(self, rules: &Rules) -> Option<&Step> {
        ability(rules, self.bearer, self.ability).steps.get(usize::from(self.step))
    }

    /// The sentence at hand, and what it still waits for.
    fn waits(self, rules: &Rules) -> Option<(&Step, Need)> {
        let step = self.sentence(rules)?;
        Some((step, State::need(rules, &self, step)?))
    }

    /// A choice for the sentence at hand.
    pub(crate) fn choose<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let Some(step) = self.sentence(rules) else { return };
        if let Action::Mode(Mode(at)) = action {
            state.turn_to(Self { step: self.step + at, mode: true, ..self });
            return;
        }
        if let (Action::Target(fighter), Some(Need::Target(at, _))) =
            (action, State::need(rules, &self, step))
        {
            let mut it = self;
            it.picks[usize::from(at)] = state.slot(fighter).unwrap_or(NOBODY);
            state.turn_to(it);
            if at == 0 {
                state.watch(&it, &ability(rules, it.bearer, it.ability).steps);
            }
            // What "may" offered has been taken up.
            let rest = &Step { may: false, ..*step };
            if State::need(rules, &it, rest).is_none() {
                state.execute(rules, &it, rest, None, chance);
            }
            return;
        }
        state.execute(rules, &self, step, Some(action), chance);
    }

    /// It is done: a card that was played goes to the discard pile.
    fn finish<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        state.done();
        if let Bearer::Card(kind) = self.bearer {
            if ability(rules, self.bearer, self.ability).cost.remove == Toll::Itself {
                state.public.removed += 1;
                chance.note(|| Happening::Spent(self.seat, kind));
                return;
            }
            state.discard(self.seat, kind);
            chance.note(|| Happening::Discards(self.seat, kind, DiscardWhy::Played));
        }
    }

    /// The sentence after this one and its alternatives; what was named may be spoken of again.
    pub(crate) fn next(self, step: &Step) -> Self {
        let last = if self.picks[0] == NOBODY { self.last } else { self.picks[0] };
        Self { step: self.step + 1 + step.rest, picks: [NOBODY; 2], last, mode: false, ..self }
    }
}

impl Procedure for Use {
    const INTERRUPTIBLE: bool = true;

    seat_decides!();

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, _: Seat, offer: &mut O) {
        let Some((step, need)) = self.waits(rules) else { return };
        let mut any = false;
        state.choices(rules, &self, need, |action| {
            any = true;
            offer.free(action);
        });
        if step.may && self.picks[0] == NOBODY || is_secret(need) && !any {
            offer.decline(Action::Decline);
        }
    }

    fn against(self, _: &State, _: &Rules, _: Seat, _: Action) -> Option<Why> {
        Some(Why::MustChoose)
    }

    #[inline(never)]
    fn act<C: Chance>(self, state: &mut State, rules: &Rules, _: Seat, action: Action, chance: &mut C) {
        self.choose(state, rules, action, chance);
    }

    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, _: &mut C) {
        if let Some(step) = self.sentence(rules) {
            state.turn_to(self.next(step));
        }
    }

    #[inline(never)]
    fn advance<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) -> bool {
        let Some(step) = self.sentence(rules) else {
            self.finish(state, rules, chance);
            return true;
        };
        if !state.holds(rules, self.seat, self.place, step.only) {
            self.go_on(state, rules, chance);
            return true;
        }
        let Some(need) = State::need(rules, &self, step) else {
            state.execute(rules, &self, step, None, chance);
            return true;
        };
        if is_secret(need) {
            // Whether anything fits is the owner's secret; that there is a hand, or a deck, is not.
            let ludus = state.ludus(self.seat);
            if matches!(need, Need::Deck(_)) && ludus.deck > 0
                || !matches!(need, Need::Deck(_)) && ludus.hand > 0
            {
                return false;
            }
            self.go_on(state, rules, chance);
            return true;
        }
        let (mut only, mut count) = (None, 0);
        state.choices(rules, &self, need, |action| {
            count += 1;
            only = Some(action);
        });
        match (count, only) {
            (0, _) => self.go_on(state, rules, chance),
            (1, Some(action)) if !step.may || self.picks[0] != NOBODY => {
                self.choose(state, rules, action, chance);
            }
            _ => return false,
        }
        true
    }

    fn crumb(self, rules: &Rules, _: &State) -> Text {
        say!("{} uses {}", who(rules, self.seat), bearer(rules, self.bearer))
    }

    fn explain(self, rules: &Rules, state: &State, seat: Seat, action: Action) -> Text {
        let Some((step, need)) = self.waits(rules) else { return Text::new() };
        let (timing, stands) =
            (ability(rules, self.bearer, self.ability).timing, text::Stands::of(self.bearer));
        let says = text::of_effect(&bearer(rules, self.bearer), stands, timing, step.effect);
        match action {
            Action::Target(_) => match (need, step.shape.who[1]) {
                (Need::Target(0, _), Some(_)) => say!("Take it from here. {}.", says.capital()),
                (Need::Target(..), Some(_)) => {
                    let from = fighter(rules, state.fighter(State::named(&self, &step.shape, 0)));
                    say!("It goes here, from {from}. {}.", says.capital())
                }
                (_, _) => say!("{}.", says.capital()),
            },
            Action::Patron(_, kind) => say!("{}: this means {}.", says.capital(), name(rules, kind)),
            Action::Opponent(_) => say!("{}: this means this player.", says.capital()),
            Action::Choose(kind) => {
                let card = name(rules, kind);
                match step.effect {
                    Effect::Cull {} => say!("Remove {card} from the game."),
                    Effect::OnDeck { .. } => say!("Put {card} on top of your deck."),
                    Effect::Retrieve { .. } => say!("Take {card} into your hand."),
                    Effect::Search { .. } => say!("Take {card} into your hand and shuffle your deck."),
                    Effect::Gain { hand: false, .. } => {
                        say!("Put {card} into your discard pile. {}", text::card(rules.set.card(kind)))
                    }
                    Effect::Gain { hand: true, .. } => {
                        say!("Take {card} into your hand. {}", text::card(rules.set.card(kind)))
                    }
                    _ => say!("Choose {card}."),
                }
            }
            Action::Row(_) => say!("Discard its face-up cards and turn up three new ones."),
            Action::Place(place) => say!("It goes to {}.", state.arena_name(rules, place)),
            Action::Enter(kind, place) => entry::explain(rules, state, kind, place),
            Action::Arena(id) => say!("Ready {}.", place_name(rules, id)),
            Action::Mode(Mode(at)) => {
                let steps = &ability(rules, self.bearer, self.ability).steps;
                let Some(step) = steps.get(usize::from(self.step + at)) else { return Text::new() };
                let says = text::of_effect(&bearer(rules, self.bearer), stands, timing, step.effect);
                say!("{}.", says.capital())
            }
            Action::Accept => say!("Yes: {says}."),
            Action::Decline => {
                let mut any = false;
                state.choices(rules, &self, need, |_| any = true);
                let none = !any && seat == self.seat;
                Text::of(if none { "You have no card for it." } else { "No, go on without it." })
            }
            _ => Text::new(),
        }
    }
}
