//! Pages of long lists: `?limit=&before=`, and the `Link` to the next page.

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use url::form_urlencoded::Serializer;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use crate::error::HeadError;

/// Rows of a page without `limit`.
const LIMIT_DEFAULT: i64 = 200;
/// Most rows of a page.
const LIMIT_MAX: i64 = 1_000;

/// The requested page, and the filters of the query.
pub struct HeadPage {
    /// Most rows of the page.
    pub limit: i64,
    /// Only rows before the one with this id.
    pub before: Option<String>,
    path: String,
    query: Vec<(String, String)>,
}

impl HeadPage {
    /// A filter of the query; `None` if it is absent or blank.
    pub fn param(&self, name: &str) -> Option<&str> {
        let value = self.query.iter().find(|(known, _)| known == name).map(|(_, value)| value.trim());
        value.filter(|value| !value.is_empty())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for HeadPage {
    type Rejection = HeadError;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, HeadError> {
        let query = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri);
        let Query(query) = query.map_err(|error| HeadError::invalid(format!("The address cannot be read: {error}")))?;
        let mut page = HeadPage { limit: LIMIT_DEFAULT, before: None, path: parts.uri.path().to_owned(), query };
        if let Some(limit) = page.param("limit") {
            let parsed = limit.parse().ok().filter(|limit| (1..=LIMIT_MAX).contains(limit));
            page.limit = parsed.ok_or_else(|| HeadError::field("limit", format!("limit must be between 1 and {LIMIT_MAX}")))?;
        }
        page.before = page.param("before").map(str::to_owned);
        Ok(page)
    }
}

/// Parameters of a list with pages, for the OpenAPI document.
impl IntoParams for HeadPage {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(LIMIT_MAX));
        let limit = number.default(Some(LIMIT_DEFAULT.into())).build();
        let before = ObjectBuilder::new().schema_type(Type::String).build();
        let parameter = |name: &str, description: &str, schema: Object| {
            let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query);
            parameter.description(Some(description)).schema(Some(schema)).build()
        };
        vec![
            parameter("limit", "Most rows of a page.", limit),
            parameter("before", "Only rows before this one: see the `Link` header of the page before.", before),
        ]
    }
}

/// Cuts `rows`, of which one more than the limit was read, and returns the `Link` header if another page follows.
pub fn link_to_next<T>(page: &HeadPage, rows: &mut Vec<T>, id: impl Fn(&T) -> String) -> HeaderMap {
    let limit = usize::try_from(page.limit).unwrap_or(usize::MAX);
    let more = rows.len() > limit;
    rows.truncate(limit);
    match rows.last().filter(|_| more) {
        Some(last) => link_to_row(page, &id(last)),
        None => HeaderMap::new(),
    }
}

/// The `Link` header to the page before the row with this id.
pub fn link_to_row(page: &HeadPage, before: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let mut query = Serializer::new(String::new());
    query.extend_pairs(page.query.iter().filter(|(name, _)| name != "before"));
    let query = query.append_pair("before", before).finish();
    if let Ok(link) = HeaderValue::from_str(&format!("<{}?{query}>; rel=\"next\"", page.path)) {
        headers.insert(header::LINK, link);
    }
    headers
}
