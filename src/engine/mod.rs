//! The engine: knows every feature, and no feature knows it. A command becomes events, events become rows, all in
//! one transaction with the answer that the phone gets.

mod audit;
mod box_time;
mod clock;
mod command;
mod compact;
mod consequences;
mod event;
mod execute;
mod feed;
mod printing;
mod replay;
mod stamps;
mod summary;
mod topics;
mod turns;
mod writer;

pub use audit::{AuditFilter, AuditLine, AuditPage, audit};
pub use clock::{Clock, SystemClock};
pub use command::Command;
pub use event::{EVENT_VERSION, Entry, Event};
pub use execute::{Step, step};
pub use feed::Feed;
pub use replay::{absorb, birthmark, bring_up_to_date, entry as read, is_up_to_date, last_entry, rebuild};
pub use stamps::{Reading, Stamps, reckoned_while_closed, while_closed};
pub use topics::{Topic, changed_after, newest_of};
pub use turns::{Listed, Stretches};
pub use writer::{Answer, Engine, Failure, IdempotencyKey, Render, Submission};
