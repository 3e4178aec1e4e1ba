//! The file of a copy: a word that says what it is, then blocks, each packed and under a checksum that also covers the
//! block before it, so that none can be lost, changed or moved without notice.
//!
//! ```text
//! "BARBACK" 1                                                    8 bytes
//! kind u8 · length u32 · packed length u32 · checksum u32 · packed bytes     as often as it takes; little endian
//! ```
//!
//! In an encrypted copy the first 8 bytes end with 2, the first block says how the key follows from the passphrase (JSON), and the
//! packed bytes of all others are encrypted ([`super::encryption`]). Checksums are of what lies in the file, so damage is told apart
//! from a wrong passphrase.
//!
//! A block is the head (JSON), a segment of the journal (entries, and the answers that phones were given for them), or the
//! end (JSON). A whole copy has one head and one end; the files of a copy that goes on for ever have a head alone.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};

use super::encryption::{Cipher, KeyError, KeyHeader, Keyring};
use super::figures::Figures;
use super::{BackupError, segment::Segment};
use crate::base::Timestamp;

/// What every copy begins with; the last byte is the version of its format.
const MAGIC: &[u8; 8] = b"BARBACK\x01";
/// What an encrypted copy begins with.
const ENCRYPTED_MAGIC: &[u8; 8] = b"BARBACK\x02";
/// Bytes in front of a block's packed ones.
const HEADER_BYTES: usize = 13;
/// Largest block that is believed: no command brings more at once than an import of 8 MiB.
const BLOCK_MAX: u32 = 512 * 1024 * 1024;

const HEAD: u8 = 1;
const SEGMENT: u8 = 2;
const END: u8 = 3;
const KEY: u8 = 4;

/// Why a copy was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BackupKind {
    /// By itself, once a business day.
    Nightly,
    /// Somebody asked for it.
    Manual,
    /// Part of a copy that follows the journal.
    Continuous,
}

impl BackupKind {
    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            BackupKind::Nightly => "nightly",
            BackupKind::Manual => "manual",
            BackupKind::Continuous => "continuous",
        }
    }

    /// Reads a kind. `None` for any other word.
    pub fn parse(text: &str) -> Option<Self> {
        [BackupKind::Nightly, BackupKind::Manual, BackupKind::Continuous].into_iter().find(|kind| kind.as_str() == text)
    }
}

/// What a copy says of itself in front.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the Barback that made it.
    pub version: String,
    /// Why.
    pub kind: BackupKind,
    /// Whether it is of a demo bar.
    pub demo: bool,
    /// When.
    pub at: Timestamp,
    /// The entry that its first one follows; 0 for a whole copy.
    pub after: u64,
}

/// What a whole copy says at its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trailer {
    /// Number of its last entry.
    pub journal: u64,
    /// How many answers are in it.
    pub answers: u64,
    /// What the bar's books said at that entry.
    pub figures: Figures,
}

/// A block that was read.
#[derive(Debug)]
pub enum Block {
    /// Comes first.
    Header(Header),
    /// Comes as often as it takes.
    Segment(Segment),
    /// Comes last.
    Trailer(Trailer),
}

/// Writes a copy, block by block.
pub struct Writer<W: Write> {
    out: W,
    chain: u32,
    cipher: Option<Cipher>,
}

impl<W: Write> Writer<W> {
    /// Begins a copy in clear.
    pub fn begin(out: W, head: &Header) -> io::Result<Self> {
        Writer::begin_with(out, head, None)
    }

    /// Begins a copy, encrypted by `key` if there is one.
    pub(super) fn begin_with(mut out: W, head: &Header, key: Option<(KeyHeader, Cipher)>) -> io::Result<Self> {
        out.write_all(if key.is_some() { ENCRYPTED_MAGIC } else { MAGIC })?;
        let mut writer = Writer { out, chain: 0, cipher: None };
        if let Some((key, cipher)) = key {
            writer.block(KEY, &serde_json::to_vec(&key)?)?;
            writer.cipher = Some(cipher);
        }
        writer.block(HEAD, &serde_json::to_vec(head)?)?;
        Ok(writer)
    }

    /// Adds a segment.
    pub fn segment(&mut self, segment: &Segment) -> io::Result<()> {
        self.block(SEGMENT, &segment.to_bytes())
    }

    /// Ends the copy; what it was written to.
    pub fn end(mut self, end: &Trailer) -> io::Result<W> {
        self.block(END, &serde_json::to_vec(end)?)?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// Ends without an end; what it was written to.
    pub fn into_inner(self) -> W {
        self.out
    }

    /// What it is written to.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    fn block(&mut self, kind: u8, bytes: &[u8]) -> io::Result<()> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes)?;
        let mut packed = encoder.finish()?;
        let too_large = || io::Error::new(ErrorKind::InvalidInput, "a segment is too large for a copy");
        let length = u32::try_from(bytes.len()).ok().filter(|length| *length <= BLOCK_MAX).ok_or_else(too_large)?;
        let tag = if self.cipher.is_some() { Cipher::overhead() } else { 0 };
        let packed_length = u32::try_from(packed.len() + tag).map_err(|_| too_large())?;
        if let Some(cipher) = &mut self.cipher {
            cipher.encrypt(&associated_data(kind, length, packed_length), &mut packed).ok_or_else(too_large)?;
        }
        let sum = checksum(self.chain, kind, length, packed_length, &packed);
        // At one stroke, so that a cut leaves a block that is short rather than two that are mixed.
        let mut block = Vec::with_capacity(HEADER_BYTES + packed.len());
        block.push(kind);
        for number in [length, packed_length, sum] {
            block.extend_from_slice(&number.to_le_bytes());
        }
        block.extend_from_slice(&packed);
        self.out.write_all(&block)?;
        self.chain = sum;
        Ok(())
    }
}

