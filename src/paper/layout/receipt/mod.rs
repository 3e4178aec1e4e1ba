//! Page layout of a receipt, for every paper width.

use crate::receipts::document::{Business, Document, Item, LineKind, PaymentLine, format_both, format_cash};
use crate::receipts::{ReceiptTax, SharedDiscount};
use printer::paper::{Paper, Size, Style};
use printer::profile::{Profile, Qr};

/// Data of one printing; differs between two printings of the same document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PrintInfo {
    /// The print job's number.
    pub job: u64,
    /// When this printing was requested, formatted for people; may be empty.
    pub at: String,
    /// Number of the copy; 0 for the original.
    pub copy: u32,
    /// `Printed by musu, 23 Nov 2026, 9:10 PM`, on a copy; else empty.
    pub printed_by: String,
    /// Whether an earlier attempt may already be on paper.
    pub possible_duplicate: bool,
}

/// Lays a receipt out for one printer.
pub fn receipt(document: &Document, printing: &PrintInfo, profile: Profile) -> Paper {
    let mut paper = Paper::new(profile);
    head(&mut paper, &document.business, document.tax.tin.as_deref());
    if document.refund_of.is_some() {
        paper.text("REFUND", Style::HEADLINE);
    }
    marks(&mut paper, document.voided, printing);
    paper.rule();
    facts(&mut paper, document);
    if let Some(number) = &document.refund_of {
        paper.columns(&format!("For {number}"), "", Style::PLAIN);
    }
    paper.rule();
    document.items.iter().for_each(|line| item(&mut paper, line, &document.name_of(line)));
    shared_discounts(&mut paper, &document.discounts);
    paper.rule();
    totals(&mut paper, document);
    paper.rule();
    foot(&mut paper, document, printing);
    paper.cut();
    paper
}

/// Adds the bar: name, address, phone, and its taxpayer number where there is tax.
pub(super) fn head(paper: &mut Paper, business: &Business, tin: Option<&str>) {
    let fits = paper.width_of(&business.name) <= paper.room(Size::Double);
    let size = if fits { Size::Double } else { Size::Tall };
    paper.text(&business.name, Style { size, ..Style::HEADLINE });
    paper.text(&business.address, Style::CENTRE);
    paper.text(&business.phone, Style::CENTRE);
    if let Some(tin) = tin {
        paper.text(&format!("TIN {tin}"), Style::CENTRE);
    }
}

/// Adds the marks VOID, COPY and POSSIBLE DUPLICATE.
pub(super) fn marks(paper: &mut Paper, voided: bool, printing: &PrintInfo) {
    if voided {
        paper.text("VOID", Style::HEADLINE);
    }
    if printing.copy > 0 {
        paper.text(&format!("COPY {}", printing.copy), Style::HEADLINE);
        if !printing.printed_by.is_empty() {
            paper.text(&printing.printed_by, Style::CENTRE);
        }
    }
    if printing.possible_duplicate {
        paper.text("POSSIBLE DUPLICATE", Style::HEADLINE);
    }
}

/// `Bill 2 of 3`
pub(super) fn bill_of_split(paper: &mut Paper, split: Option<(u32, u32)>) {
    if let Some((place, of)) = split {
        paper.columns(&format!("Bill {place} of {of}"), "", Style::PLAIN);
    }
}

fn facts(paper: &mut Paper, document: &Document) {
    paper.columns(&format!("{}, {}", document.date, document.time), &document.payment_method, Style::PLAIN);
    paper.columns(&document.customer_name, "", Style::PLAIN);
    if let Some(table) = document.table.as_ref().filter(|_| document.tax.is_shown) {
        paper.columns(&table.to_string(), "", Style::PLAIN);
    }
    paper.columns("Receipt", &document.number, Style::PLAIN);
    bill_of_split(paper, document.split);
    if let Some(buyer) = &document.buyer {
        paper.columns("Buyer", &buyer.name, Style::PLAIN);
        if let Some(tin) = &buyer.tin {
            paper.columns("Buyer TIN", tin, Style::PLAIN);
        }
        paper.text(buyer.address.as_deref().unwrap_or_default(), Style::PLAIN);
    }
}

