//! Links products that a bar has already with those of the chain. A program proposes, a person links.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::calls::Asking;
use super::matches::{BarProduct, Match, SharedProduct, matches};
use super::product::{COLUMNS, ChainProduct, ChainProductView};
use crate::accounts::{Bars, Event, Owner, record};
use crate::database::Transaction;
use crate::directives::{bars_for, effective_of};
use crate::error::HeadError;
use crate::history::{Tree, load_lines, reported_line};
use crate::idempotency::{Answer, IdempotencyKey, Write};
use crate::web::{HeadPage, HeadPath, HeadState};
use backup::parcels::DirectiveKind;
use web::form::{Form, RawField};

const NO_SUCH_PRODUCT: &str = "The bar has no such product";

/// Proposes products of a bar that may be the same as products of the chain.
#[utoipa::path(get, path = "/api/head/products/matches", tag = "products", security(("session" = ["owner"])),
    params(("bar" = String, Query)), responses((status = 200, body = Vec<Match>), (status = 404)))]
pub(super) async fn proposals(State(state): State<HeadState>, Owner(owner): Owner, page: HeadPage) -> Result<Json<Vec<Match>>, HeadError> {
    let bar = page.param("bar").ok_or_else(|| HeadError::field("bar", "bar is required"))?.to_owned();
    let (wanted, by) = (&Bars::These(vec![bar.clone()]), &owner);
    let bar = &bar;
    let read = state.database.snapshot(move |transaction| async move {
        bars_for(&transaction, by, wanted).await?;
        let rows = transaction.query(&format!("SELECT {COLUMNS} FROM chain_products WHERE NOT archived"), &[]).await?;
        let shared = rows.iter().map(ChainProduct::of).collect::<Result<Vec<_>, _>>()?;
        let own = BarRow::load(&transaction, bar, None).await?;
        Ok::<_, HeadError>((shared, own, asked(&transaction, bar).await?))
    });
    let (shared, own, asked) = read.await?;
    let found = tokio::task::spawn_blocking(move || propose(shared, own, &asked));
    Ok(Json(found.await.map_err(HeadError::internal)?))
}

fn propose(shared: Vec<ChainProduct>, own: Vec<BarRow>, asked: &BTreeSet<(String, i64)>) -> Vec<Match> {
    let linked: BTreeSet<&str> = own.iter().filter_map(|row| row.chain_id.as_deref()).collect();
    let is_asked = |chain_id: &str| asked.iter().any(|(id, _)| id == chain_id);
    let shared = shared.into_iter().filter(|of| !linked.contains(of.chain_id.as_str()) && !is_asked(&of.chain_id));
    let shared: Vec<SharedProduct> =
        shared.map(|of| SharedProduct { chain_id: of.chain_id, name: of.fields.name, barcode: of.fields.barcode }).collect();
    let free = |row: &&BarRow| row.chain_id.is_none() && !asked.iter().any(|(_, product_id)| *product_id == row.product.product_id);
    let own: Vec<BarProduct> = own.iter().filter(free).map(|row| row.product.clone()).collect();
    matches(&shared, &own)
}

/// Which product of which bar.
#[derive(Deserialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct LinkBody {
    #[schema(value_type = String)]
    bar: RawField,
    #[schema(value_type = u64)]
    product_id: RawField,
    /// From when it counts: `next_day`, which is so without it, `now` or a date.
    #[schema(value_type = Option<String>)]
    effective: RawField,
}

/// Links a product: asks the bar to take one of its products for one of the chain's.
#[utoipa::path(post, path = "/api/head/products/{chainId}/link", tag = "products", security(("session" = ["owner"])),
    params(IdempotencyKey, ("chainId" = String, Path)), request_body = LinkBody, responses((status = 201, body = ChainProductView)))]
pub(super) async fn link(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    HeadPath(chain_id): HeadPath<String>,
    write: Write<LinkBody>,
) -> Result<Answer, HeadError> {
    let mut form = Form::default();
    let bar = form.required_line("bar", &write.body.bar, "Please choose a bar").unwrap_or_default();
    let product_id = form.required_id("productId", &write.body.product_id, "Please choose a product").unwrap_or_default();
    let effective = effective_of(&mut form, &write.body.effective, state.now());
    form.finish()?;
    let wanted = Bars::These(vec![bar.clone()]);
    let (chain_id, bar, effective, wanted, by, now) = (&chain_id, &bar, &effective, &wanted, &owner, state.now());
    let linked = write.submit(&state, &owner.user_id, move |transaction| async move {
        let mut product = ChainProduct::to_change(&transaction, chain_id).await?;
        bars_for(&transaction, by, wanted).await?;
        let rows = BarRow::load(&transaction, bar, i64::try_from(product_id).ok()).await?;
        let row = rows.first().ok_or_else(|| HeadError::field("productId", NO_SUCH_PRODUCT))?;
        if row.chain_id.is_some() {
            return Err(HeadError::conflict(format!("{} is linked already", row.product.name)));
        }
        product.bars.insert(bar.clone());
        product.save(&transaction, (&by.name, now)).await?;
        let asking = Asking { transaction: &transaction, effective, by, now };
        asking.set(bar, product.fields.body(chain_id, Some(product_id), true)).await?;
        let words = format!("Linked {} with {}", row.product.name, product.fields.name);
        record(&transaction, now, by, Event::new("product.linked", words).of_bar(bar)).await?;
        Answer::created(&product.view())
    });
    linked.await
}

/// A product of a bar that it sells, as its figures say.
struct BarRow {
    product: BarProduct,
    /// The chain's product that it is.
    chain_id: Option<String>,
}

impl BarRow {
    /// The products of a bar, or the one with this number.
    async fn load(transaction: &Transaction, bar: &str, product_id: Option<i64>) -> Result<Vec<Self>, HeadError> {
        let tree = Tree::new(load_lines(transaction, bar).await?);
        let Some(line_id) = reported_line(&tree).map(|line| line.id) else { return Ok(Vec::new()) };
        let sql = "SELECT product_id, name, barcode, chain_id FROM fig_product WHERE line_id = $1 AND name IS NOT NULL \
                   AND archived IS NOT TRUE AND ($2::BIGINT IS NULL OR product_id = $2) ORDER BY product_id";
        let rows = transaction.query(sql, &[&line_id, &product_id]).await?;
        let row = |row: &tokio_postgres::Row| {
            let product = BarProduct { product_id: row.try_get(0)?, name: row.try_get(1)?, barcode: row.try_get(2)? };
            Ok(BarRow { product, chain_id: row.try_get(3)? })
        };
        rows.iter().map(row).collect()
    }
}

/// Links that the bar was asked for and has not decided.
async fn asked(transaction: &Transaction, bar: &str) -> Result<BTreeSet<(String, i64)>, HeadError> {
    let sql = "SELECT body FROM directives WHERE bar = $1 AND kind = $2 AND state IN ('queued', 'received', 'unsupported')";
    let mut asked = BTreeSet::new();
    for row in &transaction.query(sql, &[&bar, &DirectiveKind::CatalogSet.as_str()]).await? {
        let body: Value = row.try_get(0)?;
        if let (Some(chain_id), Some(product_id)) = (body["chainId"].as_str(), body["productId"].as_i64()) {
            asked.insert((chain_id.to_owned(), product_id));
        }
    }
    Ok(asked)
}
