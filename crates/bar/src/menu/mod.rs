//! The menu for guests, and the QR codes that lead to it.

mod notes;
mod printed;
pub mod qr;
mod query;
mod tables;
mod wifi;

pub use notes::{MenuNotes, notes};
pub use printed::{CodesPrinted, Printed};
pub use query::{MenuItem, available, items};
pub use tables::{apply_printed, printed};
pub use wifi::{join_code, wifi_code};
