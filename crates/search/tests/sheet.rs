//! The games of the laboratory sheet follow their rules: draughts, backgammon, Go.
#![allow(dead_code, reason = "the games are shared with the examples")]

#[path = "../examples/games/backgammon.rs"]
mod backgammon;
#[path = "../examples/games/backgammon_eval.rs"]
mod backgammon_eval;
#[path = "../examples/games/compare.rs"]
mod compare;
#[path = "../examples/games/draughts.rs"]
mod draughts;
#[path = "../examples/games/go.rs"]
mod go;
#[path = "../examples/games/go_policy.rs"]
mod go_policy;
#[path = "../examples/games/gtp.rs"]
mod gtp;
#[path = "../examples/games/tally.rs"]
mod tally;

use std::collections::BTreeSet;

use backgammon::{Backgammon, Play, Position};
use backgammon_eval::{PipCount, Structure};
use draughts::{Advance, Count, Draughts};
use filetto_search::*;
use go::{Go, PASS};

fn moves<G: Game>(game: &G) -> Vec<G::Move> {
    let mut list = MoveList::new();
    game.moves(&mut list);
    list.iter(list.since(0)).collect()
}

fn perft<G: Game>(game: &mut G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (moves, key) = (moves(game), game.key());
    let indices: BTreeSet<usize> = moves.iter().map(|&mv| game.index(mv)).collect();
    assert!(indices.len() == moves.len() && indices.iter().all(|&index| index < game.indices()));
    let below = moves.iter().map(|&mv| {
        game.play(mv);
        let below = perft(game, depth - 1);
        game.undo(mv);
        assert_eq!(game.key(), key, "undo gives the position back");
        below
    });
    below.sum()
}

#[test]
fn draughts_has_the_published_number_of_lines() {
    let counts: Vec<u64> = (1..=8).map(|depth| perft(&mut Draughts::new(), depth)).collect();
    assert_eq!(counts, [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931]);
}

fn squares(names: &[&str]) -> u64 {
    let bit = |name: &&str| (name.as_bytes()[0] - b'a') as u64 + 8 * (name.as_bytes()[1] - b'1') as u64;
    names.iter().fold(0, |set, name| set | 1 << bit(name))
}

#[test]
fn a_king_takes_in_a_circle_and_a_man_stops_when_crowned() {
    // A king on c3 takes four men and comes back to where it was, either way round; both take the same, so one move.
    let game = Draughts::of([squares(&["c3"]), squares(&["d4", "f4", "f2", "d2"])], squares(&["c3"]), 0);
    assert_eq!(moves(&game).len(), 1, "{game}");
    // A man takes onto the last row beside another man that a king could take: its move ends.
    let mut game = Draughts::of([squares(&["c5"]), squares(&["d6", "f6", "a7"])], 0, 0);
    let all = moves(&game);
    assert_eq!(all.len(), 1);
    game.play(all[0]);
    assert!(game.outcome().is_none() && perft(&mut game, 1) == 3, "two men are left, and they can move:\n{game}");
}

#[test]
fn a_player_without_moves_has_lost_and_kings_that_shuffle_draw() {
    let stuck = Draughts::of([squares(&["a1"]), squares(&["b2", "c3"])], 0, 0);
    assert_eq!(stuck.outcome(), Some(Outcome::Loss));
    let mut game = Draughts::of([squares(&["a1"]), squares(&["h8"])], squares(&["a1", "h8"]), 0);
    let mut plies = 0;
    while game.outcome().is_none() {
        let all = moves(&game);
        let found = AlphaBeta::new().run(&mut game, &mut Count, &Limits::none().depth(2)).best;
        game.play(found.filter(|best| all.contains(best)).expect("there is a move"));
        plies += 1;
    }
    assert_eq!((plies, game.outcome()), (80, Some(Outcome::Draw)));
}

#[test]
fn a_search_of_draughts_prefers_men_that_have_come_far() {
    let tally = compare::compare(&Draughts::new(), (&mut Advance, &mut Count), 6, (4, 120), 500);
    assert!((0.0..=1.0).contains(&tally.mean()) && tally.error() < 0.6, "{tally}");
}

