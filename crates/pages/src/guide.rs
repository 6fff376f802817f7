//! The rules for people: a few illustrated pages, with the way to every numbered rule and card they name.

use maud::{Markup, PreEscaped};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html as write};
use table::{Options as Settings, Rulebook as _, tongue};

use crate::drawn::Drawn;
use crate::glossary::Glossary;
use crate::layout::{Guest, page};
use crate::picture::Plate;

/// The page of this name of a game's rules for people; the first one where none is named.
pub fn guide<G: Drawn>(guest: &Guest<'_>, name: &str) -> Option<Markup> {
    let (own, text) = G::GUIDE.iter().find(|(own, _)| name.is_empty() || *own == name)?;
    let usual = G::Rules::from_options(&Settings::new());
    let glossary = usual.map_or_else(|_| Glossary::default(), |usual| Glossary::new::<G>(&usual, ""));
    let game = G::INFO.name;
    let links = html! {
        @for (page, text) in G::GUIDE {
            a href={ "/guide/" (game) "/" (page) } aria-current=[(page == own).then_some("page")] { (title(text)) }
        }
        a href={ "/rules/" (game) } { "Every rule, numbered" }
        a href={ "/cards/" (game) } { "Cards" }
        a href={ "/learn#" (game) } { "Lessons" }
    };
    let body = html! {
        div class={ "guide slab game-" (game) } {
            nav class="guide-leads" aria-label="Pages of the rules" { (links) }
            // The head of every arrow of the drawings.
            svg class="hidden" aria-hidden="true" { defs { marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto" { path d="M0 0 L8 4 L0 8 z" {} } } }
            article id="guide" { (PreEscaped(drawn(text, &G::plates(), &glossary))) }
            nav class="guide-leads" aria-label="Where to go on" { (links) }
        }
    };
    let title = format!("{}: {}", tongue::phrase(G::INFO.title), title(text));
    Some(page(&title, Some(guest), "reading", &body))
}

/// The title of a page: its first heading.
pub(crate) fn title(text: &str) -> &str {
    text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default().trim()
}

/// Pictures side by side: a line for each, its name in the set and what is said of it.
fn pictures(lines: &str, plates: &[Plate], glossary: &Glossary) -> String {
    let named = |name: &str| plates.iter().find(|plate| plate.name == name);
    let row = html! {
        div class="guide-pictures" {
            @for (name, caption) in lines.lines().filter_map(|line| line.split_once(':')) {
                @if let Some(plate) = named(name.trim()) {
                    figure class=(plate.paint) { (plate.picture.large()) figcaption { strong { (glossary.mark(&plate.name)) } " " (glossary.mark(caption.trim())) } }
                }
            }
        }
    };
    row.into_string()
}

/// The Markdown as HTML, with pictures, and links to the cards and rules it names.
#[allow(clippy::wildcard_enum_match_arm)] // The events are the parser's; all others pass as they are.
fn drawn(markdown: &str, plates: &[Plate], glossary: &Glossary) -> String {
    let (mut events, mut out, mut shown) = (Vec::new(), String::new(), None);
    let mut plain = 0;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match (event, &mut shown) {
            (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))), _) if &*kind == "pictures" => {
                shown = Some(String::new());
            }
            (Event::Text(text), Some(lines)) => lines.push_str(&text),
            (Event::End(TagEnd::CodeBlock), Some(lines)) => {
                events.push(Event::Html(CowStr::from(pictures(lines, plates, glossary))));
                shown = None;
            }
            // What leads somewhere already, and what is a heading, is not searched for cards.
            (event @ Event::Start(Tag::Link { .. } | Tag::Heading { .. }), _) => {
                plain += 1;
                events.push(event);
            }
            (event @ Event::End(TagEnd::Link | TagEnd::Heading(_)), _) => {
                plain -= 1;
                events.push(event);
            }
            (Event::Text(text), None) if plain == 0 => {
                events.push(Event::InlineHtml(glossary.mark(&text).into_string().into()));
            }
            (event, _) => events.push(event),
        }
    }
    write::push_html(&mut out, events.into_iter());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Picture;

    #[test]
    fn pictures_stand_side_by_side_with_their_words_and_drawings_pass() {
        let text = "# So\n\n```pictures\nDock: A <dock>\nWall: A wall\nNobody: Nothing\n```\n\n<figure><svg class=\"d\"></svg></figure>\n";
        let plate = |name: &str| Plate {
            family: "x",
            name: name.to_owned(),
            paint: "m-wood",
            picture: Picture::of("glory-to-rome", name),
        };
        let html = drawn(text, &[plate("Dock"), plate("Wall")], &Glossary::default());
        assert_eq!(html.matches("<figure").count(), 3, "{html}");
        assert!(html.contains("A &lt;dock&gt;") && html.contains("<svg class=\"d\">"), "{html}");
        assert_eq!(title(text), "So");
    }
}
