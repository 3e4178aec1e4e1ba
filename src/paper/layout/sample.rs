//! Sample receipt for the preview in the printer settings.

use crate::receipts::ReceiptTax;
use crate::receipts::document::{Business, Document, Item, LineKind};
use base::{Cash, CurrencyCode, Lrd, Price, Rate, Usd};

/// A sample receipt of this business. `guest_base` is the base URL of its QR code.
pub fn sample(business: Business, date: String, time: String, guest_base: String) -> Document {
    let dual = |usd: i64, lrd: i64| Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) };
    let beer = Item {
        kind: LineKind::Product,
        name: "Club Beer".to_owned(),
        brand: "Monrovia Breweries".to_owned(),
        quantity: 4,
        unit: dual(200, 38_000),
        total: dual(800, 152_000),
        currency: CurrencyCode::Usd,
        list: None,
        discount: None,
        voided_quantity: 0,
        voided_total: Price::ZERO,
        voided_gross: Price::ZERO,
        refunded_quantity: 0,
        refunded: Price::ZERO,
        label: None,
    };
    let soup = Item {
        kind: LineKind::Product,
        name: "Pepper soup with dry fish and rice".to_owned(),
        brand: String::new(),
        quantity: 1,
        unit: dual(600, 114_000),
        total: dual(600, 114_000),
        currency: CurrencyCode::Lrd,
        list: None,
        discount: None,
        voided_quantity: 0,
        voided_total: Price::ZERO,
        voided_gross: Price::ZERO,
        refunded_quantity: 0,
        refunded: Price::ZERO,
        label: None,
    };
    Document {
        business,
        number: "R-20260101-0000".to_owned(),
        date,
        time,
        payment_method: "Cash".to_owned(),
        rate: Rate::INITIAL,
        customer_name: "Sample".to_owned(),
        table: None,
        split: None,
        tax: ReceiptTax::default(),
        buyer: None,
        fiscal: None,
        served_by: "Sample".to_owned(),
        items: vec![beer, soup],
        discounts: Vec::new(),
        total: dual(1400, 266_000),
        paid: Some(Cash { usd: Usd::minor(1000), lrd: Lrd::minor(100_000) }),
        payments: Vec::new(),
        change: Some(Cash { usd: Usd::ZERO, lrd: Lrd::minor(24_000) }),
        refund_of: None,
        tip: None,
        paid_earlier: None,
        on_account: None,
        still_owed: None,
        given_back: Vec::new(),
        notes: String::new(),
        guest_url: format!("{guest_base}/r/sample"),
        voided: false,
    }
}
