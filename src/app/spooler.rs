//! Print spooler: starts one worker for each printer. A worker ends on its own when its printer is removed.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

use super::print_worker::PrintWorker;
use crate::engine::Engine;
use crate::printer::{AddressPolicy, PrinterStates};
use crate::receipts::{GuestTokenKey, Receipt};
use crate::settings::{self, Settings};
use store::Store;

/// What all workers share.
#[derive(Clone)]
pub struct Spooler {
    pub engine: Engine,
    pub store: Arc<Store>,
    pub printer_states: Arc<PrinterStates>,
    /// Signs the URLs of receipts for guests.
    pub guest_token_key: GuestTokenKey,
    /// Base URL in QR codes for guests, unless a setting names one.
    pub guest_address: Arc<dyn Fn() -> String + Send + Sync>,
    pub address_policy: Arc<AddressPolicy>,
    /// Id of the newest job before this start.
    pub last_job_before_start: u64,
    /// True during shutdown: the current job may finish, no other starts.
    pub stopping: watch::Receiver<bool>,
}

impl Spooler {
    /// URL of this receipt for guests.
    pub fn guest_url(&self, settings: &Settings, receipt: &Receipt) -> String {
        self.guest_token_key.url(&settings.guest_base(&*self.guest_address), receipt)
    }

    /// Runs until the box stops, and starts a worker for each new printer. Dropping the future ends all workers; a job that was being
    /// printed then counts as half printed.
    pub async fn run(mut self) {
        let mut feed = self.engine.settings_feed();
        let mut running = JoinSet::new();
        let mut workers: BTreeMap<u64, AbortHandle> = BTreeMap::new();
        loop {
            let head = feed.head();
            let printers = self.store.read(settings::settings).map(|settings| settings.printers.clone()).unwrap_or_default();
            while running.try_join_next().is_some() {}
            workers.retain(|_, worker| !worker.is_finished());
            for printer in printers {
                workers.entry(printer.id).or_insert_with(|| running.spawn(PrintWorker::new(self.clone(), printer.id).run()));
            }
            tokio::select! {
                new_head = feed.after(head) => if new_head.is_none() { break },
                _ = self.stopping.wait_for(|stopping| *stopping) => break,
            }
        }
        while running.join_next().await.is_some() {}
    }
}
