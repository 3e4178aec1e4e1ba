//! Checks that no modules of a crate depend on each other in a circle, by their `use` lines, nor the folders that they are in. A folder and its
//! files may: they are one module.

use std::collections::{BTreeMap, BTreeSet};

use super::events::{split_outside_brackets, without_words, words};
use super::sources::{Source, is_word, none, sources};

const REMEDY: &str = "Move what both need into a file of its own, or to the module above them";

/// Modules that know others which know them: module and why.
const HUBS: &[(&str, &str)] = &[("src/http/state", "the state that every call gets has parts which single calls look after")];

/// Folders whose parts still depend on each other in a circle, though their files do not.
const TIED: &[&str] = &[
    "crates/bar/src/catalog",
    "crates/bar/src/credit",
    "crates/bar/src/orders",
    "crates/bar/src/sales",
    "crates/bar/src/staff",
    "crates/bar/src/tills",
    "crates/printer/src",
    "src/http",
    "src/http/api",
    "src/http/contract",
];

/// A module's path: the file's, without its ending and without `mod`.
type Module = String;

/// An import: what it names, and whether it is public.
struct Import {
    path: Vec<String>,
    is_public: bool,
}

/// The module of a file, such as `crates/bar/src/orders/pay`; that of `lib.rs` is `crates/bar/src`.
fn module_of(path: &str) -> Module {
    let path = path.trim_end_matches(".rs");
    let folder = ["/mod", "/lib", "/main"].iter().find_map(|name| path.strip_suffix(name));
    folder.unwrap_or(path).to_owned()
}

/// The imports of a file, without those for tests.
fn imports(source: &Source) -> Vec<Import> {
    let code = without_words(source.before_tests());
    let mut found = Vec::new();
    for at in words(&code, "use") {
        let Some(tree) = code[at + "use".len()..].split(';').next().filter(|tree| tree.starts_with(' ')) else { continue };
        let before = code[..at].trim_end();
        let is_public = before.ends_with("pub") || before.ends_with(')');
        let attribute = if is_public { before.rfind("pub").map_or(before, |at| before[..at].trim_end()) } else { before };
        if !attribute.ends_with("#[cfg(test)]") {
            found.extend(expanded(tree).into_iter().map(|path| Import { path, is_public }));
        }
    }
    found
}

/// The paths of a tree of imports: `a::{b, c::d}` are `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<Vec<String>> {
    let segments =
        |text: &str| -> Vec<String> { text.split("::").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect() };
    let Some((start, rest)) = tree.split_once('{') else {
        return vec![segments(tree.split(" as ").next().unwrap_or_default())];
    };
    let inside = rest.rsplit_once('}').map_or(rest, |(inside, _)| inside);
    let parts = split_outside_brackets(inside, ",").into_iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(expanded).map(|path| [segments(start), path].concat()).collect()
}

/// The modules of the crates, and through which of them names are imported.
#[derive(Default)]
struct Modules {
    /// The public items of each, by name.
    items: BTreeMap<Module, BTreeSet<String>>,
    /// The child that a module has a name of.
    reexports: BTreeMap<(Module, String), Module>,
    /// The children that a module has all names of.
    globs: BTreeMap<Module, Vec<Module>>,
}

impl Modules {
    fn of(sources: &[&Source]) -> Self {
        let mut modules = Modules::default();
        for source in sources {
            let items = source.code().filter_map(|(_, line)| item(line)).map(str::to_owned).collect();
            modules.items.insert(module_of(&source.path), items);
        }
        for source in sources {
            let module = module_of(&source.path);
            for Import { path, .. } in imports(source).into_iter().filter(|import| import.is_public) {
                let path = if path.first().is_some_and(|name| name == "self") { &path[1..] } else { &path[..] };
                let Some((name, above)) = path.split_last() else { continue };
                let child = above.iter().fold(module.clone(), |module, name| format!("{module}/{name}"));
                if above.is_empty() || !modules.items.contains_key(&child) {
                    continue;
                }
                if name == "*" {
                    modules.globs.entry(module.clone()).or_default().push(child);
                } else {
                    modules.reexports.insert((module.clone(), name.clone()), child);
                }
            }
        }
        modules
    }

    /// The module in which `path` ends, seen from `module`.
    fn resolve(&self, mut module: Module, path: &[String]) -> Module {
        for (place, name) in path.iter().enumerate() {
            let child = format!("{module}/{name}");
            if self.items.contains_key(&child) {
                module = child;
                continue;
            }
            let by_name = self.reexports.get(&(module.clone(), name.clone()));
            let by_glob = || self.globs.get(&module).into_iter().flatten().find(|child| self.items[*child].contains(name));
            return match by_name.or_else(by_glob) {
                Some(child) => self.resolve(child.clone(), &path[place..]),
                None => module,
            };
        }
        module
    }

