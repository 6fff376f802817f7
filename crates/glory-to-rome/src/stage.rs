//! Positions for scenario files.

mod midturn;

use table::scenario::{Fault, SetupLine};
use table::{Items, Phrase, Seat, Staged};

use crate::cards::{Card, Material};
use crate::effect::powers;
use crate::facts::{self, Naming, by_role, pile};
use crate::rules::Rules;
use crate::score;
use crate::setup::{JACKS, empty};
use crate::state::State;
use crate::structure::Structure;
use crate::view::{View, ensure};
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
        let Some((seat, what)) = of_seat(name) else { return facts::table(&self.public, name) };
        match what {
            "hand" => Some(facts::hand(self.hand(seat), self.public.boards[seat].jacks, 0)),
            "vault" => Some(facts::materials(self.secret.vaults[seat].get(), 0)),
            "score" => Some(score::scores(self, rules)[seat].to_string()),
            "merchant bonuses" => Some(facts::materials(&score::merchant_bonuses(self, rules, seat), 0)),
            _ => facts::board(&self.public, seat, what),
        }
    }

    fn seen(_: &Rules, view: &View, name: &str) -> Option<String> {
        let drawn = view.drawn.map(|card| card.name().to_owned());
        let Some((seat, what)) = of_seat(name) else {
            let drawn = Some(drawn.unwrap_or("none".to_owned())).filter(|_| name == "drawn");
            return drawn.or_else(|| facts::table(&view.public, name));
        };
        let board = &view.public.boards[seat];
        match what {
            "hand" => {
                let (hand, hidden) =
                    if view.viewer.is(seat) { (view.hand, 0) } else { (Cards::default(), board.orders) };
                Some(facts::hand(&hand, board.jacks, hidden))
            }
            "vault" => {
                let known = view.known_vault(seat);
                Some(facts::materials(&known, board.vault - known.len()))
            }
            "drawn" => drawn,
            _ => facts::board(&view.public, seat, what),
        }
    }

    fn wish(rules: &Rules, text: &str) -> Result<u32, table::Unread> {
        Ok(Card::read(text.trim(), rules)?.index() as u32)
    }
}

/// A seat and what is asked or said of it: `A hand`.
fn of_seat(name: &str) -> Option<(Seat, &str)> {
    let (letter, what) = name.split_once(' ')?;
    Some((Seat::from_letter(letter)?, what))
}

/// Reads a pile of cards that are only their colour.
fn read_pile(text: &str, naming: Naming) -> Result<Materials, String> {
    let mut pile = Materials::default();
    for (count, name) in Items::parts(text) {
        let named = Material::ALL.into_iter().find(|material| naming(*material).eq_ignore_ascii_case(name));
        let expected = || Material::ALL.map(naming).join(", ");
        let material = named.ok_or_else(|| format!("'{name}' is none of them: expected {}", expected()))?;
        pile[material] = small((pile[material] + small(count)?).into())?;
    }
    Ok(pile)
}

fn read_materials(text: &str) -> Result<Materials, String> {
    read_pile(text, Material::name)
}

