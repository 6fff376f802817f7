//! The map: spaces, roads, and every way a roll can lead.

use serde::{Deserialize, Serialize};
use table::cardset::{Source, bad_name, one_line};
use table::{Flaws, Text, text};
use toml::Spanned;

/// No space: no heading, no detour.
pub const NOWHERE: u8 = u8::MAX;
/// The most spaces a map has.
pub const MOST_SPACES: usize = 200;
/// The most steps all cards of a kingdom together may add to one move: with them, a move is worked out in advance for every roll.
pub const MOST_EXTRA: usize = 40;
/// The highest face of a die.
const HIGHEST: usize = 6;
/// The most roads that meet at one space.
pub const MOST_ROADS: usize = 7;
/// The most towns, lairs and havens a map has, of each.
pub const MOST_PLACES: usize = 10;
/// A set of towns, lairs or havens: each is a bit.
pub type Places = u16;

/// What a space is (GL-20 to GL-27).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Nothing happens.
    Blank,
    /// A battle card is drawn.
    Battle,
    /// Healing and goods.
    Castle,
    /// A fate card is drawn.
    Fate,
    /// Some healing, and a look at the closest lair.
    Haven,
    /// One hidden monster.
    Lair,
    /// One hidden quest.
    Town,
}

impl Kind {
    /// Whether entering such a space ends the move (GL-13, ruling M2).
    pub const fn stops(self) -> bool {
        match self {
            Self::Castle | Self::Lair | Self::Town => true,
            Self::Blank | Self::Battle | Self::Fate | Self::Haven => false,
        }
    }

    /// The kind as a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Battle => "battle",
            Self::Castle => "castle",
            Self::Fate => "fate",
            Self::Haven => "haven",
            Self::Lair => "lair",
            Self::Town => "town",
        }
    }
}

/// One space of the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Space {
    /// Its number in the file.
    pub id: u32,
    /// What it is.
    pub kind: Kind,
    /// What it is called: a name, or its number.
    pub name: String,
    /// Column and row on the board.
    pub at: (u8, u8),
    /// The spaces one step away, by index.
    pub roads: Vec<u8>,
    /// The spaces from which one step leads here, by index: where no road goes one way, the same.
    pub entries: Vec<u8>,
    /// Whether goods are sold here too, where a table has shops (ruling L13).
    pub shop: bool,
    /// For a town, lair or haven: which of its kind it is, from 0.
    pub place: u8,
}

impl Space {
    /// The space in a sentence: its name, or what it is and its number.
    pub fn titled(&self) -> Text {
        let name = table::place(&self.name);
        if self.name.parse::<u32>().is_ok() {
            text![self.kind.word(), " space ", name]
        } else {
            Text::of(name)
        }
    }
}

/// One end of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Way {
    /// Where the move ends.
    pub end: u8,
    /// The space before it.
    pub from: u8,
    /// The space before it where several are possible and it matters; else [`NOWHERE`].
    pub via: u8,
}

/// The map with everything that can be asked of it.
#[derive(Clone, Debug)]
pub struct Map {
    /// The kingdom's name.
    pub name: String,
    /// All spaces, in the file's order.
    pub spaces: Vec<Space>,
    /// The castle.
    pub castle: u8,
    /// The towns.
    pub towns: Vec<u8>,
    /// The lairs.
    pub lairs: Vec<u8>,
    /// The havens.
    pub havens: Vec<u8>,
    /// The towns farthest from each town, as bits: several where they are equally far (ruling Q13).
    pub farthest: Vec<Places>,
    /// The most steps one move has: a six and what cards add. No move has more, so none is ever cut short.
    pub most_steps: usize,
    distance: Vec<u8>,
    ways: Vec<Way>,
    spans: Vec<(u32, u32)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMap {
    name: String,
    spaces: Vec<Spanned<toml::Value>>,
}

/// A space as written, with its line.
struct RawSpace {
    line: usize,
    written: WrittenSpace,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSpace {
    id: u32,
    kind: Kind,
    name: Option<String>,
    at: (u8, u8),
    roads: Vec<u32>,
    #[serde(default, rename = "one-way")]
    one_way: Vec<u32>,
    #[serde(default)]
    shop: bool,
}

impl WrittenSpace {
    /// All roads that leave it.
    fn leaving(&self) -> impl Iterator<Item = u32> + '_ {
        self.roads.iter().chain(&self.one_way).copied()
    }
}

/// How many ends a turn offers on average, over all spaces and rolls from 1 to 6.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Reach {
    /// By the roll alone.
    pub roll: f64,
    /// By the roll, with or without a march.
    pub march: f64,
}

