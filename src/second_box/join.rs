//! Joining a first box: checks that the journal of the data folder is a prefix of the first box's.

use std::fs;
use std::io::{ErrorKind, IsTerminal, stdin};
use std::time::Duration;

use super::first_box_client::{FetchError, FirstBoxClient};
use crate::backup::{self, FollowedBox, ReplicaPosition};
use crate::config::{Config, FollowFirst, terminal};
use crate::engine::{self, AuditFilter, Clock, SystemClock, audit};
use crate::standby::Code;
use crate::store::{self, Folder, Store, Stored};

/// Value of `--code` that reads the code from standard input.
const FROM_INPUT: &str = "-";
/// Most entries that are listed when two histories differ.
const NAMED_MAX: usize = 20;

/// Opens the folder as one that stands by for the box that `told` names. Nothing in it is touched before that box was heard
/// and its history is this one's; a folder that stands by already waits for it instead.
pub async fn join(config: &Config, told: FollowFirst) -> Result<Store, String> {
    let data = config.data.display();
    // Behind glass: a file that stays as it is, stays so to the byte.
    let held = if store::contains_store(&config.data) { Some(glass(config)?) } else { None };
    let before = match &held {
        Some(store) => backup::followed_box(store).map_err(|error| error.to_string())?,
        None => None,
    };
    let first = match (told.first, &before) {
        (Some(first), _) => first,
        (None, Some(before)) => before.first.parse()?,
        (None, None) => {
            return Err(format!("The folder {data} stands by for no box. Name the first one: barback follow http://192.168.8.1:8080"));
        }
    };
    let code: Code = match (told.code, &before) {
        (Some(code), _) if code.reveal() == FROM_INPUT => terminal::read_line()?.parse().map_err(|error| format!("{error}"))?,
        (Some(code), _) => code.reveal().parse().map_err(|error| format!("{error}"))?,
        (None, Some(before)) => before.code.clone(),
        (None, None) if stdin().is_terminal() => {
            terminal::ask("The code that the first box made: ")?.trim().parse().map_err(|error| format!("{error}"))?
        }
        (None, None) => {
            return Err("Give the code that the first box made: the variable BARBACK_CODE, or --code - and the code as input.".to_owned());
        }
    };
    let mut client = FirstBoxClient::new(first.clone(), code.clone())?;
    let there = match &held {
        Some(store) => store.read(|view| backup::replica_position(view, None)).map_err(|error| error.to_string())?,
        None => ReplicaPosition::default(),
    };
    let mut put_aside = false;
    let heard = match client.after(&there, Duration::ZERO).await {
        Ok(heard) => heard.head,
        // Replication starts as soon as it is back.
        Err(error) if error.is_temporary() && before.is_some() => before.as_ref().map_or(0, |before| before.heard),
        Err(FetchError::Diverged { words, other_bar }) if !told.replace => {
            let parted = match &held {
                Some(store) if !other_bar => only_here(&mut client, store).await,
                _ => String::new(),
            };
            return Err(format!(
                "The folder {data} and the box at {first} do not have the same history: {words}. Nothing was touched.{parted}\n\
                 To begin anew from that box, add --replace: the present file is kept beside the new one under another name. \
                 `barback export` writes down first what it holds."
            ));
        }
        Err(FetchError::Diverged { .. }) => {
            put_aside = true;
            client.after(&ReplicaPosition::default(), Duration::ZERO).await.map_err(|error| error.to_string())?.head
        }
        Err(error) => return Err(error.to_string()),
    };
    let goes_on = held.is_some() && !put_aside;
    drop(held);
    let store = if goes_on { open(config)? } else { anew(config, put_aside)? };
    let following = FollowedBox { first: first.to_string(), code, heard };
    store.write(|tables| backup::set_followed_box(tables, &following)).map_err(|error| error.to_string())?;
    // Root may have run this for the service's user.
    if let Some(folder) = store.folder() {
        for file in [folder.store_file(), folder.log_file()] {
            store::give_to_folder_owner(&file, folder.path());
        }
    }
    Ok(store)
}

fn glass(config: &Config) -> Result<Store, String> {
    Folder::lock(&config.data).and_then(Store::open_read_only).map_err(|error| error.to_string())
}

fn open(config: &Config) -> Result<Store, String> {
    let store = Folder::lock(&config.data).and_then(Store::open).map_err(|error| error.to_string())?;
    engine::upgrade_tables(&store).map_err(|error| error.to_string())?;
    Ok(store)
}

/// Creates an empty bar, to be filled from the first box.
fn anew(config: &Config, put_aside: bool) -> Result<Store, String> {
    if put_aside {
        let folder = Folder::lock(&config.data).map_err(|error| error.to_string())?;
        let (folder, aside) = backup::preserve_existing(folder, SystemClock::start().now()).map_err(|error| error.to_string())?;
        if let Some(aside) = aside {
            println!("The file that was there before is kept as {}.", aside.display());
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
async fn only_here(client: &mut FirstBoxClient, store: &Store) -> String {
    let Ok(head) = store::journal_head(store) else { return String::new() };
    // Binary search for the entry where the two histories parted.
    let (mut common, mut parted) = (0, head);
    while common + 1 < parted {
        let middle = common + (parted - common) / 2;
        let Ok(there) = store.read(|view| backup::replica_position(view, Some(middle))) else { return String::new() };
        match client.after(&there, Duration::ZERO).await {
            Ok(_) => common = middle,
            Err(FetchError::Diverged { .. }) => parted = middle,
            Err(_) => return String::new(),
        }
    }
    let told = store.read(|view| named(view, common));
    told.map(|lines| format!("\nBoth have entries 1 to {common}. Only this folder has:\n{lines}")).unwrap_or_default()
}

fn named(view: &dyn store::View, common: u64) -> Stored<String> {
    let head = store::head(view)?;
    let page = audit(view, &AuditFilter::default(), head + 1, usize::try_from(head - common).unwrap_or(NAMED_MAX))?;
    let mut lines: Vec<String> = page
        .lines
        .iter()
        .rev()
        .take(NAMED_MAX)
        .map(|line| format!("  {} {} ({}): {}", line.seq, line.at, line.user_name, line.summary))
        .collect();
    let more = (head - common).saturating_sub(NAMED_MAX as u64);
    if more > 0 {
        lines.push(format!("  and {more} more"));
    }
    Ok(lines.join("\n"))
}
