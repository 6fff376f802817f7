//! What a game adds so that positions and actions can be judged.

use encode::Encoded;
use table::{BySeat, Seat};

use crate::erring::Manner;
use crate::grounds::Thing;
use crate::search::Guide;
use crate::weights::{Weight, Weights};

/// What a player judges by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// What was written by hand: features with tuned weights.
    Hand,
    /// The net that was trained.
    Net,
}

/// Cards of one name that lie where somebody can't see them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lies {
    /// Where, as in "B's hand".
    pub place: String,
    /// Their name.
    pub card: String,
    /// How many there are; 0 of those that could be there and are not need not be told.
    pub count: u8,
}

/// How a search that judges by the net thinks; measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ByNet {
    /// How `gentle` errs.
    pub gentle: Manner,
    /// How `modest` errs.
    pub modest: Manner,
    /// How `fair` errs, if at all; where it takes care it looks a little ahead.
    pub fair: Manner,
    /// How many iterations look well ahead, in about the time that [`Mind::MANY`] by hand take.
    pub many: u32,
    /// Positions are judged when a turn has begun after the decision they come from, for so many turns: only then do all that could be
    /// decided stop at the same question. What they are worth is the mean.
    pub turns: u32,
    /// How much to try what has been tried little.
    pub exploration: f32,
    /// What the tree expects of actions it has not tried.
    pub prior: Guide,
    /// How much of that expectation is shared evenly.
    pub open: f32,
    /// How playouts choose.
    pub playout: Guide,
    /// For how many turns, and by what, a playout goes on for the levels that have a second or more: what would be too dear for the others.
    pub far: (u32, Guide),
    /// How much of a judgement is by hand all the same, between 0 and 1: where both are often wrong, they are so in different places.
    pub by_hand: f32,
}

/// A game whose positions and actions can be judged, always from what a view shows.
pub trait Mind: Encoded {
    /// The numbers it judges by.
    const WEIGHTS: &'static [Weight];

    /// After so many decisions of a playout its positions are judged best; measured.
    const HORIZON: u32 = 20;

    /// The same for a search of many thousand playouts; measured. Where dice decide much, a long playout knows more, but it takes so
    /// many of them to see through the luck.
    const FAR_HORIZON: u32 = Self::HORIZON;

    /// How many iterations look a little ahead; measured, so that the levels stand apart. Where dice decide much, it takes more of
    /// them to see what is better.
    const FEW: u32 = 20;

    /// How many iterations look well ahead; measured.
    const MANY: u32 = 200;

    /// How `gentle` errs where it judges by hand; measured.
    const MANNER: Manner = Manner::USUAL;

    /// Which of its weights tell of what rivals have and can do: `gentle` overlooks them.
    const RIVALS: &'static [usize] = &[];

    /// How many of the last decisions tell something of the hands of those who made them, by the policy written by hand: worlds are weighed by so many
    /// where beliefs are shown. 0 where that fits the truth worse than to count all alike; measured.
    const HINDSIGHT: usize = 0;

    /// What its players judge by, unless something else is asked for: what won.
    const USUAL: Judgement = Judgement::Hand;

    /// How a search that judges by the net thinks.
    const BY_NET: ByNet = ByNet {
        gentle: Manner::USUAL,
        modest: Manner { glances: 0.2, ..Manner::USUAL },
        fair: Manner { care: 20, glances: 0.0, ..Manner::USUAL },
        many: 200,
        turns: 4,
        exploration: 1.0,
        prior: Guide::Policy(1.0),
        open: 0.1,
        playout: Guide::Policy(0.12),
        far: (4, Guide::Policy(0.12)),
        by_hand: 0.0,
    };

    /// The file of the net that was trained for this game, where it is built in.
    fn net() -> Option<&'static [u8]> {
        None
    }

    /// A number that is another whenever a new turn begins, and the same within a turn.
    fn beat(&self) -> u32;

    /// The tuned values of those numbers.
    fn tuned() -> &'static Weights;

    /// How good each legal action looks to the seat whose view it is: one number each into `out`, larger is better, on a
    /// scale where a difference of 1 is a clear preference.
    fn weigh(
        weights: &Weights,
        rules: &Self::Rules,
        view: &Self::View,
        seat: Seat,
        legal: &[Self::Action],
        out: &mut Vec<f32>,
    );

    /// How strong each seat stands, as the view shows it: differences between seats count, on a scale where a lead of 1 makes a
    /// win about 2.7 times as likely as a loss. Alone at the table, 0 is an even chance.
    fn strength(weights: &Weights, rules: &Self::Rules, view: &Self::View) -> BySeat<f32>;

    /// What the view shows that can be named, and how the view would be without each: nothing that is not there, and nothing that its
    /// owner does not see. A spectator's shows nothing.
    fn things(rules: &Self::Rules, view: &Self::View) -> Vec<Thing<Self::View>> {
        let _ = (rules, view);
        Vec::new()
    }

    /// What lies where the seat can't see it, card by card, to look back at when a game is over: no player gets it.
    fn unseen(&self, rules: &Self::Rules, seat: Seat) -> Vec<Lies> {
        let _ = (rules, seat);
        Vec::new()
    }

    /// Each seat's chance to win, as the view shows it: between 0 and 1.
    fn evaluate(weights: &Weights, rules: &Self::Rules, view: &Self::View, players: usize) -> BySeat<f32> {
        let strength = Self::strength(weights, rules, view);
        let mut chances = BySeat::default();
        if players == 1 {
            let seat = Seat::new(0);
            chances[seat] = 1.0 / (1.0 + (-strength[seat]).exp());
            return chances;
        }
        let most = Seat::all(players).map(|seat| strength[seat]).fold(f32::NEG_INFINITY, f32::max);
        let mut total = 0.0;
        for seat in Seat::all(players) {
            chances[seat] = (strength[seat] - most).exp();
            total += chances[seat];
        }
        for seat in Seat::all(players) {
            chances[seat] /= total;
        }
        chances
    }
}
