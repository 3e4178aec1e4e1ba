//! How phones find the box, its addresses and the name that it announces; and how the box finds printers by theirs.

pub mod addresses;
pub mod announce;
pub mod browse;
pub mod resolve;

pub use announce::Announcement;