/// Reads a copy, block by block.
pub struct Reader<R: Read = BufReader<File>> {
    file: PathBuf,
    input: R,
    chain: u32,
    /// Where the next block begins.
    at: u64,
    length: u64,
    keys: Keyring,
    encrypted: bool,
    cipher: Option<Cipher>,
}

impl Reader {
    /// Opens a copy; refuses what is none.
    pub fn open(file: &Path) -> Result<Self, BackupError> {
        let input = File::open(file).map_err(BackupError::io(file))?;
        let length = input.metadata().map_err(BackupError::io(file))?.len();
        Reader::of(file, BufReader::new(input), length)
    }
}

impl<R: Read> Reader<R> {
    /// Begins to read `length` bytes of a copy that is called `file`; refuses what is none.
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
                Err(BackupError::Newer { file: file.to_owned(), version: format!("with copies of format {}", magic[MAGIC.len() - 1]) })
            }
            Err(error) if error.kind() != ErrorKind::UnexpectedEof => Err(BackupError::io(file)(error)),
            _ => Err(BackupError::NoCopy { file: file.to_owned() }),
        }
    }

    /// Decrypts with the passphrase of `keys`, where the copy is encrypted.
    pub fn with_keys(self, keys: &Keyring) -> Self {
        Reader { keys: keys.clone(), ..self }
    }

    /// Whether the copy is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.encrypted
    }

    /// The next block; `None` behind the last one.
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
            HEAD => serde_json::from_slice(&bytes).ok().map(Block::Header),
            SEGMENT => Segment::from_bytes(&bytes).map(Block::Segment),
            END => serde_json::from_slice(&bytes).ok().map(Block::Trailer),
            _ => None,
        };
        let unread = || BackupError::Damaged { file: self.file.clone(), what: format!("a block cannot be read at byte {place}") };
        piece.map(Some).ok_or_else(unread)
    }

    /// What decrypts the blocks behind the first one, which is this.
    fn unlock(&self, kind: u8, bytes: &[u8]) -> Result<Cipher, BackupError> {
        let damaged = || BackupError::Damaged { file: self.file.clone(), what: "what says how it is encrypted cannot be read".to_owned() };
        let head: KeyHeader = serde_json::from_slice(bytes).ok().filter(|_| kind == KEY).ok_or_else(damaged)?;
        self.keys.cipher(&head).map_err(|why| match why {
            KeyError::NoPassphrase => BackupError::Encrypted { file: self.file.clone() },
            KeyError::OutOfBounds => damaged(),
            KeyError::Machine(why) => BackupError::io(&self.file)(io::Error::other(why)),
        })
    }

    /// The next block's kind and what was packed in it.
    fn read_block(&mut self) -> Result<(u8, Vec<u8>), BackupError> {
        let place = self.at;
        let file = self.file.clone();
        let damaged = |what: &str| BackupError::Damaged { file: file.clone(), what: format!("{what} at byte {place}") };
        let mut header = [0; HEADER_BYTES];
        self.read(&mut header)?;
        let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (kind, length, packed_length, sum) = (header[0], number(1), number(5), number(9));
        if length > BLOCK_MAX || u64::from(packed_length) > self.length {
            return Err(damaged("a block cannot be"));
        }
        let mut packed = vec![0; packed_length as usize];
        self.read(&mut packed)?;
        if checksum(self.chain, kind, length, packed_length, &packed) != sum {
            return Err(damaged("a checksum is wrong"));
        }
        let stored = packed.len();
        if let Some(cipher) = &mut self.cipher {
            let first = cipher.is_new();
            if cipher.decrypt(&associated_data(kind, length, packed_length), &mut packed).is_none() {
                return Err(if first { BackupError::WrongPassphrase { file } } else { damaged("a block cannot be decrypted") });
            }
        }
        let mut bytes = Vec::new();
        let unpacked = DeflateDecoder::new(packed.as_slice()).take(u64::from(length) + 1).read_to_end(&mut bytes);
        if unpacked.is_err() || bytes.len() != length as usize {
            return Err(damaged("a block cannot be unpacked"));
        }
        self.chain = sum;
        self.at = place + (HEADER_BYTES + stored) as u64;
        Ok((kind, bytes))
    }

    /// Bytes behind the last block that was whole.
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

/// What is authenticated with an encrypted block besides its content.
fn associated_data(kind: u8, length: u32, packed_length: u32) -> [u8; 9] {
    let mut about = [kind; 9];
    about[1..5].copy_from_slice(&length.to_le_bytes());
    about[5..].copy_from_slice(&packed_length.to_le_bytes());
    about
}

/// Whether `file` begins as an encrypted copy does.
///
/// # Errors
/// When it cannot be read. A file that is too short for a copy is not encrypted.
pub fn is_encrypted(mut file: impl Read) -> io::Result<bool> {
    let mut magic = [0; ENCRYPTED_MAGIC.len()];
    match file.read_exact(&mut magic) {
        Ok(()) => Ok(magic == *ENCRYPTED_MAGIC),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

fn checksum(chain: u32, kind: u8, length: u32, packed_length: u32, packed: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&chain.to_le_bytes());
    hasher.update(&[kind]);
    hasher.update(&length.to_le_bytes());
    hasher.update(&packed_length.to_le_bytes());
    hasher.update(packed);
    hasher.finalize()
}
