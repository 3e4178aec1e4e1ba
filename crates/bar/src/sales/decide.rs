//! Decides counter sales: prices, stock, and the figures that the phone showed.

use serde_json::{Value, json};

use super::{CounterPayment, DiscountRequest, LineRequest, SaleLine, SaleRecorded, StockedProducts, Takes, on_shelf, stocked_product};
use crate::catalog::{LabelValue, Product, ProductLabel};
use crate::methods::PaymentMethod;
use crate::payments::{Coverage, Debt, OWED_MAX, PaymentRequest, Reading, Settled, Tendered, TillContext, settle};
use crate::reasons::{ReasonContext, ReasonKind};
use crate::tax::TaxExemption;
use base::{Cash, Code, CurrencyCode, Customer, Decided, Lrd, Price, Rate, Refusal, Usd};

/// The largest quantity of one line.
const QUANTITY_MAX: i64 = 1_000_000;
/// The quantity of a line with a label of a scale.
const LABELLED_QUANTITY: i64 = 1;

/// A counter sale.
#[derive(Debug, Clone)]
pub struct Sell {
    /// 1 to [`super::LINES_MAX`].
    pub lines: Vec<LineRequest>,
    /// `None` for a walk-in.
    pub customer: Option<Customer>,
    /// Whether the `fresh` figures of a refusal are a list (batch) or a single object.
    pub batch: bool,
    pub payment: PaymentRequest,
    /// Why all of its lines are exempt from tax.
    pub exemption: Option<TaxExemption>,
    /// On all of its lines. Their figures are compared before it, the grand total after it.
    pub discount: Option<DiscountRequest>,
    /// Whether goods are sold of which the box believes that there are none.
    pub oversell: bool,
}

/// Data that [`sell`] needs.
#[derive(Debug)]
pub struct SellContext<'a> {
    /// The products of the lines; those that do not exist are missing.
    pub products: StockedProducts,
    pub till: TillContext<'a>,
    pub reasons: ReasonContext,
}

/// Prices every line of a sale, which is not recorded.
///
/// # Errors
/// 404 for an unknown product; 409 `rate_changed` or `price_changed`, with current figures.
pub fn quote(command: &Sell, context: &SellContext) -> Decided<Vec<SaleLine>> {
    let till = &context.till;
    let lines = price_lines(&command.lines, &context.products, till, &context.reasons, command.batch)?;
    if command.payment.rate.is_some_and(|claimed| claimed != till.rate) {
        return Err(Refusal::rate_changed(till.rate).with("fresh", current_figures(&lines, command.batch)));
    }
    let lines: Vec<SaleLine> = lines.into_iter().map(|line| line.for_customer(command.exemption.is_some())).collect();
    let check = |lines: &[SaleLine], fresh: &dyn Fn() -> Value| {
        let total = lines.iter().map(SaleLine::gross).sum();
        command.payment.grand_total.check(total).map_err(|refusal| refusal.with("fresh", fresh()))
    };
    let Some(discount) = &command.discount else {
        check(&lines, &|| current_figures(&lines, command.batch))?;
        return Ok(lines);
    };
    let fresh = current_figures(&lines, command.batch);
    let lines = discounted(lines, discount, context)?;
    check(&lines, &|| fresh.clone())?;
    Ok(lines)
}

fn discounted(lines: Vec<SaleLine>, discount: &DiscountRequest, context: &SellContext) -> Decided<Vec<SaleLine>> {
    let discounts = discount.on(&lines.iter().collect::<Vec<_>>(), &context.reasons, &context.till.tips.taker, context.till.at)?;
    Ok(lines.into_iter().zip(discounts).map(|(line, discount)| line.with_discount(Some(discount))).collect())
}

