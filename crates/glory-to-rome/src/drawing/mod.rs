//! Glory to Rome: the town, the players' boards, the own hand.

use std::sync::Arc;

use crate::action::{Action, Place, Play, Supply};
use crate::cards::{Card, Material};
use crate::state::Board;
use crate::structure::Structure;
use crate::view::View;
use crate::words::counts;
use crate::zone::Materials;
use crate::{Rules, State, effect};
use maud::Markup;
use table::{Game as _, Seat, Text, many, say, whose};

use pages::assets::art;
use pages::{Desk, Drawn, Picture, Plate, badge, html};

impl Drawn for State {
    fn board(desk: &Desk<'_, Self>) -> Markup {
        let public = &desk.view.public;
        let me = desk.view.viewer.seat();
        let first = me.unwrap_or(Seat::new(0));
        let others: Vec<Seat> = first.round(public.players.into()).filter(|seat| Some(*seat) != me).collect();
        html! {
            div class="lay" tabindex="0" {
                (town(desk))
                (desk.frame("rivals", || html! {
                    div id="rivals" class={ "rivals n" (others.len()) } { @for seat in others { (player(desk, seat)) } }
                }))
                @if let Some(seat) = me { (player(desk, seat)) }
            }
            @if let Some(seat) = me { (hand(desk, seat)) }
        }
    }

    fn spots(_: &Rules, view: &View, seat: Seat, action: Action) -> Vec<String> {
        let mut keys = spots(view, seat, action);
        if !view.viewer.is(seat) {
            // These keys are the viewer's own cards.
            keys.retain(|key| !key.starts_with("hand:") && key != "jack" && key != "drawn");
        }
        keys
    }

    fn traces(_: &Rules, view: &View, seat: Seat, action: Action) -> Vec<String> {
        traces(view, seat, action)
    }

    fn called(_: &Rules, action: Action) -> Option<Text> {
        // What is called out is called out as it is written on the box.
        (action == Action::Glory).then(|| say!("Glory to Rome!"))
    }

    fn picture(_: &Rules, name: &str) -> Option<Markup> {
        Card::from_name(name).map(card)
    }

    fn plates() -> Vec<Plate> {
        let plate = |card: Card| Plate {
            family: "Buildings",
            name: card.name().to_owned(),
            paint: class(card.material()),
            picture: picture(card),
        };
        Card::all().map(plate).collect()
    }
}

fn class(material: Material) -> &'static str {
    match material {
        Material::Rubble => "m-rubble",
        Material::Wood => "m-wood",
        Material::Concrete => "m-concrete",
        Material::Brick => "m-brick",
        Material::Stone => "m-stone",
        Material::Marble => "m-marble",
    }
}

/// A material as a token: colour, shape and letter.
fn token(material: Material) -> Markup {
    let symbol = class(material);
    html! { svg class={ "tok " (symbol) } viewBox="0 0 24 24" aria-hidden="true" { use href=(art(symbol)) {} } }
}

/// A role by its picture, on its colour.
fn role_icon(material: Material) -> Markup {
    let symbol = format!("r-{}", material.role().name().to_lowercase());
    html! { svg class={ "tok role " (class(material)) } viewBox="0 0 24 24" aria-hidden="true" { use href=(art(&symbol)) {} } }
}

/// What a building looks like.
fn picture(card: Card) -> Picture {
    Picture::of(State::INFO.name, card.name())
}

/// A card's face at a table.
fn face(desk: &Desk<'_, State>, kind: Card) -> Markup {
    desk.drawn_once("face", kind.index(), || card(kind))
}

/// What a card says, in plain words.
fn says(desk: &Desk<'_, State>, kind: Card) -> Arc<str> {
    desk.once("says", kind.index(), || effect::text(kind).to_string())
}

