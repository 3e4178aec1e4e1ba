//! The power is cut after every single operation of the disk, and the disk fails at every single one: nothing that was
//! promised is lost, nothing is there twice.
//!
//! The ordinary run tries a few hundred of these in some seconds. The long one, which says what it tried and with which
//! seed:
//!
//!     BARBACK_SWEEP_IMAGES=100000 cargo test --release --no-default-features --test sweep power -- --nocapture
//!     BARBACK_SWEEP_IMAGES=100000 cargo test --release --no-default-features --test sweep -- restoring copying --nocapture
//!     BARBACK_SWEEP_STRIDE=1 cargo test --release --no-default-features --test sweep faults -- --nocapture
//!     BARBACK_SWEEP_RESTARTS=100000 cargo test --release --no-default-features --test sweep restarts -- --nocapture
//!
//! `BARBACK_CRASH_SEED` chooses other places.

mod answers;
mod broken;
mod copying;
mod disk;
mod faults;
mod image;
mod power;
#[path = "../api/bar/rebuild_check.rs"]
mod rebuild_check;
mod redo;
mod restarts;
mod restoring;
#[path = "../support/rng.rs"]
mod rng;
mod rot;
mod story;
mod telling;
