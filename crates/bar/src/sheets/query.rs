//! Reads of sheets: the issued ones, the one of a night as it stands, and the nights that are still to be issued.

use std::collections::BTreeSet;

use super::parts;
use super::tables::{CODES, SHEETS, SheetRow};
use super::{SheetFigures, SheetNumber};
use crate::box_events;
use crate::reports::{self, Days};
use crate::settings::Settings;
use base::BusinessDay;
use store::{Key, Stored, View};

/// Most nights that are issued at once, by a box that did not run for a while.
const DUE_MAX: usize = 31;
/// Business days in which nights are looked for that are still to be issued: the box was off for a year at the most.
const DUE_DAYS: i32 = 366;

/// A night as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Night {
    pub day: BusinessDay,
    pub business: String,
    pub figures: SheetFigures,
}

/// A night with the figures of this moment.
pub fn live(view: &dyn View, settings: &Settings, day: BusinessDay) -> Stored<Night> {
    Ok(Night { day, business: settings.business_name.clone(), figures: parts::figures(view, settings, day)? })
}

/// The issued sheet with this number.
pub fn of_number(view: &dyn View, number: SheetNumber) -> Stored<Option<SheetRow>> {
    SHEETS.get(view, &(number.day, number.version))
}

/// The issued sheet with this check code.
pub fn of_code(view: &dyn View, code: &str) -> Stored<Option<SheetRow>> {
    match CODES.get(view, &code.to_owned())? {
        Some(key) => SHEETS.get(view, &key),
        None => Ok(None),
    }
}

/// The issued sheets of a range of days, newest first.
pub fn sheets(view: &dyn View, days: Days) -> Stored<Vec<SheetRow>> {
    let rows = SHEETS.range(view, &days.first.to_bytes(), &days.end().to_bytes())?;
    Ok(rows.into_iter().rev().map(|(_, row)| row).collect())
}

/// How many sheets a night has.
pub fn versions(view: &dyn View, day: BusinessDay) -> Stored<u64> {
    Ok(SHEETS.with_prefix(view, &day)?.last().map_or(0, |((_, version), _)| *version))
}

/// Business days before `today` with sales and without a sheet, oldest first: those after the newest one with a sheet, and only the last
/// one in a bar that has none yet. None while the date of the clock is in doubt.
pub fn due_days(view: &dyn View, today: BusinessDay) -> Stored<Vec<BusinessDay>> {
    if box_events::clock_doubt(view)?.is_some() {
        return Ok(Vec::new());
    }
    let days = Days { first: today.plus(-DUE_DAYS), last: today.plus(-1) };
    let issued: BTreeSet<BusinessDay> = sheets(view, days)?.into_iter().map(|row| row.sheet.day).collect();
    let newest = issued.last().copied();
    let sold = reports::each_day(view, days)?.into_iter().map(|(day, _)| day);
    let mut due: Vec<BusinessDay> = sold.filter(|day| newest.is_none_or(|newest| *day > newest)).collect();
    let kept = if newest.is_none() { 1 } else { DUE_MAX };
    Ok(due.split_off(due.len().saturating_sub(kept)))
}
