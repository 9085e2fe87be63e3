//! The questions, in the order in which a manager meets them.

use std::time::Duration;

use filetto_rules::{Board, Cell, Game, Notation, Placement, Rng, Rules};

use super::probe::{PROMPT, Probe};
use super::{Compliance, Evidence, Finding, Suspect};
use crate::fault::quote;

/// A move under a limit of half a second, with Gomocup's tolerance and more for a busy machine.
const THINK: Duration = Duration::from_secs(3);

/// What an answer comes to.
type Answer = Result<Compliance, Evidence>;

/// A rule and the question that finds out about it.
type Question = (&'static str, fn(&mut Probe) -> Answer);

/// Every rule. Each question gets a program of its own.
const QUESTIONS: [Question; 16] = [
    ("ABOUT is answered with name=\"…\"", about),
    ("START 20 and START 15 are answered with OK", sizes),
    ("INFO is never answered, not even with an unknown key", silent_info),
    ("BEGIN is answered with a move", begin),
    ("TURN is answered with moves on empty cells for a whole game", game),
    ("BOARD replaces the position, with any number of stones", board),
    ("START, INFO and BOARD in one go, without waiting for OK", in_one_go),
    ("START in the middle of a game begins a new one", again),
    ("a limit of 0 ms is answered at once", at_once),
    ("lines may end with LF alone, and empty lines are passed over", line_ends),
    ("an unknown command is answered with UNKNOWN", unknown),
    ("RESTART is answered with OK, or with UNKNOWN", restart),
    ("TAKEBACK is answered with OK, or with UNKNOWN", takeback),
    ("RECTSTART is answered with OK, ERROR or UNKNOWN", rectangle),
    ("END ends the program without another word", end),
    ("the end of its input ends the program", end_of_input),
];

/// Asks all questions; `hear` is told each finding as it comes. A program that answers neither of the first two is asked nothing
/// else: waiting for silence takes minutes.
pub fn check(suspect: &Suspect, hear: &mut dyn FnMut(&Finding)) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (rule, question) in QUESTIONS {
        let answer = Probe::start(suspect).and_then(|mut probe| question(&mut probe));
        let finding = match answer {
            Ok(verdict) => Finding { rule, verdict, evidence: None },
            Err(evidence) => Finding { rule, verdict: Compliance::Broken, evidence: Some(evidence) },
        };
        hear(&finding);
        findings.push(finding);
        if findings.len() == 2 && findings.iter().all(|finding| finding.verdict == Compliance::Broken) {
            break;
        }
    }
    findings
}

fn about(probe: &mut Probe) -> Answer {
    probe.send("ABOUT");
    let line = probe.line(PROMPT, "name=\"…\", version=\"…\" and so on")?;
    let named = line.to_ascii_lowercase().replace(' ', "").contains("name=\"");
    if named { Ok(Compliance::Kept) } else { Err(probe.broken("name=\"…\"", quote(&line))) }
}

fn sizes(probe: &mut Probe) -> Answer {
    for side in [20, 15] {
        probe.send(&format!("START {side}"));
        probe.word("OK", PROMPT)?;
    }
    Ok(Compliance::Kept)
}

fn silent_info(probe: &mut Probe) -> Answer {
    probe.new_game(20)?;
    probe.send("INFO time_left 100000\nINFO folder .\nINFO filetto_knows_no_such_key 1\nABOUT");
    let line = probe.line(PROMPT, "the answer to ABOUT and nothing before it")?;
    let named = line.to_ascii_lowercase().contains("name");
    if named {
        Ok(Compliance::Kept)
    } else {
        Err(probe.broken("the answer to ABOUT and nothing before it", quote(&line)))
    }
}

fn begin(probe: &mut Probe) -> Answer {
    let mut game = probe.new_game(15)?;
    probe.send("BEGIN");
    probe.legal(&mut game, THINK)?;
    Ok(Compliance::Kept)
}

/// A whole game against random moves.
fn game(probe: &mut Probe) -> Answer {
    let mut game = probe.new_game(15)?;
    let mut rng = Rng::new(1);
    while !game.outcome().is_over() && game.moves().len() < 60 {
        let Some(cell) = rng.pick(&game.board().legal_moves()).copied() else { break };
        if game.play(cell).is_ok_and(|outcome| outcome.is_over()) {
            break;
        }
        probe.send(&format!("TURN {}", place(game.rules(), cell)));
        probe.legal(&mut game, THINK)?;
    }
    Ok(Compliance::Kept)
}

fn place(rules: Rules, cell: Cell) -> String {
    Notation::Gomocup.write(rules, [cell])
}

/// The position as BOARD and DONE, the program's own stones marked 1.
fn position(game: &Game) -> String {
    let own = |ply| if game.mover(ply) == game.to_move() { 1 } else { 2 };
    let stones = game.cells().enumerate().map(|(ply, cell)| format!("{},{}\n", place(game.rules(), cell), own(ply)));
    format!("BOARD\n{}DONE", stones.collect::<String>())
}

fn scattered(rules: Rules, stones: usize) -> Game {
    let mut game = Game::new(rules);
    for i in 0..stones {
        // No two neighbours: nobody is near a win.
        let _ = game.play(Cell::new(2 + 3 * (i / 4), 2 + 3 * (i % 4)));
    }
    game
}

