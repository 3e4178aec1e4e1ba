//! Receipt tests: their numbers, and the page that a guest opens.

mod filters;
mod guest;
mod part_payments;
mod numbers;
