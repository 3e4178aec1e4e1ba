//! The parts of the story on a stopped box: a restore, a promotion, and what is noted of the machine below the box.

use std::path::Path;

use barback::backup::{self, FollowedBox, Source};
use barback::box_events::MachineChange;
use barback::engine::{self, Command, StepOutcome};
use barback::printing::{self, JobStatus, PrintCommand};
use barback::standby::Code;
use base::Timestamp;
use store::{Folder, Store};

use super::record::{SPARE_ID, TILL_ID};

/// Executes a command on the store of a stopped box.
fn execute(store: &Store, command: &Command, now: Timestamp) {
    let done = store.write(|tables| {
        let envelope = engine::offline_envelope(tables, now)?;
        engine::step(tables, &envelope, command)
    });
    assert!(matches!(done.expect("a disk"), StepOutcome::Done(_)), "the command is refused");
}

fn open_store(data: &Path) -> Store {
    Store::open(Folder::lock(data).expect("free")).expect("whole")
}

/// Restores `data` from its newest backup, then queues an address slip: over the API, a box without a network refuses one.
pub(super) fn restore(data: &Path, now: Timestamp) {
    let newest = backup::newest(None, data, now).expect("a backup");
    backup::restore(&Source::open(&newest).expect("a backup"), data, true, now).expect("restored");
    let (url, name_url) = (Some("http://192.168.1.7:8080".to_owned()), Some("http://bar.local:8080".to_owned()));
    let slip = PrintCommand::Slip { printer_id: SPARE_ID, url, name_url, secure: None };
    execute(&open_store(data), &Command::Print(slip), now);
    drives_the_machine(&open_store(data), now);
}

/// Marks the oldest pending print job as failed, then promotes the box of `data` from a second box to the first.
pub(super) fn promote(data: &Path, code: Code, now: Timestamp) {
    let store = open_store(data);
    let waiting = store.read(|view| printing::open_jobs(view, TILL_ID)).expect("readable");
    let job = waiting.into_iter().find(|job| job.status.is_pending()).expect("a pending job");
    let error = Some("It cannot be printed there".to_owned());
    let report = PrintCommand::Report { job_id: job.id, printer_id: TILL_ID, status: JobStatus::Failed, error };
    execute(&store, &Command::Print(report), now);
    let following = FollowedBox { first_address: "192.168.1.7:8080".to_owned(), code, first_box_head: 0 };
    store.write(|tables| backup::set_followed_box(tables, &following)).expect("a disk");
    backup::promote(&store, now, None).expect("a disk").expect("it followed");
}

/// Notes everything that people do to the machine below the box: the story's box runs on a machine that is not its own.
fn drives_the_machine(store: &Store, now: Timestamp) {
    let version = || "9.0.0".to_owned();
    for change in [
        MachineChange::NetworkTried,
        MachineChange::NetworkKept,
        MachineChange::NetworkUndone,
        MachineChange::ClockSet { from: Timestamp::from_millis(0), to: now },
        MachineChange::UpdateStarted { version: version() },
        MachineChange::UpdateCancelled { version: version() },
        MachineChange::UpdateWorked { version: version() },
        MachineChange::UpdateFailed { version: version() },
        MachineChange::Restarted,
        MachineChange::SwitchedOff,
    ] {
        execute(store, &Command::NoteMachine(change), now);
    }
}
