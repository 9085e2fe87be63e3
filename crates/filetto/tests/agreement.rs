//! One answer: every surface is asked about the same positions, and no two say different things.
//!
//! The library's service is the measure. `analyse`, `explain`, `review`, `solve`, the server's messages for Analyse and Solve, and the Gomocup protocol are
//! compared with it, without tolerance: the value, whether it is proved and by whom, the best move. The exam's judge has the same test
//! beside it (`commands/exam/judge.rs`). What can be told how much to spend is asked about all positions with little, and about
//! some of them with what it spends by itself.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test of programs runs them and talks to them"
)]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use filetto_engine::analysis::{Analyst, Answer, Effort, Value};
use filetto_rules::{Game, Rules, Side, WinRule, read_moves};
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

/// Nodes of the search and of the solvers: a twenty-fifth of what is usual.
const LITTLE: (u64, u64) = (2_400, 2_000);
/// The same as the commands read it.
const FRUGAL: [&str; 4] = ["--nodes", "2400", "--solver", "2000"];
/// Every so manieth position is also asked about with the usual effort where that is dear.
const SAMPLE: usize = 8;

fn ask(game: &Game, effort: Effort, solver: u64, values: bool) -> Answer {
    let mut answers = Answers::new(game.rules(), solver);
    Analyst::new(effort).exact(&mut answers).wanting(1, values).answer(game)
}

/// What the service says with little effort; what was asked before is not asked again.
fn little(game: &Game) -> Answer {
    static KNOWN: LazyLock<Mutex<HashMap<(Rules, String), Answer>>> = LazyLock::new(Mutex::default);
    let key = (game.rules(), game.cells().map(|cell| cell.to_string()).collect::<String>());
    if let Some(known) = KNOWN.lock().unwrap().get(&key) {
        return known.clone();
    }
    let answer = ask(game, Effort::STANDARD.nodes(LITTLE.0), LITTLE.1, true);
    KNOWN.lock().unwrap().insert(key, answer.clone());
    answer
}

/// What the service says with the usual effort, with the values of moves or without.
fn usual(game: &Game, values: bool) -> Answer {
    ask(game, Effort::STANDARD, Effort::SOLVER, values)
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
        let answer = little(game);
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
        // Whatever else is asked for: the value and the best move are the same, and a line is worth what its move is worth.
        let mut answers = Answers::new(game.rules(), LITTLE.1);
        let effort = Effort::STANDARD.nodes(LITTLE.0);
        let lined = Analyst::new(effort).exact(&mut answers).wanting(3, false).answer(game);
        assert_eq!(lined.explanation, answer.explanation, "{name}");
        for line in &lined.lines {
            assert_eq!(Some(line.value), answer.value_of(line.moves[0]), "{name}: {}", line.moves[0]);
        }
        // What is said of a move is what is said of the position after it, where both are proved.
        for valued in answer.values.iter().filter(|valued| valued.value.is_proved()).take(3) {
            let mut next = game.clone();
            next.play(valued.cell).unwrap();
            let after = little(&next);
            let agrees = !after.is_proved() || after.value().turned().points() == valued.value.points();
            assert!(agrees, "{name} {}: {:?} and {:?}", valued.cell, valued.value, after.value());
        }
    });
}

/// Compares what `analyse` and `explain` say with an answer.
fn compare_commands(position: &Position, answer: &Answer, effort: &[&str]) {
    let name = &position.name;
    let Some(best) = answer.best() else { return };
    let best = json!(best.to_string());
    let told = run("analyse", position, &[&["--values"], effort].concat()).unwrap();
    assert_eq!(told["value"], json_of(answer.value()), "{name}");
    assert_eq!((&told["proved"], &told["best"]), (&json!(answer.is_proved()), &best), "{name}");
    assert_eq!(told["known_by"], answer.known_by().word(), "{name}");
    assert_eq!((&told["lines"][0]["moves"][0], &told["values"][0]["cell"]), (&best, &best), "{name}");
    assert_eq!(told["values"], json_of(&answer.values), "{name}");
    // Without the values of moves the answer is the same.
    let told = run("explain", position, effort).unwrap();
    assert_eq!(told, json_of(&answer.explanation), "{name}");
}

/// A proved value as solvers tell it, who do not care who is to move.
fn winner(value: Value, to_move: Side) -> Option<&'static str> {
    match (value, to_move) {
        (Value::Drawn, _) => Some("draw"),
        (Value::Won { .. }, Side::First) | (Value::Lost { .. }, Side::Second) => Some("first"),
        (Value::Won { .. } | Value::Lost { .. }, _) => Some("second"),
        (Value::Chance { .. }, _) => None,
    }
}

