//! The atlas: what is known of boards, by whom, and what follows from it.
//!
//! `atlas/values.csv` holds what was found out: facts with their evidence. Rows for other boards are derived when they are asked for, so a
//! derived row cannot be out of date, and each names the fact it comes from.

mod derive;
mod fact;

use std::sync::OnceLock;

use filetto_rules::{Cell, Rules};

pub use derive::Rule;
pub use fact::{Evidence, Fact, Ground, Kind};

use crate::Value;

/// All that is known.
///
/// ```
/// use filetto_solve::Value;
/// use filetto_solve::atlas::Atlas;
///
/// let row = Atlas::get().lookup("5x7x5".parse()?).unwrap();
/// assert_eq!(row.value, Value::Draw);
/// assert_eq!(row.how(), "certificate");
/// assert!(Atlas::get().lookup("10x10x5".parse()?).is_none(), "nobody knows");
/// # Ok::<(), filetto_rules::RulesError>(())
/// ```
pub struct Atlas {
    facts: Vec<Fact>,
}

/// A first move and the value of the board after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstMove {
    /// The move; with gravity a cell of the lowest row.
    pub cell: Cell,
    /// Who wins then.
    pub value: Value,
}

/// The value of one board.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The board.
    pub rules: Rules,
    /// Its value.
    pub value: Value,
    /// What kind of statement it is.
    pub kind: Kind,
    /// Why.
    pub reason: Reason,
}

/// Why the value of a board is known.
#[derive(Clone, Copy, Debug)]
pub enum Reason {
    /// A fact says so.
    Fact(&'static Fact),
    /// It follows from a fact about a larger board or a smaller K.
    Derived(&'static Fact),
    /// A general rule decides it.
    Rule(Rule),
}

impl Atlas {
    /// The atlas of this program.
    pub fn get() -> &'static Atlas {
        static ATLAS: OnceLock<Atlas> = OnceLock::new();
        ATLAS.get_or_init(|| {
            Atlas::parse(include_str!("../../atlas/values.csv")).unwrap_or_else(|error| panic!("values.csv: {error}"))
        })
    }

    fn parse(text: &'static str) -> Result<Atlas, String> {
        let mut lines = text.lines();
        if lines.next() != Some(fact::COLUMNS) {
            return Err(format!("the first line is not '{}'", fact::COLUMNS));
        }
        Ok(Atlas { facts: lines.map(Fact::parse).collect::<Result<_, _>>()? })
    }

    /// What was found out, line by line.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The value of a board with the best evidence for it.
    pub fn lookup(&'static self, rules: Rules) -> Option<Row> {
        self.rows(rules).into_iter().next()
    }

    /// Everything that decides a board, the best evidence first: checked certificates, own searches, rules and what follows
    /// from own results, then the literature.
    pub fn rows(&'static self, rules: Rules) -> Vec<Row> {
        let row = |fact: &'static Fact, reason| Row { rules, value: fact.value, kind: fact.kind, reason };
        let direct = self.facts.iter().filter(|fact| fact.ground.covers(rules));
        let mut rows: Vec<Row> = direct.map(|fact| row(fact, Reason::Fact(fact))).collect();
        let rule = Rule::of(rules).map(|(rule, value, kind)| Row { rules, value, kind, reason: Reason::Rule(rule) });
        rows.extend(rule);
        if rows.iter().all(|row| row.rank() > 2) {
            // The closest of the best parents.
            let parents = self.facts.iter().filter(|fact| derive::follows(rules, fact));
            let derived = parents.map(|fact| row(fact, Reason::Derived(fact)));
            let size =
                |row: &Row| row.fact().and_then(|fact| fact.ground.board()).map_or(usize::MAX, |board| board.cells());
            rows.extend(derived.min_by_key(|row| (row.rank(), row.kind as u8, size(row))));
        }
        rows.sort_by_key(Row::rank);
        rows
    }

    /// The value after each first move of a board, where it is known.
    pub fn first_moves(&'static self, rules: Rules) -> Option<Vec<FirstMove>> {
        self.rows(rules).iter().find_map(Row::first_moves)
    }

    /// With gravity, the number of the stone that ends the game under best play, where it is known.
    pub fn last_stone(&'static self, rules: Rules) -> Option<u32> {
        self.rows(rules).iter().find_map(Row::last_stone)
    }
}

impl Row {
    /// In one word: `certificate`, `search`, `rule`, `derived` or `literature`.
    pub fn how(&self) -> &'static str {
        match self.reason {
            Reason::Rule(_) => "rule",
            Reason::Derived(_) => "derived",
            Reason::Fact(fact) => match fact.evidence {
                Evidence::Certificate(_) => "certificate",
                Evidence::Search(_) => "search",
                Evidence::Literature(_) => "literature",
            },
        }
    }

