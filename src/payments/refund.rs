//! Giving money back: as it came in, or in another way of the same worth.

use super::request::{REFUND_FIELD, known_tenders, unused};
use super::{Allocation, Payment, PaymentRow, Tender, TenderRequest, TillContext, value_in_both, word_of};
use crate::base::{Cash, Customer, Decided, Lrd, Price, Refusal};
use crate::methods::PaymentMethod;

/// Money that the bar kept, by the payments that it came in by and their tenders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refundable {
    /// Payments that count alike stand together, in the order in which they came.
    groups: Vec<Group>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Group {
    word: PaymentMethod,
    by_word: bool,
    tenders: Vec<Tender>,
}

impl Refundable {
    /// Adds `cash` of a tender of a payment with this word.
    pub fn add(&mut self, word: &PaymentMethod, by_word: bool, method: &PaymentMethod, cash: Cash) {
        for currency in [crate::base::CurrencyCode::Usd, crate::base::CurrencyCode::Lrd] {
            let amount = cash.minor_in(currency);
            if amount == 0 {
                continue;
            }
            let tenders = self.group(word, by_word);
            match tenders.iter_mut().find(|tender| tender.method == *method && tender.currency == currency) {
                Some(tender) => tender.amount += amount,
                None => tenders.push(Tender { method: method.clone(), currency, amount, reference: None }),
            }
        }
    }

    /// Adds what a payment kept; of a refund, takes it away.
    pub fn add_payment(&mut self, payment: &Payment) {
        for tender in &payment.tenders {
            self.add(&payment.method, payment.by_word, &tender.method, tender.cash());
        }
        // By a word, change is of the method that was handed over; else it is cash.
        let of_change = match payment.tenders.first() {
            Some(tender) if payment.by_word => tender.method.clone(),
            _ => PaymentMethod::CASH,
        };
        self.add(&payment.method, payment.by_word, &of_change, -payment.change);
    }

    /// Adds what else was kept.
    pub fn add_all(&mut self, other: &Refundable) {
        for group in &other.groups {
            group.tenders.iter().for_each(|tender| self.add(&group.word, group.by_word, &tender.method, tender.cash()));
        }
    }

    fn group(&mut self, word: &PaymentMethod, by_word: bool) -> &mut Vec<Tender> {
        let known = self.groups.iter().position(|group| group.by_word == by_word && (!by_word || group.word == *word));
        let place = known.unwrap_or_else(|| {
            self.groups.push(Group { word: word.clone(), by_word, tenders: Vec::new() });
            self.groups.len() - 1
        });
        &mut self.groups[place].tenders
    }

    /// All of it, in each currency.
    pub fn total(&self) -> Cash {
        self.groups.iter().flat_map(|group| &group.tenders).map(Tender::cash).sum()
    }
}

/// The money that was allocated to one line, as it came in: payments oldest first, tenders in their order.
pub fn refundable_on(allocations: &[Allocation], payments: &[PaymentRow]) -> Refundable {
    let mut sorted = allocations.to_vec();
    sorted.sort_by_key(|allocation| (allocation.payment_id, allocation.tender));
    let mut kept = Refundable::default();
    for allocation in sorted {
        let row = payments.iter().find(|row| row.payment.id == allocation.payment_id);
        let tender = |row: &PaymentRow| row.payment.tenders.get(usize::try_from(allocation.tender).ok()?).cloned();
        let Some((row, tender)) = row.and_then(|row| Some((row, tender(row)?))) else { continue };
        kept.add(&row.payment.method, row.payment.by_word, &tender.method, Cash::of(allocation.currency, allocation.amount));
    }
    kept
}

/// What a refund is for.
#[derive(Debug, Clone, Default)]
pub struct RefundOf {
    /// The order.
    pub order_id: Option<u64>,
    /// The sale line; none for a whole order.
    pub sale_id: Option<u64>,
    /// The customer who bought.
    pub customer: Option<Customer>,
    /// The receipt that is voided.
    pub receipt_number: Option<String>,
}

/// The payments that give `kept` back: as it came in, or as `asked`.
///
/// # Errors
/// 400 where what is asked is worth one cash step or more than what is kept, or less; 400 for what the bar's methods do not
/// take; 409 `reference_used`.
pub fn refunds(kept: &Refundable, asked: Option<&[TenderRequest]>, of: &RefundOf, till: &TillContext) -> Decided<Vec<Payment>> {
    let groups = match asked {
        None => kept.groups.clone(),
        Some(asked) => {
            let tenders = known_tenders(REFUND_FIELD, asked, till)?;
            same_worth(kept.total(), tenders.iter().map(Tender::cash).sum(), till)?;
            unused(&tenders, till)?;
            vec![Group { word: word_of(&tenders), by_word: false, tenders }]
        }
    };
    let given = groups.into_iter().filter_map(|group| {
        let tenders: Vec<Tender> = group
            .tenders
            .into_iter()
            .filter(|tender| tender.amount != 0)
            .map(|tender| Tender { amount: -tender.amount, ..tender })
            .collect();
        (!tenders.is_empty()).then_some((group.word, group.by_word, tenders))
    });
    let refund = |((word, by_word, tenders), id): ((PaymentMethod, bool, Vec<Tender>), u64)| Payment {
        id,
        refund: true,
        order_id: of.order_id,
        sale_id: of.sale_id,
        customer: of.customer.clone(),
        change: Cash::ZERO,
        rounding: Lrd::ZERO,
        rate: till.rate,
        method: if by_word { word } else { word_of(&tenders) },
        by_word,
        assumed: false,
        notes: None,
        receipt_number: of.receipt_number.clone(),
        when: Some(till.now),
        tenders,
    };
    Ok(given.zip(till.next_payment_id..).map(refund).collect())
}

/// Refuses what is worth one cash step or more than what is to be given back, or less.
fn same_worth(kept: Cash, given: Cash, till: &TillContext) -> Decided<()> {
    let Price { usd, lrd } = value_in_both(kept, till.rate);
    let off = value_in_both(given, till.rate).lrd.as_minor().abs_diff(lrd.as_minor());
    if off < till.cash_step.as_minor().unsigned_abs() {
        return Ok(());
    }
    Err(Refusal::field(REFUND_FIELD, format!("Give back {} / {}", usd.display(), lrd.display())))
}
