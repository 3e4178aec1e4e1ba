//! Receipt printers: page layout, ESC/POS encoding, and delivery to a device that may be off, hung, out of paper, or
//! lost in the middle of a job.
//!
//! | folder | what it does |
//! |---|---|
//! | [`layout`] | lays a page out for one printer's paper ([`receipt()`]) |
//! | [`escpos`] | encodes the page as a job ([`escpos::encode`]) and parses status replies |
//! | [`transport`] | parses and checks addresses, opens the device, sends the job ([`deliver`]) |
//! | [`find`] | discovers printers on the network and on USB |
//!
//! Nothing in this module uses the store, the engine or HTTP.

pub mod escpos;
pub mod find;
pub mod layout;
pub mod profile;
mod states;
pub mod transport;

pub use escpos::status::NotReady;
pub use layout::paper::Paper;
pub use layout::receipt::{PrintInfo, receipt};
pub use layout::test_page::test_page;
pub use profile::Profile;
pub use states::{PrinterState, PrinterStates, PrinterStatus};
pub use transport::address_policy::AddressPolicy;
pub use transport::driver::{Delivered, DeliveryError, Health, Undelivered, deliver, probe};
pub use transport::target::{Target, TargetError};
pub use transport::timeouts::Timeouts;
