//! GTR-10 to GTR-14: a turn, its stages in order, and what becomes of the cards played.

use super::prelude::*;

/// Where a turn stands, once the leader has decided (GTR-10 to GTR-14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Stage {
    /// The others follow or think, clockwise.
    Follow,
    /// Everyone acts, clockwise from the leader.
    Act,
    /// Castra owners who lost cards think (GTR-111).
    Castra,
    /// Senate owners claim Jacks (GTR-87).
    Senate,
    /// Sewer owners keep what they played (GTR-88).
    Sewer,
    /// The cards played leave the camps (GTR-14).
    Clear,
    /// Academy owners think (GTR-50).
    Academy,
    /// The leader card passes left (GTR-14).
    End,
}

impl Stage {
    /// The stage after this one.
    #[must_use]
    pub const fn following(self) -> Self {
        use Stage::{Academy, Act, Castra, Clear, End, Senate, Sewer};
        [Act, Castra, Senate, Sewer, Clear, Academy, End, End][self as usize]
    }

    /// Whether it passes by: nobody has the building it is about, or the leader thought, which ends the turn (GTR-10).
    fn is_idle(self, public: &Public) -> bool {
        let nobody = |among| public.anybodys.0.and(among).is_empty();
        match self {
            Self::Castra => nobody(powers().thinks_if_robbed),
            Self::Senate => nobody(powers().takes_jacks),
            Self::Sewer => nobody(powers().keeps_orders),
            Self::Academy => nobody(powers().thinks_if_crafted),
            Self::Follow | Self::Act => public.role.is_none(),
            Self::Clear | Self::End => false,
        }
    }
}

locals! {
    /// The turn: its stage, and the seat whose part of it comes now.
    Round { stage: Stage, seat: Seat }
}

impl Procedure for Round {
    const HERE: Here = super::Idle::HERE;
    const ASKS: Asks = Asks::Never;

    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        let Self { mut stage, mut seat } = self;
        let public = &state.public;
        let leader = public.leader;
        while stage.is_idle(public) {
            (stage, seat) = (stage.following(), leader);
        }
        let next = seat.next(public.players as usize);
        let over = next == leader || stage == Stage::Clear;
        state.turn_to(if over {
            Self { stage: stage.following(), seat: leader }
        } else {
            Self { stage, seat: next }
        });
        let public = &state.public;
        let can = |among| public.can(seat, among);
        let think = Think { seat, optional: true, drawing: false };
        match stage {
            Stage::Follow => state.wait(Follow { seat }),
            Stage::Act => {
                state.wait(Acts { seat, own: public.camps[seat].actions, stopped: Stopped::Nothing });
            }
            Stage::Castra if can(powers().thinks_if_robbed) && public.boards[seat].lost => state.wait(think),
            Stage::Senate if can(powers().takes_jacks) => state.wait(Senate { seat }),
            Stage::Sewer if can(powers().keeps_orders) => state.wait(Sewer { seat }),
            Stage::Clear => clear_camps(state, chance),
            Stage::Academy if can(powers().thinks_if_crafted) && public.boards[seat].crafted => {
                state.wait(think);
            }
            Stage::End => end_turn(state, rules, chance),
            Stage::Castra | Stage::Senate | Stage::Sewer | Stage::Academy => {}
        }
    }
}

/// The rule that says whose decision it is.
pub(super) fn rule(public: &Public) -> &'static str {
    let waits = |test: fn(&Frame) -> bool| public.stack.iter().any(test);
    if public.role.is_none() || waits(|frame| matches!(frame, Frame::Lead(_))) {
        return "GTR-10";
    }
    match public.stack.as_slice().first() {
        _ if waits(|frame| matches!(frame, Frame::Acts(_))) => "GTR-13",
        // The round has moved on already when its last player is asked.
        Some(Frame::Round(Round { stage: Stage::Follow | Stage::Act, .. })) => "GTR-12",
        _ => "GTR-14",
    }
}

/// GTR-14: Order cards played go to the Pool, Jacks to their pile.
fn clear_camps<C: Chance>(state: &mut State, chance: &mut C) {
    let mut cleared = Materials::default();
    for seat in state.public.seats() {
        let Camp { orders, jacks, .. } = std::mem::take(&mut state.public.camps[seat]);
        cleared.add_all(&orders);
        state.public.jacks += jacks;
    }
    state.public.pool.add_all(&cleared);
    if !cleared.is_empty() {
        chance.note(|| Event::Cleared { orders: cleared });
    }
}

/// GTR-14: the leader card passes left. GTR-26: vaults close.
fn end_turn<C: Chance>(state: &mut State, rules: &Rules, chance: &mut C) {
    state.done();
    let public = &mut state.public;
    for seat in public.seats() {
        let board = &mut public.boards[seat];
        board.fresh = Materials::default();
        board.acted = Materials::default();
        board.demanded = Materials::default();
        board.lost = false;
        board.filched = false;
        board.crafted = false;
        state.secret.gone[seat] = table::Hidden::default();
        if !rules.open_memory {
            board.open = Materials::default();
            state.secret.filched[seat] = table::Hidden::default();
        }
    }
    for structure in &mut public.structures {
        structure.shown = false;
    }
    public.role = None;
    public.playing = SeatSet::NONE;
    public.half = None;
    public.leader = public.leader.next(public.players as usize);
    public.turn = public.turn.saturating_add(1);
    chance.note(|| Event::TurnBegins { turn: public.turn, leader: public.leader });
    state.start_turn();
}

impl State {
    /// Begins the leader's turn.
    pub(crate) fn start_turn(&mut self) {
        let seat = self.public.leader.next(self.public.players as usize);
        self.wait(Round { stage: Stage::Follow, seat });
        self.wait(Lead { spoken: false });
    }
}
