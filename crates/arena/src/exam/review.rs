//! The worst moves: what was played, what was better, what it cost.

use std::sync::atomic::{AtomicBool, Ordering};

use filetto_engine::analysis::Value;
use filetto_rules::{Board, Cell, Game, Outcome, Side};

use super::findings::Findings;

/// How hard a judge should think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// To find the moves that deserve a second look.
    Quick,
    /// To say what is shown.
    Thorough,
}

/// The result that is to be expected, from 0 to 1: an estimate counts less than a fact.
fn points(value: Value) -> f64 {
    if value.is_proved() { value.points() } else { value.points().clamp(0.1, 0.9) }
}

/// What a move is worth, as a verb.
pub(super) fn words(value: Value) -> String {
    let told = |verb: &str, plies: Option<u32>| match plies.map(|plies| plies.div_ceil(2)) {
        Some(0 | 1) => format!("{verb} at once"),
        Some(moves) => format!("{verb} in {moves} moves"),
        None => verb.to_owned(),
    };
    match value {
        Value::Won { plies } => told("wins", plies),
        Value::Drawn => "draws".to_owned(),
        Value::Lost { plies } => told("loses", plies),
        Value::Chance { chance } => format!("is estimated at {:.0} %", chance * 100.0),
    }
}

/// What a judge says of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// What it is worth to the player who makes it.
    pub played: Value,
    /// How the game is expected to go on after it, the opponent's answer first.
    pub reply: Vec<Cell>,
    /// A move that is at least as good.
    pub best: Cell,
    /// What that is worth.
    pub worth: Value,
    /// How the game would go on with it, itself first.
    pub line: Vec<Cell>,
    /// Why the one is bad and the other good, each as a text of some lines, empty where there is nothing to say.
    pub why: [String; 2],
}

impl Opinion {
    /// The expected result that the move gave away.
    pub fn loss(&self) -> f64 {
        points(self.worth) - points(self.played)
    }
}

/// Says what a legal move in an unfinished game is worth, and what is better; nothing if it has no opinion.
pub type Judge<'a> = dyn FnMut(&Game, Cell, Care) -> Option<Opinion> + 'a;

/// A move that gave something away.
#[derive(Clone, Debug)]
pub struct Worst {
    /// The position before the move.
    pub game: Game,
    /// The move.
    pub cell: Cell,
    /// What the judge says of it.
    pub opinion: Opinion,
    /// When that was: `move 7 against luccioli`.
    pub place: String,
    /// How that game ended for the player.
    pub result: &'static str,
}

/// How many are shown, and how many of those from one game.
const SHOWN: usize = 5;
const OF_ONE_GAME: usize = 2;
/// Moves that are looked at, and those that get a second look.
const LOOKED_AT: usize = 300;
const LOOKED_AT_AGAIN: usize = 15;
/// What a move must give away to be shown.
const WORTH_A_WORD: f64 = 0.1;

/// A move to be judged.
struct Suspect {
    game: Game,
    cell: Cell,
    place: String,
    result: &'static str,
    /// Which game it is of.
    of: usize,
}

/// The worst moves of an exam. Without `stop`, all of them; with it, the worst of those looked at so far.
pub(super) fn worst(
    findings: &Findings,
    judge: &mut Judge,
    stop: &AtomicBool,
    hear: &mut dyn FnMut(usize, usize),
) -> Vec<Worst> {
    let suspects = suspects(findings);
    let of = suspects.len() + LOOKED_AT_AGAIN.min(suspects.len());
    let mut judged: Vec<(Suspect, Opinion)> = Vec::new();
    let mut done = 0;
    for suspect in suspects {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let opinion = judge(&suspect.game, suspect.cell, Care::Quick);
        judged.extend(opinion.filter(|opinion| opinion.loss() >= WORTH_A_WORD).map(|opinion| (suspect, opinion)));
        done += 1;
        hear(done, of);
    }
    sort(&mut judged);
    judged.truncate(LOOKED_AT_AGAIN);
    for (suspect, opinion) in &mut judged {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if let Some(better) = judge(&suspect.game, suspect.cell, Care::Thorough) {
            *opinion = better;
        }
        done += 1;
        hear(done, of);
    }
    sort(&mut judged);
    let mut shown: Vec<(usize, Worst)> = Vec::new();
    for (Suspect { game, cell, place, result, of }, opinion) in judged {
        let known = shown.iter().any(|(_, other)| {
            other.cell == cell && other.game.cells().eq(game.cells()) && other.game.rules() == game.rules()
        });
        let often = shown.iter().filter(|(other, _)| *other == of).count() >= OF_ONE_GAME;
        if !known && !often && opinion.loss() >= WORTH_A_WORD && shown.len() < SHOWN {
            shown.push((of, Worst { game, cell, opinion, place, result }));
        }
    }
    shown.into_iter().map(|(_, worst)| worst).collect()
}

/// The largest loss first; of equal ones the one that is nearest to its punishment, which is easiest to see.
fn sort(judged: &mut [(Suspect, Opinion)]) {
    let far = |opinion: &Opinion| match (opinion.worth, opinion.played) {
        (Value::Won { plies: Some(plies) }, _) => plies,
        (_, Value::Lost { plies: Some(plies) }) => plies,
        _ => u32::MAX,
    };
    judged.sort_by(|(_, a), (_, b)| b.loss().total_cmp(&a.loss()).then(far(a).cmp(&far(b))));
}

/// Wrong answers first, then the moves of lost, drawn and won games.
fn suspects(findings: &Findings) -> Vec<Suspect> {
    let mut found = Vec::new();
    for (number, (drill, answer)) in findings.drills.iter().enumerate() {
        if let Ok(answer) = answer
            && !drill.right.contains(&answer.cell)
        {
            let place = "in a position of the exam".to_owned();
            found.push(Suspect {
                game: drill.game.clone(),
                cell: answer.cell,
                place,
                result: "",
                of: usize::MAX - number,
            });
        }
    }
    let mut games: Vec<_> = findings.own_games().enumerate().collect();
    games.sort_by_key(|(_, (_, side, played))| match played.game.outcome() {
        Outcome::Win(winner) if winner != *side => 0,
        Outcome::Win(_) => 2,
        Outcome::Draw | Outcome::Ongoing => 1,
    });
    for (of, (pair, side, played)) in games {
        let result = match played.game.outcome() {
            Outcome::Win(winner) if winner == side => "won",
            Outcome::Win(_) => "lost",
            Outcome::Draw | Outcome::Ongoing => "drawn",
        };
        let mut game = Game::new(pair.rules);
        for (ply, made) in played.game.moves().iter().enumerate() {
            let choice = ply >= pair.opening && played.game.mover(ply) == side && game.board().legal_moves().len() > 1;
            if choice && found.len() < LOOKED_AT {
                let place = format!("move {} against {}", ply + 1, pair.players[1]);
                found.push(Suspect { game: game.clone(), cell: made.cell, place, result, of });
            }
            // Moves of a record are legal.
            let _ = game.play(made.cell);
        }
    }
    found
}

/// The move that the player asked had to make, in words: `X a3`.
pub(super) fn named(side: Side, cell: Cell) -> String {
    format!("{side} {cell}")
}
