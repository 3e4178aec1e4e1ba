//! Sales of paid orders and paid credit.

use serde::{Deserialize, Serialize};

use super::{SaleLine, SaleRecorded};
use crate::methods::PaymentMethod;
use crate::payments::TillContext;
use base::{Cash, Customer, Price};

/// The payment of lines whose goods left the shelf before.
#[derive(Debug, Clone)]
pub struct SettlementPayment {
    /// The payment that settled the lines; `None` if earlier payments covered them.
    pub payment_id: Option<u64>,
    /// The label of the payment.
    pub method: PaymentMethod,
    /// What was handed over, in all payments.
    pub tendered: Cash,
    /// What was given back.
    pub change: Cash,
    /// What the payment leaves open.
    pub open: Option<StillOpen>,
}

/// What a part payment leaves open, as of its moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StillOpen {
    /// The part of the money that paid for goods which are not on this receipt yet.
    pub on_account: Cash,
    /// What is still owed, as two equal amounts at the rate of that moment.
    pub still_owed: Price,
}

/// One sale, with its own receipt, of lines whose goods left the shelf before.
pub fn settled_sale(
    lines: impl IntoIterator<Item = SaleLine>,
    customer: Option<Customer>,
    paid: SettlementPayment,
    till: &TillContext,
) -> SaleRecorded {
    SaleRecorded {
        receipt_number: till.receipt_number(),
        day: till.now.day,
        hour: till.now.hour,
        lines: lines.into_iter().zip(till.next_sale_id..).map(|(line, id)| SaleLine { id, ..line }).collect(),
        customer,
        method: paid.method,
        rate: till.rate,
        takes_stock: false,
        payment_id: paid.payment_id,
        counter_payment: None,
        tendered: Some(paid.tendered),
        change: paid.change,
        open: paid.open,
        table: None,
        buyer: None,
        exemption: None,
        refund: None,
        oversold: None,
    }
}
