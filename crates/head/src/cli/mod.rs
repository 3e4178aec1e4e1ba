//! The commands of `barback-head`. Each prints its result in sentences; exit codes: 0 done, 1 failed, 2 wrong usage.

mod bars;
mod demo;
mod import;
mod pair;
mod restore_bar;
mod serve;
mod setup;

use std::future::Future;
use std::process::ExitCode;

use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::accounts;
use crate::config::{HeadConfig, HeadTask};
use crate::database::{Database, DatabaseError, Options, SchemaState};
use crate::error::HeadError;
use bar::engine::{Clock, SystemClock};
use barback::config::{EXIT_FAILED, EXIT_USAGE, log_filter};

/// Why a command failed, for the person who ran it.
pub(crate) struct Failed {
    words: String,
    code: u8,
}

impl Failed {
    fn new(words: impl std::fmt::Display) -> Self {
        Failed { words: words.to_string(), code: EXIT_FAILED }
    }

    fn usage(words: impl std::fmt::Display) -> Self {
        Failed { words: format!("error: {words}"), code: EXIT_USAGE }
    }
}

impl From<HeadError> for Failed {
    fn from(error: HeadError) -> Self {
        Failed::new(error)
    }
}

impl From<DatabaseError> for Failed {
    fn from(error: DatabaseError) -> Self {
        match error {
            DatabaseError::Url(_) | DatabaseError::Authorities(_) => Failed::usage(error),
            _ => Failed::new(error),
        }
    }
}

/// Runs a command to its end.
pub fn run(task: &HeadTask, config: &HeadConfig) -> ExitCode {
    let result = match task {
        HeadTask::Serve { .. } => serve::run(config),
        HeadTask::Setup => setup::run(config),
        HeadTask::Migrate => with_database(config, migrate),
        HeadTask::Bars => with_database(config, bars::print),
        HeadTask::User { name, .. } => with_database(config, async |database| reset(&database, name).await),
        HeadTask::Import { files } => with_database(config, async |database| import::run(&database, files).await),
        HeadTask::RestoreBar { bar, to, line, upto } => {
            with_database(config, async |database| restore_bar::run(&database, bar, to, line.as_deref(), *upto).await)
        }
        HeadTask::Pair { name, bar } => {
            with_database(config, async |database| pair::print(config, &database, name.as_deref(), bar.as_deref()).await)
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            eprintln!("{}", failed.words);
            ExitCode::from(failed.code)
        }
    }
}

/// Runs a short command over the database.
fn with_database<F>(config: &HeadConfig, work: impl FnOnce(Database) -> F) -> Result<(), Failed>
where
    F: Future<Output = Result<(), Failed>>,
{
    log(LevelFilter::WARN);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failed::new)?;
    runtime.block_on(async { work(open_database(config)?).await })
}

/// The configured database. Nothing is connected yet.
fn open_database(config: &HeadConfig) -> Result<Database, DatabaseError> {
    Database::open(config.database_url(), Options { authorities: config.database_ca.clone(), ..Options::default() })
}

/// Writes the log to standard error, from `level` on unless a variable says otherwise.
fn log(level: LevelFilter) {
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    tracing_subscriber::registry().with(lines).with(log_filter(level)).init();
}

/// Refuses a database that this head office cannot use; an empty one too.
async fn usable(database: &Database) -> Result<(), Failed> {
    match database.schema_state().await? {
        SchemaState::Empty => Err(Failed::new("The database is empty. Run barback-head migrate first.")),
        state => match state.refusal() {
            Some(words) => Err(Failed::new(words)),
            None => Ok(()),
        },
    }
}

async fn migrate(database: Database) -> Result<(), Failed> {
    let before = database.schema_state().await?;
    if let SchemaState::TooNew { .. } = before {
        return Err(Failed::new(before.refusal().unwrap_or_default()));
    }
    let schema = database.migrate().await?;
    match before.number() == schema {
        true => println!("The database has schema {schema} already."),
        false => println!("The database has schema {schema} now."),
    }
    Ok(())
}

async fn reset(database: &Database, name: &str) -> Result<(), Failed> {
    usable(database).await?;
    let password = accounts::reset(database, name, SystemClock::start().now()).await?;
    println!("New password of {name}: {password}");
    println!("It is shown once. At the next sign-in {name} changes it and sets up the second factor again.");
    Ok(())
}
