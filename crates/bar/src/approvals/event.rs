//! Events of approvals, as the journal holds them.

use serde::{Deserialize, Serialize};

use super::{DecidedHow, Question, Request};
use base::BusinessDay;

/// A bartender asked for an approval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalAsked {
    /// Counts from 1.
    pub approval_id: u64,
    #[serde(rename = "wanted")]
    pub question: Question,
    pub request: Request,
    /// Seconds that it waits for a decision.
    pub wait: u16,
    /// The enrolled device it was asked on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_name: Option<String>,
}

/// The enrolled device where a manager gave a PIN or a password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrantDevice {
    pub device_id: u64,
    pub device_name: String,
}

/// A manager or an admin granted an approval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalGranted {
    pub approval_id: u64,
    pub how: DecidedHow,
    /// The enrolled device where the PIN or the password was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub here: Option<GrantDevice>,
    pub note: Option<String>,
    /// For the audit: who asked, and for what.
    pub requested_by: String,
    pub summary: String,
    /// The business day of the decision.
    pub day: BusinessDay,
}

/// A manager or an admin refused an approval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalRefused {
    pub approval_id: u64,
    pub note: Option<String>,
    /// For the audit: who asked, and for what.
    pub requested_by: String,
    pub summary: String,
    /// The business day of the decision.
    pub day: BusinessDay,
}

/// The person who asked for an approval took that back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalCancelled {
    pub approval_id: u64,
    /// For the audit.
    pub summary: String,
}

/// What an approval was for was done; the events of the deed are beside this one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalUsed {
    pub approval_id: u64,
    /// For the audit.
    pub summary: String,
}

/// The box restarted, which ends all approvals that wait or are granted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalsExpired {
    pub approval_ids: Vec<u64>,
}

/// An event of approvals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApprovalEvent {
    Granted(ApprovalGranted),
    Refused(ApprovalRefused),
    Cancelled(ApprovalCancelled),
    Expired(ApprovalsExpired),
}
