//! What a hero can expect of battles: looked up, since every step of a playout asks for it.

use std::sync::LazyLock;

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
pub fn round(lead: i8, wins_ties: bool) -> f32 {
    let lead = lead.clamp(-FAR, FAR);
    // Of the 36 throws of two dice, those whose difference is above, or at and above, the handicap.
    let above = |lead: i8| (1..=6_i8).map(|mine| f32::from((mine + lead - 1).clamp(0, 6))).sum::<f32>();
    let won = if wins_ties { above(lead + 1) } else { above(lead) };
    let lost = 36.0 - above(lead + 1);
    if won + lost == 0.0 { 0.5 } else { won / (won + lost) }
}

/// The chance to win a battle with this lead in strike, if so many rounds must be won before so many are lost.
pub fn battle(lead: i8, wins_ties: bool, hits: u8, losses: u8) -> f32 {
    let row = (lead.clamp(-FAR, FAR) + FAR) as usize * 2 + usize::from(wins_ties);
    CHANCES[row][usize::from(hits).min(MOST)][usize::from(losses).min(MOST)]
}

#[cfg(test)]
mod tests {
    use glory::{Clash, Fight, Foe, Odds};

    use super::*;

    const EVEN: Clash = Clash {
        health: 5,
        strike: 0,
        first_strike: 0,
        power: 1,
        hide: 0,
        foe_health: 5,
        foe_strike: 0,
        foe_power: 1,
        armour: 0,
        shield: 0,
        wins_ties: false,
        wards: 0,
    };

    #[test]
    fn rounds_are_counted_right() {
        assert!((round(0, false) - 0.5).abs() < 1e-6);
        // One ahead: 21 of 36 throws win, 10 lose.
        assert!((round(1, false) - 21.0 / 31.0).abs() < 1e-6);
    }

    #[test]
    fn battles_are_what_the_engine_says() {
        for (strike, foe_health, wins_ties) in [(0, 5, false), (2, 9, false), (-1, 3, true), (6, 12, false)] {
            let clash = Clash { strike, foe_health, wins_ties, ..EVEN };
            let odds = Odds::of(&clash, &Fight { round: 1, ..Fight::with(Foe::Lair(0)) });
            let found = f64::from(battle(strike, wins_ties, foe_health, 5));
            assert!((found - odds.win).abs() < 1e-5, "{found} for {}", odds.win);
        }
    }
}