fn board(probe: &mut Probe) -> Answer {
    let rules = probe.new_game(15)?.rules();
    for stones in [4, 7, 1] {
        let mut game = scattered(rules, stones);
        probe.send(&position(&game));
        probe.legal(&mut game, THINK)?;
    }
    Ok(Compliance::Kept)
}

fn in_one_go(probe: &mut Probe) -> Answer {
    let mut game = scattered(Rules::GOMOKU20, 5);
    let info =
        "INFO timeout_turn 500\nINFO timeout_match 100000\nINFO max_memory 367001600\nINFO game_type 1\nINFO rule 0";
    probe.send(&format!("START 20\n{info}\nINFO folder .\nINFO time_left 100000\n{}", position(&game)));
    probe.word("OK", PROMPT)?;
    probe.legal(&mut game, THINK)?;
    Ok(Compliance::Kept)
}

fn again(probe: &mut Probe) -> Answer {
    let mut game = probe.new_game(15)?;
    probe.send("BEGIN");
    let cell = probe.legal(&mut game, THINK)?;
    let mut game = probe.new_game(15)?;
    let _ = game.play(cell);
    // The cell of its old stone is now the opponent's first move.
    probe.send(&format!("TURN {}", place(game.rules(), cell)));
    probe.legal(&mut game, THINK)?;
    Ok(Compliance::Kept)
}

fn at_once(probe: &mut Probe) -> Answer {
    let mut game = scattered(probe.new_game(15)?.rules(), 5);
    probe.send(&format!("INFO timeout_turn 0\n{}", position(&game)));
    probe.legal(&mut game, THINK)?;
    Ok(Compliance::Kept)
}

fn line_ends(probe: &mut Probe) -> Answer {
    let mut game = Game::new(Rules::GOMOKU);
    probe.send_raw("\n\r\nSTART 15\n");
    probe.word("OK", PROMPT)?;
    probe.send_raw("\nINFO timeout_turn 500\n\nBEGIN\n");
    probe.legal(&mut game, THINK)?;
    Ok(Compliance::Kept)
}

fn unknown(probe: &mut Probe) -> Answer {
    probe.send("FILETTOKNOWSNOSUCHCOMMAND 1,2");
    probe.word("UNKNOWN", PROMPT)?;
    probe.new_game(15).map(|_| Compliance::Kept)
}

/// A command that a program need not know.
fn optional(probe: &mut Probe, line: &str, allowed: &[&str]) -> Answer {
    probe.send(line);
    let expected = format!("OK, or {}", allowed.join(" or "));
    let said = probe.line(PROMPT, &expected)?;
    let word = said.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
    match word.as_str() {
        "OK" => Ok(Compliance::Kept),
        word if allowed.contains(&word) => Ok(Compliance::Optional),
        _ => Err(probe.broken(&expected, quote(&said))),
    }
}

fn restart(probe: &mut Probe) -> Answer {
    let mut game = probe.new_game(15)?;
    probe.send("BEGIN");
    probe.legal(&mut game, THINK)?;
    let found = optional(probe, "RESTART", &["UNKNOWN"])?;
    if found == Compliance::Kept {
        let mut game = Game::new(Rules::GOMOKU);
        probe.send("BEGIN");
        probe.legal(&mut game, THINK)?;
    }
    Ok(found)
}

fn takeback(probe: &mut Probe) -> Answer {
    let mut game = probe.new_game(15)?;
    probe.send("BEGIN");
    let cell = probe.legal(&mut game, THINK)?;
    optional(probe, &format!("TAKEBACK {}", place(game.rules(), cell)), &["UNKNOWN", "ERROR"])
}

fn rectangle(probe: &mut Probe) -> Answer {
    let found = optional(probe, "RECTSTART 17,11", &["UNKNOWN", "ERROR"])?;
    if found == Compliance::Kept {
        let mut game = Game::new(Rules::new(11, 17, 5, Placement::Free).unwrap_or(Rules::GOMOKU));
        probe.send("INFO timeout_turn 500\nBEGIN");
        probe.legal(&mut game, THINK)?;
    }
    Ok(found)
}

fn end(probe: &mut Probe) -> Answer {
    probe.new_game(15)?;
    probe.send("END");
    if probe.process.ended(PROMPT).is_none() {
        return Err(probe.broken("the program ends", format!("it still runs after {} s", PROMPT.as_secs())));
    }
    match probe.process.hear(Duration::ZERO) {
        crate::seat::process::Heard::Line(line) => Err(probe.broken("no further line", quote(&line))),
        _ => Ok(Compliance::Kept),
    }
}

fn end_of_input(probe: &mut Probe) -> Answer {
    probe.new_game(15)?;
    probe.process.close_input();
    match probe.process.ended(PROMPT) {
        Some(_) => Ok(Compliance::Kept),
        None => Err(Evidence {
            sent: "(the end of the input)".to_owned(),
            expected: "the program ends".to_owned(),
            heard: format!("it still runs after {} s", PROMPT.as_secs()),
        }),
    }
}
