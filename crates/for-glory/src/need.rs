//! What a sentence of a card still waits for, what answers it, and whether it could do anything at all.

use table::Seat;

use crate::action::{Action, Fighter, Mode};
use crate::cards::{Kind, KindSet, Type};
use crate::cost::Toll;
use crate::effect::{Amount, Deck, Decks, Effect, How, Occasion, Only, Step, What, Who};
use crate::pile::{Half, kinds_in};
use crate::procedures::using::ability;
use crate::procedures::{Bearer, Frame, NOBODY, Use};
use crate::rules::Rules;
use crate::state::{Gladiator, Place, State};
use crate::stats::{arenas_in, fits_within};

/// What a sentence must find or be told, besides the gladiators it speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// Nothing.
    Nothing,
    /// Influence for the card itself.
    Support,
    /// A gladiator: the first or second named.
    Target(u8, Who),
    /// An arena of the row to go to.
    Place,
    /// A gladiator of the own hand, and where it enters.
    Enlist,
    /// A card of the own hand.
    Hand,
    /// A card of the own discard pile.
    Pile(What),
    /// A supply deck.
    Row,
    /// A ready patron of an opponent.
    TheirPatron,
    /// An exhausted patron of the own.
    OwnPatron,
    /// An exhausted arena of the own.
    OwnArena,
    /// An opponent with coin.
    Opponent,
    /// A yes or no.
    Consent,
    /// Which of several effects (FG-130).
    Mode,
    /// A card of the own deck (FG-132).
    Deck(What),
    /// Cards to look at: in the own deck, or in an opponent's (FG-141).
    Top(Decks),
    /// A face-up card of a supply deck that costs at most so much (FG-133).
    Supply(Deck, u8),
    /// The defeated gladiator on its owner's discard pile.
    Fallen,
}

/// Which gladiators a sentence does anything to, of those it may speak of first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Touches {
    All,
    Preventable,
    Assigned,
    Damaged,
    Ready,
    Exhausted,
    Movable,
    Blessed,
}

/// Where a sentence may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fits {
    Anywhere,
    /// In a reaction to this.
    Reaction(Occasion),
    /// In a reaction to the defeat of a gladiator of the own.
    OwnDefeat,
    /// In a scheme, since a tactic reaches no other arena (FG-61).
    Scheme,
    /// In a tactic or reaction: it lasts until the combat turn ends.
    Combat,
    /// Once, in the text of a tactic card.
    TacticCard,
}

/// All that is asked of a sentence, but for what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// The gladiators it speaks of.
    pub(crate) who: [Option<Who>; 2],
    /// What else it needs.
    pub(crate) need: Need,
    pub(crate) touches: Touches,
    /// How much, where it says so, and whether all there is can be meant.
    pub(crate) amount: Option<(Amount, Whole)>,
    pub(crate) fits: Fits,
}

/// Whether there is an "all" of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whole {
    Is,
    IsNot,
}

impl Shape {
    const NOTHING: Self = Self {
        who: [None; 2],
        need: Need::Nothing,
        touches: Touches::All,
        amount: None,
        fits: Fits::Anywhere,
    };

    const fn on(who: Who) -> Self {
        Self { who: [Some(who), None], ..Self::NOTHING }
    }

    const fn between(from: Who, to: Who) -> Self {
        Self { who: [Some(from), Some(to)], ..Self::NOTHING }
    }

    const fn needs(self, need: Need) -> Self {
        Self { need, ..self }
    }

    const fn touches(self, touches: Touches) -> Self {
        Self { touches, ..self }
    }

    const fn much(self, amount: Amount, whole: Whole) -> Self {
        Self { amount: Some((amount, whole)), ..self }
    }

    const fn fits(self, fits: Fits) -> Self {
        Self { fits, ..self }
    }
}

