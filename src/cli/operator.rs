//! Drops root privileges: on another user's data folder, the program runs as the folder's owner.
//!
//! Root who opened files there would open whatever the owner put in their place: links to files of the system, settings, copies of
//! a bar. So the program becomes the owner first. What the operator names besides, a stick or a copy, may be root's alone. For that a
//! thread is left that was started before: Linux keeps credentials by thread. It only ever works on a path that the operator named,
//! after the owner was refused there, and where the owner of the data folder could not have changed the way.

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
use crate::store::{Disk, DiskFile, RealDisk};

/// Root.
const ROOT: u32 = 0;
/// Bits of a file's mode: others may write, the group may, and only owners may rename and delete.
const OTHERS_WRITE: u32 = 0o002;
const GROUP_WRITES: u32 = 0o020;
const STICKY: u32 = 0o1000;
/// Most symbolic links in a path, as in the kernel.
const LINKS_MAX: usize = 40;

type Job = Box<dyn FnOnce() + Send>;

/// The user who runs the command, with the rights that remain for files named on the command line.
#[derive(Debug, Clone, Default)]
pub struct Operator(Option<Dropped>);

/// Root, running as the owner of the data folder.
#[derive(Debug, Clone)]
struct Dropped {
    uid: u32,
    data: PathBuf,
    /// Sends jobs to the thread that is still root; `None` if the command names no files.
    root: Option<mpsc::Sender<Job>>,
}

impl Operator {
    /// Makes this process the owner of `data`, if root runs it and another user owns the folder (or, where it is not there yet, the
    /// folder that it will be in). Must be called before any other thread is started. `names_files`: whether root's rights are kept for
    /// what [`Operator::with_path`] is given.
    ///
    /// # Errors
    /// In words, when a link of another user leads to the folder, or the system does not let this process become its owner.
    pub fn enter(data: &Path, names_files: bool) -> Result<Self, String> {
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
        let root = if names_files { Some(root_thread().map_err(cannot)?) } else { None };
        // A folder of root's group does not make its owner a member of that.
        let gid = Gid::from_raw(if gid == ROOT { uid } else { gid });
        let uid = Uid::from_raw(uid);
        set_thread_groups(&[])
            .and_then(|()| set_thread_gid(gid))
            .and_then(|()| set_thread_uid(uid))
            .map_err(|error| cannot(error.into()))?;
        Ok(Operator(Some(Dropped { uid: uid.as_raw(), data: data.to_owned(), root })))
    }

    /// Does `work` with a path that the operator named: as the owner of the data folder, and where the owner may not, as the operator.
    ///
    /// # Errors
    /// What `work` says, with whom the program works as where that matters.
    pub fn with_path<T: Send + 'static>(&self, path: &Path, work: impl Fn(&Path) -> io::Result<T> + Send + 'static) -> io::Result<T> {
        let refused = match (work(path), &self.0) {
            (Err(error), Some(dropped)) if error.kind() == ErrorKind::PermissionDenied => (error, dropped),
            (done, _) => return done,
        };
        let (error, Dropped { uid, data, root }) = refused;
        let refused = || {
            let words = format!("{error} (Barback works here as user {uid}, to whom {} belongs)", data.display());
            Err(io::Error::new(ErrorKind::PermissionDenied, words))
        };
        let Some(root) = root else { return refused() };
        let (reply, answer) = mpsc::channel();
        let (path, uid) = (path.to_owned(), *uid);
        let job = move || {
            let done = if is_out_of_reach(&path, uid).unwrap_or(false) { Some(work(&path)) } else { None };
            let _ = reply.send(done);
        };
        if root.send(Box::new(job)).is_err() {
            return refused();
        }
        match answer.recv() {
            Ok(Some(done)) => done,
            Ok(None) | Err(_) => refused(),
        }
    }

    /// Makes a file that only its owner reads, where there is none.
    ///
    /// # Errors
    /// As [`Operator::with_path`]; also where something bears the name already.
    pub fn create_new(&self, path: &Path) -> io::Result<File> {
        self.with_path(path, crate::store::create_private)
    }

    /// The copy that the operator named: a file, or a folder that a box was told to copy to; `keys` opens encrypted ones.
    ///
    /// # Errors
    /// When it cannot be read or is no copy.
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

/// Files that the operator named. They are only read.
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
fn root_thread() -> io::Result<mpsc::Sender<Job>> {
    let (jobs, waiting) = mpsc::channel::<Job>();
    std::thread::Builder::new().name("operator".to_owned()).spawn(move || waiting.into_iter().for_each(|job| job()))?;
    Ok(jobs)
}

/// User and group of a folder, or of the nearest one above that is there.
///
/// # Errors
/// In words, when a link of another user than root is on the way to it: it could lead to any folder of the system.
fn owner(folder: &Path) -> Result<Option<(u32, u32)>, String> {
    let whole = std::path::absolute(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for part in whole.ancestors() {
        if let Ok(data) = fs::symlink_metadata(part)
            && data.is_symlink()
            && data.uid() != ROOT
        {
            let (link, uid) = (part.display(), data.uid());
            return Err(format!("{link} is a link that user {uid} made. Name the folder itself, or run Barback as that user."));
        }
    }
    Ok(whole.ancestors().find_map(|part| fs::metadata(part).ok()).map(|data| (data.uid(), data.gid())))
}

/// Whether `user` could change nothing on the way to `path`: no folder is theirs or open to them, and no link is. The way may end
/// before `path` does.
fn is_out_of_reach(path: &Path, user: u32) -> io::Result<bool> {
    let mut way: VecDeque<OsString> = parts(&std::path::absolute(path)?);
    let (mut folder, mut links) = (PathBuf::from("/"), 0);
    while let Some(part) = way.pop_front() {
        if !is_closed_to(&fs::symlink_metadata(&folder)?, user) {
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
                way.push_front(part);
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

/// Whether only others than `user` give names in a folder; in a sticky one everybody does, but only to what is theirs. A group that has
/// its owner's number, or root's, is not taken for another user's.
fn is_closed_to(folder: &Metadata, user: u32) -> bool {
    let (mode, group) = (folder.mode(), folder.gid());
    let by_group = mode & GROUP_WRITES != 0 && group != ROOT && group != folder.uid();
    folder.uid() != user && (mode & STICKY != 0 || (mode & OTHERS_WRITE == 0 && !by_group))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_path_that_another_user_could_change_is_within_reach() {
        const OTHER: u32 = 12_345;
        let room = tempfile::tempdir().expect("room");
        let me = rustix::process::geteuid().as_raw();
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
            ("closed/new", me, false),
            ("link/new", me, false),
        ] {
            assert_eq!(is_out_of_reach(&inside(name), user).expect("looked at"), expected, "{name} of {user}");
        }
    }

    #[test]
    fn a_user_who_is_not_root_stays_the_same() {
        let room = tempfile::tempdir().expect("room");
        let operator = Operator::enter(room.path(), true).expect("its own folder");
        assert!(operator.0.is_none(), "this user owns the folder");
        let denied = operator.with_path(room.path(), |_| io::Result::<()>::Err(ErrorKind::PermissionDenied.into()));
        assert_eq!(denied.map_err(|error| error.kind()), Err(ErrorKind::PermissionDenied));
    }
}
