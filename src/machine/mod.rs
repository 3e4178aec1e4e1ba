//! What the box does with a machine of its own: updates, the first start, the screen at its HDMI port.

pub mod card_settings;
mod first_start;
pub mod notes;
mod open_work;
pub mod rescue;
pub mod update_memory;
pub mod updates;
pub mod welcome;

pub use self::first_start::FirstStart;
pub use self::open_work::{OpenWork, open_work};
