//! The explanation of one position.

use filetto_rules::{Board, Cell, Game, Outcome, Rules, Side};
use filetto_search::{Budget, Score};

use super::data::{Attack, Explanation, Held, Hold, Step, Then, Verdict, Why};
use super::effort::Effort;
use super::exact::{Exact, ExactValue};
use super::follow::follow_up;
use super::hold;
use super::move_effects::steps;
use super::prover::{Moves, Prover};
use super::solved::zugzwang;
use super::threats::threats;
use super::tree::Builder;
use crate::knowledge::{Field, Weights};
use crate::{Named, Settings};

/// Boards up to this size are searched for wins by quiet moves too.
const QUIET: usize = 49;
/// Moves of the winner that are shown of a win that only the solver can prove.
const SOLVED: u32 = 4;
/// Wins within so many plies are short with gravity.
const SHORT: u32 = 7;
/// Moves of a line that are told.
const LINE: usize = 8;
/// A line with fewer moves is made longer.
const SHORT_LINE: usize = 4;

/// Explains a position: why it is won, lost or drawn, or what the champion would play and what that does. `exact` knows values of
/// some positions; without it, only what can be proved here is stated.
pub fn explain(game: &Game, effort: &Effort, exact: Option<&mut dyn Exact>) -> Explanation {
    let (verdict, why) = judge(game, effort, exact);
    let best = match &why {
        Why::Win { attack } => Some(attack.cell),
        Why::Draw { line, .. } | Why::Line { line } => line.first().map(|step| step.cell),
        Why::Loss { then } => longest(game, then),
        Why::Over { .. } => None,
    };
    Explanation {
        rules: game.rules(),
        moves: game.cells().collect(),
        board: board(game),
        to_move: game.to_move(),
        verdict,
        best,
        why,
        threats: threats(game),
    }
}

fn board(game: &Game) -> Vec<String> {
    let rules = game.rules();
    let symbol = |row, col| game.board().get(Cell::new(row, col)).map_or('.', Side::symbol);
    (0..rules.rows()).rev().map(|row| (0..rules.cols()).map(|col| symbol(row, col)).collect()).collect()
}

fn judge(game: &Game, effort: &Effort, mut exact: Option<&mut dyn Exact>) -> (Verdict, Why) {
    if game.outcome().is_over() {
        let row = game.board().winning_lines().next().map_or(Vec::new(), |line| line.cells().collect());
        return (Verdict::Over { winner: game.outcome().winner() }, Why::Over { row });
    }
    let side = game.to_move();
    if let Some(attack) = win(game, effort) {
        return (Verdict::Win { side, plies: attack.plies() }, Why::Win { attack });
    }
    if let Some(then) = loss(game, effort) {
        return (Verdict::Win { side: side.other(), plies: then.plies() }, Why::Loss { then });
    }
    let held = hold::drawn(game);
    let known = if held.is_some() { None } else { exact.as_mut().and_then(|exact| exact.value(game)) };
    if let Some(ExactValue { winner: Some(winner), plies }) = known
        && let Some(exact) = exact.as_mut()
        && let Some(why) = solved(game, effort, &mut **exact, winner)
    {
        return (Verdict::Win { side: winner, plies }, why);
    }
    let drawn = held.or_else(|| known.filter(|worth| worth.winner.is_none()).map(|_| searched(game)));
    let (line, chance) = search(game, effort);
    match drawn {
        Some(held) => (Verdict::Draw, Why::Draw { line: drawing(game, line, &held, exact), held }),
        None => (Verdict::Open { chance: chance.clamp(0.01, 0.99) }, Why::Line { line }),
    }
}

/// The tree of a win of the side to move, if one is found.
fn win(game: &Game, effort: &Effort) -> Option<Attack> {
    let side = game.to_move();
    let mut field = Field::of(game);
    provers(game, side, effort).into_iter().find_map(|prover| {
        let mut builder = Builder::new(prover, None, game, effort.shown);
        // With gravity a long win is rather zugzwang than a tree, if it is both.
        let short = if game.rules().gravity() { effort.plies.min(SHORT) } else { effort.plies };
        builder
            .attack(&mut field, short)
            .or_else(|| zugzwang(&mut field))
            .or_else(|| builder.attack(&mut field, effort.plies))
    })
}

/// The tree of a win of the other side, if one is found.
fn loss(game: &Game, effort: &Effort) -> Option<Then> {
    let winner = game.to_move().other();
    let mut field = Field::of(game);
    provers(game, winner, effort).into_iter().find_map(|mut prover| {
        let plies = match prover.loses(&mut field, effort.plies.min(SHORT)) {
            Some(plies) => plies,
            None => match follow_up(&mut field, winner) {
                Some(then) => return Some(then),
                None => prover.loses(&mut field, effort.plies)?,
            },
        };
        let then = Builder::new(prover, None, game, effort.shown).replies(&mut field, plies);
        Some(then.unwrap_or(Then::Proved { plies: Some(plies) }))
    })
}