/// The shape of an effect: each is described here, done in `resolve` and said in `text`.
pub(crate) const fn shape(effect: Effect) -> Shape {
    use Whole::{Is, IsNot};
    const NOTHING: Shape = Shape::NOTHING;
    match effect {
        Effect::Deal { amount, to, .. } => Shape::on(to).much(amount, IsNot),
        Effect::Prevent { amount, on } => {
            let shape = Shape::on(on).touches(Touches::Preventable).much(amount, Is);
            shape.fits(Fits::Reaction(Occasion::Damage))
        }
        Effect::Reassign { amount, from, to } => {
            let shape = Shape::between(from, to).touches(Touches::Assigned).much(amount, Is);
            shape.fits(Fits::Reaction(Occasion::Damage))
        }
        Effect::Move { amount, from, to } => {
            Shape::between(from, to).touches(Touches::Damaged).much(amount, Is)
        }
        Effect::Remove { amount, on } => Shape::on(on).touches(Touches::Damaged).much(amount, Is),
        Effect::Exhaust { who } => Shape::on(who).touches(Touches::Ready),
        Effect::Ready { who } => Shape::on(who).touches(Touches::Exhausted),
        Effect::Strengthen { amount, who, stays, .. } => {
            let fits = if stays { Fits::Anywhere } else { Fits::Combat };
            Shape::on(who).much(amount, IsNot).fits(fits)
        }
        Effect::Bind { who } | Effect::Bless { who } | Effect::Recall { who } => Shape::on(who),
        Effect::Unbless { who } => Shape::on(who).touches(Touches::Blessed),
        Effect::MoveBlessing { from, to } => Shape::between(from, to).touches(Touches::Blessed),
        Effect::Transfer { who } => {
            Shape::on(who).needs(Need::Place).touches(Touches::Movable).fits(Fits::Scheme)
        }
        Effect::Enlist {} => NOTHING.needs(Need::Enlist),
        Effect::EnlistThis {} => NOTHING.needs(Need::Support),
        Effect::Draw { cards: amount } | Effect::Coins { coins: amount } => NOTHING.much(amount, IsNot),
        Effect::Steal { coins } => NOTHING.needs(Need::Opponent).much(coins, Is),
        Effect::Discard { .. } | Effect::DiscardOwn { .. } => NOTHING,
        Effect::Search { what } => NOTHING.needs(Need::Deck(what)),
        Effect::Look { whose, .. } => NOTHING.needs(Need::Top(whose)),
        Effect::Gain { deck, most, .. } => NOTHING.needs(Need::Supply(deck, most)),
        Effect::Rescue {} => NOTHING.needs(Need::Fallen).fits(Fits::OwnDefeat),
        Effect::Cull {} => NOTHING.needs(Need::Hand),
        Effect::Refresh {} => NOTHING.needs(Need::Row),
        Effect::OnDeck { what } | Effect::Retrieve { what } => NOTHING.needs(Need::Pile(what)),
        Effect::ExhaustPatron {} => NOTHING.needs(Need::TheirPatron),
        Effect::ReadyPatron {} => NOTHING.needs(Need::OwnPatron),
        Effect::ReadyArena {} => NOTHING.needs(Need::OwnArena),
        Effect::Parry {} => NOTHING.fits(Fits::Reaction(Occasion::Attack)),
        Effect::Counter {} => NOTHING.fits(Fits::Reaction(Occasion::Tactic)),
        Effect::Return { .. } => NOTHING.fits(Fits::TacticCard),
    }
}

/// Whether what a sentence needs is always there, or shows in the gladiators it speaks of.
pub(crate) const fn is_at_hand(need: Need) -> bool {
    matches!(need, Need::Nothing | Need::Place | Need::Row)
}

/// Whether a need is met from hand or deck, so that only its owner knows what there is to choose.
pub(crate) const fn is_secret(need: Need) -> bool {
    matches!(need, Need::Enlist | Need::Hand | Need::Deck(_))
}

impl State {
    /// Whether a condition is met for a text of this seat that reaches this arena, or all.
    pub(crate) fn holds(&self, rules: &Rules, own: Seat, place: Option<Place>, only: Only) -> bool {
        let others = || Seat::all(rules.sides).filter(|seat| *seat != own);
        let sand = &self.public.sand;
        let here = |seat: Seat| (sand.of(seat) & sand.within(place)).count_ones();
        match only {
            Only::Always => true,
            Only::Favor => self.public.favor == own,
            Only::Behind => others().any(|seat| self.ludus(seat).glory > self.ludus(own).glory),
            Only::Outnumbered => others().any(|seat| here(seat) > here(own)),
            Only::Alone => here(own) <= 1,
            Only::Fleeting => place.is_some_and(Place::is_fleeting),
            Only::Lasting => place == Some(Place::Lasting),
        }
    }

