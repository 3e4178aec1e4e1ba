//! Raw HTTP over TCP sockets for hostile clients: partial, oversized and malformed requests.
#![allow(dead_code)]

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Open files that this process needs for many connections.
pub const FILES: u64 = 4_096;

/// Raises the limit of open files, which the box inherits. False if this user may not.
pub fn may_open_files() -> bool {
    let now = getrlimit(Resource::Nofile);
    now.current.is_none_or(|current| current >= FILES)
        || setrlimit(Resource::Nofile, Rlimit { current: Some(FILES), maximum: now.maximum }).is_ok()
}

/// Peak memory of a process in KiB, without the pages of its own file: those of an unoptimised program are many, and count for nothing.
pub fn memory_peak(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("it lives");
    let figure = |name: &str| -> u64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a figure");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    };
    figure("VmHWM:") - figure("RssFile:")
}

/// A client with the port of a box and a session token.
#[derive(Clone)]
pub struct RawHttp {
    port: u16,
    token: String,
}

impl RawHttp {
    /// A client of the box that listens on `port`.
    pub fn at(port: u16, token: &str) -> Self {
        RawHttp { port, token: token.to_owned() }
    }

    /// Opens a connection and sends `text`.
    pub async fn connect_and_send(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.expect("connects");
        stream.write_all(text.as_bytes()).await.expect("sent");
        stream
    }

    /// As [`RawHttp::connect_and_send`], from one of this machine's addresses in 127.0.0.0/8. A connection that
    /// the box closes at once is not an error.
    pub async fn connect_from_and_send(&self, from: Ipv4Addr, text: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(SocketAddr::from((from, 0))).expect("an address");
        let mut stream = socket.connect(SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))).await.expect("connects");
        let _ = stream.write_all(text.as_bytes()).await;
        stream
    }

    /// The head of a request without the empty line that ends it.
    pub fn head(&self, call: &str) -> String {
        format!("{call} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n", self.token)
    }
}

/// The first line of an answer; empty without an answer.
pub async fn first_line(stream: &mut TcpStream) -> String {
    let mut seen = Vec::new();
    while !seen.contains(&b'\n') {
        match stream.read_buf(&mut seen).await {
            Ok(read) if read > 0 => {}
            _ => break,
        }
    }
    String::from_utf8_lossy(&seen).lines().next().unwrap_or_default().to_owned()
}
