//! The figures of a sheet, part by part. What the bar does not use yet is empty or zero.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use crate::methods::PaymentMethod;
use crate::reports::RevenueOf;
use base::{Cash, CurrencyCode, Lrd, Timestamp, Usd};

/// All figures of a sheet. Amounts in US dollars are worth, at each record's own rate; amounts in both currencies are money of each.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SheetFigures {
    pub sold: Sold,
    pub money: MoneyFigures,
    /// One for each currency that was counted.
    pub cash: Vec<CashCount>,
    pub credit: CreditFigures,
    pub unpaid: Vec<CountedRow>,
    pub taken_back: Vec<CountedRow>,
    pub given_away: Vec<CountedRow>,
    pub stock: StockFigures,
    pub paid_out: Vec<PaidOut>,
    pub left: Left,
    pub people: PeopleFigures,
    #[serde(rename = "box")]
    pub machine: BoxFigures,
}

/// What was sold on the business day, without what was voided.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sold {
    pub receipts: i64,
    pub total: Usd,
    /// Lines priced in each currency.
    pub priced: Cash,
    pub categories: Vec<CategorySum>,
}

/// What was sold of a category, or the service charge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategorySum {
    pub category: RevenueOf,
    /// Pieces.
    pub quantity: i64,
    pub total: Usd,
}

/// The money that came in and stayed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MoneyFigures {
    /// Cash of both currencies first, then the other methods that were used.
    pub rows: Vec<MethodSum>,
    pub change: Cash,
    /// Change that was given less change that was due.
    pub rounding: Lrd,
    pub tips: Cash,
}

/// What was kept of one method in one currency: taken less change and refunds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodSum {
    pub method: PaymentMethod,
    /// Its name at that moment.
    pub name: String,
    pub currency: CurrencyCode,
    /// Minor units.
    pub kept: i64,
}

/// What the counted drawers held in one currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CashCount {
    pub currency: CurrencyCode,
    /// Minor units, as the two below.
    pub expected: i64,
    pub counted: i64,
    /// Counted less expected.
    pub difference: i64,
}

/// Credit that was given and collected, and what is owed in all at the moment of the sheet.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CreditFigures {
    pub given: Usd,
    pub collected: Usd,
    pub owed: Cash,
}

/// What a row counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SheetRowKind)]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum RowKind {
    OpenOrders,
    /// Orders with something on them that was billed.
    Billed,
    /// Bills of the day that differ from what became of them.
    BillsDifferent,
    WalkOuts,
    /// Guests who had left without paying and came back.
    Recovered,
    RemovedSent,
    /// Acts that took off or lowered what was billed.
    AfterBill,
    Voids,
    /// On the house.
    Comps,
    Discounts,
    TimedPrices,
}

impl RowKind {
    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// What people read.
    pub fn label(self) -> &'static str {
        match self {
            RowKind::OpenOrders => "Open orders",
            RowKind::Billed => "Bill printed, not paid",
            RowKind::BillsDifferent => "Bills settled otherwise",
            RowKind::WalkOuts => "Walk-outs",
            RowKind::Recovered => "Walk-outs recovered",
            RowKind::RemovedSent => "Sent items taken off",
            RowKind::AfterBill => "Taken off after the bill",
            RowKind::Voids => "Voids",
            RowKind::Comps => "On the house",
            RowKind::Discounts => "Discounts",
            RowKind::TimedPrices => "Timed prices",
        }
    }
}

/// How often something happened, what it was worth, and whose it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedRow {
    pub kind: RowKind,
    pub count: i64,
    pub worth: Usd,
    /// The highest count first.
    pub people: Vec<PersonCount>,
}

impl CountedRow {
    /// A row of the people's counts, each with what it was worth. People without a count are left out.
    pub fn of(kind: RowKind, people: impl IntoIterator<Item = (String, i64, Usd)>) -> Self {
        let mut row = CountedRow { kind, count: 0, worth: Usd::ZERO, people: Vec::new() };
        for (user_name, count, worth) in people.into_iter().filter(|(_, count, _)| *count != 0) {
            row.count += count;
            row.worth += worth;
            match row.people.iter_mut().find(|known| known.user_name == user_name) {
                Some(known) => known.count += count,
                None => row.people.push(PersonCount { user_name, count }),
            }
        }
        row.people.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.user_name.cmp(&b.user_name)));
        row
    }

    /// A row of what the bar does not do.
    pub fn none(kind: RowKind) -> Self {
        CountedRow::of(kind, [])
    }
}

/// How often one person did something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonCount {
    /// Username at that moment.
    pub user_name: String,
    pub count: i64,
}

