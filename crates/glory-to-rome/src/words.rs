//! The table in words, made from views only.

use std::fmt::Write as _;

use table::{Seat, Tell, Viewer};

use crate::action::{Action, Place, Play, Supply};
use crate::cards::{Card, Material, Role};
use crate::effect::{self, powers};
use crate::frame::{Bonus, Frame};
use crate::rules::Rules;
use crate::state::{Ending, Public, State};
use crate::structure::Structure;
use crate::view::View;
use crate::zone::{Cards, Materials};

impl Tell for State {
    type Event = crate::event::Event;

    fn table(_: &Rules, view: &View, width: usize) -> String {
        let public = &view.public;
        let mut text = format!("{}\n", headline(public));
        let mut line = |label: &str, what: &str| wrap(&mut text, label, what, width);
        line("Pool", &materials(&public.pool));
        line("Sites in town", &materials(&public.in_town));
        line("out of town", &materials(&public.out_of_town));
        for pile in &public.revealed {
            let turned_up = tally(pile);
            if !turned_up.is_empty() {
                line("Turned up", &turned_up);
            }
        }
        let first = view.viewer.seat().unwrap_or_default();
        for seat in first.round(public.players as usize) {
            player(&mut text, view, seat, width);
        }
        text
    }

    fn prompt(_: &Rules, view: &View) -> String {
        let public = &view.public;
        let mut crumbs = Vec::new();
        match public.role {
            Some(role) => crumbs.push(format!("Turn {}: {} leads {role}", public.turn, public.leader)),
            None => crumbs.push(format!("Turn {}", public.turn)),
        }
        let frames = public.frames.as_slice();
        for (at, frame) in frames.iter().enumerate() {
            let crumb = crumb(public, *frame, at + 1 == frames.len());
            crumbs.extend(crumb);
        }
        if public.is_over() {
            crumbs.push("the game is over".to_owned());
        }
        crumbs.join(" › ")
    }

    fn explain(rules: &Rules, view: &View, action: Action) -> String {
        explain(rules, view, action)
    }

    fn news(rules: &Rules, before: &View, after: &View, _: &[Self::Event]) -> Vec<String> {
        let mut news = Vec::new();
        for seat in after.public.seats() {
            seat_news(rules, &mut news, before, after, seat);
        }
        for (now, label) in [(&after.public.pool, "The Pool now holds")] {
            if *now != before.public.pool {
                news.push(format!("{label} {}.", materials(now)));
            }
        }
        if after.public.turn != before.public.turn && !after.public.is_over() {
            news.push(format!("Turn {}: {} leads.", after.public.turn, after.public.leader));
        }
        if after.public.is_over() && !before.public.is_over() {
            news.push(format!("The game is over: {}.", ending(after.public.ending)));
        }
        news
    }

    fn cards(rules: &Rules) -> Vec<(String, String)> {
        let in_play = Card::all().filter(|card| rules.copies(*card) > 0);
        in_play.map(|card| (card.name().to_owned(), card_text(rules, card))).collect()
    }
}

fn card_text(rules: &Rules, card: Card) -> String {
    let (material, copies) = (card.material(), rules.copies(card));
    let stars = "●".repeat(material.value().into());
    format!(
        "{} / {material} {stars} · {copies} copies · {}\n{}",
        card.role(),
        card.rule(),
        effect::text(card)
    )
}

fn headline(public: &Public) -> String {
    let turn = match public.role {
        Some(role) => format!("Turn {} · {} leads {role}", public.turn, public.leader),
        None => format!("Turn {} · {} to lead", public.turn, public.leader),
    };
    format!("{turn} · draw pile {} · Jacks left {}", public.deck, public.jacks)
}

/// Adds `label: what`, broken at spaces so that no line is wider than `width`.
fn wrap(text: &mut String, label: &str, what: &str, width: usize) {
    let indent = 16;
    let mut line = format!("{label:>13}  ");
    let mut empty = true;
    for word in what.split(' ') {
        if !empty && line.chars().count() + 1 + word.chars().count() > width.max(40) {
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(indent - 1);
        }
        line.push_str(if line.ends_with(' ') { "" } else { " " });
        line.push_str(word);
        empty = false;
    }
    let _ = writeln!(text, "{}", line.trim_end());
}

pub(crate) fn materials(pile: &Materials) -> String {
    let parts: Vec<_> = pile.kinds().map(|material| count(pile[material], material.name())).collect();
    if parts.is_empty() { "–".to_owned() } else { parts.join(", ") }
}

