//! The battle being fought: both sides, the dice as they lie, and the exact chances of what comes next.

use std::cmp::Ordering;

use crate::{Enemy, Fight, Odds, Step, Struck, Verdict};
use maud::Markup;
use pages::html;
use table::{Seat, say, tongue, whose};

use super::{Place, foe_sort, hero_picture, kin_paint, monster_card, monster_picture, picture};
use pages::Picture;
use pages::assets::art;
use pages::bar;
use pages::number;

fn die(face: u8, words: &str) -> Markup {
    html! {
        @if (1..=6).contains(&face) {
            svg class="die" viewBox="0 0 24 24" role="img" aria-label=(words) { use href=(art(&format!("die-{face}"))) {} }
        }
    }
}

fn percent(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
}

/// The picture of a seat's hero.
fn of_seat(desk: &Place<'_>, seat: Seat) -> Picture {
    let board = desk.rules.kingdom.heroes.get(usize::from(desk.view.public.heroes[seat].board));
    hero_picture(board.map_or("", |board| &board.name))
}

/// The battle.
pub(super) fn duel(desk: &Place<'_>, fight: &Fight) -> Markup {
    let (public, kingdom) = (&desk.view.public, &desk.rules.kingdom);
    let seat = public.active;
    let monster = desk.view.monster(desk.rules, fight.foe);
    // Between rounds the dice of the last one stay, so that everyone sees what they did.
    let thrown = fight.round > 0;
    let open = match fight.step {
        Step::Choice => false,
        Step::Dice => true,
    };
    html! {
        section id="duel" class={ "duel" @if !open && thrown { (ended(public.struck.as_ref())) } } data-thrown=(fight.round) aria-label="The battle" {
            div class={ "fighter mine p-gold seat-" (seat.index()) } {
                (of_seat(desk, seat).small())
                b { (desk.plain(&desk.view.hero_name(desk.rules, seat))) }
                @if let Some(monster) = monster {
                    @let clash = public.clash(kingdom, fight, monster);
                    div class="c-numbers" {
                        (number("heart", clash.health, "health")) (number("fist", clash.power + fight.might, "power"))
                        (number("sword", format!("{:+}", clash.rolls(0, 0, fight).0), "strike"))
                    }
                    (bar("health", clash.health, public.most_health(kingdom, seat)))
                }
                @if thrown { (die(fight.mine, &desk.plain(&say!("{} die shows {}", whose(seat), fight.mine)))) }
            }
            div class="chances" {
                @if fight.round > 0 { small { "Round " (fight.round) } }
                @if open { (verdict(desk, fight)) } @else {
                    @if let Some(struck) = public.struck.as_ref().filter(|_| thrown) { (told(desk, struck)) }
                    (odds(desk))
                }
                div class="row" {
                    @for (key, word) in [("engage", "Engage"), ("withdraw", "Withdraw"), ("prepare", "Prepare"), ("stand", "Stand")] {
                        @let word = tongue::phrase(word);
                        @if desk.offers(key) { (desk.spot(key, "lever", &word, &html! { (word) })) }
                    }
                }
            }
            div class={ "fighter foe " (monster.map_or("", |it| kin_paint(it.kin))) } {
                @match monster {
                    Some(monster) => {
                        (monster_picture(monster).small())
                        b { (tongue::name(&monster.name)) } small { (tongue::phrase(foe_sort(fight.foe))) ", " (tongue::phrase(&monster.kin_word)) }
                        @let left = monster.health.saturating_sub(fight.harm);
                        div class="c-numbers" {
                            (number("heart", format!("{left}/{}", monster.health), "health")) (number("fist", monster.power, "power"))
                            (number("sword", format!("{:+}", public.clash(kingdom, fight, monster).rolls(0, 0, fight).1), "strike"))
                        }
                        (bar("health", left, monster.health))
                        span class="tip-card" { (monster_card(desk.rules, monster, foe_sort(fight.foe))) }
                    }
                    None => {
                        (picture("Hidden").small())
                        b { "A hidden monster" } small { "only " (desk.name(seat)) " has seen it" }
                    }
                }
                @if thrown { (die(fight.theirs, &say!("The enemy's die shows {}", fight.theirs).to_string())) }
            }
        }
    }
}

