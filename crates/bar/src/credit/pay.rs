//! Decides payments on credit: on one item, or on all of a customer's tab or a part of it.

use serde_json::json;

use super::{CreditItem, CreditPaid, CreditShare, CreditStatus, KnownCustomer};
use crate::payments::{
    Allocation, Coverage, Debt, Payment, PaymentRequest, Settled, TillContext, remaining, settle, sum_of, value_in_both,
};
use crate::sales::{SaleLine, SaleRecorded, SettlementPayment, StillOpen, readings_of, settled_sale};
use crate::tax::TaxExemption;
use base::{Code, Customer, Decided, Refusal};

/// Takes a payment on one credit item.
#[derive(Debug, Clone)]
pub struct PayCredit {
    pub credit_id: u64,
    pub payment: PaymentRequest,
}

/// The customer whose tab is paid, as far as the request says.
#[derive(Debug, Clone)]
pub struct Payer {
    /// The name, compared folded.
    pub name: String,
    /// Tells customers of that name apart.
    pub phone: PayerPhone,
}

impl Payer {
    /// Exactly this customer.
    pub fn exactly(customer: Customer) -> Self {
        Payer { name: customer.name, phone: customer.phone.map_or(PayerPhone::Without, PayerPhone::Is) }
    }
}

/// The phone number in a request, which tells customers of one name apart.
#[derive(Debug, Clone)]
pub enum PayerPhone {
    /// Not given: enough if only one customer with that name owes anything.
    NotGiven,
    /// The customer without a phone number.
    Without,
    /// The customer with this phone number.
    Is(String),
}

/// Takes a payment on a customer's tab.
#[derive(Debug, Clone)]
pub struct PayTab {
    pub payer: Payer,
    pub payment: PaymentRequest,
    /// Whether it must cover all that is owed.
    pub coverage: Coverage,
}

/// Decides a payment on one item.
///
/// # Errors
/// 404 for an unknown item; 409 `already_paid`, `rate_changed`, `price_changed` for another grand total, or `conflict` for a voided item; and those of [`settle`].
pub fn pay_credit(command: &PayCredit, item: Option<&CreditItem>, till: &TillContext) -> Decided<Vec<CreditPaid>> {
    command.payment.check(till)?;
    let item = item.ok_or_else(|| Refusal::not_found("credit item"))?;
    match item.status {
        CreditStatus::Paid => return Err(already_paid()),
        CreditStatus::Voided => return Err(Refusal::conflict("This credit item is voided")),
        CreditStatus::Active => {}
    }
    command.payment.check_rate(till.rate)?;
    command.payment.grand_total.check(item.line.gross())?;
    Ok(vec![pay(std::slice::from_ref(item), &command.payment, Coverage::Partial, till)?])
}

/// Data that [`pay_tab`] needs: what the payer owes, or the customers of one name if the phone is not given.
#[derive(Debug)]
pub struct Owed {
    /// Their active items, oldest first.
    pub active: Vec<CreditItem>,
    /// Those who owe something; the one with the oldest item first.
    pub customers: Vec<KnownCustomer>,
    /// Whether one of them has a settled tab.
    pub settled: bool,
}

/// Decides a payment on a tab.
///
/// # Errors
/// 404 for an unknown tab; 409 `already_paid`, `rate_changed`, `price_changed` for another grand total of what is owed, or `ambiguous_customer` with the candidates; and those of
/// [`settle`].
pub fn pay_tab(command: &PayTab, owed: &Owed, till: &TillContext) -> Decided<Vec<CreditPaid>> {
    command.payment.check(till)?;
    let items = of_payer(owed)?;
    if items.is_empty() {
        return Err(if owed.settled { already_paid() } else { Refusal::not_found("tab") });
    }
    command.payment.check_rate(till.rate)?;
    command.payment.grand_total.check(items.iter().map(|item| item.line.gross()).sum())?;
    Ok(vec![pay(items, &command.payment, command.coverage, till)?])
}

