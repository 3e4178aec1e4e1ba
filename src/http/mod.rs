//! The HTTP edge.

pub mod body;
pub mod error;
pub mod host;
pub mod serve;
pub mod shield;
pub mod stall;
pub mod ui;
