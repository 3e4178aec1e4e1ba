//! A head office with boxes that speak with it as over the box port.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use backup::parcels::{HelloAnswer, LineName, ParcelAnswer};
use base::Timestamp;
use head::database::{Database, Isolation, Options};
use head::history::{Flag, HistoryError, LineInfo, LineState, Tree, flags, hello, line_entries, lines, receive_parcel, reported_line};

use super::simulated_box::SimulatedBox;
use crate::postgres;

/// A head office.
pub struct World {
    pub database: Database,
    pub now: Timestamp,
}

/// A bar's name that no other test uses.
pub fn new_bar() -> String {
    static BARS: AtomicU64 = AtomicU64::new(1);
    format!("{:032x}", BARS.fetch_add(1, Ordering::Relaxed))
}

impl World {
    pub async fn new() -> Self {
        World::with(Options::default()).await
    }

    pub fn serializable_options() -> Options {
        Options { isolation: Isolation::Serializable, ..Options::default() }
    }

    pub async fn with(options: Options) -> Self {
        World::over(postgres::open(&postgres::migrated_url().await, options))
    }

    /// A head office over a database.
    pub fn over(database: Database) -> Self {
        World { database, now: Timestamp::parse("2026-11-21T20:00:10Z").expect("legal") }
    }

    pub async fn sql(&self, sql: &str) -> Vec<tokio_postgres::Row> {
        self.database.client().await.expect("a connection").query(sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error:?}"))
    }

    /// A box gets a certificate.
    pub async fn pairs(&self, simulated: &SimulatedBox) {
        let client = self.database.client().await.expect("a connection");
        let bar = "INSERT INTO bars (bar, name, added_at, added_by) VALUES ($1, 'Cape Bar', now(), 'owner') ON CONFLICT (bar) DO NOTHING";
        client.execute(bar, &[&simulated.caller.bar]).await.expect("a bar");
        let row =
            "INSERT INTO boxes (box, bar, public_key, certificate, paired_at, version) VALUES ($1, $2, $3, ''::BYTEA, now(), '0.2.0')";
        let caller = &simulated.caller;
        client.execute(row, &[&caller.box_name, &caller.bar, &caller.public_key.0]).await.expect("a box");
    }

    /// A new box of a new bar, with a certificate.
    pub async fn bar(&self) -> SimulatedBox {
        let bar = new_bar();
        let simulated = SimulatedBox::new(&bar, &format!("{}1", &bar[17..]));
        self.pairs(&simulated).await;
        simulated
    }

    /// Another box of the bar with the first `upto` entries of `of`, with a certificate of its own.
    pub async fn copy(&self, of: &SimulatedBox, upto: u64, name: u8) -> SimulatedBox {
        let copy = of.copied(&format!("{}{name}", &of.caller.bar[17..]), upto);
        self.pairs(&copy).await;
        copy
    }

    pub async fn revoke(&self, simulated: &SimulatedBox) {
        self.sql(&format!("UPDATE boxes SET revoked_at = now() WHERE box = '{}'", simulated.caller.box_name)).await;
    }

    pub async fn hello(&self, simulated: &SimulatedBox) -> HelloAnswer {
        let mut asked = Vec::new();
        for _ in 0..10 {
            let message = simulated.hello(&asked);
            let answer = hello(&self.database, &simulated.caller, &message, "Chain", self.now).await.expect("an answer");
            if answer.ask.is_empty() {
                return answer;
            }
            asked = answer.ask;
        }
        panic!("head office asks for ever");
    }

    pub async fn take(&self, simulated: &SimulatedBox, bytes: Vec<u8>) -> Result<ParcelAnswer, HistoryError> {
        receive_parcel(&self.database, &simulated.caller, bytes.into(), self.now).await.map(|taken| taken.answer)
    }

