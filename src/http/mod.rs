//! The HTTP edge.

mod body;
mod door;
pub mod error;
pub mod host;
pub mod limits;
pub mod serve;
pub mod shield;
mod stall;
pub mod ui;
