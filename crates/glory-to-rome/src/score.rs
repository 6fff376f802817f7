//! Winning and scoring (GTR-40 to GTR-42).

use table::{BySeat, Chance, Outcome, Part, Seat, SeatSet, say};

use crate::cards::{Card, CardSet, Material, Role};
use crate::effect::powers;
use crate::event::Event;
use crate::procedures::{Frame, Revels};
use crate::rules::Rules;
use crate::state::{Ending, Public, State, acts_as};
use crate::zone::Materials;

impl Public {
    /// Whether the last card has been drawn and ends the game: not while a Bacchanalia is under way that turned up just the cards
    /// that were left, for that happens in full (ruling 75).
    pub(crate) fn ends_by_deck(&self) -> bool {
        let full =
            |frame: &Frame| matches!(frame, Frame::Bacchanalia(revels) if revels.used.has(Revels::LAST));
        self.deck == 0 && !self.stack.iter().any(full)
    }
}

impl State {
    /// GTR-40: the endings that are looked for after every step.
    pub(crate) fn check_endings(&mut self, rules: &Rules) {
        if self.public.is_over() {
            return;
        }
        if !self.public.anybodys.0.and(powers().winning()).is_empty() {
            self.public.ending = victory(self, rules);
            if self.public.is_over() {
                return;
            }
        }
        // A card drawn at the Fountain may still be used (ruling 56).
        if self.public.ends_by_deck() && !matches!(self.public.top(), Frame::Fountain(_)) {
            self.public.ending = Ending::Deck;
        }
    }

    /// At the end all vaults are uncovered.
    pub(crate) fn uncover<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        self.public.stack.clear();
        for seat in self.public.seats() {
            self.public.boards[seat].open = *self.secret.vaults[seat].get();
            self.secret.filched[seat] = table::Hidden::default();
        }
        chance.learned(SeatSet::all(self.public.players as usize));
        chance.note(|| Event::Ended {
            ending: self.public.ending,
            winners: outcome(self, rules).map(|outcome| outcome.winners).unwrap_or_default(),
            tally: tally(self, rules),
        });
    }
}

/// The functions that win by a feat, when it is done, and the ending it is.
type Feat = (CardSet, fn(&Public, Seat) -> bool, fn(SeatSet) -> Ending);

/// Which seats win at once by a Forum, Forum Romanum or Plebian Council, if any (GTR-41).
pub(crate) fn victory(state: &State, rules: &Rules) -> Ending {
    let public = &state.public;
    let feats: [Feat; 3] = [
        (powers().wins_by_roles, covers_roles, Ending::Forum),
        (powers().wins_by_roles_and_materials, covers_all, Ending::ForumRomanum),
        (powers().wins_by_laborers, rules_the_council, Ending::PlebianCouncil),
    ];
    for (by, done, ending) in feats {
        let winners: SeatSet =
            public.seats().filter(|seat| public.can(*seat, by) && done(public, *seat)).collect();
        if !winners.is_empty() {
            return ending(best(state, rules, winners));
        }
    }
    Ending::None
}

/// GTR-67: whether the seat's clients cover all six roles, each client one role: exact, with Ludus Magna (GTR-69) and
/// Storeroom (GTR-71).
pub fn covers_roles(public: &Public, seat: Seat) -> bool {
    let clients = &public.boards[seat].clients;
    covers(clients, public.functions[seat].0)
}

/// GTR-68: all six roles, and all six materials in the stockpile.
fn covers_all(public: &Public, seat: Seat) -> bool {
    public.boards[seat].stock.kinds().count() == 6 && covers_roles(public, seat)
}

fn covers(clients: &Materials, functions: CardSet) -> bool {
    // Six roles need six clients (ruling 70).
    if clients.len() < 6 {
        return false;
    }
    let can = Material::ALL.map(|colour| {
        let roles = Role::ALL.into_iter().filter(|role| acts_as(functions, colour, *role));
        roles.fold(0_u8, |roles, role| roles | 1 << role as u8)
    });
    // Everybody finds a place exactly if no set of roles has fewer clients that can fill it (Hall's theorem).
    (1_u8..64).all(|roles| {
        let fitting = Material::ALL.into_iter().filter(|colour| can[colour.index()] & roles != 0);
        u32::from(fitting.map(|colour| clients[colour]).sum::<u8>()) >= roles.count_ones()
    })
}

/// GTR-120: more Laborers than Legionaries at the table, and strictly most Laborers of all.
fn rules_the_council(public: &Public, seat: Seat) -> bool {
    let count = |seat: Seat, role: Role| -> u32 {
        public.colours_for(seat, role).map(|colour| u32::from(public.boards[seat].clients[colour])).sum()
    };
    let all = |role| -> u32 { public.seats().map(|seat| count(seat, role)).sum() };
    let own = count(seat, Role::Laborer);
    all(Role::Laborer) > all(Role::Legionary)
        && public.others(seat).all(|other| count(other, Role::Laborer) < own)
}

/// GTR-70: of several who win at the same moment, those with the best score.
fn best(state: &State, rules: &Rules, among: SeatSet) -> SeatSet {
    let scores = scores(state, rules);
    let key = |seat: Seat| (scores[seat], state.public.boards[seat].hand());
    let most = among.iter().map(key).max();
    among.iter().filter(|seat| Some(key(*seat)) == most).collect()
}

/// What points are counted for (GTR-42).
#[derive(Clone, Copy)]
enum Merit {
    Influence,
    Vault,
    /// More of this in the vault than anyone else.
    Most(Material),
    Building(Card),
}

