//! The protocol: a session takes any lines, answers every command as the protocol says, and lets a player think only about
//! games that go on.

use filetto_engine::Choice;
use filetto_engine::protocol::{Action, Session, Task};
use filetto_rules::Board;

/// The lines of a conversation. A line that begins with `~` is sent while the player thinks, if it does.
pub(crate) fn answers(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut host = Host { session: Session::new(), task: None, list: false };
    for line in text.lines().take(64) {
        let early = line.strip_prefix('~');
        if early.is_none() {
            host.finish();
        }
        if host.send(early.unwrap_or(line)) {
            return;
        }
    }
    host.finish();
}

struct Host {
    session: Session,
    /// What a player is thinking about.
    task: Option<Box<Task>>,
    /// Whether a list of stones is being told.
    list: bool,
}

/// What a command has led to.
#[derive(Debug, Default)]
struct Reply {
    said: Vec<String>,
    thinks: bool,
    quit: bool,
}

impl Host {
    /// Sends a line and looks at the answer; whether the session has ended.
    fn send(&mut self, line: &str) -> bool {
        let (was_thinking, in_list) = (self.session.is_thinking(), self.list);
        let actions = self.session.input(line);
        let reply = self.act(actions);
        if was_thinking {
            // Everything but what is about the thinking waits for its end.
            assert!(!reply.thinks, "{line:?} begins a second thought");
            return reply.quit;
        }
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        let fault = matches!(&reply.said[..], [only] if only.starts_with("ERROR "));
        let one = |what: fn(&str) -> bool| fault || matches!(&reply.said[..], [only] if what(only));
        let right = match word.as_str() {
            "END" => reply.quit,
            "DONE" if in_list => {
                self.list = false;
                reply.thinks || reply.said.len() <= 1
            }
            _ if in_list => reply.said.is_empty() && !reply.thinks,
            "BOARD" | "YXBOARD" | "SWAP2BOARD" => {
                self.list = !fault;
                fault || reply.said.is_empty()
            }
            "START" | "RECTSTART" | "RESTART" | "TAKEBACK" => one(|said| said == "OK"),
            "BEGIN" | "TURN" | "YXNBEST" => fault || reply.thinks && reply.said.is_empty(),
            "PLAY" => one(is_cell),
            "ABOUT" => one(|said| said.starts_with("name=")),
            "YXSHOWINFO" => reply.said.iter().all(|said| said.starts_with("MESSAGE ")) && !reply.said.is_empty(),
            "" | "INFO" | "STOP" | "YXSTOP" | "YXHASHCLEAR" => reply.said.is_empty(),
            _ => one(|said| said.starts_with("UNKNOWN")),
        };
        assert!(right, "{line:?} was answered with {reply:?}");
        reply.quit
    }

    /// Lets the thinking end, as often as what waited for it begins another.
    fn finish(&mut self) {
        while let Some(task) = self.task.take() {
            let legal = task.game.board().legal_moves();
            let cell = legal[task.lines.wrapping_mul(task.memory) % legal.len()];
            let actions = self.session.done(Some(&Choice::of(cell)));
            // What came meanwhile may have opened or closed a list; a blank line and a question tell.
            let _ = self.act(actions);
            if self.task.is_none() {
                assert!(!self.session.is_thinking(), "nobody thinks, and the session waits");
                let said = self.session.input("ABOUT");
                self.list = said.is_empty();
            }
        }
    }

    fn act(&mut self, actions: Vec<Action>) -> Reply {
        let mut reply = Reply::default();
        for action in actions {
            match action {
                Action::Say(line) => {
                    assert!(line.len() < 1000 && !line.contains(['\n', '\r']), "one line: {line:?}");
                    reply.said.push(line);
                }
                Action::Think(task) => {
                    assert!(!task.game.outcome().is_over() && self.session.is_thinking());
                    assert!(!task.game.board().legal_moves().is_empty() && task.lines > 0 && task.threads > 0);
                    reply.thinks = true;
                    self.task = Some(task);
                }
                Action::Stop | Action::Forget => {}
                Action::Quit => reply.quit = true,
            }
        }
        reply
    }
}

fn is_cell(text: &str) -> bool {
    text.split_once(',').is_some_and(|(x, y)| x.parse::<usize>().is_ok() && y.parse::<usize>().is_ok())
}