fn roles(pile: &Materials) -> String {
    let parts: Vec<_> = pile.kinds().map(|material| count(pile[material], material.role().name())).collect();
    if parts.is_empty() { "–".to_owned() } else { parts.join(", ") }
}

fn count(count: u8, name: &str) -> String {
    if count == 1 { name.to_owned() } else { format!("{count} {name}") }
}

fn jacks(count: u8) -> String {
    if count == 1 { "a Jack".to_owned() } else { format!("{count} Jacks") }
}

fn hand(cards: &Cards, held_jacks: u8) -> String {
    let mut parts: Vec<_> = cards
        .iter()
        .map(|(card, number)| count(number, &format!("{card} ({} · {})", card.role(), card.material())))
        .collect();
    if held_jacks > 0 {
        parts.push(jacks(held_jacks));
    }
    if parts.is_empty() { "–".to_owned() } else { parts.join(", ") }
}

fn tally(pile: &crate::zone::Tally) -> String {
    let shown = Card::all().filter(|card| pile.count(*card) > 0);
    shown.map(|card| count(pile.count(card), card.name())).collect::<Vec<_>>().join(", ")
}

fn structure(structure: &Structure) -> String {
    let site = if structure.site == structure.card.material() {
        String::new()
    } else {
        format!(" on {}", structure.site)
    };
    if structure.finished {
        let open = if structure.public { " (open to all)" } else { "" };
        return format!("{}{site}{open}", structure.card);
    }
    let (have, cost) = (structure.materials.len(), structure.cost());
    format!("{}{site} {have}/{cost} {}", structure.card, structure.site)
}

fn player(text: &mut String, view: &View, seat: Seat, width: usize) {
    let public = &view.public;
    let board = &public.boards[seat];
    let you = if view.viewer.is(seat) { " (you)" } else { "" };
    let leads = if seat == public.leader { " · leader" } else { "" };
    let _ = writeln!(
        text,
        "\n{seat}{you}{leads} · influence {} · clients {}/{} · vault {}/{} · refill {}",
        board.influence(),
        board.clients.len(),
        public.client_limit(seat),
        board.vault,
        public.vault_limit(seat),
        public.refill(seat),
    );
    let mut line = |label: &str, what: &str| wrap(text, label, what, width);
    if view.viewer.is(seat) {
        line("Hand", &hand(&view.hand, board.jacks));
        if let Some(card) = view.drawn {
            line("Drawn", card.name());
        }
    } else {
        let held_jacks = if board.jacks > 0 { format!(", {}", jacks(board.jacks)) } else { String::new() };
        line("Hand", &format!("{}{held_jacks}", count_cards(board.orders)));
    }
    if !board.clients.is_empty() {
        line("Clients", &roles(&board.clients));
    }
    if !board.stock.is_empty() {
        line("Stockpile", &materials(&board.stock));
    }
    if board.vault > 0 {
        line("Vault", &vault(view, seat));
    }
    let built: Vec<_> = public.finished(seat).map(structure).collect();
    if !built.is_empty() {
        line("Finished", &built.join(", "));
    }
    let under_way: Vec<_> = public.unfinished(seat).map(structure).collect();
    if !under_way.is_empty() {
        line("Under way", &under_way.join(", "));
    }
    let camp = &public.camps[seat];
    if !camp.orders.is_empty() || camp.jacks > 0 {
        let held_jacks = if camp.jacks > 0 { jacks(camp.jacks) } else { String::new() };
        let orders = if camp.orders.is_empty() { String::new() } else { roles(&camp.orders) };
        line(
            "Played",
            &[orders, held_jacks].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", "),
        );
    }
}

fn count_cards(number: u8) -> String {
    match number {
        0 => "no Order cards".to_owned(),
        1 => "1 Order card".to_owned(),
        _ => format!("{number} Order cards"),
    }
}

fn vault(view: &View, seat: Seat) -> String {
    let board = &view.public.boards[seat];
    let mut known = board.open;
    if view.viewer.is(seat) {
        known.add_all(&view.filched);
    }
    let hidden = board.vault - known.len();
    match (known.is_empty(), hidden) {
        (true, hidden) => format!("{hidden} face down"),
        (false, 0) => materials(&known),
        (false, hidden) => format!("{}, {hidden} face down", materials(&known)),
    }
}

