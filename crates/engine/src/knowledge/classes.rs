//! What a stone on an empty cell makes of one line.
//!
//! The definition is recursive and knows K only in its first line: a *win* completes the row. An *open 1* has two cells that
//! win, a *1* has one; an *open m* has a cell that makes an open m-1, an *m* a cell that makes an m-1; a line with no room for
//! K is dead. In five in a row, open 1 is the open four, 1 the four, open 2 the open three, 2 the closed three.
//!
//! Where exactly K win, a row that is longer completes nothing: the first line of the definition asks for K and no more, and a
//! line that would be too long whatever is played is dead. Nothing else changes: stones of the opponent still only take away.
//!
//! Only the cells within [`reach`] on each side of the cell matter, and of those only the interval without opponent or wall. Up to
//! [`TABLED`] the class of every interval and every set of own stones in it is tabled, filled from the fullest sets down, so
//! that each entry looks at entries already made: 1.9 kB for K = 5, 130 kB for K = 8, built in milliseconds. For K = 10 it
//! would be 2 MB and 70 ms, too late for a first move of 50 ms, and gain 7 % of a node.
//! Above, windows are counted: a line is m if its fullest free window lacks m stones, and open if two such windows share all
//! but one of the cells that they lack, which is the same thing said without recursion (a test compares the two). Where exactly K
//! win, a window with an own stone just beyond one of its ends does not count. Where a whole line is counted (`sweep.rs`), windows
//! are counted once for all its cells.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use filetto_rules::{Rules, WinRule};

/// The class of a line for a cell: a number from 0 to 15, the larger the better.
pub type Class = u8;

/// The largest reach whose lines are looked up in a table.
const TABLED: usize = 7;

/// How far a stone changes the class of a cell on its line: the row that both are in, and where exactly K win the cell beyond its end.
pub(super) fn reach(rules: Rules) -> usize {
    match rules.win_rule() {
        WinRule::AtLeast => rules.k() - 1,
        WinRule::Exactly => rules.k(),
    }
}

/// The classes by name. `OPEN_1` and `ONE` lack one stone after the move, and so on.
pub mod class {
    use super::Class;

    /// No room for K in a row.
    pub const DEAD: Class = 0;
    /// A cell that makes a 1: a closed K-2.
    pub const TWO: Class = 11;
    /// A cell that makes an open 1: an open K-2.
    pub const OPEN_2: Class = 12;
    /// One cell that wins: a K-1.
    pub const ONE: Class = 13;
    /// Two cells that win: an open K-1.
    pub const OPEN_1: Class = 14;
    /// K in a row.
    pub const WIN: Class = 15;

    /// A line that still lacks so many stones after the move. Seven or more are not told apart.
    pub const fn lacking(stones: usize, open: bool) -> Class {
        let stones = if stones > 7 { 7 } else { stones };
        (15 - 2 * stones + open as usize) as Class
    }
}

/// The classes of all lines for one K and way to win.
#[derive(Debug)]
pub struct Classes {
    k: usize,
    win_rule: WinRule,
    reach: u32,
    /// Where the entries of an interval begin, by cells to the left times one more than the reach plus cells to the right.
    starts: Vec<u32>,
    /// By start plus own stones of the interval, from the left in the low bits; empty above [`TABLED`].
    table: Vec<Class>,
}

impl Classes {
    /// The classes of these rules, made once in a program.
    pub fn of(rules: Rules) -> Arc<Classes> {
        static TABLES: [[OnceLock<Arc<Classes>>; TABLED + 1]; 2] =
            [const { [const { OnceLock::new() }; TABLED + 1] }; 2];
        let reach = reach(rules);
        match TABLES[rules.win_rule() as usize].get(reach) {
            Some(table) => Arc::clone(table.get_or_init(|| Arc::new(Classes::build(rules)))),
            None => Arc::new(Classes::untabled(rules)),
        }
    }

    fn untabled(rules: Rules) -> Classes {
        let (k, win_rule) = (rules.k(), rules.win_rule());
        Classes { k, win_rule, reach: reach(rules) as u32, starts: Vec::new(), table: Vec::new() }
    }

