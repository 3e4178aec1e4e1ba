//! Order tests: the life of an order, changes and removal of items, and what is due.

mod due;
mod items;
mod lifecycle;
mod quantities;
