//! Writer for ZIP archives (PKWARE APPNOTE 6.3.10): deflated entries, without ZIP64, encryption or times.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::DeflateEncoder;

const LOCAL_HEADER: u32 = 0x0403_4b50;
const DIRECTORY_HEADER: u32 = 0x0201_4b50;
const DIRECTORY_END: u32 = 0x0605_4b50;
/// PKZIP 2.0: deflate.
const VERSION: u16 = 20;
const DEFLATED: u16 = 8;
/// 1980-01-01, the first date that the format has. Files are the same whenever they are made.
const NO_DATE: u16 = 0x21;

/// An entry that is being written.
pub struct Entry {
    name: &'static str,
    checksum: crc32fast::Hasher,
    length: u64,
    deflated: DeflateEncoder<Vec<u8>>,
}

impl Entry {
    /// An empty entry with this ASCII name.
    pub fn new(name: &'static str) -> Self {
        Entry { name, checksum: crc32fast::Hasher::new(), length: 0, deflated: DeflateEncoder::new(Vec::new(), Compression::fast()) }
    }
}

impl Write for Entry {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.deflated.write_all(bytes)?;
        self.checksum.update(bytes);
        self.length += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The archive of `entries`, in this order.
///
/// # Errors
///
/// If an entry is 4 GB or longer, or there are 65,535 or more.
pub fn archive(entries: Vec<Entry>) -> io::Result<Vec<u8>> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    let count = u16::try_from(entries.len()).map_err(too_long)?;
    for Entry { name, checksum, length, deflated } in entries {
        let content = deflated.finish()?;
        let offset = u32::try_from(out.len()).map_err(too_long)?;
        let mut shared = Vec::new();
        for field in [VERSION, 0, DEFLATED, 0, NO_DATE] {
            shared.extend(field.to_le_bytes());
        }
        for field in [checksum.finalize(), size(content.len() as u64)?, size(length)?] {
            shared.extend(field.to_le_bytes());
        }
        shared.extend(u16::try_from(name.len()).map_err(too_long)?.to_le_bytes());
        shared.extend(0_u16.to_le_bytes()); // extra fields

        out.extend(LOCAL_HEADER.to_le_bytes());
        out.extend(&shared);
        out.extend(name.as_bytes());
        out.extend(content);

        directory.extend(DIRECTORY_HEADER.to_le_bytes());
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&shared);
        directory.extend([0; 10]); // comment, disk, attributes
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (start, length) = (size(out.len() as u64)?, size(directory.len() as u64)?);
    out.extend(directory);
    out.extend(DIRECTORY_END.to_le_bytes());
    out.extend([0; 4]); // disks
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(length.to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0; 2]); // comment
    Ok(out)
}

fn size(length: u64) -> io::Result<u32> {
    u32::try_from(length).map_err(too_long)
}

fn too_long<E>(_: E) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "the archive would be too long")
}
