//! How smoothly events are shown on a phone's processor, as Chromium's tracing tells it, and how soon a table is there on a phone's line.

use std::collections::{BTreeMap, BTreeSet};
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

/// What the browser traces: what becomes of every frame, who moves what, and the marks that the page sets.
pub(crate) const TRACED: &str =
    "disabled-by-default-devtools.timeline.frame,blink.user_timing,blink.animations";

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

/// Marks when a change of the table comes in, when the first of its motions begins and when the last has ended: by the motions' own time, for the
/// page's thread hears of both later, and of the end only once it has nothing else to do.
const MARK: &str = "hooks.before.unshift(() => performance.mark('motion-news')); hooks.after.push(() => { const all = document.getAnimations(); if (!all.length) return; \
     const begins = () => Math.min(...all.map((one) => one.startTime ?? Infinity)), ends = () => Math.max(...all.map((one) => (one.startTime ?? 0) + one.effect.getComputedTiming().endTime)); \
     Promise.all(all.map((one) => one.ready)).then(() => { const from = begins(), to = ends(); performance.mark('motion-begins', { startTime: from }); \
       Promise.allSettled(all.map((one) => one.finished)).then(() => performance.mark('motion-ends', { startTime: Math.min(performance.now(), to) })); }, () => {}); });";

/// Why the browser leaves a motion to the page's thread, but for one reason: that it moves nothing anyone sees.
const NOTHING_SEEN: u64 = 1 << 17;

/// What became of the frames while something moved.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    /// How many changes moved anything.
    pub changes: usize,
    /// For how many milliseconds something moved.
    pub milliseconds: f64,
    /// Frames that were shown.
    pub shown: usize,
    /// Frames that came too late to be shown, or were never begun.
    pub dropped: usize,
    /// Frames in which nothing had moved: between a die that lands and the blow that follows.
    pub idle: usize,
    /// How many milliseconds it was, all together, from the news of a change until it began to move.
    pub waited: f64,
    /// What was moved by the page's own thread, which may be busy, and not by the compositor.
    pub by_page: Vec<String>,
}

impl Frames {
    /// How many frames a second were shown while there was something to show, on a screen of sixty.
    pub fn rate(&self) -> f64 {
        60.0 * self.shown as f64 / (self.shown + self.dropped).max(1) as f64
    }
}

/// What became of one frame. It is traced once for each stage it passes.
#[derive(Clone, Copy, Default)]
struct Fate {
    whole: bool,
    in_part: bool,
    dropped: bool,
}

impl Fate {
    fn learn(&mut self, state: Option<&str>) {
        match state {
            Some("STATE_PRESENTED_ALL") => self.whole = true,
            // What the compositor moves was shown; what the page's thread would have added came later.
            Some("STATE_PRESENTED_PARTIAL") => self.in_part = true,
            Some("STATE_DROPPED") => self.dropped = true,
            _ => {}
        }
    }
}

fn time(event: &Value) -> f64 {
    event["ts"].as_f64().unwrap_or(0.0)
}

/// From when to when something moved, and for how long the news of it had waited.
fn spans(events: &[Value]) -> (Vec<(f64, f64)>, f64) {
    let mut marks: Vec<(f64, &str)> = events
        .iter()
        .filter_map(|event| Some((time(event), event["name"].as_str()?)))
        .filter(|(_, name)| name.starts_with("motion-"))
        .collect();
    marks.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut spans, mut open, mut news, mut waited) = (Vec::new(), None, None, 0.0);
    for (at, name) in marks {
        match (name, open) {
            ("motion-news", _) => news = Some(at),
            ("motion-begins", None) => {
                waited += news.take().map_or(0.0, |news| at - news);
                open = Some(at);
            }
            ("motion-ends", Some(from)) => {
                spans.push((from, at));
                open = None;
            }
            _ => {}
        }
    }
    (spans, waited)
}

/// What the page's thread moved: every motion that the compositor could not take over and that shows.
fn moved_by_page(events: &[Value], process: &Value) -> Vec<String> {
    let own = events.iter().filter(|event| event["name"] == "Animation" && event["pid"] == *process);
    let (mut names, mut found) = (BTreeMap::new(), Vec::new());
    for event in own {
        let (which, data) = (event["id2"]["local"].as_str().unwrap_or_default(), &event["args"]["data"]);
        if let Some(name) = data["nodeName"].as_str() {
            names.insert(which, name);
        }
        let why = data["compositeFailed"].as_u64().unwrap_or(0);
        if why != 0 && why & NOTHING_SEEN == 0 {
            found.push(format!(
                "{} ({why}) {}",
                names.get(which).unwrap_or(&"?"),
                data["unsupportedProperties"]
            ));
        }
    }
    found
}

