//! Delivery to files, pipes, devices and serial lines, and refused addresses.

use std::fs;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use barback::printer::{AddressPolicy, Delivered, DeliveryError, Profile, Target, Timeouts, Undelivered, deliver};
use serial2::SerialPort;
use tempfile::TempDir;

use crate::fake_printer::{Behavior, FakePrinter};

fn timeouts() -> Timeouts {
    let long = Duration::from_secs(20);
    Timeouts { open: long, status: long, stall: long, printed: long, hang_up: long }
}

async fn send(target: &str, profile: &str, job: &[u8], limits: Timeouts) -> Result<Delivered, DeliveryError> {
    send_by(&AddressPolicy::default(), target, profile, job, limits).await
}

async fn send_by(access: &AddressPolicy, target: &str, profile: &str, job: &[u8], limits: Timeouts) -> Result<Delivered, DeliveryError> {
    let profile = Profile::named(profile).expect("preset");
    deliver(&target.parse::<Target>().expect("legal"), &profile, job, &limits, access, || async { Ok(()) }).await
}

/// A folder below `/dev` in which all users may create files.
fn below_dev() -> TempDir {
    tempfile::tempdir_in("/dev/shm").expect("room")
}

/// The policy with a plain file from the command line.
fn allowing_file(file: &Path) -> AddressPolicy {
    AddressPolicy::default().allow_file(file.to_owned(), Vec::new())
}

