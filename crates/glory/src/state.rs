//! Zones and heroes.

use serde::{Serialize, Serializer};
use table::{BySeat, Chance, Hidden, List, Seat, SeatSet};

use crate::boon::{Aspect, Boon, Passive};
use crate::cards::{Cards, Kingdom, MOST_CARDS, ROW, bits};
use crate::effect::Goal;
use crate::event::{Event, SOURCES, Struck};
use crate::map::{MOST_PLACES, NOWHERE};
use crate::procedures::{ChooseHero, Foe, Frame, MOST_WAITING, NOTHING, Start};
use crate::quest::{Deed, Deeds, Standing};
use crate::rules::{Challenge, HeroPick, Rules};

/// The most heroes at a table.
pub const MOST_HEROES: usize = 4;

/// One value for each hero.
pub type ByHero<T> = BySeat<T, MOST_HEROES>;

/// A hero on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Hero {
    /// The hero board, or [`NOTHING`] before it is chosen.
    pub board: u8,
    /// Whether the hero lives.
    pub alive: bool,
    /// Health now.
    pub health: u8,
    /// Glory now.
    pub glory: u8,
    /// Where it came from; adds up to the glory.
    pub earned: [i8; SOURCES],
    /// The most glory ever held (ruling G1).
    pub peak: u8,
    /// Glory awards taken.
    pub awards: u8,
    /// Fate awards taken.
    pub fate_awards: u8,
    /// Uses spent of the hero's own power, if it has so many in a game.
    pub gift_spent: u8,
    /// Coins. No game is long enough for more than a `u16` counts.
    pub coins: u16,
    /// Where the hero stands.
    pub space: u8,
    /// The space the hero came from, or [`NOWHERE`].
    pub from: u8,
    /// Goods held, as cards.
    pub goods: Cards,
    /// Abilities held, as cards.
    pub abilities: Cards,
    /// Fates kept, as cards.
    pub fates: Cards,
}

impl Default for Hero {
    fn default() -> Self {
        Self {
            board: NOTHING,
            alive: true,
            health: 0,
            glory: 0,
            earned: [0; SOURCES],
            peak: 0,
            awards: 0,
            fate_awards: 0,
            gift_spent: 0,
            coins: 0,
            space: 0,
            from: NOWHERE,
            goods: 0,
            abilities: 0,
            fates: 0,
        }
    }
}

/// A deck and what came out of it again. Nobody can know a deck's order, so it has none: cards are drawn by lot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Pile {
    /// Cards to draw.
    pub deck: Cards,
    /// Discarded cards; for fates, those of dead heroes.
    pub discard: Cards,
}

/// Uses spent, by card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spent(pub [u8; MOST_CARDS]);

impl Serialize for Spent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter())
    }
}

/// Which cards have been used since some moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Used {
    /// Goods.
    pub goods: Cards,
    /// Abilities.
    pub abilities: Cards,
    /// The heroes' own powers.
    pub power: SeatSet,
}

/// How a face-down card came to lie open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum QuestLies {
    /// Face down.
    #[default]
    Hidden,
    /// Face up: completed once.
    Open(Seat),
    /// Out of the game.
    Gone,
}

/// A town's quest, as everyone sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Town {
    /// How its card lies.
    pub lies: QuestLies,
    /// Who has seen the card.
    pub seen: SeatSet,
    /// Whether it was cried out as a race (rule GL-53).
    pub raced: bool,
    /// Quests it can't be, as bits: somebody came back and was not paid.
    pub excluded: u32,
}

/// A lair, as everyone sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Lair {
    /// Who has seen the card.
    pub seen: SeatSet,
    /// Whether it has been shown to all (ruling D2).
    pub shown: bool,
    /// Who defeated it.
    pub won: Option<Seat>,
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Ending {
    /// It has not.
    #[default]
    Open,
    /// A hero reached the glory that wins (GL-45).
    Glory(Seat),
    /// One hero is left (ruling E6).
    Survivor(Seat),
    /// Nobody lives (GL-46, ruling E8).
    Death,
    /// The last round is over (ruling E9).
    Rounds,
    /// The lone hero's turns are used up (ruling E7).
    Turns,
    /// The lone hero has done what the scenario asks for (E12).
    Goal(Seat),
}

/// A monster that stays where it was left (ruling B29).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Prowler {
    /// The battle card.
    pub card: u8,
    /// The space.
    pub space: u8,
}

/// The most monsters that prowl at once: with another, the one left first is discarded.
pub const MOST_PROWLING: usize = 4;

