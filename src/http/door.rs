//! Who may come in: how many connections there are at once, in all and of one address.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;

use super::limits::Limits;

/// Pause after the system refused to accept: there is nothing to do but let others end.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Lets connections in, one seat each.
pub(super) struct Door {
    seats: Arc<Semaphore>,
    guests: Guests,
}

/// What a connection holds while it lasts.
pub(super) struct Seat {
    _permit: Option<OwnedSemaphorePermit>,
    _guest: GuestSeat,
}

impl Door {
    pub(super) fn new(limits: Limits) -> Self {
        Door { seats: Arc::new(Semaphore::new(limits.connections)), guests: Guests::new(limits.per_guest) }
    }

    /// Waits for a free seat, then for someone to take it. No error ends it, and none makes it spin.
    pub(super) async fn next_guest(&self, listener: &TcpListener) -> (TcpStream, SocketAddr, Seat) {
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
mod tests {
    use super::*;

    #[test]
    fn one_guest_does_not_take_every_seat() {
        let guests = Guests::new(2);
        let phone: IpAddr = "192.168.1.9".parse().expect("legal");
        let seats = [guests.seat(phone), guests.seat("::ffff:192.168.1.9".parse().expect("legal"))];
        assert!(seats.iter().all(Option::is_some));
        assert!(guests.seat(phone).is_none());
        assert!(guests.seat("192.168.1.10".parse().expect("legal")).is_some());
        drop(seats);
        assert!(guests.seat(phone).is_some());
        assert!((0..9).map(|_| guests.seat("127.0.0.1".parse().expect("legal"))).collect::<Vec<_>>().iter().all(Option::is_some));
        assert!(guests.seated.lock().expect("unharmed").is_empty(), "who left is forgotten");
    }
}
