//! One answer: every surface is asked about the same positions, and no two say different things.
//!
//! The library's service is the measure; `analyse`, `explain`, `review`, `solve` and the server's messages are compared with it: the
//! value, whether it is proved and by whom, the best move, the lines, and that no move is valued above the position.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test of programs runs them and talks to them"
)]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use filetto_engine::analysis::{Analyst, Answer, Effort, Value};
use filetto_rules::{Game, Side, read_moves};
use filetto_solve::Answers;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value as Json, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

struct Position {
    name: String,
    board: String,
    game: Game,
}

impl Position {
    /// The moves as the command line reads them.
    fn moves(&self) -> String {
        self.game.cells().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
    }
}

fn positions() -> Vec<Position> {
    let text = include_str!("../../../fixtures/analysis/positions.txt");
    let read = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        let (name, board) = (words.next().unwrap(), words.next().unwrap());
        let mut game = Game::new(board.parse().unwrap());
        for cell in read_moves(&game, &words.collect::<Vec<_>>().join(" "), None).unwrap().moves {
            game.play(cell).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        Position { name, board, game }
    };
    let positions: Vec<Position> = text.lines().filter(|line| !line.starts_with('#')).map(read).collect();
    assert!(positions.len() >= 60);
    positions
}

fn answer(game: &Game, effort: Effort, solver: u64) -> Answer {
    let mut answers = Answers::new(game.rules(), solver);
    Analyst::new(effort).exact(&mut answers).wanting(1, true).answer(game)
}

/// The last line that the program prints, as JSON.
fn run(command: &str, position: &Position, more: &[&str]) -> Option<Json> {
    let moves = position.moves();
    let mut args = vec![command, &position.board, "--json"];
    if !moves.is_empty() {
        args.extend(["--moves", &moves]);
    }
    let output = Command::new(env!("CARGO_BIN_EXE_filetto")).args(args).args(more).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().last().map(|last| serde_json::from_str(last).unwrap())
}

/// As a reader sees it: a number that was written and read may differ in its last digit.
fn json_of(value: impl serde::Serialize) -> Json {
    serde_json::from_str(&serde_json::to_string(&value).unwrap()).unwrap()
}

/// Does the same for every position on two threads.
fn each(positions: &[Position], work: impl Fn(&Position) + Sync) {
    let (even, odd): (Vec<_>, Vec<_>) = positions.iter().enumerate().partition(|(i, _)| i % 2 == 0);
    std::thread::scope(|scope| {
        for half in [even, odd] {
            let work = &work;
            scope.spawn(move || half.into_iter().for_each(|(_, position)| work(position)));
        }
    });
}

#[test]
fn an_answer_agrees_with_itself() {
    each(&positions(), |position| {
        let Position { name, game, .. } = position;
        let answer = answer(game, Effort::STANDARD, Effort::SOLVER);
        let Some(best) = answer.best() else { return };
        assert_eq!(answer.line().first(), Some(&best), "{name}");
        assert_eq!(answer.values[0].cell, best, "{name}");
        if answer.values[0].value.is_proved() == answer.is_proved() {
            assert_eq!(answer.values[0].value, answer.value(), "{name}");
        } else {
            // The value of the board is known, but not which move keeps it.
            assert_eq!(answer.known_by().word(), "atlas", "{name}");
        }
        let top = answer.value().points();
        assert!(answer.values.iter().all(|valued| valued.value.points() <= top), "{name}: {:?}", answer.values);
        assert_eq!(answer.is_proved(), answer.known_by().word() != "estimate", "{name}");
        // What is said of a move is what is said of the position after it, where both are proved.
        for valued in answer.values.iter().filter(|valued| valued.value.is_proved()).take(3) {
            let mut next = game.clone();
            next.play(valued.cell).unwrap();
            let mut answers = Answers::new(next.rules(), Effort::SOLVER);
            let after = Analyst::new(Effort::STANDARD).exact(&mut answers).answer(&next);
            let agrees = !after.is_proved() || after.value().turned().points() == valued.value.points();
            assert!(agrees, "{name} {}: {:?} and {:?}", valued.cell, valued.value, after.value());
        }
    });
}

