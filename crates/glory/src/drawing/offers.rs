//! What is offered just now: the die, heroes or abilities to choose from, a card's choices, and the goods at the castle.

use crate::{Aim, Cards, Frame, NOTHING};
use maud::Markup;
use pages::html;
use table::{card, many, say, tongue};

use super::{Place, ability_card, good_card, hero_card, rolled, sheet};
use pages::assets::art;

fn pile(desk: &Place<'_>, name: &str, cards: Cards) -> Markup {
    let left = cards.count_ones();
    desk.named(
        &format!("pile-{name}"),
        &left,
        || html! { span class="stat pile-stat" { b { (left) } small { (tongue::phrase(name)) } } },
    )
}

/// The strip above the map: round, die, piles.
pub(super) fn strip(desk: &Place<'_>) -> Markup {
    let public = &desk.view.public;
    let face = rolled(desk.view);
    let lever = |key: &str, word: &str| {
        let word = tongue::phrase(word);
        html! { @if desk.offers(key) { (desk.spot(key, "lever", &word, &html! { (word) })) } }
    };
    html! {
        section id="strip" class="strip" aria-label="The round" data-thrown={ (public.round) "-" (public.active) "-" (public.rolled) } {
            (desk.spot("die", "diespot", &face.map_or_else(|| say!("The movement die"), |face| say!("The movement die shows {face}")).to_string(), &html! {
                svg class={ "die" @if face.is_none() { " idle" } } viewBox="0 0 24 24" aria-hidden="true" { use href=(art(&format!("die-{}", face.unwrap_or(6).clamp(1, 6)))) {} }
                @if desk.offers("die") { b { "Roll" } }
            }))
            (lever("complete", "Complete the quest")) (lever("pass", pass_word(public.top()))) (lever("race", "Cry a race")) (lever("end", "End turn"))
            @if let Some(event) = desk.rules.kingdom.events.get(usize::from(public.event)) {
                span class="stat" title=(desk.plain(&desk.rules.kingdom.event_text(event))) { small { (tongue::name(&event.name)) } b { (desk.plain(&desk.rules.kingdom.event_text(event))) } }
            }
            @if let Some(challenge) = desk.rules.challenge {
                @let (now, needed) = public.progress(desk.rules, public.first);
                span class="stat" { small { (desk.plain(&challenge.text())) } b { (now) "/" (needed) } }
            }
            @if desk.rules.players == 1 && desk.rules.turn_limit > 0 {
                // Playing alone, the turns left are half of the goal (ruling E7).
                span class="stat" { small { "turn" } b { (public.round.min(desk.rules.turn_limit)) "/" (desk.rules.turn_limit) } }
            } @else {
                span class="stat" { small { "round" } b { (public.round) } }
            }
            @if let Some(seat) = desk.view.viewer.seat().filter(|seat| public.heroes[*seat].board != NOTHING) { span class="mine" { (sheet::brief(desk, seat)) } }
            (pile(desk, "battles", public.battle.deck)) (pile(desk, "fates", public.fates.deck)) (pile(desk, "abilities", public.abilities.deck)) (pile(desk, "goods", public.goods.deck))
            (desk.named("legend", &(), || html! { span class="legend" aria-hidden="true" {
                @for (symbol, word) in [("sp-battle", "battle"), ("sp-fate", "fate"), ("sp-haven", "haven"), ("sp-town", "town"), ("sp-lair", "lair")] {
                    svg class="tok" viewBox="0 0 24 24" { use href=(art(symbol)) {} } small { (tongue::phrase(word)) }
                }
            } }))
        }
    }
}

/// What leaving an offer is called.
const fn pass_word(frame: Frame) -> &'static str {
    if let Frame::NameLair(_) = frame {
        "No name"
    } else if let Frame::Haven(_) = frame {
        "Don't look"
    } else if let Frame::Quest(_) = frame {
        "Not now"
    } else {
        "Pass"
    }
}

/// What must be chosen now, laid out as cards.
pub(super) fn offer(desk: &Place<'_>) -> Markup {
    let offered = offered(desk);
    if offered.0.is_empty() { offered } else { desk.frame("offer", || offered) }
}

