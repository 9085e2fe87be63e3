//! A program that speaks Gomocup's protocol, or one of our hosts of Java classes and Python files, which speak it too.

use std::fmt::Write;
use std::process::Command;
use std::time::Duration;

use filetto_rules::{Board, Cell, Game, Notation, Rules, Side, Variants, WinRule};

use super::process::{Bounds, Heard, Process};
use super::words::Word;
use super::{GLANCE, NoMove, Seat, SeatContext, Turn, Vitals, java, python};
use crate::control::{Control, GameTime};
use crate::fault::{Fault, FaultKind, quote};
use crate::spec::{Kind, PlayerSpec};
use crate::stall_detector::Stopwatch;

/// What the Java interfaces can be told.
const JAVA: Variants = Variants { win_rules: &[WinRule::AtLeast], ..Variants::all("a Java player") };

/// Lines for one question after which a player counts as flooding. A busy analysis prints some thousand.
const FLOOD: usize = 100_000;

pub(crate) struct Gomocup<'a> {
    context: SeatContext<'a>,
    spec: &'a PlayerSpec,
    control: &'a Control,
    process: Option<Process>,
    /// How many stones the program knows of; none before its first move of a game.
    known: Option<usize>,
    vitals: Option<Vitals>,
}

impl<'a> Gomocup<'a> {
    pub(crate) fn new(context: SeatContext<'a>, spec: &'a PlayerSpec, control: &'a Control) -> Gomocup<'a> {
        Gomocup { context, spec, control, process: None, known: None, vitals: None }
    }

    fn command(&self) -> Result<Command, Fault> {
        match &self.spec.kind {
            Kind::Gomocup { program, args, folder, .. } => {
                let mut command = Command::new(program);
                command.args(args);
                if let Some(folder) = folder {
                    command.current_dir(folder);
                }
                Ok(command)
            }
            Kind::Java { class_path, class } => {
                let host =
                    self.context.factory.java.ok_or_else(|| Fault::new(FaultKind::Start, "there is no Java here"))?;
                Ok(java::command(host, class_path, class, self.spec.memory))
            }
            Kind::Python { file, interpreter, .. } => Ok(python::command(interpreter.as_deref(), file)),
            Kind::Builtin(builtin) => Err(Fault::new(FaultKind::Start, format!("{} is no program", builtin.name))),
        }
    }

    /// Everything a program is told before it is given the board.
    fn settings(&self, rules: Rules, side: Side) -> String {
        let millis = |time: Duration| time.as_millis().min(i32::MAX as u128);
        let mut text = String::new();
        let mut info = |key: &str, value: &dyn std::fmt::Display| {
            let _ = write!(text, "INFO {key} {value}\r\n");
        };
        info(
            "timeout_turn",
            &millis(self.control.per_move.unwrap_or(self.control.allowed(self.control.game.map(|game| game.total)))),
        );
        info("timeout_match", &self.control.game.map_or(0, |game| millis(game.total)));
        if let Some(GameTime { increment, .. }) = self.control.game {
            info("time_increment", &millis(increment));
        }
        info("max_memory", &self.spec.memory.unwrap_or(0));
        info("game_type", &2);
        info("rule", &u8::from(rules.win_rule() == WinRule::Exactly));
        info("thread_num", &1);
        if let Some(nodes) = self.control.nodes {
            info("max_node", &nodes);
        }
        if let Some(depth) = self.control.depth {
            info("max_depth", &depth);
        }
        // Ours; who does not know them ignores them.
        if rules.k() != 5 || rules.gravity() || matches!(self.spec.kind, Kind::Java { .. } | Kind::Python { .. }) {
            info("k", &rules.k());
            info("gravity", &u8::from(rules.gravity()));
        }
        match &self.spec.kind {
            Kind::Java { .. } => {
                info("first", &u8::from(side == Side::First));
                info("vitals", &u8::from(self.context.factory.exam));
            }
            Kind::Gomocup { info: more, .. } => {
                for line in more {
                    let _ = write!(text, "INFO {line}\r\n");
                }
            }
            Kind::Python { overage, .. } => info("overage", overage),
            Kind::Builtin(_) => {}
        }
        text
    }

    /// The position and the question, in the words that fit what the program knows already.
    fn question(&self, game: &Game, turn: &Turn) -> String {
        let left = turn.left.map_or(i32::MAX as u128, |left| left.as_millis());
        let mut text = format!("INFO time_left {left}\r\n");
        let stones = game.board().stones();
        let place = |cell| Notation::Gomocup.write(game.rules(), [cell]);
        match game.cells().next_back() {
            _ if stones == 0 => text += "BEGIN\r\n",
            Some(last) if self.known == Some(stones - 1) => {
                let _ = write!(text, "TURN {}\r\n", place(last));
            }
            // A second player on an empty board at its start has seen nothing but the first move.
            Some(first) if stones == 1 => {
                let _ = write!(text, "TURN {}\r\n", place(first));
            }
            _ => {
                let own = |side| if side == game.to_move() { 1 } else { 2 };
                text += "BOARD\r\n";
                for (cell, side) in &game.setup().stones {
                    let _ = write!(text, "{},{}\r\n", place(*cell), own(*side));
                }
                for (ply, cell) in game.cells().enumerate() {
                    let _ = write!(text, "{},{}\r\n", place(cell), own(game.mover(ply)));
                }
                text += "DONE\r\n";
            }
        }
        text
    }

    /// Reads lines until one is an answer.
    fn answer(&mut self, turn: &Turn, starting: bool) -> Result<Word, NoMove> {
        let context = self.context;
        let Some(process) = &mut self.process else {
            return Err(Fault::new(FaultKind::Crash, "the process is gone").into());
        };
        let (mut count, mut nonsense) = (0, None);
        loop {
            let rest = turn.patience.saturating_sub(turn.watch.elapsed());
            match process.hear(rest.min(GLANCE)) {
                Heard::Line(line) => {
                    count += 1;
                    match Word::of(&line) {
                        Word::Talk => self.vitals = Vitals::read(&line).or(self.vitals.take()),
                        Word::Nonsense(line) => nonsense = Some(line),
                        // An answer to another question: the OK of a board that nobody waited for.
                        Word::Ok if !starting => {}
                        Word::Move(_) if starting => nonsense = Some(quote(&line)),
                        word => return Ok(word),
                    }
                    if count > FLOOD {
                        return Err(
                            Fault::new(FaultKind::Flood, format!("more than {FLOOD} lines and no answer")).into()
                        );
                    }
                }
                Heard::Closed => {
                    let how = process.ended(Duration::from_millis(500));
                    let how = how.unwrap_or_else(|| "it closed its output".to_owned());
                    let kind = if starting { FaultKind::Start } else { FaultKind::Crash };
                    return Err(Fault::new(kind, format!("the process ended without an answer: {how}")).into());
                }
                Heard::Silence if context.called_off() => return Err(NoMove::CalledOff),
                Heard::Silence => {}
            }
            if turn.watch.elapsed() >= turn.patience {
                let limit = turn.limit.as_millis();
                let (kind, what) = match nonsense {
                    _ if starting => (FaultKind::Start, format!("not ready within {limit} ms")),
                    Some(line) => (FaultKind::Garbage, format!("no move within {limit} ms, but: {line}")),
                    None => (FaultKind::Time, format!("no move within {limit} ms")),
                };
                return Err(Fault::new(kind, what).into());
            }
        }
    }
}

impl Seat for Gomocup<'_> {
    fn begin(&mut self, game: &Game, side: Side) -> Result<(), NoMove> {
        self.known = None;
        self.vitals = None;
        if matches!(self.spec.kind, Kind::Java { .. }) {
            JAVA.check(game.rules()).map_err(|error| Fault::new(FaultKind::Start, error.to_string()))?;
        }
        if self.process.is_none() {
            let command = self.command()?;
            // A Java machine reserves address space by the gigabyte; it is given its limit as an argument.
            let memory = if matches!(self.spec.kind, Kind::Java { .. }) { None } else { self.spec.memory };
            let started = Process::start(command, Bounds { memory, core: self.context.core });
            self.process =
                Some(started.map_err(|error| Fault::new(FaultKind::Start, format!("it does not start: {error}")))?);
        }
        let rules = game.rules();
        let board = if rules.is_square() {
            format!("START {}\r\n", rules.rows())
        } else {
            format!("RECTSTART {},{}\r\n", rules.cols(), rules.rows())
        };
        if let Some(process) = &self.process {
            process.send(&(self.settings(rules, side) + &board));
        }
        let (limit, watch) = (self.context.start, Stopwatch::start(self.context.core));
        match self.answer(&Turn { limit, patience: limit, left: None, watch }, true)? {
            Word::Ok => Ok(()),
            word => Err(Fault::new(FaultKind::Start, format!("{} answered with: {word}", board.trim_end())).into()),
        }
    }

    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Cell, NoMove> {
        let question = self.question(game, turn);
        if let Some(process) = &self.process {
            // What was printed after the last answer answers nothing.
            let mut stale = 0;
            while let Heard::Line(_) = process.hear(Duration::ZERO) {
                stale += 1;
                if stale > FLOOD {
                    return Err(Fault::new(FaultKind::Flood, "it prints without end while it is not asked").into());
                }
            }
            process.send(&question);
        }
        match self.answer(turn, false)? {
            Word::Move(place) => {
                let cell = place.cell(game.rules()).ok_or_else(|| {
                    Fault::new(FaultKind::Illegal, format!("{},{} is off the board", place.x, place.y))
                })?;
                self.known = Some(game.board().stones() + 1);
                Ok(cell)
            }
            word => Err(Fault::new(FaultKind::Garbage, format!("instead of a move: {word}")).into()),
        }
    }

    fn output(&self) -> Vec<String> {
        let mut tail = self.process.as_ref().map(Process::tail).unwrap_or_default();
        tail.retain(|line| Vitals::read(line).is_none());
        tail
    }

    fn vitals(&self) -> Option<Vitals> {
        self.vitals.clone()
    }

    fn leave(&mut self, after_fault: bool) {
        if !after_fault && !self.spec.restart {
            return;
        }
        if let Some(mut process) = self.process.take()
            && !after_fault
        {
            process.send("END\r\n");
            process.ended(Duration::from_millis(500));
        }
    }
}
