//! Copies of everything the bar knows: made while it sells, proved by making the bar anew from them, and read back.
//!
//! A copy holds the journal and the answers that phones were given, nothing else: every table follows from the journal.
//! Left behind on purpose: the key that signs sessions (a restored box makes a new one, and so ends all sessions). No
//! password is in it in clear; argon2 hashes are. With a passphrase, copies are encrypted.

mod archive;
mod check;
mod courier;
mod encryption;
mod error;
mod figures;
mod follow;
mod keeper;
mod make;
mod parcel;
mod promote;
mod restore;
mod series;
mod shelf;
mod source;
mod step_bytes;
mod steps;

pub use archive::{End, Head, Kind, Piece, Reader, Writer};
pub use check::{Report, check_copy, check_folder, check_source};
pub use courier::{Away, AwayState, Courier};
pub use encryption::{Keyring, PASSPHRASE_MIN};
pub use error::BackupError;
pub use figures::{Figures, figures};
pub use follow::{Continuous, Follower, State};
pub use keeper::{Backups, Overview, newest, newest_of, way_back};
pub use make::{Made, make, make_on, room_for};
pub use parcel::{Reached, Same, absorb, bar_name, parcel, reached, same, unpack};
pub use promote::{Following, Promoted, follow, following, promote};
pub use restore::{Restored, Scratch, keep_aside, rebuild, restore, restore_on};
pub use shelf::{Copy, FOLDER_NAME, NIGHTLY_KEPT, Shelf};
pub use source::{Source, Told, holds_encrypted};
pub use steps::{Place, Step};
