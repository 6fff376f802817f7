//! The rules page: Markdown with an anchor for every numbered rule, and a search.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html as write};

use crate::drawn::Drawn;
use crate::layout::{Guest, page};

/// The rules of a game.
pub fn rules<G: Drawn>(guest: &Guest<'_>) -> Markup {
    let body = html! {
        div class="rules slab" id="rules" {
            form class="search" role="search" {
                label for="find" { "Search the rules" }
                input id="find" type="search" data-search="#rules-text > *, #rules-text li" autocomplete="off";
                a href={ "/cards/" (G::INFO.name) } { "Cards" }
            }
            article id="rules-text" { (PreEscaped(anchored(G::RULES, G::INFO.prefix))) }
        }
    };
    page(&format!("{}: the rules", G::INFO.title), Some(guest), "reading", &body)
}

/// The rule number a text starts with, such as `GTR-31`.
fn number<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(prefix)?.strip_prefix('-')?;
    let digits = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
    (digits > 0).then(|| &text[..prefix.len() + 1 + digits])
}

#[allow(clippy::wildcard_enum_match_arm)] // The events are the parser's; all others pass as they are.
/// The Markdown as HTML, where every list item that starts with a rule's number has that number as its anchor.
fn anchored(markdown: &str, prefix: &str) -> String {
    let mut out = String::new();
    let mut events = Vec::new();
    let mut starts = false;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Item) => {
                starts = true;
                events.push(Event::Start(Tag::Item));
            }
            Event::Text(text) if starts => {
                starts = false;
                match number(&text, prefix) {
                    Some(rule) => {
                        let rest = text[rule.len()..].to_owned();
                        let anchor = format!("<a class=\"rule\" id=\"{rule}\" href=\"#{rule}\">{rule}</a>");
                        events.push(Event::InlineHtml(anchor.into()));
                        events.push(Event::Text(rest.into()));
                    }
                    None => events.push(Event::Text(text)),
                }
            }
            Event::End(TagEnd::Item) => {
                starts = false;
                events.push(Event::End(TagEnd::Item));
            }
            other => events.push(other),
        }
    }
    write::push_html(&mut out, events.into_iter());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_numbered_rule_has_its_anchor() {
        let html = anchored("# Rules\n\n- GTR-3 Sites.\n- no number\n- **GTR-4** bold\n", "GTR");
        assert!(html.contains("id=\"GTR-3\" href=\"#GTR-3\">GTR-3</a> Sites."), "{html}");
        assert!(html.contains("id=\"GTR-4\""), "{html}");
        assert!(html.contains("no number"));
    }
}
