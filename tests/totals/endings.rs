//! Random ends of orders in another way than one payment: equal shares, payments that are given back, and walk-outs.

use barback::credit::RecoverWalkOut;
use barback::engine::{Command, Entry, Event};
use barback::methods::PaymentMethod;
use barback::orders::{self, EndShares, Order, PayIn, PayOrder, RefundPayment, ShareRequest, WalkOut};
use barback::payments::{Payment, PaymentRequest, TillRequest};
use barback::sales::SaleLine;
use base::{BarTime, BusinessDay, CurrencyCode, Rate};
use proptest::prelude::*;

use crate::bar::Bar;
use crate::line::goods_in;
use crate::moves::{open_order, open_orders};
use crate::oracle::Oracle;
use crate::requests::named;

/// What happens to an order that is not simply paid.
#[derive(Debug, Clone)]
pub enum Ending {
    /// The next part of an order in equal shares is paid, with more than it comes to; `of` is how many parts a new plan has.
    Part { pick: u64, of: u32, pay_in: PayIn },
    /// The order is not paid in shares any more.
    NoShares { pick: u64 },
    /// A payment is given back.
    GiveBack { pick: u64 },
    /// The guests leave without paying the rest.
    WalkOut { pick: u64 },
    /// They come back and owe it.
    Recover { pick: u64, customer: usize },
}

/// Strategy for a random end.
pub fn ending() -> impl Strategy<Value = Ending> {
    prop_oneof![
        8 => (any::<u64>(), 2u32..6, proptest::sample::select(PayIn::ALL.to_vec())).prop_map(|(pick, of, pay_in)| Ending::Part { pick, of, pay_in }),
        4 => any::<u64>().prop_map(|pick| Ending::NoShares { pick }),
        5 => any::<u64>().prop_map(|pick| Ending::GiveBack { pick }),
        2 => any::<u64>().prop_map(|pick| Ending::WalkOut { pick }),
        5 => (any::<u64>(), 0usize..5).prop_map(|(pick, customer)| Ending::Recover { pick, customer }),
    ]
}

impl Ending {
    /// The command in this bar at `rate`.
    pub fn command(&self, bar: &Bar, rate: Rate) -> Command {
        match self {
            Ending::Part { pick, of, pay_in } => {
                let order_id = open_order(bar, *pick);
                let order = orders::order(&bar.tables, order_id).expect("readable");
                let plan = order.as_ref().and_then(|order| order.shares.as_ref());
                let (of, part) = plan.map_or((*of, 1), |plan| (plan.of, plan.next()));
                let all = order.as_ref().map(|order| order.remaining(rate)).unwrap_or_default();
                let currency =
                    order.map_or(CurrencyCode::Usd, |order| order.items.first().map_or(CurrencyCode::Usd, |item| item.line.currency));
                let payment = PaymentRequest::amounts(PaymentMethod::CASH, all.charged_in(currency));
                Command::PayOrder(PayOrder { order_id, payment, share: Some(ShareRequest { of, part, pay_in: *pay_in }) })
            }
            Ending::NoShares { pick } => {
                let shared = open_orders(bar).into_iter().find(|order| order.shares.is_some());
                Command::EndShares(EndShares { order_id: shared.map_or_else(|| bar.order(*pick), |order| order.id) })
            }
            Ending::GiveBack { pick } => {
                let open: Vec<u64> = open_orders(bar).iter().map(|order| order.id).collect();
                let payments = bar.oracle.payments.iter().map(|(_, payment)| payment);
                let on_open = |payment: &&Payment| !payment.refund && payment.order_id.is_some_and(|id| open.contains(&id));
                let ids: Vec<u64> = payments.filter(on_open).map(|payment| payment.id).collect();
                let payment_id = ids.get((pick % (ids.len() as u64 + 1)) as usize).copied().unwrap_or(*pick % 40);
                Command::RefundPayment(RefundPayment { payment_id, reason: "Wrong table".into(), till: TillRequest::default() })
            }
            Ending::WalkOut { pick } => Command::WalkOut(WalkOut { order_id: open_order(bar, *pick), reason: "Ran off".into() }),
            Ending::Recover { pick, customer } => {
                let left = |id: &u64| {
                    orders::order(&bar.tables, *id)
                        .expect("readable")
                        .is_some_and(|order: Order| order.walked_out.is_some() && !order.on_credit)
                };
                let ids: Vec<u64> = bar.oracle.orders.keys().copied().filter(left).collect();
                let order_id = ids.get((pick % (ids.len() as u64 + 1)) as usize).copied().unwrap_or_else(|| bar.order(*pick));
                Command::RecoverWalkOut(RecoverWalkOut { order_id, customer: named(*customer) })
            }
        }
    }
}

impl Oracle {
    /// Records what changes the figures.
    pub fn record_ending(&mut self, entry: &Entry, today: BusinessDay, bar_time: &BarTime) {
        match &entry.event {
            Event::PaymentRefunded(event) => self.add_payment(&event.payment, today),
            Event::OrderWalkedOut(event) => event.sale.iter().for_each(|sale| self.add_sale(entry, sale, bar_time)),
            Event::WalkOutRecovered(event) => {
                self.credits += event.credits.len() as u64;
                self.attached.insert(event.order_id);
            }
            _ => {}
        }
    }
}

impl Oracle {
    /// The lines of an order's item are never more goods than the item.
    pub fn check_goods_of_item(&mut self, line: &SaleLine) {
        let (Some(order_id), Some(item_id)) = (line.order_id, line.order_item_id) else { return };
        let Some((_, quantity)) = self.orders.get(&order_id).and_then(|items| items.get(&item_id)) else { return };
        let before = self.lines.iter().filter(|expected| expected.line.order_item_id == Some(item_id) && !expected.is_refund);
        let sold = before.map(|expected| goods_in(&expected.line, expected.line.quantity)).sum::<i64>() + goods_in(line, line.quantity);
        if sold > *quantity {
            self.wrong.push(format!("{sold} pieces of item {item_id} are sold, and it has {quantity}"));
        }
    }
}
