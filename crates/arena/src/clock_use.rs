//! How players used their clocks: what the games of a ledger show of `--tc`.
//!
//! For every player, board and time control: how often a flag fell, the largest part of what was left that one move took, the least
//! that was left, and the curve of time over moves. Computed from the pairs alone, so any ledger can be asked.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use crate::control::{Control, GameTime};
use crate::fault::FaultKind;
use crate::pair::Pair;

/// A player's clocks in its games on one board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClockUse {
    /// The player.
    pub player: String,
    /// The board.
    pub board: String,
    /// The time control, as `5+0 s`.
    pub control: String,
    /// Games.
    pub games: usize,
    /// Games lost on time.
    pub flags: usize,
    /// The largest part of what was left that one move took.
    pub largest_part: f64,
    /// The least that was left after a move, its increment included.
    pub least_left: Option<Duration>,
    /// The times of the player's first move, of its second and so on.
    pub by_move: Vec<Vec<Duration>>,
}

impl ClockUse {
    /// What pairs of games tell, by player, board and control; pairs without a time for the game tell nothing.
    pub fn of<'a>(pairs: impl IntoIterator<Item = &'a Pair>) -> Vec<ClockUse> {
        let mut found: BTreeMap<(String, String, String), ClockUse> = BTreeMap::new();
        for pair in pairs {
            for place in 0..2 {
                let Some(GameTime { total, increment }) = Control::game_in_words(&pair.controls[place]) else {
                    continue;
                };
                let control = format!("{}+{} s", total.as_secs_f64(), increment.as_secs_f64());
                let (player, board) = (pair.players[place].clone(), pair.rules.to_string());
                let key = (board.clone(), control.clone(), player.clone());
                let new = || ClockUse { player, board, control, ..ClockUse::default() };
                found.entry(key).or_insert_with(new).add(pair, place, (total, increment));
            }
        }
        found.into_values().collect()
    }

    fn add(&mut self, pair: &Pair, place: usize, (total, increment): (Duration, Duration)) {
        for (number, played) in pair.games.iter().enumerate() {
            self.games += 1;
            let lost = |side| Pair::player(number, side) == place;
            self.flags +=
                usize::from(played.fault.as_ref().is_some_and(|(by, f)| lost(*by) && f.kind == FaultKind::Time));
            let (mut left, mut count) = (total, 0);
            for (ply, made) in played.game.moves().iter().enumerate().skip(pair.opening) {
                let Some(time) = made.time.filter(|_| lost(played.game.mover(ply))) else { continue };
                self.largest_part = self.largest_part.max(time.as_secs_f64() / left.as_secs_f64().max(1e-3));
                left = left.saturating_sub(time).saturating_add(increment);
                self.least_left = Some(self.least_left.map_or(left, |least| least.min(left)));
                if self.by_move.len() == count {
                    self.by_move.push(Vec::new());
                }
                self.by_move[count].push(time);
                count += 1;
            }
        }
    }

    /// The median time of the player's n-th move, from zero.
    pub fn median(&self, n: usize) -> Option<Duration> {
        let mut times = self.by_move.get(n)?.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied()
    }

    fn longest(&self) -> Duration {
        self.by_move.iter().flatten().max().copied().unwrap_or_default()
    }
}

/// Moves at which the table shows the curve.
const SHOWN: [usize; 8] = [1, 2, 5, 10, 15, 20, 30, 50];

