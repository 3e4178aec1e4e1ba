//! Sales tests: sales over the counter, and voids.

mod counter;
mod voids;
