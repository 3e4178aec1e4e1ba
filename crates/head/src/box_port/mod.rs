//! Box port: TLS with client certificates of head office's own authority, pairing by code, and who calls.
//!
//! A box trusts this authority only, and expects the name `barback-head` at any address. A call is answered for the bar of its
//! certificate alone. Revoking counts at every head, because each looks callers up in the database and remembers them for 2 s.

pub(crate) mod authority;
mod callers;
mod codes;
mod names;
mod pairing;
mod parcel_body;
mod quota;
pub(crate) mod secret;
mod server;
mod tls;

pub use authority::{Authority, AuthorityError, BoxCertificate, ServerIdentity};
pub use callers::{BoxCaller, revoke};
pub use codes::{CODE_SECONDS, CodeFor, NewCode, make_code};
pub use names::{BAR_DIGITS, BOX_DIGITS, BoxName};
pub use pairing::{PairContext, certify_second, pair};
pub(super) use parcel_body::read_body;
pub use parcel_body::{BAR_DAY_BYTES, ParcelBody, ParcelSlots};
pub use secret::{SECRET_BYTES, Secret, SecretError};
pub use server::{BoxJson, BoxPort, router, serve};
pub use tls::acceptor;

use base::Timestamp;

/// A moment as a parameter of a statement.
fn moment(at: Timestamp) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(at.as_millis()).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
}