/// With what wins are looked for on this board: by threats, and on small boards by all moves.
fn provers(game: &Game, attacker: Side, effort: &Effort) -> Vec<Prover> {
    let mut provers = Vec::new();
    if !game.rules().gravity() {
        provers.push(Prover::new(attacker, Moves::Forcing, effort.proof));
    }
    if game.rules().gravity() || game.rules().cells() <= QUIET {
        provers.push(Prover::new(attacker, Moves::All, effort.proof));
    }
    provers
}

/// The tree of a win that the solver knows.
fn solved(game: &Game, effort: &Effort, exact: &mut dyn Exact, winner: Side) -> Option<Why> {
    let mut field = Field::of(game);
    let prover = Prover::new(winner, Moves::All, effort.proof);
    let mut builder = Builder::new(prover, Some(exact), game, effort.shown);
    if winner == game.to_move() {
        builder.solved(&mut field, SOLVED).map(|attack| Why::Win { attack })
    } else {
        builder.solved_replies(&mut field, SOLVED).map(|then| Why::Loss { then })
    }
}

/// Why each side cannot win when the solver says so: what can be shown is shown.
fn searched(game: &Game) -> Vec<Held> {
    let held = |attacker| Held { attacker, how: hold::held(game, attacker).unwrap_or(Hold::Searched) };
    Side::BOTH.map(held).into()
}

/// What the champion expects, and the chance of the side to move. Where its own line breaks off early, it is asked again.
fn search(game: &Game, effort: &Effort) -> (Vec<Step>, f64) {
    let settings = Settings { memory: 16 << 20, ..Settings::default() };
    let Ok(named) = Named::find("filetto") else { return (Vec::new(), 0.5) };
    let mut champion = named.make(settings);
    let mut ask = |game: &Game, nodes: u64| champion.choose(game, &Budget::none().nodes(nodes.max(1)), &mut |_| {});
    let Some(choice) = ask(game, effort.search) else { return (Vec::new(), 0.5) };
    let mut line: Vec<Cell> = choice.line.into_iter().take(LINE).collect();
    let mut ahead = game.clone();
    while line.len() < SHORT_LINE {
        line.iter().skip(ahead.moves().len() - game.moves().len()).for_each(|&cell| {
            let _ = ahead.play(cell);
        });
        let Some(next) = ask(&ahead, effort.search / 20) else { break };
        line.push(next.cell);
    }
    let chance = choice.score.map_or(0.5, |score| chance(score, game.rules()));
    (steps(game, &line), chance)
}

/// The chance that a score stands for.
fn chance(score: Score, rules: Rules) -> f64 {
    match score {
        score if score.is_win() => 1.0,
        score if score.is_loss() => 0.0,
        score => Weights::of(rules).chance(score.raw()),
    }
}

/// A line that keeps the draw: the champion's if it is known to, else the move that the proof begins with or that the solver knows.
fn drawing(game: &Game, line: Vec<Step>, held: &[Held], exact: Option<&mut dyn Exact>) -> Vec<Step> {
    let first = held.iter().find_map(|held| match held.how {
        Hold::Pairing { first, .. } | Hold::Weight { first, .. } => first,
        _ => None,
    });
    if let Some(cell) = first {
        return if line.first().is_some_and(|step| step.cell == cell) { line } else { steps(game, &[cell]) };
    }
    let Some(values) = exact.and_then(|exact| exact.moves(game)) else { return line };
    let keeps = |cell: Cell| values.iter().any(|(known, worth)| *known == cell && worth.winner.is_none());
    match line.first() {
        Some(step) if keeps(step.cell) => line,
        _ => {
            let safe = values.iter().find(|(_, worth)| worth.winner.is_none());
            safe.map_or(line, |(cell, _)| steps(game, &[*cell]))
        }
    }
}

/// The reply that a tree answers last: the one to play if all lose.
fn longest(game: &Game, then: &Then) -> Option<Cell> {
    match then {
        Then::Either { cells } => cells.first().copied(),
        Then::Replies { replies } => {
            let best = replies.iter().filter(|reply| !reply.is_rest()).max_by_key(|reply| reply.next.plies());
            best.and_then(|reply| reply.cells.first().copied()).or_else(|| game.board().legal_moves().first().copied())
        }
        _ if game.outcome() == Outcome::Ongoing => game.board().legal_moves().first().copied(),
        _ => None,
    }
}

impl Attack {
    /// In at most how many plies the row is complete, if the tree says so.
    pub fn plies(&self) -> Option<u32> {
        match &self.then {
            Then::Row { .. } => Some(1),
            then => then.plies().map(|plies| plies + 1),
        }
    }
}

impl Then {
    /// In at most how many plies from here the row is complete, if the tree says so.
    pub fn plies(&self) -> Option<u32> {
        match self {
            Then::Row { .. } => Some(0),
            Then::Either { .. } => Some(2),
            Then::Replies { replies } => {
                let each: Option<Vec<u32>> = replies.iter().map(|reply| reply.next.plies()).collect();
                each?.into_iter().max().map(|plies| plies + 1)
            }
            Then::FollowUp { .. } => None,
            Then::Proved { plies } => *plies,
        }
    }
}
