//! How an event stands: results by pair of players, by colour, by board, and the faults.

use std::collections::BTreeMap;
use std::time::Duration;

use filetto_rules::{Outcome, Rules, Side};

use crate::fault::FaultKind;
use crate::game::Played;
use crate::pair::Pair;
use crate::stats::{Pairs, Rating, ratings};

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Results {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A win counts one, a draw one half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game; none without games.
    pub fn share(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    fn add(&mut self, outcome: Outcome, side: Side) {
        match outcome {
            Outcome::Win(winner) if winner == side => self.wins += 1,
            Outcome::Win(_) => self.losses += 1,
            Outcome::Draw | Outcome::Ongoing => self.draws += 1,
        }
    }
}

/// What a result is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// A win one point, a draw one half.
    #[default]
    Elo,
    /// The (M,N,K) course: a win as first 2, as second 3, by forfeit 2, a draw 1.
    BolognaMnk,
    /// The ConnectX course: a win 3, also by forfeit, a draw 1.
    BolognaCx,
}

impl Scheme {
    /// All of them with the names that a user asks for them by.
    pub const NAMES: [(Scheme, &str); 3] =
        [(Scheme::Elo, "elo"), (Scheme::BolognaMnk, "bologna-mnk"), (Scheme::BolognaCx, "bologna-cx")];

    /// The scheme of this name.
    pub fn from_name(name: &str) -> Option<Scheme> {
        Scheme::NAMES.iter().find(|(_, known)| *known == name).map(|(scheme, _)| *scheme)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Scheme::NAMES.iter().find(|(scheme, _)| *scheme == self).map_or("", |(_, name)| name)
    }

    /// What the player of a side gets for a game.
    pub fn points(self, played: &Played, side: Side) -> f64 {
        match (self, played.game.outcome()) {
            (Scheme::Elo, Outcome::Draw | Outcome::Ongoing) => 0.5,
            (_, Outcome::Draw | Outcome::Ongoing) => 1.0,
            (_, Outcome::Win(winner)) if winner != side => 0.0,
            (Scheme::Elo, _) => 1.0,
            (Scheme::BolognaMnk, _) if side == Side::Second && played.fault.is_none() => 3.0,
            (Scheme::BolognaMnk, _) => 2.0,
            (Scheme::BolognaCx, _) => 3.0,
        }
    }
}

/// What is known of one player.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// All its games.
    pub all: Results,
    /// Its games as the one who begins, and as the other.
    pub by_side: [Results; 2],
    /// Its games on each board, in the order of the event's boards.
    pub by_board: Vec<Results>,
    /// What it did wrong how often.
    pub faults: BTreeMap<FaultKind, u64>,
    /// Points in each scheme, in the order of [`Scheme::NAMES`].
    pub points: [f64; 3],
    /// Its slowest move.
    pub slowest: Duration,
}

/// What one player got from another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meeting {
    /// Single games.
    pub results: Results,
    /// Pairs of games.
    pub pairs: Pairs,
    /// Pairs in which each won once; the other even ones are two draws.
    pub split: u64,
}

/// How an event stands.
#[derive(Clone, Debug)]
pub struct Standing {
    names: Vec<String>,
    boards: Vec<Rules>,
    lines: Vec<Line>,
    /// By row's player against column's; the diagonal is empty.
    cross: Vec<Vec<Meeting>>,
    games: usize,
}

impl Standing {
    /// Before the first game.
    pub fn new(names: Vec<String>, boards: Vec<Rules>) -> Standing {
        let line = Line { by_board: vec![Results::default(); boards.len()], ..Line::default() };
        let cross = vec![vec![Default::default(); names.len()]; names.len()];
        Standing { lines: vec![line; names.len()], cross, names, boards, games: 0 }
    }

    /// Counts a pair. A player that is not part of the event is passed over with its pair.
    pub fn add(&mut self, pair: &Pair) {
        let place = |name: &String| self.names.iter().position(|known| known == name);
        let (Some(a), Some(b)) = (place(&pair.players[0]), place(&pair.players[1])) else { return };
        let board = self.boards.iter().position(|rules| *rules == pair.rules);
        for (number, played) in pair.games.iter().enumerate() {
            for side in Side::BOTH {
                let (own, other) = if Pair::player(number, side) == 0 { (a, b) } else { (b, a) };
                self.count(own, played, side, board, pair.opening);
                self.cross[own][other].results.add(played.game.outcome(), side);
            }
        }
        let points = pair.doubled_points();
        let split = points == 2 && Pair::doubled(0, &pair.games[0]) != 1;
        for (own, other, points) in [(a, b, points), (b, a, 4 - points)] {
            self.cross[own][other].pairs.add(points);
            self.cross[own][other].split += u64::from(split);
        }
        self.games += 2;
    }

    fn count(&mut self, player: usize, played: &Played, side: Side, board: Option<usize>, opening: usize) {
        let line = &mut self.lines[player];
        let outcome = played.game.outcome();
        line.all.add(outcome, side);
        line.by_side[side.index()].add(outcome, side);
        if let Some(board) = board {
            line.by_board[board].add(outcome, side);
        }
        for (points, (scheme, _)) in line.points.iter_mut().zip(Scheme::NAMES) {
            *points += scheme.points(played, side);
        }
        if let Some((guilty, fault)) = &played.fault
            && *guilty == side
        {
            *line.faults.entry(fault.kind).or_default() += 1;
        }
        for (ply, made) in played.game.moves().iter().enumerate().skip(opening) {
            if played.game.mover(ply) == side {
                line.slowest = line.slowest.max(made.time.unwrap_or_default());
            }
        }
    }

    /// The players.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The boards.
    pub fn boards(&self) -> &[Rules] {
        &self.boards
    }

    /// What is known of a player.
    pub fn line(&self, player: usize) -> &Line {
        &self.lines[player]
    }

    /// What one player got from another.
    pub fn meeting(&self, player: usize, other: usize) -> Meeting {
        self.cross[player][other]
    }

    /// Games counted.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Everybody's rating.
    pub fn ratings(&self) -> Vec<Rating> {
        let table: Vec<Vec<(u64, u64)>> = self
            .cross
            .iter()
            .map(|row| row.iter().map(|met| (met.results.wins, met.results.draws)).collect())
            .collect();
        ratings(&table)
    }

    /// The players from best to worst by points in a scheme, then by rating.
    pub fn ranking(&self, scheme: Scheme) -> Vec<usize> {
        let ratings = self.ratings();
        let rating = |player: usize| ratings[player].elo.map_or(f64::NEG_INFINITY, |elo| elo.value);
        let points = |player: usize| match scheme {
            // Who met whom differs in a gauntlet: the rating takes that into account, points do not.
            Scheme::Elo => rating(player),
            _ => self.points(player, scheme),
        };
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|a, b| points(*b).total_cmp(&points(*a)).then(rating(*b).total_cmp(&rating(*a))));
        order
    }

    /// A player's points in a scheme.
    pub fn points(&self, player: usize, scheme: Scheme) -> f64 {
        let at = Scheme::NAMES.iter().position(|(known, _)| *known == scheme).unwrap_or(0);
        self.lines[player].points[at]
    }
}