/// A card's face.
fn card(card: Card) -> Markup {
    let material = card.material();
    html! {
        span class={ "card " (class(material)) } {
            span class="c-head" { (role_icon(material)) span { (Text::of(material.role())) } span class="c-value" role="img" aria-label=(say!("worth {}", material.value())) { @for _ in 0..material.value() { i {} } } }
            (picture(card).small())
            span class={ "c-name" (pages::girth(card.name())) } { (Text::of(card)) }
            @let text = effect::text(card).to_string();
            span class={ "c-text" (pages::fit(&text)) } { (text) }
            span class="c-foot" { (token(material)) span { (Text::of(material)) } }
        }
    }
}

fn chip(
    desk: &Desk<'_, State>,
    key: &str,
    what: &Text,
    material: Material,
    count: u8,
    icon: &Markup,
) -> Markup {
    let name = if key.starts_with("client") { Text::of(material.role()) } else { Text::of(material) };
    let label = say!("{what}: {count} {name}").to_string();
    desk.spot(
        key,
        &format!("chip {}{}", class(material), if count == 0 { " none" } else { "" }),
        &label,
        &html! {
            (icon) b { (count) }
        },
    )
}

fn town(desk: &Desk<'_, State>) -> Markup {
    let public = &desk.view.public;
    let sites = (public.in_town, public.out_of_town);
    let from = (public.deck, public.jacks, public.pool, sites, public.revealed);
    desk.open("town", &["deck", "jacks", "pool:", "site:", "turned:"], &from, || html! {
        section id="town" class="town" aria-label="The town" {
            (desk.open("piles", &["deck", "jacks"], &(public.deck, public.jacks), || html! { div id="piles" class="piles" {
                (desk.spot("deck", "pile deck", &say!("Draw pile: {}", many(public.deck, "card")).to_string(), &html! {
                    svg viewBox="0 0 40 52" aria-hidden="true" { use href=(art("card-back")) {} } b { (public.deck) } small { "Draw pile" }
                }))
                (desk.spot("jacks", "pile jacks", &say!("Jacks left: {}", public.jacks).to_string(), &html! {
                    svg viewBox="0 0 40 52" aria-hidden="true" { use href=(art("jack")) {} } b { (public.jacks) } small { "Jacks" }
                }))
            } }))
            (desk.open("pool", &["pool:"], &public.pool, || html! { div id="pool" class="zone pool" {
                h3 { "Pool" }
                div class="chips" {
                    @for material in Material::ALL {
                        (chip(desk, &format!("pool:{material}"), &say!("Pool"), material, public.pool[material], &token(material)))
                    }
                }
            } }))
            (desk.open("sites", &["site:"], &(public.in_town, public.out_of_town), || html! { div id="sites" class="zone sites" {
                h3 { "Sites" small { " in town / out of town" } }
                div class="chips" {
                    @for material in Material::ALL {
                        @let (inside, outside) = (public.in_town[material], public.out_of_town[material]);
                        (desk.spot(&format!("site:{material}"), &format!("chip site {}{}", class(material), if inside == 0 { " none" } else { "" }),
                            &say!("{material} Sites: {inside} in town, {outside} out of town").to_string(), &html! {
                                (token(material)) b { (inside) } small { "/" (outside) }
                            }))
                    }
                }
            } }))
            @for (at, pile) in public.revealed.iter().enumerate() {
                @let turned: Vec<Card> = Card::all().filter(|card| pile.count(*card) > 0).collect();
                @if !turned.is_empty() {
                    div class="zone turned" { h3 { "Turned up" } div class="cards" {
                        @for kind in turned { (desk.spot(&format!("turned:{}", kind.name()), "hold", &say!("{kind} (pile {})", at + 1).to_string(), &face(desk, kind))) }
                    } }
                }
            }
        }
    })
}

fn is_asked(desk: &Desk<'_, State>, seat: Seat) -> bool {
    let public = &desk.view.public;
    public.decides() == Some(seat)
}

