//! The second box's side of replication: joins a first box, replicates its journal, and takes over when promoted.
//!
//! The first box sells (the primary). The second box stands by (a standby, or replica) and sells nothing until it is promoted.

mod certificate;
mod first_box_client;
mod join;
mod promote;
mod replicator;

pub use first_box_client::FirstBoxClient;
pub use join::join;
pub use promote::promote;
pub use replicator::{Replicator, SharedStatus};
