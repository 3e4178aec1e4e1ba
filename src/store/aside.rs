//! A second copy of the store file for as long as something could go wrong with the first.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::disk::Store;
use super::folder::belong_to;
use super::private::create_private_anew;

/// The copy. It stays when the process dies, and goes when it is forgotten.
#[derive(Debug)]
pub struct Aside(PathBuf);

impl Store {
    /// Copies the file as it is, before this process writes to it. `None` where there is no room: what follows is one
    /// transaction, which leaves all or nothing by itself.
    pub fn keep_aside(&self, why: &str) -> Option<Aside> {
        let folder = self.folder()?;
        // The copy has no log beside it.
        if let Err(error) = self.stand_alone() {
            tracing::warn!("the file before the upgrade is not kept: {error}");
            return None;
        }
        let file = folder.store_file();
        let aside = file.with_extension(format!("redb.{why}"));
        match copy(&file, &aside) {
            Ok(()) => {
                belong_to(&aside, folder.path());
                Some(Aside(aside))
            }
            Err(error) => {
                tracing::warn!("the file before the upgrade is not kept at {}: {error}", aside.display());
                let _ = fs::remove_file(&aside);
                None
            }
        }
    }
}

impl Aside {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Takes it away: what could go wrong did not.
    pub fn forget(self) {
        if let Err(error) = fs::remove_file(&self.0) {
            tracing::warn!("{} cannot be taken away: {error}", self.0.display());
        }
    }
}

/// Whole and synced, or under no name.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let draft = to.with_extension("new");
    let mut out = create_private_anew(&draft)?;
    io::copy(&mut File::open(from)?, &mut out)?;
    out.sync_all()?;
    fs::rename(&draft, to)
}