/// GTR-42: the materials for which the seat would earn the merchant bonus now.
pub(crate) fn merchant_bonuses(state: &State, rules: &Rules, seat: Seat) -> Materials {
    let mut won = Materials::default();
    count(state, rules, seat, |merit, _| {
        if let Merit::Most(material) = merit {
            won[material] += 1;
        }
    });
    won
}

/// GTR-42: tells what a seat scores, part by part, as if the game ended now.
fn count(state: &State, rules: &Rules, seat: Seat, mut each: impl FnMut(Merit, i32)) {
    let public = &state.public;
    let vault = |seat: Seat| state.secret.vaults[seat].get();
    let board = &public.boards[seat];
    each(Merit::Influence, board.influence().into());
    each(Merit::Vault, vault(seat).value().into());
    for material in Material::ALL {
        let own = vault(seat)[material];
        // Ruling 76: a strict majority only.
        if own > 0 && public.others(seat).all(|other| vault(other)[material] < own) {
            each(Merit::Most(material), 3);
        }
    }
    let functions = public.functions[seat].0;
    for (card, points) in powers().points.with_cards(functions) {
        if scores_points(public, seat, card, rules) {
            each(Merit::Building(card), points.into());
        }
    }
    for (card, cards) in powers().point_for_stock.with_cards(functions) {
        each(Merit::Building(card), (board.stock.len() / cards).into());
    }
}

/// GTR-42: every seat's score as if the game ended now.
pub(crate) fn scores(state: &State, rules: &Rules) -> BySeat<i32> {
    let mut scores = BySeat::default();
    for seat in state.public.seats() {
        count(state, rules, seat, |_, points| scores[seat] += points);
    }
    scores
}

/// GTR-42: what every seat's score is made of.
pub(crate) fn tally(state: &State, rules: &Rules) -> Vec<Vec<Part>> {
    let parts = |seat| {
        let mut parts = Vec::new();
        count(state, rules, seat, |merit, points| {
            let what = match merit {
                Merit::Influence => say!("influence"),
                Merit::Vault => say!("vault"),
                Merit::Most(material) => say!("for most {material}"),
                Merit::Building(card) => say!("for the {card}"),
            };
            parts.push(Part { what, points });
        });
        parts
    };
    state.public.seats().map(parts).collect()
}

/// GTR-91: a finished Statue scores; one that only a Gate makes work does by option (ruling 54).
fn scores_points(public: &Public, seat: Seat, card: Card, rules: &Rules) -> bool {
    rules.gate_statue
        || public.structures.iter().any(|structure| {
            structure.card == card && structure.finished && (structure.owner == seat || structure.public)
        })
}

/// Why the game ended, as a phrase (GTR-40).
pub(crate) const fn reason(ending: Ending) -> &'static str {
    match ending {
        Ending::None => "it goes on",
        Ending::Deck => "the draw pile ran out",
        Ending::Sites => "the last Site in town was taken",
        Ending::Catacomb => "a Catacomb was completed",
        Ending::Bacchanalia => "a Bacchanalia asked for more cards than there are",
        Ending::Forum(_) => "a Forum was won",
        Ending::ForumRomanum(_) => "a Forum Romanum was won",
        Ending::PlebianCouncil(_) => "a Plebian Council was won",
        Ending::Surrender(_) => "all others surrendered",
    }
}

pub(crate) fn outcome(state: &State, rules: &Rules) -> Option<Outcome> {
    let winners = match state.public.ending {
        Ending::None => return None,
        Ending::Deck | Ending::Sites | Ending::Catacomb | Ending::Bacchanalia => {
            best(state, rules, state.public.seats().collect())
        }
        Ending::Forum(winners) | Ending::ForumRomanum(winners) | Ending::PlebianCouncil(winners) => winners,
        Ending::Surrender(seat) => SeatSet::one(seat),
    };
    Some(Outcome { winners, scores: scores(state, rules), reason: reason(state.public.ending) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to give each role its own client, tried one by one.
    fn by_trying(clients: &Materials, ludus: bool, storeroom: bool, role: usize) -> bool {
        let Some(role) = Role::ALL.get(role) else { return true };
        Material::ALL.into_iter().any(|colour| {
            let can = colour == role.material()
                || (ludus && colour == Material::Stone)
                || (storeroom && *role == Role::Laborer);
            if !can || !clients.has(colour) {
                return false;
            }
            let mut left = *clients;
            left.take(colour);
            by_trying(&left, ludus, storeroom, *role as usize + 1)
        })
    }

    /// GTR-67, GTR-69, GTR-71: the quick test agrees with trying everything, for all counts up to 3.
    #[test]
    fn forum_matching_is_exact() {
        for code in 0..4_usize.pow(6) {
            let mut clients = Materials::default();
            for (at, colour) in Material::ALL.into_iter().enumerate() {
                clients[colour] = (code / 4_usize.pow(at as u32) % 4) as u8;
            }
            for (ludus, storeroom) in [(false, false), (true, false), (false, true), (true, true)] {
                let tried = by_trying(&clients, ludus, storeroom, 0);
                let both = [(ludus, Card::LUDUS_MAGNA), (storeroom, Card::STOREROOM)];
                let functions = both.into_iter().filter(|(has, _)| *has).map(|(_, card)| card).collect();
                assert_eq!(covers(&clients, functions), tried, "{clients:?} {ludus} {storeroom}");
            }
        }
    }
}
