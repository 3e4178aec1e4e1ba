//! Simulated network printer on 127.0.0.1: replies to status queries, records what each connection sent, fails in a chosen way, and
//! can be switched off and on again at the same port.
#![allow(dead_code)]

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longest wait of [`FakePrinter::wait_until`] before the test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// How the printer behaves or fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behavior {
    /// Replies, accepts everything, confirms when it is printed.
    Normal,
    /// No paper from the start.
    PaperOut,
    /// The paper ends while it prints.
    PaperEndsWhilePrinting,
    /// The cover is open.
    CoverOpen,
    /// Feed button pressed: offline without a reported reason.
    Paused,
    /// The cutter is stuck.
    Fault,
    /// Accepts one connection at a time; every other is closed at once.
    OneConnection,
    /// Reads this many bytes per millisecond at most.
    Slow(usize),
    /// Replies to queries, then reads nothing more until its behavior changes.
    Hangs,
    /// Reads this many bytes, then closes the connection.
    DiesAfter(usize),
    /// Sends unsolicited reports before and between its replies.
    UnsolicitedReports,
    /// Accepts everything, replies to nothing.
    NoReplies,
    /// Accepts everything, replies to nothing, never closes the connection.
    NeverCloses,
}

/// One recorded connection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Connection {
    /// All bytes that it sent, including status queries.
    pub bytes: Vec<u8>,
    /// It has ended.
    pub closed: bool,
    /// The client reset it instead of closing it.
    pub broken: bool,
}

impl Connection {
    /// The bytes without the real-time status queries, which a printer does not print.
    pub fn job(&self) -> Vec<u8> {
        let mut job = Vec::new();
        let mut rest = &self.bytes[..];
        while let Some((first, tail)) = rest.split_first() {
            if let [0x10, 0x04, 1..=4, after @ ..] = rest {
                rest = after;
            } else {
                job.push(*first);
                rest = tail;
            }
        }
        job
    }
}

struct Inner {
    behavior: Behavior,
    connections: Vec<Connection>,
    live: Vec<(usize, TcpStream)>,
    on: bool,
}

#[derive(Clone)]
struct Shared(Arc<(Mutex<Inner>, Condvar)>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn change<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        let changed = change(&mut self.lock());
        self.0.1.notify_all();
        changed
    }
}

/// The simulated printer. Dropping it switches it off.
pub struct FakePrinter {
    shared: Shared,
    address: SocketAddr,
    listening: Option<JoinHandle<()>>,
}

impl FakePrinter {
    /// Switches one on at a free port.
    pub fn start(behavior: Behavior) -> Self {
        let inner = Inner { behavior, connections: Vec::new(), live: Vec::new(), on: false };
        let shared = Shared(Arc::new((Mutex::new(inner), Condvar::new())));
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let address = listener.local_addr().expect("bound");
        let mut printer = FakePrinter { shared, address, listening: None };
        printer.listen(listener);
        printer
    }

    /// `tcp://127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        format!("tcp://{}", self.address)
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Changes the behavior; connections that wait for it go on.
    pub fn set_behavior(&self, behavior: Behavior) {
        self.shared.change(|inner| inner.behavior = behavior);
    }

    /// Everything so far, one entry per connection.
    pub fn connections(&self) -> Vec<Connection> {
        self.shared.lock().connections.clone()
    }

    /// Waits until `wanted` accepts the connections, and returns them. Fails the test after [`PATIENCE`].
    pub fn wait_until(&self, wanted: impl Fn(&[Connection]) -> bool) -> Vec<Connection> {
        let deadline = Instant::now() + PATIENCE;
        let mut inner = self.shared.lock();
        while !wanted(&inner.connections) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "the printer did not receive it; it has {:?}", inner.connections);
            inner = self.shared.0.1.wait_timeout(inner, left).unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
        inner.connections.clone()
    }

    /// Switches it off: the port refuses, open connections break.
    pub fn stop(&mut self) {
        let Some(listening) = self.listening.take() else { return };
        self.shared.change(|inner| {
            inner.on = false;
            inner.live.drain(..).for_each(|(_, stream)| drop(stream.shutdown(Shutdown::Both)));
        });
        // Wakes the listener, which then sees that it is switched off.
        let _ = TcpStream::connect(self.address);
        listening.join().expect("the listener ends");
    }

    /// Switches it on again at the same port.
    pub fn restart(&mut self) {
        self.stop();
        let listener = TcpListener::bind(self.address).expect("the same port");
        self.listen(listener);
    }

    fn listen(&mut self, listener: TcpListener) {
        let shared = self.shared.clone();
        shared.change(|inner| inner.on = true);
        self.listening = Some(std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if !shared.lock().on {
                    return;
                }
                accept(&shared, stream);
            }
        }));
    }
}

impl Drop for FakePrinter {
    fn drop(&mut self) {
        self.stop();
    }
}