    /// The module that an import of `module` names; `None` if it is of another crate.
    fn named(&self, module: &str, path: &[String]) -> Option<Module> {
        let root = &module[..module.find("src").map_or(0, |at| at + "src".len())];
        let above = |module: &str| module.rsplit_once('/').map_or_else(String::new, |(above, _)| above.to_owned());
        let (start, rest) = match path.first()?.as_str() {
            "crate" => (root.to_owned(), &path[1..]),
            "self" => (module.to_owned(), &path[1..]),
            "super" => {
                let levels = path.iter().take_while(|name| *name == "super").count();
                ((0..levels).fold(module.to_owned(), |module, _| above(&module)), &path[levels..])
            }
            child if self.items.contains_key(&format!("{module}/{child}")) => (module.to_owned(), path),
            _ => return None,
        };
        Some(self.resolve(start, rest))
    }
}

/// The name of the public item that begins in `line`.
fn item(line: &str) -> Option<&str> {
    let mut words = line.trim().split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
    words.next().filter(|word| *word == "pub")?;
    let is_kind = |word: &&str| ["fn", "struct", "enum", "trait", "type", "const", "static"].contains(word);
    let kind = words.find(is_kind)?;
    let name = words.next()?;
    if kind == "const" && name == "fn" { words.next() } else { Some(name) }
}

/// Whether one of two modules is the other one or is inside it.
fn are_one(one: &str, other: &str) -> bool {
    let is_inside = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    is_inside(one, other) || is_inside(other, one)
}

/// Modules and those that they import from.
type Edges = BTreeSet<(Module, Module)>;

/// The imports that are part of circles.
fn circles(sources: &[&Source]) -> Edges {
    on_circles(edges_of(sources))
}

/// The parts of folders, files or folders themselves, that depend on each other in a circle.
fn folder_circles(sources: &[&Source]) -> Edges {
    on_circles(edges_of(sources).iter().map(|(module, named)| parts(module, named)).collect())
}

/// The parts of the folder that both modules are in.
fn parts(module: &str, named: &str) -> (Module, Module) {
    let above = module.split('/').zip(named.split('/')).take_while(|(one, other)| one == other).count();
    let part = |path: &str| path.split('/').take(above + 1).collect::<Vec<_>>().join("/");
    (part(module), part(named))
}

fn edges_of(sources: &[&Source]) -> Edges {
    let modules = Modules::of(sources);
    let mut edges = BTreeSet::new();
    for source in sources {
        let module = module_of(&source.path);
        for import in imports(source) {
            edges
                .extend(modules.named(&module, &import.path).filter(|named| !are_one(&module, named)).map(|named| (module.clone(), named)));
        }
    }
    edges
}

fn on_circles(mut edges: Edges) -> Edges {
    // What imports nothing, or is imported by nothing, is on no circle.
    loop {
        let importing: BTreeSet<Module> = edges.iter().map(|(module, _)| module.clone()).collect();
        let imported: BTreeSet<Module> = edges.iter().map(|(_, named)| named.clone()).collect();
        let before = edges.len();
        edges.retain(|(module, named)| imported.contains(module) && importing.contains(named));
        if edges.len() == before {
            break;
        }
    }
    // What is left is on a circle, or between two.
    let is_on_circle = |(module, named): &&(Module, Module)| reaches(&edges, named, module);
    edges.iter().filter(is_on_circle).cloned().collect()
}

/// Whether one module imports from another, by way of others or directly.
fn reaches(edges: &Edges, from: &str, to: &str) -> bool {
    let (mut seen, mut next) = (BTreeSet::from([from]), vec![from]);
    while let Some(module) = next.pop() {
        for (_, named) in edges.iter().filter(|(importing, _)| importing == module) {
            if named == to {
                return true;
            }
            if seen.insert(named) {
                next.push(named);
            }
        }
    }
    false
}

/// The files of the crates.
fn of_crates(sources: &[Source]) -> Vec<&Source> {
    let is_hub = |module: &str| HUBS.iter().any(|(hub, _)| *hub == module);
    let of_crates = sources.iter().filter(|source| !source.is_test() && !is_hub(&module_of(&source.path)));
    let of_crates: Vec<&Source> = of_crates.filter(|source| source.module().is_some()).collect();
    assert!(of_crates.iter().map(|source| imports(source).len()).sum::<usize>() > 3_000, "the imports were not found");
    of_crates
}

