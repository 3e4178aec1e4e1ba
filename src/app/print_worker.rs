//! One printer's worker: takes the oldest job, brings it to the printer, and writes down how far it got.
//!
//! What is recorded comes before what is done: "sending" is on the disk before the first byte leaves, so that after a
//! power cut nobody takes a half-printed job for a fresh one.

use std::time::Duration;

use super::spooler::Spooler;
use crate::base::Actor;
use crate::engine::{Command, Failure};
use crate::printer::driver::{Delivered, Failed, Limits, Undelivered, deliver};
use crate::printer::escpos;
use crate::printer::profile::Profile;
use crate::printer::receipt::{Printing, receipt};
use crate::printer::slip::Slip;
use crate::printer::status::Blocked;
use crate::printer::target::Target;
use crate::printer::test_page::test_page;
use crate::printing::{self, Condition, JobKind, JobStatus, PrintCommand, PrintJob};
use crate::settings::{self, PrinterSetting};
use crate::store::{StoreError, Stored};

/// First wait before a printer that is away is tried again; it doubles.
const RETRY_FIRST: Duration = Duration::from_secs(1);
/// Longest wait before it is tried again: somebody stands there with a new roll of paper.
const RETRY_MAX: Duration = Duration::from_secs(5);
/// Wait after the store failed.
const STORE_WAIT: Duration = Duration::from_secs(1);
/// What a job says that was on its way when the power was cut.
const BROKE_OFF: &str = "The box was restarted while this was being printed. Look at the paper before printing it again.";

/// The worker of one printer.
pub struct PrintWorker {
    spooler: Spooler,
    printer_id: u64,
    wait: Duration,
}

/// What the worker found to do.
enum Work {
    /// This printer is gone.
    Gone,
    /// Nothing to print, or switched off.
    Idle,
    /// A job, ready to go out.
    Job(Box<Ready>),
}

/// A job and where it goes.
struct Ready {
    job: PrintJob,
    printer: PrinterSetting,
    /// `None` when it can never be printed there.
    content: Option<Content>,
}

/// A job as bytes.
struct Content {
    target: Target,
    profile: Profile,
    bytes: Vec<u8>,
}

impl PrintWorker {
    /// For the printer with this id.
    pub fn new(spooler: Spooler, printer_id: u64) -> Self {
        PrintWorker { spooler, printer_id, wait: RETRY_FIRST }
    }

    /// Runs until the printer is gone or the box stops.
    pub async fn run(mut self) {
        let mut feed = self.spooler.engine.feed();
        loop {
            if *self.spooler.stopping.borrow() {
                return;
            }
            let head = feed.head();
            let pause = match self.find() {
                Ok(Work::Gone) => return,
                Ok(Work::Idle) => None,
                Ok(Work::Job(ready)) => match self.print(*ready).await {
                    Ok(pause) => Some(pause),
                    Err(Failure::Stopped) => return,
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
                    _ = self.spooler.stopping.wait_for(|stopping| *stopping) => return,
                },
                None => tokio::select! {
                    grown = feed.after(head) => if grown.is_none() { return },
                    _ = self.spooler.stopping.wait_for(|stopping| *stopping) => return,
                },
            }
        }
    }

    fn find(&self) -> Stored<Work> {
        self.spooler.store.read(|view| {
            let settings = settings::settings(view)?;
            let Some(printer) = settings.printers.iter().find(|printer| printer.id == self.printer_id) else { return Ok(Work::Gone) };
            if !printer.enabled {
                return Ok(Work::Idle);
            }
            let Some(job) = printing::next_job(view, self.printer_id)? else { return Ok(Work::Idle) };
            let content = content(view, &job, printer, &settings)?;
            Ok(Work::Job(Box::new(Ready { job, printer: printer.clone(), content })))
        })
    }

