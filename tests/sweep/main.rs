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
#[path = "../support/chance.rs"]
mod chance;
mod copying;
mod disk;
mod faults;
mod image;
#[path = "../api/bar/journal.rs"]
mod journal;
mod power;
mod redo;
mod restarts;
mod restoring;
mod rot;
mod story;
mod telling;
