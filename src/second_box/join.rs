//! Joining a first box (`barback follow`): checks that the journal in the data folder is a prefix of the first box's.

use std::fs;
use std::io::{ErrorKind, IsTerminal, stdin};
use std::time::Duration;

use super::first_box_client::{FetchError, FirstBoxClient};
use crate::backup::{self, FollowedBox, ReplicaPosition};
use crate::config::{Config, FollowFirst, terminal};
use crate::engine::{self, AuditFilter, Clock, SystemClock, audit};
use crate::standby::Code;
use store::{Folder, Store, Stored};

/// Value of `--code` that reads the code from standard input.
const FROM_INPUT: &str = "-";
/// How many entries are listed if the histories differ.
const LISTED_MAX: usize = 20;

/// Opens the data folder as a second box of the box that `request` names. Nothing in the folder is changed before that box has answered and
/// the histories agree. If the folder stands by for that box already, the first box may be away.
///
/// # Errors
/// A sentence for the operator, with the entries that only this folder has if the histories differ.
pub async fn join(config: &Config, request: FollowFirst) -> Result<Store, String> {
    let data = config.data.display();
    // Read-only on a copy-on-write overlay, so that a file that is not to be changed stays the same to the byte.
    let existing = if store::contains_store(&config.data) { Some(open_read_only(config)?) } else { None };
    let recorded = match &existing {
        Some(store) => backup::followed_box(store).map_err(|error| error.to_string())?,
        None => None,
    };
    let first = match (request.first, &recorded) {
        (Some(first), _) => first,
        (None, Some(recorded)) => recorded.first_address.parse()?,
        (None, None) => {
            return Err(format!("The folder {data} stands by for no box. Name the first box: barback follow http://192.168.8.1:8080"));
        }
    };
    let code: Code = match (request.code, &recorded) {
        (Some(code), _) if code.reveal() == FROM_INPUT => terminal::read_line()?.parse().map_err(|error| format!("{error}"))?,
        (Some(code), _) => code.reveal().parse().map_err(|error| format!("{error}"))?,
        (None, Some(recorded)) => recorded.code.clone(),
        (None, None) if stdin().is_terminal() => {
            terminal::ask("The code that the first box made: ")?.trim().parse().map_err(|error| format!("{error}"))?
        }
        (None, None) => {
            return Err("Give the code that the first box made: the variable BARBACK_CODE, or --code - and the code as input.".to_owned());
        }
    };
    let mut client = FirstBoxClient::new(first.clone(), code.clone())?;
    let position = match &existing {
        Some(store) => store.read(|view| backup::replica_position(view, None)).map_err(|error| error.to_string())?,
        None => ReplicaPosition::default(),
    };
    let mut replaces = false;
    let first_head = match client.after(&position, Duration::ZERO).await {
        Ok(fetched) => fetched.head,
        // Replication starts as soon as the first box is back.
        Err(error) if error.is_temporary() && recorded.is_some() => recorded.as_ref().map_or(0, |recorded| recorded.first_box_head),
        Err(FetchError::Diverged { words, other_bar }) if !request.replace => {
            let own_entries = match &existing {
                Some(store) if !other_bar => own_entries(&mut client, store).await,
                _ => String::new(),
            };
            return Err(format!(
                "The folder {data} and the box at {first} do not have the same history: {words}. Nothing was changed.{own_entries}\n\
                 To start over from that box, add --replace: the present file is kept beside the new one under another name. \
                 To save what is in it as lists, run `barback export` first."
            ));
        }
        Err(FetchError::Diverged { .. }) => {
            replaces = true;
            client.after(&ReplicaPosition::default(), Duration::ZERO).await.map_err(|error| error.to_string())?.head
        }
        Err(error) => return Err(error.to_string()),
    };
    let keeps_existing = existing.is_some() && !replaces;
    drop(existing);
    let store = if keeps_existing { open(config)? } else { create(config, replaces)? };
    let following = FollowedBox { first_address: first.to_string(), code, first_box_head: first_head };
    store.write(|tables| backup::set_followed_box(tables, &following)).map_err(|error| error.to_string())?;
    // Root may have run this for the service's user.
    if let Some(folder) = store.folder() {
        for file in [folder.store_file(), folder.log_file()] {
            store::give_to_folder_owner(&file, folder.path());
        }
    }
    Ok(store)
}

fn open_read_only(config: &Config) -> Result<Store, String> {
    Folder::lock(&config.data).and_then(Store::open_read_only).map_err(|error| error.to_string())
}

fn open(config: &Config) -> Result<Store, String> {
    let store = Folder::lock(&config.data).and_then(Store::open).map_err(|error| error.to_string())?;
    engine::upgrade_tables(&store).map_err(|error| error.to_string())?;
    Ok(store)
}

/// Creates an empty bar, to be filled from the first box. `replaces`: keeps the existing file under another name.
fn create(config: &Config, replaces: bool) -> Result<Store, String> {
    if replaces {
        let folder = Folder::lock(&config.data).map_err(|error| error.to_string())?;
        let (folder, previous) = backup::preserve_existing(folder, SystemClock::start().now()).map_err(|error| error.to_string())?;
        if let Some(previous) = previous {
            println!("The file that was there before is kept as {}.", previous.display());
        }
        for file in [folder.log_file(), folder.store_file()] {
            match fs::remove_file(&file) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(format!("{}: {error}", file.display())),
                _ => {}
            }
        }
        folder.sync().map_err(|error| format!("{}: {error}", folder.path().display()))?;
    }
    let store = open(config)?;
    store.claim(false).map_err(|error| error.to_string())?;
    Ok(store)
}

/// Lists the entries that only this folder has, so that the operator can enter those sales again.
async fn own_entries(client: &mut FirstBoxClient, store: &Store) -> String {
    let Ok(head) = store::journal_head(store) else { return String::new() };
    // Binary search for the first entry that differs.
    let (mut common, mut different) = (0, head);
    while common + 1 < different {
        let middle = common + (different - common) / 2;
        let Ok(position) = store.read(|view| backup::replica_position(view, Some(middle))) else { return String::new() };
        match client.after(&position, Duration::ZERO).await {
            Ok(_) => common = middle,
            Err(FetchError::Diverged { .. }) => different = middle,
            Err(_) => return String::new(),
        }
    }
    let lines = store.read(|view| list_after(view, common));
    lines.map(|lines| format!("\nBoth have entries 1 to {common}. Only this folder has:\n{lines}")).unwrap_or_default()
}

/// One line for each of the first entries after `common`.
fn list_after(view: &dyn store::View, common: u64) -> Stored<String> {
    let head = store::head(view)?;
    let page = audit(view, &AuditFilter::default(), head + 1, usize::try_from(head - common).unwrap_or(LISTED_MAX))?;
    let mut lines: Vec<String> = page
        .lines
        .iter()
        .rev()
        .take(LISTED_MAX)
        .map(|line| format!("  {} {} ({}): {}", line.seq, line.at, line.user_name, line.summary))
        .collect();
    let more = (head - common).saturating_sub(LISTED_MAX as u64);
    if more > 0 {
        lines.push(format!("  and {more} more"));
    }
    Ok(lines.join("\n"))
}
