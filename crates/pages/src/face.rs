//! What the games draw alike: a card's face (paint, picture, name, text), numbers with their symbols, bars.

use maud::Markup;

use table::tongue;

use crate::assets::art;

/// What is printed on a card.
#[derive(Clone, Debug)]
pub struct Face<'a> {
    /// The class of its colour.
    pub paint: &'static str,
    /// What sort of card it is.
    pub sort: &'a str,
    /// What stands in the corner: a price, a score.
    pub corner: Option<String>,
    /// What it shows.
    pub picture: Markup,
    /// Its name.
    pub name: &'a str,
    /// Its numbers.
    pub numbers: Markup,
    /// Its text.
    pub text: String,
}

/// A mark in the place of a picture, for what has none of its own.
pub fn mark(symbol: &str) -> Markup {
    html! { svg class="c-art" viewBox="0 0 60 34" aria-hidden="true" { use href=(art(symbol)) {} } }
}

/// The card.
pub fn face(face: &Face<'_>) -> Markup {
    html! {
        span class={ "card " (face.paint) } {
            span class="c-head" {
                // Two sorts in one may stand below each other.
                span { @for (at, sort) in tongue::phrase(face.sort).split('/').enumerate() { @if at > 0 { "/" wbr; } (sort) } }
                @if let Some(corner) = &face.corner { span class="c-corner" { (corner) } }
            }
            (face.picture)
            @let name = tongue::name(face.name);
            span class={ "c-name" (girth(&name)) } { (name) }
            span class="c-numbers" { (face.numbers) }
            span class={ "c-text" (fit(&face.text)) } { (face.text) }
        }
    }
}

/// The class of a text by its length: the longer it is, the more of a small card it gets, so that none of it is cut off.
pub fn fit(text: &str) -> &'static str {
    match text.chars().count() {
        0..=64 => "",
        65..=104 => " t2",
        105..=144 => " t3",
        145..=184 => " t4",
        185..=240 => " t5",
        _ => " t6",
    }
}

/// The class of a name by its longest word, which no small card may tear.
pub fn girth(name: &str) -> &'static str {
    match name.split([' ', '-']).map(|word| word.chars().count()).max() {
        Some(12..) => " longer",
        Some(9..) => " long",
        _ => "",
    }
}

/// A number with its symbol, and in words for those who do not see it.
pub fn number(symbol: &str, value: impl std::fmt::Display, what: &str) -> Markup {
    let what = tongue::phrase(what);
    html! {
        span class="num" title=(what) {
            svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art(symbol)) {} }
            b { (value) } span class="hidden" { " " (what) }
        }
    }
}

/// A bar that is so much of so much full.
pub fn bar(class: &str, now: u8, most: u8) -> Markup {
    let most = most.max(1);
    html! {
        svg class={ "bar " (class) } viewBox={ "0 0 " (most) " 4" } preserveAspectRatio="none" aria-hidden="true" {
            rect class="all" width=(most) height="4" {}
            rect class="now" width=(now.min(most)) height="4" {}
        }
    }
}