/// One step of the breadcrumbs. Procedures that only pass by say nothing.
fn crumb(public: &Public, frame: Frame, is_top: bool) -> Option<String> {
    let text = match frame {
        Frame::Idle | Frame::Round { .. } | Frame::Levies { .. } => return None,
        Frame::Lead { .. } => format!("{} leads a role or thinks", public.leader),
        Frame::Follow { seat } => format!("{seat} follows or thinks"),
        Frame::Petition { material, left, .. } => format!("petition of {material}, {left} to add"),
        Frame::Palace { .. } => "Palace: more cards?".to_owned(),
        Frame::Think { seat, .. } => format!("{seat} thinks"),
        Frame::Tribunal { .. } => "Tribunal: a Jack too?".to_owned(),
        Frame::Acts { seat, own, .. } if is_top => format!("{seat} acts ({own} own): who next?"),
        Frame::Acts { seat, .. } => format!("{seat} acts"),
        Frame::Second { .. } => "who spends the second action?".to_owned(),
        Frame::ClientActs { client, role, .. } if client.role() == role => format!("{role} client"),
        Frame::ClientActs { client, role, .. } => format!("{} client as {role}", client.role()),
        Frame::BathRole { client, .. } => format!("Bath: the new {} acts as?", client.role()),
        Frame::Patron { .. } => "Patron action: hire".to_owned(),
        Frame::Laborer { .. } => "Laborer action: gather".to_owned(),
        Frame::Architect { .. } => "Architect action: build".to_owned(),
        Frame::Craftsman { .. } => "Craftsman action: build".to_owned(),
        Frame::Fountain { .. } => "Fountain: the card drawn".to_owned(),
        Frame::Stairway { .. } if is_top => "Stairway: open a structure?".to_owned(),
        Frame::Stairway { .. } => return None,
        Frame::Solarium { .. } => "Solarium: a material back?".to_owned(),
        Frame::Demand { most, demands, .. } => format!("Legionary: {} of {most} demands made", demands.len()),
        Frame::FromPool { .. } => "demand: from the Pool?".to_owned(),
        Frame::Give { seat, to, .. } => format!("{seat} answers {to}'s demand"),
        Frame::Slay { victim, .. } => format!("Colosseum: {victim}'s clients"),
        Frame::Raze { victim, .. } => format!("Domus Aurea: {victim}'s foundations"),
        Frame::Merchant { .. } => "Merchant action: sell".to_owned(),
        Frame::Bank { .. } | Frame::BankLegion { .. } if is_top => "Triclinium: into the vault?".to_owned(),
        Frame::Bank { .. } | Frame::BankLegion { .. } => return None,
        Frame::Bonus { bonus, left, .. } => {
            let name = match bonus {
                Bonus::Craftsman => "Amphitheatre",
                Bonus::Laborer => "Foundry",
                Bonus::Patron => "Garden",
                Bonus::Think => "School",
            };
            format!("{name}, {left} more after this")
        }
        Frame::Prison { .. } => "Prison: steal a structure?".to_owned(),
        Frame::Ransom { owed, .. } => format!("Prison: Sites worth {owed} to pay"),
        Frame::Aerarium { .. } => "Aerarium: its Site for a bonus?".to_owned(),
        Frame::Enlist { .. } => "Castra Praetoria: materials become clients?".to_owned(),
        Frame::Bacchanalia { .. } => "Bacchanalia".to_owned(),
        Frame::Senate { .. } => "Senate: claim Jacks?".to_owned(),
        Frame::Sewer { .. } => "Sewer: keep cards played?".to_owned(),
    };
    Some(text)
}

/// How many actions a seat would have in a role: its own and its clients'.
fn actions_in(public: &Public, seat: Seat, role: Role, own: u8) -> String {
    let clients: u8 = public.colours_for(seat, role).map(|colour| public.ready_clients(seat, colour)).sum();
    let each =
        if own > 0 { powers().client_actions.of(public.functions[seat].0).max().unwrap_or(1) } else { 1 };
    match clients * each {
        0 => format!("{own} action"),
        from_clients => format!("{own} + {from_clients} actions"),
    }
}

