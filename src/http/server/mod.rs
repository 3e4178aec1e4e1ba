//! Serving connections: limits, timeouts, TLS, allowed hosts, the built screens. It knows nothing of a bar.

pub mod body;
pub mod connections;
pub mod etag;
pub mod host;
pub mod limits;
pub mod problem;
pub mod serve;
pub mod shield;
pub mod ui;
