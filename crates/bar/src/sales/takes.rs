//! What lines take from the shelf, frozen when they are made: whatever their products are by then, the same comes back.

use serde::{Deserialize, Serialize};

use super::{RecordedLine, SaleLine, StockedProducts, StoredKind};
use crate::catalog::{Product, Unit, with_waste};
use crate::stock::{GoodsMoved, Reason, SoldAs};
use base::{apportion, share_up_to};

/// The goods of a line that takes something else than its own pieces from the shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Takes {
    /// The pieces of the line that take the goods together; negative in the line of a refund. An item of an order has fewer after some
    /// were taken off.
    pub pieces: i64,
    /// Each product once.
    pub goods: Vec<Take>,
}

/// Goods of one product that a line takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Take {
    pub product_id: u64,
    /// Its name at that moment.
    pub product_name: String,
    pub unit: Unit,
    /// In units of the stock.
    pub amount: i64,
    /// Whether it had a level then, which the line lowered.
    pub is_counted: bool,
}

impl Takes {
    /// What `pieces` of a product take from the shelf; `None`: their own pieces, which have a level.
    pub fn of(product: &Product, pieces: i64, products: &StockedProducts) -> Option<Self> {
        if product.is_recipe() {
            let amounts = product.details().recipe.iter().filter_map(|ingredient| {
                let goods = products.goods(ingredient.product_id)?;
                let (product_id, product_name) = (goods.product_id, goods.name.clone());
                let amount = with_waste(ingredient, pieces);
                Some(Take { product_id, product_name, unit: goods.unit, amount, is_counted: goods.is_counted })
            });
            return Some(Takes { pieces, goods: amounts.collect() });
        }
        let unit = product.unit();
        if product.is_counted() && unit == Unit::Piece {
            return None;
        }
        let amount = product.details().serving.unwrap_or(0).saturating_mul(pieces);
        let (product_id, product_name) = (product.id, product.name.clone());
        Some(Takes { pieces, goods: vec![Take { product_id, product_name, unit, amount, is_counted: product.is_counted() }] })
    }

    /// The goods of the pieces after the first `from` up to `to`; negative where `from` is the larger. The goods of all pieces are
    /// spread over them, each rounded up to there, so that the goods of parts sum to those of the whole.
    fn between(&self, from: i64, to: i64) -> impl Iterator<Item = (&Take, i64)> {
        let up_to = |amount, pieces| share_up_to(amount, pieces, self.pieces);
        self.goods.iter().map(move |take| (take, up_to(take.amount, to) - up_to(take.amount, from)))
    }

    /// The goods of the pieces after the first `from` up to `to`, as those of a line of their own.
    fn part(&self, from: i64, to: i64) -> Self {
        let goods = self.between(from, to).map(|(take, amount)| Take { amount, ..take.clone() });
        Takes { pieces: to - from, goods: goods.collect() }
    }

    /// The goods as those of the first `pieces`, and of all others, by largest remainder.
    fn cut(&self, pieces: i64) -> (Self, Self) {
        let rest = self.pieces - pieces;
        let (mut first, mut others) = (Takes { pieces, goods: self.goods.clone() }, Takes { pieces: rest, goods: self.goods.clone() });
        for (one, other) in first.goods.iter_mut().zip(&mut others.goods) {
            one.amount = apportion(one.amount, &[pieces, rest]).first().copied().unwrap_or_default();
            other.amount -= one.amount;
        }
        (first, others)
    }
}

impl SaleLine {
    /// The goods of its pieces after the first `from` up to `to`.
    pub fn takes_between(&self, from: i64, to: i64) -> Vec<Take> {
        match &self.takes {
            Some(takes) if self.stands_for_goods() => {
                takes.between(from, to).map(|(take, amount)| Take { amount, ..take.clone() }).collect()
            }
            Some(_) => Vec::new(),
            None => match self.goods_of(to - from) {
                0 => Vec::new(),
                amount => vec![Take {
                    product_id: self.product_id,
                    product_name: self.product_name.clone(),
                    unit: Unit::Piece,
                    amount,
                    is_counted: true,
                }],
            },
        }
    }

    /// The goods of all of its pieces.
    pub fn goods(&self) -> Vec<Take> {
        self.takes_between(0, self.quantity)
    }

    /// Whether it was mixed from other products.
    pub fn is_mixed(&self) -> bool {
        self.takes.as_ref().is_some_and(|takes| takes.goods.iter().any(|take| take.product_id != self.product_id))
    }

