//! The state of a conversation with a manager.

use std::collections::VecDeque;

use filetto_rules::{Cell, Game, excerpt};
use filetto_search::{Budget, Clock, Score};

use super::options::Options;
use super::stones::{Owner, Stones};
use super::swap2;
use crate::{Choice, Info};

/// What the host has to do.
#[derive(Clone, Debug)]
pub enum Action {
    /// Print this line and flush.
    Say(String),
    /// Let a player think; what it tells goes to [`Session::told`], its choice to [`Session::done`].
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
    ChooseColour,
}

/// One conversation.
#[derive(Debug, Default)]
pub struct Session {
    size: Option<(usize, usize)>,
    options: Options,
    stones: Stones,
    list: Option<(List, Vec<String>)>,
    thinking: Option<Purpose>,
    /// What came while thinking and has to wait.
    waiting: VecDeque<String>,
    lines: usize,
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
                self.think(Purpose::Move)
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
        self.thinking = Some(purpose);
        let Options { threads, .. } = self.options;
        // The time runs from here, whatever the host still has to do.
        let (budget, memory) = (self.options.budget().since(Clock::start()), self.options.table_bytes());
        Ok(vec![Action::Think(Box::new(Task { game, budget, memory, threads, lines: self.lines }))])
    }

    /// What the thinking player tells, as lines for the manager.
    pub fn told(&self, info: &Info) -> Vec<String> {
        let Info { depth, score, nodes, elapsed, line, rank } = info;
        let moves: Vec<String> = line.iter().map(|cell| cell.to_string().to_uppercase()).collect();
        let (moves, ms) = (moves.join(" "), elapsed.as_millis());
        let eval = eval(*score);
        let which = if self.lines > 1 { format!("({}) ", rank + 1) } else { String::new() };
        let mut lines =
            vec![format!("MESSAGE {which}Depth {depth} | Eval {eval} | Node {nodes} | Time {ms}ms | {moves}")];
        if self.options.detail & 1 != 0
            && *rank == 0
            && let Some(&best) = line.first()
        {
            lines.push(format!("MESSAGE REALTIME BEST {}", self.written(best)));
            lines.push(format!("MESSAGE REALTIME VAL {}", score.raw().clamp(-30_000, 30_000)));
        }
        if self.options.detail & 2 != 0 {
            let speed = *nodes as u128 * 1000 / ms.max(1);
            lines.extend(
                [
                    format!("PV {rank}"),
                    format!("NUMPV {}", self.lines),
                    format!("DEPTH {depth}"),
                    format!("SELDEPTH {}", line.len()),
                    format!("NODES {nodes}"),
                    format!("TOTALNODES {nodes}"),
                    format!("TOTALTIME {ms}"),
                    format!("SPEED {speed}"),
                    format!("EVAL {eval}"),
                    format!("BESTLINE {moves}"),
                    "PV DONE".to_owned(),
                ]
                .map(|line| format!("INFO {line}")),
            );
        }
        lines
    }

    /// The thinking is over: answers the manager and goes on with what it sent meanwhile. The state is clean before anything is
    /// said, since a quick manager reacts to the move at once.
    pub fn done(&mut self, choice: Option<&Choice>) -> Vec<Action> {
        let purpose = self.thinking.take();
        self.lines = 1;
        let mut actions = match (purpose, choice) {
            // The manager has gone on to another position: nobody waits for the move.
            _ if self.waiting.front().is_some_and(|line| replaces_the_position(line)) => Vec::new(),
            (Some(Purpose::ChooseColour), Some(choice)) if swap2::swaps(choice.score) => say("SWAP"),
            (Some(_), Some(choice)) => {
                self.stones.0.push((choice.cell, Owner::Mine));
                say(self.written(choice.cell))
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

/// A score as engines of the field print it: `+M5` wins in five plies.
fn eval(score: Score) -> String {
    match score.plies() {
        Some(plies) if score.is_win() => format!("+M{plies}"),
        Some(plies) => format!("-M{plies}"),
        None => score.raw().to_string(),
    }
}
