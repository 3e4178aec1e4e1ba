//! Builds the document of a receipt from its sale and the current settings.

use super::document::format_cash;
use super::{Business, Document, Item, Receipt};
use crate::base::{Cash, Timestamp};
use crate::payments::PaymentRow;
use crate::sales::{Sale, SaleLine, payment};
use crate::settings::Settings;
use crate::store::{Stored, View};

const WALK_IN: &str = "Walk-in Customer";

/// The receipt of `sale` with its lines, and the business as in the current `settings`.
pub fn document(view: &dyn View, sale: &Sale, settings: &Settings) -> Stored<Document> {
    let receipt = Receipt::of(sale);
    let (date, time) = settings.bar_time().on_paper(receipt.at);
    Ok(Document {
        number: receipt.number,
        date,
        time,
        payment_method: settings.method_name(&receipt.method),
        rate: receipt.rate,
        customer_name: receipt.customer.map_or_else(|| WALK_IN.to_owned(), |customer| customer.name),
        served_by: receipt.served_by,
        voided: !sale.lines.is_empty() && sale.lines.iter().all(|line| line.voided_at.is_some()),
        items: sale.lines.iter().map(|line| item(&line.line, line.voided_at)).collect(),
        total: receipt.total,
        paid: Some(receipt.paid),
        tenders: tenders(&payments_of(view, sale)?, settings),
        change: (receipt.change != Cash::ZERO).then_some(receipt.change),
        guest_url: String::new(),
        notes: receipt.notes.unwrap_or_default(),
        business: business(settings),
    })
}

/// The payments that are allocated to the lines of `sale`, oldest first. Empty for counter sales of 0.1.
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

fn tenders(payments: &[PaymentRow], settings: &Settings) -> Vec<(String, String)> {
    let tenders = payments.iter().flat_map(|row| &row.payment.tenders);
    let shown: Vec<_> = tenders.map(|tender| (settings.method_name(&tender.method), format_cash(tender.cash()))).collect();
    if shown.len() > 1 { shown } else { Vec::new() }
}

fn item(line: &SaleLine, voided_at: Option<Timestamp>) -> Item {
    Item {
        name: line.product_name.clone(),
        brand: line.brand.clone().unwrap_or_default(),
        quantity: line.quantity,
        unit: line.unit,
        total: line.total,
        currency: line.currency,
        list: line.discount_reason.is_some().then_some(line.list),
        voided: voided_at.is_some(),
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
