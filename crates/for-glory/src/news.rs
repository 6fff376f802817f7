//! What happened, in words, for one viewer: the same lines in the terminal, the browser, a replay and for programs.
#![expect(clippy::wildcard_enum_match_arm, reason = "`one` sends every event to the chapter that tells it")]

use table::{Seat, Viewer};

use crate::action::Fighter;
use crate::cards::{ArenaId, INCOMES, Kind};
use crate::effect::Occasion;
use crate::event::{AttackEnd, BattleEnd, CoinWhy, DiscardWhy, FavorWhy, Happening};
use crate::ludus::Section;
use crate::phrase::{bearer, capital, coins, counted, fighter, joined, ordinal, several, side, turned_up};
use crate::procedures::{Bearer, Then};
use crate::rules::{FirstPlayer, Rules};
use crate::score::GLORY;
use crate::state::{End, Place, Public, State};
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
pub(crate) fn lines(rules: &Rules, before: &View, after: &State, events: &[Happening]) -> Vec<String> {
    let Public { arenas, favor, .. } = before.public;
    let mut teller = Teller { rules, viewer: before.viewer, arenas, favor, after };
    let mut lines = Vec::new();
    let mut left = events;
    while !left.is_empty() {
        let (taken, told) = teller.group(left);
        lines.extend(told.iter().flat_map(|told| told.lines()).map(capital));
        left = &left[taken..];
    }
    lines
}

/// How the game began.
pub(crate) fn opening(rules: &Rules, view: &View, state: &State, events: &[Happening]) -> Vec<String> {
    let mut view = view.clone();
    view.public.arenas = [None; 3];
    let mut told = lines(rules, &view, state, events);
    // Everyone's coin tokens, after whom the Crowd's Favor lies with: that is where the book gives them.
    let at = told.iter().position(|line| line.contains("Crowd's Favor")).map_or(told.len(), |at| at + 1);
    for seat in Seat::all(rules.players).rev() {
        let has = state.ludus(seat).coins;
        if has > 0 {
            told.insert(at, format!("{seat} starts with {}", several(has, "coin token")));
        }
    }
    told
}

/// How many events at the front belong to one line.
fn run(events: &[Happening], fits: impl Fn(&Happening) -> bool) -> usize {
    events.iter().take_while(|event| fits(event)).count()
}

