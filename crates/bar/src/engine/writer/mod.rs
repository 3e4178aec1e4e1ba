//! Single writer thread with group commit: all waiting commands are executed in one transaction, synced once, and answered. While no
//! command waits it maintains the store.
//!
//! A sync on an SD card takes 5 to 30 ms; commands that arrive during one share the next.

mod answering;
mod due_directives;
mod transaction;

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

use answering::kept_answer;
pub use due_directives::next_due_directive;
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};
use transaction::{Committed, Transaction, Written};

use super::box_time::BoxTime;
use super::feed::{FeedPublisher, NewHeads};
use super::{Answer, Failure, IdempotencyKey, Render, Submission};
use super::{Clock, Command, Feed, Purpose, Stamps, last_entry};
use crate::box_events;
use crate::directives::ContentReader;
use base::Actor;
use store::{IdempotencyHash, Store, StoreError, Stored, Tables};

/// Capacity of the writer's queue, in commands; further callers wait before they enqueue.
const QUEUE_MAX: usize = 1_024;
/// Most commands in one transaction: bounds the wait of the first and the memory of all.
const BATCH_MAX: usize = 256;

/// Divisor: the writer waits for 1/8 of the last commit's duration for the callers that shared it.
const GROUP_WAIT_DIVISOR: u32 = 8;
/// Shorter waits are skipped: the wait is for slow disks, and a shorter one is not worth a timer.
const GROUP_WAIT_MIN: Duration = Duration::from_millis(1);
/// Longest wait: a card that stalled once for ten seconds must not delay all commands by another second.
const GROUP_WAIT_MAX: Duration = Duration::from_millis(50);
/// Shortest pause between two maintenance steps of the store.
const MAINTENANCE_PAUSE_MIN: Duration = Duration::from_millis(1);

struct WriterJob {
    submission: Submission,
    reply: oneshot::Sender<Result<Answer, Failure>>,
}

/// Handle for submitting commands. Cheap to clone; the writer ends when the last clone is dropped.
#[derive(Clone)]
pub struct Engine {
    queue: mpsc::Sender<WriterJob>,
    feed: Feed,
    settings_feed: Feed,
    pub(super) time: Arc<BoxTime>,
    reader: Arc<OnceLock<ContentReader>>,
}

/// As [`Engine`], without keeping the writer alive.
#[derive(Clone)]
pub struct WeakEngine {
    queue: mpsc::WeakSender<WriterJob>,
    feed: Feed,
    settings_feed: Feed,
    time: Arc<BoxTime>,
    reader: Arc<OnceLock<ContentReader>>,
}

impl WeakEngine {
    /// The engine; `None` once the writer has ended.
    pub fn upgrade(&self) -> Option<Engine> {
        let WeakEngine { feed, settings_feed, time, reader, .. } = self.clone();
        Some(Engine { queue: self.queue.upgrade()?, feed, settings_feed, time, reader })
    }
}

impl Engine {
    /// Starts the writer on `store`. Join the handle after the last engine is dropped.
    pub fn start(store: Arc<Store>, clock: Arc<dyn Clock>) -> Result<(Self, JoinHandle<()>), StoreError> {
        let (last, stamps) = store.read(|view| Ok((last_entry(view)?, Stamps::after(view)?)))?;
        let (queue, jobs) = mpsc::channel(QUEUE_MAX);
        let publisher = FeedPublisher::after(last.as_ref().map_or(0, |entry| entry.seq));
        let (feed, settings_feed) = (publisher.journal(), publisher.settings());
        let before = last.map_or(0, |entry| entry.envelope.running);
        let time = Arc::new(BoxTime::new(clock, before, stamps));
        let reader = Arc::<OnceLock<ContentReader>>::default();
        let writer = Writer {
            store,
            time: time.clone(),
            reader: reader.clone(),
            publisher,
            uncertain: UncertainCommit::default(),
            is_first: true,
            decides_due: false,
            holds_due: false,
        };
        let timer = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        let thread = std::thread::Builder::new().name("writer".to_owned()).spawn(move || writer.run(jobs, &timer))?;
        Ok((Engine { queue, feed, settings_feed, time, reader }, thread))
    }

    /// As [`Engine::start`], and notes that the box started. A disk that takes no write keeps no bar from starting.
    pub fn start_and_note(store: Arc<Store>, clock: Arc<dyn Clock>) -> Result<(Self, JoinHandle<()>), StoreError> {
        let now = clock.now();
        let note = |tables: &mut dyn Tables| {
            let last = last_entry(tables.view())?;
            let running = last.map_or(0, |entry| entry.envelope.running);
            let at = Stamps::after(tables.view())?.estimated_now(now, running);
            box_events::note_start(tables, at)
        };
        if let Err(error) = store.write(note) {
            tracing::warn!("the start of the box is not noted: {error}");
        }
        Engine::start(store, clock)
    }

