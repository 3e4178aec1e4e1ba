//! Whether a store file is complete: examined before it is opened, checked record by record, copied before an upgrade.

pub mod cow_backend;
pub mod inspect;
pub mod record_check;
pub mod redb_header;
pub mod safety_copy;

pub use record_check::{RecordCheck, TableComparison};
pub use safety_copy::SafetyCopy;
