//! Connection limits: counts, sizes and timeouts.

use std::time::Duration;

/// Most connections at once; each costs about 20 KiB.
pub const CONNECTIONS_MAX: usize = 2048;
/// Connections reserved for addresses from which a valid session was used lately: some forty phones with the six
/// connections that a browser opens at most.
pub const CONNECTIONS_RESERVED: usize = 256;
/// Most connections of one address from which a session was used, the box itself excepted. High, because all staff may share
/// the address of a second router.
pub const CONNECTIONS_PER_STAFF_ADDRESS_MAX: usize = 512;
/// Most connections of one address, or of one IPv6 /64, that never used a session. All guests may share the address of a
/// router; the next connection then closes the one of that address that idled longest, so this limits simultaneous requests
/// and not the number of guests.
pub const CONNECTIONS_PER_STRANGER_MAX: usize = 64;
/// Longest time from a connection to the end of its first request's head.
pub const FIRST_HEAD_TIME_MAX: Duration = Duration::from_secs(10);
/// Longest time for the head of a further request, including the idle time before it.
pub const HEAD_TIME_MAX: Duration = Duration::from_secs(30);
/// Largest head of a request, in bytes. Each of [`CONNECTIONS_MAX`] connections may hold that much in memory.
pub const HEAD_BYTES_MAX: usize = 16 * 1024;
/// Longest pause within a request body.
pub const BODY_PAUSE_MAX: Duration = Duration::from_secs(15);
/// Longest time for a whole body: the largest import over a poor Wi-Fi.
pub const BODY_TIME_MAX: Duration = Duration::from_secs(120);
/// Longest time for a whole body at [`LONG_BODY_PATH`]: 600 MB over a poor Wi-Fi.
pub const LONG_BODY_TIME_MAX: Duration = Duration::from_secs(30 * 60);
/// The one path with a body that long: the file of an update.
pub const LONG_BODY_PATH: &str = "/api/box/software/file";
/// Longest time that a client may stop reading its answer.
pub const WRITE_PAUSE_MAX: Duration = Duration::from_secs(30);
/// How long running requests may take after the shutdown signal. The store and mDNS need the rest of the 5 s.
pub const DRAIN_MAX: Duration = Duration::from_millis(3000);

/// File descriptors that the process requests: each connection needs one.
const FILES_WANTED: u64 = 4096;
/// File descriptors that stay free for the store, printers and backups.
const FILES_RESERVED: u64 = 128;

/// Limits of the server.
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

/// Timeouts of a request body.
#[derive(Debug, Clone, Copy)]
pub struct BodyTimeouts {
    /// Longest pause between two chunks.
    pub pause: Duration,
    /// Longest time from the head to the end of the body.
    pub whole: Duration,
}

impl BodyTimeouts {
    /// Those of a request to `path`.
    pub fn at(self, path: &str) -> Self {
        if path == LONG_BODY_PATH { BodyTimeouts { whole: self.whole.max(LONG_BODY_TIME_MAX), ..self } } else { self }
    }
}

impl Limits {
    /// The default limits.
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

    /// [`Limits::USUAL`], with no more connections than the process may open files. Raises the file limit if allowed.
    pub fn of_this_machine() -> Self {
        let spare = usize::try_from(open_files_max().saturating_sub(FILES_RESERVED)).unwrap_or(usize::MAX);
        Limits::with_connections(CONNECTIONS_MAX.min(spare.max(1)))
    }

    /// [`Limits::USUAL`] with another number of connections, of which the same share is reserved.
    pub fn with_connections(connections: usize) -> Self {
        Limits { connections, reserved: connections * CONNECTIONS_RESERVED / CONNECTIONS_MAX, ..Limits::USUAL }
    }
}

/// Most files that this process may open, after requesting [`FILES_WANTED`].
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
    fn every_machine_allows_at_least_one_connection() {
        let limits = Limits::of_this_machine();
        assert!((1..=CONNECTIONS_MAX).contains(&limits.connections) && limits.reserved < limits.connections);
    }
}
