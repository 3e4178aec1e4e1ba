//! Test steps for printing: setting up printers, waiting for jobs, reading pages.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::escpos_reader::{Command, parse, printed_lines};
use crate::fake_printer::{Connection, FakePrinter};

impl TestBar {
    /// The admin sets these printers up: name, printer, more settings.
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

    /// Waits until the newest jobs have these statuses, newest first.
    pub async fn wait_for_jobs(&self, statuses: &[&str]) -> Value {
        self.wait_until("/api/print-jobs", |jobs| values_of(jobs, "status") == statuses).await
    }
}

/// The jobs that reached a printer whole, as strict commands, oldest first. What is no whole command fails the test.
pub fn jobs(printer: &FakePrinter) -> Vec<Vec<Command>> {
    let whole = |seen: &Connection| seen.closed && !seen.job().is_empty();
    let seen = printer.wait_until(|seen| seen.iter().all(|seen| seen.closed));
    seen.iter().filter(|seen| whole(seen)).map(|seen| parse(&seen.job()).expect("whole known commands alone")).collect()
}

/// The lines of every page that reached a printer, oldest first.
pub fn pages(printer: &FakePrinter) -> Vec<Vec<String>> {
    jobs(printer).iter().map(|job| printed_lines(job)).filter(|lines| !lines.is_empty()).collect()
}

/// The commands that opened the drawer.
pub fn drawer_pulses(printer: &FakePrinter) -> Vec<Command> {
    jobs(printer).into_iter().flatten().filter(|command| matches!(command, Command::Drawer { .. })).collect()
}
