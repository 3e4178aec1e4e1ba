//! Simulates a power cut after every operation of the disk, and a disk failure at every operation: no acknowledged change is lost,
//! and none is stored twice.
//!
//! The ordinary run tries a few hundred cases in some seconds. The long one prints what it tried and with which seed:
//!
//!     BARBACK_SWEEP_IMAGES=100000 cargo test --release --test sweep power -- --nocapture
//!     BARBACK_SWEEP_IMAGES=100000 cargo test --release --test sweep -- restoring copying --nocapture
//!     BARBACK_SWEEP_STRIDE=1 cargo test --release --test sweep faults -- --nocapture
//!     BARBACK_SWEEP_RESTARTS=100000 cargo test --release --test sweep restarts -- --nocapture
//!
//! `BARBACK_CRASH_SEED` selects other cases.

mod answers;
mod bit_rot;
mod copying;
mod crash_image;
mod faults;
mod faulty_boxes;
mod log;
mod power;
#[path = "../api/bar/rebuild_check.rs"]
mod rebuild_check;
mod restarts;
mod restoring;
#[path = "../support/rng.rs"]
mod rng;
mod sim_disk;
mod story;
mod story_run;
