//! Products of the chain, for owners: list, create, change.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use serde_json::{Map, Value};

use super::fields::ProductFields;
use super::product::{COLUMNS, ChainProduct, ChainProductView};
use super::product_body::ChainProductBody;
use crate::accounts::{Bars, Event, Owner, SignedIn, record};
use crate::database::Transaction;
use crate::directives::members::Members;
use crate::directives::{NewDirective, ask, bars_for, bars_of, effective_of};
use crate::error::HeadError;
use crate::idempotency::{Answer, IdempotencyKey, Write};
use crate::web::{HeadPath, HeadState};
use backup::parcels::DirectiveKind;
use base::Timestamp;
use base::text::{fold, hex};
use web::form::Form;

/// Random bytes of a product's id.
const ID_BYTES: usize = 8;

/// Lists the products of the chain, by name; removed ones too.
#[utoipa::path(get, path = "/api/head/products", tag = "products", security(("session" = ["owner"])),
    responses((status = 200, body = Vec<ChainProductView>)))]
pub(super) async fn list(State(state): State<HeadState>, _: Owner) -> Result<Json<Vec<ChainProductView>>, HeadError> {
    let client = state.database.client().await?;
    let rows = client.query(&format!("SELECT {COLUMNS} FROM chain_products"), &[]).await?;
    let mut products = rows.iter().map(ChainProduct::of).collect::<Result<Vec<_>, _>>()?;
    products.sort_by_key(|product| (fold(&product.fields.name), product.chain_id.clone()));
    Ok(Json(products.iter().map(ChainProduct::view).collect()))
}

/// Adds a product: sends a `catalog.set` to each of its bars.
#[utoipa::path(post, path = "/api/head/products", tag = "products", security(("session" = ["owner"])), params(IdempotencyKey),
    request_body = ChainProductBody, responses((status = 201, body = ChainProductView), (status = 404)))]
pub(super) async fn create(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    write: Write<Map<String, Value>>,
) -> Result<Answer, HeadError> {
    let wanted = &Wanted::read(&write.body, state.now())?;
    let mut id = [0; ID_BYTES];
    getrandom::fill(&mut id).map_err(HeadError::internal)?;
    let (chain_id, by, now) = (&hex(&id), &owner, state.now());
    let made = write.submit(&state, &owner.user_id, move |transaction| async move {
        let bars: BTreeSet<String> = bars_for(&transaction, by, &wanted.bars).await?.into_iter().collect();
        let product = ChainProduct { chain_id: chain_id.clone(), fields: wanted.fields.clone(), bars, archived: false };
        product.save(&transaction, (&by.name, now)).await?;
        let asking = Asking { transaction: &transaction, effective: &wanted.effective, by, now };
        for bar in &product.bars {
            asking.set(bar, product.fields.body(chain_id, None, true)).await?;
        }
        record(&transaction, now, by, Event::new("product.added", format!("Added {}", product.fields.name))).await?;
        Answer::created(&product.view())
    });
    made.await
}

/// Changes a product: sends a `catalog.set` to each of its bars, and a `price.set` where head office sets another price. A bar that is
/// not named any more keeps its product, and is asked for nothing.
#[utoipa::path(put, path = "/api/head/products/{chainId}", tag = "products", security(("session" = ["owner"])),
    params(IdempotencyKey, ("chainId" = String, Path)), request_body = ChainProductBody,
    responses((status = 200, body = ChainProductView)))]
pub(super) async fn update(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    HeadPath(chain_id): HeadPath<String>,
    write: Write<Map<String, Value>>,
) -> Result<Answer, HeadError> {
    let wanted = &Wanted::read(&write.body, state.now())?;
    let (chain_id, by, now) = (&chain_id, &owner, state.now());
    let changed = write.submit(&state, &owner.user_id, move |transaction| async move {
        let before = ChainProduct::to_change(&transaction, chain_id).await?;
        let bars: BTreeSet<String> = bars_for(&transaction, by, &wanted.bars).await?.into_iter().collect();
        let product = ChainProduct { fields: wanted.fields.clone(), bars, ..before.clone() };
        product.save(&transaction, (&by.name, now)).await?;
        let asking = Asking { transaction: &transaction, effective: &wanted.effective, by, now };
        let reprices = product.fields.sets_another_price(&before.fields);
        for bar in &product.bars {
            let is_new = !before.bars.contains(bar);
            asking.set(bar, product.fields.body(chain_id, None, is_new)).await?;
            if reprices && !is_new {
                asking.ask(bar, DirectiveKind::PriceSet, product.fields.price(chain_id)).await?;
            }
        }
        record(&transaction, now, by, Event::new("product.changed", format!("Changed {}", before.fields.name))).await?;
        Answer::ok(&product.view())
    });
    changed.await
}

/// What a body asks for.
struct Wanted {
    fields: ProductFields,
    bars: Bars,
    effective: String,
}

impl Wanted {
    fn read(body: &Map<String, Value>, now: Timestamp) -> Result<Self, HeadError> {
        let (mut form, members) = (Form::default(), Members::of(body));
        members.refuse_others(&mut form, &[&["bars", "effective"], ProductFields::NAMES.as_slice()].concat());
        let wanted = Wanted {
            fields: ProductFields::read(&mut form, &members),
            bars: bars_of(&mut form, &members.get("bars")),
            effective: effective_of(&mut form, &members.get("effective"), now),
        };
        form.finish()?;
        Ok(wanted)
    }
}

/// Sends directives about one product.
pub(super) struct Asking<'a> {
    pub transaction: &'a Transaction,
    pub effective: &'a str,
    pub by: &'a SignedIn,
    pub now: Timestamp,
}

impl Asking<'_> {
    /// Sends a `catalog.set`.
    pub async fn set(&self, bar: &str, body: Value) -> Result<(), HeadError> {
        self.ask(bar, DirectiveKind::CatalogSet, body).await
    }

    async fn ask(&self, bar: &str, kind: DirectiveKind, body: Value) -> Result<(), HeadError> {
        let new = NewDirective { kind, body, effective: self.effective.to_owned() };
        ask(self.transaction, bar, &new, self.by, self.now).await.map(drop)
    }
}
