//! The battle being fought: both sides, the dice as they lie, and the exact chances of what comes next.

use std::cmp::Ordering;

use glory::{Fight, Odds, Step};
use maud::{Markup, html};

use super::{Place, foe_sort, hero_name, kin_motif, monster_card};
use crate::assets::art;
use crate::face::number;
use crate::games::bar;

fn die(face: u8, whose: &str) -> Markup {
    html! {
        @if (1..=6).contains(&face) {
            svg class="die" viewBox="0 0 24 24" role="img" aria-label={ (whose) " die shows " (face) } { use href=(art(&format!("die-{face}"))) {} }
        }
    }
}

fn percent(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
}

/// The battle.
pub(super) fn duel(desk: &Place<'_>, fight: &Fight) -> Markup {
    let (public, kingdom) = (&desk.view.public, &desk.rules.kingdom);
    let seat = public.active;
    let monster = desk.view.monster(desk.rules, fight.foe);
    let thrown = match fight.step {
        Step::Choice => false,
        Step::Dice => true,
    };
    html! {
        section class="duel" aria-label="The battle" {
            div class={ "fighter mine seat-" (seat.index()) } {
                svg class="c-art" viewBox="0 0 60 34" aria-hidden="true" { use href=(art("h-hero")) {} }
                b { (hero_name(desk.rules, desk.view, seat)) }
                @if let Some(monster) = monster {
                    @let clash = public.clash(kingdom, fight, monster);
                    div class="c-numbers" {
                        (number("heart", clash.health, "health")) (number("fist", clash.power + fight.might, "power"))
                        (number("sword", format!("{:+}", i16::from(clash.strike) + i16::from(fight.strike)), "strike"))
                    }
                    (bar("health", clash.health, public.most_health(kingdom, seat)))
                }
                @if thrown { (die(fight.mine, "own")) }
            }
            div class="chances" {
                @if fight.round > 0 { small { "Round " (fight.round) } }
                @if thrown { (verdict(desk, fight)) } @else { (odds(desk)) }
                div class="row" {
                    @for (key, word) in [("engage", "Engage"), ("withdraw", "Withdraw"), ("prepare", "Prepare"), ("stand", "Stand")] {
                        @if desk.is_live(key) { (desk.spot(key, "lever", word, &html! { (word) })) }
                    }
                }
            }
            div class="fighter foe" {
                @match monster {
                    Some(monster) => {
                        svg class="c-art" viewBox="0 0 60 34" aria-hidden="true" { use href=(art(kin_motif(monster.kin))) {} }
                        b { (monster.name) } small { (foe_sort(fight.foe)) ", " (monster.kin.word()) }
                        @let left = monster.health.saturating_sub(fight.harm);
                        div class="c-numbers" {
                            (number("heart", format!("{left}/{}", monster.health), "health")) (number("fist", monster.power, "power"))
                            (number("sword", format!("{:+}", i16::from(monster.strike) - i16::from(fight.hinder)), "strike"))
                        }
                        (bar("health", left, monster.health))
                        span class="tip-card" { (monster_card(monster, foe_sort(fight.foe))) }
                    }
                    None => {
                        svg class="c-art" viewBox="0 0 60 34" aria-hidden="true" { use href=(art("f-blank")) {} }
                        b { "What hides here" } small { "unknown to you" }
                    }
                }
                @if thrown { (die(fight.theirs, "the enemy's")) }
            }
        }
    }
}

fn verdict(desk: &Place<'_>, fight: &Fight) -> Markup {
    let Some(monster) = desk.view.monster(desk.rules, fight.foe) else { return html! {} };
    let clash = desk.view.public.clash(&desk.rules.kingdom, fight, monster);
    let (class, text) = match clash.compare(fight) {
        Ordering::Greater => {
            ("won", format!("won as the dice lie: the enemy loses {}", clash.hit(fight.might)))
        }
        Ordering::Less => {
            let loss = clash.loss(fight.bled).saturating_sub(fight.guard);
            ("lost", format!("lost as the dice lie: {loss} health"))
        }
        Ordering::Equal => ("tied", "tied as the dice lie".to_owned()),
    };
    html! { p class={ "verdict " (class) } { (text) } }
}

fn odds(desk: &Place<'_>) -> Markup {
    let Some(odds) = Odds::in_view(desk.rules, desk.view) else { return html! {} };
    let won = (odds.round_won * 100.0).round();
    let lost = (odds.round_lost * 100.0).round();
    html! {
        p { "Next round: " b class="good" { (percent(odds.round_won)) } " won (−" (odds.hit) "), " b class="bad" { (percent(odds.round_lost)) } " lost (−" (odds.loss) " health)" }
        svg class="odds" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" {
            rect class="tie" width="100" height="6" {}
            rect class="win" width=(won) height="6" {}
            rect class="loss" x=(100.0 - lost) width=(lost) height="6" {}
        }
        p { "Fighting on to the end: " b class="good" { (percent(odds.win)) } " victory, " b class="bad" { (percent(odds.die)) } " death" }
        @if odds.die_now > 0.0 { p class="bad" { "The next round kills in " (percent(odds.die_now)) "." } }
    }
}
