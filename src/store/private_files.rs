//! Files and folders that only their owner reads, made where nothing was: no link is followed, and nothing is written over.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::store::folder::{FILE_MODE, FOLDER_MODE};

/// Where everybody may have temporary files.
const EVERYBODYS: &str = "/tmp";
/// Names that are tried for a temporary folder.
const TRIES: usize = 16;
/// Bytes of chance in such a name.
const NAME_BYTES: usize = 8;

/// Opens a file itself and no link that bears its name (`O_NOFOLLOW`).
pub const NO_LINK: i32 = OFlags::NOFOLLOW.bits().cast_signed();

/// The same, without waiting for the other end of a pipe.
pub const NO_LINK_NO_WAIT: i32 = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).bits().cast_signed();

/// Says in words that a file was not opened because it is a link; any other error stays as it is.
pub fn not_a_link(error: io::Error) -> io::Error {
    match Errno::from_io_error(&error) {
        Some(Errno::LOOP) => io::Error::other("it is a link, and Barback follows none here"),
        _ => error,
    }
}

/// Makes an empty file.
///
/// # Errors
/// Where something bears the name already, a link too.
pub fn create_private(file: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).mode(FILE_MODE).open(file)
}

/// As [`create_private`], in the place of a file or a link that is there.
///
/// # Errors
/// Where what is there cannot be taken away, or the file cannot be made.
pub fn replace_private(file: &Path) -> io::Result<File> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => create_private(file),
    }
}

/// As [`create_private`], or empties the plain file that is there: a reader of the folder never finds it missing.
///
/// # Errors
/// Where a link is there, a file that bears a second name, or anything but a file.
pub fn create_or_empty_private(file: &Path) -> io::Result<File> {
    match create_private(file) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        made => return made,
    }
    let opened = OpenOptions::new().read(true).write(true).custom_flags(NO_LINK_NO_WAIT).open(file).map_err(not_a_link)?;
    let data = opened.metadata()?;
    if !data.is_file() || data.nlink() != 1 {
        return Err(io::Error::other("something else bears this name"));
    }
    opened.set_len(0)?;
    // A stick's file system may know no modes.
    let _ = opened.set_permissions(fs::Permissions::from_mode(FILE_MODE));
    Ok(opened)
}

/// A temporary folder with a random name. It goes with everything in it when this is dropped.
#[derive(Debug)]
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Makes one where this machine has its temporary files. The place that the environment names may be root's alone, and root
    /// another user by now.
    ///
    /// # Errors
    /// When none can be made there.
    pub fn create() -> io::Result<Self> {
        match TemporaryFolder::create_in(&std::env::temp_dir()) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => TemporaryFolder::create_in(Path::new(EVERYBODYS)),
            made => made,
        }
    }

    fn create_in(folder: &Path) -> io::Result<Self> {
        for _ in 0..TRIES {
            let mut chance = [0; NAME_BYTES];
            getrandom::fill(&mut chance).map_err(|error| io::Error::other(error.to_string()))?;
            let path = folder.join(format!("barback-{:016x}", u64::from_ne_bytes(chance)));
            match DirBuilder::new().mode(FOLDER_MODE).create(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                made => return made.map(|()| TemporaryFolder(path)),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_private_file_is_made_anew_and_never_through_a_link() {
        let room = TemporaryFolder::create().expect("room");
        assert_eq!(fs::metadata(room.path()).expect("there").mode() & 0o777, FOLDER_MODE);
        let (victim, link) = (room.path().join("victim"), room.path().join("link"));
        fs::write(&victim, "as it was").and_then(|()| symlink(&victim, &link)).expect("planted");
        assert_eq!(create_private(&link).map_err(|error| error.kind()).err(), Some(ErrorKind::AlreadyExists));
        assert!(create_or_empty_private(&link).is_err());
        fs::hard_link(&victim, room.path().join("second")).expect("linked");
        assert!(create_or_empty_private(&victim).is_err(), "it bears a second name");
        assert!(create_or_empty_private(room.path()).is_err(), "a folder");
        let begun = room.path().join("begun");
        fs::write(&begun, "broke off").expect("written");
        assert_eq!(create_or_empty_private(&begun).and_then(|file| file.metadata()).expect("emptied").len(), 0);
        let made = replace_private(&link).expect("in the link's place");
        assert_eq!(made.metadata().expect("open").permissions().mode() & 0o777, FILE_MODE);
        assert!(!fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&victim).expect("there"), "as it was");
        let path = room.path().to_owned();
        drop(room);
        assert!(!path.exists());
    }
}
