//! Sales tests: sales over the counter, and voids.

mod counter;
mod labels;
mod part_voids;
mod voids;
