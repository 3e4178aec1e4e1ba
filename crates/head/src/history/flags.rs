//! What is not as it should be with a bar, for alerts.

use std::collections::BTreeMap;

use super::HistoryError;
use super::decide::Tree;
use super::line::{LineState, get, load_lines, moment, timestamp, unsigned};
use crate::database::{Database, Transaction};
use backup::parcels::LineName;
use base::Timestamp;

/// A box that was last heard longer ago does not sell beside another any more, in seconds.
pub const BESIDE_SECONDS: i64 = 24 * 60 * 60;
/// How far a box's clock may be off, in seconds.
pub const CLOCK_SECONDS: i64 = 5 * 60;
/// How long a refusal, and what is known here only, are told of, in seconds: 30 days.
pub const HERE_ONLY_SECONDS: i64 = 30 * 24 * 60 * 60;

/// What is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flag {
    /// `beside`: a box sells on with a line that is not counted.
    Beside {
        line: LineName,
        box_name: String,
        /// Since when the current line counts.
        counted_since: Timestamp,
    },
    /// `here_only`: entries of a line that ended are known here only. [`super::here_only`] counts its receipts.
    HereOnly { line: LineName, entries: u64, since: Timestamp },
    /// `clock`: a box's clock is off.
    Clock {
        box_name: String,
        /// What it says.
        says: Timestamp,
    },
    /// `damaged`: the last parcel of a box was refused.
    Damaged { box_name: String, what: String },
    /// `figures`: rows of the current line could not be kept.
    Figures { rows: u64 },
    /// `refused`: the bar refused a directive.
    Refused { number: u64, code: String, reason: String, decided_at: Timestamp },
}

impl Flag {
    /// Its name in answers.
    pub fn name(&self) -> &'static str {
        match self {
            Flag::Beside { .. } => "beside",
            Flag::HereOnly { .. } => "here_only",
            Flag::Clock { .. } => "clock",
            Flag::Damaged { .. } => "damaged",
            Flag::Figures { .. } => "figures",
            Flag::Refused { .. } => "refused",
        }
    }
}

/// The flags of these bars; those without any are left out.
pub async fn flags(database: &Database, bars: &[String], now: Timestamp) -> Result<BTreeMap<String, Vec<Flag>>, HistoryError> {
    database
        .snapshot(move |transaction| async move {
            let mut all = BTreeMap::new();
            for bar in bars {
                let found = of_bar(&transaction, bar, now).await?;
                if !found.is_empty() {
                    all.insert(bar.clone(), found);
                }
            }
            Ok(all)
        })
        .await
}

async fn of_bar(transaction: &Transaction, bar: &str, now: Timestamp) -> Result<Vec<Flag>, HistoryError> {
    let tree = Tree::new(load_lines(transaction, bar).await?);
    let mut revoked = Vec::new();
    let mut found = of_boxes(transaction, bar, &mut revoked).await?;
    found.extend(of_lines(&tree, &revoked, now));
    if let Some(current) = tree.current() {
        found.extend(of_figures(transaction, tree.line(current).id, now).await?);
    }
    Ok(found)
}

/// What the rows of lines tell.
fn of_lines(tree: &Tree, revoked: &[String], now: Timestamp) -> Vec<Flag> {
    let Some(current) = tree.current() else { return Vec::new() };
    let counted_since = tree.line(current).state_since;
    let flag = |(index, line): (usize, &super::LineRow)| {
        let (after, upto) = tree.here_only(index)?;
        let recent = |at: Timestamp, seconds: i64| now.since(at) <= seconds * 1_000;
        match line.state {
            LineState::Beside if recent(line.last_seen_at, BESIDE_SECONDS) && !revoked.contains(&line.box_name) => {
                Some(Flag::Beside { line: line.name, box_name: line.box_name.clone(), counted_since })
            }
            LineState::Beside | LineState::Ended if recent(line.state_since, HERE_ONLY_SECONDS) => {
                Some(Flag::HereOnly { line: line.name, entries: upto - after, since: line.state_since })
            }
            _ => None,
        }
    };
    tree.lines().iter().enumerate().filter_map(flag).collect()
}

/// What the rows of boxes tell. Adds the revoked ones to `revoked`.
async fn of_boxes(transaction: &Transaction, bar: &str, revoked: &mut Vec<String>) -> Result<Vec<Flag>, HistoryError> {
    let sql = "SELECT box, revoked_at IS NOT NULL AS revoked, last_seen_at, box_now, damaged FROM boxes WHERE bar = $1 ORDER BY box";
    let mut found = Vec::new();
    for row in &transaction.query(sql, &[&bar]).await? {
        let box_name: String = get(row, "box")?;
        if get(row, "revoked")? {
            revoked.push(box_name);
            continue;
        }
        let (seen, says): (Option<jiff::Timestamp>, Option<jiff::Timestamp>) = (get(row, "last_seen_at")?, get(row, "box_now")?);
        if let (Some(seen), Some(says)) = (seen, says)
            && (says.as_millisecond() - seen.as_millisecond()).abs() > CLOCK_SECONDS * 1_000
        {
            found.push(Flag::Clock { box_name: box_name.clone(), says: timestamp(says) });
        }
        if let Some(what) = get(row, "damaged")? {
            found.push(Flag::Damaged { box_name, what });
        }
    }
    Ok(found)
}

/// What figures of the current line tell.
async fn of_figures(transaction: &Transaction, line_id: i64, now: Timestamp) -> Result<Vec<Flag>, HistoryError> {
    let mut found = Vec::new();
    let row = transaction.query_one("SELECT count(*) AS bad FROM bad_figures WHERE line_id = $1", &[&line_id]).await?;
    let rows = unsigned(get(&row, "bad")?);
    if rows > 0 {
        found.push(Flag::Figures { rows });
    }
    let sql = "SELECT number, code, reason, decided_at FROM fig_directive WHERE line_id = $1 AND state = 'refused' AND decided_at >= $2 \
               ORDER BY number";
    let since = Timestamp::from_millis(now.as_millis() - HERE_ONLY_SECONDS * 1_000);
    for row in &transaction.query(sql, &[&line_id, &moment(since)]).await? {
        found.push(Flag::Refused {
            number: unsigned(get(row, "number")?),
            code: get::<Option<String>>(row, "code")?.unwrap_or_default(),
            reason: get::<Option<String>>(row, "reason")?.unwrap_or_default(),
            decided_at: timestamp(get(row, "decided_at")?),
        });
    }
    Ok(found)
}
