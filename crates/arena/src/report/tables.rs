//! The tables of the report: ranking, cross-table, heat map of the boards, faults.

use filetto_rules::Rules;
use maud::{Markup, html};

use super::Report;
use crate::fault::Fault;
use crate::pair::Pair;
use crate::standing::Results;
use crate::text::{faults as fault_list, or_na, percent, points, rated};

pub(super) fn ranking(report: &Report) -> Markup {
    let standing = report.standing;
    let ratings = standing.ratings();
    html! {
        div.wide {
            table {
                tr {
                    th { "#" } th.name { "player" } th { "Elo (95\u{a0}%)" } th { "points (" (report.scheme.name()) ")" }
                    @for title in ["games", "won", "drawn", "lost", "as X", "as O", "slowest", "faults"] { th { (title) } }
                }
                @for (place, player) in standing.ranking(report.scheme).into_iter().enumerate() {
                    @let line = standing.line(player);
                    @let spec = &report.event.players[player];
                    tr {
                        td { (place + 1) }
                        td.name title=(format!("{}; {}", spec.kind, report.event.control_of(player))) { (spec.name) }
                        td { (rated(ratings[player].elo)) }
                        td { (points(standing.points(player, report.scheme))) }
                        td { (line.all.games()) }
                        td { (line.all.wins) }
                        td { (line.all.draws) }
                        td { (line.all.losses) }
                        td { (percent(line.by_side[0].share())) }
                        td { (percent(line.by_side[1].share())) }
                        td { (line.slowest.as_millis()) "\u{a0}ms" }
                        td { (fault_list(standing, player)) }
                    }
                }
            }
        }
    }
}

/// A cell coloured by the share of points: the deeper the blue the better, the deeper the red the worse, and the number in it.
fn coloured(results: &Results, title: &str) -> Markup {
    let Some(share) = results.share() else { return html! { td.none {} } };
    let (class, strength) = if share >= 0.5 { ("good", share - 0.5) } else { ("bad", 0.5 - share) };
    html! {
        td class=(format!("heat {class}")) style=(format!("--s:{:.2}", 2.0 * strength)) title=(title) {
            (format!("{:.0}", 100.0 * share))
        }
    }
}

pub(super) fn cross(report: &Report) -> Markup {
    let standing = report.standing;
    let names = standing.names();
    let order = standing.ranking(report.scheme);
    let games = |player: usize, other: usize| {
        let met = standing.meeting(player, other);
        let elo = met.pairs.elo();
        let title = format!(
            "{} against {}: {} won, {} drawn, {} lost; pairs {:?}; Elo {} ± {}, LOS {} %",
            names[player],
            names[other],
            met.results.wins,
            met.results.draws,
            met.results.losses,
            met.pairs.0,
            or_na(elo.map(|elo| elo.value), 0),
            or_na(elo.map(|elo| elo.error), 0),
            or_na(met.pairs.los().map(|los| 100.0 * los), 1),
        );
        coloured(&met.results, &title)
    };
    html! {
        p { "Points of the row's player against the column's in per cent; point at a cell for the games." }
        div.wide {
            table.map {
                tr { th {} @for other in &order { th.turned { span { (names[*other]) } } } }
                @for player in &order {
                    tr { th.name { (names[*player]) } @for other in &order { (games(*player, *other)) } }
                }
            }
        }
    }
}

pub(super) fn heat(report: &Report) -> Markup {
    let standing = report.standing;
    if standing.boards().len() < 2 {
        return Markup::default();
    }
    html! {
        p { "Points in per cent." }
        div.wide {
            table.map {
                tr { th {} @for rules in standing.boards() { th.turned { span { (rules) } } } }
                @for player in standing.ranking(report.scheme) {
                    @let name = &standing.names()[player];
                    tr {
                        th.name { (name) }
                        @for (rules, results) in standing.boards().iter().zip(&standing.line(player).by_board) {
                            (coloured(results, &counted(name, rules, results)))
                        }
                    }
                }
            }
        }
    }
}

fn counted(name: &str, rules: &Rules, results: &Results) -> String {
    format!("{name} on {rules}: {} won, {} drawn, {} lost", results.wins, results.draws, results.losses)
}

/// What a player did wrong, with the last lines that it printed.
pub(crate) fn what_happened(fault: &Fault) -> Markup {
    html! {
        td.what {
            (fault.what)
            @if !fault.output.is_empty() {
                details { summary { "its last lines" } pre { (fault.output.join("\n")) } }
            }
        }
    }
}

pub(super) fn faults(report: &Report) -> Markup {
    let games = report.pairs.iter().flat_map(|pair| pair.games.iter().enumerate().map(move |game| (pair, game)));
    let found: Vec<_> = games
        .filter_map(|(pair, (n, played))| played.fault.as_ref().map(|(side, fault)| (pair, n, *side, fault)))
        .collect();
    if found.is_empty() {
        return html! { p { "None." } };
    }
    html! {
        div.wide.tall {
            table {
                tr {
                    th.name { "player" } th { "as" } th.name { "against" } th { "board" } th { "fault" }
                    th.name { "what happened" }
                }
                @for (pair, number, side, fault) in found {
                    @let player = Pair::player(number, side);
                    tr {
                        td.name { (pair.players[player]) }
                        td { (side) }
                        td.name { (pair.players[1 - player]) }
                        td { (pair.rules) }
                        td { (fault.kind.word()) }
                        (what_happened(fault))
                    }
                }
            }
        }
    }
}
