//! What a person sees: colours only where they help, errors as one sentence, no panic on a closed pipe.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use filetto_rules::draw::Ink;

/// When to use colours.
#[derive(Args)]
pub(crate) struct Colour {
    /// Colours: on a terminal only, always or never
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    color: When,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

impl Colour {
    /// What to draw with on standard output. Honours NO_COLOR and dumb terminals.
    pub(crate) fn ink(&self) -> Ink {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let auto = io::stdout().is_terminal() && !set("NO_COLOR") && !dumb;
        match self.color {
            When::Always => Ink::Ansi,
            When::Auto if auto => Ink::Ansi,
            _ => Ink::Plain,
        }
    }
}

/// Writes to standard output. An error here comes back as such, where `println!` would panic on a closed pipe.
pub(crate) fn print(text: impl AsRef<str>) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref().as_bytes())?;
    out.flush()?;
    Ok(())
}

/// A line on standard error that is overwritten by the next one; nothing if nobody is looking.
pub(crate) fn progress(text: &str) {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\u{1b}[2K{text}");
    }
}

/// A line on standard error that stays: for what is not the result but should be known.
pub(crate) fn note(text: &str) {
    progress("");
    let _ = writeln!(io::stderr(), "{text}");
}

/// A command line that clap did not understand, or a request for help.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) clap::Error);

/// Whether somebody asked for output that a program can read: then errors are for programs too.
fn wants_json() -> bool {
    std::env::args_os().any(|option| option == "--json")
}

/// Why a command ended early.
pub(crate) enum Stop {
    /// The reader of our output has gone: nobody is left to complain to.
    ClosedPipe,
    /// Ctrl-C; what was found has been printed.
    Interrupted,
    /// What the user gave makes no sense.
    Input(anyhow::Error),
    /// Nor does the command line; or help was asked for.
    Usage(Usage),
    /// Anything else.
    Failure(anyhow::Error),
}

/// Something the user can mend by writing it differently: one sentence, and an exit code of its own.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadInput(String);

/// An error for something the user can mend by writing it differently.
pub(crate) fn bad_input(sentence: impl std::fmt::Display) -> anyhow::Error {
    BadInput(sentence.to_string()).into()
}

/// Stopped by Ctrl-C.
#[derive(Debug, thiserror::Error)]
#[error("stopped")]
pub(crate) struct Interrupted;

impl From<anyhow::Error> for Stop {
    fn from(error: anyhow::Error) -> Stop {
        let closed = |cause: &(dyn std::error::Error + 'static)| {
            cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
        };
        let error = match error.downcast::<Usage>() {
            Ok(usage) => return Stop::Usage(usage),
            Err(error) => error,
        };
        if error.chain().any(closed) {
            Stop::ClosedPipe
        } else if error.is::<Interrupted>() {
            Stop::Interrupted
        } else if error.is::<BadInput>() {
            Stop::Input(error)
        } else {
            Stop::Failure(error)
        }
    }
}

/// Tells the user and gives the exit code: a sentence, or with `--json` an object, on standard error.
pub(crate) fn report(stop: &Stop) -> ExitCode {
    let (error, code) = match stop {
        Stop::ClosedPipe => return ExitCode::SUCCESS,
        Stop::Interrupted => return ExitCode::from(130),
        Stop::Usage(Usage(help)) if !help.use_stderr() || !wants_json() => {
            let _ = help.print();
            return ExitCode::from(u8::try_from(help.exit_code()).unwrap_or(2));
        }
        Stop::Usage(Usage(error)) => {
            let text = error.render().to_string();
            (text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned(), 2)
        }
        Stop::Input(error) => (format!("{error:#}"), 2),
        Stop::Failure(error) => (format!("{error:#}"), 1),
    };
    let told = match wants_json() {
        true => serde_json::json!({"error": error, "code": code}).to_string(),
        false => format!("filetto: {error}"),
    };
    let _ = writeln!(io::stderr(), "{told}");
    ExitCode::from(code)
}
