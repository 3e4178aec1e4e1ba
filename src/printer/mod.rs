//! The printer: a receipt becomes a page, a page becomes bytes, bytes are delivered to a device that may be
//! anything: off, hung, out of paper, gone in the middle.
//!
//! [`receipt::receipt`] lays out, [`escpos::encode`] makes the job's bytes, [`driver::deliver`] brings them there.
//! Nothing in here knows the store, the engine or HTTP.

pub mod codepage;
pub mod escpos;
mod letters;
pub mod paper;
pub mod profile;
pub mod raster;
pub mod receipt;
pub mod target;

pub use paper::Paper;
pub use profile::Profile;
pub use receipt::{Printing, receipt};
pub use target::{Target, TargetError};
