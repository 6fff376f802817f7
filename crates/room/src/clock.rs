//! The players' clocks, as the log tells them: all they know is at what time each event was written.

use table::{MAX_SEATS, Seat, SeatSet};

use crate::pace::{Pace, counted, when_counted};

/// What somebody has at least who comes back to a clock that had run out, in milliseconds: enough to look around.
const GRACE: u64 = 60_000;

/// The clocks of a game that has begun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    pace: Pace,
    /// What each has left of the whole game's time, in milliseconds.
    bank: [u64; MAX_SEATS],
    /// What each has used of the turn to decide that is now, or was last.
    spent: [u64; MAX_SEATS],
    /// Whose time runs.
    running: SeatSet,
    /// Up to when time has been taken off.
    settled: u64,
}

/// Why the clocks are set anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tick {
    /// The game began or went on.
    Forward,
    /// Something was taken back.
    Back,
    /// Something else happened at the table.
    Beside,
}

impl Clocks {
    /// Clocks that nobody has used yet.
    pub(crate) const fn new(pace: Pace, at: u64) -> Self {
        let bank = match pace {
            Pace::Free => 0,
            Pace::Live { bank, .. } | Pace::Slow { bank, .. } => bank as u64 * 1000,
        };
        Self { pace, bank: [bank; MAX_SEATS], spent: [0; MAX_SEATS], running: SeatSet::NONE, settled: at }
    }

    /// Takes the time up to this moment off, and lets the clocks of these seats run from now on.
    pub(crate) fn set(&mut self, waiting: SeatSet, tick: Tick, at: u64) {
        self.settle(at);
        let (before, now, increment) = (self.running, waiting, self.increment());
        self.running = now;
        for seat in before.iter().filter(|seat| !now.contains(*seat)) {
            if tick == Tick::Forward {
                self.bank[seat.index()] += increment;
            }
        }
        for seat in now.iter().filter(|seat| !before.contains(*seat)) {
            match tick {
                Tick::Forward => self.spent[seat.index()] = 0,
                // What was given for passing on is given once, however often something is taken back.
                Tick::Back => {
                    let bank = &mut self.bank[seat.index()];
                    *bank = bank.saturating_sub(increment);
                }
                Tick::Beside => {}
            }
        }
    }

    /// Between these moments nobody could have decided: the table was away.
    pub(crate) fn pause(&mut self, from: u64, to: u64) {
        self.settle(from);
        self.settled = self.settled.max(to);
    }

    /// Somebody comes back to the seat: a clock that has run out has a little time again.
    pub(crate) fn grant(&mut self, seat: Seat) {
        self.spent[seat.index()] = 0;
        if let Pace::Live { .. } = self.pace {
            let bank = &mut self.bank[seat.index()];
            *bank = (*bank).max(GRACE);
        }
    }

    const fn increment(&self) -> u64 {
        match self.pace {
            Pace::Live { increment, .. } => increment as u64 * 1000,
            Pace::Free | Pace::Slow { .. } => 0,
        }
    }

    /// What a turn to decide has by itself.
    const fn each(&self) -> u64 {
        match self.pace {
            Pace::Slow { each, .. } => each as u64 * 1000,
            Pace::Free | Pace::Live { .. } => 0,
        }
    }

    fn settle(&mut self, at: u64) {
        let used = counted(self.pace.night(), self.settled, at);
        let each = self.each();
        for seat in self.running.iter() {
            let own = each.saturating_sub(self.spent[seat.index()]);
            let bank = &mut self.bank[seat.index()];
            *bank = bank.saturating_sub(used.saturating_sub(own));
            self.spent[seat.index()] += used;
        }
        // Servers' clocks differ a little: what has been taken off stays so.
        self.settled = self.settled.max(at);
    }

    /// Up to when time has been taken off.
    pub const fn settled(&self) -> u64 {
        self.settled
    }

    /// Whose time runs.
    pub const fn running(&self) -> SeatSet {
        self.running
    }

    /// How a seat's clock stands at this time.
    pub fn stands(&self, seat: Seat, now: u64) -> Stands {
        let mut then = self.clone();
        then.settle(now);
        let runs = self.running.contains(seat);
        // Whoever does not decide has a whole turn to decide before them.
        let own = self.each().saturating_sub(if runs { then.spent[seat.index()] } else { 0 });
        Stands { own, bank: then.bank[seat.index()], runs, night: runs && self.sleeps(now) }
    }

    fn sleeps(&self, now: u64) -> bool {
        self.pace.night().is_some() && counted(self.pace.night(), now, now + 1) == 0
    }

    /// Whether a seat's time is used up.
    pub fn is_out(&self, seat: Seat, now: u64) -> bool {
        self.running.contains(seat) && self.stands(seat, now).left() == 0
    }

    /// When the first clock that runs will have run out.
    pub fn deadline(&self) -> Option<u64> {
        let ends = |seat: Seat| {
            let left = self.stands(seat, self.settled).left();
            when_counted(self.pace.night(), self.settled, left)
        };
        self.running.iter().map(ends).min()
    }
}

