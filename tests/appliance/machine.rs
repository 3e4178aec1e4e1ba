//! A machine to install on and throw away: this one's own files, with everything that is written kept apart in memory.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What its own disk may grow to.
const DISK: &str = "size=1500m";

/// The machine.
pub struct Machine {
    /// Where its parts are.
    folder: TempDir,
    /// What was mounted, in this order.
    mounted: Vec<PathBuf>,
}

/// What a command printed, and whether it worked.
#[derive(Debug)]
pub struct Said {
    /// It ended with nought.
    pub ok: bool,
    /// Both outputs.
    pub text: String,
}

impl Machine {
    /// Starts it; `Err` says why there is none here.
    pub fn start() -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut machine = Machine { folder, mounted: Vec::new() };
        let base = machine.folder.path().to_owned();
        machine.mount(&["-t", "tmpfs", "-o", DISK, "tmpfs"], &base)?;
        for part in ["upper", "work", "root"] {
            std::fs::create_dir(base.join(part)).map_err(|error| error.to_string())?;
        }
        let layers = format!("lowerdir=/,upperdir={0}/upper,workdir={0}/work", base.display());
        machine.mount(&["-t", "overlay", "-o", &layers, "overlay"], &base.join("root"))?;
        machine.mount(&["-t", "proc", "proc"], &base.join("root/proc"))?;
        machine.mount(&["--bind", "/dev"], &base.join("root/dev"))?;
        Ok(machine)
    }

    fn mount(&mut self, arguments: &[&str], place: &Path) -> Result<(), String> {
        let output = Command::new("mount").args(arguments).arg(place).output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        self.mounted.push(place.to_owned());
        Ok(())
    }

    /// A path of the machine as this one sees it.
    pub fn path(&self, inside: &str) -> PathBuf {
        self.folder.path().join("root").join(inside.trim_start_matches('/'))
    }

    /// The beginning of a command on the machine.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command.arg(self.path("/")).args(words);
        crate::box_process::untold(&mut command);
        command.env("DEBIAN_FRONTEND", "noninteractive").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        command
    }

    /// Runs a command as root.
    pub fn tries(&self, words: &[&str]) -> Said {
        let output = self.command(words).output().expect("chroot runs");
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        Said { ok: output.status.success(), text }
    }

    /// Runs a command as root that must work; what it printed.
    #[track_caller]
    pub fn does(&self, words: &[&str]) -> String {
        let said = self.tries(words);
        assert!(said.ok, "{words:?}: {}", said.text);
        said.text
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        for place in self.mounted.iter().rev() {
            let _ = Command::new("umount").arg("--lazy").arg(place).status();
        }
    }
}
