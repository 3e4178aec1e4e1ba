//! Single writer thread with group commit: all waiting commands are executed in one transaction, synced once, and answered. While no
//! command waits it maintains the store.
//!
//! A sync on an SD card takes 5 to 30 ms; commands that arrive during one share the next.

use std::cell::Cell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};

use super::box_time::BoxTime;
use super::feed::{FeedPublisher, NewHeads};
use super::{Answer, Failure, IdempotencyKey, Render, Submission};
use super::{Clock, Command, Entry, Event, Feed, Purpose, Stamps, Step, last_entry, step_for};
use crate::approvals::ApprovalCommand;
use crate::base::{Actor, Envelope, Refusal, Timestamp};
use crate::box_events::ClockDoubt;
use crate::store::{self, IdempotencyHash, KeptAnswer, Store, StoreError, Stored, Tables, View};

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

struct Job {
    submission: Submission,
    reply: oneshot::Sender<Result<Answer, Failure>>,
}

/// Handle for submitting commands. Cheap to clone; the writer ends when the last clone is dropped.
#[derive(Clone)]
pub struct Engine {
    queue: mpsc::Sender<Job>,
    feed: Feed,
    settings_feed: Feed,
    pub(super) time: Arc<BoxTime>,
}

impl Engine {
    /// Starts the writer on `store`. Join the handle after the last engine is dropped.
    pub fn start(store: Arc<Store>, clock: Arc<dyn Clock>) -> Result<(Self, JoinHandle<()>), StoreError> {
        Engine::begin(store, clock, false)
    }

    /// As [`Engine::start`]; the first entry says that the box started.
    pub fn start_and_note(store: Arc<Store>, clock: Arc<dyn Clock>) -> Result<(Self, JoinHandle<()>), StoreError> {
        Engine::begin(store, clock, true)
    }

    fn begin(store: Arc<Store>, clock: Arc<dyn Clock>, starts: bool) -> Result<(Self, JoinHandle<()>), StoreError> {
        let (last, stamps) = store.read(|view| Ok((last_entry(view)?, Stamps::after(view)?)))?;
        let (queue, jobs) = mpsc::channel(QUEUE_MAX);
        let publisher = FeedPublisher::after(last.as_ref().map_or(0, |entry| entry.seq));
        let (feed, settings_feed) = (publisher.journal(), publisher.settings());
        let before = last.map_or(0, |entry| entry.envelope.running);
        let time = Arc::new(BoxTime::new(clock, before, stamps));
        let writer = Writer { store, time: time.clone(), publisher, uncertain: UncertainCommit::default(), is_first: true, starts };
        let timer = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        let thread = std::thread::Builder::new().name("writer".to_owned()).spawn(move || writer.run(jobs, &timer))?;
        Ok((Engine { queue, feed, settings_feed, time }, thread))
    }