#[allow(clippy::too_many_lines)] // One line for each thing a player can do, in the order of `Action`.
fn explain(rules: &Rules, view: &View, action: Action) -> String {
    let public = &view.public;
    let seat = view.viewer.seat().unwrap_or_default();
    let refill = {
        let (have, size) = (public.boards[seat].hand(), public.refill(seat));
        if have < size { size - have } else { 1 }
    };
    match action {
        Action::Lead(role, play) => {
            let idle = nothing_to_do(public, seat, role);
            format!("{role} led: you get {}{}{idle}", actions_in(public, seat, role, 1), with(play))
        }
        Action::Follow(play) => match public.role {
            Some(role) => {
                let idle = nothing_to_do(public, seat, role);
                format!("you get {}{}{idle}", actions_in(public, seat, role, 1), with(play))
            }
            None => String::new(),
        },
        Action::AddOrder(_) | Action::AddJack | Action::AddPetition(..) => match public.top() {
            Frame::Palace { .. } => "one more action".to_owned(),
            _ => "part of the petition".to_owned(),
        },
        Action::Enough => "play no more cards".to_owned(),
        Action::Surrender(to) => format!("if all others do too, {to} wins"),
        Action::ThinkJack => "take a Jack".to_owned(),
        Action::ThinkDraw => {
            format!("draw {refill} of {} cards{}", public.deck, ends_if(public.deck <= refill))
        }
        Action::Discard(card) => format!("{card} into the Pool, then think"),
        Action::DiscardJack => "a Jack back to its pile, then think".to_owned(),
        Action::DiscardHand => "your whole hand away, then think".to_owned(),
        Action::TakeJack => "one Jack on top".to_owned(),
        Action::Act => "your own action".to_owned(),
        Action::Use(colour) => format!("your {} acts", colour.role()),
        Action::Stop => "give up what is left".to_owned(),
        Action::ActAs(role) => format!("a {role} action at once"),
        Action::HirePool(_) | Action::HireHand(_) => "a new client".to_owned(),
        Action::HireDeck => format!("a new client, unseen{}", ends_if(public.deck == 1)),
        Action::LaborPool(_) | Action::LaborHand(_) => "into your stockpile".to_owned(),
        Action::SellStock(material) => format!("into your vault: {} points", material.value()),
        Action::SellDeck => format!("an unknown card into your vault{}", ends_if(public.deck == 1)),
        Action::SellHand(card) => format!("into your vault, unseen: {} points", card.material().value()),
        Action::Lay(card, site, place) => explain_lay(rules, public, seat, card, site, place),
        Action::Add(supply, name) => explain_add(rules, public, seat, supply, name),
        Action::AddUnfinished(..) => "add it and leave the structure unfinished".to_owned(),
        Action::Look => format!("draw the card to build with{}", ends_if(public.deck == 1)),
        Action::Keep => "into your hand".to_owned(),
        Action::Dismantle(card) => format!("{card} back to hand, its materials to your stockpile"),
        Action::Prepare => "save this action for an out-of-town Site with the next hire".to_owned(),
        Action::Raise(..) => "its function becomes everyone's".to_owned(),
        Action::Recover(material) => format!("{material} back to your stockpile"),
        Action::Demand(_) | Action::DemandWith(_) => "one demand".to_owned(),
        Action::Reveal => "Rome demands!".to_owned(),
        Action::Take(_) => "from the Pool into your stockpile".to_owned(),
        Action::Leave(_) => "leave it in the Pool".to_owned(),
        Action::Give(_) | Action::GiveStock(_) => "hand it over".to_owned(),
        Action::Glory => "give nothing".to_owned(),
        Action::Slay(..) => "into your vault".to_owned(),
        Action::Raze(..) => "card to your stockpile, Site to your influence".to_owned(),
        Action::Bank(colour) => format!("into your vault: {} points", colour.value()),
        Action::Steal(_, card) => effect::text(card),
        Action::Pay(site) => format!("a Site worth {}", site.value()),
        Action::Award(_, card) => effect::text(card),
        Action::Enlist(material) => format!("a {} client", material.role()),
        Action::RevelStock(_) => "into your stockpile".to_owned(),
        Action::RevelClient(card) => format!("a {} client", card.role()),
        Action::RevelVault(card) => format!("{} points", card.material().value()),
        Action::Claim(_) => "into your hand".to_owned(),
        Action::Sewer(_) => "into your stockpile instead of the Pool".to_owned(),
        Action::Skip => "nothing (more)".to_owned(),
    }
}

/// A hint where the role's actions would have nothing to work on, as the table lies now.
fn nothing_to_do(public: &Public, seat: Seat, role: Role) -> &'static str {
    let board = &public.boards[seat];
    let can = |among| public.can(seat, among);
    match role {
        Role::Laborer if public.pool.is_empty() && !can(powers().labors_from_hand) => {
            " – but the Pool is empty"
        }
        Role::Merchant if !public.has_vault_room(seat) => " – but your vault is full",
        Role::Merchant
            if board.stock.is_empty() && !can(powers().sells_from_deck) && !can(powers().sells_from_hand) =>
        {
            " – but your stockpile is empty"
        }
        Role::Patron if !public.has_client_room(seat) => " – but you have no room for clients",
        Role::Patron
            if public.pool.is_empty() && !can(powers().hires_from_deck) && !can(powers().hires_from_hand) =>
        {
            " – but the Pool is empty"
        }
        Role::Laborer
        | Role::Craftsman
        | Role::Architect
        | Role::Legionary
        | Role::Merchant
        | Role::Patron => "",
    }
}

