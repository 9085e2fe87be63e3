//! SGF, the Smart Game Format, as far as one game without variations needs it.
//!
//! ```text
//! (;FF[4]GM[4]CA[UTF-8]AP[filetto]SZ[15]KR[5]PB[Ada]PW[Bob]RE[B+];B[hh];W[ig] …)
//! ```
//!
//! `GM[4]` is gomoku and its kin. The first player is Black. Points are two letters from the top left, `a` to `z` then `A` to
//! `Z`, so that a side has at most 52 cells. K stands in the private property `KR`, five if it is missing; an `e` after it says that
//! exactly K win. Of a file with
//! variations the main line is read; properties of no concern here are skipped.

use filetto_rules::{Cell, Game, Limit, Outcome, Placement, Reason, Rules, Setup, Side, Variants, WinRule};

use crate::{Format, RecordError};

const SIDE: usize = 52;
/// What a file can hold.
const VARIANTS: Variants = Variants {
    placements: &[Placement::Free],
    limit: Some(Limit {
        holds: |rules| rules.rows().max(rules.cols()) <= SIDE,
        sentence: "a side has at most 52 cells",
    }),
    ..Variants::all("an SGF file")
};
const GOMOKU: &str = "4";

pub(crate) fn write(game: &Game) -> Result<String, RecordError> {
    let rules = game.rules();
    if VARIANTS.check(rules).is_err() {
        let what = "games without gravity on boards of up to 52x52";
        return Err(RecordError::CannotHold { format: Format::Sgf, what });
    }
    let (cols, rows) = (rules.cols(), rules.rows());
    let size = if rules.is_square() { rows.to_string() } else { format!("{cols}:{rows}") };
    let mut out =
        format!("(;FF[4]GM[{GOMOKU}]CA[UTF-8]AP[filetto]SZ[{size}]KR[{}{}]", rules.k(), rules.win_rule().letter());
    for (property, side) in [("PB", Side::First), ("PW", Side::Second)] {
        if let Some(name) = game.name(side) {
            out += &format!("{property}[{}]", escape(name));
        }
    }
    if game.outcome().is_over() {
        out += &format!("RE[{}]", result(game));
    }
    for (property, side) in [("AB", Side::First), ("AW", Side::Second)] {
        let points: String = game
            .setup()
            .stones
            .iter()
            .filter(|(_, s)| *s == side)
            .map(|(cell, _)| format!("[{}]", point(rules, *cell)))
            .collect();
        if !points.is_empty() {
            out += &format!("{property}{points}");
        }
    }
    if !game.setup().is_default() {
        out += if game.setup().to_move == Side::First { "PL[B]" } else { "PL[W]" };
    }
    for (ply, cell) in game.cells().enumerate() {
        let colour = if game.mover(ply) == Side::First { 'B' } else { 'W' };
        out += &format!("{}{colour}[{}]", if ply % 10 == 0 { "\n;" } else { ";" }, point(rules, cell));
    }
    Ok(out + ")\n")
}

/// The `RE` property.
fn result(game: &Game) -> String {
    let how = match game.reason() {
        Some(Reason::Resigned) => "R",
        Some(Reason::Time) => "T",
        Some(Reason::Illegal | Reason::Crash) => "F",
        _ => "",
    };
    match game.outcome().winner() {
        Some(Side::First) => format!("B+{how}"),
        Some(Side::Second) => format!("W+{how}"),
        None => "0".to_owned(),
    }
}

fn read_result(text: &str) -> Option<(Outcome, Reason)> {
    if matches!(text, "0" | "Draw") {
        return Some((Outcome::Draw, Reason::Agreed));
    }
    let (winner, how) = text.split_once('+')?;
    let winner = match winner {
        "B" => Side::First,
        "W" => Side::Second,
        _ => return None,
    };
    let reason = match how {
        "R" | "Resign" => Reason::Resigned,
        "T" | "Time" => Reason::Time,
        "F" | "Forfeit" => Reason::Illegal,
        _ => Reason::Agreed,
    };
    Some((Outcome::Win(winner), reason))
}

fn point(rules: Rules, cell: Cell) -> String {
    let letter = |n: usize| char::from(if n < 26 { b'a' + n as u8 } else { b'A' + (n - 26) as u8 });
    [letter(cell.col()), letter(rules.rows() - 1 - cell.row())].iter().collect()
}

