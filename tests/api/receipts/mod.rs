//! Receipt tests: their numbers, and the page that a guest opens.

mod guest;
mod numbers;
