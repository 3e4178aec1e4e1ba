//! Payment methods and denominations, which a bar edits in its settings.

mod decide;
mod denominations;
mod payment_method;

pub use decide::{ACCOUNT_MAX, METHODS_MAX, MethodChange, NAME_MAX, change_methods};
pub use denominations::{DENOMINATION_MAX, DENOMINATIONS_MAX, Denomination, DenominationKind, check_denominations, first_denominations};
pub use payment_method::PaymentMethod;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use base::CurrencyCode;

/// The kind of money that a method moves. A method's kind never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum MethodKind {
    /// Notes and coins in the till; change is given from it.
    Cash,
    /// A credit or debit card, on the bank's own terminal.
    Card,
    /// Mobile money.
    Mobile,
    /// A transfer to the bar's bank account.
    Bank,
    /// A cheque.
    Check,
    /// Anything else.
    Other,
}

base::words!(MethodKind);

impl MethodKind {
    /// Whether payments of this kind arrive on an account of the bar, where they are compared with the shift.
    pub fn has_account(self) -> bool {
        matches!(self, MethodKind::Mobile | MethodKind::Bank | MethodKind::Check)
    }

    /// Whether a reference of this kind identifies one transfer of money, and so can be used only once.
    pub fn has_unique_references(self) -> bool {
        matches!(self, MethodKind::Mobile | MethodKind::Bank)
    }
}

/// A payment method. Its id, name and kind never change; it can be switched off but not removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Method {
    /// Made from the name when the method is added, such as `mtn_momo`.
    pub id: String,
    /// What staff and guests read.
    pub name: String,
    pub kind: MethodKind,
    /// Accepted currencies, at least one.
    pub currencies: Vec<CurrencyCode>,
    /// Whether each tender needs a reference, such as the number in the text message of a mobile payment.
    pub reference_required: bool,
    /// The bar's account or number with this method, shown to staff when they take a payment.
    pub account: Option<String>,
    /// Whether new payments may use it.
    pub enabled: bool,
}

/// The id of the method that is always there and gives change.
pub const CASH: &str = "cash";
/// The label of a payment by several methods; no method has this id.
pub const MIXED: &str = "mixed";

/// The methods of a new bar.
pub fn first_methods() -> Vec<Method> {
    let method = |id: &str, name: &str, kind| Method {
        id: id.to_owned(),
        name: name.to_owned(),
        kind,
        currencies: vec![CurrencyCode::Usd, CurrencyCode::Lrd],
        reference_required: false,
        account: None,
        enabled: true,
    };
    vec![
        method(CASH, "Cash", MethodKind::Cash),
        method("card", "Credit/Debit Card", MethodKind::Card),
        method("digital", "Digital Payment", MethodKind::Mobile),
        method("check", "Check", MethodKind::Check),
        method("mobile", "Mobile", MethodKind::Mobile),
    ]
}
