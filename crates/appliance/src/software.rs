//! The machine's software: two roots of which one runs, and updates of the other, by RAUC.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;
use zbus::zvariant::{OwnedValue, Value};

use crate::Machine;
use crate::bus::{BusError, Object};

pub(crate) const SERVICE: &str = "de.pengutronix.rauc";

/// A root of the machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MachineRoot)]
pub struct Slot {
    /// `A` or `B`.
    pub name: String,
    pub is_booted: bool,
    /// Whether it started well; a root that did not is left after three tries.
    pub is_good: bool,
    /// Version of the image that was installed into it by an update; `None` for one that came with the card.
    pub version: Option<String>,
}

/// A verified update file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Update {
    /// Kind of machine that it is for.
    pub compatible: String,
    pub version: String,
}

/// What RAUC is doing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress {
    pub is_installing: bool,
    /// 0 to 100.
    pub percent: u8,
    /// Why the last installation failed; empty if it did not.
    pub last_error: String,
}

fn installer() -> Object<'static> {
    Object { service: SERVICE, path: "/", interface: "de.pengutronix.rauc.Installer" }
}

impl Machine {
    /// The kind of machine that its updates are for.
    ///
    /// # Errors
    /// If RAUC does not answer.
    pub async fn compatible(&self) -> Result<String, BusError> {
        self.bus.property(installer(), "Compatible").await
    }

    /// Both roots.
    ///
    /// # Errors
    /// If RAUC does not answer.
    pub async fn slots(&self) -> Result<Vec<Slot>, BusError> {
        let rows: Vec<(String, HashMap<String, OwnedValue>)> = self.bus.call(installer(), "GetSlotStatus", &()).await?;
        Ok(rows.iter().filter_map(|(_, status)| slot(status)).collect())
    }

    /// Checks the signature of an update file and reads what it is for.
    ///
    /// # Errors
    /// RAUC's reason, if the file is not a whole update that the machine's key signed.
    pub async fn update_in(&self, file: &str) -> Result<Update, BusError> {
        let (compatible, version) = self.bus.call(installer(), "Info", &(file,)).await?;
        Ok(Update { compatible, version })
    }

    /// Begins to write an update to the root that does not run. It goes on after the answer: see [`Machine::progress`].
    ///
    /// # Errors
    /// If RAUC refuses.
    pub async fn install(&self, file: &str) -> Result<(), BusError> {
        self.bus.tell(installer(), "InstallBundle", &(file, HashMap::<&str, Value<'_>>::new())).await
    }

    /// What RAUC is doing now.
    ///
    /// # Errors
    /// If RAUC does not answer.
    pub async fn progress(&self) -> Result<Progress, BusError> {
        let operation: String = self.bus.property(installer(), "Operation").await?;
        let (percent, _, _): (i32, String, i32) = self.bus.property::<OwnedValue>(installer(), "Progress").await?.try_into()?;
        let last_error = self.bus.property(installer(), "LastError").await?;
        Ok(Progress { is_installing: operation == "installing", percent: u8::try_from(percent.clamp(0, 100)).unwrap_or(0), last_error })
    }

    /// Has the running root start next time too, whatever was installed into the other.
    ///
    /// # Errors
    /// If RAUC does not answer.
    pub async fn start_the_same_next(&self) -> Result<(), BusError> {
        self.bus.tell(installer(), "Mark", &("active", "booted")).await
    }

    /// Says that the running root started well.
    ///
    /// # Errors
    /// If RAUC does not answer.
    pub async fn mark_good(&self) -> Result<(), BusError> {
        self.bus.tell(installer(), "Mark", &("good", "booted")).await
    }
}

fn slot(status: &HashMap<String, OwnedValue>) -> Option<Slot> {
    let text = |key: &str| String::try_from(status.get(key)?.try_clone().ok()?).ok();
    Some(Slot {
        name: text("bootname")?,
        is_booted: text("state").is_some_and(|state| state == "booted"),
        is_good: text("boot-status").is_some_and(|state| state == "good"),
        version: text("bundle.version"),
    })
}
