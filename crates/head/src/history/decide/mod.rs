//! Decisions over the rows of a bar's lines: pure functions, which say which stored marks they need.

mod greeting;
mod place;
mod tree;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

pub use tree::Tree;

pub(super) use greeting::{Greeting, GreetingPlan, Home, greet};
pub(super) use place::{Incoming, ParcelPlan, Sender, Take, Target, begins_current, figures_line, place};
pub(super) use tree::{KnownMarks, NeedMarks, Node};
