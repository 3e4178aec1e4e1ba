//! What a directive says, checked by its kind. Only known members are kept, in one spelling.

mod settings;
mod user;

use serde_json::{Value, json};

use crate::catalog::fields::ProductFields;
use crate::directives::members::{Members, PRICE_MISSING, money, price_body};
use backup::parcels::DirectiveKind;
use web::form::{Form, RawField};

/// Longest id of a product or user of the chain, in bytes.
const CHAIN_ID_MAX: usize = 64;
/// Largest body, in bytes: a hundred of them fit in one answer to a box.
const BODY_BYTES_MAX: usize = 64 * 1024;
/// A checked body.
#[derive(Debug, Default)]
pub struct Checked {
    /// As the box gets it, but for the password.
    pub body: Value,
    /// The product of a `catalog.set`.
    pub product: Option<ProductFields>,
    /// The new password of a `user.set`, before it is hashed.
    pub password: Option<String>,
}

/// Checks a body.
pub fn check(form: &mut Form, kind: DirectiveKind, field: &RawField) -> Checked {
    let Some(Value::Object(object)) = field.value() else {
        form.reject("body", "Must be an object");
        return Checked::default();
    };
    if field.value().is_some_and(|body| body.to_string().len() > BODY_BYTES_MAX) {
        form.reject("body", format!("Must be at most {BODY_BYTES_MAX} bytes"));
    }
    let members = Members::of(object);
    let body = match kind {
        DirectiveKind::CatalogSet => return catalog_set(form, &members),
        DirectiveKind::UserSet => return user::user_set(form, &members),
        DirectiveKind::CatalogArchive => {
            members.refuse_others(form, &["chainId"]);
            json!({ "chainId": chain_id(form, &members) })
        }
        DirectiveKind::PriceSet => price_set(form, &members),
        DirectiveKind::RateSuggest => {
            members.refuse_others(form, &["rate"]);
            json!({ "rate": rate_text(form, &members.get("rate")) })
        }
        DirectiveKind::SettingsSet => settings::settings_set(form, object),
        DirectiveKind::Withdraw => {
            form.reject("kind", "A change is withdrawn with DELETE");
            Value::Null
        }
    };
    Checked { body, ..Checked::default() }
}

fn catalog_set(form: &mut Form, members: &Members<'_>) -> Checked {
    members.refuse_others(form, &[&["chainId", "productId"], ProductFields::NAMES.as_slice()].concat());
    let chain_id = chain_id(form, members);
    let product_id = form.id("productId", &members.get("productId"));
    let product = ProductFields::read(form, members);
    let body = product.body(&chain_id, product_id, true);
    Checked { body, product: Some(product), ..Checked::default() }
}

fn price_set(form: &mut Form, members: &Members<'_>) -> Value {
    members.refuse_others(form, &["chainId", "currency", "priceUSD", "priceLRD"]);
    let chain_id = chain_id(form, members);
    let currency = form.currency("currency", &members.get("currency")).unwrap_or_default();
    let (usd, lrd) = money(form, members);
    if usd.is_none() && lrd.is_none() {
        form.reject("priceUSD", PRICE_MISSING);
    }
    price_body(&chain_id, currency, usd, lrd)
}

/// The id of a product or user of the chain.
fn chain_id(form: &mut Form, members: &Members<'_>) -> String {
    let id = form.required_line("chainId", &members.get("chainId"), "chainId is required").unwrap_or_default();
    if id.len() > CHAIN_ID_MAX {
        form.reject("chainId", format!("chainId must be at most {CHAIN_ID_MAX} bytes"));
    }
    id
}

/// An exchange rate in its shortest spelling.
fn rate_text(form: &mut Form, field: &RawField) -> String {
    if field.value().is_none() {
        form.reject("rate", "Please enter a valid exchange rate");
    }
    form.rate("rate", field).map(|rate| rate.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(kind: DirectiveKind, body: &Value) -> Option<Value> {
        let mut form = Form::default();
        let checked = check(&mut form, kind, &RawField::of(Some(body.clone())));
        form.finish().ok().map(|()| checked.body)
    }

    #[test]
    fn bodies_are_kept_in_one_spelling() {
        use DirectiveKind::{CatalogArchive, PriceSet, RateSuggest};
        assert_eq!(checked(RateSuggest, &json!({ "rate": 195.50 })), Some(json!({ "rate": "195.5" })));
        let price = json!({ "chainId": " beer ", "priceUSD": 3, "priceLRD": null });
        let kept = json!({ "chainId": "beer", "currency": "USD", "priceUSD": "3.00", "priceLRD": null });
        assert_eq!(checked(PriceSet, &price), Some(kept));
        assert_eq!(checked(CatalogArchive, &json!({ "chainId": "beer" })), Some(json!({ "chainId": "beer" })));
    }

    #[test]
    fn mistakes_are_told() {
        use DirectiveKind::{CatalogArchive, CatalogSet, PriceSet, RateSuggest, SettingsSet, UserSet, Withdraw};
        for (kind, body) in [
            (RateSuggest, json!({})),
            (RateSuggest, json!({ "rate": 0 })),
            (RateSuggest, json!({ "rate": 190, "other": 1 })),
            (PriceSet, json!({ "chainId": "beer" })),
            (PriceSet, json!({ "priceUSD": 3 })),
            (PriceSet, json!({ "chainId": "x".repeat(65), "priceUSD": 3 })),
            (PriceSet, json!({ "chainId": "beer", "priceUSD": -3 })),
            (CatalogArchive, json!([])),
            (CatalogSet, json!({ "chainId": "beer" })),
            (CatalogSet, json!({ "chainId": "beer", "name": "Beer", "stock": 3 })),
            (UserSet, json!({ "chainId": "jane", "username": "jo" })),
            (UserSet, json!({ "chainId": "jane", "username": "jane", "role": "owner" })),
            (UserSet, json!({ "chainId": "jane", "username": "jane", "password": "12345" })),
            (SettingsSet, json!({})),
            (SettingsSet, json!({ "timeZone": "Africa/Monrovia" })),
            (SettingsSet, json!({ "colour": "red" })),
            (Withdraw, json!({ "number": 1 })),
        ] {
            assert_eq!(checked(kind, &body), None, "{body}");
        }
    }

    #[test]
    fn settings_pass_as_they_are() {
        let body = json!({ "thankYouMessage": "Come again", "cash": { "mode": "open" } });
        assert_eq!(checked(DirectiveKind::SettingsSet, &body), Some(body));
    }
}
