//! Starts the process: log, async runtime, port, store, then the bar. A second box stands by first.

use std::io::IsTerminal;
use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::bar::{Bar, SHUTDOWN_GRACE, store_on};
use super::first_start::FirstPassword;
use super::reexec::run_without_flag;
use super::start_error::StartError;
use super::{card_backup, console, notify, standby};
use crate::backup::{self, Keyring};
use crate::config::{Config, FollowFirst, Secret, log_filter};
use crate::engine::{self, Clock, SystemClock};
use crate::machine::{notes, rescue, update_memory, updates};
use crate::second_box;
use store::{OpenError, RealDisk, StoreError};

/// Advice for a folder that another process has locked.
const IN_USE_ADVICE: &str = "Stop that one first (systemctl stop barback), or name another folder with --data.";

/// Runs the box until it is stopped.
pub fn serve(config: &Config) -> ExitCode {
    launch(config, None)
}

/// Runs a second box until it is stopped; after a promotion it runs on as the first.
pub fn follow(config: &Config, first: FollowFirst) -> ExitCode {
    if let Some(code) = first.code.as_ref().filter(|_| first.code_by_flag) {
        let error = run_without_flag(code);
        eprintln!("The code stays visible in the list of processes ({error}). To hide it, use the variable BARBACK_CODE.");
    }
    launch(config, Some(first))
}

/// Number of worker threads: one core is left to the writer. One thread more would be woken with every sale and find nothing to do.
fn threads() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    cores.saturating_sub(1).max(1)
}

fn launch(config: &Config, first: Option<FollowFirst>) -> ExitCode {
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
    tracing_subscriber::registry().with(lines).with(log_filter(LevelFilter::INFO)).init();
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(threads()).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("The box cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    let result = runtime.block_on(run(config, first));
    runtime.shutdown_timeout(SHUTDOWN_GRACE);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            if config.appliance.is_some() {
                update_memory::note_failure(&update_memory::folder_in(&config.data), updates::VERSION, error.to_string());
            }
            match error {
                StartError::Open(OpenError::Damaged { .. }) => {
                    let hint = backup::restore_hint(config.backup_dir.as_deref(), &config.data, SystemClock::start().now());
                    hint.inspect(|hint| eprintln!("{hint}"));
                }
                StartError::Open(OpenError::InUse { .. }) => eprintln!("{IN_USE_ADVICE}"),
                StartError::Store(StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_))
                | StartError::Open(OpenError::Store(StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_))) => {
                    eprintln!(
                        "Check that the disk with {} is mounted and has space, or name another folder with --data.",
                        config.data.display()
                    );
                }
                _ => {}
            }
            ExitCode::FAILURE
        }
    }
}

/// Makes the bar of the backup that lies on a new card. Without it, or if it cannot be restored, the box is a new one, and its screen says why.
fn restore_from_card(config: &Config) {
    if notes::was_reset() {
        return;
    }
    match card_backup::restore(Path::new(notes::BOOT), &config.data, SystemClock::start().now()) {
        None => {}
        Some(Ok(restored)) => println!("The bar is the one of the backup on the card, of {}.", restored.summary.last_at),
        Some(Err(reason)) => {
            println!("{reason}");
            notes::note_restore_failure(&reason);
        }
    }
}

async fn run(config: &Config, first: Option<FollowFirst>) -> Result<(), StartError> {
    if config.backup_s3.is_some() {
        config.bucket_keys().map_err(StartError::Other)?;
    }
    Keyring::for_backups(config.passphrase.read().map_err(StartError::Other)?.as_ref().map(Secret::reveal)).map_err(StartError::Other)?;
    let listen_error = |reason| StartError::Listen { address: config.listen, flag: "--listen", reason };
    let mut terminate = signal(SignalKind::terminate()).map_err(|error| StartError::Other(error.to_string()))?;
    let mut stop = Box::pin(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    });
    // The port is bound first: if the box is started twice by mistake, the second must find the port in use before it creates a bar.
    let mut listener = TcpListener::bind(config.listen).await.map_err(listen_error)?;
    let store = match first {
        Some(first) => second_box::join(config, first).await.map_err(StartError::Standby)?,
        None => {
            if config.appliance.is_some() {
                let no_copy = |error| StartError::Other(format!("The store could not be copied before the update: {error}"));
                rescue::before_open(&config.data, updates::VERSION).map_err(no_copy)?;
                restore_from_card(config);
            }
            store_on(Arc::new(RealDisk), config, &SystemClock::start())?
        }
    };
    let store = Arc::new(store);
    if let Some(following) = backup::followed_box(&store)? {
        engine::upgrade_tables_saying(&store, notify::rebuilding)?;
        // Standby mode and the bar share the bound port, so that a phone that connects in between waits and is not refused.
        let bound = listener.into_std().map_err(listen_error)?;
        listener = TcpListener::from_std(bound.try_clone().map_err(listen_error)?).map_err(listen_error)?;
        let standby_listener = TcpListener::from_std(bound).map_err(listen_error)?;
        let ended = standby::stand_by(config, &store, following, standby_listener, stop.as_mut()).await.map_err(StartError::Standby)?;
        if ended == standby::Ended::Stopped {
            notify::stopping();
            return Ok(());
        }
    }
    let show_password = |first: &FirstPassword| {
        println!("{}", first.line());
        if config.appliance.is_some() {
            first.keep(&config.data);
        }
    };
    let bar = Bar::open_store(store, config, Arc::new(SystemClock::start()), show_password).await?;
    let address = listener.local_addr().map_err(listen_error)?;
    println!("Barback is open on http://{}", console::local_address(address));
    console::print_addresses(address, bar.first_password.is_some());
    if bar.demo {
        console::print_demo_accounts(address);
    }
    notify::ready();
    let watchdog = notify::start_watchdog(bar.store.clone());
    let shutdown = async move {
        stop.await;
        notify::stopping();
        if let Some(watchdog) = watchdog {
            watchdog.abort();
        }
    };
    bar.run(config, listener, shutdown).await
}
