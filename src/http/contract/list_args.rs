//! Arguments of the handlers of lists: the page that is asked for, and what is looked for. The OpenAPI document has their parameters for every
//! handler that takes them.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde_json::{Value, json};

use super::page::PageRequest;
use super::read::Query;
use crate::http::ApiError;
use crate::http::AppState;
use base::BusinessDay;

/// Rows of a page unless `limit` is sent.
pub const LIMIT_DEFAULT: usize = 200;
/// Most rows of a page.
pub const LIMIT_MAX: usize = 1_000;

/// The page of a history list, `?limit=&before=`, with `ROWS` rows unless `limit` is sent. Lists that readers expect whole take `Paged<LIMIT_MAX>`.
pub struct Paged<const ROWS: usize = LIMIT_DEFAULT>(pub PageRequest);

/// What a list looks for, `?q=&from=&to=`.
pub struct Searched {
    /// Words that a row must have.
    pub words: Option<String>,
    /// The first business day.
    pub from: Option<BusinessDay>,
    /// The last business day.
    pub to: Option<BusinessDay>,
}

impl<const ROWS: usize> FromRequestParts<AppState> for Paged<ROWS> {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _app: &AppState) -> Result<Self, ApiError> {
        page(&Query::of(parts)?, ROWS).map(Paged)
    }
}

impl FromRequestParts<AppState> for Searched {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _app: &AppState) -> Result<Self, ApiError> {
        let query = Query::of(parts)?;
        let (from, to) = query.days("from", "to")?;
        Ok(Searched { words: query.param("q").map(str::to_owned), from, to })
    }
}

fn page(query: &Query, rows: usize) -> Result<PageRequest, ApiError> {
    let limit = match query.param("limit") {
        None => rows,
        Some(text) => text
            .parse()
            .ok()
            .filter(|limit| (1..=LIMIT_MAX).contains(limit))
            .ok_or_else(|| ApiError::invalid(format!("limit must be a number from 1 to {LIMIT_MAX}")))?,
    };
    let before = match query.param("before") {
        None => u64::MAX,
        Some(text) => text.parse().map_err(|_| ApiError::invalid("before must be the id of a record"))?,
    };
    Ok(PageRequest { limit, before })
}

/// The parameters of [`Paged`] in the document.
pub fn page_parameters(rows: usize) -> [Value; 2] {
    [
        parameter("limit", &json!({ "type": "integer", "minimum": 1, "maximum": LIMIT_MAX, "default": rows })),
        parameter("before", &json!({ "type": "integer", "minimum": 0 })),
    ]
}

/// The parameters of [`Searched`] in the document.
pub fn search_parameters() -> [Value; 3] {
    let day = json!({ "type": "string", "format": "date" });
    [parameter("q", &json!({ "type": "string" })), parameter("from", &day), parameter("to", &day)]
}

fn parameter(name: &str, schema: &Value) -> Value {
    json!({ "name": name, "in": "query", "required": false, "schema": schema })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(uri: &str) -> Parts {
        axum::http::Request::get(uri).body(()).expect("a request").into_parts().0
    }

    #[test]
    fn a_page_is_read_from_the_query() {
        let read = |query: &str| page(&Query::of(&mut parts(&format!("/api/sales{query}"))).expect("a query"), 200);
        for (query, limit, before) in [("", 200, u64::MAX), ("?limit=1&before=9", 1, 9), ("?limit=1000&before=", 1_000, u64::MAX)] {
            let page = read(query).expect(query);
            assert_eq!((page.limit, page.before), (limit, before), "{query}");
        }
        for query in ["?limit=0", "?limit=1001", "?limit=ten", "?before=-1", "?before=x"] {
            assert!(read(query).is_err(), "{query}");
        }
    }
}
