//! The options of `filetto exam`, and the exam they describe.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use filetto_arena::exam::Exam as Plan;
use filetto_arena::{Control, Kind, PlayerSpec, Scheme, boards, bytes, duration};
use filetto_rules::Rules;

use crate::terminal::bad_input;

#[derive(Args)]
#[command(after_help = "Examples:
  filetto exam out mnkgame.MyPlayer
  filetto exam MyPlayer.jar connectx.MyPlayer.MyPlayer --time 10s --report exam.html
  filetto exam out mnkgame.MyPlayer --quick
  filetto exam out mnkgame.MyPlayer --full --json

Needs a JDK; the framework's classes need not be there. Ctrl-C keeps what was found.

Exit codes: 0 nothing failed, 1 something did, 2 bad input, 130 Ctrl-C.")]
pub(crate) struct Exam {
    /// Where the class is: a folder of compiled classes, a jar, or several
    #[arg(value_name = "CLASSPATH")]
    class_path: String,

    /// The class with its package, such as mnkgame.MyPlayer
    #[arg(value_name = "CLASS")]
    class: String,

    /// Which course: its boards and its scoring. By default what the class implements
    #[arg(long, value_name = "PRESET", value_enum)]
    pub(super) preset: Option<Course>,

    /// Time for each move of the class; the course says 10s. The interface counts whole seconds
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = time)]
    time: Duration,

    /// Games against each opponent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: Option<u32>,

    /// Fewer boards, positions and opponents: about a minute
    #[arg(long, conflicts_with = "full")]
    quick: bool,

    /// Games on every board of the preset against every opponent: hours for a class that uses its time
    #[arg(long)]
    full: bool,

    /// Heap of the Java machine, such as 1G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// What a move may be late without being lost
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = time, overrides_with = "margin")]
    margin: Duration,

    /// Games at a time; one core each
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,

    /// Decides which positions are asked
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write a page with all findings, the worst moves drawn and every game here
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Course {
    /// The (M,N,K) game: mnkgame.MNKPlayer
    BolognaMnk,
    /// ConnectX: connectx.CXPlayer
    BolognaCx,
}

fn time(text: &str) -> Result<Duration, String> {
    duration(text).map_err(|error| error.to_string())
}

fn size(text: &str) -> Result<u64, String> {
    bytes(text).ok_or_else(|| "write a size such as 350M or 2G".to_owned())
}

/// What a course's exam is made of.
struct Syllabus {
    preset: &'static str,
    scheme: Scheme,
    /// Boards of the quick exam.
    few: &'static str,
    drills: &'static str,
    tables: &'static str,
    opponents: &'static [&'static str],
    /// Which of the opponents the quick exam has.
    some: &'static [usize],
}

const MNK: Syllabus = Syllabus {
    preset: "bologna-mnk",
    scheme: Scheme::BolognaMnk,
    few: "3x3x3,4x3x3,5x5x4,7x7x5,10x10x5,70x70x10",
    drills: "3x3x3,5x5x4,7x7x5,10x10x5,70x70x10",
    tables: "3x3x3,5x5x4,6x6x5,7x7x5,8x8x4,10x10x5",
    opponents: &["quasi-random", "mrrobot", "koci-ceroni", "luccioli", "filetto,level=3", "filetto,level=6", "filetto"],
    some: &[0, 3, 5],
};

const CX: Syllabus = Syllabus {
    preset: "bologna-cx",
    scheme: Scheme::BolognaCx,
    few: "4x4x4g,4x7x4g,6x7x4g,7x7x5g,50x50x10g",
    drills: "4x4x4g,6x7x4g,7x7x5g,20x20x10g",
    tables: "4x4x4g,5x6x4g,6x7x4g,7x6x5g,7x7x4g,7x7x5g",
    opponents: &["quasi-random", "cirone-rigosi", "filetto,level=2", "filetto,level=4", "filetto,level=6", "filetto"],
    some: &[0, 1, 4],
};

/// What our own players think a move: enough to play as they are, short enough not to keep a student waiting.
const OPPONENT: Duration = Duration::from_millis(200);
/// How long a Java machine may take to start and a class to get ready.
const START: Duration = Duration::from_secs(20);
/// A game on a large board is called drawn after so many moves.
const LONGEST: usize = 400;

impl Exam {
    /// The exam that the options describe, of the course named or else of this one.
    pub(super) fn plan(&self, falling: bool) -> Result<Plan> {
        self.check()?;
        let syllabus = match self.preset {
            Some(Course::BolognaCx) => CX,
            None if falling => CX,
            _ => MNK,
        };
        let list = |text: &str| -> Result<Vec<Rules>> { boards(text).map_err(bad_input) };
        let all = list(syllabus.preset)?;
        let few = list(syllabus.few)?;
        let drills = list(syllabus.drills)?;
        let tables = if self.full { all.clone() } else { list(syllabus.tables)? };
        let usual = if self.full {
            2 * all.len() as u32
        } else if self.quick {
            2
        } else {
            4
        };
        let spec = |text: &&str| -> Result<PlayerSpec> {
            let spec: PlayerSpec = text.parse().map_err(bad_input)?;
            Ok(PlayerSpec { control: Control::per_move(OPPONENT), ..spec })
        };
        let everybody = syllabus.opponents.iter().map(spec).collect::<Result<Vec<_>>>()?;
        let opponents = match self.quick {
            true => syllabus.some.iter().filter_map(|at| everybody.get(*at).cloned()).collect(),
            false => everybody,
        };
        Ok(Plan {
            player: PlayerSpec {
                name: self.class.rsplit('.').next().unwrap_or(&self.class).to_owned(),
                kind: Kind::Java { class_path: self.class_path.clone(), class: self.class.clone() },
                control: Control::default(),
                memory: self.memory,
                restart: false,
            },
            drills: if self.quick { drills.into_iter().take(2).collect() } else { drills },
            boards: if self.quick { few } else { all },
            tables,
            opponents,
            games: self.games.unwrap_or(usual),
            scheme: syllabus.scheme,
            time: self.time,
            margin: self.margin,
            start: START,
            concurrency: self.concurrency as usize,
            longest: LONGEST,
            seed: self.seed,
        })
    }

    /// What is often written wrongly, said before anything is started.
    fn check(&self) -> Result<()> {
        for part in std::env::split_paths(&self.class_path) {
            if part.extension().is_some_and(|ending| ending == "java") {
                return Err(bad_input(format!(
                    "{} is source: compile it (javac -d out …) and give the folder out",
                    part.display()
                )));
            }
            if !part.exists() {
                return Err(bad_input(format!(
                    "there is no {}: give the folder of the compiled classes, or a jar",
                    part.display()
                )));
            }
        }
        let class = self.class.trim_end_matches(".class");
        if self.class.contains(['/', '\\']) || class != self.class {
            return Err(bad_input(format!("write the class as in an import: {}", class.replace(['/', '\\'], "."))));
        }
        Ok(())
    }
}
