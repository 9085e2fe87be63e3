//! `cargo xtask package`: every library crate packed, unpacked and built from its package alone, as a registry would have it.
//! `cargo xtask msrv`: the workspace with the oldest Rust that the manifests promise. `cargo xtask windows`: the workspace for Windows.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::run::{command, must, root, works};

/// All packages but those that are not for a registry: `filetto` is a program whose pages lie in `web/` and is installed from the repository.
const PACK: &str =
    "cargo package --workspace --exclude xtask --exclude filetto --exclude filetto-invariants --locked --allow-dirty";

/// Packs and builds, each package from nothing.
pub(crate) fn run() -> Result<()> {
    must(&mut command(PACK))
}

/// The same for the tests: what the packages hold is unpacked beside nothing else and compiled as far as the types. What others have written is
/// what clippy has checked before, so this takes seconds where [`run`] takes minutes.
pub(crate) fn check() -> Result<()> {
    let target: PathBuf = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), Into::into);
    let alone = target.join("package/alone");
    if alone.exists() {
        std::fs::remove_dir_all(&alone).with_context(|| format!("cannot clear {}", alone.display()))?;
    }
    std::fs::create_dir_all(&alone)?;
    must(command(PACK).args(["--no-verify", "--quiet"]))?;
    let ending = format!("-{}.crate", env!("CARGO_PKG_VERSION"));
    let (mut members, mut patches) = (Vec::new(), String::new());
    for entry in std::fs::read_dir(target.join("package"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(package) = name.strip_suffix(&ending) else { continue };
        must(command("tar -xzf").arg(&path).arg("-C").arg(&alone))?;
        let folder = name.trim_end_matches(".crate");
        members.push(format!("\"{folder}\""));
        patches += &format!("{package} = {{ path = \"{folder}\" }}\n");
    }
    let libraries = std::fs::read_dir(root().join("crates"))?.count() - 2;
    ensure!(members.len() == libraries, "{} packages for {libraries} libraries", members.len());
    // The same settings as in the workspace, so that what clippy has checked of others is used.
    let manifest = std::fs::read_to_string(root().join("Cargo.toml"))?;
    let profiles = manifest.find("[profile.dev]").map_or("", |at| &manifest[at..]);
    let members = members.join(", ");
    let text =
        format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n[patch.crates-io]\n{patches}\n{profiles}");
    std::fs::write(alone.join("Cargo.toml"), text)?;
    std::fs::copy(root().join("Cargo.lock"), alone.join("Cargo.lock"))?;
    must(command("cargo check --workspace --quiet").current_dir(&alone).env("CARGO_TARGET_DIR", &target))
}

pub(crate) fn msrv() -> Result<()> {
    let manifest = std::fs::read_to_string(crate::run::root().join("Cargo.toml"))?;
    let version = manifest.split("rust-version = \"").nth(1).and_then(|rest| rest.split('"').next());
    let version = version.context("Cargo.toml names no rust-version")?;
    must(&mut command(&format!("rustup toolchain install {version} --profile minimal")))?;
    must(command("cargo check --workspace --locked").env("RUSTUP_TOOLCHAIN", version))
}

/// The sources for Windows: no call that only Unix has. Linking is not needed for that, but zstd is compiled, in C.
pub(crate) fn windows() -> Result<()> {
    const TARGET: &str = "x86_64-pc-windows-gnu";
    if !cfg!(windows) && !works("x86_64-w64-mingw32-gcc --version") && works("apt-get --version") {
        must(&mut command("apt-get update --quiet"))?;
        must(&mut command("apt-get install --yes --no-install-recommends gcc-mingw-w64-x86-64"))?;
    }
    must(&mut command(&format!("rustup target add {TARGET}")))?;
    must(&mut command(&format!("cargo check --workspace --all-targets --locked --target {TARGET}")))
}

/// The Rust files of a folder.
#[cfg(test)]
pub(crate) fn sources(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sources;
    use crate::run::root;

    /// Paths that a source includes in what is compiled for users.
    fn included(text: &str) -> impl Iterator<Item = &str> {
        let starts = ["include_str!(", "include_bytes!(", "#[folder = "];
        let at = starts.into_iter().flat_map(move |start| text.match_indices(start));
        at.filter_map(|(i, _)| text[i..].split('"').nth(1)).filter(|path| path.contains('/') || path.contains('.'))
    }

    #[test]
    fn no_library_includes_a_file_outside_its_crate() {
        let mut seen = 0;
        for entry in std::fs::read_dir(root().join("crates")).unwrap() {
            let krate = entry.unwrap().path();
            if krate.ends_with("filetto") {
                continue;
            }
            let mut files = Vec::new();
            sources(&krate.join("src"), &mut files);
            for file in files {
                let depth = file.strip_prefix(&krate).unwrap().components().count() - 1;
                for path in included(&std::fs::read_to_string(&file).unwrap()) {
                    seen += 1;
                    let up = path.split('/').take_while(|part| *part == "..").count();
                    assert!(up <= depth, "{} includes {path}, which its package does not have", file.display());
                }
            }
        }
        assert!(seen > 20, "{seen} includes found: the test looks at the wrong thing");
    }
}
