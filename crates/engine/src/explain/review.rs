//! Where a game was won and lost: every move judged, with what would have been better and why.
//!
//! A move is judged by what it gives away. Where values are known (by a solver, or proved by the trees and counts of an explanation)
//! that is a fact: a win or a draw thrown away, a slower win. Elsewhere it is the chance of winning that the champion sees before
//! and after. The two are never mixed up: a class says which of them it stands on.
//!
//! What is said of a position is what the analyst answers about it, no more: a review that carried facts over from earlier positions
//! would contradict whoever asks about the position alone.

use std::ops::ControlFlow;

use filetto_rules::{Board, Cell, Game, Outcome, Rules, Side};
use serde::Serialize;

use super::data::{Explanation, Why};
use super::serial;
use crate::analysis::{Analyst, ExactValue, Value};

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// There was no choice.
    Forced,
    /// Nothing better is known.
    Best,
    /// Gives next to nothing away.
    Good,
    /// Wins too, but later: a fact.
    SlowerWin,
    /// Gives away a little of the chance of winning.
    Inaccuracy,
    /// Gives away more.
    Mistake,
    /// Gives away most of it.
    Blunder,
    /// There was a proved win; after the move nothing is proved.
    MissedWin,
    /// A win became a draw or a loss: a fact.
    WinThrownAway,
    /// A draw became a loss: a fact.
    DrawThrownAway,
}

impl Class {
    /// Whether it is told with the better move.
    pub fn is_fault(self) -> bool {
        self >= Class::Inaccuracy
    }

    /// Whether it stands on proved values.
    pub fn is_fact(self) -> bool {
        matches!(self, Class::SlowerWin | Class::WinThrownAway | Class::DrawThrownAway)
    }
}

/// A move and what it was worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// Its number, from one.
    pub number: usize,
    /// Who made it.
    #[serde(serialize_with = "serial::side")]
    pub side: Side,
    /// Where.
    #[serde(serialize_with = "serial::cell")]
    pub cell: Cell,
    /// How good it was.
    pub class: Class,
    /// What the mover had before, with the best move.
    pub before: Value,
    /// What it has after this move.
    pub after: Value,
    /// What the move gave away, from 0 to 1.
    pub loss: f64,
    /// Whether it deserves a `!`: the only move that kept what there was, which is a fact, or the best answer to a fault.
    pub strong: bool,
    /// The best move, as the answer names it; others may be as good.
    #[serde(serialize_with = "serial::maybe")]
    pub best: Option<Cell>,
    /// For faults: why the best move is better.
    pub better: Option<Why>,
    /// For faults: what the opponent can do about the move.
    pub refutation: Option<Why>,
}

impl Judged {
    /// The sign that annotators put beside a move: `??`, `?`, `?!`, `!`, or nothing.
    pub fn sign(&self) -> &'static str {
        match self.class {
            Class::Blunder | Class::WinThrownAway | Class::DrawThrownAway => "??",
            Class::Mistake | Class::MissedWin => "?",
            Class::Inaccuracy => "?!",
            _ if self.strong => "!",
            _ => "",
        }
    }
}

/// A position of the game in which the player went wrong, to try again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Puzzle {
    /// The number of the move that went wrong.
    pub number: usize,
    /// Whose turn it is.
    #[serde(serialize_with = "serial::side")]
    pub side: Side,
    /// Whether the goal is to win; else it is not to lose.
    pub win: bool,
    /// The plies of the win, if known.
    pub plies: Option<u32>,
    /// Moves that reach the goal: all of them where a solver knows, else one.
    #[serde(serialize_with = "serial::cells")]
    pub solutions: Vec<Cell>,
    /// The moves so far.
    #[serde(serialize_with = "serial::cells")]
    pub moves: Vec<Cell>,
}

/// A game judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// The board.
    #[serde(serialize_with = "serial::rules")]
    pub rules: Rules,
    /// The players' names, if they have any.
    pub names: [Option<String>; 2],
    /// Who won, if anybody did.
    #[serde(serialize_with = "serial::winner")]
    pub winner: Option<Side>,
    /// Whether the game is over.
    pub over: bool,
    /// Every move that was judged.
    pub moves: Vec<Judged>,
    /// From 0 to 100 for each player; none for one who never had a choice that mattered.
    pub accuracy: [Option<f64>; 2],
    /// What the first player had before the first move and after each: 0 lost, 1 won.
    pub chart: Vec<f64>,
    /// The numbers of the moves that gave away a quarter or more.
    pub turning_points: Vec<usize>,
    /// The mistakes that can be replayed.
    pub puzzles: Vec<Puzzle>,
}

