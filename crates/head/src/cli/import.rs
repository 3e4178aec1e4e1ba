//! `barback-head import`: files of parcels that were carried from boxes without internet.

use std::path::PathBuf;

use super::{Failed, bars, usable};
use crate::accounts::{Event, record_as};
use crate::books::{bar_name, loaded};
use crate::database::Database;
use crate::history::{FILE_BYTES_MAX, FileAnswer, receive_file};
use bar::engine::{Clock, SystemClock};
use base::decimal::thousands;

/// Keeps the parcels of each file, in any order, and says what is still missing.
pub(super) async fn run(database: &Database, files: &[PathBuf]) -> Result<(), Failed> {
    usable(database).await?;
    let mut refused = Vec::new();
    for file in files {
        if let Err(error) = load(database, file).await {
            refused.push(format!("{}: {}", file.display(), error.words));
        }
    }
    if refused.is_empty() { Ok(()) } else { Err(Failed::new(refused.join("\n"))) }
}

async fn load(database: &Database, file: &PathBuf) -> Result<(), Failed> {
    if std::fs::metadata(file).map_err(Failed::new)?.len() > FILE_BYTES_MAX as u64 {
        return Err(Failed::new("The file is larger than a box makes them"));
    }
    let bytes = std::fs::read(file).map_err(Failed::new)?;
    let now = SystemClock::start().now();
    let answer = &receive_file(database, bytes.into(), now).await.map_err(Failed::new)?;
    let name = bar_name(database, &answer.bar).await?;
    let words = loaded(&name, answer);
    let event = &Event::new("file.loaded", words.clone()).of_bar(&answer.bar);
    let recorded =
        database.transaction(move |transaction| async move { record_as(&transaction, now, None, bars::CONSOLE, event.clone()).await });
    recorded.await?;
    println!("{words}.");
    for line in position(&name, answer) {
        println!("{line}");
    }
    Ok(())
}

fn position(name: &str, answer: &FileAnswer) -> Vec<String> {
    let missing = answer.missing.iter().map(|missing| match missing.from == missing.to {
        true => format!("Entry {} missing", thousands(missing.from)),
        false => format!("Entries {} to {} missing", thousands(missing.from), thousands(missing.to)),
    });
    let newest = answer.position.map(|position| format!("{name} is here up to entry {}", thousands(position.seq)));
    newest.into_iter().chain(missing).collect()
}
