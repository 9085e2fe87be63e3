//! Conversations with a manager, as text files: `>` is said to the session, `<` must come back.
//!
//! An expected line may be `move` (any legal `x,y`), several choices with `|`, or contain `*` for anything. Lines of MESSAGE and INFO
//! that are not expected are passed over.

use std::time::Duration;

use filetto_engine::analysis::{Analyst, Effort};
use filetto_engine::protocol::{Action, Session};
use filetto_engine::{Choice, Named, Player, Settings};
use filetto_rules::Rng;
use filetto_search::{Budget, TimeControl};

/// A host without threads: thinking happens on the spot.
struct Host {
    session: Session,
    player: Box<dyn Player>,
    said: Vec<String>,
    quit: bool,
}

impl Host {
    fn new() -> Host {
        Host::with("negascout")
    }

    fn with(player: &str) -> Host {
        let player = Named::find(player).unwrap().make(Settings { memory: 1 << 20, ..Settings::default() });
        Host { session: Session::new(), player, said: Vec::new(), quit: false }
    }

    fn send(&mut self, line: &str) {
        let actions = self.session.input(line);
        self.act(actions);
    }

    fn act(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Say(line) => self.said.push(line),
                Action::Think(task) if task.analyse => {
                    let mut analyst = Analyst::new(Effort::STANDARD.nodes(2_000)).wanting(task.lines, false);
                    let answer = analyst.answer(&task.game);
                    self.said.extend(self.session.answered(&answer, Duration::ZERO));
                    let choice = answer.best().map(Choice::of);
                    let actions = self.session.done(choice.as_ref());
                    self.act(actions);
                }
                Action::Think(task) => {
                    // The same on every machine: nodes instead of time.
                    let budget = Budget { time: TimeControl::NONE, nodes: Some(20_000), ..task.budget };
                    let mut lines = Vec::new();
                    self.player.set_lines(task.lines);
                    let choice =
                        self.player.choose(&task.game, &budget, &mut |info| lines.extend(self.session.told(info)));
                    self.said.extend(lines);
                    let choice = choice.expect("a move in a game that is not over");
                    assert!(task.game.clone().play(choice.cell).is_ok());
                    let actions = self.session.done(Some(&choice));
                    self.act(actions);
                }
                Action::Stop => {}
                Action::Forget => self.player.new_game(),
                Action::Quit => self.quit = true,
            }
        }
    }
}

fn matches(expected: &str, said: &str) -> bool {
    if expected == "move" {
        let numbers: Vec<_> = said.split(',').map(|part| part.parse::<usize>()).collect();
        return numbers.len() == 2 && numbers.iter().all(Result::is_ok);
    }
    expected.split('|').any(|choice| {
        let mut rest = Some(said);
        let pieces: Vec<&str> = choice.split('*').collect();
        for (i, piece) in pieces.iter().enumerate() {
            rest = rest.and_then(|text| match i {
                0 => text.strip_prefix(piece),
                _ if i + 1 == pieces.len() && piece.is_empty() => Some(""),
                _ => text.find(piece).map(|at| &text[at + piece.len()..]),
            });
        }
        rest == Some("")
    })
}

fn is_talk(line: &str) -> bool {
    line.starts_with("MESSAGE") || line.starts_with("INFO")
}

#[allow(clippy::disallowed_methods, reason = "a test reads its fixtures")]
#[test]
fn every_transcript_is_answered_as_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/protocol");
    let mut played = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut host = Host::new();
        for (number, line) in (1..).zip(text.lines()) {
            let place = format!("{} line {number}", path.file_name().unwrap().display());
            if let Some(input) = line.strip_prefix('>') {
                host.said.retain(|line| !is_talk(line));
                assert!(host.said.is_empty(), "{place}: nobody expected {:?}", host.said);
                host.send(input.trim());
            } else if let Some(expected) = line.strip_prefix('<').map(str::trim) {
                while !host.said.is_empty() && is_talk(&host.said[0]) && !matches(expected, &host.said[0]) {
                    host.said.remove(0);
                }
                assert!(!host.said.is_empty(), "{place}: expected {expected}, nothing came");
                let said = host.said.remove(0);
                assert!(matches(expected, &said), "{place}: expected {expected}, came {said}");
            }
        }
        host.said.retain(|line| !is_talk(line));
        assert!(host.said.is_empty(), "{}: nobody expected {:?}", path.display(), host.said);
        played += 1;
    }
    assert!(played >= 7, "the transcripts were found");
}

