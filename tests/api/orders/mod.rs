//! Order tests: the life of an order, and the removal of items.

mod items;
mod lifecycle;
