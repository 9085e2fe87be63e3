//! `cargo xtask dist [TARGET]`: the archive of a release: programs, licences, completions, manual pages, and its checksum.
//!
//! The archive is made with `tar`, which Linux, macOS and Windows have, so that every system gets the same one.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::run::{command, must, output, root};

const PROGRAMS: [&str; 3] = ["filetto", "pbrain-filetto", "filetto-verify"];
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Builds the programs, for this machine or another target, and packs them.
pub(crate) fn run(target: Option<&str>) -> Result<()> {
    let mut build = command("cargo build --release --locked --package filetto --bins");
    let mut programs = root().join("target");
    if let Some(target) = target {
        build.args(["--target", target]);
        programs.push(target);
    }
    must(&mut build)?;
    let target = target.map_or_else(host, |target| Ok(target.to_owned()))?;
    let archive = pack(&programs.join("release"), &target, &root().join("target/dist"))?;
    println!("{}", archive.display());
    Ok(())
}

fn host() -> Result<String> {
    let about = output(&mut command("rustc --version --verbose"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not name its host")?.to_owned())
}

/// Packs the programs of a folder into `out`; the archive's path.
fn pack(programs: &Path, target: &str, out: &Path) -> Result<PathBuf> {
    let name = format!("filetto-{}-{target}", env!("CARGO_PKG_VERSION"));
    let folder = out.join(&name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    for place in ["completions", "man"] {
        std::fs::create_dir_all(folder.join(place))?;
    }
    let ending = if target.contains("windows") { ".exe" } else { "" };
    for program in PROGRAMS.map(|program| format!("{program}{ending}")) {
        let from = programs.join(&program);
        std::fs::copy(&from, folder.join(&program)).with_context(|| format!("cannot copy {}", from.display()))?;
    }
    for text in TEXTS {
        std::fs::copy(root().join(text), folder.join(text)).with_context(|| format!("cannot copy {text}"))?;
    }
    let filetto = folder.join(format!("filetto{ending}"));
    for shell in SHELLS {
        let script = output(Command::new(&filetto).args(["completions", shell]))?;
        std::fs::write(folder.join("completions").join(format!("filetto.{shell}")), script)?;
    }
    must(Command::new(&filetto).args(["man", "--folder"]).arg(folder.join("man")))?;
    let archive = out.join(format!("{name}.tar.gz"));
    must(Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(out).arg(&name))?;
    let sum: String = Sha256::digest(std::fs::read(&archive)?).iter().map(|byte| format!("{byte:02x}")).collect();
    std::fs::write(out.join(format!("{name}.tar.gz.sha256")), format!("{sum}  {name}.tar.gz\n"))?;
    ensure!(archive.is_file(), "tar has written nothing");
    Ok(archive)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::programs;

    #[test]
    fn the_archive_unpacks_and_its_programs_run() {
        // What the tests of the workspace have built; building it for speed would take minutes and show the same.
        let folder = root().join("target/dist-test");
        let archive = pack(&programs().unwrap(), &host().unwrap(), &folder).unwrap();
        let unpacked = folder.join("unpacked");
        std::fs::create_dir_all(&unpacked).unwrap();
        must(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&unpacked)).unwrap();
        let inside = unpacked.join(archive.file_name().unwrap().to_str().unwrap().trim_end_matches(".tar.gz"));
        let run = |program: &str, args: &[&str]| {
            output(Command::new(inside.join(program)).args(args).current_dir(root())).unwrap()
        };
        assert!(run("filetto", &["--version"]).contains(env!("CARGO_PKG_VERSION")));
        assert!(run("filetto", &["show", "3x3x3", "--moves", "b2"]).contains('X'));
        assert!(run("filetto-verify", &["fixtures/certificates/plane_k9.cert"]).contains("proved"));
        assert!(std::fs::read_to_string(inside.join("completions/filetto.bash")).unwrap().contains("analyse"));
        assert!(std::fs::read_to_string(inside.join("man/filetto-solve.1")).unwrap().contains("certificate"));
        let sum = std::fs::read_to_string(archive.with_extension("gz.sha256")).unwrap();
        assert!(sum.len() > 64 && sum.trim_end().ends_with(".tar.gz"), "{sum}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
