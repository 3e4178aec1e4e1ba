//! Refunds: money given back as it came in, or as tenders of the same value.

use super::debt::FINE;
use super::payable::{count_as_nearest, is_lrd_cash};
use super::request::{REFUND_FIELD, known_tenders, unused};
use super::{Allocation, Payment, PaymentRow, Tender, TenderRequest, TillContext, Tip, add_to_tenders, label_of, value_in_both};
use crate::methods::PaymentMethod;
use crate::settings::CashSteps;
use base::{Cash, Customer, Decided, Lrd, Price, Refusal};

/// Money that can be given back, grouped by the payments and tenders that it came from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refundable {
    /// One for each label, one for all payments by tenders; in the order of their first payments.
    groups: Vec<Group>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Group {
    label: PaymentMethod,
    by_word: bool,
    tenders: Vec<Tender>,
    /// What is given back less what came in, because cash has no small coins.
    rounding: Lrd,
    /// What came in less than was due, for the same reason: as much less goes back.
    rounded_due: Lrd,
}

impl Refundable {
    /// Adds `cash` that came in by a tender of `method`, in a payment with this label.
    fn add(&mut self, label: &PaymentMethod, by_word: bool, method: &PaymentMethod, cash: Cash) {
        for currency in [base::CurrencyCode::Usd, base::CurrencyCode::Lrd] {
            let amount = cash.minor_in(currency);
            if amount == 0 {
                continue;
            }
            add_to_tenders(&mut self.group(label, by_word).tenders, method, currency, amount, None);
        }
    }

    /// Adds what the bar kept of a payment, without its tip; of a refund, takes away what was given back.
    pub fn add_payment(&mut self, payment: &Payment) {
        self.group(&payment.method, payment.by_word).rounded_due += payment.rounded_due;
        for tender in &payment.tenders {
            self.add(&payment.method, payment.by_word, &tender.method, tender.cash());
        }
        // With a label, change goes out of the method that was handed over; else it is cash.
        let change_method = match payment.tenders.first() {
            Some(tender) if payment.by_word => tender.method.clone(),
            _ => PaymentMethod::CASH,
        };
        self.add(&payment.method, payment.by_word, &change_method, -payment.change);
        for (method, tip) in payment.tip_by_method() {
            self.add(&payment.method, payment.by_word, &method, -tip);
        }
    }

    /// Adds the tip of a payment.
    pub fn add_tip(&mut self, payment: &Payment) {
        for (method, tip) in payment.tip_by_method() {
            self.add(&payment.method, payment.by_word, &method, tip);
        }
    }

    /// Adds everything of `other`.
    pub fn add_all(&mut self, other: &Refundable) {
        for group in &other.groups {
            group.tenders.iter().for_each(|tender| self.add(&group.label, group.by_word, &tender.method, tender.cash()));
            let own = self.group(&group.label, group.by_word);
            own.rounding += group.rounding;
            own.rounded_due += group.rounded_due;
        }
    }

    /// The same money, of which `rounded_due` less came in than was due.
    #[must_use]
    pub fn rounded_by(mut self, rounded_due: Lrd) -> Self {
        if let Some(first) = self.groups.first_mut() {
            first.rounded_due += rounded_due;
        }
        self
    }

    /// The cash in Liberian dollars, in cents.
    pub fn lrd_cash(&self) -> i64 {
        let tenders = self.groups.iter().flat_map(|group| &group.tenders);
        tenders.filter(|tender| is_lrd_cash(tender)).map(|tender| tender.amount).sum()
    }

    /// The same in cash that can be paid. `before` is the cash in Liberian dollars, in cents, that the parts before this one came to: all
    /// parts of what was kept together give back the payable amount that is nearest to it.
    #[must_use]
    pub fn payable_after(mut self, before: i64, steps: &CashSteps) -> Self {
        if !steps.rounds_due {
            return self;
        }
        let mut reached = before;
        for group in &mut self.groups {
            for tender in group.tenders.iter_mut().filter(|tender| is_lrd_cash(tender)) {
                let exact = tender.amount;
                tender.amount = steps.payable_part(reached, exact);
                group.rounding += Lrd::minor(tender.amount - exact);
                reached += exact;
            }
        }
        self
    }

