//! Sales tests: sales over the counter, and voids.

mod counter;
mod part_voids;
mod voids;
