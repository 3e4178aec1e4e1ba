//! Loads the data that decisions about sales need.

use super::query::{payments_of_allocations, used_references};
use super::{LineToVoid, ReceiptMoney, RecordedLine, Sale, Sell, SellContext, StockedProduct, StockedProducts, VoidContext, VoidSale};
use crate::payments::{MoneyLookup, Payment, PaymentRow, TillContext, TipContext, TipPerson, is_tip_returned};
use crate::reasons::load_choices;
use crate::settings::Settings;
use crate::staff;
use crate::stock::Shelf;
use crate::tax::TaxContext;
use base::{BusinessDay, Envelope};
use store::{Stored, View};

/// Loads the data that every decision about money needs.
pub fn load_till<'a>(view: &dyn View, settings: &'a Settings, envelope: &Envelope, lookup: MoneyLookup) -> Stored<TillContext<'a>> {
    let MoneyLookup { references, tip_user, till } = lookup;
    let bar_time = settings.bar_time();
    let now = bar_time.moment(envelope.at);
    let named = tip_user.map(|id| staff::user(view, id)).transpose()?.flatten().filter(|user| user.is_active);
    Ok(TillContext {
        rate: crate::rates::rate(view)?,
        steps: settings.cash_steps(),
        methods: &settings.methods,
        used: used_references(view, references)?,
        tips: TipContext {
            mode: settings.people.tip_mode,
            taker: TipPerson { id: envelope.actor.id, name: envelope.actor.name.clone() },
            named: named.map(|user| TipPerson { id: user.id, name: user.username }),
        },
        tax: TaxContext::new(&settings.tax, &bar_time, envelope.at),
        choice: crate::tills::choice(view, &settings.cash, &envelope.actor, till)?,
        next_payment_id: crate::payments::PAYMENT_IDS.next(view)?,
        next_sale_id: super::SALE_IDS.next(view)?,
        receipts_today: super::receipts_of_day(view, now.day)?,
        bar_time,
        now,
        at: envelope.at,
    })
}

/// Loads the data that [`super::sell`] needs.
pub fn load_sell<'a>(view: &dyn View, settings: &'a Settings, command: &Sell, envelope: &Envelope) -> Stored<SellContext<'a>> {
    let of_discount = command.discount.iter().map(|discount| &discount.reason);
    let reasons = command.lines.iter().map(|line| &line.discount_reason).chain(of_discount);
    let ids = command.lines.iter().map(|line| line.product_id);
    Ok(SellContext {
        products: load_products(view, settings, envelope, ids, command.lines.iter().filter_map(|line| line.label.as_ref()))?,
        till: load_till(view, settings, envelope, command.payment.lookup())?,
        reasons: load_choices(view, settings, reasons)?,
    })
}

/// The products with these ids and their present prices, their stock levels, and what these labels of scales say. Unknown ids and
/// labels are left out.
pub fn load_products<'a>(
    view: &dyn View,
    settings: &Settings,
    envelope: &Envelope,
    ids: impl Iterator<Item = u64>,
    labels: impl Iterator<Item = &'a String>,
) -> Stored<StockedProducts> {
    let mut products = StockedProducts::default();
    let (day, today) = (settings.price_day(envelope.at), settings.bar_time().business_day(envelope.at));
    for id in ids {
        if products.by_id.contains_key(&id) {
            continue;
        }
        if let Some(product) = crate::catalog::product_on(view, id, day)? {
            let shelf = if product.is_recipe() {
                for ingredient in &product.details().recipe {
                    let goods = crate::stock::goods(view, ingredient.product_id, Some(today))?;
                    products.goods.extend(goods.map(|goods| (ingredient.product_id, goods)));
                }
                crate::stock::shelf(view, &product, Some(today))?
            } else {
                let goods = crate::stock::goods_of(view, &product, Some(today))?;
                let shelf = Shelf::own_goods(&product, goods.level, goods.sold_out);
                products.goods.insert(id, goods);
                shelf
            };
            products.by_id.insert(id, StockedProduct { product, shelf });
        }
    }
    for code in labels {
        if let Some(label) = crate::catalog::product_label(view, code, &settings.scale_labels)? {
            products.labels.insert(code.clone(), label);
        }
    }
    Ok(products)
}

