//! Issues the truth sheet of each night that ended without one: when a business day ends, and at the start after a night in which the box
//! was off.

use std::sync::Arc;
use std::time::Duration;

use crate::engine::{Command, Engine};
use crate::settings;
use crate::sheets::{SheetCommand, due_days};
use base::{Actor, BusinessDay};
use store::Store;

/// How often it looks whether a business day ended. Only the settings are read for that.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Runs until it is aborted.
pub async fn run(engine: Engine, store: Arc<Store>) {
    let mut interval = tokio::time::interval(CHECK_INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut checked = None;
    loop {
        interval.tick().await;
        let reading = engine.reading();
        // While the date is in doubt, it is not known whether the night is over.
        if reading.doubt.is_some() {
            continue;
        }
        let Ok(settings) = store.read(settings::settings) else { continue };
        let today = settings.bar_time().business_day(reading.at);
        if checked != Some(today) && issue_due(&engine, &store, today).await {
            checked = Some(today);
        }
    }
}

/// Issues what is due. Returns whether that is done; what failed is tried again.
async fn issue_due(engine: &Engine, store: &Store, today: BusinessDay) -> bool {
    match store.read(|view| due_days(view, today)) {
        Ok(due) if due.is_empty() => true,
        Ok(_) => match engine.run(Command::Sheet(SheetCommand::IssueDue), Actor::the_box()).await {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!("the truth sheet of the night was not issued: {error:?}");
                false
            }
        },
        Err(error) => {
            tracing::warn!("truth sheets cannot be read: {error}");
            false
        }
    }
}
