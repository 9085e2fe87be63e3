//! One line of `values.csv`: what somebody has found out about a board, or about a family of boards.

use std::fmt;
use std::str::FromStr;

use filetto_rules::{Placement, Rules, WinRule};

use crate::Value;

/// What kind of statement a value is, which decides what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A draw: the second player answers every move with the other cell of a pair. Holds for smaller boards and larger K.
    Pairing,
    /// A draw: the second player stops even an opponent who has nothing to fear. Holds for smaller boards and larger K.
    WeakDraw,
    /// A draw in the game as it is played, on this board.
    StrongDraw,
    /// A win of the first player in the game as it is played, on this board.
    StrongWin,
    /// With gravity: the value of this board.
    Exact,
}

impl Kind {
    /// All kinds with the words that files and commands use.
    pub const WORDS: [(Kind, &str); 5] = [
        (Kind::Pairing, "pairing"),
        (Kind::WeakDraw, "weak draw"),
        (Kind::StrongDraw, "strong draw"),
        (Kind::StrongWin, "strong win"),
        (Kind::Exact, "exact"),
    ];

    /// The words for it.
    pub fn word(self) -> &'static str {
        Kind::WORDS.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }

    /// Whether smaller boards and larger K have the same value for the same reason. Never true of strong results: a larger
    /// or smaller board gives and takes lines of both sides.
    pub fn carries_over(self) -> bool {
        matches!(self, Kind::Pairing | Kind::WeakDraw)
    }

    fn fits(self, value: Value, gravity: bool) -> bool {
        match self {
            Kind::Pairing | Kind::WeakDraw | Kind::StrongDraw => value == Value::Draw && !gravity,
            Kind::StrongWin => value == Value::First && !gravity,
            Kind::Exact => gravity,
        }
    }
}

/// How a fact is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// Files in `fixtures/certificates`, separated by spaces, that `filetto-verify` accepts.
    Certificate(&'static str),
    /// Our own search, which took so many nodes.
    Search(u64),
    /// Somebody else's work.
    Literature(&'static str),
}

/// A number, or that number and every larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Span {
    least: usize,
    and_more: bool,
}

impl Span {
    const ANY: Span = Span { least: 1, and_more: true };

    fn parse(text: &str) -> Option<Span> {
        if text == "N" {
            return Some(Span::ANY);
        }
        let (digits, and_more) = text.strip_suffix('+').map_or((text, false), |digits| (digits, true));
        Some(Span { least: digits.parse().ok().filter(|n| *n > 0)?, and_more })
    }

    fn covers(self, n: usize) -> bool {
        n == self.least || self.and_more && n > self.least
    }

    /// Whether one of the numbers is at least this one.
    fn reaches(self, n: usize) -> bool {
        n <= self.least || self.and_more
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Span::ANY => f.write_str("N"),
            Span { least, and_more } => write!(f, "{least}{}", if and_more { "+" } else { "" }),
        }
    }
}

/// The boards that a fact is about: `6x7x4g`, or with plus signs for "or more", as in `3+x4+x3`, and `N` for "any", as in
/// `7xNx7+`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    rows: Span,
    cols: Span,
    k: Span,
    placement: Placement,
    win_rule: WinRule,
}

impl Ground {
    /// Whether a board is one of them. Without gravity rows and columns may be exchanged.
    pub fn covers(&self, rules: Rules) -> bool {
        let [rows, cols, k] = [rules.rows(), rules.cols(), rules.k()];
        let upright = self.rows.covers(rows) && self.cols.covers(cols);
        let turned = !self.is_falling() && self.rows.covers(cols) && self.cols.covers(rows);
        let same = (self.placement, self.win_rule) == (rules.placement(), rules.win_rule());
        same && self.k.covers(k) && (upright || turned)
    }

    fn is_falling(&self) -> bool {
        self.placement == Placement::Gravity
    }

    /// Whether one of the boards has at least as many rows and columns as this one and needs no more in a row.
    pub fn contains(&self, rules: Rules) -> bool {
        let monotone = self.win_rule.is_monotone() && rules.win_rule().is_monotone();
        let plain = monotone && !self.is_falling() && !rules.gravity();
        let fits = |rows, cols| self.rows.reaches(rows) && self.cols.reaches(cols);
        plain && self.k.least <= rules.k() && (fits(rules.rows(), rules.cols()) || fits(rules.cols(), rules.rows()))
    }

