//! Passphrase for encrypted backups: read from a variable or a file, and validated.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Once;

use super::Secret;

/// Longest passphrase, in bytes.
const LENGTH_MAX: usize = 1024;
/// Mode bit of a file that users other than its owner and group may read.
const OTHERS_READ: u32 = 0o004;
/// The warning is logged once.
static WARNED: Once = Once::new();

/// Where the passphrase comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PassphraseSource {
    /// Backups are not encrypted.
    Off,
    /// It was in an environment variable.
    Variable(Secret),
    /// It is the first line of this file, which is read when it is needed.
    File(PathBuf),
}

impl PassphraseSource {
    /// The passphrase; `None` if none is configured.
    ///
    /// # Errors
    /// A sentence for the operator, if its file cannot be read or has no valid passphrase.
    pub fn read(&self) -> Result<Option<Secret>, String> {
        match self {
            PassphraseSource::Off => Ok(None),
            PassphraseSource::Variable(passphrase) => Ok(Some(passphrase.clone())),
            PassphraseSource::File(file) => from_file(file).map(|passphrase| Some(passphrase.0)),
        }
    }
}

fn from_file(file: &Path) -> Result<Passphrase, String> {
    let cannot = |why: &dyn std::fmt::Display| format!("The passphrase for backups cannot be read from {}: {why}.", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| cannot(&error))?;
    if std::fs::metadata(file).is_ok_and(|data| data.mode() & OTHERS_READ != 0) {
        WARNED.call_once(|| tracing::warn!("every user of this machine can read the passphrase in {0}: chmod 600 {0}", file.display()));
    }
    text.lines().next().unwrap_or_default().parse().map_err(|why: String| cannot(&why))
}

/// A valid passphrase: not blank, at most [`LENGTH_MAX`] bytes.
pub(super) struct Passphrase(pub Secret);

impl FromStr for Passphrase {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let legal = !text.trim().is_empty() && text.len() <= LENGTH_MAX;
        legal
            .then(|| Passphrase(Secret::of(text)))
            .ok_or_else(|| format!("a passphrase must not be blank and may have at most {LENGTH_MAX} bytes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_passphrase_is_the_first_line_of_its_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("passphrase");
        let source = PassphraseSource::File(file.clone());
        let read = |text: &str| {
            std::fs::write(&file, text).expect("written");
            source.read().map(|passphrase| passphrase.expect("set").reveal().to_owned())
        };
        assert!(source.read().expect_err("no file").contains(&file.display().to_string()));
        for (text, passphrase) in [("four words\n", "four words"), ("four words", "four words"), (" four words \r\nmore", " four words ")] {
            assert_eq!(read(text).as_deref(), Ok(passphrase), "{text:?}");
        }
        for bad in ["", "\n", "   \nfour words", &"x".repeat(LENGTH_MAX + 1)] {
            let why = read(bad).expect_err("refused");
            assert!(why.contains("not be blank") && !why.contains("four"), "{why}");
        }
    }
}
