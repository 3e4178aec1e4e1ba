//! State of the connection with head office, shared by the task that sends and the calls that show it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use utoipa::ToSchema;

use super::client::HeadError;
use crate::parcels::{HelloAnswer, ParcelAnswer, Position};
use base::Timestamp;

/// Most entries that may wait for their parcel without the box being behind.
const BEHIND_MAX: u64 = 50;

/// State of the connection with head office.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HeadLinkState {
    /// Not connected.
    Off,
    /// The bar is connected, but this box has no key: it was restored on a new device.
    Unpaired,
    /// Everything is sent.
    Ok,
    /// Entries are being sent.
    Behind,
    /// Head office does not answer.
    Away,
    /// Head office refuses this box.
    Refused,
    /// Another box of this bar counts.
    Beside,
    /// Head office cannot read what this box sends.
    Damaged,
}

/// Why the last try failed.
#[derive(Debug, Clone, PartialEq)]
pub enum LinkError {
    Head(HeadError),
    /// What this box has cannot be read or sent.
    Damaged(String),
}

impl LinkError {
    /// The state that it leads to.
    pub fn state(&self) -> HeadLinkState {
        match self {
            LinkError::Damaged(_) => HeadLinkState::Damaged,
            LinkError::Head(HeadError::Refused { code, .. }) if code == DAMAGED || code == TOO_LARGE => HeadLinkState::Damaged,
            LinkError::Head(HeadError::Refused { .. }) => HeadLinkState::Refused,
            LinkError::Head(_) => HeadLinkState::Away,
        }
    }

    /// The sentence for people.
    pub fn words(&self) -> String {
        match self {
            LinkError::Head(HeadError::Refused { code, words, .. }) if code == PROTOCOL => {
                format!("{words}. Install a newer Barback on this box, or on head office")
            }
            LinkError::Head(error) => error.to_string(),
            LinkError::Damaged(words) => words.clone(),
        }
    }
}

/// Code of an answer to bytes that head office cannot read.
pub const DAMAGED: &str = "damaged";
/// Code of an answer to a parcel that is too large.
pub const TOO_LARGE: &str = "too_large";
/// Code of an answer to entries that do not follow on what head office has.
pub const GAP: &str = "gap";
/// Code of an answer to a box that speaks another protocol.
const PROTOCOL: &str = "protocol";

/// What is known of head office since the box started.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Known {
    /// The newest entry that head office has of this journal.
    pub position: Option<Position>,
    /// Whether head office said that since the box started.
    pub greeted: bool,
    /// Since when another box counts; `Some(None)` if head office does not say.
    pub counted_elsewhere: Option<Option<Timestamp>>,
    /// Why the last try failed, and when the next one is.
    pub failure: Option<(LinkError, Timestamp)>,
}

/// The shared [`Known`].
#[derive(Debug, Default)]
pub struct SharedStatus(Mutex<Known>);

impl Known {
    /// The state of a connected box with a key, whose newest entry is `newest`.
    pub fn state(&self, newest: u64) -> HeadLinkState {
        match (&self.failure, &self.counted_elsewhere, self.entries_behind(newest)) {
            (Some((error, _)), ..) => error.state(),
            (None, Some(_), _) => HeadLinkState::Beside,
            (None, None, Some(behind)) if behind <= BEHIND_MAX => HeadLinkState::Ok,
            (None, None, _) => HeadLinkState::Behind,
        }
    }

    /// Entries that head office does not have; `None` if that is not known.
    pub fn entries_behind(&self, newest: u64) -> Option<u64> {
        match self.position {
            Some(position) => Some(newest.saturating_sub(position.seq)),
            None => self.greeted.then_some(newest),
        }
    }
}

impl SharedStatus {
    /// What is known now.
    pub fn known(&self) -> Known {
        self.lock().clone()
    }

    /// Forgets everything but `position`: the box starts, or is connected to another head office.
    pub fn reset(&self, position: Option<Position>) {
        *self.lock() = Known { position, ..Known::default() };
    }

    /// Notes the position that head office has.
    pub fn set_position(&self, position: Option<Position>) {
        self.lock().position = position;
    }

    /// Notes an answer to hello. It does not end a failure of parcels.
    pub fn greeted(&self, answer: &HelloAnswer) {
        let mut known = self.lock();
        known.greeted = true;
        known.counted_elsewhere = (!answer.counted).then_some(answer.counted_since);
    }

    /// Notes an answer to a parcel.
    pub fn sent(&self, answer: &ParcelAnswer) {
        let mut known = self.lock();
        if answer.counted {
            known.counted_elsewhere = None;
        } else if known.counted_elsewhere.is_none() {
            known.counted_elsewhere = Some(None);
        }
    }

    /// Notes that a try went well.
    pub fn succeeded(&self) {
        if self.lock().failure.take().is_some() {
            tracing::info!("head office takes what this box sends again");
        }
    }

    /// Notes that a try failed, and when the next one is.
    pub fn failed(&self, error: LinkError, next: Timestamp) {
        let mut known = self.lock();
        if known.failure.as_ref().is_none_or(|(logged, _)| *logged != error) {
            tracing::warn!("nothing was sent to head office: {}", error.words());
        }
        known.failure = Some((error, next));
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use hyper::StatusCode;
    use serde_json::Value;

    use super::*;
    use crate::parcels::Mark;

    fn refused(status: u16, code: &str) -> LinkError {
        let status = StatusCode::from_u16(status).expect("a status");
        LinkError::Head(HeadError::Refused { status, code: code.to_owned(), words: "No".to_owned(), body: Value::Null })
    }

    #[test]
    fn the_state_follows_from_the_last_answer() {
        let position = Position { line: Mark::of(b"1").line(), seq: 100, hash: Mark::of(b"100") };
        let sent = Known { position: Some(position), ..Known::default() };
        assert_eq!(Known::default().state(100), HeadLinkState::Behind, "before the first contact");
        for (newest, state) in [(100, HeadLinkState::Ok), (150, HeadLinkState::Ok), (151, HeadLinkState::Behind), (90, HeadLinkState::Ok)] {
            assert_eq!(sent.state(newest), state, "{newest}");
        }
        let uncounted = Known { counted_elsewhere: Some(None), ..sent.clone() };
        assert_eq!(uncounted.state(500), HeadLinkState::Beside);
        for (error, state) in [
            (LinkError::Head(HeadError::Unreachable("x".to_owned())), HeadLinkState::Away),
            (LinkError::Head(HeadError::NoAnswer("x".to_owned())), HeadLinkState::Away),
            (
                LinkError::Head(HeadError::Busy { status: StatusCode::SERVICE_UNAVAILABLE, words: "x".to_owned(), retry_after: None }),
                HeadLinkState::Away,
            ),
            (LinkError::Head(HeadError::Stranger), HeadLinkState::Away),
            (refused(403, "revoked"), HeadLinkState::Refused),
            (refused(426, "protocol"), HeadLinkState::Refused),
            (refused(422, "damaged"), HeadLinkState::Damaged),
            (refused(413, "too_large"), HeadLinkState::Damaged),
            (LinkError::Damaged("x".to_owned()), HeadLinkState::Damaged),
        ] {
            let failing = Known { failure: Some((error, Timestamp::from_millis(1))), ..uncounted.clone() };
            assert_eq!(failing.state(100), state, "{failing:?}");
        }
    }
}