#[test]
fn the_commands_say_what_the_service_says() {
    each(&positions(), |position| {
        let Position { name, game, .. } = position;
        let answer = little(game);
        compare_commands(position, &answer, &FRUGAL);
        let Some(winner) = winner(answer.value(), game.to_move()) else { return };
        let solved = run("solve", position, &["--no-checkpoint", "--time", "100ms"]);
        // Some boards cannot be solved, and some not in this time.
        if let Some(value) = solved.map(|solved| solved["value"].clone()).filter(|value| value != "unknown") {
            assert_eq!(value, winner, "{name}");
        }
    });
    let sample: Vec<Position> = positions().into_iter().step_by(SAMPLE).collect();
    each(&sample, |position| compare_commands(position, &usual(&position.game, true), &[]));
}

#[test]
fn a_review_says_what_the_service_says_of_every_position() {
    each(&positions(), |position| {
        let Position { name, game, .. } = position;
        let told = run("review", position, &FRUGAL).unwrap();
        let judged = told["moves"].as_array().unwrap();
        assert_eq!(judged.len(), game.moves().len(), "{name}");
        let mut now = Game::new(game.rules());
        for (number, judged) in (1..).zip(judged) {
            let here = little(&now);
            assert_eq!(judged["before"], json_of(here.value()), "{name}, move {number}");
            assert_eq!(judged["best"], json!(here.best().map(|cell| cell.to_string())), "{name}, move {number}");
            let cell = game.moves()[number - 1].cell;
            if judged["class"] == "best" && here.is_proved() {
                let value = here.value_of(cell);
                let lower = value.is_some_and(|value| value.is_proved() && value.points() < here.value().points());
                assert!(!lower, "{name}, move {number}");
            }
            now.play(cell).unwrap();
        }
    });
}

/// A conversation with the engine.
struct Talk {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    /// What the engine says of a position after some INFO: the last table of its best line, and its move.
    fn ask(&mut self, game: &Game, info: &str) -> (HashMap<String, String>, String) {
        let rules = game.rules();
        let exactly = u8::from(rules.win_rule() == WinRule::Exactly);
        let mut text = format!("INFO k {}\nINFO gravity {}\n", rules.k(), u8::from(rules.gravity()));
        text += &format!("INFO rule {exactly}\nINFO show_detail 2\n{info}");
        text += &format!("RECTSTART {},{}\nYXBOARD\n", rules.cols(), rules.rows());
        let count = game.moves().len();
        for (i, cell) in game.cells().enumerate() {
            let owner = if (count - i) % 2 == 1 { 2 } else { 1 };
            text += &format!("{},{},{owner}\n", cell.col(), rules.rows() - 1 - cell.row());
        }
        self.input.write_all((text + "DONE\nYXNBEST 1\n").as_bytes()).unwrap();
        let mut table = HashMap::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the engine has ended");
            let line = line.trim();
            assert!(!line.starts_with("ERROR"), "{line}");
            if let Some((key, value)) = line.strip_prefix("INFO ").and_then(|rest| rest.split_once(' ')) {
                table.insert(key.to_owned(), value.to_owned());
            } else if line != "OK" && !line.starts_with("MESSAGE") {
                return (table, line.to_owned());
            }
        }
    }

    fn compare(&mut self, position: &Position, answer: &Answer, info: &str) {
        let Position { name, game, .. } = position;
        let Some(best) = answer.best() else { return };
        let (table, cell) = self.ask(game, info);
        assert_eq!(table["WINRATE"].parse(), Ok(answer.value().points()), "{name}");
        assert_eq!(table["PROVED"], u8::from(answer.is_proved()).to_string(), "{name}");
        assert_eq!(table["KNOWNBY"], answer.known_by().word(), "{name}");
        match answer.value() {
            Value::Won { plies: Some(plies) } => assert_eq!(table["EVAL"], format!("+M{plies}"), "{name}"),
            Value::Lost { plies: Some(plies) } => assert_eq!(table["EVAL"], format!("-M{plies}"), "{name}"),
            _ => assert!(!table["EVAL"].contains('M'), "{name}"),
        }
        let line: Vec<String> = answer.line().iter().map(|cell| cell.to_string().to_uppercase()).collect();
        assert_eq!(table["BESTLINE"], line.join(" "), "{name}");
        assert_eq!(cell, format!("{},{}", best.col(), game.rules().rows() - 1 - best.row()), "{name}");
    }
}

