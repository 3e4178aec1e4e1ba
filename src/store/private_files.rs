//! Creates files and folders that only their owner can read, without following links and without overwriting other files.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use rustix::io::Errno;

use super::folder::{FILE_MODE, FOLDER_MODE};

/// The temporary folder that every user may write to.
const SHARED_TEMP: &str = "/tmp";
/// Random names that are tried for a temporary folder.
const NAMES_TRIED: usize = 16;
/// Random bytes in such a name.
const NAME_BYTES: usize = 8;

/// `O_NOFOLLOW`: opening fails when the path is a symbolic link.
pub const NO_FOLLOW: i32 = OFlags::NOFOLLOW.bits().cast_signed();

/// `O_NOFOLLOW | O_NONBLOCK`: as [`NO_FOLLOW`], and opening a named pipe does not wait for its other end.
pub const NO_FOLLOW_NONBLOCK: i32 = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).bits().cast_signed();

/// Replaces the error for a symbolic link (`ELOOP`) with a readable one; returns any other error unchanged.
pub fn explain_link(error: io::Error) -> io::Error {
    match Errno::from_io_error(&error) {
        Some(Errno::LOOP) => io::Error::other("it is a link, and Barback follows none here"),
        _ => error,
    }
}

/// Creates an empty file.
///
/// # Errors
/// When the path exists, a link included.
pub fn create_private(file: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).mode(FILE_MODE).open(file)
}

/// As [`create_private`], but removes an existing file or link first.
///
/// # Errors
/// When the existing file cannot be removed, or the new one cannot be created.
pub fn replace_private(file: &Path) -> io::Result<File> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => create_private(file),
    }
}

/// As [`create_private`], but empties an existing plain file in place: another reader of the folder never finds it missing.
///
/// # Errors
/// When the path is a link, a file with a second name (hard link), or not a file.
pub fn create_or_empty_private(file: &Path) -> io::Result<File> {
    match create_private(file) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        made => return made,
    }
    let opened = OpenOptions::new().read(true).write(true).custom_flags(NO_FOLLOW_NONBLOCK).open(file).map_err(explain_link)?;
    let data = opened.metadata()?;
    if !data.is_file() || data.nlink() != 1 {
        return Err(io::Error::other("something else bears this name"));
    }
    opened.set_len(0)?;
    // The file system of a USB stick may have no modes.
    let _ = opened.set_permissions(fs::Permissions::from_mode(FILE_MODE));
    Ok(opened)
}

/// A temporary folder with a random name. Dropping it removes the folder with its content.
#[derive(Debug)]
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Creates one in the machine's temporary folder. Where `TMPDIR` names a folder that only root may write, and this process has
    /// given up root since, it uses `/tmp`.
    ///
    /// # Errors
    /// When no folder can be created in either.
    pub fn create() -> io::Result<Self> {
        match TemporaryFolder::create_in(&std::env::temp_dir()) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => TemporaryFolder::create_in(Path::new(SHARED_TEMP)),
            made => made,
        }
    }

    fn create_in(folder: &Path) -> io::Result<Self> {
        for _ in 0..NAMES_TRIED {
            let mut random = [0; NAME_BYTES];
            getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
            let path = folder.join(format!("barback-{:016x}", u64::from_ne_bytes(random)));
            match DirBuilder::new().mode(FOLDER_MODE).create(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                made => return made.map(|()| TemporaryFolder(path)),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// Path of the folder.
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
    fn a_private_file_replaces_a_link_and_never_follows_it() {
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
