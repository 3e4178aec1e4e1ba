//! API tests: the whole server ("the box") over real TCP, with a clock that the test controls.

mod bar;
#[path = "../support/escpos_reader.rs"]
mod escpos_reader;
#[path = "../support/fake_printer.rs"]
mod fake_printer;
mod order_steps;
mod printing_steps;
#[path = "../support/rng.rs"]
mod rng;
#[allow(dead_code)]
#[path = "../sweep/sim_disk.rs"]
mod sim_disk;

mod agreement;
mod approvals;
mod bartenders_see;
mod bills;
mod catalog;
mod contract;
mod credit;
mod devices;
mod exceptions;
mod head_link;
mod hours;
mod journal;
mod live;
mod machine;
mod menu;
mod nul;
mod orders;
mod payments;
mod printing;
mod rates;
mod reasons;
mod receipts;
mod reliability;
mod sales;
mod seating;
mod settings;
mod sheets;
mod staff;
mod stock;
mod system;
mod tax;
mod thief;
mod tills;
mod tips;
