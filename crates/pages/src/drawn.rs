//! How a game is drawn.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::Bound;
use std::sync::Arc;

use maud::{Markup, PreEscaped};
use table::{Game, Refusal, Seat, Taught, Tell, Text, many, tongue};

use crate::face::number;
use crate::glossary::Glossary;
use crate::names::{plain, sentence};
use crate::parts::{Parts, mark};
use crate::picture::Plate;
use crate::words::Words;

/// Something the viewer could name now: a legal action, or one that is refused with its reason.
#[derive(Clone, Debug)]
pub struct Choice<G: Game> {
    /// Whose choice it is: the viewer's.
    pub seat: Seat,
    /// The action.
    pub action: G::Action,
    /// Its notation: what is posted.
    pub notation: String,
    /// What its button says.
    pub label: Text,
    /// What it would do.
    pub explained: Text,
    /// Why not, if it is refused.
    pub refusal: Option<Refusal>,
    /// Whether it may end the game at once, or gives it up: asked twice.
    pub fatal: bool,
}

/// Where an action belongs in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// Among the moves.
    Move,
    /// After them: it ends something.
    Rest,
    /// Apart: it moves nothing on the table.
    Setting,
}

/// What a game adds so that it can be seen. Everything is made from views, so nothing leaks.
pub trait Drawn: Game + Taught + Tell {
    /// Everything that lies on the table; the shell around it has the prompt, the list of actions and the log.
    fn board(desk: &Desk<'_, Self>) -> Markup {
        let text = Self::table(desk.rules, desk.view, 100);
        html! { pre class="plain" { (text) } }
    }

    /// Where on the table an action of a seat lies: keys that `board` gives to [`Desk::spot`]. Of another seat's action only what
    /// lies open to the viewer is named: a key for a card in hand means the viewer's own.
    fn spots(rules: &Self::Rules, view: &Self::View, seat: Seat, action: Self::Action) -> Vec<String> {
        let _ = (rules, view, seat, action);
        Vec::new()
    }

    /// What the viewer can take hold of to drag the action to one of its [`Drawn::spots`]: keys that are no buttons by that alone.
    fn handles(rules: &Self::Rules, view: &Self::View, seat: Seat, action: Self::Action) -> Vec<String> {
        let _ = (rules, view, seat, action);
        Vec::new()
    }

    /// Where on the table it shows that a seat has done this, seen from the view after it: keys besides those of
    /// [`Drawn::spots`].
    fn traces(rules: &Self::Rules, view: &Self::View, seat: Seat, action: Self::Action) -> Vec<String> {
        let _ = (rules, view, seat, action);
        Vec::new()
    }

    /// Where the action belongs in the list.
    fn rank(action: Self::Action) -> Rank {
        let _ = action;
        Rank::Move
    }

    /// The prompt for the line above the table: what lies on the board anyway may be left out.
    fn headline(rules: &Self::Rules, view: &Self::View) -> Vec<Text> {
        Self::prompt(rules, view)
    }

    /// What the action would come to, in numbers, beyond what [`Tell::explain`] says: damage, influence, initiative.
    fn preview(rules: &Self::Rules, view: &Self::View, action: Self::Action) -> Option<Text> {
        let _ = (rules, view, action);
        None
    }

    /// What a button says where that is not the notation with a capital.
    fn called(rules: &Self::Rules, action: Self::Action) -> Option<Text> {
        let _ = (rules, action);
        None
    }

    /// The names of sides that nobody sits at, in the order of their seats after the players'.
    fn absent(rules: &Self::Rules) -> Vec<String> {
        let _ = rules;
        Vec::new()
    }

    /// The picture of one of the cards that [`Tell::cards`] names.
    fn picture(rules: &Self::Rules, name: &str) -> Option<Markup> {
        let _ = (rules, name);
        None
    }

    /// All its pictures, of every set and version, for the gallery.
    fn plates() -> Vec<Plate> {
        Vec::new()
    }
}

/// One viewer's place: what the game is drawn from.
#[derive(Debug)]
pub struct Desk<'a, G: Game> {
    /// The rules of the table.
    pub rules: &'a G::Rules,
    /// What the viewer knows.
    pub view: &'a G::View,
    /// Who sits where, by name.
    pub names: &'a [String],
    /// The levels of bots, by seat.
    pub levels: Vec<Option<String>>,
    /// What the viewer could name now, legal ones first.
    pub choices: &'a [Choice<G>],
    /// The rules page, for links from refusals.
    pub rules_page: String,
    /// The cards and rules of the table, for links from sentences.
    pub glossary: Option<&'a Glossary>,
    by_spot: BTreeMap<String, Vec<usize>>,
    parts: Option<&'a Parts<'a>>,
    /// Of each choice, what it comes to as the input of a part.
    marks: Vec<u64>,
}