/// The plays of a roll by brute force: all sequences of steps, the longest kept, as sets of resulting positions.
fn by_hand(position: Position) -> BTreeSet<[[u8; 26]; 2]> {
    fn all(position: Position, dice: &[u8], used: Vec<u8>, found: &mut Vec<(Vec<u8>, Position)>) {
        found.push((used.clone(), position));
        for (i, &die) in dice.iter().enumerate() {
            let mut rest = dice.to_vec();
            rest.remove(i);
            for from in 1..=25 {
                if let Some(after) = position.step(from, die) {
                    all(after, &rest, [used.clone(), vec![die]].concat(), found);
                }
            }
        }
    }
    let (high, low) = position.dice.expect("the dice are rolled");
    let dice = if high == low { vec![high; 4] } else { vec![high, low] };
    let mut found = Vec::new();
    all(position, &dice, Vec::new(), &mut found);
    let most = found.iter().map(|(used, _)| used.len()).max().unwrap_or(0);
    found.retain(|(used, _)| used.len() == most);
    if most == 1 && found.iter().any(|(used, _)| used[0] == high) {
        found.retain(|(used, _)| used[0] == high);
    }
    found.into_iter().map(|(_, after)| after.men).collect()
}

#[test]
fn backgammon_plays_are_those_that_brute_force_finds() {
    let (mut rng, mut passed, mut plays) = (Rng::new(9), 0, 0);
    for _ in 0..30 {
        let mut game = Backgammon::new();
        while game.outcome().is_none() {
            let mut rolls = Vec::new();
            game.rolls(&mut rolls);
            let total: f64 = rolls.iter().map(|roll| roll.1).sum();
            assert!(rolls.len() == 21 && (total - 1.0).abs() < 1e-12);
            game.play(rolls[rng.below(21)].0);
            let all = moves(&game);
            let results: BTreeSet<_> = all
                .iter()
                .map(|&mv| {
                    game.play(mv);
                    let men = game.now().men;
                    game.undo(mv);
                    men
                })
                .collect();
            assert_eq!(results, by_hand(*game.now()));
            assert_eq!(results.len(), all.len(), "every result once");
            for side in game.now().men {
                assert_eq!(side.iter().map(|&men| u32::from(men)).sum::<u32>(), 15);
            }
            passed += u32::from(all == [Play::Steps([(0, 0); 4])]);
            plays += 1;
            game.play(all[rng.below(all.len())]);
        }
        assert!([-1.0, -2.0, -3.0].contains(&game.payoff().expect("it is over")));
    }
    assert!(plays > 1000 && passed > 10, "{plays} rolls, {passed} of them without a move");
}

#[test]
fn both_dice_must_be_used_and_the_larger_if_only_one_can() {
    // One man on 24, the other side holds what 6 + 1 would reach: 24/18 and 24/23 are open, 24/17 is not.
    let mut men = [[0; 26]; 2];
    (men[0][24], men[0][0]) = (1, 14);
    (men[1][25 - 17], men[1][0]) = (2, 13);
    let game = Backgammon::of(Position { men, turn: 0, dice: Some((6, 1)) });
    let played: Vec<Play> = moves(&game);
    assert_eq!(played, [Play::Steps([(24, 6), (0, 0), (0, 0), (0, 0)])]);
}

#[test]
fn star1_and_expectiminimax_agree_on_backgammon() {
    let mut game = Backgammon::new();
    game.play(Play::Roll(3, 1));
    let limits = Limits::none().depth(2);
    let full = Expectiminimax.run(&mut game, &mut Structure, &limits);
    let cut = Star1::new().run(&mut game, &mut Structure, &limits);
    assert!((full.value - cut.value).abs() < 1e-9 && cut.report.stats.nodes < full.report.stats.nodes);
    assert_eq!(full.report.best, cut.report.best);
}

#[test]
fn structure_beats_the_pip_count_by_games() {
    let (points, wins) = backgammon_eval::compare((&mut Structure, 1), (&mut PipCount, 1), 100);
    assert!(points.mean() - points.error() > 0.0, "{points}");
    assert!(wins.mean() - wins.error() > 0.5, "{wins}");
}

