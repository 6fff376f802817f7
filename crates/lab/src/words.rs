//! Every sentence a game says: gathered from games of every kind of table, so that they can be read and a change of wording shows.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bots::{Budget, Mind, Player, Question};
use table::{Game, Light, OptionKind, Options, Record, Rulebook, Seat, Tell, Turn, Viewer};

use crate::error::LabError;

/// How many games are played for each kind of table.
const GAMES: u64 = 4;
/// After how many decisions, on average, everything that could be named is asked about.
const ASKED: u64 = 3;

/// A kind of sentence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// How a game began.
    Opening,
    /// What is asked.
    Prompt,
    /// What can be done, as it is typed and shown on buttons.
    Action,
    /// What an action would do.
    Explanation,
    /// Why not.
    Refusal,
    /// What happened.
    News,
    /// How it ended and what the score is made of.
    Ending,
    /// What is on the cards.
    Card,
    /// What can be set.
    Option,
}

impl Sort {
    const ALL: [Self; 9] = [
        Self::Opening,
        Self::Prompt,
        Self::Action,
        Self::Explanation,
        Self::Refusal,
        Self::News,
        Self::Ending,
        Self::Card,
        Self::Option,
    ];

    const fn title(self) -> &'static str {
        match self {
            Self::Opening => "How a game begins",
            Self::Prompt => "Prompts",
            Self::Action => "Actions",
            Self::Explanation => "What actions do",
            Self::Refusal => "Refusals",
            Self::News => "What happens",
            Self::Ending => "How a game ends",
            Self::Card => "Cards",
            Self::Option => "Options",
        }
    }
}

/// The sentences of a game: of those that differ only in names, seats and numbers, one stands for all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    names: Vec<String>,
    found: BTreeMap<Sort, BTreeMap<String, String>>,
}

impl Words {
    /// Plays games at every kind of table and gathers what is said.
    pub fn gather<G: Mind + Tell>() -> Result<Self, LabError> {
        let mut words = Self::default();
        for spec in G::Rules::specs() {
            words.add(Sort::Option, &format!("{}: {}", spec.name, spec.meaning));
        }
        for (at, options) in tables::<G>().iter().enumerate() {
            let Ok(rules) = G::Rules::from_options(options) else { continue };
            words.cards::<G>(&rules);
            for game in 0..GAMES {
                words.game::<G>(&rules, (at as u64) << 8 | game)?;
            }
        }
        Ok(words)
    }

    fn cards<G: Tell>(&mut self, rules: &G::Rules) {
        for (name, text) in G::cards(rules) {
            self.add(Sort::Card, &format!("**{name}** {text}"));
            // A title in brackets, or a count, is not part of the name.
            if !self.names.contains(&name) {
                self.names.push(name);
            }
        }
        // The longest first, so that no name is taken for a part of another.
        self.names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    }

    fn game<G: Mind + Tell>(&mut self, rules: &G::Rules, seed: u64) -> Result<(), LabError> {
        let (mut luck, mut wits) = (Light::new(seed), Light::new(seed ^ 0x5EED));
        // Those who try to win and those who try everything meet different sentences.
        let level = if seed.is_multiple_of(2) { "greedy" } else { "random" };
        let mut players: Vec<Box<dyn Player<G>>> =
            Seat::all(rules.players()).map(|_| bots::named(level)).collect::<Result<_, _>>()?;
        let names = Seat::all(rules.players()).map(|seat| seat.to_string()).collect();
        let mut record = Record::<G>::start(rules.clone(), names, None, &mut luck);
        for viewer in Viewer::all(rules.players()) {
            record.opening_news(viewer).iter().for_each(|line| self.add(Sort::Opening, &line.to_string()));
        }
        while let Turn::Decide(seats) = record.state().turn(rules) {
            let Some(seat) = seats.first() else { break };
            let state = *record.state();
            self.decision(rules, &state, seat, wits.next_u64() % ASKED == 0);
            let mut legal = Vec::new();
            bots::choices(rules, &state, seat, &mut legal);
            let look = || state.view(rules, Viewer::Seat(seat));
            let question = Question::new(rules, seat, &look, &legal, Budget::OWN, wits.next_u64());
            let action = players[seat.index()].choose(&question);
            record.play(seat, action, &mut luck)?;
            for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
                let at = record.steps().len();
                record.news(at, viewer).iter().for_each(|line| self.add(Sort::News, &line.to_string()));
            }
        }
        if let Some(outcome) = record.outcome() {
            self.add(Sort::Ending, outcome.reason);
        }
        for part in record.state().tally(rules).into_iter().flatten() {
            self.add(Sort::Ending, &part.to_string());
        }
        Ok(())
    }

    fn decision<G: Tell>(&mut self, rules: &G::Rules, state: &G, seat: Seat, refusals: bool) {
        let view = state.view(rules, Viewer::Seat(seat));
        self.add(Sort::Prompt, &G::asked(rules, &view).to_string());
        let mut actions = Vec::new();
        if refusals {
            state.candidates(rules, seat, &mut actions);
        } else {
            state.legal(rules, seat, &mut actions);
        }
        for action in actions {
            if let Some(refusal) = state.refusal(rules, seat, action) {
                self.add(Sort::Refusal, &refusal.to_string());
                continue;
            }
            self.add(Sort::Action, &G::write(rules, action));
            self.add(Sort::Explanation, &G::explain(rules, &view, action).to_string());
        }
    }

    fn add(&mut self, sort: Sort, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let form = if sort == Sort::Card { text.to_owned() } else { form(text, &self.names) };
        let kept = self.found.entry(sort).or_default().entry(form).or_insert_with(|| text.to_owned());
        if text < kept.as_str() {
            text.clone_into(kept);
        }
    }

    /// How many different sentences were found.
    pub fn count(&self) -> usize {
        self.found.values().map(BTreeMap::len).sum()
    }

    /// All of it as a page of Markdown.
    pub fn page(&self, title: &str) -> String {
        let mut page = format!(
            "# What {title} says\n\nOf sentences that differ only in names, players and numbers one stands for all. \
             `gloria words` writes this page.\n"
        );
        for sort in Sort::ALL {
            let Some(found) = self.found.get(&sort) else { continue };
            let _ = write!(page, "\n## {}\n\n", sort.title());
            let mut lines: Vec<_> = found.values().collect();
            lines.sort();
            lines.dedup();
            for line in lines {
                let _ = writeln!(page, "- {}", line.replace('\n', " / "));
            }
        }
        page
    }
}