    /// What the sentence at hand still waits for.
    #[inline]
    pub(crate) fn need(rules: &Rules, it: &Use, step: &Step) -> Option<Need> {
        if step.rest > 0 && !it.mode {
            return Some(Need::Mode);
        }
        let Shape { who: [first, second], need, .. } = step.shape;
        for (at, who) in [(0, first), (1, second)] {
            if let Some(who) = who
                && who.how == How::Target
                && it.picks[usize::from(at)] == NOBODY
            {
                return Some(Need::Target(at, who));
            }
        }
        // With two sides there is one opponent.
        let told = matches!(need, Need::Nothing | Need::Support | Need::Fallen | Need::Top(Decks::Own))
            || matches!(need, Need::Opponent | Need::Top(Decks::Opponent)) && rules.sides == 2;
        if !told {
            return Some(need);
        }
        (step.may && it.picks[0] == NOBODY).then_some(Need::Consent)
    }

    /// Every choice that answers a need, each once.
    pub(crate) fn choices(&self, rules: &Rules, it: &Use, need: Need, mut take: impl FnMut(Action)) {
        match need {
            Need::Target(at, who) => {
                let steps = &ability(rules, it.bearer, it.ability).steps;
                let Some(step) = steps.get(usize::from(it.step)) else { return };
                for (slot, gladiator) in self.within_reach(who.side, it.asker()) {
                    if self.is_target(it, (at, who), &step.shape, (slot, gladiator)) {
                        take(Action::Target(self.fighter(slot)));
                    }
                }
            }
            Need::Place => {
                let from = self.public.sand.get(it.picks[0]).map(|gladiator| gladiator.place);
                Place::ALL
                    .into_iter()
                    .filter(|place| from.is_some_and(|from| self.may_move(from, *place)))
                    .for_each(|place| take(Action::Place(place)));
            }
            Need::Enlist => {
                let fighters = rules.set.of_type(Type::Gladiator);
                for kind in kinds_in(self.held(it.seat).set(Half::First) & fighters) {
                    for place in Place::ALL {
                        if self.may_enlist(rules, it, kind, place) {
                            take(Action::Enter(kind, place));
                        }
                    }
                }
            }
            Need::Hand => self.held(it.seat).kinds(Half::First).for_each(|kind| take(Action::Choose(kind))),
            Need::Pile(what) => {
                let fitting = self.ludus(it.seat).piles.set(Half::First) & fits_what(rules, what);
                kinds_in(fitting).for_each(|kind| take(Action::Choose(kind)));
            }
            Need::Row => Deck::ALL.into_iter().for_each(|deck| take(Action::Row(deck))),
            Need::TheirPatron => {
                for seat in Seat::all(rules.sides).filter(|seat| *seat != it.seat) {
                    self.patrons(seat, false, |kind| take(Action::Patron(seat, kind)));
                }
            }
            Need::OwnPatron => self.patrons(it.seat, true, |kind| take(Action::Patron(it.seat, kind))),
            Need::OwnArena => {
                arenas_in(self.arenas_of(it.seat) & self.public.tired).for_each(|id| take(Action::Arena(id)));
            }
            Need::Opponent => Seat::all(rules.sides)
                .filter(|seat| *seat != it.seat && self.ludus(*seat).coins > 0)
                .for_each(|seat| take(Action::Opponent(seat))),
            Need::Top(Decks::Opponent) => Seat::all(rules.sides)
                .filter(|seat| *seat != it.seat && self.has_deck(*seat))
                .for_each(|seat| take(Action::Opponent(seat))),
            Need::Consent => take(Action::Accept),
            Need::Mode => self.modes(rules, it, take),
            Need::Deck(what) => {
                let (ludus, held) = (self.ludus(it.seat), self.held(it.seat));
                let fitting = ludus.piles.set(Half::Second) & fits_what(rules, what);
                kinds_in(fitting)
                    .filter(|kind| ludus.unseen(*kind) > held.both(*kind))
                    .for_each(|kind| take(Action::Choose(kind)));
            }
            Need::Supply(deck, most) => {
                let row = self.public.rows[deck.index()].as_slice();
                for (at, kind) in row.iter().enumerate() {
                    if rules.set.cost(*kind) <= most && !row[..at].contains(kind) {
                        take(Action::Choose(*kind));
                    }
                }
            }
            Need::Nothing | Need::Support | Need::Fallen | Need::Top(Decks::Own) => {}
        }
    }