fn offered(desk: &Place<'_>) -> Markup {
    let kingdom = &desk.rules.kingdom;
    match desk.view.public.top() {
        Frame::ChooseHero(_) => html! {
            section id="offer" class="offer" aria-label="The heroes" {
                @for (at, hero) in kingdom.heroes.iter().enumerate() { div class="hold" { (desk.spot(&format!("hero:{at}"), "hold-card", &tongue::name(&hero.name), &hero_card(desk.rules, at))) } }
            }
        },
        Frame::Learn(learn) => {
            let kinds = [learn.first, learn.second].map(|card| kingdom.ability_stock.kind(card));
            let same = kinds[0] == kinds[1];
            html! {
                section id="offer" class="offer" aria-label="Abilities to keep one of" {
                    @for kind in kinds.iter().take(if same { 1 } else { 2 }) {
                        div class="hold" { (desk.spot(&format!("keep:{kind}"), "hold-card", &tongue::name(&kingdom.abilities[usize::from(*kind)].name), &ability_card(desk.rules, *kind))) }
                    }
                }
            }
        }
        Frame::Choose(choice) => html! {
            section id="offer" class="offer" aria-label="A choice" {
                @for (at, script) in choice.choices.into_iter().enumerate() {
                    @let text = desk.plain(&kingdom.script_text(script));
                    (desk.spot(&format!("choose:{at}"), "lever long", &text, &html! { (at + 1) ". " (text) }))
                }
            }
        },
        Frame::Aim(Aim::Face) => html! {
            section id="offer" class="offer" aria-label="What the die shows" {
                @for side in 1..=6 {
                    (desk.spot(&format!("face:{side}"), "diespot", &say!("Turn the die to {side}").to_string(), &html! { svg class="die" viewBox="0 0 24 24" aria-hidden="true" { use href=(art(&format!("die-{side}"))) {} } }))
                }
            }
        },
        Frame::Aim(Aim::Rival(_)) => html! {
            section id="offer" class="offer" aria-label="Another hero" {
                @for seat in desk.view.public.active.round(desk.rules.players).skip(1) {
                    @let name = desk.name(seat);
                    (desk.spot(&format!("against:{seat}"), "lever", name, &html! { (name) }))
                }
            }
        },
        Frame::NameLair(_) => html! {
            section id="offer" class="offer names" aria-label="Which monster hides here?" {
                @for (at, lair) in kingdom.lairs.iter().enumerate() { (desk.spot(&format!("name:{at}"), "lever", &tongue::name(&lair.name), &html! { (tongue::name(&lair.name)) })) }
            }
        },
        Frame::End(_) => meetings(desk),
        Frame::Trade(trade) => html! {
            section id="offer" class="offer" aria-label="A good for sale" {
                div class="hold" { (desk.spot("complete", "hold-card", &tongue::name(&kingdom.goods[usize::from(trade.kind)].name), &good_card(desk.rules, trade.kind, kingdom.goods[usize::from(trade.kind)].price))) }
            }
        },
        Frame::Peril(peril) => html! {
            section id="offer" class="offer" aria-label="A deadly loss" {
                (desk.spot("stand", "lever long", &tongue::phrase("Take the loss"), &html! { "Take the loss of " (peril.by) " health and die" }))
            }
        },
        Frame::Start(_)
        | Frame::Roll(_)
        | Frame::Arrive(_)
        | Frame::After(_)
        | Frame::Close(_)
        | Frame::Haven(_)
        | Frame::Quest(_)
        | Frame::Fight(_)
        | Frame::Follow(_)
        | Frame::Travel(_)
        | Frame::Aim(Aim::Lair | Aim::Town) => html! {},
    }
}

/// What heroes who meet can do with each other (rules GL-51 and GL-52).
fn meetings(desk: &Place<'_>) -> Markup {
    let (public, kingdom) = (&desk.view.public, &desk.rules.kingdom);
    let others: Vec<_> = public.active.round(desk.rules.players).skip(1).collect();
    let duels: Vec<_> = others.iter().filter(|seat| desk.offers(&format!("duel:{seat}"))).collect();
    let mut sales = Vec::new();
    for seat in &others {
        for kind in 0..kingdom.goods.len() {
            let key = format!("sell:{kind}:{seat}");
            if desk.offers(&key) {
                sales.push((key, kind, *seat));
            }
        }
    }
    if duels.is_empty() && sales.is_empty() {
        return html! {};
    }
    html! {
        section id="offer" class="offer" aria-label="Heroes who meet" {
            @for seat in duels {
                @let words = desk.plain(&say!("Duel {seat}"));
                (desk.spot(&format!("duel:{seat}"), "lever", &words, &html! { (words) }))
            }
            @for (key, kind, seat) in sales {
                @let words = desk.plain(&say!("Offer {} to {seat}", card(&kingdom.goods[kind].name)));
                (desk.spot(&key, "lever", &words, &html! { (words) }))
            }
        }
    }
}

/// The goods at the castle.
pub(super) fn market(desk: &Place<'_>) -> Markup {
    let (public, kingdom) = (&desk.view.public, &desk.rules.kingdom);
    let seat = public.decides();
    let mut kinds: Vec<u8> = Vec::new();
    for card in public.row.iter().filter(|card| **card != NOTHING) {
        kinds.push(kingdom.goods_stock.kind(*card));
    }
    let prices: Vec<(u8, u8)> =
        kinds.iter().map(|kind| (*kind, public.price(desk.rules, seat, *kind))).collect();
    desk.open("market", &["buy:"], &prices, || html! {
        section id="market" class="market" aria-label="Goods at the castle" {
            h3 { "Goods at the castle" }
            div class="cards" {
                @for (at, (kind, price)) in prices.iter().enumerate() {
                    @let (key, price) = (format!("buy:{kind}"), *price);
                    @if kinds[..at].contains(kind) {
                        div class={ "spot small-card twin" @if desk.offers(&key) { " live" } } data-twin=(key) { (good_card(desk.rules, *kind, price)) }
                    } @else {
                        (desk.spot(&key, "small-card", &say!("{}, {}", card(&kingdom.goods[usize::from(*kind)].name), many(price, "coin")).to_string(), &html! {
                            (desk.named(&format!("face-buy-{kind}"), &price, || good_card(desk.rules, *kind, price)))
                            (desk.named(&format!("tip-buy-{kind}"), &(), || html! { span class="tip" { (desk.plain(&kingdom.boon_text(&kingdom.goods[usize::from(*kind)].boon))) } }))
                        }))
                    }
                }
            }
        }
    })
}
