//! Box port: TLS with client certificates of head office's own authority, pairing by code, and who calls.
//!
//! A box trusts this authority only, and expects the name `barback-head` at any address. A call is answered for the bar of its
//! certificate alone. Revoking counts at every head, because each looks callers up in the database and remembers them for 2 s.

mod callers;
mod calls;
mod codes;
mod pairing;
mod parcel_body;
mod quota;
mod server;
mod tls;

pub use callers::{BoxCaller, revoke};
pub use codes::{CODE_SECONDS, CodeFor, NewCode, make_code};
pub use pairing::{PairContext, certify_second, pair};
pub(super) use parcel_body::read_body;
pub use parcel_body::{ParcelBody, ParcelSlots};
pub use server::{BoxJson, BoxPort, router, serve};
pub use tls::acceptor;

use crate::web;

web::calls!(calls::make, calls::revoke_box);
