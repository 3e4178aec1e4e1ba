//! The rules of a sale: what it costs, whether it is there, and what the phone believed.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{PaymentMethod, Sale, SaleLine, SaleRecorded, SaleVoided};
use crate::base::money::QUANTITY_MAX;
use crate::base::{BarTime, Code, CurrencyCode, Customer, Decided, Dual, Envelope, Lrd, Rate, Refusal, Role, Usd, receipt_number};
use crate::catalog::Product;
use crate::store::{Stored, View};

/// What the phone believes of a line; each figure that is named must be right.
#[derive(Debug, Clone, Default)]
pub struct Claim {
    /// Minor units of the line's currency.
    pub unit: Option<i64>,
    /// Minor units of the line's currency.
    pub total: Option<i64>,
    /// In dollars.
    pub unit_usd: Option<Usd>,
    /// In Liberian dollars.
    pub unit_lrd: Option<Lrd>,
    /// In dollars.
    pub total_usd: Option<Usd>,
    /// In Liberian dollars.
    pub total_lrd: Option<Lrd>,
    /// LRD per USD.
    pub rate: Option<Rate>,
}

/// One line of a request.
#[derive(Debug, Clone)]
pub struct LineRequest {
    /// Which product.
    pub product_id: u64,
    /// Pieces, at least 1.
    pub quantity: i64,
    /// The currency of the sale; the product's own where none is named.
    pub currency: Option<CurrencyCode>,
    /// What the phone showed.
    pub claim: Claim,
    /// Given by a manager who sells at `claim.unit` instead of the list's price.
    pub discount_reason: Option<String>,
    /// What somebody noted.
    pub notes: Option<String>,
    /// How this line is paid.
    pub method: PaymentMethod,
}

/// Sells over the counter.
#[derive(Debug, Clone)]
pub struct Sell {
    /// 1 to [`super::LINES_MAX`].
    pub lines: Vec<LineRequest>,
    /// Who buys.
    pub customer: Option<Customer>,
    /// Whether `fresh` figures go back as a list (batch) or as one.
    pub batch: bool,
}

/// A product as a sale sees it.
#[derive(Debug, Clone)]
pub struct OnShelf {
    /// What it is.
    pub product: Product,
    /// How many there are.
    pub stock: i64,
}

/// What a sale looks at.
#[derive(Debug)]
pub struct SellContext {
    /// The products that the lines name; those that do not exist are missing.
    pub shelf: BTreeMap<u64, OnShelf>,
    /// The rate in force.
    pub rate: Rate,
    /// How the bar counts its days.
    pub bar_time: BarTime,
    /// The id that the first line gets.
    pub next_sale_id: u64,
    /// The receipts of the day so far; asked with the sale's business day.
    pub receipts_today: u64,
}

/// Loads what [`sell`] looks at.
pub fn load_sell(view: &dyn View, command: &Sell, envelope: &Envelope) -> Stored<SellContext> {
    let bar_time = crate::settings::settings(view)?.bar_time();
    let day = bar_time.business_day(envelope.at);
    Ok(SellContext {
        shelf: load_shelf(view, command.lines.iter().map(|line| line.product_id))?,
        rate: crate::rates::rate(view)?,
        next_sale_id: super::SALE_IDS.next(view)?,
        receipts_today: super::receipts_of_day(view, day)?,
        bar_time,
    })
}

/// The products of `ids` with their levels.
pub fn load_shelf(view: &dyn View, ids: impl Iterator<Item = u64>) -> Stored<BTreeMap<u64, OnShelf>> {
    let mut shelf = BTreeMap::new();
    for id in ids {
        if shelf.contains_key(&id) {
            continue;
        }
        if let Some(product) = crate::catalog::product(view, id)? {
            shelf.insert(id, OnShelf { product, stock: crate::stock::level(view, id)? });
        }
    }
    Ok(shelf)
}

/// The product with this id, which must be there.
pub fn on_shelf(shelf: &BTreeMap<u64, OnShelf>, product_id: u64) -> Decided<&OnShelf> {
    shelf.get(&product_id).ok_or_else(|| Refusal::not_found("product").with("productId", json!(product_id)))
}

/// The rules.
pub fn sell(command: &Sell, context: &SellContext, envelope: &Envelope) -> Decided<Vec<SaleRecorded>> {
    let priced = price_lines(&command.lines, &context.shelf, context.rate, envelope, command.batch)?;
    enough_stock(command.lines.iter().map(|line| (line.product_id, line.quantity)), &context.shelf)?;
    let lines: Vec<SaleLine> = priced.into_iter().zip(context.next_sale_id..).map(|(line, id)| SaleLine { id, ..line }).collect();
    let day = context.bar_time.business_day(envelope.at);
    let method = common_method(&lines);
    Ok(vec![SaleRecorded {
        receipt_number: receipt_number(day, context.receipts_today + 1),
        day,
        lines,
        customer: command.customer.clone(),
        method,
        rate: context.rate,
        takes_stock: true,
        tendered: None,
        change: Dual::ZERO,
    }])
}

fn common_method(lines: &[SaleLine]) -> PaymentMethod {
    let first = lines.first().map(|line| line.method).unwrap_or_default();
    if lines.iter().all(|line| line.method == first) { first } else { PaymentMethod::Mixed }
}

