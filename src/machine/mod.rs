//! What the box does with a machine of its own: updates, the first start, the screen at its HDMI port.

mod open_work;
pub mod updates;

pub use self::open_work::{OpenWork, open_work};
