//! Port scan: connects to the printer port of every host in the local subnets.

use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{Finder, FoundPrinters, PrinterLocation, Subnet};

/// Concurrent connection attempts. More would overflow the connection table of a cheap router.
const AT_ONCE: usize = 32;
/// Longest wait for one host. 254 hosts take a few seconds.
pub const CONNECT_WAIT: Duration = Duration::from_millis(500);

/// Connects to a port of every host and closes the connection without sending anything.
pub struct ScanFinder<N> {
    networks: N,
    port: u16,
    wait: Duration,
}

impl<N: Fn() -> Vec<Subnet>> ScanFinder<N> {
    /// Searches the networks that `networks` returns at that time, on this port. `wait` is [`CONNECT_WAIT`] except in tests.
    pub fn new(networks: N, port: u16, wait: Duration) -> Self {
        ScanFinder { networks, port, wait }
    }
}

impl<N: Fn() -> Vec<Subnet> + Send + Sync> Finder for ScanFinder<N> {
    fn find(&self) -> Pin<Box<dyn Future<Output = FoundPrinters> + Send>> {
        let (port, wait) = (self.port, self.wait);
        let hosts: Vec<Ipv4Addr> = (self.networks)().into_iter().flat_map(Subnet::hosts).collect();
        Box::pin(async move {
            let tries = hosts.into_iter().map(|host| listens(SocketAddr::from((host, port)), wait));
            let answers = futures_util::stream::iter(tries).buffer_unordered(AT_ONCE);
            answers.filter_map(|answer| async move { answer.map(|address| (PrinterLocation::Network(address), None)) }).collect().await
        })
    }
}

async fn listens(address: SocketAddr, wait: Duration) -> Option<SocketAddr> {
    timeout(wait, TcpStream::connect(address)).await.ok()?.ok()?;
    Some(address)
}
