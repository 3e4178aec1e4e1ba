//! Receipt tests: their numbers, and the page that a guest opens.

mod filters;
mod guest;
mod heads;
mod numbers;
mod part_payments;
