//! Corrections of payments on X and Z.

use super::layout::cash_page::CashLine;
use crate::payments::{Tender, TenderTuple};
use crate::receipts::document::format_cash;
use crate::settings::Settings;
use crate::tills::ShiftCorrection;

/// When, who and which receipt; then what had been entered and what was really paid.
pub(super) fn correction_lines(correction: &ShiftCorrection, settings: &Settings) -> Vec<CashLine> {
    let (_, clock) = settings.bar_time().on_paper(correction.at);
    let receipt = correction.receipt_number.clone().unwrap_or_else(|| format!("Payment {}", correction.payment_id));
    let tenders = |label: &str, tenders: &[TenderTuple]| -> Vec<CashLine> {
        let words = |tender: &TenderTuple| {
            let tender = Tender::from(tender.clone());
            pair(format!("  {label} {}", settings.method_name(&tender.method)), format_cash(tender.cash()))
        };
        tenders.iter().map(words).collect()
    };
    let mut lines = vec![pair(format!("{clock} {}", correction.user_name), receipt)];
    lines.extend(tenders("was", &correction.before));
    lines.extend(tenders("is", &correction.after));
    lines.push(pair(format!("  {}", correction.reason), ""));
    lines.extend(correction.approved_by.as_ref().map(|name| pair(format!("  approved by {name}"), "")));
    lines
}

fn pair(left: String, right: impl Into<String>) -> CashLine {
    CashLine::Pair(left, right.into())
}
