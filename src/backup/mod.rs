//! Copies of everything the bar knows: made while it sells, proved by making the bar anew from them, and read back.
//!
//! A copy holds the journal and the answers that phones were given, nothing else: every table follows from the journal.
//! Left behind on purpose: the key that signs sessions (a restored box makes a new one, and so ends all sessions). No
//! password is in it in clear; argon2 hashes are. With a passphrase, copies are encrypted.

mod archive;
mod backup_directory;
mod check;
mod continuous;
mod create;
mod encryption;
mod error;
mod figures;
mod promotion;
mod restore;
mod scheduler;
mod segment;
mod segment_bytes;
mod series;
mod source;
mod transfer;
mod uploader;

pub use archive::{BackupKind, Block, Header, Reader, Trailer, Writer};
pub use backup_directory::{BackupDirectory, BackupFile, FOLDER_NAME, NIGHTLY_KEPT};
pub use check::{CheckReport, check_copy, check_folder, check_source};
pub use continuous::{ContinuousBackup, ContinuousState, ContinuousStatus};
pub use create::{CreatedBackup, create, create_on, room_for};
pub use encryption::{Keyring, PASSPHRASE_MIN};
pub use error::BackupError;
pub use figures::{Figures, figures};
pub use promotion::{FollowedBox, Promoted, followed_box, promote, set_followed_box};
pub use restore::{Restored, TemporaryStore, preserve_existing, rebuild, restore, restore_on};
pub use scheduler::{Backups, Overview, newest, newest_of, restore_hint};
pub use segment::{Position, Segment};
pub use source::{Source, SourceSummary, holds_encrypted};
pub use transfer::{
    HistoryMatch, ReplicaPosition, apply_segment, bar_name, compare_history, pack_segment, replica_position, unpack_segment,
};
pub use uploader::{RemoteState, RemoteStatus, Uploader};
