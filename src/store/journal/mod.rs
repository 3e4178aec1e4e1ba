//! The journal of what happened, the answers that were given, and what the file notes about itself.

pub mod deflate;
pub mod entries;
pub mod kept_answers;
pub mod metadata;
