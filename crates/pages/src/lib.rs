#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! A game plugs in through one trait, [`Drawn`]. Everything else (lobby, forms, table shell, replay, rules, cards) is made from
//! what every game tells of itself.

#[doc(hidden)]
pub use gloria_say::html as spoken_html;
#[doc(hidden)]
pub use maud;
#[doc(hidden)]
pub use table::tongue;

/// A template like maud's whose words are said in the language that is spoken: those where content stands, and those of attributes that
/// are read (`title`, `aria-label`, `placeholder`, `alt`).
///
/// ```
/// use gloria_pages::html;
/// let name = "Ann";
/// let page = html! { p class="so" title="Her name" { "I am " (name) @if name.len() > 9 { " the long" } } };
/// assert_eq!(page.into_string(), "<p class=\"so\" title=\"Her name\">I am Ann</p>");
/// ```
#[macro_export]
macro_rules! html {
    ($($template:tt)*) => { $crate::spoken_html!($crate; $($template)*) };
}

mod aside;
pub mod assets;
mod cards;
mod cites;
mod coach;
mod company;
mod drawn;
mod ending;
mod face;
mod form;
mod gallery;
mod games;
mod glossary;
mod guide;
mod host;
mod layout;
mod learn;
mod lobby;
mod log;
mod names;
mod pacing;
mod parts;
mod patch;
mod picture;
mod play;
mod player;
mod qr;
mod replay;
mod rules;
mod share;
mod strangers;
mod tournament;
mod waiting;
mod words;

pub use aside::{Aside, aside};
pub use cards::cards;
pub use coach::{Closing, Coach, NextLesson};
pub use company::{Absent, Away, Clock};
pub use drawn::{Choice, Desk, Drawn, Rank, slug};
pub use ending::Ended;
pub use face::{Face, bar, face, fit, girth, mark, number};
pub use form::{Company, Levels, new_table, settings};
pub use gallery::{Shade, Show, Size, gallery};
pub use games::{MyGame, MyGames, Put, my_games};
pub use glossary::Glossary;
pub use guide::guide;
pub use host::{Host, REMOVED, Voice};
pub use layout::{Guest, message, page};
pub use learn::{Taught, TaughtLesson, learn};
pub use lobby::{Listing, Lobby, lobby};
pub use log::{LogLine, Step, TakenBack, Tale};
pub use parts::{Alike, Eyes, Parts, Told};
pub use patch::patched;
pub use picture::{Picture, Plate};
pub use play::{Around, Chair, Chat, Reply, Sitting, TakeBack, badge, curtain, table, table_page};
pub use player::{PlayerLadder, PlayerPage, PlayerResult, Relation, player};
pub use qr::code as qr_code;
pub use replay::{Replay, replay};
pub use rules::rules;
pub use share::share;
pub use strangers::{Filter, PairForm, PairWait, open_tables, pair_form, pair_soon, pair_wait};
pub use tournament::{
    TournamentDeeds, TournamentListing, TournamentPage, TournamentRow, TournamentTable, tournament,
    tournaments,
};
pub use waiting::{Standing, Waiting, WaitingSeat, waiting, waiting_page};
pub use words::Words;

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use table::speaking;
    use table::tongue::Tongue;

    #[derive(Debug)]
    struct Shouting;

    impl Tongue for Shouting {
        fn phrase<'w>(&self, english: &'w str) -> Cow<'w, str> {
            english.to_uppercase().into()
        }
    }

    #[test]
    fn what_is_read_of_a_template_is_spoken_and_nothing_else() {
        let draw = |side: &str, seat: Option<&str>| {
            html! {
                @let named = seat.is_some_and(|name| name == "ann");
                div #one title="so much" data-side="no" aria-label={ "for " (side) } hidden[named] {
                    "one " (side) ": "
                    @match side { "left" => { "two" } "right" if named => b { "three" }, _ => "four", }
                    @if let Some(name) = seat { "is " (name) } @else if side == "left" { "nobody" } @else { "?" }
                    @for word in ["a", "b"] { (word) }
                    code { "gloria" }
                    input type="text" placeholder="name" value="left";
                }
            }
            .into_string()
        };
        let english = draw("left", Some("ann"));
        assert_eq!(
            english,
            "<div id=\"one\" title=\"so much\" data-side=\"no\" aria-label=\"for left\" hidden>one left: \
             twois annab<code>gloria</code><input type=\"text\" placeholder=\"name\" value=\"left\"></div>"
        );
        let shouted = speaking(&Shouting, || draw("right", None));
        assert_eq!(
            shouted,
            "<div id=\"one\" title=\"SO MUCH\" data-side=\"no\" aria-label=\"FOR right\">ONE right: \
             FOUR?ab<code>gloria</code><input type=\"text\" placeholder=\"NAME\" value=\"left\"></div>"
        );
    }
}
