//! The one writer: a thread that takes every command that waits into one transaction, syncs once, answers all. When nobody
//! waits it tends the store.
//!
//! A sync on an SD card takes 5 to 30 ms; commands that arrive while one runs share the next.

use std::cell::Cell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};

use super::box_time::BoxTime;
use super::feed::{Fresh, News};
use super::{Clock, Command, Entry, Event, Feed, Reading, Stamps, Step, last_entry, step};
use crate::base::{Actor, Envelope, Refusal, Timestamp};
use crate::box_events::ClockDoubt;
use crate::store::{self, IdempotencyHash, KeptAnswer, Store, StoreError, Stored, Tables, View};

/// Commands that may wait for the writer; the next one waits at the door.
const QUEUE_MAX: usize = 1_024;
/// Commands that share one transaction at the most: bounds the wait of the first and the memory of all.
const BATCH_MAX: usize = 256;

/// The part of the last commit's time for which those who shared it are waited for.
const GATHER_PART: u32 = 8;
/// A shorter wait is not worth a timer: it is for slow disks.
const GATHER_MIN: Duration = Duration::from_millis(1);
/// A longer wait is not worth it either: a card that stalled once for ten seconds must not make everybody wait a second more.
const GATHER_MAX: Duration = Duration::from_millis(50);
/// Shortest wait between two looks at what the store has to do.
const TEND_MIN: Duration = Duration::from_millis(1);

/// What a phone hears: status and JSON, exactly as kept under its idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// JSON, or nothing.
    pub body: Vec<u8>,
}

/// Makes the answer from what happened, in the same transaction.
pub type Render = Box<dyn Fn(&[Entry], &dyn View) -> Stored<Answer> + Send>;

/// A caller's name for a request, and what the request said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// User, method, path and key as one hash.
    pub key: IdempotencyHash,
    /// The body as parsed JSON, as a hash.
    pub body_hash: [u8; 32],
}

/// A command with everything that its answer needs.
pub struct Submission {
    /// What is asked for.
    pub command: Command,
    /// Who asks.
    pub actor: Actor,
    /// Under which name, if the caller gave it one.
    pub key: Option<IdempotencyKey>,
    /// How the answer is made.
    pub render: Render,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The rules say no. Nothing was stored.
    Refused(Refusal),
    /// The disk says no. Nothing was stored, unless it is [`StoreError::OutcomeUnknown`].
    Store(StoreError),
    /// A mistake of ours. Nothing was stored.
    Broken,
    /// The box is shutting down. The command was not taken.
    Stopped,
    /// The command was taken, and the writer ended before it answered. It may be stored.
    Unanswered,
}

struct Job {
    submission: Submission,
    reply: oneshot::Sender<Result<Answer, Failure>>,
}

/// The way in for commands. Cheap to clone; the writer ends when the last clone is gone.
#[derive(Clone)]
pub struct Engine {
    queue: mpsc::Sender<Job>,
    feed: Feed,
    settings_feed: Feed,
    time: Arc<BoxTime>,
}

impl Engine {
    /// Starts the writer on `store`. Join the handle after the last engine is dropped.
    pub fn start(store: Arc<Store>, clock: Arc<dyn Clock>) -> Result<(Self, JoinHandle<()>), StoreError> {
        let (last, stamps) = store.read(|view| Ok((last_entry(view)?, Stamps::after(view)?)))?;
        let (queue, jobs) = mpsc::channel(QUEUE_MAX);
        let news = News::after(last.as_ref().map_or(0, |entry| entry.seq));
        let (feed, settings_feed) = (news.journal(), news.settings());
        let before = last.map_or(0, |entry| entry.envelope.running);
        let time = Arc::new(BoxTime::new(clock, before, stamps));
        let writer = Writer { store, time: time.clone(), news, unsettled: Unsettled::default() };
        let waits = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        let thread = std::thread::Builder::new().name("writer".to_owned()).spawn(move || writer.run(jobs, &waits))?;
        Ok((Engine { queue, feed, settings_feed, time }, thread))
    }

