#![doc = include_str!("ARCHITECTURE.md")]

pub mod base;
pub mod store;
// Features. The code map above says which may import which.
pub mod approvals;
pub mod bills;
pub mod box_events;
pub mod catalog;
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
// Modules that use all features.
pub mod backup;
pub mod engine;
pub mod head_link;
pub mod parcels;
// Network, devices, disks of others.
pub mod discovery;
#[cfg(feature = "head")]
pub mod head;
pub mod http;
pub mod https;
pub mod password;
pub mod printer;
pub mod remote;
pub mod second_box;
// The program.
pub mod app;
pub mod cli;
pub mod config;
pub mod control;
pub mod demo;

// `tests/head/postgres.rs` is also part of the unit tests, where this crate has its name too.
#[cfg(all(test, feature = "head"))]
extern crate self as barback;
