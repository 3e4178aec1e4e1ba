//! What a box and head office say to each other: positions in the journal, parcels of entries and figures, and the messages around
//! them. Both sides use it, so it knows neither the box's tables nor head office's database.

mod directives;
mod format;
mod head_file;
mod mark;
mod messages;
mod rows;

pub use directives::{DIRECTIVES_MAX, DirectiveKind, NEXT_DAY, NOW, SETTINGS_OF_THE_BOX};
pub use format::{
    ENTRIES_MAX, Header, PACKED_MAX, PARCEL_BYTES_MAX, Parcel, ParcelError, PrivateKey, PublicKey, READ_KINDS, UNPACKED_MAX, read, write,
};
pub use head_file::{HEAD_FILE_MAX, HeadFile};
pub use mark::{EntryMark, LineName, Mark, Position};
pub use messages::{
    BOOKS_HEADER, BooksPosition, ClockReading, Decided, Directive, DirectivePosition, FilesAnswer, Hello, HelloAnswer, PairAnswer,
    PairRequest, ParcelAnswer, Protocol, ProtocolRange, SecondRequest,
};
pub use rows::{FigureRow, FigureRows, ROWS_MAX, Set};

/// The newest version of the protocol that this program speaks.
pub const PROTOCOL: u32 = 1;
/// The oldest one.
pub const PROTOCOL_MIN: u32 = 1;
/// The name on head office's server certificate, whatever its address is.
pub const HEAD_NAME: &str = "barback-head";
