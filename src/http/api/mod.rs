//! API handlers by feature, and the route table.

pub mod approval_settings;
pub mod approvals;
pub mod cash;
pub mod catalog;
pub mod credit;
pub mod devices;
pub mod live;
pub mod menu;
pub mod openapi;
pub mod orders;
pub mod payments;
pub mod people_settings;
pub mod printing;
pub mod rates;
pub mod receipts;
pub mod reports;
pub mod routes;
pub mod sales;
pub mod screen_settings;
pub mod seating;
pub mod settings;
pub mod staff;
pub mod standby;
pub mod stock;
pub mod system;
pub mod views;
