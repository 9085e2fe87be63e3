//! What an exam found.

use std::time::Duration;

use filetto_rules::{Game, Rules, Side};

use super::drills::Drill;
use super::review::Worst;
use super::{Exam, Task};
use crate::ask::Answer;
use crate::fault::{Fault, FaultKind};
use crate::pair::Pair;
use crate::seat::Vitals;
use crate::standing::Standing;

/// A question and what came back.
type Asked<Q> = (Q, Result<Answer, Fault>);

/// What took longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slowest {
    /// How long it took.
    pub time: Duration,
    /// The board.
    pub rules: Rules,
}

/// How many questions of a kind were answered rightly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// So many rightly
    pub right: usize,
    /// of so many.
    pub of: usize,
}

/// What an exam found. What was not reached is empty.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The exam.
    pub exam: Exam,
    /// The first question of all; none if nothing was asked.
    pub loading: Option<Result<Answer, Fault>>,
    /// Questions that asked for any legal move.
    pub smoke: Vec<Asked<Game>>,
    /// Questions with right answers.
    pub drills: Vec<Asked<Drill>>,
    /// The games; the player examined is the first of each pair.
    pub pairs: Vec<Pair>,
    /// The results of the games; the player examined is the first.
    pub standing: Standing,
    /// Its worst moves, the worst first.
    pub worst: Vec<Worst>,
    /// Whether the exam came to its end.
    pub complete: bool,
}

impl Findings {
    pub(super) fn new(exam: &Exam) -> Findings {
        let names = std::iter::once(&exam.player).chain(&exam.opponents).map(|spec| spec.name.clone()).collect();
        Findings {
            exam: exam.clone(),
            loading: None,
            smoke: Vec::new(),
            drills: Vec::new(),
            pairs: Vec::new(),
            standing: Standing::new(names, exam.tables.clone()),
            worst: Vec::new(),
            complete: false,
        }
    }

    /// Whether the player could be started.
    pub fn loaded(&self) -> bool {
        !matches!(&self.loading, None | Some(Err(Fault { kind: FaultKind::Start, .. })))
    }

    /// Every answer to a single question with its position.
    pub(super) fn answers(&self) -> impl Iterator<Item = (&Game, &Result<Answer, Fault>)> {
        let drills = self.drills.iter().map(|(drill, answer)| (&drill.game, answer));
        self.smoke.iter().map(|(game, answer)| (game, answer)).chain(drills)
    }

    /// Every fault with the board it happened on, the positions' first.
    pub(super) fn faults(&self) -> impl Iterator<Item = (Rules, &Fault)> {
        let asked = self.answers().filter_map(|(game, answer)| Some((game.rules(), answer.as_ref().err()?)));
        asked.chain(self.own_games().filter_map(|(pair, side, played)| {
            let (guilty, fault) = played.fault.as_ref()?;
            (*guilty == side).then_some((pair.rules, fault))
        }))
    }

    /// Every game with the side that the player examined had.
    pub(super) fn own_games(&self) -> impl Iterator<Item = (&Pair, Side, &crate::game::Played)> {
        self.pairs.iter().flat_map(|pair| {
            pair.games.iter().enumerate().map(move |(number, played)| (pair, Side::BOTH[number], played))
        })
    }

    /// What its host told, the largest of each; none if it has no host.
    pub fn vitals(&self) -> Option<Vitals> {
        let asked = self.loading.iter().chain(self.answers().map(|(_, answer)| answer));
        let asked = asked.filter_map(|answer| answer.as_ref().ok()?.vitals.clone());
        let played = self.own_games().filter_map(|(_, side, played)| played.vitals[side.index()].clone());
        asked.chain(played).reduce(|a, b| Vitals {
            name: a.name.or(b.name),
            init: a.init.max(b.init),
            heap: a.heap.max(b.heap),
            printed: a.printed.max(b.printed),
            threads: a.threads.max(b.threads),
        })
    }

    /// The slowest move and the board it was made on.
    pub fn slowest(&self) -> Option<Slowest> {
        let asked = self.answers().filter_map(|(game, answer)| Some((answer.as_ref().ok()?.used, game.rules())));
        let played = self.own_games().flat_map(|(pair, side, played)| {
            let own = played.game.moves().iter().enumerate().filter(move |(ply, _)| played.game.mover(*ply) == side);
            own.filter_map(move |(_, made)| Some((made.time?, pair.rules)))
        });
        let all = asked.chain(played).map(|(time, rules)| Slowest { time, rules });
        all.max_by_key(|slowest| slowest.time)
    }

    /// The slowest start of a game and the board it was for.
    pub fn slowest_start(&self) -> Option<Slowest> {
        let asked = self.answers().filter_map(|(game, answer)| {
            let answer = answer.as_ref().ok()?;
            let time = answer.vitals.as_ref().map_or(answer.ready, |vitals| vitals.init);
            Some(Slowest { time, rules: game.rules() })
        });
        asked.max_by_key(|slowest| slowest.time)
    }

    /// Questions of a task that were answered rightly, and how many there were.
    pub fn solved(&self, task: Task) -> Solved {
        let of = self.drills.iter().filter(|(drill, _)| drill.task == task);
        let right =
            |(drill, answer): &&Asked<Drill>| answer.as_ref().is_ok_and(|answer| drill.right.contains(&answer.cell));
        Solved { right: of.clone().filter(right).count(), of: of.count() }
    }

    /// Legal moves made.
    pub(super) fn moves(&self) -> usize {
        let played: usize = self
            .own_games()
            .map(|(_, side, played)| {
                (0..played.game.moves().len()).filter(|ply| played.game.mover(*ply) == side).count()
            })
            .sum();
        self.answers().filter(|(_, answer)| answer.is_ok()).count() + played
    }
}
