//! The Debian package on a disposable machine: installed, upgraded, removed, purged and installed again. The bar's data never
//! changes.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use sha2::{Digest, Sha256};

use crate::binary::runner;
use crate::box_process::{BoxProcess, FIRST_PASSWORD};
use crate::machine::Machine;
use crate::phone::Phone;

/// Variable that names the folder with the packages.
const PACKAGES_ENV: &str = "BARBACK_PACKAGES";
/// Data folder on the machine.
const DATA: &str = "/var/lib/barback";
/// Configuration file on the machine.
const SETTINGS: &str = "/etc/barback/barback.toml";
/// The systemd unit, and the link by which it starts at boot.
const UNIT: &str = "/usr/lib/systemd/system/barback.service";
const ENABLED: &str = "/etc/systemd/system/multi-user.target.wants/barback.service";
/// Folder on the machine for packages before they are installed.
const PACKAGE_FOLDER: &str = "/srv";
/// Port of the packaged configuration, but on loopback only.
const PORT_80: &str = "127.0.0.1:80";

/// Everything in a folder: path, owner, mode, content.
fn contents(folder: &Path) -> BTreeMap<PathBuf, (u32, u32, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let data = fs::symlink_metadata(&path).expect("there");
            let bytes = if data.is_file() { fs::read(&path).expect("read") } else { Vec::new() };
            found.insert(path.clone(), (data.uid(), data.mode(), bytes));
            if data.is_dir() {
                folders.push(path);
            }
        }
    }
    found
}

/// The two packages, the older one first, and their architecture.
fn packages() -> Option<(PathBuf, PathBuf, String)> {
    let folder = PathBuf::from(std::env::var_os(PACKAGES_ENV)?);
    let mut found: Vec<PathBuf> = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "deb"));
    found.sort();
    assert_eq!(found.len(), 2, "two packages are needed in {}: {found:?}", folder.display());
    let name = found[0].file_stem().expect("a name").to_string_lossy().into_owned();
    let architecture = name.rsplit_once('_').expect("NAME_VERSION_ARCHITECTURE").1.to_owned();
    // Every package has a checksum.
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).expect("checksums");
    for package in &found {
        let digits: String = Sha256::digest(fs::read(package).expect("read")).iter().map(|byte| format!("{byte:02x}")).collect();
        let name = package.file_name().expect("a name").to_string_lossy();
        assert!(sums.lines().any(|line| line == format!("{digits}  {name}")), "{name} is not in {sums}");
    }
    let newer = found.pop().expect("two");
    Some((found.pop().expect("two"), newer, architecture))
}

/// Starts the box as the systemd unit does: as its own user, with only the capability for port 80.
fn starts(machine: &Machine) -> BoxProcess {
    let mut words = vec!["setpriv", "--reuid=barback", "--regid=barback", "--init-groups", "--no-new-privs"];
    words.extend(["--inh-caps=-all,+net_bind_service", "--ambient-caps=-all,+net_bind_service", "--bounding-set=-all,+net_bind_service"]);
    let runner = runner();
    words.extend(runner.as_deref());
    words.extend(["/usr/bin/barback", "serve", "--no-mdns"]);
    let mut command = machine.command(&words);
    command.env("BARBACK_ADMIN_PASSWORD", FIRST_PASSWORD).stdout(Stdio::piped()).stderr(Stdio::piped());
    BoxProcess::run(command).unwrap_or_else(|ended| panic!("it does not open: {ended:?}"))
}

/// Runs `barback ARGS` as root, without naming the data folder.
#[track_caller]
fn does(machine: &Machine, args: &[&str]) -> String {
    let runner = runner();
    let words: Vec<&str> = runner.as_deref().into_iter().chain(["/usr/bin/barback"]).chain(args.iter().copied()).collect();
    machine.does(&words)
}

