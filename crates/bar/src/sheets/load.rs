//! What issuing a sheet needs to know.

use super::code::CheckKey;
use super::{SheetCommand, SheetContext, due_days, live, versions};
use crate::settings::Settings;
use base::Envelope;
use store::{Stored, View};

/// Loads what the decision needs. `secret` is that of the bar's journal.
pub fn load(
    view: &dyn View,
    settings: &Settings,
    command: &SheetCommand,
    envelope: &Envelope,
    secret: Option<&str>,
) -> Stored<SheetContext> {
    let today = settings.bar_time().business_day(envelope.at);
    let days = match command {
        SheetCommand::Issue { day } => vec![*day],
        SheetCommand::IssueDue => due_days(view, today)?,
    };
    let mut nights = Vec::with_capacity(days.len());
    for day in days {
        nights.push((day, versions(view, day)?, live(view, settings, day)?.figures));
    }
    let key = secret.and_then(|secret| CheckKey::new(secret.as_bytes()));
    Ok(SheetContext { today, business: settings.business_name.clone(), key, nights })
}