fn player(desk: &Desk<'_, State>, seat: Seat) -> Markup {
    let public = &desk.view.public;
    let board = &public.boards[seat];
    let me = desk.view.viewer.is(seat);
    let mine = if me { " me" } else { "" };
    let asked = if is_asked(desk, seat) { " asked" } else { "" };
    let plays = public.role.filter(|_| public.playing.contains(seat));
    let head = (board.orders, board.jacks, public.influence(seat), seat == public.leader, plays);
    let (limit, most, known) =
        (public.client_limit(seat), public.vault_limit(seat), desk.view.known_vault(seat));
    let id = |zone: &str| format!("{zone}-{seat}");
    let (client, stock) = (format!("client:{seat}:"), format!("stock:{seat}:"));
    let whole = id("player");
    let (camp_key, built) = (format!("camp:{seat}"), format!("structure:{seat}:"));
    let camped = (public.camps[seat].orders, public.camps[seat].jacks);
    let zones = (board.clients, board.stock, board.vault, limit, most, known, camped);
    let owned: Vec<&Structure> = owned(desk, seat).collect();
    desk.open(&whole, &[&client, &stock, &camp_key, &built], &(me, asked, head, zones, owned), || html! {
        section id=(whole) class={ "player seat-" (seat.index()) (mine) (asked) } aria-label=(desk.plain(&say!("{} board", whose(seat)))) {
            (desk.part(&id("head"), &[], &head, || header(desk, seat, board)))
            (desk.frame(&id("zones"), || html! { div id=(id("zones")) class="zones" {
                (desk.part(&id("clients"), &[&client], &(board.clients, limit), || clients(desk, seat, board)))
                (desk.part(&id("stock"), &[&stock], &board.stock, || pile(desk, seat, &board.stock)))
                (desk.part(&id("vault"), &[], &(known, board.vault, most), || vault(desk, seat, board)))
                (camp(desk, seat))
            } }))
            (structures(desk, seat))
        }
    })
}

fn header(desk: &Desk<'_, State>, seat: Seat, board: &Board) -> Markup {
    html! {
        header id={ "head-" (seat) } {
            (badge(seat)) (desk.who(seat))
            @if seat == desk.view.public.leader { svg class="leads" viewBox="0 0 32 32" role="img" aria-label="leads" { use href=(art("laurel")) {} } }
            (stats(desk, seat, board))
        }
    }
}

fn stats(desk: &Desk<'_, State>, seat: Seat, board: &Board) -> Markup {
    let public = &desk.view.public;
    let id = |what: &str| format!("{what}-{seat}");
    html! {
        (desk.named(&id("influence"), &public.influence(seat), || html! { span class="stat" title="Influence: how many clients and vault cards are allowed; it scores too" { svg viewBox="0 0 24 24" aria-hidden="true" { use href=(art("influence")) {} } b { (public.influence(seat)) } small { "influence" } } }))
        @if !desk.view.viewer.is(seat) {
            (desk.named(&id("orders"), &board.orders, || html! { span class="stat" title="Cards in hand" { svg viewBox="0 0 24 24" aria-hidden="true" { use href=(art("hand")) {} } b { (board.orders) } small { "in hand" } } }))
            @if board.jacks > 0 { span class="stat jackstat" title="Jacks in hand" { b { (board.jacks) } small { @if board.jacks == 1 { "Jack" } @else { "Jacks" } } } }
        }
        @if public.playing.contains(seat) { @if let Some(role) = public.role { span class="stat plays" { (say!("plays {role}")) } } }
    }
}

fn clients(desk: &Desk<'_, State>, seat: Seat, board: &Board) -> Markup {
    let limit = desk.view.public.client_limit(seat);
    html! {
        div id={ "clients-" (seat) } class="zone" {
            h4 { "Clients " small { (board.clients.len()) "/" (limit) } }
            div class="chips" {
                @for colour in board.clients.kinds() { (chip(desk, &format!("client:{seat}:{colour}"), &say!("Clients"), colour, board.clients[colour], &role_icon(colour))) }
            }
        }
    }
}

