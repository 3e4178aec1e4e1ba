//! Tests of live updates over server-sent events.

mod slow_clients;
pub mod updates;
