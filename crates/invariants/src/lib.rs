#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod boards;
mod brute_force;
mod certificates;
mod games;
mod notation;
mod protocol;
mod records;

/// One invariant.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: of the fuzz target and of the folder of its corpus.
    pub name: &'static str,
    /// Panics if these bytes break it.
    pub holds: fn(&[u8]),
}

/// All of them.
pub const TARGETS: [Target; 7] = [
    Target { name: "keys", holds: boards::keys },
    Target { name: "undo", holds: boards::undo },
    Target { name: "records", holds: records::read_back },
    Target { name: "notation", holds: notation::read_back },
    Target { name: "certificates", holds: certificates::sound },
    Target { name: "certificate_files", holds: certificates::any_file },
    Target { name: "protocol", holds: protocol::answers },
];

/// Runs the invariant of this name.
///
/// # Panics
///
/// If the bytes break it, or there is none of this name.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("an invariant of this name");
    (target.holds)(bytes);
}
