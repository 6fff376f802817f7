//! Glory: the kingdom's map, the heroes' sheets, the castle's goods, the battle being fought, and the own notebook.

mod duel;
mod map;
mod notes;
mod offers;
mod sheet;

use crate::map::NOWHERE;
use crate::words::quoted;
use crate::{
    Action, Ending, Foe, Frame, Good, Held, KINGDOMS, Kin, Kind as SpaceKind, Kingdom, Monster, Rules, Sort,
    State, View,
};
use maud::Markup;
use pages::html;
use table::{Game as _, Seat, Tell as _, Text, card, place, say, tongue};

use pages::{Desk, Drawn, Rank};
use pages::{Face, Picture, Plate, face, number};

/// A place at a table of Glory.
pub(crate) type Place<'a> = Desk<'a, State>;

impl Drawn for State {
    fn board(desk: &Place<'_>) -> Markup {
        let me = desk.view.viewer.seat();
        let first = me.unwrap_or(desk.view.public.active);
        html! {
            (desk.frame("strip", || offers::strip(desk)))
            (offers::offer(desk))
            @if let Some(fight) = desk.view.public.fight() { (desk.frame("duel", || duel::duel(desk, fight))) }
            @else if let Some(struck) = &desk.view.public.struck { (desk.part("duel", &[], &(struck, desk.view.public.heroes[struck.seat].alive), || duel::aftermath(desk, struck))) }
            (map::map(desk))
            div class={ "estate n" (desk.rules.players) } {
                div class="sheets" { @for seat in first.round(desk.rules.players) { (sheet::sheet(desk, seat)) } }
                div class="beside" { (offers::market(desk)) (notes::notes(desk)) }
            }
        }
    }

    fn spots(rules: &Rules, view: &View, seat: Seat, action: Action) -> Vec<String> {
        let mine = view.viewer.is(seat);
        let map = &rules.kingdom.map;
        let at = |places: &[u8], place: u8| {
            places.get(usize::from(place)).map(|space| format!("space:{space}")).into_iter().collect()
        };
        let one = |key: &str| vec![key.to_owned()];
        match action {
            Action::Hero(board) => vec![format!("hero:{board}")],
            Action::Roll => one("die"),
            Action::Buy(kind) => vec![format!("buy:{kind}")],
            // What another hero holds is on that hero's sheet, without places of its own.
            Action::Use(_) if !mine => vec![format!("sheet:{seat}")],
            Action::Use(Held::Good(kind)) => vec![format!("good:{kind}")],
            Action::Use(Held::Ability(kind)) => vec![format!("ability:{kind}")],
            Action::Use(Held::Power) => one("power"),
            Action::Go { end, .. } | Action::March(end) => vec![format!("space:{end}")],
            Action::Halt => vec![format!("space:{}", view.public.hero().space)],
            Action::Name(lair) => vec![format!("name:{lair}")],
            Action::Look(place) => at(&map.lairs, place),
            Action::Read(place) => at(&map.towns, place),
            Action::Engage
            | Action::Withdraw
            | Action::Prepare
            | Action::Stand
            | Action::Choose(_)
            | Action::Against(_)
            | Action::Duel(_)
            | Action::Sell { .. }
            | Action::Race
            | Action::Face(_)
                if !mine =>
            {
                vec![format!("sheet:{seat}")]
            }
            Action::Engage => one("engage"),
            Action::Withdraw => one("withdraw"),
            Action::Prepare => one("prepare"),
            Action::Stand => one("stand"),
            Action::Keep(kind) => vec![format!("keep:{kind}")],
            Action::Choose(which) => vec![format!("choose:{which}")],
            Action::Against(other) => vec![format!("against:{other}")],
            Action::Duel(other) => vec![format!("duel:{other}")],
            Action::Sell { kind, to } => vec![format!("sell:{kind}:{to}")],
            Action::Race => one("race"),
            Action::Face(side) => vec![format!("face:{side}")],
            Action::Give(_) if !mine => vec![format!("sheet:{seat}")],
            Action::Give(kind) => vec![format!("good:{kind}")],
            Action::Complete => one("complete"),
            Action::Pass => one("pass"),
            Action::End => one("end"),
            Action::Resign => Vec::new(),
        }
    }