impl Review {
    /// Keeps the first so many moves, for a review that was broken off.
    pub fn truncate(&mut self, moves: usize) {
        self.moves.truncate(moves);
        self.chart.truncate(moves + 1);
        self.turning_points.retain(|&number| number <= moves);
        self.puzzles.retain(|puzzle| puzzle.number <= moves);
    }
}

/// Loss of chance from which a move has the class.
const FAULTS: [(f64, Class); 3] = [(0.3, Class::Blunder), (0.15, Class::Mistake), (0.07, Class::Inaccuracy)];
/// A move that gave away so much is a turning point.
const TURNING: f64 = 0.25;

/// What is known of a position of the game.
struct Look {
    value: Value,
    best: Option<Cell>,
    /// Of every move, if a solver knows.
    moves: Vec<(Cell, ExactValue)>,
    told: Explanation,
}

/// Judges every move of a game by what the analyst answers about the position before and after it. `watch` hears how many of how many
/// positions are done; if it breaks, the review ends with what is known by then.
pub fn review(
    game: &Game,
    analyst: &mut Analyst<'_>,
    watch: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Review {
    review_aloud(game, analyst, watch, &mut |_| {})
}

/// The same; `told` hears every move as soon as it is judged.
pub fn review_aloud(
    game: &Game,
    analyst: &mut Analyst<'_>,
    watch: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    told: &mut dyn FnMut(&Judged),
) -> Review {
    let count = game.moves().len();
    let mut now = start(game);
    let mut looks: Vec<Look> = Vec::new();
    let mut positions = Vec::new();
    let mut moves: Vec<Judged> = Vec::new();
    let mut puzzles = Vec::new();
    for number in 0..=count {
        if watch(number, count + 1).is_break() {
            break;
        }
        looks.push(look(&now, analyst));
        positions.push(now.clone());
        if let Some(played) = game.moves().get(number) {
            // The moves of a game are legal in its own positions.
            let _ = now.play(played.cell);
        }
        // A move is judged once the position after it is known.
        let Some(i) = number.checked_sub(1) else { continue };
        let cell = game.moves()[i].cell;
        let mut judged = judge(number, cell, &positions[i], &looks[i], &looks[number]);
        if judged.class.is_fault() {
            let tell = |i: usize| Some(looks[i].told.why.clone());
            (judged.better, judged.refutation) = (tell(i), tell(number));
            puzzles.extend(puzzle(&judged, &positions[i], &looks[i]));
        }
        judged.strong = strong(&judged, moves.last(), &looks[i]);
        told(&judged);
        moves.push(judged);
    }
    let mut chart: Vec<f64> = looks.first().map(|look| first(look.value, &positions[0])).into_iter().collect();
    chart.extend(moves.iter().map(|m| if m.side == Side::First { m.after.points() } else { 1.0 - m.after.points() }));
    Review {
        rules: game.rules(),
        names: Side::BOTH.map(|side| game.name(side).map(str::to_owned)),
        winner: game.outcome().winner(),
        over: game.outcome().is_over(),
        accuracy: Side::BOTH.map(|side| accuracy(&moves, side)),
        turning_points: moves.iter().filter(|m| m.loss >= TURNING).map(|m| m.number).collect(),
        moves,
        chart,
        puzzles,
    }
}

/// The position that the game began with.
fn start(game: &Game) -> Game {
    let mut start = game.clone();
    // The first undo takes back an ending that was not by play, and only that.
    for _ in 0..=game.moves().len() {
        start.undo();
    }
    start
}

/// A value of the side to move as points of the first player.
fn first(value: Value, game: &Game) -> f64 {
    if game.to_move() == Side::First { value.points() } else { 1.0 - value.points() }
}

fn look(game: &Game, analyst: &mut Analyst<'_>) -> Look {
    let answer = analyst.answer(game);
    let ongoing = game.outcome() == Outcome::Ongoing;
    let moves = if ongoing { analyst.exact_moves(game).unwrap_or_default() } else { Vec::new() };
    Look { value: answer.value(), best: answer.best(), moves, told: answer.explanation }
}

fn judge(number: usize, cell: Cell, game: &Game, before: &Look, after: &Look) -> Judged {
    let side = game.to_move();
    let known = before.moves.iter().find(|(known, _)| *known == cell).map(|(_, worth)| *worth);
    let mut is_best = before.best == Some(cell);
    let mut then = after.value.turned();
    if let Some(worth) = known {
        then = Value::of(ExactValue { plies: worth.plies.map(|plies| plies + 1), ..worth }, side);
        let rank = |worth: ExactValue| Value::of(worth, side).rank();
        is_best |= before.moves.iter().any(|(c, w)| before.best == Some(*c) && rank(*w) == rank(worth));
    } else if is_best && !then.is_proved() {
        // The same line a move later: what it says now is not a different judgement of the move.
        then = before.value;
    }
    // A win that is known without a move that wins is no measure of moves: on 15x15x5 every opening would have missed it. Where
    // the position after the move is not known either, nothing is held against it.
    let had = if before.told.is_move_open() && !then.is_proved() { then } else { before.value };
    let loss = (had.points() - then.points()).max(0.0);
    let single = game.board().legal_moves().len() == 1;
    let class = match (had, then) {
        _ if single => Class::Forced,
        (Value::Won { .. }, Value::Drawn | Value::Lost { .. }) => Class::WinThrownAway,
        (Value::Drawn, Value::Lost { .. }) => Class::DrawThrownAway,
        (Value::Won { .. }, Value::Chance { .. }) => Class::MissedWin,
        (Value::Won { plies: Some(had) }, Value::Won { plies: Some(has) }) if known.is_some() && has > had => {
            Class::SlowerWin
        }
        _ if is_best || loss == 0.0 && matches!(then, Value::Won { .. } | Value::Drawn) => Class::Best,
        _ => FAULTS.iter().find(|(least, _)| loss >= *least).map_or(Class::Good, |(_, class)| *class),
    };
    let (before, best) = (before.value, before.best);
    Judged { number, side, cell, class, before, after: then, loss, strong: false, best, better: None, refutation: None }
}

/// Whether a good move was hard to find or worth praise. A row that is completed, and a move of a lost player, are neither.
fn strong(judged: &Judged, previous: Option<&Judged>, look: &Look) -> bool {
    let at_once = matches!(judged.before, Value::Won { plies: Some(0..=1) });
    if judged.class != Class::Best || at_once || matches!(judged.before, Value::Lost { .. }) {
        return false;
    }
    let points = |worth: &ExactValue| Value::of(*worth, judged.side).points();
    let others = || look.moves.iter().filter(|(cell, _)| *cell != judged.cell);
    let only = others().next().is_some() && others().all(|(_, worth)| points(worth) < judged.after.points());
    only || previous.is_some_and(|fault| fault.loss >= TURNING)
}

/// A fault as a puzzle, if it is known what would have been right.
fn puzzle(judged: &Judged, game: &Game, look: &Look) -> Option<Puzzle> {
    let win = matches!(judged.before, Value::Won { .. });
    let right = |worth: &ExactValue| worth.winner == win.then_some(judged.side);
    let mut solutions: Vec<Cell> = look.moves.iter().filter(|(_, worth)| right(worth)).map(|(cell, _)| *cell).collect();
    // A value from a book may come without a move that keeps it; then the best move is a guess, and no solution.
    if solutions.is_empty()
        && win
        && let Why::Win { attack } = &look.told.why
    {
        solutions.push(attack.cell);
    }
    let plies = if let Value::Won { plies } = judged.before { plies } else { None };
    (!solutions.is_empty() && judged.before.is_proved()).then(|| Puzzle {
        number: judged.number,
        side: judged.side,
        win,
        plies,
        solutions,
        moves: game.cells().collect(),
    })
}

/// The mean over a player's moves that could have been worse: a move that gives nothing away counts 100, one that throws half a point
/// away 11, one that throws all away 1.
fn accuracy(moves: &[Judged], side: Side) -> Option<f64> {
    let counts = |m: &&Judged| m.side == side && m.class != Class::Forced && !matches!(m.before, Value::Lost { .. });
    let all: Vec<f64> = moves.iter().filter(counts).map(|m| 100.0 * (-4.354 * m.loss).exp()).collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}
