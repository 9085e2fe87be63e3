//! Who may know whom: the architecture as a test. The picture is in docs/architecture.md.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::run::{command, output};

/// Each crate with all it may depend on in the workspace. Data flows up; nobody looks down the stairs.
const MAY_KNOW: [(&str, &[&str]); 13] = [
    ("filetto-rules", &[]),
    ("filetto-search", &[]),
    ("filetto-huge-pages", &[]),
    ("filetto-verify", &[]),
    ("filetto-records", &["filetto-rules"]),
    ("filetto-engine", &["filetto-rules", "filetto-search", "filetto-huge-pages"]),
    ("filetto-solve", &["filetto-rules", "filetto-search", "filetto-huge-pages", "filetto-engine"]),
    ("filetto-arena", &["filetto-rules", "filetto-records", "filetto-search", "filetto-engine"]),
    ("filetto-learn", &["filetto-rules", "filetto-search", "filetto-engine"]),
    (
        "filetto-service",
        &[
            "filetto-rules",
            "filetto-records",
            "filetto-search",
            "filetto-engine",
            "filetto-solve",
            "filetto-learn",
            "filetto-verify",
        ],
    ),
    (
        "filetto",
        &[
            "filetto-rules",
            "filetto-records",
            "filetto-search",
            "filetto-engine",
            "filetto-arena",
            "filetto-solve",
            "filetto-learn",
            "filetto-service",
            "filetto-verify",
        ],
    ),
    // What must hold for any bytes: tests and fuzz targets, nothing that is shipped.
    ("filetto-invariants", &["filetto-rules", "filetto-records", "filetto-engine", "filetto-verify"]),
    ("xtask", &[]),
];

/// What the package for Python may know: a workspace of its own, so that nobody else needs Python.
const PYTHON_MAY_KNOW: [&str; 6] =
    ["filetto-rules", "filetto-records", "filetto-search", "filetto-engine", "filetto-solve", "filetto-verify"];

/// What the module for browsers may know: it is a host of the service and has no engine of its own. It hands books and networks in.
const BROWSERS_MAY_KNOW: [&str; 4] = ["filetto-service", "filetto-search", "filetto-learn", "filetto-solve"];

/// The ground floor stands on nothing: no crate of others at run time.
const WITHOUT_DEPENDENCIES: [&str; 2] = ["filetto-rules", "filetto-search"];

/// Names of what each crate of the workspace depends on when it runs, whatever features are wanted.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    dependencies_of("Cargo.toml")
}

/// The same of another workspace.
fn dependencies_of(manifest: &str) -> BTreeMap<String, Vec<String>> {
    let metadata = "cargo metadata --format-version 1 --no-deps --offline --quiet --manifest-path";
    let text = output(command(metadata).arg(manifest)).unwrap();
    let metadata: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let name = |value: &Value| value["name"].as_str().unwrap().to_owned();
    let runs = |dependency: &&Value| dependency["kind"].is_null() && dependency["optional"] == false;
    let of = |package: &Value| package["dependencies"].as_array().unwrap().iter().filter(runs).map(name).collect();
    metadata["packages"].as_array().unwrap().iter().map(|package| (name(package), of(package))).collect()
}

#[test]
fn every_crate_knows_only_whom_it_may() {
    let found = dependencies();
    let ours: Vec<&str> = found.keys().map(String::as_str).collect();
    let mut listed: Vec<&str> = MAY_KNOW.iter().map(|(name, _)| *name).collect();
    listed.sort_unstable();
    assert_eq!(ours, listed, "every crate of the workspace has its place in the house");
    for (name, may) in MAY_KNOW {
        for dependency in found[name].iter().filter(|dependency| ours.contains(&dependency.as_str())) {
            assert!(may.contains(&dependency.as_str()), "{name} must not know {dependency}");
        }
    }
}

#[test]
fn the_package_for_python_knows_no_roof() {
    let found = dependencies_of("bindings/python/Cargo.toml");
    let ours = found["filetto-python"].iter().filter(|name| name.starts_with("filetto"));
    for dependency in ours {
        assert!(PYTHON_MAY_KNOW.contains(&dependency.as_str()), "filetto-python must not know {dependency}");
    }
}

#[test]
fn the_module_for_browsers_is_a_host_of_the_service() {
    let found = dependencies_of("bindings/wasm/Cargo.toml");
    for dependency in found["filetto-wasm"].iter().filter(|name| name.starts_with("filetto")) {
        assert!(BROWSERS_MAY_KNOW.contains(&dependency.as_str()), "filetto-wasm must not know {dependency}");
    }
}

#[test]
fn the_ground_floor_has_no_dependencies() {
    let found = dependencies();
    for name in WITHOUT_DEPENDENCIES {
        assert!(found[name].is_empty(), "{name} depends on {:?}", found[name]);
    }
}

/// A result of several parts is a type whose parts have names: libraries that others build on return no tuples.
#[test]
fn libraries_return_no_tuples() {
    for krate in ["rules", "records", "search", "verify", "solve", "arena", "engine", "learn", "service"] {
        let mut files = Vec::new();
        crate::package::sources(&crate::run::root().join("crates").join(krate).join("src"), &mut files);
        assert!(files.len() > 4, "{krate} has {} files", files.len());
        // What only tests, examples and measurements see is no interface.
        let inside = |file: &std::path::PathBuf| {
            file.components().any(|part| part.as_os_str() == "knowledge") || file.ends_with("champion/tactics.rs")
        };
        for file in files.into_iter().filter(|file| !inside(file)) {
            let text = std::fs::read_to_string(&file).unwrap();
            for (at, _) in text.match_indices("pub fn ") {
                let end = text[at..].find([';', '{']).map_or(text.len(), |length| at + length);
                let signature = &text[at..end];
                let result = signature.rsplit_once("->").map_or("", |(_, result)| result);
                // A type in brackets with a comma, but for the parameters of a function.
                let tuple = result.match_indices('(').any(|(open, _)| {
                    let inside = result[open..].split(')').next().unwrap_or_default();
                    inside.contains(',') && !result[..open].ends_with("Fn") && !result[..open].ends_with("FnMut")
                });
                assert!(!tuple, "{}: {signature}", file.display());
            }
        }
    }
}
