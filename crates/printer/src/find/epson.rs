//! Epson discovery: a broadcast datagram to port 3289, which Epson printers answer with their name.

use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::time::Duration;

use tokio::net::UdpSocket;
use tokio::time::{Instant, timeout_at};

use super::{Finder, FoundPrinters, PrinterLocation, Subnet};
use crate::transport::target::DEFAULT_PORT;

/// UDP port on which Epson printers listen for the query.
pub const EPSON_PORT: u16 = 3289;
/// The query datagram: device type printer (3), any number, basic information (1), no parameters.
const QUERY: [u8; 14] = *b"EPSONQ\x03\x00\x00\x01\x00\x00\x00\x00";
/// Prefix of every answer.
const ANSWER: &[u8] = b"EPSONq";
/// Offset of the name in an answer.
const NAME_AT: usize = 56;
/// Longest answer in bytes.
const ANSWER_MAX: usize = 512;
/// How long to wait for answers.
const LISTEN: Duration = Duration::from_secs(2);

/// Sends the query to the broadcast address of every network.
pub struct EpsonFinder<N> {
    networks: N,
    port: u16,
}

impl<N: Fn() -> Vec<Subnet>> EpsonFinder<N> {
    /// Searches the networks that `networks` returns at that time; the port is [`EPSON_PORT`] except in tests.
    pub fn new(networks: N, port: u16) -> Self {
        EpsonFinder { networks, port }
    }
}

impl<N: Fn() -> Vec<Subnet> + Send + Sync> Finder for EpsonFinder<N> {
    fn find(&self) -> Pin<Box<dyn Future<Output = FoundPrinters> + Send>> {
        let targets: Vec<SocketAddr> = (self.networks)().into_iter().map(|network| (network.broadcast(), self.port).into()).collect();
        // A machine that forbids broadcasts finds nothing here; the other finders may succeed.
        Box::pin(async move { query(&targets).await.unwrap_or_default() })
    }
}

async fn query(targets: &[SocketAddr]) -> std::io::Result<FoundPrinters> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).await?;
    socket.set_broadcast(true)?;
    for address in targets {
        // An error of one network must not stop the others.
        let _ = socket.send_to(&QUERY, address).await;
    }
    let until = Instant::now() + LISTEN;
    let mut found = FoundPrinters::new();
    let mut answer = [0; ANSWER_MAX];
    while let Ok(received) = timeout_at(until, socket.recv_from(&mut answer)).await {
        // An error here concerns one of the queries; answers to the others still arrive.
        let Ok((length, from)) = received else { continue };
        if answer[..length].starts_with(ANSWER) {
            found.push((PrinterLocation::Network((from.ip(), DEFAULT_PORT).into()), name(&answer[..length])));
        }
    }
    Ok(found)
}

/// The name in an answer, if it can be displayed.
fn name(answer: &[u8]) -> Option<String> {
    let rest = answer.get(NAME_AT..)?;
    let end = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
    let name = std::str::from_utf8(&rest[..end]).ok()?.trim();
    super::is_displayable(name).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_may_have_a_name() {
        let answer = |name: &[u8]| [ANSWER, &[0; NAME_AT - ANSWER.len()], name].concat();
        assert_eq!(name(&answer(b"EPSON TM-T20III\0\0\0")).as_deref(), Some("EPSON TM-T20III"));
        for none in [&b""[..], b"\0x", b"\x1bp", b"\xff\xff", &[b'x'; 65]] {
            assert_eq!(name(&answer(none)), None, "{none:?}");
        }
        assert_eq!(name(b"EPSONq"), None, "a short one");
    }
}
