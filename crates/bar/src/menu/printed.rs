//! The last printed QR codes. Their address is stored, because the box's own may change while they hang on the tables.

use serde::{Deserialize, Serialize};

use base::Timestamp;

/// QR codes of the menu were printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodesPrinted {
    /// The beginning of their addresses: `http://192.168.8.1:8080`.
    pub base: String,
    /// The table's number; `None` for the code without a table.
    pub table: Option<u32>,
}

/// The QR codes that were printed last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Printed {
    pub base: String,
    pub at: Timestamp,
}