fn offline(outcome: &Result<Delivered, DeliveryError>) -> &str {
    match outcome {
        Err(DeliveryError::BeforeFirstByte(Undelivered::Offline(words))) => words,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_plain_file_from_the_command_line_collects_jobs() {
    let folder = tempfile::tempdir().expect("room");
    let path = folder.path().join("paper.bin");
    let url = format!("file://{}", path.display());
    // Each start of the box goes on with the same file.
    for job in [b"one\n", b"two\n"] {
        assert_eq!(send_by(&allowing_file(&path), &url, "generic-80", job, timeouts()).await, Ok(Delivered::Sent));
    }
    assert_eq!(fs::read(&path).expect("written"), b"\x1b@one\ntwo\n");
    assert_eq!(fs::metadata(&path).expect("there").mode() & 0o777, 0o600, "customers' names are on receipts");
    let empty = folder.path().join("empty.bin");
    fs::write(&empty, "").expect("written");
    let url = format!("file://{}", empty.display());
    assert_eq!(send_by(&allowing_file(&empty), &url, "generic-80", b"\x1b@one\n", timeouts()).await, Ok(Delivered::Sent));
    assert_eq!(fs::read(&empty).expect("written"), b"\x1b@one\n");
}

#[tokio::test]
async fn nothing_is_appended_to_a_file_that_barback_did_not_create() {
    let folder = tempfile::tempdir().expect("room");
    let inside = |name: &str| folder.path().join(name);
    fs::create_dir(inside("bar")).and_then(|()| fs::create_dir(inside("elsewhere"))).expect("folders");
    let begun = |name: &str| fs::write(inside(name), "\x1b@begun").expect("written");
    ["twice", "elsewhere/receipts", "bar/receipts"].into_iter().for_each(begun);
    fs::write(inside(".bashrc"), "alias ll='ls -l'\n").and_then(|()| fs::write(inside("short"), "\x1b")).expect("written");
    fs::hard_link(inside("twice"), inside("second-name")).expect("linked");
    symlink("elsewhere/receipts", inside("link")).and_then(|()| symlink("bar", inside("to-bar"))).expect("linked");
    symlink("nowhere", inside("dangling")).expect("linked");
    for (name, why) in [
        (".bashrc", "a file is there that Barback did not make"),
        ("short", "a file is there that Barback did not make"),
        ("twice", "a file is there that Barback did not make"),
        ("link", "it is a link"),
        ("dangling", "it is a link"),
        ("elsewhere", "it is a folder"),
        ("bar/receipts", "it is among the bar's own files"),
        ("bar/new", "it is among the bar's own files"),
        ("to-bar/new", "it is among the bar's own files"),
        ("missing/new", "it is not there"),
    ] {
        let before = contents(folder.path());
        let access = AddressPolicy::default().allow_file(inside(name), vec![inside("bar"), inside("not-there")]);
        let url = format!("file://{}", inside(name).display());
        let outcome = send_by(&access, &url, "generic-80", b"x", timeouts()).await;
        assert!(offline(&outcome).contains(why), "{name}: {outcome:?}");
        assert_eq!(contents(folder.path()), before, "{name}");
    }
}

/// All paths below a folder, with the contents of files.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match fs::symlink_metadata(&path).expect("there").file_type() {
            kind if kind.is_dir() => found.extend(contents(&path)),
            kind if kind.is_file() => found.push((path.clone(), fs::read(&path).expect("a file"))),
            _ => found.push((path, Vec::new())),
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn an_address_of_a_plain_file_is_refused() {
    let (folder, dev) = (tempfile::tempdir().expect("room"), below_dev());
    fs::write(dev.path().join("plain"), "as it was").expect("written");
    symlink(folder.path().join("outside"), dev.path().join("to-nothing")).expect("linked");
    fs::write(folder.path().join("there"), "as it was").expect("written");
    symlink(folder.path().join("there"), dev.path().join("to-file")).expect("linked");
    symlink(folder.path(), dev.path().join("to-folder")).expect("linked");
    for scheme in ["file", "serial"] {
        for (path, why) in [
            (folder.path().join("there"), "a device below /dev"),
            (folder.path().join("new"), "a device below /dev"),
            ("/dev/../etc/passwd".into(), "a device below /dev"),
            (dev.path().join("../../../etc/passwd"), "a device below /dev"),
            (dev.path().join("plain"), "a plain file"),
            (dev.path().to_owned(), "a folder"),
            (dev.path().join("new"), "it is not there"),
            (dev.path().join("to-nothing"), "it is not there"),
            (dev.path().join("to-file"), "not below /dev"),
            (dev.path().join("to-folder/there"), "not below /dev"),
        ] {
            let outcome = send(&format!("{scheme}://{}", path.display()), "generic-80", b"x", timeouts()).await;
            assert!(offline(&outcome).contains(why), "{scheme} {}: {outcome:?}", path.display());
        }
    }
    let [one, other] = [dev.path(), folder.path()].map(contents);
    assert_eq!(one.iter().filter(|(_, held)| held == b"as it was").count(), 1);
    assert_eq!((one.len(), other), (4, vec![(folder.path().join("there"), b"as it was".to_vec())]));
}

/// Opening some devices has side effects, so none of these is opened.
#[tokio::test]
async fn a_device_that_is_not_a_printer_is_refused() {
    let dev = below_dev();
    symlink("/dev/random", dev.path().join("printer")).expect("linked");
    let printer = dev.path().join("printer").display().to_string();
    for path in ["/dev/random", "/dev/urandom", "/dev/zero", "/dev/tty", &printer] {
        for scheme in ["file", "serial"] {
            let outcome = send(&format!("{scheme}://{path}"), "generic-80", b"x", timeouts()).await;
            assert!(offline(&outcome).ends_with("it is a device of another kind, not a printer"), "{scheme} {path}: {outcome:?}");
        }
    }
}

#[tokio::test]
async fn the_box_itself_is_refused_under_every_name() {
    let printer = FakePrinter::start(Behavior::Normal);
    let port: u16 = printer.url().rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
    let own = AddressPolicy::default().deny_own_ports(vec![port], Box::new(|_| false));
    for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0"] {
        let url = format!("tcp://{host}:{port}");
        let outcome = send_by(&own, &url, "generic-80", b"x", timeouts()).await;
        assert!(offline(&outcome).ends_with("it is this box itself, not a printer"), "{url}: {outcome:?}");
    }
    assert!(printer.connections().is_empty(), "it was not even connected to");
    let other = AddressPolicy::default().deny_own_ports(vec![port.wrapping_add(1)], Box::new(|_| false));
    assert_eq!(send_by(&other, &printer.url(), "generic-80", b"x", timeouts()).await, Ok(Delivered::Confirmed));
}

#[tokio::test]
async fn a_missing_device_is_not_created_as_a_file() {
    let outcome = send("file:///dev/no-such-printer", "generic-80", b"x", timeouts()).await;
    assert_eq!(offline(&outcome), "Cannot be reached at /dev/no-such-printer: it is not there");
    assert!(!Path::new("/dev/no-such-printer").exists());
    let outcome = send("serial:///dev/no-such-line?baud=9600", "generic-80", b"x", timeouts()).await;
    assert_eq!(offline(&outcome), "Cannot be reached at /dev/no-such-line: it is not there");
    assert_eq!(offline(&send("none", "generic-80", b"x", timeouts()).await), "No printer is set up");
    assert_eq!(send("file:///dev/null", "generic-80", b"x", timeouts()).await, Ok(Delivered::Sent));
}

#[tokio::test]
async fn a_pipe_is_offline_without_a_reader_and_gets_the_job_with_one() {
    let folder = below_dev();
    let path = folder.path().join("lp0");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
    let url = format!("file://{}", path.display());
    offline(&send(&url, "safe", b"x", timeouts()).await);
    let mut reader = tokio::net::unix::pipe::OpenOptions::new().open_receiver(&path).expect("a pipe");
    let job = b"0123456789".repeat(20_000);
    let mut seen = Vec::new();
    let (outcome, read) = tokio::join!(send(&url, "safe", &job, timeouts()), tokio::io::AsyncReadExt::read_to_end(&mut reader, &mut seen));
    assert_eq!(outcome, Ok(Delivered::Sent));
    assert_eq!(read.expect("all of it"), job.len());
    assert_eq!(seen, job);
}

#[tokio::test]
async fn a_name_by_usb_socket_follows_a_printer_that_is_renumbered() {
    let folder = below_dev();
    let socket = folder.path().join("printer-1-1.2");
    let url = format!("file://{}", socket.display());
    for number in ["lp0", "lp1"] {
        let device = folder.path().join(number);
        assert!(Command::new("mkfifo").arg(&device).status().expect("mkfifo").success());
        let _ = fs::remove_file(&socket);
        symlink(number, &socket).expect("linked, as udev does");
        let mut reader = tokio::net::unix::pipe::OpenOptions::new().open_receiver(&device).expect("a pipe");
        let mut seen = Vec::new();
        let (outcome, read) =
            tokio::join!(send(&url, "safe", b"Club Beer", timeouts()), tokio::io::AsyncReadExt::read_to_end(&mut reader, &mut seen));
        assert_eq!((outcome, read.expect("all of it")), (Ok(Delivered::Sent), seen.len()));
        assert!(seen.ends_with(b"Club Beer"), "{number}");
    }
}

#[tokio::test]
async fn a_pipe_that_is_not_read_stalls() {
    let folder = below_dev();
    let path = folder.path().join("lp0");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
    let _reader = tokio::net::unix::pipe::OpenOptions::new().open_receiver(&path).expect("a pipe");
    let impatient = Timeouts { stall: Duration::from_millis(50), ..timeouts() };
    let outcome = send(&format!("file://{}", path.display()), "safe", &[b'x'; 1 << 20], impatient).await;
    assert_eq!(outcome, Err(DeliveryError::AfterFirstByte("The printer stopped taking data".into())));
}

/// A printer at the other end of a pseudo-terminal pair; replies to all queries until the last one of the job. Returns the printer,
/// because a pseudo-terminal whose other end is closed discards unread bytes.
fn answer_all(mut printer: SerialPort) -> (Vec<u8>, SerialPort) {
    printer.set_read_timeout(Duration::from_secs(20)).expect("open");
    let mut seen = Vec::new();
    let mut byte = [0];
    while !seen.ends_with(&[0x1d, b'r', 1]) {
        printer.read_exact(&mut byte).expect("more to come");
        seen.push(byte[0]);
        if let [.., 0x10, 0x04, _] = seen[..] {
            printer.write_all(&[0x12]).expect("open");
        }
    }
    printer.write_all(&[0x00]).expect("open");
    (seen, printer)
}

/// A pseudo-terminal is opened both as a serial line with a speed and as a two-way device.
#[tokio::test]
async fn serial_lines_and_two_way_devices_confirm() {
    for scheme in ["serial", "file"] {
        let (one, other) = SerialPort::pair().expect("terminals");
        let (path, printer, _kept_open) = match name(&one) {
            Some(path) => (path, other, one),
            None => (name(&other).expect("one end has a name"), one, other),
        };
        let url = format!("{scheme}://{path}");
        let printer = tokio::task::spawn_blocking(move || answer_all(printer));
        let outcome = send(&url, "generic-80", b"Club Beer", timeouts()).await;
        assert_eq!(outcome, Ok(Delivered::Confirmed), "{scheme}");
        assert_eq!(printer.await.expect("answered").0[12..], *b"Club Beer\x1dr\x01", "{scheme}");
    }
}

/// The path of this end of the pair, if it has one.
fn name(port: &SerialPort) -> Option<String> {
    let path = fs::read_link(format!("/proc/self/fd/{}", port.as_raw_fd())).expect("open");
    (path.starts_with("/dev/pts") && !path.ends_with("ptmx")).then(|| path.display().to_string())
}
