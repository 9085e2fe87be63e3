//! `cargo xtask site`: the app as static files in `target/site`, with the engine as a module instead of a server. Step `site` of the tests.
//!
//! Nothing is rewritten inside the pages: all of them lie in one folder whose name has the hash of what is in it, so their links to each
//! other hold. Large files (the module, books, networks) have hashes of their own and are fetched again only when they change.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::run::{command, must, root};
use crate::web;

/// Certificates up to this size come along; `bindings/wasm/build.rs` says the same.
const CERTIFICATE: usize = 16_000;
/// What every browser of the last four years can do.
const FLAGS: &str = "-C target-feature=+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext,+mutable-globals -C link-arg=-zstack-size=4194304";
/// The same for `wasm-opt`, which would otherwise use what some browsers do not know yet.
const FEATURES: &str = "--mvp-features --enable-simd --enable-bulk-memory --enable-bulk-memory-opt --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue --enable-call-indirect-overlong";
/// Opening books and repertoires, of which a page fetches those of a board that somebody asks about.
const BOOKS: &str = "crates/solve/books";
const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the module and writes the site.
pub(crate) fn run() -> Result<()> {
    let site = write("target/site", &|_, _| ())?;
    println!("{}", site.display());
    Ok(())
}

/// The module tried in Node, the package for npm, the site in Chromium.
pub(crate) fn test() -> Result<()> {
    web::install()?;
    must(&mut command("cargo fmt --manifest-path bindings/wasm/Cargo.toml --check"))?;
    must(&mut command(&format!("rustup target add {TARGET}")))?;
    let clippy = format!("cargo clippy --locked --target {TARGET} --manifest-path bindings/wasm/Cargo.toml");
    must(command(&clippy).arg("--target-dir").arg(root().join("target/wasm")).args(["--", "-D", "warnings"]))?;
    let site = write("target/site", &|_, _| ())?;
    // Another build, as a host has it later: the pages are told apart by a mark.
    let next = write("target/site-next", &|name, bytes| {
        if name == "site.js" {
            bytes.extend(b"document.documentElement.dataset.build = \"next\";\n");
        }
    })?;
    package()?;
    must(&mut command("cargo build --quiet --locked --workspace --example answer"))?;
    let native = target().join("debug/examples/answer");
    must(
        command("node --test tests/filetto.test.js tests/page.test.js tests/same.test.js")
            .current_dir(root().join("bindings/wasm"))
            .env("FILETTO_NATIVE", native),
    )?;
    let tests = root().join("web/test");
    must(command("npm run --silent check-site").current_dir(&tests))?;
    must(
        command("npm run --silent test-site")
            .current_dir(&tests)
            .env("FILETTO_SITE", site)
            .env("FILETTO_SITE_NEXT", next),
    )
}

/// How fast the module is in Chromium, beside the program.
pub(crate) fn bench() -> Result<()> {
    web::install()?;
    let site = write("target/site", &|_, _| ())?;
    must(&mut command("cargo build --release --locked --package filetto-service --example answer"))?;
    let tests = root().join("web/test");
    let native = target().join("release/examples/answer");
    must(command("node rate.mjs").current_dir(&tests).env("FILETTO_SITE", site).env("FILETTO_NATIVE", native))
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), Into::into)
}

/// The module, made small and fast by `wasm-opt`.
pub(crate) fn module() -> Result<PathBuf> {
    must(&mut command(&format!("rustup target add {TARGET}")))?;
    let folder = root().join("target/wasm");
    let build = format!("cargo build --release --locked --target {TARGET} --manifest-path bindings/wasm/Cargo.toml");
    must(command(&build).arg("--target-dir").arg(&folder).env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS))?;
    let built = folder.join(TARGET).join("release/filetto.wasm");
    let (made, stamp) = (folder.join("filetto.wasm"), folder.join("filetto.wasm.of"));
    let hash = hash(&std::fs::read(&built)?);
    if made.is_file() && std::fs::read_to_string(&stamp).is_ok_and(|of| of == hash) {
        return Ok(made);
    }
    let tools = root().join("bindings/wasm");
    must(command("npm ci --no-audit --no-fund --loglevel=error").current_dir(&tools))?;
    let optimise = command(&format!("node node_modules/binaryen/bin/wasm-opt -O2 {FEATURES} -o"))
        .current_dir(&tools)
        .arg(&made)
        .arg(&built)
        .status();
    ensure!(optimise.is_ok_and(|status| status.success()), "wasm-opt failed");
    std::fs::write(&stamp, hash)?;
    Ok(made)
}