/// Reads the frames out of what was traced: those that began between a mark where a motion begins and the one where it ends. Every beat of the
/// screen has a number; one that is missing was dropped too.
pub fn frames_of(events: &[Value]) -> Frames {
    let process = events.iter().find(|event| event["name"] == "motion-begins");
    let process = process.map_or(Value::Null, |event| event["pid"].clone());
    let (spans, waited) = spans(events);
    let mut fates: Vec<BTreeMap<u64, Fate>> = vec![BTreeMap::new(); spans.len()];
    for event in events
        .iter()
        .filter(|event| event["name"] == "PipelineReporter" && event["pid"] == process && event["ph"] == "b")
    {
        let report = &event["args"]["frame_reporter"];
        if let Some(span) = spans.iter().position(|(from, to)| (*from..*to).contains(&time(event))) {
            let frame = report["frame_sequence"].as_u64().unwrap_or(0);
            fates[span].entry(frame).or_default().learn(report["state"].as_str());
        }
    }
    let milliseconds = spans.iter().map(|(from, to)| (to - from) / 1000.0).sum();
    let by_page = moved_by_page(events, &process);
    let mut frames =
        Frames { changes: spans.len(), milliseconds, waited: waited / 1000.0, by_page, ..Frames::default() };
    for span in fates {
        let (first, last) = (span.keys().next().copied(), span.keys().last().copied());
        let beats = last.zip(first).map_or(0, |(last, first)| last - first + 1);
        frames.dropped += usize::try_from(beats).unwrap_or(0) - span.len();
        for fate in span.values() {
            match *fate {
                Fate { in_part: true, .. } | Fate { whole: true, dropped: false, .. } => frames.shown += 1,
                Fate { dropped: true, .. } => frames.dropped += 1,
                Fate { .. } => frames.idle += 1,
            }
        }
    }
    frames
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

/// What may be planted, so that it is known that it would be found: something that the page's thread moves, while it has much else to do.
const STUMBLE: &str = "hooks.after.unshift(() => { const one = document.createElement('b'); one.textContent = 'x'; one.style.cssText = 'position: fixed; top: 0; left: 0'; document.body.append(one); \
     one.animate([{ left: 0 }, { left: '300px' }], { duration: 500 }).finished.finally(() => one.remove()); \
     let times = 0; const busy = () => { const from = performance.now(); while (performance.now() - from < 70); if (++times < 6) setTimeout(busy, 4); }; setTimeout(busy, 40); });";

/// Whether something that stumbles is planted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Planted {
    /// Nothing is.
    Nothing,
    /// Something is.
    Stumble,
}

/// Plays on from a moment of a story and counts the frames while events are shown.
pub async fn smoothness(
    server: &Server,
    story: &Story,
    at: usize,
    decisions: usize,
    planted: Planted,
) -> Frames {
    let browser = Browser::traced(Screen::PHONE).await;
    browser.media(Theme::Light, Motion::Usual).await;
    browser.enter(server, story, at, Others::Bots).await;
    if planted == Planted::Stumble {
        browser.window.execute(STUMBLE, vec![]).await.expect("the page runs it");
    }
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

/// How much the machine has to do besides, as it tells it: how many programs want to run.
fn load() -> String {
    let told = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    told.split(' ').next().unwrap_or("?").to_owned()
}

/// Measures both, so many times, and tells; what is planted must show.
pub async fn frames(times: usize, planted: Planted) {
    let server = Server::with(Luck::Known(5)).await;
    for (game, players) in GAMES {
        let story = Story::of(game, players.min(3), 61);
        for _ in 0..times {
            let (first, largest, bytes) = first_table(&server, &story).await;
            println!(
                "{game}: first drawn after {first:.0} ms, the largest thing after {largest:.0} ms, {bytes} bytes"
            );
            let frames = smoothness(&server, &story, story.after(55), 14, planted).await;
            println!(
                "{game}: {} changes, {:.0} ms of motion, {:.0} ms from the news to the first of it; {} frames shown, {} dropped, {} with nothing new: {:.1} frames a second; {} motions by the page's thread; load {}",
                frames.changes,
                frames.milliseconds,
                frames.waited / frames.changes.max(1) as f64,
                frames.shown,
                frames.dropped,
                frames.idle,
                frames.rate(),
                frames.by_page.len(),
                load()
            );
            let kinds: BTreeSet<&String> = frames.by_page.iter().collect();
            for one in kinds {
                println!("  by the page's thread: {one}");
            }
        }
    }
}
