//! Decides a debt from before the box: money that a customer owes, without goods.

use super::{NewCredit, OldDebtAdded, OwedSince, TabContext};
use crate::catalog::Category;
use crate::methods::PaymentMethod;
use crate::payments::TillContext;
use crate::sales::{NO_PRODUCT, SaleLine, StoredKind, debt};
use base::{BusinessDay, CurrencyCode, Customer, Decided, Lrd, Price, Refusal, Timestamp, Usd};

/// What stands for the goods, on screens and receipts.
pub const OLD_DEBT_NAME: &str = "From the old book";
/// Milliseconds of a day.
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// Puts a debt from before the box on a tab.
#[derive(Debug, Clone)]
pub struct AddOldDebt {
    pub customer: Customer,
    /// The currency that it is owed in.
    pub currency: CurrencyCode,
    /// Minor units, more than 0.
    pub amount: i64,
    /// Since when it is owed; `None`: not known.
    pub since: Option<BusinessDay>,
    pub notes: Option<String>,
    /// Whether it may be more than the limit of the tab.
    pub over_limit: bool,
}

/// Decides the credit item, which is no revenue and has no tax.
///
/// # Errors
/// 400 for an amount that is not above zero or too large, and for a day after today; 409 `over_limit`.
pub fn add_old_debt(command: &AddOldDebt, till: &TillContext, tab: &TabContext, next_id: u64) -> Decided<Vec<OldDebtAdded>> {
    let amount_field = match command.currency {
        CurrencyCode::Usd => "amountUSD",
        CurrencyCode::Lrd => "amountLRD",
    };
    if command.amount <= 0 {
        return Err(Refusal::field(amount_field, "Must be more than 0.00"));
    }
    let since = command.since.map(|day| owed_since(day, till)).transpose()?;
    let unit = match command.currency {
        CurrencyCode::Usd => Price { usd: Usd::minor(command.amount), lrd: till.rate.to_lrd(Usd::minor(command.amount)) },
        CurrencyCode::Lrd => Price { usd: till.rate.to_usd(Lrd::minor(command.amount)), lrd: Lrd::minor(command.amount) },
    };
    let line = SaleLine {
        id: 0,
        kind: Some(StoredKind::OldDebt),
        product_id: NO_PRODUCT,
        product_name: OLD_DEBT_NAME.to_owned(),
        brand: None,
        category: Category::Uncategorized,
        quantity: 1,
        currency: command.currency,
        unit,
        total: unit,
        discount: None,
        tax: None,
        list: unit,
        discount_reason: None,
        discount_listed: None,
        approval: None,
        rate: till.rate,
        method: PaymentMethod::default(),
        notes: command.notes.clone(),
        order_id: None,
        order_item_id: None,
        credit_id: None,
        allocations: Vec::new(),
        takes: None,
        label: None,
    };
    let debt = debt(&line).map_err(|_| Refusal::field(amount_field, "The amount is too large"))?;
    let over_limit = tab.check_limit(std::iter::once((&line, &debt)), till.rate, command.over_limit)?;
    let credit = NewCredit {
        id: next_id,
        customer: tab.customer.clone(),
        tab: Some(tab.owner.clone()),
        line,
        debt,
        paid_value_usd: Usd::ZERO,
        order_item_id: None,
        exemption: None,
        since,
    };
    Ok(vec![OldDebtAdded { credit, over_limit }])
}

/// The moment of the entry, on that day.
fn owed_since(day: BusinessDay, till: &TillContext) -> Decided<OwedSince> {
    if day > till.now.day {
        return Err(Refusal::field("since", "Must not be after today"));
    }
    let days = i64::from(till.now.day.days_since(day));
    Ok(OwedSince { day, at: Timestamp::from_millis(till.at.as_millis().saturating_sub(days * DAY_MILLIS)) })
}
