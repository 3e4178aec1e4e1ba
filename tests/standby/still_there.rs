//! Whether the first box is gone: only where no connection comes about. Whatever else is at its address may sell on.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::box_process::{BoxProcess, command};
use crate::pair::{a_pair, caught_up, code, follow, health, second, until, url};
use crate::tool::{barback, busy_bar};

/// How often what stands in the first box's place looks whether it is over.
const LOOK: Duration = Duration::from_millis(5);

/// What is at the first box's address in its place.
struct InItsPlace {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl InItsPlace {
    /// Takes every connection at `port` and says `words`; blank: says nothing and keeps the connection.
    fn says(port: u16, words: &'static [u8]) -> InItsPlace {
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("the first box has left its port");
        listener.set_nonblocking(true).expect("set");
        let over = Arc::new(AtomicBool::new(false));
        let ending = over.clone();
        let thread = std::thread::spawn(move || {
            let mut kept = Vec::new();
            while !ending.load(Ordering::Relaxed) {
                let Ok((mut stream, _)) = listener.accept() else {
                    std::thread::sleep(LOOK);
                    continue;
                };
                if words.is_empty() {
                    kept.push(stream);
                    continue;
                }
                let _ = stream.set_nonblocking(false);
                let _ = stream.set_read_timeout(Some(Duration::from_secs(1)));
                let _ = stream.read(&mut [0; 4096]);
                let _ = stream.write_all(words);
            }
        });
        InItsPlace { over, thread: Some(thread) }
    }
}

impl Drop for InItsPlace {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_box_that_answers_anything_is_not_gone() {
    let room = tempfile::tempdir().expect("room");
    let [one, other] = ["first", "second"].map(|name| room.path().join(name));
    let (bar, _, stand) = a_pair(&one, &other, 3).await;
    let first = bar.port();
    bar.kill();
    const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 34\r\n\r\n{\"message\": \"The disk is not in.\"}";
    for (words, told) in [
        (BUSY, &["503 Service Unavailable", "The disk is not in"][..]),
        (b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n", &["503 Service Unavailable"]),
        (b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n", &["500 Internal Server Error"]),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", &["404 Not Found"]),
        (b"HTTP/1.1 302 Found\r\nLocation: http://elsewhere/\r\nContent-Length: 0\r\n\r\n", &["302 Found"]),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", &["200 OK"]),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhello", &["no answer comes"]),
        (b"220 mail.example ESMTP\r\n", &["holds its port", "no answer comes"]),
        // A server of TLS that was spoken to in clear: an alert, "unexpected message".
        (b"\x15\x03\x03\x00\x02\x02\x0a", &["holds its port", "no answer comes"]),
        // A box that hangs: the system still takes connections for it.
        (b"", &["holds its port", "it says nothing"]),
    ] {
        let place = InItsPlace::says(first, words);
        let refused = barback(&other, &["promote"]).failed();
        let what = String::from_utf8_lossy(words);
        assert!(refused.contains("still answers (") && refused.contains("add --anyway"), "{what}: {refused}");
        assert!(told.iter().all(|told| refused.contains(told)), "{what}: {refused}");
        assert_ne!(health(stand.port()).await["status"], "ok", "{what}: it was promoted");
        drop(place);
    }
    // Also where the second box is closed.
    stand.terminate();
    let place = InItsPlace::says(first, BUSY);
    assert!(barback(&other, &["promote"]).failed().contains("503"));
    drop(place);
    let told = barback(&other, &["promote"]).ok();
    assert!(told.contains("This box is the first one now"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_box_that_cannot_answer_is_waited_for_and_promoted_over_only_anyway() {
    let room = tempfile::tempdir().expect("room");
    let [one, other] = ["first", "second"].map(|name| room.path().join(name));
    let (bar, _, stand) = a_pair(&one, &other, 3).await;
    let first = bar.port();
    bar.kill();
    stand.kill();
    let place = InItsPlace::says(first, b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
    // It starts all the same, and is behind it again when it is well.
    let stand = BoxProcess::open(&other, &[]);
    until(stand.port(), |health| health["state"] == "away").await;
    drop(place);
    let listen = format!("127.0.0.1:{first}");
    let bar = BoxProcess::open(&one, &["--listen", &listen]);
    caught_up(stand.port(), first).await;
    bar.kill();
    let _place = InItsPlace::says(first, b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
    barback(&other, &["promote", "--anyway"]).ok();
    until(stand.port(), |health| health["status"] == "ok").await;
    stand.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_is_in_no_list_of_processes() {
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

    // By the standard input it never was there.
    let file = room.path().join("code");
    fs::write(&file, format!("{code}\n")).expect("written");
    let third = room.path().join("third");
    let first = url(bar.port());
    let mut by_input = command(&third, &["follow", &first, "--code", "-"]);
    by_input.stdin(Stdio::from(fs::File::open(&file).expect("there")));
    let stand = BoxProcess::run(by_input).expect("it follows");
    caught_up(stand.port(), bar.port()).await;
    stand.kill();
    let told = BoxProcess::start(&room.path().join("fourth"), &["follow", &first]).err().expect("refused").errors;
    assert!(told.contains("BARBACK_CODE") && told.contains("--code -"), "{told}");
    let stand = second(&room.path().join("fifth"), &phone, bar.port()).await;
    stand.kill();
    bar.kill();
}
