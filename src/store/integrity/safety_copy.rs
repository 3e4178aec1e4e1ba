//! A second copy of the store file for as long as something could go wrong with the first.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::store::folder::give_to_folder_owner;
use crate::store::private_files::replace_private;
use crate::store::store::Store;

/// The copy. It stays when the process dies, and goes when it is forgotten.
#[derive(Debug)]
pub struct SafetyCopy(PathBuf);

impl Store {
    /// Copies the file as it is, before this process writes to it. `None` where there is no room: what follows is one
    /// transaction, which leaves all or nothing by itself.
    pub fn make_safety_copy(&self, why: &str) -> Option<SafetyCopy> {
        let folder = self.folder()?;
        // The copy has no log beside it.
        if let Err(error) = self.checkpoint_and_remove_log() {
            tracing::warn!("the file before the upgrade is not kept: {error}");
            return None;
        }
        let file = folder.store_file();
        let aside = file.with_extension(format!("redb.{why}"));
        match copy(&file, &aside) {
            Ok(()) => {
                give_to_folder_owner(&aside, folder.path());
                Some(SafetyCopy(aside))
            }
            Err(error) => {
                tracing::warn!("the file before the upgrade is not kept at {}: {error}", aside.display());
                let _ = fs::remove_file(&aside);
                None
            }
        }
    }
}

impl SafetyCopy {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Takes it away: what could go wrong did not.
    pub fn discard(self) {
        if let Err(error) = fs::remove_file(&self.0) {
            tracing::warn!("{} cannot be taken away: {error}", self.0.display());
        }
    }
}

impl Store {
    /// Removes the copies that a process left behind which died between the upgrade and [`SafetyCopy::discard`]: they hold all that
    /// the store holds. Call it when the upgrade is through. Only plain files under a name that this version gives are removed.
    pub fn discard_leftover_safety_copies(&self) {
        let Some(folder) = self.folder() else { return };
        let files = fs::read_dir(folder.path()).into_iter().flatten().flatten();
        let ours = files.filter(|file| is_left_over(file) && file.file_type().is_ok_and(|kind| kind.is_file()));
        for file in ours {
            match fs::remove_file(file.path()) {
                Ok(()) => tracing::info!("{} was left over from an upgrade and is removed", file.path().display()),
                Err(error) => tracing::warn!("{} is left over from an upgrade and cannot be removed: {error}", file.path().display()),
            }
        }
    }
}

/// A copy, or one that was being made.
fn is_left_over(file: &fs::DirEntry) -> bool {
    let name = file.file_name();
    let Some(rest) = name.to_str().and_then(|name| name.strip_prefix("barback.redb.")) else { return false };
    let version = rest.strip_prefix("tables-").unwrap_or_default();
    rest == "new" || (!version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whole and synced, or under no name.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let draft = to.with_extension("new");
    let mut out = replace_private(&draft)?;
    io::copy(&mut File::open(from)?, &mut out)?;
    out.sync_all()?;
    fs::rename(&draft, to)
}
