//! Parts of commands: who acts, for whom, and what is paid.

use barback::payments::PaymentRequest;
use base::{Actor, Cash, Customer, Lrd, Price, Rate, Usd};

use crate::action::{Money, Seller};

/// Customers; the first three are spellings of the same one.
pub const CUSTOMERS: [(&str, Option<&str>); 5] = [
    ("Musu Kpadeh", Some("0770")),
    ("MUSU  kpadeh", Some("0770")),
    ("musu kpadeh", Some(" 0770 ")),
    ("Musu Kpadeh", None),
    ("James", Some("0880")),
];

pub fn actor(seller: Seller) -> Actor {
    Actor { id: seller.id, name: format!("user{}", seller.id), role: seller.role }
}

pub fn named(customer: usize) -> Customer {
    let (name, phone) = CUSTOMERS[customer % CUSTOMERS.len()];
    Customer::new(name, phone).expect("a name")
}

pub fn tender(money: &Money, owed: Price) -> PaymentRequest {
    let owed = money.owed.map(|currency| owed.charged_in(currency)).unwrap_or_default();
    let extra = Cash { usd: Usd::minor(money.usd), lrd: Lrd::minor(money.lrd) };
    PaymentRequest { change_in: money.change_in, ..PaymentRequest::amounts(money.method.clone(), owed + extra) }
}

pub fn rate(scaled: u64) -> Rate {
    Rate::parse(&format!("{}.{:04}", scaled / 10_000, scaled % 10_000)).expect("a rate")
}
