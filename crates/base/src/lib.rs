//! Types that every feature uses: money, rates, time, text, refusals, actors. No I/O, no clock, no web framework.

pub mod actor;
pub mod apportion;
pub mod approved;
pub mod bar_time;
pub mod bucket_url;
pub mod business_day;
pub mod currency;
pub mod customer;
pub mod decimal;
pub mod host;
pub mod money;
pub mod network_addresses;
pub mod price;
pub mod rate;
pub mod reference;
pub mod refusal;
pub mod text;
pub mod timestamp;

pub use actor::{Actor, Envelope, Role};
pub use apportion::{apportion, share_up_to};
pub use approved::Approved;
pub use bar_time::{BarMoment, BarTime};
pub use business_day::BusinessDay;
pub use currency::CurrencyCode;
pub use customer::Customer;
pub use money::{Lrd, Money, MoneyError, Usd};
pub use network_addresses::{InterfaceAddress, NetworkAddresses, SecureAddress};
pub use price::{Cash, Price};
pub use rate::{Rate, RateError};
pub use reference::{Reference, bill_number, receipt_number};
pub use refusal::{Code, Decided, Refusal};
pub use timestamp::Timestamp;

/// The methods of an enum whose variants are words of the API and of the journal. It derives strum's `EnumString`,
/// `IntoStaticStr` and `VariantArray`, so that its words stand in one place.
#[macro_export]
macro_rules! words {
    ($name:ident) => {
        impl $name {
            /// All of them, in the order of the enum.
            pub const ALL: [$name; <$name as ::strum::VariantArray>::VARIANTS.len()] =
                match <$name as ::strum::VariantArray>::VARIANTS.first_chunk() {
                    Some(all) => *all,
                    None => unreachable!(),
                };

            /// The word.
            pub fn as_str(self) -> &'static str {
                self.into()
            }

            /// Parses the word; `None` for any other.
            pub fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    };
}
