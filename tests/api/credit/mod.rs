//! Credit tests: credit items and customers' tabs.

mod batch;
mod credits;
mod tabs;
