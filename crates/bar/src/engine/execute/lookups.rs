//! What commands look up of several features.

use crate::orders::OrderLookup;
use crate::sales::Sale;
use crate::settings::Settings;
use crate::tax::{Buyer, TaxFacts};
use crate::{catalog, fiscal, reasons, receipts, sales};
use base::Envelope;
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