    fn group(&mut self, label: &PaymentMethod, by_word: bool) -> &mut Group {
        let known = self.groups.iter().position(|group| group.by_word == by_word && (!by_word || group.label == *label));
        let place = known.unwrap_or_else(|| {
            self.groups.push(Group { label: label.clone(), by_word, tenders: Vec::new(), rounding: Lrd::ZERO, rounded_due: Lrd::ZERO });
            self.groups.len() - 1
        });
        &mut self.groups[place]
    }

    /// All of it as tenders, one for each method and currency.
    pub fn tenders(&self) -> Vec<Tender> {
        let mut tenders = Vec::new();
        for tender in self.groups.iter().flat_map(|group| &group.tenders) {
            add_to_tenders(&mut tenders, &tender.method, tender.currency, tender.amount, None);
        }
        tenders.retain(|tender| tender.amount != 0);
        tenders
    }

    /// The sum, in each currency.
    pub fn total(&self) -> Cash {
        self.groups.iter().flat_map(|group| &group.tenders).map(Tender::cash).sum()
    }
}

/// The money that was allocated to one line: payments oldest first, tenders in their order.
pub fn refundable_on(allocations: &[Allocation], payments: &[PaymentRow]) -> Refundable {
    let mut sorted = allocations.to_vec();
    sorted.sort_by_key(|allocation| (allocation.payment_id, allocation.tender));
    let mut refundable = Refundable::default();
    for allocation in sorted {
        let row = payments.iter().find(|row| row.payment.id == allocation.payment_id);
        let tender = |row: &PaymentRow| row.payment.tenders.get(usize::try_from(allocation.tender).ok()?).cloned();
        let Some((row, tender)) = row.and_then(|row| Some((row, tender(row)?))) else { continue };
        refundable.add(&row.payment.method, row.payment.by_word, &tender.method, Cash::of(allocation.currency, allocation.amount));
    }
    refundable
}

/// What less came in than was due, of the money that was allocated to one line, in millionths of a Liberian cent: each payment's rounding
/// in proportion to its money.
pub fn rounded_due_on(allocations: &[Allocation], payments: &[PaymentRow]) -> i128 {
    let part = |allocation: &Allocation| {
        let payment = &payments.iter().find(|row| row.payment.id == allocation.payment_id)?.payment;
        let value = |cash: Cash| i128::from(value_in_both(cash, payment.rate).lrd.as_minor());
        let (own, all) = (value(Cash::of(allocation.currency, allocation.amount)), value(payment.kept()));
        (all != 0).then(|| i128::from(payment.rounded_due.as_minor()) * own * FINE / all)
    };
    allocations.iter().filter_map(part).sum()
}

/// What a refund refers to.
#[derive(Debug, Clone, Default)]
pub struct RefundOf {
    pub order_id: Option<u64>,
    /// The sale line; `None` for a whole order.
    pub sale_id: Option<u64>,
    /// The customer who bought.
    pub customer: Option<Customer>,
    /// The receipt whose money is given back.
    pub receipt_number: Option<String>,
}

/// The payments that give `refundable` back: as it came in, or in the `requested` tenders.
///
/// # Errors
/// 400 when the requested tenders differ from `refundable` in value by one cash step or more; 400 for what the bar's payment
/// methods do not accept; 409 `reference_used`, `choose_till` or `no_shift`.
pub fn refunds(refundable: &Refundable, requested: Option<&[TenderRequest]>, of: &RefundOf, till: &TillContext) -> Decided<Vec<Payment>> {
    let groups = match requested {
        None => refundable.groups.clone(),
        Some(requested) => {
            let mut tenders = known_tenders(REFUND_FIELD, requested, till)?;
            count_as_nearest(&mut tenders, &till.steps);
            same_value(refundable.total(), tenders.iter().map(Tender::cash).sum(), till)?;
            unused(&tenders, till)?;
            let rounded_due = refundable.groups.iter().map(|group| group.rounded_due).sum();
            vec![Group { label: label_of(&tenders), by_word: false, tenders, rounding: Lrd::ZERO, rounded_due }]
        }
    };
    let given = groups.into_iter().filter_map(|group| {
        let given = group.tenders.iter().filter(|tender| tender.amount != 0).cloned();
        let tenders: Vec<Tender> = given.map(|tender| Tender { amount: -tender.amount, ..tender }).collect();
        (!tenders.is_empty()).then_some(Group { tenders, ..group })
    });
    let refund = |(group, id): (Group, u64)| {
        let Group { label, by_word, tenders, rounding, rounded_due } = group;
        Ok(Payment {
            id,
            refund: true,
            order_id: of.order_id,
            sale_id: of.sale_id,
            customer: of.customer.clone(),
            change: Cash::ZERO,
            rounding: rounding + -rounded_due,
            rounded_due: -rounded_due,
            rate: till.rate,
            method: if by_word { label } else { label_of(&tenders) },
            by_word,
            assumed: false,
            tip: None,
            notes: None,
            receipt_number: of.receipt_number.clone(),
            when: till.now,
            booking: till.choice.book(&tenders, Cash::ZERO)?,
            share: None,
            refunds: None,
            taken_on_order_id: None,
            owed: None,
            tenders,
        })
    };
    given.zip(till.next_payment_id..).map(refund).collect()
}

