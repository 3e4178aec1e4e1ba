//! Disposable machine for installation tests: an overlay over this machine's own files, with all changes in memory.

use std::cell::RefCell;
use std::fs::File;
use std::marker::PhantomData;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};
use tempfile::TempDir;

/// Mount option with the maximum size of its changes.
const DISK: &str = "size=1500m";

/// Number of mounts that stay when it boots; it mounts the others itself.
const DISK_MOUNTS: usize = 2;
/// Time limits for booting and for shutting down.
const BOOT_WAIT: Duration = Duration::from_secs(120);
const OFF_WAIT: Duration = Duration::from_secs(30);
/// Polling interval.
const POLL: Duration = Duration::from_millis(50);

/// A disposable machine.
pub struct Machine {
    /// Folder with the overlay.
    folder: TempDir,
    /// Mount points, in the order of mounting.
    mounted: RefCell<Vec<PathBuf>>,
}

/// Result of a command.
#[derive(Debug)]
pub struct CommandOutput {
    /// Whether the exit code was 0.
    pub ok: bool,
    /// Standard output and standard error.
    pub text: String,
}

impl Machine {
    /// Creates a machine. `Err` with the reason if that is not possible here.
    pub fn start() -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let machine = Machine { folder, mounted: RefCell::default() };
        let base = machine.folder.path().to_owned();
        machine.mount(&["-t", "tmpfs", "-o", DISK, "tmpfs"], &base)?;
        for part in ["upper", "work", "root"] {
            std::fs::create_dir(base.join(part)).map_err(|error| error.to_string())?;
        }
        let layers = format!("lowerdir=/,upperdir={0}/upper,workdir={0}/work", base.display());
        machine.mount(&["-t", "overlay", "-o", &layers, "overlay"], &base.join("root"))?;
        machine.mount(&["-t", "proc", "proc"], &base.join("root/proc"))?;
        machine.mount(&["--bind", "/dev"], &base.join("root/dev"))?;
        // This file keeps packages from starting services, for example on build machines.
        let _ = std::fs::remove_file(machine.path("/usr/sbin/policy-rc.d"));
        Ok(machine)
    }

    /// Boots it with systemd, on a network of its own. `Err` with the reason if that is not possible.
    pub fn boot(&self) -> Result<Running<'_>, String> {
        self.unmount(DISK_MOUNTS);
        // A machine id of its own, and no disks to mount.
        let _ = std::fs::write(self.path("/etc/machine-id"), "");
        let _ = std::fs::write(self.path("/etc/fstab"), "");
        let mut command = Command::new("systemd-nspawn");
        command.args(["--quiet", "--register=no", "--keep-unit", "--private-network", "--console=pipe", "--boot", "--directory"]);
        command.arg(self.path("/")).arg("systemd.unit=multi-user.target");
        let console = self.folder.path().join("console");
        let log = File::create(&console).and_then(|file| Ok((file.try_clone()?, file))).map_err(|error| error.to_string())?;
        command.stdin(Stdio::null()).stdout(log.0).stderr(log.1);
        let supervisor = command.spawn().map_err(|error| format!("systemd-nspawn: {error}"))?;
        let mut running = Running { machine: PhantomData, supervisor, init_pid: 0 };
        let began = Instant::now();
        while !running.find_init() || !running.tries(&["systemctl", "show", "--property=Version"]).ok {
            if let Ok(Some(status)) = running.supervisor.try_wait() {
                let said = std::fs::read_to_string(&console).unwrap_or_default();
                return Err(format!("systemd-nspawn ended with {status}: {}", said.trim().lines().last().unwrap_or_default()));
            }
            if began.elapsed() > BOOT_WAIT {
                return Err("systemd does not start in it".to_owned());
            }
            std::thread::sleep(POLL);
        }
        Ok(running)
    }

    fn mount(&self, arguments: &[&str], place: &Path) -> Result<(), String> {
        let output = Command::new("mount").args(arguments).arg(place).output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        self.mounted.borrow_mut().push(place.to_owned());
        Ok(())
    }

    /// Unmounts all but the first `kept` mounts.
    fn unmount(&self, kept: usize) {
        for place in self.mounted.borrow_mut().drain(kept..).rev() {
            let _ = Command::new("umount").arg("--lazy").arg(place).status();
        }
    }

    /// Path on the host of a path inside the machine.
    pub fn path(&self, inside: &str) -> PathBuf {
        self.folder.path().join("root").join(inside.trim_start_matches('/'))
    }

    /// A command inside the machine.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command.arg(self.path("/")).args(words);
        crate::box_process::clear_environment(&mut command);
        command.env("DEBIAN_FRONTEND", "noninteractive").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        command
    }

    /// Runs a command inside the machine as root.
    pub fn tries(&self, words: &[&str]) -> CommandOutput {
        output_of(&mut self.command(words))
    }

    /// Runs a command as root that must succeed, and returns its output.
    #[track_caller]
    pub fn does(&self, words: &[&str]) -> String {
        let output = self.tries(words);
        assert!(output.ok, "{words:?}: {}", output.text);
        output.text
    }
}

/// A booted machine.
pub struct Running<'a> {
    machine: PhantomData<&'a Machine>,
    supervisor: Child,
    /// Process id of its init process on the host.
    init_pid: u32,
}

impl Running<'_> {
    /// Finds its init process: the child of systemd-nspawn.
    fn find_init(&mut self) -> bool {
        let pid = self.supervisor.id();
        let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
        self.init_pid = children.split_whitespace().next().and_then(|child| child.parse().ok()).unwrap_or(0);
        self.init_pid != 0
    }

    /// Runs a command on it as root.
    pub fn tries(&self, words: &[&str]) -> CommandOutput {
        let first = self.init_pid.to_string();
        let mut command = Command::new("nsenter");
        command.args(["--target", &first, "--mount", "--uts", "--ipc", "--net", "--pid"]).args(words);
        output_of(command.env("LC_ALL", "C.UTF-8").stdin(Stdio::null()))
    }

    /// Runs a command on it as root that must succeed, and returns its output.
    #[track_caller]
    pub fn does(&self, words: &[&str]) -> String {
        let output = self.tries(words);
        assert!(output.ok, "{words:?}: {}", output.text);
        output.text
    }

    /// Runs `story` in its network namespace.
    pub fn on_its_network<T: Send>(&self, story: impl AsyncFnOnce() -> T + Send) -> T {
        let network = File::open(format!("/proc/{}/ns/net", self.init_pid)).expect("it is on");
        std::thread::scope(|scope| {
            let there = scope.spawn(move || {
                move_into_link_name_space(network.as_fd(), Some(LinkNameSpaceType::Network)).expect("entered");
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(story())
            });
            match there.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let _ = self.tries(&["systemctl", "poweroff", "--no-wall"]);
        let began = Instant::now();
        while matches!(self.supervisor.try_wait(), Ok(None)) && began.elapsed() < OFF_WAIT {
            std::thread::sleep(POLL);
        }
        let _ = self.supervisor.kill();
        let _ = self.supervisor.wait();
    }
}

fn output_of(command: &mut Command) -> CommandOutput {
    match command.output() {
        Ok(output) => {
            let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            CommandOutput { ok: output.status.success(), text }
        }
        Err(error) => CommandOutput { ok: false, text: error.to_string() },
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.unmount(0);
    }
}