    /// Prints the job, as far as it goes. How long to wait before the next look.
    async fn print(&mut self, ready: Ready) -> Result<Duration, Failure> {
        let Ready { job, printer, content } = ready;
        if job.status == JobStatus::Sending {
            self.report(&job, JobStatus::Unknown, Some(BROKE_OFF.to_owned())).await?;
            return Ok(Duration::ZERO);
        }
        let Some(Content { target, profile, bytes }) = content else {
            self.report(&job, JobStatus::Failed, Some(format!("{} cannot be printed there", job.kind.as_str()))).await?;
            return Ok(Duration::ZERO);
        };
        let record_sending =
            || async { self.report(&job, JobStatus::Sending, None).await.map_err(|_| "the job was taken back".to_owned()) };
        match deliver(&target, &profile, &bytes, &Limits::default(), record_sending).await {
            Ok(delivered) => {
                self.wait = RETRY_FIRST;
                self.note(Condition::Ready);
                let status = if delivered == Delivered::Confirmed { JobStatus::Confirmed } else { JobStatus::Sent };
                self.report(&job, status, None).await?;
                Ok(Duration::ZERO)
            }
            Err(Failed::AfterFirstByte(words)) => {
                self.note(Condition::Offline);
                let error = format!("{words}. Look at the paper before printing it again.");
                self.report(&job, JobStatus::Unknown, Some(error)).await?;
                Ok(Duration::ZERO)
            }
            Err(Failed::BeforeFirstByte(why)) => self.blocked(&job, &printer, why).await,
        }
    }

    async fn blocked(&mut self, job: &PrintJob, printer: &PrinterSetting, why: Undelivered) -> Result<Duration, Failure> {
        self.note(match &why {
            Undelivered::Offline(_) => Condition::Offline,
            Undelivered::Blocked(Blocked::PaperOut) => Condition::PaperOut,
            Undelivered::Blocked(Blocked::CoverOpen) => Condition::CoverOpen,
            Undelivered::Blocked(_) => Condition::Offline,
            Undelivered::Refused(_) => return Ok(Duration::ZERO),
        });
        let error = Some(format!("{}: {why}", printer.name));
        // Once, not at every try: the journal is for what happened, and nothing did.
        if job.status != JobStatus::Blocked || job.error != error {
            self.report(job, JobStatus::Blocked, error).await?;
        }
        let pause = self.wait;
        self.wait = (self.wait * 2).min(RETRY_MAX);
        Ok(pause)
    }

    fn note(&self, condition: Condition) {
        let now = self.spooler.engine.now();
        if self.spooler.board.note(self.printer_id, condition, now) {
            tracing::info!("printer {} is {}", self.printer_id, condition.as_str());
        }
    }

    async fn report(&self, job: &PrintJob, status: JobStatus, error: Option<String>) -> Result<(), Failure> {
        let command = PrintCommand::Report { job_id: job.id, status, error };
        self.spooler.engine.run(Command::Print(command), Actor::the_box()).await
    }
}

/// The job as bytes for this printer; `None` when it can never be printed there.
fn content(
    view: &dyn crate::store::View,
    job: &PrintJob,
    printer: &PrinterSetting,
    settings: &settings::Settings,
) -> Result<Option<Content>, StoreError> {
    let preset = Profile::named(&printer.profile).unwrap_or_default();
    let profile = preset.with_columns(usize::from(printer.columns)).unwrap_or(preset);
    let Ok(target) = printer.url.parse::<Target>() else { return Ok(None) };
    if target == Target::None {
        return Ok(None);
    }
    let (date, time) = settings.bar_time().on_paper(job.created_at);
    let printing = Printing { job: job.id, at: format!("{date}, {time}"), reprint: copy(job), possible_duplicate: job.attempts > 0 };
    let paper = match &job.kind {
        JobKind::TestPage => test_page(&printer.name, &printer.url, &printing, profile),
        JobKind::Slip { url, name_url } => {
            let slip = Slip { title: &settings.business_name, url, name_url: name_url.as_deref(), password: None };
            slip.paper(Some(&printing), profile)
        }
        JobKind::Receipt { number, .. } => {
            let Some(head) = crate::receipts::receipt(view, number)? else { return Ok(None) };
            receipt(&crate::receipts::document(view, &head)?, &printing, profile)
        }
    };
    Ok(Some(Content { target, profile, bytes: escpos::encode(&paper) }))
}

fn copy(job: &PrintJob) -> u32 {
    match &job.kind {
        JobKind::Receipt { copy, .. } => *copy,
        JobKind::TestPage | JobKind::Slip { .. } => 0,
    }
}
