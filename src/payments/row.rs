//! A payment as it is stored: in the journal, also as 0.1 wrote it there, and as a row.

use serde::{Deserialize, Serialize};

use super::{Payment, Tender, tenders_of};
use crate::base::{BarMoment, Cash, CurrencyCode, Customer, Lrd, Rate, Reference, Timestamp, Usd};
use crate::methods::PaymentMethod;

/// A payment in the journal. What 0.1 wrote has a sum in place of tenders.
#[derive(Deserialize)]
pub(super) struct StoredPayment {
    id: u64,
    #[serde(default)]
    refund: bool,
    order_id: Option<u64>,
    sale_id: Option<u64>,
    customer: Option<Customer>,
    tenders: Option<Vec<Tender>>,
    tendered: Option<Cash>,
    #[serde(default)]
    change: Cash,
    #[serde(default)]
    rounding: Lrd,
    rate: Rate,
    method: PaymentMethod,
    #[serde(default)]
    by_word: bool,
    #[serde(default)]
    assumed: bool,
    notes: Option<String>,
    receipt_number: Option<String>,
    when: Option<BarMoment>,
}

impl From<StoredPayment> for Payment {
    fn from(stored: StoredPayment) -> Self {
        let by_sum = stored.tenders.is_none();
        let sum = stored.tendered.unwrap_or_default();
        let tenders = stored.tenders.unwrap_or_else(|| tenders_of(&stored.method, sum, None));
        Payment {
            id: stored.id,
            refund: stored.refund || (by_sum && (sum.usd < Usd::ZERO || sum.lrd < Lrd::ZERO)),
            order_id: stored.order_id,
            sale_id: stored.sale_id,
            customer: stored.customer,
            tenders,
            change: stored.change,
            rounding: stored.rounding,
            rate: stored.rate,
            by_word: stored.by_word || by_sum,
            // How much of it was cash is not known.
            assumed: stored.assumed || (by_sum && stored.method == PaymentMethod::MIXED),
            method: stored.method,
            notes: stored.notes,
            receipt_number: stored.receipt_number,
            when: stored.when,
        }
    }
}

/// A payment, when it was and who took it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentRow {
    /// The payment.
    pub payment: Payment,
    /// When.
    pub at: Timestamp,
    /// When, by the bar's clock.
    pub when: BarMoment,
    /// Who took it.
    pub user_name: String,
}

/// A payment's row.
#[derive(Serialize, Deserialize)]
pub(super) enum Row {
    /// The payment by itself.
    Whole(Box<WholeRow>),
    /// It stands in the sale whose first line has this id: that says all that a payment over the counter says.
    OfSale(u64),
}

/// A [`PaymentRow`] as it is stored. What most payments do not have takes one byte.
#[derive(Serialize, Deserialize)]
pub(super) struct WholeRow {
    tenders: Vec<(PaymentMethod, CurrencyCode, i64, Option<String>)>,
    rate: Rate,
    /// None: as it follows from the tenders.
    word: Option<PaymentMethod>,
    flags: u8,
    receipt: Option<Reference>,
    at: Timestamp,
    when: BarMoment,
    user_name: String,
    rare: Option<Box<Rare>>,
}

const REFUND: u8 = 1;
const BY_WORD: u8 = 2;
const ASSUMED: u8 = 4;

#[derive(Default, PartialEq, Serialize, Deserialize)]
struct Rare {
    order_id: Option<u64>,
    sale_id: Option<u64>,
    customer: Option<Customer>,
    change: Cash,
    rounding: Lrd,
    notes: Option<String>,
}

impl WholeRow {
    pub(super) fn new(row: &PaymentRow) -> Self {
        let PaymentRow { payment, at, when, user_name } = row;
        let tenders = payment.tenders.iter();
        let rare = Rare {
            order_id: payment.order_id,
            sale_id: payment.sale_id,
            customer: payment.customer.clone(),
            change: payment.change,
            rounding: payment.rounding,
            notes: payment.notes.clone(),
        };
        let flags = [(payment.refund, REFUND), (payment.by_word, BY_WORD), (payment.assumed, ASSUMED)];
        WholeRow {
            tenders: tenders.map(|one| (one.method.clone(), one.currency, one.amount, one.reference.clone())).collect(),
            rate: payment.rate,
            word: (payment.method != super::word_of(&payment.tenders)).then(|| payment.method.clone()),
            flags: flags.into_iter().filter(|(set, _)| *set).map(|(_, flag)| flag).sum(),
            receipt: payment.receipt_number.as_deref().map(Reference::of),
            at: *at,
            when: *when,
            user_name: user_name.clone(),
            rare: (rare != Rare::default()).then(|| Box::new(rare)),
        }
    }

    pub(super) fn read(self, id: u64) -> PaymentRow {
        let tender = |(method, currency, amount, reference)| Tender { method, currency, amount, reference };
        let tenders: Vec<Tender> = self.tenders.into_iter().map(tender).collect();
        let rare = self.rare.map(|rare| *rare).unwrap_or_default();
        let payment = Payment {
            id,
            refund: self.flags & REFUND != 0,
            order_id: rare.order_id,
            sale_id: rare.sale_id,
            customer: rare.customer,
            change: rare.change,
            rounding: rare.rounding,
            rate: self.rate,
            method: self.word.unwrap_or_else(|| super::word_of(&tenders)),
            by_word: self.flags & BY_WORD != 0,
            assumed: self.flags & ASSUMED != 0,
            notes: rare.notes,
            receipt_number: self.receipt.map(|number| number.text()),
            when: Some(self.when),
            tenders,
        };
        PaymentRow { payment, at: self.at, when: self.when, user_name: self.user_name }
    }
}
