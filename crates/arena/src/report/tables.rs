//! The tables of the report: ranking, cross-table, heat map of the boards, faults.

use std::fmt::Write;

use super::{Report, escape};
use crate::pair::Pair;
use crate::standing::Results;
use crate::text::{faults as fault_list, or_na, percent, points, rated};

pub(super) fn ranking(report: &Report) -> String {
    let standing = report.standing;
    let ratings = standing.ratings();
    let mut out = format!(
        "<div class=\"wide\"><table>\n<tr><th>#</th><th class=\"name\">player</th><th>Elo (95&nbsp;%)</th><th>points ({})</th>\
         <th>games</th><th>won</th><th>drawn</th><th>lost</th><th>as X</th><th>as O</th><th>slowest</th><th>faults</th></tr>\n",
        report.scheme.name()
    );
    for (place, player) in standing.ranking(report.scheme).into_iter().enumerate() {
        let line = standing.line(player);
        let spec = &report.event.players[player];
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"name\" title=\"{}\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{}</td><td>{}</td><td>{}</td><td>{}&nbsp;ms</td><td>{}</td></tr>",
            place + 1,
            escape(&format!("{}; {}", spec.kind, report.event.control_of(player))),
            escape(&spec.name),
            rated(ratings[player].elo),
            points(standing.points(player, report.scheme)),
            line.all.games(),
            line.all.wins,
            line.all.draws,
            line.all.losses,
            percent(line.by_side[0].share()),
            percent(line.by_side[1].share()),
            line.slowest.as_millis(),
            escape(&fault_list(standing, player)),
        );
    }
    out + "</table></div>\n"
}

/// A cell coloured by the share of points: the deeper the blue the better, the deeper the red the worse, and the number in it.
fn coloured(results: &Results, title: &str) -> String {
    let Some(share) = results.share() else { return "<td class=\"none\"></td>".to_owned() };
    let (class, strength) = if share >= 0.5 { ("good", share - 0.5) } else { ("bad", 0.5 - share) };
    format!(
        "<td class=\"heat {class}\" style=\"--s:{:.2}\" title=\"{}\">{:.0}</td>",
        2.0 * strength,
        escape(title),
        100.0 * share
    )
}

pub(super) fn cross(report: &Report) -> String {
    let standing = report.standing;
    let order = standing.ranking(report.scheme);
    let mut out =
        "<p>Points of the row's player against the column's in per cent; point at a cell for the games.</p>\n\
                   <div class=\"wide\"><table class=\"map\">\n<tr><th></th>"
            .to_owned();
    for other in &order {
        let _ = write!(out, "<th class=\"turned\"><span>{}</span></th>", escape(&standing.names()[*other]));
    }
    out += "</tr>\n";
    for player in &order {
        let _ = write!(out, "<tr><th class=\"name\">{}</th>", escape(&standing.names()[*player]));
        for other in &order {
            let met = standing.meeting(*player, *other);
            let elo = met.pairs.elo();
            let title = format!(
                "{} against {}: {} won, {} drawn, {} lost; pairs {:?}; Elo {} ± {}, LOS {} %",
                standing.names()[*player],
                standing.names()[*other],
                met.results.wins,
                met.results.draws,
                met.results.losses,
                met.pairs.0,
                or_na(elo.map(|elo| elo.value), 0),
                or_na(elo.map(|elo| elo.error), 0),
                or_na(met.pairs.los().map(|los| 100.0 * los), 1),
            );
            out += &coloured(&met.results, &title);
        }
        out += "</tr>\n";
    }
    out + "</table></div>\n"
}

pub(super) fn heat(report: &Report) -> String {
    let standing = report.standing;
    if standing.boards().len() < 2 {
        return String::new();
    }
    let mut out = "<p>Points in per cent.</p>\n<div class=\"wide\"><table class=\"map\">\n<tr><th></th>".to_owned();
    for rules in standing.boards() {
        let _ = write!(out, "<th class=\"turned\"><span>{rules}</span></th>");
    }
    out += "</tr>\n";
    for player in standing.ranking(report.scheme) {
        let name = &standing.names()[player];
        let _ = write!(out, "<tr><th class=\"name\">{}</th>", escape(name));
        for (rules, results) in standing.boards().iter().zip(&standing.line(player).by_board) {
            let title =
                format!("{name} on {rules}: {} won, {} drawn, {} lost", results.wins, results.draws, results.losses);
            out += &coloured(results, &title);
        }
        out += "</tr>\n";
    }
    out + "</table></div>\n"
}

pub(super) fn faults(report: &Report) -> String {
    let mut out = String::new();
    for pair in report.pairs {
        for (number, played) in pair.games.iter().enumerate() {
            let Some((side, fault)) = &played.fault else { continue };
            let player = Pair::player(number, *side);
            let _ = write!(
                out,
                "<tr><td class=\"name\">{}</td><td>{}</td><td class=\"name\">{}</td><td>{}</td><td>{}</td><td class=\"what\">{}",
                escape(&pair.players[player]),
                side,
                escape(&pair.players[1 - player]),
                pair.rules,
                fault.kind.word(),
                escape(&fault.what)
            );
            if !fault.output.is_empty() {
                let lines = escape(&fault.output.join("\n"));
                let _ = write!(out, "<details><summary>its last lines</summary><pre>{lines}</pre></details>");
            }
            out += "</td></tr>\n";
        }
    }
    if out.is_empty() {
        return "<p>None.</p>\n".to_owned();
    }
    format!(
        "<div class=\"wide tall\"><table>\n<tr><th class=\"name\">player</th><th>as</th><th class=\"name\">against</th><th>board</th>\
         <th>fault</th><th class=\"name\">what happened</th></tr>\n{out}</table></div>\n"
    )
}