#[test]
fn a_session_can_be_read_to_while_it_thinks() {
    let mut session = Session::new();
    session.input("START 15");
    assert!(matches!(session.input("BEGIN")[..], [Action::Think(_)]));
    assert!(session.is_thinking());
    assert!(session.input("INFO time_left 1000").is_empty(), "INFO is taken at any time");
    assert!(matches!(session.input("YXSTOP")[..], [Action::Stop]));
    assert!(matches!(session.input("ABOUT")[..], [Action::Stop]), "anything else waits for the move");
    let choice = filetto_engine::Choice::of(filetto_rules::Cell::new(7, 7));
    let actions = session.done(Some(&choice));
    assert!(
        matches!(&actions[..], [Action::Say(a), Action::Say(b)] if a == "7,7" && b.starts_with("name=")),
        "{actions:?}"
    );
    assert!(matches!(session.input("END")[..], [Action::Quit]));
}

#[test]
fn a_new_game_while_thinking_makes_the_old_move_obsolete() {
    let mut session = Session::new();
    session.input("START 15");
    session.input("BEGIN");
    assert!(matches!(session.input("START 10")[..], [Action::Stop]));
    let choice = filetto_engine::Choice::of(filetto_rules::Cell::new(7, 7));
    let said: Vec<_> = session
        .done(Some(&choice))
        .into_iter()
        .filter_map(|action| match action {
            Action::Say(line) => Some(line),
            _ => None,
        })
        .collect();
    assert_eq!(said, ["OK"]);
}

#[test]
fn any_lines_in_any_order_do_no_harm() {
    const WORDS: [&str; 30] = [
        "START 15",
        "START 3",
        "RECTSTART 7,6",
        "RESTART",
        "BEGIN",
        "TURN 1,1",
        "TURN 2,2",
        "TURN 99,1",
        "BOARD",
        "1,1,1",
        "2,2,2",
        "DONE",
        "TAKEBACK 1,1",
        "INFO k 3",
        "INFO gravity 1",
        "INFO rule 1",
        "INFO rule 9",
        "INFO max_memory -5",
        "INFO timeout_turn 99999999999999999999",
        "ABOUT",
        "PLAY 3,3",
        "SWAP2BOARD",
        "YXBOARD",
        "YXNBEST 3",
        "YXSTOP",
        "",
        "\u{1}\u{2}é",
        "x,y,z",
        "TURN",
        "INFO",
    ];
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut host = Host::new();
        for _ in 0..40 {
            host.send(rng.pick(&WORDS).unwrap());
        }
        assert!(host.said.iter().all(|line| line.len() < 2000 && !line.contains('\n')));
    }
}

#[test]
fn several_lines_are_told_when_asked_for() {
    let talk = |lines: usize| {
        let mut host = Host::with("filetto");
        for line in ["START 15", "INFO show_detail 3", "YXBOARD", "7,7,1", "8,8,2", "DONE"] {
            host.send(line);
        }
        host.send(&format!("YXNBEST {lines}"));
        host.said
    };
    let said = talk(3);
    let numbers: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("INFO PV ")).collect();
    let told: Vec<&str> = numbers.iter().copied().filter(|number| *number != "DONE").collect();
    assert_eq!(told, ["0", "1", "2"]);
    assert!(said.contains(&"INFO NUMPV 3".to_owned()));
    let last: Vec<&String> = said.iter().filter(|line| line.starts_with("INFO BESTLINE ")).rev().take(3).collect();
    let first = |line: &str| line.split(' ').nth(2).map(str::to_owned);
    assert!(first(last[0]) != first(last[1]) && first(last[1]) != first(last[2]), "{last:?}");
    assert!(talk(1).iter().all(|line| line != "INFO PV 1"));
}
