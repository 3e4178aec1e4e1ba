//! Tills: drawers, purses that staff carry, and safes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settings::CashMode;
use base::Cash;

/// Most tills of a bar, archived ones left out.
pub const TILLS_MAX: usize = 50;
/// Longest name of a till, in characters.
pub const NAME_MAX: usize = 40;
/// The drawer of a new bar.
pub const FIRST_DRAWER: &str = "Drawer";
/// The safe of a new bar.
pub const FIRST_SAFE: &str = "Safe";

/// Kind of a till.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TillKind {
    /// A cash drawer.
    Drawer,
    /// Money that one person carries.
    Purse,
    /// A safe: it has a balance, and no shifts.
    Safe,
}

impl TillKind {
    /// Parses the name; `None` for any other word.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "drawer" => Some(TillKind::Drawer),
            "purse" => Some(TillKind::Purse),
            "safe" => Some(TillKind::Safe),
            _ => None,
        }
    }
}

/// A till, as the bar set it up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Till {
    /// Counts from 1.
    pub id: u64,
    /// Unique, ignoring case, among tills that are not archived.
    pub name: String,
    pub kind: TillKind,
    /// Whether all staff use it. Only drawers can be shared.
    pub shared: bool,
    /// The person who uses a purse or a personal drawer; `None`: who opens it.
    pub user_id: Option<u64>,
    /// The printer at which cash opens the drawer; `None`: that of the receipts.
    pub printer_id: Option<u64>,
    /// Change that it usually starts with.
    pub usual_float: Cash,
}

/// The open shift of a till, as far as every payment needs to know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningShift {
    pub shift_id: u64,
    pub responsible_id: u64,
    /// Whether it is being counted.
    pub counting: bool,
}

/// A till with what the journal says about its money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TillState {
    pub till: Till,
    /// What the last close left, and for a safe its balance; `None` for a till that was never opened.
    pub left: Option<Cash>,
    pub open_shift: Option<RunningShift>,
    /// The id of the first payment after its last Z; cash without a till counts for its next Z from there on.
    pub payments_from: u64,
}

impl TillState {
    /// A till that was just set up.
    pub fn new(till: Till) -> Self {
        TillState { till, left: None, open_shift: None, payments_from: 0 }
    }

    /// A safe's balance, and what the last close of another till left.
    pub fn balance(&self) -> Cash {
        self.left.unwrap_or(Cash::ZERO)
    }
}

impl Till {
    /// Whether shifts of it can be opened in this mode. `oldest_drawer` is the id of the oldest drawer.
    pub fn opens_in(&self, mode: CashMode, oldest_drawer: Option<u64>) -> bool {
        match (mode, self.kind) {
            (CashMode::Drawer, TillKind::Drawer) => Some(self.id) == oldest_drawer,
            (CashMode::Drawers | CashMode::Purses, TillKind::Drawer) | (CashMode::Purses, TillKind::Purse) => true,
            _ => false,
        }
    }
}
