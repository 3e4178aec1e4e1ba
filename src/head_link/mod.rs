//! The box's side of head office.

pub mod figures;
