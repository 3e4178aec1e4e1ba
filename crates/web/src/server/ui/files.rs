//! Files of a UI build, and a placeholder page in a program without one.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::GzDecoder;
use rust_embed::RustEmbed;

use super::{MENU_PAGE, PAGE};
use crate::server::etag::etag;

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

/// Page of a program that was built without its screens.
const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><title>Barback</title>\
<p>Barback is running, but this binary was built without its screens. Build them with Node (npm --prefix ui ci; npm --prefix ui run build), \
then build it again.</p></html>\n";

/// The file `name` of a build that is embedded at compile time. Without one, the pages say so.
pub fn embedded<Build: RustEmbed>(name: &str) -> Option<File> {
    if let Some(file) = Build::get(name) {
        return Some(File { bytes: file.data, etag: etag(&file.metadata.sha256_hash()) });
    }
    let is_page = [PAGE, MENU_PAGE].contains(&name);
    let has_screens = || Build::get(&format!("{PAGE}{COMPRESSED}")).is_some() || Build::get(PAGE).is_some();
    (is_page && !has_screens()).then(|| File { bytes: Cow::Borrowed(PLACEHOLDER.as_bytes()), etag: etag(b"no screens") })
}
