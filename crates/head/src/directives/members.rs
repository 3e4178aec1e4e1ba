//! The members of what a directive says, and its prices.

use serde_json::{Map, Value, json};

use base::{CurrencyCode, Lrd, Usd};
use web::form::{Form, RawField};

/// Error where no price is set.
pub const PRICE_MISSING: &str = "Please set at least one price (USD or LRD)";

/// The members of a body.
pub struct Members<'b>(&'b Map<String, Value>);

impl<'b> Members<'b> {
    /// The members of an object.
    pub fn of(object: &'b Map<String, Value>) -> Self {
        Members(object)
    }

    /// A member, present or not.
    pub fn get(&self, name: &str) -> RawField {
        RawField::of(self.0.get(name).cloned())
    }

    /// Refuses members besides those with these `names`: a slip of the pen would be lost otherwise.
    pub fn refuse_others(&self, form: &mut Form, names: &[&str]) {
        for name in self.0.keys().filter(|name| !names.contains(&name.as_str())) {
            form.reject(name, "There is no such field");
        }
    }
}

/// The body of a `price.set`.
pub fn price_body(chain_id: &str, currency: CurrencyCode, usd: Option<Usd>, lrd: Option<Lrd>) -> Value {
    let (usd, lrd) = (usd.map(|usd| usd.to_string()), lrd.map(|lrd| lrd.to_string()));
    json!({ "chainId": chain_id, "currency": currency.as_str(), "priceUSD": usd, "priceLRD": lrd })
}

/// `priceUSD` and `priceLRD`.
pub fn money(form: &mut Form, members: &Members<'_>) -> (Option<Usd>, Option<Lrd>) {
    (form.money("priceUSD", &members.get("priceUSD")), form.money("priceLRD", &members.get("priceLRD")))
}
