//! The buyer on a receipt: a business that needs its name on it.

use serde::{Deserialize, Serialize};

/// Longest name, in characters.
pub const BUYER_NAME_MAX: usize = 200;
/// Longest address, in characters.
pub const BUYER_ADDRESS_MAX: usize = 200;

/// A buyer. Texts are trimmed; none is empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buyer {
    pub name: String,
    /// Their taxpayer number.
    pub tin: Option<String>,
    pub address: Option<String>,
}

impl Buyer {
    /// For the audit log: `Acme Group, TIN 500`.
    pub fn in_words(&self) -> String {
        let tin = self.tin.as_ref().map(|tin| format!("TIN {tin}"));
        let parts = [Some(self.name.clone()), tin, self.address.clone()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}