    fn handles(_: &Rules, _: &View, seat: Seat, action: Action) -> Vec<String> {
        if let Action::Go { .. } | Action::March(_) = action {
            vec![format!("pawn:{seat}")]
        } else {
            Vec::new()
        }
    }

    fn called(rules: &Rules, action: Action) -> Option<Text> {
        let map = &rules.kingdom.map;
        let space = |at: u8| place(&map.space(at).name);
        if let Action::Hero(board) = action {
            let hero = rules.kingdom.heroes.get(usize::from(board))?;
            Some(say!("Play {}", card(&hero.name)))
        } else if let Action::Go { end, via: NOWHERE } = action {
            Some(say!("Go to {}", space(end)))
        } else if let Action::Go { end, via } = action {
            Some(say!("Go to {} by way of {}", space(end), space(via)))
        } else if let Action::March(end) = action {
            Some(say!("March to {}", space(end)))
        } else if let Action::Look(at) = action {
            Some(say!("Look at {}", space(*map.lairs.get(usize::from(at))?)))
        } else {
            None
        }
    }

    fn headline(rules: &Rules, view: &View) -> Vec<Text> {
        if view.public.ending != Ending::Open {
            return Self::prompt(rules, view);
        }
        // The battle's numbers are in its own panel.
        let crumb = |frame: &Frame| match frame.fight() {
            Some(fight) => fight.title(rules, view),
            None => frame.crumb(rules, view),
        };
        view.public.stack.iter().map(crumb).filter(|crumb| !crumb.is_empty()).collect()
    }

    fn rank(action: Action) -> Rank {
        match action {
            Action::End | Action::Pass | Action::Resign => Rank::Rest,
            Action::Hero(_)
            | Action::Roll
            | Action::Buy(_)
            | Action::Use(_)
            | Action::Go { .. }
            | Action::March(_)
            | Action::Halt
            | Action::Name(_)
            | Action::Look(_)
            | Action::Read(_)
            | Action::Give(_)
            | Action::Complete
            | Action::Engage
            | Action::Withdraw
            | Action::Prepare
            | Action::Stand
            | Action::Keep(_)
            | Action::Choose(_)
            | Action::Against(_)
            | Action::Duel(_)
            | Action::Sell { .. }
            | Action::Race
            | Action::Face(_) => Rank::Move,
        }
    }

    fn picture(rules: &Rules, name: &str) -> Option<Markup> {
        let kingdom = &rules.kingdom;
        let hero = kingdom.heroes.iter().position(|hero| hero.name == name);
        let good = kingdom.goods.iter().position(|good| good.name == name);
        let ability = kingdom.abilities.iter().position(|ability| ability.name == name);
        if let Some(at) = hero {
            return Some(hero_card(rules, at));
        }
        if let Some(monster) = kingdom.battle.iter().find(|monster| monster.name == name) {
            return Some(monster_card(rules, monster, "Battle"));
        }
        if let Some(monster) = kingdom.lairs.iter().find(|monster| monster.name == name) {
            return Some(monster_card(rules, monster, "Lair"));
        }
        if let Some(at) = good {
            return Some(good_card(rules, at as u8, kingdom.goods[at].price));
        }
        if let Some(at) = ability {
            return Some(ability_card(rules, at as u8));
        }
        let plain = |sort, paint, text, flavour: &str| {
            let text = told(&text, flavour);
            Some(face(&Face {
                paint,
                sort,
                corner: None,
                picture: picture_or(name, sort).small(),
                name,
                numbers: html! {},
                text,
            }))
        };
        if let Some(quest) = kingdom.quests.iter().find(|quest| quest.name == name) {
            return plain("Quest", "p-bronze quest", kingdom.quest_text(quest), &quest.flavour);
        }
        if let Some(event) = kingdom.events.iter().find(|event| event.name == name) {
            return plain("Fate", "p-blue fate", kingdom.event_text(event), &event.flavour);
        }
        let fate = kingdom.fates.iter().find(|fate| fate.name == name)?;
        plain("Fate", "p-blue fate", kingdom.fate_text(fate), &fate.flavour)
    }

    fn plates() -> Vec<Plate> {
        plates()
    }
}

/// What a card says, and what is told of it.
fn told(text: &Text, flavour: &str) -> String {
    match (text.to_string(), flavour) {
        (text, "") => text,
        (text, flavour) if text.is_empty() => quoted(flavour),
        (text, flavour) => format!("{text} {}", quoted(flavour)),
    }
}

