//! Properties that every parser of external input must have; shared by the fuzz targets and `tests/parsers.rs`.
#![allow(dead_code)]

use std::io;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use barback::backup::{Block, Reader, Source, Writer, unpack_segment};
use barback::base::host::Host;
use barback::base::{Lrd, Rate, Usd};
use barback::catalog::csv;
use barback::engine::Entry;
use barback::http::TokenSigner;
use barback::printer::escpos::StatusQuery;
use barback::printer::escpos::status::{Reply, StatusAnswers, StatusParser};
use barback::store::{Disk, DiskFile};

/// Product list: accepted rows are in the order of their lines, and their texts have no control characters.
pub fn csv(text: &str) {
    // As a file it may be taken for another encoding.
    let read = csv::read(&mut csv::Opened::of_bytes(text.as_bytes(), None), &csv::Said::default()).ok();
    read.iter().chain(csv::read_text(text).iter()).for_each(check_list);
}

fn check_list(sheet: &csv::Sheet) {
    let mut last = 0;
    for row in &sheet.rows {
        assert!(row.line > last, "lines are out of order");
        last = row.line;
        assert!(!row.name.contains(char::is_control), "{:?}", row.name);
        assert!(row.name.trim() == row.name, "{:?}", row.name);
    }
    assert!(sheet.rows.len() <= csv::ROWS_MAX);
}

/// Amount or rate: accepted values are exact, never negative, and survive formatting and parsing.
pub fn money(text: &str) {
    if let Ok(amount) = Usd::parse(text) {
        assert!(amount.as_minor() >= 0, "{text:?}");
        assert_eq!(Usd::parse(&amount.to_string()), Ok(amount), "{text:?}");
        assert_eq!(Lrd::parse(text).map(Lrd::as_minor), Ok(amount.as_minor()), "{text:?}");
        assert!(text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'), "{text:?}");
    }
    if let Ok(rate) = Rate::parse(text) {
        assert!(rate.scaled() > 0, "{text:?}");
        assert_eq!(Rate::parse(&rate.to_string()), Ok(rate), "{text:?}");
    }
}

/// Host header: accepted hosts survive formatting and parsing.
pub fn host(text: &str) {
    match Host::parse(text) {
        Some(Host::Name(name)) => {
            assert_eq!(name, name.to_ascii_lowercase(), "{text:?}");
            assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)), "{text:?}");
            assert_eq!(Host::parse(&name), Some(Host::Name(name)), "{text:?}");
        }
        Some(Host::Address(address)) => {
            let again = if address.is_ipv6() { format!("[{address}]") } else { address.to_string() };
            assert_eq!(Host::parse(&again), Some(Host::Address(address)), "{text:?}");
        }
        None => {}
    }
}

/// Headers without a valid token: the first line is an `Authorization` header, the others are cookies. None of them is accepted as a
/// session.
pub fn credentials(bytes: &[u8]) {
    let mut headers = HeaderMap::new();
    for (place, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let Ok(value) = HeaderValue::from_bytes(line) else { continue };
        if place == 0 && line.is_empty() {
            continue;
        }
        headers.append(if place == 0 { AUTHORIZATION } else { COOKIE }, value);
    }
    if let Some((token, by_cookie)) = barback::http::credentials(&headers) {
        static SIGNER: LazyLock<TokenSigner> = LazyLock::new(|| TokenSigner::new(b"a secret"));
        assert_eq!(by_cookie, !headers.contains_key(AUTHORIZATION), "an Authorization header takes precedence");
        assert_eq!(SIGNER.session(&token), None, "{token:?}");
    }
}

/// Bytes from a printer: each is classified or ignored, whatever came before.
pub fn status(bytes: &[u8]) {
    let mut parser = StatusParser::default();
    let mut state = StatusAnswers::default();
    let queries = [StatusQuery::Printer, StatusQuery::Offline, StatusQuery::Fault, StatusQuery::Paper];
    for (place, byte) in bytes.iter().enumerate() {
        match parser.push(*byte) {
            Some(Reply::RealTime(answer)) => {
                assert_eq!((answer, answer & 0x93), (*byte, 0x12));
                state.note(queries[place % queries.len()], Some(answer));
                assert!(state.answered());
            }
            Some(Reply::Printed(answer)) => assert_eq!((answer, answer & 0x90), (*byte, 0)),
            None => {}
        }
    }
    if let Some(reason) = state.not_ready() {
        assert!(state.answered() && !reason.to_string().is_empty());
    }
}

/// Journal entry: accepted entries survive encoding and parsing.
pub fn journal(bytes: &[u8]) {
    let Ok(entry) = Entry::from_bytes(1, bytes) else { return };
    let written = entry.to_bytes().expect("a parsed value can be written");
    assert_eq!(Entry::from_bytes(1, &written).expect("a written value can be parsed"), entry);
}

/// Backup file: accepted files survive writing and reading, and incomplete ones are refused. If the first byte is 0, the rest is the
/// file itself. Otherwise the rest is blocks (kind, length as two bytes, content) that are framed here as described in
/// `backup/archive.rs`, because no fuzzer guesses a checksum. Returns whether the file was accepted.
pub fn backup(bytes: &[u8]) -> bool {
    backup_rewriting(bytes, 1)
}

