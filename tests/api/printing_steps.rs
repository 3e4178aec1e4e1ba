//! Steps of test stories for printing: setting up printers, waiting for jobs, reading printed pages.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::escpos_reader::{Command, parse, printed_lines};
use crate::fake_printer::{Connection, FakePrinter};

impl TestBar {
    /// Sets up these printers as the admin: name, printer, further settings.
    pub async fn sets_up_printers(&self, printers: &[(&str, &FakePrinter, Value)]) {
        let rows: Vec<Value> = printers
            .iter()
            .map(|(name, printer, more)| {
                let mut row = more.clone();
                (row["name"], row["url"]) = (json!(name), json!(printer.url()));
                row
            })
            .collect();
        self.admin().put("/api/settings", json!({"printers": rows})).await.ok();
    }

    /// Waits until the list of print jobs has exactly these statuses, newest first.
    pub async fn wait_for_jobs(&self, statuses: &[&str]) -> Value {
        self.wait_until("/api/print-jobs", |jobs| values_of(jobs, "status") == statuses).await
    }
}

/// The ESC/POS commands of each job that a printer received, oldest first. Panics on an unknown or incomplete command.
pub fn jobs(printer: &FakePrinter) -> Vec<Vec<Command>> {
    let has_job = |connection: &Connection| connection.closed && !connection.job().is_empty();
    let connections = printer.wait_until(|all| all.iter().all(|connection| connection.closed));
    connections
        .iter()
        .filter(|connection| has_job(connection))
        .map(|connection| parse(&connection.job()).expect("only complete, known commands"))
        .collect()
}

/// The printed lines of each page that a printer received, oldest first.
pub fn pages(printer: &FakePrinter) -> Vec<Vec<String>> {
    jobs(printer).iter().map(|job| printed_lines(job)).filter(|lines| !lines.is_empty()).collect()
}

/// The drawer commands that a printer received.
pub fn drawer_pulses(printer: &FakePrinter) -> Vec<Command> {
    jobs(printer).into_iter().flatten().filter(|command| matches!(command, Command::Drawer { .. })).collect()
}
