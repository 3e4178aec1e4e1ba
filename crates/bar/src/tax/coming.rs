//! Changes of mode and rates that are still to come, and what a new day changed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{TaxMode, TaxSettings};
use base::{BarTime, BusinessDay, Timestamp};

/// The days of a moment: modes begin with a business day, rates and prices with that or a calendar day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxDays {
    /// Decides the mode.
    pub business: BusinessDay,
    /// Decides rates and prices.
    pub rates: BusinessDay,
}

impl TaxDays {
    /// The days of the moment `at`.
    pub fn of(settings: &TaxSettings, bar_time: &BarTime, at: Timestamp) -> Self {
        TaxDays { business: bar_time.business_day(at), rates: settings.day.of(at, bar_time) }
    }

    fn both(day: BusinessDay) -> Self {
        TaxDays { business: day, rates: day }
    }
}

/// A change of the mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModeChange {
    pub before: TaxMode,
    pub after: TaxMode,
}

/// A change of a class's label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelChange {
    /// The class's id.
    pub id: String,
    pub name: String,
    /// `None` before the first rate.
    pub before: Option<String>,
    pub after: Option<String>,
}

/// What is different on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayChange {
    pub mode: Option<ModeChange>,
    /// None while the mode is off: then labels stand nowhere.
    pub classes: Vec<LabelChange>,
}

impl DayChange {
    /// Whether nothing is different.
    pub fn is_empty(&self) -> bool {
        self.mode.is_none() && self.classes.is_empty()
    }

    /// For the audit log: `GST 13 % becomes VAT 18 %`.
    pub fn in_words(&self) -> Vec<String> {
        let mode = self.mode.map(|change| format!("tax {} becomes {}", change.before.as_str(), change.after.as_str()));
        let label = |label: &Option<String>| label.clone().unwrap_or_else(|| "no rate".to_owned());
        let classes = self.classes.iter().map(|class| format!("{} becomes {}", label(&class.before), label(&class.after)));
        mode.into_iter().chain(classes).collect()
    }
}

/// What is different on the days `after` from the days `before`.
pub fn change_between(settings: &TaxSettings, before: TaxDays, after: TaxDays) -> DayChange {
    let modes = ModeChange { before: settings.mode_on(before.business), after: settings.mode_on(after.business) };
    let active = settings.classes.iter().filter(|class| class.active && modes.after != TaxMode::Off);
    let labels = active.map(|class| LabelChange {
        id: class.id.clone(),
        name: class.name.clone(),
        before: class.label_on(before.rates),
        after: class.label_on(after.rates),
    });
    DayChange {
        mode: Some(modes).filter(|modes| modes.before != modes.after),
        classes: labels.filter(|class| class.before != class.after).collect(),
    }
}

/// The days after today on which the mode or a label changes, the soonest first, with what changes.
pub fn coming_changes(settings: &TaxSettings, today: TaxDays) -> Vec<(BusinessDay, DayChange)> {
    let rates = settings.classes.iter().flat_map(|class| &class.rates).filter_map(|rate| rate.from).filter(|from| *from > today.rates);
    let mode = settings.next.map(|next| next.from).filter(|from| *from > today.business);
    let days: BTreeSet<BusinessDay> = rates.chain(mode).collect();
    let changes = days.into_iter().map(|day| (day, change_between(settings, TaxDays::both(day.plus(-1)), TaxDays::both(day))));
    changes.filter(|(_, change)| !change.is_empty()).collect()
}
