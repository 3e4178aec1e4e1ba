//! People in the records of tills.

use serde::{Deserialize, Serialize};

/// A person as records name them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub id: u64,
    /// Username at that time.
    pub name: String,
}
