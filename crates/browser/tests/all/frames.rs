//! What became of frames is read out of a trace.

use gloria_browser::frames_of;
use serde_json::{Value, json};

fn mark(name: &str, at: u32) -> Value {
    json!({ "name": name, "pid": 7, "ph": "I", "ts": at })
}

fn frame(process: u32, number: u32, at: u32, state: &str) -> Value {
    json!({ "name": "PipelineReporter", "pid": process, "ph": "b", "ts": at, "args": { "frame_reporter": { "frame_sequence": number, "state": state } } })
}

#[test]
fn only_frames_of_the_page_while_something_moves_count() {
    let (shown, dropped) = ("STATE_PRESENTED_ALL", "STATE_DROPPED");
    let trace = [
        frame(7, 1, 500, dropped),
        mark("motion-begins", 1000),
        frame(7, 2, 17_000, shown),
        frame(7, 3, 34_000, dropped),
        // Part of it came, and part of it came too late: it was shown.
        frame(7, 4, 51_000, dropped),
        frame(7, 4, 52_000, "STATE_PRESENTED_PARTIAL"),
        frame(7, 5, 60_000, "STATE_NO_UPDATE_DESIRED"),
        frame(8, 6, 61_000, dropped),
        mark("motion-ends", 101_000),
        frame(7, 7, 120_000, dropped),
    ];
    let frames = frames_of(&trace);
    assert_eq!((frames.changes, frames.shown, frames.dropped), (1, 2, 1));
    assert!((frames.milliseconds - 100.0).abs() < 0.01, "{frames:?}");
}
