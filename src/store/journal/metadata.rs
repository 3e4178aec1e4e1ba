//! Facts about the file itself: its versions, what kind of bar lives in it, the secret that signs its sessions.

use crate::base::text::hex;
use crate::store::store::Store;
use crate::store::tables::table::{Table, Tables, View};
use crate::store::{FORMAT_VERSION, OpenError, StoreError, Stored, TABLES_VERSION_KEY};

/// Facts about the file itself.
pub const META: &str = "meta";
const FACTS: Table<String, String> = Table::new(META);
const FORMAT: &str = "format";
/// Which redo log belongs to the file, and up to which record it is in it.
pub const LOG: &str = "log";
/// What [`LOG`] says of a file that stands alone.
pub const NO_LOG: &str = "none";
/// Counts the durable commits of the file, so that one of which the disk did not say whether it was kept is found again.
const COMMITS: &str = "commits";

const BAR: &str = "bar";
const DEMO: &str = "demo";
const REAL: &str = "real";
const SECRET: &str = "secret";
/// Length of the secret that signs sessions, in bytes.
const SECRET_BYTES: usize = 32;

impl Store {
    /// Says what kind of bar lives here; refuses when the other kind does. A demo must never touch a real bar.
    pub fn claim(&self, demo: bool) -> Result<(), OpenError> {
        let wanted = if demo { DEMO } else { REAL };
        let holds = match self.read(|view| metadata(view, BAR))? {
            None => return Ok(self.write(|tables| set_metadata(tables, BAR, wanted))?),
            Some(kind) if kind == wanted => return Ok(()),
            Some(_) if demo => ("a real bar", "a demo needs a folder of its own. Leave --data out, or name another folder."),
            Some(_) => ("a demo bar", "start it with --demo, or name another folder with --data."),
        };
        let folder = self.folder().map(|folder| folder.path().to_owned()).unwrap_or_default();
        Err(OpenError::OtherBar { folder, holds: holds.0, advice: holds.1 })
    }

    /// Whether a demo bar lives here.
    pub fn is_demo(&self) -> Stored<bool> {
        Ok(self.read(|view| metadata(view, BAR))?.as_deref() == Some(DEMO))
    }

    /// The secret that signs sessions' tokens: made once, never in the journal.
    pub fn secret(&self) -> Stored<Vec<u8>> {
        if let Some(secret) = self.read(|view| metadata(view, SECRET))? {
            return Ok(secret.into_bytes());
        }
        let mut bytes = [0u8; SECRET_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let secret = hex(&bytes);
        self.write(|tables| set_metadata(tables, SECRET, &secret))?;
        Ok(secret.into_bytes())
    }
}

/// A fact about the file, such as which version made its tables.
pub fn metadata(view: &dyn View, name: &str) -> Stored<Option<String>> {
    FACTS.get(view, &name.to_owned())
}

/// Notes a fact about the file.
pub fn set_metadata(tables: &mut dyn Tables, name: &str, value: &str) -> Stored<()> {
    FACTS.put(tables, &name.to_owned(), &value.to_owned())
}

/// The format that the file names; `None` when it names none.
pub fn format_of(view: &dyn View) -> Stored<Option<u32>> {
    Ok(metadata(view, FORMAT)?.and_then(|text| text.parse().ok()))
}

/// The version of Barback's tables that the file names; `None` when it names none.
pub fn tables_of(view: &dyn View) -> Stored<Option<u32>> {
    Ok(metadata(view, TABLES_VERSION_KEY)?.and_then(|text| text.parse().ok()))
}

/// Notes that the file is of this format.
pub fn note_format(tables: &mut dyn Tables) -> Stored<()> {
    set_metadata(tables, FORMAT, &FORMAT_VERSION.to_string())
}

/// Number of the file's last durable commit; 0 before one was numbered.
pub fn commits_of(view: &dyn View) -> Stored<u64> {
    Ok(metadata(view, COMMITS)?.and_then(|text| text.parse().ok()).unwrap_or(0))
}

/// Notes the number of a durable commit.
pub fn note_commit(tables: &mut dyn Tables, number: u64) -> Stored<()> {
    set_metadata(tables, COMMITS, &number.to_string())
}

/// What the file notes of its log; `None` when it stands alone.
pub fn log_of(view: &dyn View) -> Stored<Option<String>> {
    Ok(metadata(view, LOG)?.filter(|note| note != NO_LOG))
}
