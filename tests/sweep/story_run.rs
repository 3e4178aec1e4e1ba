//! Runs the story on one disk and records when each answer was given; and the oracle that checks a crash image against those answers.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use store::{Disk, MemoryTables, RawEntry, Store, entries_after, kept_answer};

use crate::rebuild_check;
use crate::sim_disk::{Image, Op, SimDisk};
use crate::story::{OpenBox, Part, Step, story};

/// An answer that a caller received, with its place in the disk's operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promise {
    /// Number of disk changes before the request.
    pub requested_at: usize,
    /// Number of disk changes before the answer.
    pub answered_at: usize,
    /// The answer, byte for byte.
    pub answer: Vec<u8>,
}

/// Answers by the number of their step.
pub type Promises = BTreeMap<u8, Promise>;

/// A run of the story.
#[derive(Clone)]
pub struct StoryRun {
    /// The operations of the disk.
    pub trace: Vec<Op>,
    /// Number of disk changes before the box was open for the first time.
    pub open: usize,
    /// The answers.
    pub promises: Promises,
    /// The secret that signs sessions.
    pub secret: Vec<u8>,
    /// The tables at the end.
    pub tables: MemoryTables,
    /// The journal at the end.
    pub journal: Vec<RawEntry>,
}

/// Runs the whole story on a disk that contains `image`. `wrap` wraps the disk before the store uses it.
pub fn run_story(image: &Image, folder: &Path, wrap: impl Fn(SimDisk) -> Arc<dyn Disk>) -> Result<StoryRun, String> {
    run_story_on(&SimDisk::holding(image), folder, wrap)
}

/// As [`run_story`], on a disk that the caller keeps.
pub fn run_story_on(disk: &SimDisk, folder: &Path, wrap: impl Fn(SimDisk) -> Arc<dyn Disk>) -> Result<StoryRun, String> {
    let start = || OpenBox::start(wrap(disk.clone()), folder).map_err(|error| format!("the box does not open: {error}"));
    let mut bar = start()?;
    let open = disk.changes();
    let mut promises = Promises::new();
    for part in story() {
        let steps: Vec<&Step> = match &part {
            Part::Steps(steps) => steps.iter().collect(),
            Part::Idle(idle) => {
                bar.idle_for(*idle).map_err(|error| error.to_string())?;
                continue;
            }
            Part::Upgrade => {
                bar.mark_tables_outdated().map_err(|error| error.to_string())?;
                drop(bar);
                bar = start()?;
                continue;
            }
        };
        let requested_at = disk.changes();
        for (step, result) in steps.iter().zip(bar.submit(&steps)) {
            let answer = result.map_err(|failure| format!("step {}: {failure:?}", step.number))?.body;
            promises.insert(step.number, Promise { requested_at, answered_at: disk.changes(), answer });
        }
    }
    Ok(StoryRun {
        open,
        promises,
        secret: bar.secret.clone(),
        tables: tables(&bar.store)?,
        journal: entries(&bar.store)?,
        trace: disk.trace(),
    })
}

/// The tables of `store`, after checking that a rebuild from the journal gives the same.
fn tables(store: &Store) -> Result<MemoryTables, String> {
    rebuild_check::assert_rebuilds(store);
    store.derived_tables().map_err(|error| error.to_string())
}

fn entries(store: &Store) -> Result<Vec<RawEntry>, String> {
    store.read(|view| entries_after(view, 0, usize::MAX)).map_err(|error| error.to_string())
}

/// What was acknowledged before the power cut.
#[derive(Debug, Clone, Default)]
pub struct Acknowledged {
    /// The answers, by step.
    pub answers: BTreeMap<u8, Vec<u8>>,
    /// The session secret, if a box was open with it.
    pub secret: Option<Vec<u8>>,
}

impl StoryRun {
    /// What was acknowledged after this number of disk changes.
    pub fn acknowledged(&self, changes: usize) -> Acknowledged {
        let answered = self.promises.iter().filter(|(_, promise)| promise.answered_at <= changes);
        let answers = answered.map(|(number, promise)| (*number, promise.answer.clone())).collect();
        Acknowledged { answers, secret: (self.open <= changes).then(|| self.secret.clone()) }
    }
}

impl Acknowledged {
    /// Adds what an earlier run had acknowledged.
    pub fn and(mut self, earlier: Acknowledged) -> Acknowledged {
        self.answers.extend(earlier.answers);
        self.secret = earlier.secret.or(self.secret);
        self
    }
}

/// Starts a box on `image` and fails unless it has everything that was acknowledged, once, and nothing that contradicts `whole`, the
/// undisturbed run. Returns the rest of the story, run from there.
pub fn check_recovery(image: &Image, acknowledged: &Acknowledged, whole: &StoryRun, folder: &Path) -> Result<StoryRun, String> {
    let disk: Arc<dyn Disk> = Arc::new(SimDisk::holding(image));
    let bar = OpenBox::start(disk, folder).map_err(|error| format!("the box does not open: {error}"))?;
    let checked = bar.store.read(|view| {
        let mut missing = Vec::new();
        for (number, answer) in &acknowledged.answers {
            let kept = kept_answer(view, &store::IdempotencyHash([*number; 32]))?;
            if kept.as_ref().map(|kept| &kept.body) != Some(answer) {
                missing.push(*number);
            }
        }
        Ok(missing)
    });
    let missing = checked.map_err(|error| error.to_string())?;
    if !missing.is_empty() {
        return Err(format!("steps {missing:?} were answered and are not stored"));
    }
    let entries = entries(&bar.store)?;
    if !whole.journal.starts_with(&entries) {
        return Err("the journal is not a prefix of the undisturbed run's".to_owned());
    }
    // The tables must be those that the journal rebuilds to.
    tables(&bar.store)?;
    drop(bar);

    let again = run_story(image, folder, |disk| Arc::new(disk))?;
    for (number, answer) in &acknowledged.answers {
        if again.promises.get(number).map(|promise| &promise.answer) != Some(answer) {
            return Err(format!("step {number} is answered differently the second time"));
        }
    }
    if acknowledged.secret.as_ref().is_some_and(|secret| *secret != again.secret) {
        return Err("all sessions ended: the secret differs".to_owned());
    }
    if again.journal != whole.journal {
        return Err("the final journal differs".to_owned());
    }
    if again.tables != whole.tables {
        return Err("the final tables differ".to_owned());
    }
    Ok(again)
}
