//! Print worker of one printer: takes the oldest job, sends it, and records its progress.
//!
//! It records each step before taking it: "sending" is on the disk before the first byte is sent, so that after a power cut a half-printed
//! job does not look like a new one.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::engine::{Command, Engine, Failure, Feed};
use crate::paper::{Content, content, target_and_profile};
use crate::printer::escpos::status::NotReady;
use crate::printer::transport::driver::{Delivered, DeliveryError, Undelivered, deliver, probe};
use crate::printer::transport::timeouts::Timeouts;
use crate::printer::{AddressPolicy, PrinterStates, PrinterStatus};
use crate::printing::{self, AWAITS_ANSWER, AgeReference, JobStatus, PrintCommand, PrintJob, TICKET_ATTEMPTS_MAX};
use crate::receipts::{GuestTokenKey, Receipt};
use crate::settings::{self, PrinterSetting, Settings};
use base::Actor;
use store::{Store, Stored};

/// First pause before an unreachable printer is tried again. Each further pause is twice as long.
const RETRY_FIRST: Duration = Duration::from_secs(1);
/// Longest pause before the next try. It is short, because someone may be loading paper right now.
const RETRY_MAX: Duration = Duration::from_secs(5);
/// How often a printer in trouble is checked while no job waits for it.
const PROBE_EVERY: Duration = Duration::from_secs(10);
/// Pause after an error of the store.
const STORE_WAIT: Duration = Duration::from_secs(1);
/// Error of a job that was being sent when the power was cut.
const INTERRUPTED: &str = "The box was restarted while this was being printed";
/// Advice for a job that waits for a person.
const CHECK_PAPER: &str = "Look at the paper before printing it again.";
/// Advice for a job that is printed again automatically.
const RESENT: &str = "It comes again, marked POSSIBLE DUPLICATE.";
/// Error of a ticket that is too old.
const STALE_TICKET: &str = "Too old to be printed unasked. Print it again if it is still wanted.";
/// Error of a drawer that could not be opened in time.
const STALE_DRAWER: &str = "The printer could not open the drawer in time";

/// What all workers share.
#[derive(Clone)]
pub struct PrintContext {
    pub engine: Engine,
    pub store: Arc<Store>,
    pub printer_states: Arc<PrinterStates>,
    /// Signs the URLs of receipts for guests.
    pub guest_token_key: GuestTokenKey,
    /// Base URL in QR codes for guests, unless a setting names one.
    pub guest_address: Arc<dyn Fn() -> String + Send + Sync>,
    pub address_policy: Arc<AddressPolicy>,
    /// Id of the newest job before this start.
    pub last_job_before_start: u64,
    /// True during shutdown: the current job may finish, no other starts.
    pub stopping: watch::Receiver<bool>,
}

/// The worker of one printer.
pub struct PrintWorker {
    context: PrintContext,
    printer_id: u64,
    /// Pause before the next try.
    retry_pause: Duration,
    /// When the printer's status is checked next; `None` while it is ready.
    probe_at: Option<Instant>,
}

/// What a worker has to do.
enum Work {
    /// The printer was removed.
    Removed,
    /// The printer is switched off in the settings.
    Disabled,
    /// Nothing to print.
    Idle(Box<PrinterSetting>),
    /// A job that waited too long.
    Stale(PrintJob),
    /// Many papers that have waited long. A person is asked about them once the printer is back.
    Asked(Box<PrinterSetting>, Vec<PrintJob>),
    /// A job that is ready to send.
    Job(Box<Ready>),
}

/// A job and its printer.
struct Ready {
    job: PrintJob,
    printer: PrinterSetting,
    /// `None` if the job can never be printed there.
    content: Option<Content>,
}

impl PrintContext {
    /// URL of this receipt for guests.
    fn guest_url(&self, settings: &Settings, receipt: &Receipt) -> String {
        self.guest_token_key.url(&settings.guest_base(&*self.guest_address), receipt)
    }
}

impl PrintWorker {
    pub fn new(context: PrintContext, printer_id: u64) -> Self {
        PrintWorker { context, printer_id, retry_pause: RETRY_FIRST, probe_at: None }
    }

