//! Keys of head office: the secret file, and the certificate authority of the box port with the names of boxes in its certificates.

mod authority;
mod names;
mod secret;

pub use authority::{Authority, AuthorityError, BoxCertificate, ServerIdentity};
pub use names::{BAR_DIGITS, BOX_DIGITS, BoxName, holds_key, is_digits};
pub(crate) use secret::random;
pub use secret::{SECRET_BYTES, Secret, SecretError};
