//! Sends fiscal documents to the device's adapter, one at a time and in order, and lets papers go that waited long enough.

mod adapter;
mod body;

use std::sync::Arc;
use std::time::Duration;

use self::adapter::AdapterAnswer;
use self::body::DocumentBody;
use crate::engine::{Command, Engine, Failure};
use crate::fiscal::{self, FiscalCommand, FiscalRow};
use crate::settings::{self, FiscalPolicy};
use base::Actor;
use store::{Store, Stored};

/// Pauses after tries without a usable answer; the last one again and again.
const PAUSES: [Duration; 6] = [
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(5),
    Duration::from_secs(10),
    Duration::from_secs(30),
    Duration::from_secs(60),
];
/// Pause after an error of the store.
const STORE_WAIT: Duration = Duration::from_secs(1);
/// Longest time between two looks at papers that wait: their time is the box's running time.
const PAPER_CHECK_MAX: Duration = Duration::from_millis(500);
/// Shortest time between two looks.
const PAPER_CHECK_MIN: Duration = Duration::from_millis(20);

/// What the work needs.
#[derive(Clone)]
pub struct FiscalSender {
    pub engine: Engine,
    pub store: Arc<Store>,
    /// Whether the bar is a demo, whose documents are marked as training.
    pub demo: bool,
}

impl FiscalSender {
    /// Runs for the adapter at `address` until it is aborted, or the box stops.
    pub async fn run(self, address: String) {
        tokio::join!(self.send_all(&address), self.release_papers());
    }

    async fn send_all(&self, address: &str) {
        let mut feed = self.engine.feed();
        let mut tried: (u64, usize) = (0, 0);
        loop {
            let head = feed.head();
            let pause = match self.next() {
                Ok(None) => match feed.after(head).await {
                    Some(_) => continue,
                    None => return,
                },
                Ok(Some((id, document_id, body))) => {
                    if tried.0 != id {
                        tried = (id, 0);
                    }
                    match self.send(address, document_id, body).await {
                        Ok(true) => continue,
                        Ok(false) => {
                            tried.1 += 1;
                            PAUSES[tried.1.min(PAUSES.len()) - 1]
                        }
                        Err(Failure::Stopped | Failure::Unanswered) => return,
                        Err(_) => STORE_WAIT,
                    }
                }
                Err(error) => {
                    tracing::error!("fiscal documents cannot be read: {error}");
                    STORE_WAIT
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// The document to send: number of its row, id and body.
    fn next(&self) -> Stored<Option<(u64, String, Vec<u8>)>> {
        self.store.read(|view| {
            let Some(row) = fiscal::next_to_sign(view)? else { return Ok(None) };
            let (id, document_id) = (row.id, row.made.document_id.clone());
            let body = serde_json::to_vec(&DocumentBody::load(view, row, self.demo)?).unwrap_or_default();
            Ok(Some((id, document_id, body)))
        })
    }

    /// Sends a document and records the answer. Returns whether there was one.
    async fn send(&self, address: &str, document_id: String, body: Vec<u8>) -> Result<bool, Failure> {
        let command = match adapter::post(address, body).await {
            AdapterAnswer::Signed(signature) => FiscalCommand::Signed { document_id, signature },
            AdapterAnswer::Refused(reason) => {
                tracing::warn!("the fiscal device refused {document_id}: {reason}");
                FiscalCommand::Failed { document_id, reason }
            }
            AdapterAnswer::Unusable(why) => {
                tracing::info!("{document_id} is not signed yet: {why}");
                return Ok(false);
            }
        };
        self.record(command).await?;
        Ok(true)
    }

    async fn record(&self, command: FiscalCommand) -> Result<(), Failure> {
        self.engine.run(Command::Fiscal(command), Actor::the_box()).await
    }

    async fn release_papers(&self) {
        let mut feed = self.engine.feed();
        loop {
            let head = feed.head();
            match self.papers() {
                Ok((due, next)) => {
                    for document_id in due {
                        match self.record(FiscalCommand::ReleasePaper { document_id }).await {
                            Ok(()) => {}
                            Err(Failure::Stopped | Failure::Unanswered) => return,
                            Err(_) => tokio::time::sleep(STORE_WAIT).await,
                        }
                    }
                    let wait = next.map(|millis| Duration::from_millis(millis).clamp(PAPER_CHECK_MIN, PAPER_CHECK_MAX));
                    tokio::select! {
                        new_head = feed.after(head) => if new_head.is_none() { return },
                        () = tokio::time::sleep(wait.unwrap_or(PAPER_CHECK_MAX)), if wait.is_some() => {}
                    }
                }
                Err(error) => {
                    tracing::error!("waiting papers cannot be read: {error}");
                    tokio::time::sleep(STORE_WAIT).await;
                }
            }
        }
    }

    /// The documents whose paper waited long enough, and the milliseconds until the next one has.
    fn papers(&self) -> Stored<(Vec<String>, Option<u64>)> {
        let running = self.engine.running();
        self.store.read(|view| {
            let settings = settings::settings(view)?;
            let wait = match settings.fiscal.policy {
                FiscalPolicy::Later => 0,
                FiscalPolicy::Wait => u64::from(settings.fiscal.wait_seconds) * 1_000,
                FiscalPolicy::Hold => return Ok((Vec::new(), None)),
            };
            let held = fiscal::held_papers(view)?;
            let left = |row: &FiscalRow| row.running.saturating_add(wait).saturating_sub(running);
            let next = held.iter().map(left).filter(|left| *left > 0).min();
            Ok((held.into_iter().filter(|row| left(row) == 0).map(|row| row.made.document_id).collect(), next))
        })
    }

    /// Prints the receipts that waited for a device which is no longer there.
    pub async fn release_all(&self) {
        let held = self.store.read(fiscal::held_papers).unwrap_or_default();
        for row in held {
            if let Err(error) = self.record(FiscalCommand::ReleasePaper { document_id: row.made.document_id }).await {
                tracing::warn!("a receipt that waited for its signature was not printed: {error:?}");
            }
        }
    }
}
