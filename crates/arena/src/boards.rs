//! Which boards an event is played on.

use filetto_rules::{Placement, Rules, RulesError};

/// A list of boards with a name, and how its tradition starts and counts games.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name that a user asks for it by.
    pub name: &'static str,
    /// What it is, for a help text.
    pub about: &'static str,
    boards: fn() -> Vec<Rules>,
}

/// All lists with a name.
pub const PRESETS: [Preset; 6] = [
    Preset { name: "bologna-mnk", about: "the 25 boards of the (M,N,K) tournaments of 2021 and 2022", boards: mnk },
    Preset {
        name: "bologna-cx",
        about: "the 35 boards of the ConnectX ranking of 2023",
        boards: || connectx(&[(20, 20, 10), (30, 30, 10), (40, 40, 10), (50, 50, 10)]),
    },
    Preset {
        name: "bologna-cx-announced",
        about: "the same with the four large boards that the assignment had announced",
        boards: || connectx(&[(25, 25, 10), (50, 50, 15), (75, 75, 20), (100, 100, 30)]),
    },
    Preset { name: "gomocup15", about: "15x15x5 with Gomocup's openings", boards: || vec![Rules::GOMOKU] },
    Preset { name: "gomocup20", about: "20x20x5 with Gomocup's openings", boards: || vec![Rules::GOMOKU20] },
    Preset {
        name: "small",
        about: "3x3x3, 4x4x3, 5x5x4, 6x7x4g: a quick look",
        boards: || all(&[(3, 3, 3, false), (4, 4, 3, false), (5, 5, 4, false), (6, 7, 4, true)]),
    },
];

impl Preset {
    /// The list of this name.
    pub fn named(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// Its boards.
    pub fn boards(&self) -> Vec<Rules> {
        (self.boards)()
    }
}

/// Reads boards and presets separated by commas: `3x3x3,6x7x4g,bologna-mnk`. What is named twice is played once.
///
/// ```
/// assert_eq!(filetto_arena::boards("tictactoe,3x3x3,6x7x4g").unwrap().len(), 2);
/// assert_eq!(filetto_arena::boards("bologna-mnk").unwrap().len(), 25);
/// ```
pub fn boards(text: &str) -> Result<Vec<Rules>, RulesError> {
    let mut list: Vec<Rules> = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let more = match Preset::named(&part.to_ascii_lowercase()) {
            Some(preset) => preset.boards(),
            None => vec![part.parse()?],
        };
        for rules in more {
            if !list.contains(&rules) {
                list.push(rules);
            }
        }
    }
    Ok(list)
}

fn all(numbers: &[(usize, usize, usize, bool)]) -> Vec<Rules> {
    numbers
        .iter()
        .filter_map(|&(rows, cols, k, gravity)| Rules::new(rows, cols, k, Placement::with_gravity(gravity)).ok())
        .collect()
}

#[rustfmt::skip]
fn mnk() -> Vec<Rules> {
    let numbers = [
        (3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (5, 5, 5), (6, 4, 4), (6, 5, 4), (6, 6, 4),
        (6, 6, 5), (6, 6, 6), (7, 4, 4), (7, 5, 4), (7, 6, 4), (7, 7, 4), (7, 5, 5), (7, 6, 5), (7, 7, 5), (7, 7, 6),
        (7, 7, 7), (8, 8, 4), (10, 10, 5), (50, 50, 10), (70, 70, 10),
    ];
    all(&numbers.map(|(rows, cols, k)| (rows, cols, k, false)))
}

/// Every size from 4x4 to 7x7 with 4 and, where it makes a difference, 5 in a row; then the large ones.
fn connectx(large: &[(usize, usize, usize)]) -> Vec<Rules> {
    let sizes = || (4..=7).flat_map(|rows| (4..=7).map(move |cols| (rows, cols)));
    let four = sizes().map(|(rows, cols)| (rows, cols, 4, true));
    let five = sizes().filter(|&size| size != (4, 4)).map(|(rows, cols)| (rows, cols, 5, true));
    let large = large.iter().map(|&(rows, cols, k)| (rows, cols, k, true));
    all(&four.chain(five).chain(large).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_presets_have_the_official_number_of_boards() {
        let sizes: Vec<usize> = PRESETS.iter().map(|preset| preset.boards().len()).collect();
        assert_eq!(sizes, [25, 35, 35, 1, 1, 4]);
    }

    #[test]
    fn a_wrong_board_in_a_list_is_named() {
        assert!(boards("3x3x3,nonsense").unwrap_err().to_string().contains("nonsense"));
    }
}
