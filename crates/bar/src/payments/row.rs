//! Rows of payments.

use serde::{Deserialize, Serialize};

use super::{Booking, EarlierForm, Owed, Payment, SharePart, Tender, Tip, TipOwner};
use crate::methods::PaymentMethod;
use base::{BarMoment, Cash, CurrencyCode, Customer, Lrd, Rate, Reference, Timestamp};

/// A payment with its time and the user who took it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentRow {
    pub payment: Payment,
    pub at: Timestamp,
    /// By the bar's clock.
    pub when: BarMoment,
    /// Username of the person who took it.
    pub user_name: String,
}

/// A [`Tender`] in rows: method, currency, amount, reference. Without names, because rows are stored as postcard, where
/// [`Tender`] could not leave out its reference.
pub type TenderTuple = (PaymentMethod, CurrencyCode, i64, Option<String>);

impl From<&Tender> for TenderTuple {
    fn from(tender: &Tender) -> Self {
        (tender.method.clone(), tender.currency, tender.amount, tender.reference.clone())
    }
}

impl From<TenderTuple> for Tender {
    fn from((method, currency, amount, reference): TenderTuple) -> Self {
        Tender { method, currency, amount, reference }
    }
}

/// A [`Tip`] in rows: amount, whose it is (id, username, whether it is pooled), payments whose tips it gives back.
pub(crate) type TipTuple = (Cash, Option<(u64, String, bool)>, Vec<u64>);

impl From<&Tip> for TipTuple {
    fn from(tip: &Tip) -> Self {
        let of = tip.of.as_ref().map(|of| (of.user_id, of.user_name.clone(), of.pooled));
        (tip.amount, of, tip.returns.clone())
    }
}

impl From<TipTuple> for Tip {
    fn from((amount, of, returns): TipTuple) -> Self {
        let of = of.map(|(user_id, user_name, pooled)| TipOwner { user_id, user_name, pooled });
        Tip { amount, of, returns }
    }
}

/// An [`EarlierForm`] in rows: time, person, who approved it, reason, tenders, change, rounding.
pub(super) type CorrectionTuple = (Timestamp, String, Option<String>, String, Vec<TenderTuple>, Cash, Lrd);

impl From<&EarlierForm> for CorrectionTuple {
    fn from(correction: &EarlierForm) -> Self {
        let EarlierForm { at, user_name, approved_by, reason, tenders, change, rounding } = correction.clone();
        (at, user_name, approved_by, reason, tenders.iter().map(TenderTuple::from).collect(), change, rounding)
    }
}

impl From<CorrectionTuple> for EarlierForm {
    fn from((at, user_name, approved_by, reason, tenders, change, rounding): CorrectionTuple) -> Self {
        let tenders = tenders.into_iter().map(Tender::from).collect();
        EarlierForm { at, user_name, approved_by, reason, tenders, change, rounding }
    }
}

/// A payment's row.
#[derive(Serialize, Deserialize)]
pub(super) enum Row {
    /// The whole payment.
    Whole(Box<WholeRow>),
    /// A counter payment: the sale whose first line has this id holds all of it.
    OfSale(u64),
}

/// A [`PaymentRow`] as it is stored. Fields that most payments do not have take one byte together.
#[derive(Serialize, Deserialize)]
pub(super) struct WholeRow {
    tenders: Vec<TenderTuple>,
    rate: Rate,
    /// `None` if it follows from the tenders.
    label: Option<PaymentMethod>,
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
    rounded_due: Lrd,
    tip: Option<TipTuple>,
    notes: Option<String>,
    booking: Option<Booking>,
    share: Option<SharePart>,
    refunds: Option<u64>,
    taken_on_order_id: Option<u64>,
    owed: Option<Owed>,
}

impl WholeRow {
    pub(super) fn new(row: &PaymentRow) -> Self {
        let PaymentRow { payment, at, when, user_name } = row;
        let rare = Rare {
            order_id: payment.order_id,
            sale_id: payment.sale_id,
            customer: payment.customer.clone(),
            change: payment.change,
            rounding: payment.rounding,
            rounded_due: payment.rounded_due,
            tip: payment.tip.as_ref().map(TipTuple::from),
            notes: payment.notes.clone(),
            booking: payment.booking,
            share: payment.share,
            refunds: payment.refunds,
            taken_on_order_id: payment.taken_on_order_id,
            owed: payment.owed,
        };
        let flags = [(payment.refund, REFUND), (payment.by_word, BY_WORD), (payment.assumed, ASSUMED)];
        WholeRow {
            tenders: payment.tenders.iter().map(TenderTuple::from).collect(),
            rate: payment.rate,
            label: (payment.method != super::label_of(&payment.tenders)).then(|| payment.method.clone()),
            flags: flags.into_iter().filter(|(set, _)| *set).map(|(_, flag)| flag).sum(),
            receipt: payment.receipt_number.as_deref().map(Reference::of),
            at: *at,
            when: *when,
            user_name: user_name.clone(),
            rare: (rare != Rare::default()).then(|| Box::new(rare)),
        }
    }

    pub(super) fn into_payment_row(self, id: u64) -> PaymentRow {
        let tenders: Vec<Tender> = self.tenders.into_iter().map(Tender::from).collect();
        let rare = self.rare.map(|rare| *rare).unwrap_or_default();
        let payment = Payment {
            id,
            refund: self.flags & REFUND != 0,
            order_id: rare.order_id,
            sale_id: rare.sale_id,
            customer: rare.customer,
            change: rare.change,
            rounding: rare.rounding,
            rounded_due: rare.rounded_due,
            tip: rare.tip.map(Tip::from),
            rate: self.rate,
            method: self.label.unwrap_or_else(|| super::label_of(&tenders)),
            by_word: self.flags & BY_WORD != 0,
            assumed: self.flags & ASSUMED != 0,
            notes: rare.notes,
            receipt_number: self.receipt.map(|number| number.text()),
            when: self.when,
            booking: rare.booking,
            share: rare.share,
            refunds: rare.refunds,
            taken_on_order_id: rare.taken_on_order_id,
            owed: rare.owed,
            tenders,
        };
        PaymentRow { payment, at: self.at, when: self.when, user_name: self.user_name }
    }
}
