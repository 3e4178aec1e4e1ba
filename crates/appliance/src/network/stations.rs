//! Phones on an access point, as wpa_supplicant counts them.

use zbus::zvariant::OwnedObjectPath;

use crate::Machine;
use crate::bus::Object;

const SERVICE: &str = "fi.w1.wpa_supplicant1";

impl Machine {
    /// Phones on the radio's access point; `None` if they cannot be counted.
    pub(super) async fn stations(&self, interface: &str) -> Option<u32> {
        let all = Object { service: SERVICE, path: "/fi/w1/wpa_supplicant1", interface: SERVICE };
        let path: OwnedObjectPath = self.bus.call(all, "GetInterface", &(interface,)).await.ok()?;
        let radio = Object { service: SERVICE, path: &path, interface: "fi.w1.wpa_supplicant1.Interface" };
        let stations: Vec<OwnedObjectPath> = self.bus.property(radio, "Stations").await.ok()?;
        u32::try_from(stations.len()).ok()
    }
}
