//! Positions for scenario files.

mod midturn;

use table::scenario::{Fault, SetupLine};
use table::{Items, Seat, Staged};

use crate::cards::{Card, Material, Role};
use crate::effect::powers;
use crate::facts::{board_fact, hand, hidden, materials, table_fact};
use crate::rules::Rules;
use crate::score;
use crate::setup::{JACKS, empty};
use crate::state::State;
use crate::structure::Structure;
use crate::view::View;
use crate::zone::{Cards, Materials};

impl Staged for State {
    fn stage(rules: &Rules, lines: &[SetupLine]) -> Result<Self, Fault> {
        let mut stage = Stage {
            state: empty(rules),
            rules,
            owed: Vec::new(),
            in_town: None,
            out_of_town: None,
            deck: None,
            turn: midturn::Turn::default(),
        };
        for line in lines {
            stage.line(line).map_err(|message| Fault::new(line.line, message))?;
        }
        let last = lines.last().map_or(0, |line| line.line);
        stage.finish().map_err(|message| Fault::new(last, message))
    }

    fn fact(&self, rules: &Rules, name: &str) -> Option<String> {
        if let Some((letter, what)) = name.split_once(' ')
            && let Some(seat) = Seat::from_letter(letter)
        {
            return match what {
                "hand" => Some(hand(self.hand(seat), self.public.boards[seat].jacks)),
                "vault" => Some(materials(self.secret.vaults[seat].get())),
                "score" => Some(score::scores(self, rules)[seat].to_string()),
                "merchant bonuses" => Some(materials(&score::merchant_bonuses(self, rules, seat))),
                _ => board_fact(&self.public, seat, what),
            };
        }
        table_fact(&self.public, name)
    }

    fn seen(_: &Rules, view: &View, name: &str) -> Option<String> {
        let public = &view.public;
        if let Some((letter, what)) = name.split_once(' ')
            && let Some(seat) = Seat::from_letter(letter)
        {
            let board = &public.boards[seat];
            return match what {
                "hand" if view.viewer.is(seat) => Some(hand(&view.hand, board.jacks)),
                "hand" => Some(hidden(&hand(&Cards::default(), board.jacks), board.orders)),
                "vault" => {
                    let mut known = board.open;
                    if view.viewer.is(seat) {
                        known.add_all(&view.filched);
                    }
                    Some(hidden(&materials(&known), board.vault - known.len()))
                }
                "drawn" => view.drawn.map(|card| card.name().to_owned()),
                _ => board_fact(public, seat, what),
            };
        }
        if name == "drawn" {
            return Some(view.drawn.map_or("none".to_owned(), |card| card.name().to_owned()));
        }
        table_fact(public, name)
    }

    fn wish(_: &Rules, text: &str) -> Result<u32, table::Unread> {
        Ok(card(text)?.index() as u32)
    }
}

fn card(text: &str) -> Result<Card, String> {
    Card::from_name(text.trim())
        .ok_or_else(|| format!("'{}' is no Order card: expected a building's name", text.trim()))
}

fn material(text: &str) -> Result<Material, String> {
    Material::from_name(text.trim()).ok_or_else(|| {
        format!("'{}' is no material: expected Rubble, Wood, Concrete, Brick, Stone or Marble", text.trim())
    })
}

fn read_materials(text: &str) -> Result<Materials, String> {
    let mut pile = Materials::default();
    for (count, name) in Items::parts(text) {
        let material = material(name)?;
        pile[material] = small(u32::from(pile[material]).saturating_add(count))?;
    }
    Ok(pile)
}

fn small(count: u32) -> Result<u8, String> {
    if count <= 40 {
        Ok(count as u8)
    } else {
        Err(format!("{count} is more than there are cards of a colour: expected at most 40"))
    }
}