/// As [`backup`], but writes only one of `one_of` accepted files again: compressing takes a hundred times as long as decompressing.
pub fn backup_rewriting(bytes: &[u8], one_of: u32) -> bool {
    let Some((raw, rest)) = bytes.split_first() else { return false };
    let mut file = if *raw == 0 { rest.to_vec() } else { framed(rest) };
    if *raw == ENCRYPTED {
        // The first block describes the encryption. There is no passphrase, so no further block is read.
        file[VERSION_AT] = 2;
        let (blocks, whole) = blocks(&file);
        assert!(blocks.is_empty() && (!whole || file.len() == VERSION_AT + 1), "an encrypted file was read");
    }
    let (blocks, whole) = blocks(&file);
    // As sent between two boxes: one header and one segment.
    let is_transfer = matches!(blocks.as_slice(), [Block::Header(_), Block::Segment(_)]) && whole;
    assert_eq!(unpack_segment(&file, "another box").is_ok(), is_transfer);
    if let Some(Block::Header(head)) = blocks.first()
        && blocks[1..].iter().all(|block| matches!(block, Block::Segment(_)))
        && crc32fast::hash(&file).is_multiple_of(one_of)
    {
        let mut writer = Writer::begin(Vec::new(), head).expect("memory accepts all writes");
        for block in &blocks[1..] {
            let Block::Segment(segment) = block else { continue };
            writer.segment(segment).expect("a parsed value can be written");
        }
        let (again, _) = self::blocks(writer.get_mut());
        assert_eq!(format!("{again:?}"), format!("{blocks:?}"));
    }
    is_restorable(&file, &blocks, whole)
}

/// First byte of an input that tests an encrypted file, and offset of the version byte of a file.
const ENCRYPTED: u8 = 0xe2;
const VERSION_AT: usize = 7;

/// The blocks of a file, and whether it ends at the end of a block.
fn blocks(file: &[u8]) -> (Vec<Block>, bool) {
    let mut blocks = Vec::new();
    let Ok(mut reader) = Reader::of(Path::new("a backup"), file, file.len() as u64) else { return (blocks, false) };
    loop {
        match reader.next_block() {
            Ok(Some(block)) => blocks.push(block),
            Ok(None) => return (blocks, true),
            Err(error) => {
                assert!(!error.to_string().is_empty() && reader.left() <= file.len() as u64);
                return (blocks, false);
            }
        }
    }
}

/// Reads the same bytes as `barback restore` does. Returns whether they were accepted.
fn is_restorable(file: &[u8], blocks: &[Block], whole: bool) -> bool {
    let mut entries = 0;
    let summary = Source::of(Arc::new(MemoryFile(file.into())), Path::new("a backup")).read(|segment| {
        entries += segment.entries.len() as u64;
        Ok(())
    });
    let Ok(summary) = summary else { return false };
    assert!(whole && matches!(blocks.first(), Some(Block::Header(_))), "a truncated file was accepted");
    assert_eq!(blocks.iter().filter(|block| matches!(block, Block::Header(_))).count(), 1);
    let Some(Block::Trailer(end)) = blocks.last() else { panic!("a file without a trailer was accepted") };
    assert_eq!((summary.last_entry, summary.answers, entries), (end.last_entry, end.answers, end.last_entry));
    assert!(summary.last_entry > 0 && summary.lost.is_none());
    true
}

/// A file with valid framing, of blocks of any content.
pub fn framed(mut rest: &[u8]) -> Vec<u8> {
    let mut file = b"BARBACK\x01".to_vec();
    let mut chain = 0_u32;
    while let Some(([kind, low, high], tail)) = rest.split_first_chunk() {
        let (bytes, tail) = tail.split_at(tail.len().min(usize::from(u16::from_le_bytes([*low, *high]))));
        rest = tail;
        // One final deflate block without compression (RFC 1951, 3.2.4).
        let length = bytes.len() as u16;
        let packed = [&[1], &length.to_le_bytes()[..], &(!length).to_le_bytes(), bytes].concat();
        let lengths = [bytes.len() as u32, packed.len() as u32].map(u32::to_le_bytes).concat();
        let mut sum = crc32fast::Hasher::new();
        for part in [&chain.to_le_bytes()[..], &[*kind], &lengths, &packed] {
            sum.update(part);
        }
        chain = sum.finalize();
        file.push(*kind);
        file.extend_from_slice(&lengths);
        file.extend_from_slice(&chain.to_le_bytes());
        file.extend_from_slice(&packed);
    }
    file
}

/// Read-only disk with one file in memory.
#[derive(Debug, Clone)]
struct MemoryFile(Arc<[u8]>);

impl Disk for MemoryFile {
    fn exists(&self, _: &Path) -> io::Result<bool> {
        Ok(true)
    }

    fn create(&self, _: &Path) -> io::Result<Box<dyn DiskFile>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn open(&self, _: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(self.clone()))
    }

    fn remove(&self, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn rename(&self, _: &Path, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl DiskFile for MemoryFile {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let from = usize::try_from(offset).map_err(io::Error::other)?;
        let bytes = self.0.get(from..from + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(bytes);
        Ok(())
    }

    fn write(&self, _: u64, _: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn set_len(&self, _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}
