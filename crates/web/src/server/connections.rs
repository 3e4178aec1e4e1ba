//! Limits concurrent connections: in total, per address, and with a reserve for the addresses that staff use.
//!
//! At the limit, a new connection is not refused: the least important open one is closed for it. Those are, in this order,
//! connections without a complete request, those that idle between two requests, and those with a long request; first of
//! addresses that never used a session, then of the others. A request of a signed-in user, live streams included, is never
//! closed. Closing an idle connection costs a phone nothing: browsers open another one.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::BoxError;
use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep};

use crate::server::limits::Limits;

/// Pause after `accept` failed for lack of resources, until other connections have ended.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Sockets that may still be closing while new connections replace them. Below `FILES_RESERVED` of the limits.
const CLOSING_MAX: usize = 64;
/// How long an address counts as a staff address after a valid session was used from it: a night and the morning after, in
/// running time.
const STAFF_ADDRESS_TIME: Duration = Duration::from_secs(12 * 60 * 60);
/// Most staff addresses that are remembered; beyond that, the one without a session for longest is forgotten.
const STAFF_ADDRESSES_MAX: usize = 1_024;

/// Admits connections, each with its own permit.
pub(super) struct ConnectionLimiter {
    connections: SharedConnections,
    sockets: Arc<Semaphore>,
}

/// Permit of an admitted connection, released on drop.
pub(super) struct Permit {
    connection: Connection,
    closing: Arc<Notify>,
    _socket: Option<OwnedSemaphorePermit>,
}

/// Handle of an admitted connection. In the extensions of every request.
#[derive(Clone)]
pub struct Connection {
    id: u64,
    connections: SharedConnections,
}

impl ConnectionLimiter {
    pub(super) fn new(limits: Limits) -> Self {
        let sockets = Arc::new(Semaphore::new(limits.connections + CLOSING_MAX));
        ConnectionLimiter { connections: SharedConnections(Arc::new(Mutex::new(OpenConnections::new(limits)))), sockets }
    }

