//! The parts of a sheet, each from the tables of the feature that knows it.

mod query;

pub(super) use query::figures;
