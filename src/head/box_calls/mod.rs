//! The calls by which a paired box says where it is and sends what it has.

use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};

use crate::head::box_port::{BoxCaller, BoxJson, ParcelBody};
use crate::head::error::HeadError;
use crate::head::history::{self, CallingBox};
use crate::head::web::HeadState;
use crate::parcels::{Hello, HelloAnswer, ParcelAnswer};

/// `POST /box/v1/hello` and `POST /box/v1/parcels`.
pub fn routes() -> Router<HeadState> {
    Router::new().route("/box/v1/hello", post(hello)).route("/box/v1/parcels", post(parcels))
}

impl From<BoxCaller> for CallingBox {
    fn from(BoxCaller { box_name, bar, public_key }: BoxCaller) -> Self {
        CallingBox { box_name, bar, public_key }
    }
}

async fn hello(State(state): State<HeadState>, caller: BoxCaller, BoxJson(hello): BoxJson<Hello>) -> Result<Json<HelloAnswer>, HeadError> {
    Ok(Json(history::hello(&state.database, &caller.into(), &hello, &state.name(), state.now()).await?))
}

async fn parcels(State(state): State<HeadState>, caller: BoxCaller, body: ParcelBody) -> Result<Json<ParcelAnswer>, HeadError> {
    let began = Instant::now();
    let taken = history::take_parcel(&state.database, &caller.into(), body.bytes.clone(), state.now()).await;
    let result = match &taken {
        Ok(taken) if taken.answer.duplicate => "known",
        Ok(_) => "stored",
        Err(error) => error.code(),
    };
    state.metrics.parcels.add(result, 1);
    state.metrics.parcel_took(began.elapsed());
    let taken = taken?;
    state.metrics.entries.fetch_add(taken.entries, Ordering::Relaxed);
    Ok(Json(taken.answer))
}
