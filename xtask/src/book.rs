//! `cargo xtask book`: the pages of `docs/` as a book, by mdBook. It is compiled once, into `target/tools`, where no program of that name
//! is installed; that takes minutes, so the tests only look whether the book is complete and its links lead somewhere.

use anyhow::{Context, Result};

use crate::run::{command, must, root, works};

const VERSION: &str = "^0.5";

pub(crate) fn run() -> Result<()> {
    let tools = root().join("target/tools");
    let built = tools.join("bin").join(if cfg!(windows) { "mdbook.exe" } else { "mdbook" });
    let program = if works("mdbook --version") {
        "mdbook".into()
    } else {
        if !built.is_file() {
            // Without the server and the watcher, which nobody needs for pages that are built once.
            let install =
                format!("cargo install mdbook --version {VERSION} --locked --no-default-features --features search");
            must(command(&install).arg("--root").arg(&tools))?;
        }
        built
    };
    must(std::process::Command::new(&program).arg("build").arg(root())).context("the book was not made")?;
    println!("{}", root().join("target/book/index.html").display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pages(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path);
            }
        }
    }

    /// Where the links of a page lead, code left out.
    fn links(text: &str) -> Vec<String> {
        let mut code = false;
        let prose = text.lines().filter(|line| {
            code ^= line.trim_start().starts_with("```");
            !code
        });
        let targets = prose.flat_map(|line| line.split("](").skip(1).filter_map(|rest| rest.split(')').next()));
        let inside = |target: &&str| !target.is_empty() && !target.contains("://") && !target.starts_with('#');
        targets.filter(inside).map(|target| target.split('#').next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn every_page_is_in_the_book_and_every_link_leads_somewhere() {
        let docs = root().join("docs");
        let mut all = Vec::new();
        pages(&docs, &mut all);
        let contents = links(&std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap());
        let mut seen = 0;
        for page in &all {
            let name = page.strip_prefix(&docs).unwrap().to_string_lossy().replace('\\', "/");
            assert!(name == "SUMMARY.md" || contents.contains(&name), "docs/SUMMARY.md does not list {name}");
            for link in links(&std::fs::read_to_string(page).unwrap()) {
                seen += 1;
                assert!(page.with_file_name(&link).exists(), "docs/{name} links to {link}, which is not there");
            }
        }
        assert!(seen > 50, "{seen} links found: the test looks at the wrong thing");
    }
}
