//! The gallery: every page at every size, light and dark, on one contact sheet for each page; what changed is told.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::story::Others;
use crate::tour::tour;
use crate::visits::brief;
use crate::{Browser, Luck, Screen, Server, Theme, unpacked};

/// A screen of this size.
const fn sized(width: u32, height: u32) -> Screen {
    Screen { width, height, theme: Theme::Light }
}

/// Every size that is looked at, with its name: phones, tablets and desktops, upright and lying, and a desktop enlarged to 200 %.
pub const SCREENS: [(&str, Screen); 9] = [
    ("360", sized(360, 740)),
    ("390", sized(390, 844)),
    ("820", sized(820, 1180)),
    ("740 lying", sized(740, 360)),
    ("200 %", sized(640, 400)),
    ("1180 lying", sized(1180, 820)),
    ("1280", sized(1280, 800)),
    ("1920", sized(1920, 1080)),
    ("2560", sized(2560, 1440)),
];

/// The first of those that stand in the second row of a sheet.
const SECOND: usize = 5;

/// How high a picture is on a sheet, the line of words above it, and the space between two.
const HIGH: u32 = 200;
const WORDS: u32 = 14;
const GAP: u32 = 6;

/// How much of a picture may differ by more than a shade before it is told as changed.
const FEW: f64 = 0.01;

/// One picture on a sheet.
struct Tile {
    words: String,
    screen: Screen,
    x: u32,
    y: u32,
    width: u32,
}

/// How much of a page is shown on its sheet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Every size, in light and dark.
    Page,
    /// The same, and with more contrast.
    Table,
    /// A phone, a tablet and two desktops: what lies over a table or is like a page that is shown at every size.
    Brief,
}

/// The sizes of a brief sheet.
const BRIEF: [usize; 4] = [0, 2, 6, 7];

/// Where every picture of a sheet lies, and how large it is.
fn tiles(extent: Extent) -> (Vec<Tile>, u32, u32) {
    let (narrow, wide) = SCREENS.split_at(SECOND);
    let few = BRIEF.map(|at| SCREENS[at]);
    let sizes: &[&[(&str, Screen)]] = if extent == Extent::Brief { &[&few] } else { &[narrow, wide] };
    let mut rows: Vec<Vec<(String, Screen)>> = Vec::new();
    for (theme, words) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        for row in sizes {
            let named = row.iter().map(|(name, screen)| (format!("{name} {words}"), screen.with(theme)));
            rows.push(named.collect());
        }
    }
    if extent == Extent::Table {
        let (phone, desk) = (SCREENS[0].1, SCREENS[6].1);
        rows.push(
            [(phone, Theme::Bold), (phone, Theme::DarkBold), (desk, Theme::Bold), (desk, Theme::DarkBold)]
                .map(|(screen, theme)| {
                    let shade = if theme == Theme::Bold { "light" } else { "dark" };
                    (format!("{} {shade} more contrast", screen.width), screen.with(theme))
                })
                .into(),
        );
    }
    let (mut all, mut y, mut widest) = (Vec::new(), 0, 0);
    for row in rows {
        let mut x = 0;
        for (words, screen) in row {
            let width = screen.width * HIGH / screen.height;
            all.push(Tile { words, screen, x, y: y + WORDS, width });
            x += width + GAP;
        }
        widest = widest.max(x - GAP);
        y += WORDS + HIGH + GAP;
    }
    (all, widest, y - GAP)
}

