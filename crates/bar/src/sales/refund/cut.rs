//! Cuts the part that a refund takes out of what earlier voids and refunds left of a line.

use super::{RefundAmount, Refunded};
use crate::payments::Allocation;
use crate::sales::voided::share_up_to;
use crate::sales::{RecordedLine, SaleLine, VoidedPart};
use base::decimal::divide_rounded;
use base::{CurrencyCode, Lrd, Price, Usd};

impl RecordedLine {
    /// What can still be refunded: the line without its voided pieces and without earlier refunds.
    pub fn refundable(&self) -> SaleLine {
        let line = self.with_money_together();
        let part = less(&line, &self.refunded);
        line.limited_to(&part)
    }

    /// The line without its voided pieces, and with one allocation for each tender, however often the line got money of it.
    fn with_money_together(&self) -> SaleLine {
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
        let line = self.with_money_together();
        let rest = less(&line, &self.refunded);
        let left = line.limited_to(&rest);
        let (currency, gross_left) = (line.currency, left.gross().minor_in(line.currency));
        let part = match amount {
            RefundAmount::Pieces(pieces) if pieces > rest.quantity => return None,
            RefundAmount::Pieces(pieces) => pieces_of(&line, &self.refunded, &rest, pieces),
            RefundAmount::Money(money) if money > gross_left => return None,
            RefundAmount::Money(money) => money_of(&left, &rest, money),
        };
        let gross = line.limited_to(&part).gross().minor_in(currency);
        match gross_left - gross {
            ..0 => None,
            // The last part takes what rounding left in the other currency and in the tax.
            0 if gross != 0 => Some(VoidedPart { quantity: part.quantity, ..rest }),
            // Money that was given back without goods may have taken a cent of these pieces.
            _ => Some(within(part, &rest)),
        }
    }
}

/// What earlier refunds left of a line.
fn less(line: &SaleLine, refunded: &Refunded) -> VoidedPart {
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

/// The next `pieces` of a line: the rounded share of all refunded pieces less that of the pieces refunded before.
fn pieces_of(line: &SaleLine, refunded: &Refunded, rest: &VoidedPart, pieces: i64) -> VoidedPart {
    let (from, to) = (refunded.quantity, refunded.quantity + pieces);
    let share = |amount: i64| share_up_to(amount, to, line.quantity) - share_up_to(amount, from, line.quantity);
    part_of(line, rest, pieces, share)
}

/// `money` of what is left of a line, in its currency and without pieces.
fn money_of(left: &SaleLine, rest: &VoidedPart, money: i64) -> VoidedPart {
    let all = left.gross().minor_in(left.currency).max(1);
    let share = |amount: i64| i64::try_from(divide_rounded(i128::from(amount) * i128::from(money), i128::from(all))).unwrap_or(amount);
    let part = part_of(left, rest, 0, share);
    // In its own currency it is what was asked for, to the cent.
    let off = money - left.limited_to(&part).gross().minor_in(left.currency);
    let mut total = part.total;
    match left.currency {
        CurrencyCode::Usd => total.usd += Usd::minor(off),
        CurrencyCode::Lrd => total.lrd += Lrd::minor(off),
    }
    VoidedPart { total, ..part }
}

/// The share of `line` in each of its amounts; its taxes are taken out of what is left of them.
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

/// `part`, but nothing of it more than `rest` has.
fn within(part: VoidedPart, rest: &VoidedPart) -> VoidedPart {
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