fn pile(desk: &Desk<'_, State>, seat: Seat, pile: &Materials) -> Markup {
    html! {
        div id={ "stock-" (seat) } class="zone" {
            h4 { "Stockpile " small { (pile.len()) } }
            div class="chips" {
                @for material in pile.kinds() { (chip(desk, &format!("stock:{seat}:{material}"), &say!("Stockpile"), material, pile[material], &token(material))) }
            }
        }
    }
}

fn vault(desk: &Desk<'_, State>, seat: Seat, board: &Board) -> Markup {
    let known = desk.view.known_vault(seat);
    let hidden = board.vault.saturating_sub(known.len());
    html! {
        div id={ "vault-" (seat) } class="zone vault" {
            h4 { "Vault " small { (board.vault) "/" (desk.view.public.vault_limit(seat)) } }
            div class="chips" {
                @for material in known.kinds() { span class={ "spot chip " (class(material)) } { (token(material)) b { (known[material]) } } }
                @if hidden > 0 { span class="spot chip down" title="face down" { svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art("coin")) {} } b { (hidden) } } }
            }
        }
    }
}

fn camp(desk: &Desk<'_, State>, seat: Seat) -> Markup {
    let camp = &desk.view.public.camps[seat];
    if camp.orders.is_empty() && camp.jacks == 0 {
        return html! {};
    }
    let id = format!("camp-{seat}");
    desk.part(&id, &[&format!("camp:{seat}")], &(camp.orders, camp.jacks), || html! {
        div id=(id) class="zone camp" {
            h4 { "Played" }
            (desk.spot(&format!("camp:{seat}"), "chips", &desk.plain(&say!("Cards {seat} played")), &html! {
                @for colour in camp.orders.kinds() { span class={ "chip " (class(colour)) } { (role_icon(colour)) b { (camp.orders[colour]) } } }
                @if camp.jacks > 0 { span class="chip jack" { "Jack" @if camp.jacks > 1 { " ×" (camp.jacks) } } }
            }))
        }
    })
}

/// The structures of a player.
fn owned<'a>(desk: &Desk<'a, State>, seat: Seat) -> impl Iterator<Item = &'a Structure> {
    desk.view.public.structures.iter().filter(move |structure| structure.owner == seat)
}

fn structures(desk: &Desk<'_, State>, seat: Seat) -> Markup {
    html! {
        @if owned(desk, seat).next().is_some() {
            (desk.frame(&format!("structures-{seat}"), || html! {
                div id={ "structures-" (seat) } class="structures" aria-label="Buildings" {
                    @for structure in owned(desk, seat) { (structure_card(desk, structure)) }
                }
            }))
        }
    }
}

/// What lies under a structure: "2 Stone, Marble".
fn under(pile: &Materials) -> Text {
    counts(pile.kinds().map(|material| (material, pile[material])))
}

fn structure_card(desk: &Desk<'_, State>, structure: &Structure) -> Markup {
    let name = structure.card.name();
    let id = format!("structure-{}-{}", structure.owner, pages::slug(name));
    let key = format!("structure:{}:{name}", structure.owner);
    desk.part(&id, &[&key], structure, || structure_drawn(desk, structure, &id))
}