    /// Carries a command out. Answers when it is safely on the disk, or refused.
    pub async fn submit(&self, submission: Submission) -> Result<Answer, Failure> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(Job { submission, reply }).await.map_err(|_| Failure::Stopped)?;
        answer.await.map_err(|_| Failure::Unanswered)?
    }

    /// Carries a command out whose answer is of no interest.
    pub async fn run(&self, command: Command, actor: Actor) -> Result<(), Failure> {
        let render: Render = Box::new(|_, _| Ok(Answer { status: 204, body: Vec::new() }));
        self.submit(Submission { command, actor, key: None, render }).await.map(|_| ())
    }

    /// News of the journal.
    pub fn feed(&self) -> Feed {
        self.feed.clone()
    }

    /// News of the settings alone: nobody is woken by a sale.
    pub fn settings_feed(&self) -> Feed {
        self.settings_feed.clone()
    }

    /// Milliseconds that the box has been running in its life.
    pub fn running(&self) -> u64 {
        self.time.running()
    }

    /// What the wall clock says.
    pub fn now(&self) -> Timestamp {
        self.time.now()
    }

    /// What an entry would be stamped with now, and whether the clock is in doubt.
    pub fn reading(&self) -> Reading {
        self.time.reading()
    }

    /// The moment that it most likely is: see [`Stamps::reckoned`].
    pub fn reckoned(&self) -> Timestamp {
        self.time.reckoned()
    }

    /// Asks for [`Engine::reckoned`] without keeping the writer alive.
    pub fn ask_reckoned(&self) -> Box<dyn Fn() -> Timestamp + Send + Sync> {
        let time = self.time.clone();
        Box::new(move || time.reckoned())
    }
}

struct Writer {
    store: Arc<Store>,
    time: Arc<BoxTime>,
    news: News,
    /// What the disk may have kept although it failed.
    unsettled: Unsettled,
}

/// What was in a transaction of which it is not known whether the disk kept it.
#[derive(Default)]
struct Unsettled {
    /// The keys of its commands.
    keys: HashSet<IdempotencyHash>,
    /// What there is to tell of it, if it was kept.
    fresh: Fresh,
}

impl Writer {
    fn run(mut self, mut jobs: mpsc::Receiver<Job>, waits: &Runtime) {
        let mut batch = Vec::with_capacity(BATCH_MAX);
        let (mut company, mut took) = (0, Duration::ZERO);
        while let Some(first) = self.next(&mut jobs, waits) {
            batch.push(first);
            if company > 1 {
                gather(&mut batch, company, (took / GATHER_PART).min(GATHER_MAX), &mut jobs, waits);
            }
            while batch.len() < BATCH_MAX {
                match jobs.try_recv() {
                    Ok(job) => batch.push(job),
                    Err(_) => break,
                }
            }
            company = batch.len();
            let began = self.time.running();
            self.commit(&mut batch);
            took = Duration::from_millis(self.time.running().saturating_sub(began));
        }
    }

    /// The next command; `None` when there is nobody left to give one. Until it comes the store is tended.
    fn next(&self, jobs: &mut mpsc::Receiver<Job>, waits: &Runtime) -> Option<Job> {
        let since = self.time.running();
        loop {
            // After a change first of all: a night without a pause must not outgrow the log.
            let quiet = Duration::from_millis(self.time.running().saturating_sub(since));
            let due = self.store.maintain(quiet).unwrap_or_else(|error| {
                tracing::error!("the store cannot be tended: {error}");
                None
            });
            let Some(due) = due else { return jobs.blocking_recv() };
            let waited = waits.block_on(async { tokio::time::timeout(due.max(TEND_MIN), jobs.recv()).await });
            if let Ok(job) = waited {
                return job;
            }
        }
    }

