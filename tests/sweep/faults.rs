//! Disk failures at every operation of the story: once, permanently, for writes only, or because the disk is full.
//!
//! Every answer is correct: what was saved is there, what was not saved is absent, now and after a power cut, and where that is
//! unknown the box says so. Reads continue and show nothing that is not durable. When the disk works again, the box continues
//! without a restart.

use std::path::Path;
use std::sync::Arc;

use barback::engine::Failure;
use barback::{rates, sales};
use store::{OpenError, StoreError, kept_answer};

use crate::answers::check_answers;
use crate::crash_image::{Shape, UnsyncedDisk};
use crate::power::undisturbed_run;
use crate::rng::{SeededRng, number};
use crate::sim_disk::{Fault, Image, SimDisk};
use crate::story::{OpenBox, Part, Step, story};
use crate::story_run::{Acknowledged, StoryRun, check_recovery};

/// In the ordinary run every n-th operation is tried as the failing one; in the long run every operation.
const STRIDE: u64 = 97;

/// In the ordinary run every n-th sync is tried as the failing one.
const SYNC_STRIDE: u64 = 3;
/// Random outcomes of a failed sync that the long run tries for each sync.
const SEEDS: u64 = 3;

/// More syncs than the rest of the story takes.
const RESTART_SYNCS_MAX: u64 = 40;

/// When the disk begins to fail.
#[derive(Debug, Clone, Copy)]
enum When {
    /// With the n-th operation of the story, or its n-th sync where only these fail.
    At(u64),
    /// With the n-th from when the box is stopped in the middle of the story.
    Restarts(u64),
}

/// Result of one run with one fault.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    /// Operations that failed.
    failures: u64,
    /// Steps that were refused.
    refused: u64,
}

/// Runs the story on a disk that fails. A refused step is repeated: first on the failing disk, to see that nothing was stored, then
/// on the repaired one.
fn run_with_fault(when: When, fault: Fault, seed: u64, whole: &StoryRun, folder: &Path) -> Result<Outcome, String> {
    let disk = SimDisk::default().seeded(seed);
    if let When::At(at) = when {
        disk.fail_at(at, fault);
    }
    let mut outcome = Outcome::default();
    let mut acknowledged = Acknowledged::default();
    let mut bar = start(&disk, folder, &mut outcome)?;
    acknowledged.secret = Some(bar.secret.clone());
    for part in story() {
        let steps: Vec<&Step> = match &part {
            Part::Steps(steps) => steps.iter().collect(),
            Part::Idle(idle) => {
                // No request is open: what fails here is done with the next change.
                outcome.refused += u64::from(bar.idle_for(*idle).is_err());
                if matches!(fault, Fault::Full | Fault::ReadOnly) {
                    check_reads(&bar, &acknowledged)?;
                }
                continue;
            }
            Part::Upgrade => {
                if bar.mark_tables_outdated().is_err() {
                    outcome.refused += 1;
                    disk.repair();
                    bar.mark_tables_outdated().map_err(|error| format!("the disk is repaired, and still: {error}"))?;
                }
                if let When::Restarts(at) = when {
                    disk.fail_at(at, fault);
                }
                drop(bar);
                bar = start(&disk, folder, &mut outcome)?;
                continue;
            }
        };
        let mut results = bar.submit(&steps);
        if results.iter().any(Result::is_err) {
            check_only_disk_errors(&results)?;
            outcome.refused += 1;
            if matches!(fault, Fault::Full | Fault::ReadOnly | Fault::Syncs) {
                check_reads(&bar, &acknowledged)?;
            }
            check_answers(&disk, &bar, steps.iter().copied().zip(&results))?;
            // A repeated request with the same key, on the failing disk, gets an answer that is correct for both attempts.
            let again = bar.submit(&steps);
            check_answers(&disk, &bar, steps.iter().copied().zip(&again))?;
            disk.repair();
            check_reads(&bar, &acknowledged)?;
            results = bar.submit(&steps);
        }
        for (step, result) in steps.iter().zip(results) {
            let answer = result.map_err(|failure| format!("step {} on a disk that is well again: {failure:?}", step.number))?.body;
            acknowledged.answers.insert(step.number, answer);
        }
    }
    outcome.failures = disk.failures();
    // After a power cut only what is durable now is left, both while the box runs and after a clean shutdown.
    let open = disk.trace();
    drop(bar);
    for (when, trace) in [("open", open), ("closed", disk.trace())] {
        let mut unsynced = UnsyncedDisk::starting_with(&Image::new());
        trace.iter().for_each(|op| unsynced.apply(op));
        for shape in [Shape::Nothing, Shape::Everything] {
            let image = unsynced.crash_image(shape, &mut SeededRng::new(0));
            let kept = check_recovery(&image, &acknowledged, whole, folder);
            kept.map_err(|wrong| format!("{when}, then a power cut, {shape:?}: {wrong}"))?;
        }
    }
    Ok(outcome)
}

