//! The log of a table that has been quiet for long, in one compressed piece.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::log::{Event, StoreError, TableId};

/// Which tables are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Those whose game is over.
    Finished,
    /// The others.
    Unfinished,
}

/// A table's whole log, packed, to be put in the place of its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Packed {
    pub table: TableId,
    /// The seq of the last event in it, which must still be the table's last.
    pub last: u64,
    pub body: Vec<u8>,
}

fn broken(error: impl std::fmt::Display) -> StoreError {
    StoreError::Broken(format!("an archived table can't be read: {error}"))
}

/// Packs events: one line of JSON each, by gzip, so that they can be read without us too.
pub(crate) fn pack(events: &[Event]) -> Result<Vec<u8>, StoreError> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    for event in events {
        serde_json::to_writer(&mut packer, event).map_err(broken)?;
        packer.write_all(b"\n").map_err(broken)?;
    }
    packer.finish().map_err(broken)
}

/// The events again, exactly as they were.
pub(crate) fn unpack(body: &[u8]) -> Result<Vec<Event>, StoreError> {
    let mut text = String::new();
    let _ = GzDecoder::new(body).read_to_string(&mut text).map_err(broken)?;
    text.lines().map(|line| serde_json::from_str(line).map_err(broken)).collect()
}

/// Whether events that were asked for may be in the archive: those found do not begin where they should.
pub(crate) fn is_missed(after: u64, limit: usize, found: &[Event]) -> bool {
    limit > 0 && found.first().is_none_or(|first| first.seq != after + 1)
}

/// The events after this seq, at most so many: first those of the archive, then those found outside it.
pub(crate) fn joined(packed: Vec<Event>, after: u64, limit: usize, found: Vec<Event>) -> Vec<Event> {
    let last = packed.last().map_or(0, |event| event.seq);
    let old = packed.into_iter().filter(|event| event.seq > after);
    old.chain(found.into_iter().filter(|event| event.seq > last)).take(limit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back_and_what_is_damaged_is_told() {
        let event =
            |seq: u64| Event { seq, at: 7, request: Some(format!("r{seq}")), body: "a\n\u{0}ä".repeat(99) };
        let events: Vec<Event> = (1..=40).map(event).collect();
        let packed = pack(&events).unwrap();
        assert!(packed.len() * 10 < events.iter().map(|event| event.body.len()).sum());
        assert_eq!(unpack(&packed).unwrap(), events);
        assert!(unpack(&packed[..packed.len() / 2]).unwrap_err().to_string().contains("archived"));
        let later = vec![event(41), event(42)];
        let seqs = |after, limit| -> Vec<u64> {
            let later = later.iter().filter(|event| event.seq > after).cloned().collect();
            joined(events.clone(), after, limit, later).iter().map(|event| event.seq).collect()
        };
        assert_eq!(seqs(38, 3), [39, 40, 41]);
        assert_eq!(seqs(41, 9), [42]);
        assert!(is_missed(0, 9, &later) && is_missed(42, 9, &[]) && !is_missed(40, 9, &later));
    }
}
