//! Figures of a parcel: rows of the box's own sum tables, read and kept by line.

mod cells;
mod layout;
mod read;
mod sets;
mod store;

pub(super) use read::ReadFigures;
pub(super) use sets::announce;
pub use sets::lacking;
pub(super) use store::{FigureTarget, KeptFigures, keep_figures};
