//! `filetto solve --family`: infinitely many boards at once, drawn by one tile, or won on a corner of them.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use filetto_solve::family::{self, Family, FamilyProgress, FoundTile, Larger, LargerSearch};
use serde_json::json;

use super::{Solve, keep};
use crate::terminal::{Interrupted, bad_input, note, print, progress};
use crate::{files, interrupt};

pub(super) fn run(args: &Solve) -> Result<()> {
    if let Some(path) = &args.certificate {
        files::check_writable(path)?;
    }
    if args.position.board.contains('+') {
        return larger(args, args.position.board.parse().map_err(bad_input)?);
    }
    let family: Family = args.position.board.parse().map_err(bad_input)?;
    let start = Instant::now();
    let is_over = || args.time.is_some_and(|limit| start.elapsed() >= limit) || interrupt::asked();
    let mut shown = start;
    let mut tried = FamilyProgress::default();
    let found = family::find(family, (args.memory as usize) << 20, &mut |news| {
        if shown.elapsed() > Duration::from_millis(500) {
            shown = Instant::now();
            let FamilyProgress { tiles, lost, nodes, tile } = news;
            let seconds = start.elapsed().as_secs();
            progress(&format!("{seconds} s, {tiles} tiles, X wins on {lost}, {nodes} positions; {tile}"));
        }
        tried.clone_from(news);
        if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress("");
    let seconds = start.elapsed().as_secs_f64();
    match found {
        Ok(Some(found)) => {
            print(if args.json { as_json(family, &found, seconds) } else { as_text(family, &found, seconds) })?;
            if let Some(path) = &args.certificate {
                keep(path, &[found.certificate], args.json)?;
            }
            Ok(())
        }
        _ if interrupt::asked() => {
            note(&format!("stopped: {} tiles were tried, and nothing is known of the boards", tried.tiles));
            Err(Interrupted.into())
        }
        Ok(None) => {
            let FamilyProgress { tiles, lost, nodes, .. } = tried;
            bail!(
                "no tile found in the time: {tiles} tried, X wins on {lost} of them, {nodes} positions; this proves nothing about the boards"
            )
        }
        Err(_) => bail!("the time was over before the certificate was written: give more --time"),
    }
}

/// Wins that carry over to every larger board.
fn larger(args: &Solve, family: Larger) -> Result<()> {
    let start = Instant::now();
    let mut shown = start;
    let mut search = LargerSearch::new(family);
    let wins = search.solve(&mut |nodes| {
        if shown.elapsed() > Duration::from_millis(500) {
            shown = Instant::now();
            progress(&format!("{} s, {nodes} nodes", start.elapsed().as_secs()));
        }
        let over = args.time.is_some_and(|limit| start.elapsed() >= limit) || interrupt::asked();
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress("");
    let (nodes, seconds) = (search.nodes, start.elapsed().as_secs_f64());
    match wins {
        Some(true) => {
            let value = json!({"family": family.to_string(), "value": "first", "nodes": nodes, "seconds": seconds});
            print(match args.json {
                true => format!("{value}\n"),
                false => format!(
                    "{family}: the first player wins on every board of the family ({nodes} nodes, {seconds:.2} s)\n"
                ),
            })?;
            match &args.certificate {
                Some(path) => keep(path, &[search.certificate().map_err(bad_input)?], args.json),
                None => Ok(()),
            }
        }
        _ if interrupt::asked() => {
            note(&format!("stopped after {nodes} nodes: nothing is known of the boards"));
            Err(Interrupted.into())
        }
        Some(false) => {
            bail!("no win on {} carries over ({nodes} nodes): this proves nothing about the boards", family.inner)
        }
        None => bail!("not solved within the limits ({nodes} nodes): give more --time"),
    }
}

fn as_text(family: Family, found: &FoundTile, seconds: f64) -> String {
    let FoundTile { tile, nodes, all_nodes, .. } = found;
    let (cells, targets) = (tile.cells.len(), tile.targets.len());
    format!(
        "{family}: a draw on every board of the family, by a tile of {cells} cells and {targets} targets \
         ({nodes} positions of its game, {all_nodes} with those that failed, {seconds:.2} s)\n"
    )
}

fn as_json(family: Family, found: &FoundTile, seconds: f64) -> String {
    let FoundTile { tile, nodes, all_nodes, certificate } = found;
    let lattice = tile.strip.is_none().then_some([tile.rows.0, tile.rows.1]);
    let value = json!({
        "family": family.to_string(),
        "value": "draw",
        "period": tile.period,
        "rows_and_shift": lattice,
        "cells": tile.cells,
        "targets": tile.targets,
        "nodes": nodes,
        "all_nodes": all_nodes,
        "certificate_bytes": certificate.len(),
        "seconds": seconds,
    });
    format!("{value}\n")
}