    /// Executes a command. Returns once it is durable, or refused.
    pub async fn submit(&self, submission: Submission) -> Result<Answer, Failure> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(WriterJob { submission, reply }).await.map_err(|_| Failure::Stopped)?;
        answer.await.map_err(|_| Failure::Unanswered)?
    }

    /// Decides changes of head office from now on, which `reader` reads. Without a reader they wait.
    pub fn decide_directives_with(&self, reader: ContentReader) {
        let _ = self.reader.set(reader);
    }

    /// See [`WeakEngine`].
    pub fn downgrade(&self) -> WeakEngine {
        let Engine { queue, feed, settings_feed, time, reader } = self.clone();
        WeakEngine { queue: queue.downgrade(), feed, settings_feed, time, reader }
    }

    /// Executes a command without rendering an answer.
    pub async fn run(&self, command: Command, actor: Actor) -> Result<(), Failure> {
        let render: Render = Box::new(|_, _| Ok(Answer { status: 204, body: Vec::new() }));
        self.submit(Submission { command, purpose: Purpose::default(), actor, key: None, render }).await.map(|_| ())
    }

    /// Feed of the journal.
    pub fn feed(&self) -> Feed {
        self.feed.clone()
    }

    /// Feed of settings changes only, so that a sale does not wake its receivers.
    pub fn settings_feed(&self) -> Feed {
        self.settings_feed.clone()
    }
}

struct Writer {
    store: Arc<Store>,
    time: Arc<BoxTime>,
    /// Reads changes of head office.
    reader: Arc<OnceLock<ContentReader>>,
    publisher: FeedPublisher,
    uncertain: UncertainCommit,
    /// Whether nothing was committed since the start. Then open approvals end first.
    is_first: bool,
    /// Whether the last transaction decided changes of head office before its commands.
    decides_due: bool,
    /// Whether deciding them failed: they wait for the next start, because no sale may fail with them.
    holds_due: bool,
}

/// The last transaction, if its commit failed in a way that leaves unknown whether the disk stored it.
#[derive(Default)]
struct UncertainCommit {
    /// Idempotency keys of its commands.
    keys: HashSet<IdempotencyHash>,
    /// The heads to publish if it was stored.
    heads: NewHeads,
}

impl Writer {
    fn run(mut self, mut jobs: mpsc::Receiver<WriterJob>, timer: &Runtime) {
        let mut batch = Vec::with_capacity(BATCH_MAX);
        let (mut group_size, mut commit_time) = (0, Duration::ZERO);
        while let Some(first) = self.next(&mut jobs, timer) {
            batch.push(first);
            if group_size > 1 {
                wait_for_group(&mut batch, group_size, (commit_time / GROUP_WAIT_DIVISOR).min(GROUP_WAIT_MAX), &mut jobs, timer);
            }
            while batch.len() < BATCH_MAX {
                match jobs.try_recv() {
                    Ok(job) => batch.push(job),
                    Err(_) => break,
                }
            }
            group_size = batch.len();
            let began = self.time.running();
            self.commit(&mut batch);
            commit_time = Duration::from_millis(self.time.running().saturating_sub(began));
        }
    }

    /// The next command; `None` once all [`Engine`] handles are dropped. Maintains the store until it arrives.
    fn next(&self, jobs: &mut mpsc::Receiver<WriterJob>, timer: &Runtime) -> Option<WriterJob> {
        let since = self.time.running();
        loop {
            // Maintains before each command too: otherwise a night without a pause would let the log grow beyond its limit.
            let quiet = Duration::from_millis(self.time.running().saturating_sub(since));
            let due = self.store.maintain(quiet).unwrap_or_else(|error| {
                tracing::error!("the store's maintenance failed: {error}");
                None
            });
            let Some(due) = due else { return jobs.blocking_recv() };
            let waited = timer.block_on(async { tokio::time::timeout(due.max(MAINTENANCE_PAUSE_MIN), jobs.recv()).await });
            if let Ok(job) = waited {
                return job;
            }
        }
    }

