//! A private network for one test: a switch and its hosts, each in a network namespace.

use std::fs::File;
use std::net::Ipv4Addr;
use std::os::fd::AsFd;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

/// The one interface of each host.
const INTERFACE: &str = "eth0";

/// A network. It is removed when dropped.
pub struct Lan {
    /// Names of the namespaces: the switch's first, then one for each host.
    names: Vec<String>,
}

/// Runs `ip` with these arguments. `Err` has its error message.
fn ip(words: &str) -> Result<(), String> {
    let done =
        Command::new("ip").args(words.split(' ')).output().map_err(|error| format!("install iproute2 to make a network ({error})"))?;
    if done.status.success() {
        return Ok(());
    }
    Err(format!("ip {words}: {}", String::from_utf8_lossy(&done.stderr).trim()))
}

impl Lan {
    /// Creates a network of `hosts` hosts: 10.77.0.1 and so on. `Err` with the reason if that is not possible here.
    pub fn open(hosts: usize) -> Result<Lan, String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let mark = format!("barback-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
        let mut lan = Lan { names: Vec::new() };
        for number in 0..=hosts {
            let name = format!("{mark}-{number}");
            ip(&format!("netns add {name}"))?;
            lan.names.push(name);
        }
        let switch = lan.names[0].clone();
        ip(&format!("-n {switch} link add switch type bridge"))?;
        ip(&format!("-n {switch} link set switch up"))?;
        for host in 0..hosts {
            let name = lan.name(host);
            ip(&format!("link add {INTERFACE} netns {name} type veth peer name port{host} netns {switch}"))?;
            ip(&format!("-n {switch} link set port{host} master switch up"))?;
            ip(&format!("-n {name} link set lo up"))?;
            lan.assign(host, Lan::address(host))?;
        }
        Ok(lan)
    }

    /// The initial address of a host.
    pub fn address(host: usize) -> Ipv4Addr {
        Ipv4Addr::new(10, 77, 0, u8::try_from(host + 1).expect("few hosts"))
    }

    fn name(&self, host: usize) -> &str {
        &self.names[host + 1]
    }

    fn assign(&self, host: usize, address: Ipv4Addr) -> Result<(), String> {
        let name = self.name(host);
        ip(&format!("-n {name} addr add {address}/24 dev {INTERFACE}"))?;
        ip(&format!("-n {name} link set {INTERFACE} up"))?;
        ip(&format!("-n {name} route add 224.0.0.0/4 dev {INTERFACE}"))
    }

    /// Gives the host another address, as a restarted router does.
    pub fn move_host(&self, host: usize, to: Ipv4Addr) {
        ip(&format!("-n {} addr flush dev {INTERFACE}", self.name(host))).expect("the old address goes");
        self.assign(host, to).expect("the new one comes");
    }

    /// Pulls the host's cable, and switches its loopback interface off too.
    pub fn unplug(&self, host: usize) {
        for interface in [INTERFACE, "lo"] {
            ip(&format!("-n {} link set {interface} down", self.name(host))).expect("unplugged");
        }
    }

    /// Command that runs a program on a host.
    pub fn on(&self, host: usize, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", self.name(host), program]);
        command
    }

    /// Runs a closure on a host. Sockets that it creates stay on that host's network.
    pub fn inside<T: Send>(&self, host: usize, work: impl FnOnce() -> T + Send) -> T {
        let namespace = File::open(format!("/run/netns/{}", self.name(host))).expect("a namespace");
        let there = || {
            move_into_link_name_space(namespace.as_fd(), Some(LinkNameSpaceType::Network)).expect("this thread moves");
            work()
        };
        // On a thread of its own, because a thread that entered a namespace stays there.
        std::thread::scope(|scope| scope.spawn(there).join()).expect("done")
    }
}

impl Drop for Lan {
    fn drop(&mut self) {
        for name in &self.names {
            let _ = ip(&format!("netns del {name}"));
        }
    }
}
