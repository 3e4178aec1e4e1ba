//! Paying credit: one item, everything of a customer, or so much of a tab.

use serde_json::json;

use super::{CreditItem, CreditPaid, CreditShare, CreditStatus, tab_items, tabs_named};
use crate::base::text::fold;
use crate::base::{Code, Customer, Decided, Envelope, Rate, Refusal};
use crate::orders::OrderContext;
use crate::orders::pay::bill;
use crate::payments::{Change, Debt, Payment, Tender, due, lay, worth};
use crate::sales::{PaymentMethod, SaleLine};
use crate::store::{Stored, View};

/// Takes money for one credit item.
#[derive(Debug, Clone)]
pub struct PayCredit {
    /// Which.
    pub credit_id: u64,
    /// What is put on the counter; none: what is due, in the currency of the line.
    pub tender: Option<Tender>,
    /// How, where no tender says so.
    pub method: PaymentMethod,
    /// The rate that the phone reckoned with.
    pub rate: Option<Rate>,
}

/// Who pays, as far as was said.
#[derive(Debug, Clone)]
pub struct Payer {
    /// The name, compared without case.
    pub name: String,
    /// Which of the customers of that name.
    pub phone: PayerPhone,
}

impl Payer {
    /// This customer and no other.
    pub fn exactly(customer: Customer) -> Self {
        Payer { name: customer.name, phone: customer.phone.map_or(PayerPhone::Without, PayerPhone::Is) }
    }
}

/// What tells customers of one name apart.
#[derive(Debug, Clone)]
pub enum PayerPhone {
    /// Nothing was said: right where the name is one customer's alone.
    Unsaid,
    /// The one without a phone.
    Without,
    /// The one with this phone.
    Is(String),
}

/// Takes money for a customer's tab.
#[derive(Debug, Clone)]
pub struct PayTab {
    /// Who.
    pub payer: Payer,
    /// What is put on the counter; none: all that is due, each debt in the currency of its line.
    pub tender: Option<Tender>,
    /// How, where no tender says so.
    pub method: PaymentMethod,
    /// The rate that the phone reckoned with.
    pub rate: Option<Rate>,
}

/// The rules of one item.
pub fn pay_credit(command: &PayCredit, item: Option<&CreditItem>, context: &OrderContext, envelope: &Envelope) -> Decided<Vec<CreditPaid>> {
    let item = item.ok_or_else(|| Refusal::not_found("credit item"))?;
    match item.status {
        CreditStatus::Paid => return Err(already_paid()),
        CreditStatus::Voided => return Err(Refusal::conflict("This credit item is voided")),
        CreditStatus::Active => {}
    }
    same_rate(command.rate, context)?;
    Ok(vec![pay(std::slice::from_ref(item), command.tender.as_ref(), command.method, context, envelope)?])
}

/// What customers of one name owe.
#[derive(Debug)]
pub struct Owed {
    /// Their active items, oldest first.
    pub active: Vec<CreditItem>,
    /// Whether one of them has a tab on which nothing is owed.
    pub settled: bool,
}

/// Loads what [`pay_tab`] looks at.
pub fn load_owed(view: &dyn View, name: &str) -> Stored<Owed> {
    let mut owed = Owed { active: Vec::new(), settled: false };
    for row in tabs_named(view, name)? {
        owed.settled |= row.settled_at.is_some();
        owed.active.extend(tab_items(view, &row)?.into_iter().filter(|item| item.status == CreditStatus::Active));
    }
    owed.active.sort_by_key(|item| item.id);
    Ok(owed)
}

/// The rules of a tab.
pub fn pay_tab(command: &PayTab, owed: &Owed, context: &OrderContext, envelope: &Envelope) -> Decided<Vec<CreditPaid>> {
    let items = of_payer(&command.payer, &owed.active)?;
    if items.is_empty() {
        return Err(if owed.settled { already_paid() } else { Refusal::not_found("tab") });
    }
    same_rate(command.rate, context)?;
    Ok(vec![pay(&items, command.tender.as_ref(), command.method, context, envelope)?])
}

