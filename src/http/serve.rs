//! The accept loop: how connections come in, how long and how many may stay, and how they end.

use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::Request;
use hyper::body::Incoming;
use hyper::header::EXPECT;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use super::body::{Patience, PatientBody};
use super::stall::StallGuard;

/// Most connections at once; each costs about 20 KiB.
pub const CONNECTIONS_MAX: usize = 2048;
/// Most connections of one address, the box itself excepted. A whole second router of guests may stand behind one.
pub const CONNECTIONS_PER_GUEST_MAX: usize = 512;
/// Longest time for a request's head, and longest silence between two requests.
pub const HEAD_TIME_MAX: Duration = Duration::from_secs(30);
/// Largest head of a request, in bytes.
pub const HEAD_BYTES_MAX: usize = 32 * 1024;
/// Longest silence within a request's body.
pub const BODY_PAUSE_MAX: Duration = Duration::from_secs(15);
/// Longest time for a whole body: the largest import over a poor Wi-Fi.
pub const BODY_TIME_MAX: Duration = Duration::from_secs(120);
/// Longest time that a client may not read its answer.
pub const WRITE_PAUSE_MAX: Duration = Duration::from_secs(30);
/// How long what runs may go on after the shutdown signal. The store and mDNS need the rest of the 5 s.
pub const FAREWELL_MAX: Duration = Duration::from_millis(3000);

/// File descriptors that are asked for: each connection needs one.
const FILES_WANTED: u64 = 4096;
/// File descriptors that stay free for the store, printers, backups.
const FILES_RESERVED: u64 = 128;
/// Pause after the system refused to accept: there is nothing to do but let others end.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// How long hanging up may take: a handler that blocks its thread must not hold up the end.
const HANG_UP_MAX: Duration = Duration::from_millis(250);
/// How long the kernel goes on sending to a phone that left the Wi-Fi without a word, in milliseconds.
#[cfg(target_os = "linux")]
const UNACKNOWLEDGED_MAX_MS: u32 = 60_000;

/// Who is at the other end. In every request's extensions.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// The box's own address that the connection came in on. In every request's extensions.
#[derive(Debug, Clone, Copy)]
pub struct Local(pub SocketAddr);

/// How much of everything a client gets.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// See [`CONNECTIONS_MAX`].
    pub connections: usize,
    /// See [`CONNECTIONS_PER_GUEST_MAX`].
    pub per_guest: usize,
    /// See [`HEAD_TIME_MAX`].
    pub head: Duration,
    /// See [`BODY_PAUSE_MAX`] and [`BODY_TIME_MAX`].
    pub body: Patience,
    /// See [`WRITE_PAUSE_MAX`].
    pub write_pause: Duration,
    /// See [`FAREWELL_MAX`].
    pub farewell: Duration,
}

impl Limits {
    /// The constants above.
    pub const USUAL: Limits = Limits {
        connections: CONNECTIONS_MAX,
        per_guest: CONNECTIONS_PER_GUEST_MAX,
        head: HEAD_TIME_MAX,
        body: Patience { pause: BODY_PAUSE_MAX, whole: BODY_TIME_MAX },
        write_pause: WRITE_PAUSE_MAX,
        farewell: FAREWELL_MAX,
    };

    /// [`Limits::USUAL`], with no more connections than this process may open files. Raises that number where it may.
    pub fn of_this_machine() -> Self {
        let spare = usize::try_from(open_files_max().saturating_sub(FILES_RESERVED)).unwrap_or(usize::MAX);
        Limits { connections: CONNECTIONS_MAX.min(spare.max(1)), ..Limits::USUAL }
    }
}

/// Most files that this process may have open, after asking for [`FILES_WANTED`].
fn open_files_max() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    let current = now.current.unwrap_or(u64::MAX);
    let wanted = FILES_WANTED.min(now.maximum.unwrap_or(u64::MAX));
    if current < wanted && setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: now.maximum }).is_ok() {
        return wanted;
    }
    current
}

/// Where a connection stands in the life of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Requests are taken.
    Open,
    /// The request that runs may end, no other is taken.
    Finishing,
    /// Hang up.
    Over,
}

