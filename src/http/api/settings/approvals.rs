//! Settings of approvals, in answers and requests.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::settings::{ApprovalKind, ApprovalRule, ApprovalSettings, DISCOUNT_FREE_MAX, SetApprovals, WAIT_MAX, WAIT_MIN};
use web::form::{Form, RawField, object};

/// Name of the member, under which its errors are reported.
const APPROVALS: &str = "approvals";

/// What bartenders may do, by kind of approval: `allow`, `approve` (they ask a manager) or `deny`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalRules {
    #[schema(value_type = BTreeMap<String, ApprovalRule>)]
    rules: BTreeMap<ApprovalKind, ApprovalRule>,
    /// Percent of the list price that a bartender may take off without asking, where the rule for discounts is `approve`.
    discount_free: u8,
}

/// Settings of approvals.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApprovalSettings)]
pub struct ApprovalSettingsView {
    /// By kind of approval: `allow`, `approve` (a bartender asks a manager) or `deny`.
    #[schema(value_type = BTreeMap<String, ApprovalRule>)]
    rules: BTreeMap<ApprovalKind, ApprovalRule>,
    /// Percent of the list price that a bartender may take off without asking, where the rule for discounts is `approve`.
    discount_free: u8,
    /// Seconds that an approval waits for a manager.
    wait: u16,
}

fn rules(settings: &ApprovalSettings) -> BTreeMap<ApprovalKind, ApprovalRule> {
    ApprovalKind::ALL.iter().map(|kind| (*kind, settings.rule(*kind))).collect()
}

impl From<&ApprovalSettings> for ApprovalRules {
    fn from(settings: &ApprovalSettings) -> Self {
        ApprovalRules { rules: rules(settings), discount_free: settings.discount_free }
    }
}

impl From<&ApprovalSettings> for ApprovalSettingsView {
    fn from(settings: &ApprovalSettings) -> Self {
        ApprovalSettingsView { rules: rules(settings), discount_free: settings.discount_free, wait: settings.wait }
    }
}

/// Settings of approvals to change; absent members and kinds stay as they are.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ApprovalSettingsBody {
    #[schema(value_type = Option<BTreeMap<String, ApprovalRule>>)]
    rules: RawField,
    #[schema(value_type = Option<u8>, example = 10)]
    discount_free: RawField,
    #[schema(value_type = Option<u16>, example = 180)]
    wait: RawField,
}

/// Parses the settings of approvals; absent members are no change.
pub fn approvals(form: &mut Form, field: &RawField) -> SetApprovals {
    let body: ApprovalSettingsBody = object(form, APPROVALS, field);
    let rules = match body.rules.value() {
        None => BTreeMap::new(),
        Some(Value::Object(members)) => members.iter().filter_map(|(kind, rule)| one_rule(form, kind, rule)).collect(),
        Some(_) => {
            form.reject(APPROVALS, "The rules must be an object");
            BTreeMap::new()
        }
    };
    // A number out of range becomes one that the settings rules refuse.
    let discount_free = form.integer(APPROVALS, &body.discount_free);
    let wait = form.integer(APPROVALS, &body.wait);
    SetApprovals {
        rules,
        discount_free: discount_free.map(|percent| u8::try_from(percent).unwrap_or(DISCOUNT_FREE_MAX + 1)),
        wait: wait.map(|seconds| u16::try_from(seconds).unwrap_or(if seconds < 0 { WAIT_MIN - 1 } else { WAIT_MAX + 1 })),
    }
}

fn one_rule(form: &mut Form, kind: &str, rule: &Value) -> Option<(ApprovalKind, ApprovalRule)> {
    let known = ApprovalKind::parse(kind);
    let parsed = rule.as_str().and_then(ApprovalRule::parse);
    match (known, parsed) {
        (Some(kind), Some(rule)) => return Some((kind, rule)),
        (None, _) => form.reject(APPROVALS, format!("There is no kind of approval {kind}")),
        (_, None) => form.reject(APPROVALS, "A rule is allow, approve or deny"),
    }
    None
}
