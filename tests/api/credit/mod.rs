//! Credit tests: credit items and customers' tabs.

mod credits;
mod tabs;
