//! The rules page: Markdown with an anchor for every numbered rule, links to the cards it names, and a search.

use maud::{Markup, PreEscaped};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html as write};

use table::tongue::number;
use table::{Options as Settings, Rulebook as _, say};

use crate::cites::Cites;
use crate::drawn::Drawn;
use crate::glossary::Glossary;
use crate::layout::{Guest, page};

/// The rules of a game.
pub fn rules<G: Drawn>(guest: &Guest<'_>) -> Markup {
    let usual = G::Rules::from_options(&Settings::new());
    let glossary = usual.map_or_else(|_| Glossary::default(), |usual| Glossary::new::<G>(&usual, ""));
    let body = html! {
        div class="rules slab" id="rules" {
            form class="search" role="search" {
                label for="find" { "Search the rules" }
                input id="find" type="search" data-search="#rules-text > *, #rules-text li" autocomplete="off";
                @if !G::GUIDE.is_empty() { a href={ "/guide/" (G::INFO.name) } { "In pictures" } }
                a href={ "/cards/" (G::INFO.name) } { "Cards" }
            }
            article id="rules-text" { (PreEscaped(anchored(G::RULES, G::INFO.prefix, &glossary))) }
        }
    };
    page(&say!("{}: the rules", G::INFO.title).to_string(), Some(guest), "reading", &body)
}

/// What a page of rules leads to: its own numbers, and the cards.
#[derive(Clone, Copy)]
struct Leads<'a> {
    cites: &'a Cites,
    glossary: &'a Glossary,
}

/// A text with a link for every rule or ruling of these that it cites, and for every card that it names.
fn cited(text: &str, leads: Leads<'_>, out: &mut Vec<Event<'_>>) {
    for (words, anchor) in leads.cites.split(text) {
        match anchor {
            Some(anchor) => {
                out.push(Event::InlineHtml(format!("<a href=\"#{anchor}\">{}</a>", number(words)).into()));
            }
            None => out.push(Event::InlineHtml(leads.glossary.mark(words).into_string().into())),
        }
    }
}

/// Where in a list item a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    First,
    Later,
}

/// A text of a list item: each of its parts, which ` · ` divides, may begin with the number of a rule that stands here. What stands
/// later in the item begins with none.
fn item(text: &str, stands: Stands, leads: Leads<'_>, out: &mut Vec<Event<'_>>) {
    for (at, part) in text.split(" · ").enumerate() {
        if at > 0 {
            out.push(Event::Text(" · ".into()));
        }
        let own = if stands == Stands::First || at > 0 { leads.cites.at(part) } else { None };
        let length = own.map_or(0, |(length, anchor)| {
            let anchor = format!(
                "<a class=\"rule\" id=\"{anchor}\" href=\"#{anchor}\">{}</a>",
                number(&part[..length])
            );
            out.push(Event::InlineHtml(anchor.into()));
            length
        });
        cited(&part[length..], leads, out);
    }
}

#[allow(clippy::wildcard_enum_match_arm)] // The events are the parser's; all others pass as they are.
/// The Markdown as HTML, where every rule or ruling has its number as an anchor, and every other mention of it leads there.
fn anchored(markdown: &str, prefix: &'static str, glossary: &Glossary) -> String {
    let cites = Cites::new(markdown, prefix);
    let leads = Leads { cites: &cites, glossary };
    let mut out = String::new();
    let mut events = Vec::new();
    let (mut deep, mut stands) = (0_usize, Stands::Later);
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Item) => {
                (deep, stands) = (deep + 1, Stands::First);
                events.push(Event::Start(Tag::Item));
            }
            Event::Text(text) if deep > 0 => {
                item(&text, stands, leads, &mut events);
                stands = Stands::Later;
            }
            Event::Text(text) => cited(&text, leads, &mut events),
            Event::End(TagEnd::Item) => {
                (deep, stands) = (deep.saturating_sub(1), Stands::Later);
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
        let html = anchored(
            "# Rules\n\n- GTR-3 Sites.\n- no number\n- **GTR-4** bold\n",
            "GTR",
            &Glossary::default(),
        );
        assert!(html.contains("id=\"GTR-3\" href=\"#GTR-3\">GTR-3</a> Sites."), "{html}");
        assert!(html.contains("id=\"GTR-4\""), "{html}");
        assert!(html.contains("no number"));
    }

    #[test]
    fn rulings_have_anchors_too_and_mentions_lead_to_them() {
        let html = anchored(
            "See M3.\n\n- Ruling 19: by GL-1\n- M3 so · M4 other\n- GL-1 by ruling 19, not GL-9 <b>\n",
            "GL",
            &Glossary::default(),
        );
        for anchor in
            ["id=\"ruling-19\" href=\"#ruling-19\">Ruling 19</a>:", "id=\"M3\"", "id=\"M4\"", "id=\"GL-1\""]
        {
            assert!(html.contains(anchor), "{anchor} in {html}");
        }
        for link in [
            "See <a href=\"#M3\">M3</a>",
            "by <a href=\"#GL-1\">GL-1</a>",
            "by <a href=\"#ruling-19\">ruling 19</a>, not GL-9",
        ] {
            assert!(html.contains(link), "{link} in {html}");
        }
    }
}
