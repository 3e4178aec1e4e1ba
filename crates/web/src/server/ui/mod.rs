//! Serves the web interface: its files, and its page for every other path (single-page application).

mod files;
mod negotiate;

use axum::body::Body;
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LINK, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::Response;

pub use self::files::{File, FindFileFn, embedded};
use self::negotiate::{Coding, accepts_page, best_coding};
use crate::server::etag::matches_etag;
use crate::server::problem::problem;

/// The page of the application.
const PAGE: &str = "index.html";
/// The page of the public menus, with little for a guest's phone to fetch.
const MENU_PAGE: &str = "menu.html";
/// Paths of the public menus.
const MENUS: [&str; 2] = ["menu", "customer-menu"];
/// Folder of files with a hash of their content in the name.
const HASHED: &str = "assets/";
/// `Cache-Control` of hashed files: cached for a year without revalidation.
const CACHE_ONE_YEAR: &str = "public, max-age=31536000, immutable";
/// `Cache-Control` of other files: cached, but revalidated each time.
const REVALIDATE: &str = "no-cache";

/// Preload links by path, one per line: `/menu </assets/menu.js>; rel=modulepreload, …`. A path that ends in a slash stands
/// for all paths below it. Written by the UI build.
const PRELOADS_FILE: &str = "ahead.txt";

/// What the fallback of a router answers: a file of the UI build, its page, or a refusal.
pub fn answer(find: FindFileFn, method: &Method, path: &str, headers: &HeaderMap) -> Response {
    let name = path.strip_prefix('/').unwrap_or(path);
    if name == "api" || name.starts_with("api/") {
        return not_found();
    }
    let has_file = servable(name) && files::exists(find, name);
    if !has_file && name.starts_with(HASHED) {
        return not_found();
    }
    if method != Method::GET && method != Method::HEAD {
        let mut refusal = problem(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "This address can only be read");
        refusal.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return refusal;
    }
    if has_file {
        return send(find, name, method, headers);
    }
    if !accepts_page(headers.get_all(ACCEPT).iter()) {
        return not_found();
    }
    let mut page = send(find, page_at(name), method, headers);
    if let Some(links) = preload_links(find, path) {
        page.headers_mut().insert(LINK, links);
    }
    page
}

fn page_at(name: &str) -> &'static str {
    if MENUS.contains(&name.trim_end_matches('/')) { MENU_PAGE } else { PAGE }
}

/// `Link` header with files to preload, so that a guest's phone fetches them without waiting for the page to name them.
fn preload_links(find: FindFileFn, path: &str) -> Option<HeaderValue> {
    let file = find(PRELOADS_FILE)?;
    let lines = std::str::from_utf8(&file.bytes).ok()?.lines();
    let mut named = lines.filter_map(|line| line.split_once(' '));
    let fits = |address: &str| address == path || (address.ends_with('/') && path.starts_with(address));
    named.find_map(|(address, links)| fits(address).then(|| HeaderValue::from_str(links).ok()).flatten())
}

/// Compressed files are served under the name of the plain file, not under their own.
fn servable(name: &str) -> bool {
    !name.ends_with(files::COMPRESSED)
}

fn not_found() -> Response {
    problem(StatusCode::NOT_FOUND, "not_found", "There is nothing at this address")
}

/// Sends the file `name` in the content coding that the client prefers.
fn send(find: FindFileFn, name: &str, method: &Method, headers: &HeaderMap) -> Response {
    let (coding, file) = match (best_coding(headers.get_all(ACCEPT_ENCODING).iter()), files::compressed(find, name)) {
        (Coding::Gzip, Some(file)) => (Coding::Gzip, Some(file)),
        _ => (Coding::Plain, files::plain(find, name)),
    };
    let Some(File { bytes, etag }) = file else { return not_found() };

    let mut response = Response::new(Body::empty());
    let out = response.headers_mut();
    out.insert(CACHE_CONTROL, HeaderValue::from_static(if name.starts_with(HASHED) { CACHE_ONE_YEAR } else { REVALIDATE }));
    out.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
    let known = matches_etag(headers.get_all(IF_NONE_MATCH).iter(), &etag);
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        out.insert(ETAG, etag);
    }
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    out.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
    out.insert(CONTENT_LENGTH, HeaderValue::from(bytes.len()));
    if let Some(coding) = coding.name() {
        out.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    if method == Method::GET {
        *response.body_mut() = Body::from(bytes);
    }
    response
}

/// Content type by file extension, for the files of a UI build.
fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
#[path = "ui_tests.rs"]
mod tests;
