//! What a person says of the rows of a list, before it is imported.

use std::collections::BTreeMap;

use base::{CurrencyCode, Lrd, Usd};

use crate::catalog::csv::{Cell, ListRow};

/// What a person said of the rows of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choices {
    /// By the line of the row.
    pub rows: BTreeMap<usize, Choice>,
    /// Prices of rows that have none, by the line of the row.
    pub prices: BTreeMap<usize, GivenPrice>,
    /// Whether rows are left out that are wrong, or that wait for an answer.
    pub skip_wrong: bool,
}

/// What a person said of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// It is this product.
    Product(u64),
    /// It is a new product.
    New,
    /// It is left out.
    Skip,
}

/// The price that a person gave a row: in one currency, or in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GivenPrice {
    pub usd: Option<Usd>,
    pub lrd: Option<Lrd>,
}

impl GivenPrice {
    /// The row with this price. Where its cells do not name a currency, the price does.
    pub(super) fn given_to(self, row: &ListRow) -> ListRow {
        let currency = if self.usd.is_some() { CurrencyCode::Usd } else { CurrencyCode::Lrd };
        ListRow {
            price_usd: self.usd.map_or(row.price_usd, Cell::Value),
            price_lrd: self.lrd.map_or(row.price_lrd, Cell::Value),
            currency: Cell::Value(row.currency.value().unwrap_or(currency)),
            ..row.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::csv::read_text;
    use crate::catalog::import::{Change, plan};
    use base::Rate;

    #[test]
    fn a_row_without_a_price_takes_the_one_that_a_person_gives_it() {
        let list = "name,price,stock\nRum,,5\nTea,,1\nGin,2.00,1\nSoup,,x\n";
        let sheet = read_text(list).expect("a list");
        let before = plan(&sheet, &[], Rate::INITIAL, |_| Ok(()), &Choices::default());
        assert_eq!(before.rows.iter().map(|row| row.needs_price).collect::<Vec<_>>(), [true, true, false, false]);
        let prices = BTreeMap::from([
            (2, GivenPrice { usd: Some(Usd::minor(150)), lrd: None }),
            (3, GivenPrice { usd: None, lrd: Some(Lrd::minor(19_000)) }),
        ]);
        let choices = Choices { prices, skip_wrong: true, ..Choices::default() };
        let after = plan(&sheet, &[], Rate::INITIAL, |_| Ok(()), &choices);
        let given = |change: &Change| match change {
            Change::Create(draft) => (draft.name.clone(), draft.currency, draft.price_usd, draft.price_lrd, draft.stock),
            Change::Update { .. } => panic!("nothing is there"),
        };
        let usd = |cents| Some(Usd::minor(cents));
        assert_eq!(
            after.changes.iter().map(given).collect::<Vec<_>>(),
            [
                ("Rum".to_owned(), CurrencyCode::Usd, usd(150), None, 5),
                ("Tea".to_owned(), CurrencyCode::Lrd, None, Some(Lrd::minor(19_000)), 1),
                ("Gin".to_owned(), CurrencyCode::Usd, usd(200), None, 1),
            ]
        );
    }
}