/// Prices every line, checks the stock and settles the payment.
///
/// # Errors
/// 404 for an unknown product; 409 `rate_changed` or `price_changed`, with current figures, or `insufficient_stock`; and those of [`settle`].
pub fn sell(command: &Sell, context: &SellContext) -> Decided<Vec<SaleRecorded>> {
    let till = &context.till;
    command.payment.check(till)?;
    let priced = quote(command, context)?;
    let oversold = on_shelf(&command.lines, &context.products, command.oversell)?;
    let debts = priced.iter().map(debt).collect::<Decided<Vec<Debt>>>()?;
    let readings: Vec<Reading> = priced.iter().map(|line| Reading::of(line.gross())).collect();
    let methods: Vec<PaymentMethod> = priced.iter().map(|line| line.method.clone()).collect();
    let Settled { payment, allocations, .. } = settle(&command.payment, &debts, &readings, &methods, Coverage::Full, till)?;
    // With tenders or a label, all lines have the payment's method; without, each line has its own.
    let has_method_by_line = matches!(command.payment.tendered, Tendered::Exact { label: None, .. });
    let method_of = |line: &SaleLine| if has_method_by_line { line.method.clone() } else { payment.method.clone() };
    let lines = priced.into_iter().zip(allocations).zip(till.next_sale_id..);
    Ok(vec![SaleRecorded {
        receipt_number: till.receipt_number(),
        day: till.now.day,
        hour: till.now.hour,
        lines: lines.map(|((line, allocations), id)| SaleLine { id, method: method_of(&line), allocations, ..line }).collect(),
        customer: command.customer.clone(),
        method: payment.method.clone(),
        rate: till.rate,
        takes_stock: true,
        payment_id: Some(payment.id),
        counter_payment: Some(CounterPayment::of(&payment)),
        tendered: None,
        change: Cash::ZERO,
        open: None,
        table: None,
        buyer: command.payment.buyer.clone(),
        exemption: command.exemption.clone(),
        refund: None,
        oversold: oversold.map(Box::new),
    }])
}

/// The debt for a line of which nothing is paid.
///
/// # Errors
/// 400 if it is more than [`OWED_MAX`].
pub fn debt(line: &SaleLine) -> Decided<Debt> {
    let gross = line.gross();
    if gross.usd.as_minor() > OWED_MAX || gross.lrd.as_minor() > OWED_MAX {
        return Err(Refusal::field("quantity", "The total is too large"));
    }
    Ok(Debt::whole(line.currency, gross))
}

/// Prices every line, and freezes its tax; their ids are assigned later. `list` says whether a refusal holds a list of current figures or one object.
///
/// # Errors
/// 404 for an unknown product; 409 `rate_changed` or `price_changed`, with current figures; and those of [`ReasonContext::resolve`].
pub fn price_lines(
    requests: &[LineRequest],
    products: &StockedProducts,
    till: &TillContext,
    reasons: &ReasonContext,
    list: bool,
) -> Decided<Vec<SaleLine>> {
    let rate = till.rate;
    let mut lines = Vec::with_capacity(requests.len());
    for request in requests {
        lines.push(price_line(request, products, till, reasons)?);
    }
    if requests.iter().any(|request| request.claim.rate.is_some_and(|claimed| claimed != rate)) {
        return Err(Refusal::rate_changed(rate).with("fresh", current_figures(&lines, list)));
    }
    if requests.iter().zip(&lines).any(|(request, line)| !claim_holds(request, line)) {
        return Err(Refusal::new(Code::PriceChanged, "The price has changed").with("fresh", current_figures(&lines, list)));
    }
    Ok(lines)
}

/// Refuses another price than the catalog's if the bar's rules deny it to the person who sells.
pub fn may_discount(is_denied: bool, requests: &[LineRequest]) -> Decided<()> {
    if is_denied && requests.iter().any(|request| request.discount_reason.is_given()) {
        return Err(Refusal::new(Code::Forbidden, "Only a manager or an admin may sell at another price"));
    }
    Ok(())
}

fn price_line(request: &LineRequest, products: &StockedProducts, till: &TillContext, reasons: &ReasonContext) -> Decided<SaleLine> {
    let (rate, product) = (till.rate, &stocked_product(products, request.product_id)?.product);
    if !(1..=QUANTITY_MAX).contains(&request.quantity) {
        return Err(Refusal::field(
            "quantity",
            if request.quantity < 1 { "Quantity must be greater than 0" } else { "Quantity is too large" },
        ));
    }
    let discount = reasons.resolve(&request.discount_reason, ReasonKind::Discount).map_err(at_discount_fields)?;
    let currency = request.currency.unwrap_or(product.currency);
    let list = list_price(request, product, products, rate)?;
    let unit = match (&discount.text, request.claim.unit, currency) {
        (Some(_), Some(minor), CurrencyCode::Usd) => rate.both(Some(Usd::minor(minor)), None),
        (Some(_), Some(minor), CurrencyCode::Lrd) => rate.both(None, Some(Lrd::minor(minor))),
        _ => list,
    };
    let total = unit.times(request.quantity).ok_or_else(|| Refusal::field("quantity", "The total is too large"))?;
    Ok(SaleLine {
        id: 0,
        kind: None,
        product_id: product.id,
        product_name: product.name.clone(),
        brand: product.brand.clone(),
        category: product.category,
        quantity: request.quantity,
        currency,
        unit,
        total,
        discount: None,
        tax: till.tax.line(product.effective_tax_class(&till.tax.settings.categories), total).map(Box::new),
        list,
        discount_reason: discount.text,
        discount_listed: discount.listed,
        approval: None,
        rate,
        method: request.method.clone(),
        notes: request.notes.clone(),
        order_id: None,
        order_item_id: None,
        credit_id: None,
        allocations: Vec::new(),
        takes: Takes::of(product, request.quantity, products).map(Box::new),
        label: request.label.clone(),
    })
}

