//! What happened, in words, for one viewer: the same lines in the terminal, the browser, a replay and for programs.

use table::{Seat, Span, Text, Viewer, many, say};

use crate::action::Fighter;
use crate::cards::{ArenaId, INCOMES, Kind};
use crate::effect::{Occasion, Would};
use crate::event::{AttackEnd, BattleEnd, CoinWhy, DiscardWhy, FavorWhy, Happening};
use crate::ludus::Section;
use crate::phrase::{bearer, counted, fighter, listed, name, place_name, turned_up, who, whose};
use crate::procedures::Then;
use crate::rules::{FirstPlayer, Rules};
use crate::score::GLORY;
use crate::state::{End, Place, State};
use crate::view::View;

/// The teller of one viewer's news: it follows which arenas lie out and who has the Crowd's Favor.
struct Teller<'a> {
    rules: &'a Rules,
    viewer: Viewer,
    arenas: [Option<ArenaId>; 3],
    favor: Seat,
    after: &'a State,
}

/// The lines for what happened, in order.
pub(crate) fn lines(rules: &Rules, before: &View, after: &State, events: &[Happening]) -> Vec<Text> {
    let (viewer, arenas, favor) = (before.viewer, before.public.arenas, before.public.favor);
    Teller { rules, viewer, arenas, favor, after }.lines(events)
}

/// How the game began.
pub(crate) fn opening(rules: &Rules, view: &View, state: &State, events: &[Happening]) -> Vec<Text> {
    let (viewer, favor) = (view.viewer, view.public.favor);
    let mut teller = Teller { rules, viewer, arenas: [None; 3], favor, after: state };
    // Everyone's coin tokens, after whom the Crowd's Favor lies with: that is where the book gives them.
    let favor = events.iter().position(|event| matches!(event, Happening::Favor(..)));
    let (before, after) = events.split_at(favor.map_or(events.len(), |at| at + 1));
    let mut told = teller.lines(before);
    let rich = Seat::all(rules.players).filter(|seat| state.ludus(*seat).coins > 0);
    told.extend(rich.map(|seat| say!("{seat} starts with {}", many(state.ludus(seat).coins, "coin token"))));
    told.extend(teller.lines(after));
    told
}

/// How many events at the front belong to one line.
fn run(events: &[Happening], fits: impl Fn(&Happening) -> bool) -> usize {
    events.iter().take_while(|event| fits(event)).count()
}

