//! A table where seats are still open, or somebody is not ready yet.

use maud::Markup;
use table::{Seat, SeatSet, Text, many, say, tongue};

use crate::form::Levels;
use crate::host::{Voice, removed};
use crate::layout::{Guest, page};
use crate::play::{Chat, badge, offline};
use crate::share::share;

/// Who sits on a seat of a table that waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaitingSeat {
    /// Nobody yet.
    Free,
    /// A bot of this name and level.
    Bot(String, String),
    /// Somebody of this name, and the address of their own page, where they have one.
    Guest(String, Option<String>),
}

/// How the one who looks stands to a table that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// They have no seat yet.
    Looks,
    /// They sit here, and have to say yet that they are ready.
    Sits,
    /// They sit here and wait for the others.
    Ready,
    /// The host removed them.
    Removed,
}

/// A table that has not started.
#[derive(Clone, Debug)]
pub struct Waiting<'a> {
    /// The table's name in addresses.
    pub id: &'a str,
    /// The seq of its last event.
    pub seq: u64,
    /// The game's title.
    pub title: &'a str,
    /// What is played, in words: how many, how fast, what differs from the usual, who may look on.
    pub settings: Vec<String>,
    /// Each seat.
    pub seats: Vec<WaitingSeat>,
    /// The seats of the one who looks.
    pub own: SeatSet,
    /// The seats whose players are ready; nothing where nobody is asked.
    pub ready: Option<SeatSet>,
    /// How the one who looks stands to it.
    pub standing: Standing,
    /// What the one who looks is called.
    pub name: &'a str,
    /// Whom the guest may remove, as the host.
    pub removable: SeatSet,
    /// What was said.
    pub chat: Vec<&'a Chat>,
    /// Whether the guest may write.
    pub voice: Voice,
    /// The levels of bots.
    pub levels: Levels,
    /// Why the last post was refused.
    pub refused: Option<String>,
    /// The whole address to share.
    pub link: String,
}

impl Waiting<'_> {
    fn sits(&self) -> bool {
        matches!(self.standing, Standing::Sits | Standing::Ready)
    }

    fn free(&self) -> usize {
        self.seats.iter().filter(|seat| **seat == WaitingSeat::Free).count()
    }

    /// What is waited for.
    fn status(&self) -> Text {
        let unready: Vec<Text> = Seat::all(self.seats.len())
            .zip(&self.seats)
            .filter(|(seat, _)| {
                self.ready.is_some_and(|ready| !ready.contains(*seat)) && !self.own.contains(*seat)
            })
            .filter_map(|(_, seat)| match seat {
                WaitingSeat::Guest(name, _) => Some(Text::from(name.clone())),
                WaitingSeat::Free | WaitingSeat::Bot(..) => None,
            })
            .collect();
        match (self.free(), self.ready) {
            (0, _) if unready.is_empty() => say!("Everybody is here. The game starts when you are ready."),
            (0, _) => say!("Everybody is here. Waiting for {} to be ready.", Text::listed(unready)),
            (free, Some(_)) => {
                let seats = many(free as i64, "open seat");
                say!("{seats}. The game starts when every seat is taken and everybody is ready.")
            }
            (free, None) => {
                let seats = many(free as i64, "open seat");
                say!("{seats}. The game starts as soon as every seat is taken.")
            }
        }
    }

    /// A form at this table.
    fn form(&self, verb: &str, inside: &Markup) -> Markup {
        html! { form method="post" action={ "/t/" (self.id) "/" (verb) } class={ "f-" (verb) } { (inside) } }
    }
}

fn seat_row(table: &Waiting<'_>, seat: Seat, sits: &WaitingSeat) -> Markup {
    html! {
        li id={ "chair-" (seat) } {
            (badge(seat))
            @match sits {
                WaitingSeat::Guest(name, page) => {
                    span class="name" { @if let Some(page) = page { a href=(page) { (name) } } @else { (name) } @if table.own.contains(seat) { " " small { "(you)" } } }
                    @if let Some(ready) = table.ready {
                        @if ready.contains(seat) { span class="ready" { "✓ Ready" } } @else { span class="soft" { "Not ready yet" } }
                    }
                    @if table.removable.contains(seat) {
                        (table.form("remove", &html! {
                            input type="hidden" name="seat" value=(seat);
                            button class="danger" title={ (name) " can’t sit down at this table again." } { "Remove" }
                        }))
                    }
                }
                WaitingSeat::Bot(name, level) => { span class="name" { (name) } span class="soft" { "Bot, " (tongue::phrase(level)) } }
                WaitingSeat::Free => {
                    span class="name open" { "Open seat" }
                    @if table.standing == Standing::Looks { button form="sit" name="seat" value=(seat) aria-label={ "Sit here: seat " (seat) } { "Sit here" } }
                    @if table.sits() {
                        (table.form("seat-bot", &html! {
                            input type="hidden" name="seat" value=(seat);
                            button aria-label={ "Add a bot at seat " (seat) } { "Add a bot" }
                        }))
                    }
                }
            }
        }
    }
}