    /// Whether it takes goods that have a level.
    pub fn moves_stock(&self) -> bool {
        self.stands_for_goods() && self.takes.as_ref().is_none_or(|takes| takes.goods.iter().any(|take| take.is_counted))
    }

    /// What changes on the shelf when the goods of its pieces after the first `from` up to `to` come back to it: where `from` is the
    /// larger, they are taken.
    pub fn goods_moved<'a>(
        &'a self,
        (from, to): (i64, i64),
        reason: Reason,
        reference: &'a str,
    ) -> GoodsMoved<'a, impl Iterator<Item = (u64, i64)>> {
        let own = self.takes.is_none().then(|| (self.product_id, self.goods_of(to - from)));
        let takes = self.takes.as_deref().filter(|_| self.stands_for_goods());
        let taken = takes.into_iter().flat_map(move |takes| takes.between(from, to));
        let counted = taken.filter(|(take, _)| take.is_counted).map(|(take, amount)| (take.product_id, amount));
        // Made only where it is needed: most lines take their own pieces.
        let sold_as = self.takes.is_some().then(|| SoldAs { product_id: self.product_id, product_name: self.product_name.clone() });
        GoodsMoved { deltas: own.into_iter().chain(counted), sold_as, reason, reference }
    }

    /// The line with the goods of its pieces after the first `from` up to `to` as its own.
    #[must_use]
    pub fn taking_between(self, from: i64, to: i64) -> Self {
        let takes = self.takes.as_deref().map(|takes| Box::new(takes.part(from, to)));
        SaleLine { takes, ..self }
    }

    /// The goods of its first `pieces`, of `all` that are off the shelf, and of the others.
    pub fn cut_takes(&self, pieces: i64, all: i64) -> (Option<Box<Takes>>, Option<Box<Takes>>) {
        let cut = self.takes.as_deref().map(|takes| takes.part(0, all).cut(pieces));
        cut.map(|(first, others)| (Box::new(first), Box::new(others))).unzip()
    }

    /// Whether goods belong to it.
    fn stands_for_goods(&self) -> bool {
        self.kind.is_none_or(|kind| kind == StoredKind::Product)
    }
}

impl RecordedLine {
    /// The last `pieces` of those that were neither voided nor refunded, as the first and the last piece: see
    /// [`SaleLine::takes_between`].
    pub fn last_pieces(&self, pieces: i64) -> (i64, i64) {
        let left = self.line.quantity - self.voided.quantity - self.refunded.quantity;
        (left - pieces, left)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn takes(pieces: i64, amounts: &[i64]) -> Takes {
        let take = |(product_id, amount): (u64, &i64)| Take {
            product_id,
            product_name: "Gin".to_owned(),
            unit: Unit::Ml,
            amount: *amount,
            is_counted: true,
        };
        Takes { pieces, goods: (1..).zip(amounts).map(take).collect() }
    }

    fn amounts(takes: &Takes, from: i64, to: i64) -> Vec<i64> {
        takes.between(from, to).map(|(_, amount)| amount).collect()
    }

    #[test]
    fn the_goods_of_pieces_are_rounded_up_to_each() {
        let shots = takes(3, &[158, 3]);
        assert_eq!([(0, 1), (1, 2), (2, 3)].map(|(from, to)| amounts(&shots, from, to)), [[53, 1], [52, 1], [53, 1]]);
        assert_eq!(amounts(&shots, 3, 0), [-158, -3], "taken from the shelf");
        assert_eq!(amounts(&takes(-2, &[-100]), 0, -2), [-100], "the line of a refund");
    }

    #[test]
    fn two_of_five_are_cut_by_largest_remainder() {
        let (two, three) = takes(5, &[263, 5]).cut(2);
        assert_eq!((two, three), (takes(2, &[105, 2]), takes(3, &[158, 3])));
    }

    proptest! {
        #[test]
        fn what_is_taken_comes_back_once_in_whatever_parts(
            pieces in 1i64..60, amount in 0i64..100_000, steps in proptest::collection::vec(0i64..60, 0..12), cut in 0i64..60
        ) {
            let all = takes(pieces, &[amount]);
            let mut marks: Vec<i64> = steps.into_iter().map(|step| step % (pieces + 1)).chain([0, pieces]).collect();
            marks.sort_unstable();
            let parts: i64 = marks.windows(2).map(|mark| amounts(&all, mark[0], mark[1])[0]).sum();
            prop_assert_eq!(parts, amount);
            let (one, other) = all.cut(cut % (pieces + 1));
            prop_assert_eq!(one.goods[0].amount + other.goods[0].amount, amount);
            prop_assert!(one.goods[0].amount >= 0 && other.goods[0].amount >= 0);
        }
    }
}
