//! Rows of `chain_products`: what head office asked for last, and of which bars.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};
use tokio_postgres::Row;
use utoipa::ToSchema;

use super::fields::{PriceOwner, ProductFields};
use crate::database::Transaction;
use crate::error::HeadError;
use crate::web::moment;
use bar::catalog::Category;
use base::{CurrencyCode, Timestamp};

/// Who changed a row, and when.
pub type ChangedBy<'a> = (&'a str, Timestamp);

/// The columns that [`ChainProduct::of`] reads.
pub(super) const COLUMNS: &str = "chain_id, body, bars, archived";

/// A product that bars share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainProduct {
    pub chain_id: String,
    pub fields: ProductFields,
    /// The bars that were asked to have it.
    pub bars: BTreeSet<String>,
    /// Whether all of its bars were asked to remove it.
    pub archived: bool,
}

impl ChainProduct {
    pub(super) fn of(row: &Row) -> Result<Self, HeadError> {
        let chain_id: String = row.try_get(0)?;
        let fields = ProductFields::of_json(&row.try_get::<_, Value>(1)?);
        let fields = fields.ok_or_else(|| HeadError::internal(format!("chain_products: {chain_id} cannot be read")))?;
        Ok(ChainProduct { chain_id, fields, bars: bars_of(&row.try_get(2)?), archived: row.try_get(3)? })
    }

    /// The product, until the transaction ends for this one alone.
    pub(super) async fn locked(transaction: &Transaction, chain_id: &str) -> Result<Option<Self>, HeadError> {
        let sql = format!("SELECT {COLUMNS} FROM chain_products WHERE chain_id = $1 FOR UPDATE");
        transaction.query_opt(&sql, &[&chain_id]).await?.as_ref().map(ChainProduct::of).transpose()
    }

    /// The product that an owner changes.
    ///
    /// # Errors
    /// 404 for an unknown one, 409 for one that was removed.
    pub(super) async fn to_change(transaction: &Transaction, chain_id: &str) -> Result<Self, HeadError> {
        let product = ChainProduct::locked(transaction, chain_id).await?.ok_or_else(|| HeadError::not_found("product"))?;
        match product.archived {
            true => Err(HeadError::conflict(format!("{} was removed from its bars", product.fields.name))),
            false => Ok(product),
        }
    }

    /// Keeps the product.
    pub(super) async fn save(&self, transaction: &Transaction, (by, now): ChangedBy<'_>) -> Result<(), HeadError> {
        let sql = "INSERT INTO chain_products (chain_id, body, bars, archived, changed_at, changed_by) VALUES ($1, $2, $3, $4, $5, $6) \
                   ON CONFLICT (chain_id) DO UPDATE SET body = excluded.body, bars = excluded.bars, archived = excluded.archived, \
                   changed_at = excluded.changed_at, changed_by = excluded.changed_by";
        let (body, bars) = (Value::Object(self.fields.json()), json!(self.bars));
        transaction.execute(sql, &[&self.chain_id, &body, &bars, &self.archived, &moment(now), &by]).await?;
        Ok(())
    }

    /// The product as answers have it.
    pub(super) fn view(&self) -> ChainProductView {
        let ProductFields { name, brand, barcode, category, description, tax_class, price_owner, currency, price_usd, price_lrd } =
            self.fields.clone();
        ChainProductView {
            chain_id: self.chain_id.clone(),
            name,
            brand,
            barcode,
            category,
            description,
            tax_class,
            price_owner,
            currency,
            price_usd: price_usd.map(|price| price.to_string()),
            price_lrd: price_lrd.map(|price| price.to_string()),
            bars: self.bars.clone(),
            archived: self.archived,
        }
    }
}

/// A product that bars share.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChainProduct)]
pub(super) struct ChainProductView {
    chain_id: String,
    name: String,
    brand: Option<String>,
    /// Null: each bar has its own.
    barcode: Option<String>,
    category: Category,
    description: Option<String>,
    /// Id of a tax class; null: each bar's own choice.
    tax_class: Option<String>,
    /// Who sets the price.
    price_owner: PriceOwner,
    /// The currency that it is priced in.
    currency: CurrencyCode,
    #[serde(rename = "priceUSD")]
    price_usd: Option<String>,
    #[serde(rename = "priceLRD")]
    price_lrd: Option<String>,
    /// The bars that were asked to have it.
    bars: BTreeSet<String>,
    /// Whether all of its bars were asked to remove it.
    archived: bool,
}

/// A list of bars as stored.
pub(super) fn bars_of(stored: &Value) -> BTreeSet<String> {
    let bars = stored.as_array().into_iter().flatten();
    bars.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Whether head office or a bar that sends to it has a product of this id.
pub async fn is_known(transaction: &Transaction, chain_id: &str) -> Result<bool, HeadError> {
    if transaction.query_opt("SELECT chain_id FROM chain_products WHERE chain_id = $1", &[&chain_id]).await?.is_some() {
        return Ok(true);
    }
    Ok(transaction.query_opt("SELECT chain_id FROM fig_product WHERE chain_id = $1 LIMIT 1", &[&chain_id]).await?.is_some())
}

/// Keeps what a `catalog.set` asks of these bars. Who may not change the product itself asks for it as other words of the same product.
pub async fn note_set(
    transaction: &Transaction,
    chain_id: &str,
    fields: &ProductFields,
    bars: &[String],
    may_change: bool,
    by: ChangedBy<'_>,
) -> Result<(), HeadError> {
    let before = ChainProduct::locked(transaction, chain_id).await?;
    let known = before.as_ref().map(|before| before.bars.clone()).unwrap_or_default();
    let fields = match before {
        Some(before) if !may_change => before.fields,
        _ => fields.clone(),
    };
    let bars = known.into_iter().chain(bars.iter().cloned()).collect();
    ChainProduct { chain_id: chain_id.to_owned(), fields, bars, archived: false }.save(transaction, by).await
}

/// Keeps that these bars were asked to remove a product.
pub async fn note_archived(transaction: &Transaction, chain_id: &str, bars: &[String], by: ChangedBy<'_>) -> Result<(), HeadError> {
    let Some(mut product) = ChainProduct::locked(transaction, chain_id).await? else { return Ok(()) };
    product.bars.retain(|bar| !bars.contains(bar));
    product.archived = product.bars.is_empty();
    product.save(transaction, by).await
}

/// Keeps that a bar keeps a product, because the `catalog.archive` was withdrawn.
pub async fn note_kept(transaction: &Transaction, chain_id: &str, bar: &str, by: ChangedBy<'_>) -> Result<(), HeadError> {
    let Some(mut product) = ChainProduct::locked(transaction, chain_id).await? else { return Ok(()) };
    product.bars.insert(bar.to_owned());
    product.archived = false;
    product.save(transaction, by).await
}
