//! What guests see: the menu, and the code that leads to it.

mod items;
mod printed;
pub mod qr;

pub use items::{MenuItem, items};
pub use printed::{CodesPrinted, Printed, apply_printed, printed};