impl Map {
    /// Reads and checks a map file; what is wrong is added to `flaws`.
    pub fn read(source: &Source<'_>, flaws: &mut Flaws) -> Option<Self> {
        let before = flaws.len();
        let written: RawMap = source.parse(flaws)?;
        let raw = raw_spaces(written.spaces, source, flaws);
        if flaws.len() > before {
            return None;
        }
        let spaces = spaces(&raw, source, flaws);
        check_roads(&raw, &spaces, source, flaws);
        if flaws.len() > before {
            return None;
        }
        let places = |kind| {
            let found = (0..).zip(&spaces).filter(move |(_, space)| space.kind == kind);
            found.map(|(at, _)| at).collect::<Vec<u8>>()
        };
        let castles = places(Kind::Castle);
        let mut map = Self {
            name: written.name,
            castle: castles.first().copied().unwrap_or(0),
            towns: places(Kind::Town),
            lairs: places(Kind::Lair),
            havens: places(Kind::Haven),
            farthest: Vec::new(),
            most_steps: HIGHEST,
            distance: Vec::new(),
            ways: Vec::new(),
            spans: Vec::new(),
            spaces,
        };
        map.check_places(castles.len(), source, flaws);
        map.measure();
        map.check_reach(&raw, source, flaws);
        if flaws.len() > before {
            return None;
        }
        map.farthest = map.towns.iter().map(|town| map.farthest_from(*town)).collect();
        Some(map)
    }

    /// The towns farthest from a town, as bits.
    fn farthest_from(&self, town: u8) -> Places {
        let steps = |other: &u8| self.distance(town, *other);
        let most = self.towns.iter().map(steps).max();
        let far = self.towns.iter().filter(|other| Some(steps(other)) == most);
        far.fold(0, |set, other| set | 1 << self.space(*other).place)
    }

    /// A space.
    #[inline]
    pub fn space(&self, at: u8) -> &Space {
        &self.spaces[at as usize]
    }

    /// What a space is.
    #[inline]
    pub fn kind(&self, at: u8) -> Kind {
        self.spaces[at as usize].kind
    }

    /// How many steps lie between two spaces, stops ignored (ruling L7).
    pub fn distance(&self, one: u8, other: u8) -> u8 {
        self.distance[one as usize * self.spaces.len() + other as usize]
    }

    /// Every end of a move of so many steps, leaving out the way back to `heading` (rulings M1, M2, M4).
    #[inline]
    pub fn ways(&self, start: u8, heading: u8, steps: usize) -> &[Way] {
        let slot = match self.space(start).roads.iter().position(|road| *road == heading) {
            Some(at) => at + 1,
            None => 0,
        };
        debug_assert!(steps <= self.most_steps, "cards add no more steps than was worked out");
        let index = (start as usize * (MOST_ROADS + 1) + slot) * (self.most_steps + 1) + steps;
        let (from, to) = self.spans[index];
        &self.ways[from as usize..to as usize]
    }

    /// The space with this name or number.
    pub fn find(&self, name: &str) -> Option<u8> {
        let found = self.spaces.iter().position(|space| space.name.eq_ignore_ascii_case(name));
        found
            .or_else(|| {
                let id = name.parse::<u32>().ok()?;
                self.spaces.iter().position(|space| space.id == id)
            })
            .map(|at| at as u8)
    }

    /// The nearest of these spaces other than the own one; several where they are equally near (ruling M17).
    pub fn nearest<'m>(&'m self, from: u8, among: &'m [u8]) -> impl Iterator<Item = u8> + 'm {
        let others = move || among.iter().copied().filter(move |at| *at != from);
        let least = others().map(|at| self.distance(from, at)).min();
        others().filter(move |at| Some(self.distance(from, *at)) == least)
    }

    /// How many ends a turn offers on average.
    pub fn reach(&self) -> Reach {
        let (mut roll, mut march) = (0_usize, 0_usize);
        for start in 0..self.spaces.len() as u8 {
            for steps in 1..=6 {
                let mut ends: Vec<u8> = self.ways(start, NOWHERE, steps).iter().map(|way| way.end).collect();
                ends.sort_unstable();
                ends.dedup();
                roll += ends.len();
                for way in self.ways(start, NOWHERE, steps) {
                    if !self.kind(way.end).stops() {
                        ends.extend(self.ways(way.end, way.from, 1).iter().map(|further| further.end));
                    }
                }
                ends.sort_unstable();
                ends.dedup();
                march += ends.len();
            }
        }
        let turns = (self.spaces.len() * 6) as f64;
        Reach { roll: roll as f64 / turns, march: march as f64 / turns }
    }

