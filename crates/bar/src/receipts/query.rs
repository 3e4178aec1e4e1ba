//! Builds the document of a receipt from its sale and the settings.

use super::document::{FiscalMark, ItemDiscount, format_cash};
use super::heads::as_issued;
use super::tables::{buyer_of, receipt};
use super::{Business, Document, Item, LineLabel, ListedLines, PaymentLine, Receipt, ReceiptTax};
use crate::fiscal;
use crate::methods::PaymentMethod;
use crate::orders;
use crate::payments::{Allocation, Payment, PaymentRow, Tender};
use crate::sales::{Sale, SaleLine, VoidableLine, VoidedExtent, payment};
use crate::settings::Settings;
use base::{Cash, Price};
use store::{Stored, View};

const WALK_IN: &str = "Walk-in Customer";

/// The receipt of `sale` with its lines; head and times as they were when it was issued, all else as in the current `settings`.
pub fn document(view: &dyn View, sale: &Sale, settings: &Settings) -> Stored<Document> {
    let settings = &as_issued(view, sale, settings)?;
    let receipt = Receipt::of(sale);
    let (date, time) = settings.bar_time().on_paper(receipt.at);
    let of_sale = payments_of(view, sale)?;
    let earlier = paid_earlier(sale);
    let back = refunds_of(view, sale)?;
    let paid: Vec<&PaymentRow> = of_sale.iter().filter(|row| counts_as_paid(sale, &row.payment)).collect();
    let ListedLines { items, discounts } = ListedLines::of(sale.lines.iter().map(item));
    let tip: Cash = paid.iter().map(|row| row.payment.tip_amount()).sum();
    Ok(Document {
        number: receipt.number,
        date,
        time,
        payment_method: settings.method_name(&method_of(&receipt.method, sale, &of_sale)),
        rate: receipt.rate,
        customer_name: receipt.customer.map_or_else(|| WALK_IN.to_owned(), |customer| customer.name),
        served_by: receipt.served_by,
        table: sale.table.clone(),
        split: split_of(view, sale)?,
        buyer: buyer_of(view, sale)?,
        fiscal: fiscal_mark(view, &sale.receipt_number)?,
        tax: ReceiptTax::of(sale, settings.tax.tin.as_ref()),
        voided: receipt.voided == VoidedExtent::All,
        items,
        discounts,
        total: receipt.total,
        paid: Some(receipt.paid),
        payments: paid.iter().map(|row| payment_line(row, settings)).collect(),
        tip: (tip != Cash::ZERO).then_some(tip),
        paid_earlier: (earlier != Cash::ZERO).then_some(earlier),
        on_account: sale.open.map(|open| open.on_account).filter(|cash| *cash != Cash::ZERO),
        still_owed: sale.open.map(|open| open.still_owed),
        given_back: back.iter().flat_map(|row| &row.payment.tenders).map(|tender| named(&positive(tender), settings)).collect(),
        refund_of: receipt.refund_of,
        change: (receipt.change != Cash::ZERO).then_some(receipt.change),
        guest_url: String::new(),
        notes: receipt.notes.unwrap_or_default(),
        business: business(settings),
    })
}

/// Which bill of a split a sale pays.
fn split_of(view: &dyn View, sale: &Sale) -> Stored<Option<(u32, u32)>> {
    let order_id = sale.lines.first().and_then(|line| line.line.order_id);
    match order_id.map_or(Ok(None), |id| orders::order(view, id))? {
        Some(order) => orders::split_place(view, &order),
        None => Ok(None),
    }
}

/// What is known of the receipt's fiscal document.
fn fiscal_mark(view: &dyn View, receipt_number: &str) -> Stored<Option<FiscalMark>> {
    let document = fiscal::document(view, receipt_number)?;
    Ok(document.map(|row| FiscalMark {
        status: row.status(),
        document_id: row.made.document_id,
        failure: row.failure,
        signature: row.signature,
    }))
}

