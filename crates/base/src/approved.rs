//! Mark of an approval on the record that was made with it.

use serde::{Deserialize, Serialize};

/// The approval with which a bartender did what otherwise only a manager may. Frozen in the event of the deed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approved {
    pub approval_id: u64,
    /// Username of the manager or admin who granted it, at that moment.
    pub approved_by: String,
    /// Username of the person who asked, at that moment.
    pub requested_by: String,
}
