//! The results as a person reads them at a terminal, and as scripts written for other tournament managers do.

use std::fmt::Write;

use filetto_rules::{Outcome, Side};

use crate::event::{End, Event};
use crate::game::Played;
use crate::ruling::is_dead;
use crate::standing::{Meeting, Scheme, Standing};
use crate::stats::{Interval, Verdict};

/// A number that may not exist: with nothing to vary there is no Elo, and `nan` helps nobody.
pub(crate) fn or_na(value: Option<f64>, digits: usize) -> String {
    value.map_or("n/a".to_owned(), |value| format!("{value:.digits$}"))
}

/// `+12 ± 34`.
pub(crate) fn rated(elo: Option<Interval>) -> String {
    elo.map_or("n/a".to_owned(), |elo| format!("{:+.0} ± {:.0}", elo.value, elo.error))
}

pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.0} %", 100.0 * share))
}

/// Points without a needless decimal.
pub(crate) fn points(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// The players from best to worst, with a cross-table when there are more than two.
pub fn table(standing: &Standing, scheme: Scheme) -> String {
    let order = standing.ranking(scheme);
    let ratings = standing.ratings();
    let width = standing.names().iter().map(|name| name.chars().count()).max().unwrap_or(0).clamp(6, 32);
    let short = |name: &str, width: usize| format!("{:<width$}", name.chars().take(width).collect::<String>());
    let mut text = format!(
        "  # {}   Elo (95 %)     points  games    won  drawn   lost  as X  as O  slowest  faults\n",
        short("player", width)
    );
    for (place, player) in order.iter().enumerate() {
        let line = standing.line(*player);
        let _ = writeln!(
            text,
            "{:>3} {} {:>13} {:>9} {:>6} {:>6} {:>6} {:>6} {:>5} {:>5} {:>8} {:>7}",
            place + 1,
            short(&standing.names()[*player], width),
            rated(ratings[*player].elo),
            points(standing.points(*player, scheme)),
            line.all.games(),
            line.all.wins,
            line.all.draws,
            line.all.losses,
            percent(line.by_side[0].share()),
            percent(line.by_side[1].share()),
            format!("{} ms", line.slowest.as_millis()),
            faults(standing, *player),
        );
    }
    if order.len() > 2 {
        text += "\n    won-drawn-lost against\n    ";
        text += &short("", width);
        (1..=order.len()).for_each(|place| text += &format!(" {place:>11}"));
        for (place, player) in order.iter().enumerate() {
            let _ = write!(text, "\n{:>3} {}", place + 1, short(&standing.names()[*player], width));
            for other in &order {
                let results = standing.meeting(*player, *other).results;
                let cell = if results.games() == 0 {
                    "-".to_owned()
                } else {
                    format!("{}-{}-{}", results.wins, results.draws, results.losses)
                };
                let _ = write!(text, " {cell:>11}");
            }
        }
        text.push('\n');
    }
    text
}

/// How many faults, and of what kind.
pub(crate) fn faults(standing: &Standing, player: usize) -> String {
    let faults = &standing.line(player).faults;
    let kinds: Vec<String> = faults.iter().map(|(kind, n)| format!("{n} {}", kind.word())).collect();
    if kinds.is_empty() { "-".to_owned() } else { kinds.join(", ") }
}

/// How a game ended, as one clause.
pub fn ending(played: &Played) -> String {
    let name = |side: Side| played.game.name(side).unwrap_or(if side == Side::First { "X" } else { "O" }).to_owned();
    match (&played.fault, played.game.outcome()) {
        (Some((side, fault)), _) => format!("{} loses by {}: {}", name(*side), fault.kind.word(), fault.what),
        (None, Outcome::Win(side)) => format!("{} makes {} in a row", name(side), played.game.rules().k()),
        (None, _) if played.game.reason().is_none() => "draw by a full board".to_owned(),
        (None, _) if is_dead(played.game.board()) => "draw: nobody can complete a row any more".to_owned(),
        (None, _) => format!("draw by ruling after {} moves", played.game.moves().len()),
    }
}

/// `Finished game 1 (A vs B): 1-0 {…}`, as cutechess and fastchess print it.
pub fn finished(number: usize, played: &Played) -> String {
    let result = match played.game.outcome() {
        Outcome::Win(Side::First) => "1-0",
        Outcome::Win(Side::Second) => "0-1",
        Outcome::Draw | Outcome::Ongoing => "1/2-1/2",
    };
    let [first, second] = Side::BOTH.map(|side| played.game.name(side).unwrap_or_default());
    format!("Finished game {number} ({first} vs {second}): {result} {{{}}}", ending(played))
}

/// `Started game 1 of 24 (A vs B)`.
pub fn started(number: usize, of: usize, names: [&str; 2]) -> String {
    format!("Started game {number} of {of} ({} vs {})", names[0], names[1])
}

/// The block of lines that fastchess prints for two players.
pub fn fastchess(event: &Event, standing: &Standing, player: usize, other: usize) -> String {
    const RULE: &str = "--------------------------------------------------\n";
    let Meeting { results, pairs, split } = standing.meeting(player, other);
    let [ll, ld, even, wd, ww] = pairs.0;
    let plus = |interval: Option<Interval>| {
        interval.map_or("n/a".to_owned(), |found| format!("{:.2} +/- {:.2}", found.value, found.error))
    };
    let drawn = (pairs.count() > 0).then(|| 100.0 * even as f64 / pairs.count() as f64);
    let names = standing.names();
    let mut text = RULE.to_owned();
    let _ = writeln!(text, "Results of {} vs {} ({}):", names[player], names[other], event.control);
    let _ = writeln!(text, "Elo: {}, nElo: {}", plus(pairs.elo()), plus(pairs.nelo()));
    let _ = writeln!(
        text,
        "LOS: {} %, DrawRatio: {} %, PairsRatio: {}",
        or_na(pairs.los().map(|los| 100.0 * los), 2),
        or_na(drawn, 2),
        or_na(pairs.ratio(), 2)
    );
    let _ = writeln!(
        text,
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({} %)",
        results.games(),
        results.wins,
        results.losses,
        results.draws,
        results.points(),
        or_na(results.share().map(|share| 100.0 * share), 2)
    );
    let ratio = (even > split).then(|| split as f64 / (even - split) as f64);
    let _ = writeln!(text, "Ptnml(0-2): [{ll}, {ld}, {even}, {wd}, {ww}], WL/DD Ratio: {}", or_na(ratio, 2));
    if let Some(sprt) = &event.sprt {
        let (lower, upper) = (sprt.lower(), sprt.upper());
        let llr = sprt.llr(&pairs);
        let share = llr.map(|llr| 100.0 * if llr < 0.0 { -llr / lower } else { llr / upper });
        let _ = writeln!(
            text,
            "LLR: {} ({}%) ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]",
            or_na(llr, 2),
            or_na(share, 1),
            sprt.elo0,
            sprt.elo1
        );
    }
    text + RULE
}

/// The lines that cutechess prints for two players.
pub fn cutechess(event: &Event, standing: &Standing, player: usize, other: usize) -> String {
    let Meeting { results, pairs, .. } = standing.meeting(player, other);
    let names = standing.names();
    let share = |n: u64| (results.games() > 0).then(|| 100.0 * n as f64 / results.games() as f64);
    let mut text = format!(
        "Score of {} vs {}: {} - {} - {}  [{}] {}\n",
        names[player],
        names[other],
        results.wins,
        results.losses,
        results.draws,
        or_na(results.share(), 3),
        results.games()
    );
    let elo = pairs.elo();
    let _ = writeln!(
        text,
        "Elo difference: {} +/- {}, LOS: {} %, DrawRatio: {} %",
        or_na(elo.map(|elo| elo.value), 1),
        or_na(elo.map(|elo| elo.error), 1),
        or_na(pairs.los().map(|los| 100.0 * los), 1),
        or_na(share(results.draws), 1)
    );
    if let Some(sprt) = &event.sprt {
        let (lower, upper) = (sprt.lower(), sprt.upper());
        let llr = sprt.llr(&pairs);
        let part = llr.map(|llr| 100.0 * if llr < 0.0 { -llr / lower } else { llr / upper });
        let _ = write!(text, "SPRT: llr {} ({}%), lbound {lower:.2}, ubound {upper:.2}", or_na(llr, 2), or_na(part, 1));
        text += match sprt.verdict(&pairs) {
            Verdict::Open => "\n",
            Verdict::H0 => " - H0 was accepted\n",
            Verdict::H1 => " - H1 was accepted\n",
        };
    }
    text
}

/// What a sequential test came to, as fastchess says it; nothing if it found nothing.
pub fn verdict(event: &Event, end: End) -> Option<String> {
    let accepted = match end {
        End::Decided(Verdict::H0) => "H0",
        End::Decided(Verdict::H1) => "H1",
        _ => return None,
    };
    let sprt = event.sprt?;
    Some(format!("SPRT ([{:.2}, {:.2}]) completed - {accepted} was accepted", sprt.elo0, sprt.elo1))
}