/// What everyone may know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a thing that is done once a turn, or the note of a full stack"
)]
pub struct Public {
    /// Whose turn it is.
    pub active: Seat,
    /// Who went first.
    pub first: Seat,
    /// The round, from 1.
    pub round: u16,
    /// How it ended.
    pub ending: Ending,
    /// The heroes.
    pub heroes: ByHero<Hero>,
    /// What waits, bottom first.
    pub stack: List<Frame, MOST_WAITING>,
    /// Whether something did not fit onto the stack: never, as the bound is argued (`MOST_WAITING`); if it is, the action is refused.
    pub(crate) crowded: bool,
    /// The movement die of this turn as it was last changed; 0 before the roll.
    pub rolled: u8,
    /// The last round that was fought, until the next movement roll.
    pub struck: Option<Struck>,
    /// The goods deck.
    pub goods: Pile,
    /// The goods face up at the castle; [`NOTHING`] is an empty place.
    pub row: [u8; ROW],
    /// The ability deck.
    pub abilities: Pile,
    /// The battle deck.
    pub battle: Pile,
    /// The fate deck.
    pub fates: Pile,
    /// Uses spent of goods.
    pub spent_goods: Spent,
    /// Uses spent of abilities.
    pub spent_abilities: Spent,
    /// Used for the present trigger.
    pub used_trigger: Used,
    /// Used in the present battle.
    pub used_battle: Used,
    /// Used in the present turn.
    pub used_turn: Used,
    /// Whether the hero marched this turn (GL-12).
    pub marched: bool,
    /// Whether the hero duelled this turn (rule GL-51).
    pub duelled: bool,
    /// Whether the hero offered a good for sale this turn (GL-52).
    pub sold: bool,
    /// The event that holds for every hero (rule GL-54), or [`NOTHING`].
    pub event: u8,
    /// Monsters that were left alive and stay on their spaces (ruling B29), the one left first foremost.
    pub prowling: List<Prowler, MOST_PROWLING>,
    /// The towns.
    pub towns: [Town; MOST_PLACES],
    /// The lairs.
    pub lairs: [Lair; MOST_PLACES],
    /// What each hero did in all the game.
    pub life: ByHero<Deeds>,
    /// What each hero did since seeing each town's quest.
    pub deeds: ByHero<[Deeds; MOST_PLACES]>,
}

/// What lies face down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Secret {
    /// The quest of each town.
    pub quests: Hidden<[u8; MOST_PLACES]>,
    /// The monster of each lair.
    pub lairs: Hidden<[u8; MOST_PLACES]>,
}

/// A game of Glory.
///
/// It can't be serialised, so that no page, record or log gets hold of what lies face down:
///
/// ```compile_fail
/// fn serialisable<T: serde::Serialize>() {}
/// serialisable::<gloria_glory::State>();
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What everyone may know.
    pub public: Public,
    /// What lies face down.
    pub(crate) secret: Secret,
}

const _: () = assert!(size_of::<State>() <= 2048, "a state is at most 2 KB");

impl Public {
    /// The hero whose turn it is.
    #[inline]
    pub fn hero(&self) -> &Hero {
        &self.heroes[self.active]
    }

    /// What waits on top.
    #[inline]
    pub fn top(&self) -> Frame {
        self.stack.last().copied().unwrap_or_default()
    }

    /// The sum of what always holds for a hero: board and cards.
    pub fn passive(&self, kingdom: &Kingdom, seat: Seat) -> Passive {
        let hero = &self.heroes[seat];
        let mut sum = match kingdom.heroes.get(hero.board as usize) {
            Some(board) => board.boon.passive,
            None => return Passive::default(),
        };
        for card in bits(hero.goods & kingdom.lasting_goods) {
            sum.add(&kingdom.goods[kingdom.goods_stock.kind(card) as usize].boon.passive);
        }
        for card in bits(hero.abilities & kingdom.lasting_abilities) {
            sum.add(&kingdom.abilities[kingdom.ability_stock.kind(card) as usize].boon.passive);
        }
        for card in bits(hero.fates & kingdom.lasting_fates) {
            sum.add(&kingdom.fates[kingdom.fate_stock.kind(card) as usize].passive);
        }
        if let Some(event) = kingdom.events.get(self.event as usize) {
            sum.add(&event.passive);
        }
        sum
    }

