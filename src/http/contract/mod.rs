//! What all calls have in common: reading requests, writing answers, errors, sessions.

pub mod body_budget;
pub mod error;
pub mod form;
pub mod hs256;
pub mod looks;
pub mod part;
pub mod path;
pub mod read;
pub mod session;
pub mod words;
pub mod write;