fn accept(shared: &Shared, stream: TcpStream) {
    let Ok(handle) = stream.try_clone() else { return };
    let number = shared.change(|inner| {
        if inner.behavior == Behavior::OneConnection && !inner.live.is_empty() {
            return None;
        }
        inner.connections.push(Connection::default());
        let number = inner.connections.len() - 1;
        inner.live.push((number, handle));
        Some(number)
    });
    let Some(number) = number else { return };
    let shared = shared.clone();
    std::thread::spawn(move || {
        serve(&shared, &stream, number);
        // The second handle goes first, so that the connection closes (or breaks, with bytes left unread) at once.
        shared.change(|inner| inner.live.retain(|(live, _)| *live != number));
        drop(stream);
        shared.change(|inner| inner.connections[number].closed = true);
    });
}

/// Serves one connection until it ends, by the printer's current behavior.
fn serve(shared: &Shared, mut stream: &TcpStream, number: usize) {
    let mut queries = QueryParser::default();
    let mut buffer = [0; 4096];
    if shared.lock().behavior == Behavior::UnsolicitedReports {
        let _ = stream.write_all(&REPORT);
    }
    loop {
        let behavior = wait_while_hanging(shared, &queries);
        let seen = shared.lock().connections[number].bytes.len();
        let room = match behavior {
            Behavior::DiesAfter(bytes) if seen >= bytes => return,
            Behavior::DiesAfter(bytes) => buffer.len().min(bytes - seen),
            Behavior::Slow(bytes) => {
                std::thread::sleep(Duration::from_millis(1));
                bytes.min(buffer.len())
            }
            Behavior::Hangs => 1,
            _ => buffer.len(),
        };
        let read = match stream.read(&mut buffer[..room]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(0) => break,
            Ok(read) => read,
            Err(_) => {
                shared.change(|inner| inner.connections[number].broken = true);
                break;
            }
        };
        shared.change(|inner| inner.connections[number].bytes.extend(&buffer[..read]));
        for byte in &buffer[..read] {
            let answer = queries.take(*byte).and_then(|query| reply(behavior, query, queries.printing));
            if let Some(answer) = answer {
                if behavior == Behavior::UnsolicitedReports {
                    let _ = stream.write_all(&REPORT);
                }
                let _ = stream.write_all(&[answer]);
            }
        }
    }
    let mut inner = shared.lock();
    while inner.behavior == Behavior::NeverCloses && inner.on {
        inner = shared.0.1.wait(inner).unwrap_or_else(|poisoned| poisoned.into_inner());
    }
}

/// While the printer hangs, nothing of a job is read.
fn wait_while_hanging(shared: &Shared, queries: &QueryParser) -> Behavior {
    let mut inner = shared.lock();
    while inner.behavior == Behavior::Hangs && queries.printing && inner.on {
        inner = shared.0.1.wait(inner).unwrap_or_else(|poisoned| poisoned.into_inner());
    }
    inner.behavior
}

/// An unsolicited report without errors.
const REPORT: [u8; 4] = [0x14, 0x00, 0x00, 0x0f];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Query {
    RealTime(u8),
    WhenPrinted,
}

/// Finds status queries in the stream; skips the contents of images.
#[derive(Default)]
struct QueryParser {
    held: Vec<u8>,
    image_left: usize,
    /// Something other than a query was received.
    printing: bool,
}

impl QueryParser {
    fn take(&mut self, byte: u8) -> Option<Query> {
        if self.image_left > 0 {
            self.image_left -= 1;
            return None;
        }
        self.held.push(byte);
        match self.held[..] {
            [0x10] | [0x10, 0x04] | [0x1d] | [0x1d, b'r'] | [0x1d, b'v', ..] if self.held.len() < 8 => None,
            [0x10, 0x04, n] => self.done(Some(Query::RealTime(n))),
            [0x1d, b'r', _] => self.done(Some(Query::WhenPrinted)),
            [0x1d, b'v', _, _, xl, xh, yl, yh] => {
                self.image_left = (usize::from(xl) + 256 * usize::from(xh)) * (usize::from(yl) + 256 * usize::from(yh));
                self.done(None)
            }
            _ => {
                self.printing = true;
                self.done(None)
            }
        }
    }

    fn done(&mut self, query: Option<Query>) -> Option<Query> {
        self.held.clear();
        query
    }
}

fn reply(behavior: Behavior, query: Query, printing: bool) -> Option<u8> {
    let ended = behavior == Behavior::PaperEndsWhilePrinting && printing;
    match (behavior, query) {
        (Behavior::NoReplies | Behavior::NeverCloses, _) => None,
        (Behavior::PaperOut | Behavior::CoverOpen | Behavior::Paused | Behavior::Fault, Query::WhenPrinted) => None,
        (_, Query::WhenPrinted) if ended => None,
        (_, Query::WhenPrinted) => Some(0x00),
        (Behavior::PaperOut | Behavior::CoverOpen | Behavior::Paused | Behavior::Fault, Query::RealTime(1)) => Some(0x1a),
        (_, Query::RealTime(1)) if ended => Some(0x1a),
        (Behavior::CoverOpen, Query::RealTime(2)) => Some(0x16),
        (Behavior::PaperOut, Query::RealTime(2)) => Some(0x32),
        (Behavior::Fault, Query::RealTime(2)) => Some(0x52),
        (Behavior::Fault, Query::RealTime(3)) => Some(0x1a),
        (Behavior::PaperOut, Query::RealTime(4)) => Some(0x72),
        (_, Query::RealTime(4)) if ended => Some(0x72),
        (_, Query::RealTime(_)) => Some(0x12),
    }
}