/// A start on a failing disk reports the disk, never a damaged file. On the repaired disk it succeeds.
fn start(disk: &SimDisk, folder: &Path, outcome: &mut Outcome) -> Result<OpenBox, String> {
    match OpenBox::start(Arc::new(disk.clone()), folder) {
        Ok(bar) => return Ok(bar),
        Err(OpenError::Io { .. } | OpenError::Store(StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_))) => outcome.refused += 1,
        Err(error) => return Err(format!("the disk failed, but the box reports: {error}")),
    }
    disk.repair();
    OpenBox::start(Arc::new(disk.clone()), folder).map_err(|error| format!("the disk is repaired, and the box does not open: {error}"))
}

fn check_only_disk_errors<T: std::fmt::Debug>(results: &[Result<T, Failure>]) -> Result<(), String> {
    let of_the_disk = |error: &StoreError| matches!(error, StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_));
    let is_expected = |result: &Result<T, Failure>| match result {
        Ok(_) => true,
        Err(Failure::Store(error)) => of_the_disk(error),
        Err(_) => false,
    };
    let wrong = results.iter().find(|result| !is_expected(result));
    wrong.map_or(Ok(()), |wrong| Err(format!("the disk failed, but the box reports: {wrong:?}")))
}

/// Everything that was acknowledged can be read.
fn check_reads(bar: &OpenBox, acknowledged: &Acknowledged) -> Result<(), String> {
    let result = bar.store.read(|view| {
        rates::rate(view)?;
        let mut lines = 0;
        sales::visit_recorded_lines(view, u64::MAX, |_| {
            lines += 1;
            std::ops::ControlFlow::Continue(())
        })?;
        for number in acknowledged.answers.keys() {
            if kept_answer(view, &store::IdempotencyHash([*number; 32]))?.is_none() {
                return Ok(Some(*number));
            }
        }
        Ok(None)
    });
    match result {
        Ok(None) => Ok(()),
        Ok(Some(number)) => Err(format!("step {number} is missing")),
        Err(error) => Err(format!("reading failed: {error}")),
    }
}

fn every_operation_fails(fault: Fault) {
    let folder = tempfile::tempdir().expect("room");
    let whole = undisturbed_run(folder.path());
    let disk = SimDisk::default();
    crate::story_run::run_story_on(&disk, folder.path(), |disk| Arc::new(disk)).expect("no failure");
    let of_syncs = matches!(fault, Fault::Syncs | Fault::OneSync);
    let (operations, usual) = if of_syncs { (disk.syncs(), SYNC_STRIDE) } else { (disk.operations(), STRIDE) };
    let stride = number("BARBACK_SWEEP_STRIDE", usual);
    let seeds = if of_syncs && stride == 1 { SEEDS } else { 1 };
    let mut rng = SeededRng::from_env();
    let (mut with_faults, mut refused, mut broken) = (0, 0, Vec::new());
    for at in (1..=operations).step_by(stride as usize) {
        for _ in 0..seeds {
            match run_with_fault(When::At(at), fault, rng.any(), &whole, folder.path()) {
                Ok(outcome) => {
                    with_faults += u64::from(outcome.failures > 0);
                    refused += u64::from(outcome.refused > 0);
                }
                Err(wrong) => broken.push(format!("{fault:?} at {at} of {operations}: {wrong}")),
            }
        }
    }
    println!("{fault:?}: {operations} operations, every {stride}th: {with_faults} runs with a fault, {refused} of them with a refusal");
    assert!(broken.is_empty(), "{} broken: {:#?}", broken.len(), &broken[..broken.len().min(8)]);
    assert!(refused > 0 || fault == Fault::OneSync, "no fault was noticed");
}

#[test]
fn a_disk_that_fails_once_costs_one_answer() {
    every_operation_fails(Fault::Once);
}

#[test]
fn a_disk_that_fails_permanently_costs_answers_and_nothing_else() {
    every_operation_fails(Fault::Permanent);
}

/// The newest commit of a box that stops or starts may be complete in memory only. A start that relies on it without writing it again
/// would lose the bar at the next power cut.
#[test]
fn a_commit_that_was_never_synced_is_not_relied_on() {
    let folder = tempfile::tempdir().expect("room");
    let whole = undisturbed_run(folder.path());
    let mut tried = 0;
    for at in 1.. {
        let outcome = run_with_fault(When::Restarts(at), Fault::Syncs, at, &whole, folder.path());
        let outcome = outcome.unwrap_or_else(|wrong| panic!("from sync {at}: {wrong}"));
        if outcome.refused == 0 || at > RESTART_SYNCS_MAX {
            break;
        }
        tried += 1;
    }
    println!("{tried} syncs with which a box restarts");
    assert!((4..RESTART_SYNCS_MAX).contains(&tried), "{tried}");
}

#[test]
fn a_sync_that_fails_once_is_reported_correctly() {
    every_operation_fails(Fault::OneSync);
}

#[test]
fn a_disk_without_syncs_shows_what_is_durable() {
    every_operation_fails(Fault::Syncs);
}

#[test]
fn a_read_only_disk_can_still_be_read() {
    every_operation_fails(Fault::ReadOnly);
}

#[test]
fn a_full_disk_can_still_be_read() {
    every_operation_fails(Fault::Full);
}