    fn check_places(&self, castles: usize, source: &Source<'_>, flaws: &mut Flaws) {
        if castles != 1 {
            flaws.add(source, 0, "", format!("the map has {castles} castles: expected exactly 1"));
        }
        let counts = [("towns", &self.towns, 2), ("lairs", &self.lairs, 1), ("havens", &self.havens, 1)];
        for (what, places, least) in counts {
            if places.len() < least || places.len() > MOST_PLACES {
                let count = places.len();
                let expected = format!("expected {least} to {MOST_PLACES}");
                flaws.add(source, 0, "", format!("the map has {count} {what}: {expected}"));
            }
        }
    }

    fn check_reach(&self, raw: &[RawSpace], source: &Source<'_>, flaws: &mut Flaws) {
        for (at, space) in self.spaces.iter().enumerate() {
            if self.distance(at as u8, self.castle) == u8::MAX
                && self.distance(self.castle, at as u8) != u8::MAX
            {
                let message = "no road leads from here to the castle: one-way roads must let a hero return";
                flaws.add(source, raw[at].line, &space.name, message.to_owned());
            }
            if self.distance(self.castle, at as u8) == u8::MAX {
                let line = raw[at].line;
                let message = "no road leads here from the castle: every space must be reachable";
                flaws.add(source, line, &space.name, message.to_owned());
            }
        }
    }

    fn measure(&mut self) {
        let count = self.spaces.len();
        self.distance = vec![u8::MAX; count * count];
        for start in 0..count {
            let mut queue = std::collections::VecDeque::from([start as u8]);
            self.distance[start * count + start] = 0;
            while let Some(at) = queue.pop_front() {
                let steps = self.distance[start * count + at as usize];
                for road in &self.spaces[at as usize].roads {
                    let slot = &mut self.distance[start * count + *road as usize];
                    if *slot == u8::MAX {
                        *slot = steps + 1;
                        queue.push_back(*road);
                    }
                }
            }
        }
    }

    /// Works out every way in advance, for moves of a roll and so many steps more, so that a turn only looks it up.
    pub(crate) fn trace(&mut self, extra: usize) {
        self.most_steps = HIGHEST + extra;
        self.ways.clear();
        self.spans.clear();
        for start in 0..self.spaces.len() as u8 {
            let mut headings = vec![NOWHERE];
            headings.extend(&self.spaces[start as usize].roads);
            let spare = (MOST_ROADS + 1 - headings.len()) * (self.most_steps + 1);
            for heading in headings {
                self.walk(start, heading);
            }
            // No heading has these places, so nothing looks there.
            self.spans.resize(self.spans.len() + spare, (0, 0));
        }
    }

    /// All ends of walks of every length: a stop ends one (M2), the road just used is barred (M4), a loop is not.
    fn walk(&mut self, start: u8, heading: u8) {
        // Stops entered on the way, and where those walk who are still on it.
        let (mut stops, mut walkers) = (Vec::new(), vec![(start, heading)]);
        self.spans.push((0, 0));
        for _ in 0..self.most_steps {
            let mut next = Vec::new();
            for (at, from) in walkers {
                for road in self.space(at).roads.iter().copied().filter(|road| *road != from) {
                    if self.kind(road).stops() { stops.push((road, at)) } else { next.push((road, at)) }
                }
            }
            next.sort_unstable();
            next.dedup();
            walkers = next;
            stops.sort_unstable();
            // How a stop was entered does not matter: no march follows (M9) and no heading is kept.
            stops.dedup_by_key(|stop| stop.0);
            let mut ends: Vec<(u8, u8)> = stops.iter().chain(&walkers).copied().collect();
            ends.sort_unstable();
            let several = |end: u8| ends.iter().filter(|(other, _)| *other == end).count() > 1;
            let way = |(end, from): &(u8, u8)| {
                let via = if several(*end) { *from } else { NOWHERE };
                Way { end: *end, from: *from, via }
            };
            let from = self.ways.len() as u32;
            self.ways.extend(ends.iter().map(way));
            self.spans.push((from, self.ways.len() as u32));
        }
    }
}

