//! Commands other than running the box: backup, restore, promote, verify, export, reset-password. Each prints its result in sentences.

mod backup;
pub mod bucket;
mod export;
pub mod operator;
pub mod passphrase;
mod password;
mod promote;
mod restore;
mod restore_from_head;
mod verify;

use std::path::Path;
use std::process::ExitCode;

pub use operator::Operator;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::backup::{BackupError, restore_hint};
use crate::config::{Config, Task, log_filter};
use crate::engine::{Clock, SystemClock};
use base::decimal::thousands;
use store::OpenError;

/// Runs a command.
pub fn run(task: &Task, config: &Config, operator: &Operator) -> ExitCode {
    let lines = fmt::layer().with_writer(std::io::stderr).without_time();
    tracing_subscriber::registry().with(lines).with(log_filter(LevelFilter::WARN)).init();
    let result = match task {
        Task::Backup { to } => backup::run(config, to.as_deref(), operator),
        Task::Restore { from_head: Some(url), code, replace, .. } => restore_from_head::run(config, url, code.as_ref(), *replace),
        Task::Restore { file: Some(file), replace, .. } => {
            bucket::fetch(config, file).and_then(|local| restore::run(config, &local.file, *replace, operator))
        }
        Task::Restore { .. } => Err("Name the backup.".to_owned()),
        Task::Promote { anyway } => promote::run(config, *anyway),
        Task::Verify { file: Some(file) } => bucket::fetch(config, file).and_then(|local| verify::run(config, Some(&local.file), operator)),
        Task::Verify { file: None } => verify::run(config, None, operator),
        Task::Export { dir } => export::run(config, dir, operator),
        Task::ResetPassword { username } => password::run(config, username),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}

/// Why a command failed and what to do, for the operator.
type ErrorText = String;

/// An error as text; with `advice` if the reason is that the box is running.
fn error_text(error: BackupError, advice: &str) -> ErrorText {
    match error {
        BackupError::Open(error @ OpenError::InUse { .. }) => format!("{error}\n{advice}"),
        error => error.to_string(),
    }
}

/// Advice for a damaged bar: how to restore the newest backup, if there is one.
fn restore_advice(config: &Config) -> String {
    let hint = restore_hint(config.backup_dir.as_deref(), &config.data, SystemClock::start().now());
    hint.map(|hint| format!("\n{hint}")).unwrap_or_default()
}

/// Fails if the folder contains no bar.
fn require_bar(data: &Path) -> Result<(), ErrorText> {
    if store::contains_store(data) { Ok(()) } else { Err(BackupError::NoBar { folder: data.to_owned() }.to_string()) }
}

/// `12 entries`, `1 entry`.
fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}
