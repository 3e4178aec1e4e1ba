//! Rows of changes that head office asks for, and the index of those that wait.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::{DirectiveRow, DirectiveState, HeadApplied, HeadReceived, HeadRefused};
use crate::settings::SuggestedRates;
use crate::{catalog, staff};
use base::{BusinessDay, Envelope};
use store::{Key, Stored, Table, Tables, View};

const DIRECTIVES: Table<u64, DirectiveRow> = Table::new("directives");
const DIRECTIVE_IDS: Table<String, u64> = Table::new("directive_ids");
/// What waits, by the first day on which it is decided → for what it waits. What is decided at once has the first day of all.
const WAITING: Table<(BusinessDay, u64), Waits> = Table::new("directives_waiting");
const COUNTS: Table<u8, Counts> = Table::new("directive_counts");
const ONLY: u8 = 0;

/// For what a change waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Waits {
    /// Its time.
    Time,
    /// Its time, or an admin where the bar asks about suggested rates.
    Rate,
    /// An admin, because it makes one.
    Admin,
}

/// Numbers of changes by what became of them. Those that were withdrawn are in none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub waiting: u64,
    pub applied: u64,
    pub refused: u64,
}

/// The change with this number.
pub fn directive(view: &dyn View, number: u64) -> Stored<Option<DirectiveRow>> {
    DIRECTIVES.get(view, &number)
}

/// Whether a change with this id was received.
pub fn is_known(view: &dyn View, id: &str) -> Stored<bool> {
    Ok(DIRECTIVE_IDS.get(view, &id.to_owned())?.is_some())
}

/// The change with the highest number.
pub fn newest(view: &dyn View) -> Stored<Option<DirectiveRow>> {
    Ok(DIRECTIVES.last(view, &[])?.map(|(_, row)| row))
}

/// At most `limit` changes with numbers below `before`, the highest first.
pub fn directives_before(view: &dyn View, before: u64, limit: usize) -> Stored<Vec<DirectiveRow>> {
    let mut found = Vec::new();
    DIRECTIVES.visit(view, &[], &before.to_bytes(), true, |_, row| {
        found.push(row);
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(found)
}

/// See [`Counts`].
pub fn counts(view: &dyn View) -> Stored<Counts> {
    Ok(COUNTS.get(view, &ONLY)?.unwrap_or_default())
}

/// What waits, in the order of days and numbers; `only` what waits for this.
pub fn waiting(view: &dyn View, only: Option<Waits>) -> Stored<Vec<DirectiveRow>> {
    let wanted = |waits: Waits| only.is_none_or(|only| only == waits);
    let numbers = WAITING.all(view)?.into_iter().filter(|(_, waits)| wanted(*waits)).map(|((_, number), _)| number);
    let mut rows = Vec::new();
    for number in numbers {
        rows.extend(directive(view, number)?);
    }
    Ok(rows)
}

/// The first change that the box decides on `today`; `None` for today: only what is decided at once, because the date is in doubt. What
/// admins decide is none.
pub fn next_due(view: &dyn View, today: Option<BusinessDay>, rates: SuggestedRates) -> Stored<Option<DirectiveRow>> {
    let until = today.unwrap_or(BusinessDay::FIRST).plus(1);
    let mut due = None;
    WAITING.visit(view, &[], &until.to_bytes(), false, |(_, number), waits| {
        let is_decided_here = match waits {
            Waits::Time => true,
            Waits::Rate => rates != SuggestedRates::Ask,
            Waits::Admin => false,
        };
        if !is_decided_here {
            return ControlFlow::Continue(());
        }
        due = Some(number);
        ControlFlow::Break(())
    })?;
    match due {
        Some(number) => directive(view, number),
        None => Ok(None),
    }
}

/// Writes the directive, among those that wait, and counts it.
pub fn apply_received(tables: &mut dyn Tables, envelope: &Envelope, event: &HeadReceived) -> Stored<()> {
    let row = DirectiveRow {
        received: event.clone(),
        received_at: envelope.at,
        state: DirectiveState::Received,
        decided_at: None,
        refusal: None,
    };
    DIRECTIVE_IDS.put(tables, &event.id, &event.number)?;
    let waits = match (event.makes_admin, row.is_rate()) {
        (true, _) => Waits::Admin,
        (false, true) => Waits::Rate,
        (false, false) => Waits::Time,
    };
    WAITING.put(tables, &waiting_key(event), &waits)?;
    DIRECTIVES.put(tables, &event.number, &row)?;
    COUNTS.change(tables, &ONLY, |counts| counts.waiting += 1)
}

/// Writes the directive as applied, and what head office owns of its product or account.
pub fn apply_applied(tables: &mut dyn Tables, envelope: &Envelope, event: &HeadApplied) -> Stored<()> {
    if let Some(linked) = &event.product {
        catalog::apply_chain(tables, linked.product_id, &linked.chain)?;
    }
    if let Some(linked) = &event.user {
        staff::chain::apply_chain(tables, linked.user_id, &linked.chain_id)?;
    }
    if let Some(number) = event.withdrew {
        decided(tables, envelope, number, DirectiveState::Withdrawn, None)?;
    }
    decided(tables, envelope, event.number, DirectiveState::Applied, None)
}

/// Writes the directive as refused.
pub fn apply_refused(tables: &mut dyn Tables, envelope: &Envelope, event: &HeadRefused) -> Stored<()> {
    let refusal = Some((event.code.clone(), event.reason.clone()));
    decided(tables, envelope, event.number, DirectiveState::Refused, refusal)
}

/// Frees what is head office's: the bar was disconnected. The changes stay, with their numbers.
pub fn apply_unlinked(tables: &mut dyn Tables) -> Stored<()> {
    catalog::unlink_products(tables)?;
    staff::chain::unlink_users(tables)
}

fn decided(
    tables: &mut dyn Tables,
    envelope: &Envelope,
    number: u64,
    state: DirectiveState,
    refusal: Option<(String, String)>,
) -> Stored<()> {
    let Some(mut row) = directive(tables.view(), number)?.filter(DirectiveRow::is_waiting) else { return Ok(()) };
    (row.state, row.decided_at, row.refusal) = (state, Some(envelope.at), refusal);
    WAITING.remove(tables, &waiting_key(&row.received))?;
    DIRECTIVES.put(tables, &number, &row)?;
    COUNTS.change(tables, &ONLY, |counts| {
        counts.waiting = counts.waiting.saturating_sub(1);
        match state {
            DirectiveState::Applied => counts.applied += 1,
            DirectiveState::Refused => counts.refused += 1,
            DirectiveState::Received | DirectiveState::Withdrawn => {}
        }
    })
}

fn waiting_key(received: &HeadReceived) -> (BusinessDay, u64) {
    (received.due.unwrap_or(BusinessDay::FIRST), received.number)
}
