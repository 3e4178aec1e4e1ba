//! The rows of a figure, with the fields of its [`Set`].

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::figure::Figure;
use crate::credit::{self, Tab};
use crate::engine::last_entry;
use crate::orders;
use crate::parcels::{FigureRow, Set};
use crate::reports::{self, Goods, Span, Totals};
use crate::settings::settings;
use crate::tills::{self, ShiftState, z_name};
use crate::{catalog, directives, exceptions, rates, seating, staff, stock};
use base::text::hex;
use base::{BusinessDay, Cash, CurrencyCode};
use store::{Stored, View};

/// Bytes of the hash that names a tab.
const TAB_ID_BYTES: usize = 16;

/// Name of a tab at head office: a customer's key may be longer than a key at head office, and holds a telephone number.
pub fn tab_id(customer_key: &str) -> String {
    hex(&Sha256::digest(customer_key.as_bytes())[..TAB_ID_BYTES])
}

/// The day whose planned prices count: that of the newest entry.
pub fn price_day(view: &dyn View) -> Stored<BusinessDay> {
    let at = last_entry(view)?.map(|entry| entry.envelope.at).unwrap_or_default();
    Ok(settings(view)?.price_day(at))
}

/// The rows of a figure as they are in `view`. A sum that does not exist is zero, and what is not open is a row of nulls, so that head
/// office forgets what it had. `day`: see [`price_day`].
pub fn rows_of(view: &dyn View, figure: &Figure, day: BusinessDay) -> Stored<Vec<(Set, FigureRow)>> {
    let one = |set: Set, row: FigureRow| Ok(vec![(set, row)]);
    match figure {
        Figure::Day(day) => one(Set::Day, with_totals(vec![text(day)], &reports::day(view, *day)?)),
        Figure::Hour(day, hour) => one(Set::Hour, with_totals(vec![text(day), json!(hour)], &reports::hour(view, *day, *hour)?)),
        Figure::Product(span, id) => {
            let (set, from) = match span {
                Span::Day(day) => (Set::ProductDay, *day),
                Span::Month(month) => (Set::ProductMonth, BusinessDay::first_of_month(*month)),
                Span::Ever => return Ok(Vec::new()),
            };
            one(set, with_goods(vec![text(from), json!(id)], &reports::product_sum(view, *span, *id)?))
        }
        Figure::Category(day, number) => match reports::category_numbered(*number) {
            Some(category) => {
                let sum = reports::category_day(view, *day, *number)?;
                one(Set::Category, with_goods(vec![text(day), json!(category.as_str())], &sum))
            }
            None => Ok(Vec::new()),
        },
        Figure::Person(day, id) => one(Set::Person, with_totals(vec![text(day), json!(id)], &reports::person_day(view, *day, *id)?)),
        Figure::Takings(day) => {
            let kept = reports::takings_of(view, *day)?.kept;
            let row =
                |method: &str, currency: CurrencyCode, amount: i64| vec![text(day), json!(method), json!(currency.as_str()), json!(amount)];
            let rows = kept.iter().flat_map(|(method, cash)| {
                let (usd, lrd) = (cash.usd.as_minor(), cash.lrd.as_minor());
                [row(method.as_str(), CurrencyCode::Usd, usd), row(method.as_str(), CurrencyCode::Lrd, lrd)]
            });
            Ok(rows.map(|row| (Set::Taking, row)).collect())
        }
        Figure::Exception(day, id, kind, reason) => {
            let tally = exceptions::of_cause(view, &((*day, *id), (kind.clone(), reason.clone())))?;
            one(Set::Exception, vec![text(day), json!(id), json!(kind), json!(reason), json!(tally.count), json!(tally.usd.as_minor())])
        }
        Figure::Shift(id) => Ok(shift(view, *id)?.map(|row| (Set::Shift, row)).into_iter().collect()),
        Figure::Order(id) => one(Set::Open, order(view, *id)?),
        Figure::Tab(key) => one(Set::Open, tab(view, key)?),
        Figure::Stock(id) => one(Set::Stock, stock_row(view, *id)?),
        Figure::CatalogProduct(id) => Ok(product(view, *id, day)?.map(|row| (Set::Product, row)).into_iter().collect()),
        Figure::User(id) => Ok(user(view, *id)?.map(|row| (Set::User, row)).into_iter().collect()),
        Figure::Directive(number) => Ok(directive(view, *number)?.map(|row| (Set::Directive, row)).into_iter().collect()),
        Figure::Settings => Ok(setting_rows(view)?.into_iter().map(|row| (Set::Setting, row)).collect()),
    }
}

fn text(value: impl ToString) -> Value {
    Value::String(value.to_string())
}

fn with_totals(mut row: FigureRow, totals: &Totals) -> FigureRow {
    let goods = &totals.goods;
    row.push(json!(totals.receipts));
    row = with_goods(row, goods);
    row.extend([json!(goods.tax.usd.as_minor()), json!(goods.tax.lrd.as_minor())]);
    row
}

fn with_goods(mut row: FigureRow, goods: &Goods) -> FigureRow {
    let Goods { quantity, usd, charged, .. } = goods;
    row.extend([json!(quantity), json!(usd.as_minor()), json!(charged.usd.as_minor()), json!(charged.lrd.as_minor())]);
    row
}

/// Both amounts in minor units, or two nulls.
fn minor(cash: Option<Cash>) -> [Value; 2] {
    cash.map_or([Value::Null, Value::Null], |cash| [json!(cash.usd.as_minor()), json!(cash.lrd.as_minor())])
}

