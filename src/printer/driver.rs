//! Brings one job to a printer over one connection, and tells honestly what became of it.

use std::future::Future;
use std::time::Duration;

use tokio::fs::File;
use tokio::io::AsyncWriteExt;

use super::address_policy::AddressPolicy;
use super::connection::Connection;
use super::escpos::RESET;
use super::port::{self, OpenPrinter};
use super::profile::Profile;
use super::status::NotReady;
use super::target::Target;

/// Longest wait for a connection.
pub const OPEN_WAIT: Duration = Duration::from_secs(3);
/// Longest wait for an answer to one question.
pub const STATUS_WAIT: Duration = Duration::from_millis(500);
/// Longest time in which a printer takes no byte at all.
pub const STALL_WAIT: Duration = Duration::from_secs(20);
/// Longest wait until a printer that answers says that all is printed.
pub const PRINTED_WAIT: Duration = Duration::from_secs(10);
/// Longest wait for a network printer to hang up after the last byte.
pub const HANG_UP_WAIT: Duration = Duration::from_secs(2);
/// Bytes written at a time.
pub const PIECE_BYTES: usize = 1024;

/// How long to wait for what. [`Timeouts::default`] are the constants above; tests take shorter ones.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// See [`OPEN_WAIT`].
    pub open: Duration,
    /// See [`STATUS_WAIT`].
    pub status: Duration,
    /// See [`STALL_WAIT`].
    pub stall: Duration,
    /// See [`PRINTED_WAIT`].
    pub printed: Duration,
    /// See [`HANG_UP_WAIT`].
    pub hang_up: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts { open: OPEN_WAIT, status: STATUS_WAIT, stall: STALL_WAIT, printed: PRINTED_WAIT, hang_up: HANG_UP_WAIT }
    }
}

/// What became of a job that went out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivered {
    /// The printer said that it printed everything.
    Confirmed,
    /// Every byte was taken; nothing proves more.
    Sent,
}

/// Why not one byte of the job left.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Undelivered {
    /// It cannot be reached.
    #[error("{0}")]
    Offline(String),
    /// It can be reached and would not print.
    #[error(transparent)]
    NotReady(#[from] NotReady),
    /// The caller's hook said no.
    #[error("{0}")]
    Refused(String),
}

/// Why a job was not delivered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryError {
    /// Nothing was sent: trying again is safe.
    #[error(transparent)]
    BeforeFirstByte(#[from] Undelivered),
    /// Some, all or nothing of it may be on paper: it must never be repeated in silence.
    #[error("{0}")]
    AfterFirstByte(String),
}

/// What a look at a printer found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    /// It says that it can print.
    Ready,
    /// It can be reached and says nothing.
    Silent,
}

/// Brings `job` to `target`, if `access` allows it. `before_first_byte` runs once, when the printer is open and nothing stands in the way,
/// right before the first byte of the job: whatever it records is recorded before anything can be on paper. When it
/// refuses, nothing is sent. Whoever drops the future after that point must take the job for half printed.
pub async fn deliver<H, F>(
    target: &Target,
    profile: &Profile,
    job: &[u8],
    timeouts: &Timeouts,
    access: &AddressPolicy,
    before_first_byte: H,
) -> Result<Delivered, DeliveryError>
where
    H: FnOnce() -> F,
    F: Future<Output = Result<(), String>>,
{
    let opened = port::open(target, timeouts, access).await.map_err(Undelivered::Offline)?;
    let mut connection = match opened {
        OpenPrinter::Port(port) => Connection::new(port, *timeouts),
        OpenPrinter::File(file) => {
            before_first_byte().await.map_err(Undelivered::Refused)?;
            return append(file, job).await.map_err(|error| DeliveryError::AfterFirstByte(port::describe(&error)));
        }
    };
    let outcome = exchange(&mut connection, profile, job, before_first_byte).await;
    if matches!(outcome, Err(DeliveryError::AfterFirstByte(_))) {
        connection.drop_unsent();
    }
    connection.close().await;
    outcome
}

async fn exchange<H, F>(
    connection: &mut Connection,
    profile: &Profile,
    job: &[u8],
    before_first_byte: H,
) -> Result<Delivered, DeliveryError>
where
    H: FnOnce() -> F,
    F: Future<Output = Result<(), String>>,
{
    let answers = profile.asks && state(connection).await? == Health::Ready;
    before_first_byte().await.map_err(Undelivered::Refused)?;
    send(connection, job, answers).await.map_err(DeliveryError::AfterFirstByte)
}

/// Opens the printer, asks how it is, prints nothing.
pub async fn probe(target: &Target, profile: &Profile, timeouts: &Timeouts, access: &AddressPolicy) -> Result<Health, Undelivered> {
    match port::open(target, timeouts, access).await.map_err(Undelivered::Offline)? {
        OpenPrinter::Port(port) if profile.asks => {
            let mut connection = Connection::new(port, *timeouts);
            let health = state(&mut connection).await;
            connection.close().await;
            health
        }
        _ => Ok(Health::Silent),
    }
}

async fn state(connection: &mut Connection) -> Result<Health, Undelivered> {
    let state = connection.ask_state().await.map_err(Undelivered::Offline)?;
    match state.not_ready() {
        Some(reason) => Err(reason.into()),
        None if state.answered() => Ok(Health::Ready),
        None => Ok(Health::Silent),
    }
}

async fn send(connection: &mut Connection, job: &[u8], answers: bool) -> Result<Delivered, String> {
    for piece in job.chunks(PIECE_BYTES) {
        connection.write(piece).await?;
    }
    if answers && connection.ask_printed().await? {
        // It is on paper, however the goodbye goes.
        let _ = connection.finish().await;
        return Ok(Delivered::Confirmed);
    }
    connection.finish().await?;
    Ok(Delivered::Sent)
}

async fn append(mut file: File, job: &[u8]) -> std::io::Result<Delivered> {
    let data = file.metadata().await?;
    if data.is_file() && data.len() == 0 && !job.starts_with(RESET) {
        // By this the file is known again as one that collects a printer's bytes.
        file.write_all(RESET).await?;
    }
    file.write_all(job).await?;
    file.flush().await?;
    match file.sync_all().await {
        // A device that is used like a file has nothing to sync.
        Err(error) if error.kind() == std::io::ErrorKind::InvalidInput => Ok(Delivered::Sent),
        synced => synced.map(|()| Delivered::Sent),
    }
}
