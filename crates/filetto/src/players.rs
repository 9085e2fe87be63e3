//! Players as the command line names them: what a person types may open a file.

use std::path::Path;

use filetto_learn::Model;
pub(crate) use filetto_service::{Card, Files, Who, cards};

use crate::files;

/// A person's own command line may name a network of its own.
pub(crate) const OWN_FILES: Files = Files::Read(network);

/// The network of a file.
pub(crate) fn network(path: &Path) -> Result<Model, String> {
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = files::read(path).map_err(|error| told(&error))?;
    Model::from_bytes(&bytes).map_err(|error| told(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_file_without_end_is_no_network() {
        let refused = network(Path::new("/dev/zero")).err().unwrap_or_default();
        assert!(refused.contains("longer than 16 MiB"), "{refused}");
    }
}
