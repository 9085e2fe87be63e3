//! The app's server from outside: the real binary, and a WebSocket client that is not ours.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stdout,
    reason = "a test of a server runs it, talks to it and times it"
)]

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use filetto_rules::{Board, Game, read_moves};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server of its own for each test, ended with it.
struct Server {
    process: Child,
    /// `127.0.0.1:PORT`.
    address: String,
}

impl Server {
    fn start() -> Server {
        Server::start_with(&[])
    }

    fn start_with(further: &[&str]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_filetto"))
            .args(["serve", "--no-open", "--port", "0"])
            .args(further)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_owned();
        Server { process, address }
    }

    /// The answer to a request written by hand.
    fn http(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.replace('\n', "\r\n").as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.http(&format!("GET {path} HTTP/1.1\nHost: {}\nConnection: close\n\n", self.address))
    }

    async fn client(&self) -> Client {
        let (socket, _) = connect_async(format!("ws://{}/socket", self.address)).await.unwrap();
        let mut client = Client(socket);
        assert_eq!(client.next().await["type"], "hello");
        client
    }

    /// Bytes of memory it holds; nothing where the system does not tell.
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

struct Client(WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>);

impl Client {
    async fn send(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message that is no heartbeat.
    async fn next(&mut self) -> Value {
        loop {
            match timeout(Duration::from_secs(60), self.0.next()).await.expect("an answer in time") {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => return json!({"type": "closed", "how": format!("{other:?}")}),
            }
        }
    }

    /// The answer that ends a request.
    async fn last(&mut self) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] != "info" {
                return message;
            }
        }
    }
}

fn record(rules: &str, moves: &[&str]) -> Value {
    json!({"format": "filetto-game", "version": 1, "rules": rules, "moves": moves, "result": "ongoing"})
}

fn think(id: u32, rules: &str, moves: &[&str], ms: u64) -> Value {
    json!({"type": "think", "id": id, "game": record(rules, moves), "player": "negascout", "time_ms": ms})
}

#[test]
fn the_page_is_served_under_a_strict_policy_and_nothing_else_is() {
    let server = Server::start();
    let page = server.get("/").to_lowercase();
    assert!(page.starts_with("http/1.1 200"), "{page}");
    assert!(page.contains("content-security-policy: default-src 'none'; script-src 'self'"));
    assert!(page.contains("x-content-type-options: nosniff") && page.contains("frame-ancestors 'none'"));
    assert!(!page.contains("<script>") && !page.contains("style="), "nothing inline");
    assert!(server.get("/main.js").contains("text/javascript"));
    for path in
        ["/../Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/style", "/nothing", "/%00", "/main.js/../main.js"]
    {
        assert!(!server.get(path).starts_with("HTTP/1.1 200"), "{path}");
    }
    assert!(
        server.http(&format!("POST / HTTP/1.1\nHost: {}\nConnection: close\n\n", server.address)).contains(" 405 ")
    );
}

#[tokio::test]
async fn foreign_names_and_foreign_pages_are_refused() {
    let server = Server::start();
    let rebound = server.http("GET / HTTP/1.1\nHost: evil.example\nConnection: close\n\n");
    assert!(rebound.starts_with("HTTP/1.1 403"), "{rebound}");
    for (header, value) in [("Origin", "http://evil.example"), ("Origin", "null"), ("Host", "evil.example")] {
        let mut request = format!("ws://{}/socket", server.address).into_client_request().unwrap();
        request.headers_mut().insert(header, value.parse().unwrap());
        assert!(connect_async(request).await.is_err(), "{header}: {value}");
    }
    let mut own = format!("ws://{}/socket", server.address).into_client_request().unwrap();
    own.headers_mut().insert("Origin", format!("http://{}", server.address).parse().unwrap());
    assert!(connect_async(own).await.is_ok());
}