/// Adds the goods with these ids to `products`.
pub fn load_goods(view: &dyn View, today: BusinessDay, ids: &[u64], products: &mut StockedProducts) -> Stored<()> {
    for id in ids {
        products.goods.extend(crate::stock::goods(view, *id, Some(today))?.map(|found| (*id, found)));
    }
    Ok(())
}

/// Loads the data that [`super::void_sale`] needs. `receipt_exists` tells whether the receipt of the command does: receipts are a
/// later feature.
pub fn load_void<'a>(
    view: &dyn View,
    settings: &'a Settings,
    command: &VoidSale,
    receipt_exists: bool,
    envelope: &Envelope,
) -> Stored<VoidContext<'a>> {
    let (sales, money) = load_lines_to_void(view, &command.lines)?;
    let references = crate::payments::references_of(command.refund.as_deref().unwrap_or_default());
    let lookup = MoneyLookup { references, tip_user: None, till: command.till };
    let reasons = load_choices(view, settings, [&command.reason])?;
    let till = load_till(view, settings, envelope, lookup)?;
    let tips = if command.return_tip { tips_of(view, &sales)? } else { Vec::new() };
    Ok(VoidContext { receipt_exists, sales, money, tips, till, reasons })
}

/// Of the payments that paid for these lines or made their receipts, those with a tip that was not given back; oldest first.
fn tips_of(view: &dyn View, sales: &[RecordedLine]) -> Stored<Vec<Payment>> {
    let mut ids: Vec<u64> = sales.iter().filter_map(|sale| sale.payment_id).collect();
    ids.extend(sales.iter().flat_map(|sale| &sale.line.allocations).map(|allocation| allocation.payment_id));
    ids.sort_unstable();
    ids.dedup();
    let mut rows = Vec::with_capacity(ids.len());
    for id in ids {
        rows.extend(super::payment(view, id)?);
    }
    tips_to_return(view, rows)
}

/// The payments of `rows` with a tip that was not given back.
pub fn tips_to_return(view: &dyn View, rows: impl IntoIterator<Item = PaymentRow>) -> Stored<Vec<Payment>> {
    let mut tips = Vec::new();
    for PaymentRow { payment, .. } in rows {
        let has_tip = !payment.refund && payment.tip.is_some();
        if has_tip && !is_tip_returned(view, payment.id)? {
            tips.push(payment);
        }
    }
    Ok(tips)
}

/// Loads those of `lines` that exist, and the money on their receipts.
pub fn load_lines_to_void(view: &dyn View, lines: &[LineToVoid]) -> Stored<(Vec<RecordedLine>, ReceiptMoney)> {
    let mut sales: Vec<RecordedLine> = Vec::with_capacity(lines.len());
    let mut on_receipts: Vec<RecordedLine> = Vec::new();
    for line in lines {
        let Some(sale) = super::sale_of_line(view, line.sale_id)? else { continue };
        sales.extend(sale.line(line.sale_id));
        if !on_receipts.iter().any(|known| known.receipt_number == sale.receipt_number) {
            on_receipts.extend(sale.into_recorded_lines());
        }
    }
    let payments = payments_of_allocations(view, on_receipts.iter().flat_map(|sale| &sale.line.allocations))?;
    Ok((sales, ReceiptMoney::new(on_receipts, payments)))
}

/// Loads the money on the lines of a sale.
pub fn money_on(view: &dyn View, sale: &Sale) -> Stored<ReceiptMoney> {
    let payments = payments_of_allocations(view, sale.lines.iter().flat_map(|line| &line.line.allocations))?;
    Ok(ReceiptMoney::new(sale.clone().into_recorded_lines(), payments))
}
