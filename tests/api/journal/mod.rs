//! Long stories whose journals are recorded, and recorded journals read again.

mod record;
pub mod replay;
mod whole_night;
