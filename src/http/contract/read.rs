//! `GET` requests: query parameters, and cached answers with an `ETag`.

use std::collections::{BTreeMap, HashMap};
use std::ops::Deref;
use std::sync::{Arc, Mutex};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::engine::{Topic, newest_of};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::answer_cache::CachedAnswer;
pub use crate::http::contract::page::{OpenRow, Page, PageRequest};
use base::BusinessDay;
use store::View;
use web::server::etag::{etag, matches_etag};

/// The query of a request.
pub struct Query {
    params: HashMap<String, String>,
    params_read: ParamsRead,
}

/// The parameters that the handler and its arguments read, with their values. In the extensions of the request, because each of its arguments
/// reads the query.
#[derive(Clone, Default)]
struct ParamsRead(Arc<Mutex<BTreeMap<&'static str, Option<String>>>>);

/// A `GET` request whose answer has an `ETag`: path, query, and the entity tag that the client has.
pub struct ReadRequest {
    uri: Uri,
    if_none_match: Option<HeaderValue>,
    query: Query,
}

impl FromRequestParts<AppState> for Query {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _app: &AppState) -> Result<Self, ApiError> {
        Query::of(parts)
    }
}

impl FromRequestParts<AppState> for ReadRequest {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _app: &AppState) -> Result<Self, ApiError> {
        let query = Query::of(parts)?;
        let if_none_match = parts.headers.get(header::IF_NONE_MATCH).cloned();
        Ok(ReadRequest { uri: parts.uri.clone(), if_none_match, query })
    }
}

impl Deref for ReadRequest {
    type Target = Query;
    fn deref(&self) -> &Query {
        &self.query
    }
}

impl Query {
    /// The query of the request.
    ///
    /// # Errors
    ///
    /// 400 if it is no query.
    pub fn of(parts: &mut Parts) -> Result<Self, ApiError> {
        let params = axum::extract::Query::<HashMap<String, String>>::try_from_uri(&parts.uri);
        let params = params.map_err(|_| ApiError::invalid("The query cannot be read"))?.0;
        Ok(Query { params, params_read: parts.extensions.get_or_insert_default::<ParamsRead>().clone() })
    }

    /// The parameters read so far, with their values.
    fn read(&self) -> BTreeMap<&'static str, Option<String>> {
        self.params_read.0.lock().map(|params| params.clone()).unwrap_or_default()
    }

    /// A query parameter, unless it is blank. Must be read before [`ReadRequest::answer`]: the cache key has the parameters read so far.
    pub fn param(&self, name: &'static str) -> Option<&str> {
        let value = self.params.get(name).map(|value| value.trim()).filter(|value| !value.is_empty());
        if let Ok(mut params) = self.params_read.0.lock() {
            params.insert(name, value.map(str::to_owned));
        }
        value
    }

    /// A word of the query; `None` when it is absent.
    ///
    /// # Errors
    ///
    /// 400 with the message `unknown` if `parse` does not know it.
    pub fn word<T>(&self, name: &'static str, parse: impl FnOnce(&str) -> Option<T>, unknown: &str) -> Result<Option<T>, ApiError> {
        self.param(name).map(|word| parse(word).ok_or_else(|| ApiError::invalid(unknown))).transpose()
    }

    /// The id of a `thing` in the query; `None` when it is absent.
    ///
    /// # Errors
    ///
    /// 400 if it is not a number.
    pub fn id(&self, name: &'static str, thing: &str) -> Result<Option<u64>, ApiError> {
        let id = self.param(name).map(str::parse).transpose();
        id.map_err(|_| ApiError::invalid(format!("{name} must be the number of a {thing}")))
    }

    /// A date of the query; `None` when it is absent.
    pub fn day(&self, name: &'static str) -> Result<Option<BusinessDay>, ApiError> {
        match self.param(name) {
            None => Ok(None),
            Some(text) => day(name, text).map(Some),
        }
    }

    /// A range of dates of the query.
    ///
    /// # Errors
    ///
    /// 400 if it ends before it begins.
    pub fn days(&self, from: &'static str, to: &'static str) -> Result<(Option<BusinessDay>, Option<BusinessDay>), ApiError> {
        let (first, last) = (self.day(from)?, self.day(to)?);
        match (first, last) {
            (Some(first), Some(last)) if first > last => Err(ApiError::invalid(format!("{from} must not be after {to}"))),
            range => Ok(range),
        }
    }
}

