//! The sale that an order or credit becomes when it is paid.

use super::{SaleLine, SaleRecorded};
use crate::base::{Cash, Customer};
use crate::methods::PaymentMethod;
use crate::payments::TillContext;

/// What was paid for lines whose goods left the shelf before.
#[derive(Debug, Clone)]
pub struct SettlementPayment {
    /// The payment that settled the lines; none where money that was there before did.
    pub payment_id: Option<u64>,
    /// The word for it.
    pub method: PaymentMethod,
    /// What was handed over for it, in all payments.
    pub tendered: Cash,
    /// What was given back.
    pub change: Cash,
}

/// Lines whose goods left the shelf before, as one sale with a receipt of its own.
pub fn settled_sale(
    lines: impl IntoIterator<Item = SaleLine>,
    customer: Option<Customer>,
    paid: SettlementPayment,
    till: &TillContext,
) -> SaleRecorded {
    SaleRecorded {
        receipt_number: till.receipt_number(),
        day: till.now.day,
        hour: Some(till.now.hour),
        lines: lines.into_iter().zip(till.next_sale_id..).map(|(line, id)| SaleLine { id, ..line }).collect(),
        customer,
        method: paid.method,
        rate: till.rate,
        takes_stock: false,
        payment_id: paid.payment_id,
        counter_payment: None,
        tendered: Some(paid.tendered),
        change: paid.change,
    }
}
