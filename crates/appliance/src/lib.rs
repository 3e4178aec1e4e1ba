//! The machine below the box, driven over D-Bus: its network (NetworkManager), its software (RAUC), its clock (timedated), restart and
//! power (logind). Knows nothing of the bar.
//!
//! A box asks for it only if its configuration says that the machine is its own ([`Machine::connect`]). Every service may be absent; what
//! needs an absent one is absent too.

mod bus;
mod clock;
pub mod network;
mod power;
pub mod software;

use std::sync::Mutex;

use self::bus::Bus;
pub use self::bus::BusError;
pub use self::clock::ClockSource;

/// The services of the machine that the box drives.
pub struct Machine {
    bus: Bus,
    services: Services,
    /// The change of the network that was tried last.
    tried: Mutex<Option<network::Tried>>,
}

/// Which services answer on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Services {
    /// NetworkManager.
    pub network: bool,
    /// RAUC.
    pub software: bool,
    /// logind.
    pub power: bool,
    /// timedated.
    pub clock: bool,
}

impl Machine {
    /// Connects to the bus at `address`, else to the system bus, and looks which services are there: running, or started by a call.
    ///
    /// # Errors
    /// If there is no such bus.
    pub async fn connect(address: Option<&str>) -> Result<Self, BusError> {
        let bus = Bus::connect(address).await?;
        let names = bus.service_names().await?;
        let has = |name: &str| names.iter().any(|one| one == name);
        let services = Services {
            network: has(network::SERVICE),
            software: has(software::SERVICE),
            power: has(power::SERVICE),
            clock: has(clock::SERVICE),
        };
        Ok(Machine { bus, services, tried: Mutex::default() })
    }

    /// Which services are there.
    pub fn services(&self) -> Services {
        self.services
    }
}
