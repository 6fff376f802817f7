//! Twin tables: two tables that differ only in what one viewer can't know send that viewer the same bytes.
//!
//! A random game is played to a random moment. A twin state is imagined from one viewer's view of it: other hands, other
//! piles, other secrets, the same view. Both are set up under the same table name, with the same guests and the same
//! signing key, on two servers of their own; their luck comes from two seeds. Then both tables play on with decisions
//! that look the same to the viewer, and everything the viewer is sent is compared, headers included, byte for byte. A
//! pair ends where the viewer legitimately learns something: the engine says so, or a player shows what only one of the
//! twins holds.
//!
//! Nothing is normalised. Equal by construction: names, identities, cookies, and that a position which was set up
//! carries no commitment to a seed (it would differ as any two seeds do, and tell nothing).

use std::fmt;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST};
use axum::http::{HeaderMap, Request, StatusCode};
use bots::Mind;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use http_body_util::BodyExt;
use naming::Named;
use pages::Drawn;
use serde_json::json;
use store::{Store, TableId};
use table::{Chance, Fair, Light, Options, Rulebook, Seat, Seed, Staged, Tape, Traced, Turn, Viewer};
use tokio::sync::watch;
use tower::ServiceExt;
use web::{Config, Stakes, Tables};

use crate::memory::Memory;

/// A leak that is planted so that the harness can show that it would notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plant {
    /// None: the server as it is.
    Nothing,
    /// Every answer carries a hash of the true state, as a careless cache key would.
    StateHash,
    /// The page is drawn through another seat's eyes.
    OtherEyes,
}

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Pairs of tables.
    pub pairs: u32,
    /// Decisions that both tables of a pair took while everything was compared.
    pub steps: u32,
    /// Answers and updates that were compared.
    pub answers: u64,
    /// Their bytes, of one of the twins.
    pub bytes: u64,
    /// Hints among them that a player was given.
    pub hints: u32,
    /// Pairs that ended because the viewer learned something.
    pub reveals: u32,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pairs, steps, answers, bytes, hints, reveals } = self;
        write!(
            f,
            "{pairs} pairs, {steps} decisions, {answers} answers and updates of {bytes} bytes alike; \
             {hints} hints among them; {reveals} pairs ended with a reveal"
        )
    }
}

const NAMES: [&str; 5] = ["Ann", "Bob", "Cid", "Dora", "Eve"];

/// One of this many looks asks for a hint too.
const HINTS: u32 = 3;

/// The most decisions a pair is followed for.
const AHEAD: u32 = 8;

/// One of two twins: a server of its own, and the state it must be in.
struct Twin<G> {
    app: Router,
    tables: Arc<Tables>,
    tokens: Vec<String>,
    state: G,
    luck: Fair,
    live: BoxStream<'static, Bytes>,
    lines: BoxStream<'static, Bytes>,
    /// Pages that tell of those who play here as of strangers.
    strange: Vec<String>,
    _stop: watch::Sender<bool>,
}

/// An answer, read to its end.
#[derive(PartialEq, Eq)]
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

const TABLE: &str = "twin";

/// The key by which all twins are known to push services, and its name in the store.
static PUSH_KEY: tokio::sync::Mutex<Option<String>> = tokio::sync::Mutex::const_new(None);
const PUSH_NOTE: &str = "notice-key";

async fn tables() -> Result<Arc<Tables>, String> {
    let store = Memory::default();
    store.put_note("signing-key", &"07".repeat(32)).await.map_err(|error| error.to_string())?;
    let config = Config { pace: Duration::ZERO, thinkers: 1, ..Config::unlimited() };
    // Twins are known to push services by the same key, as they are to their guests.
    let known = PUSH_KEY.lock().await.clone();
    if let Some(known) = &known {
        store.put_note(PUSH_NOTE, known).await.map_err(|error| error.to_string())?;
    }
    let tables = Tables::open(Arc::new(store), config).await.map_err(|error| error.to_string())?;
    if known.is_none() {
        let _ = tables.push_key().await.map_err(|error| error.to_string())?;
        *PUSH_KEY.lock().await = tables.store.note(PUSH_NOTE).await.map_err(|error| error.to_string())?;
    }
    Ok(tables)
}

