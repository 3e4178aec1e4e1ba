//! The part of a sale line that one refund takes: its share of total, taxes and allocated money, cut from what earlier voids and refunds
//! left.

use super::{RefundAmount, Refunded};
use crate::payments::Allocation;
use crate::sales::{RecordedLine, SaleLine, VoidedPart};
use base::decimal::divide_rounded;
use base::{CurrencyCode, Lrd, Price, Usd, share_up_to};

impl RecordedLine {
    /// What can still be refunded: the line without its voided pieces and without earlier refunds.
    pub fn refundable(&self) -> SaleLine {
        let line = self.with_merged_allocations();
        let rest = rest_of(&line, &self.refunded);
        line.limited_to(&rest)
    }

    /// The line without its voided pieces. Allocations of the same tender are merged into one.
    fn with_merged_allocations(&self) -> SaleLine {
        let line = self.clone().counting().line;
        let mut allocations: Vec<Allocation> = Vec::with_capacity(line.allocations.len());
        for allocation in &line.allocations {
            match allocations.iter_mut().find(|known| known.is_of_tender(allocation)) {
                Some(known) => known.amount += allocation.amount,
                None => allocations.push(*allocation),
            }
        }
        SaleLine { allocations, ..line }
    }

    /// What was owed for what can still be refunded, in either currency.
    pub fn refundable_gross(&self) -> Price {
        if self.refund_of.is_some() || self.voided_at.is_some() {
            return Price::ZERO;
        }
        if self.refunded.is_nothing() && self.voided.quantity == 0 {
            return self.line.gross();
        }
        self.refundable().gross()
    }

    /// What was owed for what was refunded of it, in either currency.
    pub fn refunded_gross(&self) -> Price {
        let tax = self.line.tax.as_deref().map(|tax| tax.with(&self.refunded.taxes));
        tax.map_or(self.refunded.total, |tax| tax.gross(self.refunded.total))
    }

    /// The part that a refund takes. `None` if more is wanted than is left. All parts of a line sum to the line.
    pub fn refund_part(&self, amount: RefundAmount) -> Option<VoidedPart> {
        let line = self.with_merged_allocations();
        let rest = rest_of(&line, &self.refunded);
        let left = line.limited_to(&rest);
        let (currency, gross_left) = (line.currency, left.gross().minor_in(line.currency));
        let part = match amount {
            RefundAmount::Pieces(pieces) if pieces > rest.quantity => return None,
            RefundAmount::Pieces(pieces) => cut_pieces(&line, &self.refunded, &rest, pieces),
            RefundAmount::Money(money) if money > gross_left => return None,
            RefundAmount::Money(money) => cut_money(&left, &rest, money),
        };
        let gross = line.limited_to(&part).gross().minor_in(currency);
        match gross_left - gross {
            // After a refund of money without goods, the pieces can cost more than is left.
            ..0 => None,
            // The last part also takes what rounding left in the other currency and in the taxes.
            0 if gross != 0 => Some(VoidedPart { quantity: part.quantity, ..rest }),
            // A refund of money without goods rounds on its own, so it may have taken a cent that would belong to these pieces.
            _ => Some(limit_to_rest(part, &rest)),
        }
    }
}

/// What earlier refunds left of a line.
fn rest_of(line: &SaleLine, refunded: &Refunded) -> VoidedPart {
    let taxes = line.tax.as_deref().map(|tax| tax.less(&tax.with(&refunded.taxes)).amounts()).unwrap_or_default();
    let left = |allocation: &Allocation| {
        let taken = refunded.allocations.iter().filter(|taken| taken.is_of_tender(allocation));
        Allocation { amount: allocation.amount - taken.map(|taken| taken.amount).sum::<i64>(), ..*allocation }
    };
    VoidedPart {
        quantity: line.quantity - refunded.quantity,
        total: line.total + -refunded.total,
        taxes,
        allocations: line.allocations.iter().map(left).collect(),
    }
}

/// The next `pieces` of a line: the rounded share of all pieces refunded by then, less the rounded share of those refunded before. So the
/// parts of all pieces sum to the line.
fn cut_pieces(line: &SaleLine, refunded: &Refunded, rest: &VoidedPart, pieces: i64) -> VoidedPart {
    let (from, to) = (refunded.quantity, refunded.quantity + pieces);
    let share = |amount: i64| share_up_to(amount, to, line.quantity) - share_up_to(amount, from, line.quantity);
    part_of(line, rest, pieces, share)
}

/// The part that is worth `money`, in minor units of the line's currency, and contains no pieces.
fn cut_money(left: &SaleLine, rest: &VoidedPart, money: i64) -> VoidedPart {
    let all = left.gross().minor_in(left.currency).max(1);
    let share = |amount: i64| i64::try_from(divide_rounded(i128::from(amount) * i128::from(money), i128::from(all))).unwrap_or(amount);
    let part = part_of(left, rest, 0, share);
    // In the line's own currency the part is worth exactly `money`.
    let missing = money - left.limited_to(&part).gross().minor_in(left.currency);
    let mut total = part.total;
    match left.currency {
        CurrencyCode::Usd => total.usd += Usd::minor(missing),
        CurrencyCode::Lrd => total.lrd += Lrd::minor(missing),
    }
    VoidedPart { total, ..part }
}

/// A part with `share` applied to each amount of `line`. Taxes are taken from those of `rest`.
fn part_of(line: &SaleLine, rest: &VoidedPart, quantity: i64, share: impl Fn(i64) -> i64) -> VoidedPart {
    let share_of = |price: Price| Price { usd: Usd::minor(share(price.usd.as_minor())), lrd: Lrd::minor(share(price.lrd.as_minor())) };
    let taxes = line.tax.as_deref().map(|tax| tax.with(&rest.taxes).take(share_of(tax.full())).0.amounts());
    let allocations = line.allocations.iter();
    VoidedPart {
        quantity,
        total: share_of(line.total),
        taxes: taxes.unwrap_or_default(),
        allocations: allocations.map(|allocation| Allocation { amount: share(allocation.amount), ..*allocation }).collect(),
    }
}

/// `part` with no amount larger than that of `rest`.
fn limit_to_rest(part: VoidedPart, rest: &VoidedPart) -> VoidedPart {
    let least = |one: Price, other: Price| Price { usd: one.usd.min(other.usd), lrd: one.lrd.min(other.lrd) };
    let allocations = part.allocations.iter().zip(&rest.allocations);
    VoidedPart {
        quantity: part.quantity,
        total: least(part.total, rest.total),
        taxes: part.taxes.iter().zip(&rest.taxes).map(|(one, other)| least(*one, *other)).collect(),
        allocations: allocations.map(|(one, left)| Allocation { amount: one.amount.min(left.amount), ..*one }).collect(),
    }
}

#[cfg(test)]
#[path = "cut_tests.rs"]
mod tests;
