//! Tests of the decisions, over histories in memory.

use proptest::prelude::*;

use super::super::line::LineState::{Beside, Current, Ended};
use super::samples::{Stored, fork, line_at, mark, story};
use super::{GreetingPlan, Home, Node, ParcelPlan, Sender, Take, Target, Tree, begins_current};

fn take(after: Node, upto: u64, target: Target) -> ParcelPlan {
    ParcelPlan::Take(Take { after, upto, target, from_copy: false })
}

/// A bar with entries 1 to 1,000 of one box.
fn thousand() -> (Stored, super::samples::Story) {
    let books = story("old", 1_000);
    let mut stored = Stored::default();
    stored.line(&books, None, 0, Current, "one");
    (stored, books)
}

#[test]
fn entries_go_to_the_end_of_their_line() {
    let (stored, books) = thousand();
    let line = line_at(&books, 1);
    let longer = fork(&books, 1_000, "more", 20);
    let place = |from, to| stored.place("one", &longer, (from, to), line, line);
    assert_eq!(place(1_000, 1_010), take(Node::new(0, 1_000), 1_010, Target::End(0)));
    assert_eq!(place(990, 1_010), take(Node::new(0, 1_000), 1_010, Target::End(0)));
    assert_eq!(place(0, 1_010), take(Node::new(0, 1_000), 1_010, Target::End(0)));
    assert_eq!(place(500, 700), ParcelPlan::Known(Node::new(0, 700)));
    assert_eq!(place(1_001, 1_010), ParcelPlan::Gap);
}

#[test]
fn the_first_line_begins_with_entry_1() {
    let (stored, books) = (Stored::default(), story("old", 5));
    let line = line_at(&books, 1);
    assert_eq!(stored.place("one", &books, (0, 5), line, line), take(Node::ROOT, 5, Target::Begin(line, None)));
    assert_eq!(stored.place("one", &books, (1, 5), line, line), ParcelPlan::Gap);
}

#[test]
fn a_restored_box_begins_a_line() {
    let (stored, books) = thousand();
    let restored = fork(&books, 900, "restored", 20);
    let (old, new) = (line_at(&books, 1), line_at(&restored, 901));
    let plan = stored.place("one", &restored, (900, 920), new, new);
    assert_eq!(plan, take(Node::new(0, 900), 920, Target::Begin(new, None)));
    // What the copy has beyond head office's last entry belongs to the old line, whichever box sends it.
    let mut behind = Stored::default();
    behind.line(&books[..850].to_vec(), None, 0, Current, "one");
    let plan = behind.place("two", &restored, (850, 900), old, new);
    assert_eq!(plan, ParcelPlan::Take(Take { after: Node::new(0, 850), upto: 900, target: Target::End(0), from_copy: true }));
    // A parcel that should end before the new line is cut there.
    let plan = behind.place("two", &restored, (850, 920), new, new);
    assert_eq!(plan, ParcelPlan::Take(Take { after: Node::new(0, 850), upto: 900, target: Target::End(0), from_copy: true }));
}

#[test]
fn an_older_state_without_a_restore_begins_a_line_that_its_first_entry_names() {
    let (stored, books) = thousand();
    let line = line_at(&books, 1);
    let older = fork(&books, 900, "older", 20);
    let begins = Target::Begin(line_at(&older, 901), None);
    assert_eq!(stored.place("one", &older, (890, 920), line, line), take(Node::new(0, 900), 920, begins));
}

#[test]
fn another_key_begins_a_line_even_at_the_end_unless_the_box_was_revoked() {
    let (mut stored, books) = thousand();
    let line = line_at(&books, 1);
    let copied = fork(&books, 1_000, "copied", 3);
    let begins = Target::Begin(line_at(&copied, 1_001), None);
    assert_eq!(stored.place("two", &copied, (1_000, 1_003), line, line), take(Node::new(0, 1_000), 1_003, begins));
    stored.revoked.insert("one".to_owned());
    assert_eq!(stored.place("two", &copied, (1_000, 1_003), line, line), take(Node::new(0, 1_000), 1_003, Target::End(0)));
}

#[test]
fn entries_are_followed_through_the_lines_that_left() {
    let (mut stored, books) = thousand();
    let restored = fork(&books, 900, "restored", 50);
    let again = fork(&restored, 920, "again", 30);
    let child = stored.line(&restored, Some(0), 900, Ended, "one");
    let grandchild = stored.line(&again, Some(child), 920, Current, "one");
    let line = line_at(&again, 921);
    let longer = fork(&again, 950, "more", 10);
    let place = |from| stored.place("one", &longer, (from, 960), line, line);
    for from in [0, 899, 900, 901, 919, 920, 930, 950] {
        assert_eq!(place(from), take(Node::new(grandchild, 950), 960, Target::End(grandchild)), "from {from}");
    }
}

