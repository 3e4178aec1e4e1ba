//! What people call a table: its name, else its number.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A table as answers and papers say it. Records of a moment, such as receipts, keep it as it was then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableLabel {
    pub number: u32,
    /// `VIP`; `None` for a table that has only its number.
    pub name: Option<String>,
}

impl TableLabel {
    /// As it stands inside a sentence: `VIP`, `table 4`.
    pub fn in_sentence(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("table {}", self.number))
    }
}

/// `VIP`, `Table 4`
impl fmt::Display for TableLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => f.write_str(name),
            None => write!(f, "Table {}", self.number),
        }
    }
}
