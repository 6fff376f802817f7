//! The actions of Glory to Rome as numbers.

use crate::Rules;
use crate::action::{Action, Place, Play, Supply};
use crate::cards::{CARDS, Card, Material, Role};
use table::{MAX_SEATS, Rulebook as _, Seat};

use encode::verbs;
use encode::{Speller, Spelling};
use encode::{from_here, seat_from};

const COLOURS: usize = 6;
/// Petitions are of 1 to 3 cards: what is printed takes 2 or 3.
const SIZES: usize = 3;
/// A named card, a Jack, or a petition.
const PLAYS: usize = CARDS + 1 + COLOURS * SIZES;
/// A named card, or a material from stockpile or Pool.
const SUPPLIES: usize = CARDS + 2 * COLOURS;

verbs! {
    Lead = "lead" ["role": COLOURS, "with": PLAYS];
    Follow = "follow" ["with": PLAYS];
    AddOrder = "add an Order card" ["card": CARDS];
    AddJack = "add a Jack";
    AddPetition = "add a petition" ["petition": COLOURS * SIZES];
    Enough = "add no more";
    Surrender = "surrender" ["to": MAX_SEATS];
    ThinkJack = "think for a Jack";
    ThinkDraw = "think and draw";
    Discard = "discard" ["card": CARDS];
    DiscardJack = "discard a Jack";
    DiscardHand = "discard the hand";
    TakeJack = "take a Jack";
    Act = "use the own action";
    Use = "let a client act" ["colour": COLOURS];
    Stop = "stop";
    ActAs = "act as" ["role": COLOURS];
    HirePool = "hire from the Pool" ["material": COLOURS];
    HireHand = "hire from hand" ["card": CARDS];
    HireDeck = "hire from the deck";
    LaborPool = "take from the Pool" ["material": COLOURS];
    LaborHand = "put from hand into the stockpile" ["card": CARDS];
    SellStock = "sell from the stockpile" ["material": COLOURS];
    SellDeck = "sell from the deck";
    SellHand = "sell from hand" ["card": CARDS];
    Lay = "lay a foundation" ["card": CARDS, "site": COLOURS, "place": 2];
    Add = "add a material" ["supply": SUPPLIES, "structure": CARDS];
    AddUnfinished = "add a material, unfinished" ["supply": SUPPLIES, "structure": CARDS];
    Look = "draw at the Fountain";
    Keep = "keep the card drawn";
    Dismantle = "dismantle" ["structure": CARDS];
    Prepare = "save the action";
    Raise = "open to all" ["owner": MAX_SEATS, "structure": CARDS, "supply": SUPPLIES];
    Recover = "take a material back" ["material": COLOURS];
    Demand = "demand" ["material": COLOURS];
    DemandWith = "demand with a structure" ["structure": CARDS];
    Reveal = "make no more demands";
    Take = "take what was demanded" ["material": COLOURS];
    Leave = "leave what was demanded" ["material": COLOURS];
    Give = "give" ["card": CARDS];
    GiveStock = "give from the stockpile" ["material": COLOURS];
    Glory = "have nothing to give";
    Slay = "take a client" ["victim": MAX_SEATS, "colour": COLOURS];
    Raze = "raze a foundation" ["victim": MAX_SEATS, "structure": CARDS];
    Bank = "put a client into the vault" ["colour": COLOURS];
    Steal = "steal" ["victim": MAX_SEATS, "structure": CARDS];
    Pay = "pay with a Site" ["site": COLOURS];
    Award = "buy a bonus" ["owner": MAX_SEATS, "structure": CARDS];
    Enlist = "make a client" ["material": COLOURS];
    RevelStock = "revel: stockpile" ["card": CARDS];
    RevelClient = "revel: clientele" ["card": CARDS];
    RevelVault = "revel: vault" ["card": CARDS];
    Claim = "claim a Jack" ["owner": MAX_SEATS];
    Sewer = "keep a card played" ["material": COLOURS];
    Skip = "skip";
}

const fn petition(material: Material, size: u8) -> usize {
    // A size without room would make a number of another verb; it gets one past the end, which has none.
    if size == 0 || size as usize > SIZES {
        COLOURS * SIZES
    } else {
        material.index() * SIZES + size as usize - 1
    }
}

const fn read_petition(at: usize) -> (Material, u8) {
    (Material::at(at / SIZES), (at % SIZES) as u8 + 1)
}

const fn play(play: Play) -> usize {
    match play {
        Play::Order(card) => card.index(),
        Play::Jack => CARDS,
        Play::Petition(material, size) => CARDS + 1 + petition(material, size),
    }
}

fn read_play(at: usize) -> Play {
    match at.checked_sub(CARDS) {
        None => Play::Order(Card::at(at)),
        Some(0) => Play::Jack,
        Some(petition) => {
            let (material, size) = read_petition(petition - 1);
            Play::Petition(material, size)
        }
    }
}

