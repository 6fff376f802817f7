//! What is told of a game: every kind of event, and what of it is secret.

use gloria_glory_to_rome::cards::{Card, Material};
use gloria_glory_to_rome::event::{Event, Sale};
use gloria_glory_to_rome::{Rules, State, View};
use table::{Options, Rulebook, Tell, Text};

/// The kinds of events that come after the deal.
#[rustfmt::skip]
pub const KINDS: [&str; 32] = [
    "TurnBegins", "Petitioned", "Surrendered", "Drew", "TookJack", "Discarded", "Gathered", "Hired", "Sold", "Laid", "Added",
    "Completed", "Looked", "Dismantled", "Opened", "Recovered", "Demanded", "NothingToShow", "Given", "StockGiven", "NothingGiven", "Slain",
    "Razed", "SiteGiven", "Stolen", "SetOff", "TurnedUp", "ToHand", "Claimed", "KeptOrder", "Cleared", "Ended",
];

/// The name of an event's kind.
pub fn kind(event: &Event) -> &'static str {
    match event {
        Event::Dealt { .. }
        | Event::FirstCard { .. }
        | Event::Tied { .. }
        | Event::Starts { .. }
        | Event::PutAside { .. } => "Deal",
        Event::TurnBegins { .. } => "TurnBegins",
        Event::Petitioned { .. } => "Petitioned",
        Event::Surrendered { .. } => "Surrendered",
        Event::Drew { .. } => "Drew",
        Event::TookJack { .. } => "TookJack",
        Event::Discarded { .. } => "Discarded",
        Event::Gathered { .. } => "Gathered",
        Event::Hired { .. } => "Hired",
        Event::Sold { .. } => "Sold",
        Event::Laid { .. } => "Laid",
        Event::Added { .. } => "Added",
        Event::Completed { .. } => "Completed",
        Event::Looked { .. } => "Looked",
        Event::Dismantled { .. } => "Dismantled",
        Event::Opened { .. } => "Opened",
        Event::Recovered { .. } => "Recovered",
        Event::Demanded { .. } => "Demanded",
        Event::NothingToShow { .. } => "NothingToShow",
        Event::Given { .. } => "Given",
        Event::StockGiven { .. } => "StockGiven",
        Event::NothingGiven { .. } => "NothingGiven",
        Event::Slain { .. } => "Slain",
        Event::Razed { .. } => "Razed",
        Event::SiteGiven { .. } => "SiteGiven",
        Event::Stolen { .. } => "Stolen",
        Event::SetOff { .. } => "SetOff",
        Event::TurnedUp { .. } => "TurnedUp",
        Event::ToHand { .. } => "ToHand",
        Event::Claimed { .. } => "Claimed",
        Event::KeptOrder { .. } => "KeptOrder",
        Event::Cleared { .. } => "Cleared",
        Event::Ended { .. } => "Ended",
    }
}

/// The event with its secrets changed, and whether the viewer may know them.
fn changed(rules: &Rules, view: &View, event: &Event) -> Option<(Event, bool)> {
    let other = |card: Card| Card::at((card.index() + 1) % 54);
    let open = rules.options().value(gloria_glory_to_rome::SPECS, "open_memory") == "on";
    let colour = |material: Material| Material::at((material.index() + 1) % 6);
    if let Event::Drew { seat, cards } = event
        && !cards.is_empty()
    {
        let cards = cards.iter().copied().map(other).collect();
        return Some((Event::Drew { seat: *seat, cards }, view.viewer.is(*seat)));
    }
    if let Event::Looked { seat, card } = *event {
        return Some((Event::Looked { seat, card: other(card) }, view.viewer.is(seat)));
    }
    let Event::Sold { seat, sale, now, room } = *event else { return None };
    let (sale, knows) = match sale {
        Sale::Stock(material) => (Sale::Stock(colour(material)), open),
        Sale::Hand(card) => (Sale::Hand(other(card)), open && view.viewer.is(seat)),
        Sale::Deck => return None,
        Sale::Client(client) => (Sale::Client(colour(client)), open),
        Sale::TurnedUp(card) => (Sale::TurnedUp(other(card)), open),
    };
    Some((Event::Sold { seat, sale, now, room }, knows))
}

/// Every event is told, and what the viewer may not know of it makes no difference to what is told (GTR-17, GTR-26); what
/// the viewer may know does.
pub fn hides_secrets(rules: &Rules, before: &View, after: &View, event: &Event) {
    let told = State::news(rules, before, after, std::slice::from_ref(event));
    let told: Vec<String> = told.iter().map(Text::to_string).collect();
    assert!(!told.is_empty() && told.iter().all(|line| line.len() > 2), "{event:?} is told as {told:?}");
    for line in &told {
        reads_well(line);
    }
    let Some((changed, knows)) = changed(rules, after, event) else { return };
    let other = State::news(rules, before, after, &[changed]);
    let other: Vec<String> = other.iter().map(Text::to_string).collect();
    assert_eq!(told != other, knows, "{:?} is told of {event:?}: {told:?}", after.viewer);
}

/// What is wrong with a line as English, as far as a program can see it: a wrong article or plural, an empty place.
pub fn misspelt(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let wrong = words.windows(2).find(|pair| {
        let next = pair[1].trim_end_matches(|mark: char| mark.is_ascii_punctuation());
        let plural = next.ends_with('s') && !["is", "as", "has", "was"].contains(&next);
        (pair[0] == "1" && plural)
            || (pair[0] == "a" && next.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o']))
            || (pair[0] == "an" && !next.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']))
    });
    let cards = words.windows(3).find(|three| {
        let named = three[1].starts_with(|first: char| first.is_ascii_uppercase());
        three[0] == "1"
            && named
            && three[2].trim_end_matches(|mark: char| mark.is_ascii_punctuation()) == "cards"
    });
    let wrong = wrong.or(cards);
    let empty = line.is_empty() || line.contains("  ") || line.contains(" .") || line.contains("–.");
    wrong.map(|pair| pair.join(" ")).or_else(|| empty.then(|| "an empty place".to_owned()))
}

/// A line for players: begins with a capital, and reads as English.
pub fn reads_well(line: &str) {
    assert!(!line.starts_with(|first: char| first.is_lowercase()), "'{line}' begins in lower case");
    if let Some(wrong) = misspelt(line) {
        panic!("'{line}' reads badly: {wrong}");
    }
}

pub fn rules(pairs: &[(&str, &str)]) -> Rules {
    let mut options = Options::new();
    for (name, value) in pairs {
        options.set(name, value);
    }
    Rules::from_options(&options).expect("the options are valid")
}
