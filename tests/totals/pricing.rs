//! Commands about discounts and comps.

use barback::engine::Command;
use barback::orders::pricing::{CloseOrder, CompItems, DiscountOrder, PricingCommand, RemoveComp, RemoveDiscount};
use barback::orders::{self, Order, OrderItem, Pieces};
use barback::sales::{DiscountFigure, DiscountRequest};
use barback::tax::Percent;
use base::CurrencyCode;
use proptest::prelude::*;
use store::MemoryTables;

/// What happens to the price of an order or of one of its items.
#[derive(Debug, Clone, Copy)]
pub enum Pricing {
    /// Of all items, or of one.
    Discount {
        figure: DiscountFigure,
        one: bool,
    },
    DiscountOff {
        one: bool,
    },
    /// Pieces of one item.
    Comp {
        quantity: i64,
    },
    CompOff,
    /// Closes an open order of which every item is a comp; where there is none, makes one.
    GiveAway,
}

pub fn pricing() -> impl Strategy<Value = Pricing> {
    prop_oneof![
        5 => (figure(), any::<bool>()).prop_map(|(figure, one)| Pricing::Discount { figure, one }),
        1 => any::<bool>().prop_map(|one| Pricing::DiscountOff { one }),
        4 => (1i64..5).prop_map(|quantity| Pricing::Comp { quantity }),
        1 => Just(Pricing::CompOff),
        7 => Just(Pricing::GiveAway),
    ]
}

/// A percent, or an amount that is often more than there is.
pub fn figure() -> impl Strategy<Value = DiscountFigure> {
    prop_oneof![
        4 => (1u32..=10_000).prop_map(|hundredths| DiscountFigure::Percent(Percent::hundredths(hundredths))),
        2 => (1i64..3_000).prop_map(|minor| DiscountFigure::Amount(CurrencyCode::Usd, minor)),
        2 => (1i64..300_000).prop_map(|minor| DiscountFigure::Amount(CurrencyCode::Lrd, minor)),
    ]
}

pub fn request(figure: DiscountFigure) -> DiscountRequest {
    DiscountRequest { figure, reason: "Regular guest".into() }
}

pub fn command(tables: &MemoryTables, order_id: u64, item_id: u64, what: Pricing) -> Command {
    let only = |one: bool| one.then(|| vec![item_id]);
    let items = || orders::order(tables, order_id).expect("readable").map_or_else(Vec::new, |order: Order| order.items);
    let comp = |items| PricingCommand::Comp(CompItems { order_id, items, reason: "Complaint".into() });
    Command::Pricing(match what {
        Pricing::Discount { figure, one } => {
            PricingCommand::Discount(DiscountOrder { order_id, discount: request(figure), item_ids: only(one) })
        }
        Pricing::DiscountOff { one } => PricingCommand::RemoveDiscount(RemoveDiscount { order_id, item_ids: only(one) }),
        Pricing::Comp { quantity } => {
            let of = items().iter().find(|item| item.id == item_id).map_or(1, |item| item.line.quantity);
            comp(vec![Pieces { item_id, quantity: quantity.min(of), of }])
        }
        Pricing::CompOff => PricingCommand::RemoveComp(RemoveComp { order_id, item_ids: items().iter().map(|item| item.id).collect() }),
        Pricing::GiveAway => give_away(tables).unwrap_or(PricingCommand::Close(CloseOrder { order_id })),
    })
}

/// `None` where no order is open.
fn give_away(tables: &MemoryTables) -> Option<PricingCommand> {
    let mut open = orders::open_orders(tables).expect("readable");
    open.retain(|order| !order.settled && !order.on_credit && !order.items.is_empty());
    let is_left = |item: &&OrderItem| !item.line.is_comp();
    if let Some(order) = open.iter().find(|order| !order.items.iter().any(|item| is_left(&item))) {
        return Some(PricingCommand::Close(CloseOrder { order_id: order.id }));
    }
    let order = open.pop()?;
    let all = |item: &OrderItem| Pieces { item_id: item.id, quantity: item.line.quantity, of: item.line.quantity };
    let items = order.items.iter().filter(is_left).map(all).collect();
    Some(PricingCommand::Comp(CompItems { order_id: order.id, items, reason: "Complaint".into() }))
}
