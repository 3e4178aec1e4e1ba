//! Receipt printers: page layout, ESC/POS encoding, and delivery to a device that may be off, hung, out of paper, or
//! lost in the middle of a job.
//!
//! [`receipt::receipt`] lays a page out, [`escpos::encode`] encodes it as a job, [`driver::deliver`] sends the job.
//! Nothing in this module uses the store, the engine or HTTP.

pub mod address_policy;
pub mod address_slip;
pub mod codepage;
mod collect;
mod connection;
mod device;
mod device_node;
pub mod driver;
pub mod escpos;
pub mod find;
pub mod paper;
mod port;
pub mod profile;
pub mod raster;
pub mod receipt;
pub mod report;
pub mod sample;
mod states;
pub mod status;
pub mod target;
pub mod test_page;
pub mod ticket;
mod transliteration;

pub use address_policy::AddressPolicy;
pub use driver::{Delivered, DeliveryError, Health, Timeouts, Undelivered, deliver, probe};
pub use paper::Paper;
pub use profile::Profile;
pub use receipt::{PrintInfo, receipt};
pub use states::{Condition, PrinterState, PrinterStates};
pub use status::NotReady;
pub use target::{Target, TargetError};
pub use test_page::test_page;
