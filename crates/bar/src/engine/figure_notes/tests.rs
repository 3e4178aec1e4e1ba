//! Tests of the notes.

use super::*;
use crate::engine::{Command, StepOutcome, step};
use crate::rates::SetRate;
use crate::reports::Span;
use crate::seating::SeatingCommand;
use base::{Actor, Envelope, Rate, Timestamp};
use store::MemoryTables;

fn does(tables: &mut MemoryTables, command: &Command) {
    let envelope = Envelope { at: Timestamp::from_millis(1), running: 0, actor: Actor::the_box() };
    assert!(matches!(step(tables, &envelope, command).expect("memory"), StepOutcome::Done(_)), "{command:?}");
}

fn rate(text: &str) -> Command {
    Command::Rate(SetRate { rate: Rate::parse(text).expect("a rate") })
}

fn noted_after(tables: &MemoryTables, after: u64) -> Vec<Source> {
    changes(tables, after, &[], 100).expect("memory").into_iter().map(|row| row.source).collect()
}

#[test]
fn nothing_is_noted_before_begin_and_after_end() {
    let mut tables = MemoryTables::new();
    does(&mut tables, &rate("190"));
    assert_eq!((count(&tables).expect("memory"), noted(&tables).expect("memory")), (0, None));
    begin(&mut tables).expect("memory");
    assert_eq!(noted(&tables).expect("memory"), Some(Noted { from: 1, all: true }));
    does(&mut tables, &rate("195"));
    assert_eq!(noted_after(&tables, 1), [Source::Rate]);
    assert_eq!(noted_after(&tables, 2), []);
    begin(&mut tables).expect("memory");
    assert_eq!(noted(&tables).expect("memory"), Some(Noted { from: 1, all: true }), "it goes on");
    end(&mut tables).expect("memory");
    does(&mut tables, &rate("200"));
    assert_eq!((noted_after(&tables, 2), noted(&tables).expect("memory")), (vec![], None));
}

#[test]
fn what_head_office_has_is_forgotten_in_small_steps() {
    let mut tables = MemoryTables::new();
    begin(&mut tables).expect("memory");
    does(&mut tables, &Command::Seating(SeatingCommand::Seed));
    let (rows, head) = (count(&tables).expect("memory"), store::head(&tables).expect("memory"));
    assert!(rows > 3, "several tables");
    does(&mut tables, &rate("195"));
    all_sent(&mut tables).expect("memory");
    let mut steps = 1;
    while forget(&mut tables, head, 2).expect("memory") {
        steps += 1;
        assert!(count(&tables).expect("memory") > 0);
    }
    assert!(steps > 1);
    assert_eq!(noted_after(&tables, 0), [Source::Rate], "what is newer stays");
    assert_eq!(noted(&tables).expect("memory"), Some(Noted { from: head, all: false }), "an older copy of head office needs everything");
    require_all(&mut tables).expect("memory");
    assert_eq!(noted(&tables).expect("memory"), Some(Noted { from: head, all: true }));
}

#[test]
fn sources_have_numbers_and_tables_of_their_own() {
    let numbers: std::collections::BTreeSet<u8> = Source::ALL.into_iter().map(Source::number).collect();
    let tables: std::collections::BTreeSet<&str> = Source::ALL.into_iter().map(Source::table).collect();
    assert_eq!((numbers.len(), tables.len()), (Source::ALL.len(), Source::ALL.len()));
    for source in Source::ALL {
        assert_eq!(Source::of_number(source.number()), Some(source));
        assert_eq!(Source::of_row(source.table(), &[0, 0x80, 0, 0, 1, 1, 1]), Some(source));
    }
    assert_eq!(Source::of_row("totals_products", &(Span::Ever, 3u64).to_bytes()), None);
    assert_eq!(Source::of_row("sales", &[]), None);
}
