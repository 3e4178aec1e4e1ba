//! The word for how something was paid.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// The id of a payment method, or `mixed` for a payment by several.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct PaymentMethod(Cow<'static, str>);

impl PaymentMethod {
    /// Notes and coins.
    pub const CASH: PaymentMethod = PaymentMethod(Cow::Borrowed(super::CASH));
    /// Credit or debit card.
    pub const CARD: PaymentMethod = PaymentMethod(Cow::Borrowed("card"));
    /// Mobile money, as quick sales call it.
    pub const DIGITAL: PaymentMethod = PaymentMethod(Cow::Borrowed("digital"));
    /// A cheque.
    pub const CHECK: PaymentMethod = PaymentMethod(Cow::Borrowed("check"));
    /// Mobile money, as orders call it.
    pub const MOBILE: PaymentMethod = PaymentMethod(Cow::Borrowed("mobile"));
    /// Several methods in one payment.
    pub const MIXED: PaymentMethod = PaymentMethod(Cow::Borrowed(super::MIXED));

    /// The words that every bar has, in the order in which reports list them.
    pub const FIRST: [PaymentMethod; 6] = [Self::CASH, Self::CARD, Self::DIGITAL, Self::CHECK, Self::MOBILE, Self::MIXED];
    /// What credit may be paid with, besides added methods.
    pub const FOR_CREDIT: &[PaymentMethod] = &Self::FIRST;
    /// What a sale at the counter may be paid with, besides added methods.
    pub const FOR_SALES: &[PaymentMethod] = &[Self::CASH, Self::CARD, Self::DIGITAL, Self::CHECK];
    /// What an order may be paid with, besides added methods.
    pub const FOR_ORDERS: &[PaymentMethod] = &[Self::CASH, Self::CARD, Self::MOBILE, Self::MIXED];

    /// The method with this id, whether there is one or not.
    pub fn named(id: &str) -> Self {
        let first = Self::FIRST.into_iter().find(|word| word.as_str() == id);
        first.unwrap_or_else(|| PaymentMethod(Cow::Owned(id.to_owned())))
    }

    /// The word as it travels.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The method whose money it stands for: `mixed` given as a word says of its money that it is cash.
    pub fn of_tender(&self) -> PaymentMethod {
        if *self == Self::MIXED { Self::CASH } else { self.clone() }
    }
}

impl Default for PaymentMethod {
    fn default() -> Self {
        Self::CASH
    }
}

/// Reads a word; the first ones need no memory of their own.
impl<'de> Deserialize<'de> for PaymentMethod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = PaymentMethod;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the id of a payment method")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<PaymentMethod, E> {
                Ok(PaymentMethod::named(text))
            }
        }
        deserializer.deserialize_str(Word)
    }
}
