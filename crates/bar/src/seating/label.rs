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

    /// What an order is called at table `to` that is called after this one, because no guest gave a name: `Table 10` becomes `Table 4`, and
    /// its second bill `Table 10/2` becomes `Table 4/2`. `None` for the name of a guest.
    pub fn moved_name(&self, name: &str, to: &TableLabel) -> Option<String> {
        let rest = name.strip_prefix(&self.to_string())?;
        let is_label = rest.is_empty() || rest.starts_with('/') || rest.starts_with(" - ");
        is_label.then(|| format!("{to}{rest}"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_that_is_called_after_its_table_is_called_after_the_next_one() {
        let [ten, vip] = [(10, None), (4, Some("VIP"))].map(|(number, name)| TableLabel { number, name: name.map(str::to_owned) });
        let moved = |from: &TableLabel, name: &str, to: &TableLabel| from.moved_name(name, to);
        assert_eq!(moved(&ten, "Table 10", &vip).as_deref(), Some("VIP"));
        assert_eq!(moved(&vip, "VIP/2", &ten).as_deref(), Some("Table 10/2"));
        assert_eq!(moved(&ten, "Table 10 - Musa", &vip).as_deref(), Some("VIP - Musa"));
        assert_eq!((moved(&ten, "Table 100", &vip), moved(&ten, "Musu", &vip)), (None, None));
    }
}
