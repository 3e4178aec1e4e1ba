//! Commands other than running the box: backup, restore, promote, verify, export, reset-password. Each prints its result as sentences.

pub mod bucket;
mod copy;
mod export;
pub mod operator;
pub mod passphrase;
mod password;
mod promote;
mod restore;
mod sheet;
mod verify;

use std::path::Path;
use std::process::ExitCode;

pub use operator::Operator;

use crate::backup::{BackupError, restore_hint};
use crate::base::decimal::thousands;
use crate::config::{Config, Task};
use crate::engine::{Clock, SystemClock};
use crate::store::{self, OpenError};

/// Runs a command.
pub fn run(task: &Task, config: &Config, operator: &Operator) -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_env("BARBACK_LOG").unwrap_or_else(|_| "warn".into());
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).without_time().init();
    let done = match task {
        Task::Backup { to } => copy::run(config, to.as_deref(), operator),
        Task::Restore { file, replace } => {
            bucket::fetched(config, file).and_then(|from| restore::run(config, &from.file, *replace, operator))
        }
        Task::Promote { anyway } => promote::run(config, *anyway),
        Task::Verify { file: Some(file) } => bucket::fetched(config, file).and_then(|from| verify::run(config, Some(&from.file), operator)),
        Task::Verify { file: None } => verify::run(config, None, operator),
        Task::Export { dir } => export::run(config, dir, operator),
        Task::ResetPassword { username } => password::run(config, username),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            eprintln!("{failed}");
            ExitCode::FAILURE
        }
    }
}

/// Why a command failed, and what to do.
type Failed = String;

/// An error as a sentence; if the box is running, with `advice`.
fn told(error: BackupError, advice: &str) -> Failed {
    match error {
        BackupError::Open(error @ OpenError::InUse { .. }) => format!("{error}\n{advice}"),
        error => error.to_string(),
    }
}

/// Advice for a damaged bar: how to restore the newest backup, if there is one.
fn last_good(config: &Config) -> String {
    let way = restore_hint(config.backup_dir.as_deref(), &config.data, SystemClock::start().now());
    way.map(|way| format!("\n{way}")).unwrap_or_default()
}

/// Fails if the folder has no bar.
fn there_is_a_bar(data: &Path) -> Result<(), Failed> {
    if store::contains_store(data) { Ok(()) } else { Err(BackupError::NoBar { folder: data.to_owned() }.to_string()) }
}

/// `12 entries`, `1 entry`.
fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}
