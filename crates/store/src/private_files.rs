//! Creates files and folders that only their owner can read, without following symbolic links; each function states what it does with a file
//! that exists.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use rustix::io::Errno;

/// Mode of a folder. Only the owner may read it, because it holds password hashes and the key that signs sessions.
pub const FOLDER_MODE: u32 = 0o700;
/// Mode of every file in it.
pub const FILE_MODE: u32 = 0o600;
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
        Some(Errno::LOOP) => io::Error::other("it is a symbolic link, and Barback does not follow links here"),
        _ => error,
    }
}

/// Creates an empty file.
///
/// # Errors
/// When the path exists, also as a symbolic link.
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

/// As [`create_private`], but empties an existing regular file in place: another reader of the folder never finds it missing.
///
/// # Errors
/// When the path is a symbolic link, a file with a second hard link, or not a regular file.
pub fn create_or_empty_private(file: &Path) -> io::Result<File> {
    match create_private(file) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        made => return made,
    }
    let opened = OpenOptions::new().read(true).write(true).custom_flags(NO_FOLLOW_NONBLOCK).open(file).map_err(explain_link)?;
    let data = opened.metadata()?;
    if !data.is_file() || data.nlink() != 1 {
        return Err(io::Error::other("it is not a regular file with a single name"));
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

    /// A temporary folder with the file `target` and the symbolic link `link` to it.
    fn folder_with_link() -> (TemporaryFolder, PathBuf, PathBuf) {
        let folder = TemporaryFolder::create().expect("a folder");
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "unchanged").and_then(|()| symlink(&target, &link)).expect("written");
        (folder, target, link)
    }

    fn mode(metadata: &fs::Metadata) -> u32 {
        metadata.mode() & 0o777
    }

    #[test]
    fn create_private_refuses_an_existing_file_or_link() {
        let (folder, target, link) = folder_with_link();
        for path in [&target, &link] {
            assert_eq!(create_private(path).map_err(|error| error.kind()).err(), Some(ErrorKind::AlreadyExists));
        }
        let created = create_private(&folder.path().join("new")).expect("created");
        assert_eq!(mode(&created.metadata().expect("open")), FILE_MODE);
        assert_eq!(fs::read_to_string(&target).expect("there"), "unchanged");
    }

    #[test]
    fn replace_private_replaces_a_link_and_leaves_its_target() {
        let (_folder, target, link) = folder_with_link();
        let created = replace_private(&link).expect("replaced");
        assert_eq!(mode(&created.metadata().expect("open")), FILE_MODE);
        assert!(!fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&target).expect("there"), "unchanged");
    }

    #[test]
    fn create_or_empty_private_empties_only_a_regular_file_with_one_name() {
        let (folder, target, link) = folder_with_link();
        let unfinished = folder.path().join("unfinished");
        fs::write(&unfinished, "half").expect("written");
        assert_eq!(create_or_empty_private(&unfinished).and_then(|file| file.metadata()).expect("emptied").len(), 0);
        assert!(create_or_empty_private(&link).is_err(), "a symbolic link");
        assert!(create_or_empty_private(folder.path()).is_err(), "a folder");
        fs::hard_link(&target, folder.path().join("second")).expect("linked");
        assert!(create_or_empty_private(&target).is_err(), "a file with two names");
        assert_eq!(fs::read_to_string(&target).expect("there"), "unchanged");
    }

    #[test]
    fn a_temporary_folder_is_private_and_removed_when_dropped() {
        let (folder, _, _) = folder_with_link();
        let path = folder.path().to_owned();
        assert_eq!(mode(&fs::metadata(&path).expect("there")), FOLDER_MODE);
        drop(folder);
        assert!(!path.exists());
    }
}