/// The payments that are allocated to the lines of `sale`, oldest first.
pub fn payments_of(view: &dyn View, sale: &Sale) -> Stored<Vec<PaymentRow>> {
    let paid_by = sale.lines.iter().flat_map(|line| &line.line.allocations).map(|allocation| allocation.payment_id);
    let mut ids: Vec<u64> = paid_by.chain(sale.payment_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut payments = Vec::with_capacity(ids.len());
    for id in ids {
        payments.extend(payment(view, id)?);
    }
    Ok(payments)
}

/// Numbers of the receipts of the refunds of a sale, oldest first.
pub fn refund_receipts(sale: &Sale) -> Vec<String> {
    let mut numbers: Vec<String> = Vec::new();
    for number in sale.lines.iter().flat_map(|line| &line.refunded.receipts) {
        if !numbers.contains(number) {
            numbers.push(number.clone());
        }
    }
    numbers.sort();
    numbers
}

/// The payments that gave back the money of voided pieces and of refunds, oldest first.
pub fn refunds_of(view: &dyn View, sale: &Sale) -> Stored<Vec<PaymentRow>> {
    let mut ids: Vec<u64> = sale.lines.iter().flat_map(|line| line.voided.refund_ids.iter().copied()).collect();
    let mut of_refunds: Vec<PaymentRow> = Vec::new();
    for number in refund_receipts(sale) {
        let refund = receipt(view, &number)?;
        of_refunds.extend(refund.map(|refund| payments_of(view, &refund)).transpose()?.into_iter().flatten());
    }
    ids.sort_unstable();
    ids.dedup();
    let mut refunds = Vec::with_capacity(ids.len());
    for id in ids {
        // The refunds of a voided order are shown on its last receipt, to which they refer.
        refunds.extend(payment(view, id)?.filter(|row| row.payment.receipt_number.as_deref() == Some(&sale.receipt_number)));
    }
    refunds.extend(of_refunds);
    refunds.sort_by_key(|row| row.payment.id);
    Ok(refunds)
}

/// Whether what was handed over on the receipt includes this payment. A receipt of an order includes all of its payments; one of a
/// tab only the payment that created it, because earlier ones were received on receipts of their own.
fn counts_as_paid(sale: &Sale, payment: &Payment) -> bool {
    !is_of_tab(sale) || sale.payment_id == Some(payment.id)
}

/// The one method of the payments, or `mixed`.
fn method_of(label: &PaymentMethod, sale: &Sale, payments: &[PaymentRow]) -> PaymentMethod {
    let others = payments.iter().filter(|row| counts_as_paid(sale, &row.payment)).any(|row| row.payment.method != *label);
    if others { PaymentMethod::MIXED } else { label.clone() }
}

fn is_of_tab(sale: &Sale) -> bool {
    sale.lines.iter().any(|line| line.line.credit_id.is_some())
}

/// The money of earlier payments on the items of a tab.
fn paid_earlier(sale: &Sale) -> Cash {
    let earlier = |allocation: &&Allocation| is_of_tab(sale) && sale.payment_id != Some(allocation.payment_id);
    let allocations = sale.lines.iter().flat_map(|line| &line.line.allocations);
    allocations.filter(earlier).map(|allocation| Cash::of(allocation.currency, allocation.amount)).sum()
}

fn payment_line(row: &PaymentRow, settings: &Settings) -> PaymentLine {
    let payment = &row.payment;
    let (_, time) = settings.bar_time().on_paper(row.at);
    PaymentLine {
        time,
        share: payment.share,
        tenders: payment.tenders.iter().map(|tender| named(tender, settings)).collect(),
        change: (payment.change != Cash::ZERO).then_some(payment.change),
        tip: payment.tip.as_ref().map(|tip| tip.amount),
    }
}

fn named(tender: &Tender, settings: &Settings) -> (String, String) {
    (settings.method_name(&tender.method), format_cash(tender.cash()))
}

fn positive(tender: &Tender) -> Tender {
    Tender { amount: -tender.amount, ..tender.clone() }
}

fn item(VoidableLine { line, voided, refunded, .. }: &VoidableLine) -> Item {
    Item {
        voided_quantity: voided.quantity,
        voided_total: voided.total,
        voided_gross: line.tax.as_ref().map_or(voided.total, |tax| tax.with(&voided.taxes).gross(voided.total)),
        refunded_quantity: refunded.quantity,
        refunded: line.tax.as_ref().map_or(refunded.total, |tax| tax.with(&refunded.taxes).gross(refunded.total)),
        ..item_of(line)
    }
}

/// A line of which nothing is voided.
pub fn item_of(line: &SaleLine) -> Item {
    Item {
        kind: line.kind(),
        name: line.product_name.clone(),
        brand: line.brand.clone().unwrap_or_default(),
        quantity: line.quantity,
        unit: line.unit,
        total: line.total,
        currency: line.currency,
        list: line.discount_reason.is_some().then_some(line.list),
        voided_quantity: 0,
        voided_total: Price::ZERO,
        voided_gross: Price::ZERO,
        discount: line.discount.as_ref().map(|discount| ItemDiscount {
            label: discount.label(),
            amount: discount.amount,
            act: discount.given_at.filter(|_| !discount.is_comp).map(|at| (discount.user_id, at)),
            is_shared: false,
        }),
        refunded_quantity: 0,
        refunded: Price::ZERO,
        label: LineLabel::of(line.tax.as_deref()),
    }
}

/// The business as printed on receipts.
pub fn business(settings: &Settings) -> Business {
    Business {
        name: settings.business_name.clone(),
        address: settings.address.clone(),
        phone: settings.phone.clone(),
        thank_you: settings.thank_you_message.clone(),
        website: settings.website.clone(),
        social_media: settings.social_media.clone(),
    }
}
