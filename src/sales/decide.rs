//! The rules of a sale: what it costs, whether it is there, and what the phone believed.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{CounterPayment, RecordedLine, SaleLine, SaleRecorded, SaleVoided};
use crate::base::{Cash, Code, CurrencyCode, Customer, Decided, Envelope, Lrd, Price, Rate, Refusal, Role, Usd};
use crate::catalog::Product;
use crate::methods::PaymentMethod;
use crate::payments::{
    Coverage, Debt, OWED_MAX, PaymentRequest, PaymentRow, RefundOf, Refundable, Settled, TenderRequest, Tendered, TillContext,
    refundable_on, refunds, settle,
};

/// The largest quantity of one line.
const QUANTITY_MAX: i64 = 1_000_000;

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
    /// Whether the `fresh` figures of a refusal are a list (batch) or a single object.
    pub batch: bool,
    /// The money.
    pub payment: PaymentRequest,
}

/// A product as a sale sees it.
#[derive(Debug, Clone)]
pub struct StockedProduct {
    /// What it is.
    pub product: Product,
    /// How many there are.
    pub stock: i64,
}

/// What a sale looks at.
#[derive(Debug)]
pub struct SellContext<'a> {
    /// The products that the lines name; those that do not exist are missing.
    pub products: StockedProducts,
    /// What taking money looks at.
    pub till: TillContext<'a>,
}

/// Products by id.
pub type StockedProducts = BTreeMap<u64, StockedProduct>;

/// The product with this id, which must be there.
pub fn stocked_product(products: &StockedProducts, product_id: u64) -> Decided<&StockedProduct> {
    products.get(&product_id).ok_or_else(|| Refusal::not_found("product").with("productId", json!(product_id)))
}

/// The rules: every line at its price, everything there, everything paid.
pub fn sell(command: &Sell, context: &SellContext, envelope: &Envelope) -> Decided<Vec<SaleRecorded>> {
    let till = &context.till;
    command.payment.check(till)?;
    let priced = price_lines(&command.lines, &context.products, till.rate, envelope, command.batch)?;
    if command.payment.rate.is_some_and(|claimed| claimed != till.rate) {
        return Err(Refusal::rate_changed(till.rate).with("fresh", current_figures(&priced, command.batch)));
    }
    enough_stock(command.lines.iter().map(|line| (line.product_id, line.quantity)), &context.products)?;
    let debts = priced.iter().map(debt).collect::<Decided<Vec<Debt>>>()?;
    let methods: Vec<PaymentMethod> = priced.iter().map(|line| line.method.clone()).collect();
    let Settled { payment, allocations, .. } = settle(&command.payment, &debts, &methods, Coverage::Full, till)?;
    // Tenders say how the lines were paid; without them each line says it of itself.
    let by_lines = matches!(command.payment.tendered, Tendered::Exact { word: None, .. });
    let method_of = |line: &SaleLine| if by_lines { line.method.clone() } else { payment.method.clone() };
    let lines = priced.into_iter().zip(allocations).zip(till.next_sale_id..);
    Ok(vec![SaleRecorded {
        receipt_number: till.receipt_number(),
        day: till.now.day,
        hour: Some(till.now.hour),
        lines: lines.map(|((line, allocations), id)| SaleLine { id, method: method_of(&line), allocations, ..line }).collect(),
        customer: command.customer.clone(),
        method: payment.method,
        rate: till.rate,
        takes_stock: true,
        payment_id: Some(payment.id),
        counter_payment: Some(CounterPayment {
            tenders: payment.tenders,
            change: payment.change,
            rounding: payment.rounding,
            by_word: payment.by_word,
            assumed: payment.assumed,
            notes: payment.notes,
        }),
        tendered: None,
        change: Cash::ZERO,
    }])
}

/// All that a line comes to, as a debt.
///
/// # Errors
/// 400 where it is more than can be owed on one line.
pub fn debt(line: &SaleLine) -> Decided<Debt> {
    if line.total.usd.as_minor() > OWED_MAX || line.total.lrd.as_minor() > OWED_MAX {
        return Err(Refusal::field("quantity", "The total is too large"));
    }
    Ok(Debt::whole(line.currency, line.total))
}

