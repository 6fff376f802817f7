//! What a game gives to be encoded, and the encoding of one table.

use table::{Game, Light, OptionKind, Options, Rulebook as _, Seat, Viewer};

use crate::numbering::{Counted, Numbering, Spelled, Speller, Spelling, Verb};
use crate::packed::{Packed, Packing, Plan};
use crate::pen::{Dense, Field, Named, Pen, Sparse, Split};
use crate::quick::Places;

/// A game whose views and actions have numbers.
pub trait Encoded: Game {
    /// Raised whenever a number changes its meaning.
    const VERSION: u32;
    /// The kinds of actions.
    const VERBS: &'static [Verb];

    /// Writes what a seat's view shows: the same fields in the same order for every view, the viewer's own side first. Views of
    /// spectators are not encoded. Where the pen has written a view of the same table before, by which it may be spared what did not
    /// change ([`Pen::block`], [`Pen::sides`]), that is given too; it may be another seat's.
    fn trace<P: Pen>(
        rules: &Self::Rules,
        view: &Self::View,
        viewer: Seat,
        before: Option<&Self::View>,
        pen: &mut P,
    );

    /// Who looks, if it is a seat.
    fn viewer(view: &Self::View) -> Viewer;

    /// Tells the speller an action's verb and parts; other seats are counted clockwise from the one who decides.
    fn say<S: Speller>(rules: &Self::Rules, decider: Seat, action: Self::Action, speller: &S) -> S::Said;

    /// An action as a verb and its parts.
    fn spell(rules: &Self::Rules, decider: Seat, action: Self::Action) -> Spelling {
        Self::say(rules, decider, action, &Spelled)
    }

    /// The action of a spelling; nothing if there is none at this table.
    fn unspell(rules: &Self::Rules, decider: Seat, spelling: &Spelling) -> Option<Self::Action>;

    /// Whether the table's cards fit into the encoding; the error says which number is too large.
    fn fits(rules: &Self::Rules) -> Result<(), NoRoom> {
        let _ = rules;
        Ok(())
    }
}

/// What of a table has no room in its encoding, as a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoRoom(pub String);

impl std::fmt::Display for NoRoom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoRoom {}

impl From<NoRoom> for String {
    fn from(error: NoRoom) -> Self {
        error.0
    }
}

/// What a vector holds, so that it can be renewed where something changed: see [`Encoder::renew`].
#[derive(Clone, Debug)]
pub struct Kept<G: Encoded> {
    packed: Packed,
    /// The view that it holds.
    view: Option<G::View>,
}

/// The encoding of one table: what its options say is worked out once.
#[derive(Clone, Debug)]
pub struct Encoder<G: Encoded> {
    rules: G::Rules,
    numbering: Numbering,
    settings: Vec<(u16, f32)>,
    settings_len: usize,
    plan: Plan,
    len: usize,
}

impl<G: Encoded> Encoder<G> {
    /// The encoding of a table with these rules; the error says what of them has no room in it.
    pub fn new(rules: &G::Rules) -> Result<Self, NoRoom> {
        G::fits(rules)?;
        let mut named = Named::default();
        settings::<G, _>(rules, &mut named);
        let settings_len = named.fields.last().map_or(0, |last| last.offset + last.len);
        let mut listed = Vec::new();
        settings::<G, _>(rules, &mut Sparse::new(&mut listed, 0));
        let fields = Self::fields_at(rules);
        let len = fields.last().map_or(0, |last| last.offset + last.len);
        if len > usize::from(u16::MAX) {
            return Err(NoRoom(format!("an observation of {len} numbers: expected at most {}", u16::MAX)));
        }
        let (some, seat) = (G::new(rules, &mut Light::new(0)), Seat::new(0));
        let mut plan = Plan::new(settings_len);
        G::trace(rules, &some.view(rules, Viewer::Seat(seat)), seat, None, &mut plan);
        let numbering = Numbering::new(G::VERBS);
        Ok(Self { rules: rules.clone(), numbering, settings: listed, settings_len, len, plan })
    }

    /// The table's rules.
    pub const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// How long an observation is: the same for every table of the game.
    #[allow(clippy::len_without_is_empty)] // No observation is empty.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Every field of an observation, in order.
    pub fn fields(&self) -> Vec<Field> {
        Self::fields_at(&self.rules)
    }

    fn fields_at(rules: &G::Rules) -> Vec<Field> {
        let mut named = Named::default();
        settings::<G, _>(rules, &mut named);
        let (some, seat) = (G::new(rules, &mut Light::new(0)), Seat::new(0));
        G::trace(rules, &some.view(rules, Viewer::Seat(seat)), seat, None, &mut named);
        named.fields
    }

