//! Print spooler: starts one worker for each printer. A worker ends on its own when its printer is removed.

use std::collections::BTreeMap;

use tokio::task::{AbortHandle, JoinSet};

use super::print_worker::{PrintContext, PrintWorker};
use crate::settings;

/// Runs until the box stops, and starts a worker for each new printer. Dropping the future ends all workers; a job that was being
/// printed then counts as half printed.
pub async fn run(mut context: PrintContext) {
    let mut feed = context.engine.settings_feed();
    let mut running = JoinSet::new();
    let mut workers: BTreeMap<u64, AbortHandle> = BTreeMap::new();
    loop {
        let head = feed.head();
        let printers = context.store.read(settings::settings).map(|settings| settings.printers.clone()).unwrap_or_default();
        while running.try_join_next().is_some() {}
        workers.retain(|_, worker| !worker.is_finished());
        for printer in printers {
            workers.entry(printer.id).or_insert_with(|| running.spawn(PrintWorker::new(context.clone(), printer.id).run()));
        }
        tokio::select! {
            new_head = feed.after(head) => if new_head.is_none() { break },
            _ = context.stopping.wait_for(|stopping| *stopping) => break,
        }
    }
    while running.join_next().await.is_some() {}
}