    /// Of the alternatives from the sentence at hand on, those that could do anything (FG-130).
    fn modes(&self, rules: &Rules, it: &Use, mut take: impl FnMut(Action)) {
        let steps = &ability(rules, it.bearer, it.ability).steps;
        let Some(head) = steps.get(usize::from(it.step)) else { return };
        for (at, step) in (0..=head.rest).zip(&steps[usize::from(it.step)..]) {
            if self.is_possible(rules, it, step) {
                take(Action::Mode(Mode(at)));
            }
        }
    }

    /// Each kind of patron a seat has in this condition, once.
    pub(crate) fn patrons(&self, seat: Seat, exhausted: bool, mut take: impl FnMut(Kind)) {
        let patrons = self.ludus(seat).patrons.as_slice();
        for (at, patron) in patrons.iter().enumerate() {
            if patron.exhausted == exhausted && !patrons[..at].contains(patron) {
                take(patron.kind);
            }
        }
    }

    fn may_move(&self, from: Place, to: Place) -> bool {
        // The gladiator itself does not keep the other Fleeting arena closed if it is alone.
        from != to
            && (self.is_open(to)
                || self.public.arenas[to.index()].is_some() && self.opens_by_leaving(from, to))
    }

    fn opens_by_leaving(&self, from: Place, to: Place) -> bool {
        from.is_fleeting() && to.is_fleeting() && self.public.sand.at(from).is_power_of_two()
    }

    fn may_enlist(&self, rules: &Rules, it: &Use, kind: Kind, place: Place) -> bool {
        rules.set.fact(kind).kind == Type::Gladiator
            && it.place.map_or_else(|| self.is_open(place), |here| here == place)
            && self.can_support(rules, it.seat, kind)
    }

    /// How a player names the gladiator of a slot.
    pub(crate) fn fighter(&self, slot: u8) -> Fighter {
        let Some(it) = self.public.sand.get(slot) else {
            return Fighter { owner: Seat::default(), kind: Kind(0), nth: 0 };
        };
        let sand = &self.public.sand;
        // Its owner's, up to its own slot.
        let before = sand.among(sand.of(it.owner) & ((2_u64 << slot) - 1));
        let nth = before.filter(|(_, other)| other.kind == it.kind).count() as u8;
        Fighter { owner: it.owner, kind: it.kind, nth }
    }

    /// Whether a sentence may name this gladiator of those within reach first or second (FG-9, FG-71).
    #[inline]
    fn is_target(
        &self,
        it: &Use,
        (at, who): (u8, Who),
        shape: &Shape,
        (slot, gladiator): (u8, &Gladiator),
    ) -> bool {
        fits_within(who, slot, gladiator, it.slot)
            && self.is_useful(it, at, shape, (slot, gladiator))
            && !(gladiator.owner != it.seat && self.public.sand.out_of_reach() >> slot & 1 != 0)
    }

    /// Whether a sentence could do anything to this gladiator.
    fn is_useful(&self, it: &Use, at: u8, shape: &Shape, (slot, gladiator): (u8, &Gladiator)) -> bool {
        if at == 1 {
            return slot != Self::named(it, shape, 0);
        }
        match shape.touches {
            Touches::All => true,
            Touches::Preventable => gladiator.assigned > gladiator.fixed,
            Touches::Assigned => gladiator.assigned > 0,
            Touches::Damaged => gladiator.damage > 0,
            Touches::Ready => !gladiator.exhausted,
            Touches::Exhausted => gladiator.exhausted && !gladiator.bound,
            Touches::Blessed => gladiator.blessings > 0,
            Touches::Movable => Place::ALL.into_iter().any(|place| self.may_move(gladiator.place, place)),
        }
    }

    /// The slot a sentence's first or second gladiator stands in.
    pub(crate) fn named(it: &Use, shape: &Shape, at: usize) -> u8 {
        match shape.who[at].map(|who| who.how) {
            Some(How::Target | How::Each) => it.picks[at],
            Some(How::This) => it.slot,
            Some(How::Attacker) => it.subject,
            Some(How::Same) => it.last,
            None => NOBODY,
        }
    }

