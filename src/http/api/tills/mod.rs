//! Tills: their set-up, shifts, movements, X and Z.

pub mod access;
mod body;
pub mod cash_report;
mod corrections;
pub mod movements;
pub mod outside_view;
pub mod people;
pub mod references;
pub mod report_view;
pub mod shifts;
mod view;
pub mod zs;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use self::body::TillBody;
use self::view::{Sight, TillView};
use crate::engine::{Command, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::{Admin, Caller, Staff};
use crate::http::contract::write::{EmptyBody, OptionalBody, Write, json, missing, no_content};
use crate::settings::settings;
use crate::tills::{self, RemoveTill, SaveTill, TillsCommand};
use web::form::Form;

/// Lists the tills by id.
#[utoipa::path(get, path = "/api/tills", tag = "cash", responses((status = 200, body = [TillView]), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, Staff(caller): Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let listed = app.store.read(|view| {
        let sight = Sight::of(&caller, &*settings(view)?);
        tills::tills(view)?.into_iter().map(|state| TillView::load(view, state, sight)).collect::<Result<Vec<_>, _>>()
    })?;
    request.answer_fresh(&listed)
}

/// Adds a till.
#[utoipa::path(post, path = "/api/tills", tag = "cash", request_body = TillBody, responses(
    (status = 201, body = TillView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn create(State(app): State<AppState>, Admin(caller): Admin, write: Write<TillBody>) -> Result<Response, ApiError> {
    save(&app, &caller, None, write, StatusCode::CREATED).await
}

/// Changes a till. What is absent stays as it is; null empties.
#[utoipa::path(put, path = "/api/tills/{id}", tag = "cash", request_body = TillBody, params(("id" = u64, Path)), responses(
    (status = 200, body = TillView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn update(
    State(app): State<AppState>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    write: Write<TillBody>,
) -> Result<Response, ApiError> {
    let till_id = parse_id(&id, "till")?;
    save(&app, &caller, Some(till_id), write, StatusCode::OK).await
}

async fn save(
    app: &AppState,
    caller: &Caller,
    till_id: Option<u64>,
    write: Write<TillBody>,
    status: StatusCode,
) -> Result<Response, ApiError> {
    let known = match till_id {
        Some(id) => app.store.read(|view| tills::till(view, id))?,
        None => None,
    };
    if till_id.is_some() && known.is_none() {
        return Err(ApiError::not_found("till"));
    }
    let mut form = Form::default();
    let change = write.body.read(&mut form, till_id.is_none());
    form.finish()?;
    let command = Command::Tills(TillsCommand::Save(SaveTill { till_id, change }));
    let caller_again = caller.clone();
    write
        .submit(app, caller, command, move |entries, view| {
            let saved =
                entries.iter().find_map(|entry| if let Event::TillSaved(event) = &entry.event { Some(event.till.id) } else { None });
            let id = saved.or(till_id).ok_or_else(|| missing("tills"))?;
            let state = tills::till(view, id)?.ok_or_else(|| missing("tills"))?;
            json(status, &TillView::load(view, state, Sight::of(&caller_again, &*settings(view)?))?)
        })
        .await
}

/// Removes a till. Its shifts and movements stay.
#[utoipa::path(delete, path = "/api/tills/{id}", tag = "cash", params(("id" = u64, Path)), responses(
    (status = 204), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn delete(
    State(app): State<AppState>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let command = TillsCommand::Remove(RemoveTill { till_id: parse_id(&id, "till")? });
    write.submit(&app, &caller, Command::Tills(command), |_, _| Ok(no_content())).await
}
