//! What callers hand to the engine, and what they get back.

use super::approval::Purpose;
use super::{Command, Entry};
use base::{Actor, Refusal};
use store::{IdempotencyHash, StoreError, Stored, View};

/// Answer to a command: status and JSON, exactly as stored under its idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// JSON, or empty.
    pub body: Vec<u8>,
}

/// Renders the answer from the recorded entries, within the same transaction.
pub type Render = Box<dyn Fn(&[Entry], &dyn View) -> Stored<Answer> + Send>;

/// A caller's idempotency key with the hash of the request body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// Hash over user, method, path and key.
    pub key: IdempotencyHash,
    /// Hash of the body as parsed JSON.
    pub body_hash: [u8; 32],
}

/// A command with everything that is needed to answer it.
pub struct Submission {
    pub command: Command,
    /// Whether it is executed, or an approval is asked for.
    pub purpose: Purpose,
    pub actor: Actor,
    /// `None` if the caller sent no idempotency key.
    pub key: Option<IdempotencyKey>,
    pub render: Render,
}

/// Why a command has no answer.
#[derive(Debug)]
pub enum Failure {
    /// The rules refuse it. Nothing was stored.
    Refused(Refusal),
    /// The store failed. Nothing was stored, unless it is [`StoreError::OutcomeUnknown`].
    Store(StoreError),
    /// A bug: the command panicked. Nothing was stored.
    Internal,
    /// The box is shutting down. The command was not executed.
    Stopped,
    /// The writer ended before it answered the command, which may be stored.
    Unanswered,
}
