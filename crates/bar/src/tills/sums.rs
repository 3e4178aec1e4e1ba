//! Running sums of a shift: what changed its cash, and how its sales became takings. They are stored in a separate row, which every
//! payment changes.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::MovementKind;
use crate::methods::PaymentMethod;
use crate::payments::Payment;
use crate::tax::{TaxTotal, add_total};
use base::{BusinessDay, Cash, CurrencyCode, Lrd};

/// A count and the sum of the amounts that were counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    pub count: i64,
    pub amount: Cash,
}

impl Tally {
    /// Adds one with this amount.
    pub fn add(&mut self, amount: Cash) {
        self.count += 1;
        self.amount += amount;
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.count += other.count;
        self.amount += other.amount;
    }
}

/// Tenders of one method in one currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodSums {
    pub method: PaymentMethod,
    pub currency: CurrencyCode,
    /// Tenders of payments.
    pub count: i64,
    /// Minor units.
    pub tendered: i64,
    /// Tenders of refunds.
    pub refund_count: i64,
    /// Minor units, negative.
    pub refunded: i64,
}

/// What one person did in a shift.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonSums {
    pub user_name: String,
    /// Receipts for which they took the money.
    pub receipts: i64,
    pub voids: i64,
}

/// Goods that became sales or were voided, and the money on them. Amounts are in each currency, and never converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GoodsSums {
    /// Lines that became sales, each in the currency of its price.
    pub priced: Cash,
    /// All money on these lines.
    pub allocated: Cash,
    /// Of that, what other shifts took.
    pub allocated_elsewhere: Cash,
    /// Of that, what this shift took before, for goods that were no sales then.
    pub allocated_before: Cash,
    /// Money taken now for goods that are no sales yet; negative where it is given back.
    pub parts: Cash,
    /// Money taken on old debts, which are no goods; negative where it is given back.
    pub old_debts: Cash,
    /// Lines that were voided, each in the currency of its price.
    pub voided: Cash,
    /// Money given back for them, negative.
    pub given_back: Cash,
}

/// Money of one business day that is in no till.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Unassigned {
    pub sums: ShiftSums,
    /// Payments that moved cash, and what they moved.
    pub cash: Tally,
}

/// The part of one business day's figures that is in shifts, including shifts that were opened on another day. The day's totals less
/// this are what is outside shifts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HeldByShifts {
    pub receipts: i64,
    pub methods: Vec<MethodSums>,
    pub tax: Vec<TaxTotal>,
    pub tax_voids: Vec<TaxTotal>,
}

impl HeldByShifts {
    /// Adds what one event took or gave back.
    pub fn add(&mut self, sums: &ShiftSums) {
        self.receipts += sums.receipts;
        sums.methods.iter().for_each(|method| add_method(&mut self.methods, method));
        sums.tax.iter().for_each(|row| add_total(&mut self.tax, row));
        sums.tax_voids.iter().for_each(|row| add_total(&mut self.tax_voids, row));
    }
}

/// Adds the tenders of a method in a currency.
pub fn add_method(methods: &mut Vec<MethodSums>, method: &MethodSums) {
    match methods.iter_mut().find(|known| known.method == method.method && known.currency == method.currency) {
        Some(known) => {
            known.count += method.count;
            known.tendered += method.tendered;
            known.refund_count += method.refund_count;
            known.refunded += method.refunded;
        }
        None => methods.push(method.clone()),
    }
}

