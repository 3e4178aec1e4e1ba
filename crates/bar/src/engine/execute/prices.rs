//! Commands about prices: products, imports, price lists, price plans, and days and settings that change prices or tax.

use super::events;
use super::lookups::tax_facts;
use crate::engine::{Entry, Event, Topic, newest_of};
use crate::settings::{self, SetSettings, Settings};
use crate::tax::TaxDays;
use crate::{catalog, rates, stock};
use base::{Decided, Envelope, Timestamp};
use store::{Stored, View};

/// The events of a decision, or its refusal.
type DecidedEvents = Stored<Decided<Vec<Event>>>;

pub(super) fn change_product(
    view: &dyn View,
    settings: &Settings,
    envelope: &Envelope,
    command: &catalog::CatalogCommand,
) -> DecidedEvents {
    let today = (&settings.tax, settings.tax_days(envelope.at));
    let context = catalog::load(view, command, rates::rate(view)?, today, |id| stock::facts(view, id))?;
    Ok(of_catalog(catalog::decide(command, &context, envelope), settings, envelope))
}

pub(super) fn import(view: &dyn View, settings: &Settings, envelope: &Envelope, command: &catalog::ImportProducts) -> DecidedEvents {
    let today = (&settings.tax, settings.tax_days(envelope.at));
    let context = catalog::load_import(view, rates::rate(view)?, today, |id| stock::facts(view, id))?;
    let now = settings.bar_time().moment(envelope.at);
    let decided = catalog::import_products(command, &context, envelope);
    Ok(decided.map(|events| events.into_iter().map(|event| Event::of_import(event, now)).collect()))
}

pub(super) fn set_list(view: &dyn View, settings: &Settings, envelope: &Envelope, command: &catalog::SetPriceList) -> DecidedEvents {
    let context = catalog::load_price_list(view, command, rates::rate(view)?, settings.price_day(envelope.at))?;
    Ok(of_catalog(catalog::set_price_list(command, &context, envelope), settings, envelope))
}

fn of_catalog(decided: Decided<Vec<catalog::CatalogEvent>>, settings: &Settings, envelope: &Envelope) -> Decided<Vec<Event>> {
    let now = settings.bar_time().moment(envelope.at);
    decided.map(|events| events.into_iter().map(|event| Event::of_catalog(event, now)).collect())
}

pub(super) fn plan(view: &dyn View, settings: &Settings, envelope: &Envelope, command: &catalog::PricePlanCommand) -> DecidedEvents {
    let context = catalog::load_price_plan(view, command, settings.price_day(envelope.at))?;
    Ok(events(catalog::decide_price_plan(command, &context)))
}

/// What changed by date since the newest entry about tax. That entry is about tax too, so it is written once for each day, whenever and
/// however often the box asks.
pub fn tax_day_began(view: &dyn View, settings: &Settings, at: Timestamp) -> Stored<Option<Event>> {
    let newest = newest_of(view, &[Topic::Tax])?.into_iter().max().unwrap_or_default();
    let Some(raw) = store::entries_before(view, newest + 1, 1)?.pop().filter(|raw| raw.seq == newest) else { return Ok(None) };
    let before = settings.tax_days(Entry::parse(&raw)?.envelope.at);
    Ok(catalog::day_began(view, &settings.tax, before, settings.tax_days(at))?.map(Event::TaxDayBegan))
}

/// A change of the settings, and whether it changes tax or prices of this moment.
pub(super) fn change_settings(view: &dyn View, settings: &Settings, envelope: &Envelope, command: &SetSettings) -> DecidedEvents {
    let mut changed = match settings::set_settings(command, settings, &tax_facts(view, settings, envelope)?) {
        Ok(changed) => changed,
        Err(refusal) => return Ok(Err(refusal)),
    };
    for event in changed.iter_mut().filter(|event| !event.tax) {
        event.tax = moves_day(view, settings, &event.settings, envelope.at)?;
    }
    Ok(events(Ok(changed)))
}

/// Whether other settings of time alone, such as the start of the day, make another rate or price of the moment `at`.
fn moves_day(view: &dyn View, before: &Settings, after: &Settings, at: Timestamp) -> Stored<bool> {
    let days = |settings: &Settings| TaxDays::of(&after.tax, &settings.bar_time(), at);
    Ok(catalog::day_began(view, &after.tax, days(before), days(after))?.is_some())
}
