//! Players as the command line names them: what a person types may open a file.

use std::path::{Path, PathBuf};

use filetto_learn::Model;
pub(crate) use filetto_service::{Card, Files, Who, cards};

use crate::files;

/// A person's own command line may name a network of its own.
pub(crate) const OWN_FILES: Files = Files::Read(network);

/// The network of a file, or of the folder of a training.
pub(crate) fn network(path: &Path) -> Result<Model, String> {
    let (path, bytes) = read(path)?;
    Model::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Makes the network of a file the one of its board, for the whole program.
pub(crate) fn provide(path: &Path) -> Result<(), String> {
    let (path, bytes) = read(path)?;
    filetto_learn::provide(&bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn read(path: &Path) -> Result<(PathBuf, Vec<u8>), String> {
    let path = if path.is_dir() { path.join("model.net") } else { path.to_owned() };
    let bytes = files::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok((path, bytes))
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
