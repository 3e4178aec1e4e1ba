//! Checks of the documentation: links lead somewhere, pictures exist and are used, files that are named exist, and labels are
//! those on the screens. Each message names the remedy.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders with files of others.
const SKIPPED: &[&str] = &["target", "node_modules", "dist", ".git"];
/// Pages that use the words of the screens: all but those for developers.
const FOR_USERS: &[&str] = &["docs/owner/", "docs/staff/"];
/// Pages that name files by their path from the project's root.
const NAMES_FILES: &[&str] = &["README.md", "SECURITY.md", "ARCHITECTURE.md", "docs/developer/"];
/// Beginnings of such paths.
const TOP_FOLDERS: &[&str] = &["src/", "crates/", "tests/", "ui/", "docs/", "benches/", "systemd/", "assets/"];
/// Total size of all pictures, in bytes. Everyone who downloads the project downloads them too.
const PICTURES_MAX: u64 = 3 * 1024 * 1024;

/// A page of the documentation.
struct Page {
    /// From the project's root.
    path: String,
    /// Without code.
    prose: String,
    /// With code.
    text: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files below `folder` with one of these endings, by their paths from the root.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !SKIPPED.contains(&name.as_str()) {
            found.extend(files(&path, endings));
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    found
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).expect("inside").to_string_lossy().replace('\\', "/")
}

fn pages() -> Vec<Page> {
    let mut found = Vec::new();
    for path in files(&root(), &[".md"]) {
        let text = fs::read_to_string(&path).expect("text");
        found.push(Page { path: relative(&path), prose: without_code(&text), text });
    }
    assert!(found.len() > 20, "the handbook was not found");
    found
}

/// `text` without fenced blocks, indented blocks and text in backticks.
fn without_code(text: &str) -> String {
    let mut prose = String::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced && !line.starts_with("    ") {
            let parts = line.split('`').enumerate().filter(|(at, _)| at % 2 == 0);
            prose.extend(parts.map(|(_, part)| part));
        }
        prose.push('\n');
    }
    prose
}

/// All texts between `open` and the next `close`.
fn between<'t>(text: &'t str, open: &str, close: &str) -> Vec<&'t str> {
    text.split(open).skip(1).filter_map(|rest| rest.split_once(close).map(|(inside, _)| inside)).collect()
}

/// The anchor of a heading in links: `Is the drawer right?` is `is-the-drawer-right`.
fn anchor(heading: &str) -> String {
    let letters = heading.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ => c.is_alphanumeric().then(|| c.to_ascii_lowercase()),
    });
    letters.collect()
}

#[track_caller]
fn none(broken: Vec<String>) {
    assert!(broken.is_empty(), "\n{}\n", broken.join("\n"));
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    let mut broken = Vec::new();
    let mut tried = 0;
    for page in &pages {
        let folder = root().join(&page.path).parent().expect("a folder").to_owned();
        let links = between(&page.prose, "](", ")").into_iter().chain(between(&page.prose, "src=\"", "\""));
        for link in links.filter(|link| !link.contains("://") && !link.starts_with("crate::")) {
            tried += 1;
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { root().join(&page.path) } else { folder.join(file) };
            let Ok(target) = target.canonicalize() else {
                broken.push(format!("{}: {link} is not there: correct the link.", page.path));
                continue;
            };
            if heading.is_empty() {
                continue;
            }
            let text = fs::read_to_string(&target).unwrap_or_default();
            let headings: BTreeSet<String> =
                text.lines().filter(|line| line.starts_with('#')).map(|line| anchor(line.trim_start_matches('#'))).collect();
            if !headings.contains(heading) {
                broken.push(format!("{}: {link}: there is no such heading. There are: {headings:?}", page.path));
            }
        }
    }
    assert!(tried > 50, "only {tried} links were found");
    none(broken);
}

