//! Sends one job to a printer over one connection and returns how certain its delivery is.

use std::future::Future;

use tokio::fs::File;
use tokio::io::AsyncWriteExt;

use super::address_policy::AddressPolicy;
use super::connection::Connection;
use super::open::open;
use super::port::{OpenPrinter, describe};
use super::target::Target;
use super::timeouts::Timeouts;
use crate::escpos::RESET;
use crate::escpos::status::NotReady;
use crate::profile::Profile;

/// Bytes written at a time.
pub const PIECE_BYTES: usize = 1024;

/// Outcome of a job that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivered {
    /// The printer confirmed that it printed everything.
    Confirmed,
    /// The printer accepted every byte; whether it printed them is not known.
    Sent,
}

/// Why no byte of the job was sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Undelivered {
    /// It cannot be reached.
    #[error("{0}")]
    Offline(String),
    /// It can be reached but cannot print.
    #[error(transparent)]
    NotReady(#[from] NotReady),
    /// The caller's hook refused.
    #[error("{0}")]
    Refused(String),
}

/// Why a job was not delivered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryError {
    /// Nothing was sent, so trying again is safe.
    #[error(transparent)]
    BeforeFirstByte(#[from] Undelivered),
    /// Some, all or nothing of it may be on paper, so it must never be repeated without a mark.
    #[error("{0}")]
    AfterFirstByte(String),
}

/// State of a printer that can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    /// It answers that it can print.
    Ready,
    /// It can be reached and does not answer status queries.
    Silent,
}

/// Sends `job` to `target`, if `access` allows it. `before_first_byte` runs once, when the printer is open and ready, right before
/// the first byte of the job: what it records is recorded before anything can be on paper. If it refuses, nothing is sent. A
/// caller that drops the future after that point must treat the job as half printed.
///
/// # Errors
/// [`DeliveryError`] separates jobs of which nothing was sent from jobs that may be partly on paper.
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
    let opened = open(target, timeouts, access).await.map_err(Undelivered::Offline)?;
    let mut connection = match opened {
        OpenPrinter::Port(port) => Connection::new(port, *timeouts),
        OpenPrinter::File(file) => {
            before_first_byte().await.map_err(Undelivered::Refused)?;
            return append(file, job).await.map_err(|error| DeliveryError::AfterFirstByte(describe(&error)));
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
    let answers = profile.queries_status && state(connection).await? == Health::Ready;
    before_first_byte().await.map_err(Undelivered::Refused)?;
    send(connection, job, answers).await.map_err(DeliveryError::AfterFirstByte)
}

/// Opens the printer and queries its status; prints nothing.
///
/// # Errors
/// If the printer cannot be reached, or answers that it cannot print.
pub async fn probe(target: &Target, profile: &Profile, timeouts: &Timeouts, access: &AddressPolicy) -> Result<Health, Undelivered> {
    match open(target, timeouts, access).await.map_err(Undelivered::Offline)? {
        OpenPrinter::Port(port) if profile.queries_status => {
            let mut connection = Connection::new(port, *timeouts);
            let health = state(&mut connection).await;
            connection.close().await;
            health
        }
        _ => Ok(Health::Silent),
    }
}

async fn state(connection: &mut Connection) -> Result<Health, Undelivered> {
    let state = connection.query_status().await.map_err(Undelivered::Offline)?;
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
    if answers && connection.confirm_printed().await? {
        // It is on paper, even if closing the connection fails.
        let _ = connection.finish().await;
        return Ok(Delivered::Confirmed);
    }
    connection.finish().await?;
    Ok(Delivered::Sent)
}

async fn append(mut file: File, job: &[u8]) -> std::io::Result<Delivered> {
    let data = file.metadata().await?;
    if data.is_file() && data.len() == 0 && !job.starts_with(RESET) {
        // Marks the file as one that collects a printer's bytes.
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
