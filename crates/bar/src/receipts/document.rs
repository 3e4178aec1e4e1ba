//! Receipt document: the values that paper and screens show, as of the time of payment.

use super::{DiscountActKey, LineLabel, ReceiptTax, SharedDiscount};
use crate::fiscal::{FiscalStatus, Signature};
pub use crate::payments::SharePart;
pub use crate::sales::LineKind;
use crate::seating::TableLabel;
use crate::tax::Buyer;
use base::{Cash, CurrencyCode, Price, Rate};

/// The business in the head and foot of a receipt. Empty texts are omitted on paper.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Business {
    /// Name of the bar.
    pub name: String,
    /// Street and town.
    pub address: String,
    /// Phone number, as entered in the settings.
    pub phone: String,
    /// Closing line at the foot.
    pub thank_you: String,
    /// Web address, as entered in the settings.
    pub website: String,
    /// Social media names, as entered in the settings.
    pub social_media: String,
}

/// One line. Names and prices are those at the time of sale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub kind: LineKind,
    /// Product name.
    pub name: String,
    /// Brand; may be empty.
    pub brand: String,
    /// Number of pieces.
    pub quantity: i64,
    /// Price of one piece.
    pub unit: Price,
    /// Price of all pieces, less the discount.
    pub total: Price,
    /// The currency in which the line was priced.
    pub currency: CurrencyCode,
    /// List price of one piece, if it was sold at another price.
    pub list: Option<Price>,
    /// The discount on it, or that it was given free.
    pub discount: Option<ItemDiscount>,
    /// Pieces that were voided after the sale.
    pub voided_quantity: i64,
    /// Their total.
    pub voided_total: Price,
    /// What was owed for them.
    pub voided_gross: Price,
    /// Pieces that were refunded after the sale.
    pub refunded_quantity: i64,
    /// What was given back for the line in its own currency, with what was given back without goods.
    pub refunded: Price,
    /// `None` for a line that was ordered while there was no tax.
    pub label: Option<LineLabel>,
}

/// The discount on a line, below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemDiscount {
    /// `Discount 10 %`, `Discount`, `Comp`.
    pub label: String,
    /// What it takes off, in each currency.
    pub amount: Price,
    /// The act that gave it; `None` if that is not known, or a comp, which is about its goods alone.
    pub act: Option<DiscountActKey>,
    /// Whether it stands below all lines, with what the same act took off others.
    pub is_shared: bool,
}

/// A payment on a receipt.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentLine {
    /// When it was taken: `8:40 PM`.
    pub time: String,
    /// Which of the equal shares of its order it pays.
    pub share: Option<SharePart>,
    /// Method name and amount of each tender: `Cash`, `$4.00`.
    pub tenders: Vec<(String, String)>,
    /// Change of this payment in each currency; `None` if there was none.
    pub change: Option<Cash>,
    /// Tip in this payment, in each currency; `None` if there was none.
    pub tip: Option<Cash>,
}

/// What a receipt says of its fiscal document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FiscalMark {
    pub document_id: String,
    pub status: FiscalStatus,
    /// Why the adapter refused it.
    pub failure: Option<String>,
    pub signature: Option<Signature>,
}

/// What stands on paper until the receipt is signed.
pub const SIGNATURE_PENDING: &str = "Fiscal signature pending";

impl FiscalMark {
    /// The lines at the end of the paper.
    pub fn lines(&self) -> Vec<String> {
        match &self.signature {
            Some(signed) => vec![format!("Fiscal device {}", signed.device_id), format!("No. {}", signed.number), signed.signature.clone()],
            None => vec![SIGNATURE_PENDING.to_owned()],
        }
    }

    /// Content of the QR code below them.
    pub fn qr(&self) -> Option<&str> {
        self.signature.as_ref()?.qr.as_deref()
    }
}

