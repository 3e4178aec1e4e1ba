//! Serving the web interface, with a small made-up UI build.

use std::io::Write;

use axum::body::to_bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;
use crate::server::etag::etag;

/// A small UI build.
fn build(name: &str) -> Option<File> {
    if name == "assets/only-4d.css.gz" {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(b"a{}").expect("memory");
        return Some(File { bytes: packed.finish().expect("memory").into(), etag: etag(b"only") });
    }
    let bytes: &'static [u8] = match name {
        "index.html" => b"<html>page</html>",
        "index.html.gz" => b"page in gz",
        "menu.html" => b"<html>menu</html>",
        "assets/app-1a2b.js" => b"let app;",
        "assets/app-1a2b.js.gz" => b"app in gz",
        "assets/font-3c.woff2" => b"font",
        "theme.js" => b"let theme;",
        "ahead.txt" => b"/menu </assets/menu-5d.js>; rel=modulepreload\n/r/ </assets/guest-6e.js>; rel=modulepreload\n",
        _ => return None,
    };
    Some(File { bytes: bytes.into(), etag: etag(&bytes[bytes.len() - 4..]) })
}

/// Status, headers and body of an answer.
async fn ask(method: Method, path: &str, headers: &[(&'static str, &str)]) -> (u16, HeaderMap, String) {
    let headers = headers.iter().map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value"))).collect();
    let (parts, body) = answer(build, &method, path, &headers).into_parts();
    let body = to_bytes(body, 10_000).await.expect("a body");
    (parts.status.as_u16(), parts.headers, String::from_utf8(body.to_vec()).expect("text"))
}

async fn get(path: &str, headers: &[(&'static str, &str)]) -> (u16, HeaderMap, String) {
    ask(Method::GET, path, headers).await
}

#[tokio::test]
async fn every_path_of_the_application_is_the_page() {
    for path in ["/", "/inventory", "/no/such/screen", "/index.html", "/apis", "/T/1", "/assets", "/../etc/passwd", "//x", "/menu.php"] {
        let (status, headers, body) = get(path, &[("accept", "text/html,*/*;q=0.8")]).await;
        assert_eq!((status, body.as_str()), (200, "<html>page</html>"), "{path}");
        assert_eq!(headers["content-type"], "text/html; charset=utf-8");
        assert_eq!(headers["cache-control"], "no-cache");
        assert_eq!(headers["vary"], "Accept-Encoding");
    }
}

#[tokio::test]
async fn the_public_menus_have_their_own_page() {
    for path in ["/menu", "/menu/", "/customer-menu", "/customer-menu/"] {
        let (status, _, body) = get(path, &[("accept", "text/html")]).await;
        assert_eq!((status, body.as_str()), (200, "<html>menu</html>"), "{path}");
    }
    for path in ["/menu/none", "/menus", "/my/menu", "/customer-menu-2", "/r/menu"] {
        assert_eq!(get(path, &[("accept", "text/html")]).await.2, "<html>page</html>", "{path}");
    }
}

#[tokio::test]
async fn pages_for_guests_have_preload_links() {
    let html = [("accept", "text/html")];
    for (path, expected) in [
        ("/menu", Some("</assets/menu-5d.js>; rel=modulepreload")),
        ("/r/a1B2", Some("</assets/guest-6e.js>; rel=modulepreload")),
        ("/menu/none", None),
        ("/r", None),
        ("/inventory", None),
        ("/theme.js", None),
    ] {
        let (status, headers, _) = get(path, &html).await;
        assert_eq!(status, 200, "{path}");
        assert_eq!(headers.get("link").map(|link| link.to_str().expect("text")), expected, "{path}");
    }
}

#[tokio::test]
async fn unknown_paths_are_answered_with_404() {
    for (path, accept) in [
        ("/api", "text/html"),
        ("/api/", "text/html"),
        ("/api/none", "*/*"),
        ("/assets/gone-1.js", "*/*"),
        ("/assets/", "text/html"),
        ("/assets/app-1a2b.js.gz", "*/*"),
        ("/favicon.ico", "image/avif,image/*,*/*;q=0.8"),
        ("/inventory", "application/json"),
    ] {
        let (status, headers, body) = get(path, &[("accept", accept)]).await;
        assert_eq!(status, 404, "{path}");
        assert_eq!(headers["content-type"], "application/json");
        assert!(body.contains(r#""code":"not_found""#));
    }
}

#[tokio::test]
async fn pages_and_files_are_read_only() {
    for (method, path, status) in [
        (Method::POST, "/inventory", 405),
        (Method::DELETE, "/", 405),
        (Method::OPTIONS, "/assets/app-1a2b.js", 405),
        (Method::POST, "/api/none", 404),
        (Method::POST, "/assets/gone-1.js", 404),
    ] {
        let (seen, headers, body) = ask(method.clone(), path, &[]).await;
        assert_eq!(seen, status, "{method} {path}");
        assert_eq!(headers.get(ALLOW).is_some_and(|allow| allow == "GET, HEAD"), status == 405);
        assert!(body.contains(if status == 405 { "method_not_allowed" } else { "not_found" }));
    }
}

#[tokio::test]
async fn hashed_files_are_cached_for_a_year_and_compressed() {
    let (status, plain, body) = get("/assets/app-1a2b.js", &[]).await;
    assert_eq!((status, body.as_str()), (200, "let app;"));
    assert_eq!(plain["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(plain["content-type"], "text/javascript; charset=utf-8");
    assert!(!plain.contains_key(CONTENT_ENCODING));

    let (_, compressed, body) = get("/assets/app-1a2b.js", &[("accept-encoding", "gzip, br")]).await;
    assert_eq!(body, "app in gz");
    assert_eq!(compressed["content-encoding"], "gzip");
    assert_eq!(compressed["content-type"], "text/javascript; charset=utf-8");
    assert_ne!(compressed["etag"], plain["etag"]);

    let (_, font, body) = get("/assets/font-3c.woff2", &[("accept-encoding", "gzip, br")]).await;
    assert_eq!(body, "font");
    assert_eq!(font["content-type"], "font/woff2");
    assert!(!font.contains_key(CONTENT_ENCODING));

    let (_, theme, _) = get("/theme.js", &[]).await;
    assert_eq!(theme["cache-control"], "no-cache");
}

#[tokio::test]
async fn a_file_that_is_kept_compressed_is_unpacked_for_who_takes_no_other() {
    let (status, plain, body) = get("/assets/only-4d.css", &[]).await;
    assert_eq!((status, body.as_str()), (200, "a{}"));
    assert_eq!((&plain["content-type"], &plain["content-length"]), (&"text/css; charset=utf-8".parse().expect("a value"), &3.into()));
    assert!(!plain.contains_key(CONTENT_ENCODING));
    let etag = plain["etag"].to_str().expect("text");
    let (status, ..) = get("/assets/only-4d.css", &[("if-none-match", etag)]).await;
    assert_eq!(status, 304);
    let head = [("accept-encoding", "gzip"), ("if-none-match", etag)]
        .map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")));
    let packed = answer(build, &Method::HEAD, "/assets/only-4d.css", &HeaderMap::from_iter(head));
    assert_eq!((packed.status().as_u16(), &packed.headers()["content-encoding"]), (200, &"gzip".parse().expect("a value")));
    assert_eq!(get("/assets/only-4d.css.gz", &[]).await.0, 404);
}

#[tokio::test]
async fn a_cached_file_is_not_sent_again() {
    let coding = ("accept-encoding", "gzip");
    let (_, first, body) = get("/inventory", &[coding]).await;
    assert_eq!(body, "page in gz");
    let etag = first["etag"].to_str().expect("text");
    assert!(etag.starts_with('"') && etag.ends_with('"'), "a strong tag: {etag}");

    let (status, again, body) = get("/inventory", &[coding, ("if-none-match", etag)]).await;
    assert_eq!((status, body.as_str()), (304, ""));
    assert_eq!(again["etag"], first["etag"]);
    assert_eq!(again["cache-control"], "no-cache");
    assert_eq!(again["vary"], "Accept-Encoding");

    let (status, ..) = get("/inventory", &[("accept-encoding", "br"), ("if-none-match", etag)]).await;
    assert_eq!(status, 200, "the tag of another coding");
}

#[tokio::test]
async fn head_has_the_same_headers_without_a_body() {
    let (status, headers, body) = ask(Method::HEAD, "/", &[("accept-encoding", "gzip")]).await;
    assert_eq!((status, body.as_str()), (200, ""));
    assert_eq!(headers["content-length"], "10");
    assert_eq!(headers["content-encoding"], "gzip");
}

/// A UI build that was not made.
#[derive(rust_embed::RustEmbed)]
#[folder = "not-there"]
#[allow_missing = true]
struct NoBuild;

#[tokio::test]
async fn a_program_without_screens_says_so_on_every_page() {
    for path in ["/", "/bartender", "/menu"] {
        let answer = answer(embedded::<NoBuild>, &Method::GET, path, &HeaderMap::new());
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let body = to_bytes(answer.into_body(), 1_000_000).await.expect("a body");
        assert!(String::from_utf8_lossy(&body).contains("built without its screens"), "{path}");
    }
}
