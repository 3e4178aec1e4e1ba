//! Credit and customers' tabs.

mod credits;
mod tabs;
