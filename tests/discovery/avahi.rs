//! A simulated laptop that runs Avahi: its real daemon, D-Bus and command-line tools, as an independent mDNS implementation.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::lan::Lan;

/// Time limit for the daemons to start on a slow machine.
const STARTS_WITHIN: Duration = Duration::from_secs(20);
const CONDITION_EVERY: Duration = Duration::from_millis(50);

/// Configuration of a private D-Bus that every process of the test may use.
const BUS: &str = r#"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=SOCKET</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"#;

/// Starts Avahi with its own /run, so that a daemon of the machine does not interfere.
const START: &str =
    "mount -t tmpfs none /run && mkdir /run/avahi-daemon && exec avahi-daemon -f \"$0\" --no-drop-root --no-chroot --no-rlimits";

/// A host that runs Avahi. Its processes end when it is dropped.
pub struct Laptop {
    folder: TempDir,
    children: Vec<Child>,
}

impl Laptop {
    /// Starts Avahi with the host name `<name>.local`. `Err` with the reason if that is not possible here.
    pub fn join(lan: &Lan, host: usize, name: &str) -> Result<Laptop, String> {
        for program in ["avahi-daemon", "avahi-resolve", "avahi-browse", "dbus-daemon"] {
            let there = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            there.map_err(|error| format!("install avahi-daemon and avahi-utils to ask avahi itself ({program}: {error})"))?;
        }
        let mut laptop = Laptop { folder: tempfile::tempdir().expect("room"), children: Vec::new() };
        let (bus, daemon, log) = (laptop.file("bus.conf"), laptop.file("avahi.conf"), laptop.file("log"));
        fs::write(&bus, BUS.replace("SOCKET", &laptop.file("bus").to_string_lossy())).expect("written");
        let settings = format!("[server]\nhost-name={name}\nallow-interfaces=eth0\nuse-ipv6=no\n[publish]\npublish-workstation=no\n");
        fs::write(&daemon, settings).expect("written");
        let mut bus_daemon = Command::new("dbus-daemon");
        bus_daemon.arg("--config-file").arg(&bus).args(["--nofork", "--nopidfile"]);
        laptop.start(&mut bus_daemon, &laptop.file("bus.log"));
        laptop.wait("the bus", |laptop| laptop.file("bus").exists())?;
        let mut avahi = lan.on(host, "sh");
        avahi.args(["-c", START]).arg(&daemon).env("DBUS_SYSTEM_BUS_ADDRESS", laptop.bus());
        laptop.start(&mut avahi, &log);
        let ready = format!("Host name is {name}.local");
        laptop.wait("avahi", |laptop| laptop.log().contains(&ready))?;
        Ok(laptop)
    }

    /// The address that Avahi resolves a name to.
    pub fn resolves(&self, name: &str) -> Option<String> {
        let output = self.run(&["avahi-resolve", "-4", "-n", name]);
        output.split_whitespace().nth(1).map(str::to_owned)
    }

    /// The services of a type: host, address, port and TXT records of each, as `avahi-browse` prints them.
    pub fn browses(&self, kind: &str) -> Vec<String> {
        let output = self.run(&["avahi-browse", "-r", "-t", "-p", kind]);
        output
            .lines()
            .filter_map(|line| line.strip_prefix("=;"))
            .map(|line| line.splitn(6, ';').last().unwrap_or_default().to_owned())
            .collect()
    }

    fn run(&self, words: &[&str]) -> String {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).env("DBUS_SYSTEM_BUS_ADDRESS", self.bus()).stderr(Stdio::null());
        String::from_utf8(command.output().expect("runs").stdout).expect("text")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn bus(&self) -> String {
        format!("unix:path={}", self.file("bus").display())
    }

    fn log(&self) -> String {
        fs::read_to_string(self.file("log")).unwrap_or_default()
    }

    fn start(&mut self, command: &mut Command, log: &PathBuf) {
        let log = fs::File::create(log).expect("a log");
        self.children.push(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().expect("starts"));
    }

    fn wait(&self, what: &str, there: impl Fn(&Self) -> bool) -> Result<(), String> {
        let began = Instant::now();
        while !there(self) {
            if began.elapsed() > STARTS_WITHIN {
                return Err(format!("{what} does not start here: {}", self.log()));
            }
            std::thread::sleep(CONDITION_EVERY);
        }
        Ok(())
    }
}

impl Drop for Laptop {
    fn drop(&mut self) {
        for child in &mut self.children {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
