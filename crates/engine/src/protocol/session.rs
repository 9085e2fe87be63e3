//! The state of a conversation with a manager.

use std::collections::VecDeque;
use std::time::Duration;

use filetto_rules::{Cell, Game, Rules, excerpt};
use filetto_search::{Budget, Clock};

use super::options::Options;
use super::stones::{Owner, Stones};
use super::swap2;
use super::told::{Said, Told};
use crate::analysis::{self, Value};
use crate::{Choice, Info};

/// What the host has to do.
#[derive(Clone, Debug)]
pub enum Action {
    /// Print this line and flush.
    Say(String),
    /// Let a player think; what it tells goes to [`Session::told`], its choice to [`Session::done`]. If the task wants the position
    /// analysed, an analyst answers, and its answers go to [`Session::answered`].
    Think(Box<Task>),
    /// Stop the thinking that goes on; its choice still comes.
    Stop,
    /// Let the player forget what it learnt in this game.
    Forget,
    /// End the program.
    Quit,
}

/// Something to think about.
#[derive(Clone, Debug)]
pub struct Task {
    /// The game so far; it is our turn.
    pub game: Game,
    /// What it may spend.
    pub budget: Budget,
    /// Bytes for tables.
    pub memory: usize,
    /// How many threads.
    pub threads: usize,
    /// How many best lines are wanted.
    pub lines: usize,
    /// Whether the question is what the position is, not what to play in the time there is.
    pub analyse: bool,
}

/// A list of stones that is being told, line by line, until DONE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Board,
    Quietly,
    Swap2,
}

/// What the thinking is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    Analyse,
    ChooseColour,
}

/// One conversation.
#[derive(Debug, Default)]
pub struct Session {
    size: Option<(usize, usize)>,
    options: Options,
    stones: Stones,
    list: Option<(List, Vec<String>)>,
    thinking: Option<(Purpose, Rules)>,
    /// What came while thinking and has to wait.
    waiting: VecDeque<String>,
    lines: usize,
    /// Whether the player's scores are in a unit of its own.
    own_unit: bool,
}

type Answer = Result<Vec<Action>, String>;

fn say(line: impl Into<String>) -> Vec<Action> {
    vec![Action::Say(line.into())]
}

impl Session {
    /// A conversation that has just begun.
    pub fn new() -> Session {
        Session { lines: 1, ..Session::default() }
    }

    /// The same with a player whose scores are in a unit of its own: they say no chance.
    #[must_use]
    pub fn own_unit(self) -> Session {
        Session { own_unit: true, ..self }
    }

