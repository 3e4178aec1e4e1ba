//! The fields of a product of the chain.

use serde::Serialize;
use serde_json::{Map, Value, json};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::directives::members::{Members, PRICE_MISSING, money, price_body};
use bar::catalog::Category;
use base::{CurrencyCode, Lrd, Usd};
use web::form::Form;

const OWNER_WORDS: &str = "Must be bar or chain";

/// Who sets the price of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum PriceOwner {
    /// Each bar.
    #[default]
    Bar,
    /// Head office.
    Chain,
}

base::words!(PriceOwner);

/// What head office says of a product.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProductFields {
    pub name: String,
    pub brand: Option<String>,
    /// `None`: each bar has its own.
    pub barcode: Option<String>,
    pub category: Category,
    pub description: Option<String>,
    /// Id of a tax class; `None`: each bar's own choice.
    pub tax_class: Option<String>,
    pub price_owner: PriceOwner,
    /// The currency that it is priced in.
    pub currency: CurrencyCode,
    pub price_usd: Option<Usd>,
    pub price_lrd: Option<Lrd>,
}

impl ProductFields {
    /// Their names in bodies.
    pub const NAMES: [&str; 10] =
        ["name", "brand", "barcode", "category", "description", "taxClass", "priceOwner", "currency", "priceUSD", "priceLRD"];

    /// Reads and checks the fields.
    pub fn read(form: &mut Form, members: &Members<'_>) -> Self {
        let categories = "Must be drinks, food, cigars or uncategorized";
        let (price_usd, price_lrd) = money(form, members);
        let fields = ProductFields {
            name: form.required_line("name", &members.get("name"), "Product name is required").unwrap_or_default(),
            brand: form.line("brand", &members.get("brand")),
            barcode: form.line("barcode", &members.get("barcode")),
            category: form.word("category", &members.get("category"), Category::parse, categories).unwrap_or_default(),
            description: form.notes("description", &members.get("description")),
            tax_class: form.line("taxClass", &members.get("taxClass")),
            price_owner: form.word("priceOwner", &members.get("priceOwner"), PriceOwner::parse, OWNER_WORDS).unwrap_or_default(),
            currency: form.currency("currency", &members.get("currency")).unwrap_or_default(),
            price_usd,
            price_lrd,
        };
        if fields.price_owner == PriceOwner::Chain && price_usd.is_none() && price_lrd.is_none() {
            form.reject("priceUSD", PRICE_MISSING);
        }
        fields
    }

    /// The fields under their names, as stored.
    pub fn json(&self) -> Map<String, Value> {
        let values = [
            json!(self.name),
            json!(self.brand),
            json!(self.barcode),
            json!(self.category.as_str()),
            json!(self.description),
            json!(self.tax_class),
            json!(self.price_owner.as_str()),
            json!(self.currency.as_str()),
            json!(self.price_usd.map(|price| price.to_string())),
            json!(self.price_lrd.map(|price| price.to_string())),
        ];
        Self::NAMES.into_iter().map(str::to_owned).zip(values).collect()
    }

    /// Reads what [`ProductFields::json`] made; `None` for anything else.
    pub fn of_json(stored: &Value) -> Option<Self> {
        let mut form = Form::default();
        let fields = ProductFields::read(&mut form, &Members::of(stored.as_object()?));
        form.finish().ok().map(|()| fields)
    }

    /// The body of a `catalog.set`. A barcode and a tax class that head office leaves to the bars are left out, and so is the price where
    /// it stays as it is.
    pub fn body(&self, chain_id: &str, product_id: Option<u64>, with_price: bool) -> Value {
        let mut body = self.json();
        body.retain(|name, value| match name.as_str() {
            "barcode" | "taxClass" => !value.is_null(),
            "currency" | "priceUSD" | "priceLRD" => with_price,
            _ => true,
        });
        body.insert("chainId".to_owned(), json!(chain_id));
        if let Some(product_id) = product_id {
            body.insert("productId".to_owned(), json!(product_id));
        }
        Value::Object(body)
    }

    /// The body of a `price.set`.
    pub fn price(&self, chain_id: &str) -> Value {
        price_body(chain_id, self.currency, self.price_usd, self.price_lrd)
    }

    /// Whether head office sets another price than `before`.
    pub fn sets_another_price(&self, before: &ProductFields) -> bool {
        let price = |fields: &ProductFields| (fields.price_owner, fields.currency, fields.price_usd, fields.price_lrd);
        self.price_owner == PriceOwner::Chain && price(self) != price(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_back() {
        let fields = ProductFields {
            name: "Club Beer".to_owned(),
            barcode: Some("6001".to_owned()),
            price_owner: PriceOwner::Chain,
            price_usd: Some(Usd::minor(250)),
            ..ProductFields::default()
        };
        assert_eq!(ProductFields::of_json(&Value::Object(fields.json())), Some(fields.clone()));
        let body = fields.body("beer", Some(12), true);
        assert_eq!((&body["chainId"], &body["productId"], &body["priceUSD"]), (&json!("beer"), &json!(12), &json!("2.50")));
        assert!(body.get("taxClass").is_none() && body["brand"].is_null() && body["barcode"] == "6001");
        assert!(fields.body("beer", None, false).get("priceUSD").is_none());
        let dearer = ProductFields { price_usd: Some(Usd::minor(300)), ..fields.clone() };
        assert!(dearer.sets_another_price(&fields) && !fields.sets_another_price(&fields));
        let own = ProductFields { price_owner: PriceOwner::Bar, ..dearer };
        assert!(!own.sets_another_price(&fields) && fields.sets_another_price(&own));
    }
}
