//! An exempt customer, such as an embassy: name and document for the record, and who approved it.

use serde::{Deserialize, Serialize};

use base::Approved;

/// Longest name of an exempt customer, in characters.
pub const EXEMPT_NAME_MAX: usize = 200;
/// Longest number of a document, in characters: it stands on a row of a receipt.
pub const DOCUMENT_NUMBER_MAX: usize = 60;

/// Why lines are exempt from tax. Texts are trimmed; none is empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxExemption {
    pub name: String,
    pub document_number: String,
    /// The approval it was made with; `None` for a manager's own.
    pub approval: Option<Approved>,
}

impl TaxExemption {
    /// What stands on paper: `Tax exempt: DIP-2231, US Embassy`.
    pub fn in_words(&self) -> String {
        format!("Tax exempt: {}, {}", self.document_number, self.name)
    }
}
