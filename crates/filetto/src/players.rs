//! Players as the command line names them: what a person types may open a file.

use std::path::Path;

use filetto_learn::Model;
pub(crate) use filetto_service::{Card, Files, Who, cards};

/// A person's own command line may name a network of its own.
pub(crate) const OWN_FILES: Files = Files::Read(network);

/// The network of a file.
pub(crate) fn network(path: &Path) -> Result<Model, String> {
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = std::fs::read(path).map_err(|error| told(&error))?;
    Model::from_bytes(&bytes).map_err(|error| told(&error))
}