    /// Carries the batch out and answers it; then those who listen hear of it.
    fn commit(&mut self, batch: &mut Vec<Job>) {
        match self.transaction(batch) {
            Some(Ok(Committed { results, fresh, .. })) => {
                let fresh = self.settled().and(fresh);
                for (job, result) in batch.drain(..).zip(results) {
                    let _ = job.reply.send(result);
                }
                self.news.tell(&fresh);
            }
            // A damaged record is the trouble of whoever needs it, not of the others who happened to share the batch.
            Some(Err(StoreError::Damaged { .. } | StoreError::Unreadable { .. })) if batch.len() > 1 => self.one_by_one(batch),
            Some(Err(error)) => {
                tracing::error!("commands are refused: {error}");
                if let StoreError::OutcomeUnknown(_) = error {
                    self.unsettled.keys = batch.iter().filter_map(|job| Some(job.submission.key?.key)).collect();
                }
                for job in batch.drain(..) {
                    let _ = job.reply.send(self.told_without_the_disk(&job.submission, &error));
                }
            }
            None if batch.len() == 1 => {
                for job in batch.drain(..) {
                    let _ = job.reply.send(Err(Failure::Broken));
                }
            }
            // One of them stumbled over a mistake of ours. Alone, only that one fails.
            None => self.one_by_one(batch),
        }
    }

    /// The store takes writes again, and shows whether it kept what was unsettled: what there is to tell of that.
    fn settled(&mut self) -> Fresh {
        let Unsettled { fresh, .. } = std::mem::take(&mut self.unsettled);
        let kept = fresh.head.is_some_and(|newest| store::journal_head(&self.store).is_ok_and(|head| newest <= head));
        if kept { fresh } else { Fresh::default() }
    }

