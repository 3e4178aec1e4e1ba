//! What a bar does, one module for each thing: sales, orders, credit, tills and the others. A feature loads what it needs, decides with pure
//! functions and applies what was decided to its tables. [`engine`] runs them: it takes commands, completes decisions, writes the
//! journal. Knows `base` and `store`; no network, no devices, no screens.

pub mod approvals;
pub mod bills;
pub mod box_events;
pub mod catalog;
pub mod corrections;
pub mod credit;
pub mod devices;
pub mod directives;
pub mod exceptions;
pub mod fiscal;
pub mod head_office;
pub mod hours;
pub mod menu;
pub mod methods;
pub mod orders;
pub mod payments;
pub mod printing;
pub mod rates;
pub mod reasons;
pub mod receipts;
pub mod reports;
pub mod sales;
pub mod seating;
pub mod settings;
pub mod sheets;
pub mod staff;
pub mod standby;
pub mod stock;
pub mod tax;
pub mod tills;
pub mod tips;
// Uses all features.
pub mod engine;
