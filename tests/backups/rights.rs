//! Commands run by root on another user's data folder: links planted by its owner must not change root's files.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::box_process::{BoxProcess, command};
use crate::cli::{CommandOutput, barback, busy_bar, path_in};
use crate::phone::Phone;

/// User id of the data folder's owner. No account with this id needs to exist.
const OWNER: u32 = 12_345;
/// Names in the data folder that the owner may create as links to root's files.
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
/// Names that the owner may create as links to root's folders.
const FOLDERS: [&str; 4] = ["backups", "being-restored", "being-proved", "https"];

/// A world-searchable folder that contains a bar with sales, and root's own files.
struct TestFolders(TempDir);

impl TestFolders {
    fn inside(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Restores the bar to its initial state, owned by [`OWNER`].
    fn restore_bar(&self) -> PathBuf {
        let (left, bar) = (self.inside("left"), self.inside("bar"));
        if bar.exists() {
            fs::remove_dir_all(&bar).expect("gone");
        }
        let copied = Command::new("cp").arg("-a").args([&left, &bar]).status();
        assert!(copied.is_ok_and(|status| status.success()), "copied");
        self.give_to_owner(&bar);
        bar
    }

    fn give_to_owner(&self, path: &Path) {
        let given = Command::new("chown").args(["-Rh", &format!("{OWNER}:{OWNER}")]).arg(path).status();
        assert!(given.is_ok_and(|status| status.success()), "given");
    }

    /// A path as an argument.
    fn argument(&self, name: &str) -> String {
        self.inside(name).display().to_string()
    }
}

/// Creates the folders and returns them with a session token; `None` if this user is not root.
async fn test_folders() -> Option<(TestFolders, String)> {
    if !rustix::process::geteuid().is_root() {
        println!("SKIPPED: this user is not root, so commands by root on another user's folder were not tried.");
        return None;
    }
    let folders = TestFolders(tempfile::tempdir().expect("room"));
    fs::set_permissions(folders.0.path(), fs::Permissions::from_mode(0o755)).expect("ours");
    let left = folders.inside("left");
    let (bar, phone, _) = busy_bar(&left, &[], 3).await;
    bar.terminate();
    fs::create_dir(folders.inside("own")).and_then(|()| fs::create_dir(folders.inside("own/folder"))).expect("folders");
    fs::write(folders.inside("own/shadow"), "root's own\n").expect("written");
    barback(&left, &["backup", &folders.argument("own/backup.barback")]).ok();
    for (name, mode) in [("own/folder", 0o700), ("own/shadow", 0o600), ("own/backup.barback", 0o600)] {
        fs::set_permissions(folders.inside(name), fs::Permissions::from_mode(mode)).expect("ours");
    }
    Some((folders, phone.token().to_owned()))
}

/// Owner, group, mode and content of a folder and everything below it.
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

/// Starts a box, and stops it if it opens.
fn opens(bar: &Path, more: &[&str]) {
    match BoxProcess::run(command(bar, more)) {
        Ok(process) => drop(process.terminate()),
        Err(ended) => assert!(!ended.errors.contains("panicked"), "{ended:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn root_follows_no_links_in_the_data_folder() {
    let Some((folders, _)) = test_folders().await else { return };
    let own = folders.inside("own");
    let before = state(&own);
    let (backup, out) = (folders.argument("own/backup.barback"), folders.argument("out"));
    let commands: [&[&str]; 8] = [
        &["verify"],
        &["verify", &backup],
        &["backup"],
        &["backup", &out],
        &["export", &out],
        &["restore", "--replace", &backup],
        &["promote"],
        &["reset-password", "admin"],
    ];
    let planted = FILES.iter().map(|name| (name, "own/shadow")).chain(FOLDERS.iter().map(|name| (name, "own/folder")));
    for (name, target) in planted {
        let plant = || {
            let bar = folders.restore_bar();
            let link = bar.join(name);
            fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
            let _ = fs::remove_file(&link).or_else(|_| fs::remove_dir_all(&link));
            symlink(folders.inside(target), &link).expect("planted");
            folders.give_to_owner(&bar);
            bar
        };
        for command in commands {
            let CommandOutput { errors, .. } = barback(&plant(), command);
            assert!(!errors.contains("panicked"), "{command:?}, {name}: {errors}");
            assert!(state(&own) == before, "{command:?} changed the target of {name}: {errors}");
            let _ = fs::remove_file(&out).or_else(|_| fs::remove_dir_all(&out));
        }
        opens(&plant(), &[]);
        assert!(state(&own) == before, "a start changed the target of {name}");
        opens(&plant(), &["follow", "http://127.0.0.1:1", "--code", "0123"]);
        assert!(state(&own) == before, "a second box changed the target of {name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn root_works_as_the_owner_and_writes_its_own_folders_as_root() {
    let Some((folders, token)) = test_folders().await else { return };
    let bar = folders.restore_bar();
    let stick = folders.inside("own/folder");
    let assert_owned = |when: &str| {
        let foreign: Vec<PathBuf> = state(&bar).into_iter().filter(|(_, (owner, ..))| *owner != OWNER).map(|(path, _)| path).collect();
        assert!(foreign.is_empty(), "{when}: {foreign:?}");
    };
    barback(&bar, &["verify"]).ok();
    let backup = path_in(&barback(&bar, &["backup", &folders.argument("own/folder")]).ok());
    assert_eq!(backup.parent(), Some(stick.as_path()));
    barback(&bar, &["verify", &backup.display().to_string()]).ok();
    barback(&bar, &["export", &folders.argument("own/folder/lists")]).ok();
    barback(&bar, &["restore", "--replace", &backup.display().to_string()]).ok();
    assert_owned("closed");
    for (path, (owner, _, mode, _)) in state(&stick) {
        let wanted = if path.is_dir() { mode & 0o022 == 0 } else { mode & 0o777 == 0o600 };
        assert!(owner == 0 && wanted, "{}: {owner} {mode:o}", path.display());
    }

    // The restored bar has no sessions; the initial one does.
    let bar = folders.restore_bar();
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
    let second = path_in(&barback(&bar, &["backup", &folders.argument("own/folder")]).ok());
    assert!(second.parent() == Some(stick.as_path()) && second != backup, "{}", second.display());
    barback(&bar, &["export", &folders.argument("own/folder/more")]).ok();
    open.terminate();
    assert_owned("running");
}

#[tokio::test(flavor = "multi_thread")]
async fn root_follows_no_link_on_a_path_that_the_owner_can_change() {
    let Some((folders, _)) = test_folders().await else { return };
    let bar = folders.restore_bar();
    fs::create_dir(folders.inside("shared")).expect("a folder");
    symlink(folders.inside("own/folder"), folders.inside("shared/lists")).expect("planted");
    folders.give_to_owner(&folders.inside("shared"));
    for command in [["export", "shared/lists"], ["export", "shared/lists/new"], ["backup", "shared/lists"]] {
        let output = barback(&bar, &[command[0], &folders.argument(command[1])]).failed();
        let expected = format!("Barback runs as user {OWNER} here, who owns {}", bar.display());
        assert!(output.contains(&expected), "{command:?}: {output}");
        assert_eq!(fs::read_dir(folders.inside("own/folder")).expect("a folder").count(), 0, "{command:?}");
    }
    // A data folder that is such a link is refused.
    symlink(folders.inside("own/folder"), folders.inside("shared/bar")).expect("planted");
    folders.give_to_owner(&folders.inside("shared"));
    let output = barback(&folders.inside("shared/bar"), &["verify"]).failed();
    assert!(output.contains(&format!("shared/bar is a link that user {OWNER} made")), "{output}");
    // Root may do as the owner what the owner may do.
    fs::create_dir(folders.inside("shared/stick")).expect("a folder");
    folders.give_to_owner(&folders.inside("shared/stick"));
    let backup = path_in(&barback(&bar, &["backup", &folders.argument("shared/stick")]).ok());
    assert_eq!(fs::metadata(backup).expect("there").uid(), OWNER);
}