    /// Whether using this ability now would do anything at all: its first sentence that is not optional must find what it
    /// needs. (FG-89: nobody may throw cards away by using them for nothing.)
    pub(crate) fn has_effect(&self, rules: &Rules, it: &Use) -> bool {
        let sure = match it.bearer {
            Bearer::Card(kind) | Bearer::Patron(kind) | Bearer::Gladiator(kind) => {
                rules.set.fact(kind).sure >> it.ability & 1 != 0
            }
            Bearer::Arena(id) => rules.set.arena_fact(id).sure >> it.ability & 1 != 0,
        };
        if sure {
            return true;
        }
        let mut optional = false;
        let steps = &ability(rules, it.bearer, it.ability).steps;
        for (at, step) in steps.iter().enumerate().filter(|(_, step)| !step.or) {
            if step.only != Only::Always && !self.holds(rules, it.seat, it.place, step.only) {
                continue;
            }
            let mut modes = steps[at..=at + usize::from(step.rest)].iter();
            let possible = modes.any(|step| self.is_possible(rules, it, step));
            if !step.may {
                return possible || optional;
            }
            optional |= possible;
        }
        optional
    }

    /// Whether what may be used now would come to nothing, as far as the seat can see: a scheme that finds nothing (FG-122), or a text that
    /// would do something 0 times.
    pub(crate) fn comes_to_nothing(&self, rules: &Rules, seat: Seat, action: Action) -> bool {
        let it = if let Action::Play(kind) = action {
            let card = rules.set.card(kind);
            if !matches!(card.kind, Type::Scheme | Type::SchemeTactic | Type::Tactic | Type::Reaction) {
                return false;
            }
            self.card_use(seat, kind, 0)
        } else if let Action::Use(source, at) = action
            && let Ok(it) = self.sourced(rules, seat, source, at)
        {
            it
        } else {
            return false;
        };
        let scheme = ability(rules, it.bearer, it.ability).timing.is_scheme();
        let turn = matches!(self.public.stack.last(), Some(Frame::Machinations(_)));
        turn && scheme && !self.has_effect(rules, &it) || self.is_for_nothing(rules, &it)
    }

    /// Whether every sentence of an ability finds nothing or would be done 0 times, and its cost changes nothing of that.
    fn is_for_nothing(&self, rules: &Rules, it: &Use) -> bool {
        let text = ability(rules, it.bearer, it.ability);
        let idle = |step: &Step| {
            // How much there is of what is not named yet, nobody can say.
            let none = |amount: Amount| !amount.per.is_its() && self.amount(rules, amount, it.asker()) == 0;
            !self.holds(rules, it.seat, it.place, step.only)
                || step.shape.amount.is_some_and(|(amount, _)| none(amount))
                || !self.is_possible(rules, it, step)
        };
        text.cost.wounds == 0 && text.cost.defeat == Toll::Nothing && text.steps.iter().all(idle)
    }

    /// Whether there is a gladiator that a sentence could speak of first or second.
    #[inline]
    fn finds(&self, it: &Use, (at, who): (u8, Who), shape: &Shape) -> bool {
        let useful = |slot: u8| {
            let gladiator = self.public.sand.get(slot);
            gladiator.is_some_and(|gladiator| self.is_useful(it, at, shape, (slot, gladiator)))
        };
        let mut sand = self.within_reach(who.side, it.asker());
        match who.how {
            How::Target => sand.any(|one| self.is_target(it, (at, who), shape, one)),
            How::Each => sand.any(|(slot, gladiator)| {
                fits_within(who, slot, gladiator, it.slot) && self.is_useful(it, at, shape, (slot, gladiator))
            }),
            How::This => useful(it.slot),
            How::Attacker => useful(it.subject),
            How::Same => true,
        }
    }

    fn is_possible(&self, rules: &Rules, it: &Use, step: &Step) -> bool {
        let Shape { who: [first, second], need, .. } = step.shape;
        if let Some(who) = first
            && !self.finds(it, (0, who), &step.shape)
        {
            return false;
        }
        if let Some(who) = second
            && !self.finds(it, (1, who), &step.shape)
        {
            return false;
        }
        is_at_hand(need) || self.is_there(rules, it, need)
    }

