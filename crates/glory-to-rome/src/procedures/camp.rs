//! GTR-11: what is played to lead or follow lies on the camp: an Order card, a Jack or a petition.

use super::prelude::*;

/// The hand cards that can be played in a role: of its colour, or all for Architect with a Crane (GTR-64).
#[inline]
pub(super) fn orders<O: Offers>(
    state: &State,
    seat: Seat,
    role: Role,
    offer: &mut O,
    action: impl Fn(Card) -> Action,
) {
    let hand = state.hand(seat);
    let crane = state.public.can(seat, powers().leads_as[role as usize]);
    let fitting = if crane { hand.kinds() } else { hand.kinds_of(role.material()) };
    cards(offer, hand.kinds(), fitting, action, |card| Why::OtherRole { card, role });
}

/// A Jack and every petition: its colour and size (GTR-11, GTR-61, ruling 3).
#[inline]
pub(super) fn jack_and_petitions<O: Offers>(
    state: &State,
    rules: &Rules,
    seat: Seat,
    offer: &mut O,
    mut each: impl FnMut(&mut O, Play, Option<Why>),
) {
    let none = state.public.boards[seat].jacks == 0;
    if O::NAMES_ALL || !none {
        each(offer, Play::Jack, none.then_some(Why::NoJack));
    }
    let (fewest, most) = petition_sizes(&state.public, seat, rules);
    for material in Material::ALL {
        let held = state.hand(seat).of(material);
        for size in fewest..=if O::NAMES_ALL { most } else { most.min(held) } {
            let few = (size > held).then_some(Why::FewForPetition { material, held, size });
            each(offer, Play::Petition(material, size), few);
        }
    }
}

/// The fewest and the most cards of the seat's petitions.
fn petition_sizes(public: &Public, seat: Seat, rules: &Rules) -> (u8, u8) {
    let usual = rules.petition();
    let fewest = powers().petition.of(public.functions[seat].0).min().unwrap_or(usual);
    (fewest.min(usual), usual)
}

/// Why what was not named can't be played in any role.
pub(super) fn why_not(public: &Public, rules: &Rules, seat: Seat, play: Play) -> Option<Why> {
    match play {
        Play::Order(card) => Some(Why::NotHeld("GTR-11", card)),
        Play::Petition(_, size) => {
            Some(Why::PetitionSize { fewest: petition_sizes(public, seat, rules).0, size })
        }
        Play::Jack => None,
    }
}

/// Plays the first card, Jack or petition to lead or follow.
pub(super) fn play(state: &mut State, seat: Seat, play: Play) {
    state.public.playing = state.public.playing.with(seat);
    // GTR-81: with a Palace more may be added.
    if state.public.can(seat, powers().plays_several) {
        state.wait(Palace { seat });
    }
    put(state, seat, play);
}

/// Puts a card, Jack or petition on the camp: one action (GTR-14, GTR-81).
pub(super) fn put(state: &mut State, seat: Seat, play: Play) {
    state.public.camps[seat].actions += 1;
    match play {
        Play::Order(card) => put_order(state, seat, card),
        Play::Jack => {
            state.public.boards[seat].jacks -= 1;
            state.public.camps[seat].jacks += 1;
        }
        Play::Petition(material, left) => state.wait(Petition { seat, material, left }),
    }
}

pub(super) fn put_order(state: &mut State, seat: Seat, card: Card) {
    state.spend(seat, card);
    state.public.camps[seat].orders[card.material()] += 1;
}

/// How many actions a seat would have: its own and its clients'; and whether there would be anything to do, as the table lies now.
pub(super) fn explain(public: &Public, seat: Seat, role: Role, play: Play) -> Text {
    let clients: u8 = public.colours_for(seat, role).map(|colour| public.ready_clients(seat, colour)).sum();
    let each = powers().client_actions.of(public.functions[seat].0).max().unwrap_or(1);
    let by_clients = match clients * each {
        0 => Text::new(),
        1 => say!(", 1 of them by a client"),
        more => say!(", {more} of them by clients"),
    };
    let jack = if play == Play::Jack { " for your Jack" } else { "" };
    say!(
        "You get {}{jack}{by_clients}{}",
        many(1 + clients * each, "action"),
        nothing_to_do(public, seat, role, play)
    )
}

fn nothing_to_do(public: &Public, seat: Seat, role: Role, play: Play) -> &'static str {
    let can = |among| public.can(seat, among);
    let (stock, pool) = (&public.boards[seat].stock, &public.pool);
    match role {
        Role::Laborer if pool.is_empty() && !can(powers().labors_from_hand) => " – but the Pool is empty",
        Role::Merchant if !public.has_vault_room(seat) => " – but your vault is full",
        Role::Merchant
            if stock.is_empty() && !can(powers().sells_from_deck) && !can(powers().sells_from_hand) =>
        {
            " – but your stockpile is empty"
        }
        Role::Legionary if !has_to_show(public, seat, play) => {
            " – but you will have no Order card left to show"
        }
        Role::Patron if !public.has_client_room(seat) => " – but you have no room for clients",
        Role::Patron
            if pool.is_empty() && !can(powers().hires_from_deck) && !can(powers().hires_from_hand) =>
        {
            " – but the Pool is empty"
        }
        _ => "",
    }
}

/// Whether the seat has something to show for a demand once it has played this (GTR-24, GTR-112).
fn has_to_show(public: &Public, seat: Seat, play: Play) -> bool {
    let played = match play {
        Play::Order(_) => 1,
        Play::Jack => 0,
        Play::Petition(_, size) => size,
    };
    public.boards[seat].orders > played || public.has_structure_to_show(seat)
}
