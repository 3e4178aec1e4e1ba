//! Root's command line on a folder of somebody else: whatever its owner put there, root's own files stay as they are.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::box_process::{BoxProcess, command};
use crate::phone::Phone;
use crate::tool::{Said, barback, busy_bar, path_in};

/// Owns the data folder. No account of this machine needs to have the number.
const OWNER: u32 = 12_345;
/// What the owner of a data folder may put there as links to files of root's, before root works on it.
const FILES: [&str; 8] = [
    "barback.lock",
    "barback.log",
    "barback.log.new",
    "barback.redb",
    "barback.redb.new",
    "barback.redb.tables-1",
    "barback.toml",
    "backups/bar-20990101T000000000Z-manual-9.barback",
];
/// The same, as links to folders of root's.
const FOLDERS: [&str; 4] = ["backups", "being-restored", "being-proved", "https"];

/// A folder that everybody can pass through: in it a bar that has been sold at, and what is root's own.
struct House(TempDir);

impl House {
    fn inside(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The bar as it was left, and its owner's.
    fn bar_anew(&self) -> PathBuf {
        let (left, bar) = (self.inside("left"), self.inside("bar"));
        if bar.exists() {
            fs::remove_dir_all(&bar).expect("gone");
        }
        let copied = Command::new("cp").arg("-a").args([&left, &bar]).status();
        assert!(copied.is_ok_and(|status| status.success()), "copied");
        self.is_the_owners(&bar);
        bar
    }

    fn is_the_owners(&self, path: &Path) {
        let given = Command::new("chown").args(["-Rh", &format!("{OWNER}:{OWNER}")]).arg(path).status();
        assert!(given.is_ok_and(|status| status.success()), "given");
    }

    /// A path as an argument.
    fn argument(&self, name: &str) -> String {
        self.inside(name).display().to_string()
    }
}

/// `None` where this user is not root. The token signs in at the bar; a copy of it is among root's own.
async fn house() -> Option<(House, String)> {
    if !rustix::process::geteuid().is_root() {
        println!("SKIPPED: this user is not root, so root's command line was not tried on somebody else's folder.");
        return None;
    }
    let house = House(tempfile::tempdir().expect("room"));
    fs::set_permissions(house.0.path(), fs::Permissions::from_mode(0o755)).expect("ours");
    let left = house.inside("left");
    let (bar, phone, _) = busy_bar(&left, &[], 3).await;
    bar.terminate();
    fs::create_dir(house.inside("own")).and_then(|()| fs::create_dir(house.inside("own/folder"))).expect("folders");
    fs::write(house.inside("own/shadow"), "root's own\n").expect("written");
    barback(&left, &["backup", &house.argument("own/copy.barback")]).ok();
    for (name, mode) in [("own/folder", 0o700), ("own/shadow", 0o600), ("own/copy.barback", 0o600)] {
        fs::set_permissions(house.inside(name), fs::Permissions::from_mode(mode)).expect("ours");
    }
    Some((house, phone.token().to_owned()))
}

/// Owner, group, mode and content of everything below a folder, and of itself.
fn state(folder: &Path) -> BTreeMap<PathBuf, (u32, u32, u32, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut note = |path: &Path| {
        let data = fs::symlink_metadata(path).expect("there");
        let held = if data.is_file() { fs::read(path).expect("read") } else { Vec::new() };
        found.insert(path.to_owned(), (data.uid(), data.gid(), data.mode(), held));
        data.is_dir()
    };
    let mut folders = if note(folder) { vec![folder.to_owned()] } else { Vec::new() };
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if note(&path) {
                folders.push(path);
            }
        }
    }
    found
}

