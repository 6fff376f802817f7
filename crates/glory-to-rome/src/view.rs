//! What a viewer knows, and states that fit it.

use serde::Serialize;
use table::{BySeat, Chance, Game as _, Hidden, Seat, Text, Viewer};

use crate::action::Action;
use crate::cards::{Card, CardSet, Material};
use crate::procedures::{DEPTH, Frame};
use crate::rules::Rules;
use crate::state::{Public, Secret, State};
use crate::zone::{Cards, Materials, Tally};

/// All that one viewer may know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// What everyone knows.
    pub public: Public,
    /// The viewer's own Order cards; empty for a spectator.
    pub hand: Cards,
    /// What the viewer alone knows of the own vault.
    pub filched: Materials,
    /// Cards shown for demands this turn that the viewer has sold from hand since.
    pub gone: Materials,
    /// The card the viewer has just drawn at the Fountain.
    pub drawn: Option<Card>,
}

impl State {
    pub(crate) fn look(&self, viewer: Viewer) -> View {
        let Self { public, secret } = self;
        let Secret { deck: _, hands, vaults: _, filched, gone, buried: _, drawn } = secret;
        let own = |seat: Seat| (*hands[seat].get(), *filched[seat].get(), *gone[seat].get());
        let (hand, filched, gone) = viewer.seat().map(own).unwrap_or_default();
        let looks = viewer.seat().is_some() && viewer.seat() == public.decides();
        let drawn = if looks { *drawn.get() } else { None };
        View { viewer, public: *public, hand, filched, gone, drawn }
    }

    pub(crate) fn veil(&self, viewer: Viewer) -> Self {
        let view = self.look(viewer);
        let mut secret = Secret::default();
        for seat in self.public.seats() {
            let mut known = self.public.boards[seat].open;
            if viewer.is(seat) {
                secret.hands[seat] = Hidden::new(view.hand);
                secret.filched[seat] = Hidden::new(view.filched);
                secret.gone[seat] = Hidden::new(view.gone);
                known.add_all(&view.filched);
            }
            secret.vaults[seat] = Hidden::new(known);
        }
        secret.drawn = Hidden::new(view.drawn);
        Self { public: self.public, secret }
    }

    /// Some state the view's owner can't tell from the real one, respecting everything everyone has seen.
    pub(crate) fn dream<C: Chance>(rules: &Rules, view: &View, chance: &mut C) -> Self {
        // What is known not to be in a hand can make a careless deal run out of fitting cards; then it is dealt again.
        for _ in 0..64 {
            if let Some(state) = try_imagine(rules, view, chance, Strictness::Strict) {
                return state;
            }
        }
        try_imagine(rules, view, chance, Strictness::Lax).expect("a lax deal always finds cards")
    }
}

/// Whether a deal respects what hands are known to lack.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strictness {
    Strict,
    Lax,
}

