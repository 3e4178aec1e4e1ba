//! The link of a product or an account to head office, in answers.

use serde::Serialize;
use utoipa::ToSchema;

use crate::catalog::ProductChain;
use crate::catalog::csv::Column;
use crate::staff::chain::OWNED;

/// A link to head office.
#[derive(Serialize, ToSchema)]
#[schema(as = Chain)]
pub struct ChainView {
    /// The name at head office.
    id: String,
    /// The fields that head office sets. Another value is refused with `set_by_head`.
    #[schema(example = json!(["name", "brand", "barcode", "category", "description", "taxClass"]))]
    fields: Vec<&'static str>,
}

impl ChainView {
    /// The link of an account.
    pub fn of_user(id: String) -> Self {
        ChainView { id, fields: OWNED.to_vec() }
    }

    /// The link of a product; `None` once it is detached.
    pub fn of_product(chain: ProductChain) -> Option<Self> {
        let fields = chain.fields().into_iter().map(Column::as_str).collect();
        (!chain.detached).then_some(ChainView { id: chain.id, fields })
    }
}
