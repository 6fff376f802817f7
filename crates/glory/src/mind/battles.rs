//! What a hero can expect of battles: looked up, since every step of a playout asks for it.

use std::sync::LazyLock;

use crate::Clash;

/// So many rounds won or lost decide any battle worth telling apart.
const MOST: usize = 24;
/// A strike further ahead or behind than a die has sides changes nothing.
const FAR: i8 = 6;

/// The chance to win a battle: by the lead in strike and whether ties are won, by the rounds to be won, by the rounds to be lost.
static CHANCES: LazyLock<Vec<[[f32; MOST + 1]; MOST + 1]>> = LazyLock::new(|| {
    let leads = (-FAR..=FAR).flat_map(|lead| [(lead, false), (lead, true)]);
    leads.map(|(lead, ties)| ladder(round(lead, ties))).collect()
});

/// The chances of all battles whose rounds are won with this chance.
fn ladder(chance: f32) -> [[f32; MOST + 1]; MOST + 1] {
    let mut win = [[0.0; MOST + 1]; MOST + 1];
    win[0] = [1.0; MOST + 1];
    for hits in 1..=MOST {
        for losses in 1..=MOST {
            win[hits][losses] = chance * win[hits - 1][losses] + (1.0 - chance) * win[hits][losses - 1];
        }
    }
    win
}

/// The chance to win a round that is won or lost, with this lead in strike.
fn round(lead: i8, wins_ties: bool) -> f32 {
    let lead = lead.clamp(-FAR, FAR);
    // Of the 36 throws of two dice, those whose difference is above, or at and above, the handicap.
    let above = |lead: i8| (1..=6_i8).map(|mine| f32::from((mine + lead - 1).clamp(0, 6))).sum::<f32>();
    let won = if wins_ties { above(lead + 1) } else { above(lead) };
    let lost = 36.0 - above(lead + 1);
    if won + lost == 0.0 { 0.5 } else { won / (won + lost) }
}

/// The rounds to be won, and the rounds to be lost, that end a battle; a wound shed already (`bled`) has cost the shield.
fn rounds(clash: &Clash, bled: bool) -> (u8, u8) {
    let loss = clash.loss(true);
    let shield = if bled { 0 } else { clash.shield.min(loss) };
    let losses = clash.health.saturating_add(shield).div_ceil(loss).saturating_add(clash.wards);
    // Each round lost gives it health back: about half of the rounds that the hero can lose.
    let foe = clash.foe_health.saturating_add(clash.drain.saturating_mul(losses / 2));
    (foe.div_ceil(clash.hit(0)), losses)
}

/// The lead in strike that counts for most of a battle: what holds only at half health counts for half.
fn lead(clash: &Clash) -> i8 {
    let fury = |by: i16| by / 2;
    let lead = i16::from(clash.strike) - i16::from(clash.foe_strike) + fury(clash.fury.into())
        - fury(i16::from(clash.foe_fury) + 1);
    lead.clamp(-i16::from(FAR), i16::from(FAR)) as i8
}

/// Whether blows of this hero never slay the enemy, because it is gone before the last (B28).
fn escapes(clash: &Clash) -> bool {
    let hit = clash.hit(0);
    let last = (clash.foe_health.max(1) - 1) % hit + 1;
    clash.flees > 0 && clash.foe_health > hit && last <= clash.flees
}

/// The chance to win a battle fought to its end.
pub fn win(clash: &Clash, bled: bool) -> f32 {
    if escapes(clash) {
        return 0.0;
    }
    let (hits, losses) = rounds(clash, bled);
    let lead = lead(clash);
    let row = (lead + FAR) as usize * 2 + usize::from(clash.wins_ties);
    CHANCES[row][usize::from(hits).min(MOST)][usize::from(losses).min(MOST)]
}

/// How a battle stands: about 0 when even, 1 when it is as good as won.
pub fn edge(clash: &Clash, bled: bool) -> f32 {
    if escapes(clash) {
        return -1.0;
    }
    let chance = round(lead(clash), clash.wins_ties);
    let (hits, losses) = rounds(clash, bled);
    let (hits, losses) = (f32::from(hits), f32::from(losses));
    let (for_us, for_them) = (chance * losses, (1.0 - chance) * hits);
    ((for_us - for_them) / (for_us + for_them).max(0.1)).clamp(-1.0, 1.0) * (losses + hits).sqrt() / 2.0
}

#[cfg(test)]
mod tests {
    use crate::{Fight, Foe, Odds};

    use super::*;

    #[test]
    fn rounds_are_counted_right() {
        assert!((round(0, false) - 0.5).abs() < 1e-6);
        // One ahead: 21 of 36 throws win, 10 lose.
        assert!((round(1, false) - 21.0 / 31.0).abs() < 1e-6);
    }

    #[test]
    fn battles_are_what_the_engine_says() {
        let even = Clash::even(5);
        for clash in [
            even,
            Clash { strike: 2, foe_health: 9, ..even },
            Clash { strike: -1, foe_health: 3, wins_ties: true, ..even },
            Clash { strike: 6, foe_health: 12, ..even },
            Clash { foe_power: 2, shield: 1, ..even },
            Clash { foe_power: 3, armour: 1, shield: 4, power: 2, ..even },
        ] {
            for bled in [false, true] {
                let fight = Fight { round: 1, bled, ..Fight::with(Foe::Lair(0)) };
                let (found, odds) = (f64::from(win(&clash, bled)), Odds::of(&clash, &fight));
                assert!((found - odds.win).abs() < 1e-5, "{clash:?}: {found} for {}", odds.win);
            }
        }
    }
}