#[tokio::test(flavor = "multi_thread")]
async fn installing_upgrading_and_removing_the_package_keeps_the_data() {
    let Some((older, newer, architecture)) = packages() else {
        println!("SKIPPED: BARBACK_PACKAGES names no folder, so no package was installed.");
        return;
    };
    let machine = match Machine::start() {
        Ok(machine) => machine,
        Err(why) => {
            println!("SKIPPED: no machine can be made here to install on ({why}), so no package was installed.");
            return;
        }
    };
    if !machine.tries(&["dpkg", "--status", "systemd"]).ok {
        println!("SKIPPED: there is no systemd on this machine, so no package was installed.");
        return;
    }
    for package in [&older, &newer] {
        fs::copy(package, machine.path(PACKAGE_FOLDER).join(package.file_name().expect("a name"))).expect("copied");
    }
    let inside = |package: &Path| format!("{PACKAGE_FOLDER}/{}", package.file_name().expect("a name").to_string_lossy());
    if machine.does(&["dpkg", "--print-architecture"]).trim() != architecture {
        machine.does(&["dpkg", "--add-architecture", &architecture]);
    }

    // Installed: a user, its own folder, the configuration, a service that starts at boot.
    let said = machine.does(&["dpkg", "--install", &inside(&older)]);
    assert!(said.contains("journalctl -u barback | grep 'First sign-in'"), "{said}");
    let settings = fs::read_to_string(machine.path(SETTINGS)).expect("settings");
    assert_eq!(settings, include_str!("../../systemd/barback.toml"));
    assert!(fs::symlink_metadata(machine.path(ENABLED)).is_ok() && machine.path(UNIT).is_file(), "it starts with the machine");
    let groups = machine.does(&["id", "--name", "--groups", "barback"]);
    assert!(["barback", "lp", "dialout"].iter().all(|wanted| groups.split_whitespace().any(|group| group == *wanted)), "{groups}");
    machine.does(&["systemd-tmpfiles", "--create", "barback.conf"]);
    assert_eq!(machine.does(&["stat", "--format=%U %a", DATA]).trim(), "barback 700");

    // The owner edits the configuration, and the box runs as its own user.
    let listen = match TcpListener::bind(PORT_80) {
        Ok(_) => PORT_80,
        Err(error) => {
            println!("Port 80 was not tried: {error}.");
            "127.0.0.1:0"
        }
    };
    let own = settings.replace("0.0.0.0:80", listen).replace("#name = \"bar\"", "name = \"tiki\"");
    assert_ne!(own, settings);
    fs::write(machine.path(SETTINGS), &own).expect("written");
    let bar = starts(&machine);
    if listen == PORT_80 {
        assert_eq!(bar.port(), 80);
    }
    let token = Phone::first_sign_in(bar.port()).await;
    let phone = Phone::new(bar.port(), &token);
    let beer = phone.stocks("Club Beer", "3.50", 24).await;
    let sold = phone.sells(beer, 2).await.expect("an answer").is(201);
    let copied = does(&machine, &["backup"]);
    assert!(copied.contains(DATA), "root gets a backup from the running box: {copied}");
    assert_eq!(bar.terminate().status.code(), Some(0));
    let verified = does(&machine, &["verify"]);
    assert!(verified.contains(DATA) && verified.contains("all the same"), "{verified}");
    let copied = does(&machine, &["backup"]);
    let copy = copied.lines().last().expect("a path");
    does(&machine, &["restore", "--replace", copy]);
    let barback = fs::metadata(machine.path(DATA)).expect("there").uid();
    let strangers: Vec<PathBuf> =
        contents(&machine.path(DATA)).into_iter().filter(|(_, (owner, ..))| *owner != barback).map(|(path, _)| path).collect();
    assert!(strangers.is_empty() && barback != 0, "files made by root do not belong to the box: {strangers:?}");

    // Upgraded: configuration and data are unchanged.
    let known = contents(&machine.path(DATA));
    let untouched = || {
        let now = contents(&machine.path(DATA));
        assert!(now == known, "the data was changed: {:?}", now.keys().collect::<Vec<_>>());
    };
    machine.does(&["dpkg", "--install", &inside(&newer)]);
    assert_eq!(fs::read_to_string(machine.path(SETTINGS)).expect("settings"), own);
    assert!(fs::symlink_metadata(machine.path(ENABLED)).is_ok(), "it still starts with the machine");
    untouched();

    // Removed, then purged.
    machine.does(&["dpkg", "--remove", "barback"]);
    assert!(!machine.path("/usr/bin/barback").exists() && !machine.path(UNIT).exists());
    assert_eq!(fs::read_to_string(machine.path(SETTINGS)).expect("settings"), own);
    untouched();
    let said = machine.does(&["dpkg", "--purge", "barback"]);
    assert!(said.contains("The bar's data is still in /var/lib/barback."), "{said}");
    assert!(!machine.path(SETTINGS).exists() && fs::symlink_metadata(machine.path(ENABLED)).is_err());
    untouched();

    // Installed again: the bar is the same.
    machine.does(&["dpkg", "--install", &inside(&newer)]);
    fs::write(machine.path(SETTINGS), &own).expect("written");
    let bar = starts(&machine);
    let login = serde_json::json!({ "username": "admin", "password": crate::phone::PASSWORD });
    let answer = Phone::new(bar.port(), "").post("/api/auth/login", &login, None).await.expect("an answer").is(200);
    let phone = Phone::new(bar.port(), answer["token"].as_str().expect("a token"));
    assert_eq!(phone.sees("/api/sales").await[0]["id"], sold["id"]);
    assert_eq!(bar.terminate().status.code(), Some(0));
}
