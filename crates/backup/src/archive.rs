//! Backup file format: magic bytes, then compressed blocks. The checksum of each block also covers the previous checksum, so that a
//! block that was lost, changed or moved is detected.
//!
//! ```text
//! "BARBACK" 1                                                    8 bytes
//! kind u8 · length u32 · packed length u32 · checksum u32 · packed bytes     as often as it takes; little endian
//! ```
//!
//! In an encrypted file the first 8 bytes end with 2, the first block contains the parameters of the key derivation (JSON), and the
//! packed bytes of all other blocks are encrypted ([`super::encryption`]). Checksums cover the bytes in the file, so damage is
//! distinguished from a wrong passphrase.
//!
//! A block is the header (JSON), a segment of the journal (entries and the kept answers that belong to them), or the trailer
//! (JSON). A complete backup has one header and one trailer; the files of a continuous backup have no trailer.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use super::block::{self, BLOCK_HEADER};
use super::encryption::{Cipher, KeyError, KeyHeader, Keyring};
use super::figures::BarFigures;
use super::{BackupError, segment::Segment};
use base::Timestamp;

/// First bytes of every backup file; the last byte is the version of the format.
pub const MAGIC: &[u8; 8] = b"BARBACK\x01";
/// First bytes of an encrypted backup file.
const ENCRYPTED_MAGIC: &[u8; 8] = b"BARBACK\x02";
/// Largest block that is accepted, in bytes. The largest command is an import of 8 MiB.
const BLOCK_MAX: u32 = 512 * 1024 * 1024;

/// The block kind of a header.
pub const HEADER: u8 = 1;
/// The block kind of a segment of the journal.
pub const SEGMENT: u8 = 2;
const END: u8 = 3;
const KEY: u8 = 4;
/// The block kind of figures, in what goes to head office.
pub const FIGURES: u8 = 5;
/// The block kind of a signature, in what goes to head office.
pub const SIGNATURE: u8 = 6;

/// Why a backup was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum BackupKind {
    /// Automatically, once per business day.
    Nightly,
    /// At a person's request.
    Manual,
    /// Part of a continuous backup.
    Continuous,
}

base::words!(BackupKind);

/// First block of a backup file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the Barback that created it.
    pub version: String,
    /// Why it was created.
    pub kind: BackupKind,
    /// Whether the bar is a demo.
    pub demo: bool,
    /// When it was created.
    pub at: Timestamp,
    /// Number of the journal entry before its first one; 0 for a complete backup.
    pub after: u64,
}

/// Last block of a complete backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trailer {
    /// Number of its last journal entry.
    #[serde(rename = "journal")]
    pub last_entry: u64,
    /// Number of kept answers in it.
    pub answers: u64,
    /// Control totals of the bar at that entry.
    pub figures: BarFigures,
}

/// A block that was read and decoded.
#[derive(Debug)]
pub enum Block {
    /// The first block.
    Header(Header),
    /// A segment of the journal, as many as needed.
    Segment(Segment),
    /// The last block of a complete backup.
    Trailer(Trailer),
}

/// Writes a backup file, block by block.
pub struct Writer<W: Write> {
    out: W,
    chain: u32,
    cipher: Option<Cipher>,
}

impl<W: Write> Writer<W> {
    /// Begins an unencrypted file.
    pub fn begin(out: W, head: &Header) -> io::Result<Self> {
        Writer::begin_with(out, head, None)
    }

    /// Begins a file, encrypted with `key` if there is one.
    pub(super) fn begin_with(mut out: W, head: &Header, key: Option<(KeyHeader, Cipher)>) -> io::Result<Self> {
        out.write_all(if key.is_some() { ENCRYPTED_MAGIC } else { MAGIC })?;
        let mut writer = Writer { out, chain: 0, cipher: None };
        if let Some((key, cipher)) = key {
            writer.block(KEY, &serde_json::to_vec(&key)?)?;
            writer.cipher = Some(cipher);
        }
        writer.block(HEADER, &serde_json::to_vec(head)?)?;
        Ok(writer)
    }

