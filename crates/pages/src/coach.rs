//! What a lesson says at the table: the step, its answers, its closing words; and what a hint says.

use maud::Markup;
use table::{Seat, tongue};

use crate::aside::in_line;
use crate::play::Sitting;

/// Where a lesson stands.
#[derive(Clone, Debug)]
pub struct Coach {
    /// Its title.
    pub title: String,
    /// Which of its steps, from 1.
    pub at: usize,
    /// How many it has.
    pub of: usize,
    /// What is said to the way the learner took.
    pub reply: String,
    /// What to do now and why. `{B}` is the name of whoever sits there.
    pub text: String,
    /// The answers, where something is to be read or answered before anything is done: an empty one only reads on.
    pub answers: Option<Vec<String>>,
    /// The part of the board that is pointed at; empty for none.
    pub look: String,
    /// What stands with the closing words, which stay until they are dismissed.
    pub closing: Option<Closing>,
}

impl Coach {
    /// Whether something is to be read before anything goes on.
    pub(crate) fn is_read(&self) -> bool {
        self.answers.is_some() || self.closing.is_some()
    }
}

/// What stands with the closing words of a lesson.
#[derive(Clone, Debug)]
pub struct Closing {
    /// The game's name.
    pub game: &'static str,
    /// What was learned.
    pub learned: Vec<String>,
    /// The lesson that comes next.
    pub next: Option<NextLesson>,
    /// Whether the game is over too.
    pub over: bool,
}

/// A lesson that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextLesson {
    /// Its name in addresses.
    pub name: String,
    /// Its title.
    pub title: String,
    /// How many minutes it takes.
    pub minutes: u32,
}

/// A button that begins a lesson.
pub(crate) fn begin(game: &str, lesson: &NextLesson, class: &str, words: &Markup) -> Markup {
    html! {
        form method="post" action={ "/learn/" (game) "/" (lesson.name) } { button class=(class) { (words) } }
    }
}

/// Words of a lesson, with names for seats.
fn named(sitting: &Sitting<'_>, text: &str) -> String {
    let names = &sitting.around.names;
    let named = |text: String, (seat, name): (Seat, &String)| text.replace(&format!("{{{seat}}}"), name);
    Seat::all(names.len()).zip(names).fold(tongue::phrase(text).into_owned(), named)
}

/// The same with links to cards and rules.
fn words(sitting: &Sitting<'_>, text: &str) -> Markup {
    sitting.glossary.said(&named(sitting, text))
}

/// What the lesson says, what somebody new is offered, and what a hint said.
pub(crate) fn coach(sitting: &Sitting<'_>, game: &'static str) -> Markup {
    html! {
        @if let Some(coach) = &sitting.around.coach { (step(sitting, coach)) }
        @else if let Some(lesson) = sitting.around.offered.as_ref().filter(|_| sitting.seat().is_some()) { (offer(game, lesson)) }
        @if !sitting.around.reply.advice.is_empty() {
            div class="coach" id="advice" role="status" {
                h3 { "Hint" }
                ul { @for line in &sitting.around.reply.advice { li { (sitting.text(line)) } } }
            }
        } @else if let Some(place) = sitting.around.reply.in_line {
            div class="coach" id="advice" role="status" {
                (in_line(place))
            }
        }
    }
}

/// What somebody new to the game is offered until they have made a move.
fn offer(game: &'static str, lesson: &NextLesson) -> Markup {
    html! {
        div class="offer" id="newcomer" {
            h3 { "New to this game?" }
            p { "Learn it by playing: a guided game takes about " (lesson.minutes) " minutes. Or just make your first move here." }
            (begin(game, lesson, "main", &html! { "Take the lesson" }))
        }
    }
}

fn step(sitting: &Sitting<'_>, coach: &Coach) -> Markup {
    let share = coach.at * 100 / coach.of.max(1);
    html! {
        div class={ "coach lesson" @if coach.closing.is_some() { " closing" } } id="coach" role="status" data-look=[Some(&coach.look).filter(|look| !look.is_empty())] {
            h3 {
                @if coach.closing.is_some() { "Lesson complete " } @else { "Lesson " }
                small { (coach.at) " of " (coach.of) }
                span class="lesson-title" { (tongue::phrase(&coach.title)) }
            }
            progress class="lesson-progress" max="100" value=(share) aria-hidden="true" {}
            @if !coach.reply.is_empty() { p class="reply" { (words(sitting, &coach.reply)) } }
            @if !coach.text.is_empty() { p class="told" { (words(sitting, &coach.text)) } }
            @if let Some(answers) = coach.answers.as_ref().filter(|_| sitting.seat().is_some()) { (reading(sitting, answers)) }
            @if let Some(closing) = &coach.closing { (last(sitting, closing)) }
        }
    }
}

/// The answers to a question, or the one way on from words. There are no links in them: wherever it is pressed, a button answers.
fn reading(sitting: &Sitting<'_>, answers: &[String]) -> Markup {
    html! {
        div class="answers" {
            @for (at, answer) in answers.iter().enumerate() {
                (sitting.form("read", &html! {
                    input type="hidden" name="answer" value=(at);
                    @if answer.is_empty() { button class="choice main" data-key=(at + 1) { "Continue" } }
                    @else { button class="choice answer" data-key=(at + 1) { kbd { (at + 1) } span class="does" { (named(sitting, answer)) } } }
                }))
            }
        }
    }
}

/// What was learned, and where to go on.
fn last(sitting: &Sitting<'_>, closing: &Closing) -> Markup {
    html! {
        div class="onward" {
            @if let Some(next) = &closing.next {
                (begin(closing.game, next, "main", &html! { "Next lesson: " (tongue::phrase(&next.title)) small { " " (next.minutes) " minutes" } }))
            }
            form method="post" action={ "/quick/" (closing.game) } { button class=[closing.next.is_none().then_some("main")] { "Play a real game" } }
            @if !closing.over && sitting.seat().is_some() { (sitting.form("heard", &html! { button { "Play on from here" } })) }
            p class="links" { a href="/learn" { "All lessons" } " · " a href={ "/guide/" (closing.game) } { "The rules in pictures" } }
        }
        h4 { "What you have learned" }
        ul class="learned" { @for line in &closing.learned { li { (words(sitting, line)) } } }
    }
}