    /// The evidence in words: files, nodes, a publication, a parent or a reason.
    pub fn source(&self) -> String {
        let evidence = |fact: &Fact| match fact.evidence {
            Evidence::Certificate(files) => files.replace(' ', ", "),
            Evidence::Search(nodes) => format!("{nodes} nodes"),
            Evidence::Literature(source) => source.to_owned(),
        };
        match self.reason {
            Reason::Fact(fact) => evidence(fact),
            Reason::Derived(fact) => format!("from {}, a {}: {}", fact.ground, fact.kind.word(), evidence(fact)),
            Reason::Rule(rule) => rule.sentence().to_owned(),
        }
    }

    /// The fact that says so or that it follows from.
    pub fn fact(&self) -> Option<&'static Fact> {
        match self.reason {
            Reason::Fact(fact) | Reason::Derived(fact) => Some(fact),
            Reason::Rule(_) => None,
        }
    }

    /// What is known elsewhere of the boards that the fact is about, by whom, and how far we have read it.
    pub fn elsewhere(&self) -> Option<&'static str> {
        self.fact()?.elsewhere
    }

    /// The board that it follows from.
    pub fn parent(&self) -> Option<Ground> {
        match self.reason {
            Reason::Derived(fact) => Some(fact.ground),
            Reason::Fact(_) | Reason::Rule(_) => None,
        }
    }

    /// Whether it rests on nothing but this project: certificates, searches and rules.
    pub fn is_ours(&self) -> bool {
        self.rank() <= 2
    }

    fn rank(&self) -> u8 {
        match (self.reason, self.fact().map(|fact| fact.evidence)) {
            (Reason::Fact(_), Some(Evidence::Certificate(_))) => 0,
            (Reason::Fact(_), Some(Evidence::Search(_))) => 1,
            (Reason::Fact(_), _) => 3,
            (Reason::Derived(_), Some(Evidence::Literature(_))) => 4,
            (Reason::Derived(_) | Reason::Rule(_), _) => 2,
        }
    }

    fn last_stone(&self) -> Option<u32> {
        match self.reason {
            Reason::Fact(fact) => fact.last_stone,
            Reason::Derived(_) | Reason::Rule(_) => None,
        }
    }

    /// In the order of the board; with gravity a cell of the lowest row for each column.
    fn first_moves(&self) -> Option<Vec<FirstMove>> {
        let Reason::Fact(fact) = self.reason else { return None };
        let (letters, board) = (fact.first_moves?, fact.ground.board()?);
        let turned = (board.rows(), board.cols()) != (self.rules.rows(), self.rules.cols());
        let place = |index: usize| {
            let (row, col) = (index / board.cols(), index % board.cols());
            if turned { Cell::new(col, row) } else { Cell::new(row, col) }
        };
        let value = |letter: u8| match letter {
            b'W' => Value::First,
            b'L' => Value::Second,
            _ => Value::Draw,
        };
        let mut moves: Vec<_> =
            letters.bytes().enumerate().map(|(index, l)| FirstMove { cell: place(index), value: value(l) }).collect();
        moves.sort_by_key(|first| first.cell);
        Some(moves)
    }
}