fn small(count: u32) -> Result<u8, String> {
    let fault = || format!("{count} is more than there are cards of a colour: expected at most 40");
    ensure(count <= 40, fault).map(|()| count as u8)
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
        let value = line.value.as_str();
        if let Some((seat, what)) = of_seat(&line.key) {
            let last = Seat::new(self.rules.players - 1);
            ensure(seat <= last, || format!("nobody sits at {seat}: expected A to {last}"))?;
            return self.player_line(seat, what, value);
        }
        match line.key.as_str() {
            "leader" => self.state.public.leader = self.seat(value)?,
            "pool" => {
                let pile = self.owed(value, Material::name)?;
                self.state.public.pool.add_all(&pile);
            }
            "in town" => self.in_town = Some(read_materials(value)?),
            "out of town" => self.out_of_town = Some(read_materials(value)?),
            "deck" => self.deck = Some(number(value)?),
            "role" => self.turn.role = Some(Phrase::read(value, self.rules)?),
            "acts" => self.turn.acts = Some(self.seat(value)?),
            "jacks" => self.state.public.jacks = number(value)?,
            other => {
                return Err(format!(
                    "'{other}' is no setup line: expected leader, pool, in town, out of town, deck, jacks, role, acts or 'SEAT hand', 'SEAT built', …"
                ));
            }
        }
        Ok(())
    }

    fn seat(&self, text: &str) -> Result<Seat, String> {
        let seat = Seat::from_letter(text).filter(|seat| seat.index() < self.rules.players);
        seat.ok_or_else(|| format!("'{text}' is no seat of this table"))
    }

    fn player_line(&mut self, seat: Seat, what: &str, value: &str) -> Result<(), String> {
        match what {
            "hand" => {
                for (count, name) in Items::parts(value) {
                    for _ in 0..count {
                        self.deal(seat, name)?;
                    }
                }
            }
            "stockpile" | "clients" => {
                let naming = if what == "clients" { by_role } else { Material::name };
                let more = self.owed(value, naming)?;
                if let Some((pile, _)) = pile(&mut self.state.public.boards[seat], what) {
                    pile.add_all(&more);
                }
            }
            "vault" | "sold" => {
                let pile = self.owed(value, Material::name)?;
                let board = &mut self.state.public.boards[seat];
                board.vault += pile.len();
                self.state.secret.vaults[seat].get_mut().add_all(&pile);
                if what == "sold" || self.rules.open_memory {
                    board.open.add_all(&pile);
                }
            }
            "influence" => {
                for site in read_materials(value)?.each_one() {
                    self.take_site(site)?;
                    self.state.public.boards[seat].sites[site] += 1;
                }
            }
            "built" | "building" => {
                for (count, text) in Items::parts(value) {
                    // Nobody has two structures of a name (GTR-30).
                    ensure(count == 1, || format!("'{count} {text}': expected one of each name (GTR-30)"))?;
                    let (structure, under, notes) = self.read_structure(seat, text)?;
                    self.take(structure.card)?;
                    let structure = if what == "built" {
                        self.built(structure, under, &notes)?
                    } else {
                        self.building(structure, under, &notes)?
                    };
                    self.add_structure(structure)?;
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

    /// Reads a pile whose cards are still to come from the deck.
    fn owed(&mut self, text: &str, naming: Naming) -> Result<Materials, String> {
        let pile = read_pile(text, naming)?;
        self.owe(&pile).map(|()| pile)
    }

    /// Notes materials whose cards are still to come from the deck; never more than there are cards in all.
    fn owe(&mut self, pile: &Materials) -> Result<(), String> {
        self.owed.extend(pile.each_one());
        let (owed, all) = (self.owed.len(), self.rules.deck().len());
        ensure(owed <= all.into(), || format!("{owed} materials lie about: expected at most {all}"))
    }

    /// Takes a card from the deck.
    fn take(&mut self, card: Card) -> Result<(), String> {
        let (deck, copies) = (self.state.secret.deck.get_mut(), self.rules.copies(card));
        ensure(deck.has(card), || format!("there are only {copies} cards {card} in this game"))?;
        deck.take(card);
        Ok(())
    }

    /// A card or Jack comes into the hand.
    fn deal(&mut self, seat: Seat, name: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case("jack") {
            self.take_jacks(1)?;
            self.state.public.boards[seat].jacks += 1;
        } else {
            let card = Card::read(name, self.rules)?;
            self.take(card)?;
            self.state.gain(seat, card);
        }
        Ok(())
    }

    /// Takes Jacks from their pile.
    fn take_jacks(&mut self, count: u8) -> Result<(), String> {
        let left = self.state.public.jacks.checked_sub(count);
        self.state.public.jacks = left.ok_or_else(|| format!("there are only {JACKS} Jacks"))?;
        Ok(())
    }

    /// Takes a Site from town, or else from out of town.
    fn take_site(&mut self, site: Material) -> Result<(), String> {
        let public = &mut self.state.public;
        let from = if public.in_town.has(site) { &mut public.in_town } else { &mut public.out_of_town };
        ensure(from.has(site), || format!("there are not that many {site} Sites"))?;
        from.take(site);
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
            Some((name, site)) => (Card::read(name, self.rules)?, Some(Material::read(site, self.rules)?)),
            None => (Card::read(rest, self.rules)?, None),
        };
        if site.is_some_and(|site| site != name.material())
            && (!powers().any_site.has(name) || self.rules.training)
        {
            return Err(format!("{name} stands on a {} Site: expected none other", name.material()));
        }
        Ok((Structure::foundation(seat, name, site.unwrap_or_else(|| name.material())), under, notes))
    }

    fn built(
        &mut self,
        mut structure: Structure,
        under: Option<Materials>,
        notes: &[&str],
    ) -> Result<Structure, String> {
        structure.finished = true;
        let mut usual = Materials::default();
        usual[structure.site] = structure.cost();
        structure.materials = under.unwrap_or(usual);
        let other = notes.iter().find(|note| !["public", "stolen"].contains(note));
        if let Some(other) = other {
            return Err(format!("'{other}' is no note on a structure: expected public or stolen"));
        }
        if notes.contains(&"public") {
            structure.public = true;
            structure.materials[structure.site] += 1;
        }
        if !notes.contains(&"stolen") {
            self.take_site(structure.site)?;
            self.state.public.boards[structure.owner].sites[structure.site] += 1;
        }
        Ok(structure)
    }

    fn building(
        &mut self,
        mut structure: Structure,
        under: Option<Materials>,
        notes: &[&str],
    ) -> Result<Structure, String> {
        structure.materials = under.unwrap_or_default();
        if let Some(other) = notes.iter().find(|note| **note != "out of town") {
            return Err(format!("'{other}' is no note on an unfinished structure: expected out of town"));
        }
        let (card, site, have, cost) =
            (structure.card, structure.site, structure.materials.len(), structure.cost());
        ensure(have < cost, || format!("{have} materials finish {card}: expected fewer than {cost}"))?;
        if notes.is_empty() {
            self.take_site(site)?;
        } else {
            let out_of_town = &mut self.state.public.out_of_town;
            ensure(out_of_town.has(site), || format!("there are not that many {site} Sites out of town"))?;
            out_of_town.take(site);
        }
        Ok(structure)
    }

    fn add_structure(&mut self, structure: Structure) -> Result<(), String> {
        let Structure { owner, card, materials, .. } = structure;
        self.owe(&materials)?;
        let public = &mut self.state.public;
        ensure(public.find(owner, card).is_none(), || format!("{owner} has two structures named {card}"))?;
        public.structures.push(structure).map_err(|_| "there are only 36 Sites".to_owned())
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
        let public = &mut self.state.public;
        let held = |seat| u16::from(public.boards[seat].jacks + public.camps[seat].jacks);
        let jacks = u16::from(public.jacks) + public.seats().map(held).sum::<u16>();
        ensure(jacks <= JACKS.into(), || format!("there are only {JACKS} Jacks"))?;
        let left = self.state.secret.deck.get().len();
        public.deck = self.deck.unwrap_or(left);
        ensure(public.deck <= left, || format!("only {left} cards are left for the draw pile"))?;
        self.state.refresh(self.rules);
        self.begin_turn()?;
        Ok(self.state)
    }

    /// Sets the Sites left. Where only those in town are given, all others lie out of town.
    fn place_sites(&mut self) -> Result<(), String> {
        let (town, outskirts) = self.rules.sites();
        let public = &mut self.state.public;
        for site in Material::ALL {
            let left = town + outskirts - public.sites_used(site);
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

fn number(text: &str) -> Result<u8, String> {
    text.trim().parse().map_err(|_| format!("'{}' is no number: expected a whole number", text.trim()))
}
