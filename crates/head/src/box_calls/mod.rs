//! The calls by which a paired box says where it is, sends what it has, and lets a second box in.

use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};

use crate::box_port::{BoxCaller, BoxJson, PairContext, ParcelBody, certify_second};
use crate::error::HeadError;
use crate::history::{self, CallingBox};
use crate::web::HeadState;
use backup::parcels::{Hello, HelloAnswer, ParcelAnswer, SecondRequest};

/// `POST /box/v1/hello`, `POST /box/v1/parcels` and `POST /box/v1/second`.
pub fn routes() -> Router<HeadState> {
    Router::new().route("/box/v1/hello", post(hello)).route("/box/v1/parcels", post(parcels)).route("/box/v1/second", post(second))
}

impl From<BoxCaller> for CallingBox {
    fn from(BoxCaller { box_name, bar, public_key, .. }: BoxCaller) -> Self {
        CallingBox { box_name, bar, public_key }
    }
}

async fn hello(State(state): State<HeadState>, caller: BoxCaller, BoxJson(hello): BoxJson<Hello>) -> Result<Json<HelloAnswer>, HeadError> {
    Ok(Json(history::hello(&state.database, &caller.into(), &hello, &state.name(), state.now()).await?))
}

async fn parcels(State(state): State<HeadState>, caller: BoxCaller, body: ParcelBody) -> Result<Json<ParcelAnswer>, HeadError> {
    let began = Instant::now();
    let taken = history::receive_parcel(&state.database, &caller.into(), body.bytes.clone(), state.now()).await;
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

/// 201 with the certificate of the second box. Which of both counts is decided by what they send, as for any two boxes of a bar.
async fn second(State(state): State<HeadState>, caller: BoxCaller, BoxJson(body): BoxJson<SecondRequest>) -> Result<Response, HeadError> {
    let (authority, name) = (state.authority().await?, state.name());
    let context = PairContext { database: &state.database, authority: &authority, name: &name, now: state.now() };
    let answer = certify_second(context, &caller, &body.request, &body.version).await?;
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")], Json(answer)).into_response())
}