const fn supply(supply: Supply) -> usize {
    match supply {
        Supply::Card(card) => card.index(),
        Supply::Stock(material) => CARDS + material.index(),
        Supply::Pool(material) => CARDS + COLOURS + material.index(),
    }
}

fn read_supply(at: usize) -> Supply {
    if at < CARDS {
        Supply::Card(Card::at(at))
    } else if at < CARDS + COLOURS {
        Supply::Stock(Material::at(at - CARDS))
    } else {
        Supply::Pool(Material::at(at - CARDS - COLOURS))
    }
}

#[inline]
pub(super) fn say<S: Speller>(rules: &Rules, decider: Seat, action: Action, speller: &S) -> S::Said {
    let to = |seat: Seat| from_here(decider, seat, rules.players());
    match action {
        Action::Lead(role, with) => speller.say(V::Lead as usize, &[role as usize, play(with)]),
        Action::Follow(with) => speller.say(V::Follow as usize, &[play(with)]),
        Action::AddOrder(card) => speller.say(V::AddOrder as usize, &[card.index()]),
        Action::AddJack => speller.say(V::AddJack as usize, &[]),
        Action::AddPetition(material, size) => {
            speller.say(V::AddPetition as usize, &[petition(material, size)])
        }
        Action::Enough => speller.say(V::Enough as usize, &[]),
        Action::Surrender(seat) => speller.say(V::Surrender as usize, &[to(seat)]),
        Action::ThinkJack => speller.say(V::ThinkJack as usize, &[]),
        Action::ThinkDraw => speller.say(V::ThinkDraw as usize, &[]),
        Action::Discard(card) => speller.say(V::Discard as usize, &[card.index()]),
        Action::DiscardJack => speller.say(V::DiscardJack as usize, &[]),
        Action::DiscardHand => speller.say(V::DiscardHand as usize, &[]),
        Action::TakeJack => speller.say(V::TakeJack as usize, &[]),
        Action::Act => speller.say(V::Act as usize, &[]),
        Action::Use(colour) => speller.say(V::Use as usize, &[colour.index()]),
        Action::Stop => speller.say(V::Stop as usize, &[]),
        Action::ActAs(role) => speller.say(V::ActAs as usize, &[role as usize]),
        Action::HirePool(material) => speller.say(V::HirePool as usize, &[material.index()]),
        Action::HireHand(card) => speller.say(V::HireHand as usize, &[card.index()]),
        Action::HireDeck => speller.say(V::HireDeck as usize, &[]),
        Action::LaborPool(material) => speller.say(V::LaborPool as usize, &[material.index()]),
        Action::LaborHand(card) => speller.say(V::LaborHand as usize, &[card.index()]),
        Action::SellStock(material) => speller.say(V::SellStock as usize, &[material.index()]),
        Action::SellDeck => speller.say(V::SellDeck as usize, &[]),
        Action::SellHand(card) => speller.say(V::SellHand as usize, &[card.index()]),
        Action::Lay(card, site, place) => {
            speller.say(V::Lay as usize, &[card.index(), site.index(), place as usize])
        }
        Action::Add(with, card) => speller.say(V::Add as usize, &[supply(with), card.index()]),
        Action::AddUnfinished(with, card) => {
            speller.say(V::AddUnfinished as usize, &[supply(with), card.index()])
        }
        Action::Look => speller.say(V::Look as usize, &[]),
        Action::Keep => speller.say(V::Keep as usize, &[]),
        Action::Dismantle(card) => speller.say(V::Dismantle as usize, &[card.index()]),
        Action::Prepare => speller.say(V::Prepare as usize, &[]),
        Action::Raise(seat, card, with) => {
            speller.say(V::Raise as usize, &[to(seat), card.index(), supply(with)])
        }
        Action::Recover(material) => speller.say(V::Recover as usize, &[material.index()]),
        Action::Demand(material) => speller.say(V::Demand as usize, &[material.index()]),
        Action::DemandWith(card) => speller.say(V::DemandWith as usize, &[card.index()]),
        Action::Reveal => speller.say(V::Reveal as usize, &[]),
        Action::Take(material) => speller.say(V::Take as usize, &[material.index()]),
        Action::Leave(material) => speller.say(V::Leave as usize, &[material.index()]),
        Action::Give(card) => speller.say(V::Give as usize, &[card.index()]),
        Action::GiveStock(material) => speller.say(V::GiveStock as usize, &[material.index()]),
        Action::Glory => speller.say(V::Glory as usize, &[]),
        Action::Slay(seat, colour) => speller.say(V::Slay as usize, &[to(seat), colour.index()]),
        Action::Raze(seat, card) => speller.say(V::Raze as usize, &[to(seat), card.index()]),
        Action::Bank(colour) => speller.say(V::Bank as usize, &[colour.index()]),
        Action::Steal(seat, card) => speller.say(V::Steal as usize, &[to(seat), card.index()]),
        Action::Pay(site) => speller.say(V::Pay as usize, &[site.index()]),
        Action::Award(seat, card) => speller.say(V::Award as usize, &[to(seat), card.index()]),
        Action::Enlist(material) => speller.say(V::Enlist as usize, &[material.index()]),
        Action::RevelStock(card) => speller.say(V::RevelStock as usize, &[card.index()]),
        Action::RevelClient(card) => speller.say(V::RevelClient as usize, &[card.index()]),
        Action::RevelVault(card) => speller.say(V::RevelVault as usize, &[card.index()]),
        Action::Claim(seat) => speller.say(V::Claim as usize, &[to(seat)]),
        Action::Sewer(material) => speller.say(V::Sewer as usize, &[material.index()]),
        Action::Skip => speller.say(V::Skip as usize, &[]),
    }
}

