//! The story as it is told on one disk: what was promised, when; and the oracle that holds a disk to it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use barback::store::{Disk, MemoryTables, RawEntry, Store, entries_after, kept_answer};

use crate::disk::{Image, Op, SimDisk};
use crate::rebuild_check;
use crate::story::{OpenBox, Part, Step, story};

/// Something that somebody was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promise {
    /// How many changes the disk had seen when it was asked for.
    pub asked: usize,
    /// How many it had seen when it was answered.
    pub told: usize,
    /// The answer, to the byte.
    pub answer: Vec<u8>,
}

/// Promises by the step's number.
pub type Promises = BTreeMap<u8, Promise>;

/// The story as it went.
#[derive(Clone)]
pub struct Telling {
    /// What the disk did.
    pub trace: Vec<Op>,
    /// How many changes it had seen when the box was open for the first time.
    pub open: usize,
    /// What was promised.
    pub promises: Promises,
    /// The secret that signs sessions.
    pub secret: Vec<u8>,
    /// The tables in the end.
    pub tables: MemoryTables,
    /// The journal in the end.
    pub journal: Vec<RawEntry>,
}

/// Tells the whole story on a disk that holds `image`. `seen` shows a disk to the store through whatever glasses a test puts on.
pub fn tell(image: &Image, folder: &Path, seen: impl Fn(SimDisk) -> Arc<dyn Disk>) -> Result<Telling, String> {
    tell_on(&SimDisk::holding(image), folder, seen)
}

/// As [`tell`], on a disk that the caller keeps.
pub fn tell_on(disk: &SimDisk, folder: &Path, seen: impl Fn(SimDisk) -> Arc<dyn Disk>) -> Result<Telling, String> {
    let start = || OpenBox::start(seen(disk.clone()), folder).map_err(|error| format!("the box does not open: {error}"));
    let mut bar = start()?;
    let open = disk.changes();
    let mut promises = Promises::new();
    for part in story() {
        let steps: Vec<&Step> = match &part {
            Part::Steps(steps) => steps.iter().collect(),
            Part::Quiet(quiet) => {
                bar.is_quiet_for(*quiet).map_err(|error| error.to_string())?;
                continue;
            }
            Part::Upgrade => {
                bar.ages().map_err(|error| error.to_string())?;
                drop(bar);
                bar = start()?;
                continue;
            }
        };
        let asked = disk.changes();
        for (step, result) in steps.iter().zip(bar.does(&steps)) {
            let answer = result.map_err(|failure| format!("step {}: {failure:?}", step.number))?.body;
            promises.insert(step.number, Promise { asked, told: disk.changes(), answer });
        }
    }
    Ok(Telling {
        open,
        promises,
        secret: bar.secret.clone(),
        tables: tables(&bar.store)?,
        journal: entries(&bar.store)?,
        trace: disk.trace(),
    })
}

/// The tables of `store`, which are what its journal makes of them.
fn tables(store: &Store) -> Result<MemoryTables, String> {
    rebuild_check::assert_rebuilds(store);
    store.derived_tables().map_err(|error| error.to_string())
}

fn entries(store: &Store) -> Result<Vec<RawEntry>, String> {
    store.read(|view| entries_after(view, 0, usize::MAX)).map_err(|error| error.to_string())
}

/// What was promised before the power was cut.
#[derive(Debug, Clone, Default)]
pub struct Owed {
    /// The answers that were given.
    pub answers: BTreeMap<u8, Vec<u8>>,
    /// The secret, if a box was open with it.
    pub secret: Option<Vec<u8>>,
}

impl Telling {
    /// What had been promised when the disk had seen `changes`.
    pub fn owed(&self, changes: usize) -> Owed {
        let told = self.promises.iter().filter(|(_, promise)| promise.told <= changes);
        let answers = told.map(|(number, promise)| (*number, promise.answer.clone())).collect();
        Owed { answers, secret: (self.open <= changes).then(|| self.secret.clone()) }
    }
}

impl Owed {
    /// These promises, and those of an earlier life.
    pub fn and(mut self, earlier: Owed) -> Owed {
        self.answers.extend(earlier.answers);
        self.secret = earlier.secret.or(self.secret);
        self
    }
}

/// Fails unless a box that starts on `image` has everything that it owes, each once, and nothing that contradicts `whole`,
/// the story as nobody disturbed it. The story as it went from there.
pub fn keeps_its_word(image: &Image, owed: &Owed, whole: &Telling, folder: &Path) -> Result<Telling, String> {
    let disk: Arc<dyn Disk> = Arc::new(SimDisk::holding(image));
    let bar = OpenBox::start(disk, folder).map_err(|error| format!("the box does not open: {error}"))?;
    let look = bar.store.read(|view| {
        let mut missing = Vec::new();
        for (number, answer) in &owed.answers {
            let kept = kept_answer(view, &barback::store::IdempotencyHash([*number; 32]))?;
            if kept.as_ref().map(|kept| &kept.body) != Some(answer) {
                missing.push(*number);
            }
        }
        Ok(missing)
    });
    let missing = look.map_err(|error| error.to_string())?;
    if !missing.is_empty() {
        return Err(format!("steps {missing:?} were promised and are not there"));
    }
    let entries = entries(&bar.store)?;
    if !whole.journal.starts_with(&entries) {
        return Err("the journal is no beginning of the story".to_owned());
    }
    // Stock is the sum of movements, and the tables are what the journal makes of them.
    tables(&bar.store)?;
    drop(bar);

    let again = tell(image, folder, |disk| Arc::new(disk))?;
    for (number, answer) in &owed.answers {
        if again.promises.get(number).map(|promise| &promise.answer) != Some(answer) {
            return Err(format!("step {number} is answered differently the second time"));
        }
    }
    if owed.secret.as_ref().is_some_and(|secret| *secret != again.secret) {
        return Err("everybody is signed out: the secret is another".to_owned());
    }
    if again.journal != whole.journal {
        return Err("the journal is another in the end".to_owned());
    }
    if again.tables != whole.tables {
        return Err("the tables are others in the end".to_owned());
    }
    Ok(again)
}
