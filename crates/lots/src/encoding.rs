//! Lots in numbers.

use crate::{Action, Lots, Rules, View};
use table::{MAX_SEATS, Rulebook as _, Seat, Viewer};

use encode::{Encoded, Pen, Speller, Spelling, Verb, from_here, seat_from, verbs};

verbs! {
    Draw = "draw";
    Play = "play" ["number": 9];
    Bury = "bury" ["number": 9];
    Pass = "pass";
}

impl Encoded for Lots {
    const VERSION: u32 = 1;
    const VERBS: &'static [Verb] = VERBS;

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn trace<P: Pen>(rules: &Rules, view: &View, viewer: Seat, before: Option<&View>, pen: &mut P) {
        let (public, players) = (&view.public, rules.players());
        pen.part("table");
        pen.amount("urn", public.urn.into(), 18);
        pen.flag("offered", public.offered);
        let turn = Seat::checked(public.turn.into()).map(|seat| from_here(viewer, seat, players));
        pen.one_of("turn", MAX_SEATS, turn);
        pen.part("own");
        let own = |view: &View| (view.viewer, view.hand, view.grave);
        let same = || before.is_some_and(|before| own(before) == own(view));
        pen.block(same, |pen| {
            pen.tally("hand", &view.hand, 2);
            pen.tally("buried", &view.grave, 2);
        });
        // The planted fault forgets that another may look.
        if rules.fault != "still-sides" {
            pen.sides(players);
        }
        for steps in 0..MAX_SEATS {
            pen.group("seat", steps);
            let seat = seat_from(viewer, steps, players);
            // The planted fault forgets that what a seat holds may have changed.
            let held = |view: &View, seat| if rules.fault == "old-rows" { 0 } else { view.public.held[seat] };
            let of =
                |view: &View, seat| (held(view, seat), view.public.buried[seat], view.public.played[seat]);
            let same =
                || before.is_some_and(|before| seat.is_none_or(|seat| of(before, seat) == of(view, seat)));
            pen.block(same, |pen| {
                pen.flag("seated", seat.is_some());
                pen.amount("held", seat.map_or(0, |seat| public.held[seat].into()), 18);
                pen.amount("graves", seat.map_or(0, |seat| public.buried[seat].into()), 18);
                pen.amount("shown", seat.map_or(0, |seat| view.shown(seat)), 90);
            });
        }
    }

    fn say<S: Speller>(_: &Rules, _: Seat, action: Action, speller: &S) -> S::Said {
        match action {
            Action::Draw => speller.say(V::Draw as usize, &[]),
            Action::Play(number) => speller.say(V::Play as usize, &[usize::from(number) - 1]),
            Action::Bury(number) => speller.say(V::Bury as usize, &[usize::from(number) - 1]),
            Action::Pass => speller.say(V::Pass as usize, &[]),
        }
    }

    fn unspell(_: &Rules, _: Seat, spelling: &Spelling) -> Option<Action> {
        let number = spelling.parts[0] as u8 + 1;
        Some(match *V::ALL.get(spelling.verb)? {
            V::Draw => Action::Draw,
            V::Play => Action::Play(number),
            V::Bury => Action::Bury(number),
            V::Pass => Action::Pass,
        })
    }
}