    /// Executes a command. Returns once it is durable, or refused.
    pub async fn submit(&self, submission: Submission) -> Result<Answer, Failure> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(Job { submission, reply }).await.map_err(|_| Failure::Stopped)?;
        answer.await.map_err(|_| Failure::Unanswered)?
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
    publisher: FeedPublisher,
    uncertain: UncertainCommit,
    /// Whether nothing was committed since the start. Then open approvals end first.
    is_first: bool,
    /// Whether the next entry says that the box started.
    starts: bool,
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
    fn run(mut self, mut jobs: mpsc::Receiver<Job>, timer: &Runtime) {
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
    fn next(&self, jobs: &mut mpsc::Receiver<Job>, timer: &Runtime) -> Option<Job> {
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
    fn commit(&mut self, batch: &mut Vec<Job>) {
        match self.transaction(batch) {
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

    fn one_by_one(&mut self, batch: &mut Vec<Job>) {
        for job in std::mem::take(batch) {
            self.commit(&mut vec![job]);
        }
    }

    /// Executes the batch in one transaction. `None` if a command panicked; then nothing is stored.
    fn transaction(&mut self, batch: &[Job]) -> Option<Stored<Committed>> {
        let (now, running) = (self.time.now(), self.time.running());
        let stamps = self.time.stamps().clone();
        let (is_first, may_have_more) = (self.is_first, self.uncertain.heads.head.is_some());
        let just_started = self.starts;
        let store = self.store.clone();
        let written = Cell::new(NewHeads::default());
        let work = || {
            store.write_if(|tables| {
                // If the uncertain commit was stored, the stamps must follow it.
                let stamps = if may_have_more { stamps.reloaded(tables.view())? } else { stamps.clone() };
                let reading = stamps.read(now, running);
                let (mut at, mut doubt) = (reading.at, reading.doubt);
                let mut results = Vec::with_capacity(batch.len());
                let (mut heads, mut wrote) = (NewHeads::default(), false);
                let the_box = Envelope { at, running, actor: Actor::the_box() };
                let first = is_first.then_some(Command::Approval(ApprovalCommand::ExpireAll));
                for command in reading.jump.clone().map(Command::NoteClock).into_iter().chain(first) {
                    let starts = just_started && heads.head.is_none();
                    if let Step::Done(entries) = step_for(tables, &the_box, &command, &Purpose::default(), starts)? {
                        heads = heads.then(NewHeads::of(&entries));
                        wrote |= !entries.is_empty();
                    }
                }
                for job in batch {
                    // A confirmation is stamped by the wall clock, wherever the stamps are.
                    let confirms = matches!(job.submission.command, Command::ConfirmClock);
                    let envelope = Envelope { at: if confirms { now } else { at }, running, actor: job.submission.actor.clone() };
                    let result = execute_submission(tables, &envelope, &job.submission, just_started && heads.head.is_none())?;
                    if let Ok(executed) = &result {
                        heads = heads.then(executed.heads);
                        wrote |= executed.wrote;
                        if executed.confirmed_clock {
                            (at, doubt) = (now, None);
                        }
                    }
                    results.push(result.map(|executed| executed.answer).map_err(Failure::Refused));
                }
                written.set(heads);
                Ok((Committed { results, heads, stamps, at, doubt }, wrote))
            })
        };
        let result = catch_unwind(AssertUnwindSafe(work)).ok()?;
        if let Err(StoreError::OutcomeUnknown(_)) = &result {
            self.uncertain = UncertainCommit { heads: written.get(), ..UncertainCommit::default() };
        }
        if let Ok(Committed { heads, stamps: seen, at, doubt, .. }) = &result {
            self.is_first = false;
            // A jump that was not recorded is reported again by the next reading.
            let mut stamps = self.time.stamps();
            stamps.clone_from(seen);
            stamps.record_reading(now, running, *doubt);
            if heads.head.is_some() {
                self.starts = false;
                stamps.record_entry(*at, running);
            }
        }
        Some(result)
    }
}

/// Result of a committed transaction.
struct Committed {
    /// One per job, in the order of the batch.
    results: Vec<Result<Answer, Failure>>,
    heads: NewHeads,
    /// The stamp state at its beginning.
    stamps: Stamps,
    /// The stamp of its last entry.
    at: Timestamp,
    /// Whether the clock is in doubt after it.
    doubt: Option<ClockDoubt>,
}

/// Group commit: waits briefly for as many commands as the last commit had. Callers that were answered together usually return
/// together; without the wait the first would sync alone, and the others would wait for that sync.
fn wait_for_group(batch: &mut Vec<Job>, group_size: usize, limit: Duration, jobs: &mut mpsc::Receiver<Job>, timer: &Runtime) {
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

/// Result of one executed command.
struct Executed {
    answer: Answer,
    heads: NewHeads,
    /// Whether it wrote anything: entries, or a kept answer.
    wrote: bool,
    /// Whether it ended a doubt about the clock.
    confirmed_clock: bool,
}

/// The answer stored under the caller's idempotency key, if there is one.
fn kept_answer(view: &dyn View, submission: &Submission) -> Stored<Option<Result<Answer, Refusal>>> {
    let Some(IdempotencyKey { key, body_hash }) = &submission.key else { return Ok(None) };
    let Some(kept) = store::kept_answer(view, key)? else { return Ok(None) };
    if kept.body_hash != *body_hash {
        return Ok(Some(Err(Refusal::conflict("This Idempotency-Key was used for another request"))));
    }
    Ok(Some(Ok(Answer { status: kept.status, body: kept.body })))
}

fn execute_submission(
    tables: &mut dyn Tables,
    envelope: &Envelope,
    submission: &Submission,
    starts: bool,
) -> Stored<Result<Executed, Refusal>> {
    if let Some(kept) = kept_answer(tables.view(), submission)? {
        return Ok(kept.map(|answer| Executed { answer, heads: NewHeads::default(), wrote: false, confirmed_clock: false }));
    }
    let entries = match step_for(tables, envelope, &submission.command, &submission.purpose, starts)? {
        Step::Done(entries) => entries,
        Step::Refused(refusal) => return Ok(Err(refusal)),
    };
    let answer = (submission.render)(&entries, tables.view())?;
    if let Some(IdempotencyKey { key, body_hash }) = submission.key {
        let kept = KeptAnswer { body_hash, status: answer.status, body: answer.body.clone() };
        store::keep_answer(tables, key, &kept, envelope.running)?;
    }
    let confirmed_clock = matches!(entries.first(), Some(Entry { event: Event::ClockConfirmed(_), .. }));
    Ok(Ok(Executed { answer, heads: NewHeads::of(&entries), wrote: submission.key.is_some() || !entries.is_empty(), confirmed_clock }))
}
