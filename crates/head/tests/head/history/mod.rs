//! Histories of simulated boxes: shipped, restored, forked, promoted, lost, and by file.

mod failover;
mod figures;
mod files;
mod lines;
mod parcels;
mod random;
mod seconds;
pub mod simulated_box;
pub mod world;
