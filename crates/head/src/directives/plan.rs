//! Decides which directives of a bar get another number or state after its box said what it has. Pure.

use std::collections::BTreeSet;

use super::at_box::AtBox;
use super::row::DirectiveState;

/// A directive, as a decision needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub number: i64,
    pub id: String,
    pub kind: String,
    pub state: DirectiveState,
    /// The number under which the box has it, as its figures say; `None` if they do not name it.
    pub at_box: Option<i64>,
    /// The number that it takes back.
    pub target: Option<i64>,
}

/// A directive that changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its number before.
    pub number: i64,
    /// Its number from now on.
    pub to: i64,
    pub state: DirectiveState,
    /// The number that it takes back, where that changed.
    pub target: Option<i64>,
}

/// The changes to make, in an order in which no number is in use twice. `rows` are all directives of the bar by number; `last` is the
/// highest number in use here or at the box.
pub fn plan(rows: &[Known], has: &AtBox, last: i64) -> Vec<Change> {
    let newest = rows.iter().find(|row| row.number == has.number);
    // Otherwise the box has its numbers from a head office that knew more, and those up to its newest one are others.
    let is_same = has.number == 0 || newest.is_some_and(|row| has.id.as_ref() == Some(&row.id));
    let (mut last, mut behind, mut within) = (last, Vec::new(), Vec::new());
    for row in rows.iter().filter(|row| row.at_box.is_none()) {
        let state =
            match (row.state, has.knows(&row.kind)) {
                (DirectiveState::Queued, false) => DirectiveState::Unsupported,
                (DirectiveState::Unsupported, true) => DirectiveState::Queued,
                (DirectiveState::Queued, true) if row.number <= has.number && is_same => DirectiveState::Received,
                // The bar was restored to a state before it.
                (DirectiveState::Received | DirectiveState::Applied | DirectiveState::Refused, knows) if row.number > has.number => {
                    if knows { DirectiveState::Queued } else { DirectiveState::Unsupported }
                }
                (state, _) => state,
            };
        // The box asks for what is behind its newest one.
        let to = if state == DirectiveState::Queued && row.number <= has.number { last + 1 } else { row.number };
        let change = Change { number: row.number, to, state, target: None };
        if to != row.number {
            last = to;
            behind.push(change);
        } else if state != row.state {
            within.push(change);
        }
    }
    let mut changes = behind;
    adopt(rows, &mut changes);
    changes.append(&mut within);
    retarget(rows, &mut changes);
    changes
}

/// Gives the directives that the box has under other numbers the box's numbers, where these are free.
fn adopt(rows: &[Known], changes: &mut Vec<Change>) {
    let mut used: BTreeSet<i64> = rows.iter().map(|row| row.number).collect();
    for change in changes.iter() {
        used.remove(&change.number);
        used.insert(change.to);
    }
    for row in rows {
        let Some(to) = row.at_box.filter(|to| *to != row.number && *to > 0) else { continue };
        if used.insert(to) {
            used.remove(&row.number);
            changes.push(Change { number: row.number, to, state: row.state, target: None });
        }
    }
}

/// A withdrawal that the box does not have yet follows what it takes back.
fn retarget(rows: &[Known], changes: &mut Vec<Change>) {
    let moved: Vec<(i64, i64)> = changes.iter().filter(|change| change.to != change.number).map(|of| (of.number, of.to)).collect();
    for row in rows.iter().filter(|row| row.at_box.is_none() && row.state.is_open()) {
        let Some((_, to)) = moved.iter().find(|(from, _)| row.target == Some(*from)) else { continue };
        match changes.iter_mut().find(|change| change.number == row.number) {
            Some(change) => change.target = Some(*to),
            None => changes.push(Change { number: row.number, to: row.number, state: row.state, target: Some(*to) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DirectiveState::{Applied, Queued, Received, Unsupported, Withdrawn};

    fn row(number: i64, id: &str, state: DirectiveState) -> Known {
        Known { number, id: id.to_owned(), kind: "price.set".to_owned(), state, at_box: None, target: None }
    }

    fn has(number: i64, id: &str) -> AtBox {
        let id = Some(id.to_owned()).filter(|id| !id.is_empty());
        AtBox { number, id, kinds: Some(vec!["price.set".to_owned(), "withdraw".to_owned()]) }
    }

    fn planned(rows: &[Known], has: &AtBox) -> Vec<(i64, i64, DirectiveState)> {
        let last = rows.iter().map(|row| row.number).max().unwrap_or(0).max(has.number);
        plan(rows, has, last).into_iter().map(|change| (change.number, change.to, change.state)).collect()
    }

    #[test]
    fn what_the_box_names_is_received() {
        let rows = [row(1, "a", Applied), row(2, "b", Queued), row(3, "c", Queued), row(4, "d", Queued)];
        assert_eq!(planned(&rows, &has(3, "c")), [(2, 2, Received), (3, 3, Received)]);
        assert_eq!(planned(&rows[2..], &has(0, "")), []);
    }

    #[test]
    fn after_a_restore_of_head_office_new_ones_stand_behind_the_last_of_the_box() {
        let rows = [row(1, "a", Applied), row(2, "y", Queued), row(3, "z", Queued)];
        assert_eq!(planned(&rows, &has(3, "c")), [(2, 4, Queued), (3, 5, Queued)]);
        assert_eq!(planned(&rows[..2], &has(7, "x")), [(2, 8, Queued)]);
        let mut known = rows[..2].to_vec();
        known[1].at_box = Some(2);
        assert_eq!(planned(&known, &has(7, "x")), [], "the box has it");
    }

    #[test]
    fn what_the_box_has_gets_its_number_back() {
        let mut rows = [row(5, "y", Queued), row(8, "e", Received)];
        rows[1].at_box = Some(5);
        assert_eq!(planned(&rows, &has(7, "x")), [(5, 9, Queued), (8, 5, Received)]);
        rows[0].state = Applied;
        assert_eq!(planned(&rows, &has(7, "x")), [], "the number is in use");
    }

    #[test]
    fn a_restored_bar_gets_again_what_it_lost() {
        let rows = [row(1, "a", Applied), row(2, "b", Applied), row(3, "c", Withdrawn), row(4, "d", Received)];
        assert_eq!(planned(&rows, &has(1, "a")), [(2, 2, Queued), (4, 4, Queued)]);
    }

    #[test]
    fn unknown_kinds_wait_and_then_stand_behind() {
        let old = AtBox { kinds: Some(Vec::new()), ..has(0, "") };
        assert_eq!(planned(&[row(1, "a", Queued)], &old), [(1, 1, Unsupported)]);
        assert_eq!(planned(&[row(1, "a", Unsupported), row(2, "b", Received)], &has(2, "b")), [(1, 3, Queued)]);
        assert_eq!(planned(&[row(1, "a", Unsupported)], &has(0, "")), [(1, 1, Queued)]);
    }

    #[test]
    fn a_withdrawal_follows_what_it_takes_back() {
        let mut rows = [row(2, "y", Queued), row(3, "w", Queued)];
        rows[1].kind = "withdraw".to_owned();
        rows[1].target = Some(2);
        let changes = plan(&rows, &has(7, "x"), 7);
        assert_eq!(changes[0], Change { number: 2, to: 8, state: Queued, target: None });
        assert_eq!(changes[1], Change { number: 3, to: 9, state: Queued, target: Some(8) });
    }
}
