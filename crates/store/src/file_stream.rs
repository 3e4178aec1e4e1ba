//! Sequential reading and writing of a [`Disk`](super::Disk) file through the standard library's `Read` and `Write`.

use std::io::{self, Read, Write};

use super::disk::DiskFile;

/// An open file with a current position.
#[derive(Debug)]
pub struct FileStream {
    file: Box<dyn DiskFile>,
    position: u64,
}

impl FileStream {
    /// Starts at the beginning of `file`.
    pub fn new(file: Box<dyn DiskFile>) -> Self {
        FileStream { file, position: 0 }
    }

    /// The underlying file.
    pub fn file(&self) -> &dyn DiskFile {
        self.file.as_ref()
    }
}

impl Read for FileStream {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let remaining = usize::try_from(self.file.len()?.saturating_sub(self.position)).unwrap_or(usize::MAX);
        let length = out.len().min(remaining);
        self.file.read(self.position, &mut out[..length])?;
        self.position += length as u64;
        Ok(length)
    }
}

impl Write for FileStream {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let end = self.position + data.len() as u64;
        // The length first: bytes beyond the length that the disk has recorded are not part of the file.
        if self.file.len()? < end {
            self.file.set_len(end)?;
        }
        self.file.write(self.position, data)?;
        self.position = end;
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