#[test]
fn every_picture_is_described_and_used_and_all_are_small() {
    let pages = pages();
    let mut broken = Vec::new();
    let mut size = 0;
    let pictures = files(&root().join("docs/pictures"), &[".webp", ".png", ".jpg"]);
    assert!(!pictures.is_empty(), "take the pictures: npm --prefix ui run pictures");
    for picture in pictures {
        size += fs::metadata(&picture).expect("a file").len();
        let name = relative(&picture);
        let name = name.trim_start_matches("docs/");
        if !pages.iter().any(|page| page.prose.contains(name)) {
            broken.push(format!("docs/{name}: no page shows it. Show it, or do not take it (ui/e2e/pictures)."));
        }
    }
    for page in &pages {
        for picture in between(&page.prose, "<img", ">").iter().filter(|tag| !tag.contains("alt=\"") || tag.contains("alt=\"\"")) {
            broken.push(format!("{}: <img{picture}>: say in `alt` what it shows.", page.path));
        }
    }
    assert!(
        size <= PICTURES_MAX,
        "the pictures take {size} bytes, at most {PICTURES_MAX}: lower their quality in ui/e2e/pictures/camera.ts"
    );
    none(broken);
}

#[test]
fn files_that_pages_name_exist() {
    let mut broken = Vec::new();
    let mut tried = 0;
    for page in pages().iter().filter(|page| NAMES_FILES.iter().any(|start| page.path.starts_with(start))) {
        for line in page.text.lines() {
            let quoted = line.split('`').enumerate().filter(|(at, _)| at % 2 == 1).map(|(_, part)| part);
            for named in
                quoted.filter(|part| TOP_FOLDERS.iter().any(|folder| part.starts_with(folder)) && !part.contains([' ', '<', '*', '…']))
            {
                tried += 1;
                // `VERSION-*.jsonl` and the like are patterns; `crates/bar/src/sales` is a folder or the file of a module.
                if !root().join(named).exists() && !named.contains("VERSION") {
                    broken.push(format!("{}: {named} is not there: say where it is now.", page.path));
                }
            }
        }
    }
    assert!(tried > 30, "only {tried} names were found");
    none(broken);
}

/// On the pages for users, bold text is a label on a screen, unless it ends like a sentence.
#[test]
fn labels_are_those_on_the_screens() {
    let screens: String = [("ui/src", [".ts", ".tsx"]), ("src", [".rs", ".rs"]), ("crates", [".rs", ".rs"])]
        .into_iter()
        .flat_map(|(folder, endings)| files(&root().join(folder), &endings))
        .filter(|path| !relative(path).contains("test"))
        .map(|path| fs::read_to_string(path).expect("text"))
        .collect();
    // 'Sell', "Sell", and the beginnings of `Sell ${what}` and 'Sell. It is only once.'
    let shown = |word: &str| {
        let word = word.replace('\'', "\\'");
        let forms = [format!("'{word}'"), format!("\"{}\"", word.replace("\\'", "'")), format!("`{word} ${{"), format!("'{word}.")];
        forms.iter().any(|form| screens.contains(form.as_str()))
    };
    let mut broken = Vec::new();
    let mut tried = 0;
    for page in pages().iter().filter(|page| FOR_USERS.iter().any(|start| page.path.starts_with(start))) {
        for paragraph in page.prose.split("\n\n") {
            let bold = paragraph.split("**").enumerate().filter(|(at, _)| at % 2 == 1);
            for word in bold.map(|(_, part)| part.replace('\n', " ")).filter(|part| !part.ends_with(['.', '?', ':', '!'])) {
                tried += 1;
                if !shown(&word) {
                    broken.push(format!(
                        "{}: no screen says {word:?}. Write it as on the screen; end text that is only emphasized with a full stop.",
                        page.path
                    ));
                }
            }
        }
    }
    assert!(tried > 100, "only {tried} words were found");
    none(broken);
}

#[test]
fn markdown_is_parsed() {
    assert_eq!(without_code("a `b` c\n    d\n```\ne\n```\nf\n"), "a  c\n\n\n\n\nf\n");
    assert_eq!(between("x [a](b) [c](d#e)", "](", ")"), ["b", "d#e"]);
    assert_eq!(anchor(" Is the drawer right?"), "is-the-drawer-right");
    assert_eq!(anchor("Wi-Fi and secure pages"), "wi-fi-and-secure-pages");
}
