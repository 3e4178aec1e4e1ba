//! Tests of the release scripts: `tests/advisories` (known vulnerabilities of dependencies) and `systemd/package --checksums`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

/// Longest time that `tests/advisories` may take here. Its download is limited to one second; without that limit it would wait for ten
/// minutes, and the rest allows for a busy machine.
const CHECK_MAX: Duration = Duration::from_secs(30);

/// Command for a script of the project, without the variable `TO`: a release may set it as the output folder of `systemd/package`.
fn script_command(name: &str) -> Command {
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    command.env_remove("TO");
    command
}

/// Runs `tests/advisories` with a shell script of this text in place of cargo.
fn run_advisories(cargo: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cargo");
    fs::write(&file, format!("#!/bin/sh\n{cargo}\n")).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("set");
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").expect("a path"));
    script_command("tests/advisories").env("PATH", path).env("BARBACK_ADVISORIES_SECONDS", "1").output().expect("it runs")
}

#[test]
fn a_known_vulnerability_fails_and_an_unreachable_list_does_not() {
    let assert_skipped = |cargo: &str, why: &str| {
        let began = Instant::now();
        let output = run_advisories(cargo);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && text.starts_with("SKIPPED: ") && text.contains(why), "{cargo}: {output:?}");
        assert!(began.elapsed() < CHECK_MAX, "{cargo}: {:?}", began.elapsed());
    };
    assert_skipped("exit 101", "without cargo-deny");
    assert_skipped(r#"case "$*" in *fetch*) echo "no route to the list"; exit 1;; esac"#, "no route to the list");
    assert_skipped(r#"case "$*" in *fetch*) exec sleep 600;; esac"#, "cannot be fetched");
    let vulnerable = run_advisories(r#"case "$*" in *"check advisories"*) echo "error[vulnerability]: a bug"; exit 1;; esac"#);
    let text = String::from_utf8_lossy(&vulnerable.stdout).into_owned();
    assert!(!vulnerable.status.success() && text.contains("a bug") && !text.contains("SKIPPED"), "{vulnerable:?}");
    // Any other failure with the list at hand fails too.
    assert!(!run_advisories(r#"case "$*" in *"check advisories"*) exit 101;; esac"#).status.success());
    let clean = run_advisories("true");
    assert!(clean.status.success() && clean.stdout.is_empty(), "{clean:?}");
}

#[test]
fn every_ignored_vulnerability_has_a_reason() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml")).expect("text");
    let deny: toml::Table = text.parse().expect("TOML");
    let ignored = deny["advisories"].get("ignore").map(|list| list.as_array().expect("a list").clone());
    for vulnerability in ignored.unwrap_or_default() {
        assert!(vulnerability["reason"].as_str().is_some_and(|reason| reason.len() > 20), "{vulnerability}");
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
    let output = script_command("systemd/package").arg("--checksums").env("TO", folder.path()).output().expect("it runs");
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