#[tokio::test]
async fn moves_are_legal_on_every_kind_of_board() {
    let server = Server::start();
    let mut client = server.client().await;
    for (id, (rules, moves)) in
        [("3x3x3", vec!["b2"]), ("6x7x4g", vec!["d1", "d2"]), ("15x15x5", vec![]), ("40x60x7g", vec!["a1"])]
            .into_iter()
            .enumerate()
    {
        client.send(think(id as u32, rules, &moves, 300)).await;
        let choice = client.last().await;
        assert_eq!((&choice["type"], &choice["id"]), (&json!("choice"), &json!(id)), "{choice}");
        let mut game = Game::new(rules.parse().unwrap());
        let text = format!("{} {}", moves.join(" "), choice["cell"].as_str().unwrap());
        for cell in read_moves(&game, &text, None).unwrap().moves {
            game.play(cell).unwrap();
        }
        assert_eq!(game.board().stones(), moves.len() + 1);
    }
}

#[tokio::test]
async fn a_winning_move_is_found_and_valued() {
    let server = Server::start();
    let mut client = server.client().await;
    let game = record("3x3x3", &["a1", "b2", "b1", "c3"]);
    let ask = json!({"type": "analyse", "id": 7, "game": game, "time_ms": 1, "values": true, "language": "en"});
    client.send(ask).await;
    let mut answer = Value::Null;
    loop {
        let message = client.next().await;
        if message["type"] == "done" {
            break;
        }
        assert_eq!(message["type"], "answer");
        answer = message;
    }
    let values = answer["values"].as_array().unwrap();
    assert_eq!(values.len(), 5);
    assert_eq!((&values[0]["line"][0], &answer["best"]), (&json!("c1"), &json!("c1")));
    assert_eq!((&values[0]["value"], &values[0]["proved"]), (&json!({"win_in": 1}), &json!(true)));
}

#[tokio::test]
async fn what_makes_no_sense_is_answered_with_what_is_wrong() {
    let server = Server::start();
    let mut client = server.client().await;
    let bad = [
        (json!({"type": "dance", "id": 1}), "bad_message"),
        (json!({"type": "stop"}), "bad_message"),
        (json!([1, 2]), "bad_message"),
        (think(1, "3x3x3", &["z9"], 100), "bad_game"),
        (think(1, "3x3x3", &["a1", "a1"], 100), "bad_game"),
        (think(1, "500x500x5", &[], 100), "bad_game"),
        (think(1, "3x3x3", &[], 0), "too_much"),
        (think(1, "3x3x3", &[], 10_000_000), "too_much"),
        (
            json!({"type": "think", "id": 1, "game": record("3x3x3", &[]), "player": "nobody", "time_ms": 9}),
            "bad_player",
        ),
        (
            json!({"type": "think", "id": 1, "game": record("3x3x3", &[]), "player": "cirone-rigosi", "time_ms": 9}),
            "bad_player",
        ),
        (json!({"type": "tree", "id": 1, "game": record("15x15x5", &[]), "depth": 3, "heuristic": "chua"}), "too_much"),
        (
            json!({"type": "tree", "id": 1, "game": record("3x3x3", &[]), "depth": 1, "heuristic": "tea leaves"}),
            "bad_player",
        ),
        (json!({"type": "read", "id": 1, "text": "h8 i9"}), "bad_game"),
        (json!({"type": "write", "id": 1, "game": record("3x3x3", &[]), "format": "psq"}), "bad_game"),
    ];
    for (message, code) in bad {
        client.send(message.clone()).await;
        let answer = client.next().await;
        assert_eq!(answer["id"], message["id"], "whose answer it is: {answer}");
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!(code)), "{message}: {answer}");
        assert!(answer["message"].as_str().unwrap().len() > 10, "{answer}");
    }
    client.send(think(2, "3x3x3", &[], 100)).await;
    assert_eq!(client.last().await["type"], "choice", "and the session goes on");
}

#[tokio::test]
async fn games_are_read_and_written_in_every_format() {
    let server = Server::start();
    let mut client = server.client().await;
    let game = record("15x15x5", &["h8", "i9", "h9"]);
    for format in ["moves", "json", "psq", "sgf"] {
        client.send(json!({"type": "write", "id": 1, "game": game, "format": format})).await;
        let text = client.next().await["text"].clone();
        client.send(json!({"type": "read", "id": 2, "text": text, "rules": "15x15x5"})).await;
        let back = client.next().await;
        assert_eq!(back["game"]["moves"], game["moves"], "{format}: {back}");
    }
    client.send(json!({"type": "write", "id": 3, "game": game, "format": "svg"})).await;
    assert!(client.next().await["text"].as_str().unwrap().starts_with("<svg"));
}

