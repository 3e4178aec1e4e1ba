//! Raw deflate (RFC 1951) for blocks of journal entries: a permanent format that every tool can read.

use std::cell::RefCell;

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use crate::{StoreError, Stored};

/// Compression level, 0 to 9. A higher one takes twice the time and saves a twentieth of the size.
const LEVEL: u32 = 4;
/// Bytes by which the output buffer grows.
const STEP_BYTES: usize = 4_096;

thread_local! {
    // A compressor takes some 300 kB, too much to allocate for each block.
    static COMPRESSOR: RefCell<Compress> = RefCell::new(Compress::new(Compression::new(LEVEL), false));
}

/// Compresses `bytes`.
pub fn deflate(bytes: &[u8]) -> Stored<Vec<u8>> {
    let failed = |reason: String| StoreError::Unreadable { table: "journal_blocks", reason };
    COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.reset();
        let mut out = Vec::new();
        loop {
            let rest = &bytes[position(compressor.total_in(), bytes)..];
            out.reserve(STEP_BYTES);
            match compressor.compress_vec(rest, &mut out, FlushCompress::Finish) {
                Ok(Status::StreamEnd) => return Ok(out),
                Ok(Status::Ok | Status::BufError) => {}
                Err(error) => return Err(failed(error.to_string())),
            }
        }
    })
}

/// Decompresses what [`deflate`] compressed.
///
/// # Errors
/// [`StoreError::Damaged`] with the name of `table` when the stream is truncated or invalid, or its content exceeds `limit` bytes.
pub fn inflate(table: &'static str, compressed: &[u8], limit: usize) -> Stored<Vec<u8>> {
    let damaged = || StoreError::Damaged { table };
    let mut stream = Decompress::new(false);
    let mut out = Vec::new();
    loop {
        // One byte more than the limit, so that the end of the stream is seen at exactly the limit.
        let room = out.len().max(STEP_BYTES).min(limit.saturating_add(1) - out.len());
        out.reserve_exact(room);
        let (taken, made) = (stream.total_in(), out.len());
        let rest = &compressed[position(taken, compressed)..];
        let status = stream.decompress_vec(rest, &mut out, FlushDecompress::None).map_err(|_| damaged())?;
        if out.len() > limit {
            return Err(damaged());
        }
        match status {
            Status::StreamEnd => return Ok(out),
            // Neither input was consumed nor output produced: the stream is truncated.
            Status::Ok | Status::BufError if stream.total_in() == taken && out.len() == made => return Err(damaged()),
            Status::Ok | Status::BufError => {}
        }
    }
}

/// A stream's count of consumed bytes as an index into its input.
fn position(total: u64, input: &[u8]) -> usize {
    usize::try_from(total).map_or(input.len(), |total| total.min(input.len()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn compressed_bytes_read_back(bytes in proptest::collection::vec(any::<u8>(), 0..20_000), again in 0usize..40) {
            let bytes = [bytes.clone(), bytes.repeat(again % 5)].concat();
            let compressed = deflate(&bytes).expect("memory");
            prop_assert_eq!(inflate("t", &compressed, bytes.len()).expect("whole"), bytes.clone());
            prop_assert_eq!(inflate("t", &compressed, usize::MAX).expect("whole"), bytes.clone());
            prop_assert!(inflate("t", &compressed[..compressed.len() - 1], usize::MAX).is_err(), "cut off");
            if !bytes.is_empty() {
                prop_assert!(inflate("t", &compressed, bytes.len() - 1).is_err(), "more than the limit");
            }
        }

        #[test]
        fn random_bytes_never_panic(noise in proptest::collection::vec(any::<u8>(), 0..500)) {
            let _ = inflate("t", &noise, 100_000);
        }
    }

    #[test]
    fn a_stream_of_zlib_is_decompressed() {
        let compressed = [75, 74, 77, 45, 82, 72, 26, 250, 4, 0];
        assert_eq!(inflate("t", &compressed, 1_000).expect("whole"), b"beer ".repeat(40));
    }
}