fn shift(view: &dyn View, id: u64) -> Stored<Option<FigureRow>> {
    let Some(shift) = tills::shift(view, id)? else { return Ok(None) };
    let closing = shift.closing.as_ref();
    let expected = match closing {
        Some(closing) => closing.expected,
        None => tills::expected(&shift, &tills::sums(view, id)?),
    };
    // What was counted for the close; an open shift and one that was closed without a count have none.
    let counted = closing.and_then(|closing| Some(closing.expected + closing.over_short?));
    let state = match shift.state {
        ShiftState::Open => "open",
        ShiftState::Counting => "counting",
        ShiftState::Closed => "closed",
    };
    let mut row = vec![
        json!(id),
        json!(shift.till_name),
        json!(shift.responsible.name),
        text(shift.business_day),
        text(shift.opened_at),
        json!(closing.map(|closing| closing.at.to_string())),
        json!(state),
        json!(closing.map(|closing| z_name(closing.z_number))),
    ];
    row.extend(minor(Some(expected)));
    row.extend(minor(counted));
    Ok(Some(row))
}

/// An order that is not settled and on no tab, else a row of nulls.
fn order(view: &dyn View, id: u64) -> Stored<FigureRow> {
    let key = [json!("order"), json!(id.to_string())];
    let is_due = |order: &orders::Order| order.is_open() && !order.settled && !order.on_credit;
    let Some(order) = orders::order(view, id)?.filter(is_due) else { return Ok(gone(key)) };
    // Head office says `Table 7` of what is only a number.
    let table = seating::label_of(view, order.table_id)?.map(|table| table.name.unwrap_or_else(|| table.number.to_string()));
    let mut row = FigureRow::from(key);
    row.extend([json!(order.customer.name), json!(table), text(order.created_at), json!(order.served_by.user_name)]);
    row.extend(minor(Some(order.owed())));
    row.push(json!(order.remaining(rates::rate(view)?).usd.as_minor()));
    Ok(row)
}

/// A tab on which something is owed, since its oldest item and by the person who gave that; else a row of nulls.
fn tab(view: &dyn View, customer_key: &str) -> Stored<FigureRow> {
    let key = [json!("tab"), json!(tab_id(customer_key))];
    let Some(row) = credit::tab_of_key(view, customer_key)?.filter(|row| row.settled_at.is_none()) else { return Ok(gone(key)) };
    let tab = Tab::load(view, &row, rates::rate(view)?)?;
    let oldest = tab.items.first();
    let mut row = FigureRow::from(key);
    row.extend([
        json!(tab.customer.name),
        Value::Null,
        json!(oldest.map(|item| item.created_at.to_string())),
        json!(oldest.map(|item| &item.user_name)),
    ]);
    row.extend(minor(Some(tab.owed)));
    row.push(json!(tab.due.usd.as_minor()));
    Ok(row)
}

/// The row of an order or a tab that is not open.
fn gone(key: [Value; 2]) -> FigureRow {
    /// Fields beside the key.
    const VALUES: usize = 7;
    key.into_iter().chain(std::iter::repeat_n(Value::Null, VALUES)).collect()
}

/// Low and out are those of the bar's own inventory; an archived product is neither.
fn stock_row(view: &dyn View, product_id: u64) -> Stored<FigureRow> {
    let level = stock::level(view, product_id)?;
    let Some(product) = catalog::product(view, product_id)? else {
        return Ok(vec![json!(product_id), json!(level), Value::Null, Value::Null, Value::Null]);
    };
    let shelf = stock::shelf(view, &product, None)?;
    let state = if shelf.is_out() { Some("out") } else { shelf.is_low().then_some("low") };
    // That of a recipe changes with its ingredients, whose rows say it.
    let level = shelf.level.filter(|_| !product.is_recipe());
    Ok(vec![json!(product_id), json!(level), Value::Null, Value::Null, json!(state)])
}

fn product(view: &dyn View, id: u64, day: BusinessDay) -> Stored<Option<FigureRow>> {
    let Some(product) = catalog::any_product(view, id)? else { return Ok(None) };
    let product = catalog::prices_on(view, day)?.of(product);
    Ok(Some(vec![
        json!(id),
        json!(product.name),
        json!(product.brand),
        json!(product.barcode),
        json!(product.category.as_str()),
        json!(product.currency.as_str()),
        json!(product.price_usd.map(|price| price.as_minor())),
        json!(product.price_lrd.map(|price| price.as_minor())),
        json!(product.archived),
        json!(catalog::chain_of(view, id)?.filter(|chain| !chain.detached).map(|chain| chain.id)),
    ]))
}

fn user(view: &dyn View, id: u64) -> Stored<Option<FigureRow>> {
    let Some(user) = staff::any_user(view, id)? else { return Ok(None) };
    Ok(Some(vec![
        json!(id),
        json!(user.username),
        json!(user.first_name),
        json!(user.last_name),
        json!(user.role.as_str()),
        json!(user.is_active),
        json!(staff::chain::chain_of(view, id)?),
    ]))
}

fn directive(view: &dyn View, number: u64) -> Stored<Option<FigureRow>> {
    let Some(row) = directives::directive(view, number)? else { return Ok(None) };
    let (code, reason) = row.refusal.unzip();
    let decided_at = row.decided_at.map(|at| at.to_string());
    Ok(Some(vec![json!(number), json!(row.received.id), json!(row.state.as_str()), json!(code), json!(reason), json!(decided_at)]))
}

fn setting_rows(view: &dyn View) -> Stored<Vec<FigureRow>> {
    let settings = settings(view)?;
    let row = |name: &str, value: &str| vec![json!(name), json!(value)];
    Ok(vec![
        row("businessName", &settings.business_name),
        row("timeZone", &settings.time_zone),
        row("dayStartsAt", &settings.day_starts_at),
        row("rate", &rates::rate(view)?.to_string()),
    ])
}
