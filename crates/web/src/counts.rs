//! What a server counts and times, for whoever watches it.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::http::Method;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The upper ends of the boxes that times are sorted into, in seconds.
const ENDS: [f64; 15] =
    [0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

fn histogram() -> Histogram {
    Histogram::new(ENDS)
}

/// What is asked for, as far as times differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A page or a file to look at.
    Page,
    /// A post of a page.
    Post,
    /// Anything of the API but its streams.
    Api,
    /// The beginning of a stream: how long it takes until it flows, not how long it lasts.
    Stream,
    /// Pictures, styles and the script.
    Asset,
}

impl Class {
    const ALL: [Self; 5] = [Self::Page, Self::Post, Self::Api, Self::Stream, Self::Asset];

    const fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Post => "post",
            Self::Api => "api",
            Self::Stream => "stream",
            Self::Asset => "asset",
        }
    }

    /// The class of a request.
    pub fn of(method: &Method, path: &str) -> Self {
        if path.starts_with("/assets/") {
            Self::Asset
        } else if path.ends_with("/live") || path.ends_with("/stream") || path.ends_with("/events") {
            Self::Stream
        } else if path.starts_with("/api/") {
            Self::Api
        } else if method == Method::POST {
            Self::Post
        } else {
            Self::Page
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct OfClass {
    class: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct OfCall {
    call: &'static str,
}

/// How long things take. Each time costs one short lock of its own histogram, and nothing is allocated.
#[derive(Debug)]
pub struct Times {
    /// From a wish to its being durable and shown, decisions of bots included.
    pub durable: Histogram,
    /// Drawing a table for one who looks.
    pub drawing: Histogram,
    /// What bots think about one decision, without waiting for their turn.
    pub thinking: Histogram,
    /// An append to the store.
    pub append: Histogram,
    /// Reading a table's log from the store.
    pub read: Histogram,
    answers: [Histogram; 5],
    registry: Registry,
}

impl Default for Times {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("gloria");
        let answers = Family::<OfClass, Histogram>::new_with_constructor(histogram);
        let store = Family::<OfCall, Histogram>::new_with_constructor(histogram);
        let [durable, drawing, thinking] = [(); 3].map(|()| histogram());
        registry.register("answer_seconds", "From a request to the head of its answer", answers.clone());
        registry.register("durable_seconds", "From a wish to its being durable and shown", durable.clone());
        registry.register("drawing_seconds", "Drawing a table for one who looks", drawing.clone());
        registry.register("thinking_seconds", "What a bot thinks about one decision", thinking.clone());
        registry.register("store_seconds", "Calls of the store", store.clone());
        Self {
            durable,
            drawing,
            thinking,
            append: store.get_or_create_owned(&OfCall { call: "append" }),
            read: store.get_or_create_owned(&OfCall { call: "read" }),
            answers: Class::ALL.map(|class| answers.get_or_create_owned(&OfClass { class: class.name() })),
            registry,
        }
    }
}

impl Times {
    /// A request of this class was answered.
    pub fn answered(&self, class: Class, took: Duration) {
        self.answers[class as usize].observe(took.as_secs_f64());
    }

    /// Times something.
    pub fn time<T>(into: &Histogram, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let done = work();
        into.observe(began.elapsed().as_secs_f64());
        done
    }
}

/// What is counted.
#[derive(Debug, Default)]
pub struct Counts {
    /// Decisions made durable.
    pub actions: AtomicU64,
    /// Tables drawn for somebody who looks at a game.
    pub drawn: AtomicU64,
    /// Requests answered.
    pub requests: AtomicU64,
    /// Requests refused for their rate.
    pub slowed: AtomicU64,
    /// Connections that were not taken.
    pub turned_away: AtomicU64,
    /// Streams open now.
    pub streams: AtomicU64,
    /// Streams open now, of each guest and of each address.
    pub held: Mutex<HashMap<String, usize>>,
    /// Answers with a status of 500 or more.
    pub faults: AtomicU64,
    /// Tables put into the archive.
    pub archived: AtomicU64,
    /// How long things take.
    pub times: Times,
}

impl Counts {
    /// Everything that is counted and timed, with these gauges, as Prometheus reads it.
    pub fn text(&self, gauges: &[(&str, &str, u64)]) -> String {
        let mut registry = Registry::with_prefix("gloria");
        for (name, help, count) in [
            ("actions", "Decisions made durable", &self.actions),
            ("requests", "Requests answered", &self.requests),
            ("slowed", "Requests refused for their rate", &self.slowed),
            ("faults", "Answers with a status of 500 or more, and engines without room", &self.faults),
            ("turned_away", "Connections that were not taken", &self.turned_away),
            ("drawn", "Tables drawn", &self.drawn),
            ("archived", "Tables put into the archive", &self.archived),
        ] {
            registry.register(name, help, ConstCounter::new(count.load(Ordering::Relaxed)));
        }
        registry.register(
            "streams",
            "Streams open now",
            ConstGauge::new(self.streams.load(Ordering::Relaxed) as i64),
        );
        for (name, help, number) in gauges {
            registry.register(*name, *help, ConstGauge::new(*number as i64));
        }
        let mut counted = String::new();
        // Writing to a string can't fail.
        let _ = encode(&mut counted, &registry);
        let mut text = counted.trim_end_matches("# EOF\n").to_owned();
        let _ = encode(&mut text, &self.times.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_and_timed_is_told_once_and_ends_once() {
        let counts = Counts::default();
        counts.actions.fetch_add(3, Ordering::Relaxed);
        counts.times.answered(Class::of(&Method::POST, "/t/ab/act"), Duration::from_millis(3));
        let text = counts.text(&[("tables_live", "Tables under way", 7)]);
        assert!(
            text.contains("gloria_actions_total 3\n") && text.contains("gloria_tables_live 7\n"),
            "{text}"
        );
        assert!(text.contains("gloria_answer_seconds_bucket{le=\"0.0025\",class=\"post\"} 0\n"), "{text}");
        assert!(text.contains("gloria_answer_seconds_bucket{le=\"0.005\",class=\"post\"} 1\n"), "{text}");
        assert_eq!(text.matches("# EOF\n").count(), 1);
        assert!(text.ends_with("# EOF\n"));
        let named = |line: &&str| line.starts_with("# TYPE gloria_answer_seconds ");
        assert_eq!(text.lines().filter(named).count(), 1);
    }
}