/// The amount in the line's own currency is beside the name, the other currency below it.
pub(super) fn item(paper: &mut Paper, line: &Item, name: &str) {
    let void = if line.voided() { "VOID " } else { "" };
    if line.kind != LineKind::Product {
        paper.columns(&format!("{void}{name}"), &line.total_price_display(), Style::PLAIN);
        paper.columns("", &line.other_price_display(), Style::PLAIN);
        return;
    }
    if line.quantity == 0 {
        // Money that was given back without goods.
        paper.columns(name, &line.total_price_display(), Style::PLAIN);
        paper.columns("", &line.other_price_display(), Style::PLAIN);
        return;
    }
    paper.columns(&format!("{void}{} x {name}", line.quantity), &line.total_price_display(), Style::PLAIN);
    let unit = line.unit_price_display();
    paper.columns(&format!("  @ {unit} {}", line.brand), &line.other_price_display(), Style::PLAIN);
    if let Some(list) = line.list_price_display() {
        paper.columns(&format!("  List price {list}"), "", Style::PLAIN);
    }
    if let Some((label, amount)) = line.discount_display().filter(|_| !line.has_shared_discount()) {
        paper.columns(&format!("  {label}"), &amount, Style::PLAIN);
    }
    if line.partly_voided() {
        let amount = format!("-{}", line.voided_price_display());
        paper.columns(&format!("  VOID {} of {}", line.voided_quantity, line.quantity), &amount, Style::PLAIN);
    }
    if let Some(amount) = line.refunded_display() {
        let pieces = if line.refunded_quantity > 0 { format!(" {} of {}", line.refunded_quantity, line.quantity) } else { String::new() };
        paper.columns(&format!("  Refunded{pieces}"), &format!("-{amount}"), Style::PLAIN);
    }
}

/// A line for each discount on several lines.
pub(super) fn shared_discounts(paper: &mut Paper, discounts: &[SharedDiscount]) {
    discounts.iter().for_each(|discount| paper.columns(&discount.label, &discount.display(), Style::PLAIN));
}

fn totals(paper: &mut Paper, document: &Document) {
    let grand = Style { bold: true, size: Size::Tall, ..Style::PLAIN };
    on_top(paper, &document.tax);
    paper.columns("TOTAL", &document.total.usd.display(), grand);
    paper.columns("in Liberian dollars", &document.total.lrd.display(), Style { bold: true, ..Style::PLAIN });
    if let Some(back) = document.paid_back() {
        paper.columns("Paid back", &format_cash(back), Style { bold: true, ..Style::PLAIN });
    } else if let Some(paid) = document.paid {
        paper.columns("Paid", &format_cash(paid), Style::PLAIN);
    }
    payments(paper, document.listed_payments());
    if let Some(tip) = document.tip {
        paper.columns("Tip", &format_cash(tip), Style::PLAIN);
    }
    if let Some(change) = document.change {
        paper.columns("Change", &format_cash(change), Style::PLAIN);
    }
    if let Some(earlier) = document.paid_earlier {
        paper.columns("Paid earlier", &format_cash(earlier), Style::PLAIN);
    }
    if let Some(on_account) = document.on_account {
        paper.columns("On account", &format_cash(on_account), Style::PLAIN);
    }
    if let Some(still_owed) = document.still_owed {
        paper.columns("Still owed", &format_both(still_owed), Style { bold: true, ..Style::PLAIN });
    }
    if let Some(voided) = document.display_voided() {
        paper.columns("Voided", &format!("-{}", voided.replace(" + ", " - ")), Style { bold: true, ..Style::PLAIN });
    }
    for (method, amount) in &document.given_back {
        paper.columns(&format!("  Given back, {method}"), amount, Style::PLAIN);
    }
    paper.columns("Rate", &format!("1 USD = {} LRD", document.rate), Style::PLAIN);
    included(paper, &document.tax);
}