fn try_imagine<C: Chance>(
    rules: &Rules,
    view: &View,
    chance: &mut C,
    strictness: Strictness,
) -> Option<State> {
    let public = &view.public;
    let mut unseen = unseen(rules, view);
    let mut secret = Secret::default();
    // What is known first: cards by name, then by colour, then the own vault.
    for seat in public.seats() {
        if view.viewer.is(seat) {
            secret.hands[seat] = Hidden::new(view.hand);
            secret.gone[seat] = Hidden::new(view.gone);
            continue;
        }
        for known in public.known.iter().filter(|known| known.seat == seat) {
            if unseen.has(known.card) {
                unseen.take(known.card);
                secret.hands[seat].get_mut().add(known.card);
            }
        }
    }
    for seat in public.seats().filter(|seat| !view.viewer.is(*seat)) {
        let hand = secret.hands[seat].get_mut();
        for material in Material::ALL {
            while hand.of(material) < public.boards[seat].shown[material] && unseen.of(material) > 0 {
                hand.add(unseen.draw_of(material, chance));
            }
        }
    }
    let buried = imagine_vaults(view, &mut secret, &mut unseen, chance);
    // The most constrained hands are filled first.
    let mut seats: Vec<Seat> = public.seats().filter(|seat| !view.viewer.is(*seat)).collect();
    seats.sort_by_key(|seat| std::cmp::Reverse(public.boards[*seat].lacks.count_ones()));
    for seat in seats {
        let board = &public.boards[seat];
        let hand = secret.hands[seat].get_mut();
        while hand.len() < board.orders {
            let card = if board.lacks == 0 || strictness == Strictness::Lax {
                unseen.draw(chance)
            } else {
                draw_allowed(&mut unseen, board.lacks, chance)?
            };
            hand.add(card);
        }
    }
    secret.buried = Hidden::new(finish_vaults(view, &mut secret, &mut unseen, &buried, chance));
    secret.drawn = Hidden::new(match (view.drawn, fountain_is_open(public)) {
        (Some(card), _) => Some(card),
        (None, true) => Some(unseen.draw(chance)),
        (None, false) => None,
    });
    secret.deck = Hidden::new(unseen);
    Some(State { public: *public, secret })
}

fn fountain_is_open(public: &Public) -> bool {
    matches!(public.top(), Frame::Fountain(_))
}

/// All cards of the game but those the viewer sees or has seen.
fn unseen(rules: &Rules, view: &View) -> Cards {
    let public = &view.public;
    let mut counts = rules.copies;
    let mut without = |card: Card, count: u8| {
        let left = &mut counts[card.index()];
        *left = left.saturating_sub(count);
    };
    for card in Card::all() {
        let turned_up = public.revealed[0].count(card) + public.revealed[1].count(card);
        without(card, public.seen.count(card) + turned_up);
    }
    for structure in &public.structures {
        without(structure.card, 1);
    }
    for (card, count) in view.hand.iter() {
        without(card, count);
    }
    if let Some(card) = view.drawn {
        without(card, 1);
    }
    Cards::from_counts(&counts)
}

fn draw_allowed<C: Chance>(unseen: &mut Cards, lacks: u8, chance: &mut C) -> Option<Card> {
    let allowed = |material: &Material| lacks >> material.index() & 1 == 0;
    let total: u32 = Material::ALL.iter().filter(|m| allowed(m)).map(|m| u32::from(unseen.of(*m))).sum();
    if total == 0 {
        return None;
    }
    let mut left = chance.below(total);
    for material in Material::ALL.into_iter().filter(allowed) {
        let count = u32::from(unseen.of(material));
        if left < count {
            return Some(unseen.draw_of(material, chance));
        }
        left -= count;
    }
    None
}

/// The vault cards whose colours the viewer does not know: those seen before, by colour, and how many were never seen.
struct Covered {
    seen: Materials,
    unseen: u8,
    own: Tally,
}

/// What the viewer can work out of the vaults, and the known part of them.
fn imagine_vaults<C: Chance>(
    view: &View,
    secret: &mut Secret,
    unseen: &mut Cards,
    chance: &mut C,
) -> Covered {
    let public = &view.public;
    let mut covered = Covered { seen: Materials::default(), unseen: 0, own: Tally::default() };
    // Every card seen to become a material is somewhere; what does not lie open is in a vault.
    for material in Material::ALL {
        covered.seen[material] = public.seen.of(material) - public.open_materials(material);
    }
    let mut hidden = 0;
    for seat in public.seats() {
        let board = &public.boards[seat];
        hidden += board.vault - board.open.len();
        let mut known = board.open;
        if view.viewer.is(seat) {
            known.add_all(&view.filched);
            secret.filched[seat] = Hidden::new(view.filched);
            for material in Material::ALL {
                for _ in 0..view.filched[material] {
                    covered.own.add(unseen.draw_of(material, chance));
                }
            }
        }
        secret.vaults[seat] = Hidden::new(known);
    }
    covered.unseen = hidden - covered.seen.len() - view.filched.len();
    covered
}