/// The package for npm in `target/npm`: the module, its other half, their types.
pub(crate) fn package() -> Result<PathBuf> {
    let (out, from) = (fresh("target/npm")?, root().join("bindings/wasm"));
    std::fs::copy(module()?, out.join("filetto.wasm"))?;
    for file in ["package/package.json", "package/README.md", "js/filetto.js"] {
        copy(&from.join(file), &out)?;
    }
    std::fs::copy(root().join("web/app/net/messages.js"), out.join("messages.js"))?;
    for file in files(&root().join(BOOKS))? {
        put(&out.join("books").join(file.file_name().unwrap_or_default()), &std::fs::read(&file)?)?;
    }
    for text in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(text), &out)?;
    }
    // Types for TypeScript, from the comments that the pages are checked by.
    let tests = root().join("web/test");
    web::install()?;
    let types = "node node_modules/typescript/bin/tsc --ignoreConfig --allowJs --declaration --emitDeclarationOnly --target es2023 --module nodenext --lib es2023,dom";
    must(
        command(types)
            .current_dir(&tests)
            .arg("--outDir")
            .arg(&out)
            .args(["filetto.js", "messages.js"].map(|name| out.join(name))),
    )?;
    Ok(out)
}

/// Writes the site into an empty folder of this name; `change` may change files of the pages before.
fn write(folder: &str, change: &dyn Fn(&str, &mut Vec<u8>)) -> Result<PathBuf> {
    let wasm = std::fs::read(module()?)?;
    let site = fresh(folder)?;
    let (web, mut names) = (root().join("web"), String::new());
    let module = format!("filetto-{}.wasm", hash(&wasm));
    std::fs::write(site.join(&module), &wasm)?;
    let _ = writeln!(names, "  \"filetto.wasm\": \"../../{module}\",");
    for file in
        files(&root().join("crates/learn/models"))?.iter().filter(|path| path.extension().is_some_and(|e| e == "net"))
    {
        let (bytes, board) =
            (std::fs::read(file)?, file.file_stem().unwrap_or_default().to_string_lossy().into_owned());
        if file.parent().is_some_and(|folder| folder.ends_with("models")) {
            let place = format!("networks/{board}-{}.net", hash(&bytes));
            put(&site.join(&place), &bytes)?;
            let _ = writeln!(names, "  \"networks/{board}.net\": \"../../{place}\",");
        }
    }
    for file in files(&root().join(BOOKS))? {
        let (bytes, name) =
            (std::fs::read(&file)?, file.file_name().unwrap_or_default().to_string_lossy().into_owned());
        let Some((board, kind)) = name.split_once('.') else { continue };
        let place = format!("books/{board}-{}.{kind}", hash(&bytes));
        put(&site.join(&place), &bytes)?;
        let _ = writeln!(names, "  \"books/{name}\": \"../../{place}\",");
    }
    for file in files(&root().join("fixtures/certificates"))? {
        let (bytes, name) =
            (std::fs::read(&file)?, file.file_name().unwrap_or_default().to_string_lossy().into_owned());
        if bytes.len() <= CERTIFICATE && name.ends_with(".cert") {
            put(&site.join("certificates").join(&name), &bytes)?;
            let _ = writeln!(names, "  \"certificates/{name}\": \"../../certificates/{name}\",");
        }
    }
    // The pages, with another line to the engine.
    let mut app: Vec<(String, Vec<u8>)> = Vec::new();
    for file in files(&web.join("app"))? {
        let name = file.strip_prefix(web.join("app"))?.to_string_lossy().replace('\\', "/");
        app.push((name, std::fs::read(&file)?));
    }
    app.retain(|(name, _)| name != "index.html" && name != "net/line.js");
    for (name, from) in [("net/line.js", "line.js"), ("net/worker.js", "worker.js"), ("site.js", "site.js")] {
        app.push((name.to_owned(), std::fs::read(web.join("site").join(from))?));
    }
    app.push(("net/filetto.js".to_owned(), std::fs::read(root().join("bindings/wasm/js/filetto.js"))?));
    app.push(("net/files.js".to_owned(), format!("export const FILES = {{\n{names}}};\n").into_bytes()));
    app.iter_mut().for_each(|(name, bytes)| change(name, bytes));
    app.sort();
    let mut all = Sha256::new();
    app.iter().for_each(|(name, bytes)| all.update([name.as_bytes(), bytes].concat()));
    let folder = format!("app-{}", short(&all.finalize()));
    app.iter().try_for_each(|(name, bytes)| put(&site.join(&folder).join(name), bytes))?;
    for file in files(&web.join("site/icons"))? {
        put(&site.join("icons").join(file.file_name().unwrap_or_default()), &std::fs::read(&file)?)?;
    }
    put(&site.join("icons/icon.svg"), &std::fs::read(web.join("app/icon.svg"))?)?;
    copy(&web.join("site/manifest.webmanifest"), &site)?;
    let page = page(&std::fs::read_to_string(web.join("app/index.html"))?, &folder, &module)?;
    std::fs::write(site.join("index.html"), page)?;
    service_worker(&site)?;
    must(command("node bindings/wasm/tools/weigh.mjs").arg(&site))?;
    Ok(site)
}

