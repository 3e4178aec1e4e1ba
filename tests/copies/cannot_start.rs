//! What keeps a box from opening is told in words, with what to do about it; and nothing is left behind that was not there.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::box_process::{BoxProcess, Ended, untold};

/// Below this, ports are the system's, unless the kernel is told otherwise.
const LOW_PORTS: &str = "/proc/sys/net/ipv4/ip_unprivileged_port_start";
/// A port that is the system's.
const LOW_PORT: u16 = 81;

/// Why a box that is told `more` does not open on `data`.
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

/// Starts it behind `wrapper`, to listen at `address`.
#[track_caller]
fn listens(wrapper: &[&str], data: &Path, address: &str) -> String {
    let words: Vec<&str> = wrapper.iter().copied().chain([env!("CARGO_BIN_EXE_barback")]).collect();
    let mut start = Command::new(words[0]);
    untold(&mut start);
    start.args(&words[1..]).args(["--no-mdns", "--listen", address, "--data"]).arg(data);
    start.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    refused(BoxProcess::run(start))
}

/// A small file system of its own in memory, mounted with `options`; `None` where nobody may.
struct Mounted(TempDir);

impl Mounted {
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
fn an_address_that_cannot_be_had() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let told = listens(&[], &data, &address);
    let advice = "Another program uses this port. Stop that program, or choose another port with --listen.";
    assert!(told.contains(&format!("Cannot listen on {address}")) && told.contains(advice), "{told}");
    let told = listens(&[], &data, "192.0.2.1:8080");
    assert!(told.contains("Cannot listen on 192.0.2.1:8080") && told.contains("This machine has no such address."), "{told}");
    assert!(!data.exists(), "a bar was made before the port was found taken");
    let told = refuses(&data, &["--https", &address]);
    assert!(told.contains(&format!("Cannot listen on {address}")) && told.contains("with --https"), "{told}");
}

#[test]
fn a_port_of_the_system() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let low = fs::read_to_string(LOW_PORTS).ok().and_then(|text| text.trim().parse::<u16>().ok());
    // Root may have any port; so it gives that right away first.
    let wrapper: &[&str] = match rustix::process::geteuid().is_root() {
        true => &["setpriv", "--bounding-set=-net_bind_service", "--inh-caps=-net_bind_service"],
        false => &[],
    };
    let can_give_away = wrapper.is_empty() || Command::new("setpriv").arg("--version").output().is_ok();
    if low.is_none_or(|low| low <= LOW_PORT) || !can_give_away {
        println!("SKIPPED: every user may have every port here, or there is no setpriv; so a port of the system was not tried.");
        return;
    }
    let told = listens(wrapper, &data, &format!("127.0.0.1:{LOW_PORT}"));
    let advice = "Ports below 1024 are reserved: let systemd start the box, or choose a higher port with --listen.";
    assert!(told.contains(advice), "{told}");
    assert!(!data.exists(), "a bar was made");
}

#[test]
fn a_bar_that_is_gone_while_its_backups_are_there() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    BoxProcess::open(&data, &[]).terminate();
    let barback = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_barback"));
        untold(&mut command);
        assert!(command.args(words).arg("--data").arg(&data).status().expect("it runs").success(), "{words:?}");
    };
    barback(&["backup"]);
    fs::remove_file(data.join("barback.redb")).expect("gone");
    let told = refuses(&data, &[]);
    let (_, rest) = told.split_once(" holds backups and no bar. Bring it back: barback restore ").unwrap_or_else(|| panic!("{told}"));
    let (newest, _) = rest.split_once("; or, to start a new bar, ").unwrap_or_else(|| panic!("{told}"));
    assert!(!data.join("barback.redb").exists(), "nothing was begun");
    barback(&["restore", newest]);
    BoxProcess::open(&data, &[]).terminate();
    fs::remove_file(data.join("barback.redb")).expect("gone again");
    fs::rename(data.join("backups"), room.path().join("elsewhere")).expect("moved");
    BoxProcess::open(&data, &[]).terminate();
}

#[test]
fn a_folder_that_takes_no_writes() {
    let Some(disk) = Mounted::with("ro") else {
        println!("SKIPPED: this user may not mount a disk, so a folder that takes no writes was not tried.");
        return;
    };
    let told = refuses(&disk.data(), &[]);
    assert!(told.contains("Cannot use ") && told.contains("Read-only file system"), "{told}");
    assert!(told.contains("Check that the folder exists, can be written and has space."), "{told}");
}

#[test]
fn a_disk_that_was_full_before_the_first_start() {
    let mut refusals = 0;
    for size in [4, 16, 64, 80, 96, 112].map(|kib| format!("size={kib}k")) {
        let Some(disk) = Mounted::with(&size) else {
            println!("SKIPPED: this user may not mount a disk, so a first start on a full one was not tried.");
            return;
        };
        // How far it gets differs: to the folder, the file, the first account, or to a bar that can show that it is full.
        let ended = match BoxProcess::start(&disk.data(), &[]) {
            Ok(bar) => {
                bar.terminate();
                continue;
            }
            Err(ended) => ended,
        };
        refusals += 1;
        let told = refused(Err(ended));
        assert!(told.contains("No space left on device"), "{size}: {told}");
        assert!(told.contains("has space"), "{size}: {told}");
        let grown = Command::new("mount").args(["-o", "remount,size=64m"]).arg(disk.0.path()).status();
        assert!(grown.is_ok_and(|status| status.success()), "there is room now");
        assert_eq!(BoxProcess::open(&disk.data(), &[]).terminate().status.code(), Some(0), "{size}: with room it opens");
    }
    assert!(refusals > 1, "the disks were large enough");
}
