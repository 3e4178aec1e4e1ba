//! The systemd service on a booted machine: only the rights of its unit, restarted whenever it ends or hangs, stopped cleanly.
//! Installed by hand, as the README describes.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::machine::{Machine, Running};
use crate::phone::Phone;

/// Time limit for every condition.
const PATIENCE: Duration = Duration::from_secs(90);
/// Shorter watchdog timeout for this test (the unit has a minute).
const WATCHDOG: &str = "[Service]\nWatchdogSec=10\n";
/// Its only capability, as a bit mask: CAP_NET_BIND_SERVICE is number 10.
const CAPABILITIES: u64 = 1 << 10;
/// Exit codes of systemd if the kernel does not let it confine a service: namespaces, system calls.
const CANNOT_CONFINE: &[&str] = &["226", "228"];
/// Port of the service.
const PORT: u16 = 80;
/// Mount point of a USB stick.
const STICK: &str = "/mnt/stick";

/// Files that the README names, and where to copy them.
const FILES: &[(&str, &str)] = &[
    ("systemd/barback.service", "/etc/systemd/system/barback.service"),
    ("systemd/barback.toml", "/etc/barback/barback.toml"),
    ("systemd/barback.sysusers", "/etc/sysusers.d/barback.conf"),
    ("systemd/barback.tmpfiles", "/etc/tmpfiles.d/barback.conf"),
    ("systemd/barback.rules", "/etc/udev/rules.d/70-barback.rules"),
];

fn installed() -> Result<Machine, String> {
    let machine = Machine::start()?;
    let put = |from: &str, to: &str| -> std::io::Result<()> {
        fs::create_dir_all(machine.path(to).parent().expect("a folder"))?;
        fs::copy(from, machine.path(to)).map(drop)
    };
    put(env!("CARGO_BIN_EXE_barback"), "/usr/bin/barback").map_err(|error| error.to_string())?;
    fs::set_permissions(machine.path("/usr/bin/barback"), fs::Permissions::from_mode(0o755)).expect("ours");
    for (from, to) in FILES {
        put(&format!("{}/{from}", env!("CARGO_MANIFEST_DIR")), to).expect("a file of the project");
    }
    let settings = machine.path("/etc/barback/barback.toml");
    let adapted =
        fs::read_to_string(&settings).expect("settings").replace("#copy-to", "copy-to").replace("#no-mdns = false", "no-mdns = true");
    fs::write(&settings, adapted).expect("written");
    let drop_in = machine.path("/etc/systemd/system/barback.service.d");
    fs::create_dir_all(&drop_in).and_then(|()| fs::write(drop_in.join("test.conf"), WATCHDOG)).expect("written");
    fs::create_dir_all(machine.path(STICK)).expect("made");
    for words in [&["systemd-sysusers"][..], &["systemctl", "enable", "barback"]] {
        let said = machine.tries(words);
        if !said.ok {
            return Err(format!("{words:?}: {}", said.text.trim()));
        }
    }
    Ok(machine)
}