/// Kinds of tables: every player count, and every value of every option once.
fn tables<G: Game>() -> Vec<Options> {
    let specs = G::Rules::specs();
    let mut tables = vec![Options::new()];
    // The example game can be broken on purpose; those tables say nothing new.
    for spec in specs.iter().filter(|spec| spec.name != "fault") {
        match spec.kind {
            OptionKind::Number(low, high) if spec.name == "players" => {
                tables.extend((low..=high).map(|count| Options::new().with(spec.name, &count.to_string())));
            }
            OptionKind::Choice(words) => {
                tables.extend(words.iter().map(|word| Options::new().with(spec.name, word)));
            }
            OptionKind::Several(_) => tables.push(Options::new().with(spec.name, "all")),
            OptionKind::Number(low, high) => {
                tables.extend([low, high].map(|number| Options::new().with(spec.name, &number.to_string())));
            }
            OptionKind::Text(_) => {}
        }
    }
    tables
}

/// What is alike in sentences that differ only in names, seats and numbers, or in how long a list of such is. One and several stay
/// apart, and so do names with and without a vowel in front, since sentences must get those right.
fn form(text: &str, names: &[String]) -> String {
    let mut known = text.to_owned();
    for name in names {
        if known.contains(name.as_str()) {
            known = known.replace(name.as_str(), placeholder(name));
        }
    }
    let mut form = String::with_capacity(known.len());
    let mut rest = known.as_str();
    while let Some(letter) = rest.chars().next() {
        let word = rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(word.max(letter.len_utf8()));
        rest = after;
        let begins =
            form.trim_end().chars().next_back().is_none_or(|last| ['.', ':', '!', '?'].contains(&last));
        if word.bytes().all(|digit| digit.is_ascii_digit()) {
            form.push_str(if word == "1" { "‹1›" } else { "‹n›" });
        } else if ["B", "C", "D", "E"].contains(&word) {
            form.push_str("‹seat›");
        } else if letter.is_uppercase() && word.chars().count() > 1 && !begins {
            form.push_str(placeholder(word));
        } else {
            form.push_str(word);
        }
    }
    shorten(form)
}

/// What stands for a name.
fn placeholder(name: &str) -> &'static str {
    if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "‹o›" } else { "‹x›" }
}

/// One item of every list of names.
fn shorten(mut form: String) -> String {
    let items = ["‹x›", "‹o›", "‹1› ‹x›", "‹1› ‹o›", "‹n› ‹x›", "‹n› ‹o›"];
    loop {
        let mut shorter = form.clone();
        for item in items {
            for mark in [" ", ", ", " and ", ", and ", " or "] {
                for last in ["x›", "o›"] {
                    shorter = shorter.replace(&format!("{last}{mark}{item}"), last);
                }
            }
        }
        if shorter == form {
            return form;
        }
        form = shorter;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloria_lots::Lots;

    #[test]
    fn sentences_that_differ_only_in_names_and_numbers_count_once() {
        let names = ["Circus Maximus".to_owned(), "Circus".to_owned(), "Insula".to_owned()];
        let form = |text| form(text, &names);
        assert_eq!(form("B lays Circus for 12"), form("C lays Circus Maximus for 3"));
        assert_ne!(form("an Insula"), form("a Circus"), "an article shows");
        assert_ne!(form("1 card"), form("2 cards"), "a plural shows");
        assert_eq!(
            form("The Pool holds Wood"),
            form("The Pool holds Brick, 2 Wood and Stone"),
            "lists count once"
        );
        assert_eq!(form("Bar"), "Bar");
    }

    #[test]
    fn everything_a_game_says_is_found_and_always_the_same() {
        let words = Words::gather::<Lots>().unwrap();
        let page = words.page("Lots");
        for line in [
            "- A draws, plays or buries",
            "- bury 1",
            "- Take a lot from the urn",
            "- LOT-2: you hold no 1. Play a number you hold.",
            "- A drew a lot",
            "- You drew 1",
            "- the urn is empty",
            "- **Lot 1** Played it counts 1, buried it counts 2.",
            "- players: How many play.",
        ] {
            assert!(page.lines().any(|found| found == line), "{line} in {page}");
        }
        assert!(words.count() < 60, "{page}");
        assert_eq!(page, Words::gather::<Lots>().unwrap().page("Lots"));
    }
}