/// Serves `router` until `shutdown` comes true; then lets what runs end within [`Limits::farewell`] and returns.
/// Dropping the future hangs up on everyone at once.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, shutdown: impl Future<Output = ()>) {
    let door = Door::new(limits);
    let (phase, watched) = watch::channel(Phase::Open);
    let mut shutdown = pin!(shutdown);
    loop {
        let (stream, peer, seat) = tokio::select! {
            biased;
            () = &mut shutdown => break,
            guest = door.next_guest(&listener) => guest,
        };
        let talk = talk(stream, peer, router.clone(), limits, watched.clone());
        tokio::spawn(async move {
            talk.await;
            drop(seat);
        });
    }
    drop((listener, watched));
    phase.send_replace(Phase::Finishing);
    if timeout(limits.farewell, phase.closed()).await.is_err() {
        tracing::warn!(left = phase.receiver_count(), "hanging up on connections that did not end");
        phase.send_replace(Phase::Over);
        let _ = timeout(HANG_UP_MAX, phase.closed()).await;
    }
}

/// One connection, from its first byte to its last.
async fn talk(stream: TcpStream, peer: SocketAddr, router: Router, limits: Limits, mut phase: watch::Receiver<Phase>) {
    prepare(&stream);
    let local = stream.local_addr().ok();
    let service = service_fn(move |request: Request<Incoming>| {
        let drain = !request.headers().contains_key(EXPECT);
        let mut request = request.map(|body| Body::new(PatientBody::new(body, limits.body, drain)));
        request.extensions_mut().insert(Peer(peer));
        if let Some(local) = local {
            request.extensions_mut().insert(Local(local));
        }
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_header_size(HEAD_BYTES_MAX)
        .max_buf_size(2 * HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(StallGuard::new(stream, limits.write_pause)), service);
    let mut connection = pin!(connection);
    loop {
        tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%peer, %error, "connection ended early");
                }
                break;
            }
            changed = phase.changed() => match (changed, *phase.borrow_and_update()) {
                (Ok(()), Phase::Open) => {}
                (Ok(()), Phase::Finishing) => connection.as_mut().graceful_shutdown(),
                (Ok(()), Phase::Over) | (Err(_), _) => break,
            },
        }
    }
}

/// Small answers leave at once, and a phone that vanished is forgotten. Either is a comfort: a refusal does not matter.
fn prepare(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, UNACKNOWLEDGED_MAX_MS);
}

/// Lets connections in, one seat each.
struct Door {
    seats: Arc<Semaphore>,
    guests: Guests,
}

/// What a connection holds while it lasts.
struct Seat {
    _permit: Option<OwnedSemaphorePermit>,
    _guest: GuestSeat,
}

impl Door {
    fn new(limits: Limits) -> Self {
        Door { seats: Arc::new(Semaphore::new(limits.connections)), guests: Guests::new(limits.per_guest) }
    }

    /// Waits for a free seat, then for someone to take it. No error ends it, and none makes it spin.
    async fn next_guest(&self, listener: &TcpListener) -> (TcpStream, SocketAddr, Seat) {
        loop {
            let permit = self.seats.clone().acquire_owned().await.ok();
            match listener.accept().await {
                Ok((stream, peer)) => match self.guests.seat(peer.ip()) {
                    Some(guest) => return (stream, peer, Seat { _permit: permit, _guest: guest }),
                    None => tracing::debug!(%peer, "too many connections of one address"),
                },
                Err(error) if concerns_the_client_alone(&error) => {}
                Err(error) => {
                    tracing::warn!(%error, "cannot accept connections for the moment");
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }
}

/// Whether the connection broke off before it was accepted, which says nothing about the next one.
fn concerns_the_client_alone(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// How many connections each address has.
#[derive(Clone)]
struct Guests {
    max: usize,
    seated: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// One connection of an address; given back on drop. `None`: the box itself, which is not counted.
struct GuestSeat(Option<(Guests, IpAddr)>);

impl Guests {
    fn new(max: usize) -> Self {
        Guests { max, seated: Arc::default() }
    }

    /// `None` when the address has as many as it gets.
    fn seat(&self, address: IpAddr) -> Option<GuestSeat> {
        let address = address.to_canonical();
        if address.is_loopback() {
            return Some(GuestSeat(None));
        }
        let mut seated = self.seated.lock().unwrap_or_else(PoisonError::into_inner);
        let count = seated.entry(address).or_default();
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(GuestSeat(Some((self.clone(), address))))
    }
}

impl Drop for GuestSeat {
    fn drop(&mut self) {
        let Some((guests, address)) = &self.0 else { return };
        let mut seated = guests.seated.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = seated.get_mut(address) {
            *count -= 1;
            if *count == 0 {
                seated.remove(address);
            }
        }
    }
}

#[cfg(test)]
#[path = "serve_tests.rs"]
mod tests;