    /// Runs until the printer is removed or the box stops.
    pub async fn run(mut self) {
        let mut feed = self.context.engine.feed();
        let mut stopping = self.context.stopping.clone();
        loop {
            if *self.context.stopping.borrow() {
                return;
            }
            let head = feed.head();
            let pause = match self.next_work() {
                Ok(Work::Removed) => return,
                Ok(Work::Disabled) => None,
                Ok(Work::Idle(printer)) => match self.probe_at {
                    Some(at) if at <= Instant::now() => {
                        self.probe(&printer).await;
                        Some(Duration::ZERO)
                    }
                    None => {
                        self.report_disallowed_address(&printer);
                        None
                    }
                    Some(_) => None,
                },
                Ok(Work::Stale(job)) => match self.expire(&job).await {
                    Ok(()) => Some(Duration::ZERO),
                    Err(Failure::Stopped | Failure::Unanswered) => return,
                    Err(_) => Some(STORE_WAIT),
                },
                Ok(Work::Asked(printer, jobs)) => match self.ask_about(&printer, &jobs).await {
                    Ok(pause) => Some(pause),
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
                    () = self.drawer_job_queued(&mut feed, head) => {}
                    _ = stopping.wait_for(|stopping| *stopping) => return,
                },
                None => tokio::select! {
                    () = until(self.probe_at) => {}
                    new_head = feed.after(head) => if new_head.is_none() { return },
                    _ = stopping.wait_for(|stopping| *stopping) => return,
                },
            }
        }
    }

    fn next_work(&self) -> Stored<Work> {
        self.context.store.read(|view| {
            let settings = settings::settings(view)?;
            let Some(printer) = settings.printer(self.printer_id) else { return Ok(Work::Removed) };
            let now = self.now();
            let open = printing::open_jobs(view, self.printer_id)?;
            if let Some(job) = open.iter().find(|job| job.is_stale(now)) {
                return Ok(Work::Stale(job.clone()));
            }
            if !printer.enabled {
                return Ok(Work::Disabled);
            }
            let Some(job) = printing::next_job(view, self.printer_id)? else { return Ok(Work::Idle(Box::new(printer.clone()))) };
            let asked = printing::to_ask_about(&open, now);
            if asked.iter().any(|asked| asked.id == job.id) {
                return Ok(Work::Asked(Box::new(printer.clone()), asked.into_iter().cloned().collect()));
            }
            let content = content(view, &job, printer, &settings, &|receipt| self.context.guest_url(&settings, receipt))?;
            Ok(Work::Job(Box::new(Ready { job, printer: printer.clone(), content })))
        })
    }

    fn now(&self) -> AgeReference {
        let PrintContext { engine, last_job_before_start, .. } = &self.context;
        AgeReference { at: engine.now(), running: engine.running(), last_job_before_start: *last_job_before_start }
    }

    /// Completes when a drawer job is queued, because such a job must not wait until paper is loaded.
    async fn drawer_job_queued(&self, feed: &mut Feed, mut head: u64) {
        while let Some(new_head) = feed.after(head).await {
            head = new_head;
            let next = self.context.store.read(|view| printing::next_job(view, self.printer_id));
            if let Ok(Some(job)) = next
                && job.kind.is_drawer()
                && job.status == JobStatus::Queued
            {
                return;
            }
        }
        // The box is stopping; `run` ends because of `stopping`.
        std::future::pending().await
    }

    async fn expire(&self, job: &PrintJob) -> Result<(), Failure> {
        let why = if job.kind.is_drawer() { STALE_DRAWER } else { STALE_TICKET };
        self.report(job, JobStatus::Expired, Some(why.to_owned())).await
    }

    /// Records that a job was interrupted after its first byte, at try number `attempts`.
    async fn record_interruption(&self, job: &PrintJob, attempts: u32, why: &str) -> Result<(), Failure> {
        let again = job.kind.is_resent_after_failure() && attempts < TICKET_ATTEMPTS_MAX;
        let (status, advice) = if again { (JobStatus::Queued, RESENT) } else { (JobStatus::Unknown, CHECK_PAPER) };
        let error = if job.kind.is_drawer() { why.to_owned() } else { format!("{why}. {advice}") };
        self.report(job, status, Some(error)).await
    }

    /// Sends the job. Returns the pause before the next one.
    async fn print(&mut self, ready: Ready) -> Result<Duration, Failure> {
        let Ready { job, printer, content } = ready;
        if job.status == JobStatus::Sending {
            self.record_interruption(&job, job.attempts, INTERRUPTED).await?;
            return Ok(Duration::ZERO);
        }
        let Some(Content { target, profile, bytes }) = content else {
            self.report(&job, JobStatus::Failed, Some(format!("{} cannot be printed there", job.kind.as_str()))).await?;
            return Ok(Duration::ZERO);
        };
        let record_sending = || async {
            // Connecting may have taken longer than the job is valid.
            if job.is_stale(self.now()) {
                return Err("the job is too old".to_owned());
            }
            self.report(&job, JobStatus::Sending, None).await.map_err(|_| "the job was cancelled".to_owned())
        };
        match deliver(&target, &profile, &bytes, &Timeouts::default(), &self.context.address_policy, record_sending).await {
            Ok(delivered) => {
                self.retry_pause = RETRY_FIRST;
                self.note(PrinterStatus::Ready, None);
                let status = if delivered == Delivered::Confirmed { JobStatus::Confirmed } else { JobStatus::Sent };
                self.report(&job, status, None).await?;
                Ok(Duration::ZERO)
            }
            Err(DeliveryError::AfterFirstByte(error)) => {
                self.note(PrinterStatus::Offline, Some(error.clone()));
                self.record_interruption(&job, job.attempts + 1, &error).await?;
                Ok(if job.kind.is_resent_after_failure() { self.next_pause() } else { Duration::ZERO })
            }
            Err(DeliveryError::BeforeFirstByte(why)) => self.blocked(&job, &printer, why).await,
        }
    }

