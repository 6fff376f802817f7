//! A house to test in: the real router over a fresh database, and guests with their cookies.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use axum::http::{Method, Request, StatusCode};
use gloria_web::{Config, Tables};
use http_body_util::BodyExt;
use store::Sqlite;
use tokio::sync::watch;
use tower::ServiceExt;

static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// The service over a database of its own.
pub struct House {
    pub app: Router,
    pub tables: Arc<Tables>,
    pub stop: watch::Sender<bool>,
    pub folder: PathBuf,
}

/// Limits that no test reaches, and bots that decide at once.
pub fn config() -> Config {
    Config { pace: Duration::ZERO, usual: "random", ..Config::unlimited() }
}

impl House {
    pub async fn new() -> Self {
        Self::with(config()).await
    }

    pub async fn with(config: Config) -> Self {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("gloria-web-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self::over(folder, config).await
    }

    async fn over(folder: PathBuf, config: Config) -> Self {
        let store = Sqlite::open(&folder.join("log.db")).unwrap();
        let tables = Tables::open(Arc::new(store), config).await.unwrap();
        let (stop, stopped) = watch::channel(false);
        Self { app: gloria_web::app(Arc::clone(&tables), stopped), tables, stop, folder }
    }

    /// The same database under a new server, as after a crash.
    pub async fn again(&self) -> Self {
        Self::over(self.folder.clone(), config()).await
    }

    /// Whoever runs it, at the address for that.
    pub fn operator(&self) -> Visitor {
        Visitor { app: gloria_web::status(Arc::clone(&self.tables), self.stop.subscribe()), cookie: None }
    }

    pub fn guest(&self) -> Visitor {
        Visitor { app: self.app.clone(), cookie: None }
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Somebody with a browser.
#[derive(Clone)]
pub struct Visitor {
    pub app: Router,
    pub cookie: Option<String>,
}

/// An answer, read to its end.
#[derive(Clone, Debug)]
pub struct Page {
    pub status: StatusCode,
    pub location: Option<String>,
    pub text: String,
    pub headers: axum::http::HeaderMap,
}

impl Page {
    /// The value of an attribute of the first tag that contains a text.
    pub fn attribute(&self, tag: &str, name: &str) -> Option<String> {
        let tag = &self.text[self.text.find(tag)?..];
        let tag = &tag[..tag.find('>')?];
        let rest = &tag[tag.find(&format!(" {name}=\""))? + name.len() + 3..];
        Some(unescape(&rest[..rest.find('"')?]))
    }

    /// The table's seq.
    pub fn seq(&self) -> u64 {
        self.attribute("id=\"table\"", "data-seq").unwrap().parse().unwrap()
    }

    /// All actions the list offers, in order.
    pub fn actions(&self) -> Vec<String> {
        let Some(start) = self.text.find("id=\"actions\"") else { return Vec::new() };
        let part = &self.text[start..];
        let part = &part[..part.find("</section>").unwrap_or(part.len())];
        let mut found = Vec::new();
        for piece in part.split("name=\"action\" value=\"").skip(1) {
            found.push(unescape(&piece[..piece.find('"').unwrap()]));
        }
        found
    }

    pub fn has(&self, text: &str) -> bool {
        self.text.contains(text)
    }
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

impl Visitor {
    /// The answer unread: a stream's has no end.
    pub async fn raw(
        &mut self,
        request: axum::http::request::Builder,
        body: Body,
    ) -> axum::response::Response {
        let mut request = request.header("host", "gloria.test").body(body).unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(COOKIE, cookie.parse().unwrap());
        }
        self.app.clone().oneshot(request).await.unwrap()
    }

    pub async fn send(&mut self, request: Request<Body>) -> Page {
        let (mut parts, body) = request.into_parts();
        if let Some(cookie) = &self.cookie {
            parts.headers.insert(COOKIE, cookie.parse().unwrap());
        }
        let response = self.app.clone().oneshot(Request::from_parts(parts, body)).await.unwrap();
        if let Some(set) = response.headers().get(SET_COOKIE) {
            self.cookie = Some(set.to_str().unwrap().split(';').next().unwrap().to_owned());
        }
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Page {
            status: parts.status,
            location: parts.headers.get(LOCATION).map(|value| value.to_str().unwrap().to_owned()),
            text: String::from_utf8_lossy(&bytes).into_owned(),
            headers: parts.headers,
        }
    }

    pub async fn get(&mut self, path: &str) -> Page {
        self.send(Request::get(path).header("host", "gloria.test").body(Body::empty()).unwrap()).await
    }

    pub async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let body: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
        let request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header("host", "gloria.test")
            .header("origin", "http://gloria.test")
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(body.join("&"))).unwrap()).await
    }

    /// A game against bots, by one click on the front page; answers the table's path.
    pub async fn quick(&mut self) -> String {
        self.get("/").await;
        let page = self.post("/quick/glory-to-rome", &[]).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
        page.location.unwrap()
    }

    /// Lets whoever has the link look at a table of the visitor's own.
    pub async fn show(&mut self, table: &str) {
        let page = self.post(&format!("{table}/watch"), &[("who", "link")]).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
    }

    /// Waits until it is the visitor's decision or the game is over.
    pub async fn my_turn(&mut self, table: &str) -> Page {
        for _ in 0..2000 {
            let page = self.get(table).await;
            assert_eq!(page.status, StatusCode::OK, "{}", page.text);
            if page.has("my-turn") || page.has("id=\"ending\"") {
                return page;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        panic!("the others never decide");
    }

    /// Waits until a game that goes on without the visitor is over.
    pub async fn end(&mut self, table: &str) -> Page {
        for _ in 0..4000 {
            let page = self.get(table).await;
            if page.has("id=\"ending\"") {
                return page;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the game never ends");
    }
}

pub fn encode(text: &str) -> String {
    text.bytes()
        .map(
            |byte| {
                if byte.is_ascii_alphanumeric() { (byte as char).to_string() } else { format!("%{byte:02X}") }
            },
        )
        .collect()
}
