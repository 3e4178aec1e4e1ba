//! Drops root privileges: if root runs a command on another user's data folder, the program runs as the folder's owner.
//!
//! If root opened files there, it would open whatever the owner put in their place: links to system files, settings, backups. So the
//! program first becomes the owner. Other paths that the operator names, such as a stick or a backup, may be accessible to root only. For
//! these, one thread that was started before keeps root's rights (Linux has credentials per thread). It works only on a path that the
//! operator named, only after the owner was denied access to it, and only if the owner of the data folder can change nothing on the way to
//! it.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, mpsc};

use rustix::process::{Gid, Uid};
use rustix::thread::{set_thread_gid, set_thread_groups, set_thread_uid};

use crate::backup::{BackupError, Keyring, Source};
use store::{Disk, DiskFile, RealDisk};

/// User and group id of root.
const ROOT: u32 = 0;
/// Mode bits: others may write, the group may write, only owners may rename and delete.
const OTHERS_WRITE: u32 = 0o002;
const GROUP_WRITES: u32 = 0o020;
const STICKY: u32 = 0o1000;
/// Maximum number of symbolic links in a path, as in the kernel.
const LINKS_MAX: usize = 40;

type Job = Box<dyn FnOnce() + Send>;

/// The user who runs the command, with the rights that remain for files named on the command line. `None` if no privileges were dropped.
#[derive(Debug, Clone, Default)]
pub struct Operator(Option<DroppedRoot>);

/// Root, running as the owner of the data folder.
#[derive(Debug, Clone)]
struct DroppedRoot {
    /// User id of the folder's owner.
    uid: u32,
    data: PathBuf,
    /// Sends jobs to the thread that keeps root's rights; `None` if the command names no files.
    root_thread: Option<mpsc::Sender<Job>>,
}

impl Operator {
    /// Switches this process to the owner of `data`, if root runs it and another user owns the folder (or, if it does not exist yet, the
    /// folder that it will be in). Must be called before any other thread is started. `names_files`: whether root's rights are kept for
    /// paths given to [`Operator::with_path`].
    ///
    /// # Errors
    /// A sentence for the operator, if a link of another user leads to the folder, or if the system does not allow the switch.
    pub fn drop_root(data: &Path, names_files: bool) -> Result<Self, String> {
        if rustix::process::geteuid().as_raw() != ROOT {
            return Ok(Operator::default());
        }
        let Some((uid, gid)) = owner(data)?.filter(|(uid, _)| *uid != ROOT) else { return Ok(Operator::default()) };
        let cannot = |error: io::Error| {
            format!(
                "The folder {} belongs to user {uid}, and Barback cannot become that user: {error}. Run it as that user.",
                data.display()
            )
        };
        let root_thread = if names_files { Some(start_root_thread().map_err(cannot)?) } else { None };
        // If the folder belongs to root's group, its owner does not become a member of that group.
        let gid = Gid::from_raw(if gid == ROOT { uid } else { gid });
        let uid = Uid::from_raw(uid);
        set_thread_groups(&[])
            .and_then(|()| set_thread_gid(gid))
            .and_then(|()| set_thread_uid(uid))
            .map_err(|error| cannot(error.into()))?;
        Ok(Operator(Some(DroppedRoot { uid: uid.as_raw(), data: data.to_owned(), root_thread })))
    }

    /// Runs `work` on a path that the operator named: as the owner of the data folder or, if the owner is denied access, as root.
    ///
    /// # Errors
    /// Those of `work`. A permission error names the user that the program runs as.
    pub fn with_path<T: Send + 'static>(&self, path: &Path, work: impl Fn(&Path) -> io::Result<T> + Send + 'static) -> io::Result<T> {
        let refused = match (work(path), &self.0) {
            (Err(error), Some(dropped)) if error.kind() == ErrorKind::PermissionDenied => (error, dropped),
            (done, _) => return done,
        };
        let (error, DroppedRoot { uid, data, root_thread }) = refused;
        let refused = || {
            let words = format!("{error} (Barback runs as user {uid} here, who owns {})", data.display());
            Err(io::Error::new(ErrorKind::PermissionDenied, words))
        };
        let Some(root_thread) = root_thread else { return refused() };
        let (reply, answer) = mpsc::channel();
        let (path, uid) = (path.to_owned(), *uid);
        let job = move || {
            let done = if is_unchangeable_by(&path, uid).unwrap_or(false) { Some(work(&path)) } else { None };
            let _ = reply.send(done);
        };
        if root_thread.send(Box::new(job)).is_err() {
            return refused();
        }
        match answer.recv() {
            Ok(Some(done)) => done,
            Ok(None) | Err(_) => refused(),
        }
    }

    /// Creates a file that only its owner can read.
    ///
    /// # Errors
    /// As [`Operator::with_path`]; also if the file exists.
    pub fn create_new(&self, path: &Path) -> io::Result<File> {
        self.with_path(path, store::create_private)
    }

    /// Opens a backup that the operator named: a file, or a folder of a continuous backup. `keys` decrypts it.
    ///
    /// # Errors
    /// If it cannot be read or is not a backup.
    pub fn open_backup(&self, path: &Path, keys: &Keyring) -> Result<Source, BackupError> {
        let files = self.with_path(path, |path| match fs::metadata(path)?.is_dir() {
            true => fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>().map(Some),
            false => Ok(None),
        });
        let disk = Arc::new(NamedFiles(self.clone()));
        match files {
            Ok(Some(files)) => Source::among(disk, path, files, keys),
            Ok(None) => Ok(Source::of(disk, path).with_keys(keys)),
            Err(source) => Err(BackupError::Io { path: path.to_owned(), source }),
        }
    }
}

