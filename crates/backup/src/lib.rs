//! Copies of a bar's books. Backups: created while the bar sells, verified by rebuilding the bar from them, and restored. [`parcels`]: what a
//! box sends to head office and to a second box. [`remote`]: buckets on the internet.
//!
//! It knows the bar ([`bar`]) and what that stands on; nothing of calls, screens or devices.
//!
//! A backup contains the journal and the kept answers (idempotency), nothing else, because every table can be rebuilt from the
//! journal. It deliberately leaves out the key that signs sessions: a restored box makes a new one, which ends all sessions. It
//! contains no plain-text password, only argon2 hashes. With a passphrase, backups are encrypted.

mod archive;
mod backup_directory;
mod block;
mod check;
mod continuous;
mod create;
mod encryption;
mod error;
mod figures;
mod newest;
pub mod parcels;
mod promotion;
pub mod remote;
mod restore;
mod scheduler;
mod segment;
mod segment_bytes;
mod series;
mod source;
mod transfer;
mod uploader;

pub use archive::{BackupKind, Block, FIGURES, HEADER, Header, MAGIC, Reader, SEGMENT, SIGNATURE, Trailer, Writer};
pub use backup_directory::{BackupDirectory, BackupFile, FOLDER_NAME, NIGHTLY_KEPT};
pub use block::{BLOCK_HEADER, Unpacked, pack, unpack};
pub use check::{CheckReport, check_backup, check_folder, check_source};
pub use continuous::{ContinuousBackup, ContinuousState, ContinuousStatus, timeline_file, timeline_of};
pub use create::{CreatedBackup, check_space_for, create, create_on};
pub use encryption::{Keyring, PASSPHRASE_MIN};
pub use error::BackupError;
pub use figures::{BarFigures, difference, figures};
pub use newest::{newest, newest_of, restore_hint};
pub use promotion::{FollowedBox, Promoted, followed_box, promote, set_followed_box};
pub use restore::{Connecting, Restored, TemporaryStore, preserve_existing, rebuild, restore, restore_connected, restore_on};
pub use scheduler::{Backups, Overview};
pub use segment::{Position, Segment};
pub use source::{Source, SourceSummary, holds_encrypted};
pub use transfer::{
    HistoryMatch, ReplicaPosition, apply_segment, bar_name, compare_history, pack_segment, pack_transfer, replica_position, unpack_segment,
};
pub use uploader::{RemoteState, RemoteStatus, Uploader};
