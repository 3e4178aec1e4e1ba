//! Printers, print jobs, and setting a printer up.

mod papers;
pub mod printers;
pub mod setup;
