//! What was acknowledged as durable, and what failed on its way to the disk.

use super::Position;
use crate::store::StoreError;

/// How far the store is durable, as far as anybody was told.
#[derive(Debug, Clone, Copy)]
pub struct Acknowledged {
    /// Number of the file's last durable commit.
    pub commits: u64,
    /// The last durable record of its log; `None` where there is no log.
    pub record: Option<Position>,
}

impl Acknowledged {
    /// Whether what was attempted is part of it.
    pub fn covers(&self, attempt: Attempt) -> bool {
        match attempt {
            Attempt::Commit(number) => self.commits >= number,
            Attempt::Record((id, seq)) => self.record.is_some_and(|(log, last)| log == id && last >= seq),
        }
    }
}

/// What was being made durable when the disk failed.
#[derive(Debug, Clone, Copy)]
pub enum Attempt {
    /// A record of the log.
    Record(Position),
    /// A commit of the file, by its number.
    Commit(u64),
}

/// A change that failed.
#[derive(Debug)]
pub struct Failed<T> {
    /// Why.
    pub error: StoreError,
    /// What the change came to, when it failed on its way to the disk: it may be there all the same.
    pub attempted: Option<T>,
}

impl<T> From<StoreError> for Failed<T> {
    fn from(error: StoreError) -> Self {
        Failed { error, attempted: None }
    }
}
