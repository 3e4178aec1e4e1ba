//! The box as a systemd service: notifications, and the unit file.

use std::os::unix::net::UnixDatagram;
use std::process::Command;

use crate::box_process::{BoxProcess, command};
use crate::cli::PATIENCE;

/// Highest exposure level of the unit, in tenths (systemd counts from 0 to 10). It was 2.0 with systemd 252.
const EXPOSURE_MAX: u32 = 25;

fn receive(socket: &UnixDatagram) -> String {
    let mut buffer = [0; 64];
    let length = socket.recv(&mut buffer).expect("a notification in time");
    // Assignments are lines: the last may or may not end in a line feed.
    String::from_utf8_lossy(&buffer[..length]).trim_end().to_owned()
}

#[test]
fn systemd_is_notified_of_ready_watchdog_and_stopping() {
    let room = tempfile::tempdir().expect("room");
    let path = room.path().join("notify");
    let socket = UnixDatagram::bind(&path).expect("a socket");
    socket.set_read_timeout(Some(PATIENCE)).expect("set");
    let mut start = command(&room.path().join("bar"), &[]);
    start.env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "300000");
    let bar = BoxProcess::run(start).unwrap_or_else(|ended| panic!("{ended:?}"));
    assert_eq!(receive(&socket), "READY=1");
    for _ in 0..3 {
        assert_eq!(receive(&socket), "WATCHDOG=1");
    }
    assert_eq!(bar.terminate().status.code(), Some(0));
    while receive(&socket) != "STOPPING=1" {}
}

#[test]
fn systemd_accepts_the_unit() {
    let unit = concat!(env!("CARGO_MANIFEST_DIR"), "/systemd/barback.service");
    let Ok(verified) = Command::new("systemd-analyze").args(["verify", "--man=no", unit]).output() else {
        println!("SKIPPED: there is no systemd-analyze here, so the unit was not checked.");
        return;
    };
    let output = String::from_utf8_lossy(&verified.stderr);
    // The only accepted problem is that the binary is not installed here.
    let wrong: Vec<&str> = output.lines().filter(|line| line.contains("barback.service") && !line.contains("is not executable")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_unit_is_sandboxed() {
    let unit = concat!(env!("CARGO_MANIFEST_DIR"), "/systemd/barback.service");
    let threshold = format!("--threshold={EXPOSURE_MAX}");
    let Ok(analysed) = Command::new("systemd-analyze").args(["security", "--offline=true", "--no-pager", &threshold, unit]).output() else {
        println!("SKIPPED: there is no systemd-analyze here, so the unit's exposure was not checked.");
        return;
    };
    let output = String::from_utf8_lossy(&analysed.stdout);
    let why = String::from_utf8_lossy(&analysed.stderr);
    if !output.contains("Overall exposure level") {
        println!("SKIPPED: this systemd-analyze cannot check a file: {why}");
        return;
    }
    println!("{}", output.lines().last().unwrap_or_default());
    assert!(analysed.status.success(), "more than {EXPOSURE_MAX} tenths:\n{output}");
}
