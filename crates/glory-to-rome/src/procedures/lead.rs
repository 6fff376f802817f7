//! GTR-10: the leader leads a role or thinks.

use super::prelude::*;

locals! {
    /// The leader thinks or leads (GTR-10). `spoken`: has surrendered this turn.
    Lead { spoken: bool }
}

impl Lead {
    /// Why the leader can't surrender to this seat (GTR-40).
    fn no_surrender(self, public: &Public, rules: &Rules, to: Seat) -> Option<Why> {
        if !rules.surrender {
            Some(Why::NoSurrender)
        } else if to == public.leader {
            Some(Why::ToYourself)
        } else if to.index() >= rules.players {
            Some(Why::NobodyThere(to))
        } else if self.spoken {
            Some(Why::SurrenderedNow)
        } else {
            (public.boards[public.leader].surrendered == Some(to)).then_some(Why::SurrenderedTo(to))
        }
    }
}

impl Procedure for Lead {
    const HERE: Here = ("GTR-10", "the leader leads a role or thinks");

    #[inline]
    fn decides(self, public: &Public) -> Option<Seat> {
        Some(public.leader)
    }

    fn moves<O: Offers>(self, state: &State, rules: &Rules, offer: &mut O) {
        let (public, leader) = (&state.public, state.public.leader);
        // GTR-64: with a Crane every card leads Architect.
        let crane = public.can(leader, powers().leads_as_any);
        for card in state.hand(leader).kinds().iter() {
            offer.free(Action::Lead(card.role(), Play::Order(card)));
            if O::NAMES_ALL || crane {
                for role in Role::ALL.into_iter().filter(|role| *role != card.role()) {
                    let fits = public.can(leader, powers().leads_as[role as usize]);
                    offer.unless(Action::Lead(role, Play::Order(card)), || {
                        (!fits).then_some(Why::OtherRole { card, role })
                    });
                }
            }
        }
        camp::jack_and_petitions(state, rules, leader, offer, |offer, play, why| {
            for role in Role::ALL {
                offer.unless(Action::Lead(role, play), || why);
            }
        });
        think::moves(state, rules, leader, offer);
        if rules.surrender {
            for to in public.others(leader) {
                offer.unless(Action::Surrender(to), || self.no_surrender(public, rules, to));
            }
        }
        offer.others(|action| match action {
            Action::Lead(_, play) => camp::why_not(public, rules, leader, play),
            Action::Surrender(to) => self.no_surrender(public, rules, to),
            Action::Follow(_) => Some(Why::NotLed),
            Action::Skip => Some(Why::LeaderSkips),
            _ => None,
        });
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let leader = state.public.leader;
        match action {
            Action::Lead(role, play) => {
                state.done();
                state.public.role = Some(role);
                camp::play(state, leader, play);
            }
            Action::Surrender(to) => {
                chance.note(|| Event::Surrendered { seat: leader, to });
                state.public.boards[leader].surrendered = Some(to);
                state.turn_to(Self { spoken: true });
                let mut others = state.public.others(to);
                if others.all(|other| state.public.boards[other].surrendered == Some(to)) {
                    state.public.ending = Ending::Surrender(to);
                }
            }
            _ => {
                state.done();
                think::act(state, rules, leader, action, chance);
            }
        }
    }

    fn crumb(self, public: &Public) -> Text {
        say!("{} leads a role or thinks", public.leader)
    }

    fn explain(self, _: &Rules, public: &Public, action: Action) -> Text {
        let leader = public.leader;
        match action {
            Action::Lead(role, play) => camp::explain(public, leader, role, play),
            Action::Surrender(to) => {
                let mut others = public.others(to).filter(|other| *other != leader);
                if others.all(|other| public.boards[other].surrendered == Some(to)) {
                    say!("You give up: this ends the game, and the winner is {to}")
                } else {
                    say!("You give up; once all others do so too, the winner is {to}")
                }
            }
            _ => think::explain(public, leader, action),
        }
    }
}