/// Sums of a shift, each amount with its sign in the till.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ShiftSums {
    /// Cash that was handed over.
    pub tendered: Cash,
    /// Change, negative.
    pub change: Cash,
    /// Cash given back for what this shift took, negative.
    pub refunds: Cash,
    /// Cash given back for what earlier shifts took, negative.
    pub refunds_earlier: Cash,
    /// By kind, only those with any, in the order of [`MovementKind::ALL`].
    pub movements: Vec<(MovementKind, Cash)>,
    /// Lines that became sales by its payments, each in the currency of its price.
    pub sales: Cash,
    /// Lines voided, each in the currency of its price; negative.
    pub voided: Cash,
    /// Money received in this currency for lines that are priced in the other one, less money received in the other one for lines that
    /// are priced in this one.
    pub other_currency: Cash,
    /// Money on debts from before the box, less what was given back of it.
    #[serde(default)]
    pub old_debts: Cash,
    /// What other shifts took for lines that became sales in this one, negative.
    pub parts_used: Cash,
    /// Money on goods that are no sales yet, less what was given back of it.
    pub parts_received: Cash,
    /// Rounding of cash, negative where the guest got more.
    pub rounding: Lrd,
    /// What the bar kept.
    pub takings: Cash,
    /// Tips in its tenders, less those given back.
    pub tips: Cash,
    /// By method and currency, in the order in which they came.
    pub methods: Vec<MethodSums>,
    /// Receipts that its payments made.
    pub receipts: i64,
    pub first_receipt: Option<String>,
    pub last_receipt: Option<String>,
    /// In the order in which they came.
    pub by_user: Vec<PersonSums>,
    pub voids: Tally,
    /// Lines sold below the list price, and what they were lowered by.
    pub discounts: Tally,
    pub given_on_credit: Tally,
    /// Payments whose tenders were assumed from what was due.
    pub assumed: Tally,
    /// Takings by business day, oldest first.
    pub days: Vec<(BusinessDay, Cash)>,
    pub no_sales: i64,
    pub reprints: i64,
    pub clock_jumps: i64,
    /// Whether the box was restored or promoted while it was open.
    pub restored: bool,
    /// Lines with tax that its payments wrote, by class, label and mode.
    pub tax: Vec<TaxTotal>,
    /// Lines with tax that were voided; negative.
    pub tax_voids: Vec<TaxTotal>,
    /// Payments by methods whose references are compared with the bar's account, and those of them that were seen there.
    pub references: (i64, i64),
}

impl ShiftSums {
    /// The sum of all changes of its cash.
    pub fn total(&self) -> Cash {
        let movements: Cash = self.movements.iter().map(|(_, amount)| *amount).sum();
        self.tendered + self.change + self.refunds + self.refunds_earlier + movements
    }

    /// What payments and refunds by other methods than cash brought.
    pub fn not_cash(&self) -> Cash {
        let others = self.methods.iter().filter(|sums| sums.method != PaymentMethod::CASH);
        others.map(|sums| Cash::of(sums.currency, sums.tendered + sums.refunded)).sum()
    }

    /// What the other rows of the bridge leave unexplained of the takings: change that was given in the other currency than the money
    /// that was paid.
    pub fn change_in_other(&self) -> Cash {
        let explained = self.sales + self.voided + self.other_currency + self.old_debts + self.parts_used + self.parts_received;
        let rounding = Cash { lrd: self.rounding, ..Cash::ZERO };
        self.takings + -explained + -rounding
    }