    /// Writes a segment.
    pub fn segment(&mut self, segment: &Segment) -> io::Result<()> {
        self.block(SEGMENT, &segment.to_bytes())
    }

    /// Writes the trailer, flushes, and returns the underlying writer.
    pub fn end(mut self, end: &Trailer) -> io::Result<W> {
        self.block(END, &serde_json::to_vec(end)?)?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// Returns the underlying writer without writing a trailer.
    pub fn into_inner(self) -> W {
        self.out
    }

    /// The underlying writer.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    fn block(&mut self, kind: u8, bytes: &[u8]) -> io::Result<()> {
        let too_large = || io::Error::new(ErrorKind::InvalidInput, "a segment is too large for a backup");
        let length = u32::try_from(bytes.len()).ok().filter(|length| *length <= BLOCK_MAX).ok_or_else(too_large)?;
        let mut packed = block::deflated(bytes)?;
        let tag = if self.cipher.is_some() { Cipher::overhead() } else { 0 };
        let packed_length = u32::try_from(packed.len() + tag).map_err(|_| too_large())?;
        if let Some(cipher) = &mut self.cipher {
            cipher.encrypt(&associated_data(kind, length, packed_length), &mut packed).ok_or_else(too_large)?;
        }
        // In one write, so that a power cut leaves a short block instead of two mixed ones.
        let (block, sum) = block::framed(self.chain, kind, length, packed_length, &packed);
        self.out.write_all(&block)?;
        self.chain = sum;
        Ok(())
    }
}

/// Reads a backup file, block by block.
pub struct Reader<R: Read = BufReader<File>> {
    file: PathBuf,
    input: R,
    chain: u32,
    /// Offset of the next block.
    at: u64,
    length: u64,
    keys: Keyring,
    encrypted: bool,
    cipher: Option<Cipher>,
}

impl Reader {
    /// Opens a backup file; fails for any other file.
    pub fn open(file: &Path) -> Result<Self, BackupError> {
        let input = File::open(file).map_err(BackupError::io(file))?;
        let length = input.metadata().map_err(BackupError::io(file))?.len();
        Reader::of(file, BufReader::new(input), length)
    }
}

impl<R: Read> Reader<R> {
    /// Reads `length` bytes of a backup from `input`; fails for anything else. `file` is its name in errors.
    pub fn of(file: &Path, mut input: R, length: u64) -> Result<Self, BackupError> {
        let mut magic = [0; MAGIC.len()];
        match input.read_exact(&mut magic) {
            Ok(()) if magic == *MAGIC || magic == *ENCRYPTED_MAGIC => Ok(Reader {
                file: file.to_owned(),
                input,
                chain: 0,
                at: MAGIC.len() as u64,
                length,
                keys: Keyring::default(),
                encrypted: magic == *ENCRYPTED_MAGIC,
                cipher: None,
            }),
            Ok(()) if magic[..MAGIC.len() - 1] == MAGIC[..MAGIC.len() - 1] => {
                Err(BackupError::Newer { file: file.to_owned(), version: format!("with backups of format {}", magic[MAGIC.len() - 1]) })
            }
            Err(error) if error.kind() != ErrorKind::UnexpectedEof => Err(BackupError::io(file)(error)),
            _ => Err(BackupError::NotABackup { file: file.to_owned() }),
        }
    }

    /// Decrypts with the passphrase of `keys`, if the file is encrypted.
    pub fn with_keys(self, keys: &Keyring) -> Self {
        Reader { keys: keys.clone(), ..self }
    }

