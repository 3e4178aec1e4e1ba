//! Tests of the release scripts: known vulnerabilities of dependencies, and checksums of packages.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

/// Longest time of a check with a limit of one second.
const CHECK_MAX: Duration = Duration::from_secs(30);

fn script(name: &str) -> Command {
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    command.env_remove("TO");
    command
}

/// Runs `tests/advisories` with the script `cargo` in place of cargo.
fn advisories(cargo: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cargo");
    fs::write(&file, format!("#!/bin/sh\n{cargo}\n")).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("set");
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").expect("a path"));
    script("tests/advisories").env("PATH", path).env("BARBACK_ADVISORIES_SECONDS", "1").output().expect("it runs")
}

#[test]
fn a_known_vulnerability_fails_and_an_unreachable_list_does_not() {
    let skipped = |cargo: &str, why: &str| {
        let began = Instant::now();
        let output = advisories(cargo);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && text.starts_with("SKIPPED: ") && text.contains(why), "{cargo}: {output:?}");
        assert!(began.elapsed() < CHECK_MAX, "{cargo}: {:?}", began.elapsed());
    };
    skipped("exit 101", "without cargo-deny");
    skipped(r#"case "$*" in *fetch*) echo "no route to the list"; exit 1;; esac"#, "no route to the list");
    skipped(r#"case "$*" in *fetch*) exec sleep 600;; esac"#, "cannot be fetched");
    let found = advisories(r#"case "$*" in *"check advisories"*) echo "error[vulnerability]: a bug"; exit 1;; esac"#);
    let text = String::from_utf8_lossy(&found.stdout).into_owned();
    assert!(!found.status.success() && text.contains("a bug") && !text.contains("SKIPPED"), "{found:?}");
    // Any other failure with the list at hand fails too.
    assert!(!advisories(r#"case "$*" in *"check advisories"*) exit 101;; esac"#).status.success());
    let none = advisories("true");
    assert!(none.status.success() && none.stdout.is_empty(), "{none:?}");
}

#[test]
fn every_ignored_vulnerability_has_a_reason() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml")).expect("text");
    let deny: toml::Table = text.parse().expect("TOML");
    let ignored = deny["advisories"].get("ignore").map(|list| list.as_array().expect("a list").clone());
    for one in ignored.unwrap_or_default() {
        assert!(one["reason"].as_str().is_some_and(|reason| reason.len() > 20), "{one}");
    }
}

#[test]
fn each_package_has_a_checksum() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["barback_1.0.0-1_arm64.deb", "barback_1.0.0-1_armhf.deb", "barback-aarch64"];
    for (number, name) in files.iter().enumerate() {
        fs::write(folder.path().join(name), vec![u8::try_from(number).expect("few"); 1000]).expect("written");
    }
    fs::write(folder.path().join("SHA256SUMS"), "of an older version").expect("written");
    let output = script("systemd/package").arg("--checksums").env("TO", folder.path()).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let sums = fs::read_to_string(folder.path().join("SHA256SUMS")).expect("there");
    let mut expected: Vec<String> = files
        .iter()
        .map(|name| {
            let digest = Sha256::digest(fs::read(folder.path().join(name)).expect("there"));
            let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{digits}  {name}")
        })
        .collect();
    let mut lines: Vec<&str> = sums.lines().collect();
    expected.sort();
    lines.sort_unstable();
    assert_eq!(lines, expected);
}
