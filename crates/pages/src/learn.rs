//! Where to learn each game: its lessons, which of them the guest has done, and its rules.

use maud::Markup;
use table::{Info, tongue};

use crate::layout::{Guest, page};
use crate::lobby::title_picture;

/// A game and its lessons.
#[derive(Clone, Debug)]
pub struct Taught<'a> {
    /// The game.
    pub info: Info,
    /// Its lessons, in the order in which they are taken.
    pub lessons: Vec<TaughtLesson<'a>>,
}

/// A lesson in a list.
#[derive(Clone, Debug)]
pub struct TaughtLesson<'a> {
    /// Its name in addresses.
    pub name: &'a str,
    /// Its title.
    pub title: &'a str,
    /// What it is about.
    pub about: &'a str,
    /// How many minutes it takes.
    pub minutes: u32,
    /// Whether the guest has done it.
    pub done: bool,
}

impl Taught<'_> {
    /// The place of the first lesson that the guest has not done.
    fn next(&self) -> Option<usize> {
        self.lessons.iter().position(|lesson| !lesson.done)
    }
}

/// The lessons of a game in a line of the front page: the next one, and how many are done.
pub(crate) fn in_short(taught: &Taught<'_>) -> Markup {
    let (game, done) = (taught.info.name, taught.lessons.iter().filter(|lesson| lesson.done).count());
    html! {
        @if !taught.lessons.is_empty() {
            p class="lessons-short" {
                @match taught.next() {
                    Some(0) if done == 0 => { a href={ "/learn#" (game) } { "Learn it in " (taught.lessons[0].minutes) " minutes" } }
                    Some(next) => { a href={ "/learn#" (game) } { "Next lesson: " (tongue::phrase(taught.lessons[next].title)) } }
                    None => { a href={ "/learn#" (game) } { "Lessons" } }
                }
                small { (done) " of " (taught.lessons.len()) " lessons done" }
            }
        }
    }
}

/// The lessons of every game.
pub fn learn(guest: &Guest<'_>, games: &[Taught<'_>]) -> Markup {
    let body = html! {
        section class="hero" {
            h1 { "Learn by playing" }
            p { "The first lesson of each game takes about ten minutes: the goal, a turn, and a short game to its end. Two shorter ones show what makes it deep. You make the moves, one idea at a time." }
        }
        div class="games" {
            @for taught in games {
                @let game = taught.info;
                article class={ "slab game game-" (game.name) } id=(game.name) {
                    (title_picture(game.name))
                    h2 { (tongue::phrase(game.title)) }
                    ol class="lessons" {
                        @for (at, lesson) in taught.lessons.iter().enumerate() {
                            li class=[lesson.done.then_some("done")] {
                                h3 { (tongue::phrase(lesson.title)) small { (lesson.minutes) " minutes" @if lesson.done { " · done" } } }
                                p { (tongue::phrase(lesson.about)) }
                                form method="post" action={ "/learn/" (game.name) "/" (lesson.name) } {
                                    button class=[(taught.next() == Some(at)).then_some("main")] { @if lesson.done { "Take it again" } @else { "Start" } span class="hidden" { ": " (tongue::phrase(lesson.title)) } }
                                }
                            }
                        }
                    }
                    p class="links" {
                        a href={ "/guide/" (game.name) } { "Rules in pictures" } " · " a href={ "/rules/" (game.name) } { "Every rule" } " · " a href={ "/cards/" (game.name) } { "Cards" } " · " a href={ "/gallery?game=" (game.name) } { "Pictures" }
                    }
                }
            }
        }
    };
    page("Learn", Some(guest), "lobby", &body)
}