/// Deals the covered cards to the vaults that have room for them; answers which cards went there unseen.
fn finish_vaults<C: Chance>(
    view: &View,
    secret: &mut Secret,
    unseen: &mut Cards,
    covered: &Covered,
    chance: &mut C,
) -> Tally {
    let Covered { seen, unseen: count, own } = covered;
    let mut buried = *own;
    let mut colours: Vec<Material> = Material::ALL
        .into_iter()
        .flat_map(|material| std::iter::repeat_n(material, seen[material].into()))
        .collect();
    for _ in 0..*count {
        let card = unseen.draw(chance);
        buried.add(card);
        colours.push(card.material());
    }
    chance.shuffle(&mut colours);
    for seat in view.public.seats() {
        let vault = secret.vaults[seat].get_mut();
        while vault.len() < view.public.boards[seat].vault {
            let Some(material) = colours.pop() else { break };
            vault[material] += 1;
        }
    }
    buried
}

impl Public {
    /// How many cards of a material lie open as mere materials: Pool, camps, stockpiles, clients, under structures, and the
    /// vault cards everyone knows.
    pub(crate) fn open_materials(&self, material: Material) -> u8 {
        let on_boards: u8 = self
            .seats()
            .map(|seat| {
                let board = &self.boards[seat];
                board.stock[material]
                    + board.clients[material]
                    + board.open[material]
                    + self.camps[seat].orders[material]
            })
            .sum();
        let under: u8 = self.structures.iter().map(|structure| structure.materials[material]).sum();
        self.pool[material] + on_boards + under
    }
}

