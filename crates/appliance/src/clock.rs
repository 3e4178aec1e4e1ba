//! The machine's clock, by timedated.

use serde::Serialize;
use utoipa::ToSchema;

use crate::Machine;
use crate::bus::{BusError, Object};

pub(crate) const SERVICE: &str = "org.freedesktop.timedate1";

/// What the machine's time comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ClockSource {
    /// A time server on the internet.
    Internet,
    /// A clock chip.
    Chip,
    /// The last minute that the card knows, or what a person set.
    Nothing,
}

fn timedated() -> Object<'static> {
    Object { service: SERVICE, path: "/org/freedesktop/timedate1", interface: SERVICE }
}

impl Machine {
    /// What the time comes from now.
    ///
    /// # Errors
    /// If timedated does not answer.
    pub async fn clock_source(&self) -> Result<ClockSource, BusError> {
        if self.bus.property(timedated(), "NTPSynchronized").await? {
            return Ok(ClockSource::Internet);
        }
        // 0: no clock chip, or one that was never set.
        let chip: u64 = self.bus.property(timedated(), "RTCTimeUSec").await?;
        Ok(if chip > 0 { ClockSource::Chip } else { ClockSource::Nothing })
    }

    /// Sets the clock to a time in milliseconds since 1970. timedated refuses that while it asks time servers, so asking is switched off for
    /// the moment.
    ///
    /// # Errors
    /// If timedated refuses.
    pub async fn set_clock(&self, ms: i64) -> Result<(), BusError> {
        let asks: bool = self.bus.property(timedated(), "NTP").await?;
        if asks {
            self.bus.tell(timedated(), "SetNTP", &(false, false)).await?;
        }
        let (is_relative, asks_a_person) = (false, false);
        let set = self.bus.tell(timedated(), "SetTime", &(ms.saturating_mul(1000), is_relative, asks_a_person)).await;
        if asks {
            self.bus.tell(timedated(), "SetNTP", &(true, false)).await?;
        }
        set
    }
}