#[tokio::test]
async fn a_search_is_stopped_when_asked() {
    let server = Server::start();
    let mut client = server.client().await;
    let start = Instant::now();
    client.send(think(5, "15x15x5", &["h8"], 60_000)).await;
    assert_eq!(client.next().await["type"], "info");
    client.send(json!({"type": "stop", "id": 5})).await;
    assert_eq!(client.last().await["type"], "choice");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[tokio::test]
async fn garbage_long_and_vanishing_clients_do_no_harm() {
    let server = Server::start();
    let mut garbage = server.client().await;
    for _ in 0..30 {
        let _ = garbage.0.send(Message::text("\u{0}{{{")).await;
    }
    let mut last = json!(null);
    for _ in 0..40 {
        last = garbage.next().await;
        if last["type"] == "closed" {
            break;
        }
    }
    assert_eq!(last["type"], "closed", "nonsense is borne only so long");
    let mut long = server.client().await;
    let _ = long.0.send(Message::text("x".repeat(300 << 10))).await;
    assert_eq!(long.next().await["type"], "closed");
    for _ in 0..20 {
        let mut vanishing = server.client().await;
        vanishing.send(think(1, "15x15x5", &["h8"], 60_000)).await;
        // Dropped without goodbye, its search running or waiting.
    }
    let mut patient = server.client().await;
    let start = Instant::now();
    patient.send(think(1, "3x3x3", &["b2"], 200)).await;
    assert_eq!(patient.last().await["type"], "choice");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[tokio::test]
async fn an_analysis_makes_way_for_others() {
    let server = Server::start();
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let mut analysts = Vec::new();
    for _ in 0..threads {
        let mut client = server.client().await;
        let mut request = think(1, "15x15x5", &["h8"], 60_000);
        request["analyse"] = json!(true);
        client.send(request).await;
        analysts.push(client);
    }
    let mut player = server.client().await;
    player.send(think(1, "6x7x4g", &["d1"], 500)).await;
    let start = Instant::now();
    assert_eq!(player.last().await["type"], "choice");
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_sessions_all_get_an_answer() {
    let server = Server::start();
    let mut clients = Vec::new();
    for _ in 0..200 {
        clients.push(server.client().await);
    }
    let start = Instant::now();
    let answers = clients.into_iter().enumerate().map(|(i, mut client)| {
        tokio::spawn(async move {
            let (rules, moves) = [("6x7x4g", ["d1"]), ("15x15x5", ["h8"]), ("3x3x3", ["b2"])][i % 3];
            client.send(think(1, rules, &moves, 1000)).await;
            let answer = client.last().await;
            (answer["type"] == "choice", answer["code"] == "busy", start.elapsed())
        })
    });
    let (mut chosen, mut busy, mut slowest) = (0, 0, Duration::ZERO);
    for answer in answers.collect::<Vec<_>>() {
        let (choice, refused, time) = answer.await.unwrap();
        assert!(choice || refused);
        chosen += usize::from(choice);
        busy += usize::from(refused);
        slowest = slowest.max(time);
    }
    let memory = server.memory().unwrap_or(0) >> 20;
    println!("200 sessions: {chosen} moves, {busy} busy, slowest {slowest:?}, {memory} MiB");
    assert!(chosen >= 20, "{chosen} moves, {busy} busy");
    assert!(slowest < Duration::from_secs(30), "{slowest:?}");
    assert!(memory < 512, "{memory} MiB");
}

#[cfg(unix)]
#[tokio::test]
async fn it_ends_politely() {
    let mut server = Server::start();
    let mut client = server.client().await;
    client.send(think(1, "15x15x5", &["h8"], 60_000)).await;
    Command::new("kill").args(["-TERM", &server.process.id().to_string()]).status().unwrap();
    let start = Instant::now();
    let status = loop {
        if let Some(status) = server.process.try_wait().unwrap() {
            break status;
        }
        assert!(start.elapsed() < Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(status.success(), "{status}");
}

#[test]
fn half_a_request_is_dropped_and_a_kept_connection_is_not() {
    let server = Server::start();
    let start = Instant::now();
    let mut half = TcpStream::connect(&server.address).unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ").unwrap();
    let mut kept = TcpStream::connect(&server.address).unwrap();
    let request = format!("GET /icon.svg HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let mut ask = || {
        kept.write_all(request.as_bytes()).unwrap();
        let mut answer = [0; 12];
        kept.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        // The rest of it, as far as it is there.
        kept.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
        let _ = kept.read(&mut [0; 1 << 16]);
        kept.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    };
    // The server ends the half one by itself; nothing here is said about when, but it takes less than a minute. The other is
    // in use all the while.
    half.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
    loop {
        ask();
        match half.read(&mut [0; 1024]) {
            // What the server says before it hangs up.
            Ok(n) if n > 0 => continue,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                assert!(start.elapsed() < Duration::from_secs(60));
            }
            _ => break,
        }
    }
    ask();
}

#[tokio::test]
async fn an_event_ends_with_its_socket_and_the_hall_is_free_for_the_next() {
    let server = Server::start();
    let event = |id: u32, ms: u64| json!({"type": "event", "id": id, "players": [{"name": "mcts"}, {"name": "filetto", "level": 3}], "boards": ["15x15x5"], "pairs": 2, "time_ms": ms});
    let mut vanishing = server.client().await;
    vanishing.send(event(1, 2000)).await;
    assert_eq!(vanishing.next().await["type"], "seen");
    drop(vanishing);
    // With one hall for events the next visitor is told to wait until the first event has noticed.
    let mut next = server.client().await;
    for id in 1.. {
        next.send(event(id, 20)).await;
        let answer = next.next().await;
        if answer["type"] != "error" {
            break;
        }
        assert_eq!(answer["code"], "busy", "{answer}");
        assert!(id < 600, "the hall stays taken");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    next.send(json!({"type": "event", "id": 9000, "players": [{"name": "cmd=/bin/sh"}], "boards": ["3x3x3"], "pairs": 1, "time_ms": 10})).await;
    loop {
        let answer = next.next().await;
        if answer["id"] == 9000 {
            assert_eq!(answer["code"], "bad_player", "{answer}");
            break;
        }
    }
}

#[test]
fn certificates_are_served_by_name_and_nothing_beside_them() {
    let server = Server::start();
    let found = server.get("/certificates/3x3x3_strong_draw.cert");
    assert!(found.starts_with("HTTP/1.1 200") && found.contains("filetto"), "{found}");
    for path in
        ["/certificates/", "/certificates/../openings/", "/certificates/no.cert", "/certificates/%2e%2e/values.csv"]
    {
        assert!(server.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[tokio::test]
async fn a_network_of_ones_own_plays_in_the_app_and_is_shown_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let small = ["--generations", "1", "--games", "8", "--simulations", "4", "--blocks", "1", "--threads", "1"];
    let learnt = Command::new(env!("CARGO_BIN_EXE_filetto"))
        .args(["learn", "4x4x3g", "--out", path])
        .args(small)
        .output()
        .unwrap();
    assert!(learnt.status.success());
    let think = || json!({"type": "think", "id": 1, "game": record("4x4x3g", &[]), "player": "zero", "time_ms": 20});
    let plain = Server::start();
    let mut client = plain.client().await;
    client.send(think()).await;
    assert_eq!(client.last().await["type"], "error");
    let server = Server::start_with(&["--network", path]);
    let mut client = server.client().await;
    client.send(think()).await;
    assert!(client.last().await["cell"].is_string());
    client.send(json!({"type": "learning", "id": 2, "game": record("4x4x3g", &[])})).await;
    let learning = client.last().await;
    assert!(learning["boards"].as_array().unwrap().contains(&json!("4x4x3g")));
    assert_eq!(learning["generations"].as_array().unwrap().len(), 2);
    let refused =
        Command::new(env!("CARGO_BIN_EXE_filetto")).args(["serve", "--network", "/nowhere.net"]).output().unwrap();
    assert!(refused.status.code() == Some(2) && String::from_utf8_lossy(&refused.stderr).contains("/nowhere.net"));
}
