//! A printer on 127.0.0.1 with moods: it answers questions like a real one, keeps what every connection sent, and
//! can be switched off and on again at the same port.
#![allow(dead_code)]

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longest wait of [`FakePrinter::wait_until`] before the test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// How the printer feels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// Answers, takes everything, says when it is printed.
    Normal,
    /// No paper from the start.
    PaperOut,
    /// The paper ends while it prints.
    PaperEndsWhilePrinting,
    /// The cover is open.
    CoverOpen,
    /// Feed button pressed: off line without a reason.
    Paused,
    /// The cutter is stuck.
    Fault,
    /// Takes one connection; every other is closed at once.
    OneAtATime,
    /// Takes so many bytes at a time, at a walking pace.
    Slow(usize),
    /// Answers questions, then takes nothing more until its mood changes.
    Stuck,
    /// Reads so many bytes, then is gone.
    DiesAfter(usize),
    /// Sends reports unasked, before, between and after.
    Chatty,
    /// Takes everything, answers nothing.
    Silent,
    /// Takes everything, answers nothing, never hangs up.
    Statue,
}

/// What one connection was.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Connection {
    /// All bytes that it sent, questions included.
    pub bytes: Vec<u8>,
    /// It is over.
    pub closed: bool,
    /// The other side broke it off instead of closing it.
    pub broken: bool,
}

impl Connection {
    /// The bytes without the real-time questions, which no printer prints.
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
    mood: Mood,
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

/// The printer. Dropping it switches it off.
pub struct FakePrinter {
    shared: Shared,
    address: SocketAddr,
    listening: Option<JoinHandle<()>>,
}

impl FakePrinter {
    /// Switches one on at a free port.
    pub fn start(mood: Mood) -> Self {
        let inner = Inner { mood, connections: Vec::new(), live: Vec::new(), on: false };
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

    /// Changes the mood; connections that wait for it go on.
    pub fn set_mood(&self, mood: Mood) {
        self.shared.change(|inner| inner.mood = mood);
    }

    /// Everything so far, one entry per connection.
    pub fn connections(&self) -> Vec<Connection> {
        self.shared.lock().connections.clone()
    }

    /// Waits until what was received is as wanted, and gives it. Fails the test when it never is.
    pub fn wait_until(&self, wanted: impl Fn(&[Connection]) -> bool) -> Vec<Connection> {
        let deadline = Instant::now() + PATIENCE;
        let mut inner = self.shared.lock();
        while !wanted(&inner.connections) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "the printer waited in vain; it has {:?}", inner.connections);
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
                welcome(&shared, stream);
            }
        }));
    }
}

impl Drop for FakePrinter {
    fn drop(&mut self) {
        self.stop();
    }
}

fn welcome(shared: &Shared, stream: TcpStream) {
    let Ok(handle) = stream.try_clone() else { return };
    let number = shared.change(|inner| {
        if inner.mood == Mood::OneAtATime && !inner.live.is_empty() {
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

/// Serves one connection until it ends, in whatever mood the printer is at each moment.
fn serve(shared: &Shared, mut stream: &TcpStream, number: usize) {
    let mut questions = Questions::default();
    let mut buffer = [0; 4096];
    if shared.lock().mood == Mood::Chatty {
        let _ = stream.write_all(&REPORT);
    }
    loop {
        let mood = wait_while_stuck(shared, &questions);
        let seen = shared.lock().connections[number].bytes.len();
        let room = match mood {
            Mood::DiesAfter(bytes) if seen >= bytes => return,
            Mood::DiesAfter(bytes) => buffer.len().min(bytes - seen),
            Mood::Slow(bytes) => {
                std::thread::sleep(Duration::from_millis(1));
                bytes.min(buffer.len())
            }
            Mood::Stuck => 1,
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
            let answer = questions.take(*byte).and_then(|question| answer(mood, question, questions.printing));
            if let Some(answer) = answer {
                if mood == Mood::Chatty {
                    let _ = stream.write_all(&REPORT);
                }
                let _ = stream.write_all(&[answer]);
            }
        }
    }
    let mut inner = shared.lock();
    while inner.mood == Mood::Statue && inner.on {
        inner = shared.0.1.wait(inner).unwrap_or_else(|poisoned| poisoned.into_inner());
    }
}

/// In the mood [`Mood::Stuck`] nothing of a job is read until the mood changes.
fn wait_while_stuck(shared: &Shared, questions: &Questions) -> Mood {
    let mut inner = shared.lock();
    while inner.mood == Mood::Stuck && questions.printing && inner.on {
        inner = shared.0.1.wait(inner).unwrap_or_else(|poisoned| poisoned.into_inner());
    }
    inner.mood
}

/// A report that nobody asked for: all is well.
const REPORT: [u8; 4] = [0x14, 0x00, 0x00, 0x0f];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    Now(u8),
    WhenPrinted,
}

/// Finds questions in the stream; the inside of images is skipped.
#[derive(Default)]
struct Questions {
    held: Vec<u8>,
    image_left: usize,
    /// Something other than a question has come.
    printing: bool,
}

impl Questions {
    fn take(&mut self, byte: u8) -> Option<Question> {
        if self.image_left > 0 {
            self.image_left -= 1;
            return None;
        }
        self.held.push(byte);
        match self.held[..] {
            [0x10] | [0x10, 0x04] | [0x1d] | [0x1d, b'r'] | [0x1d, b'v', ..] if self.held.len() < 8 => None,
            [0x10, 0x04, n] => self.done(Some(Question::Now(n))),
            [0x1d, b'r', _] => self.done(Some(Question::WhenPrinted)),
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

    fn done(&mut self, question: Option<Question>) -> Option<Question> {
        self.held.clear();
        question
    }
}

fn answer(mood: Mood, question: Question, printing: bool) -> Option<u8> {
    let ended = mood == Mood::PaperEndsWhilePrinting && printing;
    match (mood, question) {
        (Mood::Silent | Mood::Statue, _) => None,
        (Mood::PaperOut | Mood::CoverOpen | Mood::Paused | Mood::Fault, Question::WhenPrinted) => None,
        (_, Question::WhenPrinted) if ended => None,
        (_, Question::WhenPrinted) => Some(0x00),
        (Mood::PaperOut | Mood::CoverOpen | Mood::Paused | Mood::Fault, Question::Now(1)) => Some(0x1a),
        (_, Question::Now(1)) if ended => Some(0x1a),
        (Mood::CoverOpen, Question::Now(2)) => Some(0x16),
        (Mood::PaperOut, Question::Now(2)) => Some(0x32),
        (Mood::Fault, Question::Now(2)) => Some(0x52),
        (Mood::Fault, Question::Now(3)) => Some(0x1a),
        (Mood::PaperOut, Question::Now(4)) => Some(0x72),
        (_, Question::Now(4)) if ended => Some(0x72),
        (_, Question::Now(_)) => Some(0x12),
    }
}
