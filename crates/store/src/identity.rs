//! What kind of bar the store belongs to, and the secret that signs its sessions.

use super::journal::file_metadata::{metadata, set_metadata};
use super::store::Store;
use super::{OpenError, StoreError, Stored};
use base::text::hex;

const KIND_KEY: &str = "bar";
const DEMO: &str = "demo";
const REAL: &str = "real";
const SECRET_KEY: &str = "secret";
/// Length of the secret that signs sessions, in bytes.
const SECRET_BYTES: usize = 32;

impl Store {
    /// Records whether this is a demo bar, if that is not recorded yet.
    ///
    /// # Errors
    /// [`OpenError::OtherBar`] when the store belongs to the other kind: a demo must never change a real bar.
    pub fn claim(&self, demo: bool) -> Result<(), OpenError> {
        let wanted = if demo { DEMO } else { REAL };
        let holds = match self.read(|view| metadata(view, KIND_KEY))? {
            None => return Ok(self.write(|tables| set_metadata(tables, KIND_KEY, wanted))?),
            Some(kind) if kind == wanted => return Ok(()),
            Some(_) if demo => ("a real bar", "a demo needs a folder of its own. Leave --data out, or name another folder."),
            Some(_) => ("a demo bar", "start it with --demo, or name another folder with --data."),
        };
        let folder = self.folder().map(|folder| folder.path().to_owned()).unwrap_or_default();
        Err(OpenError::OtherBar { folder, holds: holds.0, advice: holds.1 })
    }

    /// Whether the store belongs to a demo bar.
    pub fn is_demo(&self) -> Stored<bool> {
        Ok(self.read(|view| metadata(view, KIND_KEY))?.as_deref() == Some(DEMO))
    }

    /// The secret that signs session tokens. Created once, and never part of the journal.
    pub fn secret(&self) -> Stored<Vec<u8>> {
        if let Some(secret) = self.read(|view| metadata(view, SECRET_KEY))? {
            return Ok(secret.into_bytes());
        }
        let mut bytes = [0u8; SECRET_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let secret = hex(&bytes);
        self.write(|tables| set_metadata(tables, SECRET_KEY, &secret))?;
        Ok(secret.into_bytes())
    }
}
