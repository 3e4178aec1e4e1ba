//! Headers that both servers read: cookies, the type of a body, the page that a request comes from, the name of a request.

use axum::http::{HeaderMap, header};

use base::{Code, Decided, Refusal};

/// The header with the caller's name for a request.
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// Longest name of a request, in bytes.
const KEY_MAX: usize = 64;

/// Names and values of all cookies of the request.
pub fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='))
}

/// Protection against cross-site request forgery: browsers send the cookie with requests of any page, so a write that is
/// authenticated by the cookie must be JSON or a file, and have our own `Origin`, which a form of another site cannot fake.
pub fn same_origin(headers: &HeaderMap, secure: bool) -> Decided<()> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let (scheme, port) = if secure { ("https", ":443") } else { ("http", ":80") };
    let authority = |host: &str| authority(host, port);
    let host = text(header::HOST).map(authority);
    let origin = text(header::ORIGIN).and_then(|origin| origin.split_once("://"));
    let origin = origin.filter(|(own, _)| own.eq_ignore_ascii_case(scheme)).map(|(_, host)| authority(host));
    let by_script = text(header::CONTENT_TYPE).is_some_and(|kind| is_json(kind) || kind == "application/octet-stream");
    if by_script && host.is_some() && host == origin {
        return Ok(());
    }
    Err(Refusal::new(Code::Forbidden, "This request did not come from Barback's own page"))
}

/// Host and port, comparable: lower case, without the default port.
fn authority(host: &str, default_port: &str) -> String {
    let host = host.trim().to_ascii_lowercase();
    host.strip_suffix(default_port).map(str::to_owned).unwrap_or(host)
}

/// Whether a content type is JSON.
pub fn is_json(content_type: &str) -> bool {
    content_type.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The `Idempotency-Key` of a request, if it has one.
///
/// # Errors
///
/// 400 if it is not 1 to 64 printable characters.
pub fn key_header(headers: &HeaderMap) -> Decided<Option<String>> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default();
    let printable = text.bytes().all(|byte| (0x20..0x7f).contains(&byte));
    if text.trim().is_empty() || text.len() > KEY_MAX || !printable {
        return Err(Refusal::invalid("Idempotency-Key must be 1 to 64 printable characters"));
    }
    Ok(Some(text.to_owned()))
}
