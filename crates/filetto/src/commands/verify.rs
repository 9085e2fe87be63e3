//! `filetto verify`: certificates checked by the independent checker.

use anyhow::{Context, Result, bail};
use filetto_verify::{Limits, check};
use serde_json::json;

use crate::cli::Verify;
use crate::terminal::print;

pub(crate) fn run(args: &Verify) -> Result<()> {
    let mut wrong = 0;
    for path in &args.files {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let result = check(&bytes, Limits::default());
        wrong += usize::from(result.is_err());
        let name = path.display().to_string();
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
    if wrong > 0 {
        bail!("{wrong} of {} certificates prove nothing", args.files.len());
    }
    Ok(())
}
