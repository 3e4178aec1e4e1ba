//! How phones find the box: the addresses of its network interfaces, and the name that it announces.

pub mod addresses;
pub mod announce;

pub use announce::Announcement;
