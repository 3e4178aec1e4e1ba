//! HTTP server: connection limits, timeouts, TLS, allowed hosts, the files of the web interface. It knows nothing of a bar.

pub mod body;
pub mod connections;
pub mod etag;
pub mod host;
pub mod limits;
pub mod middleware;
pub mod problem;
pub mod serve;
pub mod ui;
