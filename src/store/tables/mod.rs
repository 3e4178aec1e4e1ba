//! Typed tables of sorted bytes, on redb and in memory.

pub mod changes;
pub mod codec;
pub mod counter;
pub mod memory_tables;
pub mod redb_views;
pub mod search;
pub mod table;
pub mod table_size;
