//! State machine of the connection to head office: when the box says hello, when it sends a parcel, how long it waits. No I/O and no
//! clock: the moment and what happened are arguments.

use std::time::Duration;

use tokio::time::Instant;

use super::client::HeadError;
use super::pace::Pace;
use super::status::{DAMAGED, GAP, LinkError, TOO_LARGE};
use crate::parcels::Position;

/// How often a parcel that head office finds damaged is made again at once.
const REMADE_MAX: u32 = 3;
/// How often head office may say in a row that entries are missing before that counts as a failure.
const GAPS_MAX: u32 = 1;

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Nothing before this moment.
    Wait { until: Instant },
    /// Ask head office what it has. `is_first`: with marks of older entries.
    Greet { is_first: bool },
    /// Send a parcel, or say hello if there is nothing to send. `with_entries`: unless the entries are held.
    Send { with_entries: bool },
}

/// What there is to send, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// It is unknown what head office has: hello comes first.
    Greeting,
    /// More follows without a pause.
    Sending,
    /// Entries wait a moment for others, since the first of them came.
    Collecting { since: Instant },
    /// Head office has everything.
    Idle,
}

/// Entries that wait, because head office cannot read them, or the box cannot.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    pub until: Instant,
    pub error: LinkError,
}

/// Contacts that failed in a row.
#[derive(Debug, Clone, Copy)]
struct Failing {
    since: Instant,
    count: u32,
    retry_at: Instant,
}

/// What came of a parcel that head office took.
#[derive(Debug, Clone, Copy)]
pub struct Taken {
    /// Whether entries follow those of the parcel.
    pub more_entries: bool,
    /// Whether figures follow those of the parcel. Not if head office keeps none: it gets them again later.
    pub more_figures: bool,
    /// The journal's newest entry.
    pub newest: u64,
}

/// The connection's state.
#[derive(Debug, Clone)]
pub struct Shipping {
    pace: Pace,
    phase: Phase,
    /// The newest entry that head office has.
    position: Option<Position>,
    /// Whether figures go before the entries: reports are right before the history has arrived.
    figures_first: bool,
    held: Option<Held>,
    failing: Option<Failing>,
    /// How often in a row head office found the next entries damaged.
    damaged: u32,
    /// How often in a row it said that entries before them are missing.
    gaps: u32,
    last_contact: Instant,
}

impl Shipping {
    pub fn new(pace: Pace, now: Instant) -> Self {
        Shipping {
            pace,
            phase: Phase::Greeting,
            position: None,
            figures_first: true,
            held: None,
            failing: None,
            damaged: 0,
            gaps: 0,
            last_contact: now,
        }
    }

    /// The newest entry that head office has; `None` for the place before the first one.
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// Sequence number of the newest entry that head office has.
    pub fn seq(&self) -> u64 {
        self.position.map_or(0, |position| position.seq)
    }

    /// Whether figures go before the entries.
    pub fn figures_first(&self) -> bool {
        self.figures_first
    }

    /// The entries that wait, if there are any.
    pub fn held(&self) -> Option<&Held> {
        self.held.as_ref()
    }

    /// Whether only a new entry, or the time, leads to the next contact.
    pub fn is_idle(&self) -> bool {
        self.phase == Phase::Idle
    }

    /// When the next contact is due; at the latest `now` if it is.
    pub fn due(&self, now: Instant) -> Instant {
        let hello = self.last_contact + self.pace.hello_every;
        match (&self.failing, self.phase, &self.held) {
            (Some(failing), ..) => failing.retry_at,
            (None, Phase::Greeting, _) => now,
            // The entries wait; hello does not.
            (None, _, Some(held)) => held.until.min(hello),
            (None, Phase::Sending, None) => now,
            (None, Phase::Collecting { since }, None) => hello.min(since + self.pace.parcel_after),
            (None, Phase::Idle, None) => hello,
        }
    }

    /// What to do at this moment.
    pub fn next(&self, now: Instant) -> Action {
        let until = self.due(now);
        if until > now {
            return Action::Wait { until };
        }
        match (self.phase, &self.held) {
            (Phase::Greeting, _) => Action::Greet { is_first: true },
            (_, Some(held)) => Action::Send { with_entries: held.until <= now },
            (Phase::Sending, None) => Action::Send { with_entries: true },
            (Phase::Collecting { since }, None) if since + self.pace.parcel_after <= now => Action::Send { with_entries: true },
            (Phase::Collecting { .. } | Phase::Idle, None) => Action::Greet { is_first: false },
        }
    }

    /// A contact is asked for now: all pauses end.
    pub fn woken(&mut self, now: Instant) {
        if let Some(failing) = &mut self.failing {
            failing.retry_at = now;
        }
        self.held = None;
        self.send_at_once();
    }

    /// The journal has a new entry.
    pub fn entry_written(&mut self, now: Instant) {
        if self.phase == Phase::Idle {
            self.phase = Phase::Collecting { since: now };
        }
    }

