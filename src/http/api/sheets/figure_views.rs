//! The parts of a sheet, as answers show them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::reports::RevenueOf;
use crate::sheets::{
    BoxFigures, CashCount, CategorySum, CountedRow, CreditFigures, Left, Loss, MethodSum, MoneyFigures, PaidOut, PeopleFigures,
    PersonCount, PersonHours, RowKind, Sold, StockFigures,
};
use base::{Cash, CurrencyCode, Usd};

/// What was sold, without what was voided.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SheetSold)]
pub struct SoldView {
    pub receipts: i64,
    #[serde(rename = "totalUSD")]
    #[schema(example = "612.40")]
    pub total_usd: String,
    /// Of lines priced in US dollars.
    #[serde(rename = "pricedUSD")]
    pub priced_usd: String,
    /// Of lines priced in Liberian dollars.
    #[serde(rename = "pricedLRD")]
    pub priced_lrd: String,
    pub categories: Vec<CategoryView>,
}

/// What was sold of a category, or the service charge.
#[derive(Serialize, ToSchema)]
#[schema(as = SheetCategory)]
pub struct CategoryView {
    pub category: RevenueOf,
    pub quantity: i64,
    #[serde(rename = "totalUSD")]
    pub total_usd: String,
}

impl From<Sold> for SoldView {
    fn from(sold: Sold) -> Self {
        let category = |sum: CategorySum| CategoryView { category: sum.category, quantity: sum.quantity, total_usd: sum.total.to_string() };
        SoldView {
            receipts: sold.receipts,
            total_usd: sold.total.to_string(),
            priced_usd: sold.priced.usd.to_string(),
            priced_lrd: sold.priced.lrd.to_string(),
            categories: sold.categories.into_iter().map(category).collect(),
        }
    }
}

/// Money that came in and stayed.
#[derive(Serialize, ToSchema)]
#[schema(as = SheetMoney)]
pub struct MoneyView {
    /// Cash of both currencies first, then the other methods that were used.
    pub rows: Vec<MethodView>,
    #[serde(rename = "changeUSD")]
    pub change_usd: String,
    #[serde(rename = "changeLRD")]
    pub change_lrd: String,
    /// Change that was given less change that was due.
    #[serde(rename = "roundingLRD")]
    pub rounding_lrd: String,
    #[serde(rename = "tipsUSD")]
    pub tips_usd: String,
    #[serde(rename = "tipsLRD")]
    pub tips_lrd: String,
}

/// What was kept of a method in a currency.
#[derive(Serialize, ToSchema)]
#[schema(as = SheetMethod)]
pub struct MethodView {
    #[schema(example = "mtn_momo")]
    pub method: String,
    #[schema(example = "MTN MoMo")]
    pub name: String,
    pub currency: CurrencyCode,
    /// Taken less change and refunds.
    #[schema(example = "318.00")]
    pub kept: String,
}

fn amount(currency: CurrencyCode, minor: i64) -> String {
    Cash::of(currency, minor).in_currency(currency)
}

impl From<MoneyFigures> for MoneyView {
    fn from(money: MoneyFigures) -> Self {
        let row = |row: MethodSum| MethodView {
            method: row.method.as_str().to_owned(),
            kept: amount(row.currency, row.kept),
            name: row.name,
            currency: row.currency,
        };
        MoneyView {
            rows: money.rows.into_iter().map(row).collect(),
            change_usd: money.change.usd.to_string(),
            change_lrd: money.change.lrd.to_string(),
            rounding_lrd: money.rounding.to_string(),
            tips_usd: money.tips.usd.to_string(),
            tips_lrd: money.tips.lrd.to_string(),
        }
    }
}

/// What the counted drawers held in a currency.
#[derive(Serialize, ToSchema)]
#[schema(as = SheetCash)]
pub struct CashCountView {
    pub currency: CurrencyCode,
    pub expected: String,
    pub counted: String,
    /// Counted less expected: negative if money is missing.
    pub difference: String,
}

impl From<CashCount> for CashCountView {
    fn from(count: CashCount) -> Self {
        let amount = |minor| amount(count.currency, minor);
        CashCountView {
            currency: count.currency,
            expected: amount(count.expected),
            counted: amount(count.counted),
            difference: amount(count.difference),
        }
    }
}

/// Credit that was given and collected, and what is owed in all.
#[derive(Serialize, ToSchema)]
#[schema(as = SheetCredit)]
pub struct CreditView {
    #[serde(rename = "newUSD")]
    pub new_usd: String,
    #[serde(rename = "collectedUSD")]
    pub collected_usd: String,
    #[serde(rename = "owedUSD")]
    pub owed_usd: String,
    #[serde(rename = "owedLRD")]
    pub owed_lrd: String,
}

impl From<CreditFigures> for CreditView {
    fn from(credit: CreditFigures) -> Self {
        CreditView {
            new_usd: credit.given.to_string(),
            collected_usd: credit.collected.to_string(),
            owed_usd: credit.owed.usd.to_string(),
            owed_lrd: credit.owed.lrd.to_string(),
        }
    }
}

/// How often something happened, and whose it was.
#[derive(Serialize, ToSchema)]
#[schema(as = SheetRow)]
pub struct RowView {
    pub kind: RowKind,
    pub count: i64,
    #[serde(rename = "worthUSD")]
    pub worth_usd: String,
    /// The highest count first.
    pub people: Vec<PersonView>,
}

/// How often one person did something.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SheetPerson)]
pub struct PersonView {
    pub user_name: String,
    pub count: i64,
}

