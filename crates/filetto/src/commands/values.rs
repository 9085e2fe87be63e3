//! `filetto values`: what is known of boards, how and by whom.

use std::fmt::Write;

use anyhow::Result;
use clap::Args;
use filetto_rules::draw::Ink;
use filetto_rules::{Notation, Placement, Rules};
use filetto_solve::Value;
use filetto_solve::atlas::{Atlas, Evidence, Fact, FirstMove, Row};
use serde_json::{Value as Json, json};

use crate::terminal::{Colour, bad_input, print};

#[derive(Args)]
#[command(after_help = "Examples:
  filetto values --k 5                 the grid of all boards for five in a row
  filetto values --k 4 --gravity       with gravity
  filetto values 7x7x5                 one board: who proved it, and its first moves
  filetto values --csv > values.csv    everything that was found out, with its source

A capital letter is proved by this project: by a certificate that filetto verify accepts, a search that filetto solve
--prove repeats, or a rule of one sentence. A small letter is known from the literature.")]
pub(crate) struct Values {
    /// One board in full, such as 7x7x5 or connect4
    #[arg(value_name = "BOARD", conflicts_with_all = ["k", "gravity", "size"])]
    board: Option<String>,

    /// How many in a row win: 5 unless told otherwise, 4 with gravity
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=128))]
    k: Option<u8>,

    /// Boards with gravity
    #[arg(long)]
    gravity: bool,

    /// The longest side of the grid
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u8).range(1..=128))]
    size: u8,

    /// Print comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Print one JSON object a board
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    colour: Colour,
}

/// The first line of comma-separated values.
const COLUMNS: &str = "board,value,kind,how,source,elsewhere\n";

pub(crate) fn run(args: &Values) -> Result<()> {
    if let Some(board) = &args.board {
        let rules: Rules = board.parse().map_err(bad_input)?;
        return print(one_board(args, rules));
    }
    if (args.csv || args.json) && args.k.is_none() {
        let facts = Atlas::get().facts().iter().filter(|fact| !args.gravity || fact.ground.to_string().contains('g'));
        let lines: String = match args.csv {
            true => facts.map(fact_as_csv).collect(),
            false => facts.map(|fact| format!("{}\n", fact_as_json(fact))).collect(),
        };
        return print(if args.csv { format!("{COLUMNS}{lines}") } else { lines });
    }
    let k = args.k.map_or(if args.gravity { 4 } else { 5 }, usize::from);
    let longest = usize::from(args.size).max(k);
    let first = if k < 3 { 1 } else { k };
    let board = |rows, cols| Rules::new(rows, cols, k, Placement::with_gravity(args.gravity)).ok();
    let boards = || (first..=longest).flat_map(|rows| (first..=longest).filter_map(move |cols| board(rows, cols)));
    if args.csv || args.json {
        let known = boards().filter_map(|rules| Atlas::get().lookup(rules));
        let lines: String = match args.csv {
            true => known.map(|row| row_as_csv(&row)).collect(),
            false => known.map(|row| format!("{}\n", row_as_json(&row))).collect(),
        };
        return print(if args.csv { format!("{COLUMNS}{lines}") } else { lines });
    }
    print(grid(k, args.gravity, first..=longest, args.colour.ink()))
}

/// The letter of a value: capital if it rests on this project alone.
fn letter(row: &Row) -> char {
    let letter = match row.value {
        Value::First => 'W',
        Value::Draw => 'D',
        Value::Second => 'L',
    };
    if row.is_ours() { letter } else { letter.to_ascii_lowercase() }
}

fn grid(k: usize, gravity: bool, sides: std::ops::RangeInclusive<usize>, ink: Ink) -> String {
    let mut text =
        format!("{k} in a row{}; rows down, columns across\n     ", if gravity { " with gravity" } else { "" });
    sides.clone().for_each(|cols| _ = write!(text, "{cols:>3}"));
    text.push('\n');
    let mut counts = [0; 4];
    for rows in sides.clone() {
        _ = write!(text, "{rows:>4} ");
        for cols in sides.clone() {
            let row = Rules::new(rows, cols, k, Placement::with_gravity(gravity))
                .ok()
                .and_then(|rules| Atlas::get().lookup(rules));
            counts[row.map_or(3, |row| row.value as usize)] += 1;
            let letter = row.as_ref().map_or('?', letter);
            let colour = row.map_or(2, |row| [32, 33, 31][row.value as usize]);
            match ink {
                Ink::Ansi => _ = write!(text, "  \u{1b}[{colour}m{letter}\u{1b}[0m"),
                Ink::Plain => _ = write!(text, "  {letter}"),
            }
        }
        text.push('\n');
    }
    let [first, draw, second, open] = counts;
    _ = writeln!(
        text,
        "W the first player wins ({first}), D draw ({draw}), L the second player wins ({second}), ? open ({open});"
    );
    text += "capitals are proved here, small letters are known from the literature";
    text += if gravity || k < 3 { "\n" } else { "; a board narrower than K is drawn\n" };
    text
}

