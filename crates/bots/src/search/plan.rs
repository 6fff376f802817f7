//! How a search thinks: what guides it, how far it looks, when it stops.

/// How playouts and first guesses are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Guide {
    /// All legal actions alike.
    Uniform,
    /// By the mind's policy, at this temperature.
    Policy(f32),
    /// By the policy of the net, at this temperature; by the mind's where there is no net.
    Net(f32),
    /// By what both policies prefer together, as the net has learned to add the mind's to its own, at this temperature; by the mind's where there is no net.
    Both(f32),
}

/// How a search thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// At most this many iterations a decision, over all threads.
    pub iterations: u32,
    /// How much to try what has been tried little.
    pub exploration: f32,
    /// What the tree expects of actions it has not tried.
    pub prior: Guide,
    /// How much of that expectation is shared evenly, so that nothing is beneath notice.
    pub open: f32,
    /// How playouts choose.
    pub playout: Guide,
    /// After so many decisions of a playout the position is judged; where the game's own horizon is, if not said.
    pub cutoff: Option<u32>,
    /// A playout ends when so many turns have begun after the decision it comes from, if that is earlier; where a net judges, the
    /// position at the beginning of each of them counts.
    pub turns: Option<u32>,
    /// Where a net judges, how much of its judgement is by hand, between 0 and 1.
    pub by_hand: f32,
    /// How many visits with a win or a loss one visit counts for when the answer is chosen.
    pub weight: f32,
    /// By how much a win counts less, and a loss more, the later it comes: this share of the way to an even one at the very end.
    pub later: f32,
    /// How often somebody else is taken to err who can't but win: what is lost anyway hopes for that.
    pub hope: f32,
    /// How many threads, each with its own tree.
    pub threads: usize,
}

impl Plan {
    /// How the levels search; they differ in how long.
    pub const GUIDED: Self = Self {
        iterations: 1_000,
        exploration: 1.0,
        prior: Guide::Policy(1.0),
        open: 0.1,
        playout: Guide::Policy(0.12),
        cutoff: None,
        turns: None,
        by_hand: 0.0,
        weight: 1.0,
        later: 0.0,
        hope: 0.0,
        threads: 1,
    };

    /// Without any knowledge but the evaluation: what the speed of searches is compared by.
    pub const UNIFORM: Self = Self {
        iterations: 1_000,
        exploration: 0.7,
        prior: Guide::Uniform,
        open: 1.0,
        playout: Guide::Uniform,
        cutoff: Some(10),
        turns: None,
        by_hand: 0.0,
        weight: 1.0,
        later: 0.0,
        hope: 0.0,
        threads: 1,
    };
}