/// The first page: what it loads is in the folder; what a site needs besides is in `head.html`.
fn page(page: &str, folder: &str, module: &str) -> Result<String> {
    let head = std::fs::read_to_string(root().join("web/site/head.html"))?;
    let mut out = String::new();
    for line in page.lines() {
        let ours = ["<link rel=", "<script "].iter().any(|start| line.trim_start().starts_with(start));
        let line = if ours {
            line.replace("href=\"", &format!("href=\"{folder}/")).replace("src=\"", &format!("src=\"{folder}/"))
        } else {
            line.to_owned()
        };
        let _ = writeln!(out, "{line}");
        if line.contains("<meta charset") {
            out += &head;
        }
    }
    let extra = format!(
        "  <link rel=\"preload\" href=\"{module}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n  <script type=\"module\" src=\"{folder}/site.js\"></script>\n</head>"
    );
    ensure!(out.contains("</head>") && out.contains(&format!("{folder}/main.js")), "index.html is not what it was");
    Ok(out.replace("</head>", &extra))
}

/// The service worker with the list of all files.
fn service_worker(site: &Path) -> Result<()> {
    let mut all = Sha256::new();
    let mut names = Vec::new();
    for file in files(site)? {
        let name = file.strip_prefix(site)?.to_string_lossy().replace('\\', "/");
        all.update([name.as_bytes(), &std::fs::read(&file)?].concat());
        names.push(format!("\"{name}\""));
    }
    let text = std::fs::read_to_string(root().join("web/site/sw.js"))?;
    let text = text.replace("@VERSION@", &short(&all.finalize())).replace("@FILES@", &format!("[{}]", names.join(",")));
    std::fs::write(site.join("sw.js"), text).context("cannot write sw.js")
}

fn hash(bytes: &[u8]) -> String {
    short(&Sha256::digest(bytes))
}

fn short(digest: &[u8]) -> String {
    digest.iter().take(6).fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// An empty folder of the workspace.
fn fresh(name: &str) -> Result<PathBuf> {
    let folder = root().join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot clear {name}"))?;
    }
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn copy(file: &Path, folder: &Path) -> Result<()> {
    let name = file.file_name().unwrap_or_default();
    std::fs::copy(file, folder.join(name)).with_context(|| format!("cannot copy {}", file.display())).map(|_| ())
}

/// All files below a folder, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}