impl State {
    /// What must be true of every state.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), String> {
        let public = &self.public;
        if public.full {
            return Err(format!("more than {DEPTH} procedures wait inside one another"));
        }
        self.check_cards(rules)?;
        self.check_hands()?;
        if public.functions != expected_functions(public, rules) {
            return Err("the functions do not follow from the structures".to_owned());
        }
        let all = public.functions.iter().fold(CardSet::NONE, |all, functions| all.or(functions.0));
        if public.anybodys.0 != all {
            return Err("the functions anybody has are not those that somebody has".to_owned());
        }
        let (in_town, out_of_town) = rules.sites();
        for site in Material::ALL {
            let won: u8 = public.seats().map(|seat| public.boards[seat].sites[site]).sum();
            let under = public.structures.iter().filter(|s| s.site == site && !s.finished).count() as u8;
            let all = public.in_town[site] + public.out_of_town[site] + won + under;
            if all != in_town + out_of_town {
                return Err(format!("there are {all} Sites of {site}: expected {}", in_town + out_of_town));
            }
        }
        let in_hands: u8 =
            public.seats().map(|seat| public.boards[seat].jacks + public.camps[seat].jacks).sum();
        if public.jacks + in_hands != crate::setup::JACKS {
            return Err(format!("there are {} Jacks: expected 6", public.jacks + in_hands));
        }
        for seat in public.seats() {
            let mut names = CardSet::NONE;
            for structure in public.structures.iter().filter(|structure| structure.owner == seat) {
                if names.has(structure.card) {
                    return Err(format!("{seat} has two structures named {}", structure.card));
                }
                names.insert(structure.card);
            }
        }
        Ok(())
    }

    /// Every card of the game is somewhere, once.
    fn check_cards(&self, rules: &Rules) -> Result<(), String> {
        let (public, secret) = (&self.public, &self.secret);
        for card in Card::all() {
            let hands: u8 = public.seats().map(|seat| self.hand(seat).count(card)).sum();
            let laid = public.structures.iter().filter(|structure| structure.card == card).count() as u8;
            let turned_up = public.revealed[0].count(card) + public.revealed[1].count(card);
            let drawn = u8::from(*secret.drawn.get() == Some(card));
            let gone = public.seen.count(card) + secret.buried.get().count(card);
            let all = secret.deck.get().count(card) + hands + laid + turned_up + drawn + gone;
            if all != rules.copies(card) {
                return Err(format!("there are {all} cards {card}: expected {}", rules.copies(card)));
            }
        }
        for material in Material::ALL {
            let covered: u8 = public
                .seats()
                .map(|seat| {
                    secret.vaults[seat].get()[material]
                        - public.boards[seat].open[material].min(secret.vaults[seat].get()[material])
                })
                .sum();
            let lying = public.open_materials(material) + covered;
            let gone = public.seen.of(material) + secret.buried.get().of(material);
            if lying != gone {
                return Err(format!("{lying} {material} cards lie about: expected {gone}"));
            }
        }
        if public.deck > secret.deck.get().len() {
            return Err("the draw pile has fewer cards than are counted".to_owned());
        }
        Ok(())
    }

    /// Hands and vaults are as large as everyone thinks, and what everyone knows of them is true.
    fn check_hands(&self) -> Result<(), String> {
        let public = &self.public;
        for seat in public.seats() {
            let (board, hand) = (&public.boards[seat], self.hand(seat));
            if !hand.is_sound() || hand.len() != board.orders {
                return Err(format!("{seat}'s hand is miscounted"));
            }
            for material in Material::ALL {
                if hand.of(material) < board.shown[material] {
                    return Err(format!("{seat} is known to hold {material}, but does not"));
                }
                if hand.of(material) > 0 && board.lacks >> material.index() & 1 == 1 {
                    return Err(format!("{seat} is known to hold no {material}, but does"));
                }
                if self.secret.gone[seat].get()[material] > board.demanded[material] {
                    return Err(format!("{seat} sold more {material} shown for demands than was shown"));
                }
                let used = board.fresh[material] + board.acted[material];
                if used > board.clients[material] {
                    return Err(format!("{seat} has more {material} clients busy than there are"));
                }
                let vault = self.secret.vaults[seat].get()[material];
                if vault < board.open[material] + self.secret.filched[seat].get()[material] {
                    return Err(format!("{seat}'s vault holds less {material} than is known"));
                }
            }
            let known = public.known.iter().filter(|known| known.seat == seat);
            let mut held = *hand;
            for known in known {
                if !held.has(known.card) {
                    return Err(format!("{seat} is known to hold {}, but does not", known.card));
                }
                held.take(known.card);
            }
            if self.secret.vaults[seat].get().len() != board.vault {
                return Err(format!("{seat}'s vault is miscounted"));
            }
        }
        Ok(())
    }
}

fn expected_functions(public: &Public, rules: &Rules) -> BySeat<crate::state::Functions> {
    if rules.training { BySeat::default() } else { crate::procedures::building::functions(public) }
}

impl State {
    /// Whether what went into vaults at that time may still be told: in the same turn, with `open_memory`, and at the end.
    fn remembers_sales(&self, rules: &Rules, then: &Self) -> bool {
        rules.open_memory || self.public.is_over() || then.public.turn == self.public.turn
    }

    /// An earlier action, as it may be told now.
    pub(crate) fn recalled(
        &self,
        rules: &Rules,
        then: &Self,
        by: Seat,
        action: Action,
        viewer: Viewer,
    ) -> Text {
        if !self.remembers_sales(rules, then) {
            #[allow(clippy::wildcard_enum_match_arm, reason = "everything else is told as it was")]
            match action {
                Action::SellStock(_) => return "sell ?".into(),
                Action::SellHand(_) => return "sell ? from hand".into(),
                Action::RevelVault(_) => return "put ? in vault".into(),
                Action::Bank(_) => return "bank ?".into(),
                _ => {}
            }
        }
        then.tell(rules, by, action, viewer)
    }
}
