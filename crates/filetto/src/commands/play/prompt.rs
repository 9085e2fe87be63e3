//! Where lines come from: a person at a terminal, who can edit and recall them, or a pipe, whose bytes may be anything.

use std::io::{self, BufRead, IsTerminal};

use anyhow::Result;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::terminal::{Interrupted, print};

pub(super) enum Prompt {
    Terminal(Box<DefaultEditor>),
    Pipe,
}

/// What came of asking for a line.
pub(super) enum Line {
    Text(String),
    /// Bytes that are no text.
    Garbage,
    End,
}

impl Prompt {
    pub(super) fn new() -> Prompt {
        let both = io::stdin().is_terminal() && io::stdout().is_terminal();
        // A terminal that cannot be edited on is read like a pipe.
        let editor = both.then(DefaultEditor::new).and_then(Result::ok);
        editor.map_or(Prompt::Pipe, |editor| Prompt::Terminal(Box::new(editor)))
    }

    /// Asks for a line.
    pub(super) fn ask(&mut self, prompt: &str) -> Result<Line> {
        match self {
            Prompt::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // What cannot be recalled can be typed.
                    let _ = editor.add_history_entry(line.trim());
                    Ok(Line::Text(line))
                }
                Err(ReadlineError::Eof) => Ok(Line::End),
                Err(ReadlineError::Interrupted) => Err(Interrupted.into()),
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => Ok(Line::Garbage),
                Err(error) => Err(error.into()),
            },
            Prompt::Pipe => {
                print(prompt)?;
                let mut bytes = Vec::new();
                if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(Line::End);
                }
                let Ok(line) = String::from_utf8(bytes) else { return Ok(Line::Garbage) };
                if !io::stdin().is_terminal() {
                    // What was typed shows on a terminal; a transcript from a pipe needs it too.
                    print(format!("{}\n", line.trim_end()))?;
                }
                Ok(Line::Text(line))
            }
        }
    }
}
