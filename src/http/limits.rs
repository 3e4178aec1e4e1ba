//! How much of everything a client gets.

use std::time::Duration;

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

/// How long a body may take.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Longest silence between two pieces.
    pub pause: Duration,
    /// Longest time from the head to the end of the body.
    pub whole: Duration,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_seats_at_least_one() {
        assert!((1..=CONNECTIONS_MAX).contains(&Limits::of_this_machine().connections));
    }
}
