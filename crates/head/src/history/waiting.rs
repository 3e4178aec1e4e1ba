//! Parcels from files, in any order: what does not join yet waits.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio_postgres::types::ToSql;
use utoipa::ToSchema;

use super::HistoryError;
use super::decide::Tree;
use super::line::{get, load_lines, moment, signed, unsigned};
use super::received::{FilePart, Received, blocking, list_parts, read_part};
use super::retries::store_with_retries;
use crate::database::{Database, DatabaseError, Transaction, pieces};
use backup::parcels::{Header, LineName, Position, PublicKey};
use base::Timestamp;

/// Most bytes of a file.
pub const FILE_BYTES_MAX: usize = 64 * 1024 * 1024;
/// How long a parcel waits for those before it, in seconds: 90 days.
pub const WAITING_SECONDS: i64 = 90 * 24 * 60 * 60;

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FileResult)]
pub struct FileAnswer {
    pub bar: String,
    /// Parcels in the file, which is the sum of the next three.
    pub parcels: u64,
    /// Those that were new.
    pub stored: u64,
    /// Those that were known.
    pub known: u64,
    /// Those that wait for entries before them.
    pub waiting: u64,
    /// The entries that parcels of the bar wait for, also those of other files.
    pub missing: Vec<MissingEntries>,
    /// The newest entry of the current line.
    pub position: Option<Position>,
}

/// Entries that are missing, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct MissingEntries {
    pub from: u64,
    pub to: u64,
}

/// A parcel that waits.
#[derive(Debug, Clone)]
struct Waiting {
    hash: Vec<u8>,
    /// The line that its box wrote when it made the file.
    line: LineName,
    from_seq: u64,
    to_seq: u64,
}

type Keys = HashMap<(String, String), PublicKey>;

/// Keeps the parcels of a file.
///
/// # Errors
/// [`HistoryError::UnknownBar`] if no connected box made it; [`HistoryError::Damaged`] and [`HistoryError::TooLarge`], when nothing of it
/// is stored; and those of the database, when a part of it may be: the same file again takes the rest.
pub async fn receive_file(database: &Database, bytes: Bytes, now: Timestamp) -> Result<FileAnswer, HistoryError> {
    if bytes.len() > FILE_BYTES_MAX {
        return Err(HistoryError::TooLarge);
    }
    let keys = Arc::new(box_keys(database, None).await?);
    let (file, known) = (bytes.clone(), keys.clone());
    let mut parcels = blocking(move || list_parts(&file, |header| key_of(&known, header))).await?;
    let Some(bar) = parcels.first().map(|parcel| parcel.header.bar.clone()) else {
        return Err(HistoryError::Damaged { what: "the file is empty".to_owned() });
    };
    if parcels.iter().any(|parcel| parcel.header.bar != bar) {
        return Err(HistoryError::Damaged { what: "the file is of several bars".to_owned() });
    }
    let written = lines_written(&parcels);
    parcels.sort_by_key(|parcel| parcel.header.from.seq);
    let mut answer =
        FileAnswer { bar, parcels: parcels.len() as u64, stored: 0, known: 0, waiting: 0, missing: Vec::new(), position: None };
    let mut late = BTreeSet::new();
    for FilePart { header, place } in parcels {
        let line = written.get(&header.box_name).copied().unwrap_or(header.line);
        let (part, known) = (bytes.slice(place), keys.clone());
        let parcel = &blocking(move || read_part(&part, |header| key_of(&known, header))).await?;
        match store_or_wait(database, &answer.bar, parcel, line, now).await? {
            Some(true) => answer.known += 1,
            Some(false) => answer.stored += 1,
            None => {
                late.insert(parcel_hash(&parcel.bytes));
            }
        }
    }
    let bar = &answer.bar;
    let (waiting, tree) = database
        .snapshot(move |transaction| async move {
            let tree = Tree::new(load_lines(&transaction, bar).await?);
            Ok::<_, HistoryError>((list(&transaction, bar).await?, tree))
        })
        .await?;
    let still = late.iter().filter(|hash| waiting.iter().any(|waiting| waiting.hash == **hash)).count() as u64;
    answer.waiting = still;
    answer.stored += answer.parcels - answer.stored - answer.known - still;
    answer.missing = missing(&tree, &waiting);
    answer.position = tree.current().and_then(|line| tree.newest(line));
    Ok(answer)
}