fn with(play: Play) -> &'static str {
    match play {
        Play::Order(_) | Play::Petition(..) => "",
        Play::Jack => ", for your Jack",
    }
}

/// A warning, where the action ends the game.
fn ends_if(ends: bool) -> &'static str {
    if ends { " – THIS ENDS THE GAME" } else { "" }
}

fn explain_lay(
    rules: &Rules,
    public: &Public,
    seat: Seat,
    card: Card,
    site: Material,
    place: Place,
) -> String {
    let cost = site.value();
    let actions = match place {
        Place::Outskirts if !public.can(seat, powers().out_of_town_at_once) => ", takes two actions",
        Place::Town | Place::Outskirts => "",
    };
    let last = place == Place::Town && public.in_town.len() == 1;
    format!("needs {cost} {site}{actions}{}{}", function(rules, card), ends_if(last))
}

/// What a building does, after a colon; nothing in the training game, which has no functions (GTR-5).
fn function(rules: &Rules, card: Card) -> String {
    if rules.training { String::new() } else { format!(": {}", effect::text(card)) }
}

fn explain_add(rules: &Rules, public: &Public, seat: Seat, supply: Supply, name: Card) -> String {
    let Some(structure) = public.find(seat, name).map(|at| &public.structures[at]) else {
        return String::new();
    };
    let (have, cost) = (structure.materials.len() + 1, structure.cost());
    // A Bacchanalia is no action, so a Scriptorium does not help it.
    let action = !matches!(public.top(), Frame::Bacchanalia { .. });
    let scriptorium = action && public.can(seat, powers().finished_by[supply.material().index()]);
    let villa = !matches!(supply, Supply::Card(_))
        && powers().finishes_at_once[Role::Architect as usize].has(name)
        && !rules.training;
    if have >= cost || scriptorium || villa {
        let ends = ends_if(powers().completion(name) == Some(effect::Completion::EndGame) && !rules.training);
        return format!("completes it: +{} influence{ends}", structure.site.value());
    }
    format!("{have} of {cost}")
}

fn seat_news(rules: &Rules, news: &mut Vec<String>, before: &View, after: &View, seat: Seat) {
    let (was, is) = (&before.public.boards[seat], &after.public.boards[seat]);
    let you = after.viewer.is(seat) && before.viewer == after.viewer && after.viewer != Viewer::Spectator;
    if you {
        let mut gained = Vec::new();
        for (card, number) in after.hand.iter() {
            let more = number.saturating_sub(before.hand.count(card));
            if more > 0 {
                gained.push(count(more, card.name()));
            }
        }
        if !gained.is_empty() {
            news.push(format!("You draw {}.", gained.join(", ")));
        }
    } else if is.orders > was.orders {
        news.push(format!("{seat} draws {}.", count_cards(is.orders - was.orders)));
    }
    if is.jacks > was.jacks {
        news.push(format!("{seat} takes {}.", jacks(is.jacks - was.jacks)));
    }
    for structure in after.public.finished(seat) {
        let known = before.public.structures.iter();
        let same = |old: &&Structure| old.owner == seat && old.card == structure.card && old.finished;
        if !known.clone().any(|old| same(&old)) {
            let function = function(rules, structure.card);
            news.push(format!("{seat} has a finished {}{function}", structure.card));
        }
    }
    if is.influence() != was.influence() {
        news.push(format!("{seat}'s influence is now {}.", is.influence()));
    }
    for (now, old, what) in [(&is.stock, &was.stock, "stockpile"), (&is.clients, &was.clients, "clients")] {
        if now != old {
            let held = if what == "clients" { roles(now) } else { materials(now) };
            news.push(format!("{seat}'s {what}: {held}."));
        }
    }
    if is.vault > was.vault {
        news.push(format!("{seat}'s vault: {}.", vault(after, seat)));
    }
}

fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::None => "it is not",
        Ending::Deck => "the draw pile ran out",
        Ending::Sites => "the last Site in town was taken",
        Ending::Catacomb => "a Catacomb was completed",
        Ending::Bacchanalia => "Bacchanalia asked for more cards than there are",
        Ending::Forum(_) => "a Forum was won",
        Ending::ForumRomanum(_) => "a Forum Romanum was won",
        Ending::PlebianCouncil(_) => "a Plebian Council was won",
        Ending::Surrender(_) => "all others surrendered",
    }
}