/// Gives every line its price, or refuses all of them with the figures that are right now. Ids are given later.
pub fn price_lines(
    requests: &[LineRequest],
    products: &StockedProducts,
    rate: Rate,
    envelope: &Envelope,
    list: bool,
) -> Decided<Vec<SaleLine>> {
    may_discount(envelope.actor.role, requests)?;
    let mut lines = Vec::with_capacity(requests.len());
    for request in requests {
        lines.push(price_line(request, &stocked_product(products, request.product_id)?.product, rate)?);
    }
    if requests.iter().any(|request| request.claim.rate.is_some_and(|claimed| claimed != rate)) {
        return Err(Refusal::rate_changed(rate).with("fresh", current_figures(&lines, list)));
    }
    if requests.iter().zip(&lines).any(|(request, line)| !claim_holds(request, line)) {
        return Err(Refusal::new(Code::PriceChanged, "The price has changed").with("fresh", current_figures(&lines, list)));
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
        method: request.method.clone(),
        notes: request.notes.clone(),
        order_id: None,
        order_item_id: None,
        credit_id: None,
        allocations: Vec::new(),
    })
}

fn claim_holds(request: &LineRequest, line: &SaleLine) -> bool {
    let claim = &request.claim;
    let own = |dual: Price| dual.minor_in(line.currency);
    let holds = |claimed: Option<i64>, current_figures: i64| claimed.is_none_or(|claimed| claimed == current_figures);
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
pub fn current_figures(lines: &[SaleLine], list: bool) -> Value {
    let mut figures: Vec<Value> = lines.iter().map(current_line_figures).collect();
    if list { Value::Array(figures) } else { figures.pop().unwrap_or_default() }
}

fn current_line_figures(line: &SaleLine) -> Value {
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
pub fn enough_stock(wanted: impl Iterator<Item = (u64, i64)>, products: &StockedProducts) -> Decided<()> {
    let mut sums: BTreeMap<u64, i64> = BTreeMap::new();
    for (product_id, quantity) in wanted {
        let sum = sums.entry(product_id).or_default();
        *sum = sum.saturating_add(quantity);
        let available = products.get(&product_id).map_or(0, |stocked_product| stocked_product.stock);
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
    /// Whether the goods go back to the shelf.
    pub return_to_stock: bool,
    /// How the money goes back; none: as it came in.
    pub refund: Option<Vec<TenderRequest>>,
}

/// What a void looks at.
#[derive(Debug)]
pub struct VoidContext<'a> {
    /// The line.
    pub sale: Option<RecordedLine>,
    /// The payments whose money was allocated to it, oldest first.
    pub payments: Vec<PaymentRow>,
    /// What giving money back looks at.
    pub till: TillContext<'a>,
}

/// The rules: a line is voided once, and its money goes back.
pub fn void_sale(command: &VoidSale, context: &VoidContext) -> Decided<Vec<SaleVoided>> {
    let sale = context.sale.as_ref().ok_or_else(|| Refusal::not_found("sale"))?;
    if sale.voided_at.is_some() {
        return Err(Refusal::conflict("This sale is already voided"));
    }
    let of = RefundOf {
        order_id: sale.line.order_id,
        sale_id: Some(sale.line.id),
        customer: sale.customer.clone(),
        receipt_number: Some(sale.receipt_number.clone()),
    };
    let kept = refundable_on_line(sale, &context.payments);
    Ok(vec![SaleVoided {
        sale_id: command.sale_id,
        receipt_number: sale.receipt_number.clone(),
        reason: command.reason.clone(),
        returns_stock: command.return_to_stock,
        refunds: Some(refunds(&kept, command.refund.as_deref(), &of, &context.till)?),
        when: Some(context.till.now),
    }])
}

/// The money that was allocated to a line. Of a sale of 0.1 it is not known: there it is what the line came to, by its own method.
fn refundable_on_line(sale: &RecordedLine, payments: &[PaymentRow]) -> Refundable {
    let line = &sale.line;
    if sale.payment_id.is_none() && line.allocations.is_empty() {
        let mut kept = Refundable::default();
        kept.add(&line.method, true, &line.method.of_tender(), line.total.charged_in(line.currency));
        return kept;
    }
    refundable_on(&line.allocations, payments)
}
