//! Printers, print jobs, and setting a printer up.

pub mod printers;
pub mod setup;
