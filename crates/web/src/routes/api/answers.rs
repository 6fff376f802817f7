//! What programs are answered.

use naming::letter;
use pages::{LogLine, TakenBack};
use room::{Finished, LegalAction, Piece, RefusedAction, pieces};
use serde::Serialize;
use serde_json::Value;
use table::{Seat, Viewer};
use utoipa::ToSchema;

use crate::kind::kind;
use crate::table::Table;

/// A fresh identity.
#[derive(Debug, Serialize, ToSchema)]
pub struct Token {
    /// What is sent as `Authorization: Bearer TOKEN`.
    pub token: String,
    /// The name that others see.
    pub name: String,
}

/// What can be played, and by which bots.
#[derive(Debug, Serialize, ToSchema)]
pub struct Games {
    /// Every game.
    pub games: Vec<GameInfo>,
    /// The levels of bots, the weakest first.
    pub levels: Vec<String>,
}

/// A game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameInfo {
    /// Its name in requests.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Raised whenever the same record could replay to another state.
    pub rules_version: u32,
    /// How many can play.
    pub players: PlayerRange,
    /// What can be set.
    pub options: Vec<OptionInfo>,
}

/// How many can play.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerRange {
    /// The fewest.
    pub min: usize,
    /// The most.
    pub max: usize,
}

/// An option of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// What it can be, in words.
    pub values: String,
    /// What it is if nothing is said.
    pub default: String,
    /// What it means.
    pub meaning: String,
}

/// A table that was opened.
#[derive(Debug, Serialize, ToSchema)]
pub struct Opened {
    /// Its name in addresses.
    pub table: String,
}

/// A table as one viewer sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Position {
    /// The table's name in addresses.
    pub table: String,
    /// Which state of the table this is; it grows with every change, and a move says in which it was chosen.
    pub seq: u64,
    /// The seat that looks; null for an onlooker.
    pub seat: Option<String>,
    /// Who sits where, in the order of the seats.
    pub names: Vec<String>,
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// How many play.
    pub players: usize,
    /// Whether the game has not begun because seats are free; then there is nothing to see or to do yet.
    pub waiting_for_players: bool,
    /// Decisions that stand.
    pub steps: usize,
    /// The seats that owe a decision.
    pub deciding: Vec<String>,
    /// What is being decided, in words.
    pub prompt: String,
    /// What the viewer sees, in names; null before the game begins.
    #[schema(value_type = Object)]
    pub view: Value,
    /// What the seat may do now.
    pub legal: Vec<LegalAction>,
    /// What it can name but not do, each with the reason.
    pub refused: Vec<RefusedAction>,
    /// How the game ended; null while it goes on.
    pub outcome: Option<Finished>,
    /// The seat that resigned.
    pub resigned: Option<String>,
}

impl Position {
    /// The table as the viewer sees it now.
    pub fn of(table: &Table, viewer: Viewer) -> Self {
        let room = table.room();
        let seating = &room.seating;
        let position = room.game.as_ref().map(|game| game.position(viewer));
        let waiting_for_players = position.is_none();
        let position = position.unwrap_or_else(|| room::Position {
            steps: 0,
            deciding: Vec::new(),
            prompt: String::new(),
            view: Value::Null,
            legal: Vec::new(),
            refused: Vec::new(),
            outcome: None,
            resigned: None,
        });
        let room::Position { steps, deciding, prompt, view, legal, refused, outcome, resigned } = position;
        Self {
            table: table.id.to_string(),
            seq: room.seq,
            seat: viewer.seat().map(letter),
            names: seating.names(),
            game: seating.game_name.clone(),
            rules_version: kind(&seating.game_name).map_or(0, |kind| kind.info().rules_version),
            players: seating.chairs.len(),
            waiting_for_players,
            steps,
            deciding,
            prompt,
            view,
            legal,
            refused,
            outcome,
            resigned,
        }
    }
}

/// What happened at a table, as one viewer saw it.
#[derive(Debug, Serialize, ToSchema)]
#[allow(clippy::struct_field_names)] // What programs read is called so.
pub struct Log {
    /// The table's name in addresses.
    pub table: String,
    /// Which state of the table this is.
    pub seq: u64,
    /// The seat that looks; null for an onlooker.
    pub seat: Option<String>,
    /// Who sits where, in the order of the seats.
    pub names: Vec<String>,
    /// Decisions that stand, those not told here included.
    pub steps: usize,
    /// How the game began.
    pub opening: Vec<String>,
    /// The decisions, oldest first.
    pub log: Vec<Decision>,
    /// What was taken back, oldest first.
    pub taken_back: Vec<Back>,
}

/// A decision and what came of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Decision {
    /// Which it is, from 1.
    pub step: usize,
    /// Who decided.
    pub seat: String,
    /// What, as the viewer saw it.
    pub told: String,
    /// What happened besides.
    pub news: Vec<String>,
    /// Both in pieces.
    pub spans: DecisionSpans,
}

/// A decision's words in pieces.
#[derive(Debug, Serialize, ToSchema)]
pub struct DecisionSpans {
    /// What was decided.
    pub told: Vec<Piece>,
    /// What happened besides.
    pub news: Vec<Vec<Piece>>,
}

impl From<LogLine> for Decision {
    fn from(line: LogLine) -> Self {
        Self {
            step: line.step,
            seat: letter(line.seat),
            told: line.told.notation(),
            news: line.news.iter().map(ToString::to_string).collect(),
            spans: DecisionSpans { told: pieces(&line.told), news: line.news.iter().map(pieces).collect() },
        }
    }
}

/// Something that was taken back.
#[derive(Debug, Serialize, ToSchema)]
pub struct Back {
    /// How many decisions stood after it.
    pub after: usize,
    /// At whose wish.
    pub by: String,
    /// What had been decided, oldest first.
    pub decisions: Vec<Undone>,
    /// Who agreed; nobody where nobody had to be asked.
    pub agreed: Vec<String>,
}

/// A decision that was taken back.
#[derive(Debug, Serialize, ToSchema)]
pub struct Undone {
    /// Who had decided.
    pub seat: String,
    /// What, as the viewer saw it.
    pub told: String,
}

impl From<TakenBack> for Back {
    fn from(back: TakenBack) -> Self {
        let undone = |(seat, told): (Seat, table::Text)| Undone { seat: letter(seat), told: told.notation() };
        Self {
            after: back.after,
            by: letter(back.by),
            decisions: back.decisions.into_iter().map(undone).collect(),
            agreed: naming::letters(back.agreed),
        }
    }
}
