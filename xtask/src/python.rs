//! `cargo xtask wheel` and the step `python` of the tests: the package for Python, in environments of its own under `target/python`.
//!
//! Wheels of others are fetched once and kept; an environment is made anew only when its list changes. Kaggle's referee pins versions that
//! exclude everybody else's, so it has an environment to itself.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::run::{command, must, output, programs, root, works};

/// The largest wheel that is allowed, in bytes.
const LARGEST: u64 = 10 << 20;
/// Interpreters that may be there, the usual one first.
const INTERPRETERS: [&str; 5] = ["python3", "python3.13", "python3.12", "python3.11", "python3.10"];

fn folder() -> PathBuf {
    root().join("target/python")
}

/// Builds the wheel and says where it is.
pub(crate) fn wheel() -> Result<()> {
    println!("{}", build()?.display());
    Ok(())
}

/// Builds, installs, checks types, and runs all tests.
pub(crate) fn test() -> Result<()> {
    must(&mut command("cargo fmt --manifest-path bindings/python/Cargo.toml --check"))?;
    let wheel = build()?;
    let package = root().join("bindings/python");
    let main = main_environment()?;
    let python = || program(&main, "python");
    must(python().args(["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"]).arg(&wheel))?;
    must(python().args(["-m", "mypy", "-p", "filetto", "--config-file", "pyproject.toml"]).current_dir(&package))?;
    must(python().args(["-m", "pytest", "-p", "no:cacheprovider", "tests"]).current_dir(&package))?;
    let kaggle = kaggle_environment()?;
    let agent = folder().join("submission.py");
    must(Command::new(programs()?.join("filetto")).args(["kaggle", "export", "--output"]).arg(&agent))?;
    must(program(&kaggle, "python").arg(package.join("tests/kaggle_games.py")).arg(&agent))
}

/// Events on a Ray cluster of several machines, some of which are lost. The package is the wheel that the step `python` has built.
pub(crate) fn ray() -> Result<()> {
    let ray = ray_environment()?;
    let dist = folder().join("dist");
    let wheel = match newest_wheel(&dist) {
        Ok(wheel) => wheel,
        Err(_) => build()?,
    };
    must(
        program(&ray, "python").args(["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"]).arg(&wheel),
    )?;
    let tests = root().join("bindings/python/cluster_tests");
    let mut pytest = program(&ray, "python");
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir"]).arg(&tests).arg(&tests);
    must(pytest.env("FILETTO", programs()?.join("filetto")))
}

fn newest_wheel(dist: &Path) -> Result<PathBuf> {
    let mut files = std::fs::read_dir(dist)?.filter_map(|entry| Some(entry.ok()?.path()));
    files.find(|path| path.extension().is_some_and(|end| end == "whl")).context("maturin made no wheel")
}

/// The wheel, built by maturin.
fn build() -> Result<PathBuf> {
    let main = main_environment()?;
    let dist = folder().join("dist");
    if dist.exists() {
        std::fs::remove_dir_all(&dist).context("cannot clear target/python/dist")?;
    }
    // Locked: when a crate beside it gets a new dependency, the lock file of the package is brought up to date with it.
    let mut maturin = program(&main, "maturin");
    maturin.args([
        "build",
        "--release",
        "--locked",
        "--quiet",
        "--manifest-path",
        "bindings/python/Cargo.toml",
        "--out",
    ]);
    must(maturin.arg(&dist).env("CARGO_TARGET_DIR", folder().join("cargo")))?;
    let wheel = newest_wheel(&dist)?;
    let size = std::fs::metadata(&wheel)?.len();
    ensure!(size < LARGEST, "{} has {size} bytes: more than 10 MB", wheel.display());
    Ok(wheel)
}

/// Makes the environments, which is mostly waiting for packages.
pub(crate) fn environments() -> Result<()> {
    main_environment()?;
    kaggle_environment()?;
    ray_environment().map(|_| ())
}

fn main_environment() -> Result<PathBuf> {
    environment("main", "requirements.txt", &[])
}

/// Ray weighs 240 MB and brings much: the others need not carry it.
fn ray_environment() -> Result<PathBuf> {
    environment("ray", "requirements-ray.txt", &[])
}

fn kaggle_environment() -> Result<PathBuf> {
    // Without what it depends on: connectx needs none of that.
    environment("kaggle", "requirements-kaggle.txt", &["kaggle-environments==1.33.2"])
}

/// The programs of an environment with what a list names, made if it is not there. Packages in `alone` come without what they name.
fn environment(name: &str, list: &str, alone: &[&str]) -> Result<PathBuf> {
    let (place, wheels) = (folder().join(name), folder().join("wheels"));
    let list = root().join("bindings/python/tests").join(list);
    let wanted = std::fs::read_to_string(&list)? + &alone.join("\n");
    let stamp = place.join("made-of.txt");
    let programs = place.join(if cfg!(windows) { "Scripts" } else { "bin" });
    if std::fs::read_to_string(&stamp).is_ok_and(|made| made == wanted) {
        return Ok(programs);
    }
    let python = interpreter()?;
    std::fs::create_dir_all(&wheels)?;
    if place.exists() {
        std::fs::remove_dir_all(&place).with_context(|| format!("cannot clear {}", place.display()))?;
    }
    must(command(&python).args(["-m", "venv"]).arg(&place))?;
    let pip = || {
        let mut pip = program(&programs, "python");
        pip.args(["-m", "pip", "--disable-pip-version-check", "--quiet"]);
        pip
    };
    let offline = |pip: &mut Command| {
        pip.args(["install", "--no-index", "--find-links"]).arg(&wheels);
    };
    for (what, bare) in [(vec!["-r".into(), list.clone().into_os_string()], false)]
        .into_iter()
        .chain(alone.iter().map(|one| (vec![(*one).into()], true)))
    {
        let deps: &[&str] = if bare { &["--no-deps"] } else { &[] };
        let mut install = pip();
        offline(&mut install);
        install.args(deps).args(&what);
        // What is kept may be enough; if not, it is fetched first.
        if output(&mut install).is_err() {
            must(pip().args(["download", "-d"]).arg(&wheels).args(deps).args(&what))?;
            let mut install = pip();
            offline(&mut install);
            must(install.args(deps).args(&what))?;
        }
    }
    std::fs::write(&stamp, wanted)?;
    Ok(programs)
}

/// A Python of version 3.10 or newer that can make environments.
fn interpreter() -> Result<String> {
    let check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    let good = |python: &&str| output(command(python).args(["-c", check])).is_ok();
    if let Some(python) = INTERPRETERS.iter().find(|python| good(python)) {
        return Ok((*python).to_owned());
    }
    if works("apt-get --version") {
        must(&mut command("apt-get update --quiet"))?;
        must(&mut command("apt-get install --yes --no-install-recommends python3 python3-venv"))?;
    }
    let found = INTERPRETERS.iter().find(|python| good(python));
    Ok((*found.context("a Python of version 3.10 or newer with venv is needed: install one")?).to_owned())
}

/// A program of an environment, to be run in the workspace's folder.
fn program(folder: &Path, name: &str) -> Command {
    let mut program = Command::new(folder.join(name));
    program.current_dir(root());
    program
}