async fn stream(app: &Router, path: &str, token: &str) -> Result<BoxStream<'static, Bytes>, String> {
    let request = Request::get(path)
        .header(HOST, "gloria.test")
        .header(COOKIE, format!("gloria={token}"))
        .header(AUTHORIZATION, format!("Bearer {token}"));
    let request = request.body(Body::empty()).map_err(|error| error.to_string())?;
    let response = app.clone().oneshot(request).await.map_err(|error| error.to_string())?;
    if response.status() != StatusCode::OK {
        return Err(format!("{path} does not stream: {}", response.status()));
    }
    Ok(response.into_body().into_data_stream().map(std::result::Result::unwrap_or_default).boxed())
}

impl<G: Drawn + Mind + Named + Staged + Traced> Twin<G> {
    async fn new(
        rules: &G::Rules,
        (state, seed): (G, Seed),
        viewer: Viewer,
        stakes: Stakes,
    ) -> Result<Self, String> {
        let tables = tables().await?;
        let players = rules.players();
        let guests: Vec<(String, String)> =
            (0..players).map(|at| (format!("{at:032x}"), NAMES[at].to_owned())).collect();
        let id = TableId::new(TABLE).ok_or("a name of letters is a table's name")?;
        let luck = seed.chance();
        let staged = tables.stage(&id, &guests, rules, (state, seed), stakes).await;
        staged.map_err(|error| error.to_string())?;
        let strange = tables.stage_strangers(&id, &guests, G::INFO.name).await;
        let strange = strange.map_err(|error| error.to_string())?;
        let mut tokens: Vec<String> = guests.iter().map(|(id, name)| tables.token(id, name)).collect();
        tokens.push(tables.token(&"f".repeat(32), "Onlooker"));
        let (stop, stopped) = watch::channel(false);
        let app = web::app(Arc::clone(&tables), stopped);
        let token = &tokens[at(viewer, players)];
        let seat = viewer.seat().map_or(String::new(), |seat| format!("seat={seat}&"));
        let live =
            stream(&app, &format!("/t/{TABLE}/live?{seat}after=1&parts={}", pages::assets::version()), token)
                .await?;
        let lines = stream(&app, &format!("/api/tables/{TABLE}/events?{seat}after=1"), token).await?;
        Ok(Self { app, tables, tokens, state, luck, live, lines, strange, _stop: stop })
    }

    async fn send(&self, request: &Asked, who: usize) -> Result<Answer, String> {
        let token = &self.tokens[who];
        let mut sent = Request::builder()
            .method(if request.body.is_some() { "POST" } else { "GET" })
            .uri(&request.path)
            .header(HOST, "gloria.test")
            .header(COOKIE, format!("gloria={token}"));
        if request.path.starts_with("/api/") {
            sent = sent
                .header(AUTHORIZATION, format!("Bearer {token}"))
                .header(CONTENT_TYPE, "application/json");
        } else {
            sent = sent.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        if request.scripted {
            sent = sent.header("x-gloria", "script");
        }
        let body = request.body.clone().map_or(Body::empty(), Body::from);
        let sent = sent.body(body).map_err(|error| error.to_string())?;
        let response = self.app.clone().oneshot(sent).await.map_err(|error| error.to_string())?;
        let (parts, body) = response.into_parts();
        let body = body.collect().await.map_err(|error| error.to_string())?.to_bytes();
        Ok(Answer { status: parts.status, headers: parts.headers, body })
    }

    /// What a planted leak adds to an answer.
    fn leak(&self, plant: Plant) -> u64 {
        match plant {
            Plant::Nothing | Plant::OtherEyes => 0,
            Plant::StateHash => {
                let mut hash = DefaultHasher::new();
                self.state.hash(&mut hash);
                hash.finish()
            }
        }
    }
}

/// Something asked of both twins.
struct Asked {
    path: String,
    body: Option<String>,
    scripted: bool,
}

fn get(path: String) -> Asked {
    Asked { path, body: None, scripted: false }
}

/// Where a viewer's token stands in the list.
fn at(viewer: Viewer, players: usize) -> usize {
    viewer.seat().map_or(players, Seat::index)
}

fn encode(text: &str) -> String {
    let letter = |byte: u8| {
        if byte.is_ascii_alphanumeric() { (byte as char).to_string() } else { format!("%{byte:02X}") }
    };
    text.bytes().map(letter).collect()
}

/// A decision in one of the three ways it can be posted.
fn post(seat: Seat, action: &str, way: u32) -> Asked {
    match way % 3 {
        0 => Asked {
            path: format!("/api/tables/{TABLE}/moves"),
            body: Some(json!({ "action": action, "seat": seat }).to_string()),
            scripted: false,
        },
        way => Asked {
            path: format!("/t/{TABLE}/act"),
            body: Some(format!("seat={seat}&action={}", encode(action))),
            scripted: way == 1,
        },
    }
}

/// A pair of twins, and one who looks at both.
struct Pair<'a, G: Drawn + Mind + Named + Staged + Traced> {
    rules: &'a G::Rules,
    viewer: Viewer,
    real: Twin<G>,
    twin: Twin<G>,
    plant: Plant,
    stakes: Stakes,
    steps: u32,
}