/// One receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub business: Business,
    /// `R-20251120-0126`.
    pub number: String,
    /// For paper: `20 Nov 2025`.
    pub date: String,
    /// For paper: `8:42 PM`.
    pub time: String,
    /// Name of the payment method: `Cash`.
    pub payment_method: String,
    /// LRD per USD at the time of sale.
    pub rate: Rate,
    /// Name of the customer, or `Walk-in Customer`; may be empty.
    pub customer_name: String,
    /// The order's table, as it was called when it was paid; on paper only where there is tax.
    pub table: Option<TableLabel>,
    /// Which of how many bills of a split it pays.
    pub split: Option<(u32, u32)>,
    pub tax: ReceiptTax,
    /// Who it is for.
    pub buyer: Option<Buyer>,
    /// Its fiscal document; `None` in a bar without a fiscal device.
    pub fiscal: Option<FiscalMark>,
    /// Username of the person who took the money; may be empty.
    pub served_by: String,
    /// The lines, in order.
    pub items: Vec<Item>,
    /// The discounts on several of them.
    pub discounts: Vec<SharedDiscount>,
    /// The grand total: what was owed, in either currency.
    pub total: Price,
    /// Money received in each currency; `None` if unknown.
    pub paid: Option<Cash>,
    /// The payments that `paid` is the sum of, oldest first. Empty if they are unknown.
    pub payments: Vec<PaymentLine>,
    /// Change in each currency; `None` if there was none.
    pub change: Option<Cash>,
    /// Number of the receipt that it gives money back for; `None` unless it is a refund.
    pub refund_of: Option<String>,
    /// The part of the money that was a tip, in each currency; `None` if there was none.
    pub tip: Option<Cash>,
    /// Money of earlier payments on these items, in each currency; `None` if there was none.
    pub paid_earlier: Option<Cash>,
    /// The part of the money that paid for goods which are not on this receipt; `None` if there was none.
    pub on_account: Option<Cash>,
    /// What was still owed after a part payment, as two equal amounts.
    pub still_owed: Option<Price>,
    /// Method name and amount of what was given back for voided items.
    pub given_back: Vec<(String, String)>,
    /// Free text, may have several lines; may be empty.
    pub notes: String,
    /// URL that shows it on a guest's phone; may be empty.
    pub guest_url: String,
    /// All lines are voided.
    pub voided: bool,
}

impl Item {
    /// Price of one piece in the line's own currency: `$3.50`, `L$665`.
    pub fn unit_price_display(&self) -> String {
        format_in(self.unit, self.currency)
    }

    /// List price of one piece in the line's own currency, if it was sold at another price.
    pub fn list_price_display(&self) -> Option<String> {
        self.list.map(|list| format_in(list, self.currency))
    }

    /// Whether all pieces are voided.
    pub fn voided(&self) -> bool {
        self.quantity > 0 && self.voided_quantity >= self.quantity
    }

    /// Whether some pieces are voided, and not all.
    pub fn partly_voided(&self) -> bool {
        self.voided_quantity > 0 && !self.voided()
    }

    /// Total of the voided pieces in the line's own currency.
    pub fn voided_price_display(&self) -> String {
        format_in(self.voided_total, self.currency)
    }

    /// What was given back for it; `None` for nothing.
    pub fn refunded_display(&self) -> Option<String> {
        (self.refunded != Price::ZERO).then(|| format_in(self.refunded, self.currency))
    }

    /// Price of all pieces, before the discount that stands below it, in the currency that the line was not priced in.
    pub fn other_price_display(&self) -> String {
        match self.currency {
            CurrencyCode::Usd => self.before_discount().lrd.display(),
            CurrencyCode::Lrd => self.before_discount().usd.display(),
        }
    }

    /// Price of all pieces, before the discount that stands below it, in the line's own currency.
    pub fn total_price_display(&self) -> String {
        format_in(self.before_discount(), self.currency)
    }

    /// Adds an equal line to it.
    pub(super) fn join(&mut self, other: Item) {
        self.quantity += other.quantity;
        self.total += other.total;
        self.voided_quantity += other.voided_quantity;
        self.voided_total += other.voided_total;
        self.voided_gross += other.voided_gross;
        self.refunded_quantity += other.refunded_quantity;
        self.refunded += other.refunded;
        if let (Some(discount), Some(other)) = (&mut self.discount, other.discount) {
            discount.amount += other.amount;
        }
    }

    fn before_discount(&self) -> Price {
        self.total + self.discount.as_ref().map_or(Price::ZERO, |discount| discount.amount)
    }

    /// Whether its discount stands below all lines.
    pub fn has_shared_discount(&self) -> bool {
        self.discount.as_ref().is_some_and(|discount| discount.is_shared)
    }