#[test]
fn a_line_is_current_at_once_if_it_leaves_what_counts() {
    let (mut stored, books) = thousand();
    let restored = fork(&books, 900, "restored", 50);
    stored.lines[0].state = Ended;
    let current = stored.line(&restored, Some(0), 900, Current, "one");
    let begins = |box_name: &str, node, is_restored| {
        let sender = Sender { box_name, revoked: &stored.revoked, writes: line_at(&books, 1), is_second: false };
        begins_current(&Tree::new(stored.lines.clone()), &sender, node, is_restored)
    };
    assert!(begins("one", Node::new(0, 800), false));
    assert!(begins("two", Node::new(current, 920), true));
    assert!(!begins("two", Node::new(current, 920), false));
    // Off entries that are known here only.
    assert!(!begins("one", Node::new(0, 950), true));
}

#[test]
fn a_hello_finds_the_newest_common_entry() {
    let (stored, books) = thousand();
    let line = line_at(&books, 1);
    let home = |common, home| GreetingPlan::Answer { common, home };
    let ahead = fork(&books, 1_000, "more", 500);
    assert_eq!(stored.greet("one", &books, line), (home(Node::new(0, 1_000), Home::Line(0)), 1));
    assert_eq!(stored.greet("one", &ahead, line), (home(Node::new(0, 1_000), Home::Line(0)), 2));
    let behind = books[..700].to_vec();
    assert_eq!(stored.greet("one", &behind, line), (home(Node::new(0, 700), Home::Line(0)), 1));
    let nothing = Stored::default();
    assert_eq!(nothing.greet("one", &books, line), (home(Node::ROOT, Home::Begins(line, None)), 1));
}

#[test]
fn a_hello_tells_restored_from_forked_boxes() {
    let (stored, books) = thousand();
    let line = line_at(&books, 1);
    let other = fork(&books, 900, "other", 40);
    let first = line_at(&other, 901);
    let (restored, _) = stored.greet("two", &other, first);
    assert_eq!(restored, GreetingPlan::Answer { common: Node::new(0, 900), home: Home::Begins(first, None) });
    let (forked, _) = stored.greet("one", &other, line);
    assert_eq!(forked, GreetingPlan::Answer { common: Node::new(0, 900), home: Home::Begins(first, None) });
    let copied = fork(&books, 1_000, "copied", 1);
    let (copied_plan, _) = stored.greet("two", &copied, line);
    let home = Home::Begins(line_at(&copied, 1_001), None);
    assert_eq!(copied_plan, GreetingPlan::Answer { common: Node::new(0, 1_000), home });
}

#[test]
fn an_announced_line_is_found_again() {
    let (mut stored, books) = thousand();
    let other = fork(&books, 900, "other", 40);
    let first = line_at(&other, 901);
    let row = stored.line(&other, Some(0), 900, Beside, "two");
    stored.empty(row);
    let (plan, _) = stored.greet("two", &other, first);
    assert_eq!(plan, GreetingPlan::Answer { common: Node::new(0, 900), home: Home::Begins(first, Some(row)) });
    let plan = stored.place("two", &other, (900, 940), first, first);
    assert_eq!(plan, take(Node::new(0, 900), 940, Target::Begin(first, Some(row))));
}

proptest! {
    #[test]
    fn the_newest_common_entry_is_found_in_any_tree(
        old in 1_u64..3_000, fork_at in 0_u64..3_000, more in 0_u64..2_000, mine_at in 0_u64..4_000, mine in 0_u64..2_000, second: bool,
    ) {
        let books = story("old", old);
        let fork_at = fork_at.min(old);
        let branch = fork(&books, fork_at, "branch", more);
        let mut stored = Stored::default();
        stored.line(&books, None, 0, Current, "one");
        if more > 0 {
            stored.line(&branch, (fork_at > 0).then_some(0), fork_at, Beside, "two");
        }
        let base = if second { &branch } else { &books };
        let at = mine_at.min(base.len() as u64);
        prop_assume!(at + mine > 0);
        let journal = fork(base, at, "mine", mine);
        let (plan, rounds) = stored.greet("one", &journal, line_at(&journal, 1));
        let GreetingPlan::Answer { common, .. } = plan else { panic!("still asking") };
        prop_assert_eq!(common.seq, at);
        prop_assert!(rounds <= 5, "{} hellos", rounds);
        if mine > 0 {
            let line = line_at(&journal, 1);
            let from = at.saturating_sub(mine % 7);
            match stored.place("one", &journal, (from, at + mine), line, line) {
                ParcelPlan::Take(plan) => prop_assert_eq!((plan.after, plan.upto), (common, at + mine)),
                other => prop_assert!(false, "{:?} after {:?}", other, mark(&journal, at)),
            }
        }
    }
}
