//! Reads of the counts: the sums of each person over some business days, and the report on them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::tables::PERSON_DAYS;
use super::{Counts, ExceptionKind, Per100, median};
use crate::staff;
use crate::tills;
use base::text::fold;
use base::{BusinessDay, Cash, Role};
use store::{Key, Stored, View};

/// The counts of one person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PersonCounts {
    pub user_id: u64,
    /// Their username, as it was last within these days.
    pub user_name: String,
    pub counts: Counts,
    /// What the counted shifts of which they were responsible were over or short, summed.
    pub over_short: Cash,
}

/// The sums of each person with a count on the business days from `first` to `last`, by username.
pub fn people(view: &dyn View, first: BusinessDay, last: BusinessDay) -> Stored<Vec<PersonCounts>> {
    let mut people: BTreeMap<u64, PersonCounts> = BTreeMap::new();
    let end = BusinessDay::from_number(last.number().saturating_add(1));
    PERSON_DAYS.visit(view, &first.to_bytes(), &end.to_bytes(), false, |(_, user_id), row| {
        let person = people.entry(user_id).or_insert_with(|| PersonCounts { user_id, ..PersonCounts::default() });
        person.user_name = row.user_name;
        person.counts.add_all(&row.counts);
        ControlFlow::Continue(())
    })?;
    for (user_id, over_short) in tills::over_short_by_user(view, first, last)? {
        let person = people.entry(user_id).or_insert_with(|| PersonCounts { user_id, ..PersonCounts::default() });
        person.over_short = over_short;
        if person.user_name.is_empty() {
            person.user_name = staff::any_user(view, user_id)?.map(|user| user.username).unwrap_or_default();
        }
    }
    let mut people: Vec<PersonCounts> = people.into_values().collect();
    people.sort_by_key(|person| (fold(&person.user_name), person.user_id));
    Ok(people)
}

/// The counts of people, with the medians of the house.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExceptionsReport {
    /// By username.
    pub people: Vec<PersonCounts>,
    /// Of everybody in the house; kinds without a median are missing.
    pub medians: BTreeMap<ExceptionKind, Per100>,
}

/// The report on the business days from `first` to `last`. `manager_id`: as this manager sees it, with bartenders and the manager alone.
pub fn report(view: &dyn View, first: BusinessDay, last: BusinessDay, manager_id: Option<u64>) -> Stored<ExceptionsReport> {
    let house = people(view, first, last)?;
    let median_of = |kind| median(house.iter().filter_map(|person| person.counts.rate(kind)));
    let medians = ExceptionKind::ALL.into_iter().filter_map(|kind| Some((kind, median_of(kind)?))).collect();
    let mut people = Vec::with_capacity(house.len());
    for person in house {
        let is_shown = match manager_id {
            None => true,
            Some(id) if id == person.user_id => true,
            Some(_) => staff::any_user(view, person.user_id)?.is_some_and(|user| user.role == Role::Bartender),
        };
        if is_shown {
            people.push(person);
        }
    }
    Ok(ExceptionsReport { people, medians })
}