/// Goods that ran out, are missing, or were wasted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StockFigures {
    /// Names of the products that were sold that night, of which nothing is left.
    pub sold_out: Vec<String>,
    /// The largest losses of a count.
    pub losses: Vec<Loss>,
    /// What wasted goods cost; `None` if the box does not know it.
    pub wasted: Option<Usd>,
    /// Empty bottles and crates that are owed to suppliers; `None` if the box does not count them.
    pub empties_owed: Option<i64>,
}

/// Goods that a count did not find.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    pub product_name: String,
    /// Bottles with one decimal, as text.
    pub bottles: String,
    pub worth: Usd,
}

/// Money that was taken out of tills, by what it was for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaidOut {
    pub category: String,
    pub amount: Cash,
    /// Its worth at the rates of its moments.
    pub worth: Usd,
    /// Whether it is what exchanges lost or gained, signed and in Liberian dollars: that is no pay-out, so that its worth here is zero.
    pub is_exchange: bool,
}

/// The row of what exchanges lost.
pub const LOST_IN_EXCHANGE: &str = "Lost in exchange";
/// The row of what exchanges gained.
pub const GAINED_IN_EXCHANGE: &str = "Gained in exchange";

impl PaidOut {
    /// What exchanges lost, negative, or gained.
    pub fn in_exchange(category: &str, lrd: Lrd) -> Self {
        let amount = Cash { lrd, ..Cash::ZERO };
        PaidOut { category: category.to_owned(), amount, worth: Usd::ZERO, is_exchange: true }
    }
}

/// What is left of the night: `sold − cost_sold − cost_given − tax − paid_out`. A cost that the box does not know is `None`, and so is
/// then what is left.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Left {
    pub sold: Usd,
    /// What the sold goods cost.
    pub cost_sold: Option<Usd>,
    /// What goods on the house, of walk-outs and of waste cost.
    pub cost_given: Option<Usd>,
    /// Tax within the prices, as in the tax report.
    pub tax: Usd,
    pub paid_out: Usd,
    pub left: Option<Usd>,
    /// What goods were sold for whose cost is not known.
    pub unknown_cost: Usd,
}

impl Left {
    /// With `left` computed from the other figures.
    pub fn computed(self) -> Self {
        let costs = self.cost_sold.zip(self.cost_given).map(|(sold, given)| sold + given);
        let left = costs.map(|costs| self.sold + -costs + -self.tax + -self.paid_out);
        Left { left, ..self }
    }
}

/// Hours, and what happened around approvals, PINs and the drawer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PeopleFigures {
    /// By username.
    pub hours: Vec<PersonHours>,
    pub granted: i64,
    pub refused: i64,
    pub pin_resets: i64,
    pub wrong_pins: i64,
    pub no_sales: i64,
    pub reprints: i64,
    /// Entries with which the expected cash of a till fell below zero.
    pub negative_cash: i64,
    /// Payments whose method was corrected.
    #[serde(default)]
    pub method_corrected: i64,
}

/// The paid working time of one person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonHours {
    pub user_name: String,
    pub paid_minutes: i64,
    /// Periods without a clock-out; they count nothing.
    pub not_stamped: i64,
}

/// What happened to the box itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BoxFigures {
    pub starts: i64,
    pub clock_jumps: i64,
    pub last_backup_at: Option<Timestamp>,
    /// Print jobs of that night that did not come out.
    pub not_printed: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_a_night_leaves_286_dollars() {
        let usd = Usd::minor;
        let costs = (Some(usd(24_810)), Some(usd(1_230)));
        let left = Left { sold: usd(61_240), cost_sold: costs.0, cost_given: costs.1, paid_out: usd(6_600), ..Left::default() };
        assert_eq!(left.computed().left, Some(usd(28_600)));
    }

    #[test]
    fn nothing_is_said_to_be_left_while_a_cost_is_unknown() {
        let known = Left { sold: Usd::minor(61_240), cost_sold: Some(Usd::ZERO), cost_given: Some(Usd::ZERO), ..Left::default() };
        assert_eq!(known.clone().computed().left, Some(Usd::minor(61_240)));
        assert_eq!(Left { cost_sold: None, ..known.clone() }.computed().left, None);
        assert_eq!(Left { cost_given: None, ..known }.computed().left, None);
    }

    #[test]
    fn a_row_names_people_by_their_count() {
        let row = CountedRow::of(
            RowKind::Voids,
            [("fatu", 1, 300), ("musa", 2, 400), ("joe", 0, 0), ("ama", 1, 0)]
                .map(|(name, count, cents)| (name.to_owned(), count, Usd::minor(cents))),
        );
        assert_eq!((row.count, row.worth), (4, Usd::minor(700)));
        let people: Vec<_> = row.people.iter().map(|person| (person.user_name.as_str(), person.count)).collect();
        assert_eq!(people, [("musa", 2), ("ama", 1), ("fatu", 1)]);
    }
}
