//! GTR-66: a Domus Aurea razes foundations of those whom demands reach.

use super::prelude::*;

locals! {
    /// Foundations of a victim may be razed: so much is still demanded.
    Raze { seat: Seat, victim: Seat, left: Demands }
}

impl Procedure for Raze {
    const HERE: Here = ("GTR-66", "your Domus Aurea may raze foundations");
    const ASKS: Asks = Asks::IfAny;

    /// What can be razed has nothing under it, and is of a demanded colour.
    fn offers<O: Offers>(self, public: &Public, offer: &mut O) {
        let razable = public.unfinished(self.victim).filter(|structure| {
            let demanded = self.left.of(structure.card.material()) > 0 || self.left.of(structure.site) > 0;
            structure.materials.is_empty() && demanded
        });
        offer.all(razable.map(|structure| Action::Raze(self.victim, structure.card)));
        offer.decline(Action::Skip);
        offer.others(|action| {
            matches!(action, Action::Raze(..)).then_some(Why::NoSuchFoundation(self.victim))
        });
    }

    /// Its card goes to the stockpile, its Site to the influence.
    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let (Self { seat, victim, left }, Action::Raze(_, card)) = (self, action) else { return };
        let Some(at) = state.public.find(victim, card) else { return };
        let Structure { site, .. } = state.public.structures.remove(at);
        state.public.seen.add(card);
        let board = &mut state.public.boards[seat];
        board.stock[card.material()] += 1;
        board.sites[site] += 1;
        chance.note(|| Event::Razed { seat, victim, card, influence: board.influence() });
        let demanded = if left.of(card.material()) > 0 { card.material() } else { site };
        state.turn_to(Self { left: left.minus(demanded), ..self });
        state.refresh(rules);
    }

    fn crumb(self, _: &Public) -> Text {
        say!("Domus Aurea: raze {} foundations? (Demanded: {})", whose(self.victim), demanded(self.left))
    }

    fn explain(self, _: &Rules, public: &Public, action: Action) -> Text {
        let Action::Raze(owner, card) = action else { return say!("Raze no more here") };
        let site = public.find(owner, card).map_or(0, |at| public.structures[at].site.value());
        say!("Its card goes to your stockpile, its Site to your influence: +{site}")
    }
}