fn structure_drawn(desk: &Desk<'_, State>, structure: &Structure, id: &str) -> Markup {
    let (have, cost) = (structure.materials.len(), structure.cost());
    let state = if structure.finished { "done" } else { "building" };
    let (name, card) = (structure.card.name(), structure.card);
    let says = says(desk, card);
    let label = if structure.finished {
        say!("{card}, finished")
    } else if have == 0 {
        say!("{card}, needs {cost} {}", structure.site)
    } else {
        say!("{card}, {have} of {cost}: {}", under(&structure.materials))
    };
    let inside = html! {
        (picture(structure.card).small())
        span class={ "s-name" (pages::girth(name)) } { (Text::of(card)) }
        span class="s-pips" {
            @if structure.finished { svg class="tok" viewBox="0 0 32 32" aria-hidden="true" { use href=(art("laurel")) {} } }
            @else { (token(structure.site)) @for at in 0..cost { i class=[(at < have).then_some("on")] {} } }
            @if structure.public { small { "open to all" } }
        }
        (desk.named(&format!("tip-{id}"), &structure.materials, || {
            let below = (!structure.materials.is_empty()).then(|| say!(" Under it: {}.", under(&structure.materials)).to_string());
            let whole = format!("{says}{}", below.unwrap_or_default());
            html! { span class={ "tip" (pages::fit(&whole)) } { (whole) } }
        }))
    };
    let class = format!("structure {state} {}", class(structure.card.material()));
    html! {
        div id=(id) class="hold" data-move={ (structure.owner) "-" (pages::slug(name)) } {
            (desk.spot(&format!("structure:{}:{name}", structure.owner), &class, &label.to_string(), &inside))
        }
    }
}

fn hand(desk: &Desk<'_, State>, seat: Seat) -> Markup {
    let view = desk.view;
    let jacks = view.public.boards[seat].jacks;
    let laid: Vec<bool> = view.hand.iter().map(|(kind, _)| view.public.find(seat, kind).is_some()).collect();
    desk.part("hand", &["hand:", "drawn", "jack"], &(view.hand, view.drawn, jacks, laid), || html! {
        section id="hand" class="hand" tabindex="0" aria-label="Your hand" {
            @for (kind, count) in view.hand.iter() {
                @let key = format!("hand:{}", kind.name());
                @for copy in 0..count {
                    @let moves = copy == 0 && view.public.find(seat, kind).is_none();
                    @let id = format!("held-{}-{copy}", pages::slug(kind.name()));
                    @let held = || desk.named(&format!("face-{id}"), &(), || face(desk, kind));
                    (desk.part(&id, &[&key], &moves, || html! { div id=(id) class="hold" data-move=[moves.then(|| format!("{seat}-{}", pages::slug(kind.name())))] {
                        @if copy == 0 { (desk.spot(&key, "hold-card", &Text::of(kind).to_string(), &html! { (held()) (desk.named(&format!("tip-{id}"), &(), || html! { span class="tip" { (says(desk, kind)) } })) })) }
                        @else { div class={ "spot hold-card twin" @if desk.offers(&key) { " live" } } data-twin=(key) { (held()) } }
                    } }))
                }
            }
            @if let Some(kind) = view.drawn { div class="hold drawn" { (desk.spot("drawn", "hold-card", &say!("Drawn: {kind}").to_string(), &face(desk, kind))) } }
            @for at in 0..jacks {
                div class="hold" {
                    @let face = html! { span class="card jack" { span class="c-head" { "Jack" } svg class="c-art" viewBox="0 0 40 52" aria-hidden="true" { use href=(art("jack")) {} } span class="c-text" { "Leads or follows any role." } } };
                    @if at == 0 { (desk.spot("jack", "hold-card", &say!("Jack").to_string(), &face)) } @else { div class="spot hold-card twin" data-twin="jack" { (face) } }
                }
            }
            @if view.hand.is_empty() && jacks == 0 { p class="idle" { "Your hand is empty." } }
        }
    })
}

/// The hand cards of a colour.
fn of_colour(view: &View, material: Material) -> Vec<String> {
    view.hand.kinds_of(material).iter().map(|card| format!("hand:{}", card.name())).collect()
}

fn played(view: &View, play: Play) -> Vec<String> {
    match play {
        Play::Order(card) => vec![format!("hand:{}", card.name())],
        Play::Jack => vec!["jack".to_owned()],
        Play::Petition(material, _) => of_colour(view, material),
    }
}

