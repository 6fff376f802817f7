//! What time it is. Times are told to people and kept with what is written; nothing that must be right hangs on them.

use std::time::{SystemTime, UNIX_EPOCH};

fn system() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// Milliseconds since 1970.
#[cfg(not(feature = "testkit"))]
pub fn now() -> u64 {
    system()
}

#[cfg(feature = "testkit")]
pub use shifted::now;

/// Clocks that are wrong and worlds that are simulated, for the proofs.
#[cfg(feature = "testkit")]
pub mod shifted {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicI64, Ordering};

    static SHIFT: AtomicI64 = AtomicI64::new(0);

    thread_local! {
        static TIME: Cell<Option<u64>> = const { Cell::new(None) };
        static LUCK: Cell<u64> = const { Cell::new(0) };
    }

    /// From now on this process's clock goes wrong by so many milliseconds.
    pub fn shift_clock(milliseconds: i64) {
        SHIFT.store(milliseconds, Ordering::SeqCst);
    }

    /// From now on it is this time on this thread.
    pub fn set_clock(time: u64) {
        TIME.set(Some(time));
    }

    /// From now on all that is random on this thread follows from this number.
    pub fn set_luck(seed: u64) {
        LUCK.set(seed);
    }

    /// Whether time and luck on this thread are told and not the system's.
    pub fn is_simulated() -> bool {
        TIME.get().is_some()
    }

    /// Milliseconds since 1970.
    pub fn now() -> u64 {
        let shifted = || super::system().saturating_add_signed(SHIFT.load(Ordering::SeqCst));
        TIME.get().unwrap_or_else(shifted)
    }

    /// The next bytes of this thread's luck (`SplitMix64`).
    pub fn draw<const N: usize>() -> [u8; N] {
        let mut bytes = [0; N];
        for part in bytes.chunks_mut(8) {
            let state = LUCK.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
            LUCK.set(state);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            part.copy_from_slice(&(mixed ^ (mixed >> 31)).to_le_bytes()[..part.len()]);
        }
        bytes
    }
}
