//! The Go Text Protocol, version 2: what an engine answers, and how another engine is asked.

use std::io::{self, BufRead, Write};

use filetto_search::Game;

use crate::go::{Go, PASS, SIZE, STRIDE};

const COLUMNS: &[u8; 9] = b"ABCDEFGHJ";

/// A point as GTP writes it.
pub(crate) fn vertex(mv: u8) -> String {
    match mv {
        PASS => "pass".into(),
        point => format!("{}{}", char::from(COLUMNS[usize::from(point % STRIDE)]), point / STRIDE + 1),
    }
}

/// The point that a word of GTP names.
pub(crate) fn parse(word: &str) -> Option<u8> {
    if word.eq_ignore_ascii_case("pass") {
        return Some(PASS);
    }
    let letter = word.bytes().next()?.to_ascii_uppercase();
    let col = COLUMNS.iter().position(|&column| column == letter)? as u8;
    let row: u8 = word.get(1..)?.parse().ok()?;
    (1..=SIZE).contains(&row).then(|| (row - 1) * STRIDE + col)
}

fn colour(word: &str) -> Option<usize> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(0),
        "w" | "white" => Some(1),
        _ => None,
    }
}

const COMMANDS: [&str; 13] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "showboard",
    "final_score",
    "quit",
];

/// The answer to one command, or the complaint about it.
fn answer(go: &mut Go, words: &[&str], choose: &mut impl FnMut(&mut Go) -> u8) -> Result<String, &'static str> {
    let word = |i: usize| words.get(i).copied().ok_or("syntax error");
    match word(0)? {
        "protocol_version" => Ok("2".into()),
        "name" => Ok("filetto-search go".into()),
        "version" => Ok(env!("CARGO_PKG_VERSION").into()),
        "known_command" => Ok(COMMANDS.contains(&word(1)?).to_string()),
        "list_commands" => Ok(COMMANDS.join("\n")),
        "boardsize" if word(1)? == "9" => Ok(String::new()),
        "boardsize" => Err("unacceptable size"),
        "clear_board" => {
            let komi = go.komi;
            *go = Go::new();
            go.komi = komi;
            Ok(String::new())
        }
        "komi" => {
            let komi: f64 = word(1)?.parse().map_err(|_| "syntax error")?;
            go.komi = (2.0 * komi).round() as i32;
            Ok(String::new())
        }
        "play" => {
            let (colour, mv) = (colour(word(1)?).ok_or("syntax error")?, parse(word(2)?).ok_or("syntax error")?);
            go.set_turn(colour);
            if mv != PASS && !go.is_legal(mv) {
                return Err("illegal move");
            }
            go.play(mv);
            Ok(String::new())
        }
        "genmove" => {
            go.set_turn(colour(word(1)?).ok_or("syntax error")?);
            let mv = choose(go);
            go.play(mv);
            Ok(vertex(mv))
        }
        "showboard" => Ok(format!("\n{go}")),
        "final_score" => Ok(score(go.balance())),
        "quit" => Ok(String::new()),
        _ => Err("unknown command"),
    }
}

/// A balance in half points as GTP tells it.
pub(crate) fn score(balance: i32) -> String {
    match balance {
        0 => "0".into(),
        _ => format!("{}+{}", if balance > 0 { 'B' } else { 'W' }, f64::from(balance.abs()) / 2.0),
    }
}

/// Answers commands until the input ends or says `quit`.
pub(crate) fn serve(
    input: impl BufRead,
    mut output: impl Write,
    mut choose: impl FnMut(&mut Go) -> u8,
) -> io::Result<()> {
    let mut go = Go::new();
    for line in input.lines() {
        let line = line?;
        let mut words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
        let id = words.first().filter(|word| word.parse::<u64>().is_ok()).map_or("", |word| *word);
        if !id.is_empty() {
            words.remove(0);
        }
        if words.is_empty() {
            continue;
        }
        match answer(&mut go, &words, &mut choose) {
            Ok(text) => write!(output, "={id} {text}\n\n")?,
            Err(text) => write!(output, "?{id} {text}\n\n")?,
        }
        output.flush()?;
        if words[0] == "quit" {
            break;
        }
    }
    Ok(())
}

/// Asks an engine and gives its answer.
pub(crate) fn ask(input: &mut impl Write, output: &mut impl BufRead, command: &str) -> io::Result<String> {
    writeln!(input, "{command}")?;
    input.flush()?;
    let (mut text, mut line) = (String::new(), String::new());
    loop {
        line.clear();
        if output.read_line(&mut line)? == 0 {
            return Err(io::Error::other("the engine has gone"));
        }
        if line.trim().is_empty() && !text.is_empty() {
            break;
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    match text.trim().strip_prefix('=') {
        Some(answer) => Ok(answer.trim().to_string()),
        None => Err(io::Error::other(format!("{command}: {}", text.trim()))),
    }
}