pub(super) fn unspell(rules: &Rules, decider: Seat, spelling: &Spelling) -> Option<Action> {
    let part = |at: usize| usize::from(spelling.parts[at]);
    let card = |at: usize| Card::at(part(at));
    let material = |at: usize| Material::at(part(at));
    let seat = |at: usize| seat_from(decider, part(at), rules.players());
    Some(match *V::ALL.get(spelling.verb)? {
        V::Lead => Action::Lead(Role::ALL[part(0)], read_play(part(1))),
        V::Follow => Action::Follow(read_play(part(0))),
        V::AddOrder => Action::AddOrder(card(0)),
        V::AddJack => Action::AddJack,
        V::AddPetition => {
            let (material, size) = read_petition(part(0));
            Action::AddPetition(material, size)
        }
        V::Enough => Action::Enough,
        V::Surrender => Action::Surrender(seat(0)?),
        V::ThinkJack => Action::ThinkJack,
        V::ThinkDraw => Action::ThinkDraw,
        V::Discard => Action::Discard(card(0)),
        V::DiscardJack => Action::DiscardJack,
        V::DiscardHand => Action::DiscardHand,
        V::TakeJack => Action::TakeJack,
        V::Act => Action::Act,
        V::Use => Action::Use(material(0)),
        V::Stop => Action::Stop,
        V::ActAs => Action::ActAs(Role::ALL[part(0)]),
        V::HirePool => Action::HirePool(material(0)),
        V::HireHand => Action::HireHand(card(0)),
        V::HireDeck => Action::HireDeck,
        V::LaborPool => Action::LaborPool(material(0)),
        V::LaborHand => Action::LaborHand(card(0)),
        V::SellStock => Action::SellStock(material(0)),
        V::SellDeck => Action::SellDeck,
        V::SellHand => Action::SellHand(card(0)),
        V::Lay => {
            let place = if part(2) == Place::Town as usize { Place::Town } else { Place::Outskirts };
            Action::Lay(card(0), material(1), place)
        }
        V::Add => Action::Add(read_supply(part(0)), card(1)),
        V::AddUnfinished => Action::AddUnfinished(read_supply(part(0)), card(1)),
        V::Look => Action::Look,
        V::Keep => Action::Keep,
        V::Dismantle => Action::Dismantle(card(0)),
        V::Prepare => Action::Prepare,
        V::Raise => Action::Raise(seat(0)?, card(1), read_supply(part(2))),
        V::Recover => Action::Recover(material(0)),
        V::Demand => Action::Demand(material(0)),
        V::DemandWith => Action::DemandWith(card(0)),
        V::Reveal => Action::Reveal,
        V::Take => Action::Take(material(0)),
        V::Leave => Action::Leave(material(0)),
        V::Give => Action::Give(card(0)),
        V::GiveStock => Action::GiveStock(material(0)),
        V::Glory => Action::Glory,
        V::Slay => Action::Slay(seat(0)?, material(1)),
        V::Raze => Action::Raze(seat(0)?, card(1)),
        V::Bank => Action::Bank(material(0)),
        V::Steal => Action::Steal(seat(0)?, card(1)),
        V::Pay => Action::Pay(material(0)),
        V::Award => Action::Award(seat(0)?, card(1)),
        V::Enlist => Action::Enlist(material(0)),
        V::RevelStock => Action::RevelStock(card(0)),
        V::RevelClient => Action::RevelClient(card(0)),
        V::RevelVault => Action::RevelVault(card(0)),
        V::Claim => Action::Claim(seat(0)?),
        V::Sewer => Action::Sewer(material(0)),
        V::Skip => Action::Skip,
    })
}