    /// The board, if it is a single one.
    pub fn board(&self) -> Option<Rules> {
        if self.rows.and_more || self.cols.and_more || self.k.and_more {
            return None;
        }
        let rules = Rules::new(self.rows.least, self.cols.least, self.k.least, self.placement).ok()?;
        Some(rules.with_win_rule(self.win_rule))
    }
}

impl FromStr for Ground {
    type Err = ();

    fn from_str(text: &str) -> Result<Ground, ()> {
        let (text, win_rule) = text.strip_suffix('e').map_or((text, WinRule::AtLeast), |rest| (rest, WinRule::Exactly));
        let (text, placement) =
            text.strip_suffix('g').map_or((text, Placement::Free), |rest| (rest, Placement::Gravity));
        let spans: Option<Vec<Span>> = text.split('x').map(Span::parse).collect();
        let Some(&[rows, cols, k]) = spans.as_deref() else { return Err(()) };
        let ground = Ground { rows, cols, k, placement, win_rule };
        let family = rows.and_more || cols.and_more || k.and_more;
        if family || ground.board().is_some() { Ok(ground) } else { Err(()) }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (placement, win_rule) = (self.placement.letter(), self.win_rule.letter());
        write!(f, "{}x{}x{}{placement}{win_rule}", self.rows, self.cols, self.k)
    }
}

/// One line of `values.csv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Which boards.
    pub ground: Ground,
    /// Their value.
    pub value: Value,
    /// What kind of statement it is.
    pub kind: Kind,
    /// How it is known.
    pub evidence: Evidence,
    /// With gravity, the number of the stone that ends the game under best play.
    pub last_stone: Option<u32>,
    /// The value after each first move: `W`, `D`, `L` for the first player. Row by row from the bottom, or by columns
    /// with gravity.
    pub first_moves: Option<&'static str>,
    /// What is known elsewhere, by whom, and how far we have read it.
    pub elsewhere: Option<&'static str>,
}

/// The first line of `values.csv`.
pub(super) const COLUMNS: &str = "board,value,kind,how,nodes,last_stone,first_moves,source,elsewhere";

impl Fact {
    pub(super) fn parse(line: &'static str) -> Result<Fact, String> {
        let wrong = |what: &str| format!("{what} in '{line}'");
        let fields: Vec<&'static str> = line.split(',').collect();
        let [board, value, kind, how, nodes, last_stone, first_moves, source, elsewhere] = fields[..] else {
            return Err(wrong("not nine columns"));
        };
        let ground: Ground = board.parse().map_err(|()| wrong("no board"))?;
        let value = [Value::First, Value::Draw, Value::Second].into_iter().find(|known| known.word() == value);
        let value = value.ok_or_else(|| wrong("no value"))?;
        let kind = Kind::WORDS.iter().find(|(_, word)| *word == kind).map(|(kind, _)| *kind);
        let kind = kind.filter(|kind| kind.fits(value, ground.is_falling())).ok_or_else(|| wrong("no fitting kind"))?;
        let number = |text: &str| match text {
            "" => Ok(None),
            digits => digits.parse::<u64>().map(Some).map_err(|_| wrong("no number")),
        };
        let evidence = match (how, number(nodes)?, source) {
            ("certificate", None, files) if files.ends_with(".cert") => Evidence::Certificate(files),
            ("search", Some(nodes), "") => Evidence::Search(nodes),
            ("literature", None, source) if !source.is_empty() => Evidence::Literature(source),
            _ => return Err(wrong("no evidence")),
        };
        let first_moves = Some(first_moves).filter(|letters| !letters.is_empty());
        let moves = ground.board().map_or(0, |rules| if ground.is_falling() { rules.cols() } else { rules.cells() });
        if first_moves.is_some_and(|letters| letters.len() != moves || !letters.bytes().all(|l| b"WDL".contains(&l))) {
            return Err(wrong("no letter for each first move"));
        }
        let last_stone = number(last_stone)?.map(|stone| stone as u32);
        let elsewhere = Some(elsewhere).filter(|text| !text.is_empty());
        Ok(Fact { ground, value, kind, evidence, last_stone, first_moves, elsewhere })
    }
}
