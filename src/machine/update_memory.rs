//! What the box must remember of an update over a restart: a small file on the data partition.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use base::Timestamp;

/// Folder in the data folder for what belongs to updates.
const FOLDER: &str = "software";
/// File in it.
const FILE: &str = "update.json";

/// The folder of updates in a data folder.
pub fn folder_in(data: &Path) -> PathBuf {
    data.join(FOLDER)
}

/// An update that is written to the other root, or was and is to be started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub version: String,
    /// The root that ran when it was written.
    pub from_slot: String,
    /// Version of the software that ran then.
    pub from_version: String,
    /// Whether the restart waits until the bar is closed.
    pub waits: bool,
    /// Whether all of it is on the other root. Before, a restart ends it.
    pub is_written: bool,
    /// Why the version could not open the bar, in its own words, noted by the version itself.
    #[serde(default)]
    pub failure: Option<String>,
    /// The copy of the store of before.
    #[serde(default)]
    pub rescue: Rescue,
}

/// Whether there is a copy of the store of before an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rescue {
    #[default]
    NotMade,
    Made,
    /// It is not taken back any more.
    GivenUp,
}

/// How the last update ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UpdateResult)]
pub struct LastResult {
    pub version: String,
    pub worked: bool,
    /// In words.
    pub message: String,
    /// Why a version that did not start did not, as far as it could say.
    #[serde(default)]
    pub reason: Option<String>,
    #[schema(value_type = String)]
    pub at: Timestamp,
}

/// The file's content.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    pub attempt: Option<Attempt>,
    pub last: Option<LastResult>,
}

impl Memory {
    /// The update that is written and starts when the bar is closed.
    pub fn planned(&self) -> Option<&Attempt> {
        self.attempt.as_ref().filter(|attempt| attempt.is_written && attempt.waits)
    }

    /// Reads it. A file that is missing or damaged is an empty memory: the updates go on, without news of the last one.
    pub fn read(folder: &Path) -> Self {
        let path = file(folder);
        match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_else(|error| {
                tracing::warn!("{}: {error}", path.display());
                Memory::default()
            }),
            Err(_) => Memory::default(),
        }
    }

    /// Writes it so that a power cut leaves the old or the new content.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let (path, new) = (file(folder), folder.join("update.json.new"));
        std::fs::create_dir_all(folder)?;
        let file = std::fs::File::create(&new)?;
        serde_json::to_writer(&file, self)?;
        file.sync_all()?;
        std::fs::rename(&new, &path)?;
        std::fs::File::open(folder)?.sync_all()
    }
}

/// Notes why a version that starts for the first time could not open the bar: the version of before says it when it runs again. Without an
/// update nothing is noted.
pub fn note_failure(folder: &Path, version: &str, reason: String) {
    let mut memory = Memory::read(folder);
    if let Some(attempt) = memory.attempt.as_mut().filter(|attempt| attempt.from_version != version) {
        attempt.failure = Some(reason);
        if let Err(error) = memory.write(folder) {
            tracing::error!("why this version does not start could not be noted: {error}");
        }
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_that_starts_for_the_first_time_notes_why_it_does_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let failure = || Memory::read(folder.path()).attempt.and_then(|attempt| attempt.failure);
        note_failure(folder.path(), "0.2", "without an update".to_owned());
        assert_eq!(Memory::read(folder.path()), Memory::default());
        let [version, from_slot, from_version] = ["0.2", "A", "0.1"].map(str::to_owned);
        let attempt = Attempt { version, from_slot, from_version, waits: false, is_written: true, failure: None, rescue: Rescue::NotMade };
        Memory { attempt: Some(attempt), last: None }.write(folder.path()).expect("a disk");
        note_failure(folder.path(), "0.1", "the version of before".to_owned());
        assert_eq!(failure(), None);
        note_failure(folder.path(), "0.2", "the store is of a newer version".to_owned());
        assert_eq!(failure().as_deref(), Some("the store is of a newer version"));
    }

    #[test]
    fn what_is_written_is_read_and_a_damaged_file_is_empty() {
        let folder = tempfile::tempdir().expect("a folder");
        let attempt = Attempt {
            version: "0.2".to_owned(),
            from_slot: "A".to_owned(),
            from_version: "0.1".to_owned(),
            waits: true,
            is_written: true,
            failure: None,
            rescue: Rescue::Made,
        };
        let memory = Memory { attempt: Some(attempt), last: None };
        assert_eq!(Memory::read(folder.path()), Memory::default());
        memory.write(folder.path()).expect("a disk");
        assert_eq!(Memory::read(folder.path()), memory);
        std::fs::write(file(folder.path()), "{").expect("a file");
        assert_eq!(Memory::read(folder.path()), Memory::default());
    }
}