    /// Adds a movement, signed.
    pub fn add_movement(&mut self, kind: MovementKind, amount: Cash) {
        match self.movements.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, sum)) => *sum += amount,
            None => {
                self.movements.push((kind, amount));
                self.movements.sort_by_key(|(kind, _)| *kind);
            }
        }
    }

    /// Adds a payment or a refund. `of_earlier`: whether it gives back what an earlier shift took.
    pub fn add_payment(&mut self, payment: &Payment, day: BusinessDay, of_earlier: bool) {
        match (payment.refund, of_earlier) {
            (false, _) => self.tendered += payment.cash_tendered(),
            (true, false) => self.refunds += payment.cash_tendered(),
            (true, true) => self.refunds_earlier += payment.cash_tendered(),
        }
        self.change += -payment.change;
        self.rounding += -payment.rounding;
        // The money on the lines differs from their price by it.
        self.other_currency += Cash { lrd: payment.rounded_due, ..Cash::ZERO };
        self.takings += payment.kept();
        self.tips += payment.tip_amount();
        for tender in &payment.tenders {
            let sums = self.method(&tender.method, tender.currency);
            if payment.refund {
                (sums.refund_count, sums.refunded) = (sums.refund_count + 1, sums.refunded + tender.amount);
            } else {
                (sums.count, sums.tendered) = (sums.count + 1, sums.tendered + tender.amount);
            }
        }
        if payment.assumed && !payment.tenders.is_empty() {
            self.assumed.add(payment.kept());
        }
        match self.days.binary_search_by_key(&day, |(known, _)| *known) {
            Ok(index) => self.days[index].1 += payment.kept(),
            Err(index) => self.days.insert(index, (day, payment.kept())),
        }
    }

    /// Puts a corrected payment of `day` in place of what it was.
    pub fn correct_payment(&mut self, before: &Payment, after: &Payment, day: BusinessDay) {
        let kept = after.kept() + -before.kept();
        self.tendered += after.cash_tendered() + -before.cash_tendered();
        self.change += before.change + -after.change;
        self.rounding += before.rounding + -after.rounding;
        self.other_currency += Cash { lrd: after.rounded_due + -before.rounded_due, ..Cash::ZERO };
        self.takings += kept;
        for (payment, sign) in [(before, -1), (after, 1)] {
            for tender in &payment.tenders {
                let sums = self.method(&tender.method, tender.currency);
                (sums.count, sums.tendered) = (sums.count + sign, sums.tendered + tender.amount * sign);
            }
        }
        if before.assumed && !before.tenders.is_empty() {
            self.assumed += Tally { count: -1, amount: -before.kept() };
        }
        match self.days.binary_search_by_key(&day, |(known, _)| *known) {
            Ok(index) => self.days[index].1 += kept,
            Err(index) => self.days.insert(index, (day, kept)),
        }
    }

    /// Leaves out methods of which nothing is left.
    pub fn drop_unused_methods(&mut self) {
        self.methods.retain(|sums| (sums.count, sums.tendered, sums.refund_count, sums.refunded) != (0, 0, 0, 0));
    }

    /// Adds those sums of another shift that make up the bridge, and its assumed payments.
    pub fn add_bridge(&mut self, other: &ShiftSums) {
        self.sales += other.sales;
        self.voided += other.voided;
        self.other_currency += other.other_currency;
        self.old_debts += other.old_debts;
        self.parts_used += other.parts_used;
        self.parts_received += other.parts_received;
        self.rounding += other.rounding;
        self.takings += other.takings;
        self.tips += other.tips;
        other.methods.iter().for_each(|method| add_method(&mut self.methods, method));
        self.assumed += other.assumed;
    }

    /// Adds lines that became sales or were voided, and the money on them.
    pub fn add_goods(&mut self, goods: &GoodsSums) {
        self.sales += goods.priced;
        self.other_currency += goods.allocated + -goods.priced;
        self.old_debts += goods.old_debts;
        self.parts_used += -goods.allocated_elsewhere;
        self.parts_received += goods.parts + -goods.allocated_before;
        self.voided += -goods.voided;
        self.other_currency += goods.given_back + goods.voided;
    }

    /// Adds the taxes of lines that became sales, and of lines that were voided.
    pub fn add_tax(&mut self, sold: &[TaxTotal], voided: &[TaxTotal]) {
        sold.iter().for_each(|row| add_total(&mut self.tax, row));
        voided.iter().for_each(|row| add_total(&mut self.tax_voids, row));
    }

    /// Adds a receipt that a payment made.
    pub fn add_receipt(&mut self, number: &str, user_name: &str) {
        self.receipts += 1;
        self.first_receipt.get_or_insert_with(|| number.to_owned());
        self.last_receipt = Some(number.to_owned());
        self.person(user_name).receipts += 1;
    }

    /// Adds a voided line, priced in its own currency.
    pub fn add_void(&mut self, priced: Cash, user_name: &str) {
        self.voids.add(priced);
        self.person(user_name).voids += 1;
    }

    fn method(&mut self, method: &PaymentMethod, currency: CurrencyCode) -> &mut MethodSums {
        let known = self.methods.iter().position(|sums| sums.method == *method && sums.currency == currency);
        let index = known.unwrap_or_else(|| {
            let (method, zero) = (method.clone(), 0);
            self.methods.push(MethodSums { method, currency, count: zero, tendered: zero, refund_count: zero, refunded: zero });
            self.methods.len() - 1
        });
        &mut self.methods[index]
    }

    fn person(&mut self, user_name: &str) -> &mut PersonSums {
        let known = self.by_user.iter().position(|sums| sums.user_name == user_name);
        let index = known.unwrap_or_else(|| {
            self.by_user.push(PersonSums { user_name: user_name.to_owned(), receipts: 0, voids: 0 });
            self.by_user.len() - 1
        });
        &mut self.by_user[index]
    }
}