/// What a piece costs without a discount: the price inside its label, else that in the catalog.
fn list_price(request: &LineRequest, product: &Product, products: &StockedProducts, rate: Rate) -> Decided<Price> {
    let Some(code) = &request.label else { return Ok(product.prices(rate)) };
    if request.quantity != LABELLED_QUANTITY {
        return Err(Refusal::field("quantity", "Each label is a line of its own, with the quantity 1"));
    }
    let wrong = |why: String| Err(Refusal::field("label", why));
    match products.labels.get(code) {
        None => wrong("This is not a label of a scale with a price for a product of this bar".to_owned()),
        Some(label) if label.product_id != product.id => wrong(format!("This label is not one of {}", product.name)),
        Some(ProductLabel { value: LabelValue::Price(minor), .. }) => Ok(match product.currency {
            CurrencyCode::Usd => rate.both(Some(Usd::minor(*minor)), None),
            CurrencyCode::Lrd => rate.both(None, Some(Lrd::minor(*minor))),
        }),
        Some(ProductLabel { value: LabelValue::Weight(_), .. }) => wrong(format!("{} is not sold by weight", product.name)),
    }
}

/// The refusal of a discount's reason, with its errors at the fields of a line.
fn at_discount_fields(mut refusal: Refusal) -> Refusal {
    for (name, of_line) in [("reasonId", "discountReasonId"), ("reason", "discountReason")] {
        if let Some(message) = refusal.fields.remove(name) {
            refusal.fields.insert(of_line.to_owned(), message);
        }
    }
    refusal
}

fn claim_holds(request: &LineRequest, line: &SaleLine) -> bool {
    let claim = &request.claim;
    let own = |price: Price| price.minor_in(line.currency);
    let holds = |claimed: Option<i64>, actual: i64| claimed.is_none_or(|claimed| claimed == actual);
    if !holds(claim.unit, own(line.unit)) || !holds(claim.total, own(line.total)) {
        return false;
    }
    // With a manager's price, the phone showed that price alone; the other currency follows from it.
    request.discount_reason.is_given()
        || (claim.unit_usd.is_none_or(|claimed| claimed == line.unit.usd)
            && claim.unit_lrd.is_none_or(|claimed| claimed == line.unit.lrd)
            && claim.total_usd.is_none_or(|claimed| claimed == line.total.usd)
            && claim.total_lrd.is_none_or(|claimed| claimed == line.total.lrd))
}

/// The current figures of `lines`, for a phone that showed others: all of them in a list, or the last one alone.
pub fn current_figures(lines: &[SaleLine], list: bool) -> Value {
    let mut figures: Vec<Value> = lines.iter().map(current_line_figures).collect();
    if list { Value::Array(figures) } else { figures.pop().unwrap_or_default() }
}

fn current_line_figures(line: &SaleLine) -> Value {
    let mut figures = json!({
        "productId": line.product_id,
        "unitPrice": line.unit.in_currency(line.currency),
        "totalAmount": line.total.in_currency(line.currency),
        "currency": line.currency,
        "unitPriceUSD": line.unit.usd.to_string(),
        "unitPriceLRD": line.unit.lrd.to_string(),
        "totalAmountUSD": line.total.usd.to_string(),
        "totalAmountLRD": line.total.lrd.to_string(),
        "exchangeRate": line.rate.to_json(),
    });
    if let Some(label) = &line.label {
        figures["label"] = json!(label);
    }
    figures
}