/// Disk that reads files named by the operator through [`Operator::with_path`]. They are only read.
#[derive(Debug)]
struct NamedFiles(Operator);

impl Disk for NamedFiles {
    fn exists(&self, file: &Path) -> io::Result<bool> {
        self.0.with_path(file, |file| fs::exists(file))
    }
    fn open(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        self.open_to_read(file)
    }
    fn open_to_read(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(self.0.with_path(file, |file| File::open(file))?))
    }
    fn create(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        RealDisk.create(file)
    }
    fn remove(&self, file: &Path) -> io::Result<()> {
        RealDisk.remove(file)
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        RealDisk.rename(from, to)
    }
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        RealDisk.sync_folder(folder)
    }
}

/// Starts a thread that runs jobs with the rights that this thread has now. It ends when the last sender is dropped.
fn start_root_thread() -> io::Result<mpsc::Sender<Job>> {
    let (sender, jobs) = mpsc::channel::<Job>();
    std::thread::Builder::new().name("operator".to_owned()).spawn(move || jobs.into_iter().for_each(|job| job()))?;
    Ok(sender)
}

/// Owner and group of a folder or, if it does not exist, of its nearest existing parent.
///
/// # Errors
/// A sentence for the operator, if the path contains a link of a user other than root, which could lead to any folder of the system.
fn owner(folder: &Path) -> Result<Option<(u32, u32)>, String> {
    let absolute = std::path::absolute(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for part in absolute.ancestors() {
        if let Ok(data) = fs::symlink_metadata(part)
            && data.is_symlink()
            && data.uid() != ROOT
        {
            let (link, uid) = (part.display(), data.uid());
            return Err(format!("{link} is a link that user {uid} made. Name the folder itself, or run Barback as that user."));
        }
    }
    Ok(absolute.ancestors().find_map(|part| fs::metadata(part).ok()).map(|data| (data.uid(), data.gid())))
}

/// Whether `user` can change nothing on the way to `path`: no folder or link on it is owned by the user, and no folder is writable for the
/// user. The rest of a path that does not exist does not count.
fn is_unchangeable_by(path: &Path, user: u32) -> io::Result<bool> {
    let mut rest: VecDeque<OsString> = parts(&std::path::absolute(path)?);
    let (mut folder, mut links) = (PathBuf::from("/"), 0);
    while let Some(part) = rest.pop_front() {
        if !is_protected_from(&fs::symlink_metadata(&folder)?, user) {
            return Ok(false);
        }
        if part == ".." {
            folder.pop();
            continue;
        }
        let next = folder.join(&part);
        let data = match fs::symlink_metadata(&next) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
            data => data?,
        };
        if data.uid() == user {
            return Ok(false);
        }
        if data.is_symlink() {
            links += 1;
            let to = fs::read_link(&next)?;
            if links > LINKS_MAX {
                return Ok(false);
            }
            if to.is_absolute() {
                folder = PathBuf::from("/");
            }
            for part in parts(&to).into_iter().rev() {
                rest.push_front(part);
            }
        } else {
            folder = next;
        }
    }
    Ok(true)
}

fn parts(path: &Path) -> VecDeque<OsString> {
    path.components()
        .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir))
        .map(|part| part.as_os_str().to_owned())
        .collect()
}

/// Whether `user` cannot rename or replace entries of a folder. In a sticky folder users can do that with their own entries only. A group
/// with the id of the folder's owner, or root's group, does not count as another user's.
fn is_protected_from(folder: &Metadata, user: u32) -> bool {
    let (mode, group) = (folder.mode(), folder.gid());
    let by_group = mode & GROUP_WRITES != 0 && group != ROOT && group != folder.uid();
    folder.uid() != user && (mode & STICKY != 0 || (mode & OTHERS_WRITE == 0 && !by_group))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_path_is_trusted_only_if_the_user_cannot_change_it() {
        const OTHER: u32 = 12_345;
        let room = tempfile::tempdir().expect("a folder");
        let own_uid = rustix::process::geteuid().as_raw();
        let inside = |name: &str| room.path().join(name);
        fs::create_dir(inside("closed")).expect("a folder");
        symlink("closed", inside("link")).expect("a link");
        fs::create_dir(inside("open")).and_then(|()| fs::set_permissions(inside("open"), fs::Permissions::from_mode(0o777))).expect("open");
        for (name, user, expected) in [
            ("closed/new", OTHER, true),
            ("closed/new/deeper/still", OTHER, true),
            ("link/new", OTHER, true),
            ("closed/../closed/new", OTHER, true),
            ("open/new", OTHER, false),
            ("open/new/deeper", OTHER, false),
            ("closed/new", own_uid, false),
            ("link/new", own_uid, false),
        ] {
            assert_eq!(is_unchangeable_by(&inside(name), user).expect("checked"), expected, "{name} of {user}");
        }
    }

    #[test]
    fn a_user_who_is_not_root_stays_the_same() {
        let room = tempfile::tempdir().expect("room");
        let operator = Operator::drop_root(room.path(), true).expect("its own folder");
        assert!(operator.0.is_none(), "this user owns the folder");
        let denied = operator.with_path(room.path(), |_| io::Result::<()>::Err(ErrorKind::PermissionDenied.into()));
        assert_eq!(denied.map_err(|error| error.kind()), Err(ErrorKind::PermissionDenied));
    }
}
