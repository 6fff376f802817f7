//! Games that bots played from a fixed seed: whatever moment of them is wanted can be sat down at.

use bots::{Budget, Player, Question};
use games::Playable;
use table::{Light, Options, Record, Rulebook as _, Seat, Turn, Viewer};

use crate::{Browser, Server};

/// A game from its deal to its end.
#[derive(Clone, Debug)]
pub struct Story {
    /// Which game.
    pub game: &'static str,
    /// The record, as it is read and written everywhere.
    pub record: String,
    /// Who decided what, in the notation of the terminal.
    moves: Vec<(Seat, String)>,
}

/// Whoever plays it.
struct Played<'a> {
    players: usize,
    seed: u64,
    options: &'a [(&'a str, &'a str)],
}

impl games::Visit for Played<'_> {
    type Answer = Story;

    fn visit<G: Playable>(&mut self) -> Story {
        let options = Options::new().with("players", &self.players.to_string());
        let options = self.options.iter().fold(options, |options, (name, value)| options.with(name, value));
        let rules = G::Rules::from_options(&options).expect("so many can play");
        let named = || bots::named::<G>("greedy").expect("there is a greedy player");
        let mut players: Vec<Box<dyn Player<G>>> = (0..self.players).map(|_| named()).collect();
        let names = (0..self.players).map(|at| Seat::all(self.players).nth(at).map_or('?', Seat::letter));
        let names = names.map(|letter| format!("Player {letter}")).collect();
        let (mut luck, mut wits) = (Light::new(self.seed), Light::new(self.seed + 1));
        let mut record = Record::<G>::start(rules.clone(), names, None, &mut luck);
        let (mut moves, mut legal) = (Vec::new(), Vec::new());
        while let Turn::Decide(seats) = record.state().turn(&rules) {
            let seat = seats.first().expect("somebody decides");
            let state = *record.state();
            bots::choices(&rules, &state, seat, &mut legal);
            let look = || state.view(&rules, Viewer::Seat(seat));
            let asked = Question::new(&rules, seat, &look, &legal, Budget::OWN, wits.next_u64());
            let action = players[seat.index()].choose(&asked);
            moves.push((seat, G::write(&rules, action)));
            record.play(seat, action, &mut luck).expect("what is legal can be played");
        }
        Story { game: G::INFO.name, record: record.write(), moves }
    }
}

impl Story {
    /// The game of this name with so many players, from this seed: always the same.
    pub fn of(game: &str, players: usize, seed: u64) -> Self {
        Self::set(game, players, seed, &[])
    }

    /// The same with some of its options set.
    pub fn set(game: &str, players: usize, seed: u64, options: &[(&str, &str)]) -> Self {
        let played = games::with(game, &mut Played { players, seed, options });
        played.unwrap_or_else(|| panic!("there is no game {game}"))
    }

    /// How many decisions it took.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether nobody decided anything.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moment after so many hundredths of its decisions.
    pub fn after(&self, hundredths: usize) -> usize {
        self.len() * hundredths / 100
    }

    /// The first moment from another on at which somebody decides something whose notation begins so.
    pub fn before(&self, from: usize, words: &str) -> Option<usize> {
        (from..self.len()).find(|at| self.moves[*at].1.starts_with(words))
    }

    /// Who decides at a moment; at the end whoever decided last.
    pub fn decides(&self, at: usize) -> Seat {
        self.moves[at.min(self.len() - 1)].0
    }
}

/// Who sits on the other seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// Bots.
    Bots,
    /// Whoever sits at the window, under the same name.
    Me,
}

impl Browser {
    /// Sits down at a moment of a story, on the seat that decides there.
    pub async fn enter(&self, server: &Server, story: &Story, at: usize, others: Others) {
        self.go(&server.at("/")).await;
        self.submit("/open", &[("record", &story.record)]).await;
        self.wait("document.querySelector('#replay') && document.readyState === 'complete'").await;
        let seat = story.decides(at).to_string();
        let path = self.value("location.pathname").await;
        let address = format!("{}/fork", path.as_str().unwrap_or_default());
        let others = match others {
            Others::Bots => "bot:greedy",
            Others::Me => "me",
        };
        self.submit(&address, &[("at", &at.to_string()), ("seat", &seat), ("others", others)]).await;
        self.wait("location.pathname.startsWith('/t/') && document.readyState === 'complete'").await;
        if self.is("document.querySelector('.curtain')").await {
            let table = self.value("location.pathname").await;
            let table = table.as_str().unwrap_or_default();
            self.go(&server.at(&format!("{table}?seat={seat}"))).await;
        }
        self.painted().await;
    }

    /// Posts a form of one's own making from the page, as its forms do.
    pub async fn submit(&self, address: &str, fields: &[(&str, &str)]) {
        let post = "const [address, fields] = arguments, form = document.createElement('form'); form.method = 'post'; form.action = address; \
             for (const [name, value] of fields) { const field = document.createElement('textarea'); field.name = name; field.value = value; form.append(field); } \
             document.body.replaceChildren(form); HTMLFormElement.prototype.submit.call(form);";
        let fields = serde_json::json!([address, fields]);
        let fields = fields.as_array().cloned().unwrap_or_default();
        self.window.execute(post, fields).await.expect("the page runs it");
    }

    /// Takes this name.
    pub async fn call_me(&self, server: &Server, name: &str) {
        self.go(&server.at("/me")).await;
        self.submit("/me", &[("name", name)]).await;
        self.wait("document.querySelector('.top .who') && document.readyState === 'complete'").await;
        let shown = self.value("document.querySelector('.top .who').textContent").await;
        assert_eq!(shown, name, "the name is taken");
    }
}
