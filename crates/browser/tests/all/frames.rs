//! What became of frames is read out of a trace, and nothing that moves is left to the page's own thread.

use gloria_browser::{Luck, Planted, Server, Story, frames_of, smoothness};
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
        mark("motion-news", 400),
        frame(7, 1, 500, dropped),
        mark("motion-begins", 1000),
        frame(7, 2, 17_000, shown),
        frame(7, 3, 34_000, dropped),
        // What the compositor moves came, and what the page adds came too late: it was shown.
        frame(7, 4, 51_000, dropped),
        frame(7, 4, 52_000, "STATE_PRESENTED_PARTIAL"),
        frame(7, 5, 60_000, "STATE_NO_UPDATE_DESIRED"),
        frame(8, 6, 61_000, dropped),
        // Nothing of it came in time, and what came, came with a later one.
        frame(7, 6, 67_000, dropped),
        frame(7, 6, 67_000, shown),
        // Two beats without a frame.
        frame(7, 9, 99_000, shown),
        mark("motion-ends", 101_000),
        frame(7, 10, 120_000, dropped),
    ];
    let frames = frames_of(&trace);
    assert_eq!((frames.changes, frames.shown, frames.dropped, frames.idle), (1, 3, 4, 1));
    assert!((frames.milliseconds - 100.0).abs() < 0.01, "{frames:?}");
    assert!((frames.waited - 0.6).abs() < 0.01, "{frames:?}");
    assert!((frames.rate() - 60.0 * 3.0 / 7.0).abs() < 0.01, "{frames:?}");
}

/// How smooth it is depends on the machine, and is measured by hand (`cargo xtask screens frames`); who moves what does not.
#[tokio::test(flavor = "multi_thread")]
async fn what_moves_is_moved_by_the_compositor() {
    let server = Server::with(Luck::Known(5)).await;
    for game in ["glory-to-rome", "for-glory", "glory"] {
        let story = Story::of(game, 2, 61);
        let frames = smoothness(&server, &story, story.after(55), 5, Planted::Nothing).await;
        assert!(frames.changes > 0, "{game}: {frames:?}");
        assert_eq!(frames.by_page, Vec::<String>::new(), "{game}");
    }
    let story = Story::of("glory", 2, 61);
    let frames = smoothness(&server, &story, story.after(55), 3, Planted::Stumble).await;
    assert!(frames.by_page.iter().any(|one| one.contains("left")), "{frames:?}");
    assert!(frames.dropped > 3, "{frames:?}");
}
