//! Backgammon without the doubling cube: dice, hits, the bar, bearing off; gammons count two and backgammons three.

use filetto_search::{Game, Key, MoveList, Outcome, Stochastic};

/// Where a player's men stand, seen by that player: 0 is off the board, 1 to 24 the points still to go, 25 the bar.
pub(crate) type Men = [u8; 26];

/// A move of the game: a roll of the dice, or what a player makes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) enum Play {
    /// Two dice, the larger first.
    Roll(u8, u8),
    /// Up to four steps, each from a point by a number of pips; 0 pips are no step.
    Steps(Steps),
}

/// The steps of a play, in the order that they are made.
type Steps = [(u8, u8); 4];

/// A play as it is found: the dice used, the steps, the position after them.
type Found = (usize, Steps, Position);

/// A position: the men of both, whose turn it is, and the dice if they were rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) men: [Men; 2],
    pub(crate) turn: usize,
    pub(crate) dice: Option<(u8, u8)>,
}

/// A game of backgammon; taking back drops the last copy.
#[derive(Clone, Debug)]
pub(crate) struct Backgammon {
    positions: Vec<Position>,
}

impl Position {
    /// The first position.
    pub(crate) fn start() -> Self {
        let mut men = [0; 26];
        [men[24], men[13], men[8], men[6]] = [2, 5, 3, 5];
        Position { men: [men; 2], turn: 0, dice: None }
    }

    /// The men of the player whose turn it is and of the other.
    pub(crate) fn sides(&self) -> (&Men, &Men) {
        (&self.men[self.turn], &self.men[1 - self.turn])
    }

    /// This position after one step of the player whose turn it is, if it is legal.
    pub(crate) fn step(&self, from: u8, pips: u8) -> Option<Position> {
        let (mine, theirs) = self.sides();
        if mine[usize::from(from)] == 0 || (from != 25 && mine[25] > 0) {
            return None;
        }
        let to = from.saturating_sub(pips);
        if to == 0 {
            let farther = mine[usize::from(from) + 1..].iter().any(|&men| men > 0);
            let outside = mine[7..].iter().any(|&men| men > 0);
            if outside || (pips > from && farther) {
                return None;
            }
        } else if theirs[usize::from(25 - to)] > 1 {
            return None;
        }
        let mut after = *self;
        after.men[self.turn][usize::from(from)] -= 1;
        after.men[self.turn][usize::from(to)] += 1;
        let hit = &mut after.men[1 - self.turn];
        if to > 0 && hit[usize::from(25 - to)] == 1 {
            hit[usize::from(25 - to)] = 0;
            hit[25] += 1;
        }
        Some(after)
    }

    /// Every way to use as many dice as possible, each resulting position once.
    pub(crate) fn plays(&self) -> Vec<Play> {
        let Some((high, low)) = self.dice else { return Vec::new() };
        let mut found: Vec<Found> = Vec::new();
        let orders: &[&[u8]] = if high == low { &[&[high; 4]] } else { &[&[high, low], &[low, high]] };
        for dice in orders {
            self.follow(dice, 25, 0, [(0, 0); 4], &mut found);
        }
        let most = found.iter().map(|(used, ..)| *used).max().unwrap_or(0);
        found.retain(|(used, ..)| *used == most);
        if most == 1 && high != low && found.iter().any(|(_, steps, _)| steps[0].1 == high) {
            found.retain(|(_, steps, _)| steps[0].1 == high);
        }
        let mut seen: Vec<Position> = Vec::new();
        found.retain(|(.., after)| {
            !seen.contains(after) && {
                seen.push(*after);
                true
            }
        });
        found.into_iter().map(|(_, steps, _)| Play::Steps(steps)).collect()
    }

    /// With equal dice steps are taken from the rear forwards, since their order does not matter.
    fn follow(&self, dice: &[u8], rear: u8, used: usize, steps: Steps, found: &mut Vec<Found>) {
        let mut went_on = false;
        if let Some((&pips, rest)) = dice.split_first() {
            for from in (1..=rear).rev() {
                if let Some(after) = self.step(from, pips) {
                    went_on = true;
                    let mut steps = steps;
                    steps[used] = (from, pips);
                    let rear = if rest.first() == Some(&pips) { from } else { 25 };
                    after.follow(rest, rear, used + 1, steps, found);
                }
            }
        }
        if !went_on {
            found.push((used, steps, *self));
        }
    }

    /// The pips that a side has still to go.
    pub(crate) fn pips(&self, side: usize) -> i32 {
        self.men[side].iter().zip(0..).map(|(&men, point)| i32::from(men) * point).sum()
    }
}

impl Backgammon {
    /// The first position, the first player to roll.
    pub(crate) fn new() -> Self {
        Self::of(Position::start())
    }

    /// Any position.
    pub(crate) fn of(position: Position) -> Self {
        Backgammon { positions: vec![position] }
    }

    pub(crate) fn now(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }
}

impl Game for Backgammon {
    type Move = Play;

    fn moves(&self, list: &mut MoveList<Play>) {
        self.now().plays().into_iter().for_each(|play| list.push(play));
    }

    fn play(&mut self, mv: Play) {
        let mut after = *self.now();
        match mv {
            Play::Roll(high, low) => after.dice = Some((high, low)),
            Play::Steps(steps) => {
                for (from, pips) in steps.into_iter().filter(|step| step.1 > 0) {
                    after = after.step(from, pips).unwrap_or(after);
                }
                (after.dice, after.turn) = (None, 1 - after.turn);
            }
        }
        self.positions.push(after);
    }

    fn undo(&mut self, _: Play) {
        self.positions.pop();
    }

    /// Who has all men off has won; it was the other's move.
    fn outcome(&self) -> Option<Outcome> {
        let (_, theirs) = self.now().sides();
        (theirs[0] == 15).then_some(Outcome::Loss)
    }

    fn key(&self) -> Key {
        let Position { men, turn, dice } = self.now();
        let dice = dice.map_or(0, |(high, low)| 7 * high + low);
        let words = men.iter().flatten().copied().chain([*turn as u8, dice]);
        Key(words.fold(0, |key, word| (key ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3).rotate_left(23)))
    }

    /// The place in the list: searches of games with dice keep no tables of moves, so nobody asks often.
    fn index(&self, mv: Play) -> usize {
        match mv {
            Play::Roll(high, low) => usize::from(high) * 7 + usize::from(low),
            Play::Steps(_) => 64 + self.now().plays().iter().position(|&play| play == mv).unwrap_or(0),
        }
    }

    fn indices(&self) -> usize {
        1 << 14
    }
}

impl Stochastic for Backgammon {
    const LARGEST: f64 = 3.0;

    fn rolls(&self, rolls: &mut Vec<(Play, f64)>) {
        if self.now().dice.is_none() {
            for high in 1..=6 {
                rolls.extend((1..high).map(|low| (Play::Roll(high, low), 2.0 / 36.0)));
                rolls.push((Play::Roll(high, high), 1.0 / 36.0));
            }
        }
    }

    fn payoff(&self) -> Option<f64> {
        self.outcome()?;
        let (mine, _) = self.now().sides();
        let trapped = mine[19..].iter().any(|&men| men > 0);
        Some(if mine[0] > 0 {
            -1.0
        } else if trapped {
            -3.0
        } else {
            -2.0
        })
    }
}
