//! What commands look up of several features, and the moment of an entry.

use crate::orders::{OrderLookup, OrderVoided};
use crate::payments::PaymentRow;
use crate::sales::Sale;
use crate::settings::Settings;
use crate::tax::{Buyer, TaxFacts};
use crate::tills::Container;
use crate::{catalog, fiscal, reasons, receipts, sales, settings};
use base::{BarMoment, BusinessDay, Envelope};
use store::{Stored, View};

/// An order by its id.
pub(super) fn of_order(order_id: u64) -> OrderLookup {
    OrderLookup { order_id: Some(order_id), ..OrderLookup::default() }
}

/// What a change of the settings of tax depends on.
pub(super) fn tax_facts(view: &dyn View, settings: &Settings, envelope: &Envelope) -> Stored<TaxFacts> {
    let today = settings.bar_time().business_day(envelope.at);
    Ok(TaxFacts { today, of_products: catalog::tax_classes_of_products(view)? })
}

/// The products and labels of new lines, and the reasons for other prices than the list prices.
pub(super) fn of_lines(lines: &[sales::LineRequest]) -> OrderLookup {
    OrderLookup {
        products: lines.iter().map(|line| line.product_id).collect(),
        labels: lines.iter().filter_map(|line| line.label.clone()).collect(),
        reasons: lines.iter().map(|line| line.discount_reason.clone()).filter(reasons::ReasonChoice::is_given).collect(),
        ..OrderLookup::default()
    }
}

/// The receipt of the command; `None` if it does not exist.
pub(super) fn known_receipt(view: &dyn View, command: &receipts::SetBuyer) -> Stored<Option<receipts::KnownReceipt>> {
    match receipts::receipt(view, &command.receipt_number)? {
        Some(sale) => {
            let document = fiscal::document(view, &sale.receipt_number)?;
            let is_signed = document.is_some_and(|document| document.signature.is_some());
            Ok(Some(receipts::KnownReceipt { buyer: receipts::buyer_of(view, &sale)?, is_signed }))
        }
        None => Ok(None),
    }
}

/// The sale of a receipt and its buyer; nothing if the receipt does not exist.
pub(super) fn known_sale(view: &dyn View, receipt_number: &str) -> Stored<(Option<Sale>, Option<Buyer>)> {
    match receipts::receipt(view, receipt_number)? {
        Some(sale) => {
            let buyer = receipts::buyer_of(view, &sale)?;
            Ok((Some(sale), buyer))
        }
        None => Ok((None, None)),
    }
}

/// Business day and hour of an entry whose event does not contain them, by the settings at that entry.
pub(super) fn moment(view: &dyn View, envelope: &Envelope) -> Stored<BarMoment> {
    Ok(settings::settings(view)?.bar_time().moment(envelope.at))
}

/// The business day on which an order was voided: that of its refunds, if money went back.
pub(super) fn day_of_void(view: &dyn View, envelope: &Envelope, event: &OrderVoided) -> Stored<BusinessDay> {
    match event.refunds.first() {
        Some(refund) => Ok(refund.when.day),
        None => Ok(moment(view, envelope)?.day),
    }
}

/// Where a payment counts; `None` if no till took it.
pub(super) fn container_of(row: &PaymentRow) -> Option<Container> {
    row.payment.booking.map(|booking| Container::of(booking, row.when.day))
}