/// The sets of pictures: that of the first kingdom, those of the others, and what all share. A table needs only its own kingdom's.
const SETS: [&str; 3] = [State::INFO.name, "saltmarrow", "realm"];

/// The picture of what has this name; no two kingdoms have the same name for anything.
fn picture(name: &str) -> Picture {
    let found = SETS.map(|set| Picture::of(set, name)).into_iter().find(Picture::there);
    found.unwrap_or_else(|| Picture::of(State::INFO.name, name))
}

/// The picture of what has this name, or that of its family where the kingdom is somebody's own.
fn picture_or(name: &str, family: &str) -> Picture {
    let own = picture(name);
    if own.there() { own } else { picture(family) }
}

/// A hero's picture.
fn hero_picture(name: &str) -> Picture {
    picture_or(name, "Aldric Vane")
}

/// A monster's picture: its own, or that of its kin where the kingdom is somebody's own.
fn monster_picture(monster: &Monster) -> Picture {
    let kin = match monster.kin_word.as_str() {
        "undead" => "Restless Bones",
        "outlaw" => "Footpads",
        "giant" => "Cave Ogre",
        "fay" => "Hedge Goblins",
        "dragon" => "Red Dragon",
        _ => "Lone Wolf",
    };
    picture_or(&monster.name, kin)
}

/// A good's picture: its own, or that of its sort.
fn good_picture(good: &Good) -> Picture {
    let sort = match good.sort_word.as_str() {
        "weapon" => "Fine Sword",
        "armour" => "Oak Shield",
        "potion" => "Healing Draught",
        "gear" => "Camp Kit",
        _ => "Homing Stone",
    };
    picture_or(&good.name, sort)
}

/// An ability's picture.
fn ability_picture(name: &str) -> Picture {
    picture_or(name, "Ability")
}

/// The colour of a sort of place.
const fn place_paint(kind: SpaceKind) -> &'static str {
    match kind {
        SpaceKind::Castle => "p-gold",
        SpaceKind::Town => "p-bronze",
        SpaceKind::Lair => "p-slate",
        SpaceKind::Haven => "p-green",
        SpaceKind::Blank => "p-sand",
        SpaceKind::Battle => "p-wine",
        SpaceKind::Fate => "p-blue",
    }
}

/// All pictures of the kingdoms that come with the game, family by family.
fn plates() -> Vec<Plate> {
    let kingdoms = KINGDOMS.iter().filter_map(|name| Kingdom::built_in(name).ok());
    let mut plates: Vec<Plate> = Vec::new();
    for kingdom in kingdoms {
        for plate in plates_of(&kingdom) {
            if plates.iter().all(|known| known.name != plate.name) {
                plates.push(plate);
            }
        }
    }
    plates
}

/// All pictures of one kingdom.
fn plates_of(kingdom: &Kingdom) -> Vec<Plate> {
    let plate = |family, name: &str, paint, picture| Plate { family, name: name.to_owned(), paint, picture };
    let heroes = kingdom.heroes.iter().map(|it| plate("Heroes", &it.name, "p-gold", hero_picture(&it.name)));
    let monsters = [("Monsters", &kingdom.battle), ("Monsters of the lairs", &kingdom.lairs)];
    let monsters = monsters.into_iter().flat_map(|(family, all)| all.iter().map(move |it| (family, it)));
    let monsters =
        monsters.map(|(family, it)| plate(family, &it.name, kin_paint(it.kin), monster_picture(it)));
    let goods = kingdom.goods.iter();
    let goods = goods.map(|it| plate("Goods", &it.name, sort_paint(it.sort), good_picture(it)));
    let places = kingdom.map.spaces.iter().filter(|space| map::has_label(space.kind));
    let places = places.map(|it| plate("Places", &it.name, place_paint(it.kind), picture(&it.name)));
    let abilities = kingdom.abilities.iter();
    let abilities = abilities.map(|it| plate("Abilities", &it.name, "p-teal", ability_picture(&it.name)));
    let fates = kingdom.fates.iter().map(|it| plate("Fates", &it.name, "p-blue", picture(&it.name)));
    let quests = kingdom.quests.iter().map(|it| plate("Quests", &it.name, "p-bronze", picture(&it.name)));
    // What is not seen, and cards of somebody's own kingdom.
    let others = [("Ability", "p-teal"), ("Fate", "p-blue"), ("Quest", "p-bronze"), ("Hidden", "p-slate")];
    let others = others.map(|(name, paint)| plate("Others", name, paint, picture(name)));
    let people = heroes.chain(monsters);
    let things = goods.chain(abilities).chain(places);
    people.chain(things).chain(fates).chain(quests).chain(others).collect()
}

