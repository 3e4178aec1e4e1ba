//! The name that a printer on USB has after the socket that it is plugged into, as udev itself gives it by our rules.

use std::fs;

use crate::machine::Machine;

/// Where udev looks for rules.
const RULES: &str = "/etc/udev/rules.d/70-barback.rules";
/// Where the printer's description is put.
const DESCRIPTION: &str = "/etc/printer.umockdev";
/// What is needed, and how it is had.
const TOOLS: &str = "command -v udevadm && command -v umockdev-run && command -v unshare";
/// udevadm makes the link that it speaks of: in a /dev that nobody else sees. umockdev plays the printer on a terminal.
const OWN_DEV: &str = "mount -t tmpfs tmpfs /dev && mknod /dev/null c 1 3 && mkdir /dev/pts \
    && mount -t devpts -o newinstance,ptmxmode=0666 devpts /dev/pts && ln -s pts/ptmx /dev/ptmx";
/// The socket that the printer is plugged into: the second of a hub at the first of the box.
const SOCKET: &str = "/devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1.2";

/// A printer on USB that the kernel has given this number, for umockdev: every device on the way to it, and itself.
fn printer(number: u32) -> String {
    let mut told = String::new();
    let mut device = |path: &str, driver: &str, kind: &str| {
        let up = "../".repeat(path.matches('/').count());
        told += &format!("P: {path}\nE: DEVTYPE={kind}\nE: DRIVER={driver}\nE: SUBSYSTEM=usb\nL: driver={up}bus/usb/drivers/{driver}\n\n");
    };
    let (hub, _) = SOCKET.rsplit_once('/').expect("a hub");
    let (root, _) = hub.rsplit_once('/').expect("a root");
    [root, hub, SOCKET].into_iter().for_each(|path| device(path, "usb", "usb_device"));
    device(&interface(), "usblp", "usb_interface");
    told + &format!("P: {}\nN: usb/lp{number}\nE: DEVNAME=/dev/usb/lp{number}\nE: SUBSYSTEM=usbmisc\n", itself(number))
        + &format!("E: MAJOR=180\nE: MINOR={number}\n")
}

fn interface() -> String {
    format!("{SOCKET}/1-1.2:1.0")
}

fn itself(number: u32) -> String {
    format!("{}/usbmisc/lp{number}", interface())
}

#[test]
fn a_printer_on_usb_has_one_name_whatever_number_it_gets() {
    let machine = match Machine::start() {
        Ok(machine) => machine,
        Err(why) => return println!("SKIPPED: no machine can be made here ({why}), so udev was not asked for a printer's name."),
    };
    if !machine.tries(&["sh", "-c", TOOLS]).ok {
        return println!("SKIPPED: without udevadm and umockdev-run (Debian: apt-get install udev umockdev) udev was not asked.");
    }
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/systemd/barback.rules");
    fs::create_dir_all(machine.path(RULES).parent().expect("a folder")).and_then(|()| fs::copy(rules, machine.path(RULES))).expect("put");
    for number in [0, 1] {
        fs::write(machine.path(DESCRIPTION), printer(number)).expect("written");
        let ask = format!("{OWN_DEV} && umockdev-run --device {DESCRIPTION} -- udevadm test /sys{}", itself(number));
        let said = machine.does(&["unshare", "--mount", "sh", "-c", &ask]);
        let properties = said.lines().map(str::trim).find_map(|line| line.strip_prefix("DEVLINKS=")).unwrap_or_default();
        assert!(properties.split(' ').any(|link| link == "/dev/barback/printer-1-1.2"), "lp{number}: {said}");
        let complaint =
            said.lines().find(|line| line.contains(RULES) && ["nvalid", "nknown", "gnoring"].iter().any(|word| line.contains(word)));
        assert_eq!(complaint, None, "{said}");
    }
}
