//! Where requests come in: what is quick is answered, what is not becomes a job for when its turn comes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use filetto_engine::Boards;
use filetto_engine::champion::Level;
use filetto_engine::heuristics::Heuristic;
use filetto_learn::{shipped, shipped_boards};
use filetto_rules::{Game, MAX_SIDE, excerpt};
use filetto_search::Budget;
use filetto_solve::book::missing;
use serde_json::Value;

use crate::analysing::{self, Wish};
use crate::messages::{Code, Heading, PlayerCard, Reply, Request};
use crate::players::{Card, DEFAULT_PLAYER, cards, is_zero};
use crate::{Host, atlas, learning, limits, puzzles, reviewing, solving, texts, work};

/// Why a request is not granted: what kind of reason it is, and a sentence.
#[derive(Debug)]
pub struct Refusal(pub Code, pub String);

/// The flag that stops a job; it still gives its last reply.
pub type Stop = Arc<AtomicBool>;

/// What a job does: within the time, or until the flag is set, and each reply to whoever listens.
pub type Work = Box<dyn FnOnce(Duration, &Stop, &mut dyn FnMut(Reply)) + Send>;

/// Something that takes time.
pub struct Job {
    /// How long it would like to work.
    pub time: Duration,
    /// Among others that want to work.
    pub manner: Manner,
    /// What it does.
    pub work: Work,
}

/// How a job gets on with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Takes its turn.
    Turn,
    /// Takes its turn, and makes way for others after its fair share.
    Yields,
    /// Keeps its whole time whatever others want: a proof that is disturbed is no proof.
    Aside,
}

/// What comes of a request.
pub enum Granted {
    /// Its answer.
    Reply(Reply),
    /// It takes time.
    Job(Job),
    /// It is for the program around the service: what concerns other requests, other devices, or needs a referee.
    Host(Request),
}

/// The request that a text is, or the answer that says why it is none.
pub fn read(text: &str) -> Result<Request, Box<Reply>> {
    serde_json::from_str(text).map_err(|error| Box::new(no_message(number(text), &error.to_string())))
}

/// The answer to what is no message.
pub fn no_message(id: Option<u32>, why: &str) -> Reply {
    Reply::Error { id, code: Code::BadMessage, message: excerpt(why, 300) }
}

/// The number of a message that makes no other sense.
fn number(text: &str) -> Option<u32> {
    let message: Value = serde_json::from_str(text).ok()?;
    message.get("id")?.as_u64()?.try_into().ok()
}

/// The first message: what can be asked for.
pub fn hello(host: &Host) -> Reply {
    let boards = |boards| match boards {
        Boards::Any => "any",
        Boards::Free => "free",
        Boards::Gravity => "gravity",
    };
    let card = |player: Card| PlayerCard {
        name: player.name,
        description: player.description,
        boards: boards(player.boards),
        only: player.only.iter().map(ToString::to_string).collect(),
    };
    Reply::Hello {
        version: host.version,
        default_player: DEFAULT_PLAYER,
        players: cards().map(card).collect(),
        heuristics: Heuristic::NAMES.iter().map(|&(name, description)| Heading { name, description }).collect(),
        longest_thinking_ms: limits::LONGEST_THINKING.as_millis() as u64,
        longest_side: MAX_SIDE,
        levels: Level::HIGHEST,
        without: host.without,
    }
}

/// Names of files that a request needs and the program does not have inside: `books/NAME`, `networks/BOARD.net`, `certificates/NAME`. A host that
/// keeps them outside fetches these first, and hands books to `filetto_solve::book::provide` and networks to `filetto_learn::provide`.
pub fn wants(request: &Request) -> Vec<String> {
    let rules = |game: &Value| texts::game(game).ok().map(|game| game.rules());
    let network = |game: &Value| {
        let rules = rules(game)?;
        let missing = shipped_boards().any(|board| board == rules) && shipped(rules).is_none();
        missing.then(|| format!("networks/{rules}.net"))
    };
    let wanted = match request {
        Request::Think { game, player, .. } | Request::Analyse { game, player: Some(player), .. } => {
            is_zero(player).then(|| network(game)).flatten()
        }
        Request::Learning { game, .. } => network(game),
        Request::Check { bytes: None, name: Some(name), .. } => Some(format!("certificates/{name}")),
        _ => None,
    };
    let books = match request {
        Request::Think { game, .. }
        | Request::Analyse { game, .. }
        | Request::Review { game, .. }
        | Request::Solve { game, .. } => rules(game).map(missing).unwrap_or_default(),
        _ => Vec::new(),
    };
    wanted.into_iter().chain(books.into_iter().map(|name| format!("books/{name}"))).collect()
}

