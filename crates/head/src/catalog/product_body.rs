//! The body of a product of the chain, for the OpenAPI document. Handlers read its members one by one, so that a name that no member has
//! is refused.

use utoipa::ToSchema;

use super::fields::PriceOwner;
use crate::accounts::Bars;
use bar::catalog::Category;
use base::CurrencyCode;

/// What head office says of a product, and to which bars.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the document reads the types of the members")]
pub(super) struct ChainProductBody {
    name: String,
    brand: Option<String>,
    /// Without one each bar has its own.
    barcode: Option<String>,
    /// `uncategorized` without it.
    category: Option<Category>,
    description: Option<String>,
    /// Without one each bar has its own choice.
    tax_class: Option<String>,
    /// Who sets the price: `bar` without it.
    price_owner: Option<PriceOwner>,
    /// The currency that it is priced in: `USD` without it.
    currency: Option<CurrencyCode>,
    /// Needed for a price of the chain, unless it has one in Liberian dollars.
    #[schema(rename = "priceUSD")]
    price_usd: Option<String>,
    #[schema(rename = "priceLRD")]
    price_lrd: Option<String>,
    bars: Bars,
    /// From when it counts: `next_day`, which is so without it, `now` or a date.
    effective: Option<String>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use utoipa::PartialSchema;

    use super::super::fields::ProductFields;
    use super::*;

    #[test]
    fn the_document_names_the_members_that_are_read() {
        let schema = serde_json::to_value(ChainProductBody::schema()).expect("JSON");
        let named: BTreeSet<&str> = schema["properties"].as_object().expect("members").keys().map(String::as_str).collect();
        assert_eq!(named, ProductFields::NAMES.into_iter().chain(["bars", "effective"]).collect());
    }
}
