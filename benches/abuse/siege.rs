//! The attacking crowd: it comes in parts, and each part stays until the end.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use crate::Outcome;
use crate::raw_http::{RawHttp, first_line};

/// Phones that listen to the live stream and read it.
pub const STREAMS: usize = 1_000;
/// Connections that send a head or a body one line at a time: half of them each.
pub const TRICKLING: usize = 200;
/// Their wait before the next line: short enough to look like poor Wi-Fi.
const TRICKLE: Duration = Duration::from_secs(2);
/// Phones that request long answers and read them a little at a time.
pub const SLOW_READERS: usize = 50;
/// Size of one such read, in bytes.
const SIP: usize = 512;
/// Pause between two such reads.
const SIP_EVERY: Duration = Duration::from_millis(200);
/// Lists that a slow reader requests at once.
const LISTS: usize = 20;
/// People who guess a password at the same moment, each from its own address, wave after wave.
pub const GUESSERS: usize = 200;

/// The crowd.
pub struct Siege {
    crowd: RawHttp,
    port: u16,
    people: JoinSet<()>,
    counts: Arc<Counts>,
}

/// What happened to the crowd.
#[derive(Default)]
struct Counts {
    /// Bytes of live events.
    streamed: AtomicU64,
    /// Trickling connections that the box closed.
    closed: AtomicU64,
    /// Bytes read by slow readers.
    read: AtomicU64,
    /// Guesses whose password was checked.
    checked: AtomicU64,
    /// Guesses that were refused unchecked, as too many.
    refused: AtomicU64,
    /// Guesses without an answer.
    unanswered: AtomicU64,
}

fn count(counter: &AtomicU64, more: usize) {
    counter.fetch_add(more as u64, Ordering::Relaxed);
}

impl Siege {
    /// A crowd without members. `token` is the session whose lists are requested.
    pub fn of(port: u16, token: &str) -> Self {
        Siege { crowd: RawHttp::at(port, token), port, people: JoinSet::new(), counts: Arc::default() }
    }

    /// Adds a thousand listeners, as many for each account as are allowed.
    pub async fn listens(&mut self, tokens: &[String]) -> Outcome<()> {
        for number in 0..STREAMS {
            let crowd = RawHttp::at(self.port, &tokens[number % tokens.len()]);
            let mut stream = crowd.connect_and_send(&format!("{}\r\n", crowd.head("GET /api/live"))).await;
            let status = first_line(&mut stream).await;
            if !status.contains(" 200 ") {
                return Err(format!("stream {number} was refused: {status}").into());
            }
            let counts = self.counts.clone();
            self.people.spawn(async move {
                let mut buffer = vec![0; 4_096];
                while let Ok(read @ 1..) = stream.read(&mut buffer).await {
                    count(&counts.streamed, read);
                }
            });
        }
        Ok(())
    }

    /// Adds heads and bodies that never end. A connection that is closed starts again.
    pub fn trickles(&mut self) {
        for number in 0..TRICKLING {
            let (crowd, counts) = (self.crowd.clone(), self.counts.clone());
            self.people.spawn(async move {
                let begin = match number % 2 {
                    0 => "GET /api/products HTTP/1.1\r\nHost: localhost\r\n".to_owned(),
                    _ => format!("{}Content-Length: 1000000\r\n\r\n", crowd.head("POST /api/sales")),
                };
                loop {
                    let mut stream = crowd.connect_and_send(&begin).await;
                    while stream.write_all(b"X-More: to come\r\n").await.is_ok() {
                        tokio::time::sleep(TRICKLE).await;
                    }
                    count(&counts.closed, 1);
                }
            });
        }
    }

    /// Adds phones that read long answers a little at a time.
    pub fn reads_slowly(&mut self) {
        for _ in 0..SLOW_READERS {
            let (crowd, counts) = (self.crowd.clone(), self.counts.clone());
            self.people.spawn(async move {
                let request = format!("{}\r\n", crowd.head("GET /api/products")).repeat(LISTS);
                loop {
                    let mut stream = crowd.connect_and_send(&request).await;
                    let mut sip = [0; SIP];
                    while let Ok(read @ 1..) = stream.read(&mut sip).await {
                        count(&counts.read, read);
                        tokio::time::sleep(SIP_EVERY).await;
                    }
                }
            });
        }
    }

    /// Adds waves of password guesses.
    pub fn guesses(&mut self) {
        let (port, counts) = (self.port, self.counts.clone());
        self.people.spawn(async move {
            for wave in 0_u32.. {
                let mut guesses = JoinSet::new();
                for number in 0..GUESSERS {
                    guesses.spawn(guess(port, wave, number));
                }
                for status in guesses.join_all().await {
                    match status {
                        Ok(status) if status.contains(" 401 ") => count(&counts.checked, 1),
                        Ok(status) if status.contains(" 429 ") => count(&counts.refused, 1),
                        _ => count(&counts.unanswered, 1),
                    }
                }
            }
        });
    }

    /// Ends the crowd. Returns in words what happened to it.
    pub fn over(self) -> String {
        drop(self.people);
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let counts = &self.counts;
        format!(
            "{} kB of live events received; {} trickling connections closed; {} kB read slowly; {} guesses checked, {} refused, {} unanswered",
            count(&counts.streamed) / 1_000,
            count(&counts.closed),
            count(&counts.read) / 1_000,
            count(&counts.checked),
            count(&counts.refused),
            count(&counts.unanswered),
        )
    }
}

/// Guesses at an account that does not exist, from a new address. Returns the status.
async fn guess(port: u16, wave: u32, number: usize) -> Outcome<String> {
    let [.., high, low] = wave.to_be_bytes();
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, 1 + high, low, u8::try_from(number)?), 0)))?;
    let mut stream: TcpStream = socket.connect(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?;
    let body = json!({ "username": format!("nobody{wave}-{number}"), "password": "a guess" }).to_string();
    let head = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n";
    stream.write_all(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).await?;
    Ok(first_line(&mut stream).await)
}
