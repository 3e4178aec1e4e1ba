//! Print worker of one printer: takes the oldest job, sends it, and records its progress.
//!
//! It records each step before doing it: "sending" is on the disk before the first byte is sent, so that after a power cut a half-printed
//! job is not taken for a new one.

use std::time::Duration;

use tokio::time::Instant;

use super::pages::{Content, content, place};
use super::spooler::Spooler;
use crate::base::Actor;
use crate::engine::{Command, Failure, Feed};
use crate::printer::Condition;
use crate::printer::escpos::status::NotReady;
use crate::printer::transport::driver::{Delivered, DeliveryError, Timeouts, Undelivered, deliver, probe};
use crate::printing::{self, AgeReference, JobStatus, PrintCommand, PrintJob, TICKET_ATTEMPTS_MAX};
use crate::settings::{self, PrinterSetting};
use crate::store::Stored;

/// First pause before an unreachable printer is tried again; it doubles.
const RETRY_FIRST: Duration = Duration::from_secs(1);
/// Longest pause before the next try: someone may stand there with a new roll of paper.
const RETRY_MAX: Duration = Duration::from_secs(5);
/// How often a printer in trouble is checked while no job waits for it.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// Pause after the store failed.
const STORE_WAIT: Duration = Duration::from_secs(1);
/// Error of a job that was being sent when the power was cut.
const BROKE_OFF: &str = "The box was restarted while this was being printed";
/// Advice for a job that waits for a person.
const LOOK: &str = "Look at the paper before printing it again.";
/// Advice for a job that is printed again automatically.
const AGAIN: &str = "It comes again, marked POSSIBLE DUPLICATE.";
/// Error of a ticket that is too old.
const STALE_TICKET: &str = "Too old to be printed unasked. Print it again if it is still wanted.";
/// Error of a drawer that could not be opened in time.
const STALE_DRAWER: &str = "The printer could not open the drawer in time";

/// The worker of one printer.
pub struct PrintWorker {
    spooler: Spooler,
    printer_id: u64,
    wait: Duration,
    /// When its status is checked next; `None` while it is ready.
    look_at: Option<Instant>,
}

/// What there is to do.
enum Work {
    /// The printer was removed.
    Gone,
    /// The printer is switched off.
    Off,
    /// Nothing to print.
    Idle(Box<PrinterSetting>),
    /// A job that waited too long.
    Stale(PrintJob),
    /// A job that is ready to send.
    Job(Box<Ready>),
}

/// A job and its printer.
struct Ready {
    job: PrintJob,
    printer: PrinterSetting,
    /// `None` when it can never be printed there.
    content: Option<Content>,
}

impl PrintWorker {
    /// For the printer with this id.
    pub fn new(spooler: Spooler, printer_id: u64) -> Self {
        PrintWorker { spooler, printer_id, wait: RETRY_FIRST, look_at: None }
    }

