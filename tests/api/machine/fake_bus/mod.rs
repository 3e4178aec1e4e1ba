//! A bus of its own with services that behave as those of a machine: NetworkManager, RAUC, logind and timedated.

mod network;
mod others;

use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zbus::Connection;
use zbus::connection::Builder;
use zbus::zvariant::OwnedValue;

use network::{
    ACCESS_POINTS, AccessPoint, CABLE, CHECKPOINT, CONNECTIONS, Checkpoint, Connections, Device, IP4, Ip4Config, Manager, NETWORK_MANAGER,
    RADIO, Radio, SECOND_RADIO, access_point,
};
use others::{Installer, Login, TimeDate};

type Sections = HashMap<String, HashMap<String, OwnedValue>>;

/// A stored profile: in memory, and on the card once it was saved.
#[derive(Clone, Default)]
struct Profile {
    in_memory: Sections,
    saved: Option<Sections>,
}

/// What the fake services know and did.
#[derive(Default)]
pub struct Facts {
    profiles: BTreeMap<String, Profile>,
    /// The profiles at the checkpoint.
    checkpoint: Option<BTreeMap<String, Profile>>,
    /// Uuids of the profiles that were activated, in order.
    pub activated: Vec<String>,
    /// Whether NetworkManager refuses to activate anything.
    pub refuses_to_activate: bool,
    /// Reboot and PowerOff calls.
    pub power: Vec<&'static str>,
    /// What the clock was set to, in microseconds since 1970.
    pub clock_set_to: Option<i64>,
    pub ntp_synchronized: bool,
    /// Time of the clock chip in microseconds since 1970; 0: there is none.
    pub clock_chip: u64,
    /// Whether time servers are asked.
    pub asks_time_servers: bool,
    /// Whether timedated still carries out a request.
    clock_is_busy: bool,
    pub update: UpdateFacts,
}

/// What RAUC knows and did.
pub struct UpdateFacts {
    /// The running root.
    pub booted: &'static str,
    /// Whether A and B are good.
    pub good: [bool; 2],
    /// Kind and version in the file; `None`: its signature is wrong.
    pub file: Option<(&'static str, &'static str)>,
    pub installed: Vec<String>,
    /// Percent of a running installation.
    pub percent: Option<i32>,
    pub last_error: &'static str,
    pub marks: Vec<String>,
}

impl Default for UpdateFacts {
    fn default() -> Self {
        UpdateFacts { booted: "A", good: [true, true], file: None, installed: vec![], percent: None, last_error: "", marks: vec![] }
    }
}

/// The kind of machine that the fake is.
pub const COMPATIBLE: &str = "barback-pi-arm64";

type Shared = Arc<Mutex<Facts>>;

/// A running bus with its services.
pub struct FakeMachine {
    daemon: Child,
    pub address: String,
    facts: Shared,
    _connection: Connection,
}

impl FakeMachine {
    /// With one radio.
    pub async fn start() -> Self {
        FakeMachine::with_radios(1).await
    }

    /// With this number of radios, at most two.
    pub async fn with_radios(radios: usize) -> Self {
        let mut daemon = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--print-address=1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("dbus-daemon (Debian: apt-get install dbus)");
        let mut address = String::new();
        BufReader::new(daemon.stdout.take().expect("its output")).read_line(&mut address).expect("an address");
        let address = address.trim().to_owned();
        let facts: Shared = Arc::default();
        let mut builder = Builder::address(address.as_str())
            .expect("an address")
            .serve_at(NETWORK_MANAGER, Manager { facts: facts.clone(), radios })
            .expect("served")
            .serve_at(CONNECTIONS, Connections(facts.clone()))
            .expect("served")
            .serve_at(CABLE, Device { name: "eth0", kind: 1, state: 100 })
            .expect("served")
            .serve_at(CHECKPOINT, Checkpoint)
            .expect("served")
            .serve_at(IP4, Ip4Config)
            .expect("served")
            .serve_at("/", Installer(facts.clone()))
            .expect("served")
            .serve_at("/org/freedesktop/login1", Login(facts.clone()))
            .expect("served")
            .serve_at("/org/freedesktop/timedate1", TimeDate(facts.clone()))
            .expect("served");
        for (path, name) in [(RADIO, "wlan0"), (SECOND_RADIO, "wlan1")].into_iter().take(radios) {
            builder = builder.serve_at(path, Device { name, kind: 2, state: 30 }).expect("served").serve_at(path, Radio).expect("served");
        }
        for (number, (ssid, strength)) in ACCESS_POINTS.iter().enumerate() {
            builder = builder.serve_at(access_point(number), AccessPoint { ssid, strength: *strength }).expect("served");
        }
        for name in ["org.freedesktop.NetworkManager", "de.pengutronix.rauc", "org.freedesktop.login1", "org.freedesktop.timedate1"] {
            builder = builder.name(name).expect("a name");
        }
        let connection = builder.build().await.expect("a connection");
        FakeMachine { daemon, address, facts, _connection: connection }
    }

    pub fn facts(&self) -> MutexGuard<'_, Facts> {
        locked(&self.facts)
    }

    /// What happens when the time of a checkpoint is over: the profiles are what they were.
    pub fn time_is_over(&self) {
        let mut facts = self.facts();
        facts.profiles = facts.checkpoint.take().expect("a checkpoint");
    }

    /// What happens at a power cut: only what was saved is left.
    pub fn loses_power(&self) {
        let mut facts = self.facts();
        facts.checkpoint = None;
        facts.profiles.retain(|_, profile| profile.saved.is_some());
        for profile in facts.profiles.values_mut() {
            profile.in_memory = copy(profile.saved.as_ref().expect("saved"));
        }
    }
}

impl Drop for FakeMachine {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

fn locked(facts: &Shared) -> MutexGuard<'_, Facts> {
    facts.lock().unwrap_or_else(PoisonError::into_inner)
}

fn copy(sections: &Sections) -> Sections {
    let keys = |section: &HashMap<String, OwnedValue>| {
        section.iter().map(|(key, value)| (key.clone(), value.try_clone().expect("no file"))).collect()
    };
    sections.iter().map(|(name, section)| (name.clone(), keys(section))).collect()
}
