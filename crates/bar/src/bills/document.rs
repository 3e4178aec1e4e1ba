//! A bill as it stands on paper.

use super::{Bill, BillPrint};
use crate::receipts::{Business, Item, ListedLines, ReceiptTax, SharedDiscount, business, item_of};
use crate::settings::Settings;
use base::{Cash, Price, Rate};

/// One print of a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillDocument {
    pub business: Business,
    /// `23 Nov 2026`.
    pub date: String,
    /// `8:52 PM`.
    pub time: String,
    /// `Table 4 - Musu`, or the customer alone.
    pub place: String,
    pub number: String,
    pub order_id: u64,
    /// From 1.
    pub print: u32,
    /// `Bill 2 of 3`, where the order was split: the place, and of how many.
    pub split: Option<(u32, u32)>,
    pub items: Vec<Item>,
    /// The discounts on several of them.
    pub discounts: Vec<SharedDiscount>,
    pub tax: ReceiptTax,
    pub total: Price,
    /// Money on the order; `None` without any.
    pub paid: Option<Cash>,
    /// What is still to pay, where it is not the total.
    pub still_to_pay: Option<Price>,
    pub rate: Rate,
    /// Username of the person who printed it.
    pub by: String,
}

/// Print number `print` of a bill, from 1; `None` if there is no such print.
pub fn document(bill: &Bill, print: u32, settings: &Settings) -> Option<BillDocument> {
    let place = usize::try_from(print).ok()?.checked_sub(1)?;
    let BillPrint { at, user_name, billing } = bill.prints.get(place)?;
    let (date, time) = settings.bar_time().on_paper(*at);
    let (lines, total) = (bill.lines().map(|item| &item.line), bill.grand_total());
    let ListedLines { items, discounts } = ListedLines::of(bill.lines().map(|item| item_of(&item.line)));
    Some(BillDocument {
        business: business(settings),
        date,
        time,
        place: bill.place(),
        number: bill.number.clone(),
        order_id: bill.order_id,
        print,
        split: bill.split,
        items,
        discounts,
        tax: ReceiptTax::of_lines(lines, bill.exemption.clone(), settings.tax.tin.as_ref()),
        total,
        paid: (billing.paid != Cash::ZERO).then_some(billing.paid),
        still_to_pay: (billing.paid != Cash::ZERO || billing.remaining != total).then_some(billing.remaining),
        rate: billing.rate,
        by: user_name.clone(),
    })
}