impl Teller<'_> {
    fn side(&self, seat: Seat) -> String {
        side(self.rules, seat)
    }

    fn card(&self, kind: Kind) -> &str {
        &self.rules.set.card(kind).name
    }

    fn fighter(&self, it: Fighter) -> String {
        fighter(self.rules, it)
    }

    fn arena(&self, place: Place) -> String {
        match self.arenas[place.index()] {
            Some(id) => self.rules.set.arena(id).name.clone(),
            None => "the arena".to_owned(),
        }
    }

    fn cards(&self, kinds: impl Iterator<Item = Kind>) -> String {
        counted(kinds.map(|kind| self.card(kind).to_owned()))
    }

    /// Tells the first event, with those after it that belong to the same line: how many were told, and how.
    fn group(&mut self, events: &[Happening]) -> (usize, Option<String>) {
        let kinds = |taken: usize| {
            events[..taken].iter().filter_map(|event| match event {
                Happening::Draws(_, kind)
                | Happening::Discards(_, kind, _)
                | Happening::SupplyUp(_, kind) => Some(*kind),
                _ => None,
            })
        };
        match &events[0] {
            Happening::Draws(seat, _) => {
                let taken = run(events, |event| matches!(event, Happening::Draws(by, _) if by == seat));
                let cards = if taken == 1 { "a card".to_owned() } else { format!("{taken} cards") };
                let which = if self.viewer.is(*seat) {
                    format!(": {}", self.cards(kinds(taken)))
                } else {
                    String::new()
                };
                (taken, Some(format!("{} draws {cards}{which}", self.side(*seat))))
            }
            Happening::Discards(seat, _, why) if *why != DiscardWhy::Played => {
                let fits = |event: &Happening| matches!(event, Happening::Discards(by, _, other) if by == seat && other == why);
                let taken = run(events, fits);
                (taken, Some(format!("{} discards {}", self.side(*seat), self.cards(kinds(taken)))))
            }
            Happening::SupplyUp(..) => {
                let taken = run(events, |event| matches!(event, Happening::SupplyUp(..)));
                (taken, Some(format!("the supply turns up {}", self.cards(kinds(taken)))))
            }
            Happening::Leaves(_) => {
                let taken = run(events, |event| matches!(event, Happening::Leaves(_)));
                let names = events[..taken].iter().filter_map(|event| match event {
                    // They leave one after the other, so numbers would mislead.
                    Happening::Leaves(it) => Some(self.fighter(Fighter { nth: 1, ..*it })),
                    _ => None,
                });
                (taken, Some(format!("the arenas are cleared: {} leave undefeated", counted(names))))
            }
            Happening::Pays { seat, incomes, tokens, .. } => {
                if let Some(Happening::Buys(_, kind, price)) = events.get(1) {
                    let line =
                        format!("{} buys {} for {}", self.side(*seat), self.card(*kind), coins(*price));
                    return (2, Some(format!("{line}: {}", self.means(*incomes, *tokens))));
                }
                (1, self.one(&events[0]))
            }
            Happening::Attacks(_) if matches!(events.get(1), Some(Happening::Strikes(..))) => {
                let Some(Happening::Strikes(by, target, damage)) = events.get(1) else { return (1, None) };
                let (by, target) = (self.fighter(*by), self.fighter(*target));
                (2, Some(format!("{by} attacks {target} for {damage} damage")))
            }
            // What is dealt and taken at once is told once.
            Happening::Assigned(to, amount) if matches!(events.get(1), Some(Happening::Takes { fighter, damage, .. }) if fighter == to && damage == amount) => {
                (1, None)
            }
            Happening::Order(order, section) => {
                let it = self.rules.set.orders().get(usize::from(*order));
                let nothing = it.is_some_and(|it| it.text(*section) == "nothing");
                let idle = usize::from(nothing && events.get(1) == Some(&Happening::OrderIdle));
                (1 + idle, self.one(&events[0]))
            }
            Happening::Battle { sides, .. }
                if sides.len() == 1 && matches!(events.get(1), Some(Happening::BattleOver(..))) =>
            {
                let Some(Happening::BattleOver(place, _)) = events.get(1) else { return (1, None) };
                let (who, arena) = (self.side(sides[0].0), self.arena(*place));
                (2, Some(format!("only {who} has gladiators in {arena} and wins it without a fight")))
            }
            other => (1, self.one(other)),
        }
    }

    /// What a cost was paid with.
    fn means(&self, incomes: [u8; INCOMES], tokens: u8) -> String {
        let mut parts: Vec<_> = self
            .rules
            .set
            .incomes()
            .iter()
            .zip(incomes)
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| format!("{count} {}", self.card(*kind)))
            .collect();
        if tokens > 0 {
            parts.push(several(tokens, "coin token"));
        }
        joined(&parts)
    }

    /// One event by itself; nothing where there is nothing to tell.
    fn one(&mut self, event: &Happening) -> Option<String> {
        match event {
            Happening::SupplyUp(..)
            | Happening::SupplyRebuilt(_)
            | Happening::RowGone(..)
            | Happening::Draws(..)
            | Happening::Shuffles(_)
            | Happening::Discards(..)
            | Happening::Pays { .. }
            | Happening::Buys(..)
            | Happening::Redeems(..)
            | Happening::Upgrades(..)
            | Happening::Reclaims(..)
            | Happening::Coins(..)
            | Happening::Steals { .. }
            | Happening::Culls(..)
            | Happening::OnDeck(..)
            | Happening::Retrieves(..)
            | Happening::Patron(..)
            | Happening::Arena(..) => self.of_cards(event),
            Happening::Starts(_)
            | Happening::Favor(..)
            | Happening::Champion(..)
            | Happening::Turn(_)
            | Happening::ArenaUp(..)
            | Happening::Token { .. }
            | Happening::Phase { .. }
            | Happening::Registers(_)
            | Happening::Over(_) => self.of_turns(event),
            Happening::Enters(..)
            | Happening::Transfers(..)
            | Happening::Recalls(_)
            | Happening::Battle { .. }
            | Happening::Round { .. }
            | Happening::Passes(_)
            | Happening::LacksInfluence(_)
            | Happening::GivesUp(_)
            | Happening::BattleOver(..)
            | Happening::Glory { .. }
            | Happening::Champions(..)
            | Happening::TakesArena(..)
            | Happening::TakesBoast(..)
            | Happening::Place(..)
            | Happening::Leaves(_) => self.of_battles(event),
            Happening::Attacks(_)
            | Happening::AttackFails(..)
            | Happening::Strikes(..)
            | Happening::Assigned(..)
            | Happening::Prevented(..)
            | Happening::BlessingSpent(..)
            | Happening::Reassigned(..)
            | Happening::Moved(..)
            | Happening::Removed(..)
            | Happening::Takes { .. }
            | Happening::Defeated(..)
            | Happening::Gladiator(..)
            | Happening::Strengthened(..)
            | Happening::Blessed(_)
            | Happening::Reacts { .. }
            | Happening::Countered
            | Happening::Order(..)
            | Happening::OrderIdle
            | Happening::OrdersShuffled => self.of_damage(event),
        }
    }

    /// Cards and coin.
    fn of_cards(&self, event: &Happening) -> Option<String> {
        Some(match event {
            Happening::Shuffles(seat) => {
                format!("{} shuffles the discard pile into a new deck", self.side(*seat))
            }
            Happening::Discards(seat, kind, _) => {
                format!("{} goes to {}'s discard pile", self.card(*kind), self.side(*seat))
            }
            Happening::SupplyRebuilt(deck) => {
                format!("the {} deck is rebuilt from its discard pile", deck.name())
            }
            Happening::RowGone(deck, kinds) => {
                format!("the {} for sale are discarded: {}", deck.noun(), self.cards(kinds.iter().copied()))
            }
            Happening::Pays { seat, coins: cost, incomes, tokens, then } => {
                let (who, means) = (self.side(*seat), self.means(*incomes, *tokens));
                let what = match then {
                    Then::GoOn | Then::Buy(_) => String::new(),
                    Then::Redeem => " for the reserve".to_owned(),
                    Then::Register(kind, _) => format!(" to register {}", self.card(*kind)),
                    Then::Reclaim(kind) => format!(" for {}", self.card(*kind)),
                    Then::Upgrade(kind) => format!(" to upgrade {}", self.card(*kind)),
                };
                format!("{who} pays {}{what}: {means}", coins(*cost))
            }
            Happening::Buys(seat, kind, price) => {
                format!("{} buys {} for {}", self.side(*seat), self.card(*kind), coins(*price))
            }
            Happening::Redeems(seat, cards) => {
                format!("{} takes {} from the reserve into hand", self.side(*seat), several(*cards, "card"))
            }
            Happening::Upgrades(seat, from, to) => format!(
                "{} upgrades {}: {} goes to the discard pile",
                self.side(*seat),
                self.card(*from),
                self.card(*to)
            ),
            Happening::Reclaims(seat, kind) | Happening::Retrieves(seat, kind) => {
                format!("{} takes {} from the discard pile into hand", self.side(*seat), self.card(*kind))
            }
            Happening::OnDeck(seat, kind) => {
                format!("{} puts {} on top of the deck", self.side(*seat), self.card(*kind))
            }
            Happening::Culls(seat, kind) => {
                format!("{} removes {} from the game", self.side(*seat), self.card(*kind))
            }
            Happening::Coins(_, 0, _) => return None,
            Happening::Coins(seat, gained, CoinWhy::Insurance(kind)) => {
                format!("{} gets {} of insurance for {}", self.side(*seat), coins(*gained), self.card(*kind))
            }
            Happening::Coins(seat, gained, CoinWhy::Text) => {
                format!("{} gains {}", self.side(*seat), coins(*gained))
            }
            Happening::Steals { by, from, coins: taken } => {
                format!("{} takes {} from {}", self.side(*by), coins(*taken), self.side(*from))
            }
            Happening::Patron(seat, kind, turned) => {
                format!("{}'s {} {}", self.side(*seat), self.card(*kind), turned_up(*turned))
            }
            Happening::Arena(seat, id, turned) => {
                format!("{}'s {} {}", self.side(*seat), self.rules.set.arena(*id).name, turned_up(*turned))
            }
            _ => return None,
        })
    }

    /// Setup, turns, the arena phase and the end.
    fn of_turns(&mut self, event: &Happening) -> Option<String> {
        Some(match event {
            Happening::Starts(seat) => {
                let why = match self.rules.first_player {
                    _ if self.rules.magnus().is_some() => "the Ludus Magnus goes second",
                    FirstPlayer::Random => "chosen at random",
                    FirstPlayer::SeatA => "the first seat starts at this table",
                };
                format!("{seat} takes the first turn: {why}")
            }
            Happening::Favor(seat, why) => {
                self.favor = *seat;
                self.favor_goes(*seat, *why)
            }
            Happening::Champion(seat, kind) => {
                format!("{} has the champion {}", self.side(*seat), self.card(*kind).trim_end_matches(" I"))
            }
            Happening::Turn(seat) if self.rules.magnus() == Some(*seat) => {
                "the Ludus Magnus takes its turn".to_owned()
            }
            Happening::Turn(seat) => format!("{seat}'s turn begins"),
            Happening::ArenaUp(place, id) => {
                self.arenas[place.index()] = Some(*id);
                let what = match place {
                    Place::Near => "the near Fleeting arena",
                    Place::Far => "the far Fleeting arena",
                    Place::Lasting if self.rules.is_multi() => "the top arena",
                    Place::Lasting => "the Lasting arena",
                };
                format!("{} is now {what}", self.rules.set.arena(*id).name)
            }
            Happening::Token { seat, bloodlust, boast } => format!(
                "{} takes a Reigning Champion token: bloodlust {bloodlust} meets the boast of {boast}",
                self.side(*seat)
            ),
            Happening::Phase { number, .. } if self.rules.is_multi() => format!(
                "both Reigning Champion tokens are taken: arena phase {number} of {} begins",
                self.rules.rounds()
            ),
            Happening::Phase { bloodlust, boast, .. } => {
                format!("an arena phase begins: bloodlust {bloodlust} meets the boast of {boast}")
            }
            Happening::Registers(0) => "late registration: the Ludus Magnus draws no order".to_owned(),
            Happening::Registers(orders) => {
                format!("late registration: the Ludus Magnus draws {}", several(*orders, "order"))
            }
            Happening::Over(end) => self.over(*end),
            _ => return None,
        })
    }

    fn favor_goes(&self, seat: Seat, why: FavorWhy) -> String {
        let who = self.side(seat);
        match why {
            FavorWhy::Setup if self.rules.is_multi() => {
                format!("{who} has the Crowd's Favor as the last in turn order")
            }
            FavorWhy::Setup if self.rules.magnus().is_some() => {
                format!("{who} has the Crowd's Favor at the start")
            }
            FavorWhy::Setup => format!("{who} has the Crowd's Favor as the second player"),
            FavorWhy::LeastGlory => format!("{who} gets the Crowd's Favor for having least glory"),
            FavorWhy::LastPlace => format!("{who} gets the Crowd's Favor for the last place"),
        }
    }

    /// Victory with its cause, and what everyone's glory came from, a line each.
    fn over(&self, end: End) -> String {
        let mut lines = vec![match end {
            End::Glory(seat) => {
                format!("{} wins the game with {} glory", self.side(seat), self.after.ludus(seat).glory)
            }
            End::LastBattle(seat) => {
                format!("{} wins the last battle and with it the game", self.side(seat))
            }
            End::Turns => {
                format!("the game ends after {} turns: most glory wins", self.rules.turn_limit)
            }
        }];
        for seat in Seat::all(self.rules.sides).filter(|_| !self.rules.is_multi()) {
            let parts = self.after.glory_parts(self.rules, seat).into_iter().filter(|part| part.points > 0);
            let parts: Vec<_> = parts.map(|part| format!("{} from {}", part.points, part.what)).collect();
            let parts = if parts.is_empty() { String::new() } else { format!(": {}", joined(&parts)) };
            lines.push(format!("{} has {} glory{parts}", self.side(seat), self.after.ludus(seat).glory));
        }
        lines.join("\n")
    }

    /// Battles and what is won by them.
    fn of_battles(&mut self, event: &Happening) -> Option<String> {
        Some(match event {
            Happening::Battle { place, first, sides } => self.battle(*place, *first, sides)?,
            Happening::Round { place, first } => {
                format!(
                    "all gladiators in {} are readied; {} acts first",
                    self.arena(*place),
                    self.side(*first)
                )
            }
            Happening::Passes(seat) => format!("{} passes", self.side(*seat)),
            Happening::BattleOver(place, BattleEnd::Won(seat)) => {
                format!(
                    "{} wins the battle in {}: nobody else is left there",
                    self.side(*seat),
                    self.arena(*place)
                )
            }
            Happening::BattleOver(place, BattleEnd::Draw) => {
                format!("the battle in {} is a draw: nobody is left", self.arena(*place))
            }
            Happening::BattleOver(place, BattleEnd::BrokenOff) => {
                format!("the battle in {} is broken off: nobody can win it", self.arena(*place))
            }
            Happening::Glory { seat, glory, place, total } => {
                format!(
                    "{} gains {glory} glory from {} and has {total} of {GLORY}",
                    self.side(*seat),
                    self.arena(*place)
                )
            }
            Happening::Champions(seat, place) => {
                format!("{} is now Reigning Champion of {}", self.side(*seat), self.arena(*place))
            }
            Happening::TakesArena(seat, id) => {
                self.arenas[Place::Lasting.index()] = None;
                let name = &self.rules.set.arena(*id).name;
                if self.rules.magnus() == Some(*seat) {
                    format!("{name} leaves the game")
                } else {
                    format!("{} takes {name} into the villa", self.side(*seat))
                }
            }
            Happening::TakesBoast(seat, boast) if self.rules.magnus() == Some(*seat) => {
                format!("the boast of {boast} goes on top of the Ludus Magnus deck")
            }
            Happening::TakesBoast(seat, boast) => {
                format!("{} takes the boast of {boast} into the discard pile", self.side(*seat))
            }
            Happening::Place(seat, place) => format!("{} finishes {}", self.side(*seat), ordinal(*place)),
            Happening::Enters(it, place) => format!("{} enters {}", self.fighter(*it), self.arena(*place)),
            Happening::Transfers(it, from, to) => {
                format!("{} goes from {} to {}", self.fighter(*it), self.arena(*from), self.arena(*to))
            }
            Happening::Recalls(it) if self.rules.magnus() == Some(it.owner) => {
                format!("{} goes back to the supply", self.fighter(*it))
            }
            Happening::Recalls(it) => format!("{} goes back to its owner's hand", self.fighter(*it)),
            Happening::LacksInfluence(seat) => {
                format!("{} has too little influence and must give up gladiators", self.side(*seat))
            }
            Happening::GivesUp(it) => format!("{} gives up {}", self.side(it.owner), self.card(it.kind)),
            _ => return None,
        })
    }

    fn battle(&self, place: Place, first: Seat, sides: &[(Seat, u32)]) -> Option<String> {
        let arena = self.arena(place);
        let who = self.side(first);
        let own = sides.iter().find(|(seat, _)| *seat == first)?.1;
        let best = sides.iter().filter(|(seat, _)| *seat != first).map(|(_, total)| *total).max();
        let why = match best {
            None => return Some(format!("only {who} has gladiators in {arena}")),
            Some(best) if best < own => format!("initiative {own} against {best}"),
            Some(_) if self.favor == first => {
                format!("initiative is tied at {own} and the Crowd's Favor decides")
            }
            Some(_) => {
                format!("initiative is tied at {own} and the seat nearest to the Crowd's Favor goes first")
            }
        };
        Some(format!("the battle in {arena} begins. {} acts first: {why}", capital(&who)))
    }

    /// Attacks, damage, reactions and the orders of the Ludus Magnus.
    fn of_damage(&self, event: &Happening) -> Option<String> {
        if Self::is_about_nobody(event) {
            return None;
        }
        let name = |it: &Fighter| self.fighter(*it);
        Some(match event {
            Happening::Attacks(it) => format!("{} attacks", name(it)),
            Happening::AttackFails(it, _) if it.nth == 0 => {
                "the attacker is gone, so its attack deals no damage".to_owned()
            }
            Happening::AttackFails(it, AttackEnd::Parried) => {
                format!("the attack of {} is stopped and deals no damage", name(it))
            }
            Happening::AttackFails(it, AttackEnd::NoTarget) => {
                format!("the attack of {} finds no target", name(it))
            }
            Happening::Strikes(by, target, damage) => {
                format!("{} strikes {} for {damage} damage", name(by), name(target))
            }
            Happening::Assigned(to, damage) => format!("{} is dealt {damage} damage", name(to)),
            Happening::Prevented(_, 0) | Happening::Removed(_, 0) => return None,
            Happening::Prevented(on, damage) => format!("{damage} damage to {} is prevented", name(on)),
            Happening::BlessingSpent(on, 0) => {
                format!("a blessing on {} is spent and prevents nothing", name(on))
            }
            Happening::BlessingSpent(on, damage) => {
                format!("a blessing on {} is spent and prevents {damage} damage", name(on))
            }
            Happening::Reassigned(from, to, damage) => {
                format!("{damage} damage is reassigned from {} to {}", name(from), name(to))
            }
            Happening::Moved(from, to, damage) => {
                format!("{damage} damage is moved from {} to {}", name(from), name(to))
            }
            Happening::Removed(on, damage) => format!("{damage} damage is removed from {}", name(on)),
            Happening::Takes { fighter, damage, total, health } => match health.saturating_sub(*total) {
                0 => format!("{} takes {damage} damage", name(fighter)),
                left => {
                    format!("{} takes {damage} damage and has {left} of {health} health left", name(fighter))
                }
            },
            Happening::Defeated(it, _) => format!("{} is defeated", name(it)),
            Happening::Gladiator(it, turned) => format!("{} {}", name(it), turned_up(*turned)),
            Happening::Strengthened(it, more) => {
                format!("{} has {more} more attack until the combat turn ends", name(it))
            }
            Happening::Blessed(it) => format!("{} gets a blessing", name(it)),
            Happening::Reacts { seat, with, occasion, owner, kind } => {
                self.reaction(*seat, *with, *occasion, (*owner, *kind))
            }
            Happening::Countered => "the tactic has no effect".to_owned(),
            Happening::Order(order, section) => self.order(*order, *section),
            Happening::OrderIdle => "nothing comes of that order".to_owned(),
            Happening::OrdersShuffled => "the Ludus Magnus shuffles its deck".to_owned(),
            _ => return None,
        })
    }

    /// Whether the gladiator it speaks of had already gone: then nothing happened to it.
    fn is_about_nobody(event: &Happening) -> bool {
        match event {
            Happening::Assigned(it, _) | Happening::Moved(_, it, _) | Happening::Reassigned(_, it, _) => {
                it.nth == 0
            }
            _ => false,
        }
    }

    fn reaction(
        &self,
        seat: Seat,
        with: Bearer,
        occasion: Occasion,
        (owner, kind): (Seat, Option<Kind>),
    ) -> String {
        let whose = kind.map(|kind| self.fighter(Fighter { owner, kind, nth: 1 }));
        let about = match (occasion, whose) {
            (Occasion::Damage, Some(whose)) => format!("the damage of {whose}"),
            (Occasion::Damage, None) => "the damage".to_owned(),
            (Occasion::Attack, Some(whose)) => format!("the attack of {whose}"),
            (Occasion::Enter, Some(whose)) => format!("the entry of {whose}"),
            (Occasion::Leave, Some(whose)) => format!("the departure of {whose}"),
            (Occasion::Defeat, Some(whose)) => format!("the defeat of {whose}"),
            (_, _) => format!("{}'s tactic", self.side(owner)),
        };
        format!("{} reacts to {about} with {}", self.side(seat), bearer(self.rules, with))
    }

    /// FG-100, FG-110: an order with the section that counts, or a boast, which is a blank.
    fn order(&self, order: u8, section: Section) -> String {
        let Some(it) = self.rules.set.orders().get(usize::from(order)) else {
            return "the Ludus Magnus draws a boast, which does nothing".to_owned();
        };
        let head = match section {
            Section::Machinations => "Machinations",
            Section::Attack => "Attack",
            Section::Tactic => "Tactic",
            Section::Reaction => "Reaction",
        };
        format!("the Ludus Magnus draws order {}. {head}: {}", order + 1, it.text(section))
    }
}
