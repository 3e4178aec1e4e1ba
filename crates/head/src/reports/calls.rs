//! The calls of reports and bars. Handlers translate; what a person may see is decided with [`crate::accounts::Bars`].

use std::collections::BTreeSet;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::{
    BarView, Overview, Period, PeriodName, Report, ReportName, ReportRequest, Rows, bar_view, bar_views, csv, load_bars, overview,
    parse_bars, rename_bar, report,
};
use crate::accounts::{Event, HeadRole, Owner, SignedIn, record, wrong_codes_for};
use crate::error::HeadError;
use crate::idempotency::{Answer, IdempotencyKey, Write};
use crate::web::{HeadPage, HeadPath, HeadState, calls};
use base::text::hex;
use base::{BarTime, Timestamp};
use web::form::{Form, RawField};

/// Bytes of the hash that is an answer's `ETag`.
const ETAG_BYTES: usize = 16;
/// End of the name of a report as a file.
const CSV: &str = ".csv";

calls!(get_overview, get_report, get_bars, get_bar, put_bar);

/// Returns the figures of each bar, and their sums.
#[utoipa::path(get, path = "/api/head/overview", tag = "reports", security(("session" = [])), params(
    ("period" = Option<PeriodName>, Query, description = "Tonight without it and without days. Not `dates`."),
    ("from" = Option<String>, Query, description = "The first business day, in place of a period."),
    ("to" = Option<String>, Query, description = "The last business day."),
    ("bars" = Option<String>, Query, description = "Bars, separated by commas; all that the caller sees without it."),
), responses((status = 200, body = Overview), (status = 304), (status = 404)))]
async fn get_overview(State(state): State<HeadState>, user: SignedIn, headers: HeaderMap, page: HeadPage) -> Result<Response, HeadError> {
    let request = request(&page, &user, Period::Tonight, state.now())?;
    let mut found = overview(&state.database, &user.bars, &request).await?;
    if user.role == HeadRole::Owner {
        found.warn_of_codes(&wrong_codes_for(&state.database, request.now).await?);
    }
    read(&headers, &found)
}

/// Returns a report; with `.csv` behind its name as a file with all rows.
#[utoipa::path(get, path = "/api/head/reports/{name}", tag = "reports", security(("session" = [])), params(
    ("name" = String, Path, description = "A member of `Reports`, alone or with `.csv`."),
    ("period" = Option<PeriodName>, Query, description = "The last 30 days without it and without days. Not `dates`."),
    ("from" = Option<String>, Query, description = "The first business day, in place of a period."),
    ("to" = Option<String>, Query, description = "The last business day."),
    ("bars" = Option<String>, Query, description = "Bars, separated by commas; all that the caller sees without it."),
    ("limit" = Option<i64>, Query, description = "Rows of `products`, `exceptions` and `shifts`. The others have all."),
), responses((status = 200, content((Report = "application/json"), (String = "text/csv"))), (status = 304)))]
async fn get_report(
    State(state): State<HeadState>,
    user: SignedIn,
    HeadPath(name): HeadPath<String>,
    headers: HeaderMap,
    page: HeadPage,
) -> Result<Response, HeadError> {
    let (text, is_file) = name.strip_suffix(CSV).map_or((name.as_str(), false), |name| (name, true));
    let name = ReportName::parse(text).ok_or_else(|| HeadError::not_found("report"))?;
    let request = request(&page, &user, Period::LAST_DAYS, state.now())?;
    if !is_file {
        let rows = name.parse_limit(page.param("limit"))?;
        return read(&headers, &report(&state.database, &user.bars, name, &request, rows).await?);
    }
    let file = csv(&report(&state.database, &user.bars, name, &request, Rows::All).await?)?;
    let named = format!("attachment; filename=\"{text}-{}{CSV}\"", BarTime::monrovia().business_day(request.now));
    let kind = [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, named)];
    Ok((kind, [(header::CACHE_CONTROL, "no-store")], file).into_response())
}

/// Lists the bars that the caller sees, by name.
#[utoipa::path(get, path = "/api/head/bars", tag = "bars", security(("session" = [])),
    responses((status = 200, body = Vec<BarView>), (status = 304)))]
async fn get_bars(State(state): State<HeadState>, user: SignedIn, headers: HeaderMap) -> Result<Response, HeadError> {
    read(&headers, &bar_views(&state.database, &user.bars, state.now()).await?)
}

/// Returns a bar.
#[utoipa::path(get, path = "/api/head/bars/{bar}", tag = "bars", security(("session" = [])), params(("bar" = String, Path)),
    responses((status = 200, body = BarView), (status = 304)))]
async fn get_bar(
    State(state): State<HeadState>,
    user: SignedIn,
    HeadPath(bar): HeadPath<String>,
    headers: HeaderMap,
) -> Result<Response, HeadError> {
    read(&headers, &bar_view(&state.database, &user.bars, &bar, state.now()).await?)
}

/// The new name of a bar.
#[derive(Deserialize, Default, ToSchema)]
#[serde(default)]
struct BarNameBody {
    #[schema(value_type = String)]
    name: RawField,
}

/// Gives a bar another name at head office.
#[utoipa::path(put, path = "/api/head/bars/{bar}", tag = "bars", security(("session" = ["owner"])),
    params(IdempotencyKey, ("bar" = String, Path)), request_body = BarNameBody, responses((status = 200, body = BarView)))]
async fn put_bar(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    HeadPath(bar): HeadPath<String>,
    write: Write<BarNameBody>,
) -> Result<Answer, HeadError> {
    let mut form = Form::default();
    let name = form.line("name", &write.body.name).unwrap_or_default();
    form.finish()?;
    let wanted = BTreeSet::from([bar.clone()]);
    let (now, bar, name, wanted, by) = (state.now(), &bar, &name, &wanted, &owner);
    let renamed = write.submit(&state, &owner.user_id, move |transaction| async move {
        let before = rename_bar(&transaction, &by.bars, bar, name).await?;
        if before != *name {
            let words = format!("Renamed {before} to {name}");
            record(&transaction, now, by, Event::new("bar.renamed", words).of_bar(bar)).await?;
        }
        let bars = load_bars(&transaction, &by.bars, Some(wanted), now).await?;
        Answer::ok(&bars.first().map(|bar| BarView::new(bar, now)))
    });
    renamed.await
}

/// Period and bars of a query.
fn request(page: &HeadPage, user: &SignedIn, default: Period, now: Timestamp) -> Result<ReportRequest, HeadError> {
    let period = Period::parse(page.param("period"), page.param("from"), page.param("to"), default)?;
    Ok(ReportRequest { period, bars: parse_bars(page.param("bars"), &user.bars)?, now })
}

/// The answer to a read, with an `ETag`; 304 for a client that has it already.
fn read(headers: &HeaderMap, body: &impl Serialize) -> Result<Response, HeadError> {
    let bytes = serde_json::to_vec(body).map_err(HeadError::internal)?;
    let etag = format!("\"{}\"", hex(&Sha256::digest(&bytes)[..ETAG_BYTES]));
    let is_known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok()).is_some_and(|known| known.contains(&etag));
    let mut answer = if is_known { StatusCode::NOT_MODIFIED.into_response() } else { bytes.into_response() };
    let answered = answer.headers_mut();
    answered.insert(header::ETAG, HeaderValue::try_from(etag).map_err(HeadError::internal)?);
    answered.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answered.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(answer)
}