    /// The sum of one aspect of what always holds for a hero.
    pub fn total(&self, kingdom: &Kingdom, seat: Seat, aspect: Aspect) -> i8 {
        let hero = &self.heroes[seat];
        let (goods, abilities, fates) = kingdom.aspects[aspect as usize];
        let board = kingdom.heroes.get(hero.board as usize);
        let mut sum = board.map_or(0, |board| board.boon.passive.aspect(aspect));
        for card in bits(hero.goods & goods) {
            let good = &kingdom.goods[kingdom.goods_stock.kind(card) as usize];
            sum = sum.saturating_add(good.boon.passive.aspect(aspect));
        }
        for card in bits(hero.abilities & abilities) {
            let ability = &kingdom.abilities[kingdom.ability_stock.kind(card) as usize];
            sum = sum.saturating_add(ability.boon.passive.aspect(aspect));
        }
        for card in bits(hero.fates & fates) {
            let fate = &kingdom.fates[kingdom.fate_stock.kind(card) as usize];
            sum = sum.saturating_add(fate.passive.aspect(aspect));
        }
        match kingdom.events.get(self.event as usize) {
            Some(event) => sum.saturating_add(event.passive.aspect(aspect)),
            None => sum,
        }
    }

    /// The most health a hero can have.
    pub fn most_health(&self, kingdom: &Kingdom, seat: Seat) -> u8 {
        let board = self.heroes[seat].board;
        let printed = kingdom.heroes.get(board as usize).map_or(0, |board| board.health);
        let cards = self.total(kingdom, seat, Aspect::Health);
        // The checker sees to it that no hero can have more than fits.
        (i16::from(printed) + i16::from(cards)).clamp(1, i16::from(u8::MAX)) as u8
    }

    /// The health a hero has, as it is told. Until everybody has chosen nobody has set out, and no number is written down: a hero who has
    /// not set out is whole.
    pub(crate) fn health_told(&self, kingdom: &Kingdom, seat: Seat) -> u8 {
        let hero = &self.heroes[seat];
        if hero.alive && hero.health == 0 { self.most_health(kingdom, seat) } else { hero.health }
    }

