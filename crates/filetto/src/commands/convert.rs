//! `filetto convert`: a game file in another format.

use anyhow::Result;

use crate::cli::Convert;
use crate::files;

pub(crate) fn run(args: &Convert) -> Result<()> {
    files::write_game(&args.to, &files::read_game(&args.from, args.game)?)
}