/// The choices at these places, as the input of a part: each is a key, or the beginning of many where it ends with a colon.
struct At<'d, 'a, G: Game> {
    desk: &'d Desk<'a, G>,
    spots: &'d [&'d str],
}

impl<G: Drawn> Hash for At<'_, '_, G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for prefix in self.spots {
            let from = (Bound::Included(*prefix), Bound::Unbounded);
            let all = self.desk.by_spot.range::<str, _>(from);
            let fits =
                |key: &str| if prefix.ends_with(':') { key.starts_with(prefix) } else { key == *prefix };
            for (key, choices) in all.take_while(|(key, _)| fits(key)) {
                key.hash(state);
                for at in choices {
                    self.desk.marks[*at].hash(state);
                }
            }
            state.write_u8(0xfe);
        }
    }
}

impl<'a, G: Drawn> Desk<'a, G> {
    /// A place with these choices.
    pub fn new(
        rules: &'a G::Rules,
        view: &'a G::View,
        names: &'a [String],
        choices: &'a [Choice<G>],
    ) -> Self {
        let mut by_spot: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, choice) in choices.iter().enumerate() {
            for spot in G::spots(rules, view, choice.seat, choice.action) {
                by_spot.entry(spot).or_default().push(at);
            }
        }
        let rules_page = format!("/rules/{}", G::INFO.name);
        Self {
            rules,
            view,
            names,
            levels: Vec::new(),
            choices,
            rules_page,
            glossary: None,
            by_spot,
            parts: None,
            marks: Vec::new(),
        }
    }

    /// The same, drawn in these parts.
    #[must_use]
    pub fn in_parts(mut self, parts: &'a Parts<'a>) -> Self {
        if parts.is_cut() {
            let of = |choice: &Choice<G>| {
                let why = choice.refusal.as_ref().map(|it| (it.rule, &it.fact, &it.remedy));
                mark(&(&choice.notation, &choice.label, &choice.explained, why, choice.fatal))
            };
            self.marks = self.choices.iter().map(of).collect();
            self.parts = Some(parts);
        }
        self
    }

    /// A part of the table, one element with this id, that is drawn from these inputs, from the names, and from the choices at
    /// these spots, each a key or the beginning of many where it ends with a colon: where all that is as it was, it is not drawn again.
    pub fn part(
        &self,
        id: &str,
        spots: &[&str],
        inputs: &impl Hash,
        draw: impl FnOnce() -> Markup,
    ) -> Markup {
        match self.parts {
            Some(parts) => parts.part(id, &(inputs, At { desk: self, spots }), draw),
            None => draw(),
        }
    }

    /// The same where it is drawn alike for all who look: from these inputs, the names and the choices at those places alone. What only
    /// this viewer knows, and whether the viewer is one of those shown, belongs to the inputs.
    pub fn open(
        &self,
        id: &str,
        spots: &[&str],
        inputs: &impl Hash,
        draw: impl FnOnce() -> Markup,
    ) -> Markup {
        match self.parts {
            Some(parts) => parts.open(id, &(inputs, At { desk: self, spots }), draw),
            None => draw(),
        }
    }

    /// A part of the table that is drawn every time, and sent where it looks different: for what is small, or changes at each turn.
    pub fn frame(&self, id: &str, draw: impl FnOnce() -> Markup) -> Markup {
        match self.parts {
            Some(parts) => parts.frame(id, draw),
            None => draw(),
        }
    }

    /// Where a choice lies and can be dragged from, as one text.
    pub(crate) fn spots_of(&self, choice: &Choice<G>) -> String {
        let mut keys = G::spots(self.rules, self.view, choice.seat, choice.action);
        keys.extend(G::handles(self.rules, self.view, choice.seat, choice.action));
        keys.join(" ")
    }

    /// A part of the table drawn from these inputs and from the names, whose one element is given this id: a card's face, its text.
    pub fn named(&self, id: &str, inputs: &impl Hash, draw: impl FnOnce() -> Markup) -> Markup {
        self.part(id, &[], inputs, || with_id(draw(), id))
    }

    /// Words that are the same at every table of these rules, by their sort and a number: what a card says.
    pub fn once(&self, sort: &'static str, number: usize, words: impl FnOnce() -> String) -> Arc<str> {
        match self.glossary {
            Some(glossary) => glossary.once(sort, number, words),
            None => words().into(),
        }
    }

    /// The same for what is drawn: a card's face.
    pub fn drawn_once(&self, sort: &'static str, number: usize, draw: impl FnOnce() -> Markup) -> Markup {
        PreEscaped(self.once(sort, number, || draw().into_string()).to_string())
    }

    /// A number with its symbol, as a part of its own.
    pub fn number(&self, id: &str, symbol: &str, value: impl std::fmt::Display, what: &str) -> Markup {
        self.frame(id, || with_id(number(symbol, value, what), id))
    }

    /// The name of a seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }

    /// The name of a seat, with its level if a bot sits there.
    pub fn who(&self, seat: Seat) -> Markup {
        html! {
            span class="name" { (self.name(seat)) }
            @if let Some(Some(level)) = self.levels.get(seat.index()) { small class="level" title={ "A bot: " (tongue::phrase(level)) } { (tongue::phrase(level)) } }
        }
    }

    /// Whether something legal can be done at this place.
    pub fn offers(&self, key: &str) -> bool {
        self.at(key).any(|choice| choice.refusal.is_none())
    }

    fn at(&self, key: &str) -> impl Iterator<Item = &'a Choice<G>> {
        self.by_spot.get(key).into_iter().flatten().map(|at| &self.choices[*at])
    }

    /// Something on the table under its key: plain where nothing can be done with it, a button where one thing can, a button
    /// that opens a menu where several can, and greyed with the reasons where it could be named but not used.
    pub fn spot(&self, key: &str, class: &str, label: &str, inside: &Markup) -> Markup {
        let (id, menu) = Self::spot_ids(key);
        html! {
            (self.frame(&id, || self.spot_itself((key, &id, &menu), class, label, inside)))
            @if self.has_menu(key) { (self.frame(&menu, || self.menu(key, &menu, label))) }
        }
    }

    /// The same where it is drawn from these inputs, from the names and from the choices at it: class, label and what is inside are
    /// made only where one of them changed.
    pub fn spot_from(
        &self,
        key: &str,
        inputs: &impl Hash,
        draw: impl FnOnce() -> (String, String, Markup),
    ) -> Markup {
        self.spot_in(key, draw, |id, draw| self.part(id, &[key], inputs, draw))
    }

    /// The same where it is drawn alike for all who look, as [`Desk::open`] is.
    pub fn open_spot(
        &self,
        key: &str,
        inputs: &impl Hash,
        draw: impl FnOnce() -> (String, String, Markup),
    ) -> Markup {
        self.spot_in(key, draw, |id, draw| self.open(id, &[key], inputs, draw))
    }

    /// A place and its menu, each in a part of this kind.
    fn spot_in(
        &self,
        key: &str,
        draw: impl FnOnce() -> (String, String, Markup),
        part: impl Fn(&str, &dyn Fn() -> Markup) -> Markup,
    ) -> Markup {
        let (id, menu) = Self::spot_ids(key);
        let drawn = LazyCell::new(draw);
        let spot = || {
            let (class, label, inside) = &*drawn;
            self.spot_itself((key, &id, &menu), class, label, inside)
        };
        html! {
            (part(&id, &spot))
            @if self.has_menu(key) { (part(&menu, &|| self.menu(key, &menu, &drawn.1))) }
        }
    }

    /// The ids of a place and of its menu.
    fn spot_ids(key: &str) -> (String, String) {
        let name = slug(key);
        (format!("s-{name}"), format!("menu-{name}"))
    }

    /// Whether what can be done at a place is asked in a menu.
    fn has_menu(&self, key: &str) -> bool {
        let mut legal = self.at(key).filter(|choice| choice.refusal.is_none());
        match (legal.next(), legal.next()) {
            (None, _) => self.at(key).next().is_some(),
            (Some(only), None) => only.fatal,
            (Some(_), Some(_)) => true,
        }
    }

    fn spot_itself(
        &self,
        (key, id, menu): (&str, &str, &str),
        class: &str,
        label: &str,
        inside: &Markup,
    ) -> Markup {
        let (legal, refused): (Vec<_>, Vec<_>) = self.at(key).partition(|choice| choice.refusal.is_none());
        match (legal.as_slice(), refused.as_slice()) {
            ([], []) => html! {
                div id=(id) class={ "spot " (class) } data-spot=(key) role="group" aria-label=(Words(label)) { (inside) }
            },
            ([], _) => html! {
                button id=(id) type="button" class={ "spot refused " (class) } data-spot=(key) aria-disabled="true"
                    popovertarget=(menu) { (inside) span class="hidden" { (Words(label)) ": not now, why?" } }
            },
            ([only], _) if !only.fatal => html! {
                button id=(id) class={ "spot live " (class) } data-spot=(key) form="act" name="action" value=(only.notation)
                    title={ (Words(self.label(only))) " – " (Words(self.gives(only))) }
                    { (inside) span class="hidden" { (Words(label)) ": " (Words(self.label(only))) ", " (Words(self.gives(only))) } }
            },
            _ => html! {
                button id=(id) type="button" class={ "spot live " (class) } data-spot=(key)
                    popovertarget=(menu) { (inside) span class="hidden" { (label) ": " (many(legal.len() as i64, "choice").to_string()) } }
            },
        }
    }

    fn menu(&self, key: &str, id: &str, label: &str) -> Markup {
        html! {
            div popover id=(id) class="menu" {
                h3 { (label) }
                @for choice in self.at(key).filter(|choice| choice.refusal.is_none()) { (self.choice_button(choice, None, "")) }
                @for choice in self.at(key).filter(|choice| choice.refusal.is_some()).take(4) { (self.refusal(choice)) }
                button type="button" class="quiet" popovertarget=(id) popovertargetaction="hide" { "Close" }
            }
        }
    }

    /// A text where only plain words can stand, in a title: with names for seats.
    pub fn plain(&self, text: &Text) -> String {
        plain(text, self.names)
    }

    /// A text with names for seats, and its cards and rules as links where the table has them.
    pub fn text(&self, text: &Text) -> Markup {
        self.glossary.map_or_else(|| html! { (self.plain(text)) }, |glossary| glossary.text(text, self.names))
    }

    /// What a choice is called, with names for seats.
    fn label(&self, choice: &Choice<G>) -> String {
        self.plain(&G::called(self.rules, choice.action).unwrap_or_else(|| choice.label.clone().capital()))
    }

    /// What a choice would do, with names for seats.
    fn gives(&self, choice: &Choice<G>) -> String {
        self.plain(&choice.explained)
    }

    /// A button that takes a legal action; one that may end the game asks again first.
    pub(crate) fn choice_button(&self, choice: &Choice<G>, key: Option<char>, spots: &str) -> Markup {
        let (label, gives) = (self.label(choice), self.gives(choice));
        let inside = html! {
            @if let Some(key) = key { kbd { (key) } }
            span class="does" { (Words(&label)) }
            span class="gives" { (Words(&gives)) }
        };
        let spots = Some(spots).filter(|spots| !spots.is_empty());
        if !choice.fatal {
            return html! {
                button class="choice" form="act" name="action" value=(choice.notation) data-key=[key] data-spots=[spots] { (inside) }
            };
        }
        let sure = format!("sure-{}{}", if key.is_some() { "" } else { "m-" }, slug(&choice.notation));
        html! {
            button type="button" class="choice fatal" popovertarget=(sure) data-key=[key] data-spots=[spots] { (inside) }
            div popover id=(sure) class="menu" role="alertdialog" {
                h3 { "Are you sure?" }
                @if !G::concedes(choice.action) { p { strong { "This can end the game." } } }
                p { (label) ": " (gives) }
                button class="choice danger" form="act" name="action" value=(choice.notation) { "Yes: " (label) }
                button type="button" class="quiet" popovertarget=(sure) popovertargetaction="hide" { "No, go back" }
            }
        }
    }

    /// Something that can't be done now, with its reason and its rule.
    pub(crate) fn refusal(&self, choice: &Choice<G>) -> Markup {
        html! {
            @if let Some(refusal) = &choice.refusal {
                div class="why" tabindex="0" {
                    span class="does" { (self.label(choice)) }
                    span class="reason" {
                        (self.text(&sentence(&refusal.fact))) " "
                        @if !refusal.remedy.is_empty() { (self.text(&sentence(&refusal.remedy))) " " }
                        // What is no rule of the game has no place on its page.
                        @if refusal.rule.ends_with(|last: char| last.is_ascii_digit()) {
                            a href={ (self.rules_page) "#" (refusal.rule) } { (refusal.rule) }
                        }
                    }
                }
            }
        }
    }
}

/// The one element with this id, which it does not have yet.
fn with_id(markup: Markup, id: &str) -> Markup {
    let mut html = markup.into_string();
    if let Some(at) = html.find([' ', '>']) {
        html.insert_str(at, &format!(" id=\"{id}\""));
    }
    PreEscaped(html)
}

/// A key as an element's id.
pub fn slug(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}
