//! The udev rule that names a USB printer after the port it is plugged into, evaluated by udev itself.

use std::fs;

use crate::machine::Machine;

/// Path of the rules file.
const RULES: &str = "/etc/udev/rules.d/70-barback.rules";
/// Path of the simulated printer's description.
const DESCRIPTION: &str = "/etc/printer.umockdev";
/// Shell command that checks for the necessary tools.
const TOOLS: &str = "command -v udevadm && command -v umockdev-run && command -v unshare";
/// Mounts a private /dev, because udevadm creates the link for real; umockdev simulates the printer with a pseudo terminal.
const OWN_DEV: &str = "mount -t tmpfs tmpfs /dev && mknod /dev/null c 1 3 && mkdir /dev/pts \
    && mount -t devpts -o newinstance,ptmxmode=0666 devpts /dev/pts && ln -s pts/ptmx /dev/ptmx";
/// The printer's USB port: the second of a hub at the first port of the box.
const PORT: &str = "/devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1.2";

/// Description for umockdev of a USB printer with this kernel number, and of every device on the path to it.
fn printer(number: u32) -> String {
    let mut description = String::new();
    let mut device = |path: &str, driver: &str, kind: &str| {
        let up = "../".repeat(path.matches('/').count());
        description +=
            &format!("P: {path}\nE: DEVTYPE={kind}\nE: DRIVER={driver}\nE: SUBSYSTEM=usb\nL: driver={up}bus/usb/drivers/{driver}\n\n");
    };
    let (hub, _) = PORT.rsplit_once('/').expect("a hub");
    let (root, _) = hub.rsplit_once('/').expect("a root");
    [root, hub, PORT].into_iter().for_each(|path| device(path, "usb", "usb_device"));
    device(&interface(), "usblp", "usb_interface");
    description
        + &format!("P: {}\nN: usb/lp{number}\nE: DEVNAME=/dev/usb/lp{number}\nE: SUBSYSTEM=usbmisc\n", device_path(number))
        + &format!("E: MAJOR=180\nE: MINOR={number}\n")
}

fn interface() -> String {
    format!("{PORT}/1-1.2:1.0")
}

fn device_path(number: u32) -> String {
    format!("{}/usbmisc/lp{number}", interface())
}

#[test]
fn a_usb_printer_has_the_same_name_whatever_number_it_gets() {
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
        let ask = format!("{OWN_DEV} && umockdev-run --device {DESCRIPTION} -- udevadm test /sys{}", device_path(number));
        let said = machine.does(&["unshare", "--mount", "sh", "-c", &ask]);
        let properties = said.lines().map(str::trim).find_map(|line| line.strip_prefix("DEVLINKS=")).unwrap_or_default();
        assert!(properties.split(' ').any(|link| link == "/dev/barback/printer-1-1.2"), "lp{number}: {said}");
        let complaint =
            said.lines().find(|line| line.contains(RULES) && ["nvalid", "nknown", "gnoring"].iter().any(|word| line.contains(word)));
        assert_eq!(complaint, None, "{said}");
    }
}