    async fn blocked(&mut self, job: &PrintJob, printer: &PrinterSetting, why: Undelivered) -> Result<Duration, Failure> {
        let Some(condition) = condition(&why) else { return Ok(Duration::ZERO) };
        self.note(condition, Some(why.to_string()));
        let error = Some(format!("{}: {why}", printer.name));
        // Recorded only on a change: the journal needs no entry for every try.
        if job.status != JobStatus::Blocked || job.error != error {
            self.report(job, JobStatus::Blocked, error).await?;
        }
        Ok(self.next_pause())
    }

    /// Leaves papers that have waited long to a person, if the printer is back. Returns the pause before the next job.
    async fn ask_about(&mut self, printer: &PrinterSetting, jobs: &[PrintJob]) -> Result<Duration, Failure> {
        let Some((target, profile)) = target_and_profile(printer) else { return Ok(STORE_WAIT) };
        match probe(&target, &profile, &Timeouts::default(), &self.context.address_policy).await {
            Ok(_) => {
                self.note(PrinterStatus::Ready, None);
                for job in jobs {
                    self.report(job, JobStatus::Blocked, Some(AWAITS_ANSWER.to_owned())).await?;
                }
                Ok(Duration::ZERO)
            }
            Err(why) => match jobs.first() {
                Some(job) => self.blocked(job, printer, why).await,
                None => Ok(Duration::ZERO),
            },
        }
    }

    /// The pause before the next try. The one after it is longer.
    fn next_pause(&mut self) -> Duration {
        let pause = self.retry_pause;
        self.retry_pause = (self.retry_pause * 2).min(RETRY_MAX);
        pause
    }

    /// Checks a printer's status without printing.
    async fn probe(&mut self, printer: &PrinterSetting) {
        let Some((target, profile)) = target_and_profile(printer) else { return };
        match probe(&target, &profile, &Timeouts::default(), &self.context.address_policy).await {
            Ok(_) => self.note(PrinterStatus::Ready, None),
            Err(why) => {
                if let Some(condition) = condition(&why) {
                    self.note(condition, Some(why.to_string()));
                }
            }
        }
    }

    /// Shows that a printer's address is not allowed, also while no job waits. Opens no connection.
    fn report_disallowed_address(&mut self, printer: &PrinterSetting) {
        if let Some((target, _)) = target_and_profile(printer)
            && let Err(why) = self.context.address_policy.check(&target)
        {
            self.note(PrinterStatus::Offline, Some(format!("Cannot be reached at {}: {why}", printer.url)));
        }
    }

    fn note(&mut self, condition: PrinterStatus, error: Option<String>) {
        self.probe_at = (condition != PrinterStatus::Ready).then(|| Instant::now() + PROBE_EVERY);
        let now = self.context.engine.now();
        if self.context.printer_states.record(self.printer_id, condition, error, now) {
            tracing::info!("printer {} is {}", self.printer_id, condition.as_str());
        }
    }

    async fn report(&self, job: &PrintJob, status: JobStatus, error: Option<String>) -> Result<(), Failure> {
        let command = PrintCommand::Report { job_id: job.id, printer_id: self.printer_id, status, error };
        self.context.engine.run(Command::Print(command), Actor::the_box()).await
    }
}

/// Completes at `moment`; never for `None`.
async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// Status of a printer that did not print; `None` if the reason was not the printer.
fn condition(why: &Undelivered) -> Option<PrinterStatus> {
    match why {
        Undelivered::Offline(_) | Undelivered::NotReady(NotReady::Fault) => Some(PrinterStatus::Offline),
        Undelivered::NotReady(NotReady::PaperOut) => Some(PrinterStatus::PaperOut),
        Undelivered::NotReady(NotReady::CoverOpen) => Some(PrinterStatus::CoverOpen),
        Undelivered::NotReady(NotReady::Paused) => Some(PrinterStatus::Paused),
        Undelivered::Refused(_) => None,
    }
}
