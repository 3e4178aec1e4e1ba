//! The word for how something was paid.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The id of a payment method, or `mixed` for a payment by several.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// As it stands in rows: the first words take one byte, and need no memory of their own when they are read.
#[derive(Serialize, Deserialize)]
enum Short<'a> {
    Cash,
    Card,
    Digital,
    Check,
    Mobile,
    Mixed,
    #[serde(borrow)]
    Named(Cow<'a, str>),
}

impl Serialize for PaymentMethod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.serialize_str(self.as_str());
        }
        let short = match PaymentMethod::FIRST.iter().position(|first| first == self) {
            Some(0) => Short::Cash,
            Some(1) => Short::Card,
            Some(2) => Short::Digital,
            Some(3) => Short::Check,
            Some(4) => Short::Mobile,
            Some(5) => Short::Mixed,
            _ => Short::Named(Cow::Borrowed(self.as_str())),
        };
        short.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PaymentMethod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return Ok(PaymentMethod::named(&Cow::<str>::deserialize(deserializer)?));
        }
        Ok(match Short::deserialize(deserializer)? {
            Short::Cash => PaymentMethod::CASH,
            Short::Card => PaymentMethod::CARD,
            Short::Digital => PaymentMethod::DIGITAL,
            Short::Check => PaymentMethod::CHECK,
            Short::Mobile => PaymentMethod::MOBILE,
            Short::Mixed => PaymentMethod::MIXED,
            Short::Named(id) => PaymentMethod::named(&id),
        })
    }
}
