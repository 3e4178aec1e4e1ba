//! Which codes hang on the tables: what they begin with is remembered, because the box's address may change.

use serde::{Deserialize, Serialize};

use crate::base::Timestamp;

/// Codes of the menu were printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodesPrinted {
    /// What they begin with: `http://192.168.8.1:8080`.
    pub base: String,
    /// The table's number; none: the code without a table.
    #[serde(default)]
    pub table: Option<u32>,
}

/// The codes that were printed last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Printed {
    pub base: String,
    pub at: Timestamp,
}
