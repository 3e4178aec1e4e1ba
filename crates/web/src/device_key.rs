//! What tells a device, or a session, apart when attempts to sign in are counted.

use sha2::{Digest, Sha256};

/// Random bytes that tell two devices apart.
pub const NONCE_BYTES: usize = 16;

/// Identifies a device, or a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DeviceKey([u8; NONCE_BYTES]);

impl DeviceKey {
    /// The key with these bytes, which a cookie keeps.
    pub fn of_bytes(bytes: [u8; NONCE_BYTES]) -> Self {
        DeviceKey(bytes)
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8; NONCE_BYTES] {
        &self.0
    }

    /// Key of a session, for callers without the cookie: a session proves as much.
    pub fn of_session(session_id: &str) -> Self {
        let mut key = [0; NONCE_BYTES];
        key.copy_from_slice(&Sha256::digest(session_id)[..NONCE_BYTES]);
        DeviceKey(key)
    }
}
