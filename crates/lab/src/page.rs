//! A balance report as one self-contained page: no script, no outside file.

use std::fmt::Write as _;

use table::Seat;

use crate::balance::{Effect, Findings, Share};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem}table{border-collapse:collapse;width:100%}\
th,td{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #ddd}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\
svg{max-width:100%;height:auto}svg text{font:13px system-ui,sans-serif;fill:#222}.far td{background:#fff3d6}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}svg text{fill:#ddd}th,td{border-color:#444}.far td{background:#4a3a10}}";

/// The page of these findings, and beside them those of another card set if there are any.
pub fn page(findings: &Findings, other: Option<&Findings>) -> String {
    let Findings { game, players, player, games, seed, .. } = findings;
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Balance of {game}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><style>{STYLE}</style></head><body>\n\
         <h1>Balance of {game}</h1>\n<p>{games} games of {players} equal players ({player}), seed {seed}. Shares come with \
         their 95 % intervals.</p>\n"
    );
    section(&mut page, "Findings", findings);
    if let Some(other) = other {
        section(&mut page, "With the other card set", other);
        compared(&mut page, findings, other);
    }
    page += "</body></html>\n";
    page
}

fn section(page: &mut String, title: &str, findings: &Findings) {
    let fair = 1.0 / findings.players as f64;
    let seats: Vec<_> = Seat::all(findings.players)
        .zip(&findings.seats)
        .map(|(seat, share)| (format!("Seat {seat}"), *share))
        .collect();
    let _ = write!(page, "<h2>{title}: wins by seat</h2>\n{}", bars(&seats, Some(fair)));
    let _ = writeln!(
        page,
        "<h2>How games go</h2>\n<p>The lead changes hands {:.1} times a game. In {} of the games the winner was not ahead half-way. \
         Nobody wins {}.</p>",
        findings.lead_changes,
        percent(&findings.comebacks),
        percent(&findings.nobody)
    );
    let _ = write!(page, "<h2>Length</h2>\n{}", lengths(&findings.lengths));
    let _ = write!(page, "<h2>How games end</h2>\n{}", bars(&findings.endings, None));
    let mut sorts: Vec<&str> = findings.effects.iter().map(|effect| effect.sort.as_str()).collect();
    sorts.sort_unstable();
    sorts.dedup();
    for sort in sorts {
        let _ = writeln!(page, "<h2>{}: the farthest from the mean first</h2>", escaped(&capital(sort)));
        table(page, findings.effects.iter().filter(|effect| effect.sort == sort));
    }
}

fn table<'a>(page: &mut String, effects: impl Iterator<Item = &'a Effect>) {
    *page += "<table><tr><th>Name</th><th class=\"n\">Taken by</th><th class=\"n\">Win when taken</th>\
              <th class=\"n\">Against the mean</th><th class=\"n\">Stood before</th><th></th></tr>\n";
    for Effect { name, taken, wins, above, before, .. } in effects {
        let mean = wins.share - above / 100.0;
        let far = if wins.low > mean || wins.high < mean { " class=\"far\"" } else { "" };
        let _ = writeln!(
            page,
            "<tr{far}><td>{}</td><td class=\"n\">{:.1} %</td><td class=\"n\">{:.1} % <small>({:.1} to {:.1})</small></td>\
             <td class=\"n\">{above:+.1}</td><td class=\"n\">{before:+.1}</td><td>{}</td></tr>",
            escaped(name),
            100.0 * taken.share,
            100.0 * wins.share,
            100.0 * wins.low,
            100.0 * wins.high,
            whisker(wins, mean)
        );
    }
    *page += "</table>\n<p><small>Coloured: the mean lies outside the interval. Stood before: how much better their chances \
              were, as the evaluation judges, just before they took it; who is behind takes other things.</small></p>\n";
}

/// What changed from one set to the other, the largest change first.
fn compared(page: &mut String, before: &Findings, after: &Findings) {
    let mut rows: Vec<(f64, String)> = Vec::new();
    for effect in &after.effects {
        let old = before.effects.iter().find(|old| old.sort == effect.sort && old.name == effect.name);
        let (change, was) = match old {
            Some(old) => (effect.above - old.above, format!("{:+.1}", old.above)),
            None => (effect.above, "new".to_owned()),
        };
        rows.push((
            change,
            format!(
                "<tr><td>{}: {}</td><td class=\"n\">{was}</td><td class=\"n\">{:+.1}</td><td class=\"n\">{change:+.1}</td></tr>\n",
                escaped(&effect.sort),
                escaped(&effect.name),
                effect.above
            ),
        ));
    }
    rows.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    *page += "<h2>What the other card set changes</h2>\n<table><tr><th>What</th><th class=\"n\">Before</th>\
              <th class=\"n\">After</th><th class=\"n\">Change</th></tr>\n";
    for (_, row) in &rows {
        *page += row;
    }
    *page += "</table>\n";
}