impl ReadRequest {
    /// Cache key: the path and the parameters that the handler read. Other parameters do not count: a caller could invent any
    /// number of them, and evict the answers that phones share.
    fn key(&self, variant: &str) -> String {
        format!("{} {:?} {variant}", self.uri.path(), self.query.read())
    }

    /// Answers with what `build` returns, or from the cache while no entry has changed `topics`. `variant` is everything else
    /// that the answer depends on, such as the date.
    pub async fn answer<T: Serialize>(
        &self,
        app: &AppState,
        topics: &[Topic],
        variant: &str,
        build: impl FnOnce(&dyn View) -> Result<T, ApiError> + Send,
    ) -> Result<Response, ApiError> {
        self.answer_cached(app, topics, variant, |view| Ok((build(view)?, None))).await
    }

    /// Like [`ReadRequest::answer`], for a page of a list.
    pub async fn answer_page<T: Serialize>(
        &self,
        app: &AppState,
        topics: &[Topic],
        variant: &str,
        build: impl FnOnce(&dyn View) -> Result<Page<T>, ApiError> + Send,
    ) -> Result<Response, ApiError> {
        self.answer_cached(app, topics, variant, |view| build(view).map(|page| (page.rows, page.next))).await
    }

    /// Like [`ReadRequest::answer_page`], for lists that every journal entry changes: never cached.
    pub async fn answer_fresh_page<T: Serialize>(
        &self,
        app: &AppState,
        build: impl FnOnce(&dyn View) -> Result<Page<T>, ApiError> + Send,
    ) -> Result<Response, ApiError> {
        let read = || {
            let mut outcome = Err(ApiError::internal());
            app.store.read(|view| {
                outcome = build(view);
                Ok(())
            })?;
            let page = outcome?;
            self.render(&page.rows, page.next)
        };
        Ok(self.respond(&app.read_limiter.run(read).await?))
    }

    /// Answers with a value that is already at hand and changes without an entry: never cached.
    pub fn answer_fresh<T: Serialize>(&self, value: &T) -> Result<Response, ApiError> {
        Ok(self.respond(&self.render(value, None)?))
    }

    /// Answers from the cache at once. A request that must read waits for a permit, and then looks into the cache again: an
    /// equal request may have filled it meanwhile.
    async fn answer_cached<T: Serialize>(
        &self,
        app: &AppState,
        topics: &[Topic],
        variant: &str,
        build: impl FnOnce(&dyn View) -> Result<(T, Option<u64>), ApiError> + Send,
    ) -> Result<Response, ApiError> {
        let key = self.key(variant);
        if let Some(cached) = app.store.read(|view| Ok(app.answer_cache.get(&key, &newest_of(view, topics)?)))? {
            return Ok(self.respond(&cached));
        }
        let read = || {
            let mut outcome = Err(ApiError::internal());
            app.store.read(|view| {
                let state = newest_of(view, topics)?;
                outcome = match app.answer_cache.get(&key, &state) {
                    Some(cached) => Ok(cached),
                    None => build(view).and_then(|(value, next)| {
                        let answer = self.render(&value, next)?;
                        app.answer_cache.put(key, state, answer.clone());
                        Ok(answer)
                    }),
                };
                Ok(())
            })?;
            outcome
        };
        Ok(self.respond(&app.read_limiter.run(read).await?))
    }

    fn render<T: Serialize>(&self, value: &T, next: Option<u64>) -> Result<CachedAnswer, ApiError> {
        let body = serde_json::to_vec(value).map_err(|_| ApiError::internal())?;
        let link = next.map(|before| self.link(before));
        Ok(CachedAnswer {
            content_type: HeaderValue::from_static("application/json"),
            etag: etag_of(&body),
            link: link.map(header_value),
            body: body.into(),
        })
    }