impl<G: Drawn + Mind + Named + Staged + Traced> Pair<'_, G> {
    fn who(&self) -> usize {
        at(self.viewer, self.rules.players())
    }

    /// Asks both the same; the error shows where the answers part.
    async fn alike(&self, asked: &Asked, tally: &mut Tally) -> Result<(), String> {
        let players = self.rules.players();
        let who = if self.plant == Plant::OtherEyes { (self.who() + 1) % players } else { self.who() };
        let (one, other) = (self.real.send(asked, who).await?, self.twin.send(asked, who).await?);
        let leaks = (self.real.leak(self.plant), self.twin.leak(self.plant));
        if one.status.is_server_error() {
            return Err(format!("{} answers {}", asked.path, one.status));
        }
        tally.answers += 1;
        tally.bytes += one.body.len() as u64;
        if one == other && leaks.0 == leaks.1 {
            return Ok(());
        }
        let where_they_part = parting(&one.body, &other.body);
        Err(format!(
            "{} tells {:?} apart (status {} and {}): {where_they_part}",
            asked.path, self.viewer, one.status, other.status
        ))
    }

    /// Everything the viewer can ask for now.
    async fn look(&self, luck: &mut Light, tally: &mut Tally) -> Result<(), String> {
        let seat = self.viewer.seat();
        let suffix = seat.map_or(String::new(), |seat| format!("?seat={seat}"));
        let moment = luck.below(self.steps + 1);
        let mut all = vec![
            get(format!("/t/{TABLE}{suffix}")),
            get(format!("/api/tables/{TABLE}{suffix}")),
            get(format!("/t/{TABLE}/replay?at={moment}{}", suffix.replace('?', "&"))),
            get("/".to_owned()),
            get("/games".to_owned()),
            get("/me".to_owned()),
            get("/me/notices".to_owned()),
            get("/tables".to_owned()),
            get(format!("/tables?game={}&players={}", G::INFO.name, self.rules.players())),
            get("/tournaments".to_owned()),
            get(format!("/t/{TABLE}/record")),
            get(format!("/t/{TABLE}/invite")),
        ];
        all.extend(self.real.strange.iter().cloned().map(get));
        if self.steps == 0 {
            // All one's data; of later decisions it says when they were made.
            all.push(get("/me/export".to_owned()));
        }
        if let Some(seat) = seat {
            all.extend(["/pair", "/pair/wait"].map(|path| get(path.to_owned())));
            let (mut named, state) = (Vec::new(), &self.real.state);
            state.candidates(self.rules, seat, &mut named);
            named.retain(|action| state.refusal(self.rules, seat, *action).is_some());
            for way in 0..2 {
                if let Some(action) = named.get(luck.below(named.len().max(1) as u32) as usize) {
                    all.push(post(seat, &G::write(self.rules, *action), way));
                }
            }
            all.push(post(seat, "what is this", luck.below(3)));
            // A hint thinks for a while, so a share of the moments has to do.
            if luck.below(HINTS) == 0 {
                let body = Some(format!("seat={seat}"));
                all.push(Asked { path: format!("/t/{TABLE}/hint"), body, scripted: luck.below(2) == 0 });
                let given =
                    self.stakes == Stakes::None && deciding(&self.real.state, self.rules).contains(seat);
                tally.hints += u32::from(given);
            }
        }
        for asked in &all {
            self.alike(asked, tally).await?;
        }
        // What the viewer would be told who is not there.
        if let Viewer::Seat(seat) = self.viewer {
            let guest = format!("{:032x}", seat.index());
            let told = [&self.real, &self.twin].map(|twin| twin.tables.would_tell(&guest));
            if told[0] != told[1] {
                return Err(format!("a notice tells {:?} apart: {} and {}", self.viewer, told[0], told[1]));
            }
        }
        Ok(())
    }

    /// What the streams bring after a decision.
    async fn updates(&mut self, tally: &mut Tally) -> Result<(), String> {
        for name in ["live", "events"] {
            let mut parts = Vec::new();
            for twin in [&mut self.real, &mut self.twin] {
                let stream = if name == "live" { &mut twin.live } else { &mut twin.lines };
                let next = tokio::time::timeout(Duration::from_secs(20), stream.next()).await;
                parts.push(next.ok().flatten().ok_or(format!("the stream {name} brings nothing"))?);
            }
            tally.answers += 1;
            tally.bytes += parts[0].len() as u64;
            if parts[0] != parts[1] {
                let parting = parting(&parts[0], &parts[1]);
                return Err(format!("the stream {name} tells {:?} apart: {parting}", self.viewer));
            }
        }
        Ok(())
    }

    /// Takes one decision at both tables; whether the pair goes on.
    async fn step(&mut self, luck: &mut Light, tally: &mut Tally) -> Result<Next, String> {
        let Turn::Decide(seats) = self.real.state.turn(self.rules) else { return Ok(Next::Over) };
        let seat = seats.iter().nth(luck.below(seats.len() as u32) as usize).ok_or("nobody decides")?;
        let mut legal = Vec::new();
        self.real.state.legal(self.rules, seat, &mut legal);
        legal.retain(|action| !G::concedes(*action));
        if legal.is_empty() {
            return Ok(Next::Over);
        }
        let action = legal[luck.below(legal.len() as u32) as usize];
        let Some(same) = self.same(seat, action)? else { return Ok(Next::Revealed) };
        let way = luck.below(3);
        let mut learned = table::SeatSet::NONE;
        for (twin, action) in [(&mut self.real, action), (&mut self.twin, same)] {
            let mut tape = Tape::new(&mut twin.luck);
            twin.state.play_unchecked(self.rules, seat, action, &mut tape);
            learned = learned.union(tape.who_learned());
        }
        let revealed = match self.viewer {
            Viewer::Seat(seat) => learned.contains(seat),
            Viewer::Spectator => learned.len() == self.rules.players(),
        };
        let over = |twin: &Twin<G>| twin.state.turn(self.rules) == Turn::Over;
        let ends = revealed || over(&self.real) || over(&self.twin);
        let (one, other) =
            (post(seat, &G::write(self.rules, action), way), post(seat, &G::write(self.rules, same), way));
        if self.viewer.is(seat) && !ends {
            self.alike(&one, tally).await?;
        } else {
            for (twin, asked) in [(&self.real, &one), (&self.twin, &other)] {
                let answer = twin.send(asked, seat.index()).await?;
                if answer.status.is_client_error() || answer.status.is_server_error() {
                    return Err(format!("{:?} is answered {}", asked.body, answer.status));
                }
            }
        }
        self.steps += 1;
        if ends {
            return Ok(if revealed { Next::Revealed } else { Next::Over });
        }
        tally.steps += 1;
        self.updates(tally).await?;
        Ok(Next::On)
    }

    /// A decision at the twin table that looks to the viewer as this one does; `None` if there is none.
    fn same(&self, seat: Seat, action: G::Action) -> Result<Option<G::Action>, String> {
        let told = |state: &G, action| state.tell(self.rules, seat, action, self.viewer);
        let expected = told(&self.real.state, action);
        let mut legal = Vec::new();
        self.twin.state.legal(self.rules, seat, &mut legal);
        if legal.contains(&action) && told(&self.twin.state, action) == expected {
            return Ok(Some(action));
        }
        if self.viewer.is(seat) {
            return Err(format!("{seat} may '{expected}' at one table only"));
        }
        Ok(legal.into_iter().find(|other| told(&self.twin.state, *other) == expected))
    }
}

