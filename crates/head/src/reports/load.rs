//! Reads what head office knows about bars besides their figures.

use std::collections::{BTreeMap, BTreeSet};

use tokio_postgres::Row;

use super::alerts::ALERT_MILLIS;
use super::{Bar, BarBox, Line, LineState, Refusal};
use crate::accounts::Bars;
use crate::database::{Database, DatabaseError, Transaction};
use crate::error::HeadError;
use crate::history::{HistoryError, here_only};
use backup::parcels::LineName;
use base::Timestamp;

const BARS: &str = "SELECT bar, name, quota_at FROM bars ORDER BY name, bar";
const LINES: &str = "SELECT bar, line_id, line, parent, from_seq, seq, hash, state, state_since, box, last_seen_at, newest_at, \
    figures_whole, figures_at FROM lines WHERE bar = ANY($1)";
const BOXES: &str = "SELECT bar, box, paired_at, revoked_at, last_seen_at, version, line_id, journal, box_now, damaged \
    FROM boxes WHERE bar = ANY($1) ORDER BY paired_at, box";
const SETTINGS: &str =
    "SELECT line_id, name, value FROM fig_setting WHERE line_id = ANY($1) AND name IN ('timeZone', 'dayStartsAt', 'rate')";
const BAD_FIGURES: &str = "SELECT line_id, COUNT(*) FROM bad_figures WHERE line_id = ANY($1) GROUP BY line_id";
const REFUSALS: &str = "SELECT line_id, number, COALESCE(reason, code, ''), decided_at FROM fig_directive \
    WHERE line_id = ANY($1) AND state = 'refused' AND decided_at > $2 ORDER BY line_id, number";

/// Most entries that are read to count the receipts among them; beyond, an alert names entries.
const COUNTED_ENTRIES_MAX: i64 = 5_000;

/// The bars of a request, by name: those of `wanted`, or all that are visible.
///
/// # Errors
/// 404 for a wanted bar that does not exist or is not visible; what the database refuses.
pub async fn load_bars(
    transaction: &Transaction,
    visible: &Bars,
    wanted: Option<&BTreeSet<String>>,
    now: Timestamp,
) -> Result<Vec<Bar>, HeadError> {
    let mut bars = Vec::new();
    for row in transaction.query(BARS, &[]).await? {
        let (bar, name): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        if visible.has(&bar) && wanted.is_none_or(|wanted| wanted.contains(&bar)) {
            bars.push(Bar {
                bar,
                name,
                lines: Vec::new(),
                boxes: Vec::new(),
                settings: super::BarSettings::default(),
                bad_figures: 0,
                refusals: Vec::new(),
                here_only_receipts: None,
                quota_at: row.try_get::<_, Option<jiff::Timestamp>>(2)?.map(|at| Timestamp::from_millis(at.as_millisecond())),
            });
        }
    }
    if wanted.is_some_and(|wanted| wanted.len() != bars.len()) {
        return Err(HeadError::not_found("bar"));
    }
    load_parts(transaction, &mut bars, now).await?;
    Ok(bars)
}

/// Counts the receipts among what is known here only, for the alerts of `bars`. Outside of a transaction, because it reads entries.
///
/// # Errors
/// What the database refuses.
pub async fn count_receipts(database: &Database, bars: &mut [Bar], now: Timestamp) -> Result<(), HeadError> {
    for bar in bars.iter_mut().filter(|bar| bar.told_here_only(now).is_some_and(|entries| entries <= COUNTED_ENTRIES_MAX)) {
        let names: Vec<LineName> = bar.left_lines().iter().filter_map(|(line, _)| line.name.parse().ok()).collect();
        let mut receipts = Some(0_i64);
        for name in names {
            let more = match here_only(database, &bar.bar, name).await {
                Ok(known) => i64::try_from(known.receipts).ok(),
                Err(HistoryError::Database(error)) => return Err(error.into()),
                // Entries that cannot be read are still known here only.
                Err(_) => None,
            };
            receipts = receipts.zip(more).map(|(all, more)| all.saturating_add(more));
        }
        bar.here_only_receipts = receipts;
    }
    Ok(())
}