    /// What a hero's own power gives.
    pub fn gift<'k>(&self, kingdom: &'k Kingdom, seat: Seat) -> Option<&'k Boon> {
        kingdom.heroes.get(self.heroes[seat].board as usize).map(|board| &board.boon)
    }

    /// Puts a frame on top. What does not fit is noted, and the action that led to it refused (`Game::full`).
    pub(crate) fn wait(&mut self, frame: impl Into<Frame>) {
        self.crowded |= self.stack.push(frame.into()).is_err();
    }

    /// Leaves this frame alone on the stack.
    pub(crate) fn only(&mut self, frame: impl Into<Frame>) {
        self.stack.clear();
        self.wait(frame);
    }

    /// Where a card would send the active hero: the nearest such space other than the own one; several where they are equally near
    /// (ruling M17).
    pub fn targets<'k>(&self, kingdom: &'k Kingdom, goal: Goal) -> impl Iterator<Item = u8> + use<'k> {
        let map = &kingdom.map;
        let among: &[u8] = match goal {
            Goal::Castle => std::slice::from_ref(&map.castle),
            Goal::Town => &map.towns,
            Goal::Haven => &map.havens,
            Goal::Lair => &map.lairs,
        };
        map.nearest(self.hero().space, among)
    }

    /// What a good costs a hero now; away from the castle 1 more (L13).
    pub fn price(&self, rules: &Rules, seat: Seat, kind: u8) -> u8 {
        let kingdom = &*rules.kingdom;
        let more = self.surcharge(rules, seat).unwrap_or(0);
        bargained(kingdom, kind, self.total(kingdom, seat, Aspect::Bargain)).saturating_add(more)
    }

    /// Whether goods are sold where a hero stands, and for how much more than at the castle (GL-22, L13).
    #[inline]
    pub fn surcharge(&self, rules: &Rules, seat: Seat) -> Option<u8> {
        let (map, space) = (&rules.kingdom.map, self.heroes[seat].space);
        if space == map.castle { Some(0) } else { (rules.shops && map.space(space).shop).then_some(1) }
    }

    /// How far a hero is with what the scenario asks for, and how far it must be (E12); nothing is asked for without one.
    pub fn progress(&self, rules: &Rules, seat: Seat) -> (u8, u8) {
        let Some(challenge) = rules.challenge else { return (0, 0) };
        let (hero, life) = (&self.heroes[seat], &self.life[seat]);
        match challenge {
            Challenge::Lairs(count) => {
                (self.lairs.iter().filter(|lair| lair.won == Some(seat)).count() as u8, count)
            }
            Challenge::Quests(count) => {
                (self.towns.iter().filter(|town| town.lies == QuestLies::Gone).count() as u8, count)
            }
            Challenge::Places(count) => ((life.towns.count_ones() + life.havens.count_ones()) as u8, count),
            Challenge::Slay(score) => (u8::from(life.best >= score), 1),
            Challenge::Coins(count) => (hero.coins.min(u16::from(u8::MAX)) as u8, count),
        }
    }

    /// Notes a deed for every quest the hero has seen, and for the hero's life.
    pub fn note(&mut self, seat: Seat, deed: Deed) {
        self.life[seat].note(deed);
        for (town, deeds) in self.towns.iter().zip(&mut self.deeds[seat]) {
            if town.seen.contains(seat) {
                deeds.note(deed);
            }
        }
    }

    /// What tasks look at besides deeds.
    pub fn standing(&self, kingdom: &Kingdom, seat: Seat, town: u8) -> Standing {
        let hero = &self.heroes[seat];
        let known = self.lairs.iter().filter(|lair| lair.shown || lair.seen.contains(seat)).count();
        let sorts = bits(hero.goods)
            .map(|card| kingdom.goods[kingdom.goods_stock.kind(card) as usize].sort)
            .fold(0, |set, sort| set | 1 << sort.0);
        Standing {
            town,
            farthest: kingdom.map.farthest[town as usize],
            known: known as u8,
            coins: hero.coins,
            sorts,
        }
    }

    /// Whether a quest, lying in this town, would be done by this hero now.
    pub fn would_be_done(&self, kingdom: &Kingdom, seat: Seat, town: u8, quest: u8) -> bool {
        let card = &kingdom.quests[quest as usize];
        let deeds = if card.early { &self.life[seat] } else { &self.deeds[seat][town as usize] };
        card.done(deeds, &self.standing(kingdom, seat, town))
    }

    /// The heroes that live.
    pub fn living(&self, players: usize) -> impl Iterator<Item = Seat> {
        Seat::all(players).filter(|seat| self.heroes[*seat].alive)
    }

    /// The lairs a hero in this space may look at from a haven: the closest ones still face down (ruling L7).
    pub fn closest_lairs(&self, kingdom: &Kingdom, space: u8) -> impl Iterator<Item = u8> {
        let map = &kingdom.map;
        let down = move |place: &u8| self.lairs[*place as usize].won.is_none();
        let distance = move |place: u8| map.distance(space, map.lairs[place as usize]);
        let nearest = (0..map.lairs.len() as u8).filter(down).map(distance).min();
        (0..map.lairs.len() as u8).filter(down).filter(move |place| Some(distance(*place)) == nearest)
    }

    /// The innermost battle, if one is being fought.
    pub fn fight(&self) -> Option<&crate::procedures::Fight> {
        self.stack.as_slice().iter().rev().find_map(Frame::fight)
    }

    /// The battle card being fought, if any: it lies in no pile meanwhile.
    pub fn card_in_play(&self) -> Cards {
        self.stack.iter().filter_map(Frame::fight).fold(0, |cards, fight| match fight.foe {
            Foe::Card(card) => cards | (1 as Cards) << card,
            Foe::Lair(_) => cards,
        })
    }
}

impl State {
    /// Everyone at the table.
    pub(crate) fn everyone(rules: &Rules) -> SeatSet {
        SeatSet::all(rules.players)
    }

    /// A table before anything is dealt: full decks, nobody chosen.
    pub(crate) fn bare(rules: &Rules) -> Self {
        let kingdom = &*rules.kingdom;
        let hero = Hero { coins: u16::from(rules.start_coins), space: kingdom.map.castle, ..Hero::default() };
        let seated = |seat: Seat| {
            let alive = seat.index() < rules.players;
            if alive { hero } else { Hero { alive, coins: 0, ..hero } }
        };
        let full = |all| Pile { deck: all, discard: 0 };
        let public = Public {
            active: Seat::default(),
            first: Seat::default(),
            round: 1,
            ending: Ending::Open,
            heroes: ByHero::from_fn(seated),
            stack: List::new(),
            crowded: false,
            rolled: 0,
            struck: None,
            goods: full(kingdom.goods_stock.all),
            row: [NOTHING; ROW],
            abilities: full(kingdom.ability_stock.all),
            battle: full(kingdom.battle_stock.all),
            fates: full(kingdom.fate_stock.all),
            spent_goods: Spent([0; MOST_CARDS]),
            spent_abilities: Spent([0; MOST_CARDS]),
            used_trigger: Used::default(),
            used_battle: Used::default(),
            used_turn: Used::default(),
            marched: false,
            duelled: false,
            sold: false,
            event: NOTHING,
            prowling: List::new(),
            towns: [Town::default(); MOST_PLACES],
            lairs: [Lair::default(); MOST_PLACES],
            life: ByHero::default(),
            deeds: ByHero::default(),
        };
        let secret = Secret {
            quests: Hidden::new([NOTHING; MOST_PLACES]),
            lairs: Hidden::new([NOTHING; MOST_PLACES]),
        };
        Self { public, secret }
    }

