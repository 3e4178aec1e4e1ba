//! Restart and power, by logind.

use crate::Machine;
use crate::bus::{BusError, Object};

pub(crate) const SERVICE: &str = "org.freedesktop.login1";

fn manager() -> Object<'static> {
    Object { service: SERVICE, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager" }
}

impl Machine {
    /// Restarts the machine.
    ///
    /// # Errors
    /// If logind refuses.
    pub async fn restart(&self) -> Result<(), BusError> {
        self.bus.tell(manager(), "Reboot", &(false,)).await
    }

    /// Switches the machine off.
    ///
    /// # Errors
    /// If logind refuses.
    pub async fn power_off(&self) -> Result<(), BusError> {
        self.bus.tell(manager(), "PowerOff", &(false,)).await
    }
}
