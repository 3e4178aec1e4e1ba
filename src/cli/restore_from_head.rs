//! `barback restore --from-head`: restores the bar of a lost box on this device, from what head office has of it.

use std::sync::Arc;
use std::time::Duration;

use super::restore::print_restored;
use super::{ErrorText, error_text};
use crate::backup::{self, BackupError, Connecting};
use crate::config::{Config, Secret, terminal};
use crate::engine::{Clock, SystemClock};
use crate::head_link::{ClockFn, FetchError, FetchProgress, FetchedBooks, Pace, fetch_books};
use crate::head_office::HeadConnected;
use crate::settings::HeadAddress;
use crate::standby::Code;
use base::decimal::thousands;
use store::Folder;

const RUNNING: &str = "Stop it first (systemctl stop barback), then restore, then start it again.";
/// Value of `--code` that reads the code from standard input.
const FROM_INPUT: &str = "-";
/// First pause after a failure: a person waits for it.
const RETRY_FIRST: Duration = Duration::from_secs(2);
/// Lines that tell how far the fetch is.
const REPORTS: u64 = 10;

/// Connects this device to head office, fetches the books of the code's bar, proves and restores them.
pub fn run(config: &Config, url: &str, code: Option<&Secret>, replace: bool) -> Result<(), ErrorText> {
    let address: HeadAddress = url.parse().map_err(|error| format!("{url}: {error}"))?;
    let code = read_code(code)?;
    if store::contains_store(&config.data) && !replace {
        return Err(BackupError::BarExists { folder: config.data.clone() }.to_string());
    }
    let to_text = |error: BackupError| error_text(error, RUNNING);
    // A box that runs here would make the code useless.
    drop(Folder::lock(&config.data).map_err(|error| to_text(error.into()))?);
    let books = FetchedBooks::open(&config.data).map_err(to_text)?;
    let event = fetch(&books, address, &code)?;
    let source = books.source().map_err(to_text)?;
    let place_keys = || books.place_keys(&config.data, &event.key);
    let connecting = Connecting { event: &event, place_keys: &place_keys };
    let now = SystemClock::start().now();
    let restored = backup::restore_connected(&source, &config.data, replace, now, &connecting).map_err(to_text)?;
    print_restored(config, &restored, now);
    println!("It is connected to {} at {}.", event.name, event.url);
    if let Err(error) = books.remove() {
        println!("What was fetched stays in the data folder and can be deleted: {error}.");
    }
    Ok(())
}

fn read_code(code: Option<&Secret>) -> Result<Code, ErrorText> {
    let text = match code {
        Some(code) if code.reveal() == FROM_INPUT => terminal::read_line()?,
        Some(code) => code.reveal().to_owned(),
        None => return Err("Give the code that head office shows for this bar: --code CODE, or in the variable BARBACK_CODE.".to_owned()),
    };
    text.parse().map_err(|error| format!("{error}"))
}

fn fetch(books: &FetchedBooks, address: HeadAddress, code: &Code) -> Result<HeadConnected, ErrorText> {
    let time = Arc::new(SystemClock::start());
    let clock: ClockFn = Arc::new(move || (time.now(), false));
    let pace = Pace { retry_first: RETRY_FIRST, ..Pace::default() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    let mut told = 0;
    let report = |progress: FetchProgress| {
        let part = progress.fetched * REPORTS / progress.entries.max(1);
        if part > told {
            told = part;
            println!("Fetched {} of {} entries.", thousands(progress.fetched), thousands(progress.entries));
        }
    };
    runtime.block_on(fetch_books(books, address, code, clock, pace, report)).map_err(|error| match error {
        FetchError::Pair(_) => format!("This device is not connected. {error}."),
        FetchError::Disk(error) => error_text(error, RUNNING),
        error => format!("{error}.\nWhat was fetched stays: the same command goes on where it broke off."),
    })
}
