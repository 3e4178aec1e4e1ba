//! The box's HTTP API: its calls, and the embedded screens. No other module of the root package uses axum.
//!
//! The server below it (connections, limits, TLS, forms), which head office has too, is the crate `web`.
//!
//! - [`contract`] holds what all calls share: parsing requests, rendering answers, errors, sessions.
//! - [`api`] holds the handlers, by feature. They translate between HTTP and the features, which hold the rules.

pub mod api;
mod contract;
mod guests;
pub mod probes;
mod screens;
mod state;

pub use api::head_link::contents::read_content;
pub use api::routes::document;
pub use api::routes::router;
pub use api::standby::head_certificate::SECOND_CERTIFICATE_PATH;
pub use api::standby::journal::{HEAD_HEADER, WAIT_MAX};
pub use api::system::trust::{CERTIFICATE_PATH, HttpsEndpoint};
pub use contract::device_use::sweep as sweep_device_sessions;
pub use contract::error::{ApiError, ErrorCode, HttpCode};
pub use contract::session::{TokenSigner, credentials};
pub use state::{AppParts, AppState, GuestAddressFn, NetworkAddressesFn, PrintingParts, Surroundings};
