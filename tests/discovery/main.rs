//! mDNS announcement of the real binary, in network namespaces made for the test and observed by a simulated phone with its own
//! mDNS reader. Without the right to create namespaces, or without `ip`, the tests print SKIPPED.
#![cfg(target_os = "linux")]

mod avahi;
#[path = "../support/box_process.rs"]
mod box_process;
mod lan;
mod phone;

use std::net::Ipv4Addr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use avahi::Laptop;
use box_process::{BoxProcess, FIRST_PASSWORD, clear_environment};
use lan::Lan;
use phone::Phone;

/// Time limit until a name or a new address can be resolved.
const FOUND_WITHIN: Duration = Duration::from_secs(20);
/// Time limit for a box to stop.
const STOP_MAX: Duration = Duration::from_secs(5);
/// How long a query waits before the name counts as unknown.
const UNKNOWN_AFTER: Duration = Duration::from_secs(3);
/// Announced name of a printer.
const PRINTER: &str = "EPSON TM-T20III in the kitchen";
/// After this time without an announcement, the box logs a warning.
const WARNED_AFTER: Duration = Duration::from_secs(15);

/// Starts a box on a host of the network.
fn open_box(lan: &Lan, host: usize, data: &Path) -> BoxProcess {
    let mut command: Command = lan.on(host, env!("CARGO_BIN_EXE_barback"));
    clear_environment(&mut command);
    command.env("BARBACK_ADMIN_PASSWORD", FIRST_PASSWORD).args(["--listen", "0.0.0.0:8080", "--data"]).arg(data);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    BoxProcess::run(command).unwrap_or_else(|ended| panic!("the box does not open: {ended:?}"))
}

fn network(hosts: usize) -> Option<Lan> {
    match Lan::open(hosts) {
        Ok(lan) => Some(lan),
        Err(why) => {
            eprintln!("SKIPPED: {why}");
            None
        }
    }
}

#[test]
fn two_boxes_on_one_network_get_different_names() {
    let Some(lan) = network(3) else { return };
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let mut phone = Phone::join(&lan, 2);
    let (first, second) = (Lan::address(0), Lan::address(1));

    let one = open_box(&lan, 0, folders[0].path());
    assert_eq!(phone.finds("bar.local", FOUND_WITHIN), Some(first));
    let other = open_box(&lan, 1, folders[1].path());
    assert_eq!(phone.finds("bar-2.local", FOUND_WITHIN), Some(second), "the name is taken, so the next one");
    assert_eq!(phone.finds("bar.local", FOUND_WITHIN), Some(first), "the first box keeps it");

    assert!(phone.is_served(second, "bar-2.local", FOUND_WITHIN));
    for (host, status) in
        [("bar-2.local:8080", 200), ("bar.local:8080", 200), ("10.77.0.2:8080", 200), ("bar-3.local", 421), ("evil.example", 421)]
    {
        assert_eq!(phone.status_of(second, host), status, "{host}");
    }
    assert_eq!(phone.status_of(first, "bar-2.local"), 421, "that is the name of another box");

    let moved = Ipv4Addr::new(10, 77, 0, 40);
    lan.move_host(0, moved);
    assert_eq!(phone.finds_at("bar.local", moved, FOUND_WITHIN), Some(moved), "the address changed while the box runs");
    assert_eq!(phone.status_of(moved, "10.77.0.40"), 200);

    phone.forgets();
    let ended = one.terminate();
    assert!(ended.status.success() && ended.took < STOP_MAX, "{ended:?}");
    assert!(phone.sees_goodbye("bar.local", moved, UNKNOWN_AFTER), "a box that stops withdraws its name");
    assert_eq!(phone.finds("bar.local", UNKNOWN_AFTER), None);
    let ended = other.terminate();
    assert!(ended.errors.contains("another device is called bar.local: this box is bar-2.local"), "{ended:?}");
    assert!(phone.sees_goodbye("bar-2.local", second, UNKNOWN_AFTER));
}

#[test]
fn avahi_finds_the_box_and_keeps_its_own_name() {
    let Some(lan) = network(2) else { return };
    let laptop = match Laptop::join(&lan, 1, "bar") {
        Ok(laptop) => laptop,
        Err(why) => return eprintln!("SKIPPED: {why}"),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let boxed = open_box(&lan, 0, folder.path());
    let until = |condition: &dyn Fn() -> bool| {
        let began = std::time::Instant::now();
        while !condition() {
            assert!(began.elapsed() < FOUND_WITHIN, "avahi says bar-2.local is {:?}", laptop.resolves("bar-2.local"));
        }
    };
    until(&|| laptop.resolves("bar-2.local").as_deref() == Some("10.77.0.1"));
    assert_eq!(laptop.resolves("bar.local").as_deref(), Some("10.77.0.2"), "the first device keeps the name");
    until(&|| laptop.browses("_http._tcp").iter().any(|found| found.starts_with("bar-2.local;10.77.0.1;8080;")));
    assert!(boxed.terminate().status.success());
    until(&|| laptop.browses("_http._tcp").is_empty());
    assert_eq!(laptop.resolves("bar-2.local"), None, "the name was withdrawn");
}

#[test]
fn a_box_starts_without_a_network() {
    let Some(lan) = network(1) else { return };
    lan.unplug(0);
    let folder = tempfile::tempdir().expect("a folder");
    let ended = open_box(&lan, 0, folder.path()).terminate();
    assert!(ended.status.success() && ended.took < STOP_MAX, "{ended:?}");
}

#[test]
fn a_port_in_use_by_another_program_is_a_warning() {
    let Some(lan) = network(2) else { return };
    let socket = lan.inside(0, || std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, phone::PORT)).expect("the port"));
    let folder = tempfile::tempdir().expect("a folder");
    let boxed = open_box(&lan, 0, folder.path());
    let mut phone = Phone::join(&lan, 1);
    assert_eq!(phone.status_of(Lan::address(0), "10.77.0.1"), 200, "the address works");
    assert_eq!(phone.finds("bar.local", WARNED_AFTER + UNKNOWN_AFTER), None);
    let ended = boxed.terminate();
    drop(socket);
    assert!(ended.status.success() && ended.errors.contains("the name bar.local is not announced yet"), "{ended:?}");
}

#[test]
fn a_printer_that_announces_itself_is_found() {
    let Some(lan) = network(2) else { return };
    let printer = lan.inside(1, || {
        let daemon = mdns_sd::ServiceDaemon::new().expect("a network");
        let service = mdns_sd::ServiceInfo::new("_pdl-datastream._tcp.local.", PRINTER, "kitchen.local.", "10.77.0.2", 9100, None);
        daemon.register(service.expect("a service")).expect("announced");
        daemon
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let browse = || runtime.block_on(web::discovery::browse::printers(UNKNOWN_AFTER));
    let began = std::time::Instant::now();
    let mut found = lan.inside(0, browse);
    // The printer spends the first second probing whether its name is free.
    while found.is_empty() && began.elapsed() < FOUND_WITHIN {
        found = lan.inside(0, browse);
    }
    let _ = printer.shutdown();
    assert_eq!(found, [("10.77.0.2:9100".parse().expect("an address"), PRINTER.to_owned())]);
}
