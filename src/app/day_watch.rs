//! Watches the date and the settings of tax. It notes a day that begins with another tax or with planned prices, so that phones fetch what
//! they show; wakes the writer for changes of head office that are due; and starts and ends the sender of fiscal documents. Sales wait for
//! none of it: what they use is decided by their own moment.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use super::fiscal::FiscalSender;
use crate::directives::DirectiveCommand;
use crate::engine::{Command, Engine, next_due_directive, tax_day_began};
use crate::settings;
use crate::tax::TaxDays;
use base::Actor;
use store::Store;

/// How often it looks at the settings and at the date.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Runs until it is aborted, which ends the sender too.
pub async fn run(engine: Engine, store: Arc<Store>, demo: bool) {
    let mut interval = tokio::time::interval(CHECK_INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut noted = None;
    let mut sender =
        RunningSender { parts: FiscalSender { engine: engine.clone(), store: store.clone(), demo }, task: JoinSet::new(), address: None };
    loop {
        interval.tick().await;
        let Ok(settings) = store.read(settings::settings) else { continue };
        sender.follow(settings.fiscal.url.as_ref()).await;
        decide_directives(&engine, &store).await;
        note_day(&engine, &store, settings.tax_days(engine.reading().at), &mut noted).await;
    }
}

/// Wakes the writer when a change of head office is due, so that phones show it before the next command.
async fn decide_directives(engine: &Engine, store: &Store) {
    let reading = engine.reading();
    let due = store.read(|view| next_due_directive(view, reading.at, reading.doubt.is_some()));
    if let Ok(Some(_)) = due
        && let Err(error) = engine.run(Command::Directive(DirectiveCommand::Wake), Actor::the_box()).await
    {
        tracing::warn!("changes of head office were not decided: {error:?}");
    }
}

/// The sender of the adapter that the settings name. There is none without an adapter.
struct RunningSender {
    parts: FiscalSender,
    task: JoinSet<()>,
    /// `None` before the first look.
    address: Option<Option<String>>,
}

impl RunningSender {
    /// Ends the sender of another adapter, and starts that of the present one.
    async fn follow(&mut self, address: Option<&String>) {
        if self.address.as_ref().is_some_and(|known| known.as_ref() == address) {
            return;
        }
        self.task.shutdown().await;
        self.address = Some(address.cloned());
        match address {
            Some(address) => {
                self.task.spawn(self.parts.clone().run(address.clone()));
            }
            None => self.parts.release_all().await,
        }
    }
}

/// Notes what began, if anything did. What failed is tried again.
async fn note_day(engine: &Engine, store: &Store, days: TaxDays, noted: &mut Option<TaxDays>) {
    if *noted == Some(days) {
        return;
    }
    let at = engine.reading().at;
    match store.read(|view| tax_day_began(view, &*settings::settings(view)?, at)) {
        Ok(None) => *noted = Some(days),
        Ok(Some(_)) => match engine.run(Command::BeginTaxDay, Actor::the_box()).await {
            Ok(()) => *noted = Some(days),
            Err(error) => tracing::warn!("the beginning of a day was not noted: {error:?}"),
        },
        Err(error) => tracing::warn!("the day of tax cannot be read: {error}"),
    }
}
