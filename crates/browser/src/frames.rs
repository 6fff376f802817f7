//! How smoothly events are shown on a phone's processor, as Chromium's tracing tells it, and how soon a table is there on a phone's line.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};
use thirtyfour::common::command::FormatRequestData;
use thirtyfour::extensions::cdp::ChromeDevTools;
use thirtyfour::{RequestData, SessionId};

use crate::player::Hands;
use crate::story::{Others, Story};
use crate::tour::GAMES;
use crate::{Browser, Luck, Motion, Screen, Server, Theme};

/// What the browser traces: what becomes of every frame, and the marks that the page sets.
pub(crate) const TRACED: &str = "disabled-by-default-devtools.timeline.frame,blink.user_timing";

/// How many times slower a phone's processor is taken to be.
const SLOWER: u32 = 4;

/// Asks the driver for what was traced since it was asked last.
#[derive(Debug)]
struct Traced;

impl FormatRequestData for Traced {
    fn format_request(&self, session: &SessionId) -> RequestData {
        RequestData::new(Method::POST, format!("/session/{session}/se/log"))
            .add_body(json!({ "type": "performance" }))
    }
}

/// Marks when a change of the table begins to be shown, and when the last of its motions has ended.
const MARK: &str = "hooks.after.push(() => { const all = document.getAnimations(); if (!all.length) return; Promise.all(all.map((one) => one.ready)).then(() => performance.mark('motion-begins')); \
     Promise.allSettled(all.map((one) => one.finished)).then(() => performance.mark('motion-ends')); });";

/// What became of the frames while something moved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frames {
    /// How many changes moved anything.
    pub changes: usize,
    /// For how many milliseconds something moved.
    pub milliseconds: f64,
    /// Frames that were shown.
    pub shown: usize,
    /// Frames that came too late to be shown.
    pub dropped: usize,
}

/// Reads the frames out of what was traced: those that began between a mark where a motion begins and the one where it ends.
pub fn frames_of(events: &[Value]) -> Frames {
    let time = |event: &Value| event["ts"].as_f64().unwrap_or(0.0);
    let mut marks: Vec<(f64, bool)> = Vec::new();
    let mut process = Value::Null;
    for event in events {
        match event["name"].as_str() {
            Some("motion-begins") => marks.push((time(event), true)),
            Some("motion-ends") => marks.push((time(event), false)),
            _ => continue,
        }
        process = event["pid"].clone();
    }
    marks.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut spans, mut open) = (Vec::new(), None);
    for (at, begins) in marks {
        match (begins, open) {
            (true, None) => open = Some(at),
            (false, Some(from)) => {
                spans.push((from, at));
                open = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    // A frame is traced once for each stage it passes; what counts is whether any of it was shown.
    let mut fates: BTreeMap<u64, bool> = BTreeMap::new();
    for event in events
        .iter()
        .filter(|event| event["name"] == "PipelineReporter" && event["pid"] == process && event["ph"] == "b")
    {
        let report = &event["args"]["frame_reporter"];
        if !spans.iter().any(|(from, to)| (*from..*to).contains(&time(event))) {
            continue;
        }
        let shown = match report["state"].as_str() {
            Some("STATE_PRESENTED_ALL" | "STATE_PRESENTED_PARTIAL") => true,
            Some("STATE_DROPPED") => false,
            _ => continue,
        };
        let frame = report["frame_sequence"].as_u64().unwrap_or(0);
        *fates.entry(frame).or_default() |= shown;
    }
    let shown = fates.values().filter(|shown| **shown).count();
    let milliseconds = spans.iter().map(|(from, to)| (to - from) / 1000.0).sum();
    Frames { changes: spans.len(), milliseconds, shown, dropped: fates.len() - shown }
}

async fn cdp(browser: &Browser, command: &str, wish: Value) {
    let tools = ChromeDevTools::new(browser.window.handle.clone());
    tools.execute_cdp_with_params(command, wish).await.unwrap_or_else(|error| panic!("{command}: {error}"));
}

/// What was traced since it was asked last.
async fn traced(browser: &Browser) -> Vec<Value> {
    let log = browser.window.handle.cmd(Traced).await.expect("the driver tells what was traced");
    let log: Vec<Value> = log.value().unwrap_or_default();
    let message = |entry: &Value| serde_json::from_str::<Value>(entry["message"].as_str()?).ok();
    let events = log.iter().filter_map(message).map(|said| said["message"].clone());
    events
        .filter(|said| said["method"] == "Tracing.dataCollected")
        .map(|said| said["params"].clone())
        .collect()
}

/// Plays on from a moment of a story and counts the frames while events are shown.
pub async fn smoothness(server: &Server, story: &Story, at: usize, decisions: usize) -> Frames {
    let browser = Browser::traced(Screen::PHONE).await;
    browser.media(Theme::Light, Motion::Usual).await;
    browser.enter(server, story, at, Others::Bots).await;
    browser.window.execute(MARK, vec![]).await.expect("the page runs it");
    cdp(&browser, "Emulation.setCPUThrottlingRate", json!({ "rate": SLOWER })).await;
    for turn in 0..decisions {
        tokio::time::sleep(Duration::from_millis(1300)).await;
        if !browser.my_turn().await {
            break;
        }
        browser.decide(Hands::Keys, turn * 3).await;
    }
    tokio::time::sleep(Duration::from_millis(1300)).await;
    let frames = frames_of(&traced(&browser).await);
    browser.close().await;
    frames
}

/// When the first and the largest thing of a table were drawn on a phone's line (1.6 Mbit/s, 150 ms there and back) and processor, in
/// milliseconds, and how many bytes came.
async fn first_table(server: &Server, story: &Story) -> (f64, f64, u64) {
    let browser = Browser::open(Screen::PHONE).await;
    browser.enter(server, story, story.after(30), Others::Bots).await;
    cdp(&browser, "Network.enable", json!({})).await;
    cdp(&browser, "Network.clearBrowserCache", json!({})).await;
    let line = json!({ "offline": false, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750 });
    cdp(&browser, "Network.emulateNetworkConditions", line).await;
    cdp(&browser, "Emulation.setCPUThrottlingRate", json!({ "rate": SLOWER })).await;
    browser.window.refresh().await.expect("the page can be loaded again");
    browser.painted().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let largest = "const done = arguments[arguments.length - 1]; new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true });";
    let largest = browser.window.execute_async(largest, vec![]).await.expect("the page runs it");
    let first = "performance.getEntriesByName('first-contentful-paint')[0].startTime";
    let first = browser.value(first).await.as_f64().unwrap_or(0.0);
    let bytes = browser.value(crate::WEIGHT).await.as_u64().unwrap_or(0);
    browser.close().await;
    (first, largest.json().as_f64().unwrap_or(0.0), bytes)
}

/// Measures both and tells.
pub async fn frames() {
    let server = Server::with(Luck::Known(5)).await;
    for (game, players) in GAMES {
        let story = Story::of(game, players.min(3), 61);
        let (first, largest, bytes) = first_table(&server, &story).await;
        println!(
            "{game}: first drawn after {first:.0} ms, the largest thing after {largest:.0} ms, {bytes} bytes"
        );
        let frames = smoothness(&server, &story, story.after(55), 14).await;
        let rate = 1000.0 * frames.shown as f64 / frames.milliseconds.max(1.0);
        println!(
            "{game}: {} changes, {:.0} ms of motion, {} frames shown, {} dropped: {rate:.1} frames a second",
            frames.changes, frames.milliseconds, frames.shown, frames.dropped
        );
    }
}
