//! What a viewer knows, and states that fit it.

use serde::Serialize;
use table::{Chance, Hidden, Seat, Viewer};

use crate::cards::{Card, Material};
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

impl View {
    /// What the viewer knows of a seat's vault.
    pub(crate) fn known_vault(&self, seat: Seat) -> Materials {
        let mut known = self.public.boards[seat].open;
        if self.viewer.is(seat) {
            known.add_all(&self.filched);
        }
        known
    }
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
            if viewer.is(seat) {
                secret.hands[seat] = Hidden::new(view.hand);
                secret.filched[seat] = Hidden::new(view.filched);
                secret.gone[seat] = Hidden::new(view.gone);
            }
            secret.vaults[seat] = Hidden::new(view.known_vault(seat));
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
            let held = public.boards[seat].shown[material].max(promised(public, seat, material));
            while hand.of(material) < held && unseen.of(material) > 0 {
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
    secret.drawn = Hidden::new(if let Frame::Fountain(_) = public.top() {
        Some(view.drawn.unwrap_or_else(|| unseen.draw(chance)))
    } else {
        None
    });
    secret.deck = Hidden::new(unseen);
    Some(State { public: *public, secret })
}

/// GTR-11: how many cards of a material a seat still has to add to its petition, so it holds as many.
fn promised(public: &Public, seat: Seat, material: Material) -> u8 {
    if let Frame::Petition(petition) = public.top()
        && (petition.seat, petition.material) == (seat, material)
    {
        return petition.left;
    }
    0
}

/// All cards of the game but those the viewer sees or has seen.
fn unseen(rules: &Rules, view: &View) -> Cards {
    let public = &view.public;
    let mut gone = public.seen;
    public
        .structures
        .iter()
        .map(|structure| structure.card)
        .chain(view.drawn)
        .for_each(|card| gone.add(card));
    let mut left = rules.copies;
    for card in Card::all() {
        let turned_up = public.revealed[0].count(card) + public.revealed[1].count(card);
        let seen = gone.count(card) + turned_up + view.hand.count(card);
        left[card.index()] = left[card.index()].saturating_sub(seen);
    }
    Cards::from_counts(&left)
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
        if view.viewer.is(seat) {
            secret.filched[seat] = Hidden::new(view.filched);
            for material in Material::ALL {
                for _ in 0..view.filched[material] {
                    covered.own.add(unseen.draw_of(material, chance));
                }
            }
        }
        secret.vaults[seat] = Hidden::new(view.known_vault(seat));
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
    let mut colours: Vec<Material> = seen.each_one().collect();
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
        let on_board = |seat| {
            let board = &self.boards[seat];
            let orders = &self.camps[seat].orders;
            [&board.stock, &board.clients, &board.open, orders].map(|pile| pile[material]).iter().sum::<u8>()
        };
        let under: u8 = self.structures.iter().map(|structure| structure.materials[material]).sum();
        self.pool[material] + self.seats().map(on_board).sum::<u8>() + under
    }

    /// How many Sites of a material have been won or are built on.
    pub(crate) fn sites_used(&self, site: Material) -> u8 {
        let won: u8 = self.seats().map(|seat| self.boards[seat].sites[site]).sum();
        won + self.structures.iter().filter(|other| other.site == site && !other.finished).count() as u8
    }
}

/// What has to hold, or the fault if it does not.
pub(crate) fn ensure(holds: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault()) }
}

impl State {
    /// What must be true of every state.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), String> {
        let public = &self.public;
        ensure(!public.full, || format!("more than {DEPTH} procedures wait inside one another"))?;
        self.check_cards(rules)?;
        public.seats().try_for_each(|seat| self.check_seat(seat))?;
        let mut again = *self;
        (again.public.functions, again.public.anybodys) = Default::default();
        again.refresh(rules);
        let follow = public.functions == again.public.functions && public.anybodys == again.public.anybodys;
        ensure(follow, || "the functions do not follow from the structures".to_owned())?;
        let (in_town, out_of_town) = rules.sites();
        for site in Material::ALL {
            let all = public.in_town[site] + public.out_of_town[site] + public.sites_used(site);
            let expected = in_town + out_of_town;
            ensure(all == expected, || format!("there are {all} Sites of {site}: expected {expected}"))?;
        }
        let held = |seat| public.boards[seat].jacks + public.camps[seat].jacks;
        let jacks = public.jacks + public.seats().map(held).sum::<u8>();
        ensure(jacks == crate::setup::JACKS, || format!("there are {jacks} Jacks: expected 6"))
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
            let copies = rules.copies(card);
            ensure(all == copies, || format!("there are {all} cards {card}: expected {copies}"))?;
        }
        for material in Material::ALL {
            let vault = |seat| secret.vaults[seat].get()[material];
            let covered = |seat| vault(seat).saturating_sub(public.boards[seat].open[material]);
            let lying = public.open_materials(material) + public.seats().map(covered).sum::<u8>();
            let gone = public.seen.of(material) + secret.buried.get().of(material);
            ensure(lying == gone, || format!("{lying} {material} cards lie about: expected {gone}"))?;
        }
        let enough = public.deck <= secret.deck.get().len();
        ensure(enough, || "the draw pile has fewer cards than are counted".to_owned())
    }

    /// Hand and vault are as large as everyone thinks, what everyone knows of them is true, and no name stands twice.
    fn check_seat(&self, seat: Seat) -> Result<(), String> {
        let (public, hand) = (&self.public, self.hand(seat));
        let (board, vault) = (&public.boards[seat], self.secret.vaults[seat].get());
        let (gone, filched) = (self.secret.gone[seat].get(), self.secret.filched[seat].get());
        ensure(hand.is_sound() && hand.len() == board.orders, || format!("{seat}'s hand is miscounted"))?;
        ensure(vault.len() == board.vault, || format!("{seat}'s vault is miscounted"))?;
        for material in Material::ALL {
            let fault = |what: &str| format!("{seat}, {material}: {what}");
            let (held, lacks) = (hand.of(material), board.lacks >> material.index() & 1 == 1);
            ensure(held >= board.shown[material], || fault("known to be held, but it is not"))?;
            ensure(held == 0 || !lacks, || fault("known not to be held, but it is"))?;
            let sold = gone[material] <= board.demanded[material];
            ensure(sold, || fault("more was sold that was shown for demands than was shown"))?;
            let busy = board.fresh[material] + board.acted[material];
            ensure(busy <= board.clients[material], || fault("more clients are busy than there are"))?;
            let known = board.open[material] + filched[material];
            ensure(vault[material] >= known, || fault("the vault holds less than is known"))?;
        }
        let mut left = *hand;
        for known in public.known.iter().filter(|known| known.seat == seat) {
            ensure(left.has(known.card), || format!("{seat} is known to hold {}, but does not", known.card))?;
            left.take(known.card);
        }
        let own = public.structures.iter().filter(|structure| structure.owner == seat).count();
        ensure(own == public.names(seat).len(), || format!("{seat} has two structures of one name"))
    }
}
