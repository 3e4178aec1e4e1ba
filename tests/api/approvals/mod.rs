//! Approvals: who may do what, asking, deciding, using a grant once, and the attempts to use it otherwise.

mod access;
mod asking;
mod attacks;
mod deciding;
mod here;
mod records;
mod rules;
pub mod steps;
mod subjects;