fn already_paid() -> Refusal {
    Refusal::new(Code::AlreadyPaid, "This is already paid")
}

/// The items of the payer. Customers of one name are told apart by their phone numbers.
fn of_payer(owed: &Owed) -> Decided<&[CreditItem]> {
    if owed.customers.len() > 1 {
        let candidate = |known: &KnownCustomer| {
            let Customer { name, phone } = &known.customer;
            json!({ "customerId": known.id, "customerName": name, "customerPhone": phone })
        };
        let candidates: Vec<_> = owed.customers.iter().map(candidate).collect();
        let refusal = Refusal::new(Code::AmbiguousCustomer, "Several customers have this name. Please give the phone.");
        return Err(refusal.with("candidates", json!(candidates)));
    }
    Ok(&owed.active)
}

/// Allocates the payment to `items`; those that it settles become one sale.
fn pay(items: &[CreditItem], request: &PaymentRequest, coverage: Coverage, till: &TillContext) -> Decided<CreditPaid> {
    let debts: Vec<Debt> = items.iter().map(|item| item.debt).collect();
    let readings = readings_of(items.iter().map(|item| (&item.line, &item.debt)), till.rate);
    let Settled { payment, debts, allocations, settled } = settle(request, &debts, &readings, &[], coverage, till)?;
    let customer = items.first().map(|item| item.customer.clone());
    let open = (!settled).then(|| StillOpen {
        on_account: debts.iter().zip(&allocations).filter(|(debt, _)| !debt.is_settled()).map(|(_, new)| sum_of(new)).sum(),
        still_owed: remaining(debts.iter(), till.rate),
    });
    let mut payment = Payment { customer: customer.clone(), ..payment };
    // When nothing is owed any more, free items are settled too, though no money was allocated to them.
    let all = items.iter().zip(debts.iter().zip(allocations));
    let touched: Vec<_> = all.filter(|(item, (after, _))| item.debt != **after || settled).collect();
    let mut shares = Vec::with_capacity(touched.len());
    let mut lines = Vec::new();
    for (item, (after, new)) in touched {
        let allocations: Vec<Allocation> = item.line.allocations.iter().copied().chain(new).collect();
        if after.is_settled() {
            let (method, allocations) = (payment.method.clone(), allocations.clone());
            lines.push(SaleLine { credit_id: Some(item.id), method, allocations, ..item.line.clone() });
        }
        let value_usd = value_in_both(after.paid + -item.debt.paid, till.rate).usd;
        shares.push(CreditShare { credit_id: item.id, outstanding: after.outstanding, allocations, value_usd });
    }
    let sale = (!lines.is_empty()).then(|| {
        let (tendered, change) = (payment.tendered(), payment.change);
        let paid = SettlementPayment { payment_id: Some(payment.id), method: payment.method.clone(), tendered, change, open };
        let exemption = lines_exempt(items, &lines);
        SaleRecorded { buyer: request.buyer.clone(), exemption, ..settled_sale(lines, customer, paid, till) }
    });
    payment.receipt_number = sale.as_ref().map(|sale| sale.receipt_number.clone());
    Ok(CreditPaid { payment, shares, sale })
}

/// Why lines of a sale are exempt: that of the oldest of the items that they were.
fn lines_exempt(items: &[CreditItem], lines: &[SaleLine]) -> Option<TaxExemption> {
    let is_sold = |item: &&CreditItem| lines.iter().any(|line| line.credit_id == Some(item.id));
    items.iter().filter(is_sold).find_map(|item| item.exemption.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_payer_is_one_customer_with_or_without_a_phone() {
        let payer = |phone: Option<&str>| Payer::exactly(Customer { name: "Musu".to_owned(), phone: phone.map(str::to_owned) });
        assert!(matches!(payer(Some("0770")), Payer { name, phone: PayerPhone::Is(phone) } if name == "Musu" && phone == "0770"));
        assert!(
            matches!(payer(None), Payer { name, phone: PayerPhone::Without } if name == "Musu"),
            "the one without a phone, not any customer of that name"
        );
    }
}
