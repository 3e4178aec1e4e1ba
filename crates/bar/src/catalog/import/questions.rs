//! What a person must say of a list, or of a row.

use super::{Existing, ImportPlan, RowState};
use crate::catalog::csv::{Column, ListRow, Question, QuestionKind, SAMPLES, Sheet};

/// Prices of goods for a bar that are all above this many US cents are more likely in Liberian dollars.
const DEAR: i64 = 10_000;
/// Fewest prices of which the currency is asked.
const PRICES_ASKED: usize = 2;

/// The question about the currency: where all rows are new, at least two have a price that names none, and all of those are above $100,
/// which nothing in this bar costs.
pub(super) fn currency_question(sheet: &Sheet, existing: &[Existing], plan: &ImportPlan) -> Option<Question> {
    let unnamed: Vec<(&ListRow, i64)> =
        sheet.rows.iter().filter(|row| row.unnamed_price.is_some()).filter_map(|row| Some((row, row.price.value()?))).collect();
    let is_dear = unnamed.len() >= PRICES_ASKED && unnamed.iter().all(|(_, price)| *price > DEAR);
    let has_known = plan.rows.iter().any(|row| matches!(row.state, RowState::Changed | RowState::Unchanged));
    let sells_dear = existing.iter().any(|product| product.now.price_usd.is_some_and(|price| price.as_minor() > DEAR));
    if !is_dear || has_known || sells_dear {
        return None;
    }
    let samples = unnamed.iter().take(SAMPLES).filter_map(|(row, _)| row.unnamed_price.clone()).collect();
    Some(Question { kind: QuestionKind::Currency, column: Column::Price, samples, line: unnamed[0].0.line })
}

/// The message of an open question.
pub(super) fn asked(question: &Question) -> String {
    let samples = question.samples.join(", ");
    match question.kind {
        QuestionKind::Figures => format!("{samples} can be read in two ways. Say which sign is the decimal one"),
        QuestionKind::Currency => format!("{samples}: say whether these prices are in USD or LRD"),
    }
}

/// What a person must say of a row that can be one of `candidates` products.
pub(super) fn question_of_row(row: &ListRow, candidates: usize) -> String {
    match candidates {
        0 | 1 => format!("Several rows are named {}. Say which product this is", row.name),
        _ => format!("Several products are named {}. Say which one this is", row.name),
    }
}