fn verdict(desk: &Place<'_>, fight: &Fight) -> Markup {
    let Some(monster) = desk.view.monster(desk.rules, fight.foe) else { return html! {} };
    let clash = desk.view.public.clash(&desk.rules.kingdom, fight, monster);
    let (class, text) = match clash.compare(fight) {
        Ordering::Greater => (
            "won",
            say!("As it stands, the round is won: the enemy loses {} health.", clash.hit(fight.might)),
        ),
        Ordering::Less => {
            let said = match clash.loss(fight.bled).saturating_sub(fight.guard) {
                0 => say!("As it stands, the round is lost, at no cost in health."),
                loss => say!("As it stands, the round is lost: −{loss} health."),
            };
            ("lost", said)
        }
        Ordering::Equal => ("tied", say!("As it stands, the round is a tie.")),
    };
    let (own, foe) = clash.rolls(fight.mine, fight.theirs, fight);
    html! { p class={ "verdict " (class) } { "Strike rolls " (own) " to " (foe) ". " (desk.plain(&text)) } }
}

/// The class of how a round ended: one sees it before one reads it.
const fn ended(struck: Option<&Struck>) -> &'static str {
    match struck {
        Some(Struck { verdict: Verdict::Won, .. }) => " won",
        Some(Struck { verdict: Verdict::Lost, .. }) => " lost",
        Some(Struck { verdict: Verdict::Tied, .. }) => " tied",
        None => "",
    }
}

/// How the last round ended.
fn told(desk: &Place<'_>, struck: &Struck) -> Markup {
    let who = struck.seat;
    let (class, text) = match struck.verdict {
        Verdict::Won => ("won", say!("{who} won the round.")),
        Verdict::Lost => ("lost", say!("{who} lost the round.")),
        Verdict::Tied => ("tied", say!("The round was a tie.")),
    };
    html! { p class={ "verdict " (class) } { "Strike rolls " (struck.own) " to " (struck.foe) ". " (desk.plain(&text)) } }
}

/// The round that ended a battle, until the next movement roll.
pub(super) fn aftermath(desk: &Place<'_>, struck: &Struck) -> Markup {
    let kingdom = &desk.rules.kingdom;
    let (monster, sort) = match struck.enemy {
        Enemy::Card(kind) => (&kingdom.battle[usize::from(kind)], "Battle"),
        Enemy::Lair(kind) => (&kingdom.lairs[usize::from(kind)], "Lair"),
    };
    html! {
        section id="duel" class={ "duel over" (ended(Some(struck))) } data-thrown=(struck.round) aria-label="The last round of the battle" {
            div class={ "fighter mine p-gold seat-" (struck.seat.index()) @if !desk.view.public.heroes[struck.seat].alive { " dead" } } {
                (of_seat(desk, struck.seat).small())
                b { (desk.plain(&desk.view.hero_name(desk.rules, struck.seat))) }
                (die(struck.mine, &desk.plain(&say!("{} die shows {}", whose(struck.seat), struck.mine))))
            }
            div class="chances" { small { "Last round of the battle, round " (struck.round) } (told(desk, struck)) }
            div class={ "fighter foe " (kin_paint(monster.kin)) } {
                (monster_picture(monster).small())
                b { (tongue::name(&monster.name)) } small { (tongue::phrase(sort)) ", " (tongue::phrase(&monster.kin_word)) }
                (die(struck.theirs, &say!("The enemy's die shows {}", struck.theirs).to_string()))
            }
        }
    }
}

fn odds(desk: &Place<'_>) -> Markup {
    let Some(odds) = Odds::in_view(desk.rules, desk.view) else { return html! {} };
    let won = (odds.round_won * 100.0).round();
    let lost = (odds.round_lost * 100.0).round();
    html! {
        p {
            "Next round: " b class="good" { (percent(odds.round_won)) } " won (enemy −" (odds.hit) "), "
            b class="bad" { (percent(odds.round_lost)) } " lost (" @if odds.loss == 0 { "no harm" } @else { "−" (odds.loss) " health" } ")"
        }
        svg class="odds" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" {
            rect class="tie" width="100" height="6" {}
            rect class="win" width=(won) height="6" {}
            rect class="loss" x=(100.0 - lost) width=(lost) height="6" {}
        }
        p { "To the end, without using cards: " b class="good" { (percent(odds.win)) } " victory, " b class="bad" { (percent(odds.die)) } " death" @if odds.flees > 0.0 { ", " b { (percent(odds.flees)) } " it flees" } }
        @if odds.die_now > 0.0 { p class="bad" { "Losing the next round kills you (" (percent(odds.die_now)) ")." } }
    }
}