/// The colour of a kin.
const fn kin_paint(kin: Kin) -> &'static str {
    const PAINTS: [&str; 8] =
        ["p-bronze", "p-slate", "p-teal", "p-blue", "p-green", "p-wine", "p-violet", "p-sand"];
    PAINTS[kin.0 as usize % PAINTS.len()]
}

/// The colour of a sort of goods.
const fn sort_paint(sort: Sort) -> &'static str {
    const PAINTS: [&str; 8] =
        ["p-wine", "p-slate", "p-violet", "p-bronze", "p-gold", "p-teal", "p-green", "p-blue"];
    PAINTS[sort.0 as usize % PAINTS.len()]
}

fn monster_card(rules: &Rules, monster: &Monster, sort: &str) -> Markup {
    let habits = monster.habits().map(|habit| say!("{}.", habit.capital()));
    let glory = (monster.glory > 0).then(|| say!("Worth {} glory.", monster.glory));
    let wins = monster.wins.map(|script| say!("Slaying it: {}", rules.kingdom.script_text(script)));
    let text = told(&Text::joined(habits.chain(glory).chain(wins), " "), &monster.flavour);
    face(&Face {
        paint: kin_paint(monster.kin),
        sort,
        corner: Some(tongue::phrase(&monster.kin_word).into_owned()),
        picture: monster_picture(monster).small(),
        name: &monster.name,
        numbers: html! {
            (number("heart", monster.health, "health")) (number("fist", monster.power, "power"))
            (number("sword", format!("{:+}", monster.strike), "strike"))
        },
        text,
    })
}

fn hero_card(rules: &Rules, at: usize) -> Markup {
    let kingdom = &rules.kingdom;
    let hero = &kingdom.heroes[at];
    let goods = hero.goods.iter().map(|kind| Text::of(card(&kingdom.goods[usize::from(*kind)].name)));
    let (gift, boon) = (tongue::name(&hero.gift), kingdom.boon_text(&hero.boon));
    let text = told(&say!("{gift}: {boon} Starts with {}.", Text::joined(goods, ", ")), &hero.flavour);
    face(&Face {
        paint: "p-gold",
        sort: "Hero",
        corner: None,
        picture: hero_picture(&hero.name).small(),
        name: &hero.name,
        numbers: html! {
            (number("heart", hero.health, "health")) (number("fist", hero.power, "power"))
            (number("sword", format!("{:+}", hero.strike), "strike"))
        },
        text,
    })
}

fn good_card(rules: &Rules, kind: u8, price: u8) -> Markup {
    let good = &rules.kingdom.goods[usize::from(kind)];
    face(&Face {
        paint: sort_paint(good.sort),
        sort: &good.sort_word,
        corner: Some(format!("{price} ¢")),
        picture: good_picture(good).small(),
        name: &good.name,
        numbers: html! {},
        text: told(&rules.kingdom.boon_text(&good.boon), &good.flavour),
    })
}

fn ability_card(rules: &Rules, kind: u8) -> Markup {
    let ability = &rules.kingdom.abilities[usize::from(kind)];
    face(&Face {
        paint: "p-teal",
        sort: "Ability",
        corner: None,
        picture: ability_picture(&ability.name).small(),
        name: &ability.name,
        numbers: html! {},
        text: told(&rules.kingdom.boon_text(&ability.boon), &ability.flavour),
    })
}

/// The movement die of this turn as it lies, if it was rolled.
fn rolled(view: &View) -> Option<u8> {
    (1..=6).contains(&view.public.rolled).then_some(view.public.rolled)
}

/// Where a foe is met, in words.
const fn foe_sort(foe: Foe) -> &'static str {
    match foe {
        Foe::Card(_) => "Battle",
        Foe::Lair(_) => "Lair",
    }
}
