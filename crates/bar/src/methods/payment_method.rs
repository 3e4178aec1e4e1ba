//! Label of a payment: the id of a payment method, or `mixed`.

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
    /// Mobile money, under the name that counter sales use.
    pub const DIGITAL: PaymentMethod = PaymentMethod(Cow::Borrowed("digital"));
    /// A cheque.
    pub const CHECK: PaymentMethod = PaymentMethod(Cow::Borrowed("check"));
    /// Mobile money, under the name that orders use.
    pub const MOBILE: PaymentMethod = PaymentMethod(Cow::Borrowed("mobile"));
    /// Several methods in one payment.
    pub const MIXED: PaymentMethod = PaymentMethod(Cow::Borrowed(super::MIXED));

    /// The labels that every bar has, in the order in which reports list them.
    pub const FIRST: [PaymentMethod; 6] = [Self::CASH, Self::CARD, Self::DIGITAL, Self::CHECK, Self::MOBILE, Self::MIXED];
    /// Labels for payments on credit, besides added methods.
    pub const FOR_CREDIT: &[PaymentMethod] = &Self::FIRST;
    /// Labels for counter sales, besides added methods.
    pub const FOR_SALES: &[PaymentMethod] = &[Self::CASH, Self::CARD, Self::DIGITAL, Self::CHECK];
    /// Labels for payments on orders, besides added methods.
    pub const FOR_ORDERS: &[PaymentMethod] = &[Self::CASH, Self::CARD, Self::MOBILE, Self::MIXED];

    /// The method with this id; it need not exist.
    pub fn named(id: &str) -> Self {
        let first = Self::FIRST.into_iter().find(|label| label.as_str() == id);
        first.unwrap_or_else(|| PaymentMethod(Cow::Owned(id.to_owned())))
    }

    /// The id, as in the API and the journal.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The method of tenders under this label: cash for `mixed`, else itself.
    pub fn of_tender(&self) -> PaymentMethod {
        if *self == Self::MIXED { Self::CASH } else { self.clone() }
    }
}

impl Default for PaymentMethod {
    fn default() -> Self {
        Self::CASH
    }
}

/// A label in rows: the [`FIRST`](PaymentMethod::FIRST) ones take one byte, and no heap memory when they are read.
#[derive(Serialize, Deserialize)]
enum StoredLabel<'a> {
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
        let stored = match PaymentMethod::FIRST.iter().position(|first| first == self) {
            Some(0) => StoredLabel::Cash,
            Some(1) => StoredLabel::Card,
            Some(2) => StoredLabel::Digital,
            Some(3) => StoredLabel::Check,
            Some(4) => StoredLabel::Mobile,
            Some(5) => StoredLabel::Mixed,
            _ => StoredLabel::Named(Cow::Borrowed(self.as_str())),
        };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PaymentMethod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return Ok(PaymentMethod::named(&Cow::<str>::deserialize(deserializer)?));
        }
        Ok(match StoredLabel::deserialize(deserializer)? {
            StoredLabel::Cash => PaymentMethod::CASH,
            StoredLabel::Card => PaymentMethod::CARD,
            StoredLabel::Digital => PaymentMethod::DIGITAL,
            StoredLabel::Check => PaymentMethod::CHECK,
            StoredLabel::Mobile => PaymentMethod::MOBILE,
            StoredLabel::Mixed => PaymentMethod::MIXED,
            StoredLabel::Named(id) => PaymentMethod::named(&id),
        })
    }
}