fn message((module, named): (Module, Module)) -> String {
    format!("{module}: imports from {named}, which depends on it too. {REMEDY}.")
}

#[test]
fn no_modules_depend_on_each_other_in_a_circle() {
    none(circles(&of_crates(&sources())).into_iter().map(message).collect());
}

#[test]
fn no_folders_depend_on_each_other_in_a_circle() {
    let found = folder_circles(&of_crates(&sources()));
    let folder = |module: &str| module.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned());
    let tied: BTreeSet<String> = found.iter().map(|(module, _)| folder(module)).collect();
    let untied = TIED.iter().filter(|folder| !tied.contains(**folder));
    let mut broken: Vec<String> = untied.map(|folder| format!("{folder}: has no circle any more. Take it off TIED.")).collect();
    broken.extend(found.into_iter().filter(|(module, _)| !TIED.contains(&folder(module).as_str())).map(message));
    none(broken);
}

#[test]
fn circles_of_folders_are_found() {
    let [one, other] = ["use crate::b::one;", "use crate::a::two;"];
    let files = [("a/mod.rs", ""), ("a/one.rs", one), ("a/two.rs", ""), ("b/mod.rs", ""), ("b/one.rs", ""), ("b/two.rs", other)];
    let sources: Vec<Source> =
        files.iter().map(|(path, text)| Source { path: format!("crates/head/src/{path}"), text: (*text).to_owned() }).collect();
    let sources: Vec<&Source> = sources.iter().collect();
    let [a, b] = ["crates/head/src/a".to_owned(), "crates/head/src/b".to_owned()];
    assert_eq!(circles(&sources), Edges::new());
    assert_eq!(folder_circles(&sources), Edges::from([(a.clone(), b.clone()), (b, a)]));
    assert_eq!(folder_circles(&sources[..5]), Edges::new());
}

#[test]
fn circles_are_found() {
    let found = |files: &[(&str, &str)]| {
        let sources: Vec<Source> =
            files.iter().map(|(path, text)| Source { path: format!("crates/bar/src/{path}"), text: (*text).to_owned() }).collect();
        circles(&sources.iter().collect::<Vec<_>>()).into_iter().map(|(module, _)| module).collect::<Vec<_>>()
    };
    let parent = ("a/mod.rs", "mod b;\nmod c;\npub use b::{B, other};\npub use c::*;");
    for (b, c) in [
        ("use super::c::C;\npub struct B;", "use super::b::B;\npub struct C;"),
        ("use super::{C, D};\npub struct B;", "use crate::a::{x, B as Other};\npub struct C;\npub const fn x() {}"),
        ("use super::{\n    x,\n    y,\n};", "pub(super) use super::b::other;\npub fn x() {}"),
    ] {
        assert_eq!(found(&[parent, ("a/b.rs", b), ("a/c.rs", c)]), ["crates/bar/src/a/b", "crates/bar/src/a/c"], "{b}");
    }
    let in_turn = [("b.rs", "use super::c;"), ("c.rs", "use crate::d::D;"), ("d.rs", "use crate::{b, e};"), ("e.rs", "use crate::f;")];
    assert_eq!(found(&in_turn), ["crates/bar/src/b", "crates/bar/src/c", "crates/bar/src/d"]);
    let between = [
        ("b.rs", "use super::c;"),
        ("c.rs", "use super::{b, d};"),
        ("d.rs", "use super::e;"),
        ("e.rs", "use super::f;"),
        ("f.rs", "use super::e;"),
    ];
    assert!(!found(&between).contains(&"crates/bar/src/d".to_owned()), "it is on none of the two");
    for (b, c) in [
        ("use super::c::C;\npub struct B;", "#[cfg(test)]\nuse super::b::B;\npub struct C;"),
        ("use super::c::C;\npub struct B;", "// use super::b::B;\npub struct C;\n\n#[cfg(test)]\nmod tests {\n    use crate::a::B;\n}\n"),
        ("use super::parent;", "use super::b::B;"),
        ("use store::c::C;", "use super::b::B;"),
    ] {
        assert_eq!(found(&[parent, ("a/b.rs", b), ("a/c.rs", c)]), Vec::<String>::new(), "{c}");
    }
    assert_eq!(found(&[("a/mod.rs", "mod b;\nuse b::B;"), ("a/b.rs", "use super::A;")]), Vec::<String>::new(), "a folder and its file");
}