/// Everything about one board.
fn one_board(args: &Values, rules: Rules) -> String {
    let rows = Atlas::get().rows(rules);
    let moves = Atlas::get().first_moves(rules);
    if args.json {
        let moves: Option<serde_json::Map<String, Json>> =
            moves.map(|moves| moves.iter().map(|first| (first.cell.to_string(), json!(first.value.word()))).collect());
        let mut value = rows.first().map_or(json!({"board": rules.to_string(), "value": "unknown"}), row_as_json);
        value["last_stone"] = json!(Atlas::get().last_stone(rules));
        value["first_moves"] = json!(moves);
        value["evidence"] = rows.iter().map(row_as_json).collect();
        return format!("{value}\n");
    }
    if args.csv {
        return format!("{COLUMNS}{}", rows.iter().map(row_as_csv).collect::<String>());
    }
    let Some(best) = rows.first() else {
        return format!("{rules}: nobody knows, as far as we know; filetto solve {rules} tries\n");
    };
    let end = match Atlas::get().last_stone(rules) {
        Some(stone) if best.value != Value::Draw => format!(" with stone {stone}"),
        _ => String::new(),
    };
    let mut text = format!("{rules}: {}{end}\n", best.value);
    for row in &rows {
        let kind = if rules.gravity() { String::new() } else { format!("{}; ", row.kind.word()) };
        _ = writeln!(text, "  {kind}{}: {}", row.how(), row.source());
        if let Some(elsewhere) = row.elsewhere() {
            _ = writeln!(text, "    elsewhere: {elsewhere}");
        }
    }
    if let Some(moves) = moves {
        text += "first moves (W wins, D draws, L loses):\n";
        text += &first_moves(rules, &moves);
    }
    text
}

/// A letter for each first move: a line of columns with gravity, else the board.
fn first_moves(rules: Rules, moves: &[FirstMove]) -> String {
    let letter = |value: &Value| ["W", "D", "L"][*value as usize];
    if rules.gravity() {
        let one = |FirstMove { cell, value }: &FirstMove| {
            format!("{} {}", Notation::native(rules).write(rules, [*cell]), letter(value))
        };
        return format!("  {}\n", moves.iter().map(one).collect::<Vec<_>>().join("   "));
    }
    let line = |row: usize| {
        let cells = moves.iter().filter(|first| first.cell.row() == row);
        format!("{:>4} {}\n", row + 1, cells.map(|first| letter(&first.value)).collect::<Vec<_>>().join(" "))
    };
    let letters: Vec<String> = (0..rules.cols()).map(filetto_rules::column_letters).collect();
    let mut text: String = (0..rules.rows()).rev().map(line).collect();
    _ = writeln!(text, "     {}", letters.join(" "));
    text
}

fn row_as_json(row: &Row) -> Json {
    json!({
        "board": row.rules.to_string(),
        "value": row.value.word(),
        "kind": row.kind.word(),
        "known_by": row.how(),
        "source": row.source(),
        "elsewhere": row.elsewhere(),
        "parent": row.parent().map(|ground| ground.to_string()),
        "ours": row.is_ours(),
    })
}

fn row_as_csv(row: &Row) -> String {
    csv_line(&[
        &row.rules.to_string(),
        row.value.word(),
        row.kind.word(),
        row.how(),
        &row.source(),
        row.elsewhere().unwrap_or(""),
    ])
}

/// How a fact is known, and the details.
fn evidence(fact: &Fact) -> (&'static str, String) {
    match fact.evidence {
        Evidence::Certificate(files) => ("certificate", files.to_owned()),
        Evidence::Search(nodes) => ("search", format!("{nodes} nodes")),
        Evidence::Literature(source) => ("literature", source.to_owned()),
    }
}

fn fact_as_json(fact: &Fact) -> Json {
    let (how, source) = evidence(fact);
    json!({
        "board": fact.ground.to_string(),
        "value": fact.value.word(),
        "kind": fact.kind.word(),
        "known_by": how,
        "source": source,
        "elsewhere": fact.elsewhere,
        "last_stone": fact.last_stone,
        "first_moves": fact.first_moves,
    })
}

fn fact_as_csv(fact: &Fact) -> String {
    let (how, source) = evidence(fact);
    csv_line(&[
        &fact.ground.to_string(),
        fact.value.word(),
        fact.kind.word(),
        how,
        &source,
        fact.elsewhere.unwrap_or(""),
    ])
}

/// A line of fields, quoted where they contain a comma.
fn csv_line(fields: &[&str]) -> String {
    let quote = |field: &&str| match field.contains([',', '"']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => (*field).to_owned(),
    };
    format!("{}\n", fields.iter().map(quote).collect::<Vec<_>>().join(","))
}
