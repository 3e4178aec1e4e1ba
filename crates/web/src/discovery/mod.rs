//! Network discovery: the machine's addresses, the announced mDNS name, and browsing and resolving of other names.

pub mod addresses;
pub mod announce;
pub mod browse;
pub mod resolve;

pub use announce::Announcement;
