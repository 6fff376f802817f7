//! A real browser at a real server: Debian's chromium and chromium-driver.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::time::Duration;

use store::Sqlite;
use thirtyfour::extensions::cdp::ChromeDevTools;
use thirtyfour::prelude::*;
use tokio::sync::watch;
use web::{Config, Hall};

/// A server of its own, with an empty database that goes away at the end.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its tables.
    pub hall: Arc<Hall>,
    folder: PathBuf,
    stop: watch::Sender<bool>,
}

static FOLDERS: AtomicU32 = AtomicU32::new(0);

impl Server {
    /// Starts one; automatic players decide at once.
    pub async fn start() -> Self {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("gloria-browser-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
        let store = Sqlite::open(&folder.join("log.db")).expect("an empty folder has room for a database");
        let config = Config {
            pace: Duration::from_millis(5),
            posts: 1000,
            requests: 10_000,
            usual: "random",
            ..Config::default()
        };
        let hall = Hall::open(Arc::new(store), config).await.expect("an empty database opens");
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("some port is free");
        let address = listener.local_addr().expect("a listener has an address");
        let (stop, stopped) = watch::channel(false);
        let service =
            web::app(Arc::clone(&hall), stopped).into_make_service_with_connect_info::<SocketAddr>();
        tokio::spawn(async move { axum_serve(listener, service).await });
        Self { address, hall, folder, stop }
    }

    /// The whole address of a path.
    pub fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

async fn axum_serve(
    listener: tokio::net::TcpListener,
    service: axum::extract::connect_info::IntoMakeServiceWithConnectInfo<axum::Router, SocketAddr>,
) {
    let _ = axum::serve(listener, service).await;
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        let _ = std::fs::remove_dir_all(&self.folder);
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
}

/// A browser window of its own.
pub struct Browser {
    /// The window.
    pub window: WebDriver,
    driver: Child,
}

static PORTS: AtomicU16 = AtomicU16::new(0);

impl Browser {
    /// Opens one. Panics with what to install if there is no chromium.
    pub async fn open(screen: Screen) -> Self {
        let base = 21_000 + (std::process::id() % 20_000) as u16;
        let port = base.wrapping_add(PORTS.fetch_add(1, Ordering::Relaxed));
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver runs: install the Debian packages chromium and chromium-driver");
        let mut wishes = DesiredCapabilities::chrome();
        let size = format!("--window-size={},{}", screen.width.max(500), screen.height + 140);
        for wish in [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            &size,
        ] {
            wishes.add_arg(wish).expect("an argument is text");
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
        let theme = match screen.theme {
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        let media = serde_json::json!({ "features": [
            { "name": "prefers-color-scheme", "value": theme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] });
        tools
            .execute_cdp_with_params("Emulation.setEmulatedMedia", media)
            .await
            .expect("the theme can be set");
    }

    /// Saves what the window shows under `target/screenshots`.
    pub async fn shoot(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        std::fs::create_dir_all(&folder).expect("the target folder can be written");
        let picture = self.window.screenshot_as_png().await.expect("the window can be pictured");
        std::fs::write(folder.join(format!("{name}.png")), picture)
            .expect("the target folder can be written");
    }

    /// Closes the window.
    pub async fn close(mut self) {
        let _ = self.window.clone().quit().await;
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
