//! Figures for head office: rows of the box's own tables as absolute values, in parts.
//!
//! [`figures_part`] gives what changed behind the entry up to which head office has all figures. Which rows those are, the writer has
//! noted ([`figure_notes`](crate::engine::figure_notes)); `figure.rs` says which figures a row is part of, `rows.rs` what they are at
//! this look. Where the notes do not reach back far enough, everything is sent: after a first connection, in a new line, after a
//! rebuild of the tables, to a head office that was restored from an older copy.
//!
//! The owner of a connection calls [`figure_notes::begin`](crate::engine::figure_notes::begin) when the bar is connected,
//! [`figures_sent`] when head office has answered the last part, and [`figure_notes::end`](crate::engine::figure_notes::end) when the
//! bar is disconnected.

mod figure;
mod part;
mod rows;

pub use part::{Cursor, FORGOTTEN_MAX, figures_part, figures_part_of, figures_sent};
pub use rows::tab_id;

use crate::parcels::Set;

/// The sets that this box sends.
pub const SETS: [Set; 15] = [
    Set::Day,
    Set::Hour,
    Set::ProductDay,
    Set::ProductMonth,
    Set::Category,
    Set::Person,
    Set::Taking,
    Set::Exception,
    Set::Shift,
    Set::Open,
    Set::Stock,
    Set::Product,
    Set::User,
    Set::Setting,
    Set::Directive,
];

#[cfg(test)]
mod tests;