/// Gives every line its price, or refuses all of them with the figures that are right now. Ids are given later.
pub fn price_lines(
    requests: &[LineRequest],
    shelf: &BTreeMap<u64, OnShelf>,
    rate: Rate,
    envelope: &Envelope,
    list: bool,
) -> Decided<Vec<SaleLine>> {
    may_discount(envelope.actor.role, requests)?;
    let mut lines = Vec::with_capacity(requests.len());
    for request in requests {
        lines.push(price_line(request, &on_shelf(shelf, request.product_id)?.product, rate)?);
    }
    if requests.iter().any(|request| request.claim.rate.is_some_and(|claimed| claimed != rate)) {
        return Err(Refusal::rate_changed(rate).with("fresh", fresh(&lines, list)));
    }
    if requests.iter().zip(&lines).any(|(request, line)| !claim_holds(request, line)) {
        return Err(Refusal::new(Code::PriceChanged, "The price has changed").with("fresh", fresh(&lines, list)));
    }
    Ok(lines)
}

/// Another price than the list's is a manager's decision.
pub fn may_discount(role: Role, requests: &[LineRequest]) -> Decided<()> {
    if role < Role::Manager && requests.iter().any(|request| request.discount_reason.is_some()) {
        return Err(Refusal::new(Code::Forbidden, "Only a manager or an admin may sell at another price"));
    }
    Ok(())
}

fn price_line(request: &LineRequest, product: &Product, rate: Rate) -> Decided<SaleLine> {
    if !(1..=QUANTITY_MAX).contains(&request.quantity) {
        return Err(Refusal::field(
            "quantity",
            if request.quantity < 1 { "Quantity must be greater than 0" } else { "Quantity is too large" },
        ));
    }
    let currency = request.currency.unwrap_or(product.currency);
    let list = product.prices(rate);
    let unit = match (&request.discount_reason, request.claim.unit, currency) {
        (Some(_), Some(minor), CurrencyCode::Usd) => rate.both(Some(Usd::minor(minor)), None),
        (Some(_), Some(minor), CurrencyCode::Lrd) => rate.both(None, Some(Lrd::minor(minor))),
        _ => list,
    };
    let total = unit.times(request.quantity).ok_or_else(|| Refusal::field("quantity", "The total is too large"))?;
    Ok(SaleLine {
        id: 0,
        product_id: product.id,
        product_name: product.name.clone(),
        brand: product.brand.clone(),
        category: product.category,
        quantity: request.quantity,
        currency,
        unit,
        total,
        list,
        discount_reason: request.discount_reason.clone(),
        rate,
        method: request.method,
        notes: request.notes.clone(),
        order_id: None,
        order_item_id: None,
        credit_id: None,
    })
}

fn claim_holds(request: &LineRequest, line: &SaleLine) -> bool {
    let claim = &request.claim;
    let own = |dual: Dual| dual.minor_in(line.currency);
    let holds = |claimed: Option<i64>, fresh: i64| claimed.is_none_or(|claimed| claimed == fresh);
    if !holds(claim.unit, own(line.unit)) || !holds(claim.total, own(line.total)) {
        return false;
    }
    // At a price that a manager gives, only that price was shown; the other currency follows from it.
    request.discount_reason.is_some()
        || (claim.unit_usd.is_none_or(|claimed| claimed == line.unit.usd)
            && claim.unit_lrd.is_none_or(|claimed| claimed == line.unit.lrd)
            && claim.total_usd.is_none_or(|claimed| claimed == line.total.usd)
            && claim.total_lrd.is_none_or(|claimed| claimed == line.total.lrd))
}

/// The figures that are right now, for a phone that believed others.
pub fn fresh(lines: &[SaleLine], list: bool) -> Value {
    let mut figures: Vec<Value> = lines.iter().map(fresh_line).collect();
    if list { Value::Array(figures) } else { figures.pop().unwrap_or_default() }
}

fn fresh_line(line: &SaleLine) -> Value {
    json!({
        "productId": line.product_id,
        "unitPrice": line.unit.in_currency(line.currency),
        "totalAmount": line.total.in_currency(line.currency),
        "currency": line.currency,
        "unitPriceUSD": line.unit.usd.to_string(),
        "unitPriceLRD": line.unit.lrd.to_string(),
        "totalAmountUSD": line.total.usd.to_string(),
        "totalAmountLRD": line.total.lrd.to_string(),
        "exchangeRate": line.rate.to_json(),
    })
}

/// Quantities of the same product add up against what is there.
pub fn enough_stock(wanted: impl Iterator<Item = (u64, i64)>, shelf: &BTreeMap<u64, OnShelf>) -> Decided<()> {
    let mut sums: BTreeMap<u64, i64> = BTreeMap::new();
    for (product_id, quantity) in wanted {
        let sum = sums.entry(product_id).or_default();
        *sum = sum.saturating_add(quantity);
        let available = shelf.get(&product_id).map_or(0, |on_shelf| on_shelf.stock);
        if *sum > available {
            return Err(Refusal::insufficient_stock(product_id, available));
        }
    }
    Ok(())
}

/// Takes one sale line back.
#[derive(Debug, Clone)]
pub struct VoidSale {
    /// Which line.
    pub sale_id: u64,
    /// Why.
    pub reason: String,
    /// Whether the goods go back on the shelf.
    pub return_to_stock: bool,
}

/// The rules: a line is voided once.
pub fn void_sale(command: &VoidSale, sale: Option<&Sale>) -> Decided<Vec<SaleVoided>> {
    let sale = sale.ok_or_else(|| Refusal::not_found("sale"))?;
    if sale.voided_at.is_some() {
        return Err(Refusal::conflict("This sale is already voided"));
    }
    Ok(vec![SaleVoided {
        sale_id: command.sale_id,
        receipt_number: sale.receipt_number.clone(),
        reason: command.reason.clone(),
        returns_stock: command.return_to_stock,
    }])
}