/// Draws a sheet from its pictures and compares it with an earlier one: the answer is the sheet and how much of each picture differs.
const COMPOSE: &str = r##"const [tiles, width, height, high, old, done] = arguments; (async () => {
  const load = async (data) => { const image = new Image(); image.src = data; await image.decode(); return image; };
  const canvas = (w, h) => Object.assign(document.createElement("canvas"), { width: w, height: h });
  const sheet = canvas(width, height), pen = sheet.getContext("2d", { willReadFrequently: true });
  pen.fillStyle = "#6f655a"; pen.fillRect(0, 0, width, height); pen.font = "11px sans-serif"; pen.fillStyle = "#fff";
  for (const one of tiles) { pen.fillText(one.words, one.x + 1, one.y - 4); pen.drawImage(await load("data:image/png;base64," + one.data), one.x, one.y, one.width, high); }
  const packed = sheet.toDataURL("image/webp", 0.42);
  let differ = tiles.map(() => 1);
  if (old) {
    const was = await load("data:image/webp;base64," + old), now = await load(packed), two = canvas(width, height).getContext("2d", { willReadFrequently: true });
    if (was.width === width && was.height === height) {
      two.drawImage(was, 0, 0); pen.drawImage(now, 0, 0);
      differ = tiles.map((one) => { const a = two.getImageData(one.x, one.y, one.width, high).data, b = pen.getImageData(one.x, one.y, one.width, high).data; let count = 0;
        for (let at = 0; at < a.length; at += 4) if (Math.abs(a[at] - b[at]) + Math.abs(a[at + 1] - b[at + 1]) + Math.abs(a[at + 2] - b[at + 2]) > 120) count += 1;
        return count / (a.length / 4); });
    }
  }
  done([packed.split(",")[1], differ]);
})().catch((fault) => done([String(fault), null]));"##;

/// What is done with the pictures.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Only pages whose name has one of these words in it; without any, all.
    pub only: Vec<String>,
    /// Whether the sheets are written where the committed ones lie.
    pub update: bool,
    /// Whether each picture is kept in its own size too, under `target/gallery`.
    pub large: bool,
    /// The text of a style sheet in the place of the pages' own, to try it out.
    pub style: Option<String>,
}

/// Shows the page in another style than its own; that of lessons, which comes beside it, stays.
const RESTYLE: &str = "const sheet = new CSSStyleSheet(); sheet.replaceSync(arguments[0]); \
     for (const own of document.styleSheets) if (!/lessons/.test(own.href)) own.disabled = true; document.adoptedStyleSheets = [sheet];";

impl Browser {
    /// Shows the page in another style, if there is one.
    pub async fn restyle(&self, style: Option<&String>) {
        if let Some(style) = style {
            self.window.execute(RESTYLE, vec![json!(style)]).await.expect("the page runs it");
        }
    }
}

