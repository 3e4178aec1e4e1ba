//! A file of a [`Disk`](crate::store::Disk) from its beginning to its end, as the standard library's readers and writers want it.

use std::io::{self, Read, Write};

use crate::store::disk::DiskFile;

/// An open file and a place in it.
#[derive(Debug)]
pub struct FileStream {
    file: Box<dyn DiskFile>,
    at: u64,
}

impl FileStream {
    /// At the beginning of `file`.
    pub fn new(file: Box<dyn DiskFile>) -> Self {
        FileStream { file, at: 0 }
    }

    /// The file.
    pub fn file(&self) -> &dyn DiskFile {
        self.file.as_ref()
    }
}

impl Read for FileStream {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.file.len()?.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let length = out.len().min(left);
        self.file.read(self.at, &mut out[..length])?;
        self.at += length as u64;
        Ok(length)
    }
}

impl Write for FileStream {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let end = self.at + data.len() as u64;
        // A longer file first: what lies beyond the length that a disk has noted is no part of the file.
        if self.file.len()? < end {
            self.file.set_len(end)?;
        }
        self.file.write(self.at, data)?;
        self.at = end;
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
