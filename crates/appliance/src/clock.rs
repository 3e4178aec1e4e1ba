//! The machine's clock, by timedated.

use std::time::Duration;

use serde::Serialize;
use tokio::time::{Instant, sleep};
use utoipa::ToSchema;
use zbus::zvariant::DynamicType;

use crate::Machine;
use crate::bus::{BusError, Object};

pub(crate) const SERVICE: &str = "org.freedesktop.timedate1";

/// How long a refused request is tried again, and how often.
const BUSY_MAX: Duration = Duration::from_secs(5);
const AGAIN_AFTER: Duration = Duration::from_millis(100);

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

/// A clock chip before this was never set, or its battery was empty: then it begins in 1970 or 2000. 1 January 2026, in microseconds since 1970;
/// 0 is said where there is no chip.
const CHIP_EARLIEST: u64 = 1_767_225_600_000_000;

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
        let chip: u64 = self.bus.property(timedated(), "RTCTimeUSec").await?;
        Ok(if chip >= CHIP_EARLIEST { ClockSource::Chip } else { ClockSource::Nothing })
    }

    /// Sets the clock to a time in milliseconds since 1970. timedated refuses that while it asks time servers, so asking is switched off for
    /// the moment.
    ///
    /// # Errors
    /// If timedated refuses.
    pub async fn set_clock(&self, ms: i64) -> Result<(), BusError> {
        let asks: bool = self.bus.property(timedated(), "NTP").await?;
        if asks {
            self.tell_clock("SetNTP", &(false, false)).await?;
        }
        let (is_relative, asks_a_person) = (false, false);
        let set = self.tell_clock("SetTime", &(ms.saturating_mul(1000), is_relative, asks_a_person)).await;
        if asks {
            self.tell_clock("SetNTP", &(true, false)).await?;
        }
        set
    }

    /// Calls timedated, which answers `SetNTP` at once and refuses what comes before that is carried out.
    async fn tell_clock(&self, method: &str, arguments: &(impl Serialize + DynamicType)) -> Result<(), BusError> {
        let began = Instant::now();
        loop {
            let told = self.bus.tell(timedated(), method, arguments).await;
            let is_refused = matches!(told, Err(BusError::Refused(_)));
            if !is_refused || began.elapsed() > BUSY_MAX {
                return told;
            }
            sleep(AGAIN_AFTER).await;
        }
    }
}