    /// The discount with what it takes off in the line's own currency: `Discount 10 %`, `-$1.00`; positive on a refund.
    pub fn discount_display(&self) -> Option<(&str, String)> {
        let discount = self.discount.as_ref()?;
        Some((&discount.label, format_in(-discount.amount, self.currency)))
    }
}

impl SharedDiscount {
    /// What it takes off: `-$1.00 -L$95`; positive on a refund.
    pub fn display(&self) -> String {
        let usd = (!self.amount.usd.is_zero()).then(|| (-self.amount.usd).display());
        let lrd = (!self.amount.lrd.is_zero()).then(|| (-self.amount.lrd).display());
        usd.into_iter().chain(lrd).collect::<Vec<_>>().join(" ")
    }
}

impl Document {
    /// What a refund gave back, positive; `None` for other receipts.
    pub fn paid_back(&self) -> Option<Cash> {
        self.refund_of.as_ref().and(self.paid).map(|paid| -paid)
    }

    /// The total in both currencies: `$3.50 / L$665`.
    pub fn display_total(&self) -> String {
        format_both(self.total)
    }

    /// Sum of the voided pieces, each in its line's currency: `$8.00 + L$1,140`; `None` if none is voided.
    pub fn display_voided(&self) -> Option<String> {
        let voided = self.items.iter().map(|item| item.voided_gross.charged_in(item.currency));
        Some(voided.sum()).filter(|sum| *sum != Cash::ZERO).map(format_cash)
    }

    /// What a part payment did: `Received L$500. Still owed $5.37 / L$1,020.`; `None` if nothing is open.
    pub fn display_open(&self) -> Option<String> {
        let still_owed = self.still_owed?;
        Some(format!("Received {}. Still owed {}.", self.display_paid(), format_both(still_owed)))
    }

    /// The payments one by one, where the sum alone does not tell them: if there are several tenders.
    pub fn listed_payments(&self) -> &[PaymentLine] {
        let tenders = self.payments.iter().map(|payment| payment.tenders.len()).sum::<usize>();
        if tenders > 1 { &self.payments } else { &[] }
    }

    /// Money received: `$10.00`, `L$665`, `$10.00 + L$1,000`; the total if it is unknown.
    pub fn display_paid(&self) -> String {
        self.paid.map_or_else(|| self.display_total(), format_cash)
    }
}

/// Formats an amount in one currency: `$3.50`, `L$665`, `L$1,330.50`.
pub fn format_in(amount: Price, currency: CurrencyCode) -> String {
    match currency {
        CurrencyCode::Usd => amount.usd.display(),
        CurrencyCode::Lrd => amount.lrd.display(),
    }
}

/// Formats the same value in both currencies: `$3.50 / L$665`.
pub fn format_both(amount: Price) -> String {
    format!("{} / {}", amount.usd.display(), amount.lrd.display())
}

/// Formats money in both currencies: `$10.00 + L$1,000`; `$0.00` for none.
pub fn format_cash(amount: Cash) -> String {
    match (amount.usd.is_zero(), amount.lrd.is_zero()) {
        (false, false) => format!("{} + {}", amount.usd.display(), amount.lrd.display()),
        (true, false) => amount.lrd.display(),
        (_, true) => amount.usd.display(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Lrd, Usd};

    fn dual(usd: i64, lrd: i64) -> Price {
        Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
    }

    #[test]
    fn amounts_are_formatted_as_in_the_api() {
        assert_eq!(format_in(dual(350, 66_500), CurrencyCode::Usd), "$3.50");
        assert_eq!(format_in(dual(350, 66_500), CurrencyCode::Lrd), "L$665");
        assert_eq!(format_in(dual(0, 133_050), CurrencyCode::Lrd), "L$1,330.50");
        assert_eq!(format_both(dual(350, 66_500)), "$3.50 / L$665");
    }

    #[test]
    fn money_in_two_currencies_is_joined() {
        let cash = |usd, lrd| Cash { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) };
        assert_eq!(format_cash(cash(1000, 100_000)), "$10.00 + L$1,000");
        assert_eq!(format_cash(cash(0, 100_000)), "L$1,000");
        assert_eq!(format_cash(cash(1000, 0)), "$10.00");
        assert_eq!(format_cash(Cash::ZERO), "$0.00");
    }
}