/// A name, and a seat.
fn sit_down(table: &Waiting<'_>) -> Markup {
    html! {
        form id="sit" class="sit" method="post" action={ "/t/" (table.id) "/sit" } {
            label for="your-name" { "Your name" }
            input id="your-name" name="name" value=(table.name) maxlength="24" required autocomplete="nickname";
            button class="main" { "Sit down" }
        }
    }
}

/// What whoever sits here can do.
fn seated(table: &Waiting<'_>) -> Markup {
    let ready = |on: bool, button: &Markup| {
        table.form("ready", &html! { input type="hidden" name="on" value=(on); (button) })
    };
    html! {
        div class="row" id="begin" {
            @if table.ready.is_some() {
                @if table.standing == Standing::Ready { (ready(false, &html! { button { "Not ready after all" } })) }
                @else { (ready(true, &html! { button class="main" { "I’m ready" } })) }
            }
            (table.form("leave", &html! {
                @if let Some(seat) = table.own.first() { input type="hidden" name="seat" value=(seat); }
                button class="quiet" { "Leave the table" }
            }))
        }
        @if table.free() > 0 {
            (table.form("fill", &html! {
                label for="level" { "Not everybody is coming?" }
                select id="level" name="level" {
                    @for (level, _) in &table.levels.all { option value=(level) selected[*level == table.levels.usual] { "Bots, " (tongue::phrase(level)) } }
                }
                button { "Fill the open seats with bots" }
            }))
        }
    }
}

fn talk(table: &Waiting<'_>) -> Markup {
    html! {
        section class="slab talk" id="talk" aria-label="Chat" {
            h2 { "Chat" }
            @if table.chat.is_empty() { p class="soft" { "Nobody has said anything yet." } }
            ol { @for line in &table.chat { li id={ "said-" (line.number) } { strong { (line.name) } " " @if line.noted { (tongue::phrase(&line.text)) } @else { (line.text) } } } }
            @match table.voice {
                Voice::Speaks => {
                    (table.form("chat", &html! {
                        input id="say" name="text" maxlength="300" placeholder="Say something" aria-label="Say something" autocomplete="off";
                        button { "Send" }
                    }))
                }
                Voice::Listens => { p class="soft" { "Sit down to join the chat." } }
                Voice::Muted => { p class="soft" { "The host has turned off chat for you at this table." } }
                Voice::Removed => {}
            }
        }
    }
}

/// The part that changes.
pub fn waiting(table: &Waiting<'_>) -> Markup {
    html! {
        div id="table" class="waiting" data-seq=(table.seq) {
            section class="slab" id="gathering" {
                h1 { (tongue::phrase(table.title)) }
                @if !table.settings.is_empty() { p class="options" { (table.settings.join(" · ")) } }
                @if let Some(refused) = &table.refused { p class="refused-note" id="refused" role="alert" { (refused) } }
                ol class="chairs" {
                    @for (seat, sits) in Seat::all(table.seats.len()).zip(&table.seats) { (seat_row(table, seat, sits)) }
                }
                @match table.standing {
                    Standing::Removed => { (removed()) }
                    Standing::Looks => { @if table.free() > 0 { (sit_down(table)) } }
                    Standing::Sits | Standing::Ready => { (seated(table)) }
                }
                p id="status" role="status" { (table.status().to_string()) }
                noscript { p { a href={ "/t/" (table.id) } { "Look again who is here" } } }
            }
            section class="slab invite" id="invite" {
                h2 { "Invite your friends" }
                p { "Send them this link, or let them scan the code. Whoever opens it can take a seat. No account needed." }
                (share("link", &table.link, "The link to this table"))
            }
            (talk(table))
        }
    }
}

/// The whole page.
pub fn waiting_page(guest: &Guest<'_>, table: &Waiting<'_>) -> Markup {
    let body = html! {
        div id="live" data-live={ "/t/" (table.id) "/live" } { (waiting(table)) }
        (offline())
    };
    page(table.title, Some(guest), "plain-page", &body)
}
