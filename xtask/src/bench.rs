//! `cargo xtask bench`: times and instruction counts, with the limits they must keep.
//!
//! Times say what a user feels and are noisy; instruction counts are exact on any load. A count is the difference of two
//! valgrind runs of different length, so that neither start-up nor preparation is in it. (The crates that wrap callgrind
//! need a runner program of some 175 crates to be installed first; a subtraction needs nothing.)

use std::collections::HashMap;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::run::{command, must, output, works};

/// The most nanoseconds a kernel may take: the first measurements of the design, on the same kind of machine.
const LIMITS: [(&str, f64); 6] = [
    ("6x7x4g fixed word", 3.9),
    ("6x7x4g one word", 9.8),
    ("6x7x4g one wide word", 19.0),
    ("6x7x4g word a line", 19.0),
    ("15x15x5 word a line", 14.0),
    ("70x70x10 word a line", 54.0),
];

pub(crate) fn run() -> Result<()> {
    let counting = valgrind();
    let program = build("filetto-rules", "boards")?;
    let times: HashMap<String, f64> = output(&mut command_at(&program, &[]))?
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(name, ns)| Some((name.to_owned(), ns.parse().ok()?)))
        .collect();
    println!("play + win test + undo          ns a move   limit   instructions a move");
    for name in output(&mut command_at(&program, &["--list"]))?.lines() {
        let time = times.get(name).with_context(|| format!("{name} was not timed"))?;
        let limit = LIMITS.iter().find(|(limited, _)| *limited == name).map(|(_, limit)| *limit);
        let limit =
            limit.map_or("-".to_owned(), |limit| format!("{limit:.1}{}", if *time > limit { " !" } else { "" }));
        let count = if counting { format!("{:.0}", count(&program, name)?) } else { "-".to_owned() };
        println!("{name:<30}  {time:>9.2}  {limit:>6}  {count:>20}");
    }
    let ratio = times["70x70x10 word a line"] / times["15x15x5 word a line"];
    println!("70x70x10 costs {ratio:.1} times 15x15x5 (limit 4.0)");
    champion(counting)
}

/// A node of the champion: at least 700,000 a second on 15x15x5, and on 70x70x10 at most three times as dear.
fn champion(counting: bool) -> Result<()> {
    let program = build("filetto-engine", "champion")?;
    println!("the champion's nodes            ns a node         a second   instructions a node");
    let mut costs = HashMap::new();
    for line in output(&mut command_at(&program, &[]))?.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        let [board, ns, ..] = words[..] else { continue };
        let ns: f64 = ns.trim_end_matches(" ns").parse().with_context(|| format!("no time in '{line}'"))?;
        let count = if counting { format!("{:.0}", count_rounds(&program, board, [1, 4])?) } else { "-".to_owned() };
        println!("{board:<30}  {ns:>9.0}  {:>15.0}  {count:>20}", 1e9 / ns);
        costs.insert(board.to_owned(), ns);
    }
    let ratio = costs["70x70x10"] / costs["15x15x5"];
    println!("70x70x10 costs {ratio:.1} times 15x15x5 (limit 3.0); 15x15x5 {:.0} ns (limit 1429)", costs["15x15x5"]);
    Ok(())
}

/// Whether instructions can be counted; installs valgrind where that is possible.
fn valgrind() -> bool {
    if !works("valgrind --version") && works("apt-get --version") {
        let _ = must(&mut command("apt-get install --yes --no-install-recommends valgrind"));
    }
    let there = works("valgrind --version");
    if !there {
        eprintln!("valgrind is not there: no instruction counts");
    }
    there
}

/// Builds a benchmark and says where it is.
fn build(package: &str, bench: &str) -> Result<PathBuf> {
    let mut cargo = command("cargo bench --no-run --message-format=json");
    let messages =
        cargo.args(["--package", package, "--bench", bench]).stderr(std::process::Stdio::inherit()).output()?;
    ensure!(messages.status.success(), "{package} does not build");
    let executable = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        let ours = message["target"]["name"] == bench;
        message["executable"].as_str().filter(|_| ours).map(PathBuf::from)
    };
    let text = String::from_utf8_lossy(&messages.stdout);
    text.lines().find_map(executable).with_context(|| format!("cargo did not say where {bench} is"))
}

fn command_at(program: &std::path::Path, args: &[&str]) -> std::process::Command {
    let mut command = command(&program.display().to_string());
    command.args(args);
    command
}

/// Instructions a move.
fn count(program: &std::path::Path, kernel: &str) -> Result<f64> {
    count_rounds(program, kernel, [10, 110])
}

/// The same from two runs of so many rounds.
fn count_rounds(program: &std::path::Path, kernel: &str, rounds: [usize; 2]) -> Result<f64> {
    let [few, many] = rounds.map(|rounds| instructions(program, kernel, rounds));
    let ((few_moves, few), (many_moves, many)) = (few?, many?);
    Ok((many - few) / (many_moves - few_moves))
}

/// Moves played and instructions executed in a run of so many rounds.
fn instructions(program: &std::path::Path, kernel: &str, rounds: usize) -> Result<(f64, f64)> {
    let mut valgrind = command("valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null");
    let text = output(valgrind.arg(program).args(["--count", kernel, &rounds.to_string()]))?;
    let number = |text: &str| text.trim().replace(',', "").parse::<f64>().ok();
    let moves = text.lines().next().and_then(number);
    let counted = text.lines().find_map(|line| line.split_once("refs:")).and_then(|(_, count)| number(count));
    moves.zip(counted).with_context(|| format!("valgrind printed no count:\n{text}"))
}
