//! Connection with head office: commands and events, the row that names it, and where the lines of the journal begin.

mod tables;

use serde::{Deserialize, Serialize};

pub use tables::{HeadOffice, apply_connected, apply_disconnected, apply_line_began, head_office, line_start, next_line_start};

use base::{Decided, Refusal};

/// Commands about head office.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeadOfficeCommand {
    /// Notes that the box got a certificate.
    Connect {
        event: HeadConnected,
        /// [`HeadOffice::key`] of the connection that may end: this box does not have its key.
        replaces: Option<String>,
    },
    /// Ends the connection.
    Disconnect,
}

/// Events about head office.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeadOfficeEvent {
    Connected(HeadConnected),
    Disconnected(HeadDisconnected),
}

/// The box got a certificate from head office. Key and certificate are files of the box and in no journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadConnected {
    /// Head office's name.
    pub name: String,
    /// Its address, such as `https://head.example:8444`.
    pub url: String,
    /// The name that it gave to this box, 16 hexadecimal digits.
    #[serde(rename = "box")]
    pub box_name: String,
    /// Beginning of the SHA-256 of the box's public key, in hexadecimal: tells whether the key on the disk is the one of this entry.
    pub key: String,
}

/// The box no longer sends to head office.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadDisconnected {
    /// Head office's name.
    pub name: String,
}

/// Decides the events of a command. `known`: the head office that the bar has.
///
/// # Errors
/// A conflict if the bar has a head office and this box the key for it.
pub fn decide(command: &HeadOfficeCommand, known: Option<&HeadOffice>) -> Decided<Vec<HeadOfficeEvent>> {
    match (command, known) {
        (HeadOfficeCommand::Connect { replaces, .. }, Some(known)) if *replaces != Some(known.key.clone()) => {
            Err(connected_already(&known.name))
        }
        (HeadOfficeCommand::Connect { event, .. }, _) => Ok(vec![HeadOfficeEvent::Connected(event.clone())]),
        (HeadOfficeCommand::Disconnect, Some(known)) => {
            Ok(vec![HeadOfficeEvent::Disconnected(HeadDisconnected { name: known.name.clone() })])
        }
        (HeadOfficeCommand::Disconnect, None) => Ok(Vec::new()),
    }
}

/// The refusal to connect a bar that has a head office.
pub fn connected_already(name: &str) -> Refusal {
    Refusal::conflict(format!("This bar is connected to {name}. Disconnect it first."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings;
    use base::{Actor, Code, Envelope, Timestamp};
    use store::MemoryTables;

    fn connected() -> HeadConnected {
        let text = |text: &str| text.to_owned();
        HeadConnected { name: text("Sunset Group"), url: text("https://head.example:8444"), box_name: text("0011"), key: text("aabb") }
    }

    #[test]
    fn a_bar_has_one_head_office_and_may_have_none_again() {
        let mut tables = MemoryTables::new();
        let envelope = Envelope { at: Timestamp::from_millis(7), running: 0, actor: Actor::the_box() };
        assert_eq!(decide(&HeadOfficeCommand::Disconnect, None), Ok(Vec::new()));
        let connect = |replaces: Option<&str>| HeadOfficeCommand::Connect { event: connected(), replaces: replaces.map(str::to_owned) };
        assert!(decide(&connect(None), None).is_ok());
        apply_connected(&mut tables, &envelope, &connected()).expect("memory");
        let known = head_office(&tables).expect("memory").expect("connected");
        assert_eq!((known.name.as_str(), known.at, known.by), ("Sunset Group", envelope.at, Actor::the_box().name));
        assert_eq!(settings::settings(&tables).expect("memory").head.url, Some("https://head.example:8444".to_owned()));
        let known = head_office(&tables).expect("memory");
        for replaces in [None, Some("another")] {
            assert_eq!(decide(&connect(replaces), known.as_ref()).expect_err("connected").code, Code::Conflict);
        }
        assert_eq!(decide(&connect(Some("aabb")), known.as_ref()).expect("its key is lost").len(), 1);
        assert_eq!(decide(&HeadOfficeCommand::Disconnect, known.as_ref()).expect("allowed").len(), 1);
        apply_disconnected(&mut tables).expect("memory");
        assert_eq!(head_office(&tables).expect("memory"), None);
        assert_eq!(settings::settings(&tables).expect("memory").head.url, None);
    }

    #[test]
    fn a_line_begins_at_the_first_entry_and_at_each_that_is_noted() {
        let mut tables = MemoryTables::new();
        for seq in [901, 1_500] {
            apply_line_began(&mut tables, seq).expect("memory");
        }
        let starts = |seq| (line_start(&tables, seq).expect("memory"), next_line_start(&tables, seq).expect("memory"));
        for (seq, start, next) in [
            (1, 1, Some(901)),
            (900, 1, Some(901)),
            (901, 901, Some(1_500)),
            (1_499, 901, Some(1_500)),
            (1_500, 1_500, None),
            (9_999, 1_500, None),
        ] {
            assert_eq!(starts(seq), (start, next), "{seq}");
        }
    }
}
