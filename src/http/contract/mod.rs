//! What all calls share: parsing requests, rendering answers, errors, sessions.

mod answer;
pub mod answer_cache;
pub mod approval;
pub mod body;
pub mod call;
pub mod chosen_till;
pub mod device_use;
pub mod enrolment;
pub mod error;
pub mod hs256;
pub mod list_args;
pub mod page;
pub mod path;
pub mod read;
pub mod read_limiter;
pub mod readers;
pub mod schemas;
pub mod session;
pub mod write;
