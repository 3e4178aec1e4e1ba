//! The HTTP interface. axum is used here and nowhere else.
//!
//! - [`server`] serves connections: limits, timeouts, TLS, allowed hosts, the built screens. It knows nothing of a bar.
//! - [`contract`] is what all calls have in common: reading requests, writing answers, errors, sessions.
//! - [`api`] has the calls themselves, by feature. Handlers translate; the rules are in the features.

pub mod api;
mod contract;
pub mod server;
mod state;

pub use api::openapi::document;
pub use api::routes::router;
pub use api::standby::journal::{HEAD_HEADER, WAIT_MAX};
pub use api::system::trust::{CERTIFICATE_PATH, HttpsEndpoint};
pub use contract::error::{ApiError, ErrorCode};
pub use contract::session::{TokenSigner, credentials};
pub use state::{Addresses, AppParts, AppState, GuestAddressFn, NetworkAddressesFn, PaperParts};

/// A body without members.
#[derive(serde::Deserialize, Default)]
pub struct EmptyBody {}

/// The id in a path. What is no number names nothing.
fn id(text: &str, what: &str) -> Result<u64, ApiError> {
    text.parse().map_err(|_| ApiError::not_found(what))
}
