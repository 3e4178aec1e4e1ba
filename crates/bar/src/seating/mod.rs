//! The dining tables of the bar, and whether guests sit at them.

mod decide;
mod tables;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

pub use decide::{SeatingCommand, decide, freed, occupied};
pub use tables::*;

/// The tables of a new bar: number and seats.
pub const FRESH_TABLES: [(u32, u32); 12] =
    [(1, 2), (2, 2), (3, 2), (4, 2), (5, 4), (6, 4), (7, 4), (8, 4), (9, 6), (10, 6), (11, 6), (12, 6)];
/// Highest table number.
pub const TABLE_NUMBER_MAX: u32 = 9_999;
/// Most seats of a table.
pub const CAPACITY_MAX: u32 = 100;

/// The state of a dining table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum TableStatus {
    Available,
    Occupied,
    Reserved,
    Cleaning,
}

base::words!(TableStatus);

/// A dining table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiningTable {
    /// Counts from 1.
    pub id: u64,
    /// The number that is painted on it; unique among those that are not archived.
    pub number: u32,
    /// Number of seats.
    pub capacity: u32,
    pub status: TableStatus,
    /// Whether it was removed. The row stays, because orders refer to it.
    pub archived: bool,
}

/// A dining table was created or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSaved {
    pub table: DiningTable,
}
