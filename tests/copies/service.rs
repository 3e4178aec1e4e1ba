//! The box as a service: what systemd hears of it.

use std::os::unix::net::UnixDatagram;
use std::process::Command;

use crate::box_process::{BoxProcess, command};
use crate::tool::PATIENCE;

/// How exposed the service may be, in tenths of what systemd counts up to 10. It was 2.0 with systemd 252.
const EXPOSURE_MAX: u32 = 25;

fn hears(socket: &UnixDatagram) -> String {
    let mut word = [0; 64];
    let length = socket.recv(&mut word).expect("a word in time");
    // Assignments are lines: the last may or may not end in a line feed.
    String::from_utf8_lossy(&word[..length]).trim_end().to_owned()
}

#[test]
fn systemd_hears_that_it_is_open_that_it_is_well_and_that_it_stops() {
    let room = tempfile::tempdir().expect("room");
    let path = room.path().join("notify");
    let socket = UnixDatagram::bind(&path).expect("a socket");
    socket.set_read_timeout(Some(PATIENCE)).expect("set");
    let mut start = command(&room.path().join("bar"), &[]);
    start.env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "300000");
    let bar = BoxProcess::run(start).unwrap_or_else(|ended| panic!("{ended:?}"));
    assert_eq!(hears(&socket), "READY=1");
    for _ in 0..3 {
        assert_eq!(hears(&socket), "WATCHDOG=1");
    }
    assert_eq!(bar.terminate().status.code(), Some(0));
    while hears(&socket) != "STOPPING=1" {}
}

#[test]
fn the_unit_is_one_that_systemd_reads() {
    let unit = concat!(env!("CARGO_MANIFEST_DIR"), "/systemd/barback.service");
    let Ok(verified) = Command::new("systemd-analyze").args(["verify", "--man=no", unit]).output() else {
        println!("SKIPPED: there is no systemd-analyze here, so the unit was not read.");
        return;
    };
    let said = String::from_utf8_lossy(&verified.stderr);
    // The binary is not installed here, and nothing but that may be wrong.
    let wrong: Vec<&str> = said.lines().filter(|line| line.contains("barback.service") && !line.contains("is not executable")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_unit_shuts_out_what_the_box_does_not_need() {
    let unit = concat!(env!("CARGO_MANIFEST_DIR"), "/systemd/barback.service");
    let threshold = format!("--threshold={EXPOSURE_MAX}");
    let Ok(looked) = Command::new("systemd-analyze").args(["security", "--offline=true", "--no-pager", &threshold, unit]).output() else {
        println!("SKIPPED: there is no systemd-analyze here, so nobody counted what the unit lets in.");
        return;
    };
    let said = String::from_utf8_lossy(&looked.stdout);
    let why = String::from_utf8_lossy(&looked.stderr);
    if !said.contains("Overall exposure level") {
        println!("SKIPPED: this systemd-analyze cannot look at a file: {why}");
        return;
    }
    println!("{}", said.lines().last().unwrap_or_default());
    assert!(looked.status.success(), "more than {EXPOSURE_MAX} tenths:\n{said}");
}
