//! Command execution (event sourcing): a command is decided into events, the events are appended to the journal and applied to
//! the tables, in one transaction with the answer that the phone gets. The engine knows every feature; no feature knows it.

mod apply;
mod approval;
mod audit;
mod box_time;
mod cash_report;
mod clock;
mod clock_rollbacks;
mod command;
mod compact;
mod consequences;
mod engine_time;
mod event;
mod execute;
mod feed;
pub mod figure_notes;
mod printing;
mod replay;
mod sent_items;
mod stamps;
mod submission;
mod summary;
mod topics;
mod writer;

pub use approval::Purpose;
pub use audit::{AuditFilter, AuditLine, AuditPage, audit, journal_line};
pub use cash_report::{CashReport, OutsideShifts, OverShort, cash_report, shift_x};
pub use clock::{Clock, SystemClock};
pub use clock_rollbacks::{DatedList, MonotonicRanges};
pub use command::Command;
pub use event::{EVENT_VERSION, Entry, Event};
pub use execute::{StepOutcome, step, step_for, tax_day_began};
pub use feed::Feed;
pub use replay::{append_replicated, bar_secret, last_entry, rebuild, tables_are_current, upgrade_tables, upgrade_tables_saying};
pub use stamps::{Reading, Stamps, estimated_now_offline, offline_envelope};
pub use submission::{Answer, Failure, IdempotencyKey, Render, Submission};
pub use topics::{Topic, changed_after, newest_of};
pub use writer::{Engine, WeakEngine, next_due_directive};
