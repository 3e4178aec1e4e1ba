//! One line of a receipt, as paper and screens show it.

use super::format::format_in;
use crate::sales::LineKind;
use crate::tax::{LineTax, TaxMode};
use base::{CurrencyCode, Price, Timestamp};

/// Who gave a discount, and when: what tells one act from another.
pub type DiscountGrantKey = (u64, Timestamp);

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
    pub act: Option<DiscountGrantKey>,
    /// Whether it stands below all lines, with what the same act took off others.
    pub is_shared: bool,
}

/// The label of a line on a receipt, and the mode that it was ordered in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineLabel {
    pub label: String,
    pub mode: TaxMode,
}

impl LineLabel {
    /// That of a line with this tax.
    pub fn of(tax: Option<&LineTax>) -> Option<Self> {
        tax.map(|tax| LineLabel { label: tax.label(), mode: tax.mode })
    }
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
