//! Engines for the tests: one that plays and many that do not, chosen by the first argument. They speak Gomocup's protocol.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods, reason = "it is an engine")]

use std::io::{BufRead, Write};
use std::time::Duration;

/// The board as the engine knows it: which cells are taken.
#[derive(Default)]
struct Board {
    width: usize,
    height: usize,
    gravity: bool,
    taken: Vec<(usize, usize)>,
}

impl Board {
    /// Any legal cell; one that depends on the moves so far, so that games differ.
    fn choose(&mut self) -> (usize, usize) {
        let free = |&(x, y): &(usize, usize)| {
            let below = (x, y + 1);
            let held = !self.gravity || y + 1 == self.height || self.taken.contains(&below);
            !self.taken.contains(&(x, y)) && held
        };
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let legal: Vec<(usize, usize)> = all.filter(free).collect();
        let sum: usize = self.taken.iter().map(|(x, y)| 7 * x + 3 * y + 1).sum();
        let cell = legal[sum % legal.len()];
        self.taken.push(cell);
        cell
    }
}

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    match mode.as_str() {
        "dies" => std::process::exit(7),
        // Starts only if the file that the next argument names is not there yet.
        "once" => {
            let mark = std::env::args().nth(2).unwrap_or_default();
            if std::fs::File::create_new(mark).is_err() {
                std::process::exit(7);
            }
        }
        "floods-at-once" => loop {
            println!("MESSAGE hello");
        },
        _ => {}
    }
    let mut board = Board::default();
    let mut lines = std::io::stdin().lock().lines().map_while(Result::ok);
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split([' ', ',']).collect();
        let number = |at: usize| words.get(at).and_then(|word| word.trim().parse::<usize>().ok()).unwrap_or(0);
        match words[0].trim() {
            "" => {}
            "INFO" if words.get(1) == Some(&"gravity") => board.gravity = number(2) == 1,
            "INFO" => {}
            "START" | "RECTSTART" if mode == "refuses" => println!("ERROR too large for me"),
            "START" | "RECTSTART" if mode == "silent-start" => {}
            "START" => start(&mut board, number(1), number(1)),
            "RECTSTART" => start(&mut board, number(1), number(2)),
            "ABOUT" => println!("name=\"dummy\", version=\"1\""),
            "END" => return,
            "BEGIN" => answer(&mode, &mut board),
            "TURN" => {
                board.taken.push((number(1), number(2)));
                answer(&mode, &mut board);
            }
            "BOARD" => {
                board.taken.clear();
                for line in lines.by_ref().take_while(|line| line.trim() != "DONE") {
                    let mut numbers = line.split(',').map(|word| word.trim().parse().unwrap_or(0));
                    board.taken.push((numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)));
                }
                answer(&mode, &mut board);
            }
            _ => println!("UNKNOWN"),
        }
        let _ = std::io::stdout().flush();
    }
    if mode == "outlives-its-input" {
        std::thread::sleep(Duration::from_secs(600));
    }
}

fn start(board: &mut Board, width: usize, height: usize) {
    *board = Board { width, height, gravity: board.gravity, taken: Vec::new() };
    println!("OK");
}

/// Answers a question for a move, well or badly.
fn answer(mode: &str, board: &mut Board) {
    let second = board.taken.len() >= 2;
    match mode {
        "slow" => std::thread::sleep(Duration::from_secs(600)),
        "crashes" if second => {
            eprintln!("something terrible: <b>index</b> out of bounds");
            std::process::exit(3);
        }
        "silent" => {}
        "floods" => loop {
            println!("MESSAGE thinking and thinking and thinking");
        },
        "long-line" => loop {
            print!("thinking and thinking and thinking");
        },
        "garbage" => println!("a banana \u{1b}[31m\u{7}"),
        "refuses-to-move" => println!("ERROR I do not feel like it"),
        "illegal" if second => {
            let (x, y) = board.taken[0];
            println!("{x},{y}");
        }
        "off-board" if second => println!("99,-1"),
        "hungry" if second && board.taken.len() < 4 => {
            std::hint::black_box(vec![1u8; 256 << 20]);
            let (x, y) = board.choose();
            println!("{x},{y}");
        }
        "stops" if second => {
            let own = std::process::id().to_string();
            let _ = std::process::Command::new("kill").args(["-STOP", &own]).status();
        }
        "leaves-its-group" if second => {
            // Away from the group, from the session and from its parent.
            let token = std::env::args().nth(2).unwrap_or_default();
            let away = ["sh", "-c", "sleep 600; true", &token];
            let _ = std::process::Command::new("setsid").args(["--fork"]).args(away).status();
            std::thread::sleep(Duration::from_secs(600));
        }
        "forks" if second => {
            // The argument after the mode is how a test finds the child.
            let token = std::env::args().nth(2).unwrap_or_default();
            let _ = std::process::Command::new("sh").args(["-c", "sleep 600; true", &token]).spawn();
            std::thread::sleep(Duration::from_secs(600));
        }
        _ => {
            let (x, y) = board.choose();
            println!("MESSAGE depth 1\n{x},{y}");
            if mode == "talks" {
                println!("DEBUG that was a good one\nOK\nbye");
            }
        }
    }
}
