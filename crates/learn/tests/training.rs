//! A training survives a kill, and what it hands out can be played with.
#![allow(clippy::disallowed_methods, reason = "a test may look at files")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use filetto_engine::Player as _;
use filetto_learn::{Config, LearnError, Model, Network, Shape, Stage, Training, Yardstick, Zero, read_log};
use filetto_rules::{Game, Rules};
use filetto_search::Budget;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("filetto-learn-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn config() -> Config {
    let rules: Rules = "3x3x3".parse().unwrap();
    Config { blocks: 1, simulations: 8, games: 40, gate_every: 2, gate_games: 10, ..Config::new(rules) }
}

fn state(folder: &Path) -> Vec<u8> {
    std::fs::read(folder.join("state.bin")).unwrap()
}

#[test]
fn a_training_that_was_broken_off_ends_with_the_same_weights_to_the_last_bit() {
    let (whole, broken) = (Folder::new("whole"), Folder::new("broken"));
    let mut training = Training::open(&whole.0, config()).unwrap();
    for _ in 0..3 {
        training.step(&mut |_| true).unwrap().unwrap();
    }
    let mut training = Training::open(&broken.0, config()).unwrap();
    training.step(&mut |_| true).unwrap().unwrap();
    // Broken off while learning: the games of the generation are on disk already, its state is not.
    assert!(training.step(&mut |stage| !matches!(stage, Stage::Train(3.., _))).unwrap().is_none());
    drop(training);
    let mut training = Training::open(&broken.0, config()).unwrap();
    assert_eq!(training.log().len(), 1);
    // Asked to stop, then going on in the same process.
    assert!(training.step(&mut |_| false).unwrap().is_none());
    for _ in 0..2 {
        training.step(&mut |_| true).unwrap().unwrap();
    }
    assert!(state(&whole.0) == state(&broken.0));
    assert_eq!(read_log(&broken.0).unwrap().len(), 3);
}

#[test]
fn a_folder_of_another_board_is_refused() {
    let folder = Folder::new("other");
    Training::open(&folder.0, config()).unwrap();
    let other = Config::new("4x4x3".parse().unwrap());
    assert!(matches!(Training::open(&folder.0, other), Err(LearnError::OtherBoard { .. })));
    std::fs::write(folder.0.join("state.bin"), b"nonsense").unwrap();
    assert!(matches!(Training::open(&folder.0, config()), Err(LearnError::Damaged(_))));
}

#[test]
fn a_training_goes_on_from_a_network_and_counts_on() {
    let (first, further) = (Folder::new("first"), Folder::new("further"));
    Training::open(&first.0, config()).unwrap().step(&mut |_| true).unwrap().unwrap();
    let model = Model::from_bytes(&std::fs::read(first.0.join("model.net")).unwrap()).unwrap();
    // Another number of blocks is asked for; the network's own counts.
    let mut training = Training::open_from(&further.0, Config { blocks: 3, ..config() }, Some(&model)).unwrap();
    assert_eq!(training.config().blocks, 1);
    assert!(training.newest().weights() == model.network.weights());
    let entry = training.step(&mut |_| true).unwrap().unwrap();
    assert_eq!((entry.generation, entry.games), (2, 80));
    drop(training);
    // Opened again, the folder goes on by itself and not from the network.
    let training = Training::open_from(&further.0, config(), Some(&model)).unwrap();
    assert_eq!(training.log().len(), 2);
    assert!(training.newest().weights() != model.network.weights());
    drop(training);
    let other = Config::new("4x4x3".parse().unwrap());
    let folder = Folder::new("wrong");
    assert!(matches!(Training::open_from(&folder.0, other, Some(&model)), Err(LearnError::OtherNetwork { .. })));
}

#[test]
fn the_model_of_a_training_plays_legal_games() {
    let folder = Folder::new("model");
    Training::open(&folder.0, config()).unwrap().step(&mut |_| true).unwrap().unwrap();
    let model = Model::from_bytes(&std::fs::read(folder.0.join("model.net")).unwrap()).unwrap();
    let rules = model.rules();
    let mut zero = Zero::new(Some(Arc::new(model)), Some(8), 1 << 20);
    let mut game = Game::new(rules);
    while let Some(choice) = zero.choose(&game, &Budget::none(), &mut |_| ()) {
        game.play(choice.cell).unwrap();
    }
    assert!(game.outcome().is_over());
}

#[test]
fn a_yardstick_counts_moves_that_keep_the_value_and_refuses_nonsense() {
    let rules: Rules = "3x3x3".parse().unwrap();
    // Cross to move wins at c1; no other move does.
    let text = "# a comment\na1 a2 b1 b2 c1=3 c2=0 a3=-1 b3=-1 c3=-1\n";
    let yardstick = Yardstick::read(rules, text).unwrap();
    let network = Network::random(Shape { rules, blocks: 1 }, 1);
    // The search sees the win whatever the network thinks.
    let measured = yardstick.measure(&network, 4, &mut || true).unwrap();
    assert_eq!((measured.keeps, measured.perfect), (1.0, 1.0));
    assert!(yardstick.measure(&network, 4, &mut || false).is_none());
    for wrong in ["a1 a2 b1 b2 c1=3", "a1 a1 c1=3", "a1 b1=x", "z9 a1=1"] {
        assert!(Yardstick::read(rules, wrong).is_err(), "{wrong}");
    }
}