/// Bytes as base64 text.
fn packed(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for three in bytes.chunks(3) {
        let held =
            three.iter().fold(0_u32, |held, byte| held << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for at in 0..4 {
            let letter = LETTERS[(held >> (18 - 6 * at) & 63) as usize] as char;
            text.push(if at <= three.len() { letter } else { '=' });
        }
    }
    text
}

/// Shows a page at a size and waits until it is laid out.
async fn shown(browser: &Browser, screen: Screen) {
    browser.show_as(screen).await;
    browser.wait(&format!("matchMedia('(width: {}px)').matches", screen.width)).await;
    let calm = "const done = arguments[arguments.length - 1]; scrollTo(0, 0); requestAnimationFrame(() => requestAnimationFrame(done));";
    browser.window.execute_async(calm, vec![]).await.expect("the page is drawn");
}

/// Takes all pictures of a page.
async fn pictures(browser: &Browser, name: &str, tiles: &[Tile], large: Option<&Path>) -> Vec<Value> {
    let mut taken = Vec::new();
    for tile in tiles {
        let screen = tile.screen;
        shown(browser, screen).await;
        let scale = f64::from(HIGH) / f64::from(screen.height);
        let clip = json!({ "x": 0, "y": 0, "width": screen.width, "height": screen.height, "scale": scale });
        let data = browser.picture(json!({ "format": "png", "clip": clip, "optimizeForSpeed": true })).await;
        taken.push(json!({ "words": tile.words, "x": tile.x, "y": tile.y, "width": tile.width, "data": packed(&data) }));
        if let Some(folder) = large {
            let mut wish = json!({ "format": "jpeg", "quality": 82 });
            // What scrolls is looked at whole.
            let tall = browser.value("document.documentElement.scrollHeight").await.as_u64().unwrap_or(0);
            if tall > u64::from(screen.height) {
                let clip =
                    json!({ "x": 0, "y": 0, "width": screen.width, "height": tall.min(2600), "scale": 1 });
                wish =
                    json!({ "format": "jpeg", "quality": 82, "clip": clip, "captureBeyondViewport": true });
            }
            let picture = browser.picture(wish).await;
            let file = format!("{name}-{}.jpg", tile.words.replace([' ', '%'], "-"));
            std::fs::write(folder.join(file), picture).expect("the target folder can be written");
        }
    }
    browser.show_as(Screen::DESKTOP).await;
    taken
}

/// Makes the gallery; the answer names what changed against the committed one.
pub async fn gallery(root: &Path, wish: &Wish) -> Vec<String> {
    let server = Server::with(Luck::Known(5)).await;
    let (browser, desk) = (Browser::open(Screen::DESKTOP).await, Browser::open(Screen::DESKTOP).await);
    let (committed, made) = (root.join("docs/gallery"), root.join("target/gallery"));
    for folder in [&committed, &made] {
        std::fs::create_dir_all(folder).expect("the folder can be made");
    }
    let (mut changed, mut names) = (Vec::new(), Vec::new());
    tour(&server, &browser, &wish.only, Others::Bots, async |name: &str| {
        browser.restyle(wish.style.as_ref()).await;
        let extent = if brief(name) {
            Extent::Brief
        } else if browser.is("document.querySelector('#table #board')").await {
            Extent::Table
        } else {
            Extent::Page
        };
        let (tiles, width, height) = tiles(extent);
        let taken = pictures(&browser, name, &tiles, wish.large.then_some(made.as_path())).await;
        let file = format!("{name}.webp");
        let old = std::fs::read(committed.join(&file)).ok().map(|bytes| packed(&bytes));
        let arguments = vec![json!(taken), json!(width), json!(height), json!(HIGH), json!(old)];
        let answer = desk.window.execute_async(COMPOSE, arguments).await.expect("the sheet can be drawn");
        let differ =
            answer.json()[1].as_array().unwrap_or_else(|| panic!("{name}: {}", answer.json()[0])).clone();
        for (tile, part) in tiles.iter().zip(&differ) {
            let part = part.as_f64().unwrap_or(1.0);
            if old.is_none() || part > FEW {
                changed.push(format!("{name}, {}: {:.1} %", tile.words, part * 100.0));
            }
        }
        let sheet = unpacked(answer.json()[0].as_str().unwrap_or_default());
        println!("{name}: {} KB", sheet.len() / 1000);
        for folder in [Some(&made), wish.update.then_some(&committed)].into_iter().flatten() {
            std::fs::write(folder.join(&file), &sheet).expect("the folder can be written");
        }
        names.push(name.to_owned());
    })
    .await;
    browser.close().await;
    desk.close().await;
    if wish.update && wish.only.is_empty() {
        tidy(&committed, &names);
    }
    changed
}

/// Writes the page that shows all sheets, and removes those of pages that are no more.
fn tidy(folder: &Path, names: &[String]) {
    let mut page = "# What every page looks like\n\nMade by `UPDATE=1 cargo xtask screens gallery` from games of fixed seeds: each page at 360, 390, 820, 1280, 1920 and 2560 px, upright and lying and at 200 %, in light and \
         dark; tables with more contrast too; what lies over a table, and lessons on their way, at four of these sizes. `cargo xtask screens gallery` makes them again under `target/gallery` and says which pictures differ.\n".to_owned();
    for name in names {
        let _ = write!(page, "\n## {name}\n\n![{name} at every size]({name}.webp)\n");
    }
    std::fs::write(folder.join("README.md"), page).expect("the folder can be written");
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if path.extension().is_some_and(|kind| kind == "webp") && !names.iter().any(|name| name == stem) {
            let _ = std::fs::remove_file(path);
        }
    }
}