    /// Whether a player is thinking.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Takes a line from the manager.
    pub fn input(&mut self, line: &str) -> Vec<Action> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_uppercase();
        if self.is_thinking() && !matches!(word.as_str(), "" | "END" | "INFO" | "YXSTOP" | "STOP") {
            self.waiting.push_back(line.to_owned());
            return vec![Action::Stop];
        }
        self.answer(&word, rest.trim(), line).unwrap_or_else(|error| say(format!("ERROR {error}")))
    }

    fn answer(&mut self, word: &str, rest: &str, line: &str) -> Answer {
        if self.list.is_some() && word != "END" {
            return self.listed(word, line);
        }
        match word {
            "" => Ok(Vec::new()),
            "START" => {
                let size = rest.parse().map_err(|_| format!("'{}' is no board size", excerpt(rest, 20)))?;
                self.start(size, size)
            }
            "RECTSTART" => {
                let (width, height) = pair(rest).ok_or("RECTSTART takes width,height")?;
                self.start(width, height)
            }
            "RESTART" => {
                let (width, height) = self.size.ok_or("there is no board yet: send START first")?;
                self.start(width, height)
            }
            "BEGIN" if !self.stones.0.is_empty() => Err("the board is not empty".to_owned()),
            "BEGIN" => self.think(Purpose::Move),
            "TURN" => {
                let cell = self.cell(rest)?;
                self.put(cell, Owner::Theirs)?;
                // A move that cannot be played is not kept.
                self.think(Purpose::Move).inspect_err(|_| self.stones.0.truncate(self.stones.0.len() - 1))
            }
            "PLAY" => {
                let cell = self.cell(rest)?;
                self.put(cell, Owner::Mine)?;
                Ok(say(self.written(cell)))
            }
            "TAKEBACK" => {
                let cell = self.cell(rest)?;
                if self.stones.remove(cell) { Ok(say("OK")) } else { Err("there is no stone to take back".to_owned()) }
            }
            "BOARD" | "YXBOARD" | "SWAP2BOARD" => {
                self.size.ok_or("there is no board yet: send START first")?;
                let list = match word {
                    "BOARD" => List::Board,
                    "YXBOARD" => List::Quietly,
                    _ => List::Swap2,
                };
                self.list = Some((list, Vec::new()));
                Ok(Vec::new())
            }
            "INFO" => {
                let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.options.set(key, value);
                Ok(Vec::new())
            }
            "ABOUT" => Ok(say(format!(
                "name=\"Filetto\", version=\"{}\", author=\"the Filetto authors\", k=\"1-128\", gravity=\"0-1\"",
                env!("CARGO_PKG_VERSION")
            ))),
            "YXSHOWINFO" => Ok([
                format!("MESSAGE Filetto {}", env!("CARGO_PKG_VERSION")),
                "MESSAGE INFO MAX_THREAD_NUM 256".to_owned(),
                "MESSAGE INFO MAX_HASH_SIZE 24".to_owned(),
            ]
            .map(Action::Say)
            .into()),
            "YXSTOP" | "STOP" => Ok(if self.is_thinking() { vec![Action::Stop] } else { Vec::new() }),
            "YXHASHCLEAR" => Ok(vec![Action::Forget]),
            "YXNBEST" => {
                self.lines = rest.parse().ok().filter(|&n| n >= 1).ok_or("YXNBEST takes a number of lines")?;
                self.think(Purpose::Analyse)
            }
            "END" => Ok(vec![Action::Quit]),
            _ => Ok(say(format!("UNKNOWN {}", excerpt(word, 40)))),
        }
    }

    fn start(&mut self, width: usize, height: usize) -> Answer {
        let side = 1..=filetto_rules::MAX_SIDE;
        if !side.contains(&width) || !side.contains(&height) {
            return Err(format!("a board has 1 to {} columns and rows", filetto_rules::MAX_SIDE));
        }
        self.size = Some((width, height));
        self.stones = Stones::default();
        self.lines = 1;
        Ok(vec![Action::Forget, Action::Say("OK".to_owned())])
    }

    /// A cell from `x,y`, from 0 from the top left.
    fn cell(&self, text: &str) -> Result<Cell, String> {
        let (width, height) = self.size.ok_or("there is no board yet: send START first")?;
        let (x, y) = pair(text).ok_or_else(|| format!("'{}' is no x,y", excerpt(text, 20)))?;
        if x >= width || y >= height {
            return Err(format!("{x},{y} is off the board"));
        }
        Ok(Cell::new(height - 1 - y, x))
    }

    fn put(&mut self, cell: Cell, owner: Owner) -> Result<(), String> {
        if self.stones.0.iter().any(|(taken, _)| *taken == cell) {
            return Err("that cell is taken".to_owned());
        }
        self.stones.0.push((cell, owner));
        Ok(())
    }

    /// A line of a list of stones, or its end.
    fn listed(&mut self, word: &str, line: &str) -> Answer {
        let Some((list, lines)) = &mut self.list else { return Ok(Vec::new()) };
        if word != "DONE" {
            // More lines than cells cannot be a board; the error comes with DONE.
            if lines.len() <= filetto_rules::MAX_SIDE * filetto_rules::MAX_SIDE && !line.is_empty() {
                lines.push(line.to_owned());
            }
            return Ok(Vec::new());
        }
        let (list, lines) = (*list, std::mem::take(lines));
        self.list = None;
        self.stones = Stones::default();
        // A list with a fault leaves an empty board, not half of it.
        self.take_list(list, &lines).inspect_err(|_| self.stones = Stones::default())?;
        match (list, self.stones.0.len()) {
            (List::Quietly, _) => Ok(Vec::new()),
            (List::Board, _) => self.think(Purpose::Move),
            (List::Swap2, 0) => self.propose(),
            (List::Swap2, 3 | 5) => self.think(Purpose::ChooseColour),
            (List::Swap2, n) => Err(format!("swap2 has 0, 3 or 5 stones, not {n}")),
        }
    }

    fn take_list(&mut self, list: List, lines: &[String]) -> Result<(), String> {
        for (i, line) in lines.iter().enumerate() {
            let numbers: Vec<&str> = line.split(',').map(str::trim).collect();
            let owner = match (list, &numbers[..]) {
                (List::Swap2, [_, _]) if (lines.len() - i).is_multiple_of(2) => Owner::Mine,
                (List::Swap2, [_, _]) => Owner::Theirs,
                (List::Board | List::Quietly, [_, _, "1"]) => Owner::Mine,
                (List::Board | List::Quietly, [_, _, "2"]) => Owner::Theirs,
                (List::Board | List::Quietly, [_, _, "3"]) => return Err("blocked cells are not supported".to_owned()),
                _ => return Err(format!("'{}' is no line of a board", excerpt(line, 20))),
            };
            let cell = self.cell(&format!("{},{}", numbers[0], numbers[1]))?;
            self.put(cell, owner)?;
        }
        Ok(())
    }

    fn propose(&self) -> Answer {
        let (width, height) = self.size.ok_or("there is no board yet: send START first")?;
        let rules = self.options.rules(height, width)?;
        let moves: Vec<String> = swap2::proposal(rules).iter().map(|&cell| self.written(cell)).collect();
        Ok(say(moves.join(" ")))
    }

    fn written(&self, cell: Cell) -> String {
        let height = self.size.map_or(0, |(_, height)| height);
        format!("{},{}", cell.col(), height.saturating_sub(cell.row() + 1))
    }

    fn think(&mut self, purpose: Purpose) -> Answer {
        let (width, height) = self.size.ok_or("there is no board yet: send START first")?;
        let rules = self.options.rules(height, width)?;
        let game = self.stones.game(rules, Owner::Mine)?;
        if game.outcome().is_over() {
            return Err("the game is over".to_owned());
        }
        self.thinking = Some((purpose, rules));
        let analyse = purpose == Purpose::Analyse;
        let Options { threads, .. } = self.options;
        // The time runs from here, whatever the host still has to do.
        let (budget, memory) = (self.options.budget().since(Clock::start()), self.options.table_bytes());
        Ok(vec![Action::Think(Box::new(Task { game, budget, memory, threads, lines: self.lines, analyse }))])
    }

    /// What the thinking player tells, as lines for the manager: estimates, until it is done.
    pub fn told(&self, info: &Info) -> Vec<String> {
        let worth = match self.thinking {
            Some((_, rules)) if !self.own_unit => Said::thinking(info.score, rules),
            _ => Said::Own(info.score),
        };
        Told::info(info, self.lines, worth).lines(self.options.detail, |cell| self.written(cell))
    }

    /// An answer about the position, so long after the question, as lines for the manager.
    pub fn answered(&self, answer: &analysis::Answer, elapsed: Duration) -> Vec<String> {
        let lines = |told: Told<'_>| told.lines(self.options.detail, |cell| self.written(cell));
        Told::answer(answer, elapsed).flat_map(lines).collect()
    }

    /// The thinking is over: answers the manager and goes on with what it sent meanwhile. The state is clean before anything is
    /// said, since a quick manager reacts to the move at once.
    pub fn done(&mut self, choice: Option<&Choice>) -> Vec<Action> {
        let thought = self.thinking.take();
        self.lines = 1;
        let mut actions = match (thought, choice) {
            // The manager has gone on to another position: nobody waits for the move.
            _ if self.waiting.front().is_some_and(|line| replaces_the_position(line)) => Vec::new(),
            (Some((Purpose::ChooseColour, _)), Some(choice)) if swap2::swaps(choice.score) => say("SWAP"),
            (Some((purpose, rules)), Some(choice)) => {
                self.stones.0.push((choice.cell, Owner::Mine));
                // What was searched for a move may have become a fact; an analysis has said so already.
                let proved = choice.score.filter(|_| choice.solved && purpose != Purpose::Analyse && !self.own_unit);
                let proved =
                    proved.map(|score| Value::searched(score, true, rules)).filter(|(value, _)| value.is_proved());
                let message = proved.map(|(value, by)| Action::Say(format!("MESSAGE {}", value.words(by))));
                message.into_iter().chain(say(self.written(choice.cell))).collect()
            }
            (Some(_), None) => say("ERROR there is no move"),
            (None, _) => Vec::new(),
        };
        while !self.is_thinking() {
            let Some(line) = self.waiting.pop_front() else { break };
            actions.extend(self.input(&line));
        }
        actions
    }
}

/// Whether a command makes the present position obsolete.
fn replaces_the_position(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
    ["START", "RECTSTART", "RESTART", "BOARD", "YXBOARD", "SWAP2BOARD"].contains(&word.as_str())
}

/// `7,8`, spaces allowed.
fn pair(text: &str) -> Option<(usize, usize)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}
