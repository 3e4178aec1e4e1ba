//! Orders: taken, changed, paid, put on a tab, taken back.

pub mod body;
pub mod change;
pub mod list;
pub mod pay;
pub mod view;