async fn load_parts(transaction: &Transaction, bars: &mut [Bar], now: Timestamp) -> Result<(), DatabaseError> {
    let names: Vec<String> = bars.iter().map(|bar| bar.bar.clone()).collect();
    let place: BTreeMap<&str, usize> = names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    for row in transaction.query(LINES, &[&names]).await? {
        if let Some(at) = place.get(row.try_get::<_, &str>(0)?) {
            bars[*at].lines.push(line(&row)?);
        }
    }
    for row in transaction.query(BOXES, &[&names]).await? {
        if let Some(at) = place.get(row.try_get::<_, &str>(0)?) {
            bars[*at].boxes.push(bar_box(&row)?);
        }
    }
    let counted: BTreeMap<i64, usize> =
        bars.iter().enumerate().filter_map(|(at, bar)| bar.counted_line().map(|line| (line.id, at))).collect();
    let ids: Vec<i64> = counted.keys().copied().collect();
    for row in transaction.query(SETTINGS, &[&ids]).await? {
        let Some(at) = counted.get(&row.try_get(0)?) else { continue };
        let settings = &mut bars[*at].settings;
        match row.try_get(1)? {
            "timeZone" => settings.time_zone = row.try_get(2)?,
            "dayStartsAt" => settings.day_starts_at = row.try_get(2)?,
            _ => settings.rate = row.try_get(2)?,
        }
    }
    for row in transaction.query(BAD_FIGURES, &[&ids]).await? {
        if let Some(at) = counted.get(&row.try_get(0)?) {
            bars[*at].bad_figures = row.try_get(1)?;
        }
    }
    let since = moment(Timestamp::from_millis(now.as_millis() - ALERT_MILLIS));
    for row in transaction.query(REFUSALS, &[&ids, &since]).await? {
        if let Some(at) = counted.get(&row.try_get(0)?) {
            bars[*at].refusals.push(Refusal {
                number: row.try_get(1)?,
                reason: row.try_get(2)?,
                decided_at: time(&row, 3)?.unwrap_or(now),
            });
        }
    }
    Ok(())
}

fn line(row: &Row) -> Result<Line, tokio_postgres::Error> {
    Ok(Line {
        id: row.try_get(1)?,
        name: row.try_get(2)?,
        parent: row.try_get(3)?,
        from_seq: row.try_get(4)?,
        seq: row.try_get(5)?,
        hash: row.try_get(6)?,
        state: LineState::parse(row.try_get(7)?),
        state_since: time(row, 8)?.unwrap_or_default(),
        box_name: row.try_get(9)?,
        last_seen_at: time(row, 10)?.unwrap_or_default(),
        newest_at: time(row, 11)?,
        figures_whole: row.try_get(12)?,
        figures_at: time(row, 13)?,
    })
}

fn bar_box(row: &Row) -> Result<BarBox, tokio_postgres::Error> {
    Ok(BarBox {
        name: row.try_get(1)?,
        paired_at: time(row, 2)?.unwrap_or_default(),
        revoked_at: time(row, 3)?,
        last_seen_at: time(row, 4)?,
        version: row.try_get(5)?,
        line_id: row.try_get(6)?,
        journal: row.try_get(7)?,
        clock: time(row, 8)?,
        damaged: row.try_get(9)?,
    })
}

/// A moment in a row.
pub(super) fn time(row: &Row, column: usize) -> Result<Option<Timestamp>, tokio_postgres::Error> {
    let moment: Option<jiff::Timestamp> = row.try_get(column)?;
    Ok(moment.map(|moment| Timestamp::from_millis(moment.as_millisecond())))
}

/// A moment as a parameter.
fn moment(at: Timestamp) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(at.as_millis()).unwrap_or_default()
}
