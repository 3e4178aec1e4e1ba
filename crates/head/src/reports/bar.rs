//! What head office knows about a bar besides its figures: its lines, boxes and settings. Plain values, so that states, flags and
//! alerts follow from them and the clock alone.

use std::collections::BTreeMap;

use base::{BarTime, BusinessDay, Timestamp};

/// Whether the figures of a line stand in reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineState {
    /// The line that counts.
    Current,
    /// It counted before.
    Ended,
    /// Kept, and never counted.
    Beside,
}

impl LineState {
    /// Parses the state in the database. Whatever is not known does not count.
    pub fn parse(text: &str) -> Self {
        match text {
            "current" => LineState::Current,
            "ended" => LineState::Ended,
            _ => LineState::Beside,
        }
    }
}

/// An unbroken history of a bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub id: i64,
    /// 16 hexadecimal digits.
    pub name: String,
    /// The line that it left.
    pub parent: Option<i64>,
    /// The last entry that it has in common with its parent.
    pub from_seq: i64,
    /// Its newest entry at head office.
    pub seq: i64,
    pub hash: Option<Vec<u8>>,
    pub state: LineState,
    /// Since when it is in this state, by head office's clock.
    pub state_since: Timestamp,
    /// The box that writes it.
    pub box_name: String,
    pub last_seen_at: Timestamp,
    /// When its newest entry was made, by the box's clock.
    pub newest_at: Option<Timestamp>,
    /// Whether all its figures are here.
    pub figures_whole: bool,
    /// When the newest figures were made.
    pub figures_at: Option<Timestamp>,
}

/// A device with a key, and what it said last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BarBox {
    /// 16 hexadecimal digits.
    pub name: String,
    pub paired_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
    /// By head office's clock.
    pub last_seen_at: Option<Timestamp>,
    pub version: String,
    /// The line that it writes.
    pub line_id: Option<i64>,
    /// Its newest entry.
    pub journal: Option<i64>,
    /// What its clock said when it was last heard.
    pub clock: Option<Timestamp>,
    /// Where it found its own data damaged.
    pub damaged: Option<String>,
}

/// Settings of a bar, as its box writes them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BarSettings {
    pub time_zone: Option<String>,
    /// `HH:MM`.
    pub day_starts_at: Option<String>,
    /// LRD per USD.
    pub rate: Option<String>,
}

/// A change that the box refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub number: i64,
    pub reason: String,
    pub decided_at: Timestamp,
}

/// A bar as head office knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    /// 32 hexadecimal digits.
    pub bar: String,
    pub name: String,
    pub lines: Vec<Line>,
    pub boxes: Vec<BarBox>,
    pub settings: BarSettings,
    /// Rows of the counted line that could not be kept.
    pub bad_figures: i64,
    /// Changes that were refused in the last 30 days, oldest first.
    pub refusals: Vec<Refusal>,
    /// Receipts among the entries that are known here only, where they were counted.
    pub here_only_receipts: Option<i64>,
    /// When a parcel was last refused because the bar had sent as much as it may in a day.
    pub quota_at: Option<Timestamp>,
}

impl Bar {
    /// The line that counts.
    pub fn current(&self) -> Option<&Line> {
        self.lines.iter().find(|line| line.state == LineState::Current)
    }

    /// The line whose figures stand in reports: the current one once its figures are whole; until then the whole one that counted last.
    /// `None` for a bar that never sent.
    pub fn counted_line(&self) -> Option<&Line> {
        let whole = self.lines.iter().filter(|line| line.figures_whole && line.state != LineState::Beside);
        whole.max_by_key(|line| (line.state == LineState::Current, line.state_since, line.id))
    }

    /// The box that counts: that of the current line. Before the first parcel the one that was heard last.
    pub fn counted_box(&self) -> Option<&BarBox> {
        let current = self.current();
        let named = current.and_then(|line| self.boxes.iter().find(|of| of.name == line.box_name && of.revoked_at.is_none()));
        let writing = || self.boxes.iter().filter(|of| current.is_none_or(|line| of.line_id == Some(line.id)));
        named.or_else(|| writing().max_by_key(|of| of.last_seen_at))
    }

    /// When the bar was last heard, by head office's clock. `None` for a bar that was never heard.
    pub fn last_seen_at(&self) -> Option<Timestamp> {
        let line = self.current().map(|line| line.last_seen_at);
        line.max(self.counted_box().and_then(|of| of.last_seen_at))
    }

    /// Entries of the box that are not here yet; `None` before it says how many it has.
    pub fn entries_behind(&self) -> Option<i64> {
        let journal = self.counted_box()?.journal?;
        Some(journal.saturating_sub(self.current().map_or(0, |line| line.seq)).max(0))
    }

    /// Up to when the bar's figures hold.
    pub fn as_of(&self) -> Option<Timestamp> {
        self.counted_line()?.figures_at
    }

    /// How the bar counts its days. A bar that did not say is taken for one in Liberia.
    pub fn bar_time(&self) -> BarTime {
        let BarSettings { time_zone, day_starts_at, .. } = &self.settings;
        let said = time_zone.as_deref().zip(day_starts_at.as_deref());
        said.and_then(|(zone, starts)| BarTime::new(zone, starts)).unwrap_or_else(BarTime::monrovia)
    }

    /// The business day of the bar at `now`.
    pub fn today(&self, now: Timestamp) -> BusinessDay {
        self.bar_time().business_day(now)
    }

    /// Entries that head office alone has, and since when.
    pub fn here_only(&self) -> Option<(i64, Timestamp)> {
        self.left_lines().into_iter().fold(None, |sum, (line, entries)| match sum {
            None => Some((entries, line.state_since)),
            Some((all, newest)) => Some((entries.saturating_add(all), newest.max(line.state_since))),
        })
    }

    /// Ended lines with entries behind the place at which the bar's present history left them, and how many.
    pub(super) fn left_lines(&self) -> Vec<(&Line, i64)> {
        let by_id: BTreeMap<i64, &Line> = self.lines.iter().map(|line| (line.id, line)).collect();
        let mut kept = BTreeMap::new();
        let mut next = self.current().map(|line| (line.id, line.seq));
        while let Some((id, upto)) = next.take().filter(|(id, _)| !kept.contains_key(id)) {
            kept.insert(id, upto);
            next = by_id.get(&id).and_then(|line| Some((line.parent?, line.from_seq.min(upto))));
        }
        let ended = self.lines.iter().filter(|line| line.state == LineState::Ended);
        let left = ended.map(|line| (line, line.seq.saturating_sub(kept.get(&line.id).copied().unwrap_or(line.from_seq))));
        left.filter(|(_, entries)| *entries > 0).collect()
    }
}
