//! One receipt as paper and screens need it: plain values, frozen when the money was taken.

use crate::base::{Cash, CurrencyCode, Price, Rate};

/// Who sells, as the head and the foot of a receipt say it. Empty texts are left out on paper.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Business {
    /// Name over the door.
    pub name: String,
    /// Street and town.
    pub address: String,
    /// As people dial it.
    pub phone: String,
    /// The line at the foot.
    pub thank_you: String,
    /// Web address, as it is typed.
    pub website: String,
    /// Handles, as they are typed.
    pub social_media: String,
}

/// One line of goods. Names and prices are those of the moment of sale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Product name.
    pub name: String,
    /// Brand; may be empty.
    pub brand: String,
    /// Pieces.
    pub quantity: i64,
    /// Price of one piece.
    pub unit: Price,
    /// Price of all pieces.
    pub total: Price,
    /// The currency in which the line was priced.
    pub currency: CurrencyCode,
    /// Price of one piece on the list, where a manager sold it at another.
    pub list: Option<Price>,
    /// Taken back after the sale.
    pub voided: bool,
}

/// One receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Who sells.
    pub business: Business,
    /// `R-20251120-0126`.
    pub number: String,
    /// For paper: `20 Nov 2025`.
    pub date: String,
    /// For paper: `8:42 PM`.
    pub time: String,
    /// How it was paid, in words: `Cash`.
    pub payment_method: String,
    /// The rate of that moment.
    pub rate: Rate,
    /// Who bought, or `Walk-in Customer`; may be empty.
    pub customer_name: String,
    /// Who took the money; may be empty.
    pub served_by: String,
    /// The goods, in order.
    pub items: Vec<Item>,
    /// Sum of the items in each currency.
    pub total: Price,
    /// What was handed over in each currency, where it is known.
    pub paid: Option<Cash>,
    /// The tenders, by the names of their methods, where there were several: `Cash`, `$4.00`.
    pub tenders: Vec<(String, String)>,
    /// What was given back in each currency, where there was any.
    pub change: Option<Cash>,
    /// Free text, may have several lines; may be empty.
    pub notes: String,
    /// Where a guest's phone shows it; may be empty.
    pub guest_url: String,
    /// The whole receipt was taken back.
    pub voided: bool,
}

impl Item {
    /// Price of one piece in the line's own currency: `$3.50`, `L$665`.
    pub fn unit_price_display(&self) -> String {
        in_one(self.unit, self.currency)
    }

    /// What one piece costs on the list, in the line's own currency, where it was sold at another price.
    pub fn list_price_display(&self) -> Option<String> {
        self.list.map(|list| in_one(list, self.currency))
    }

    /// Price of all pieces in the line's own currency.
    pub fn total_price_display(&self) -> String {
        in_one(self.total, self.currency)
    }
}

impl Document {
    /// The total in both currencies: `$3.50 / L$665`.
    pub fn display_total(&self) -> String {
        in_both(self.total)
    }

    /// What was taken back after the sale, each line in its own currency: `$8.00 + L$1,140`; `None` when nothing was.
    pub fn display_voided(&self) -> Option<String> {
        let voided = self.items.iter().filter(|item| item.voided).map(|item| item.total.charged_in(item.currency));
        Some(voided.sum()).filter(|sum| *sum != Cash::ZERO).map(handed)
    }

    /// What was handed over: `$10.00`, `L$665`, `$10.00 + L$1,000`; the total where it is not known.
    pub fn display_paid(&self) -> String {
        self.paid.map_or_else(|| self.display_total(), handed)
    }
}

/// An amount in one currency: `$3.50`, `L$665`, `L$1,330.50`.
pub fn in_one(amount: Price, currency: CurrencyCode) -> String {
    match currency {
        CurrencyCode::Usd => amount.usd.display(),
        CurrencyCode::Lrd => amount.lrd.display(),
    }
}

/// The same value in both currencies: `$3.50 / L$665`.
pub fn in_both(amount: Price) -> String {
    format!("{} / {}", amount.usd.display(), amount.lrd.display())
}

/// Money that went over the counter, currencies beside each other: `$10.00 + L$1,000`; nothing is `$0.00`.
pub fn handed(amount: Cash) -> String {
    match (amount.usd.is_zero(), amount.lrd.is_zero()) {
        (false, false) => format!("{} + {}", amount.usd.display(), amount.lrd.display()),
        (true, false) => amount.lrd.display(),
        (_, true) => amount.usd.display(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Lrd, Usd};

    fn dual(usd: i64, lrd: i64) -> Price {
        Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
    }

    #[test]
    fn shows_amounts_as_the_contract_spells_them() {
        assert_eq!(in_one(dual(350, 66_500), CurrencyCode::Usd), "$3.50");
        assert_eq!(in_one(dual(350, 66_500), CurrencyCode::Lrd), "L$665");
        assert_eq!(in_one(dual(0, 133_050), CurrencyCode::Lrd), "L$1,330.50");
        assert_eq!(in_both(dual(350, 66_500)), "$3.50 / L$665");
    }

    #[test]
    fn shows_what_was_handed_over() {
        let cash = |usd, lrd| Cash { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) };
        assert_eq!(handed(cash(1000, 100_000)), "$10.00 + L$1,000");
        assert_eq!(handed(cash(0, 100_000)), "L$1,000");
        assert_eq!(handed(cash(1000, 0)), "$10.00");
        assert_eq!(handed(Cash::ZERO), "$0.00");
    }
}