/// Bars with whiskers, one a line; a dashed line stands at the fair share.
fn bars(lines: &[(String, Share)], fair: Option<f64>) -> String {
    let most = lines.iter().map(|(_, share)| share.high).fold(0.05, f64::max);
    let (left, width, height) = (250.0, 480.0, 26.0);
    let x = |share: f64| left + width * share / most;
    let mut svg = format!(
        "<svg role=\"img\" viewBox=\"0 0 820 {:.0}\" width=\"820\">\n",
        height * lines.len() as f64 + 8.0
    );
    for (at, (name, share)) in lines.iter().enumerate() {
        let y = height * at as f64 + 4.0;
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{:.0}\">{}</text><rect x=\"{left}\" y=\"{y:.0}\" width=\"{:.1}\" height=\"18\" fill=\"#7aa6c2\"/>\
             <path d=\"M{:.1} {:.0}H{:.1}\" stroke=\"#b5542d\" stroke-width=\"2\"/><text x=\"{:.0}\" y=\"{:.0}\">{:.1} %</text>",
            y + 14.0,
            escaped(name),
            (x(share.share) - left).max(0.0),
            x(share.low),
            y + 9.0,
            x(share.high),
            left + width + 12.0,
            y + 14.0,
            100.0 * share.share
        );
    }
    if let Some(fair) = fair {
        let bottom = height * lines.len() as f64 + 4.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} 0V{bottom:.0}\" stroke=\"#555\" stroke-dasharray=\"4 3\"/>",
            x(fair)
        );
    }
    svg + "</svg>\n"
}

/// A small interval with the mean as a dashed line.
fn whisker(share: &Share, mean: f64) -> String {
    let x = |share: f64| 160.0 * share.clamp(0.0, 1.0);
    format!(
        "<svg role=\"img\" viewBox=\"0 0 160 16\" width=\"160\" height=\"16\"><path d=\"M{:.1} 0V16\" stroke=\"#888\" \
         stroke-dasharray=\"3 2\"/><path d=\"M{:.1} 8H{:.1}\" stroke=\"#b5542d\" stroke-width=\"2\"/>\
         <circle cx=\"{:.1}\" cy=\"8\" r=\"3.5\" fill=\"#7aa6c2\"/></svg>",
        x(mean),
        x(share.low),
        x(share.high),
        x(share.share)
    )
}

/// The lengths of games: a line from the shortest by tenths to the longest.
fn lengths(tenths: &[u32]) -> String {
    let most = f64::from(tenths.iter().copied().max().unwrap_or(1).max(1));
    let mut svg = "<svg role=\"img\" viewBox=\"0 0 820 170\" width=\"820\">\n".to_owned();
    for (at, length) in tenths.iter().enumerate() {
        let (x, height) = (40.0 + 70.0 * at as f64, 110.0 * f64::from(*length) / most);
        let word = match at {
            0 => "shortest".to_owned(),
            10 => "longest".to_owned(),
            5 => "median".to_owned(),
            tenth => format!("{tenth}0 %"),
        };
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{:.1}\" width=\"46\" height=\"{height:.1}\" fill=\"#7aa6c2\"/><text x=\"{x}\" y=\"{:.1}\">{length}</text>\
             <text x=\"{x}\" y=\"160\">{word}</text>",
            140.0 - height,
            134.0 - height
        );
    }
    svg + "</svg>\n<p>In decisions.</p>\n"
}

fn percent(share: &Share) -> String {
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * share.share, 100.0 * share.low, 100.0 * share.high)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use gloria_lots::{Lots, Rules};
    use table::{Options, Rulebook as _};

    use super::*;
    use crate::balance::Balance;

    #[test]
    fn a_page_holds_everything_and_asks_for_nothing() {
        let rules = Rules::from_options(&Options::new()).unwrap();
        let balance = Balance { player: "random".to_owned(), games: 60, seed: 1, jobs: 1 };
        let findings = balance.run::<Lots>(&rules, &|| {}).unwrap();
        let text = page(&findings, Some(&findings));
        for word in ["Seat A", "Seat B", "bury 9", "<svg", "What the other card set changes", "+0.0"] {
            assert!(text.contains(word), "{word}");
        }
        for outside in ["http", "<script", "src=", "href="] {
            assert!(!text.contains(outside), "{outside}");
        }
        assert_eq!(text.matches("<svg").count(), text.matches("</svg>").count());
    }

    #[test]
    fn names_can_not_break_the_page() {
        assert_eq!(escaped("<b> & \"x\""), "&lt;b&gt; &amp; &quot;x&quot;");
    }
}
