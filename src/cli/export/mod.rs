//! `barback export`: writes all data as CSV and JSON lines.

mod cash;
mod catalog;
mod orders;
mod sales;
mod sheet;
mod staff;

use std::fs;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;

use self::sheet::Sheet;
use super::{ErrorText, Operator, backup as backup_command, count, passphrase, require_bar};
use crate::backup::{self, BackupError, Source, TemporaryStore, rebuild};
use crate::config::Config;
use store::{Counter, OpenError, StoreError, Stored, View};

/// Journal entries that are read at a time.
const PAGE: usize = 1_000;

/// Writes everything to `folder`. It first makes a backup and reads that, so the box can keep running.
pub fn run(config: &Config, folder: &Path, operator: &Operator) -> Result<(), ErrorText> {
    require_bar(&config.data)?;
    let cannot = |error: std::io::Error| format!("Cannot write to {}: {error}.", folder.display());
    operator.with_path(folder, |folder| fs::create_dir_all(folder)).map_err(cannot)?;
    if operator.with_path(folder, |folder| Ok(fs::read_dir(folder)?.next().is_some())).map_err(cannot)? {
        return Err(format!("The folder {} is not empty. Name an empty one, or one that does not exist yet.", folder.display()));
    }
    let file = backup_command::make(config)?.path;
    let to_text = |error: BackupError| error.to_string();
    let source = Source::open_with(&file, &passphrase::keys_for(config, &file, operator)?).map_err(to_text)?;
    let temporary = temporary_store(&source, config, folder).map_err(to_text)?;
    rebuild(&source, &temporary).map_err(to_text)?;
    let store = temporary.store().map_err(to_text)?;
    let unread = |error: StoreError| to_text(BackupError::Store(error));
    let to = &Target { folder, operator };
    let written = store.read(|view| tables(view, to)).map_err(unread)??;
    for (name, rows) in written {
        println!("{name}: {}", count(rows, "row", "rows"));
    }
    println!("journal: {}", count(store.read(|view| journal(view, to)).map_err(unread)??, "entry", "entries"));
    println!("{}", folder.display());
    Ok(())
}

/// Temporary store for the rebuild: in the target folder, or in the data folder if only the operator may write to the target.
fn temporary_store(source: &Source, config: &Config, folder: &Path) -> Result<TemporaryStore, BackupError> {
    let refused = |error: &std::io::Error| error.kind() == ErrorKind::PermissionDenied;
    match TemporaryStore::of_size(u64::MAX, folder) {
        Err(BackupError::Io { source, .. } | BackupError::Open(OpenError::Io { source, .. })) if refused(&source) => {}
        made => return made,
    }
    let size = source.unpacked_size();
    backup::check_space_for(size, &config.data)?;
    TemporaryStore::of_size(size, &config.data)
}

/// Target folder, and the rights to write to it.
struct Target<'a> {
    folder: &'a Path,
    operator: &'a Operator,
}

/// Writes one table and returns the number of rows.
type Table = fn(&dyn View, &Target<'_>, &str) -> Result<Stored<u64>, ErrorText>;

/// Every table, with the name of its files.
const TABLES: &[(&str, Table)] = &[
    ("sales", sales::sales_table),
    ("receipts", sales::receipts_table),
    ("payments", sales::payments_table),
    ("tenders", sales::tenders_table),
    ("credit", orders::credit_table),
    ("orders", orders::orders_table),
    ("order-items", orders::items_table),
    ("products", catalog::products_table),
    ("movements", catalog::movements_table),
    ("users", staff::users_table),
    ("tills", cash::tills_table),
    ("shifts", cash::shifts_table),
    ("cash-movements", cash::movements_table),
    ("zs", cash::zs_table),
];

/// Writes all tables, until one fails. Returns name and number of rows of each.
fn tables(view: &dyn View, to: &Target<'_>) -> Stored<Result<Vec<(&'static str, u64)>, ErrorText>> {
    let mut written = Vec::with_capacity(TABLES.len());
    for (name, table) in TABLES {
        match table(view, to, name) {
            Ok(rows) => written.push((*name, rows?)),
            Err(text) => return Ok(Err(text)),
        }
    }
    Ok(Ok(written))
}

/// Writes a row for each id that was assigned, oldest first.
fn by_id(
    view: &dyn View,
    to: &Target<'_>,
    name: &str,
    (counter, columns): (&'static str, &'static str),
    mut row: impl FnMut(&mut Sheet, u64) -> Stored<()>,
) -> Result<Stored<u64>, ErrorText> {
    let mut sheet = Sheet::create(to.folder, name, columns, to.operator)?;
    let filled = Counter(counter).next(view).and_then(|next| (1..next).try_for_each(|id| row(&mut sheet, id)));
    match filled {
        Ok(()) => sheet.finish().map(Ok),
        Err(error) => Ok(Err(error)),
    }
}

/// Writes each journal entry as a line, without secrets. Returns the number of entries.
fn journal(view: &dyn View, to: &Target<'_>) -> Stored<Result<u64, ErrorText>> {
    let path = to.folder.join("journal.jsonl");
    let cannot = |error: std::io::Error| format!("Cannot write {}: {error}.", path.display());
    let mut out = match to.operator.create_new(&path) {
        Ok(file) => BufWriter::new(file),
        Err(error) => return Ok(Err(cannot(error))),
    };
    let mut seq = 0;
    loop {
        let page = store::entries_after(view, seq, PAGE)?;
        let Some(last) = page.last() else { return Ok(out.flush().map(|()| seq).map_err(cannot)) };
        seq = last.seq;
        for raw in &page {
            let entry = crate::engine::journal_line(raw)?;
            if let Err(error) = writeln!(out, "{entry}") {
                return Ok(Err(cannot(error)));
            }
        }
    }
}
