//! Device nodes of printers below `/dev`. Opens only printers and serial lines, no other kind of device.
//!
//! udev's stable names are links (`/dev/barback/printer-1-1.2`, `/dev/serial/by-path/…`), so links are resolved first. The target
//! is then opened without following links, and only if it is still the file that was examined. The kind of device is checked
//! before it is opened, because opening alone starts a watchdog or rewinds a tape.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, OFlags, Stat, fstat, openat};

/// The folder of device nodes.
const DEV: &str = "/dev";
/// Names below `/dev`, each followed by a number, of printers and serial lines. Consoles (`tty1`), disks, memory and input devices
/// are not among them.
const NUMBERED: [&str; 5] = ["usb/lp", "lp", "usblp", "rfcomm", "pts/"];
/// Devices that accept everything or nothing, for trials.
const FOR_TRIALS: [&str; 2] = ["null", "full"];
/// Folder of the names that `systemd/barback.rules` creates.
const OWN_NAMES: &str = "barback/";

/// Why a device was not opened.
#[derive(Debug, thiserror::Error)]
pub enum DeviceNodeError {
    /// An error of the operating system, or it does not exist.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It exists and is not a printer; the reason as the end of a sentence.
    #[error("{0}")]
    NoPrinter(String),
}

impl From<rustix::io::Errno> for DeviceNodeError {
    fn from(error: rustix::io::Errno) -> Self {
        DeviceNodeError::Io(error.into())
    }
}

/// A printer's device that was found and is not opened yet.
#[derive(Debug)]
pub struct DeviceNode {
    folder: OwnedFd,
    name: OsString,
    /// Opened only for its identity (`O_PATH`).
    found: OwnedFd,
    stat: Stat,
}

impl DeviceNode {
    /// Whether `path` is spelled as a path below `/dev`, without `..`.
    pub fn is_below_dev(path: &Path) -> bool {
        let inside = path.strip_prefix(DEV).ok().filter(|inside| inside.components().next().is_some());
        inside.is_some_and(|inside| inside.components().all(|part| matches!(part, Component::Normal(_))))
    }

    /// Finds the device at `path` without opening it.
    ///
    /// # Errors
    /// [`DeviceNodeError::NoPrinter`] for a path outside `/dev`, also through a link, and for anything other than a printer's device
    /// or a named pipe.
    pub fn find(path: &Path) -> Result<Self, DeviceNodeError> {
        if !DeviceNode::is_below_dev(path) {
            return Err(DeviceNodeError::NoPrinter("a printer at the box is a device below /dev, such as file:///dev/usb/lp0".to_owned()));
        }
        let real = path.canonicalize()?;
        let inside = match real.strip_prefix(DEV) {
            Ok(inside) if DeviceNode::is_below_dev(&real) => inside,
            _ => return Err(DeviceNodeError::NoPrinter(format!("it leads to {}, which is not below /dev", real.display()))),
        };
        let flags_path = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut folder = openat(CWD, DEV, flags_path | OFlags::DIRECTORY, Mode::empty())?;
        for part in inside.parent().unwrap_or(Path::new("")).components() {
            folder = openat(&folder, part.as_os_str(), flags_path | OFlags::DIRECTORY, Mode::empty())?;
        }
        let name = inside.file_name().unwrap_or_default().to_owned();
        let found = openat(&folder, &name, flags_path, Mode::empty())?;
        let stat = fstat(&found)?;
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::Fifo => {}
            FileType::CharacterDevice if is_printer_name(inside.as_os_str()) => {}
            FileType::CharacterDevice => return Err(no_printer("a device of another kind")),
            FileType::BlockDevice => return Err(no_printer("a disk")),
            FileType::Directory => return Err(no_printer("a folder")),
            FileType::RegularFile => return Err(no_printer("a plain file")),
            _ => return Err(no_printer("something else")),
        }
        Ok(DeviceNode { folder, name, found, stat })
    }

    /// Whether it is a character device; else it is a named pipe.
    pub fn is_device(&self) -> bool {
        FileType::from_raw_mode(self.stat.st_mode) == FileType::CharacterDevice
    }

    /// Opens it without blocking, for both directions if `read`.
    ///
    /// # Errors
    /// An error of the operating system, or `NotFound` if another file has replaced it since it was found.
    pub fn open(&self, read: bool) -> io::Result<File> {
        let ways = if read { OFlags::RDWR } else { OFlags::WRONLY };
        let flags = ways | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = openat(&self.folder, &self.name, flags, Mode::empty())?;
        let now = fstat(&opened)?;
        let identity = |stat: &Stat| (stat.st_dev, stat.st_ino, stat.st_rdev, stat.st_mode);
        if identity(&now) != identity(&self.stat) {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(File::from(opened))
    }

    /// A path that leads to exactly this device while `self` lives, even if its name leads elsewhere.
    pub fn lasting_path(&self) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", self.found.as_raw_fd()))
    }
}

fn no_printer(what: &str) -> DeviceNodeError {
    DeviceNodeError::NoPrinter(format!("it is {what}, not a printer"))
}

/// Whether a device of this name below `/dev`, with all links resolved, can be a printer.
fn is_printer_name(inside: &OsStr) -> bool {
    let Some(name) = inside.to_str() else { return false };
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    // ttyS0, ttyUSB0, ttyACM0, ttyAMA0, ttymxc0; not tty, tty1, ttyprintk.
    let serial = name.strip_prefix("tty").is_some_and(|rest| {
        let kind = rest.trim_end_matches(|c: char| c.is_ascii_digit());
        !kind.is_empty() && kind.bytes().all(|b| b.is_ascii_alphabetic()) && number(&rest[kind.len()..])
    });
    serial
        || FOR_TRIALS.contains(&name)
        || name.starts_with(OWN_NAMES)
        || NUMBERED.iter().any(|kind| name.strip_prefix(kind).is_some_and(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printers_and_serial_lines_are_recognized_by_name() {
        for name in [
            "usb/lp0",
            "usb/lp15",
            "lp0",
            "ttyS0",
            "ttyUSB1",
            "ttyACM0",
            "ttyAMA0",
            "ttymxc2",
            "rfcomm0",
            "pts/3",
            "null",
            "barback/printer",
        ] {
            assert!(is_printer_name(OsStr::new(name)), "{name}");
        }
        let others = "tty tty0 tty12 ttyprintk console ptmx pts/ptmx mem kmsg port zero random urandom watchdog watchdog0 fuse kvm usb/hiddev0 \
            lp lpx usb/lp input/event0 hidraw0 snd/pcmC0D0p sda mmcblk0 video0 gpiochip0 i2c-1 net/tun shm/x dri/card0 rtc0 uinput vcs1";
        for name in others.split_whitespace() {
            assert!(!is_printer_name(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn only_paths_below_dev_are_accepted() {
        for path in ["/dev/usb/lp0", "/dev//lp0", "/dev/./lp0"] {
            assert!(DeviceNode::is_below_dev(Path::new(path)), "{path}");
        }
        for path in ["/dev", "/dev/", "/dev/../etc/passwd", "/dev/usb/../../etc/passwd", "/device", "/etc/dev/lp0", "dev/lp0", "/tmp/x"] {
            assert!(!DeviceNode::is_below_dev(Path::new(path)), "{path}");
        }
    }
}
