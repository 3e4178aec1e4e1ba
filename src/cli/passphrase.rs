//! Passphrase for an encrypted backup: from the settings, or from a prompt without echo.

use std::io::{IsTerminal, stdin};
use std::path::Path;

use super::{Failed, Operator};
use crate::backup::{Keyring, holds_encrypted};
use crate::config::Config;
use crate::config::terminal::ask;

/// Keys for the backup at `path`: from the configured passphrase, or from a prompt at the terminal.
pub fn to_open(config: &Config, path: &Path, operator: &Operator) -> Result<Keyring, Failed> {
    if let Some(passphrase) = config.passphrase.read()? {
        return Ok(Keyring::new(passphrase.reveal()));
    }
    if !operator.on(path, holds_encrypted).unwrap_or(false) || !stdin().is_terminal() {
        return Ok(Keyring::default());
    }
    let passphrase = ask(&format!("Passphrase of {}: ", path.display()))?;
    if passphrase.is_empty() { Ok(Keyring::default()) } else { Ok(Keyring::new(&passphrase)) }
}
