//! A sale with its lines, as its row holds it.

use serde::Serialize;
use utoipa::ToSchema;

use super::{CounterPayment, RecordedLine, Refund, RefundsOfLine, SaleLine, SaleRecorded, StillOpen, Voided};
use crate::methods::PaymentMethod;
use crate::payments::{PaymentRow, Tender};
use crate::seating::TableLabel;
use crate::tax::{Buyer, TaxExemption};
use base::{BarMoment, BusinessDay, Cash, Customer, Envelope, Rate, Timestamp};

/// A line of a sale, with what was voided of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoidableLine {
    pub line: SaleLine,
    /// `None` for a line with a piece that is not voided.
    pub voided_at: Option<Timestamp>,
    pub voided: Voided,
    pub refunded: RefundsOfLine,
}

impl VoidableLine {
    /// A line of which nothing is voided.
    pub fn new(line: SaleLine) -> Self {
        VoidableLine { line, voided_at: None, voided: Voided::default(), refunded: RefundsOfLine::default() }
    }
}

/// How much of a receipt is voided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VoidedExtent {
    /// Nothing.
    None,
    /// Some pieces.
    Part,
    /// Everything.
    All,
}

/// A sale with all of its lines: the content of one receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sale {
    /// Counts from 1 over all receipts.
    pub receipt_id: u64,
    /// `R-YYYYMMDD-NNNN`.
    pub receipt_number: String,
    /// The business day that it counts for.
    pub day: BusinessDay,
    pub at: Timestamp,
    /// The hour of the bar's clock at that moment, 0–23.
    pub hour: u8,
    /// `None` for a walk-in.
    pub customer: Option<Customer>,
    /// The person who took the money.
    pub user_id: u64,
    /// Their username at that moment.
    pub user_name: String,
    pub method: PaymentMethod,
    /// LRD per USD at that moment.
    pub rate: Rate,
    /// `None` for the sale of an order or of credit.
    pub counter_payment: Option<CounterPayment>,
    /// What was handed over for an order or for credit. `None` for a counter sale.
    pub tendered: Option<Cash>,
    /// What was given back for an order or for credit.
    pub change: Cash,
    /// The payment that created it; `None` if something else settled its order.
    pub payment_id: Option<u64>,
    /// What is owed beyond this sale, if its payment was a part payment.
    pub open: Option<StillOpen>,
    /// The table of the order that it settles, as it was called then.
    pub table: Option<TableLabel>,
    /// Who the receipt is for.
    pub buyer: Option<Buyer>,
    /// Why lines of it are exempt from tax.
    pub exemption: Option<TaxExemption>,
    /// What it gives back; `None` unless it is a refund.
    pub refund: Option<Box<Refund>>,
    pub lines: Vec<VoidableLine>,
}

impl Sale {
    /// The sale that an event records.
    pub fn new(event: &SaleRecorded, envelope: &Envelope, receipt_id: u64) -> Self {
        Sale {
            receipt_id,
            receipt_number: event.receipt_number.clone(),
            day: event.day,
            at: envelope.at,
            hour: event.hour,
            customer: event.customer.clone(),
            user_id: envelope.actor.id,
            user_name: envelope.actor.name.clone(),
            method: event.method.clone(),
            rate: event.rate,
            counter_payment: event.counter_payment.clone(),
            tendered: event.tendered,
            change: event.change,
            payment_id: event.payment_id,
            open: event.open,
            table: event.table.clone(),
            buyer: event.buyer.clone(),
            exemption: event.exemption.clone(),
            refund: event.refund.clone(),
            lines: event.lines.iter().map(|line| VoidableLine::new(line.clone())).collect(),
        }
    }

    /// What was handed over, in each currency.
    pub fn handed_over(&self) -> Cash {
        match &self.counter_payment {
            Some(counter_payment) => counter_payment.tenders.iter().map(Tender::cash).sum(),
            None => self.tendered.unwrap_or_default(),
        }
    }

    /// What was given back, in each currency.
    pub fn given_back(&self) -> Cash {
        self.counter_payment.as_ref().map_or(self.change, |counter_payment| counter_payment.change)
    }

    /// How much of it is voided.
    pub fn voided(&self) -> VoidedExtent {
        if !self.lines.is_empty() && self.lines.iter().all(|line| line.voided_at.is_some()) {
            VoidedExtent::All
        } else if self.lines.iter().any(|line| line.voided.quantity != 0) {
            VoidedExtent::Part
        } else {
            VoidedExtent::None
        }
    }

    /// The payment of a counter sale; `None` for other sales.
    pub fn payment(&self) -> Option<PaymentRow> {
        let when = BarMoment { day: self.day, hour: self.hour };
        let counter_payment = self.counter_payment.clone()?;
        let payment = counter_payment.payment(self.payment_id?, &self.customer, self.rate, &self.method, &self.receipt_number, when);
        Some(PaymentRow { payment, at: self.at, when, user_name: self.user_name.clone() })
    }

    /// Its lines, each with the fields that all of them share.
    pub fn into_recorded_lines(mut self) -> Vec<RecordedLine> {
        let lines = std::mem::take(&mut self.lines);
        lines.into_iter().map(|line| self.with_shared_fields(line)).collect()
    }

    /// One of its lines, with the fields that all of them share.
    pub fn recorded_line(&self, line: &VoidableLine) -> RecordedLine {
        self.with_shared_fields(line.clone())
    }

    fn with_shared_fields(&self, line: VoidableLine) -> RecordedLine {
        RecordedLine {
            line: line.line,
            at: self.at,
            day: self.day,
            hour: self.hour,
            customer: self.customer.clone(),
            user_id: self.user_id,
            user_name: self.user_name.clone(),
            receipt_number: self.receipt_number.clone(),
            payment_id: self.payment_id,
            voided_at: line.voided_at,
            voided: line.voided,
            refunded: line.refunded,
            refund_of: self.refund.as_ref().map(|refund| refund.of.clone()),
        }
    }

    /// The line with this id.
    pub fn line(&self, id: u64) -> Option<RecordedLine> {
        self.lines.iter().find(|line| line.line.id == id).map(|line| self.recorded_line(line))
    }
}