/// The payments that give `refundable` and the tips of `tips` back. Without `requested` tenders, each tip is a payment of its own;
/// else the first payment gives back all of them.
///
/// # Errors
/// As [`refunds`].
pub fn refunds_with_tips(
    refundable: &Refundable,
    tips: &[Payment],
    requested: Option<&[TenderRequest]>,
    of: &RefundOf,
    till: &TillContext,
) -> Decided<Vec<Payment>> {
    if requested.is_none() || tips.is_empty() {
        let mut given = refunds(refundable, requested, of, till)?;
        given.extend(tip_refunds(tips, of, till)?);
        return Ok(numbered(given, till));
    }
    let mut all = refundable.clone();
    tips.iter().for_each(|payment| all.add_tip(payment));
    let mut given = refunds(&all, requested, of, till)?;
    if let Some(first) = given.first_mut() {
        first.tip = Some(returned(tips));
    }
    Ok(given)
}

/// The payments that give the tips of `tips` back as they came in.
///
/// # Errors
/// 409 as [`TillChoice::book`](super::TillChoice::book).
pub fn tip_refunds(tips: &[Payment], of: &RefundOf, till: &TillContext) -> Decided<Vec<Payment>> {
    let refund = |payment: &Payment| {
        let mut tenders = payment.tip_back();
        let exact = lrd_cash(&tenders);
        count_as_nearest(&mut tenders, &till.steps);
        Ok(Payment {
            id: till.next_payment_id,
            refund: true,
            order_id: of.order_id,
            sale_id: None,
            customer: of.customer.clone(),
            change: Cash::ZERO,
            rounding: exact + -lrd_cash(&tenders),
            rounded_due: Lrd::ZERO,
            tip: Some(returned(std::slice::from_ref(payment))),
            rate: till.rate,
            method: label_of(&tenders),
            by_word: false,
            assumed: false,
            notes: None,
            receipt_number: of.receipt_number.clone(),
            when: till.now,
            booking: till.choice.book(&tenders, Cash::ZERO)?,
            share: None,
            refunds: None,
            taken_on_order_id: None,
            owed: None,
            tenders,
        })
    };
    tips.iter().map(refund).collect()
}

/// The tip of a refund that gives the tips of `tips` back.
pub fn returned(tips: &[Payment]) -> Tip {
    let amount: Cash = tips.iter().map(Payment::tip_amount).sum();
    Tip { amount: -amount, of: None, returns: tips.iter().map(|payment| payment.id).collect() }
}

/// The cash in Liberian dollars among `tenders`.
fn lrd_cash(tenders: &[Tender]) -> Lrd {
    Lrd::minor(tenders.iter().filter(|tender| is_lrd_cash(tender)).map(|tender| tender.amount).sum())
}

/// `payments` with the next ids, in their order.
fn numbered(payments: Vec<Payment>, till: &TillContext) -> Vec<Payment> {
    payments.into_iter().zip(till.next_payment_id..).map(|(payment, id)| Payment { id, ..payment }).collect()
}

/// Refuses tenders whose value differs from what is to be given back by one cash step or more.
fn same_value(refundable: Cash, given: Cash, till: &TillContext) -> Decided<()> {
    let Price { usd, lrd } = value_in_both(refundable, till.rate);
    let difference = value_in_both(given, till.rate).lrd.as_minor().abs_diff(lrd.as_minor());
    if difference < till.steps.lrd.as_minor().unsigned_abs() {
        return Ok(());
    }
    Err(Refusal::field(REFUND_FIELD, format!("Give back {} / {}", usd.display(), lrd.display())))
}
