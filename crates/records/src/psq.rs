//! PSQ, the files of the piskvork manager and of the Gomocup archives.
//!
//! ```text
//! Piskvorky 15x15, 0:0, 0        width x height, levels of the players, which player begins (0 or 1)
//! 8,8,120                        x and y from 1 from the top left, milliseconds
//! 9,7,85
//! first player                   the names (the two lines may be missing)
//! second player
//! 0                              a code of how it ended, which has no published meaning; not read
//! ```
//!
//! The format knows nothing of K, gravity, set-up stones or a result other than by play.

use std::time::Duration;

use filetto_rules::{Cell, Game, Limit, Placement, Rules, Side, Variants, WinRule};

use crate::{Format, RecordError};

/// How every file begins.
pub(crate) const MAGIC: &str = "Piskvorky ";
const K: usize = 5;
/// What a file can hold: it says nothing about K, gravity or the way to win.
const VARIANTS: Variants = Variants {
    placements: &[Placement::Free],
    win_rules: &[WinRule::AtLeast],
    limit: Some(Limit { holds: |rules| rules.k() == K, sentence: "it is for five in a row" }),
    who: "a PSQ file",
};
/// Written for a player without a name.
const NOBODY: &str = "?";

pub(crate) fn write(game: &Game) -> Result<String, RecordError> {
    let rules = game.rules();
    if VARIANTS.check(rules).is_err() || !game.setup().is_default() {
        let what = "five or more in a row without gravity from the empty board";
        return Err(RecordError::CannotHold { format: Format::Psq, what });
    }
    let mut out = format!("{MAGIC}{}x{}, 0:0, 0\n", rules.cols(), rules.rows());
    for m in game.moves() {
        let time = m.time.unwrap_or_default().as_millis();
        out += &format!("{},{},{time}\n", m.cell.col() + 1, rules.rows() - m.cell.row());
    }
    let names = Side::BOTH.map(|side| game.name(side));
    if names.iter().any(Option::is_some) {
        let written = names.map(|name| name.filter(|name| is_name(name)).unwrap_or(NOBODY));
        out += &format!("{}\n{}\n", written[0], written[1]);
    }
    Ok(out + "0\n")
}

pub(crate) fn read(text: &str) -> Result<Game, RecordError> {
    let mut lines = (1..).zip(text.lines().map(str::trim)).peekable();
    let header = lines.next().and_then(|(_, line)| read_header(line));
    let (rules, begins) = header.ok_or_else(|| {
        RecordError::syntax(
            Format::Psq,
            1,
            "it must begin like 'Piskvorky 15x15, 0:0, 0' with 1 to 128 columns and rows",
        )
    })?;
    let rules = rules?;
    let mut game = Game::new(rules);
    while let Some((number, line)) = lines.next_if(|(_, line)| read_move(line).is_some()) {
        let [x, y, ms] = read_move(line).unwrap_or_default();
        let (Some(col), Some(row)) = (x.checked_sub(1), rules.rows().checked_sub(y)) else {
            return Err(RecordError::syntax(Format::Psq, number, "coordinates go from 1 to the side of the board"));
        };
        let time = (ms > 0).then(|| Duration::from_millis(ms as u64));
        let move_number = game.moves().len() + 1;
        game.play_timed(Cell::new(row, col), time).map_err(|error| RecordError::Move { number: move_number, error })?;
    }
    // As they are kept: without what cannot be printed a line may be a number or a move after all.
    let kept =
        |(_, line): (usize, &str)| line.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned();
    let names: Vec<String> = lines.map(kept).take_while(|line| is_name(line)).take(2).collect();
    if let [a, b] = &names[..] {
        let (first, second) = if begins == 0 { (a, b) } else { (b, a) };
        for (side, name) in [(Side::First, first), (Side::Second, second)] {
            game.set_name(side, if name == NOBODY { "" } else { name });
        }
    }
    Ok(game)
}

/// Whether a line after the moves can be a name, and not a further move or the closing code.
fn is_name(line: &str) -> bool {
    !line.is_empty() && line.parse::<i64>().is_err() && read_move(line).is_none()
}

/// The rules, and which player begins.
fn read_header(line: &str) -> Option<(Result<Rules, RecordError>, usize)> {
    let mut parts = line.strip_prefix(MAGIC)?.split(',').map(str::trim);
    let (width, height) = parts.next()?.split_once('x')?;
    let (cols, rows): (usize, usize) = (width.parse().ok()?, height.parse().ok()?);
    let begins = parts.nth(1).and_then(|part| part.parse().ok()).unwrap_or(0);
    Some((Rules::new(rows, cols, K, Placement::Free).map_err(RecordError::from), begins))
}

/// `x,y,ms`; the time may be missing.
fn read_move(line: &str) -> Option<[usize; 3]> {
    let mut numbers = line.split(',').map(|part| part.trim().parse().ok());
    let (x, y) = (numbers.next()??, numbers.next()??);
    let ms = numbers.next().unwrap_or(Some(0))?;
    numbers.next().is_none().then_some([x, y, ms])
}
