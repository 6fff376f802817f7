//! A new table: a form made from what the game can be set to.

use maud::Markup;
use table::{Info, OptionKind, OptionSpec, Options, Seat, many, say, tongue};

use crate::layout::{Guest, page};
use crate::names::capital;
use crate::play::badge;

/// The levels of bots.
#[derive(Clone, Debug)]
pub struct Levels {
    /// Each name and what it is like, gentlest first.
    pub all: Vec<(&'static str, &'static str)>,
    /// The one that is chosen unless another is.
    pub usual: &'static str,
}

/// With whom one wants to play: what the form proposes for the other seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Company {
    /// With friends, who get a link.
    Friends,
    /// With bots.
    Bots,
}

fn words(name: &str) -> String {
    capital(&tongue::phrase(&name.replace('_', " ")))
}

/// The options of a table in words: how many play, and what differs from the usual.
pub fn settings(specs: &[OptionSpec], options: &Options) -> Vec<String> {
    let differs =
        |name: &str, value: &str| specs.iter().any(|spec| spec.name == name && spec.default != value);
    let players = options.iter().filter(|(name, _)| *name == "players");
    let players =
        players.map(|(_, value)| many(value.parse::<i64>().unwrap_or_default(), "player").to_string());
    let others = options.iter().filter(|(name, value)| *name != "players" && differs(name, value));
    let others = others.map(|(name, value)| {
        let values = value.split('+').map(|one| tongue::phrase(&one.replace('_', " ")).into_owned());
        format!("{}: {}", words(name), values.collect::<Vec<_>>().join(", "))
    });
    players.chain(others).collect()
}

fn field(spec: &OptionSpec) -> Markup {
    let id = format!("o-{}", spec.name);
    html! {
        div class="field" {
            label for=(id) { (words(spec.name)) }
            @match spec.kind {
                OptionKind::Choice(choices) => {
                    select id=(id) name={ "o." (spec.name) } {
                        @for choice in choices { option value=(choice) selected[*choice == spec.default] { (tongue::phrase(choice)) } }
                    }
                }
                OptionKind::Number(low, high) => {
                    input id=(id) type="number" name={ "o." (spec.name) } min=(low) max=(high) value=(spec.default);
                }
                OptionKind::Several(choices) => {
                    fieldset id=(id) {
                        @for choice in choices {
                            label class="check" {
                                input type="checkbox" name={ "s." (spec.name) } value=(choice)
                                    checked[spec.default == "all" || spec.default.split('+').any(|one| one == *choice)];
                                " " (tongue::phrase(choice))
                            }
                        }
                    }
                }
                // Free text can name a folder of the server: it is for the terminal only.
                OptionKind::Text(_) => {}
            }
            p class="meaning" { (tongue::phrase(spec.meaning)) }
        }
    }
}

/// The form. `range` is how many can play; who sits on seats beyond the chosen number is not asked.
pub fn new_table(
    guest: &Guest<'_>,
    info: &Info,
    specs: &[OptionSpec],
    range: (usize, usize),
    levels: &Levels,
    company: Company,
    fault: Option<&str>,
) -> Markup {
    let players = specs.iter().find(|spec| spec.name == "players");
    let usual = players.and_then(|spec| spec.default.parse().ok()).unwrap_or(range.0);
    let others: Vec<_> = specs
        .iter()
        .filter(|spec| spec.name != "players" && !matches!(spec.kind, OptionKind::Text(_)))
        .collect();
    let others_sit = |at: usize| at > 0 && at < usual;
    let (first, rest) = others.split_at(others.len().min(1));
    let title = say!("New table: {}", info.title).to_string();
    let body = html! {
        form class="slab new-table" method="post" action={ "/new/" (info.name) } {
            h1 { (title) }
            @if let Some(fault) = fault { p class="refused-note" role="alert" { (fault) } }
            fieldset class="seats" {
                legend { "Who plays?" }
                @for at in 0..range.1 {
                    div class="field" {
                        @if let Some(seat) = Seat::checked(at) { (badge(seat)) }
                        label class="hidden" for={ "seat-" (at) } { "Seat " (at + 1) }
                        select id={ "seat-" (at) } name="seat" {
                            option value="me" selected[at == 0] { "You" }
                            option value="link" selected[others_sit(at) && company == Company::Friends] { "A friend, by link" }
                            option value="open" { "Anyone: listed under “Open tables”" }
                            @for (level, like) in &levels.all {
                                option value={ "bot:" (level) } selected[others_sit(at) && company == Company::Bots && *level == levels.usual] {
                                    "Bot, " (tongue::phrase(level)) ": " (tongue::phrase(like))
                                }
                            }
                            option value="none" selected[at >= usual] disabled[at < range.0] { "Nobody" }
                        }
                        input name="called" maxlength="24" value=[(at == 0).then_some(guest.name)] placeholder="name" aria-label={ "Name at seat " (at + 1) ", where it is you" } autocomplete="off";
                    }
                }
                p class="meaning" { "Is more than one seat yours? Then you pass this device around: give each player a name." }
            }
            fieldset class="manner" {
                legend { "Pace and help" }
                label class="check" { input type="checkbox" name="hints" value="on" checked; " Allow hints" }
                label class="check" { input type="checkbox" name="open-chat" value="on"; " Let onlookers chat" }
                label class="check" title="The result counts for everybody’s rating" { input type="checkbox" name="rated" value="on"; " Rated: only people, with a clock, no hints" }
                label class="check" { input type="checkbox" name="ready" value="on" checked; " Start when everybody is ready" }
                (watching(company))
                (pace())
            }
            @for spec in first { (field(spec)) }
            @if !rest.is_empty() {
                details { summary { "More options" } @for spec in rest { (field(spec)) } }
            }
            button class="main" { "Open the table" }
        }
    };
    page(&title, Some(guest), "plain-page", &body)
}

