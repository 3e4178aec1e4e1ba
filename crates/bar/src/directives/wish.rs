//! What a change of head office says, by its kind.

use crate::catalog::{PriceChange, ProductChange};
use crate::settings::SetSettings;
use crate::staff::Profile;
use base::{CurrencyCode, Lrd, Rate, Usd};

/// What head office wants.
#[derive(Debug, Clone)]
pub enum Wish {
    /// `catalog.set`
    SetProduct(Box<ProductWish>),
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

/// A product of the chain.
#[derive(Debug, Clone)]
pub struct ProductWish {
    pub chain_id: String,
    /// The bar's product that it is, where a person at head office has said so.
    pub product_id: Option<u64>,
    /// What head office owns of every product. Without stock and price.
    pub change: ProductChange,
    /// For a new product, and where head office sets the price.
    pub currency: Option<CurrencyCode>,
    pub price: PriceChange,
    /// Whether head office sets the price.
    pub owns_price: bool,
}