fn deciding<G: table::Game>(state: &G, rules: &G::Rules) -> table::SeatSet {
    match state.turn(rules) {
        Turn::Decide(seats) => seats,
        Turn::Over => table::SeatSet::NONE,
    }
}

enum Next {
    On,
    Revealed,
    Over,
}

/// The text around the first place where two answers part.
fn parting(one: &[u8], other: &[u8]) -> String {
    let at =
        one.iter().zip(other).position(|(one, other)| one != other).unwrap_or(one.len().min(other.len()));
    let around = |text: &[u8]| {
        let part = &text[at.saturating_sub(60).min(text.len())..(at + 60).min(text.len())];
        String::from_utf8_lossy(part).into_owned()
    };
    format!("…{}… against …{}…", around(one), around(other))
}

/// Random options: how many play, and every choice.
fn random_rules<G: Drawn + Mind + Named + Staged + Traced>(luck: &mut Light) -> Option<G::Rules> {
    let mut options = Options::new();
    for spec in G::Rules::specs() {
        if let Some(value) = spec.any(luck) {
            options.set(spec.name, &value);
        }
    }
    G::Rules::from_options(&options).ok()
}

/// A moment of a random game, and a twin of it for a random viewer; `None` if nothing is hidden from that viewer.
fn moment<G: Drawn + Mind + Named + Staged + Traced>(
    rules: &G::Rules,
    luck: &mut Light,
) -> Option<(G, G, Viewer)> {
    let mut state = G::new(rules, luck);
    for _ in 0..luck.below(150) {
        let Turn::Decide(seats) = state.turn(rules) else { return None };
        let seat = seats.iter().nth(luck.below(seats.len() as u32) as usize)?;
        let mut legal = Vec::new();
        state.legal(rules, seat, &mut legal);
        legal.retain(|action| !G::concedes(*action));
        let action = *legal.get(luck.below(legal.len().max(1) as u32) as usize)?;
        state.play_unchecked(rules, seat, action, luck);
    }
    if state.turn(rules) == Turn::Over {
        return None;
    }
    let viewer = Viewer::all(rules.players()).nth(luck.below(rules.players() as u32 + 1) as usize)?;
    let twin = G::imagine(rules, &state.view(rules, viewer), luck);
    (twin != state).then_some((state, twin, viewer))
}

