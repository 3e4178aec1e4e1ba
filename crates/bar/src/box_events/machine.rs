//! What people did to the machine below the box.

use serde::{Deserialize, Serialize};

use base::Timestamp;

/// The machine was changed, or restarted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineChanged {
    pub change: MachineChange,
}

/// A change of the machine. Holds no password and no name of a Wi-Fi.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MachineChange {
    /// Other settings of the network are tried.
    NetworkTried,
    /// Those settings are kept.
    NetworkKept,
    /// A person took the settings of before back.
    NetworkUndone,
    /// The clock was set to a phone's time.
    ClockSet {
        /// What the box said before.
        from: Timestamp,
        /// What the phone said.
        to: Timestamp,
    },
    Restarted,
    SwitchedOff,
    /// An update is being written.
    UpdateStarted {
        version: String,
    },
    /// The update that was to start after closing does not start.
    UpdateCancelled {
        version: String,
    },
    /// The updated software runs.
    UpdateWorked {
        version: String,
    },
    /// The software of before runs again.
    UpdateFailed {
        version: String,
    },
}

impl MachineChange {
    /// One line for the audit log.
    pub fn summary(&self) -> String {
        match self {
            MachineChange::NetworkTried => "Other network settings tried".to_owned(),
            MachineChange::NetworkKept => "Network settings kept".to_owned(),
            MachineChange::NetworkUndone => "Network settings of before taken back".to_owned(),
            MachineChange::ClockSet { from, to } => format!("Time of the box set from {from} to {to}"),
            MachineChange::Restarted => "Box restarted".to_owned(),
            MachineChange::SwitchedOff => "Box switched off".to_owned(),
            MachineChange::UpdateStarted { version } => format!("Update to version {version} started"),
            MachineChange::UpdateCancelled { version } => format!("Update to version {version} cancelled"),
            MachineChange::UpdateWorked { version } => format!("Updated to version {version}"),
            MachineChange::UpdateFailed { version } => format!("Version {version} did not start: the version of before runs"),
        }
    }
}