/// A position being set up.
struct Stage<'a> {
    state: State,
    rules: &'a Rules,
    /// Materials that lie about and whose cards have not been taken from the deck yet.
    owed: Vec<Material>,
    in_town: Option<Materials>,
    out_of_town: Option<Materials>,
    deck: Option<u8>,
    turn: midturn::Turn,
}

impl Stage<'_> {
    fn line(&mut self, line: &SetupLine) -> Result<(), String> {
        if let Some((letter, what)) = line.key.split_once(' ')
            && let Some(seat) = Seat::from_letter(letter)
        {
            if seat.index() >= self.rules.players {
                return Err(format!(
                    "nobody sits at {seat}: expected A to {}",
                    Seat::new(self.rules.players - 1)
                ));
            }
            return self.player_line(seat, what, &line.value);
        }
        match line.key.as_str() {
            "leader" => {
                let seat = Seat::from_letter(&line.value).filter(|seat| seat.index() < self.rules.players);
                self.state.public.leader =
                    seat.ok_or_else(|| format!("'{}' is no seat of this table", line.value))?;
            }
            "pool" => {
                let pile = read_materials(&line.value)?;
                self.owe(&pile)?;
                self.state.public.pool.add_all(&pile);
            }
            "in town" => self.in_town = Some(read_materials(&line.value)?),
            "out of town" => self.out_of_town = Some(read_materials(&line.value)?),
            "deck" => self.deck = Some(number(&line.value)?),
            "role" => self.led(&line.value)?,
            "acts" => self.acting(&line.value)?,
            "jacks" => self.state.public.jacks = number(&line.value)?,
            other => {
                return Err(format!(
                    "'{other}' is no setup line: expected leader, pool, in town, out of town, deck, jacks, role, acts or 'SEAT hand', 'SEAT built', …"
                ));
            }
        }
        Ok(())
    }

    fn player_line(&mut self, seat: Seat, what: &str, value: &str) -> Result<(), String> {
        match what {
            "hand" => {
                for (count, name) in Items::parts(value) {
                    for _ in 0..count {
                        if name.eq_ignore_ascii_case("jack") {
                            self.take_jack(seat)?;
                        } else {
                            let card = card(name)?;
                            self.take(card)?;
                            self.state.gain(seat, card);
                        }
                    }
                }
            }
            "stockpile" => {
                let pile = read_materials(value)?;
                self.owe(&pile)?;
                self.state.public.boards[seat].stock.add_all(&pile);
            }
            "clients" => {
                for (count, name) in Items::parts(value) {
                    let role = Role::from_name(name).ok_or_else(|| format!("'{name}' is no role"))?;
                    let mut pile = Materials::default();
                    pile[role.material()] = small(count)?;
                    self.owe(&pile)?;
                    self.state.public.boards[seat].clients.add_all(&pile);
                }
            }
            "vault" | "sold" => {
                let pile = read_materials(value)?;
                self.owe(&pile)?;
                self.state.public.boards[seat].vault += pile.len();
                self.state.secret.vaults[seat].get_mut().add_all(&pile);
                if what == "sold" || self.rules.open_memory {
                    self.state.public.boards[seat].open.add_all(&pile);
                }
            }
            "influence" => {
                let pile = read_materials(value)?;
                for site in pile.kinds() {
                    for _ in 0..pile[site] {
                        self.take_site(site)?;
                        self.state.public.boards[seat].sites[site] += 1;
                    }
                }
            }
            "built" => {
                for (count, text) in Items::parts(value) {
                    only_one(count, text)?;
                    self.built(seat, text)?;
                }
            }
            "building" => {
                for (count, text) in Items::parts(value) {
                    only_one(count, text)?;
                    self.building(seat, text)?;
                }
            }
            other => {
                if !self.turn_line(seat, other, value)? {
                    return Err(format!(
                        "'{other}' is nothing a player has: expected hand, stockpile, clients, vault, sold, influence, built, building, camp, acted, hired, demanded, robbed, crafted, own or bonus"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Notes materials whose cards are still to come from the deck; never more than there are cards in all.
    fn owe(&mut self, pile: &Materials) -> Result<(), String> {
        for material in pile.kinds() {
            self.owed.extend(std::iter::repeat_n(material, pile[material].into()));
        }
        let all = self.rules.deck().len();
        if self.owed.len() > usize::from(all) {
            return Err(format!("{} materials lie about: expected at most {all}", self.owed.len()));
        }
        Ok(())
    }

    fn take(&mut self, card: Card) -> Result<(), String> {
        let deck = self.state.secret.deck.get_mut();
        if !deck.has(card) {
            return Err(format!("there are only {} cards {card} in this game", self.rules.copies(card)));
        }
        deck.take(card);
        Ok(())
    }

    fn take_jack(&mut self, seat: Seat) -> Result<(), String> {
        if self.state.public.jacks == 0 {
            return Err(format!("there are only {JACKS} Jacks"));
        }
        self.state.public.jacks -= 1;
        self.state.public.boards[seat].jacks += 1;
        Ok(())
    }

    fn take_site(&mut self, site: Material) -> Result<(), String> {
        let public = &mut self.state.public;
        if public.in_town.has(site) {
            public.in_town.take(site);
        } else if public.out_of_town.has(site) {
            public.out_of_town.take(site);
        } else {
            return Err(format!("there are not that many {site} Sites"));
        }
        Ok(())
    }

    /// `NAME`, `NAME on MATERIAL`, with `[materials]` and notes in round brackets.
    fn read_structure<'t>(
        &self,
        seat: Seat,
        text: &'t str,
    ) -> Result<(Structure, Option<Materials>, Vec<&'t str>), String> {
        let mut rest = text.trim();
        let mut notes = Vec::new();
        while let Some(open) = rest.rfind('(').filter(|_| rest.ends_with(')')) {
            notes.push(rest[open + 1..rest.len() - 1].trim());
            rest = rest[..open].trim_end();
        }
        let mut under = None;
        if let Some(open) = rest.find('[').filter(|_| rest.ends_with(']')) {
            under = Some(read_materials(&rest[open + 1..rest.len() - 1])?);
            rest = rest[..open].trim_end();
        }
        if let Some(name) = rest.strip_suffix(" out of town") {
            notes.push("out of town");
            rest = name;
        }
        let (name, site) = match rest.split_once(" on ") {
            Some((name, site)) => (card(name)?, Some(material(site)?)),
            None => (card(rest)?, None),
        };
        if site.is_some_and(|site| site != name.material())
            && (!powers().any_site.has(name) || self.rules.training)
        {
            return Err(format!("{name} stands on a {} Site: expected none other", name.material()));
        }
        Ok((Structure::foundation(seat, name, site.unwrap_or_else(|| name.material())), under, notes))
    }

    fn built(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        let (mut structure, under, notes) = self.read_structure(seat, text)?;
        self.take(structure.card)?;
        structure.finished = true;
        structure.materials = under.unwrap_or_else(|| {
            let mut usual = Materials::default();
            usual[structure.site] = structure.cost();
            usual
        });
        let mut stolen = false;
        for note in notes {
            match note {
                "public" => {
                    structure.public = true;
                    structure.materials[structure.site] += 1;
                }
                "stolen" => stolen = true,
                other => {
                    return Err(format!("'{other}' is no note on a structure: expected public or stolen"));
                }
            }
        }
        if !stolen {
            self.take_site(structure.site)?;
            self.state.public.boards[seat].sites[structure.site] += 1;
        }
        self.owe(&structure.materials)?;
        self.add_structure(structure)
    }

    fn building(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        let (mut structure, under, notes) = self.read_structure(seat, text)?;
        self.take(structure.card)?;
        structure.materials = under.unwrap_or_default();
        if let Some(other) = notes.iter().find(|note| **note != "out of town") {
            return Err(format!("'{other}' is no note on an unfinished structure: expected out of town"));
        }
        let (have, cost) = (structure.materials.len(), structure.cost());
        if have >= cost {
            return Err(format!("{have} materials finish {}: expected fewer than {cost}", structure.card));
        }
        let public = &mut self.state.public;
        if notes.contains(&"out of town") {
            if !public.out_of_town.has(structure.site) {
                return Err(format!("there are not that many {} Sites out of town", structure.site));
            }
            public.out_of_town.take(structure.site);
        } else {
            self.take_site(structure.site)?;
        }
        self.owe(&structure.materials)?;
        self.add_structure(structure)
    }

    fn add_structure(&mut self, structure: Structure) -> Result<(), String> {
        if self.state.public.find(structure.owner, structure.card).is_some() {
            return Err(format!("{} has two structures named {}", structure.owner, structure.card));
        }
        if self.state.public.structures.push(structure).is_ok() {
            Ok(())
        } else {
            Err("there are only 36 Sites".to_owned())
        }
    }

    /// Takes the cards behind the materials from the deck, and starts the leader's turn.
    fn finish(mut self) -> Result<State, String> {
        for material in std::mem::take(&mut self.owed) {
            let deck = self.state.secret.deck.get();
            // Any card of the colour will do; the commonest leaves the others their copies.
            let commonest = deck.kinds_of(material).iter().max_by_key(|card| deck.count(*card));
            let Some(card) = commonest else {
                return Err(format!("more {material} cards lie about than there are in the game"));
            };
            self.take(card)?;
            self.state.public.seen.add(card);
        }
        self.place_sites()?;
        let (boards, camps) = (&self.state.public.boards, &self.state.public.camps);
        let held: u16 =
            self.state.public.seats().map(|seat| u16::from(boards[seat].jacks + camps[seat].jacks)).sum();
        if u16::from(self.state.public.jacks) + held > u16::from(JACKS) {
            return Err(format!("there are only {JACKS} Jacks"));
        }
        let left = self.state.secret.deck.get().len();
        self.state.public.deck = match self.deck {
            Some(count) if count > left => {
                return Err(format!("only {left} cards are left for the draw pile"));
            }
            Some(count) => count,
            None => left,
        };
        self.state.refresh(self.rules);
        self.begin_turn()?;
        Ok(self.state)
    }
}

impl Stage<'_> {
    /// Sets the Sites left. Where only those in town are given, all others lie out of town.
    fn place_sites(&mut self) -> Result<(), String> {
        let (town, outskirts) = self.rules.sites();
        let public = &mut self.state.public;
        for site in Material::ALL {
            let won: u8 = public.seats().map(|seat| public.boards[seat].sites[site]).sum();
            let under = public.structures.iter().filter(|s| s.site == site && !s.finished).count() as u8;
            let left = town + outskirts - won - under;
            let (in_town, out_of_town) = match (self.in_town, self.out_of_town) {
                (None, None) => continue,
                (Some(in_town), None) => (in_town[site], left.checked_sub(in_town[site])),
                (None, Some(out)) => (public.in_town[site], Some(out[site])),
                (Some(in_town), Some(out)) => (in_town[site], Some(out[site])),
            };
            if out_of_town.is_none_or(|out| in_town + out != left) {
                return Err(format!("the {site} Sites do not add up: {left} are neither won nor built on"));
            }
            public.in_town[site] = in_town;
            public.out_of_town[site] = out_of_town.unwrap_or_default();
        }
        Ok(())
    }
}

/// Nobody has two structures of a name (GTR-30).
fn only_one(count: u32, text: &str) -> Result<(), String> {
    if count == 1 { Ok(()) } else { Err(format!("'{count} {text}': expected one of each name (GTR-30)")) }
}

fn number(text: &str) -> Result<u8, String> {
    text.trim().parse().map_err(|_| format!("'{}' is no number: expected a whole number", text.trim()))
}