/// Compares this many pairs of tables of one game; the error shows the first bytes that differ.
pub async fn run<G: Drawn + Mind + Named + Staged + Traced>(
    pairs: u32,
    seed: u64,
    plant: Plant,
) -> Result<Tally, String> {
    let mut luck = Light::new(seed);
    let mut tally = Tally::default();
    while tally.pairs < pairs {
        let pair_seed = luck.next_u64();
        let mut luck = Light::new(pair_seed);
        let Some(rules) = random_rules::<G>(&mut luck) else { continue };
        let Some((state, twin, viewer)) = moment::<G>(&rules, &mut luck) else { continue };
        let named = |error: String| {
            format!("{}, pair from seed {pair_seed} ({}): {error}", G::INFO.name, rules.options())
        };
        let stakes = if luck.below(2) == 0 { Stakes::None } else { Stakes::Tournament };
        let mut seed = || Seed::from_number(luck.next_u64());
        let (one, other) = ((state, seed()), (twin, seed()));
        let real = Twin::new(&rules, one, viewer, stakes).await.map_err(named)?;
        let twin = Twin::new(&rules, other, viewer, stakes).await.map_err(named)?;
        let mut pair = Pair { rules: &rules, viewer, real, twin, plant, stakes, steps: 0 };
        tally.pairs += 1;
        pair.look(&mut luck, &mut tally).await.map_err(named)?;
        for _ in 0..AHEAD {
            match pair.step(&mut luck, &mut tally).await.map_err(named)? {
                Next::On => pair.look(&mut luck, &mut tally).await.map_err(named)?,
                Next::Revealed => {
                    tally.reveals += 1;
                    break;
                }
                Next::Over => break,
            }
        }
    }
    Ok(tally)
}
