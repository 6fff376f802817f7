//! A view in names: what programs read.

mod names;
mod procedure;

use naming::{Counts, Named, by_seat, counted, counts, letter, letters, looker};
use table::Seat;
use table::tongue::notation;

use crate::cards::{Cards, Kingdom, Stock, bits};
use crate::event::{Enemy, Source, Struck, Verdict};
use crate::map::{NOWHERE, Places, Space};
use crate::procedures::NOTHING;
use crate::quest;
use crate::rules::Rules;
use crate::state::{self, Public, QuestLies, State};
use crate::view::View;

pub use self::names::{Deeds, Ending, HeldCard, Hero, Lair, Names, Pile, Prowler, Round, Town, Used};

impl Named for State {
    type Names = Names;

    fn names(rules: &Rules, view: &View) -> Names {
        let View { viewer, public, quests: _, lairs: _ } = view;
        let Public {
            active,
            first,
            round,
            ending,
            heroes: _,
            stack,
            // A state in which something did not fit is never shown: `play` refuses what leads there.
            crowded: _,
            rolled,
            struck,
            goods,
            row,
            abilities,
            battle,
            fates,
            spent_goods: _,
            spent_abilities: _,
            used_trigger,
            used_battle,
            used_turn,
            marched,
            duelled,
            sold,
            event,
            prowling,
            towns: _,
            lairs: _,
            life: _,
            deeds: _,
        } = public;
        let say = Namer { kingdom: &rules.kingdom, view };
        let kingdom = say.kingdom;
        let good = |card: &u8| (*card != NOTHING).then(|| say.good(*card));
        Names {
            viewer: looker(*viewer),
            active: letter(*active),
            first: letter(*first),
            round: *round,
            rolled: (*rolled > 0).then_some(*rolled),
            marched: *marched,
            duelled: *duelled,
            sold: *sold,
            heroes: by_seat(rules.players, |seat| say.hero(seat)),
            towns: (0..kingdom.map.towns.len()).map(|place| say.town(place)).collect(),
            lairs: (0..kingdom.map.lairs.len()).map(|place| say.lair(place)).collect(),
            event: kingdom.events.get(usize::from(*event)).map(|event| event.name.clone()),
            prowling: prowling.iter().map(|prowler| say.prowler(*prowler)).collect(),
            row: row.iter().map(good).collect(),
            goods: pile(goods, &kingdom.goods_stock, |kind| &kingdom.goods[kind].name),
            abilities: pile(abilities, &kingdom.ability_stock, |kind| &kingdom.abilities[kind].name),
            battle: pile(battle, &kingdom.battle_stock, |kind| &kingdom.battle[kind].name),
            fates: pile(fates, &kingdom.fate_stock, |kind| &kingdom.fates[kind].name),
            used_now: say.used(used_trigger),
            used_in_battle: say.used(used_battle),
            used_this_turn: say.used(used_turn),
            last_round: struck.map(|struck| say.round(struck)),
            procedures: stack.iter().map(|frame| procedure::waiting(&say, *frame)).collect(),
            ending: how(*ending),
        }
    }
}

/// What names need: the cards and the map, and what the viewer sees.
struct Namer<'a> {
    kingdom: &'a Kingdom,
    view: &'a View,
}

/// The cards of a set, by name.
fn cards<'a>(set: Cards, stock: &Stock, name: impl Fn(usize) -> &'a String) -> Counts {
    counted(bits(set).map(|card| name(usize::from(stock.kind(card))).as_str()))
}

fn pile<'a>(pile: &state::Pile, stock: &Stock, name: impl Fn(usize) -> &'a String) -> Pile {
    let state::Pile { deck, discard } = pile;
    Pile { deck: cards(*deck, stock, &name), discard: cards(*discard, stock, &name) }
}

/// A space as sentences call it: by its name, or by what it is and its number.
fn titled(space: &Space) -> String {
    notation(|| space.titled())
}

