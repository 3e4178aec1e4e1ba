//! Content of a directive (a change that head office asks for), parsed by its kind.

use crate::catalog::{PriceChange, ProductChange};
use crate::settings::SetSettings;
use crate::staff::Profile;
use base::{CurrencyCode, Lrd, Rate, Usd};

/// The parsed content of a directive. Each variant names its kind in the parcel.
#[derive(Debug, Clone)]
pub enum DirectiveContent {
    /// `catalog.set`
    SetProduct(Box<ProductContent>),
    /// `catalog.archive`
    ArchiveProduct { chain_id: String },
    /// `price.set`
    SetPrice { chain_id: String, currency: CurrencyCode, usd: Option<Usd>, lrd: Option<Lrd> },
    /// `user.set`
    SetUser {
        chain_id: String,
        profile: Profile,
        /// argon2id in PHC format; `None` keeps the password.
        password_hash: Option<String>,
    },
    /// `rate.suggest`
    SuggestRate { rate: Rate },
    /// `settings.set`
    SetSettings(Box<SetSettings>),
    /// `withdraw`
    Withdraw { number: u64 },
}

/// Content of `catalog.set`: a product that head office adds to the bar or changes.
#[derive(Debug, Clone)]
pub struct ProductContent {
    pub chain_id: String,
    /// The existing product of the bar that becomes this one, if a person at head office chose it.
    pub product_id: Option<u64>,
    /// The fields that head office sets for every product. Stock, section and availability are the bar's, and the price is below.
    pub change: ProductChange,
    /// Currency and price of a new product; of an existing one only if `owns_price`.
    pub currency: Option<CurrencyCode>,
    pub price: PriceChange,
    /// Whether head office, and not the bar, sets the price from now on.
    pub owns_price: bool,
}
