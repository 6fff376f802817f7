//! The map: spaces, roads, and every way a roll can lead.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::flaw::{Flaws, Source};

/// No space: no heading, no detour.
pub const NOWHERE: u8 = u8::MAX;
/// The most spaces a map has.
pub const MOST_SPACES: usize = 200;
/// The most steps one move has: a six and what cards add.
pub const MOST_STEPS: usize = 9;
/// The most roads that meet at one space.
pub const MOST_ROADS: usize = 7;
/// The most towns, lairs and havens a map has, of each.
pub const MOST_PLACES: usize = 8;

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
    /// For a town, lair or haven: which of its kind it is, from 0.
    pub place: u8,
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
    /// The town farthest from each town.
    pub farthest: Vec<u8>,
    distance: Vec<u8>,
    ways: Vec<Way>,
    spans: Vec<(u32, u32)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMap {
    name: String,
    spaces: Vec<RawSpace>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSpace {
    id: Spanned<u32>,
    kind: Kind,
    name: Option<String>,
    at: (u8, u8),
    roads: Vec<u32>,
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
        let raw: RawMap = source.parse(flaws)?;
        let before = flaws.len();
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
            name: raw.name,
            castle: castles.first().copied().unwrap_or(0),
            towns: places(Kind::Town),
            lairs: places(Kind::Lair),
            havens: places(Kind::Haven),
            farthest: Vec::new(),
            distance: Vec::new(),
            ways: Vec::new(),
            spans: Vec::new(),
            spaces,
        };
        map.check_places(castles.len(), source, flaws);
        map.measure();
        map.check_reach(&raw.spaces, source, flaws);
        if flaws.len() > before {
            return None;
        }
        map.trace();
        map.farthest = map
            .towns
            .iter()
            .map(|town| {
                let far =
                    map.towns.iter().max_by_key(|other| (map.distance(*town, **other), map.towns.len()));
                map.spaces[*far.expect("a map has towns") as usize].place
            })
            .collect();
        Some(map)
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
        let index = (start as usize * (MOST_ROADS + 1) + slot) * (MOST_STEPS + 1) + steps.min(MOST_STEPS);
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

    /// The nearest of these spaces: fewest steps, then first in the file.
    pub fn nearest(&self, from: u8, among: &[u8]) -> Option<u8> {
        among.iter().copied().min_by_key(|at| self.distance(from, *at))
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
            if self.distance(self.castle, at as u8) == u8::MAX {
                let line = source.line(raw[at].id.span().start);
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

    /// Works out every way in advance, so that a turn only looks it up.
    fn trace(&mut self) {
        for start in 0..self.spaces.len() as u8 {
            let mut headings = vec![NOWHERE];
            headings.extend(&self.spaces[start as usize].roads);
            headings.resize(MOST_ROADS + 1, NOWHERE);
            for heading in headings {
                for steps in 0..=MOST_STEPS {
                    let from = self.ways.len() as u32;
                    let found = self.walk(start, heading, steps);
                    self.ways.extend(found);
                    self.spans.push((from, self.ways.len() as u32));
                }
            }
        }
    }

    /// All ends of a walk: a stop ends it (M2), the road just used is barred (M4), a loop is not.
    fn walk(&self, start: u8, heading: u8, steps: usize) -> Vec<Way> {
        let mut ends: Vec<(u8, u8)> = Vec::new();
        let mut walkers = vec![(start, heading)];
        for _ in 0..steps {
            let mut next = Vec::new();
            for (at, from) in walkers {
                for road in self.space(at).roads.iter().copied().filter(|road| *road != from) {
                    if self.kind(road).stops() { ends.push((road, at)) } else { next.push((road, at)) }
                }
            }
            next.sort_unstable();
            next.dedup();
            walkers = next;
        }
        if steps > 0 {
            ends.extend(walkers);
        }
        ends.sort_unstable();
        // How a stop was entered does not matter: no march follows (M9) and no heading is kept.
        ends.dedup_by(|one, other| *one == *other || (one.0 == other.0 && self.kind(one.0).stops()));
        let several = |end: u8| ends.iter().filter(|(other, _)| *other == end).count() > 1;
        let way = |(end, from): &(u8, u8)| {
            let via = if several(*end) { *from } else { NOWHERE };
            Way { end: *end, from: *from, via }
        };
        ends.iter().map(way).collect()
    }
}

fn spaces(raw: &RawMap, source: &Source<'_>, flaws: &mut Flaws) -> Vec<Space> {
    if raw.spaces.is_empty() || raw.spaces.len() > MOST_SPACES {
        let message = format!("the map has {} spaces: expected 1 to {MOST_SPACES}", raw.spaces.len());
        flaws.add(source, 0, "", message);
    }
    let mut spaces: Vec<Space> = Vec::new();
    let mut counts = std::collections::BTreeMap::<Kind, u8>::new();
    for raw_space in &raw.spaces {
        let id = *raw_space.id.get_ref();
        let line = source.line(raw_space.id.span().start);
        let entry = format!("space {id}");
        let name = raw_space.name.clone().unwrap_or_else(|| id.to_string());
        if spaces.iter().any(|other| other.id == id) {
            flaws.add(source, line, &entry, "its id is used twice: expected a number of its own".to_owned());
        }
        if spaces.iter().any(|other| other.name.eq_ignore_ascii_case(&name)) {
            flaws.add(source, line, &entry, format!("its name '{name}' is used twice"));
        }
        if spaces.iter().any(|other| other.at == raw_space.at) {
            let (column, row) = raw_space.at;
            flaws.add(source, line, &entry, format!("another space already lies at [{column}, {row}]"));
        }
        if raw_space.name.is_some() && name.parse::<u32>().is_ok() {
            flaws.add(source, line, &entry, format!("its name '{name}' is a number: expected words"));
        }
        if !raw_space.name.as_deref().is_none_or(crate::flaw::is_name) {
            flaws.add(source, line, &entry, crate::flaw::bad_name(&name));
        }
        let place = counts.entry(raw_space.kind).or_default();
        let roads = raw_space
            .roads
            .iter()
            .filter_map(|road| raw.spaces.iter().position(|other| other.id.get_ref() == road))
            .map(|at| at as u8)
            .collect();
        spaces.push(Space { id, kind: raw_space.kind, name, at: raw_space.at, roads, place: *place });
        *place = place.saturating_add(1);
    }
    spaces
}

fn check_roads(raw: &RawMap, spaces: &[Space], source: &Source<'_>, flaws: &mut Flaws) {
    for (at, raw_space) in raw.spaces.iter().enumerate() {
        let id = *raw_space.id.get_ref();
        let line = source.line(raw_space.id.span().start);
        let entry = format!("space {id}");
        let mut seen = Vec::new();
        for road in &raw_space.roads {
            let Some(other) = raw.spaces.iter().find(|other| other.id.get_ref() == road) else {
                flaws.add(
                    source,
                    line,
                    &entry,
                    format!("its road leads to {road}, and there is no such space"),
                );
                continue;
            };
            if *road == id {
                flaws.add(source, line, &entry, "its road leads to itself".to_owned());
            }
            if seen.contains(road) {
                flaws.add(source, line, &entry, format!("its road to {road} is listed twice"));
            }
            seen.push(*road);
            if !other.roads.contains(&id) {
                let message = format!("its road to {road} is not listed by {road}: roads go both ways");
                flaws.add(source, line, &entry, message);
            }
        }
        if raw_space.roads.len() > MOST_ROADS {
            let message = format!("{} roads meet here: expected at most {MOST_ROADS}", raw_space.roads.len());
            flaws.add(source, line, &entry, message);
        }
        // Ruling M5: a hero must never be unable to go on.
        if raw_space.roads.len() < 2 && !spaces[at].kind.stops() {
            let word = spaces[at].kind.word();
            let message = format!("a {word} space is a dead end: only the castle, lairs and towns may be");
            flaws.add(source, line, &entry, message);
        }
    }
}