    /// Executes the batch, answers it, then publishes the new entries.
    fn commit(&mut self, batch: &mut Vec<WriterJob>) {
        let outcome = self.transaction(batch);
        let is_faulty = matches!(outcome, None | Some(Err(StoreError::Damaged { .. } | StoreError::Unreadable { .. })));
        if is_faulty && self.decides_due {
            tracing::error!("changes of head office cannot be decided; they wait for the next start");
            self.holds_due = true;
            return self.one_by_one(batch);
        }
        match outcome {
            Some(Ok(Committed { results, heads, .. })) => {
                let heads = self.resolve_uncertain().then(heads);
                for (job, result) in batch.drain(..).zip(results) {
                    let _ = job.reply.send(result);
                }
                self.publisher.publish(&heads);
            }
            // A damaged record must fail only the command that reads it, not the others of the batch.
            Some(Err(StoreError::Damaged { .. } | StoreError::Unreadable { .. })) if batch.len() > 1 => self.one_by_one(batch),
            Some(Err(error)) => {
                tracing::error!("commands are refused: {error}");
                if let StoreError::OutcomeUnknown(_) = error {
                    self.uncertain.keys = batch.iter().filter_map(|job| Some(job.submission.key?.key)).collect();
                }
                for job in batch.drain(..) {
                    let _ = job.reply.send(self.answer_after_disk_failure(&job.submission, &error));
                }
            }
            None if batch.len() == 1 => {
                for job in batch.drain(..) {
                    let _ = job.reply.send(Err(Failure::Internal));
                }
            }
            // One of the commands panicked. Executed one by one, only that one fails.
            None => self.one_by_one(batch),
        }
    }

    /// Called once the store accepts writes again and shows whether it stored the uncertain commit. Returns the heads to publish.
    fn resolve_uncertain(&mut self) -> NewHeads {
        let UncertainCommit { heads, .. } = std::mem::take(&mut self.uncertain);
        let stored = heads.head.is_some_and(|newest| store::journal_head(&self.store).is_ok_and(|head| newest <= head));
        if stored { heads } else { NewHeads::default() }
    }

    /// The answer to a command that failed because of the disk. A caller that repeats a request under its key must not be told that
    /// nothing was saved if the first attempt was saved.
    fn answer_after_disk_failure(&self, submission: &Submission, error: &StoreError) -> Result<Answer, Failure> {
        let Some(IdempotencyKey { key, .. }) = &submission.key else { return Err(Failure::Store(error.duplicate())) };
        let kept = self.store.read(|view| kept_answer(view, submission));
        match (kept, error) {
            (Ok(Some(answer)), _) => answer.map_err(Failure::Refused),
            (Ok(None), StoreError::Unavailable(reason)) if self.uncertain.keys.contains(key) => {
                Err(Failure::Store(StoreError::OutcomeUnknown(reason.clone())))
            }
            (Err(_), StoreError::Unavailable(reason)) => Err(Failure::Store(StoreError::OutcomeUnknown(reason.clone()))),
            (_, error) => Err(Failure::Store(error.duplicate())),
        }
    }

    fn one_by_one(&mut self, batch: &mut Vec<WriterJob>) {
        for job in std::mem::take(batch) {
            self.commit(&mut vec![job]);
        }
    }

    /// Executes the batch in one transaction. `None` if a command panicked; then nothing is stored.
    fn transaction(&mut self, batch: &[WriterJob]) -> Option<Stored<Committed>> {
        let transaction = Transaction {
            now: self.time.now(),
            running: self.time.running(),
            stamps: self.time.stamps().clone(),
            stamps_may_lag: self.uncertain.heads.head.is_some(),
            expires_approvals: self.is_first,
            reader: self.reader.get().copied().filter(|_| !self.holds_due),
        };
        let mut written = Written::default();
        let submissions = batch.iter().map(|job| &job.submission);
        let work = || {
            self.store.write_if(|tables| {
                let committed = transaction.execute(tables, submissions, &mut written)?;
                Ok((committed, written.is_any))
            })
        };
        let result = catch_unwind(AssertUnwindSafe(work)).ok();
        self.decides_due = written.decides_due;
        let result = result?;
        match &result {
            Ok(committed) => self.note_commit(&transaction, committed),
            Err(StoreError::OutcomeUnknown(_)) => {
                self.uncertain = UncertainCommit { heads: written.heads, ..UncertainCommit::default() };
            }
            Err(_) => {}
        }
        Some(result)
    }

    fn note_commit(&mut self, transaction: &Transaction, committed: &Committed) {
        self.is_first = false;
        // A jump that was not recorded is reported again by the next reading.
        let mut stamps = self.time.stamps();
        stamps.clone_from(&committed.stamps);
        stamps.record_reading(transaction.now, transaction.running, committed.doubt);
        if committed.heads.head.is_some() {
            stamps.record_entry(committed.at, transaction.running);
        }
    }
}

/// Group commit: waits briefly for as many commands as the last commit had. Callers that were answered together usually return
/// together; without the wait the first would sync alone, and the others would wait for that sync.
fn wait_for_group(batch: &mut Vec<WriterJob>, group_size: usize, limit: Duration, jobs: &mut mpsc::Receiver<WriterJob>, timer: &Runtime) {
    if limit < GROUP_WAIT_MIN {
        return;
    }
    let all = async {
        while batch.len() < group_size {
            let Some(job) = jobs.recv().await else { return };
            batch.push(job);
        }
    };
    let _ = timer.block_on(async { tokio::time::timeout(limit, all).await });
}
