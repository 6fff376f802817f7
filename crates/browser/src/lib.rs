//! A real browser at a real server: Debian's chromium and chromium-driver.

mod axe;
mod cut;
mod frames;
mod gallery;
mod player;
mod story;
mod tour;
mod visits;

pub use frames::{Frames, Planted, frames, frames_of, smoothness};
pub use gallery::{SCREENS, Wish, gallery};
pub use player::Hands;
pub use story::{Others, Story};
pub use tour::{GAMES, LONG_NAME, tour};

use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use store::Sqlite;
use thirtyfour::extensions::cdp::ChromeDevTools;
use thirtyfour::prelude::*;
use tokio::sync::watch;
use tokio::task::JoinHandle;
pub use web::Luck;
use web::{Config, Tables};

/// A server of its own, with an empty database that goes away at the end.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its tables.
    pub tables: Arc<Tables>,
    folder: PathBuf,
    luck: Luck,
    stop: watch::Sender<bool>,
    serving: Option<JoinHandle<()>>,
}

static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// Limits that no test reaches; bots decide almost at once.
fn config(luck: Luck) -> Config {
    let pace = Duration::from_millis(5);
    Config { pace, usual: "greedy", luck, ..Config::unlimited() }
}

/// The same where whoever has no page open is away at once.
fn restless() -> Config {
    Config { away: Duration::from_millis(400), ..config(Luck::Fresh) }
}

/// A folder for a database of its own.
fn empty_folder() -> PathBuf {
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("gloria-browser-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
    folder
}

/// Any free port of this machine.
const ANYWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

impl Server {
    /// Starts one.
    pub async fn start() -> Self {
        Self::with(Luck::Fresh).await
    }

    /// Starts one with luck from here.
    pub async fn with(luck: Luck) -> Self {
        Self::over(empty_folder(), ANYWHERE, config(luck)).await
    }

    /// Starts one at which whoever has no page open is away at once.
    pub async fn restless() -> Self {
        Self::over(empty_folder(), ANYWHERE, restless()).await
    }

    async fn over(folder: PathBuf, address: SocketAddr, config: Config) -> Self {
        let luck = config.luck;
        let store = Sqlite::open(&folder.join("log.db")).expect("an empty folder has room for a database");
        let tables = Tables::open(Arc::new(store), config).await.expect("our own database opens");
        let listener = tokio::net::TcpListener::bind(address).await.expect("the port is free");
        let address = listener.local_addr().expect("a listener has an address");
        let (stop, stopped) = watch::channel(false);
        let service = web::app(Arc::clone(&tables), stopped.clone())
            .into_make_service_with_connect_info::<SocketAddr>();
        let serving = tokio::spawn(async move {
            let mut stopped = stopped;
            let end = async move {
                let _ = stopped.wait_for(|stopped| *stopped).await;
            };
            let _ = axum::serve(listener, service).with_graceful_shutdown(end).await;
        });
        Self { address, tables, folder, luck, stop, serving: Some(serving) }
    }

    /// Stops the server and starts another on the same address and database, as after an update.
    #[must_use]
    pub async fn restarted(self) -> Self {
        self.stopped().await.started().await
    }

    /// Stops the server; its database stays for the next one.
    pub async fn stopped(mut self) -> Away {
        self.stop.send_replace(true);
        if let Some(mut serving) = self.serving.take() {
            // A connection that a browser keeps open must not keep the server there.
            if tokio::time::timeout(Duration::from_secs(3), &mut serving).await.is_err() {
                serving.abort();
                let _ = serving.await;
            }
        }
        Away { folder: std::mem::take(&mut self.folder), address: self.address, luck: self.luck }
    }

    /// The whole address of a path.
    pub fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

/// Where a server was, and will be again.
pub struct Away {
    folder: PathBuf,
    address: SocketAddr,
    luck: Luck,
}

impl Away {
    /// Starts a server there, on the same database.
    pub async fn started(self) -> Server {
        Server::over(self.folder, self.address, config(self.luck)).await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        if !self.folder.as_os_str().is_empty() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// How wide a screen, and which theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Screen {
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Whether it asks for dark pages.
    pub theme: Theme,
}

/// Which theme a screen asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// Light, with more contrast.
    Bold,
    /// Dark, with more contrast.
    DarkBold,
}

impl Theme {
    /// What the page is told: colour scheme and contrast.
    const fn media(self) -> (&'static str, &'static str) {
        match self {
            Self::Light => ("light", "no-preference"),
            Self::Dark => ("dark", "no-preference"),
            Self::Bold => ("light", "more"),
            Self::DarkBold => ("dark", "more"),
        }
    }
}

/// How much motion somebody wants to see. Tests that are about something else ask for little: what moves can't be clicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// As it comes.
    Usual,
    /// Little.
    Reduced,
}

impl Screen {
    /// A desktop.
    pub const DESKTOP: Self = Self { width: 1280, height: 800, theme: Theme::Light };
    /// A phone.
    pub const PHONE: Self = Self { width: 360, height: 740, theme: Theme::Light };

    /// The same in the dark.
    #[must_use]
    pub const fn dark(self) -> Self {
        Self { theme: Theme::Dark, ..self }
    }

    /// The same with another theme.
    #[must_use]
    pub const fn with(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }
}

/// How long anything may take on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The page is there and has been painted: a key that comes before the page's script, or before the browser shows the page, may be
/// nobody's.
const PAINTED: &str =
    "document.readyState === 'complete' && performance.getEntriesByType('paint').length > 0";

/// All bytes that came for the page and what it shows, as they came over the line; its stream goes on for ever and is not counted.
pub const WEIGHT: &str = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]\
     .filter(one => !one.name.includes('/live')).reduce((sum, one) => sum + one.transferSize, 0)";

