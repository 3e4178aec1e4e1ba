//! Writer for one table of an export: CSV for spreadsheets, JSON lines for programs.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::catalog::csv::{BYTE_ORDER_MARK, guard};
use crate::cli::{ErrorText, Operator};
pub use crate::reports::parts::Cell;

/// Money, a rate or a time: needs no guard, because no user typed it.
pub fn figure(value: impl std::fmt::Display) -> Cell {
    Cell::figure(value)
}

/// The CSV and the JSON lines file of a table.
pub struct Sheet {
    columns: Vec<&'static str>,
    name: PathBuf,
    csv: csv::Writer<BufWriter<File>>,
    json: BufWriter<File>,
    rows: u64,
    first_error: Option<String>,
}

impl Sheet {
    /// Creates `NAME.csv` and `NAME.jsonl` in the folder. `columns` is a list separated by blanks.
    pub fn create(folder: &Path, name: &str, columns: &'static str, operator: &Operator) -> Result<Self, ErrorText> {
        let create = |ending: &str| {
            let path = folder.join(format!("{name}.{ending}"));
            operator.create_new(&path).map(BufWriter::new).map_err(|error| format!("Cannot write {}: {error}.", path.display()))
        };
        let mut file = create("csv")?;
        let marked = file.write_all(BYTE_ORDER_MARK.as_bytes());
        let csv = csv::Writer::from_writer(file);
        let columns: Vec<&str> = columns.split_whitespace().collect();
        let mut sheet = Sheet { columns, name: folder.join(name), csv, json: create("jsonl")?, rows: 0, first_error: None };
        let header = sheet.csv.write_record(&sheet.columns);
        sheet.note(marked.map_err(|error| error.to_string()));
        sheet.note(header.map_err(|error| error.to_string()));
        Ok(sheet)
    }

    /// Adds a row, in the order of the columns. An error is reported by [`Sheet::finish`].
    pub fn row<const N: usize>(&mut self, cells: [Cell; N]) {
        debug_assert_eq!(N, self.columns.len());
        let mut object = Map::new();
        let mut record = Vec::with_capacity(N);
        for (column, cell) in self.columns.iter().zip(cells) {
            let (text, value) = match cell {
                Cell::Text(text) => (guard(&text).into_owned(), Value::String(text)),
                Cell::Figure(text) => (text.clone(), Value::String(text)),
                Cell::Number(number) => (number.to_string(), Value::from(number)),
                Cell::Flag(flag) => (flag.to_string(), Value::Bool(flag)),
                Cell::Day(day) => (day.to_string(), Value::String(day.to_string())),
                Cell::Time(time) => (time.to_string(), Value::String(time.to_string())),
                Cell::None => (String::new(), Value::Null),
            };
            record.push(text);
            object.insert((*column).to_owned(), value);
        }
        let csv = self.csv.write_record(&record).map_err(|error| error.to_string());
        self.note(csv);
        let json = serde_json::to_writer(&mut self.json, &object).map_err(|error| error.to_string());
        self.note(json);
        let end = self.json.write_all(b"\n").map_err(|error| error.to_string());
        self.note(end);
        self.rows += 1;
    }

    /// Flushes both files and returns the number of rows.
    pub fn finish(mut self) -> Result<u64, ErrorText> {
        let flushed = self.csv.flush().and_then(|()| self.json.flush()).map_err(|error| error.to_string());
        self.note(flushed);
        match self.first_error {
            None => Ok(self.rows),
            Some(why) => Err(format!("Cannot write {}: {why}.", self.name.display())),
        }
    }

    fn note(&mut self, result: Result<(), String>) {
        if let Err(why) = result {
            self.first_error.get_or_insert(why);
        }
    }
}
