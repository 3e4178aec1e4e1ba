//! What must hold for any bytes that come from outside: the fuzz targets and the ordinary tests call the same checks.
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

/// A product list: what is taken has lines in order, and texts without control characters.
pub fn csv(text: &str) {
    let Ok(sheet) = csv::read(text) else { return };
    let mut last = 0;
    for row in &sheet.rows {
        assert!(row.line > last, "lines run backwards");
        last = row.line;
        assert!(!row.name.contains(char::is_control), "{:?}", row.name);
        assert!(row.name.trim() == row.name, "{:?}", row.name);
    }
    assert!(sheet.rows.len() <= csv::ROWS_MAX);
}

/// An amount or a rate: what is taken is exact, never negative, and reads back as it is written.
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

/// A host: what is taken means the same when it is read again.
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

/// Headers of somebody who holds no token of ours: the first line is an `Authorization`, the others are cookies. None of
/// them is ever taken for a session.
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
        static SIGNER: LazyLock<TokenSigner> = LazyLock::new(|| TokenSigner::new(b"a secret that nobody else has"));
        assert_eq!(by_cookie, !headers.contains_key(AUTHORIZATION), "an Authorization header is the only thing looked at");
        assert_eq!(SIGNER.session(&token), None, "{token:?}");
    }
}

/// Bytes of a printer: every one is told apart or left out, whatever came before.
pub fn status(bytes: &[u8]) {
    let mut parser = StatusParser::default();
    let mut state = StatusAnswers::default();
    let questions = [StatusQuery::Printer, StatusQuery::Offline, StatusQuery::Fault, StatusQuery::Paper];
    for (place, byte) in bytes.iter().enumerate() {
        match parser.push(*byte) {
            Some(Reply::RealTime(answer)) => {
                assert_eq!((answer, answer & 0x93), (*byte, 0x12));
                state.note(questions[place % questions.len()], Some(answer));
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

/// An entry of the journal: what can be read is written as it was read.
pub fn journal(bytes: &[u8]) {
    let Ok(entry) = Entry::from_bytes(1, bytes) else { return };
    let written = entry.to_bytes().expect("what was read can be written");
    assert_eq!(Entry::from_bytes(1, &written).expect("what was written can be read"), entry);
}

/// A backup file, raw or made of blocks: what is taken as whole is read the same when it is written again, and nothing else is
/// taken as whole. A first byte of 0 says that the rest is the file itself. Otherwise the rest is blocks (what it is, how many
/// bytes as two, the bytes), which are packed here as `backup/archive.rs` describes it: no fuzzer guesses a checksum. Whether it was taken.
pub fn copy(bytes: &[u8]) -> bool {
    copy_written(bytes, 1)
}

/// As [`copy`]; one of so many that can be written again is: packing takes a hundred times as long as unpacking.
pub fn copy_written(bytes: &[u8], one_of: u32) -> bool {
    let Some((raw, rest)) = bytes.split_first() else { return false };
    let mut file = if *raw == 0 { rest.to_vec() } else { framed(rest) };
    if *raw == ENCRYPTED {
        // The first block says how it is encrypted. There is no passphrase, so no other one is reached.
        file[VERSION_AT] = 2;
        let (pieces, whole) = pieces(&file);
        assert!(pieces.is_empty() && (!whole || file.len() == VERSION_AT + 1), "what is encrypted was read");
    }
    let (pieces, whole) = pieces(&file);
    // The same on its way between two boxes: one segment behind one head.
    let parcel = matches!(pieces.as_slice(), [Block::Header(_), Block::Segment(_)]) && whole;
    assert_eq!(unpack_segment(&file, "another box").is_ok(), parcel);
    if let Some(Block::Header(head)) = pieces.first()
        && pieces[1..].iter().all(|piece| matches!(piece, Block::Segment(_)))
        && crc32fast::hash(&file).is_multiple_of(one_of)
    {
        let mut writer = Writer::begin(Vec::new(), head).expect("memory takes everything");
        for piece in &pieces[1..] {
            let Block::Segment(segment) = piece else { continue };
            writer.segment(segment).expect("what was read can be written");
        }
        let (again, _) = self::pieces(writer.get_mut());
        assert_eq!(format!("{again:?}"), format!("{pieces:?}"));
    }
    named(&file, &pieces, whole)
}

/// The first byte that asks for an encrypted file, and where a file says so.
const ENCRYPTED: u8 = 0xe2;
const VERSION_AT: usize = 7;

/// The blocks of a file, and whether it ends where a block ends.
fn pieces(file: &[u8]) -> (Vec<Block>, bool) {
    let mut pieces = Vec::new();
    let Ok(mut reader) = Reader::of(Path::new("a copy"), file, file.len() as u64) else { return (pieces, false) };
    loop {
        match reader.next_block() {
            Ok(Some(piece)) => pieces.push(piece),
            Ok(None) => return (pieces, true),
            Err(error) => {
                assert!(!error.to_string().is_empty() && reader.left() <= file.len() as u64);
                return (pieces, false);
            }
        }
    }
}

/// The same bytes as a file that somebody names to `barback restore`.
fn named(file: &[u8], pieces: &[Block], whole: bool) -> bool {
    let mut entries = 0;
    let told = Source::of(Arc::new(Lying(file.into())), Path::new("a copy")).read(|segment| {
        entries += segment.entries.len() as u64;
        Ok(())
    });
    let Ok(told) = told else { return false };
    assert!(whole && matches!(pieces.first(), Some(Block::Header(_))), "a file that breaks off was taken");
    assert_eq!(pieces.iter().filter(|piece| matches!(piece, Block::Header(_))).count(), 1);
    let Some(Block::Trailer(end)) = pieces.last() else { panic!("a file without an end was taken") };
    assert_eq!((told.journal, told.answers, entries), (end.journal, end.answers, end.journal));
    assert!(told.journal > 0 && told.lost.is_none());
    true
}

/// A file as the format wants it, of blocks of any content.
pub fn framed(mut rest: &[u8]) -> Vec<u8> {
    let mut file = b"BARBACK\x01".to_vec();
    let mut chain = 0_u32;
    while let Some(([kind, low, high], tail)) = rest.split_first_chunk() {
        let (bytes, tail) = tail.split_at(tail.len().min(usize::from(u16::from_le_bytes([*low, *high]))));
        rest = tail;
        // One last block that is stored as it is (RFC 1951, 3.2.4).
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

/// A disk with one file, to be read.
#[derive(Debug, Clone)]
struct Lying(Arc<[u8]>);

impl Disk for Lying {
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

impl DiskFile for Lying {
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