/// A browser window of its own.
pub struct Browser {
    /// The window.
    pub window: WebDriver,
    driver: Child,
}

impl Browser {
    /// Opens one. Panics with what to install if there is no chromium.
    pub async fn open(screen: Screen) -> Self {
        Self::start(screen, None).await
    }

    /// Opens one whose frames are traced.
    pub async fn traced(screen: Screen) -> Self {
        Self::start(screen, Some(frames::TRACED)).await
    }

    async fn start(screen: Screen, traced: Option<&str>) -> Self {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver runs: install the Debian packages chromium and chromium-driver");
        let port = driver.stdout.take().and_then(|out| port_told(&mut BufReader::new(out)));
        let port = port.expect("chromedriver tells its port");
        let mut wishes = DesiredCapabilities::chrome();
        let size = format!("--window-size={},{}", screen.width.max(500), screen.height + 140);
        for wish in [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            // Nothing here needs the network beyond this machine, so nothing may wait for it.
            "--disable-background-networking",
            "--disable-component-update",
            // A window nobody types an address into needs no page for it; it took longer to start than all the rest.
            "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
            "--disable-quic",
            "--disable-sync",
            "--no-first-run",
            &size,
        ] {
            wishes.add_arg(wish).expect("an argument is text");
        }
        if let Some(categories) = traced {
            let tracing = serde_json::json!({ "enableNetwork": false, "enablePage": false, "traceCategories": categories });
            wishes.add_experimental_option("perfLoggingPrefs", tracing).expect("a wish is JSON");
            let logged = serde_json::json!({ "performance": "ALL" });
            wishes.set_base_capability("goog:loggingPrefs", logged).expect("a wish is JSON");
        }
        let mut tries = 0;
        let window = loop {
            match WebDriver::new(format!("http://127.0.0.1:{port}"), wishes.clone()).await {
                Ok(window) => break window,
                Err(error) if tries == 60 => panic!("chromium does not start: {error}"),
                Err(_) => tries += 1,
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        };
        let browser = Self { window, driver };
        browser.show_as(screen).await;
        browser
    }

    /// Whether a script's expression is true of the page.
    pub async fn is(&self, condition: &str) -> bool {
        // While a page is being left there is nothing to ask; a moment later there is.
        let answer = self.window.execute(format!("return !!({condition})"), vec![]).await;
        answer.is_ok_and(|answer| answer.json().as_bool() == Some(true))
    }

    /// Waits until a script's expression is true of the page.
    pub async fn wait(&self, condition: &str) {
        self.until(&format!("!!({condition})")).await;
    }

    /// Waits until a script's expression is true of the page, and answers its value. The page looks by itself: a question for every look
    /// would keep driver and browser busy.
    pub async fn until(&self, expression: &str) -> Value {
        let look = format!(
            "const done = arguments[arguments.length - 1], end = performance.now() + 500; \
             (function look() {{ let found; try {{ found = ({expression}); }} catch {{}} \
               if (found) done(found); else if (performance.now() > end) done(null); else setTimeout(look, 5); }})();"
        );
        let end = Instant::now() + PATIENCE;
        loop {
            // While a page is being left there is nothing to ask; a moment later there is.
            let found = self.window.execute_async(look.as_str(), vec![]).await;
            match found.map(|found| found.json().clone()) {
                Ok(Value::Null) => {}
                Ok(found) => return found,
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
            if Instant::now() > end {
                self.shoot("failed").await;
                let page = self.window.source().await.unwrap_or_default();
                let page: String = page.chars().take(3000).collect();
                panic!("never became true: {expression} on {:?}\n{page}", self.window.current_url().await);
            }
        }
    }

    /// Waits until the page is there and has been painted.
    pub async fn painted(&self) {
        self.wait(PAINTED).await;
    }

    /// The value of a script's expression.
    pub async fn value(&self, expression: &str) -> Value {
        let answer = self.window.execute(format!("return ({expression})"), vec![]).await;
        answer.unwrap_or_else(|error| panic!("{expression}: {error}")).json().clone()
    }

    /// Goes to an address and waits for the page.
    pub async fn go(&self, address: &str) {
        self.window.goto(address).await.unwrap_or_else(|error| panic!("{address}: {error}"));
    }

    /// Clicks the first visible element of a kind, once it is there.
    pub async fn click(&self, css: &str) {
        let end = Instant::now() + PATIENCE;
        loop {
            let found = self.window.find_all(By::Css(css)).await.unwrap_or_default();
            for element in found {
                if element.is_displayed().await.unwrap_or(false) && element.click().await.is_ok() {
                    return;
                }
            }
            if Instant::now() > end {
                self.shoot("failed").await;
                panic!("nothing to click at {css} on {:?}", self.window.current_url().await);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Presses keys, whatever has the focus.
    pub async fn press(&self, keys: impl Into<TypingData>) {
        let keys: TypingData = keys.into();
        let chain = self.window.action_chain().send_keys(keys);
        chain.perform().await.expect("keys can be pressed");
    }

    /// Changes the screen's size and theme.
    pub async fn show_as(&self, screen: Screen) {
        let tools = ChromeDevTools::new(self.window.handle.clone());
        let size = serde_json::json!({
            "width": screen.width, "height": screen.height, "deviceScaleFactor": 1, "mobile": screen.width < 600,
        });
        tools
            .execute_cdp_with_params("Emulation.setDeviceMetricsOverride", size)
            .await
            .expect("the size can be set");
        self.media(screen.theme, Motion::Reduced).await;
    }

    /// Says what the one at the window prefers.
    pub async fn media(&self, theme: Theme, motion: Motion) {
        let (scheme, contrast) = theme.media();
        let motion = match motion {
            Motion::Reduced => "reduce",
            Motion::Usual => "no-preference",
        };
        let media = serde_json::json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-contrast", "value": contrast },
            { "name": "prefers-reduced-motion", "value": motion },
        ] });
        let tools = ChromeDevTools::new(self.window.handle.clone());
        tools
            .execute_cdp_with_params("Emulation.setEmulatedMedia", media)
            .await
            .expect("the theme can be set");
    }

    /// Saves what the window shows under `target/screenshots`.
    pub async fn shoot(&self, name: &str) {
        // Packed less, for packing takes longer than painting.
        let picture = self.picture(serde_json::json!({ "format": "png", "optimizeForSpeed": true })).await;
        Self::keep(&format!("{name}.png"), &picture);
    }

    /// A picture of what the window shows, as the browser's own tools take it.
    pub async fn picture(&self, wish: Value) -> Vec<u8> {
        let tools = ChromeDevTools::new(self.window.handle.clone());
        let taken = tools.execute_cdp_with_params("Page.captureScreenshot", wish).await;
        let taken = taken.expect("the window can be pictured");
        unpacked(taken["data"].as_str().unwrap_or_default())
    }

    /// Saves a picture under `target/screenshots`.
    pub fn keep(name: &str, picture: &[u8]) {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        std::fs::create_dir_all(&folder).expect("the target folder can be written");
        std::fs::write(folder.join(name), picture).expect("the target folder can be written");
    }

    /// Closes the window.
    pub async fn close(self) {
        let _ = self.window.clone().quit().await;
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Asked to end, the driver takes its browsers with it; killed, it would leave them.
        let asked = Command::new("kill").arg(self.driver.id().to_string()).status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.driver.kill();
        }
        let _ = self.driver.wait();
    }
}

/// The port that chromedriver chose, as it tells on its first lines.
fn port_told(out: &mut dyn BufRead) -> Option<u16> {
    let mut line = String::new();
    while out.read_line(&mut line).ok()? > 0 {
        if let Some((_, rest)) = line.split_once("successfully on port ") {
            return rest.trim().trim_end_matches('.').parse().ok();
        }
        line.clear();
    }
    None
}

/// Bytes of base64 text, as the browser sends pictures.
pub(crate) fn unpacked(text: &str) -> Vec<u8> {
    let (mut out, mut bits, mut held) = (Vec::new(), 0, 0_u32);
    for letter in text.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        held = held << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((held >> bits) as u8);
        }
    }
    out
}
