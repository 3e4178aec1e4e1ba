//! Receipt document: the values that paper and screens show, as of the time of payment.

pub use super::format::{format_both, format_cash, format_in};
pub use super::item::{Item, ItemDiscount};
use super::{ReceiptTax, SharedDiscount};
use crate::fiscal::{FiscalStatus, Signature};
pub use crate::payments::SharePart;
pub use crate::sales::LineKind;
use crate::seating::TableLabel;
use crate::tax::Buyer;
use base::{Cash, Price, Rate};

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

    /// See [`ReceiptTax::name_of`].
    pub fn name_of(&self, item: &Item) -> String {
        self.tax.name_of(item)
    }
}