    /// The answer to a command that met a disk that failed. A caller that asks again under its key must not hear that nothing
    /// was saved when it was saved the first time.
    fn told_without_the_disk(&self, submission: &Submission, error: &StoreError) -> Result<Answer, Failure> {
        let Some(IdempotencyKey { key, .. }) = &submission.key else { return Err(Failure::Store(error.duplicate())) };
        let kept = self.store.read(|view| kept_answer(view, submission));
        match (kept, error) {
            (Ok(Some(answer)), _) => answer.map_err(Failure::Refused),
            (Ok(None), StoreError::Unavailable(reason)) if self.unsettled.keys.contains(key) => {
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

    /// Everything in one transaction. `None` when something panicked; nothing is stored then.
    fn transaction(&mut self, batch: &[Job]) -> Option<Stored<Committed>> {
        let (now, running) = (self.time.now(), self.time.running());
        let stamps = self.time.stamps().clone();
        let may_have_more = self.unsettled.fresh.head.is_some();
        let store = self.store.clone();
        let written = Cell::new(Fresh::default());
        let work = || {
            store.write_if(|tables| {
                // What was unsettled may have been kept: then what comes next follows that.
                let stamps = if may_have_more { stamps.again_after(tables.view())? } else { stamps.clone() };
                let reading = stamps.read(now, running);
                let (mut at, mut doubt) = (reading.at, reading.doubt);
                let mut results = Vec::with_capacity(batch.len());
                let (mut fresh, mut wrote) = (Fresh::default(), false);
                if let Some(jump) = &reading.jump {
                    let envelope = Envelope { at, running, actor: Actor::the_box() };
                    if let Step::Done(entries) = step(tables, &envelope, &Command::NoteClock(jump.clone()))? {
                        fresh = Fresh::of(&entries);
                        wrote = true;
                    }
                }
                for job in batch {
                    // What is confirmed is the clock as it stands, wherever stamps are.
                    let confirms = matches!(job.submission.command, Command::ConfirmClock);
                    let envelope = Envelope { at: if confirms { now } else { at }, running, actor: job.submission.actor.clone() };
                    let result = carry_out(tables, &envelope, &job.submission)?;
                    if let Ok(carried) = &result {
                        fresh = fresh.and(carried.fresh);
                        wrote |= carried.wrote;
                        if carried.confirmed_clock {
                            (at, doubt) = (now, None);
                        }
                    }
                    results.push(result.map(|carried| carried.answer).map_err(Failure::Refused));
                }
                written.set(fresh);
                Ok((Committed { results, fresh, stamps, at, doubt }, wrote))
            })
        };
        let result = catch_unwind(AssertUnwindSafe(work)).ok()?;
        if let Err(StoreError::OutcomeUnknown(_)) = &result {
            self.unsettled = Unsettled { fresh: written.get(), ..Unsettled::default() };
        }
        if let Ok(Committed { fresh, stamps: seen, at, doubt, .. }) = &result {
            // A jump that was not written down is still to be told of.
            let mut stamps = self.time.stamps();
            stamps.clone_from(seen);
            stamps.looked(now, running, *doubt);
            if fresh.head.is_some() {
                stamps.wrote(*at, running);
            }
        }
        Some(result)
    }
}

/// What came of a transaction that the disk has.
struct Committed {
    /// One for each job, in their order.
    results: Vec<Result<Answer, Failure>>,
    /// What there is to tell of.
    fresh: Fresh,
    /// What its stamps follow from.
    stamps: Stamps,
    /// The stamp of its last entry.
    at: Timestamp,
    /// Whether the clock is in doubt after it.
    doubt: Option<ClockDoubt>,
}

/// Waits a moment for those who shared the last commit and come again together: else the first would sync alone, and the others wait.
fn gather(batch: &mut Vec<Job>, company: usize, patience: Duration, jobs: &mut mpsc::Receiver<Job>, waits: &Runtime) {
    if patience < GATHER_MIN {
        return;
    }
    let all = async {
        while batch.len() < company {
            let Some(job) = jobs.recv().await else { return };
            batch.push(job);
        }
    };
    let _ = waits.block_on(async { tokio::time::timeout(patience, all).await });
}

struct Carried {
    answer: Answer,
    /// What it wrote into the journal.
    fresh: Fresh,
    /// Whether it wrote anything: entries, or an answer to be kept.
    wrote: bool,
    /// Whether the clock is believed from here on.
    confirmed_clock: bool,
}

/// The answer that is kept under the caller's key, if there is one.
fn kept_answer(view: &dyn View, submission: &Submission) -> Stored<Option<Result<Answer, Refusal>>> {
    let Some(IdempotencyKey { key, body_hash }) = &submission.key else { return Ok(None) };
    let Some(kept) = store::kept_answer(view, key)? else { return Ok(None) };
    if kept.body_hash != *body_hash {
        return Ok(Some(Err(Refusal::conflict("This Idempotency-Key was used for another request"))));
    }
    Ok(Some(Ok(Answer { status: kept.status, body: kept.body })))
}

fn carry_out(tables: &mut dyn Tables, envelope: &Envelope, submission: &Submission) -> Stored<Result<Carried, Refusal>> {
    if let Some(kept) = kept_answer(tables.view(), submission)? {
        return Ok(kept.map(|answer| Carried { answer, fresh: Fresh::default(), wrote: false, confirmed_clock: false }));
    }
    let entries = match step(tables, envelope, &submission.command)? {
        Step::Done(entries) => entries,
        Step::Refused(refusal) => return Ok(Err(refusal)),
    };
    let answer = (submission.render)(&entries, tables.view())?;
    if let Some(IdempotencyKey { key, body_hash }) = submission.key {
        let kept = KeptAnswer { body_hash, status: answer.status, body: answer.body.clone() };
        store::keep_answer(tables, key, &kept, envelope.running)?;
    }
    let confirmed_clock = matches!(entries.first(), Some(Entry { event: Event::ClockConfirmed(_), .. }));
    Ok(Ok(Carried { answer, fresh: Fresh::of(&entries), wrote: submission.key.is_some() || !entries.is_empty(), confirmed_clock }))
}
