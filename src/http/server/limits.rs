//! Limits of connections: counts, sizes and timeouts.

use std::time::Duration;

/// Most connections at once; each costs about 20 KiB.
pub const CONNECTIONS_MAX: usize = 2048;
/// Connections that are kept for addresses from which a valid session was shown lately: some forty phones with the six
/// connections that a browser opens at the most.
pub const CONNECTIONS_RESERVED: usize = 256;
/// Most connections of one address from which a session was shown, the machine itself excepted: a second router may stand
/// between the staff and the box.
pub const CONNECTIONS_PER_STAFF_ADDRESS_MAX: usize = 512;
/// Most connections of one address, or of one IPv6 /64, that never showed a session. A router with all guests behind it
/// may be one, and this is no limit for its guests: the next connection closes the one of the same address that idled
/// longest, so what is limited are requests at the same moment.
pub const CONNECTIONS_PER_STRANGER_MAX: usize = 64;
/// Longest time from a connection to the end of its first request's head.
pub const FIRST_HEAD_TIME_MAX: Duration = Duration::from_secs(10);
/// Longest time for a further request's head, the silence before it included.
pub const HEAD_TIME_MAX: Duration = Duration::from_secs(30);
/// Largest head of a request, in bytes: each of [`CONNECTIONS_MAX`] strangers may send that much and never end.
pub const HEAD_BYTES_MAX: usize = 16 * 1024;
/// Longest silence within a request's body.
pub const BODY_PAUSE_MAX: Duration = Duration::from_secs(15);
/// Longest time for a whole body: the largest import over a poor Wi-Fi.
pub const BODY_TIME_MAX: Duration = Duration::from_secs(120);
/// Longest time that a client may not read its answer.
pub const WRITE_PAUSE_MAX: Duration = Duration::from_secs(30);
/// How long what runs may go on after the shutdown signal. The store and mDNS need the rest of the 5 s.
pub const DRAIN_MAX: Duration = Duration::from_millis(3000);

/// File descriptors that are asked for: each connection needs one.
const FILES_WANTED: u64 = 4096;
/// File descriptors that stay free for the store, printers, backups.
const FILES_RESERVED: u64 = 128;

/// How much of everything a client gets.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// See [`CONNECTIONS_MAX`].
    pub connections: usize,
    /// See [`CONNECTIONS_RESERVED`].
    pub reserved: usize,
    /// See [`CONNECTIONS_PER_STAFF_ADDRESS_MAX`].
    pub per_staff_address: usize,
    /// See [`CONNECTIONS_PER_STRANGER_MAX`].
    pub per_stranger: usize,
    /// See [`FIRST_HEAD_TIME_MAX`].
    pub first_head: Duration,
    /// See [`HEAD_TIME_MAX`].
    pub head: Duration,
    /// See [`BODY_PAUSE_MAX`] and [`BODY_TIME_MAX`].
    pub body: BodyTimeouts,
    /// See [`WRITE_PAUSE_MAX`].
    pub write_pause: Duration,
    /// See [`DRAIN_MAX`].
    pub drain: Duration,
}

/// How long a body may take.
#[derive(Debug, Clone, Copy)]
pub struct BodyTimeouts {
    /// Longest silence between two pieces.
    pub pause: Duration,
    /// Longest time from the head to the end of the body.
    pub whole: Duration,
}

impl Limits {
    /// The constants above.
    pub const USUAL: Limits = Limits {
        connections: CONNECTIONS_MAX,
        reserved: CONNECTIONS_RESERVED,
        per_staff_address: CONNECTIONS_PER_STAFF_ADDRESS_MAX,
        per_stranger: CONNECTIONS_PER_STRANGER_MAX,
        first_head: FIRST_HEAD_TIME_MAX,
        head: HEAD_TIME_MAX,
        body: BodyTimeouts { pause: BODY_PAUSE_MAX, whole: BODY_TIME_MAX },
        write_pause: WRITE_PAUSE_MAX,
        drain: DRAIN_MAX,
    };

    /// [`Limits::USUAL`], with no more connections than this process may open files. Raises that number where it may.
    pub fn of_this_machine() -> Self {
        let spare = usize::try_from(open_files_max().saturating_sub(FILES_RESERVED)).unwrap_or(usize::MAX);
        Limits::with_connections(CONNECTIONS_MAX.min(spare.max(1)))
    }

    /// [`Limits::USUAL`] with another number of connections, of which as large a part is reserved.
    pub fn with_connections(connections: usize) -> Self {
        Limits { connections, reserved: connections * CONNECTIONS_RESERVED / CONNECTIONS_MAX, ..Limits::USUAL }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_seats_at_least_one() {
        let limits = Limits::of_this_machine();
        assert!((1..=CONNECTIONS_MAX).contains(&limits.connections) && limits.reserved < limits.connections);
    }
}
