//! Safety copy of the store file, made before an upgrade and removed after it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::folder::{Folder, give_to_folder_owner};
use crate::private_files::replace_private;

/// A copy of the store file. It stays when the process dies, and is removed by [`SafetyCopy::discard`].
#[derive(Debug)]
pub struct SafetyCopy(PathBuf);

impl SafetyCopy {
    /// Copies the store file, which must not need its log, to a name that ends with `suffix`. `None` where the copy cannot be made;
    /// the upgrade goes on without it, because it is one transaction that leaves either all or nothing.
    pub fn make(folder: &Folder, suffix: &str) -> Option<SafetyCopy> {
        let file = folder.store_file();
        let copied = file.with_extension(format!("redb.{suffix}"));
        match copy(&file, &copied) {
            Ok(()) => {
                give_to_folder_owner(&copied, folder.path());
                Some(SafetyCopy(copied))
            }
            Err(error) => {
                tracing::warn!("the file before the upgrade is not kept at {}: {error}", copied.display());
                let _ = fs::remove_file(&copied);
                None
            }
        }
    }

    /// Path of the copy.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Removes the copy after the upgrade has succeeded.
    pub fn discard(self) {
        if let Err(error) = fs::remove_file(&self.0) {
            tracing::warn!("{} cannot be taken away: {error}", self.0.display());
        }
    }
}

/// Removes the copies left by a process that died between the upgrade and [`SafetyCopy::discard`]; the store contains everything
/// that they do. Only plain files with a name that this version gives to safety copies are removed.
pub fn discard_leftovers(folder: &Folder) {
    let files = fs::read_dir(folder.path()).into_iter().flatten().flatten();
    let leftovers = files.filter(|file| is_safety_copy(file) && file.file_type().is_ok_and(|kind| kind.is_file()));
    for file in leftovers {
        match fs::remove_file(file.path()) {
            Ok(()) => tracing::info!("{} was left over from an upgrade and is removed", file.path().display()),
            Err(error) => tracing::warn!("{} is left over from an upgrade and cannot be removed: {error}", file.path().display()),
        }
    }
}

/// Whether the name is that of a safety copy, or of one that was being written.
fn is_safety_copy(file: &fs::DirEntry) -> bool {
    let name = file.file_name();
    let Some(rest) = name.to_str().and_then(|name| name.strip_prefix("barback.redb.")) else { return false };
    let version = rest.strip_prefix("tables-").unwrap_or_default();
    rest == "new" || (!version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Copies and syncs under a temporary name, so that the final name always belongs to a complete copy.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let draft = to.with_extension("new");
    let mut out = replace_private(&draft)?;
    io::copy(&mut File::open(from)?, &mut out)?;
    out.sync_all()?;
    fs::rename(&draft, to)
}
