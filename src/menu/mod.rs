//! What guests see: the menu, and the code that leads to it.

mod items;
pub mod qr;

pub use items::{MenuItem, items};
