//! Plain file that collects a printer's bytes, for trials without a printer. Only the command line can name one.

use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, OFlags, fstat, openat};

use super::device::Device;
use super::port::{OpenPrinter, describe};
use crate::escpos::RESET;

/// Readable by the owner only: receipts contain names, addresses and debts.
const FILE_MODE: Mode = Mode::RUSR.union(Mode::WUSR);

/// Opens the file at `path`, creating it if it does not exist. A named pipe is opened like a printer's device.
///
/// # Errors
/// A sentence for people if the path is in one of the folders `protected_folders`, or if it names a file that this program did not
/// create. Its own files are empty or begin with the command that resets a printer.
pub fn open(path: &Path, protected_folders: &[PathBuf]) -> Result<OpenPrinter, String> {
    let cannot = |why: &str| format!("Cannot be reached at {}: {why}", path.display());
    let failed = |error: io::Error| cannot(&describe(&error));
    let (Some(name), Some(parent)) = (path.file_name(), path.parent()) else { return Err(cannot("it is a folder")) };
    let parent = parent.canonicalize().map_err(failed)?;
    if protected_folders.iter().filter_map(|folder| folder.canonicalize().ok()).any(|folder| parent.starts_with(folder)) {
        return Err(cannot("it is among the bar's own files. Choose a file in another folder"));
    }
    let here = OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = openat(CWD, &parent, OFlags::PATH | OFlags::DIRECTORY | here, Mode::empty()).map_err(|error| failed(error.into()))?;
    let write = OFlags::APPEND | OFlags::NONBLOCK | OFlags::NOCTTY | here;
    match openat(&folder, name, OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | write, FILE_MODE) {
        Ok(file) => return Ok(OpenPrinter::File(File::from(file).into())),
        Err(rustix::io::Errno::EXIST) => {}
        Err(error) => return Err(failed(error.into())),
    }
    // Examined before it is opened, because opening a device can have side effects.
    let found = openat(&folder, name, OFlags::PATH | here, Mode::empty()).map_err(|error| failed(error.into()))?;
    match fstat(&found).map(|stat| FileType::from_raw_mode(stat.st_mode)) {
        Ok(FileType::RegularFile) => {
            let file = openat(&folder, name, OFlags::RDWR | write, Mode::empty()).map_err(|error| failed(error.into()))?;
            let file = File::from(file);
            if is_ours(&file).map_err(failed)? {
                return Ok(OpenPrinter::File(file.into()));
            }
            Err(cannot("a file is there that Barback did not make. Name one that is not there yet"))
        }
        Ok(FileType::Fifo) => {
            let open = |_| openat(&folder, name, OFlags::WRONLY | write, Mode::empty()).map(File::from).map_err(io::Error::from);
            match Device::open(false, open).map_err(failed)? {
                Some(device) => Ok(OpenPrinter::Port(Box::new(device))),
                None => Err(cannot("it is no pipe")),
            }
        }
        Ok(FileType::Symlink) => Err(cannot("it is a link. Name the file itself")),
        Ok(FileType::Directory) => Err(cannot("it is a folder")),
        Ok(_) => Err(cannot("it is a device. A printer's device is below /dev")),
        Err(error) => Err(failed(error.into())),
    }
}

/// Whether an open file was created by this program, for its user, and has no second hard link.
fn is_ours(file: &File) -> io::Result<bool> {
    let data = file.metadata()?;
    let mine = data.is_file() && data.nlink() == 1 && data.uid() == rustix::process::geteuid().as_raw();
    if !mine || data.len() == 0 {
        return Ok(mine);
    }
    let mut begins = [0; RESET.len()];
    match file.read_exact_at(&mut begins, 0) {
        Ok(()) => Ok(begins == *RESET),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