/// Does what is quick, and makes a job of what is not.
pub fn grant(request: Request, host: &Host) -> Result<Granted, Refusal> {
    let host = *host;
    let job = |time, manner, work| Ok(Granted::Job(Job { time, manner, work }));
    let quick = Duration::from_secs(1);
    let reply = match request {
        Request::Think { id, game, player, level, time_ms, depth, nodes } => {
            let (game, time) = (position(&game)?, thinking_time(time_ms)?);
            let who = work::at_level(work::seat(&player, &game)?, level)?;
            let work: Work = Box::new(move |time, stop, tell| {
                let budget = Budget { depth, nodes, ..Budget::none().time(time).stop(Arc::clone(stop)) };
                work::think(id, &game, &who, &budget, (host.seed)(), tell);
            });
            return job(time, Manner::Turn, work);
        }
        Request::Analyse { id, game, player, time_ms, lines, values, language } => {
            let (game, time) = (texts::game(&game)?, thinking_time(time_ms)?);
            let language = analysing::language(&language)?;
            let wish = Wish { player, lines: usize::from(lines.unwrap_or(1)), values, language };
            analysing::check(&game, &wish)?;
            let work: Work = Box::new(move |time, stop, tell| analysing::analyse(id, &game, &wish, time, stop, tell));
            return job(time, Manner::Yields, work);
        }
        Request::Tree { id, game, leaves, branching, depth, heuristic, search } => {
            let unknown = || Refusal(Code::BadPlayer, format!("there is no heuristic '{}'", excerpt(&heuristic, 40)));
            let heuristic = Heuristic::named(&heuristic).ok_or_else(unknown)?;
            let ground = match (leaves, game) {
                (Some(leaves), None) => work::Ground::Leaves(leaves, branching),
                (None, Some(game)) => work::Ground::Position(position(&game)?),
                _ => return Err(Refusal(Code::BadMessage, "a tree is of a game or of leaves".to_owned())),
            };
            let work: Work = Box::new(move |_, _, tell| tell(work::tree(id, &ground, depth, &heuristic, search)));
            return job(quick, Manner::Turn, work);
        }
        Request::Simulations { id, game, count, seed } => {
            let game = position(&game)?;
            return job(quick, Manner::Turn, Box::new(move |_, _, tell| tell(work::simulate(id, &game, count, seed))));
        }
        Request::Solve { id, game, time_ms } => {
            let (game, time) = (position(&game)?, thinking_time(time_ms)?);
            let work: Work = Box::new(move |time, stop, tell| solving::solve(id, &game, time, stop, &host, tell));
            return job(time, Manner::Aside, work);
        }
        Request::Review { id, game, language } => {
            let (game, language) = (texts::game(&game)?, analysing::language(&language)?);
            if game.moves().len() > limits::REVIEWED {
                return Err(Refusal(Code::TooMuch, format!("a review is of at most {} moves", limits::REVIEWED)));
            }
            let work: Work = Box::new(move |_, stop, tell| reviewing::review(id, &game, language, stop, tell));
            return job(limits::LONGEST_THINKING, Manner::Aside, work);
        }
        Request::Check { id, bytes, name } => {
            let certificate = solving::certificate(bytes.as_deref(), name.as_deref(), &host)?;
            let work: Work = Box::new(move |_, _, tell| tell(Reply::Text { id, text: solving::check(&certificate) }));
            return job(Duration::from_secs(60), Manner::Turn, work);
        }
        Request::Learning { id, game } => learning::learning(id, &texts::game(&game)?)?,
        Request::Puzzles { id } => Reply::Puzzles { id, puzzles: puzzles::all(host.puzzles) },
        Request::Atlas { id } => Reply::Atlas { id, boards: atlas::boards() },
        Request::Chart { id, rules } => atlas::chart(id, &rules, &host)?,
        Request::Read { id, text, rules } => Reply::Game { id, game: texts::read(&text, rules.as_deref())? },
        Request::Write { id, game, format } => Reply::Text { id, text: texts::write(&texts::game(&game)?, format)? },
        Request::Invite { .. } | Request::Enter { .. } | Request::Act { .. } => return Ok(Granted::Host(request)),
        Request::Event { .. } | Request::Stop { .. } => return Ok(Granted::Host(request)),
    };
    Ok(Granted::Reply(reply))
}

/// A game that goes on.
fn position(value: &Value) -> Result<Game, Refusal> {
    let game = texts::game(value)?;
    if game.outcome().is_over() {
        return Err(Refusal(Code::BadGame, "the game is over: there is nothing to think about".to_owned()));
    }
    Ok(game)
}

fn thinking_time(ms: u64) -> Result<Duration, Refusal> {
    let time = Duration::from_millis(ms);
    if time.is_zero() || time > limits::LONGEST_THINKING {
        let most = limits::LONGEST_THINKING.as_millis();
        return Err(Refusal(Code::TooMuch, format!("a request may think 1 to {most} ms, not {ms}")));
    }
    Ok(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(text: &str) -> Vec<String> {
        wants(&read(text).unwrap_or_else(|refused| panic!("{refused:?}")))
    }

    #[test]
    fn a_request_names_the_files_that_are_not_inside() {
        assert_eq!(
            wanted(r#"{"type":"check","id":1,"name":"3x3x3_strong_draw.cert"}"#),
            ["certificates/3x3x3_strong_draw.cert"]
        );
        let think = r#"{"type":"think","id":1,"player":"zero","time_ms":9,"game":{"format":"filetto-game","version":1,"rules":"3x3x3","moves":[],"result":"ongoing"}}"#;
        assert!(wanted(think).is_empty(), "networks are inside this program");
        assert!(wanted(r#"{"type":"atlas","id":1}"#).is_empty());
    }

    #[test]
    fn what_needs_more_than_the_service_goes_to_its_host() {
        for text in [r#"{"type":"stop","id":4}"#, r#"{"type":"invite","id":4,"rules":"3x3x3","begin":true}"#] {
            let Ok(request) = read(text) else { panic!("{text}") };
            assert_eq!(request.id(), 4);
            assert!(matches!(grant(request, &Host::default()), Ok(Granted::Host(_))), "{text}");
        }
        assert!(matches!(read("{\"id\":3}").map_err(|reply| *reply), Err(Reply::Error { id: Some(3), .. })));
    }
}