impl Namer<'_> {
    fn good(&self, card: u8) -> String {
        self.kingdom.goods[usize::from(self.kingdom.goods_stock.kind(card))].name.clone()
    }

    fn ability(&self, card: u8) -> String {
        self.kingdom.abilities[usize::from(self.kingdom.ability_stock.kind(card))].name.clone()
    }

    fn monster(&self, card: u8) -> String {
        self.kingdom.battle[usize::from(self.kingdom.battle_stock.kind(card))].name.clone()
    }

    /// One of the monsters that quests name.
    fn wanted(&self, at: u8) -> Option<String> {
        self.kingdom.battle.iter().find(|monster| monster.wanted == at).map(|monster| monster.name.clone())
    }

    fn lair_card(&self, kind: u8) -> Option<String> {
        self.kingdom.lairs.get(usize::from(kind)).map(|monster| monster.name.clone())
    }

    fn space(&self, at: u8) -> Option<String> {
        let space = if at == NOWHERE { None } else { self.kingdom.map.spaces.get(usize::from(at)) };
        space.map(titled)
    }

    /// The names of towns, lairs or havens whose places are in a set.
    fn places(&self, set: Places, spaces: &[u8]) -> Vec<String> {
        let names = table::bits(set).filter_map(|place| spaces.get(usize::from(place)));
        names.filter_map(|at| self.space(*at)).collect()
    }

    fn town_name(&self, place: usize) -> String {
        self.kingdom.map.towns.get(place).and_then(|at| self.space(*at)).unwrap_or_default()
    }

    fn lair_name(&self, place: usize) -> String {
        self.kingdom.map.lairs.get(place).and_then(|at| self.space(*at)).unwrap_or_default()
    }

    fn hero(&self, seat: Seat) -> Hero {
        let public = &self.view.public;
        let state::Hero {
            board,
            alive,
            health,
            glory,
            earned,
            peak,
            awards,
            fate_awards,
            gift_spent,
            coins,
            space,
            from,
            goods,
            abilities,
            fates,
        } = &public.heroes[seat];
        let used = [&public.used_trigger, &public.used_battle, &public.used_turn];
        let held = |card: u8, name: String, spent: u8, sets: [Cards; 3]| {
            let [used_now, used_in_battle, used_this_turn] = sets.map(|set| set >> card & 1 != 0);
            HeldCard { name, uses_spent: spent, used_now, used_in_battle, used_this_turn }
        };
        let good = |card| {
            let spent = public.spent_goods.0[usize::from(card)];
            held(card, self.good(card), spent, used.map(|used| used.goods))
        };
        let ability = |card| {
            let spent = public.spent_abilities.0[usize::from(card)];
            held(card, self.ability(card), spent, used.map(|used| used.abilities))
        };
        let kingdom = self.kingdom;
        let towns = (0..kingdom.map.towns.len()).zip(&public.deeds[seat]);
        Hero {
            board: kingdom.heroes.get(usize::from(*board)).map(|board| board.name.clone()),
            alive: *alive,
            health: *health,
            glory: *glory,
            glory_from: Source::ALL.map(Source::word).map(str::to_owned).into_iter().zip(*earned).collect(),
            most_glory: *peak,
            awards: *awards,
            fate_awards: *fate_awards,
            power_spent: *gift_spent,
            coins: *coins,
            space: self.space(*space).unwrap_or_default(),
            came_from: self.space(*from),
            goods: sorted(bits(*goods).map(good)),
            abilities: sorted(bits(*abilities).map(ability)),
            fates: cards(*fates, &kingdom.fate_stock, |kind| &kingdom.fates[kind].name),
            deeds: self.deeds(&public.life[seat]),
            deeds_since: towns.map(|(place, deeds)| (self.town_name(place), self.deeds(deeds))).collect(),
        }
    }

    fn prowler(&self, prowler: state::Prowler) -> Prowler {
        let state::Prowler { card, space } = prowler;
        Prowler { monster: self.monster(card), space: self.space(space).unwrap_or_default() }
    }

    fn deeds(&self, deeds: &quest::Deeds) -> Deeds {
        let quest::Deeds { slain, best, rounds, fates, bought, towns, lairs, havens, castle, wanted } = deeds;
        let map = &self.kingdom.map;
        Deeds {
            slain: counts(self.kingdom.kins.iter().map(|kin| kin.word.as_str()).zip(*slain)),
            best_slain: *best,
            rounds: *rounds,
            fates: *fates,
            bought: *bought,
            towns: self.places(*towns, &map.towns),
            lairs: self.places(*lairs, &map.lairs),
            havens: self.places(*havens, &map.havens),
            castle: *castle,
            wanted_slain: table::bits(*wanted).filter_map(|at| self.wanted(at)).collect(),
        }
    }

    fn town(&self, place: usize) -> Town {
        let state::Town { lies, seen, raced, excluded } = &self.view.public.towns[place];
        let quest = |card: u8| self.kingdom.quests.get(usize::from(card)).map(|quest| quest.name.clone());
        let (lies, completed) = match *lies {
            QuestLies::Hidden => ("face down", None),
            QuestLies::Open(seat) => ("open", Some(seat)),
            QuestLies::Gone => ("gone", None),
        };
        Town {
            name: self.town_name(place),
            lies: lies.to_owned(),
            completed_by: completed.map(letter),
            seen_by: letters(*seen),
            raced: *raced,
            quest: self.view.quests[place].and_then(quest),
            cannot_be: table::bits(*excluded).filter_map(quest).collect(),
        }
    }

    fn lair(&self, place: usize) -> Lair {
        let state::Lair { seen, shown, won } = &self.view.public.lairs[place];
        Lair {
            name: self.lair_name(place),
            seen_by: letters(*seen),
            shown: *shown,
            won_by: won.map(letter),
            monster: self.view.lairs[place].and_then(|card| self.lair_card(card)),
        }
    }

    fn used(&self, used: &state::Used) -> Used {
        let state::Used { goods, abilities, power } = used;
        let kingdom = self.kingdom;
        Used {
            goods: cards(*goods, &kingdom.goods_stock, |kind| &kingdom.goods[kind].name),
            abilities: cards(*abilities, &kingdom.ability_stock, |kind| &kingdom.abilities[kind].name),
            powers: letters(*power),
        }
    }

    fn round(&self, struck: Struck) -> Round {
        let Struck { seat, enemy, round, mine, theirs, own, foe, verdict } = struck;
        let enemy = match enemy {
            Enemy::Card(kind) => {
                self.kingdom.battle.get(usize::from(kind)).map(|monster| monster.name.clone())
            }
            Enemy::Lair(kind) => self.lair_card(kind),
        };
        Round {
            seat: letter(seat),
            enemy: enemy.unwrap_or_default(),
            round,
            hero_die: mine,
            enemy_die: theirs,
            hero_strike: own,
            enemy_strike: foe,
            verdict: match verdict {
                Verdict::Won => "won",
                Verdict::Lost => "lost",
                Verdict::Tied => "tied",
            }
            .to_owned(),
        }
    }
}

/// Copies of a card are alike, so their order says nothing.
fn sorted(cards: impl Iterator<Item = HeldCard>) -> Vec<HeldCard> {
    let mut cards: Vec<_> = cards.collect();
    cards.sort();
    cards
}

fn how(ending: state::Ending) -> Option<Ending> {
    let (by, winner) = match ending {
        state::Ending::Open => return None,
        state::Ending::Glory(seat) => ("glory", Some(seat)),
        state::Ending::Survivor(seat) => ("survivor", Some(seat)),
        state::Ending::Death => ("death", None),
        state::Ending::Rounds => ("rounds", None),
        state::Ending::Turns => ("turns", None),
        state::Ending::Goal(seat) => ("goal", Some(seat)),
    };
    Some(Ending { by: by.to_owned(), winner: winner.map(letter) })
}
