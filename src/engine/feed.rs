//! Watch channels that tell of new journal entries, once they are safely on the disk.

use tokio::sync::watch;

use super::{Entry, Topic};

/// The writer's end of every [`Feed`].
pub(super) struct News {
    journal: watch::Sender<u64>,
    settings: watch::Sender<u64>,
}

impl News {
    /// Nothing is new after entry `head`.
    pub fn after(head: u64) -> Self {
        News { journal: watch::Sender::new(head), settings: watch::Sender::new(head) }
    }

    /// Tells everybody who waits. What is told is safely on the disk.
    pub fn tell(&self, fresh: &Fresh) {
        for (news, seq) in [(&self.settings, fresh.settings), (&self.journal, fresh.head)] {
            if let Some(seq) = seq {
                news.send_replace(seq);
            }
        }
    }

    /// Hears of the whole journal.
    pub fn journal(&self) -> Feed {
        Feed { head: self.journal.subscribe() }
    }

    /// Hears of settings alone.
    pub fn settings(&self) -> Feed {
        Feed { head: self.settings.subscribe() }
    }
}

/// The newest of the entries that a transaction appended, and the newest of those that touched the settings.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Fresh {
    /// Number of the newest.
    pub head: Option<u64>,
    settings: Option<u64>,
}

impl Fresh {
    /// Of these entries, in their order.
    pub fn of(entries: &[Entry]) -> Self {
        let touches_settings = |entry: &&Entry| entry.event.topics().contains(&Topic::Settings);
        let newest = |entry: &Entry| entry.seq;
        Fresh { head: entries.last().map(newest), settings: entries.iter().rfind(touches_settings).map(newest) }
    }

    /// With what came later.
    pub fn and(self, later: Fresh) -> Self {
        Fresh { head: later.head.or(self.head), settings: later.settings.or(self.settings) }
    }
}

/// Tells whoever waits that the journal has grown, or what of it the feed is about.
#[derive(Debug, Clone)]
pub struct Feed {
    head: watch::Receiver<u64>,
}

impl Feed {
    /// Number of the newest entry that is safely on the disk.
    pub fn head(&self) -> u64 {
        *self.head.borrow()
    }

    /// Waits until there are entries after `seq`; the new head. `None` when the engine has stopped.
    pub async fn after(&mut self, seq: u64) -> Option<u64> {
        self.head.wait_for(|head| *head > seq).await.ok().map(|head| *head)
    }
}