    /// Answers with content that is not JSON.
    pub fn answer_bytes(&self, content_type: HeaderValue, body: Vec<u8>) -> Response {
        self.respond(&CachedAnswer { content_type, etag: etag_of(&body), link: None, body: body.into() })
    }

    /// `Link` to the next page: the same parameters with another `before`.
    fn link(&self, before: u64) -> String {
        let others = self.query.read().into_iter().filter(|(name, _)| *name != "before").filter_map(|(name, value)| Some((name, value?)));
        let parts: String = others.map(|(name, value)| format!("{name}={}&", percent_encoded(&value))).collect();
        format!("<{}?{parts}before={before}>; rel=\"next\"", self.uri.path())
    }

    fn respond(&self, answer: &CachedAnswer) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(header::ETAG, answer.etag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        if let Some(link) = &answer.link {
            headers.insert(header::LINK, link.clone());
        }
        if self.is_current(&answer.etag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(header::CONTENT_TYPE, answer.content_type.clone());
        (headers, answer.body.clone()).into_response()
    }

    fn is_current(&self, etag: &HeaderValue) -> bool {
        etag.to_str().is_ok_and(|etag| matches_etag(self.if_none_match.iter(), etag))
    }
}

/// Parses the date in the parameter `name`.
pub fn day(name: &str, text: &str) -> Result<BusinessDay, ApiError> {
    BusinessDay::parse(text).ok_or_else(|| ApiError::invalid(format!("{name} must be a date such as 2026-11-21")))
}

/// Percent-encodes a query value (RFC 3986, section 2.3).
fn percent_encoded(value: &str) -> String {
    let is_unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    value.bytes().map(|byte| if is_unreserved(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn etag_of(body: &[u8]) -> HeaderValue {
    header_value(etag(&Sha256::digest(body)))
}

fn header_value(text: String) -> HeaderValue {
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(uri: &str) -> Parts {
        axum::http::Request::get(uri).body(()).expect("a request").into_parts().0
    }

    fn of(parts: &mut Parts) -> ReadRequest {
        let query = Query::of(parts).expect("a query");
        ReadRequest { uri: parts.uri.clone(), if_none_match: None, query }
    }

    fn request(uri: &str) -> ReadRequest {
        of(&mut parts(uri))
    }

    /// A request of which another argument has read the page.
    fn paged(uri: &str) -> ReadRequest {
        let mut parts = parts(uri);
        let page = Query::of(&mut parts).expect("a query");
        for name in ["limit", "before"] {
            page.param(name);
        }
        of(&mut parts)
    }

    #[test]
    fn unknown_parameters_do_not_change_the_cache_key() {
        let menu = request("/api/menu").key("");
        for query in ["?x=1", "?x=2&y", "?limit=7", "?"] {
            assert_eq!(request(&format!("/api/menu{query}")).key(""), menu, "{query}");
        }
        let key = |uri: &str| {
            let request = paged(uri);
            request.param("q");
            request.key("")
        };
        assert_eq!(key("/api/sales?limit=5&q=a%20b&x=1"), key("/api/sales?q=a+b&limit=5"));
        let others = ["?limit=6&q=a", "?limit=5", "?limit=5&q=b", "?limit=5&q=a&before=9", "?q=a\"), (\"limit=5", ""];
        let keys: std::collections::BTreeSet<String> =
            others.iter().map(|query| key(&format!("/api/sales{}", query.replace('"', "%22").replace(' ', "+")))).collect();
        assert_eq!(keys.len(), others.len());
    }

    #[test]
    fn the_link_to_the_next_page_repeats_the_parameters() {
        let request = paged("/api/sales?x=1&before=9&q=fish+%26+chips&limit=2");
        assert_eq!((request.param("q"), request.param("status")), (Some("fish & chips"), None));
        assert_eq!(request.link(7), "</api/sales?limit=2&q=fish%20%26%20chips&before=7>; rel=\"next\"");
    }
}
