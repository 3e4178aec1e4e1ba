//! Watch channels with the number of the newest journal entry. They are updated once the entry is durable.

use tokio::sync::watch;

use super::{Entry, Topic};

/// The sending side of all [`Feed`]s; owned by the writer.
pub(super) struct FeedPublisher {
    journal: watch::Sender<u64>,
    settings: watch::Sender<u64>,
}

impl FeedPublisher {
    /// Feeds whose newest entry is `head`.
    pub fn after(head: u64) -> Self {
        FeedPublisher { journal: watch::Sender::new(head), settings: watch::Sender::new(head) }
    }

    /// Publishes new heads and wakes the waiting feeds. The entries must be durable.
    pub fn publish(&self, heads: &NewHeads) {
        for (sender, seq) in [(&self.settings, heads.settings), (&self.journal, heads.head)] {
            if let Some(seq) = seq {
                sender.send_replace(seq);
            }
        }
    }

    /// A feed of all entries.
    pub fn journal(&self) -> Feed {
        Feed { head: self.journal.subscribe() }
    }

    /// A feed of the entries that change settings.
    pub fn settings(&self) -> Feed {
        Feed { head: self.settings.subscribe() }
    }
}

/// The newest entry of a transaction, and the newest one that changed the settings; `None` where there was none.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct NewHeads {
    pub head: Option<u64>,
    settings: Option<u64>,
}

impl NewHeads {
    /// The heads of `entries`, which are in journal order.
    pub fn of(entries: &[Entry]) -> Self {
        let touches_settings = |entry: &&Entry| entry.event.topics().contains(&Topic::Settings);
        let newest = |entry: &Entry| entry.seq;
        NewHeads { head: entries.last().map(newest), settings: entries.iter().rfind(touches_settings).map(newest) }
    }

    /// Combines with the heads of later entries.
    pub fn then(self, later: NewHeads) -> Self {
        NewHeads { head: later.head.or(self.head), settings: later.settings.or(self.settings) }
    }
}

/// Receives the number of the newest journal entry, or of the newest one that changed the settings.
#[derive(Debug, Clone)]
pub struct Feed {
    head: watch::Receiver<u64>,
}

impl Feed {
    /// Number of the newest durable entry.
    pub fn head(&self) -> u64 {
        *self.head.borrow()
    }

    /// Waits for an entry after `seq` and returns the new head; `None` once the engine has stopped.
    pub async fn after(&mut self, seq: u64) -> Option<u64> {
        self.head.wait_for(|head| *head > seq).await.ok().map(|head| *head)
    }
}