#[test]
fn the_protocol_says_what_the_service_says() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_filetto"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(process.stdout.take().unwrap());
    let mut talk = Talk { input: process.stdin.take().unwrap(), output };
    for position in positions() {
        talk.compare(&position, &little(&position.game), "INFO timeout_turn 0\nINFO max_node 2400\n");
    }
    for position in positions().iter().step_by(SAMPLE) {
        talk.compare(position, &usual(&position.game, false), "INFO timeout_turn 1\nINFO max_node 0\n");
    }
    drop(talk);
    assert!(process.wait().unwrap().success());
}

/// A value as the page's bar and list of values get it: parsed, as the last bit of a number does not survive that.
fn bar(value: Value) -> Json {
    let told = match value {
        Value::Won { plies: Some(plies) } => json!({"win_in": plies}),
        Value::Lost { plies: Some(plies) } => json!({"loss_in": plies}),
        Value::Won { plies: None } => json!({"certain": "win"}),
        Value::Lost { plies: None } => json!({"certain": "loss"}),
        Value::Drawn => json!({"certain": "draw"}),
        Value::Chance { chance } => json!({"chance": chance}),
    };
    serde_json::from_str(&told.to_string()).unwrap()
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
    // The service thinks while the server does; nobody makes the server wait for a sign of life.
    let service = std::thread::spawn(|| {
        let positions = positions();
        let answers = (0..).zip(&positions).map(|(id, position)| usual(&position.game, id % SAMPLE == 0));
        answers.collect::<Vec<_>>()
    });
    let (mut all, mut verdicts) = (Vec::new(), Vec::new());
    for (id, position) in positions().iter().enumerate() {
        let Position { name, board, game } = position;
        let moves: Vec<String> = game.cells().map(|cell| cell.to_string()).collect();
        let record =
            json!({"format": "filetto-game", "version": 1, "rules": board, "moves": moves, "result": "ongoing"});
        let values = id % SAMPLE == 0;
        let ask =
            json!({"type": "analyse", "id": id, "game": record, "time_ms": 1, "values": values, "language": "en"});
        socket.send(Message::text(ask.to_string())).await.unwrap();
        let solve = json!({"type": "solve", "id": id + 1000, "game": record, "time_ms": 100});
        socket.send(Message::text(solve.to_string())).await.unwrap();
        let mut heard = Vec::new();
        let mut open = 2;
        while open > 0 {
            let message =
                tokio::time::timeout(Duration::from_secs(300), socket.next()).await.unwrap().unwrap().unwrap();
            let Message::Text(text) = message else { continue };
            let message: Json = serde_json::from_str(&text).unwrap();
            match message["type"].as_str() {
                Some("answer") => heard.push(message),
                // The solver's page: some boards cannot be solved, and some not in this time.
                Some("solved") => {
                    verdicts.push((id, message["value"].clone()));
                    open -= 1;
                }
                Some("error") if message["id"] == json!(id + 1000) => open -= 1,
                Some("done") => open -= 1,
                Some("hello" | "progress" | "verdict" | "fact") => {}
                _ => panic!("{name}: {message}"),
            }
        }
        all.push(heard);
    }
    process.kill().unwrap();
    process.wait().unwrap();
    let answers = service.join().unwrap();
    for (id, told) in verdicts.iter().filter(|(_, told)| *told != "unknown") {
        let position = &positions()[*id];
        if let Some(winner) = winner(answers[*id].value(), position.game.to_move()) {
            assert_eq!(told, winner, "{}", position.name);
        }
    }
    assert!(verdicts.len() > 20, "{}", verdicts.len());
    for (position, (heard, answer)) in positions().iter().zip(all.iter().zip(&answers)) {
        let name = &position.name;
        let best = json!(answer.best().map(|cell| cell.to_string()));
        for told in heard {
            assert_eq!((&told["proved"], &told["best"]), (&json!(answer.is_proved()), &best), "{name}");
            assert_eq!(told["value"], bar(answer.value()), "{name}");
            assert_eq!(told["known_by"], answer.known_by().word(), "{name}");
            assert_eq!(told["explanation"], json_of(&answer.explanation), "{name}");
            assert_eq!(told["lines"][0]["line"][0], best, "{name}");
        }
        assert!(!heard.is_empty(), "{name}");
        let told = heard.last().unwrap()["values"].as_array().unwrap();
        let told: Vec<_> = told.iter().map(|told| json!([told["line"][0], told["value"], told["known_by"]])).collect();
        let said = answer.values.iter();
        let said = said.map(|valued| json!([valued.cell.to_string(), bar(valued.value), valued.known_by.word()]));
        assert_eq!(told, said.collect::<Vec<_>>(), "{name}");
    }
}
