//! Failed starts: the error message says why the box cannot start and what to do, and no files are left behind.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::box_process::{BoxProcess, Ended, clear_environment};

/// Kernel setting: lowest port that unprivileged users may listen on.
const LOW_PORTS: &str = "/proc/sys/net/ipv4/ip_unprivileged_port_start";
/// A privileged port.
const LOW_PORT: u16 = 81;

/// Starts a box with the options `more` and returns the error message of the refusal.
#[track_caller]
fn refuses(data: &Path, more: &[&str]) -> String {
    refused(BoxProcess::start(data, more))
}

#[track_caller]
fn refused(started: Result<BoxProcess, Ended>) -> String {
    let ended = started.err().expect("it does not open");
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    assert!(!ended.errors.contains("panicked"), "{ended:?}");
    ended.errors
}

/// Starts a box under the command `wrapper`, listening on `address`, and returns the error message of the refusal.
#[track_caller]
fn refuses_address(wrapper: &[&str], data: &Path, address: &str) -> String {
    let words: Vec<&str> = wrapper.iter().copied().chain([env!("CARGO_BIN_EXE_barback")]).collect();
    let mut start = Command::new(words[0]);
    clear_environment(&mut start);
    start.args(&words[1..]).args(["--no-mdns", "--listen", address, "--data"]).arg(data);
    start.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    refused(BoxProcess::run(start))
}

/// A small file system in memory.
struct Mounted(TempDir);

impl Mounted {
    /// Mounts it with `options`; `None` if this user may not mount.
    fn with(options: &str) -> Option<Self> {
        let folder = tempfile::tempdir().expect("room");
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(folder.path()).output();
        mount.is_ok_and(|output| output.status.success()).then_some(Mounted(folder))
    }

    fn data(&self) -> PathBuf {
        self.0.path().join("bar")
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(self.0.path()).status();
    }
}

#[test]
fn an_address_that_is_not_available() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let output = refuses_address(&[], &data, &address);
    let advice = "Another program uses this port. Stop that program, or choose another port with --listen.";
    assert!(output.contains(&format!("Cannot listen on {address}")) && output.contains(advice), "{output}");
    let output = refuses_address(&[], &data, "192.0.2.1:8080");
    assert!(output.contains("Cannot listen on 192.0.2.1:8080") && output.contains("This machine has no such address."), "{output}");
    assert!(!data.exists(), "a bar was created before the port was checked");
    let output = refuses(&data, &["--https", &address]);
    assert!(output.contains(&format!("Cannot listen on {address}")) && output.contains("with --https"), "{output}");
}

#[test]
fn a_privileged_port() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let low = fs::read_to_string(LOW_PORTS).ok().and_then(|text| text.trim().parse::<u16>().ok());
    // Root may use any port, so it drops that capability first.
    let wrapper: &[&str] = match rustix::process::geteuid().is_root() {
        true => &["setpriv", "--bounding-set=-net_bind_service", "--inh-caps=-net_bind_service"],
        false => &[],
    };
    let can_drop = wrapper.is_empty() || Command::new("setpriv").arg("--version").output().is_ok();
    if low.is_none_or(|low| low <= LOW_PORT) || !can_drop {
        println!("SKIPPED: every user may use every port here, or there is no setpriv, so a privileged port was not tried.");
        return;
    }
    let output = refuses_address(wrapper, &data, &format!("127.0.0.1:{LOW_PORT}"));
    let advice = "Ports below 1024 are reserved: let systemd start the box, or choose a higher port with --listen.";
    assert!(output.contains(advice), "{output}");
    assert!(!data.exists(), "a bar was created");
}

#[test]
fn a_missing_bar_with_existing_backups() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    BoxProcess::open(&data, &[]).terminate();
    let barback = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_barback"));
        clear_environment(&mut command);
        assert!(command.args(words).arg("--data").arg(&data).status().expect("it runs").success(), "{words:?}");
    };
    barback(&["backup"]);
    fs::remove_file(data.join("barback.redb")).expect("gone");
    let output = refuses(&data, &[]);
    let (_, rest) = output.split_once(" holds backups and no bar. Bring it back: barback restore ").unwrap_or_else(|| panic!("{output}"));
    let (newest, _) = rest.split_once("; or, to start a new bar, ").unwrap_or_else(|| panic!("{output}"));
    assert!(!data.join("barback.redb").exists(), "no bar was created");
    barback(&["restore", newest]);
    BoxProcess::open(&data, &[]).terminate();
    fs::remove_file(data.join("barback.redb")).expect("gone again");
    fs::rename(data.join("backups"), room.path().join("elsewhere")).expect("moved");
    BoxProcess::open(&data, &[]).terminate();
}

#[test]
fn a_read_only_folder() {
    let Some(disk) = Mounted::with("ro") else {
        println!("SKIPPED: this user may not mount a disk, so a read-only folder was not tried.");
        return;
    };
    let output = refuses(&disk.data(), &[]);
    assert!(output.contains("Cannot use ") && output.contains("Read-only file system"), "{output}");
    assert!(output.contains("Check that the folder exists, can be written and has space."), "{output}");
}

#[test]
fn a_first_start_on_a_full_disk() {
    let mut refusals = 0;
    for size in [4, 16, 64, 80, 96, 112].map(|kib| format!("size={kib}k")) {
        let Some(disk) = Mounted::with(&size) else {
            println!("SKIPPED: this user may not mount a disk, so a first start on a full one was not tried.");
            return;
        };
        // By size it fails at the folder, the file or the first account, or it opens and reports that the disk is full.
        let ended = match BoxProcess::start(&disk.data(), &[]) {
            Ok(bar) => {
                bar.terminate();
                continue;
            }
            Err(ended) => ended,
        };
        refusals += 1;
        let output = refused(Err(ended));
        assert!(output.contains("No space left on device"), "{size}: {output}");
        assert!(output.contains("has space"), "{size}: {output}");
        let grown = Command::new("mount").args(["-o", "remount,size=64m"]).arg(disk.0.path()).status();
        assert!(grown.is_ok_and(|status| status.success()), "there is room now");
        assert_eq!(BoxProcess::open(&disk.data(), &[]).terminate().status.code(), Some(0), "{size}: with room it opens");
    }
    assert!(refusals > 1, "the disks were large enough");
}