    /// Sends everything: entries in parcels of `size`, then figures.
    pub async fn sends(&self, simulated: &SimulatedBox, size: u64) {
        let mut answer = self.hello(simulated).await;
        let mut at = answer.position.map_or(0, |position| position.seq);
        while at < simulated.journal() {
            let to = (at + size).min(simulated.line_end(at + 1));
            let taken = self.take(simulated, simulated.parcel(at, to, None)).await.expect("taken");
            at = taken.position.expect("a position").seq;
            assert_eq!(at, to);
        }
        if at > 0 {
            answer = self.hello(simulated).await;
        }
        for figures in simulated.figures(answer.figures_upto, &answer.wants, 7) {
            let at = answer.position.map_or(0, |position| position.seq);
            self.take(simulated, simulated.parcel(at, at, Some(figures))).await.expect("taken");
        }
    }

    pub async fn lines(&self, simulated: &SimulatedBox) -> Vec<LineInfo> {
        lines(&self.database, &simulated.caller.bar).await.expect("lines")
    }

    /// The state of a line.
    pub async fn state(&self, simulated: &SimulatedBox, line: LineName) -> LineState {
        let all = self.lines(simulated).await;
        all.iter().find(|info| info.row.name == line).unwrap_or_else(|| panic!("no line {line} in {all:#?}")).row.state
    }

    /// The names of the bar's flags.
    pub async fn flags(&self, simulated: &SimulatedBox) -> Vec<&'static str> {
        let found = self.all_flags(simulated).await;
        found.iter().map(Flag::name).collect()
    }

    pub async fn all_flags(&self, simulated: &SimulatedBox) -> Vec<Flag> {
        let bar = simulated.caller.bar.clone();
        flags(&self.database, std::slice::from_ref(&bar), self.now).await.expect("flags").remove(&bar).unwrap_or_default()
    }

    /// All entries and answers that head office has of a line.
    pub async fn stored(&self, simulated: &SimulatedBox, line: LineName) -> (Vec<Vec<u8>>, Vec<u64>) {
        let (mut entries, mut answers, mut after) = (Vec::new(), Vec::new(), 0);
        while let Some(part) = line_entries(&self.database, &simulated.caller.bar, line, after, u64::MAX).await.expect("entries") {
            assert_eq!(part.step.entries.first().map(|entry| entry.seq), Some(after + 1));
            after = part.step.entries.last().map_or(after, |entry| entry.seq);
            answers.extend(part.step.answers.iter().map(|answer| answer.running));
            entries.extend(part.step.entries.into_iter().map(|entry| entry.bytes));
        }
        (entries, answers)
    }

    /// Checks that head office has all of the box: each entry once, and its figures.
    pub async fn has_all(&self, simulated: &SimulatedBox) {
        let position = self.hello(simulated).await.position.expect("a position");
        let (entries, answers) = self.stored(simulated, position.line).await;
        let expected: Vec<Vec<u8>> = simulated.entries.iter().map(|entry| entry.bytes.clone()).collect();
        assert!(entries.starts_with(&expected), "{} entries of {}", entries.len(), expected.len());
        assert!((1..=simulated.journal()).all(|seq| answers.contains(&seq)), "an answer is missing");
        assert_eq!(self.days(simulated, position.line).await, simulated.days());
    }

    /// Receipts and revenue of each day of a line.
    pub async fn days(&self, simulated: &SimulatedBox, line: LineName) -> BTreeMap<String, (i64, i64)> {
        let id = head::history::line_id(&simulated.caller.bar, line);
        let rows = self.sql(&format!("SELECT day::TEXT, receipts, usd FROM fig_day WHERE line_id = {id}")).await;
        rows.iter().map(|row| (row.get(0), (row.get(1), row.get(2)))).collect()
    }

    /// What reports show.
    pub async fn reported(&self, simulated: &SimulatedBox) -> BTreeMap<String, (i64, i64)> {
        let rows = self.lines(simulated).await.into_iter().map(|info| info.row).collect();
        let line = reported_line(&Tree::new(rows)).expect("a line").name;
        self.days(simulated, line).await
    }
}