/// Adds the sum before tax, and the tax that comes on top of it, where there is any.
pub(super) fn on_top(paper: &mut Paper, tax: &ReceiptTax) {
    if tax.is_added() {
        paper.columns("Subtotal", &tax.subtotal.usd.display(), Style::PLAIN);
        paper.columns("in Liberian dollars", &tax.subtotal.lrd.display(), Style::PLAIN);
        rows(paper, &tax.rows_on_top());
    }
}

/// Adds the tax that the prices contain, where there is any.
pub(super) fn included(paper: &mut Paper, tax: &ReceiptTax) {
    let included = tax.rows_included();
    if !included.is_empty() {
        paper.rule();
        paper.text("Tax included", Style::PLAIN);
        rows(paper, &included);
    }
}

/// Rows of a name and an amount.
fn rows(paper: &mut Paper, rows: &[(String, String)]) {
    rows.iter().for_each(|(name, amount)| paper.columns(name, amount, Style::PLAIN));
}

/// Each tender on a line; if there are several payments, with the time and the part that it pays, and with its change below.
fn payments(paper: &mut Paper, payments: &[PaymentLine]) {
    for payment in payments {
        let part = payment.share.map(|share| format!(" ({} of {})", share.part, share.of)).unwrap_or_default();
        for (method, amount) in &payment.tenders {
            if payments.len() > 1 {
                paper.columns(&format!("{} {method}", payment.time), &format!("{amount}{part}"), Style::PLAIN);
            } else {
                paper.columns(&format!("  {method}"), amount, Style::PLAIN);
            }
        }
        if let Some(tip) = payment.tip.filter(|_| payments.len() > 1) {
            paper.columns("    Tip", &format_cash(tip), Style::PLAIN);
        }
        if let Some(change) = payment.change.filter(|_| payments.len() > 1) {
            paper.columns("    Change", &format_cash(change), Style::PLAIN);
        }
    }
}

fn foot(paper: &mut Paper, document: &Document, printing: &PrintInfo) {
    let business = &document.business;
    if document.refund_of.is_some() {
        signature(paper, "Guest");
        signature(paper, "Staff");
    }
    paper.text(&document.notes, Style::PLAIN);
    paper.text(&business.thank_you, Style { bold: true, ..Style::CENTRE });
    paper.text(&business.website, Style::CENTRE);
    paper.text(&business.social_media, Style::CENTRE);
    // Without graphics the printer would print a URL that is too long to type.
    if !document.guest_url.is_empty() && paper.profile().qr != Qr::Text {
        paper.qr(&document.guest_url);
        paper.text("This receipt on your phone", Style::CENTRE);
    }
    if !document.served_by.is_empty() {
        paper.text(&format!("Served by {}", document.served_by), Style::CENTRE);
    }
    paper.columns(&format!("Job {}", printing.job), &printing.at, Style::PLAIN);
    fiscal(paper, document);
}

/// A line to sign on, as wide as the paper.
fn signature(paper: &mut Paper, who: &str) {
    let room = paper.room(Size::Normal).saturating_sub(who.len() + 1);
    paper.feed(1);
    paper.text(&format!("{who} {}", "_".repeat(room)), Style::PLAIN);
}

/// The signature of the fiscal device.
fn fiscal(paper: &mut Paper, document: &Document) {
    let Some(mark) = &document.fiscal else { return };
    paper.rule();
    mark.lines().iter().for_each(|line| paper.text(line, Style::CENTRE));
    if let Some(qr) = mark.qr() {
        paper.qr_of(qr);
    }
}

#[cfg(test)]
mod tests;
