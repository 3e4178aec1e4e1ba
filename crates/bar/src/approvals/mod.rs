//! Approvals: a bartender asks for something that only a manager may do, a manager or an admin decides, and the bartender does it
//! once.
//!
//! `pending → granted → used`; a pending one may also become `refused` or `cancelled`. Pending and granted ones are `expired` when
//! their time is over, by the box's running time, and after a restart.

mod decide;
mod event;
mod load;
mod tables;
mod view;

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

pub use decide::{
    ApprovalCommand, AskContext, DecideContext, GrantProof, Granter, NOT_NEEDED, Shown, approve, ask, decide, must_be_own, pending,
};
pub use event::{
    ApprovalAsked, ApprovalCancelled, ApprovalEvent, ApprovalGranted, ApprovalRefused, ApprovalUsed, ApprovalsExpired, GrantDevice,
};
pub use load::load;
pub use tables::*;
pub use view::{ApprovalView, Reader, SummaryLineView, WantedKindView};

use crate::settings::{ApprovalKind, WAIT_MAX};
use base::{Code, Price, Refusal, Timestamp};

/// Most pending approvals of one person.
pub const PENDING_MAX: usize = 5;
/// How long a granted approval may be used, in seconds.
pub const GRANTED_SECONDS: u64 = 60;
/// Longest life of an approval that is neither decided nor used, in milliseconds.
const LIFE_MILLIS_MAX: u64 = (WAIT_MAX as u64 + GRANTED_SECONDS) * 1000;

/// What an approval is needed for, in words and figures: all kinds that one request needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The gravest kind.
    pub kind: ApprovalKind,
    /// `Void 2 × Club Beer, table 4, "wrong order", $4.00 / L$760.00`; those of several acts joined by semicolons.
    pub summary: String,
    /// Details for the person who decides.
    pub lines: Vec<SummaryLine>,
    /// What it is worth, in both currencies, summed over the kinds; `None` if it has no worth.
    pub amount: Option<Price>,
    /// Each kind, the gravest first: at least one.
    pub parts: Vec<QuestionPart>,
}

/// One of the kinds that a request needs an approval of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionPart {
    pub kind: ApprovalKind,
    pub summary: String,
    /// What it is worth, in both currencies; `None` if it has no worth.
    pub amount: Option<Price>,
}

impl Question {
    /// The question about `parts`; `None` without any. `lines` are those of all parts, in any order of the parts.
    pub fn of(mut parts: Vec<(QuestionPart, Vec<SummaryLine>)>) -> Option<Self> {
        parts.sort_by_key(|(part, _)| Reverse(part.kind.gravity()));
        let kind = parts.first()?.0.kind;
        let mut lines: Vec<SummaryLine> = Vec::new();
        for line in parts.iter().flat_map(|(_, lines)| lines) {
            if !lines.contains(line) {
                lines.push(line.clone());
            }
        }
        let parts: Vec<QuestionPart> = parts.into_iter().map(|(part, _)| part).collect();
        let amounts: Vec<Price> = parts.iter().filter_map(|part| part.amount).collect();
        // One act may need several kinds: it is named once.
        let mut summaries: Vec<&str> = Vec::new();
        for part in &parts {
            if !summaries.contains(&part.summary.as_str()) {
                summaries.push(&part.summary);
            }
        }
        Some(Question {
            kind,
            summary: summaries.join("; "),
            lines,
            amount: (!amounts.is_empty()).then(|| amounts.into_iter().sum()),
            parts,
        })
    }

    /// Whether a grant of this covers what `now` needs: the same kinds, goods, amounts and ways of giving money back.
    pub fn covers(&self, now: &Question) -> bool {
        fn binding(question: &Question) -> impl Iterator<Item = &SummaryLine> {
            question.lines.iter().filter(|line| !line.only_informs())
        }
        self.parts == now.parts && (&self.summary, self.amount) == (&now.summary, now.amount) && binding(self).eq(binding(now))
    }

    /// The refusal of a request that needs an approval and has none that fits.
    pub fn required(&self) -> Refusal {
        let kinds: Vec<WantedKindView> = self.parts.iter().map(WantedKindView::from).collect();
        let approval = json!({"kind": self.kind, "kinds": kinds, "summary": self.summary});
        Refusal::new(Code::ApprovalRequired, "A manager must approve this").with("approval", approval)
    }
}

