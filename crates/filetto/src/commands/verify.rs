//! `filetto verify`: certificates checked by the independent checker.

use anyhow::{Result, bail};
use filetto_verify::{Limits, check};
use serde_json::json;

use crate::cli::Verify;
use crate::terminal::print;

pub(crate) fn run(args: &Verify) -> Result<()> {
    let (mut wrong, mut unreadable) = (0, 0);
    let limits =
        args.memory.map_or(Limits::default(), |memory| Limits { memory: u64::from(memory) << 20, ..Limits::default() });
    for path in &args.files {
        let name = path.display().to_string();
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                unreadable += 1;
                print(match args.json {
                    true => format!("{}\n", json!({"file": name, "proved": false, "unreadable": error.to_string()})),
                    false => format!("{name}: cannot be read: {error}\n"),
                })?;
                continue;
            }
        };
        let result = check(&bytes, limits);
        wrong += usize::from(result.is_err());
        print(match (result, args.json) {
            (Ok(proved), false) => format!("{name}: proved: {proved}\n"),
            (Err(fault), false) => format!("{name}: NOT proved: {fault}\n"),
            (Ok(proved), true) => format!(
                "{}\n",
                json!({"file": name, "proved": true, "claim": proved.claim.to_string(), "positions": proved.positions, "leaves": proved.leaves})
            ),
            (Err(fault), true) => {
                format!("{}\n", json!({"file": name, "proved": false, "fault": fault.what, "moves": fault.moves}))
            }
        })?;
    }
    match (wrong, unreadable) {
        (0, 0) => Ok(()),
        (0, _) => bail!("{unreadable} of {} files cannot be read", args.files.len()),
        (_, 0) => bail!("{wrong} of {} certificates prove nothing", args.files.len()),
        _ => bail!("of {} files {wrong} prove nothing and {unreadable} cannot be read", args.files.len()),
    }
}
