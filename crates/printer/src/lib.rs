//! Receipt printers: pages as elements, ESC/POS encoding, and delivery to a device that may be off, hung, out of paper, or
//! lost in the middle of a job.
//!
//! | folder | what it does |
//! |---|---|
//! | [`paper`] | a page for one printer's paper, as a list of elements ([`Paper`]) |
//! | [`escpos`] | encodes the page as a job ([`escpos::encode`]) and parses status replies |
//! | [`transport`] | parses and checks addresses, opens the device, sends the job ([`deliver`]) |
//! | [`find`] | discovers printers on the network and on USB |
//!
//! It knows `base` alone: what a receipt or a report says is the business of the root package's `paper`.

pub mod escpos;
pub mod find;
pub mod paper;
pub mod profile;
pub mod raster;
mod states;
pub mod transport;

pub use escpos::status::NotReady;
pub use paper::Paper;
pub use profile::Profile;
pub use states::{PrinterState, PrinterStates, PrinterStatus};
pub use transport::address_policy::AddressPolicy;
pub use transport::driver::{Delivered, DeliveryError, Health, Undelivered, deliver, probe};
pub use transport::target::{Target, TargetError};
pub use transport::timeouts::Timeouts;