impl Teller<'_> {
    fn lines(&mut self, events: &[Happening]) -> Vec<Text> {
        let (mut lines, mut left) = (Vec::new(), events);
        while let [first, rest @ ..] = left {
            self.follow(first);
            if let Happening::Over(end) = first {
                lines.extend(self.over(*end));
                left = rest;
                continue;
            }
            let (taken, told) = self.group(left);
            lines.extend(told.map(Text::capital));
            left = &left[taken..];
        }
        lines
    }

    /// Keeps up with what later lines speak of.
    fn follow(&mut self, event: &Happening) {
        if let Happening::Favor(seat, _) = event {
            self.favor = *seat;
        } else if let Happening::ArenaUp(place, id) = event {
            self.arenas[place.index()] = Some(*id);
        } else if let Happening::TakesArena(..) = event {
            self.arenas[Place::Lasting.index()] = None;
        }
    }

    fn who(&self, seat: Seat) -> Text {
        who(self.rules, seat)
    }

    fn card(&self, kind: Kind) -> Span {
        name(self.rules, kind)
    }

    fn arena(&self, place: Place) -> Text {
        self.arenas[place.index()]
            .map_or_else(|| say!("the arena"), |id| Text::of(place_name(self.rules, id)))
    }

    fn cards(&self, kinds: impl Iterator<Item = Kind>) -> Text {
        counted(self.rules, kinds.map(|kind| (None, kind)))
    }

    /// Tells the first event, with those after it that belong to the same line: how many were told, and how.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others are told one by one")]
    fn group(&self, events: &[Happening]) -> (usize, Option<Text>) {
        let kinds = |taken: usize| {
            events[..taken].iter().filter_map(|event| match event {
                Happening::Draws(_, kind)
                | Happening::Discards(_, kind, _)
                | Happening::SupplyUp(_, kind) => Some(*kind),
                _ => None,
            })
        };
        match (&events[0], events.get(1)) {
            (Happening::Draws(seat, _), _) => {
                let taken = run(events, |event| matches!(event, Happening::Draws(by, _) if by == seat));
                let cards = if taken == 1 { say!("a card") } else { many(taken as i64, "card") };
                let draws = say!("{} draws {cards}", self.who(*seat));
                let own = self.viewer.is(*seat);
                (taken, Some(if own { say!("{draws}: {}", self.cards(kinds(taken))) } else { draws }))
            }
            (Happening::Discards(seat, _, why), _)
                if !matches!(why, DiscardWhy::Played | DiscardWhy::Deck) =>
            {
                let fits = |event: &Happening| matches!(event, Happening::Discards(by, _, other) if by == seat && other == why);
                let taken = run(events, fits);
                (taken, Some(say!("{} discards {}", self.who(*seat), self.cards(kinds(taken)))))
            }
            (Happening::SupplyUp(..), _) => {
                let taken = run(events, |event| matches!(event, Happening::SupplyUp(..)));
                (taken, Some(say!("the supply turns up {}", self.cards(kinds(taken)))))
            }
            (Happening::Leaves(_), _) => {
                let taken = run(events, |event| matches!(event, Happening::Leaves(_)));
                // They leave one after the other, so numbers would mislead.
                let leaving = events[..taken].iter().filter_map(|event| match event {
                    Happening::Leaves(it) => Some((Some(it.owner), it.kind)),
                    _ => None,
                });
                let names = counted(self.rules, leaving);
                let told = match taken {
                    1 => say!("the arenas are cleared: {names} leaves undefeated"),
                    _ => say!("the arenas are cleared: {names} leave undefeated"),
                };
                (taken, Some(told))
            }
            (Happening::Pays { incomes, tokens, .. }, Some(bought @ Happening::Buys(..))) => {
                (2, self.one(bought).map(|told| say!("{told}: {}", self.means(*incomes, *tokens))))
            }
            (Happening::Attacks(_), Some(Happening::Strikes(by, target, damage))) => {
                let (by, target) = (fighter(self.rules, *by), fighter(self.rules, *target));
                (2, Some(say!("{by} attacks {target} for {damage} damage")))
            }
            // What is dealt and taken at once is told once.
            (Happening::Assigned(to, amount), Some(Happening::Takes { fighter, damage, .. }))
                if fighter == to && damage == amount =>
            {
                (1, None)
            }
            (Happening::Order(order, section), next) => {
                let nothing = State::order(self.rules, *order).is_some_and(|it| it.is_idle(*section));
                (1 + usize::from(nothing && next == Some(&Happening::OrderIdle)), self.one(&events[0]))
            }
            (Happening::Battle { sides, .. }, Some(Happening::BattleOver(place, _))) if sides.len() == 1 => {
                let (who, arena) = (self.who(sides[0].0), self.arena(*place));
                (2, Some(say!("only {who} has gladiators in {arena} and wins it without a fight")))
            }
            (other, _) => (1, self.one(other)),
        }
    }

    /// What a cost was paid with.
    fn means(&self, incomes: [u8; INCOMES], tokens: u8) -> Text {
        let paid = self.rules.set.incomes().iter().zip(incomes).filter(|(_, count)| *count > 0);
        let paid = paid.map(|(kind, count)| say!("{count} {}", self.card(*kind)));
        listed(paid.chain((tokens > 0).then(|| many(tokens, "coin token"))).collect())
    }

    /// One event by itself; nothing where there is nothing to tell.
    #[expect(clippy::too_many_lines, reason = "a table: one line for each event")]
    fn one(&self, event: &Happening) -> Option<Text> {
        let rules = self.rules;
        let who = |seat: &Seat| self.who(*seat);
        let card = |kind: &Kind| self.card(*kind);
        let arena = |place: &Place| self.arena(*place);
        let arena_card = |id: &ArenaId| place_name(rules, *id);
        let name = |it: &Fighter| fighter(rules, *it);
        let coins = |count: &u8| many(*count, "coin");
        let magnus = |seat: &Seat| rules.magnus() == Some(*seat);
        Some(match event {
            Happening::Starts(seat) => say!("{seat} takes the first turn: {}", self.why_first()),
            Happening::Favor(seat, why) => self.favor_goes(&who(seat), *why),
            Happening::Champion(seat, kind) => {
                let champion = rules.set.card(*kind).name.trim_end_matches(" I");
                say!("{} has the champion {}", who(seat), table::card(champion))
            }
            Happening::Turn(seat) if magnus(seat) => say!("the Ludus Magnus takes its turn"),
            Happening::Turn(seat) => say!("{seat}'s turn begins"),
            Happening::ArenaUp(place, id) => self.arena_up(*place, &arena_card(id)),
            Happening::SupplyRebuilt(deck) => {
                say!("the {} deck is rebuilt from its discard pile", deck.name())
            }
            Happening::RowGone(deck, kinds) => {
                say!("the {} for sale are discarded: {}", deck.noun(), self.cards(kinds.iter().copied()))
            }
            Happening::Shuffles(seat) => say!("{} shuffles the discard pile into a new deck", who(seat)),
            Happening::Discards(seat, kind, DiscardWhy::Deck) => {
                say!("{} goes from {}'s deck to the discard pile", card(kind), who(seat))
            }
            Happening::Discards(seat, kind, _) => say!("{} goes to {}'s discard pile", card(kind), who(seat)),
            Happening::Pays { seat, coins: cost, incomes, tokens, then } => {
                let what = match then {
                    Then::GoOn | Then::Buy(_) => Text::new(),
                    Then::Redeem => say!(" for the reserve"),
                    Then::Register(kind, _) => say!(" to register {}", card(kind)),
                    Then::Reclaim(kind) => say!(" for {}", card(kind)),
                    Then::Upgrade(kind) => say!(" to upgrade {}", card(kind)),
                };
                say!("{} pays {}{what}: {}", who(seat), coins(cost), self.means(*incomes, *tokens))
            }
            Happening::Buys(seat, kind, price) => {
                say!("{} buys {} for {}", who(seat), card(kind), coins(price))
            }
            Happening::Redeems(seat, cards) => {
                say!("{} takes {} from the reserve into hand", who(seat), many(*cards, "card"))
            }
            Happening::Upgrades(seat, from, to) => {
                say!("{} upgrades {}: {} goes to the discard pile", who(seat), card(from), card(to))
            }
            Happening::Reclaims(seat, kind) | Happening::Retrieves(seat, kind) => {
                say!("{} takes {} from the discard pile into hand", who(seat), card(kind))
            }
            Happening::Coins(_, 0, _)
            | Happening::Prevented(_, 0)
            | Happening::Removed(_, 0)
            | Happening::Reassigned(_, _, 0)
            | Happening::Moved(_, _, 0)
            | Happening::Strengthened(_, _, 0)
            | Happening::Changed(_, _, 0) => return None,
            Happening::Coins(seat, gained, CoinWhy::Insurance(kind)) => {
                say!("{} gets {} of insurance for {}", who(seat), coins(gained), card(kind))
            }
            Happening::Coins(seat, gained, CoinWhy::Text) => say!("{} gains {}", who(seat), coins(gained)),
            Happening::Steals { from, coins: 0, .. } => {
                return (self.after.ludus(*from).coins == 0)
                    .then(|| say!("{} has no coins to take", who(from)));
            }
            Happening::Steals { by, from, coins: taken } => {
                say!("{} takes {} from {}", who(by), coins(taken), who(from))
            }
            Happening::Culls(seat, kind) => say!("{} removes {} from the game", who(seat), card(kind)),
            Happening::Looks { seat, owner, cards } => {
                let (who, names) = (who(seat), self.cards(cards.iter().copied()));
                let count = many(cards.len() as i64, "card");
                match (seat == owner, self.viewer.is(*seat)) {
                    (true, true) => say!("{who} looks at {count} on top of the deck: {names}"),
                    (true, false) => say!("{who} looks at {count} on top of the deck"),
                    (false, _) => {
                        say!("{who} turns up {count} on top of {}'s deck: {names}", self.who(*owner))
                    }
                }
            }
            Happening::Stacks(seat, _) => say!("{} puts them back in an order of choice", who(seat)),
            Happening::Picks(seat, kind) if self.viewer.is(*seat) => {
                say!("{} takes {} of them into hand", who(seat), card(kind))
            }
            Happening::Picks(seat, _) => say!("{} takes one of them into hand", who(seat)),
            Happening::Searches(seat, kind) => {
                say!("{} takes {} from the deck into hand and shuffles the deck", who(seat), card(kind))
            }
            Happening::Gains(seat, kind) => say!("{} takes {} from the supply", who(seat), card(kind)),
            Happening::Spent(_, kind) => say!("{} leaves the game", card(kind)),
            Happening::OnDeck(seat, kind) => say!("{} puts {} on top of the deck", who(seat), card(kind)),
            Happening::Patron(seat, kind, turned) => turned_up(whose(rules, *seat, card(kind)), *turned),
            Happening::Arena(seat, id, turned) => turned_up(whose(rules, *seat, arena_card(id)), *turned),
            Happening::Token { seat, bloodlust, boast } => {
                let who = who(seat);
                say!(
                    "{who} takes a Reigning Champion token: bloodlust {bloodlust} meets the boast of {boast}"
                )
            }
            Happening::Phase { number, .. } if rules.is_multi() => {
                let rounds = rules.rounds();
                say!("both Reigning Champion tokens are taken: arena phase {number} of {rounds} begins")
            }
            Happening::Phase { bloodlust, boast, .. } => {
                say!("an arena phase begins: bloodlust {bloodlust} meets the boast of {boast}")
            }
            Happening::Registers(0) => say!("late registration: the Ludus Magnus draws no order"),
            Happening::Registers(orders) => {
                say!("late registration: the Ludus Magnus draws {}", many(*orders, "order"))
            }
            Happening::Enters(it, place) => say!("{} enters {}", name(it), arena(place)),
            Happening::Transfers(it, from, to) => {
                say!("{} goes from {} to {}", name(it), arena(from), arena(to))
            }
            Happening::Recalls(it) if magnus(&it.owner) => say!("{} goes back to the supply", name(it)),
            Happening::Recalls(it) => say!("{} goes back to its owner's hand", name(it)),
            Happening::Battle { place, first, sides } => return self.battle(*place, *first, sides),
            Happening::Round { place, first } => {
                say!("all gladiators in {} are readied; {} acts first", arena(place), who(first))
            }
            Happening::Passes(seat) => say!("{} passes", who(seat)),
            Happening::Attacks(it) => say!("{} attacks", name(it)),
            Happening::AttackFails(it, _) if it.nth == 0 => {
                say!("the attacker is gone, so its attack deals no damage")
            }
            Happening::AttackFails(it, AttackEnd::Parried) => {
                say!("the attack of {} is stopped and deals no damage", name(it))
            }
            Happening::AttackFails(it, AttackEnd::NoTarget) => {
                say!("the attack of {} finds no target", name(it))
            }
            Happening::Strikes(by, target, damage) => {
                say!("{} strikes {} for {damage} damage", name(by), name(target))
            }
            // The gladiator it speaks of had already gone, so nothing happened to it.
            Happening::Assigned(it, _) | Happening::Moved(_, it, _) | Happening::Reassigned(_, it, _)
                if it.nth == 0 =>
            {
                return None;
            }
            Happening::Assigned(to, damage) => say!("{} is dealt {damage} damage", name(to)),
            Happening::Prevented(on, damage) => say!("{damage} damage to {} is prevented", name(on)),
            Happening::BlessingSpent { on, damage: 0, fixed: 0 } => {
                say!("a blessing on {} is spent and prevents nothing: no damage to it is left", name(on))
            }
            Happening::BlessingSpent { on, damage: 0, .. } => {
                say!(
                    "a blessing on {} is spent and prevents nothing: this damage can't be prevented",
                    name(on)
                )
            }
            Happening::BlessingSpent { on, damage, .. } => {
                say!("a blessing on {} is spent and prevents {damage} damage", name(on))
            }
            Happening::Reassigned(from, to, damage) => {
                say!("{damage} damage is reassigned from {} to {}", name(from), name(to))
            }
            Happening::Moved(from, to, damage) => {
                say!("{damage} damage is moved from {} to {}", name(from), name(to))
            }
            Happening::Removed(on, damage) => say!("{damage} damage is removed from {}", name(on)),
            Happening::Takes { fighter, damage, total, health } => match health.saturating_sub(*total) {
                0 => say!("{} takes {damage} damage", name(fighter)),
                left => {
                    say!("{} takes {damage} damage and has {left} of {health} health left", name(fighter))
                }
            },
            Happening::Defeated(it, _) => say!("{} is defeated", name(it)),
            Happening::Spared(would, with, it) => {
                let (with, name) = (bearer(rules, *with), name(it));
                match would {
                    Would::Damage => say!("{with} speaks up: {name} is dealt no damage"),
                    Would::Exhaust => say!("{with} speaks up: {name} is not exhausted"),
                    Would::Defeat | Would::Discard | Would::Glory => {
                        say!("{with} speaks up: {name} is not defeated")
                    }
                }
            }
            Happening::Averted(would, with, seat) => {
                let (with, who) = (bearer(rules, *with), who(seat));
                match would {
                    Would::Glory => say!("{with} speaks up: {who} wins no glory"),
                    Would::Discard | Would::Defeat | Would::Damage | Would::Exhaust => {
                        say!("{with} speaks up: {who} discards nothing")
                    }
                }
            }
            Happening::LacksInfluence(seat) => {
                say!("{} has too little influence and must give up gladiators", who(seat))
            }
            Happening::GivesUp(it) => say!("{} gives up {}", who(&it.owner), card(&it.kind)),
            Happening::Gladiator(it, turned) => turned_up(name(it), *turned),
            Happening::Strengthened(it, stat, change) => {
                let (more, stat) = (change.unsigned_abs(), stat.name());
                if *change < 0 {
                    say!("{} has {more} less {stat} until the combat turn ends", name(it))
                } else {
                    say!("{} has {more} more {stat} until the combat turn ends", name(it))
                }
            }
            Happening::Changed(it, stat, change) => {
                let (more, stat) = (change.unsigned_abs(), stat.name());
                if *change < 0 {
                    say!("{} has {more} less {stat} as long as it stays", name(it))
                } else {
                    say!("{} has {more} more {stat} as long as it stays", name(it))
                }
            }
            Happening::Bound(it) => say!("{} is bound: it is not readied the next time", name(it)),
            Happening::Blessed(it) => say!("{} gets a blessing", name(it)),
            Happening::Unblessed(it) => say!("{} loses a blessing", name(it)),
            Happening::Reacts { seat, with, occasion, owner, kind } => {
                let about = occasion.about(rules, *owner, *kind);
                say!("{} reacts to {about} with {}", who(seat), bearer(rules, *with))
            }
            Happening::Countered => say!("the tactic has no effect"),
            Happening::Order(order, section) => self.order(*order, *section),
            Happening::OrderIdle => say!("nothing comes of that order"),
            Happening::OrdersShuffled => say!("the Ludus Magnus shuffles its deck"),
            Happening::BattleOver(place, BattleEnd::Won(seat)) => {
                say!("{} wins the battle in {}: nobody else is left there", who(seat), arena(place))
            }
            Happening::BattleOver(place, BattleEnd::Draw) => {
                say!("the battle in {} is a draw: nobody is left", arena(place))
            }
            Happening::BattleOver(place, BattleEnd::BrokenOff) => {
                say!("the battle in {} is broken off: nobody can win it", arena(place))
            }
            Happening::Glory { seat, glory, place, total } => {
                let goal = (*total < GLORY).then(|| say!(" of {GLORY}"));
                say!("{} gains {glory} glory from {} and has {total}{goal}", who(seat), arena(place))
            }
            Happening::Champions(seat, place) => {
                say!("{} is now Reigning Champion of {}", who(seat), arena(place))
            }
            Happening::TakesArena(seat, id) if magnus(seat) => say!("{} leaves the game", arena_card(id)),
            Happening::TakesArena(seat, id) => say!("{} takes {} into the villa", who(seat), arena_card(id)),
            Happening::TakesBoast(seat, boast) if magnus(seat) => {
                say!("the boast of {boast} goes on top of the Ludus Magnus deck")
            }
            Happening::TakesBoast(seat, boast) => {
                say!("{} takes the boast of {boast} into the discard pile", who(seat))
            }
            Happening::Place(seat, 1) => say!("{} finishes first", who(seat)),
            Happening::Place(seat, 2) => say!("{} finishes second", who(seat)),
            Happening::Place(seat, 3) => say!("{} finishes third", who(seat)),
            Happening::Place(seat, _) => say!("{} finishes fourth", who(seat)),
            // These are told in groups.
            Happening::SupplyUp(..) | Happening::Draws(..) | Happening::Leaves(_) | Happening::Over(_) => {
                return None;
            }
        })
    }

    fn why_first(&self) -> Text {
        match self.rules.choice.first_player {
            _ if self.rules.magnus().is_some() => say!("the Ludus Magnus goes second"),
            FirstPlayer::Random => say!("chosen at random"),
            FirstPlayer::SeatA => say!("the first seat starts at this table"),
        }
    }

    fn favor_goes(&self, who: &Text, why: FavorWhy) -> Text {
        match why {
            FavorWhy::Setup if self.rules.is_multi() => {
                say!("{who} has the Crowd's Favor as the last in turn order")
            }
            FavorWhy::Setup if self.rules.magnus().is_some() => {
                say!("{who} has the Crowd's Favor at the start")
            }
            FavorWhy::Setup => say!("{who} has the Crowd's Favor as the second player"),
            FavorWhy::LeastGlory => say!("{who} gets the Crowd's Favor for having least glory"),
            FavorWhy::LastPlace => say!("{who} gets the Crowd's Favor for the last place"),
        }
    }

    fn arena_up(&self, place: Place, name: &Span) -> Text {
        match place {
            Place::Near => say!("{name} is now the near Fleeting arena"),
            Place::Far => say!("{name} is now the far Fleeting arena"),
            Place::Lasting if self.rules.is_multi() => say!("{name} is now the top arena"),
            Place::Lasting => say!("{name} is now the Lasting arena"),
        }
    }

    /// Victory with its cause, and what everyone's glory came from, a line each.
    fn over(&self, end: End) -> Vec<Text> {
        let glory = |seat| self.after.ludus(seat).glory;
        let won = match end {
            End::Glory(seat) => say!("{} wins the game with {} glory", self.who(seat), glory(seat)),
            End::LastBattle(seat) => say!("{} wins the last battle and with it the game", self.who(seat)),
            End::Turns => {
                say!("the game ends after {} turns: most glory wins", self.rules.turn_limit)
            }
        };
        let mut lines = vec![won];
        for seat in Seat::all(self.rules.sides).filter(|_| !self.rules.is_multi()) {
            let parts = self.after.glory_parts(self.rules, seat).into_iter().filter(|part| part.points > 0);
            let parts: Vec<_> = parts.map(|part| say!("{} from {}", part.points, part.what)).collect();
            let has = say!("{} has {} glory", self.who(seat), glory(seat));
            lines.push(if parts.is_empty() { has } else { say!("{has}: {}", listed(parts)) });
        }
        lines.into_iter().map(Text::capital).collect()
    }

    fn battle(&self, place: Place, first: Seat, sides: &[(Seat, u32)]) -> Option<Text> {
        let (arena, who) = (self.arena(place), self.who(first));
        let own = sides.iter().find(|(seat, _)| *seat == first)?.1;
        let best = sides.iter().filter(|(seat, _)| *seat != first).map(|(_, total)| *total).max();
        let why = match best {
            None => return Some(say!("only {who} has gladiators in {arena}")),
            Some(best) if best < own => say!("initiative {own} against {best}"),
            Some(_) if self.favor == first => {
                say!("initiative is tied at {own} and the Crowd's Favor decides")
            }
            Some(_) => {
                say!("initiative is tied at {own} and the seat nearest to the Crowd's Favor goes first")
            }
        };
        Some(say!("the battle in {arena} begins. {} acts first: {why}", who.capital()))
    }

    /// FG-100, FG-110: an order with the section that counts, or a boast, which is a blank.
    fn order(&self, order: u8, section: Section) -> Text {
        let Some(it) = State::order(self.rules, order) else {
            return say!("the Ludus Magnus draws a boast, which does nothing");
        };
        let (number, text) = (order + 1, it.text(section));
        say!("the Ludus Magnus draws order {number}. {}: {text}", section.name())
    }
}

impl Occasion {
    /// What is reacted to: something about a gladiator of the owner, or a tactic, or damage that no attack dealt.
    pub(crate) fn about(self, rules: &Rules, owner: Seat, kind: Option<Kind>) -> Text {
        match (self, kind.map(|kind| whose(rules, owner, name(rules, kind)))) {
            (Self::Damage, None) => say!("the damage"),
            (Self::Damage, Some(it)) => say!("the damage of {it}"),
            (Self::Attack, Some(it)) => say!("the attack of {it}"),
            (Self::Enter, Some(it)) => say!("the entry of {it}"),
            (Self::Leave, Some(it)) => say!("the departure of {it}"),
            (Self::Defeat, Some(it)) => say!("the defeat of {it}"),
            (Self::Battle, Some(it)) => say!("the start of the battle for {it}"),
            (Self::Win, Some(it)) => say!("the victory of {it}"),
            (Self::Slay, Some(it)) => say!("the deadly blow of {it}"),
            (Self::Buy, Some(_)) => say!("what {} bought", who(rules, owner)),
            (Self::Tactic, Some(_)) | (_, None) => say!("{}'s tactic", who(rules, owner)),
        }
    }
}
