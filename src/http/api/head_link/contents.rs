//! Reads what head office asks for, with the same forms as the box's own requests.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::catalog::PriceChange;
use crate::directives::{DirectiveContent, ProductContent};
use crate::http::api::catalog::products::ProductBody;
use crate::http::api::settings::{self, SettingsBody};
use crate::http::api::staff::users::{self, UserBody};
use crate::parcels::{DirectiveKind, SETTINGS_OF_THE_BOX};
use base::{Code, Decided, RateError, Refusal};
use web::form::{Form, RawField};
use web::password;

/// Longest name of a product or account at head office, in characters.
const CHAIN_ID_MAX: usize = 64;

/// The members that only head office sends.
#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct HeadFields {
    chain_id: RawField,
    product_id: RawField,
    price_owner: RawField,
    rate: RawField,
    number: RawField,
    password: RawField,
}

/// Reads the content of a change: JSON in, what is wanted out.
///
/// # Errors
/// 400 for what cannot be read; 403 for settings that are the box's own.
pub fn read_content(kind: &str, body: &str) -> Decided<DirectiveContent> {
    let known = DirectiveKind::parse(kind);
    let kind = known.ok_or_else(|| Refusal::invalid(format!("This version of Barback does not know a change such as {kind}")))?;
    let body: Value = serde_json::from_str(body).unwrap_or_default();
    let members = body.as_object().ok_or_else(|| Refusal::invalid("The change has no content that can be read"))?;
    if kind == DirectiveKind::SettingsSet {
        let own: Vec<&str> = SETTINGS_OF_THE_BOX.into_iter().filter(|name| members.contains_key(*name)).collect();
        if !own.is_empty() {
            return Err(Refusal::new(Code::Forbidden, format!("The box alone sets {}", own.join(", "))));
        }
    }
    let head: HeadFields = part(&body)?;
    let mut form = Form::default();
    let content = match kind {
        DirectiveKind::CatalogSet => product(&mut form, &head, &part(&body)?),
        DirectiveKind::CatalogArchive => chain_id(&mut form, &head).map(|chain_id| DirectiveContent::ArchiveProduct { chain_id }),
        DirectiveKind::PriceSet => price(&mut form, &head, &part(&body)?),
        DirectiveKind::UserSet => user(&mut form, &head, &part(&body)?),
        DirectiveKind::RateSuggest => {
            let rate = form.rate("rate", &head.rate);
            if rate.is_none() {
                form.reject("rate", RateError);
            }
            rate.map(|rate| DirectiveContent::SuggestRate { rate })
        }
        DirectiveKind::SettingsSet => {
            let body: SettingsBody = part(&body)?;
            Some(DirectiveContent::SetSettings(Box::new(settings::change(&mut form, &body, None))))
        }
        DirectiveKind::Withdraw => form
            .required_id("number", &head.number, "The number of a change is required")
            .map(|number| DirectiveContent::Withdraw { number }),
    };
    form.finish()?;
    content.ok_or_else(|| Refusal::invalid("The change has no content that can be read"))
}

fn part<T: DeserializeOwned>(body: &Value) -> Decided<T> {
    serde_json::from_value(body.clone()).map_err(|error| Refusal::invalid(error.to_string()))
}

fn chain_id(form: &mut Form, head: &HeadFields) -> Option<String> {
    let id = form.required_line("chainId", &head.chain_id, "The name at head office is required")?;
    if id.chars().count() > CHAIN_ID_MAX {
        form.reject("chainId", format!("At most {CHAIN_ID_MAX} characters"));
    }
    Some(id)
}

/// Only what head office owns: stock and how it is handled, section, tax class and whether the menu shows it are the bar's.
fn product(form: &mut Form, head: &HeadFields, body: &ProductBody) -> Option<DirectiveContent> {
    let mut change = body.change(form);
    let chain_id = chain_id(form, head)?;
    if change.name.is_none() {
        form.reject("name", "Product name is required");
    }
    let price = PriceChange { usd: change.price.usd, lrd: change.price.lrd, ..PriceChange::default() };
    let currency = change.currency.take();
    (change.price, change.stock, change.section, change.tax_class, change.is_available) = (PriceChange::default(), None, None, None, None);
    (change.stock_mode, change.floor) = (None, None);
    // What is not named is blank, as it is at head office; a product without a barcode there keeps its own.
    (change.brand, change.description) = (Some(change.brand.flatten()), Some(change.description.flatten()));
    change.barcode = change.barcode.flatten().map(Some);
    let owner =
        form.word("priceOwner", &head.price_owner, |word| matches!(word, "bar" | "chain").then(|| word == "chain"), "Must be bar or chain");
    let product_id = form.id("productId", &head.product_id);
    let owns_price = owner.unwrap_or(false);
    Some(DirectiveContent::SetProduct(Box::new(ProductContent { chain_id, product_id, change, currency, price, owns_price })))
}

/// A price that is not named is not set.
fn price(form: &mut Form, head: &HeadFields, body: &ProductBody) -> Option<DirectiveContent> {
    let change = body.change(form);
    let chain_id = chain_id(form, head)?;
    let (usd, lrd) = (change.price.usd.flatten(), change.price.lrd.flatten());
    Some(DirectiveContent::SetPrice { chain_id, currency: change.currency.unwrap_or_default(), usd, lrd })
}

fn user(form: &mut Form, head: &HeadFields, body: &UserBody) -> Option<DirectiveContent> {
    let profile = users::profile(form, body);
    let chain_id = chain_id(form, head)?;
    let password_hash = form.password("password", &head.password);
    if password_hash.as_ref().is_some_and(|hash| !password::is_hash(hash)) {
        form.reject("password", "Must be a hash as the box makes it (argon2id)");
    }
    Some(DirectiveContent::SetUser { chain_id, profile, password_hash })
}
