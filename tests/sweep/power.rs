//! Power cuts after every operation, in every shape, and once more during recovery.

use std::path::Path;
use std::sync::Arc;

use crate::crash_image::{Shape, UnsyncedDisk};
use crate::rng::{SeededRng, number};
use crate::sim_disk::Image;
use crate::story_run::{Acknowledged, StoryRun, check_recovery, run_story};

/// Crash images of the ordinary run.
const IMAGES: u64 = 80;
/// Problems that are shown.
const BROKEN_SHOWN: usize = 8;
/// One of this many images gets a second power cut during the recovery from the first.
const SECOND_CUTS: u64 = 2;

/// What a sweep found.
#[derive(Debug, Default)]
pub struct Found {
    images: u64,
    second_cuts: u64,
    /// The problems, in words.
    pub broken: Vec<String>,
}

impl Found {
    fn check(&mut self, what: String, result: Result<StoryRun, String>) -> Option<StoryRun> {
        match result {
            Ok(run) => Some(run),
            Err(wrong) => {
                self.broken.push(format!("{what}: {wrong}"));
                None
            }
        }
    }
}

/// The state of the disk after each operation of `run`, which began on `start`.
fn moments<'t>(start: &Image, run: &'t StoryRun) -> impl Iterator<Item = (usize, UnsyncedDisk)> + 't {
    let mut unsynced = UnsyncedDisk::starting_with(start);
    run.trace.iter().enumerate().map(move |(place, op)| {
        unsynced.apply(op);
        (place + 1, unsynced.clone())
    })
}

/// Extent of a sweep.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Number of crash images, without second cuts, from a random start.
    pub images: u64,
    /// Latest operation after which a cut comes.
    pub within: usize,
    /// Number of problems that ends the sweep.
    pub enough: usize,
}

/// Cuts the power during `run` and checks the recovery against `acknowledged_after`, what was acknowledged after that many operations.
/// `whole` is the undisturbed run.
pub fn sweep(run: &StoryRun, acknowledged_after: impl Fn(usize) -> Acknowledged, whole: &StoryRun, plan: Plan, folder: &Path) -> Found {
    let mut rng = SeededRng::from_env();
    let mut found = Found::default();
    let places = run.trace.len().min(plan.within);
    // Irregular steps, because regular ones would meet the same shape each time.
    let gap = ((places * Shape::ALL.len()) as u64 / plan.images).max(1) * 2 - 1;
    let mut next = rng.below(gap);
    let mut passed = 0;
    // With more images than places, the same places come again with other random choices.
    while found.images < plan.images {
        for (changes, unsynced) in moments(&Image::new(), run).take(places) {
            for shape in Shape::ALL {
                passed += 1;
                if passed <= next || (!unsynced.has_unsynced() && shape != Shape::Nothing) {
                    continue;
                }
                next += 1 + rng.below(gap);
                let image = unsynced.crash_image(shape, &mut rng);
                let what = format!("cut after {changes} of {}, {shape:?}", run.trace.len());
                let acknowledged = acknowledged_after(changes);
                found.images += 1;
                if let Some(again) = found.check(what.clone(), check_recovery(&image, &acknowledged, whole, folder))
                    && found.images.is_multiple_of(SECOND_CUTS)
                {
                    cut_again(&image, &again, &acknowledged, whole, folder, &what, &mut rng, &mut found);
                }
                if found.broken.len() >= plan.enough {
                    return found;
                }
            }
        }
    }
    found
}

/// Cuts the power once more, mostly during recovery.
#[expect(clippy::too_many_arguments)]
fn cut_again(
    image: &Image,
    again: &StoryRun,
    acknowledged: &Acknowledged,
    whole: &StoryRun,
    folder: &Path,
    what: &str,
    rng: &mut SeededRng,
    found: &mut Found,
) {
    let within = if again.open > 0 && rng.below(4) > 0 { again.open } else { again.trace.len() };
    let changes = 1 + rng.below(within as u64) as usize;
    let mut unsynced = UnsyncedDisk::starting_with(image);
    again.trace[..changes].iter().for_each(|op| unsynced.apply(op));
    let shape = Shape::ALL[rng.below(Shape::ALL.len() as u64) as usize];
    let second = unsynced.crash_image(shape, rng);
    let what = format!("{what}; again after {changes}, {shape:?}");
    found.second_cuts += 1;
    found.check(what, check_recovery(&second, &again.acknowledged(changes).and(acknowledged.clone()), whole, folder));
}

/// A run of the story without faults.
pub fn undisturbed_run(folder: &Path) -> StoryRun {
    run_story(&Image::new(), folder, |disk| Arc::new(disk)).expect("no failure")
}

#[test]
fn after_every_power_cut_the_box_has_what_it_acknowledged() {
    let folder = tempfile::tempdir().expect("room");
    let whole = undisturbed_run(folder.path());
    let began = std::time::Instant::now();
    let plan = Plan { images: number("BARBACK_SWEEP_IMAGES", IMAGES), within: usize::MAX, enough: BROKEN_SHOWN };
    let found = sweep(&whole, |changes| whole.acknowledged(changes), &whole, plan, folder.path());
    println!(
        "{} operations, {} images, {} of them cut again during recovery, {} broken, {:.1} s",
        whole.trace.len(),
        found.images,
        found.second_cuts,
        found.broken.len(),
        began.elapsed().as_secs_f64()
    );
    assert!(found.broken.is_empty(), "{:#?}", found.broken);
}
