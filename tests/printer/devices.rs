//! Delivering a job to files, pipes, serial lines and nothing at all.

use std::os::fd::AsRawFd;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use barback::printer::{Delivered, Failed, Limits, Profile, Target, Undelivered, deliver};
use serial2::SerialPort;

fn limits() -> Limits {
    let long = Duration::from_secs(20);
    Limits { open: long, status: long, stall: long, printed: long, hang_up: long }
}

async fn send(target: &str, profile: &str, job: &[u8], limits: Limits) -> Result<Delivered, Failed> {
    let profile = Profile::named(profile).expect("preset");
    deliver(&target.parse::<Target>().expect("legal"), &profile, job, &limits, || async { Ok(()) }).await
}

fn offline(outcome: &Result<Delivered, Failed>) -> &str {
    match outcome {
        Err(Failed::BeforeFirstByte(Undelivered::Offline(words))) => words,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_plain_file_collects_jobs() {
    let folder = tempfile::tempdir().expect("room");
    let path = folder.path().join("paper.bin");
    let url = format!("file://{}", path.display());
    for job in [b"one\n", b"two\n"] {
        assert_eq!(send(&url, "generic-80", job, limits()).await, Ok(Delivered::Sent));
    }
    assert_eq!(std::fs::read(&path).expect("written"), b"one\ntwo\n");
}

#[tokio::test]
async fn a_device_that_is_gone_is_not_replaced_by_a_file() {
    let outcome = send("file:///dev/no-such-printer", "generic-80", b"x", limits()).await;
    assert_eq!(offline(&outcome), "Cannot be reached at /dev/no-such-printer: it is not there");
    assert!(!Path::new("/dev/no-such-printer").exists());
    let outcome = send("serial:///dev/no-such-line?baud=9600", "generic-80", b"x", limits()).await;
    assert_eq!(offline(&outcome), "Cannot be reached at /dev/no-such-line: it is not there");
    assert_eq!(offline(&send("none", "generic-80", b"x", limits()).await), "No printer is set up");
    assert_eq!(send("file:///dev/null", "generic-80", b"x", limits()).await, Ok(Delivered::Sent));
}

#[tokio::test]
async fn a_pipe_without_a_reader_is_off_line_and_with_one_gets_the_job() {
    let folder = tempfile::tempdir().expect("room");
    let path = folder.path().join("lp0");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
    let url = format!("file://{}", path.display());
    offline(&send(&url, "safe", b"x", limits()).await);
    let mut reader = tokio::net::unix::pipe::OpenOptions::new().open_receiver(&path).expect("a pipe");
    let job = b"0123456789".repeat(20_000);
    let mut seen = Vec::new();
    let (outcome, read) = tokio::join!(send(&url, "safe", &job, limits()), tokio::io::AsyncReadExt::read_to_end(&mut reader, &mut seen));
    assert_eq!(outcome, Ok(Delivered::Sent));
    assert_eq!(read.expect("all of it"), job.len());
    assert_eq!(seen, job);
}

#[tokio::test]
async fn a_name_after_its_socket_leads_to_a_printer_that_came_back_under_another() {
    let folder = tempfile::tempdir().expect("room");
    let socket = folder.path().join("printer-1-1.2");
    let url = format!("file://{}", socket.display());
    for number in ["lp0", "lp1"] {
        let device = folder.path().join(number);
        assert!(Command::new("mkfifo").arg(&device).status().expect("mkfifo").success());
        let _ = std::fs::remove_file(&socket);
        std::os::unix::fs::symlink(number, &socket).expect("linked, as udev does");
        let mut reader = tokio::net::unix::pipe::OpenOptions::new().open_receiver(&device).expect("a pipe");
        let mut seen = Vec::new();
        let (outcome, read) =
            tokio::join!(send(&url, "safe", b"Club Beer", limits()), tokio::io::AsyncReadExt::read_to_end(&mut reader, &mut seen));
        assert_eq!((outcome, read.expect("all of it")), (Ok(Delivered::Sent), seen.len()));
        assert!(seen.ends_with(b"Club Beer"), "{number}");
    }
}

#[tokio::test]
async fn a_pipe_that_nobody_empties_stalls() {
    let folder = tempfile::tempdir().expect("room");
    let path = folder.path().join("lp0");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
    let _reader = tokio::net::unix::pipe::OpenOptions::new().open_receiver(&path).expect("a pipe");
    let impatient = Limits { stall: Duration::from_millis(50), ..limits() };
    let outcome = send(&format!("file://{}", path.display()), "safe", &[b'x'; 1 << 20], impatient).await;
    assert_eq!(outcome, Err(Failed::AfterFirstByte("The printer stopped taking data".into())));
}

/// A printer at the other end of a pair of terminals: answers all questions until the job's last one. The printer is
/// given back, because a terminal whose other end closes forgets what was not read yet.
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

/// Both ways to a terminal: as a serial line with a speed, and as a device with two directions.
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
        let outcome = send(&url, "generic-80", b"Club Beer", limits()).await;
        assert_eq!(outcome, Ok(Delivered::Confirmed), "{scheme}");
        assert_eq!(printer.await.expect("answered").0[12..], *b"Club Beer\x1dr\x01", "{scheme}");
    }
}

/// The name of this end of the pair, if it has one.
fn name(port: &SerialPort) -> Option<String> {
    let path = std::fs::read_link(format!("/proc/self/fd/{}", port.as_raw_fd())).expect("open");
    (path.starts_with("/dev/pts") && !path.ends_with("ptmx")).then(|| path.display().to_string())
}