    /// The numbering of the game's actions.
    pub const fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Writes the observation of a seat's view into a vector of [`Encoder::len`] numbers; a spectator's is all 0.
    pub fn observe(&self, view: &G::View, out: &mut [f32]) {
        out.fill(0.0);
        let Some(viewer) = G::viewer(view).seat() else { return };
        for (at, value) in &self.settings {
            out[usize::from(*at)] = *value;
        }
        let mut pen = Dense::new(&mut out[self.settings_len..]);
        G::trace(&self.rules, view, viewer, None, &mut pen);
        debug_assert_eq!(self.settings_len + pen.len(), self.len, "every view has the same fields");
    }

    /// What a vector holds that is 0 but for [`Encoder::settings`], to be kept with it: see [`Encoder::renew`].
    pub fn kept(&self) -> Kept<G> {
        Kept { packed: self.plan.packed(), view: None }
    }

    /// Writes the observation of a seat's view into a vector that holds another one of this table; of a spectator's nothing but
    /// [`Encoder::settings`] is left. A vector that is kept costs what changes in it, not what it is long.
    pub fn renew(&self, view: G::View, out: &mut [f32], kept: &mut Kept<G>) {
        let Some(viewer) = G::viewer(&view).seat() else { return self.wipe(out, kept) };
        let looked = kept.view.as_ref().and_then(|before| G::viewer(before).seat());
        let viewers = looked.map(|looked| (looked, viewer));
        let mut pen = Packing::new(&self.plan, &mut kept.packed, out, viewers);
        G::trace(&self.rules, &view, viewer, kept.view.as_ref(), &mut pen);
        pen.end();
        kept.view = Some(view);
    }

    /// Leaves nothing but [`Encoder::settings`] in a vector that is kept.
    pub fn wipe(&self, out: &mut [f32], kept: &mut Kept<G>) {
        self.plan.wipe(&mut kept.packed, out);
        kept.view = None;
    }

    /// Lists the places of a seat's observation that are not 0, in no particular order, each once.
    pub fn active(&self, view: &G::View, out: &mut Vec<(u16, f32)>) {
        out.clear();
        let Some(viewer) = G::viewer(view).seat() else { return };
        out.extend_from_slice(&self.settings);
        G::trace(&self.rules, view, viewer, None, &mut Sparse::new(out, self.settings_len));
    }

    /// The places that the table's options fill, which are the same in every view of it.
    pub fn settings(&self) -> &[(u16, f32)] {
        &self.settings
    }

    /// Lists the places of a seat's observation that are not 0, but for those of [`Encoder::settings`].
    pub fn places(&self, view: &G::View, out: &mut Places) {
        out.clear();
        let Some(viewer) = G::viewer(view).seat() else { return };
        G::trace(&self.rules, view, viewer, None, &mut Split::new(out, self.settings_len));
    }

    /// How many numbers actions have.
    pub fn count(&self) -> usize {
        self.numbering.count()
    }

    /// The number of an action of the one who decides; nothing if it has no room in the encoding, which the laws forbid for what is legal.
    pub fn number(&self, decider: Seat, action: G::Action) -> Option<usize> {
        G::say(&self.rules, decider, action, &Counted::<G>::new(&self.numbering))
    }

    /// The action of a number; nothing if it is none at this table.
    pub fn action(&self, decider: Seat, number: usize) -> Option<G::Action> {
        G::unspell(&self.rules, decider, &self.numbering.spelling(number)?)
    }

    /// Which numbers are legal, as a mask of [`Encoder::count`] flags; the error names an action without a number.
    pub fn mask(&self, decider: Seat, legal: &[G::Action], out: &mut [u8]) -> Result<(), NoRoom> {
        out.fill(0);
        for action in legal {
            let Some(number) = self.number(decider, *action) else {
                return Err(NoRoom(format!("'{}' has no number", G::write(&self.rules, *action))));
            };
            out[number] = 1;
        }
        Ok(())
    }
}

/// What the options of a table say: one flag for each word of a choice, numbers as shares of their range. Texts (folders) say nothing.
fn settings<G: Encoded, P: Pen>(rules: &G::Rules, pen: &mut P) {
    let (options, specs): (Options, _) = (rules.options(), G::Rules::specs());
    pen.part("option");
    for spec in specs {
        let value = options.value(specs, spec.name);
        match spec.kind {
            OptionKind::Choice(words) => {
                pen.one_of(spec.name, words.len(), words.iter().position(|word| *word == value));
            }
            OptionKind::Number(low, high) if high - low < 8 => {
                let at = value.parse::<i32>().ok().map(|number| (number - low) as usize);
                pen.one_of(spec.name, (high - low) as usize + 1, at);
            }
            OptionKind::Number(low, high) => {
                let number = value.parse::<i32>().unwrap_or(low);
                pen.amount(spec.name, (number - low) as u32, (high - low) as u16);
            }
            OptionKind::Several(words) => {
                let chosen = options.several(specs, spec.name);
                pen.flags(spec.name, words.len());
                for (at, word) in words.iter().enumerate() {
                    pen.set_if(at, chosen.contains(word));
                }
            }
            OptionKind::Text(_) => {}
        }
    }
}
