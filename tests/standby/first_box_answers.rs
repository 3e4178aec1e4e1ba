//! `promote` while something answers at the first box's address: only a failed connection counts as gone.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::box_process::{BoxProcess, command};
use crate::cli::{PATIENCE, barback, busy_bar};
use crate::pair::{a_pair, caught_up, code, follow, health, second, until, url};

/// Polling interval of the impostor.
const POLL: Duration = Duration::from_millis(5);

/// Listens on the port that the first box has left. For a moment a connection of another program may have it.
fn free_again(port: u16) -> TcpListener {
    let began = Instant::now();
    loop {
        match TcpListener::bind(("127.0.0.1", port)) {
            Ok(listener) => return listener,
            Err(error) => assert!(began.elapsed() < PATIENCE, "the first box has left its port: {error}"),
        }
        std::thread::sleep(POLL);
    }
}

/// A server that listens on the first box's port in its place.
struct Impostor {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Impostor {
    /// Accepts every connection on `port` and answers with `answer`; if that is empty, it sends nothing and keeps the connection open.
    fn answering(port: u16, answer: &'static [u8]) -> Impostor {
        let listener = free_again(port);
        listener.set_nonblocking(true).expect("set");
        let over = Arc::new(AtomicBool::new(false));
        let ending = over.clone();
        let thread = std::thread::spawn(move || {
            let mut kept = Vec::new();
            while !ending.load(Ordering::Relaxed) {
                let Ok((mut stream, _)) = listener.accept() else {
                    std::thread::sleep(POLL);
                    continue;
                };
                if answer.is_empty() {
                    kept.push(stream);
                    continue;
                }
                let _ = stream.set_nonblocking(false);
                let _ = stream.set_read_timeout(Some(Duration::from_secs(1)));
                let _ = stream.read(&mut [0; 4096]);
                let _ = stream.write_all(answer);
            }
        });
        Impostor { over, thread: Some(thread) }
    }
}

impl Drop for Impostor {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_box_that_answers_anything_is_not_replaced() {
    let room = tempfile::tempdir().expect("room");
    let [one, other] = ["first", "second"].map(|name| room.path().join(name));
    let (bar, _, stand) = a_pair(&one, &other, 3).await;
    let first = bar.port();
    bar.kill();
    const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 34\r\n\r\n{\"message\": \"The disk is not in.\"}";
    for (answer, expected) in [
        (BUSY, &["503 Service Unavailable", "The disk is not in"][..]),
        (b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n", &["503 Service Unavailable"]),
        (b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n", &["500 Internal Server Error"]),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", &["404 Not Found"]),
        (b"HTTP/1.1 302 Found\r\nLocation: http://elsewhere/\r\nContent-Length: 0\r\n\r\n", &["302 Found"]),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", &["200 OK"]),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhello", &["no answer comes"]),
        (b"220 mail.example ESMTP\r\n", &["holds its port", "no answer comes"]),
        // A TLS server that gets plain HTTP: an alert, "unexpected message".
        (b"\x15\x03\x03\x00\x02\x02\x0a", &["holds its port", "no answer comes"]),
        // A box that hangs: the kernel still accepts connections for it.
        (b"", &["holds its port", "it sends nothing"]),
    ] {
        let impostor = Impostor::answering(first, answer);
        let refused = barback(&other, &["promote"]).failed();
        let what = String::from_utf8_lossy(answer);
        assert!(refused.contains("still answers (") && refused.contains("add --anyway"), "{what}: {refused}");
        assert!(expected.iter().all(|part| refused.contains(part)), "{what}: {refused}");
        assert_ne!(health(stand.port()).await["status"], "ok", "{what}: it was promoted");
        drop(impostor);
    }
    // The same while the second box is not running.
    stand.terminate();
    let impostor = Impostor::answering(first, BUSY);
    assert!(barback(&other, &["promote"]).failed().contains("503"));
    drop(impostor);
    let report = barback(&other, &["promote"]).ok();
    assert!(report.contains("This box is the first one now"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_box_waits_for_a_busy_first_box_and_replaces_it_only_with_anyway() {
    let room = tempfile::tempdir().expect("room");
    let [one, other] = ["first", "second"].map(|name| room.path().join(name));
    let (bar, _, stand) = a_pair(&one, &other, 3).await;
    let first = bar.port();
    bar.kill();
    stand.kill();
    let impostor = Impostor::answering(first, b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
    // The second box starts anyway, and follows again once the first box is back.
    let stand = BoxProcess::open(&other, &[]);
    until(stand.port(), |health| health["state"] == "away").await;
    drop(impostor);
    let listen = format!("127.0.0.1:{first}");
    let bar = BoxProcess::open(&one, &["--listen", &listen]);
    caught_up(stand.port(), first).await;
    bar.kill();
    let _impostor = Impostor::answering(first, b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
    barback(&other, &["promote", "--anyway"]).ok();
    until(stand.port(), |health| health["status"] == "ok").await;
    stand.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_is_not_in_the_list_of_processes() {
    let room = tempfile::tempdir().expect("room");
    let (bar, phone, _) = busy_bar(&room.path().join("first"), &[], 3).await;
    let code = code(&phone).await;
    let stand = follow(&room.path().join("second"), &url(bar.port()), &code, &[]).expect("it follows");
    let line = fs::read(format!("/proc/{}/cmdline", stand.pid())).expect("a process");
    let line = String::from_utf8_lossy(&line);
    assert!(line.contains("follow") && line.contains(&url(bar.port())) && !line.contains(&code), "{line}");
    let name = fs::read_to_string(format!("/proc/{}/comm", stand.pid())).expect("a process");
    assert_eq!(name.trim(), "barback");
    caught_up(stand.port(), bar.port()).await;
    stand.kill();

    // A code from standard input was never there.
    let file = room.path().join("code");
    fs::write(&file, format!("{code}\n")).expect("written");
    let third = room.path().join("third");
    let first = url(bar.port());
    let mut by_input = command(&third, &["follow", &first, "--code", "-"]);
    by_input.stdin(Stdio::from(fs::File::open(&file).expect("there")));
    let stand = BoxProcess::run(by_input).expect("it follows");
    caught_up(stand.port(), bar.port()).await;
    stand.kill();
    let errors = BoxProcess::start(&room.path().join("fourth"), &["follow", &first]).err().expect("refused").errors;
    assert!(errors.contains("BARBACK_CODE") && errors.contains("--code -"), "{errors}");
    let stand = second(&room.path().join("fifth"), &phone, bar.port()).await;
    stand.kill();
    bar.kill();
}
