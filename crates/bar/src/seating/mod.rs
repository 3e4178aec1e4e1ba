//! The dining tables of the bar, and whether guests sit at them.

mod decide;
mod label;
mod tables;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use base::text::{self, TextError};

pub use decide::{SeatingCommand, decide, freed, occupied};
pub use label::TableLabel;
pub use tables::*;

/// The tables of a new bar: number and seats.
pub const FRESH_TABLES: [(u32, u32); 12] =
    [(1, 2), (2, 2), (3, 2), (4, 2), (5, 4), (6, 4), (7, 4), (8, 4), (9, 6), (10, 6), (11, 6), (12, 6)];
/// Highest table number.
pub const TABLE_NUMBER_MAX: u32 = 9_999;
/// Most seats of a table.
pub const CAPACITY_MAX: u32 = 100;
/// Longest name of a table, in characters.
pub const TABLE_NAME_MAX: usize = 20;
/// Longest name of an area, in characters.
pub const AREA_MAX: usize = 40;

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
    /// `VIP`; unique among those that are not archived, however it is spelled.
    pub name: Option<String>,
    /// The part of the bar where it stands: `Terrace`.
    pub area: Option<String>,
    /// Number of seats.
    pub capacity: u32,
    pub status: TableStatus,
    /// Whether it was removed. The row stays, because orders refer to it.
    pub archived: bool,
}

impl DiningTable {
    /// What people call it at present.
    pub fn label(&self) -> TableLabel {
        TableLabel { number: self.number, name: self.name.clone() }
    }
}

/// Why a text is no name of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TableNameError {
    #[error(transparent)]
    Text(#[from] TextError),
    /// It would be mistaken for the number of a table, or of an order.
    #[error("A name has a letter; a number alone is the table number")]
    NoLetter,
}

/// The name of a table on one line, blanks collapsed; empty if it is blank.
///
/// # Errors
/// A name that is too long, has characters that no name may have, or has no letter.
pub fn table_name(written: &str) -> Result<String, TableNameError> {
    let name = text::collapse(&text::line_within(written, TABLE_NAME_MAX)?);
    if name.is_empty() || name.contains(char::is_alphabetic) { Ok(name) } else { Err(TableNameError::NoLetter) }
}

/// The name of an area on one line, blanks collapsed; empty if it is blank.
///
/// # Errors
/// A name that is too long or has characters that no name may have.
pub fn area(written: &str) -> Result<String, TextError> {
    Ok(text::collapse(&text::line_within(written, AREA_MAX)?))
}

/// A dining table was created or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSaved {
    pub table: DiningTable,
    /// Whether it has another number or name now, by which its orders are shown.
    #[serde(default)]
    pub renamed: bool,
}
