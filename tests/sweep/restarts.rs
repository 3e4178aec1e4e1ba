//! A power cut, a start with one fault, further sales, and a second power cut: all acknowledged sales are there after the next start.
//!
//! A start chooses between two commits of the file and reads the log that belongs to the chosen one. The other commit must not come
//! back later, when the fault is gone and the log has continued.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use store::{CHECKPOINT_AFTER, IdempotencyHash, OpenError, SYNC_MARKER_AFTER, StoreError, kept_answer};

use crate::crash_image::{Shape, UnsyncedDisk};
use crate::power::undisturbed_run;
use crate::rng::{SeededRng, number};
use crate::sim_disk::{BLOCK, Fault, Image, Op, SimDisk, written_blocks};
use crate::story::{OpenBox, another_sale};
use crate::story_run::StoryRun;

/// Restarts of the ordinary run, of each kind.
const RESTARTS: u64 = 60;
/// Most sales between the two power cuts.
const SALES_MAX: u64 = 3;
/// Step number of the first of them; the story has fewer steps.
const FIRST_SALE: u8 = 200;
/// Problems that are shown.
const BROKEN_SHOWN: usize = 8;

/// The fault of the disk while the box starts.
#[derive(Debug, Clone)]
enum StartFault {
    /// Its n-th operation fails, or its n-th sync.
    Operation(u64, Fault),
    /// A block of a file reads wrongly.
    Block(PathBuf, usize),
}

/// A power cut, and what was acknowledged before it.
struct Cut {
    what: String,
    image: Image,
    acknowledged: Vec<(u8, Vec<u8>)>,
}

/// The state of the disk after each operation of the story, where a box was open.
fn moments(whole: &StoryRun) -> Vec<(usize, UnsyncedDisk)> {
    let mut unsynced = UnsyncedDisk::starting_with(&Image::new());
    let mut moments = Vec::new();
    for (place, op) in whole.trace.iter().enumerate() {
        unsynced.apply(op);
        if place >= whole.open {
            moments.push((place + 1, unsynced.clone()));
        }
    }
    moments
}

/// Whether the operation after `place` makes a commit of the store file the primary one. A power cut before it leaves a complete
/// commit that is newer than the primary one.
fn is_between_two_syncs(whole: &StoryRun, place: usize) -> bool {
    let (before, after) = (whole.trace.get(place - 1), whole.trace.get(place));
    matches!((before, after), (Some(Op::Sync { file }), Some(Op::Write { file: other, offset: 0, .. })) if file == other)
}

fn cut(whole: &StoryRun, place: usize, unsynced: &UnsyncedDisk, shape: Shape, rng: &mut SeededRng) -> Cut {
    let acknowledged = whole.acknowledged(place).answers.into_iter().collect();
    Cut { what: format!("cut after {place}, {shape:?}"), image: unsynced.crash_image(shape, rng), acknowledged }
}

/// Starts on the image of `cut` with `start_fault`, records sales, cuts the power again, and starts a third time. Returns what is
/// wrong then; `None` if the fault did not occur.
fn restart_and_check(cut: &Cut, start_fault: &StartFault, rng: &mut SeededRng, folder: &Path) -> Option<Result<(), String>> {
    let mut image = cut.image.clone();
    if let StartFault::Block(file, block) = start_fault {
        image.get_mut(file)?[block * BLOCK + 40] ^= 8;
    }
    let disk = SimDisk::holding(&image).seeded(rng.any());
    if let StartFault::Operation(at, fault) = start_fault {
        disk.fail_at(*at, *fault);
    }
    let first = OpenBox::start(Arc::new(disk.clone()), folder);
    if matches!(start_fault, StartFault::Operation(..)) && disk.failures() == 0 {
        return None;
    }
    disk.repair();
    let bar = match first {
        Ok(bar) => bar,
        Err(OpenError::Damaged { .. }) if matches!(start_fault, StartFault::Block(..)) => {
            let unchanged = disk.image() == image;
            return Some(if unchanged {
                check_answers_kept(&cut.image, &cut.acknowledged, folder)
            } else {
                Err("it was refused and changed".to_owned())
            });
        }
        Err(OpenError::Io { .. } | OpenError::Store(StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_))) => {
            match OpenBox::start(Arc::new(disk.clone()), folder) {
                Ok(bar) => bar,
                Err(error) => return Some(Err(format!("the disk is repaired, but: {error}"))),
            }
        }
        Err(error) => return Some(Err(format!("the disk failed, but: {error}"))),
    };
    let mut acknowledged = cut.acknowledged.clone();
    for sale in 0..1 + rng.below(SALES_MAX) as u8 {
        let step = another_sale(FIRST_SALE + sale);
        if let Ok(answer) = bar.submit(&[&step]).remove(0) {
            acknowledged.push((step.number, answer.body));
        }
        match rng.below(6) {
            0 => drop(bar.idle_for(SYNC_MARKER_AFTER)),
            1 => drop(bar.idle_for(CHECKPOINT_AFTER)),
            _ => {}
        }
    }
    let mut unsynced = UnsyncedDisk::starting_with(&image);
    disk.trace().iter().for_each(|op| unsynced.apply(op));
    let mut last = unsynced.crash_image(Shape::ALL[rng.below(Shape::ALL.len() as u64) as usize], rng);
    drop(bar);
    if let StartFault::Block(file, block) = start_fault {
        // The block reads correctly again, unless it was overwritten.
        let range = block * BLOCK..(block + 1) * BLOCK;
        let bytes = last.get_mut(file).and_then(|bytes| bytes.get_mut(range.clone()));
        if let Some(bytes) = bytes.filter(|bytes| image[file].get(range) == Some(&**bytes)) {
            bytes[40] ^= 8;
        }
    }
    Some(check_answers_kept(&last, &acknowledged, folder))
}

