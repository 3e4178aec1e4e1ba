//! Stories through the front door: the whole box, over real TCP, with a clock of the test's own.

mod bar;
#[allow(dead_code)]
#[path = "../sweep/disk.rs"]
mod disk;
#[path = "../support/escpos_reader.rs"]
mod escpos_reader;
#[path = "../support/fake_printer.rs"]
mod fake_printer;
mod guests;
mod paper;

mod access;
mod at_once;
mod auth;
mod bad_input;
mod bounded;
mod clock;
mod credit;
mod cut_off;
mod drawer;
mod dying_printer;
mod failing_disk;
mod guest_receipts;
mod idempotency;
mod import;
mod items;
mod lists;
mod live;
mod menu;
mod methods;
mod network;
mod night;
mod openapi;
mod openapi_calls;
mod orders;
mod paging;
mod payments;
mod print_jobs;
mod printer_addresses;
mod printer_setup;
mod printing;
mod products;
mod rates;
mod receipts;
mod record;
mod refusal_rows;
mod refusals;
mod replay;
mod sales;
mod scans;
mod schema;
mod seating;
mod secrets;
mod settings;
mod slow_phones;
mod stock;
mod tabs;
mod tenders;
mod tickets;
mod users;
mod voids;
