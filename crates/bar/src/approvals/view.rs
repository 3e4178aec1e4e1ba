//! An approval, as answers and refusals show it.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Approval, ApprovalStatus, DecidedHow, QuestionPart, SummaryLine};
use crate::settings::ApprovalKind;
use base::Role;

/// For whom an approval is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// The person who asked: they may count blind.
    Asker,
    /// A person who may decide.
    Decider,
}

impl Reader {
    /// A person of this role, signed in.
    pub fn of(role: Role) -> Self {
        if role >= Role::Manager { Reader::Decider } else { Reader::Asker }
    }
}

/// What a bartender asked for, and what became of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Approval)]
pub struct ApprovalView {
    id: u64,
    /// The gravest of the kinds.
    kind: ApprovalKind,
    /// All kinds that the request needs, the gravest first.
    kinds: Vec<WantedKindView>,
    #[schema(example = "Void 2 × Club Beer, table 4, \"wrong order\", $4.00 / L$760.00")]
    summary: String,
    lines: Vec<SummaryLineView>,
    /// What it is worth, summed over the kinds; null if it has no worth.
    #[serde(rename = "amountUSD")]
    amount_usd: Option<String>,
    #[serde(rename = "amountLRD")]
    amount_lrd: Option<String>,
    method: String,
    /// Path and query of the request.
    path: String,
    status: ApprovalStatus,
    requested_by: String,
    requested_by_id: u64,
    /// The enrolled device it was asked on.
    device_name: Option<String>,
    decided_by: Option<String>,
    decided_by_id: Option<u64>,
    #[schema(value_type = Option<DecidedHow>)]
    decided_how: Option<DecidedHow>,
    note: Option<String>,
    created_at: String,
    /// When it expires or expired: as a question, and once it is granted, as a grant.
    expires_at: String,
    decided_at: Option<String>,
    used_at: Option<String>,
}

/// One of the kinds that a request needs an approval of.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApprovalPart)]
pub struct WantedKindView {
    kind: ApprovalKind,
    #[schema(example = "Sell 10 × Hennessy at $0.01 instead of $7.00, \"embassy\", $0.10 / L$19.00")]
    summary: String,
    /// What it is worth; null if it has no worth.
    #[serde(rename = "amountUSD")]
    amount_usd: Option<String>,
    #[serde(rename = "amountLRD")]
    amount_lrd: Option<String>,
}

impl From<&QuestionPart> for WantedKindView {
    fn from(part: &QuestionPart) -> Self {
        WantedKindView {
            kind: part.kind,
            summary: part.summary.clone(),
            amount_usd: part.amount.map(|amount| amount.usd.to_string()),
            amount_lrd: part.amount.map(|amount| amount.lrd.to_string()),
        }
    }
}

/// A detail of an approval.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApprovalLine)]
pub struct SummaryLineView {
    label: String,
    value: String,
}

impl ApprovalView {
    /// The approval at `running`, in milliseconds of the box's running time, with the lines that `reader` may see.
    pub fn new(approval: &Approval, running: u64, reader: Reader) -> Self {
        let Approval { question, request, decision, .. } = approval;
        let is_shown = |line: &&SummaryLine| reader == Reader::Decider || !line.is_for_deciders();
        let line = |line: &SummaryLine| SummaryLineView { label: line.label.clone(), value: line.value.clone() };
        ApprovalView {
            id: approval.id,
            kind: question.kind,
            kinds: question.parts.iter().map(WantedKindView::from).collect(),
            summary: question.summary.clone(),
            lines: question.lines.iter().filter(is_shown).map(line).collect(),
            amount_usd: question.amount.map(|amount| amount.usd.to_string()),
            amount_lrd: question.amount.map(|amount| amount.lrd.to_string()),
            method: request.method.clone(),
            path: request.path.clone(),
            status: approval.status_at(running),
            requested_by: approval.requested_by.clone(),
            requested_by_id: approval.requested_by_id,
            device_name: approval.device_name.clone(),
            decided_by: decision.as_ref().map(|decision| decision.by.clone()),
            decided_by_id: decision.as_ref().map(|decision| decision.by_id),
            decided_how: decision.as_ref().map(|decision| decision.how),
            note: decision.as_ref().and_then(|decision| decision.note.clone()),
            created_at: approval.created_at.to_string(),
            expires_at: approval.expires_at().to_string(),
            decided_at: decision.as_ref().map(|decision| decision.at.to_string()),
            used_at: approval.used_at.map(|at| at.to_string()),
        }
    }
}
