//! Orders, and items taken off them.

mod items;
mod lifecycle;