/// Waits until `find` returns a value.
#[track_caller]
fn until<T>(what: &str, on: &Running<'_>, find: impl Fn() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "{what} never comes: {}", on.tries(&["journalctl", "--no-pager", "--lines=50"]).text);
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// A property of the service.
fn property(on: &Running<'_>, name: &str) -> String {
    on.tries(&["systemctl", "show", "--value", &format!("--property={name}"), "barback"]).text.trim().to_owned()
}

/// Process id of the box once it has reported to systemd that it is ready; not `before`.
#[track_caller]
fn opens(on: &Running<'_>, before: &str) -> String {
    until("an open box", on, || {
        let pid = property(on, "MainPID");
        (property(on, "SubState") == "running" && pid != "0" && pid != before).then_some(pid)
    })
}

/// The last line of the service's log that contains `wanted`.
fn journal(on: &Running<'_>, wanted: &str) -> Option<String> {
    let said = on.tries(&["journalctl", "--unit=barback", "--output=cat", "--no-pager"]).text;
    said.lines().rev().find(|line| line.contains(wanted)).map(str::to_owned)
}

#[test]
fn the_service_has_minimal_rights_and_is_always_restarted() {
    let machine = match installed() {
        Ok(machine) => machine,
        Err(why) => {
            println!("SKIPPED: no machine can be made here to install on ({why}), so the service was not tried.");
            return;
        }
    };
    let on = match machine.boot() {
        Ok(on) => on,
        Err(why) => {
            println!(
                "SKIPPED: no machine can be switched on here ({why}; Debian: apt-get install systemd-container), so the service was not tried."
            );
            return;
        }
    };
    let refused = until("a box, or why not", &on, || match property(&on, "ExecMainStatus") {
        status if CANNOT_CONFINE.contains(&status.as_str()) => Some(Some(status)),
        _ => (property(&on, "SubState") == "running").then_some(None),
    });
    if let Some(status) =
        refused.filter(|_| Command::new("systemd-detect-virt").args(["-q", "--container"]).status().is_ok_and(|it| it.success()))
    {
        println!(
            "SKIPPED: this machine is a container that does not let systemd confine a service (status {status}), so it was not tried."
        );
        return;
    }
    let first = opens(&on, "");

    // It may use port 80, and has no other right of root.
    let status = on.does(&["cat", &format!("/proc/{first}/status")]);
    let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name}: {status}")).trim();
    for rights in ["CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:"] {
        assert_eq!(u64::from_str_radix(field(rights), 16), Ok(CAPABILITIES), "{rights}");
    }
    assert_eq!((field("NoNewPrivs:"), field("Seccomp:")), ("1", "2"));
    assert!(field("Uid:").split_whitespace().all(|uid| uid != "0"), "it is root");
    let password = until("the first password", &on, || journal(&on, "First sign-in: admin / "));
    let password = password.rsplit(' ').next().expect("a password");
    let token = on.on_its_network(async || Phone::first_sign_in_with(PORT, password).await);
    let sold = on.on_its_network(async || {
        let phone = Phone::new(PORT, &token);
        let beer = phone.stocks("Club Beer", "3.50", 24).await;
        phone.sells(beer, 1).await.expect("an answer").is(201)
    });
    let still_sold = || {
        let shown = on.on_its_network(async || Phone::new(PORT, &token).sees("/api/sales").await);
        assert_eq!(shown[0]["id"], sold["id"]);
    };

    // Killed: systemd restarts it at once. Hanging: systemd kills it and restarts it.
    on.does(&["kill", "-KILL", &first]);
    let second = opens(&on, &first);
    still_sold();
    on.does(&["kill", "-STOP", &second]);
    let third = opens(&on, &second);
    assert!(journal(&on, "Watchdog timeout").is_some());
    still_sold();

    // A stick that is mounted after the start is used; root gets a backup from the running box without naming a folder.
    on.does(&["mount", "-t", "tmpfs", "-o", "uid=barback,gid=barback,mode=0700", "tmpfs", STICK]);
    until("a copy on the stick", &on, || on.does(&["ls", STICK]).contains("copy-").then_some(()));
    assert!(on.does(&["barback", "backup"]).contains("/var/lib/barback/backups/"));
    assert_eq!(on.does(&["find", "/var/lib/barback", "!", "-user", "barback"]), "");

    // A wrong line in the configuration is named, and systemd retries until it is corrected.
    let right = fs::read_to_string(machine.path("/etc/barback/barback.toml")).expect("settings");
    let write = |text: &str| on.does(&["sh", "-c", "printf '%s' \"$1\" > /etc/barback/barback.toml", "sh", text]);
    write(&format!("{right}colour = \"red\"\n"));
    on.tries(&["systemctl", "restart", "barback"]);
    let line = right.lines().count() + 1;
    until("the wrong line", &on, || journal(&on, &format!("/etc/barback/barback.toml, line {line}, key colour")));
    write(&right);
    opens(&on, &third);
    still_sold();

    // It stops cleanly; and without its configuration it does not start a bar in another folder.
    on.does(&["systemctl", "stop", "barback"]);
    assert_eq!((property(&on, "Result"), property(&on, "ExecMainStatus")), ("success".to_owned(), "0".to_owned()));
    on.does(&["rm", "/etc/barback/barback.toml"]);
    assert!(!on.tries(&["systemctl", "start", "barback"]).ok);
    assert_eq!(property(&on, "ActiveState"), "inactive");
}
