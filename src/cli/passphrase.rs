//! Passphrase for reading an encrypted backup: from the configuration, or from a prompt without echo.

use std::io::{IsTerminal, stdin};
use std::path::Path;

use super::{ErrorText, Operator};
use crate::backup::{Keyring, holds_encrypted};
use crate::config::Config;
use crate::config::terminal::ask;

/// Keys for the backup at `path`: from the configured passphrase, or from a prompt at the terminal.
pub fn keys_for(config: &Config, path: &Path, operator: &Operator) -> Result<Keyring, ErrorText> {
    if let Some(passphrase) = config.passphrase.read()? {
        return Ok(Keyring::new(passphrase.reveal()));
    }
    if !operator.with_path(path, holds_encrypted).unwrap_or(false) || !stdin().is_terminal() {
        return Ok(Keyring::default());
    }
    let passphrase = ask(&format!("Passphrase of {}: ", path.display()))?;
    if passphrase.is_empty() { Ok(Keyring::default()) } else { Ok(Keyring::new(&passphrase)) }
}
