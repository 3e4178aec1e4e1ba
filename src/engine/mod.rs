//! The engine: knows every feature, and no feature knows it. A command becomes events, events become rows, all in
//! one transaction with the answer that the phone gets.

mod audit;
mod box_time;
mod command;
mod compact;
mod consequences;
mod event;
mod execute;
mod feed;

mod replay;
mod stamps;
mod summary;
mod turns;
mod writer;

pub use audit::{AuditFilter, AuditLine, AuditPage, audit};
pub use command::Command;
pub use event::{Entry, Event};
pub use execute::{Step, step};
pub use feed::{Feed, Topic, changed_after, newest_of};
pub use replay::{absorb, birthmark, bring_up_to_date, entry as read, is_up_to_date, last_entry, rebuild};
pub use stamps::{Reading, Stamps, reckoned_while_closed, while_closed};
pub use turns::{Listed, Stretches};
pub use writer::{Answer, Engine, Failure, IdempotencyKey, Render, Submission};
