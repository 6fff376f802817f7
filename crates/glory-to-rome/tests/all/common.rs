//! Positions that random games hardly ever reach, for several tests.

use gloria_glory_to_rome::Rules;
use gloria_glory_to_rome::cards::{Card, Material};
use table::scenario::SetupLine;
use table::{Chance, Light, Options, Rulebook, Seat};

fn pick(chance: &mut Light, from: u32, to: u32) -> u32 {
    from + chance.below(to - from + 1)
}

fn pile(chance: &mut Light, most: u32, name: fn(Material) -> &'static str) -> String {
    let parts: Vec<_> = Material::ALL
        .into_iter()
        .map(|material| format!("{} {}", chance.below(most + 1), name(material)))
        .collect();
    parts.join(", ")
}

/// Setup lines in which everyone has many buildings, some of them stolen, public or under way.
pub fn crowded(rules: &Rules, chance: &mut Light) -> Vec<SetupLine> {
    let mut cards: Vec<Card> = Vec::new();
    for card in Card::all() {
        cards.extend(std::iter::repeat_n(card, rules.copies(card).into()));
    }
    chance.shuffle(&mut cards);
    let mut lines = Vec::new();
    let mut sites = [6_u8; 6];
    let mut set = |key: String, value: String| lines.push(SetupLine { line: 1, key, value });
    for seat in Seat::all(rules.players()) {
        let (mut built, mut building) = (Vec::new(), Vec::new());
        let mut names = Vec::new();
        let endings = [Card::CATACOMB, Card::FORUM, Card::FORUM_ROMANUM, Card::PLEBIAN_COUNCIL];
        for _ in 0..pick(chance, 4, 12) {
            let Some(card) = cards.pop() else { break };
            let left = &mut sites[card.material().index()];
            if names.contains(&card) || endings.contains(&card) || *left == 0 {
                continue;
            }
            names.push(card);
            *left -= 1;
            match chance.below(6) {
                0 => built.push(format!("{card} [{}] (public)", card.material())),
                1 => {
                    // Its Site stayed with the one it was stolen from.
                    let victim = seat.next(rules.players());
                    set(format!("{victim} influence"), card.material().name().to_owned());
                    built.push(format!("{card} [{}] (stolen)", card.material()));
                }
                2 | 3 => built.push(format!("{card} [{}]", card.material())),
                _ => {
                    let have = chance.below(u32::from(card.material().value()));
                    building.push(format!("{card} [{have} {}]", card.material()));
                }
            }
        }
        set(format!("{seat} built"), built.join(", "));
        set(format!("{seat} building"), building.join(", "));
        let hand: Vec<_> = (0..pick(chance, 2, 7)).filter_map(|_| cards.pop()).map(Card::name).collect();
        set(format!("{seat} hand"), hand.join(", "));
        set(format!("{seat} stockpile"), pile(chance, 1, Material::name));
        set(format!("{seat} clients"), pile(chance, 1, |material| material.role().name()));
    }
    set("pool".to_owned(), pile(chance, 3, Material::name));
    set("deck".to_owned(), pick(chance, 1, 90).to_string());
    lines
}

/// Options of a table, at random.
pub fn options(chance: &mut Light) -> Options {
    let mut options = Options::new().with("geek", "all");
    options.set("players", &pick(chance, 2, 5).to_string());
    for (name, values) in [
        ("version", ["republic", "imperium"]),
        ("latrine_jack", ["on", "off"]),
        ("bath_trigger", ["client", "patron"]),
        ("gate_statue", ["on", "off"]),
        ("watch_post_site", ["keep", "return"]),
        ("open_memory", ["on", "off"]),
    ] {
        options.set(name, values[chance.below(2) as usize]);
    }
    options
}