    /// Runs until the printer is gone or the box stops.
    pub async fn run(mut self) {
        let mut feed = self.spooler.engine.feed();
        let mut stopping = self.spooler.stopping.clone();
        loop {
            if *self.spooler.stopping.borrow() {
                return;
            }
            let head = feed.head();
            let pause = match self.find() {
                Ok(Work::Gone) => return,
                Ok(Work::Off) => None,
                Ok(Work::Idle(printer)) => match self.look_at {
                    Some(at) if at <= Instant::now() => {
                        self.probe(&printer).await;
                        Some(Duration::ZERO)
                    }
                    None => {
                        self.refuse(&printer);
                        None
                    }
                    Some(_) => None,
                },
                Ok(Work::Stale(job)) => match self.expire(&job).await {
                    Ok(()) => Some(Duration::ZERO),
                    Err(Failure::Stopped | Failure::Unanswered) => return,
                    Err(_) => Some(STORE_WAIT),
                },
                Ok(Work::Job(ready)) => match self.print(*ready).await {
                    Ok(pause) => Some(pause),
                    Err(Failure::Stopped | Failure::Unanswered) => return,
                    Err(_) => Some(STORE_WAIT),
                },
                Err(error) => {
                    tracing::error!("printer {}: {error}", self.printer_id);
                    Some(STORE_WAIT)
                }
            };
            match pause {
                Some(Duration::ZERO) => {}
                Some(pause) => tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    () = self.drawer_asked(&mut feed, head) => {}
                    _ = stopping.wait_for(|stopping| *stopping) => return,
                },
                None => tokio::select! {
                    () = until(self.look_at) => {}
                    grown = feed.after(head) => if grown.is_none() { return },
                    _ = stopping.wait_for(|stopping| *stopping) => return,
                },
            }
        }
    }

    fn find(&self) -> Stored<Work> {
        self.spooler.store.read(|view| {
            let settings = settings::settings(view)?;
            let Some(printer) = settings.printer(self.printer_id) else { return Ok(Work::Gone) };
            let now = self.now();
            if let Some(job) = printing::open_jobs(view, self.printer_id)?.into_iter().find(|job| job.is_stale(now)) {
                return Ok(Work::Stale(job));
            }
            if !printer.enabled {
                return Ok(Work::Off);
            }
            let Some(job) = printing::next_job(view, self.printer_id)? else { return Ok(Work::Idle(Box::new(printer.clone()))) };
            let content = content(view, &job, printer, &settings, &|receipt| self.spooler.guest_url(&settings, receipt))?;
            Ok(Work::Job(Box::new(Ready { job, printer: printer.clone(), content })))
        })
    }

    fn now(&self) -> AgeReference {
        let Spooler { engine, last_before_start, .. } = &self.spooler;
        AgeReference { at: engine.now(), running: engine.running(), last_before_start: *last_before_start }
    }

    /// Completes when a drawer job is queued: it must not wait for paper.
    async fn drawer_asked(&self, feed: &mut Feed, mut head: u64) {
        while let Some(grown) = feed.after(head).await {
            head = grown;
            let next = self.spooler.store.read(|view| printing::next_job(view, self.printer_id));
            if let Ok(Some(job)) = next
                && job.kind.is_drawer()
                && job.status == JobStatus::Queued
            {
                return;
            }
        }
        // The box is stopping; the worker learns of it by `stopping`.
        std::future::pending().await
    }

    async fn expire(&self, job: &PrintJob) -> Result<(), Failure> {
        let why = if job.kind.is_drawer() { STALE_DRAWER } else { STALE_TICKET };
        self.report(job, JobStatus::Expired, Some(why.to_owned())).await
    }

    /// Records that a job broke off after its first byte, as its `attempts`-th try.
    async fn broke_off(&self, job: &PrintJob, attempts: u32, why: &str) -> Result<(), Failure> {
        let again = job.kind.is_resent_after_failure() && attempts < TICKET_ATTEMPTS_MAX;
        let (status, advice) = if again { (JobStatus::Queued, AGAIN) } else { (JobStatus::Unknown, LOOK) };
        let error = if job.kind.is_drawer() { why.to_owned() } else { format!("{why}. {advice}") };
        self.report(job, status, Some(error)).await
    }

    /// Sends the job. Returns the pause before the next one.
    async fn print(&mut self, ready: Ready) -> Result<Duration, Failure> {
        let Ready { job, printer, content } = ready;
        if job.status == JobStatus::Sending {
            self.broke_off(&job, job.attempts, BROKE_OFF).await?;
            return Ok(Duration::ZERO);
        }
        let Some(Content { target, profile, bytes }) = content else {
            self.report(&job, JobStatus::Failed, Some(format!("{} cannot be printed there", job.kind.as_str()))).await?;
            return Ok(Duration::ZERO);
        };
        let record_sending = || async {
            // Connecting may have taken longer than the job is valid.
            if job.is_stale(self.now()) {
                return Err("the job came too late".to_owned());
            }
            self.report(&job, JobStatus::Sending, None).await.map_err(|_| "the job was taken back".to_owned())
        };
        match deliver(&target, &profile, &bytes, &Timeouts::default(), &self.spooler.access, record_sending).await {
            Ok(delivered) => {
                self.wait = RETRY_FIRST;
                self.note(Condition::Ready, None);
                let status = if delivered == Delivered::Confirmed { JobStatus::Confirmed } else { JobStatus::Sent };
                self.report(&job, status, None).await?;
                Ok(Duration::ZERO)
            }
            Err(DeliveryError::AfterFirstByte(words)) => {
                self.note(Condition::Offline, Some(words.clone()));
                self.broke_off(&job, job.attempts + 1, &words).await?;
                Ok(if job.kind.is_resent_after_failure() { self.longer_wait() } else { Duration::ZERO })
            }
            Err(DeliveryError::BeforeFirstByte(why)) => self.blocked(&job, &printer, why).await,
        }
    }

    async fn blocked(&mut self, job: &PrintJob, printer: &PrinterSetting, why: Undelivered) -> Result<Duration, Failure> {
        let Some(condition) = condition(&why) else { return Ok(Duration::ZERO) };
        self.note(condition, Some(why.to_string()));
        let error = Some(format!("{}: {why}", printer.name));
        // Only on a change, not at every try: the journal records what happened.
        if job.status != JobStatus::Blocked || job.error != error {
            self.report(job, JobStatus::Blocked, error).await?;
        }
        Ok(self.longer_wait())
    }

    /// The wait before the next try; the one after it is longer.
    fn longer_wait(&mut self) -> Duration {
        let pause = self.wait;
        self.wait = (self.wait * 2).min(RETRY_MAX);
        pause
    }

    /// Checks a printer's status without printing.
    async fn probe(&mut self, printer: &PrinterSetting) {
        let Some((target, profile)) = place(printer) else { return };
        match probe(&target, &profile, &Timeouts::default(), &self.spooler.access).await {
            Ok(_) => self.note(Condition::Ready, None),
            Err(why) => {
                if let Some(condition) = condition(&why) {
                    self.note(condition, Some(why.to_string()));
                }
            }
        }
    }

    /// Reports a printer address that is not allowed, also while no job waits. Opens no connection.
    fn refuse(&mut self, printer: &PrinterSetting) {
        if let Some((target, _)) = place(printer)
            && let Err(why) = self.spooler.access.check(&target)
        {
            self.note(Condition::Offline, Some(format!("Cannot be reached at {}: {why}", printer.url)));
        }
    }

    fn note(&mut self, condition: Condition, error: Option<String>) {
        self.look_at = (condition != Condition::Ready).then(|| Instant::now() + LOOK_EVERY);
        let now = self.spooler.engine.now();
        if self.spooler.printer_states.record(self.printer_id, condition, error, now) {
            tracing::info!("printer {} is {}", self.printer_id, condition.as_str());
        }
    }

    async fn report(&self, job: &PrintJob, status: JobStatus, error: Option<String>) -> Result<(), Failure> {
        let command = PrintCommand::Report { job_id: job.id, printer_id: self.printer_id, status, error };
        self.spooler.engine.run(Command::Print(command), Actor::the_box()).await
    }
}

/// Completes at that moment, or never.
async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// Condition of a printer that did not print; `None` if the reason was not the printer.
fn condition(why: &Undelivered) -> Option<Condition> {
    match why {
        Undelivered::Offline(_) | Undelivered::NotReady(NotReady::Fault) => Some(Condition::Offline),
        Undelivered::NotReady(NotReady::PaperOut) => Some(Condition::PaperOut),
        Undelivered::NotReady(NotReady::CoverOpen) => Some(Condition::CoverOpen),
        Undelivered::NotReady(NotReady::Paused) => Some(Condition::Paused),
        Undelivered::Refused(_) => None,
    }
}