/// Label of what an order comes to afterwards. It may change while a question waits.
pub const LEFT_ON_ORDER: &str = "Left on the order";
/// Label of what a till should hold. It changes with each sale, and who asks may count that till blind.
pub const EXPECTED_CASH: &str = "Expected";
/// Label of what the person paid out in the shift without an approval.
pub const PAID_OUT_BEFORE: &str = "Paid out before";

/// A detail of an approval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryLine {
    pub label: String,
    pub value: String,
}

impl SummaryLine {
    /// A line of a label and its value.
    pub fn new(label: &str, value: impl Into<String>) -> Self {
        SummaryLine { label: label.to_owned(), value: value.into() }
    }

    /// Whether it says something about the bar at that moment that the request does not change.
    fn only_informs(&self) -> bool {
        [LEFT_ON_ORDER, EXPECTED_CASH, PAID_OUT_BEFORE].contains(&self.label.as_str())
    }

    /// Whether it is shown to those who decide alone.
    pub fn is_for_deciders(&self) -> bool {
        self.label == EXPECTED_CASH
    }
}

/// What identifies the request that an approval is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub method: String,
    /// Path and query.
    pub path: String,
    /// SHA-256 of the body as parsed JSON with sorted members, in hexadecimal digits.
    pub body_hash: String,
}

/// How far an approval is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ApprovalStatus {
    /// No manager has decided.
    Pending,
    /// It may be used.
    Granted,
    Refused,
    /// What it was for is done.
    Used,
    /// Its time was over, or the box restarted, before it was decided or used.
    Expired,
    /// Taken back by the person who asked.
    Cancelled,
}

impl ApprovalStatus {
    /// Parses the name; `None` for any other word.
    pub fn parse(text: &str) -> Option<Self> {
        use ApprovalStatus::*;
        match text {
            "pending" => Some(Pending),
            "granted" => Some(Granted),
            "refused" => Some(Refused),
            "used" => Some(Used),
            "expired" => Some(Expired),
            "cancelled" => Some(Cancelled),
            _ => None,
        }
    }
}

/// How a manager decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecidedHow {
    /// Signed in as himself.
    OwnPhone,
    /// By PIN on the device of the person who asked.
    Pin,
    /// By password on the device of the person who asked.
    Password,
}

/// An approval as a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approval {
    /// Counts from 1.
    pub id: u64,
    #[serde(rename = "wanted")]
    pub question: Question,
    pub request: Request,
    /// As of the last event: see [`Approval::status_at`].
    pub status: ApprovalStatus,
    /// Username at that moment.
    pub requested_by: String,
    pub requested_by_id: u64,
    /// The enrolled device it was asked on.
    pub device_name: Option<String>,
    pub created_at: Timestamp,
    /// The same moment in milliseconds of the box's running time.
    pub asked_running: u64,
    /// Seconds that it waits for a decision.
    pub wait: u16,
    /// Who granted or refused it, and how.
    pub decision: Option<Decision>,
    pub used_at: Option<Timestamp>,
    /// Number of the journal entry that changed it last.
    pub changed: u64,
}

/// Who decided an approval, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Username at that moment.
    pub by: String,
    pub by_id: u64,
    pub how: DecidedHow,
    pub note: Option<String>,
    pub at: Timestamp,
    /// The same moment in milliseconds of the box's running time.
    pub running: u64,
}

impl Approval {
    /// The status at `running`, in milliseconds of the box's running time.
    pub fn status_at(&self, running: u64) -> ApprovalStatus {
        let (since, seconds) = match (self.status, &self.decision) {
            (ApprovalStatus::Pending, _) => (self.asked_running, u64::from(self.wait)),
            (ApprovalStatus::Granted, Some(decision)) => (decision.running, GRANTED_SECONDS),
            (status, _) => return status,
        };
        if running.saturating_sub(since) > seconds * 1000 { ApprovalStatus::Expired } else { self.status }
    }

    /// When it expires or expired, by the wall clock of the moment at which it was asked or granted.
    pub fn expires_at(&self) -> Timestamp {
        let granted = self.decision.as_ref().filter(|_| !matches!(self.status, ApprovalStatus::Pending | ApprovalStatus::Refused));
        match granted {
            Some(decision) => decision.at.plus_seconds(GRANTED_SECONDS),
            None => self.created_at.plus_seconds(u64::from(self.wait)),
        }
    }
}
