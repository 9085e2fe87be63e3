//! Whether the champion keeps what it has: games from random positions of known value, against the solver.
//!
//! `cargo run --release -p filetto-solve --example perfect -- 6x7x4g plies=8 games=2000 time=1000`
//!
//! Several boards are separated by commas. A position has up to `plies` random stones and is not over; the champion plays the side
//! that does not lose, in drawn ones each side in turn. The solver answers every move with one that keeps its own value, by lot, and judges after every move of the
//! champion whether the value is what it was: if not, that is a slip, and it is printed. Other settings: `nodes=N` instead of `time` (in
//! milliseconds), `seed=N`, `judge=N` (nodes for a judgement; games that it cannot judge are counted as open), `busy=N` threads that only take time.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a program for developers")]

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use filetto_engine::champion::Champion;
use filetto_engine::{Player, Settings};
use filetto_rules::{Board, Cell, Game, Rng, Rules, Side};
use filetto_search::{Budget, Clock};
use filetto_solve::lookup::look_up;
use filetto_solve::{News, Solvers, Task, Value};

struct Judge {
    task: Task,
    most: u64,
}

impl Judge {
    /// The value of a position, if it can be told.
    fn value(&mut self, game: &Game) -> Option<Value> {
        if game.outcome().is_over() {
            return Some(Value::of(game.outcome().winner()));
        }
        if let Some(known) = look_up(game, None) {
            return known.found.value;
        }
        let (most, mut begun) = (self.most, None);
        let mut watch = |news: &News| match news.nodes - *begun.get_or_insert(news.nodes) < most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        self.task.ask(game, &mut watch).ok()?.value
    }

    /// A move that keeps the value, by lot. The first one found will do: the order is by lot.
    fn reply(&mut self, game: &Game, value: Value, rng: &mut Rng) -> Option<Cell> {
        let mut cells = game.board().legal_moves();
        while !cells.is_empty() {
            let cell = cells.swap_remove(rng.below(cells.len()));
            let mut next = game.clone();
            next.play(cell).ok()?;
            if self.value(&next)? == value {
                return Some(cell);
            }
        }
        None
    }
}

fn position(rules: Rules, plies: usize, rng: &mut Rng) -> Game {
    loop {
        let mut game = Game::new(rules);
        for _ in 0..rng.below(plies + 1) {
            if let Some(&cell) = rng.pick(&game.board().legal_moves()) {
                let _ = game.play(cell);
            }
        }
        if !game.outcome().is_over() {
            return game;
        }
    }
}

enum End {
    Kept,
    Slipped,
    Open,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |name: &str| args.iter().find_map(|arg| arg.strip_prefix(name)?.strip_prefix('=')).map(str::to_owned);
    let number = |name: &str, usual: u64| text(name).map_or(usual, |text| text.parse().expect("a number"));
    let boards: Vec<Rules> = args[0].split(',').map(|board| board.parse().expect("a board")).collect();
    let (plies, games, most) = (number("plies", 8) as usize, number("games", 100), number("judge", 20_000_000));
    let budget = || match number("nodes", 0) {
        0 => Budget::none().time(Duration::from_millis(number("time", 1000))),
        nodes => Budget::none().nodes(nodes),
    };
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..number("busy", 0) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        for rules in boards {
            let mut rng = Rng::new(number("seed", 1));
            let settings = Settings { oracle: Some(Solvers::boxed), ..Settings::default() };
            let (mut champion, mut ends, mut slowest) = (Champion::new(settings), [0u64; 3], Duration::ZERO);
            let Ok(task) = Task::new(&Game::new(rules), 256 << 20, 1) else { continue };
            let mut judge = Judge { task, most };
            while ends.iter().sum::<u64>() < games {
                let begin = position(rules, plies, &mut rng);
                let Some(value) = judge.value(&begin) else { continue };
                for side in Side::BOTH.into_iter().filter(|side| value != Value::of(Some(side.other()))) {
                    champion.new_game();
                    let mut game = begin.clone();
                    let end = loop {
                        if game.outcome().is_over() {
                            break End::Kept;
                        }
                        let mine = game.to_move() == side;
                        let cell = if mine {
                            let clock = Clock::start();
                            let choice = champion.choose(&game, &budget(), &mut |_| {});
                            slowest = slowest.max(clock.elapsed());
                            choice.map(|choice| choice.cell)
                        } else {
                            judge.reply(&game, value, &mut rng)
                        };
                        let Some(cell) = cell.filter(|&cell| game.play(cell).is_ok()) else { break End::Open };
                        if mine {
                            match judge.value(&game) {
                                Some(now) if now == value => {}
                                Some(now) => {
                                    let moves: Vec<String> = game.cells().map(|cell| cell.to_string()).collect();
                                    println!("{rules}: {value} before {cell}, {now} after it: {}", moves.join(" "));
                                    break End::Slipped;
                                }
                                None => break End::Open,
                            }
                        }
                    };
                    ends[end as usize] += 1;
                }
            }
            let [kept, slipped, open] = ends;
            println!("{rules}: {kept} kept, {slipped} slips, {open} open; slowest move {} ms", slowest.as_millis());
        }
        stop.store(true, Ordering::Relaxed);
    });
}
