//! Time limits of a delivery.

use std::time::Duration;

/// Longest wait for a connection.
pub const OPEN_WAIT: Duration = Duration::from_secs(3);
/// Longest wait for the reply to one status query.
pub const STATUS_WAIT: Duration = Duration::from_millis(500);
/// Longest time in which a printer accepts no byte at all.
pub const STALL_WAIT: Duration = Duration::from_secs(20);
/// Longest wait for a printer that answers to confirm that everything is printed.
pub const PRINTED_WAIT: Duration = Duration::from_secs(10);
/// Longest wait for a network printer to close the connection after the last byte.
pub const HANG_UP_WAIT: Duration = Duration::from_secs(2);

/// Time limits of a delivery. [`Timeouts::default`] uses the constants above; tests use shorter ones.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// See [`OPEN_WAIT`].
    pub open: Duration,
    /// See [`STATUS_WAIT`].
    pub status: Duration,
    /// See [`STALL_WAIT`].
    pub stall: Duration,
    /// See [`PRINTED_WAIT`].
    pub printed: Duration,
    /// See [`HANG_UP_WAIT`].
    pub hang_up: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts { open: OPEN_WAIT, status: STATUS_WAIT, stall: STALL_WAIT, printed: PRINTED_WAIT, hang_up: HANG_UP_WAIT }
    }
}