    /// Sets a table up: hidden cards, the first player, and heroes if they are dealt (GL-1 to GL-4).
    pub(crate) fn deal<C: Chance>(rules: &Rules, chance: &mut C) -> Self {
        let kingdom = &*rules.kingdom;
        let mut state = Self::bare(rules);
        // GL-2, A6: one card under each place, the rest stay out unseen.
        deal_distinct(kingdom.quests.len(), kingdom.map.towns.len(), state.secret.quests.get_mut(), chance);
        deal_distinct(kingdom.lairs.len(), kingdom.map.lairs.len(), state.secret.lairs.get_mut(), chance);
        let first = highest_roll(rules.players, chance);
        chance.note(|| Event::First(first));
        state.public.first = first;
        state.public.active = first;
        match rules.hero_pick {
            HeroPick::Choose => {
                // A3: the last in turn order picks first.
                state.public.wait(ChooseHero { seat: first.previous(rules.players) });
            }
            HeroPick::Random => {
                let mut left = vec![1_u8; kingdom.heroes.len()];
                for seat in first.round(rules.players) {
                    let total = left.iter().map(|one| u32::from(*one)).sum();
                    let board = chance.pick(&left, total);
                    left[board] = 0;
                    state.public.heroes[seat].board = board as u8;
                    chance.note(|| Event::Board(seat, board as u8));
                }
                state.outfit(rules, chance);
            }
        }
        state
    }

    /// Starting goods, full health, five goods face up, and the first turn (GL-1, GL-2, ruling A4).
    pub(crate) fn outfit<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let kingdom = &*rules.kingdom;
        for seat in self.public.first.round(rules.players) {
            let board = &kingdom.heroes[self.public.heroes[seat].board as usize];
            for kind in &board.goods {
                let found = self.public.goods.deck & kingdom.goods_stock.mask(*kind);
                let card = 1 << found.trailing_zeros().min(127);
                self.public.goods.deck &= !card;
                self.public.heroes[seat].goods |= card;
            }
        }
        for seat in Seat::all(rules.players) {
            self.public.heroes[seat].health = self.public.most_health(kingdom, seat);
        }
        for place in 0..ROW {
            self.refill(kingdom, place, chance);
        }
        chance.learned(SeatSet::all(rules.players));
        self.public.only(Start);
    }
}

/// A good's price with so much bargained off.
pub(crate) fn bargained(kingdom: &Kingdom, kind: u8, bargain: i8) -> u8 {
    kingdom.goods[kind as usize].price.saturating_sub(bargain.max(0) as u8).max(1)
}

/// Deals different cards of `count` kinds to the first `places`.
fn deal_distinct<C: Chance>(count: usize, places: usize, out: &mut [u8; MOST_PLACES], chance: &mut C) {
    let mut left = vec![1_u8; count];
    for place in out.iter_mut().take(places) {
        let total = left.iter().map(|one| u32::from(*one)).sum();
        let card = chance.pick(&left, total);
        left[card] = 0;
        *place = card as u8;
    }
}

/// GL-4, A2: the highest roll goes first; those who tie roll again.
fn highest_roll<C: Chance>(players: usize, chance: &mut C) -> Seat {
    let mut leaders = SeatSet::all(players);
    // Bounded, so that a faulty script of numbers can't roll for ever.
    for _ in 0..100 {
        if leaders.len() < 2 {
            break;
        }
        let rolls = ByHero::from_fn(|seat| if leaders.contains(seat) { chance.roll(6) } else { 0 });
        chance.note(|| Event::Lot(ByHero::from_fn(|seat| rolls[seat] as u8)));
        let best = leaders.iter().map(|seat| rolls[seat]).max();
        leaders = leaders.iter().filter(|seat| Some(rolls[*seat]) == best).collect();
    }
    leaders.first().unwrap_or_default()
}
