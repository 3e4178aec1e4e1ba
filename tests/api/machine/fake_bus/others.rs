//! logind, timedated and RAUC, as far as the box drives them.

use std::collections::HashMap;

use zbus::zvariant::{OwnedValue, Value};
use zbus::{fdo, interface};

use super::{COMPATIBLE, Shared, locked};

pub struct Login(pub Shared);

#[interface(name = "org.freedesktop.login1.Manager")]
impl Login {
    fn reboot(&self, _asks: bool) {
        locked(&self.0).power.push("restart");
    }

    fn power_off(&self, _asks: bool) {
        locked(&self.0).power.push("off");
    }
}

pub struct TimeDate(pub Shared);

#[interface(name = "org.freedesktop.timedate1")]
impl TimeDate {
    fn set_time(&self, time: i64, _relative: bool, _asks: bool) -> fdo::Result<()> {
        let mut facts = locked(&self.0);
        if facts.clock_is_busy {
            facts.clock_is_busy = false;
            return Err(fdo::Error::Failed("Previous request is not finished, refusing.".to_owned()));
        }
        if facts.asks_time_servers {
            return Err(fdo::Error::Failed("Automatic time synchronization is enabled".to_owned()));
        }
        facts.clock_set_to = Some(time);
        Ok(())
    }

    #[zbus(name = "SetNTP")]
    fn set_ntp(&self, on: bool, _asks: bool) {
        let mut facts = locked(&self.0);
        facts.asks_time_servers = on;
        // It is carried out after the answer.
        facts.clock_is_busy = true;
    }

    #[zbus(property, name = "NTP")]
    fn ntp(&self) -> bool {
        locked(&self.0).asks_time_servers
    }

    #[zbus(property, name = "NTPSynchronized")]
    fn ntp_synchronized(&self) -> bool {
        locked(&self.0).ntp_synchronized
    }

    #[zbus(property, name = "RTCTimeUSec")]
    fn rtc_time_usec(&self) -> u64 {
        locked(&self.0).clock_chip
    }
}

pub struct Installer(pub Shared);

#[interface(name = "de.pengutronix.rauc.Installer")]
impl Installer {
    fn info(&self, _file: &str) -> fdo::Result<(String, String)> {
        let file = locked(&self.0).update.file;
        let (compatible, version) = file.ok_or_else(|| fdo::Error::Failed("signature verification failed".to_owned()))?;
        Ok((compatible.to_owned(), version.to_owned()))
    }

    fn install_bundle(&self, file: &str, _arguments: HashMap<String, OwnedValue>) {
        let mut facts = locked(&self.0);
        facts.update.installed.push(file.to_owned());
        facts.update.percent = Some(0);
    }

    fn mark(&self, state: &str, slot: &str) -> (String, String) {
        let mut facts = locked(&self.0);
        facts.update.marks.push(format!("{state} {slot}"));
        (slot.to_owned(), String::new())
    }

    fn get_slot_status(&self) -> Vec<(String, HashMap<String, OwnedValue>)> {
        let facts = locked(&self.0);
        let text = |text: &str| OwnedValue::try_from(Value::from(text.to_owned())).expect("no file");
        let slot = |(number, name): (usize, &str)| {
            let state = if facts.update.booted == name { "booted" } else { "inactive" };
            let good = if facts.update.good[number] { "good" } else { "bad" };
            let status = [("bootname", name), ("state", state), ("boot-status", good)].map(|(key, value)| (key.to_owned(), text(value)));
            (format!("rootfs.{number}"), HashMap::from(status))
        };
        ["A", "B"].into_iter().enumerate().map(slot).collect()
    }

    #[zbus(property)]
    fn compatible(&self) -> &str {
        COMPATIBLE
    }

    #[zbus(property)]
    fn operation(&self) -> &str {
        if locked(&self.0).update.percent.is_some() { "installing" } else { "idle" }
    }

    #[zbus(property)]
    fn progress(&self) -> (i32, String, i32) {
        (locked(&self.0).update.percent.unwrap_or(100), "Copying image".to_owned(), 1)
    }

    #[zbus(property)]
    fn last_error(&self) -> &str {
        locked(&self.0).update.last_error
    }
}
