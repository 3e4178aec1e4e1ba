//! Keeps one worker for every printer.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

use super::print_worker::PrintWorker;
use crate::engine::Engine;
use crate::printer::{AddressPolicy, PrinterStates};
use crate::receipts::{GuestKey, Receipt};
use crate::settings::{self, Settings};
use crate::store::Store;

/// What every worker needs.
#[derive(Clone)]
pub struct Spooler {
    /// To report how jobs go.
    pub engine: Engine,
    /// To find jobs.
    pub store: Arc<Store>,
    /// To tell how printers are.
    pub printer_states: Arc<PrinterStates>,
    /// Names receipts for guests.
    pub guest_key: GuestKey,
    /// Address in guests' codes unless a setting names one.
    pub guest_address: Arc<dyn Fn() -> String + Send + Sync>,
    /// What printers' addresses may lead to.
    pub access: Arc<AddressPolicy>,
    /// The newest job of the time before this start.
    pub last_before_start: u64,
    /// True when the box shuts down: a job that runs may end, no other begins.
    pub stopping: watch::Receiver<bool>,
}

impl Spooler {
    /// Where a guest's phone shows this receipt.
    pub fn guest_url(&self, settings: &Settings, receipt: &Receipt) -> String {
        self.guest_key.url(&settings.guest_base(&*self.guest_address), receipt)
    }

    /// Runs until the box stops. A printer that is added gets a worker; one that is taken away loses it by itself. Whoever
    /// drops the future ends the workers: what was being printed is then taken for half printed.
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
                grown = feed.after(head) => if grown.is_none() { break },
                _ = self.stopping.wait_for(|stopping| *stopping) => break,
            }
        }
        while running.join_next().await.is_some() {}
    }
}