    /// Accepts and admits the next connection. Errors are logged and retried, without a busy loop.
    pub(super) async fn accept(&self, listener: &TcpListener) -> (TcpStream, SocketAddr, Permit) {
        loop {
            let socket = self.sockets.clone().acquire_owned().await.ok();
            match listener.accept().await {
                Ok((stream, peer)) => match self.admit(peer.ip(), socket) {
                    Some(permit) => return (stream, peer, permit),
                    None => tracing::debug!(%peer, "too many connections"),
                },
                Err(error) if is_client_error(&error) => {}
                Err(error) => {
                    tracing::warn!(%error, "cannot accept connections for the moment");
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn admit(&self, address: IpAddr, socket: Option<OwnedSemaphorePermit>) -> Option<Permit> {
        let (id, closing) = self.connections.lock().admit(address, Instant::now())?;
        Some(Permit { connection: Connection { id, connections: self.connections.clone() }, closing, _socket: socket })
    }
}

/// Whether only this connection failed, before it was accepted: the next one may succeed.
fn is_client_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

impl Permit {
    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Completes when the connection must close for another one.
    pub(super) async fn closed(&self) {
        self.closing.notified().await;
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.connection.connections.lock().open.remove(&self.connection.id);
    }
}

impl Connection {
    /// Records that a valid session was used: from now on the connection, and its address for a while, count as staff.
    pub fn mark_signed_in(&self) {
        self.connections.lock().mark_signed_in(self.id, Instant::now());
    }

    /// Whether no complete request has arrived yet.
    pub(super) fn is_silent(&self) -> bool {
        self.connections.lock().open.get(&self.id).is_some_and(|entry| entry.state == State::Silent)
    }

    /// Marks the connection as busy until the guard is dropped.
    pub(super) fn begin_request(&self) -> RequestGuard {
        self.connections.lock().change(self.id, State::Busy);
        RequestGuard(self.clone())
    }
}

/// Marks a connection as busy while a request is answered on it.
pub(super) struct RequestGuard(Connection);

impl RequestGuard {
    /// Wraps `body` so that it holds the guard until it has been sent.
    pub(super) fn until_sent(self, body: Body) -> Body {
        Body::new(GuardedBody { inner: body, _request: self })
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        self.0.connections.lock().change(self.0.id, State::Idle);
    }
}

/// Response body that holds the guard of its request.
struct GuardedBody {
    inner: Body,
    _request: RequestGuard,
}

impl hyper::body::Body for GuardedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        Pin::new(&mut self.inner).poll_frame(cx).map_err(Into::into)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// State of an open connection, in the order in which connections are closed for others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    /// No complete request has arrived yet.
    Silent,
    /// Between two requests.
    Idle,
    /// A request is being executed or answered.
    Busy,
}

/// One open connection.
struct Entry {
    address: IpAddr,
    /// Whether a valid session was used lately from its address.
    staff_address: bool,
    /// Whether a valid session was used on the connection itself.
    signed_in: bool,
    state: State,
    /// Sequence number of the change to `state`: the smallest is the oldest.
    since: u64,
    closing: Arc<Notify>,
}

impl Entry {
    /// Importance: the lowest is closed first.
    fn rank(&self) -> (bool, bool, State, u64) {
        (self.staff_address, self.signed_in, self.state, self.since)
    }
}

#[derive(Clone)]
struct SharedConnections(Arc<Mutex<OpenConnections>>);

impl SharedConnections {
    fn lock(&self) -> MutexGuard<'_, OpenConnections> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All open connections, and the staff addresses. Admission scans all entries: 2,048 at most, in less time than the kernel
/// takes to accept a connection.
struct OpenConnections {
    limits: Limits,
    open: HashMap<u64, Entry>,
    staff: HashMap<IpAddr, Instant>,
    changes: u64,
}

impl OpenConnections {
    fn new(limits: Limits) -> Self {
        OpenConnections { limits, open: HashMap::new(), staff: HashMap::new(), changes: 0 }
    }

    /// Admits a connection of `address`, and closes another one if needed. `None` if all candidates are busy with requests of
    /// signed-in users.
    fn admit(&mut self, address: IpAddr, now: Instant) -> Option<(u64, Arc<Notify>)> {
        let address = address.to_canonical();
        let is_staff = self.is_staff(address, now);
        if let Some(max) = self.max_of(address, is_staff) {
            let is_same = |entry: &Entry| match is_staff {
                true => entry.staff_address && entry.address == address,
                false => !entry.staff_address && network(entry.address) == network(address),
            };
            self.make_room(max, is_same)?;
        }
        if !is_staff {
            self.make_room(self.limits.connections - self.limits.reserved, |entry| !entry.staff_address)?;
        }
        self.make_room(self.limits.connections, |_| true)?;
        let (id, closing) = (self.count_change(), Arc::new(Notify::new()));
        let entry = Entry { address, staff_address: is_staff, signed_in: false, state: State::Silent, since: id, closing: closing.clone() };
        self.open.insert(id, entry);
        Some((id, closing))
    }

    /// Most connections of an address; `None` for the box itself, where a proxy may connect for all clients.
    fn max_of(&self, address: IpAddr, is_staff: bool) -> Option<usize> {
        match address {
            IpAddr::V4(Ipv4Addr::LOCALHOST) | IpAddr::V6(Ipv6Addr::LOCALHOST) => None,
            _ if is_staff => Some(self.limits.per_staff_address),
            _ => Some(self.limits.per_stranger),
        }
    }

    /// If `max` or more entries match `which`, closes the least important of them. `None` if none of them may be closed.
    fn make_room(&mut self, max: usize, which: impl Fn(&Entry) -> bool) -> Option<()> {
        let matching = || self.open.iter().filter(|(_, entry)| which(entry));
        if matching().count() < max {
            return Some(());
        }
        let may_close = matching().filter(|(_, entry)| !(entry.signed_in && entry.state == State::Busy));
        let id = may_close.min_by_key(|(_, entry)| entry.rank()).map(|(id, _)| *id)?;
        self.open.remove(&id)?.closing.notify_one();
        Some(())
    }

    fn change(&mut self, id: u64, state: State) {
        let since = self.count_change();
        if let Some(entry) = self.open.get_mut(&id) {
            (entry.state, entry.since) = (state, since);
        }
    }

    fn count_change(&mut self) -> u64 {
        self.changes += 1;
        self.changes
    }

    fn is_staff(&mut self, address: IpAddr, now: Instant) -> bool {
        match self.staff.get(&address) {
            Some(last) if now.saturating_duration_since(*last) < STAFF_ADDRESS_TIME => true,
            Some(_) => {
                self.staff.remove(&address);
                false
            }
            None => false,
        }
    }

    fn mark_signed_in(&mut self, id: u64, now: Instant) {
        let Some(entry) = self.open.get_mut(&id) else { return };
        (entry.signed_in, entry.staff_address) = (true, true);
        let address = entry.address;
        if self.staff.insert(address, now).is_some() {
            return;
        }
        for entry in self.open.values_mut().filter(|entry| entry.address == address) {
            entry.staff_address = true;
        }
        if self.staff.len() > STAFF_ADDRESSES_MAX
            && let Some(oldest) = self.staff.iter().min_by_key(|(_, last)| **last).map(|(address, _)| *address)
        {
            self.staff.remove(&oldest);
        }
    }
}

/// The network by which unknown addresses are counted: an IPv4 address, or the /64 of an IPv6 address, since one device may
/// use any address of it.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

#[cfg(test)]
#[path = "connections_tests.rs"]
mod tests;