#[test]
fn the_commands_say_what_the_service_says() {
    each(&positions(), |position| {
        let Position { name, game, .. } = position;
        let answer = answer(game, Effort::STANDARD, Effort::SOLVER);
        let Some(best) = answer.best() else { return };
        let best = json!(best.to_string());
        let told = run("analyse", position, &["--values"]).unwrap();
        assert_eq!(told["value"], json_of(answer.value()), "{name}");
        assert_eq!((&told["proved"], &told["best"]), (&json!(answer.is_proved()), &best), "{name}");
        assert_eq!(told["known_by"], answer.known_by().word(), "{name}");
        assert_eq!((&told["lines"][0]["moves"][0], &told["values"][0]["cell"]), (&best, &best), "{name}");
        assert_eq!(told["values"], json_of(&answer.values), "{name}");
        // Without the values of moves the answer is the same.
        let told = run("explain", position, &[]).unwrap();
        assert_eq!(told, json_of(&answer.explanation), "{name}");
        let solved = run("solve", position, &["--no-checkpoint", "--time", "300ms"]);
        let winner = match (answer.value(), game.to_move()) {
            (Value::Drawn, _) => "draw",
            (Value::Won { .. }, Side::First) | (Value::Lost { .. }, Side::Second) => "first",
            (Value::Won { .. } | Value::Lost { .. }, _) => "second",
            (Value::Chance { .. }, _) => return,
        };
        // Some boards cannot be solved, and some not in this time.
        if let Some(value) = solved.map(|solved| solved["value"].clone()).filter(|value| value != "unknown") {
            assert_eq!(value, winner, "{name}");
        }
    });
}

#[test]
fn a_review_says_what_the_service_says_of_every_position() {
    let (effort, solver) = (Effort::STANDARD.nodes(2_000), 2_000);
    each(&positions(), |position| {
        let Position { name, game, .. } = position;
        let told = run("review", position, &["--nodes", "2000", "--solver", "2000"]).unwrap();
        let mut now = Game::new(game.rules());
        for (number, judged) in told["moves"].as_array().unwrap().iter().enumerate() {
            // A review also knows what was proved of the position before.
            let here = answer(&now, effort, solver);
            let value = json_of(here.value());
            let kind = |value: &Json| value["kind"].as_str().unwrap().to_owned();
            let inherited = !here.is_proved() && kind(&judged["before"]) != "chance" && number > 0;
            // What it has proved before names the winner, not always the distance.
            let silent = judged["before"].get("plies").is_some_and(Json::is_null);
            if !inherited && silent {
                assert_eq!(kind(&judged["before"]), kind(&value), "{name}, move {}", number + 1);
            } else if !inherited && here.is_proved() {
                assert_eq!(judged["before"], value, "{name}, move {}", number + 1);
            } else if !inherited {
                // Estimates are near each other: a review's champion remembers the moves before.
                let chance = |value: &Json| value["chance"].as_f64().unwrap();
                assert!((chance(&judged["before"]) - chance(&value)).abs() < 0.1, "{name}, move {}", number + 1);
            }
            if judged["class"] == "best" && here.is_proved() {
                let cell = game.moves()[number].cell;
                let value = here.values.iter().find(|valued| valued.cell == cell).map(|valued| valued.value);
                let lower = value.is_some_and(|value| value.is_proved() && value.points() < here.value().points());
                assert!(!lower, "{name}, move {}", number + 1);
            }
            now.play(game.moves()[number].cell).unwrap();
        }
    });
}

#[tokio::test]
async fn the_server_says_what_the_service_says() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_filetto"))
        .args(["serve", "--no-open", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_owned();
    let (mut socket, _) = connect_async(format!("ws://{address}/socket")).await.unwrap();
    for (id, position) in positions().iter().enumerate() {
        let Position { name, board, game } = position;
        let moves: Vec<String> = game.cells().map(|cell| cell.to_string()).collect();
        let record =
            json!({"format": "filetto-game", "version": 1, "rules": board, "moves": moves, "result": "ongoing"});
        let ask = json!({"type": "analyse", "id": id, "game": record, "time_ms": 1, "values": true, "language": "en"});
        socket.send(Message::text(ask.to_string())).await.unwrap();
        let mut heard = Vec::new();
        loop {
            let message =
                tokio::time::timeout(Duration::from_secs(300), socket.next()).await.unwrap().unwrap().unwrap();
            let Message::Text(text) = message else { continue };
            let message: Json = serde_json::from_str(&text).unwrap();
            match message["type"].as_str() {
                Some("answer") => heard.push(message),
                Some("done") => break,
                Some("hello") => {}
                _ => panic!("{name}: {message}"),
            }
        }
        let answer = answer(game, Effort::STANDARD, Effort::SOLVER);
        let best = json!(answer.best().map(|cell| cell.to_string()));
        for told in &heard {
            assert_eq!((&told["proved"], &told["best"]), (&json!(answer.is_proved()), &best), "{name}");
            assert_eq!(told["known_by"], answer.known_by().word(), "{name}");
            assert_eq!(told["explanation"], json_of(&answer.explanation), "{name}");
            assert_eq!(told["lines"][0]["line"][0], best, "{name}");
        }
        assert!(!heard.is_empty(), "{name}");
        assert_eq!(heard.last().unwrap()["values"][0]["line"][0], best, "{name}");
    }
    process.kill().unwrap();
    process.wait().unwrap();
}