    /// Whether the file is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.encrypted
    }

    /// The next block; `None` after the last one.
    pub fn next_block(&mut self) -> Result<Option<Block>, BackupError> {
        if self.at == self.length {
            return Ok(None);
        }
        let place = self.at;
        let (kind, bytes) = self.read_block()?;
        if self.encrypted && self.cipher.is_none() {
            self.cipher = Some(self.unlock(kind, &bytes)?);
            return self.next_block();
        }
        let piece = match kind {
            HEADER => serde_json::from_slice(&bytes).ok().map(Block::Header),
            SEGMENT => Segment::from_bytes(&bytes).map(Block::Segment),
            END => serde_json::from_slice(&bytes).ok().map(Block::Trailer),
            _ => None,
        };
        let unread = || BackupError::Damaged { file: self.file.clone(), what: format!("a block cannot be read at byte {place}") };
        piece.map(Some).ok_or_else(unread)
    }

    /// The cipher for the blocks that follow, from the key block `bytes`.
    fn unlock(&self, kind: u8, bytes: &[u8]) -> Result<Cipher, BackupError> {
        let damaged = || BackupError::Damaged { file: self.file.clone(), what: "its encryption parameters cannot be read".to_owned() };
        let head: KeyHeader = serde_json::from_slice(bytes).ok().filter(|_| kind == KEY).ok_or_else(damaged)?;
        self.keys.cipher(&head).map_err(|why| match why {
            KeyError::NoPassphrase => BackupError::Encrypted { file: self.file.clone() },
            KeyError::OutOfBounds => damaged(),
            KeyError::Machine(why) => BackupError::io(&self.file)(io::Error::other(why)),
        })
    }

    /// Reads, checks, decrypts and decompresses the next block; returns its kind and content.
    fn read_block(&mut self) -> Result<(u8, Vec<u8>), BackupError> {
        let place = self.at;
        let file = self.file.clone();
        let damaged = |what: &str| BackupError::Damaged { file: file.clone(), what: format!("{what} at byte {place}") };
        let mut header = [0; BLOCK_HEADER];
        self.read(&mut header)?;
        let (kind, length, packed_length, sum) = block::read_header(&header);
        if length > BLOCK_MAX || u64::from(packed_length) > self.length {
            return Err(damaged("a block has an impossible length"));
        }
        let mut packed = vec![0; packed_length as usize];
        self.read(&mut packed)?;
        if block::checksum(self.chain, kind, length, packed_length, &packed) != sum {
            return Err(damaged("a checksum is wrong"));
        }
        let stored = packed.len();
        if let Some(cipher) = &mut self.cipher {
            let first = cipher.is_new();
            if cipher.decrypt(&associated_data(kind, length, packed_length), &mut packed).is_none() {
                return Err(if first { BackupError::WrongPassphrase { file } } else { damaged("a block cannot be decrypted") });
            }
        }
        let bytes = block::inflated(&packed, length).ok_or_else(|| damaged("a block cannot be unpacked"))?;
        self.chain = sum;
        self.at = place + (BLOCK_HEADER + stored) as u64;
        Ok((kind, bytes))
    }

    /// Bytes after the last complete block.
    pub fn left(&self) -> u64 {
        self.length - self.at
    }

    fn read(&mut self, out: &mut [u8]) -> Result<(), BackupError> {
        match self.input.read_exact(out) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(BackupError::Damaged { file: self.file.clone(), what: format!("it is cut off after {} bytes", self.length) })
            }
            Err(error) => Err(BackupError::io(&self.file)(error)),
        }
    }
}

/// Data that is authenticated with an encrypted block besides its content (AEAD associated data).
fn associated_data(kind: u8, length: u32, packed_length: u32) -> [u8; 9] {
    let mut about = [kind; 9];
    about[1..5].copy_from_slice(&length.to_le_bytes());
    about[5..].copy_from_slice(&packed_length.to_le_bytes());
    about
}

/// Whether `file` begins like an encrypted backup.
///
/// # Errors
/// If it cannot be read. A file that is too short for a backup counts as not encrypted.
pub fn is_encrypted(mut file: impl Read) -> io::Result<bool> {
    let mut magic = [0; ENCRYPTED_MAGIC.len()];
    match file.read_exact(&mut magic) {
        Ok(()) => Ok(magic == *ENCRYPTED_MAGIC),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
