//! What is known to be durable, and what was being written when the disk failed.

use super::log::LogPosition;
use crate::StoreError;

/// How far the store is durable, as acknowledged to callers.
#[derive(Debug, Clone, Copy)]
pub struct DurablePosition {
    /// Number of the last durable commit of the store file.
    pub commit: u64,
    /// The last durable log record; `None` where there is no log.
    pub record: Option<LogPosition>,
}

impl DurablePosition {
    /// Whether `write` is part of what is durable.
    pub fn includes(&self, write: PendingWrite) -> bool {
        match write {
            PendingWrite::Commit(number) => self.commit >= number,
            PendingWrite::Record((id, seq)) => self.record.is_some_and(|(log, last)| log == id && last >= seq),
        }
    }
}

/// A write that has started and is not known to be durable.
#[derive(Debug, Clone, Copy)]
pub enum PendingWrite {
    /// A log record.
    Record(LogPosition),
    /// A durable commit of the store file, by its number.
    Commit(u64),
}

/// A change that failed.
#[derive(Debug)]
pub struct FailedWrite<T> {
    /// The cause.
    pub error: StoreError,
    /// The result of the change, if it failed on its way to the disk: the disk may have stored it nevertheless.
    pub value_if_stored: Option<T>,
}

impl<T> From<StoreError> for FailedWrite<T> {
    fn from(error: StoreError) -> Self {
        FailedWrite { error, value_if_stored: None }
    }
}