/// Starts a box, and ends it where it opens.
fn opens(bar: &Path, more: &[&str]) {
    match BoxProcess::run(command(bar, more)) {
        Ok(process) => drop(process.terminate()),
        Err(ended) => assert!(!ended.errors.contains("panicked"), "{ended:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn links_in_the_folder_lead_root_nowhere() {
    let Some((house, _)) = house().await else { return };
    let own = house.inside("own");
    let before = state(&own);
    let (copy, out) = (house.argument("own/copy.barback"), house.argument("out"));
    let commands: [&[&str]; 8] = [
        &["verify"],
        &["verify", &copy],
        &["backup"],
        &["backup", &out],
        &["export", &out],
        &["restore", "--replace", &copy],
        &["promote"],
        &["reset-password", "admin"],
    ];
    let planted = FILES.iter().map(|name| (name, "own/shadow")).chain(FOLDERS.iter().map(|name| (name, "own/folder")));
    for (name, target) in planted {
        let plant = || {
            let bar = house.bar_anew();
            let link = bar.join(name);
            fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
            let _ = fs::remove_file(&link).or_else(|_| fs::remove_dir_all(&link));
            symlink(house.inside(target), &link).expect("planted");
            house.is_the_owners(&bar);
            bar
        };
        for command in commands {
            let Said { errors, .. } = barback(&plant(), command);
            assert!(!errors.contains("panicked"), "{command:?}, {name}: {errors}");
            assert!(state(&own) == before, "{command:?} touched what {name} leads to: {errors}");
            let _ = fs::remove_file(&out).or_else(|_| fs::remove_dir_all(&out));
        }
        opens(&plant(), &[]);
        assert!(state(&own) == before, "a start touched what {name} leads to");
        opens(&plant(), &["follow", "http://127.0.0.1:1", "--code", "0123"]);
        assert!(state(&own) == before, "a second box touched what {name} leads to");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn root_works_as_the_owner_and_on_what_is_roots_alone() {
    let Some((house, token)) = house().await else { return };
    let bar = house.bar_anew();
    let stick = house.inside("own/folder");
    let is_the_owners = |told: &str| {
        let strangers: Vec<PathBuf> = state(&bar).into_iter().filter(|(_, (owner, ..))| *owner != OWNER).map(|(path, _)| path).collect();
        assert!(strangers.is_empty(), "{told}: {strangers:?}");
    };
    barback(&bar, &["verify"]).ok();
    let copied = path_in(&barback(&bar, &["backup", &house.argument("own/folder")]).ok());
    assert_eq!(copied.parent(), Some(stick.as_path()));
    barback(&bar, &["verify", &copied.display().to_string()]).ok();
    barback(&bar, &["export", &house.argument("own/folder/lists")]).ok();
    barback(&bar, &["restore", "--replace", &copied.display().to_string()]).ok();
    is_the_owners("closed");
    for (path, (owner, _, mode, _)) in state(&stick) {
        let wanted = if path.is_dir() { mode & 0o022 == 0 } else { mode & 0o777 == 0o600 };
        assert!(owner == 0 && wanted, "{}: {owner} {mode:o}", path.display());
    }

    // The bar that was restored knows no session; the one that was left does.
    let bar = house.bar_anew();
    let open = BoxProcess::open(&bar, &[]);
    for task in fs::read_dir(format!("/proc/{}/task", open.pid())).expect("it runs") {
        let status = fs::read_to_string(task.expect("a thread").path().join("status")).expect("it runs");
        let field =
            |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).expect("there").split_whitespace().collect::<Vec<_>>();
        let owner = OWNER.to_string();
        assert!([field("Uid:"), field("Gid:")].iter().flatten().all(|id| **id == owner), "{status}");
        assert!(field("Groups:").is_empty() && field("CapEff:") == ["0000000000000000"], "{status}");
    }
    let phone = Phone::new(open.port(), &token);
    let beer = phone.stocks("Star Beer", "2.00", 24).await;
    phone.sells(beer, 1).await.expect("an answer").is(201);
    let asked = path_in(&barback(&bar, &["backup", &house.argument("own/folder")]).ok());
    assert!(asked.parent() == Some(stick.as_path()) && asked != copied, "{}", asked.display());
    barback(&bar, &["export", &house.argument("own/folder/more")]).ok();
    open.terminate();
    is_the_owners("running");
}

#[tokio::test(flavor = "multi_thread")]
async fn root_follows_no_way_that_the_owner_can_change() {
    let Some((house, _)) = house().await else { return };
    let bar = house.bar_anew();
    fs::create_dir(house.inside("shared")).expect("a folder");
    symlink(house.inside("own/folder"), house.inside("shared/lists")).expect("planted");
    house.is_the_owners(&house.inside("shared"));
    for command in [["export", "shared/lists"], ["export", "shared/lists/new"], ["backup", "shared/lists"]] {
        let said = barback(&bar, &[command[0], &house.argument(command[1])]).failed();
        let told = format!("Barback works here as user {OWNER}, to whom {} belongs", bar.display());
        assert!(said.contains(&told), "{command:?}: {said}");
        assert_eq!(fs::read_dir(house.inside("own/folder")).expect("a folder").count(), 0, "{command:?}");
    }
    // A data folder that is such a link is none.
    symlink(house.inside("own/folder"), house.inside("shared/bar")).expect("planted");
    house.is_the_owners(&house.inside("shared"));
    let said = barback(&house.inside("shared/bar"), &["verify"]).failed();
    assert!(said.contains(&format!("shared/bar is a link that user {OWNER} made")), "{said}");
    // What the owner may do, root may as the owner.
    fs::create_dir(house.inside("shared/stick")).expect("a folder");
    house.is_the_owners(&house.inside("shared/stick"));
    let copied = path_in(&barback(&bar, &["backup", &house.argument("shared/stick")]).ok());
    assert_eq!(fs::metadata(copied).expect("there").uid(), OWNER);
}
