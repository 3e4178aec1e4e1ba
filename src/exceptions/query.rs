//! Reads of the counts: the sums of each person over some business days.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::Counts;
use super::tables::PERSON_DAYS;
use crate::base::BusinessDay;
use crate::base::text::fold;
use crate::store::{Key, Stored, View};

/// The counts of one person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PersonCounts {
    pub user_id: u64,
    /// Their username, as it was last within these days.
    pub user_name: String,
    pub counts: Counts,
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
    let mut people: Vec<PersonCounts> = people.into_values().collect();
    people.sort_by_key(|person| (fold(&person.user_name), person.user_id));
    Ok(people)
}