/// The clocks as two tables in Markdown: what was used, and the median time of some moves.
pub fn clock_table(uses: &[ClockUse]) -> String {
    let mut text =
        "| board | time | player | games | flags | largest part of what was left | longest move | least left |\n\
                    |---|---|---|---:|---:|---:|---:|---:|\n"
            .to_owned();
    for used in uses {
        let ClockUse { player, board, control, games, flags, largest_part, least_left, .. } = used;
        let least = least_left.unwrap_or_default().as_millis();
        let _ = writeln!(
            text,
            "| {board} | {control} | {player} | {games} | {flags} | {:.1} % | {} ms | {least} ms |",
            100.0 * largest_part,
            used.longest().as_millis()
        );
    }
    text += "\nMedian time of a player's n-th move in milliseconds:\n\n| board | time | player |";
    SHOWN.iter().for_each(|n| text += &format!(" {n} |"));
    text += "\n|---|---|---|";
    SHOWN.iter().for_each(|_| text += "---:|");
    for used in uses {
        let _ = write!(text, "\n| {} | {} | {} |", used.board, used.control, used.player);
        for n in SHOWN {
            text += &used.median(n - 1).map_or(" |".to_owned(), |time| format!(" {} |", time.as_millis()));
        }
    }
    text + "\n"
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const COLOURS: [&str; 6] = ["#1b6ac9", "#c9501b", "#1b9c5a", "#8b3fc1", "#b28a00", "#666666"];

/// The median time of each move as a picture, one curve for each player, board and control.
pub fn clock_curves(uses: &[ClockUse]) -> String {
    // The last moves of the few longest games are no median of anything.
    let enough = |used: &ClockUse| used.by_move.iter().take_while(|times| times.len() >= 5).count();
    let moves = uses.iter().map(enough).max().unwrap_or(0).max(2);
    let curve = |used: &ClockUse| -> Vec<f64> {
        (0..enough(used)).filter_map(|n| used.median(n)).map(|time| time.as_secs_f64() * 1e3).collect()
    };
    let most = uses.iter().flat_map(curve).fold(10.0, f64::max) * 1.05;
    let (left, floor, right) = (48.0, HEIGHT - 34.0, WIDTH - 12.0);
    let x = |n: usize| left + n as f64 / (moves - 1) as f64 * (right - left);
    let y = |ms: f64| floor - ms / most * (floor - 12.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"median time over moves\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#777\">\n"
    );
    for tick in 0..=4 {
        let ms = most * f64::from(tick) / 4.0;
        let _ = writeln!(
            out,
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"{0:.1}\" y2=\"{0:.1}\" stroke=\"#8884\"/>\
             <text x=\"{1}\" y=\"{2:.1}\" text-anchor=\"end\">{ms:.0}</text>",
            y(ms),
            left - 6.0,
            y(ms) + 4.0
        );
    }
    for n in (0..moves).step_by((moves / 8).max(1)) {
        let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>", x(n), floor + 15.0, n + 1);
    }
    let _ = writeln!(out, "<text x=\"{left}\" y=\"{}\">the player's moves; ms, median</text>", HEIGHT - 4.0);
    for (number, used) in uses.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let points: Vec<String> =
            curve(used).iter().enumerate().map(|(n, ms)| format!("{:.1},{:.1}", x(n), y(*ms))).collect();
        let label = format!("{} {} {}", used.board, used.control, used.player);
        let label = maud::html! { (label) }.into_string();
        let _ = writeln!(
            out,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\" points=\"{}\"><title>{label}</title></polyline>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{colour}\">{label}</text>",
            points.join(" "),
            right,
            16 + 14 * number
        );
    }
    out + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Fault;
    use crate::game::Played;
    use filetto_rules::{Cell, Game, Outcome, Reason, Rules, Side};

    fn played(times: &[u64]) -> Game {
        let mut game = Game::new(Rules::TICTACTOE);
        game.play(Cell::new(1, 1)).unwrap();
        for (cell, ms) in [(0, 0), (0, 1), (0, 2), (2, 0)].into_iter().zip(times) {
            game.play_timed(Cell::new(cell.0, cell.1), Some(Duration::from_millis(*ms))).unwrap();
        }
        game
    }

    #[test]
    fn what_a_move_took_is_compared_with_what_was_left_then() {
        let mut lost = played(&[100, 900, 200]);
        lost.end(Outcome::Win(Side::First), Reason::Time);
        let games =
            [(played(&[100, 900, 200, 10]), None), (lost, Some((Side::Second, Fault::new(FaultKind::Time, "late"))))];
        let pair = Pair {
            id: "1".to_owned(),
            players: ["A", "B"].map(str::to_owned),
            kinds: ["a", "b"].map(str::to_owned),
            controls: ["1+0.1 s a game, depth 3", "100 ms a move"].map(str::to_owned),
            limits_ms: [1000, 100],
            rules: Rules::TICTACTOE,
            round: 0,
            opening: 1,
            games: games.map(|(game, fault)| Played { game, fault, vitals: [None, None], rates: [None, None] }),
        };
        let uses = ClockUse::of([&pair]);
        let [a] = &uses[..] else { panic!("B has no clock: {uses:?}") };
        assert_eq!((a.player.as_str(), a.control.as_str(), a.games, a.flags), ("A", "1+0.1 s", 2, 1));
        // A is O and answers the opening in the second game: 100 of 1000, then 200 of 1000. In the first it is X: 900 of 1000.
        assert_eq!(a.largest_part, 0.9);
        assert_eq!(a.least_left, Some(Duration::from_millis(200)));
        let ms = |times: &[u64]| times.iter().map(|ms| Duration::from_millis(*ms)).collect::<Vec<_>>();
        assert_eq!(a.by_move, [ms(&[900, 100]), ms(&[10, 200])]);
        assert_eq!(a.median(1), Some(Duration::from_millis(200)));
        let table = clock_table(&uses);
        assert!(table.contains("| 3x3x3 | 1+0.1 s | A | 2 | 1 | 90.0 % | 900 ms | 200 ms |"), "{table}");
        assert!(clock_curves(&uses).ends_with("</svg>\n") && clock_curves(&[]).ends_with("</svg>\n"));
    }
}