fn same_rate(claimed: Option<Rate>, context: &OrderContext) -> Decided<()> {
    if claimed.is_some_and(|claimed| claimed != context.rate) { Err(Refusal::rate_changed(context.rate)) } else { Ok(()) }
}

fn already_paid() -> Refusal {
    Refusal::new(Code::AlreadyPaid, "This is already paid")
}

/// The items of the one customer who is meant; two customers of one name must be told apart by their phones.
fn of_payer(payer: &Payer, active: &[CreditItem]) -> Decided<Vec<CreditItem>> {
    let wanted = match &payer.phone {
        PayerPhone::Unsaid => return of_the_only_one(active),
        PayerPhone::Without => None,
        PayerPhone::Is(phone) => Some(fold(phone)),
    };
    let same = |customer: &Customer| customer.phone.as_deref().map(fold) == wanted;
    Ok(active.iter().filter(|item| same(&item.customer)).cloned().collect())
}

fn of_the_only_one(active: &[CreditItem]) -> Decided<Vec<CreditItem>> {
    let mut candidates: Vec<&Customer> = Vec::new();
    for item in active {
        if !candidates.iter().any(|known| known.key() == item.customer.key()) {
            candidates.push(&item.customer);
        }
    }
    if candidates.len() > 1 {
        let candidates: Vec<_> =
            candidates.iter().map(|one| json!({ "customerId": one.id(), "customerName": one.name, "customerPhone": one.phone })).collect();
        let refusal = Refusal::new(Code::AmbiguousCustomer, "Several customers have this name. Please give the phone.");
        return Err(refusal.with("candidates", json!(candidates)));
    }
    Ok(active.to_vec())
}

fn pay(
    items: &[CreditItem],
    tender: Option<&Tender>,
    method: PaymentMethod,
    context: &OrderContext,
    envelope: &Envelope,
) -> Decided<CreditPaid> {
    let debts: Vec<Debt> = items.iter().map(|item| item.debt).collect();
    let in_full = Tender { amount: due(debts.iter()), method, change_in: None, notes: None };
    let (tender, laid) = match tender {
        Some(tender) => {
            tender.check()?;
            (tender, lay(&debts, tender.amount, context.rate))
        }
        None => (&in_full, lay(&debts, in_full.amount, context.rate).in_full()),
    };
    let change = Change::of(laid.excess, context.rate, tender.change_in(), context.cash_step);
    let customer = items.first().map(|item| item.customer.clone());
    let payment = Payment {
        id: context.next_payment_id,
        order_id: None,
        customer: customer.clone(),
        tendered: tender.amount,
        change: change.given,
        rounding: change.rounding,
        rate: context.rate,
        method: tender.method,
        notes: tender.notes.clone(),
        refunds: None,
    };
    // When nothing is owed any more, that holds for what was free too, though no money was laid on it.
    let touched = items.iter().zip(&laid.debts).filter(|(item, debt)| item.debt != **debt || laid.settled);
    let shares = touched.clone().map(|(item, debt)| CreditShare {
        credit_id: item.id,
        debt: *debt,
        value_usd: worth(debt.got + -item.debt.got, context.rate).usd,
    });
    let settled: Vec<SaleLine> =
        touched.clone().filter(|(_, debt)| debt.is_settled()).map(|(item, _)| sale_line(item, tender.method)).collect();
    let sale = (!settled.is_empty()).then(|| bill(settled, customer, context, envelope, tender.method, payment.tendered, payment.change));
    Ok(CreditPaid { shares: shares.collect(), payment, sale })
}

fn sale_line(item: &CreditItem, method: PaymentMethod) -> SaleLine {
    SaleLine { credit_id: Some(item.id), method, ..item.line.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_one_customer_is_told_from_others_of_that_name() {
        let payer = |phone: Option<&str>| Payer::exactly(Customer { name: "Musu".to_owned(), phone: phone.map(str::to_owned) });
        assert!(matches!(payer(Some("0770")), Payer { name, phone: PayerPhone::Is(phone) } if name == "Musu" && phone == "0770"));
        assert!(
            matches!(payer(None), Payer { name, phone: PayerPhone::Without } if name == "Musu"),
            "the one without a phone, not anybody"
        );
    }
}