/// Where it shows that a seat has done this: what was laid, hired or kept.
fn traces(view: &View, seat: Seat, action: Action) -> Vec<String> {
    let key = if let Action::Lay(card, ..) | Action::Add(_, card) | Action::AddUnfinished(_, card) = action
        && view.public.find(seat, card).is_some()
    {
        format!("structure:{seat}:{}", card.name())
    } else if let Action::Lead(..) | Action::Follow(_) = action {
        format!("camp:{seat}")
    } else if let Action::HirePool(material) = action {
        format!("client:{seat}:{material}")
    } else if let Action::LaborPool(material) | Action::Take(material) = action {
        format!("stock:{seat}:{material}")
    } else {
        return Vec::new();
    };
    vec![key]
}

/// Where on the table an action of a seat lies.
fn spots(view: &View, me: Seat, action: Action) -> Vec<String> {
    let hand = |card: Card| format!("hand:{}", card.name());
    let named = |card: Card| {
        if view.hand.has(card) {
            hand(card)
        } else if view.drawn == Some(card) {
            "drawn".to_owned()
        } else {
            format!("turned:{}", card.name())
        }
    };
    let structure = |seat: Seat, card: Card| format!("structure:{seat}:{}", card.name());
    let supply = |supply: Supply| match supply {
        Supply::Card(card) => named(card),
        Supply::Stock(material) => format!("stock:{me}:{material}"),
        Supply::Pool(material) => format!("pool:{material}"),
    };
    match action {
        Action::Lead(_, play) | Action::Follow(play) => played(view, play),
        Action::AddOrder(card)
        | Action::Discard(card)
        | Action::HireHand(card)
        | Action::LaborHand(card)
        | Action::SellHand(card)
        | Action::Give(card) => vec![hand(card)],
        Action::AddJack | Action::DiscardJack => vec!["jack".to_owned()],
        Action::AddPetition(material, _) | Action::Demand(material) => of_colour(view, material),
        Action::ThinkJack | Action::TakeJack => vec!["jacks".to_owned()],
        Action::ThinkDraw | Action::HireDeck | Action::SellDeck | Action::Look => vec!["deck".to_owned()],
        Action::Use(colour) | Action::Bank(colour) => vec![format!("client:{me}:{colour}")],
        Action::HirePool(material) | Action::LaborPool(material) | Action::Take(material) => {
            vec![format!("pool:{material}")]
        }
        Action::SellStock(material) | Action::GiveStock(material) => vec![format!("stock:{me}:{material}")],
        Action::Lay(card, site, Place::Town | Place::Outskirts) => vec![named(card), format!("site:{site}")],
        Action::Add(from, card) | Action::AddUnfinished(from, card) => {
            vec![supply(from), structure(me, card)]
        }
        Action::Keep => vec!["drawn".to_owned()],
        Action::Dismantle(card) | Action::DemandWith(card) => vec![structure(me, card)],
        Action::Raise(seat, card, from) => vec![structure(seat, card), supply(from)],
        Action::Slay(seat, colour) => vec![format!("client:{seat}:{colour}")],
        Action::Raze(seat, card) | Action::Steal(seat, card) | Action::Award(seat, card) => {
            vec![structure(seat, card)]
        }
        Action::RevelStock(card) | Action::RevelClient(card) | Action::RevelVault(card) => {
            vec![format!("turned:{}", card.name())]
        }
        Action::Claim(seat) => vec![format!("camp:{seat}")],
        Action::Sewer(_) => vec![format!("camp:{me}")],
        Action::Enough
        | Action::Surrender(_)
        | Action::DiscardHand
        | Action::Act
        | Action::Stop
        | Action::ActAs(_)
        | Action::Prepare
        | Action::Recover(_)
        | Action::Reveal
        | Action::Leave(_)
        | Action::Glory
        | Action::Pay(_)
        | Action::Enlist(_)
        | Action::Skip => Vec::new(),
    }
}