/// How a clock stands, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stands {
    /// What is left of the turn to decide.
    pub own: u64,
    /// What is left of the whole game's time.
    pub bank: u64,
    /// Whether it runs.
    pub runs: bool,
    /// Whether it would run, but for the night.
    pub night: bool,
}

impl Stands {
    /// All that is left.
    pub const fn left(self) -> u64 {
        self.own + self.bank
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pace::Night;

    const ANN: Seat = Seat::new(0);
    const BOB: Seat = Seat::new(1);

    fn only(seat: Seat) -> SeatSet {
        [seat].into_iter().collect()
    }

    fn live() -> Clocks {
        let mut clocks = Clocks::new(Pace::Live { bank: 60, increment: 5 }, 1_000);
        clocks.set(only(ANN), Tick::Forward, 1_000);
        clocks
    }

    #[test]
    fn a_live_clock_runs_while_one_decides_and_gets_its_increment_when_the_decision_passes_on() {
        let mut clocks = live();
        assert_eq!(clocks.deadline(), Some(61_000));
        // Two decisions of one turn: no increment between them.
        clocks.set(only(ANN), Tick::Forward, 11_000);
        assert_eq!(clocks.stands(ANN, 11_000).left(), 50_000);
        clocks.set(only(BOB), Tick::Forward, 21_000);
        assert_eq!(clocks.stands(ANN, 99_000).left(), 45_000, "it stands still");
        assert_eq!(clocks.stands(BOB, 31_000).left(), 50_000);
        // Something else happens: nothing is won by it.
        clocks.set(only(BOB), Tick::Beside, 31_000);
        assert_eq!(clocks.stands(BOB, 31_000).left(), 50_000);
        assert!(!clocks.is_out(BOB, 80_999) && clocks.is_out(BOB, 81_000) && !clocks.is_out(ANN, 81_000));
        assert_eq!(clocks.deadline(), Some(81_000));
    }

    #[test]
    fn taking_back_wins_no_time() {
        let mut clocks = live();
        for turn in 0..10 {
            clocks.set(only(BOB), Tick::Forward, 2_000 + turn * 1_000);
            clocks.set(only(ANN), Tick::Back, 2_000 + turn * 1_000);
        }
        assert_eq!(clocks.stands(ANN, 11_000).left(), 50_000);
    }

    #[test]
    fn two_clocks_run_where_two_decide() {
        let mut clocks = live();
        clocks.set(SeatSet::all(2), Tick::Forward, 2_000);
        clocks.set(only(BOB), Tick::Forward, 12_000);
        assert_eq!(clocks.stands(ANN, 20_000).left(), 60_000 - 11_000 + 5_000);
        assert_eq!(clocks.stands(BOB, 20_000).left(), 60_000 - 18_000);
    }

    #[test]
    fn no_time_is_lost_while_the_table_is_away() {
        let mut clocks = live();
        clocks.pause(5_000, 90_000);
        assert_eq!(clocks.stands(ANN, 91_000).left(), 55_000);
        // Told twice, or by one whose clock is behind: no more is given.
        clocks.pause(5_000, 90_000);
        clocks.set(only(ANN), Tick::Beside, 89_000);
        assert_eq!(clocks.stands(ANN, 91_000).left(), 55_000);
    }

    #[test]
    fn a_slow_turn_has_its_own_time_first_and_nights_off() {
        let night = Night::new(22 * 60, 6 * 60);
        let hour = 3_600_000;
        let midnight = 20_000 * 24 * hour;
        let mut clocks = Clocks::new(Pace::Slow { each: 4 * 3600, bank: 2 * 3600, night }, midnight);
        clocks.set(only(ANN), Tick::Forward, midnight + 20 * hour);
        assert_eq!(clocks.deadline(), Some(midnight + (24 + 10) * hour));
        assert!(clocks.stands(ANN, midnight + 23 * hour).night);
        assert!(!clocks.stands(ANN, midnight + 21 * hour).night);
        // After five hours by day, one of the bank's is gone; the next turn has its own again.
        clocks.set(only(BOB), Tick::Forward, midnight + (24 + 9) * hour);
        assert_eq!(
            clocks.stands(ANN, midnight + 40 * hour),
            Stands { own: 4 * hour, bank: hour, runs: false, night: false }
        );
        clocks.set(only(ANN), Tick::Forward, midnight + 36 * hour);
        assert_eq!(clocks.stands(ANN, midnight + 37 * hour).own, 3 * hour);
        // Taken back: the time that the turn had used is used.
        clocks.set(only(BOB), Tick::Forward, midnight + 38 * hour);
        clocks.set(only(ANN), Tick::Back, midnight + 38 * hour);
        assert_eq!(clocks.stands(ANN, midnight + 38 * hour).own, 2 * hour);
    }

    #[test]
    fn who_comes_back_has_a_moment() {
        let mut clocks = live();
        clocks.set(SeatSet::NONE, Tick::Beside, 70_000);
        assert_eq!(clocks.deadline(), None);
        clocks.grant(ANN);
        clocks.set(only(ANN), Tick::Beside, 80_000);
        assert_eq!(clocks.stands(ANN, 80_000).left(), GRACE);
    }
}
