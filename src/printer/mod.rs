//! The printer: a receipt becomes a page, a page becomes bytes, bytes are delivered to a device that may be
//! anything: off, hung, out of paper, gone in the middle.
//!
//! [`receipt::receipt`] lays out, [`escpos::encode`] makes the job's bytes, [`driver::deliver`] brings them there.
//! Nothing in here knows the store, the engine or HTTP.

pub mod access;
mod board;
pub mod codepage;
mod collect;
mod device;
pub mod driver;
pub mod escpos;
pub mod find;
mod letters;
mod line;
mod node;
pub mod paper;
mod port;
pub mod profile;
pub mod raster;
pub mod receipt;
pub mod report;
pub mod sample;
pub mod slip;
pub mod status;
pub mod target;
pub mod test_page;
pub mod ticket;

pub use access::Access;
pub use board::{Board, Condition, Seen};
pub use driver::{Delivered, Failed, Health, Limits, Undelivered, deliver, look};
pub use paper::Paper;
pub use profile::Profile;
pub use receipt::{Printing, receipt};
pub use status::Blocked;
pub use target::{Target, TargetError};
pub use test_page::test_page;
