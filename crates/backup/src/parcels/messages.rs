//! The messages of the box port, as JSON.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{EntryMark, LineName, Mark, Position};
use base::Timestamp;

/// The versions of the protocol that a box speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProtocolRange {
    pub min: u32,
    pub max: u32,
}

/// The version that head office chose.
pub type Protocol = u32;

/// `POST /box/v1/pair`: a box asks for a certificate, with a code as bearer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PairRequest {
    /// A certificate signing request (PKCS #10, DER, base64).
    pub request: String,
    /// The bar's name, 32 hexadecimal digits; blank for a new device that is to be restored, which gets the bar of its code.
    pub bar: String,
    /// Its newest entry.
    pub journal: u64,
    /// The mark of that entry; `None` for an empty box.
    pub hash: Option<Mark>,
    /// Version of Barback.
    pub version: String,
    pub business_name: String,
    /// Whether the bar is a demo, which has no head office.
    pub demo: bool,
}

/// The certificate of a box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairAnswer {
    /// The box's name, 16 hexadecimal digits.
    #[serde(rename = "box")]
    pub box_name: String,
    /// DER, base64.
    pub certificate: String,
    /// Certificate of head office's authority: DER, base64.
    pub authority: String,
    /// Head office's name, as the box shows it.
    pub name: String,
}

/// `POST /box/v1/second`: the first box asks for the certificate of the second box that follows it. The answer is a [`PairAnswer`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SecondRequest {
    /// The second box's certificate signing request (PKCS #10, DER, base64).
    pub request: String,
    /// Its version of Barback.
    pub version: String,
}

/// What the box's clock says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockReading {
    /// The box's clock.
    pub now: Timestamp,
    /// Whether the box itself doubts it.
    pub doubtful: bool,
}

/// The newest directive that the box has.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DirectivePosition {
    /// 0 for none.
    pub number: u64,
    /// `None` for none.
    pub id: Option<String>,
}

/// `POST /box/v1/hello`: where the box is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hello {
    pub protocol: ProtocolRange,
    pub version: String,
    /// The line that the box writes.
    pub line: LineName,
    /// The box's newest entry.
    pub journal: u64,
    /// The mark of that entry.
    pub hash: Mark,
    /// Marks of entries behind the newest one, and of those that head office asked for.
    pub marks: Vec<EntryMark>,
    /// The sets of figures that the box can send.
    pub figure_sets: Vec<String>,
    /// The kinds of directives that the box knows.
    pub kinds: Vec<String>,
    pub clock: ClockReading,
    pub directives: DirectivePosition,
}

/// What head office has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HelloAnswer {
    pub protocol: Protocol,
    /// The newest entry that both have; `None` if there is none.
    pub position: Option<Position>,
    /// Entries whose marks head office needs to find the position. While there are any, the box says hello again with them.
    pub ask: Vec<u64>,
    /// The entry up to which head office has all figures; 0 for none.
    pub figures_upto: u64,
    /// Sets of which head office wants all rows.
    pub wants: Vec<String>,
    /// Whether the figures of this box stand in reports.
    pub counted: bool,
    /// Since when another box counts instead; `None` if this one counts.
    pub counted_since: Option<Timestamp>,
    /// Number of the newest directive for the bar; 0 for none.
    pub directives: u64,
    pub now: Timestamp,
    pub name: String,
}

/// `POST /box/v1/parcels`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ParcelAnswer {
    pub position: Option<Position>,
    pub figures_upto: u64,
    pub counted: bool,
    /// Whether head office had all of it already.
    pub duplicate: bool,
    pub directives: u64,
    pub now: Timestamp,
}

/// The header of each answer to `GET /box/v1/books`, with a [`BooksPosition`] as JSON.
pub const BOOKS_HEADER: &str = "barback-books";

/// Which books a piece is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BooksPosition {
    /// The current line: pieces of one line make a copy.
    pub line: LineName,
    /// The newest entry that head office has.
    pub seq: u64,
    /// The mark of that entry.
    pub hash: Mark,
}

/// A change that head office asks a bar to make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Directive {
    /// Counts from 1 for each bar.
    pub number: u64,
    pub id: String,
    /// Such as `price.set`.
    pub kind: String,
    pub body: Value,
    /// `next_day`, `now` or a date.
    pub effective: String,
    /// The person at head office who asked.
    pub by: String,
    pub at: Timestamp,
}

/// What the box decided about a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decided {
    Received,
    Applied,
    Refused,
    Withdrawn,
}

/// The box's answer to a file from head office.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilesAnswer {
    pub position: Option<Position>,
    /// How many directives were new.
    pub received: u64,
}
