//! What the server says of itself: lines on the standard error output, by `tracing`.
//!
//! No line holds a secret: neither cookies, tokens, bodies, queries nor names are ever given to it; addresses only where that was asked for.

use std::panic::PanicHookInfo;

use tracing::Subscriber;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt};

use crate::config::{Config, Log, LogFormat};

impl Log {
    const fn level(self) -> LevelFilter {
        match self {
            Self::Quiet => LevelFilter::OFF,
            Self::Faults => LevelFilter::WARN,
            Self::Changes => LevelFilter::INFO,
            Self::All => LevelFilter::DEBUG,
        }
    }
}

/// Begins to write lines as the configuration says; from now on panics are lines too. The first who begins decides.
pub fn begin(config: &Config) {
    if lines(config, std::io::stderr).try_init().is_ok() {
        std::panic::set_hook(Box::new(panicked));
    }
}

/// What writes the lines.
fn lines<W>(config: &Config, writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let ours = config.log.level();
    // What other crates have to say is worth reading only if something is wrong.
    let targets = Targets::new().with_target("gloria", ours).with_default(ours.min(LevelFilter::WARN));
    let lines = fmt::layer().with_writer(writer).with_ansi(false).with_target(false);
    let layer = match config.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).boxed(),
    };
    tracing_subscriber::registry().with(layer.with_filter(targets))
}

fn panicked(panic: &PanicHookInfo<'_>) {
    let payload = panic.payload();
    let why = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let why = why.unwrap_or("no reason is given");
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let thread = std::thread::current();
    tracing::error!(
        thread = thread.name().unwrap_or("unnamed"),
        place,
        why,
        "Something of the server's own broke off (panic)"
    );
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    /// What was written.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn written(config: &Config, work: impl FnOnce()) -> String {
        let paper = Paper::default();
        let writer = paper.clone();
        tracing::subscriber::with_default(lines(config, move || writer.clone()), work);
        let bytes = paper.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_panic_is_a_line_that_says_where() {
        let config = Config { log_format: LogFormat::Json, ..Config::default() };
        let text = written(&config, || {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(panicked));
            assert!(std::panic::catch_unwind(|| panic!("on purpose")).is_err());
            std::panic::set_hook(before);
        });
        let line: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((line["level"].as_str(), line["why"].as_str()), (Some("ERROR"), Some("on purpose")));
        assert!(line["place"].as_str().unwrap().contains("log.rs:"), "{text}");
    }

    #[test]
    fn only_what_is_asked_for_is_written() {
        let says = |log: Log| {
            written(&Config { log, ..Config::default() }, || {
                tracing::error!("one");
                tracing::info!("two");
                tracing::debug!("three");
                tracing::info!(target: "hyper", "of others");
            })
        };
        assert_eq!(says(Log::Quiet), "");
        assert_eq!(says(Log::Faults).lines().count(), 1);
        assert_eq!(says(Log::Changes).lines().count(), 2);
        let all = says(Log::All);
        assert!(all.lines().count() == 3 && !all.contains("of others"), "{all}");
    }
}
