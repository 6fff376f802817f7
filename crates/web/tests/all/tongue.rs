//! Another language: with a made-up one spoken, no English is left on any page.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use gloria_web::Config;
use http_body_util::BodyExt;
use table::tongue::{English, Tongue};

use crate::house::{House, Page, Visitor, config};
use crate::strangers;

/// Every letter in a wider form of it: readable, and none of them a letter of English.
#[derive(Debug)]
struct Wide;

fn wide(english: &str) -> String {
    let each = |letter: char| match letter {
        'a'..='z' => char::from_u32(0xFF41 + (letter as u32 - 'a' as u32)).expect("a wide letter"),
        'A'..='Z' => char::from_u32(0xFF21 + (letter as u32 - 'A' as u32)).expect("a wide letter"),
        other => other,
    };
    english.chars().map(each).collect()
}

impl Tongue for Wide {
    fn code(&self) -> &'static str {
        "x-wide"
    }

    fn phrase<'w>(&self, english: &'w str) -> Cow<'w, str> {
        wide(english).into()
    }

    fn noun<'w>(&self, one: &'w str, count: i64) -> Cow<'w, str> {
        wide(&English.noun(one, count)).into()
    }

    fn name<'w>(&self, name: &'w str) -> Cow<'w, str> {
        wide(name).into()
    }

    fn whose(&self, name: &str) -> String {
        format!("‹{name}›")
    }

    fn article(&self, noun: &str) -> Cow<'static, str> {
        wide(&English.article(noun)).into()
    }
}

/// Names of people and bots: they are the same in every language.
const NAMES: [&str; 14] = [
    "Ann", "II", "Bob", "Cid", "Nero", "Otho", "Galba", "Titus", "Nerva", "Trajan", "Hadrian", "Severus",
    "Aurelian", "Probus",
];

/// Attributes that people read, and words that a page hands to its script.
const READ: [&str; 6] = ["title", "aria-label", "placeholder", "alt", "label", "aria-description"];

/// What a page shows: its texts, and what is read of its tags. Programs, addresses and keys are no language.
fn shown(html: &str) -> Vec<String> {
    let (mut texts, mut rest, mut verbatim) = (Vec::new(), html, 0_usize);
    while let Some(start) = rest.find('<') {
        if verbatim == 0 {
            texts.push(rest[..start].to_owned());
        }
        let Some(end) = rest[start..].find('>') else { break };
        let tag = &rest[start + 1..start + end];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if ["code", "kbd", "script", "style"].contains(&name) {
            verbatim = if tag.starts_with('/') { verbatim.saturating_sub(1) } else { verbatim + 1 };
        }
        // Values are quoted, so every second piece is one, and the piece before it ends with its name.
        let pieces: Vec<&str> = tag.split('"').collect();
        for pair in pieces.chunks(2) {
            let name = pair[0].trim_end_matches('=').rsplit(' ').next().unwrap_or_default();
            if READ.contains(&name) || name.starts_with("data-say-") {
                texts.extend(pair.get(1).map(|value| (*value).to_owned()));
            }
        }
        rest = &rest[start + end + 1..];
    }
    texts
}