fn read_point(rules: Rules, text: &str) -> Option<Cell> {
    let coordinate = |b: u8| match b {
        b'a'..=b'z' => Some(usize::from(b - b'a')),
        b'A'..=b'Z' => Some(usize::from(b - b'A') + 26),
        _ => None,
    };
    let [x, y] = text.as_bytes() else { return None };
    Some(Cell::new(rules.rows().checked_sub(coordinate(*y)? + 1)?, coordinate(*x)?))
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

pub(crate) fn read(text: &str) -> Result<Game, RecordError> {
    let properties = main_line(text)?;
    let first = |name: &str| properties.iter().find(|p| p.name == name).map(|p| p.value.as_str());
    let syntax = |line: usize, what: String| RecordError::syntax(Format::Sgf, line, what);
    if let Some(other) = first("GM").filter(|game| *game != GOMOKU) {
        return Err(syntax(1, format!("it is of game {other:?}, not of GM[{GOMOKU}], k in a row")));
    }
    let size = first("SZ").unwrap_or("15");
    let (cols, rows) = size.split_once(':').unwrap_or((size, size));
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let k = first("KR").unwrap_or("5");
    let (k, win_rule) = k.strip_suffix('e').map_or((number(k), WinRule::AtLeast), |k| (number(k), WinRule::Exactly));
    let (Some(rows), Some(cols), Some(k)) = (number(rows), number(cols), k) else {
        return Err(syntax(1, "SZ and KR must be numbers, such as SZ[15] or SZ[19:15]".to_owned()));
    };
    let rules = Rules::new(rows, cols, k, Placement::Free)?.with_win_rule(win_rule);
    let mut game = Game::from_setup(rules, read_setup(rules, &properties)?)?;
    for p in properties.iter().filter(|p| matches!(p.name.as_str(), "B" | "W")) {
        let cell = read_point(rules, &p.value)
            .ok_or_else(|| syntax(p.line, format!("{:?} is no point such as hh", p.value)))?;
        if (p.name == "B") != (game.to_move() == Side::First) {
            return Err(syntax(
                p.line,
                format!("it is not {}'s turn at {cell}", if p.name == "B" { "Black" } else { "White" }),
            ));
        }
        let number = game.moves().len() + 1;
        game.play(cell).map_err(|error| RecordError::Move { number, error })?;
    }
    game.set_name(Side::First, first("PB").unwrap_or_default());
    game.set_name(Side::Second, first("PW").unwrap_or_default());
    if let Some((outcome, reason)) = first("RE").and_then(read_result) {
        game.end(outcome, reason);
    }
    Ok(game)
}

fn read_setup(rules: Rules, properties: &[Property]) -> Result<Setup, RecordError> {
    let mut setup = Setup::default();
    for p in properties {
        let side = match p.name.as_str() {
            "AB" => Side::First,
            "AW" => Side::Second,
            "PL" => {
                setup.to_move = if p.value.starts_with(['W', 'w', '2']) { Side::Second } else { Side::First };
                continue;
            }
            _ => continue,
        };
        let cell = read_point(rules, &p.value)
            .ok_or_else(|| RecordError::syntax(Format::Sgf, p.line, format!("{:?} is no point such as hh", p.value)))?;
        setup.stones.push((cell, side));
    }
    // In the order in which every format writes them: a game that is written and read again is the same.
    setup.stones.sort_by_key(|(_, side)| *side);
    Ok(setup)
}

/// One value of a property.
struct Property {
    name: String,
    value: String,
    line: usize,
}

/// The properties along the first branch, in order. Iterative: nesting costs no stack.
fn main_line(text: &str) -> Result<Vec<Property>, RecordError> {
    let mut properties = Vec::new();
    let mut name = String::new();
    let mut fresh = true;
    let (mut line, mut opened) = (1, false);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\n' => line += 1,
            '(' => opened = true,
            // The main line ends where its first branch closes: later branches are variations.
            ')' if opened => return Ok(properties),
            '[' => {
                let value = take_value(&mut chars, &mut line)
                    .ok_or_else(|| RecordError::syntax(Format::Sgf, line, "a '[' is never closed"))?;
                if name.is_empty() {
                    return Err(RecordError::syntax(Format::Sgf, line, "a value stands without a property before it"));
                }
                fresh = true;
                properties.push(Property { name: name.clone(), value, line });
            }
            ';' => name.clear(),
            c if c.is_ascii_uppercase() => {
                if fresh {
                    name.clear();
                    fresh = false;
                }
                name.push(c);
            }
            // Lower case letters inside a property's name are legal in old files and mean nothing.
            c if c.is_whitespace() || c.is_ascii_lowercase() => {}
            _ => return Err(RecordError::syntax(Format::Sgf, line, "it must look like (;GM[4]SZ[15];B[hh];W[ig])")),
        }
    }
    Err(RecordError::syntax(Format::Sgf, line, "it must look like (;GM[4]SZ[15];B[hh];W[ig]) and be closed by ')'"))
}

/// The text up to the closing bracket, which is taken too; a backslash makes the next character ordinary.
fn take_value(chars: &mut std::str::Chars<'_>, line: &mut usize) -> Option<String> {
    let mut value = String::new();
    loop {
        match chars.next()? {
            ']' => return Some(value),
            '\\' => value.push(chars.next()?),
            c => {
                *line += usize::from(c == '\n');
                value.push(c);
            }
        }
    }
}