/// A game of Go from moves, Black first.
fn go(moves: &str) -> Go {
    let mut go = Go::new();
    for word in moves.split_whitespace() {
        let mv = gtp::parse(word).expect("a point");
        assert!(mv == PASS || go.is_legal(mv), "{word} is legal after\n{go}");
        go.play(mv);
    }
    go
}

fn legal(go: &Go, word: &str) -> bool {
    go.is_legal(gtp::parse(word).expect("a point"))
}

#[test]
fn go_takes_stones_and_forbids_suicide() {
    let taken = go("B1 A1 A2");
    assert!(!legal(&taken, "A1") && taken.balance() == 2 * 81 - 15, "the corner stone is gone:\n{taken}");
    let eye = go("B1 pass A2 pass pass");
    assert!(!legal(&eye, "A1"), "White would have no liberty there");
    assert!(moves(&eye).contains(&PASS));
}

#[test]
fn go_forbids_to_repeat_a_position_at_once_and_later() {
    let ko = go("B1 C1 A2 D2 B3 C3 C2 B2");
    assert!(!legal(&ko, "C2"), "the ko may not be retaken at once:\n{ko}");
    let later = go("B1 C1 A2 D2 B3 C3 C2 B2 J9 J8");
    assert!(legal(&later, "C2"), "after a threat it may");
}

#[test]
fn random_games_of_go_end_never_repeat_and_keep_the_rules() {
    let mut rng = Rng::new(5);
    for seed in 0..40 {
        let (mut go, mut list, mut seen, mut boards) = (Go::new(), MoveList::new(), BTreeSet::new(), 0);
        seen.insert(go.to_string());
        while go.outcome().is_none() {
            let mv = go.random_move(&mut rng, &mut list).expect("one may always pass");
            assert!(moves(&go).contains(&mv), "game {seed}: {} is legal in\n{go}", gtp::vertex(mv));
            go.play(mv);
            if mv != PASS {
                assert!(seen.insert(go.to_string()), "a position came again");
                boards += 1;
            }
        }
        assert!(boards > 40, "a game fills the board");
    }
}

#[test]
fn go_counts_area_and_komi() {
    let split = go("D1 E1 D2 E2 D3 E3 D4 E4 D5 E5 D6 E6 D7 E7 D8 E8 D9 E9 pass pass");
    // Black has four columns, White five.
    assert_eq!((split.balance(), split.outcome()), (2 * (36 - 45) - 15, Some(Outcome::Loss)));
    assert_eq!(gtp::score(split.balance()), "W+16.5");
}

#[test]
fn mcts_passes_when_the_count_is_won_and_fights_when_it_is_not() {
    let won = "E1 F1 E2 F2 E3 F3 E4 F4 E5 F5 E6 F6 E7 F7 E8 F8 E9 F9 pass pass";
    let mut black = go(won.strip_suffix(" pass pass").expect("two passes"));
    black.play(PASS);
    assert_ne!(go_policy::choose(&mut black, 500, 1), PASS, "White is behind and must try something:\n{black}");
    let mut black = go(won.strip_suffix(" pass").expect("a pass"));
    black.set_turn(0);
    assert_eq!(go_policy::choose(&mut black, 500, 1), PASS, "Black is ahead by 1.5 points:\n{black}");
}

#[test]
fn gtp_answers_as_the_protocol_says() {
    let script = "1 protocol_version\nboardsize 9\nboardsize 19\nplay b E5\nplay w E5\n# a comment\n2 genmove w\nnonsense\nquit\n";
    let mut answers = Vec::new();
    gtp::serve(script.as_bytes(), &mut answers, |go| moves(go)[0]).expect("memory can be written");
    let answers = String::from_utf8(answers).expect("text");
    assert_eq!(
        answers,
        "=1 2\n\n= \n\n? unacceptable size\n\n= \n\n? illegal move\n\n=2 A1\n\n? unknown command\n\n= \n\n"
    );
}
