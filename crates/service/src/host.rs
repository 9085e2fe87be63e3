//! The program around the service.

/// What the service asks of the program that it is a part of. The default has nothing.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// As the first message says it.
    pub version: &'static str,
    /// A number that is another one every time: random players should not play the same game twice.
    pub seed: fn() -> u64,
    /// Whether there is a certificate of this name to be fetched.
    pub has_certificate: fn(&str) -> bool,
    /// The bytes of a certificate.
    pub certificate: fn(&str) -> Option<Vec<u8>>,
    /// Files of proved puzzles.
    pub puzzles: &'static [&'static str],
    /// Types of requests that need what this program does not have: other devices, a referee.
    pub without: &'static [&'static str],
}

impl Default for Host {
    fn default() -> Host {
        Host { version: "", seed: || 1, has_certificate: |_| false, certificate: |_| None, puzzles: &[], without: &[] }
    }
}
