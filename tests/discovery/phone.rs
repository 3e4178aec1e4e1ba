//! A simulated phone: resolves mDNS names (RFC 6762) with a parser of its own, and sends HTTP requests.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::time::{Duration, Instant};

use super::lan::Lan;

/// UDP port of mDNS.
pub const PORT: u16 = 5353;
const GROUP: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
/// Interval between queries. A responder repeats an answer at most once a second.
const QUERY_EVERY: Duration = Duration::from_millis(1100);
/// Type of an IPv4 address.
const TYPE_A: u16 = 1;
/// Bit in the header that marks a response.
const RESPONSE: u8 = 0x80;
/// Time limit for an HTTP answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// An address record: a name and its IPv4 address.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Record {
    name: String,
    address: Ipv4Addr,
    /// Time to live in seconds; 0 withdraws the record (goodbye).
    ttl: u32,
}

/// A phone.
pub struct Phone<'lan> {
    lan: &'lan Lan,
    host: usize,
    socket: UdpSocket,
    records: Vec<Record>,
}

impl<'lan> Phone<'lan> {
    /// A phone on this host of the network.
    pub fn join(lan: &'lan Lan, host: usize) -> Self {
        let socket = lan.inside(host, || {
            let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, PORT)).expect("the port");
            socket.join_multicast_v4(&GROUP, &Lan::address(host)).expect("joined");
            socket
        });
        Phone { lan, host, socket, records: Vec::new() }
    }

    /// The address of a name; `None` if no response comes in time.
    pub fn finds(&mut self, name: &str, within: Duration) -> Option<Ipv4Addr> {
        self.query_until(name, within, |_| true)
    }

    /// As [`Phone::finds`], but waits for the address `wanted`.
    pub fn finds_at(&mut self, name: &str, wanted: Ipv4Addr, within: Duration) -> Option<Ipv4Addr> {
        self.query_until(name, within, |address| address == wanted)
    }

    /// Forgets all records.
    pub fn forgets(&mut self) {
        self.records.clear();
    }

    /// Whether a name is withdrawn in time.
    pub fn sees_goodbye(&mut self, name: &str, address: Ipv4Addr, within: Duration) -> bool {
        let goodbye = Record { name: name.to_owned(), address, ttl: 0 };
        let end = Instant::now() + within;
        while !self.records.contains(&goodbye) && Instant::now() < end {
            self.receive(end);
        }
        self.records.contains(&goodbye)
    }

    fn query_until(&mut self, name: &str, within: Duration, wanted: impl Fn(Ipv4Addr) -> bool) -> Option<Ipv4Addr> {
        self.forgets();
        let end = Instant::now() + within;
        while Instant::now() < end {
            self.socket.send_to(&query(name), (GROUP, PORT)).expect("sent");
            let again = end.min(Instant::now() + QUERY_EVERY);
            while Instant::now() < again {
                self.receive(again);
                let mut fits = self.records.iter().filter(|record| record.name == name && record.ttl > 0 && wanted(record.address));
                if let Some(record) = fits.next() {
                    return Some(record.address);
                }
            }
        }
        None
    }

    /// Receives one message, or none until `end`.
    fn receive(&mut self, end: Instant) {
        let timeout = end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        self.socket.set_read_timeout(Some(timeout)).expect("set");
        let mut message = [0; 9000];
        if let Ok(length) = self.socket.recv(&mut message) {
            self.records.extend(addresses(&message[..length]).unwrap_or_default());
        }
    }

    /// Whether the box at `address` accepts the host name `host` in time.
    pub fn is_served(&self, address: Ipv4Addr, host: &str, within: Duration) -> bool {
        let end = Instant::now() + within;
        while self.status_of(address, host) != 200 {
            if Instant::now() > end {
                return false;
            }
        }
        true
    }

    /// HTTP status of the box at `address` for a request to the host name `host`.
    pub fn status_of(&self, address: Ipv4Addr, host: &str) -> u16 {
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

/// A query for the IPv4 address of a name.
fn query(name: &str) -> Vec<u8> {
    let mut message = vec![0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    for label in name.split('.') {
        message.push(u8::try_from(label.len()).expect("a short label"));
        message.extend(label.as_bytes());
    }
    message.extend([0, 0, 1, 0, 1]);
    message
}

/// The address records of a message; `None` if it is malformed. Queries are skipped: records in them are only proposals of a device that
/// probes.
fn addresses(message: &[u8]) -> Option<Vec<Record>> {
    let mut found = Vec::new();
    if message.get(2)? & RESPONSE == 0 {
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
        let ttl = u32::from(number(message, end + 4)?) << 16 | u32::from(number(message, end + 6)?);
        let data = message.get(end + 10..end + 10 + length)?;
        if let (TYPE_A, [a, b, c, d]) = (kind, data) {
            found.push(Record { name: name.to_ascii_lowercase(), address: Ipv4Addr::new(*a, *b, *c, *d), ttl });
        }
        at = end + 10 + length;
    }
    Some(found)
}

fn number(message: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes([*message.get(at)?, *message.get(at + 1)?]))
}

/// The name at `start` and where it ends. Parts of it may be elsewhere (message compression).
fn name_at(message: &[u8], start: usize) -> Option<(String, usize)> {
    let (mut labels, mut at, mut end) = (Vec::new(), start, None);
    // A limit longer than any name, because pointers may form a loop.
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
