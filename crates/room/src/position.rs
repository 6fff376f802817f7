//! What a program is shown of a game.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use table::{Refusal, Text};
use utoipa::ToSchema;

/// A game as one viewer sees it.
#[derive(Clone, Debug, Serialize)]
pub struct Position {
    /// Decisions that stand.
    pub steps: usize,
    /// The seats that owe a decision.
    pub deciding: Vec<String>,
    /// What is being decided, in words.
    pub prompt: String,
    /// What the viewer sees, in names.
    pub view: Value,
    /// What the viewer may do.
    pub legal: Vec<LegalAction>,
    /// What the viewer can name but not do.
    pub refused: Vec<RefusedAction>,
    /// How the game ended.
    pub outcome: Option<Finished>,
    /// The seat that resigned.
    pub resigned: Option<String>,
}

/// Something that the seat may do now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalAction {
    /// The action in notation: what is sent as a move.
    pub action: String,
    /// What it would do.
    pub explained: String,
    /// Both in pieces.
    pub spans: ActionSpans,
}

/// An action's words in pieces.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ActionSpans {
    /// What its button says.
    pub label: Vec<Piece>,
    /// What it would do.
    pub explained: Vec<Piece>,
}

/// Something that the seat can name but not do now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RefusedAction {
    /// The action in notation.
    pub action: String,
    /// Why not.
    pub refusal: WhyNot,
}

/// Why something can't be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct WhyNot {
    /// The rule's number in the game's rules.
    pub rule: String,
    /// What stands in the way.
    pub fact: String,
    /// What would make it possible; empty if nothing would.
    pub remedy: String,
}

impl From<&Refusal> for WhyNot {
    fn from(refusal: &Refusal) -> Self {
        let Refusal { rule, fact, remedy } = refusal;
        Self { rule: (*rule).to_owned(), fact: fact.to_string(), remedy: remedy.to_string() }
    }
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Finished {
    /// The seats that won; several share the win.
    pub winners: Vec<String>,
    /// Each seat's score.
    pub scores: BTreeMap<String, i32>,
    /// Why it ended.
    pub reason: String,
}

/// A piece of a sentence: an object with one field that says what it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// Plain words.
    Words(String),
    /// A player, by the seat's letter.
    Seat(String),
    /// What is a player's, by the seat's letter.
    Whose(String),
    /// A card, or another component, by its name.
    Card(String),
    /// A place of the board, by its name.
    Place(String),
    /// A rule, by its number.
    Rule(String),
    /// A count.
    Number(i64),
}

/// A sentence in pieces.
pub fn pieces(text: &Text) -> Vec<Piece> {
    let piece = |span: &table::Span| match span {
        table::Span::Words(words) => Piece::Words(words.clone()),
        table::Span::Seat(seat) => Piece::Seat(seat.to_string()),
        table::Span::Whose(seat) => Piece::Whose(seat.to_string()),
        table::Span::Card(name) => Piece::Card(name.clone()),
        table::Span::Place(name) => Piece::Place(name.clone()),
        table::Span::Rule(rule) => Piece::Rule(rule.clone()),
        table::Span::Number(number) => Piece::Number(*number),
    };
    text.spans().iter().map(piece).collect()
}