/// Who may look on.
fn watching(company: Company) -> Markup {
    html! {
        div class="field" {
            label for="watch" { "Who may watch" }
            select id="watch" name="watch" {
                option value="nobody" selected[company == Company::Bots] { "Only those who play" }
                option value="link" selected[company == Company::Friends] { "Whoever has the link" }
                option value="anyone" { "Anyone: listed under “Games under way”" }
            }
        }
    }
}

/// How much time everybody has.
fn pace() -> Markup {
    let number = |name: &str, value: u32, most: u32, words: &'static str| {
        html! { label class="count" { input type="number" name=(name) value=(value) min="0" max=(most) inputmode="numeric"; " " (tongue::phrase(words)) } }
    };
    html! {
        label class="choose" { input type="radio" name="pace" value="free" checked; " Live, without a clock" }
        label class="choose" { input type="radio" name="pace" value="live"; " Live, with a clock for each player:" }
        p class="counts" {
            (number("live-bank", 20, 600, "minutes each"))
            (number("live-increment", 15, 600, "seconds more whenever the decision passes on"))
        }
        label class="choose" { input type="radio" name="pace" value="slow-free"; " Slow, over hours or days, without a clock" }
        label class="choose" { input type="radio" name="pace" value="slow"; " Slow, with time for each turn:" }
        p class="counts" {
            (number("slow-each", 24, 336, "hours for each turn"))
            (number("slow-bank", 48, 336, "hours extra for the whole game"))
        }
        p class="counts" {
            label class="check" { input type="checkbox" name="night" value="on"; " No time runs at night, from" }
            input type="time" name="night-from" value="22:00" aria-label="The night begins";
            " to "
            input type="time" name="night-to" value="07:00" aria-label="The night ends";
            // The script writes how far the browser's clock is from universal time.
            input type="hidden" name="zone" value="0" data-zone;
        }
        div class="field" {
            label for="late" { "Whoever runs out of time" }
            select id="late" name="late" {
                option value="bot" selected { "has a bot play until they return" }
                option value="resign" { "has lost" }
            }
        }
        p class="meaning" { "In a slow game, choices with only one answer are made for you, and “Your games” shows who has kept it waiting and for how long. We can’t notify you, so look in from time to time." }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_said_in_words() {
        let spec = |name, kind, default| OptionSpec { name, kind, default, meaning: "" };
        let specs = [
            spec("players", OptionKind::Number(2, 5), "3"),
            spec("version", OptionKind::Choice(&["republic", "imperium"]), "imperium"),
            spec("first_player", OptionKind::Choice(&["random", "A"]), "random"),
            spec("geek", OptionKind::Several(&["a", "b"]), "none"),
        ];
        let options =
            Options::new().with("players", "3").with("version", "republic").with("first_player", "random");
        assert_eq!(
            settings(&specs, &options.with("geek", "a+b")),
            ["3 players", "Geek: a, b", "Version: republic"]
        );
    }
}
