//! Allocations: how much of which tender paid for which line.

use serde::{Deserialize, Serialize};

use super::{Debt, Payment};
use base::{Cash, CurrencyCode};

/// Money of one tender that was allocated to one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "AllocationTuple", into = "AllocationTuple")]
pub struct Allocation {
    pub payment_id: u64,
    /// The tender's place in the payment, from 0.
    pub tender: u32,
    pub currency: CurrencyCode,
    /// Minor units.
    pub amount: i64,
}

/// An [`Allocation`] in rows and in the journal: payment, tender, currency, amount.
type AllocationTuple = (u64, u32, CurrencyCode, i64);

impl From<AllocationTuple> for Allocation {
    fn from((payment_id, tender, currency, amount): AllocationTuple) -> Self {
        Allocation { payment_id, tender, currency, amount }
    }
}

impl From<Allocation> for AllocationTuple {
    fn from(allocation: Allocation) -> Self {
        (allocation.payment_id, allocation.tender, allocation.currency, allocation.amount)
    }
}

impl Allocation {
    /// Whether both are money of the same tender.
    pub fn is_of_tender(&self, other: &Allocation) -> bool {
        (self.payment_id, self.tender, self.currency) == (other.payment_id, other.tender, other.currency)
    }
}

/// The sum of `allocations`, in each currency.
pub fn sum_of(allocations: &[Allocation]) -> Cash {
    allocations.iter().map(|allocation| Cash::of(allocation.currency, allocation.amount)).sum()
}

/// An order item or credit item after money was allocated to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    pub item_id: u64,
    /// What is still owed on it, in millionths of a cent of the currency it is owed in.
    #[serde(rename = "left")]
    pub outstanding: i64,
    /// All the money that was allocated to it so far, tender by tender.
    #[serde(rename = "laid")]
    pub allocations: Vec<Allocation>,
}

impl Share {
    /// Sets the debt and the allocations of the item to those of the share.
    pub fn apply_to(&self, debt: &mut Debt, allocations: &mut Vec<Allocation>) {
        debt.outstanding = self.outstanding;
        debt.paid = sum_of(&self.allocations);
        allocations.clone_from(&self.allocations);
    }
}

/// Takes `wanted` out of `available`, whose parts of each currency are used up in their order. Where cents were rounded, the
/// last part of the currency makes up the difference.
pub fn take_allocations(available: &mut [Allocation], wanted: Cash) -> Vec<Allocation> {
    let mut taken = Vec::new();
    for currency in [CurrencyCode::Usd, CurrencyCode::Lrd] {
        let mut missing = wanted.minor_in(currency);
        let count = available.iter().filter(|part| part.currency == currency).count();
        for (nth, part) in available.iter_mut().filter(|part| part.currency == currency).enumerate() {
            let amount = if nth + 1 == count { missing } else { missing.min(part.amount) };
            if amount != 0 {
                part.amount -= amount;
                missing -= amount;
                taken.push(Allocation { amount, ..*part });
            }
        }
    }
    taken
}

/// For each debt, the tenders of `payment` that the money came from that the payment added to it; in the payment's order.
pub fn attribute(before: &[Debt], after: &[Debt], payment: &Payment) -> Vec<Vec<Allocation>> {
    let tenders = payment.tenders.iter().zip(0u32..);
    let mut available: Vec<Allocation> = tenders
        .map(|(tender, place)| Allocation { payment_id: payment.id, tender: place, currency: tender.currency, amount: tender.amount })
        .collect();
    let added = |(before, after): (&Debt, &Debt)| {
        let mut parts = take_allocations(&mut available, after.paid + -before.paid);
        parts.sort_by_key(|part| part.tender);
        parts
    };
    before.iter().zip(after).map(added).collect()
}

/// Cents that were lost or won by rounding go to the last part that has some of the currency, or to the first part.
pub fn give_the_rest(parts: &mut [Cash], all: i64, currency: CurrencyCode) {
    let given: i64 = parts.iter().map(|part| part.minor_in(currency)).sum();
    let place = parts.iter().rposition(|part| part.minor_in(currency) != 0).unwrap_or(0);
    if let Some(part) = parts.get_mut(place) {
        *part += Cash::of(currency, all - given);
    }
}