/// The English words of a text: letters of the alphabet, two at least, that are neither somebody's name nor part of a number, be it a
/// rule's or a report's.
fn english(text: &str) -> Vec<&str> {
    let text = text.trim();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|letter: char| letter.is_ascii_alphabetic()) {
        let start = at + start;
        let length =
            text[start..].find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(text.len() - start);
        at = start + length;
        let (word, after) = (&text[start..at], &text[at..]);
        let entity = text[..start].ends_with('&') && after.starts_with(';');
        let mut next = after.chars();
        let numbered = next.next() == Some('-')
            && next.next().is_some_and(|digit| digit.is_ascii_digit())
            && word.bytes().all(|letter| letter.is_ascii_uppercase());
        let digit = |letter: char| letter.is_ascii_digit();
        let hex = text[..start].ends_with(digit)
            || after.starts_with(digit)
            || word.len() > 6 && word.bytes().all(|letter| (b'a'..=b'f').contains(&letter));
        if word.len() > 1 && !entity && !numbered && !hex && !NAMES.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// What was found where: each text once.
#[derive(Default)]
struct Reader {
    found: BTreeMap<String, String>,
    pages: usize,
}

impl Reader {
    fn read(&mut self, place: &str, html: &str) {
        self.pages += 1;
        for text in shown(html) {
            if !english(&text).is_empty() {
                self.found.entry(text.trim().to_owned()).or_insert_with(|| place.to_owned());
            }
        }
    }

    async fn visit(&mut self, guest: &mut Visitor, path: &str) -> Page {
        let page = guest.get(path).await;
        self.read(path, &page.text);
        page
    }

    fn nothing_left(&self) {
        let found: Vec<String> = self.found.iter().map(|(text, place)| format!("{place}: {text}")).collect();
        assert!(found.is_empty(), "{} English texts are left:\n{}", found.len(), found.join("\n"));
    }
}

async fn house() -> House {
    House::with(Config { tongue: &Wide, ..config() }).await
}

async fn named(house: &House, name: &str) -> Visitor {
    let mut guest = house.guest();
    guest.get("/").await;
    guest.post("/me", &[("name", name)]).await;
    guest
}

/// A table that a form opens: the seats as its fields say.
async fn opened(guest: &mut Visitor, game: &str, seats: &[&str]) -> String {
    let mut fields: Vec<(&str, &str)> = seats.iter().map(|seat| ("seat", *seat)).collect();
    fields.push(("hints", "on"));
    let page = guest.post(&format!("/new/{game}"), &fields).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
    page.location.expect("a table")
}

/// Plays so many decisions of a game and reads every page on the way, with what is refused, hinted and taken back.
async fn plays(reader: &mut Reader, guest: &mut Visitor, table: &str, decisions: usize) {
    let mut luck = 7_usize;
    for number in 0..decisions {
        let page = guest.my_turn(table).await;
        reader.read(table, &page.text);
        if page.has("id=\"ending\"") {
            return;
        }
        let actions = page.actions();
        luck = luck.wrapping_mul(31).wrapping_add(number + actions.len());
        let seq = page.seq().to_string();
        let seat = page.attribute("name=\"seat\"", "value").unwrap_or_default();
        let post = |verb: &str| format!("{table}/{verb}");
        if number == 3 {
            let fields = [("seat", seat.as_str()), ("seq", seq.as_str())];
            let hinted = guest.post(&post("hint"), &fields).await;
            reader.read("hint", &hinted.text);
        }
        if number % 4 == 1 {
            // Whatever is greyed can be sent all the same.
            let refused = guest
                .post(&post("act"), &[("action", "no such thing"), ("seat", &seat), ("seq", &seq)])
                .await;
            assert!(refused.has("id=\"refused\""), "{}", refused.text);
        }
        let action = &actions[luck % actions.len().saturating_sub(1).max(1)];
        let done = guest.post(&post("act"), &[("action", action), ("seat", &seat), ("seq", &seq)]).await;
        assert!(done.status.is_redirection() || done.status.is_success(), "{}", done.text);
        if number % 6 == 5 {
            let undone = guest.post(&post("undo"), &[("seat", &seat)]).await;
            reader.read("undo", &undone.text);
        }
    }
}

/// A table of a game: waiting, in the middle, looked back at, and over.
async fn game(house: &House, game: &str, decisions: usize) -> Reader {
    let mut reader = Reader::default();
    let mut ann = named(house, "Ann").await;
    let table = opened(&mut ann, game, &["me", "bot:random", "none", "none", "none"]).await;
    plays(&mut reader, &mut ann, &table, decisions).await;
    ann.post(&format!("{table}/chat"), &[("text", "…")]).await;
    for at in [0, 1, 2, 5, 9] {
        reader.visit(&mut ann, &format!("{table}/replay?at={at}")).await;
    }
    // The stream says it too.
    let mut stream = ann.raw(Request::get(format!("{table}/live?after=0")), Body::empty()).await;
    let first = stream.body_mut().frame().await.and_then(Result::ok).and_then(|frame| frame.into_data().ok());
    let first = first.expect("something newer than nothing");
    let said: Vec<_> = String::from_utf8_lossy(&first)
        .lines()
        .filter_map(|line| line.strip_prefix("data: ").map(str::to_owned))
        .collect();
    reader.read("live", &said.join("\n"));
    // Left to a bot it goes on to its end, where the scores are told.
    if !ann.get(&table).await.has("id=\"ending\"") {
        let left = ann.post(&format!("{table}/leave"), &[("seat", "A")]).await;
        assert!(left.status.is_redirection() || left.status.is_success(), "{}", left.text);
    }
    let over = ann.end(&table).await;
    reader.read("end", &over.text);
    reader.visit(&mut ann, &format!("{table}/replay")).await;
    let again = opened(&mut ann, game, &["me", "bot:random", "none", "none", "none"]).await;
    ann.my_turn(&again).await;
    let resigned = ann.post(&format!("{again}/resign"), &[("seat", "A")]).await;
    assert!(resigned.status.is_redirection() || resigned.status.is_success(), "{}", resigned.text);
    reader.visit(&mut ann, &again).await;
    reader.visit(&mut ann, &format!("{again}/replay")).await;
    for path in ["/rules/", "/cards/", "/new/"] {
        reader.visit(&mut ann, &format!("{path}{game}")).await;
    }
    let lesson = ann.post(&format!("/learn/{game}"), &[]).await.location.expect("a lesson");
    for _ in 0..3 {
        let page = ann.my_turn(&lesson).await;
        reader.read("lesson", &page.text);
        let (seq, actions) = (page.seq().to_string(), page.actions());
        let seat = page.attribute("name=\"seat\"", "value").unwrap_or_default();
        let (verb, way) = match actions.first() {
            Some(action) => ("act", ("action", action.as_str())),
            None => ("read", ("answer", "0")),
        };
        ann.post(&format!("{lesson}/{verb}"), &[way, ("seat", &seat), ("seq", &seq)]).await;
    }
    reader
}

/// What strangers read: looking for each other, open tables, a rated game and what it was worth.
async fn among_strangers(reader: &mut Reader, ann: &mut Visitor, bob: &mut Visitor) {
    for path in ["/pair", "/tables", "/tables?game=glory&rated=yes"] {
        reader.visit(ann, path).await;
    }
    let faulty = strangers::ask(ann, &[("pace", "?")]).await;
    reader.read("/pair", &faulty.text);
    strangers::ask(ann, &[("rated", "")]).await;
    reader.visit(ann, "/pair/wait").await;
    ann.post("/pair/leave", &[]).await;
    let cup = [("title", "…"), ("game", "glory"), ("players", "2"), ("mode", "swiss"), ("pace", "live")];
    let cup = ann.post("/tournaments", &cup).await.location.unwrap();
    let faulty = ann
        .post(
            "/tournaments",
            &[("title", " "), ("game", "glory"), ("players", "2"), ("mode", "?"), ("pace", "live")],
        )
        .await;
    reader.read("/tournaments", &faulty.text);
    for guest in [&mut *ann, &mut *bob] {
        reader.visit(guest, &cup).await;
        guest.post(&format!("{cup}/join"), &[]).await;
    }
    ann.post(&format!("{cup}/start"), &[]).await;
    for path in [cup.as_str(), "/tournaments"] {
        reader.visit(ann, path).await;
    }
    let table = strangers::play(ann, bob).await;
    reader.visit(ann, &table).await;
    let page = loop {
        if let Some(page) = strangers::own_page(ann).await {
            break page;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    };
    for guest in [&mut *ann, bob] {
        reader.visit(guest, &page).await;
    }
    bob.post(&format!("{page}/block"), &[("on", "true")]).await;
    reader.visit(bob, &page).await;
    let reported = bob.post(&format!("{page}/report"), &[("text", "…")]).await;
    reader.read("report", &reported.text);
}

#[tokio::test]
async fn no_english_is_left_around_the_games() {
    let house = house().await;
    let (mut ann, mut bob) = (named(&house, "Ann").await, named(&house, "Bob").await);
    let mut reader = Reader::default();
    let waiting = opened(&mut ann, "glory", &["me", "open", "none", "none", "none"]).await;
    for path in ["/", "/learn", "/me", "/me/notices", "/api", waiting.as_str()] {
        reader.visit(&mut ann, path).await;
        reader.visit(&mut bob, path).await;
    }
    bob.post(&format!("{waiting}/sit"), &[("seat", "B")]).await;
    for path in [waiting.clone(), "/".to_owned(), format!("{waiting}/invite")] {
        reader.visit(&mut ann, &path).await;
        reader.visit(&mut bob, &path).await;
    }
    // Somebody asks to undo, and is refused; the host removes somebody.
    let (seq, actions) = {
        let page = ann.get(&waiting).await;
        (page.seq().to_string(), page.actions())
    };
    if let Some(action) = actions.first() {
        ann.post(&format!("{waiting}/act"), &[("action", action), ("seat", "A"), ("seq", &seq)]).await;
    }
    ann.post(&format!("{waiting}/ask-back"), &[("seat", "A")]).await;
    reader.visit(&mut bob, &waiting).await;
    bob.post(&format!("{waiting}/refuse"), &[("seat", "B")]).await;
    reader.visit(&mut ann, &waiting).await;
    ann.post(&format!("{waiting}/remove"), &[("seat", "B"), ("then", "open")]).await;
    reader.visit(&mut ann, &waiting).await;
    reader.visit(&mut bob, &waiting).await;
    // One device passed around; errors.
    let shared = opened(&mut ann, "glory", &["me", "me", "none", "none", "none"]).await;
    for path in [shared.as_str(), "/nowhere", "/t/none", "/rules/none", "/cards/none", "/opened/none"] {
        reader.visit(&mut ann, path).await;
    }
    let nameless = ann.post("/me", &[("name", " ")]).await;
    reader.read("/me", &nameless.text);
    let crowded = ann.post("/new/glory", &[("seat", "me"); 12]).await;
    reader.read("/new", &crowded.text);
    let report = ann.post(&format!("{waiting}/report"), &[("text", "…")]).await;
    reader.read("report", &report.text);
    among_strangers(&mut reader, &mut ann, &mut bob).await;
    assert!(reader.pages > 30, "{} pages", reader.pages);
    reader.nothing_left();
}

#[tokio::test]
async fn no_english_is_left_at_a_table_of_glory() {
    game(&house().await, "glory", 60).await.nothing_left();
}

#[tokio::test]
async fn no_english_is_left_at_a_table_of_for_glory() {
    game(&house().await, "for-glory", 60).await.nothing_left();
}

#[tokio::test]
async fn no_english_is_left_at_a_table_of_glory_to_rome() {
    game(&house().await, "glory-to-rome", 60).await.nothing_left();
}

/// The reader finds what was forgotten, and takes nothing else for it.
#[test]
fn a_planted_word_is_found() {
    let page =
        |words: &str| format!("<p title=\"{}\">{words}</p><code>gloria serve</code>", wide("Its name"));
    let mut reader = Reader::default();
    reader.read("page", &page(&format!("Ann {} GTR-31 &amp; 3 A", wide("takes it"))));
    assert!(reader.found.is_empty(), "{:?}", reader.found);
    reader.read("page", &page("It is over"));
    reader.read("page", "<button title=\"Undo\" data-seq=\"left\">u</button><body data-say-play=\"Play\">");
    assert_eq!(reader.found.keys().collect::<Vec<_>>(), ["It is over", "Play", "Undo"]);
}