/// Each space by itself, so that a flaw in one hides none in another.
fn raw_spaces(written: Vec<Spanned<toml::Value>>, source: &Source<'_>, flaws: &mut Flaws) -> Vec<RawSpace> {
    let mut spaces = Vec::new();
    for value in written {
        let line = source.line(value.span().start);
        match value.into_inner().try_into::<WrittenSpace>() {
            Ok(written) => spaces.push(RawSpace { line, written }),
            Err(error) => flaws.add(source, line, "", one_line(error.message())),
        }
    }
    spaces
}

fn spaces(raw: &[RawSpace], source: &Source<'_>, flaws: &mut Flaws) -> Vec<Space> {
    if raw.is_empty() || raw.len() > MOST_SPACES {
        let message = format!("the map has {} spaces: expected 1 to {MOST_SPACES}", raw.len());
        flaws.add(source, 0, "", message);
    }
    let mut spaces: Vec<Space> = Vec::new();
    let mut counts = std::collections::BTreeMap::<Kind, u8>::new();
    for RawSpace { line, written } in raw {
        let WrittenSpace { id, at, kind, .. } = *written;
        let name = written.name.clone().unwrap_or_else(|| id.to_string());
        let taken = |wrong: &dyn Fn(&Space) -> bool| spaces.iter().any(wrong);
        let wrong = [
            taken(&|other| other.id == id)
                .then(|| "its id is used twice: expected a number of its own".to_owned()),
            taken(&|other| other.name.eq_ignore_ascii_case(&name))
                .then(|| format!("its name '{name}' is used twice")),
            taken(&|other| other.at == at)
                .then(|| format!("another space already lies at [{}, {}]", at.0, at.1)),
            written
                .name
                .as_ref()
                .filter(|name| name.parse::<u32>().is_ok())
                .map(|name| format!("its name '{name}' is a number: expected words")),
            written.name.as_deref().and_then(bad_name),
        ];
        for message in wrong.into_iter().flatten() {
            flaws.add(source, *line, &format!("space {id}"), message);
        }
        let place = counts.entry(kind).or_default();
        let other = |road: &u32| raw.iter().position(|other| other.written.id == *road);
        let roads = written.leaving().filter_map(|road| other(&road)).map(|at| at as u8).collect();
        let leads = |from: &&RawSpace| from.written.leaving().any(|road| road == id);
        let entries = raw.iter().filter(leads).filter_map(|from| other(&from.written.id));
        let entries = entries.map(|at| at as u8).collect();
        spaces.push(Space { id, kind, name, at, roads, entries, shop: written.shop, place: *place });
        *place = place.saturating_add(1);
    }
    spaces
}

fn check_roads(raw: &[RawSpace], spaces: &[Space], source: &Source<'_>, flaws: &mut Flaws) {
    for (RawSpace { line, written }, space) in raw.iter().zip(spaces) {
        let (id, roads) = (written.id, written.leaving().collect::<Vec<_>>());
        let both_ways = |road: &u32| written.roads.contains(road);
        let mut wrong = |message: String| flaws.add(source, *line, &format!("space {id}"), message);
        for (nth, road) in roads.iter().enumerate() {
            let Some(other) = raw.iter().find(|other| other.written.id == *road) else {
                wrong(format!("its road leads to {road}, and there is no such space"));
                continue;
            };
            if *road == id {
                wrong("its road leads to itself".to_owned());
            }
            if roads[..nth].contains(road) {
                wrong(format!("its road to {road} is listed twice"));
            }
            if both_ways(road) && !other.written.roads.contains(&id) {
                wrong(format!(
                    "its road to {road} is not listed by {road}: roads go both ways, or are in 'one-way'"
                ));
            }
            if !both_ways(road) && other.written.leaving().any(|back| back == id) {
                wrong(format!("its road to {road} is one-way, but {road} lists it too"));
            }
        }
        let meet = roads.len().max(space.entries.len());
        if meet > MOST_ROADS {
            wrong(format!("{meet} roads meet here: expected at most {MOST_ROADS}"));
        }
        // Ruling M5: a hero must never be unable to go on, whichever way it came.
        let onward = |from: &u8| space.roads.iter().any(|road| road != from);
        let stuck = space.roads.is_empty() || !space.kind.stops() && !space.entries.iter().all(onward);
        if stuck {
            let word = space.kind.word();
            wrong(format!("a {word} space is a dead end: only the castle, lairs and towns may be"));
        }
    }
}
