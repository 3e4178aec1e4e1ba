//! A phone on the network: asks for names as phones do (RFC 6762), with a reader of its own.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::time::{Duration, Instant};

use super::lan::Lan;

/// Where names are asked for and told.
pub const PORT: u16 = 5353;
const GROUP: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
/// How often a name is asked for; a responder says the same at most once a second.
const ASK_EVERY: Duration = Duration::from_millis(1100);
/// Type of an IPv4 address.
const TYPE_A: u16 = 1;
/// The bit that tells an answer from a question.
const ANSWER: u8 = 0x80;
/// Longest wait for an answer over HTTP.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// An IPv4 address that somebody told of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Told {
    name: String,
    address: Ipv4Addr,
    /// Seconds that it is good for; 0 takes it back.
    good_for: u32,
}

/// A phone.
pub struct Phone<'lan> {
    lan: &'lan Lan,
    host: usize,
    socket: UdpSocket,
    heard: Vec<Told>,
}

impl<'lan> Phone<'lan> {
    /// On this host of the network.
    pub fn join(lan: &'lan Lan, host: usize) -> Self {
        let socket = lan.inside(host, || {
            let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, PORT)).expect("the port");
            socket.join_multicast_v4(&GROUP, &Lan::address(host)).expect("joined");
            socket
        });
        Phone { lan, host, socket, heard: Vec::new() }
    }

    /// The address that a name has; `None` when nobody says so in time.
    pub fn finds(&mut self, name: &str, within: Duration) -> Option<Ipv4Addr> {
        self.ask_until(name, within, |_| true)
    }

    /// The same, passing over other addresses than `wanted`.
    pub fn finds_at(&mut self, name: &str, wanted: Ipv4Addr, within: Duration) -> Option<Ipv4Addr> {
        self.ask_until(name, within, |address| address == wanted)
    }

    /// Forgets what it has heard.
    pub fn forgets(&mut self) {
        self.heard.clear();
    }

    /// Whether somebody takes a name back.
    pub fn hears_goodbye(&mut self, name: &str, address: Ipv4Addr, within: Duration) -> bool {
        let goodbye = Told { name: name.to_owned(), address, good_for: 0 };
        let end = Instant::now() + within;
        while !self.heard.contains(&goodbye) && Instant::now() < end {
            self.listen(end);
        }
        self.heard.contains(&goodbye)
    }

    fn ask_until(&mut self, name: &str, within: Duration, wanted: impl Fn(Ipv4Addr) -> bool) -> Option<Ipv4Addr> {
        self.forgets();
        let end = Instant::now() + within;
        while Instant::now() < end {
            self.socket.send_to(&question(name), (GROUP, PORT)).expect("asked");
            let again = end.min(Instant::now() + ASK_EVERY);
            while Instant::now() < again {
                self.listen(again);
                let mut fits = self.heard.iter().filter(|told| told.name == name && told.good_for > 0 && wanted(told.address));
                if let Some(told) = fits.next() {
                    return Some(told.address);
                }
            }
        }
        None
    }

    /// Hears one message, or nothing until `end`.
    fn listen(&mut self, end: Instant) {
        let patience = end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        self.socket.set_read_timeout(Some(patience)).expect("set");
        let mut message = [0; 9000];
        if let Ok(length) = self.socket.recv(&mut message) {
            self.heard.extend(addresses(&message[..length]).unwrap_or_default());
        }
    }

    /// Whether the box at `address` answers to the name `host` in time.
    pub fn is_let_in(&self, address: Ipv4Addr, host: &str, within: Duration) -> bool {
        let end = Instant::now() + within;
        while self.asks(address, host) != 200 {
            if Instant::now() > end {
                return false;
            }
        }
        true
    }

    /// The status that the box at `address` answers with when it is called `host`.
    pub fn asks(&self, address: Ipv4Addr, host: &str) -> u16 {
        let answer = self.lan.inside(self.host, || {
            let mut stream = TcpStream::connect_timeout(&SocketAddr::from((address, 8080)), ANSWER_WITHIN).expect("connects");
            stream.set_read_timeout(Some(ANSWER_WITHIN)).expect("set");
            write!(stream, "GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("asked");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("answered");
            answer
        });
        answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("no status: {answer}"))
    }
}

/// A message that asks for the IPv4 address of a name.
fn question(name: &str) -> Vec<u8> {
    let mut message = vec![0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    for label in name.split('.') {
        message.push(u8::try_from(label.len()).expect("a short label"));
        message.extend(label.as_bytes());
    }
    message.extend([0, 0, 1, 0, 1]);
    message
}

/// The IPv4 addresses that a message tells; `None` when it is no whole message. A question tells nothing: what it says of
/// addresses is what somebody would like to have.
fn addresses(message: &[u8]) -> Option<Vec<Told>> {
    let mut found = Vec::new();
    if message.get(2)? & ANSWER == 0 {
        return Some(found);
    }
    let mut at = 12;
    for _ in 0..number(message, 4)? {
        at = name_at(message, at)?.1 + 4;
    }
    let records = number(message, 6)? + number(message, 8)? + number(message, 10)?;
    for _ in 0..records {
        let (name, end) = name_at(message, at)?;
        let (kind, length) = (number(message, end)?, usize::from(number(message, end + 8)?));
        let good_for = u32::from(number(message, end + 4)?) << 16 | u32::from(number(message, end + 6)?);
        let data = message.get(end + 10..end + 10 + length)?;
        if let (TYPE_A, [a, b, c, d]) = (kind, data) {
            found.push(Told { name: name.to_ascii_lowercase(), address: Ipv4Addr::new(*a, *b, *c, *d), good_for });
        }
        at = end + 10 + length;
    }
    Some(found)
}

fn number(message: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes([*message.get(at)?, *message.get(at + 1)?]))
}

/// The name at a place, and where it ends there; parts of it may stand elsewhere.
fn name_at(message: &[u8], start: usize) -> Option<(String, usize)> {
    let (mut labels, mut at, mut end) = (Vec::new(), start, None);
    // Longer than any name: a message that leads in a circle is none.
    for _ in 0..128 {
        let length = usize::from(*message.get(at)?);
        match length {
            0 => return Some((labels.join("."), end.unwrap_or(at + 1))),
            1..=63 => {
                labels.push(String::from_utf8_lossy(message.get(at + 1..at + 1 + length)?).into_owned());
                at += 1 + length;
            }
            _ => {
                end = end.or(Some(at + 2));
                at = usize::from(number(message, at)? & 0x3fff);
            }
        }
    }
    None
}
