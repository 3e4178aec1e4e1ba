//! What is wrong with a bar: flags for programs, sentences for people. An alert goes when its state ends; a refusal, and what is known
//! here only, after 30 days.

use serde::Serialize;
use utoipa::ToSchema;

use super::state::{SILENT_MILLIS, short_date, thousands};
use super::{Bar, BarBox, Line, LineState};
use base::{BarTime, Timestamp};

/// How long a refusal, and what is known here only, are worth an alert.
pub(super) const ALERT_MILLIS: i64 = 30 * 24 * 60 * 60 * 1000;
/// How far the clock of a box may be off.
const CLOCK_MILLIS: i64 = 5 * 60 * 1000;

/// How long a refused parcel of a bar that has sent too much is told of. Its box asks again within an hour.
const QUOTA_MILLIS: i64 = 2 * 60 * 60 * 1000;

/// What is wrong with a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// Another box sends too, and does not count.
    Beside,
    /// Head office has entries that the bar has lost.
    HereOnly,
    /// The clock of the box is more than five minutes off.
    Clock,
    /// The box found its own data damaged.
    Damaged,
    /// Figures could not be kept.
    Figures,
    /// The box refused a change.
    Refused,
    /// The bar has sent as much as it may in a day.
    Quota,
    /// Somebody gives wrong codes for a user of head office. Of no bar.
    Codes,
}

/// A sentence about a flag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Alert {
    /// Null for what is of no bar.
    pub bar: Option<String>,
    pub flag: Flag,
    pub text: String,
}

impl Bar {
    /// The flags at `now`, each once, in the order of [`Flag`].
    pub fn flags(&self, now: Timestamp) -> Vec<Flag> {
        let mut flags: Vec<Flag> = self.alerts(now).into_iter().map(|alert| alert.flag).collect();
        flags.dedup();
        flags
    }

    /// The alerts at `now`, by head office's clock, in the order of [`Flag`].
    pub fn alerts(&self, now: Timestamp) -> Vec<Alert> {
        let name = &self.name;
        let mut found = Vec::new();
        let mut say = |flag, text| found.push(Alert { bar: Some(self.bar.clone()), flag, text });
        if let Some(current) = self.current().filter(|_| self.lines.iter().any(|line| self.sends_beside(line, now))) {
            let since = short_date(&self.bar_time(), current.state_since, now);
            say(Flag::Beside, format!("Two boxes of {name} send. The one of {since} counts."));
        }
        if let Some(entries) = self.told_here_only(now) {
            let (count, one, many) = match self.here_only_receipts {
                Some(receipts) if receipts > 0 => (receipts, "receipt is", "receipts are"),
                _ => (entries, "entry is", "entries are"),
            };
            say(Flag::HereOnly, format!("{name}: {} known here only", counted(count, one, many)));
        }
        if let Some(clock) = self.counted_box().and_then(wrong_clock) {
            say(Flag::Clock, format!("The clock of {name} says {}", self.clock_text(clock, now)));
        }
        for damaged in self.boxes.iter().filter(|of| of.revoked_at.is_none()).filter_map(|of| of.damaged.as_deref()) {
            say(Flag::Damaged, format!("{name}: the box reports damage{}", place(damaged)));
        }
        if self.bad_figures > 0 {
            say(Flag::Figures, format!("{} of {name} could not be read", counted(self.bad_figures, "figure", "figures")));
        }
        for refusal in self.refusals.iter().filter(|refusal| now.since(refusal.decided_at) < ALERT_MILLIS) {
            say(Flag::Refused, format!("{name} refused change {}: {}", refusal.number, refusal.reason));
        }
        if self.quota_at.is_some_and(|at| now.since(at) < QUOTA_MILLIS) {
            say(Flag::Quota, format!("{name} has sent as much as it may in a day. The rest comes tomorrow."));
        }
        found
    }

    /// Entries that are known here only, for 30 days.
    pub(super) fn told_here_only(&self, now: Timestamp) -> Option<i64> {
        self.here_only().filter(|(_, since)| now.since(*since) < ALERT_MILLIS).map(|(entries, _)| entries)
    }

    /// Whether a box writes `line` beside the current one: it may, and was heard within a day.
    fn sends_beside(&self, line: &Line, now: Timestamp) -> bool {
        let writes = |of: &&BarBox| of.name == line.box_name || of.line_id == Some(line.id);
        let heard = self.boxes.iter().filter(writes).filter_map(|of| of.last_seen_at).max().max(Some(line.last_seen_at));
        let is_revoked = self.boxes.iter().any(|of| of.name == line.box_name && of.revoked_at.is_some());
        line.state == LineState::Beside && !is_revoked && heard.is_some_and(|heard| now.since(heard) < SILENT_MILLIS)
    }

    /// What a wrong clock says: date and time of the bar if the date is right, else the date in UTC, by which clocks without power begin
    /// in 1970.
    fn clock_text(&self, clock: Timestamp, now: Timestamp) -> String {
        let time = self.bar_time();
        let ((date, hour), (today, _)) = (time.on_paper(clock), time.on_paper(now));
        if date == today { format!("{date}, {hour}") } else { BarTime::monrovia().on_paper(clock).0 }
    }
}

/// What the clock of a box said, if it is off.
fn wrong_clock(of: &BarBox) -> Option<Timestamp> {
    let (clock, heard) = of.clock.zip(of.last_seen_at)?;
    (clock.since(heard).abs() > CLOCK_MILLIS).then_some(clock)
}

/// Where the damage is: a sequence number, or what the box says instead.
fn place(damaged: &str) -> String {
    let damaged = damaged.trim();
    match damaged.parse::<u64>() {
        Ok(seq) => format!(" at entry {seq}"),
        Err(_) if damaged.is_empty() || damaged.starts_with("at ") => format!(" {damaged}").trim_end().to_owned(),
        Err(_) => format!(": {damaged}"),
    }
}

fn counted(count: i64, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{} {many}", thousands(count)) }
}
