//! Embedded files of the web interface, or a placeholder page in a binary built without them.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::GzDecoder;

use crate::http::server::etag::etag;

/// An embedded file.
pub struct File {
    pub bytes: Cow<'static, [u8]>,
    /// Strong entity tag with its quotes. Compressed and plain files have different ones, because their bytes differ.
    pub etag: String,
}

/// Suffix of the names of compressed files: gzip.
pub const COMPRESSED: &str = ".gz";

/// Finds a file by its name in the UI build, such as `assets/index-abc.js`.
pub type FindFileFn = fn(&str) -> Option<File>;

/// Whether the build has this file, as it is or compressed.
pub fn exists(find: FindFileFn, name: &str) -> bool {
    find(name).is_some() || compressed(find, name).is_some()
}

/// The file as gzip.
pub fn compressed(find: FindFileFn, name: &str) -> Option<File> {
    find(&format!("{name}{COMPRESSED}"))
}

/// The file as it is. Scripts and styles are kept compressed only, because nearly every client takes them so.
pub fn plain(find: FindFileFn, name: &str) -> Option<File> {
    if let Some(file) = find(name) {
        return Some(file);
    }
    let packed = compressed(find, name)?;
    let mut bytes = Vec::new();
    GzDecoder::new(&*packed.bytes).read_to_end(&mut bytes).ok()?;
    Some(File { bytes: Cow::Owned(bytes), etag: packed.etag.replacen('"', "\"plain-", 1) })
}

/// The UI build, embedded at compile time in every profile.
#[cfg(feature = "ui")]
#[derive(rust_embed::RustEmbed)]
#[folder = "ui/dist"]
struct Build;

/// The file of the embedded UI build.
#[cfg(feature = "ui")]
pub fn embedded(name: &str) -> Option<File> {
    let file = Build::get(name)?;
    Some(File { bytes: file.data, etag: etag(&file.metadata.sha256_hash()) })
}

/// Placeholder page of a binary without the web interface.
#[cfg(not(feature = "ui"))]
const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><title>Barback</title><p>Barback is running, but this binary was built without its screens.</p></html>\n";

/// The placeholder, under the names of both pages.
#[cfg(not(feature = "ui"))]
pub fn embedded(name: &str) -> Option<File> {
    let page = File { bytes: Cow::Borrowed(PLACEHOLDER.as_bytes()), etag: etag(b"no screens") };
    [crate::http::server::ui::PAGE, crate::http::server::ui::MENU_PAGE].contains(&name).then_some(page)
}

/// The build of head office's screens. Without one, its binary has a placeholder page.
#[cfg(all(feature = "ui", feature = "head"))]
#[derive(rust_embed::RustEmbed)]
#[folder = "ui/dist-head"]
#[allow_missing = true]
struct HeadBuild;

/// Placeholder page of a head office without its screens.
#[cfg(feature = "head")]
const HEAD_PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><title>Head office</title><p>Head office is running, but this binary was built without its screens.</p></html>\n";

/// The file of the embedded build of head office's screens.
#[cfg(feature = "head")]
pub fn head_embedded(name: &str) -> Option<File> {
    #[cfg(feature = "ui")]
    if let Some(file) = HeadBuild::get(name) {
        return Some(File { bytes: file.data, etag: etag(&file.metadata.sha256_hash()) });
    }
    #[cfg(feature = "ui")]
    if HeadBuild::get(&format!("{}{COMPRESSED}", crate::http::server::ui::PAGE)).is_some() {
        return None;
    }
    let page = File { bytes: Cow::Borrowed(HEAD_PLACEHOLDER.as_bytes()), etag: etag(b"no screens") };
    (name == crate::http::server::ui::PAGE).then_some(page)
}