fn check_answers_kept(image: &Image, acknowledged: &[(u8, Vec<u8>)], folder: &Path) -> Result<(), String> {
    let bar = OpenBox::start(Arc::new(SimDisk::holding(image)), folder).map_err(|error| format!("it does not open: {error}"))?;
    for (number, answer) in acknowledged {
        let kept = bar.store.read(|view| kept_answer(view, &IdempotencyHash([*number; 32]))).map_err(|error| error.to_string())?;
        if kept.map(|kept| kept.body).as_ref() != Some(answer) {
            return Err(format!("sale {number} was answered and is missing"));
        }
    }
    crate::rebuild_check::assert_rebuilds(&bar.store);
    Ok(())
}

/// Number of restarts tried, and the problems found.
#[derive(Default)]
struct Tally {
    tried: u64,
    broken: Vec<String>,
}

impl Tally {
    /// Tries one restart. Returns whether the fault occurred.
    fn try_restart(&mut self, cut: &Cut, start_fault: &StartFault, rng: &mut SeededRng, folder: &Path) -> bool {
        let Some(result) = restart_and_check(cut, start_fault, rng, folder) else { return false };
        self.tried += 1;
        if let Err(wrong) = result {
            self.broken.push(format!("{}, a start with {start_fault:?}: {wrong}", cut.what));
        }
        true
    }

    fn assert_nothing_broken(&self, what: &str) {
        println!("{what}: {} restarts, {} broken", self.tried, self.broken.len());
        assert!(self.tried > 0, "no fault occurred");
        assert!(self.broken.is_empty(), "{} broken: {:#?}", self.broken.len(), &self.broken[..self.broken.len().min(BROKEN_SHOWN)]);
    }
}

/// Any power cut, in any shape, and any single fault.
#[test]
fn a_start_with_one_fault_after_any_power_cut_loses_nothing() {
    let folder = tempfile::tempdir().expect("room");
    let whole = undisturbed_run(folder.path());
    let (moments, mut rng, mut tally) = (moments(&whole), SeededRng::from_env(), Tally::default());
    let mut operations = 300;
    while tally.tried < number("BARBACK_SWEEP_RESTARTS", RESTARTS) {
        let (place, unsynced) = &moments[rng.below(moments.len() as u64) as usize];
        let cut = cut(&whole, *place, unsynced, Shape::ALL[rng.below(Shape::ALL.len() as u64) as usize], &mut rng);
        let fault = if rng.below(4) == 0 { Fault::OneSync } else { Fault::Once };
        let most = if fault == Fault::OneSync { 8 } else { operations };
        // A start of a small bar has fewer operations, which shows in faults that do not occur.
        if !tally.try_restart(&cut, &StartFault::Operation(1 + rng.below(most), fault), &mut rng, folder.path()) && fault == Fault::Once {
            operations = (operations - 1).max(100);
        }
    }
    tally.assert_nothing_broken("any cut, any fault");
}

/// A checkpoint is cut between its two syncs, and each operation of the start fails; in the ordinary run some of them.
#[test]
fn a_newer_commit_that_one_start_could_not_read_does_not_come_back() {
    let folder = tempfile::tempdir().expect("room");
    let whole = undisturbed_run(folder.path());
    let (moments, mut rng, mut tally) = (moments(&whole), SeededRng::from_env(), Tally::default());
    let between: Vec<_> = moments.iter().filter(|(place, _)| is_between_two_syncs(&whole, *place)).collect();
    assert!(between.len() > 2, "{} checkpoints", between.len());
    let gap = (between.len() as u64 * 200 / number("BARBACK_SWEEP_RESTARTS", RESTARTS)).max(1);
    for (place, unsynced) in between {
        let cut = cut(&whole, *place, unsynced, Shape::Nothing, &mut rng);
        let mut at = 1 + rng.below(gap);
        while tally.try_restart(&cut, &StartFault::Operation(at, Fault::Once), &mut rng, folder.path()) {
            at += gap;
        }
    }
    tally.assert_nothing_broken("a newer commit that cannot be read once");
}

/// A checkpoint is cut between its two syncs, and each block reads wrongly at one start; in the ordinary run some of them.
#[test]
fn a_block_that_reads_wrongly_at_one_start_loses_nothing() {
    let folder = tempfile::tempdir().expect("room");
    let whole = undisturbed_run(folder.path());
    let (moments, mut rng, mut tally) = (moments(&whole), SeededRng::from_env(), Tally::default());
    let between: Vec<_> = moments.iter().filter(|(place, _)| is_between_two_syncs(&whole, *place)).collect();
    let gap = (between.len() as u64 * 60 / number("BARBACK_SWEEP_RESTARTS", RESTARTS)).max(1) as usize;
    for (place, unsynced) in between {
        let cut = cut(&whole, *place, unsynced, Shape::Nothing, &mut rng);
        for (file, bytes) in &cut.image {
            let first = rng.below(gap as u64) as usize;
            for block in written_blocks(bytes).into_iter().skip(first).step_by(gap) {
                if (block + 1) * BLOCK <= bytes.len() {
                    tally.try_restart(&cut, &StartFault::Block(file.clone(), block), &mut rng, folder.path());
                }
            }
        }
    }
    tally.assert_nothing_broken("blocks that read wrongly once");
}
