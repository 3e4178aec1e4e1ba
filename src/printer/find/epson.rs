//! Asks everybody whether they are an Epson: a datagram to port 3289 that printers answer with their name.

use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::time::Duration;

use tokio::net::UdpSocket;
use tokio::time::{Instant, timeout_at};

use super::{Finder, FoundPrinters, PrinterLocation, Subnet};
use crate::printer::target::DEFAULT_PORT;

/// Where Epson printers listen for the question.
pub const EPSON_PORT: u16 = 3289;
/// The question: who is there, a printer (3) of any number, tell your basics (1); no parameters.
const QUESTION: [u8; 14] = *b"EPSONQ\x03\x00\x00\x01\x00\x00\x00\x00";
/// How every answer begins.
const ANSWER: &[u8] = b"EPSONq";
/// Where the name stands in an answer.
const NAME_AT: usize = 56;
/// Longest answer.
const ANSWER_MAX: usize = 512;
/// How long answers are waited for.
const LISTEN: Duration = Duration::from_secs(2);

/// Asks the address of everybody in every network.
pub struct EpsonFinder<N> {
    networks: N,
    port: u16,
}

impl<N: Fn() -> Vec<Subnet>> EpsonFinder<N> {
    /// Asks in the networks that `networks` tells when it is asked to; the port is [`EPSON_PORT`] but in tests.
    pub fn new(networks: N, port: u16) -> Self {
        EpsonFinder { networks, port }
    }
}

impl<N: Fn() -> Vec<Subnet> + Send + Sync> Finder for EpsonFinder<N> {
    fn find(&self) -> Pin<Box<dyn Future<Output = FoundPrinters> + Send>> {
        let asked: Vec<SocketAddr> = (self.networks)().into_iter().map(|network| (network.broadcast(), self.port).into()).collect();
        // A machine that lets nobody ask finds nobody; the other finders may.
        Box::pin(async move { ask(&asked).await.unwrap_or_default() })
    }
}

async fn ask(asked: &[SocketAddr]) -> std::io::Result<FoundPrinters> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).await?;
    socket.set_broadcast(true)?;
    for address in asked {
        // A network that is down says so for itself alone.
        let _ = socket.send_to(&QUESTION, address).await;
    }
    let until = Instant::now() + LISTEN;
    let mut found = FoundPrinters::new();
    let mut answer = [0; ANSWER_MAX];
    while let Ok(heard) = timeout_at(until, socket.recv_from(&mut answer)).await {
        // An error here is about one of the questions; the answers to the others still come.
        let Ok((length, from)) = heard else { continue };
        if answer[..length].starts_with(ANSWER) {
            found.push((PrinterLocation::Network((from.ip(), DEFAULT_PORT).into()), name(&answer[..length])));
        }
    }
    Ok(found)
}

/// The name in an answer, where it has a is_displayable one.
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