/// The line that each box writes, as the newest of its parcels says.
fn lines_written(parcels: &[FilePart]) -> BTreeMap<String, LineName> {
    let mut newest = BTreeMap::<String, (u64, LineName)>::new();
    for parcel in parcels {
        let found = (parcel.header.to.seq, parcel.header.line);
        let entry = newest.entry(parcel.header.box_name.clone()).or_insert(found);
        if found.0 >= entry.0 {
            *entry = found;
        }
    }
    newest.into_iter().map(|(box_name, (_, line))| (box_name, line)).collect()
}

/// Keeps a parcel, whether it was known, and what waited for it; `None` if it waits itself.
async fn store_or_wait(
    database: &Database,
    bar: &str,
    parcel: &Received,
    line: LineName,
    now: Timestamp,
) -> Result<Option<bool>, HistoryError> {
    let mut taken = store_with_retries(database, bar, parcel, Some(line), now).await;
    if matches!(taken, Err(HistoryError::Gap { .. })) {
        database.transaction(move |transaction| async move { add_waiting(&transaction, bar, parcel, line, now).await }).await?;
        // The entry before it may have come meanwhile, without a look at what waits.
        taken = store_with_retries(database, bar, parcel, Some(line), now).await;
        if !matches!(taken, Err(HistoryError::Gap { .. })) {
            let hash = &parcel_hash(&parcel.bytes);
            database.transaction(move |transaction| async move { remove(&transaction, bar, hash).await }).await?;
        }
    }
    let taken = match taken {
        Ok(taken) => taken,
        Err(HistoryError::Gap { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    if let Some(stored) = taken.stored {
        join_waiting(database, bar, stored, now).await?;
    }
    Ok(Some(taken.answer.duplicate))
}

/// Keeps the parcels that waited for one of the entries that were stored, and so on.
pub(super) async fn join_waiting(database: &Database, bar: &str, stored: (u64, u64), now: Timestamp) -> Result<(), HistoryError> {
    // After the commit, because a parcel that begins to wait looks for its predecessor once more afterwards: one of both sees the other.
    let client = database.client().await?;
    let sql = "SELECT from_seq FROM waiting WHERE bar = $1 AND from_seq >= $2 AND from_seq <= $3 LIMIT 1";
    let params: [&(dyn ToSql + Sync); 3] = [&bar, &signed(stored.0), &signed(stored.1)];
    let any = client.query(sql, &params).await.map_err(DatabaseError::from)?;
    drop(client);
    let mut ranges = if any.is_empty() { Vec::new() } else { vec![stored] };
    while let Some((first, last)) = ranges.pop() {
        let waiting = database.snapshot(move |transaction| async move { list(&transaction, bar).await }).await?;
        let joins = waiting.into_iter().filter(|waiting| first <= waiting.from_seq && waiting.from_seq <= last);
        for waiting in joins {
            let hash = &waiting.hash;
            let bytes = database.snapshot(move |transaction| async move { load(&transaction, bar, hash).await }).await?;
            let keys = box_keys(database, Some(bar)).await?;
            let read = blocking(move || read_part(&bytes.into(), |header| key_of(&keys, header))).await;
            let kept = match read {
                Ok(parcel) => store_with_retries(database, bar, &parcel, Some(waiting.line), now).await,
                // Its box was revoked meanwhile.
                Err(error) => Err(error),
            };
            match kept {
                Ok(taken) => ranges.extend(taken.stored),
                Err(HistoryError::Database(error)) => return Err(error.into()),
                Err(HistoryError::Gap { .. }) => continue,
                Err(_) => {}
            }
            database.transaction(move |transaction| async move { remove(&transaction, bar, hash).await }).await?;
        }
    }
    Ok(())
}

fn key_of(keys: &Keys, header: &Header) -> Option<PublicKey> {
    keys.get(&(header.bar.clone(), header.box_name.clone())).cloned()
}

/// The keys of all boxes that were not revoked.
async fn box_keys(database: &Database, bar: Option<&str>) -> Result<Keys, HistoryError> {
    let sql = "SELECT bar, box, public_key FROM boxes WHERE revoked_at IS NULL AND ($1::TEXT IS NULL OR bar = $1)";
    let rows = database.snapshot(move |transaction| async move { transaction.query(sql, &[&bar]).await }).await?;
    rows.iter().map(|row| Ok(((get(row, "bar")?, get(row, "box")?), PublicKey(get(row, "public_key")?)))).collect()
}

fn parcel_hash(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

async fn add_waiting(transaction: &Transaction, bar: &str, parcel: &Received, line: LineName, now: Timestamp) -> Result<(), HistoryError> {
    let header = &parcel.header;
    let sql = "INSERT INTO waiting (bar, hash, piece, line, from_seq, to_seq, received_at, bytes) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
               ON CONFLICT (bar, hash, piece) DO NOTHING";
    let (hash, line) = (parcel_hash(&parcel.bytes), line.to_string());
    for (piece, bytes) in pieces(&parcel.bytes) {
        let (from, to) = (signed(header.from.seq), signed(header.to.seq));
        transaction.execute(sql, &[&bar, &hash, &piece, &line, &from, &to, &moment(now), &bytes]).await?;
    }
    Ok(())
}

async fn list(transaction: &Transaction, bar: &str) -> Result<Vec<Waiting>, HistoryError> {
    let sql = "SELECT hash, line, from_seq, to_seq FROM waiting WHERE bar = $1 AND piece = 0 ORDER BY from_seq, to_seq";
    let read = |row: &tokio_postgres::Row| {
        let line = get::<&str>(row, "line")?.parse().map_err(|_| HistoryError::Stored("a line's name".to_owned()))?;
        Ok(Waiting { hash: get(row, "hash")?, line, from_seq: unsigned(get(row, "from_seq")?), to_seq: unsigned(get(row, "to_seq")?) })
    };
    transaction.query(sql, &[&bar]).await?.iter().map(read).collect()
}

async fn load(transaction: &Transaction, bar: &str, hash: &[u8]) -> Result<Vec<u8>, HistoryError> {
    let sql = "SELECT bytes FROM waiting WHERE bar = $1 AND hash = $2 ORDER BY piece";
    let mut bytes = Vec::new();
    for row in &transaction.query(sql, &[&bar, &hash]).await? {
        bytes.extend_from_slice(get(row, "bytes")?);
    }
    Ok(bytes)
}

async fn remove(transaction: &Transaction, bar: &str, hash: &[u8]) -> Result<(), HistoryError> {
    transaction.execute("DELETE FROM waiting WHERE bar = $1 AND hash = $2", &[&bar, &hash]).await?;
    Ok(())
}

/// The entries that `waiting`, in the order of their beginnings, wait for.
fn missing(tree: &Tree, waiting: &[Waiting]) -> Vec<MissingEntries> {
    let mut reached = BTreeMap::<LineName, u64>::new();
    let mut missing = BTreeSet::new();
    for parcel in waiting {
        let newest = || tree.named(parcel.line).or_else(|| tree.current()).map_or(0, |line| tree.line(line).newest.seq);
        let upto = reached.entry(parcel.line).or_insert_with(newest);
        if parcel.from_seq > *upto {
            missing.insert((*upto + 1, parcel.from_seq));
        } else if tree.named(parcel.line).is_none_or(|line| parcel.from_seq <= tree.line(line).newest.seq) {
            // Another branch, of which not even the entry before the parcel is here.
            missing.insert((parcel.from_seq, parcel.from_seq));
        }
        *upto = parcel.to_seq.max(*upto);
    }
    missing.into_iter().map(|(from, to)| MissingEntries { from, to }).collect()
}

/// Forgets parcels that have waited for [`WAITING_SECONDS`].
pub async fn delete_old_waiting(database: &Database, now: Timestamp) -> Result<u64, HistoryError> {
    let before = Timestamp::from_millis(now.as_millis() - WAITING_SECONDS * 1_000);
    let sql = "DELETE FROM waiting WHERE received_at < $1";
    Ok(database.transaction(move |transaction| async move { transaction.execute(sql, &[&moment(before)]).await }).await?)
}