    /// Whether an effect finds what it needs. A call of its own, so that the compiler does not look ahead of the question.
    #[inline(never)]
    fn is_there(&self, rules: &Rules, it: &Use, need: Need) -> bool {
        let in_pile = |what| self.finds_in_pile(rules, it.seat, what) || self.pays_into_pile(rules, it, what);
        match need {
            Need::Nothing | Need::Target(..) | Need::Place | Need::Row | Need::Consent | Need::Mode => true,
            Need::Deck(_) => self.ludus(it.seat).deck > 0,
            Need::Top(Decks::Own) => self.has_deck(it.seat),
            Need::Top(Decks::Opponent) => {
                Seat::all(rules.sides).any(|seat| seat != it.seat && self.has_deck(seat))
            }
            Need::Supply(deck, most) => {
                self.public.rows[deck.index()].iter().any(|kind| rules.set.cost(*kind) <= most)
            }
            Need::Fallen => self
                .fallen()
                .is_some_and(|(owner, kind)| owner == it.seat && self.ludus(owner).discarded(kind) > 0),
            Need::Support => match it.bearer {
                Bearer::Card(kind) => self.can_support(rules, it.seat, kind),
                Bearer::Patron(_) | Bearer::Gladiator(_) | Bearer::Arena(_) => false,
            },
            Need::Enlist => self.has_recruit(rules, it),
            Need::Hand => {
                let played = u8::from(matches!(it.bearer, Bearer::Card(_)));
                self.ludus(it.seat).hand > played
            }
            Need::Opponent => {
                Seat::all(rules.sides).any(|seat| seat != it.seat && self.ludus(seat).coins > 0)
            }
            Need::Pile(what) => in_pile(what),
            Need::TheirPatron => Seat::all(rules.sides).any(|seat| {
                seat != it.seat && self.ludus(seat).patrons.iter().any(|patron| !patron.exhausted)
            }),
            // One that exhausts itself for it may ready itself.
            Need::OwnPatron => {
                let itself = matches!(it.bearer, Bearer::Patron(_));
                itself && ability(rules, it.bearer, it.ability).cost.exhaust
                    || self.ludus(it.seat).patrons.iter().any(|patron| patron.exhausted)
            }
            Need::OwnArena => self.arenas_of(it.seat) & self.public.tired != 0,
        }
    }

    /// Whether a deck has cards, or gets some as soon as one is needed (FG-5). The Ludus Magnus has none (ruling 91).
    fn has_deck(&self, seat: Seat) -> bool {
        let ludus = self.ludus(seat);
        ludus.deck > 0 || !ludus.piles.set(Half::First).is_empty()
    }

    /// The gladiator whose defeat opened the innermost window, and its owner.
    pub(crate) fn fallen(&self) -> Option<(Seat, Kind)> {
        self.public.stack.iter().rev().find_map(|frame| {
            let Frame::Window(window) = frame else { return None };
            (window.occasion == Occasion::Defeat).then_some((window.owner, window.kind))
        })
    }

    /// Whether a discard pile holds such a card. Looking is dear, so the compiler must not look ahead of the question.
    #[inline(never)]
    fn finds_in_pile(&self, rules: &Rules, seat: Seat, what: What) -> bool {
        self.ludus(seat).piles.set(Half::First).meets(fits_what(rules, what))
    }

    /// Ruling 24: incomes that pay for a fetch can be fetched, so an empty pile need not stay empty.
    fn pays_into_pile(&self, rules: &Rules, it: &Use, what: What) -> bool {
        let held = self.held(it.seat);
        matches!(what, What::Card | What::Income)
            && ability(rules, it.bearer, it.ability).cost.coins > 0
            && rules.set.incomes().iter().any(|kind| held.count(Half::First, *kind) > 0)
    }

    /// Whether the hand holds a gladiator that could be enlisted, the card being played apart.
    #[inline(never)]
    fn has_recruit(&self, rules: &Rules, it: &Use) -> bool {
        let held = self.held(it.seat);
        let mut fighters = held.set(Half::First) & rules.set.of_type(Type::Gladiator);
        if let Bearer::Card(kind) = it.bearer
            && held.count(Half::First, kind) == 1
        {
            fighters.remove(kind);
        }
        kinds_in(fighters)
            .any(|kind| Place::ALL.into_iter().any(|place| self.may_enlist(rules, it, kind, place)))
    }
}

fn fits_what(rules: &Rules, what: What) -> KindSet {
    match what {
        What::Card => KindSet::ALL,
        What::Patron => rules.set.of_type(Type::Patron),
        What::Gladiator => rules.set.of_type(Type::Gladiator),
        What::Training => rules.set.reservable,
        What::Income => rules.set.of_type(Type::Income),
    }
}