impl From<CountedRow> for RowView {
    fn from(row: CountedRow) -> Self {
        let person = |person: PersonCount| PersonView { user_name: person.user_name, count: person.count };
        RowView { kind: row.kind, count: row.count, worth_usd: row.worth.to_string(), people: row.people.into_iter().map(person).collect() }
    }
}

/// Goods that ran out, are missing, or were wasted.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SheetStock)]
pub struct StockView {
    /// Names of the products that were sold that night, of which nothing is left.
    pub sold_out: Vec<String>,
    /// The five largest losses of a count.
    pub losses: Vec<LossView>,
    /// What wasted goods cost; null if the box does not know it.
    #[serde(rename = "wastedUSD")]
    pub wasted_usd: Option<String>,
    /// Empty bottles and crates that are owed to suppliers; null if the box does not count them.
    pub empties_owed: Option<i64>,
}

/// Goods that a count did not find.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SheetLoss)]
pub struct LossView {
    pub product_name: String,
    #[schema(example = "0.2")]
    pub bottles: String,
    #[serde(rename = "worthUSD")]
    pub worth_usd: String,
}

impl From<StockFigures> for StockView {
    fn from(stock: StockFigures) -> Self {
        let loss = |loss: Loss| LossView { product_name: loss.product_name, bottles: loss.bottles, worth_usd: loss.worth.to_string() };
        StockView {
            sold_out: stock.sold_out,
            losses: stock.losses.into_iter().map(loss).collect(),
            wasted_usd: stock.wasted.map(|wasted| wasted.to_string()),
            empties_owed: stock.empties_owed,
        }
    }
}

/// Money that was taken out of tills.
#[derive(Serialize, ToSchema)]
#[schema(as = SheetPaidOut)]
pub struct PaidOutView {
    #[schema(example = "Fuel")]
    pub category: String,
    #[serde(rename = "amountUSD")]
    pub amount_usd: String,
    #[serde(rename = "amountLRD")]
    pub amount_lrd: String,
}

impl From<PaidOut> for PaidOutView {
    fn from(paid: PaidOut) -> Self {
        PaidOutView { category: paid.category, amount_usd: paid.amount.usd.to_string(), amount_lrd: paid.amount.lrd.to_string() }
    }
}

/// What is left of the night: sold less cost, tax and pay-outs. What the box does not know is null, and so is then what is left.
#[derive(Serialize, ToSchema)]
#[schema(as = SheetLeft)]
pub struct LeftView {
    #[serde(rename = "soldUSD")]
    pub sold_usd: String,
    /// What the sold goods cost.
    #[serde(rename = "costSoldUSD")]
    pub cost_sold_usd: Option<String>,
    /// What goods on the house, of walk-outs and of waste cost.
    #[serde(rename = "costGivenUSD")]
    pub cost_given_usd: Option<String>,
    /// Tax within the prices.
    #[serde(rename = "taxUSD")]
    pub tax_usd: String,
    #[serde(rename = "paidOutUSD")]
    pub paid_out_usd: String,
    #[serde(rename = "leftUSD")]
    pub left_usd: Option<String>,
    /// What goods were sold for whose cost is not known.
    #[serde(rename = "unknownCostUSD")]
    pub unknown_cost_usd: String,
}

impl From<Left> for LeftView {
    fn from(left: Left) -> Self {
        let known = |amount: Option<Usd>| amount.map(|amount| amount.to_string());
        LeftView {
            sold_usd: left.sold.to_string(),
            cost_sold_usd: known(left.cost_sold),
            cost_given_usd: known(left.cost_given),
            tax_usd: left.tax.to_string(),
            paid_out_usd: left.paid_out.to_string(),
            left_usd: known(left.left),
            unknown_cost_usd: left.unknown_cost.to_string(),
        }
    }
}

/// Hours, and what happened around approvals, PINs and the drawer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SheetPeople)]
pub struct PeopleView {
    /// By username.
    pub hours: Vec<HoursView>,
    pub granted: i64,
    pub refused: i64,
    pub pin_resets: i64,
    pub wrong_pins: i64,
    pub no_sales: i64,
    pub reprints: i64,
    /// Entries with which the expected cash of a till fell below zero.
    pub negative_cash: i64,
    /// Payments whose method was corrected.
    pub method_corrected: i64,
}

/// The paid working time of one person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SheetHours)]
pub struct HoursView {
    pub user_name: String,
    pub paid_minutes: i64,
    /// Periods without a clock-out; they count nothing.
    pub not_stamped: i64,
}

impl From<PeopleFigures> for PeopleView {
    fn from(people: PeopleFigures) -> Self {
        let hours = |row: PersonHours| HoursView { user_name: row.user_name, paid_minutes: row.paid_minutes, not_stamped: row.not_stamped };
        PeopleView {
            hours: people.hours.into_iter().map(hours).collect(),
            granted: people.granted,
            refused: people.refused,
            pin_resets: people.pin_resets,
            wrong_pins: people.wrong_pins,
            no_sales: people.no_sales,
            reprints: people.reprints,
            negative_cash: people.negative_cash,
            method_corrected: people.method_corrected,
        }
    }
}

/// What happened to the box itself.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SheetBox)]
pub struct BoxView {
    pub starts: i64,
    pub clock_jumps: i64,
    pub last_backup_at: Option<String>,
    /// Print jobs of that night that did not come out.
    pub not_printed: i64,
}

impl From<BoxFigures> for BoxView {
    fn from(machine: BoxFigures) -> Self {
        BoxView {
            starts: machine.starts,
            clock_jumps: machine.clock_jumps,
            last_backup_at: machine.last_backup_at.map(|at| at.to_string()),
            not_printed: machine.not_printed,
        }
    }
}