    fn build(rules: Rules) -> Classes {
        let (k, reach) = (rules.k(), reach(rules));
        // Only at the end are the far ones thrown together: the recursion needs them apart.
        let tell =
            |raw: u8| if raw == 0 { class::DEAD } else { raw.saturating_sub(RAW_WIN - class::WIN).max(2 - raw % 2) };
        // Intervals shorter than K share one stretch of dead lines at the beginning.
        let (mut starts, mut table) = (Vec::new(), vec![class::DEAD; 1 << (k - 1)]);
        let mut raw = Vec::new();
        for left in 0..=reach {
            for right in 0..=reach {
                if left + right + 1 < k {
                    starts.push(0);
                    continue;
                }
                raw.clear();
                raw.resize(1usize << (left + right), 0);
                for own in (0..raw.len()).rev() {
                    raw[own] = deduce(own, left, right, rules, |fuller| raw[fuller]);
                }
                starts.push(table.len() as u32);
                // Room for the cell itself, which is empty, so that the interval is read in one piece.
                let without = |own: usize| own & ((1 << left) - 1) | own >> (left + 1) << left;
                table.extend((0..2 * raw.len()).map(|own| tell(raw[without(own)])));
            }
        }
        Classes { starts, table, ..Classes::untabled(rules) }
    }

    /// The class of the empty cell `n` of a line of up to 64 cells with these own stones, so many cells to its left and right being free
    /// of the opponent's.
    #[inline]
    pub fn tabled(&self, own: u64, left: u32, right: u32, n: u32) -> Class {
        let (left, right) = (left.min(self.reach), right.min(self.reach));
        let start = self.starts[(left * (self.reach + 1) + right) as usize];
        let interval = (own >> (n - left)) & ((2 << (left + right)) - 1);
        self.table[start as usize + interval as usize]
    }

    /// Whether [`Classes::tabled`] serves.
    #[inline]
    pub fn is_tabled(&self) -> bool {
        !self.table.is_empty()
    }

    /// The same for every K by counting windows: the line's own stones, its free interval `from..to` around the cell.
    pub fn counted(&self, own: u128, from: u32, to: u32, n: u32) -> Class {
        match self.win_rule {
            WinRule::AtLeast => self.windows(|i| has_bit(own, i), |_| false, from..to, n),
            WinRule::Exactly => {
                let spoilt = self.spoilt(own);
                self.windows(|i| has_bit(own, i), |i| has_bit(spoilt, i), from..to, n)
            }
        }
    }

    /// The same on a line or a pattern of up to 64 cells, in half the instructions.
    #[inline]
    pub(super) fn counted_in_word(&self, own: u64, from: u32, to: u32, n: u32) -> Class {
        match self.win_rule {
            WinRule::AtLeast => self.windows(|i| own >> i & 1 == 1, |_| false, from..to, n),
            WinRule::Exactly => self.counted(own.into(), from, to, n),
        }
    }

    /// Counts the windows; compiled apart where no window is ever spoilt.
    #[inline]
    fn windows(
        &self,
        has: impl Fn(u32) -> bool,
        spoilt: impl Fn(u32) -> bool,
        Range { start: from, end: to }: Range<u32>,
        n: u32,
    ) -> Class {
        let k = self.k as u32;
        let (from, to) = (from.max((n + 1).saturating_sub(k)), to.min(n + k));
        if to - from < k {
            return class::DEAD;
        }
        let empty = |i: u32| u32::from(!has(i) && i != n);
        let mut lack: u32 = (from..from + k).map(empty).sum();
        let (mut least, mut open) = (if spoilt(from) { u32::MAX } else { lack }, false);
        // Empty cells that left the window since the last fullest one.
        let mut lost = 0;
        for start in from + 1..=to - k {
            let (gone, come) = (empty(start - 1), empty(start + k - 1));
            lack = lack + come - gone;
            lost += gone;
            if spoilt(start) {
                continue;
            }
            if lack < least {
                (least, open, lost) = (lack, false, 0);
            } else if lack == least {
                open |= lost == 1;
                lost = 0;
            }
        }
        match least {
            0 => class::WIN,
            u32::MAX => class::DEAD,
            _ => class::lacking(least as usize, open),
        }
    }

    /// The windows of a line, by their first cell, that can never be a row that wins: where exactly K win, those with an own stone
    /// just beyond one of their ends.
    #[inline]
    pub(super) fn spoilt(&self, own: u128) -> u128 {
        match self.win_rule {
            WinRule::AtLeast => 0,
            WinRule::Exactly => own << 1 | own.checked_shr(self.k as u32).unwrap_or(0),
        }
    }
}

#[inline]
fn has_bit(set: u128, i: u32) -> bool {
    (set >> i) & 1 == 1
}

/// A win while the table is made; the others lie below as in [`class`], but without an end.
const RAW_WIN: u8 = 255;