    /// Head office says what it has, and the journal has that entry.
    pub fn adopt(&mut self, position: Option<Position>) {
        self.position = position;
    }

    /// Head office names an entry that the journal does not have. To go on from there would leave a gap.
    pub fn position_unknown(&mut self) {
        self.phase = Phase::Greeting;
    }

    /// Head office answered a hello, and its position is adopted. `newest`: the journal's newest entry.
    pub fn greeted(&mut self, newest: u64, lacks_figures: bool, now: Instant) {
        let is_behind = newest > self.seq();
        self.phase = match self.phase {
            Phase::Greeting if is_behind => Phase::Sending,
            Phase::Collecting { since } if is_behind => Phase::Collecting { since },
            Phase::Sending | Phase::Idle if is_behind => Phase::Collecting { since: now },
            Phase::Greeting | Phase::Sending | Phase::Collecting { .. } | Phase::Idle if lacks_figures => Phase::Sending,
            Phase::Greeting | Phase::Sending | Phase::Collecting { .. } | Phase::Idle => Phase::Idle,
        };
    }

    /// Changes that head office asks for have arrived. What became of them is sent without a pause.
    pub fn directives_arrived(&mut self) {
        self.send_at_once();
    }

    fn send_at_once(&mut self) {
        if self.phase != Phase::Greeting {
            self.phase = Phase::Sending;
        }
    }

    /// A parcel was to be sent, and there is nothing to put into it.
    pub fn nothing_to_send(&mut self, with_entries: bool) {
        self.phase = Phase::Idle;
        if with_entries {
            (self.damaged, self.held) = (0, None);
        }
    }

    /// Head office took a parcel with entries after `from`, and its position is adopted.
    ///
    /// # Errors
    /// If the position is still the one before the parcel.
    pub fn entries_taken(&mut self, from: u64) -> Result<(), LinkError> {
        if self.seq() <= from {
            return Err(LinkError::Head(HeadError::Unexpected("it took entries and does not have them".to_owned())));
        }
        (self.damaged, self.held, self.gaps) = (0, None, 0);
        Ok(())
    }

    /// Head office took a parcel, with entries or figures.
    pub fn taken(&mut self, taken: Taken, now: Instant) {
        let Taken { more_entries, more_figures, newest } = taken;
        self.figures_first &= more_figures;
        let is_behind = newest > self.seq();
        self.phase = if more_figures || (more_entries && is_behind && self.held.is_none()) {
            Phase::Sending
        } else if is_behind {
            Phase::Collecting { since: now }
        } else {
            Phase::Idle
        };
    }

    /// Head office did not take a parcel.
    ///
    /// # Errors
    /// The error, if it is to be followed by a pause.
    pub fn refused(&mut self, error: HeadError, now: Instant) -> Result<(), LinkError> {
        match &error {
            HeadError::Refused { code, .. } if code == GAP && self.gaps < GAPS_MAX => {
                self.gaps += 1;
                self.phase = Phase::Greeting;
                Ok(())
            }
            // It cannot read the parcel, and would refuse it again.
            HeadError::Refused { code, .. } if code == DAMAGED || code == TOO_LARGE => {
                self.damaged = self.damaged.saturating_add(1);
                self.phase = Phase::Sending;
                if self.damaged >= REMADE_MAX {
                    self.hold(LinkError::Head(error), now);
                }
                Ok(())
            }
            // The next try finds out what head office has, or sends the same entries.
            HeadError::Refused { .. } => {
                self.phase = Phase::Greeting;
                Err(LinkError::Head(error))
            }
            HeadError::Unreachable(_)
            | HeadError::Stranger
            | HeadError::NoAnswer(_)
            | HeadError::Busy { .. }
            | HeadError::Unexpected(_) => {
                self.phase = Phase::Sending;
                Err(LinkError::Head(error))
            }
        }
    }

    /// Lets the entries wait that cannot be sent. Hello goes on.
    pub fn hold(&mut self, error: LinkError, now: Instant) {
        self.held = Some(Held { until: now + self.pace.damaged_every, error });
    }

    /// The contact went well.
    pub fn succeeded(&mut self, now: Instant) {
        let failing = self.failing.take();
        self.figures_first |= failing.is_some_and(|failing| now.duration_since(failing.since) >= self.pace.hello_every);
        self.last_contact = now;
    }

    /// The contact failed. Returns the pause until the next one. `random` spreads it.
    pub fn failed(&mut self, error: &LinkError, random: u32, now: Instant) -> Duration {
        let retry_after = match error {
            LinkError::Head(HeadError::Busy { retry_after, .. }) => *retry_after,
            _ => None,
        };
        let (since, before) = self.failing.map_or((now, 0), |failing| (failing.since, failing.count));
        let count = before.saturating_add(1);
        let pause = self.pace.pause(count, retry_after, random);
        self.failing = Some(Failing { since, count, retry_at: now + pause });
        self.last_contact = now;
        pause
    }
}

#[cfg(test)]
mod tests;