/// The class of a set of own stones from the classes of the sets with one stone more. The cell itself is between the `left`
/// low bits and the `right` high ones.
fn deduce(own: usize, left: usize, right: usize, rules: Rules, fuller: impl Fn(usize) -> u8) -> u8 {
    let reach = |bits: usize, most: usize| (0..most).take_while(|i| bits >> i & 1 == 1).count();
    let mirrored = (0..left).fold(0, |bits, i| bits | (own >> i & 1) << (left - 1 - i));
    let row = 1 + reach(mirrored, left) + reach(own >> left, right);
    if rules.wins_with(row) {
        return RAW_WIN;
    }
    if row > rules.k() {
        return 0;
    }
    let (mut wins, mut best) = (0, 0);
    for i in (0..left + right).filter(|i| own >> i & 1 == 0) {
        let after = fuller(own | 1 << i);
        wins += u32::from(after == RAW_WIN);
        best = best.max(after);
    }
    match wins {
        // Too long a row whatever is played.
        0 if best == 0 => 0,
        0 => best - 2,
        1 => RAW_WIN - 2,
        _ => RAW_WIN - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line as text: `x` own, `o` blocked, `.` empty, `*` the cell.
    fn classify(k: usize, line: &str) -> [Class; 2] {
        classify_by(rules_of(k), line)
    }

    fn rules_of(k: usize) -> Rules {
        Rules::new(1, 40, k, filetto_rules::Placement::Free).unwrap()
    }

    fn classify_by(rules: Rules, line: &str) -> [Class; 2] {
        let classes = Classes::of(rules);
        let bits =
            |wanted: u8| line.bytes().enumerate().filter(|(_, b)| *b == wanted).fold(0u64, |w, (i, _)| w | 1 << i);
        let n = line.find('*').unwrap();
        let left = line[..n].bytes().rev().take_while(|b| *b != b'o').count();
        let right = line[n + 1..].bytes().take_while(|b| *b != b'o').count();
        let own = bits(b'x');
        let counted = classes.counted(own.into(), (n - left) as u32, (n + right + 1) as u32, n as u32);
        let tabled =
            if classes.is_tabled() { classes.tabled(own, left as u32, right as u32, n as u32) } else { counted };
        [tabled, counted]
    }

    #[test]
    fn lines_of_five_have_the_classes_of_the_books() {
        let cases = [
            ("xx*xx", class::WIN),
            (".xx*x.", class::OPEN_1),
            ("oxx*x.", class::ONE),
            ("x.xx*.x", class::OPEN_1),
            ("..xx*..", class::OPEN_2),
            ("o.xx*.o", class::TWO),
            (".x.*x.", class::OPEN_2),
            ("oxx*..", class::TWO),
            ("....*....", class::lacking(4, true)),
            ("o...*o", class::DEAD),
        ];
        for (line, wanted) in cases {
            assert_eq!(classify(5, line), [wanted; 2], "{line}");
        }
    }

    #[test]
    fn where_exactly_five_win_a_longer_row_is_worth_nothing() {
        let cases = [
            ("xx*xx", class::WIN),
            ("xx*xxx", class::DEAD),
            (".xx*x.", class::OPEN_1),
            ("x.xx*x.", class::ONE),
            ("x.xx*x.x", class::DEAD),
            ("x.xx*.x", class::OPEN_1),
            ("x.xx*..", class::ONE),
            (".xx*x.x", class::ONE),
            ("o.xx*.o", class::TWO),
        ];
        for (line, wanted) in cases {
            assert_eq!(classify_by(rules_of(5).exactly(), line), [wanted; 2], "{line}");
        }
    }

    #[test]
    fn short_rows_degenerate_gracefully() {
        assert_eq!(classify(1, "*"), [class::WIN; 2]);
        assert_eq!(classify(2, ".*."), [class::OPEN_1; 2]);
        assert_eq!(classify(2, ".*o"), [class::ONE; 2]);
        assert_eq!(classify(3, ".*."), [class::TWO; 2], "three cells hold one row");
        assert_eq!(classify(3, ".*.."), [class::OPEN_2; 2]);
    }

    #[test]
    fn the_recursion_and_the_windows_agree_on_every_line() {
        let wins = |k| [rules_of(k), rules_of(k).exactly()];
        for rules in (1..=6).flat_map(wins) {
            for left in 0..=reach(rules) {
                for right in 0..=reach(rules) {
                    for own in 0..1usize << (left + right) {
                        let letter = |i: usize| if own >> i & 1 == 1 { 'x' } else { '.' };
                        let mut line: String = (0..left).map(letter).collect();
                        line.push('*');
                        line.extend((left..left + right).map(letter));
                        let [tabled, counted] = classify_by(rules, &line);
                        assert_eq!(tabled, counted, "{line} for {rules}");
                    }
                }
            }
        }
    }
}
