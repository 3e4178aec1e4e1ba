//! Bytes made smaller, and back: deflate, which every tool can read for ever.

use std::cell::RefCell;

use miniz_oxide::deflate::core::{CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use super::{StoreError, Stored};

/// How hard it tries, 1 to 10: beyond this, twice the time saves a twentieth.
const LEVEL: i32 = 4;
/// Deflate without a header: the largest window, the negative sign says that there is none.
const WINDOW_BITS: i32 = -15;
/// zlib's number for whichever code is shortest.
const ANY_CODE: i32 = 0;
/// Room that is made at a time while bytes come out.
const STEP: usize = 4_096;

thread_local! {
    // A press takes some 300 kB, too much to be made anew each time.
    static PRESS: RefCell<CompressorOxide> =
        RefCell::new(CompressorOxide::new(create_comp_flags_from_zip_params(LEVEL, WINDOW_BITS, ANY_CODE)));
}

/// `bytes`, smaller.
pub fn squeeze(mut bytes: &[u8]) -> Stored<Vec<u8>> {
    PRESS.with_borrow_mut(|press| {
        press.reset();
        let (mut out, mut made) = (Vec::new(), 0);
        loop {
            out.resize(made + STEP, 0);
            let (status, taken, given) = compress(press, bytes, &mut out[made..], TDEFLFlush::Finish);
            bytes = &bytes[taken..];
            made += given;
            match status {
                TDEFLStatus::Done => {
                    out.truncate(made);
                    return Ok(out);
                }
                TDEFLStatus::Okay => {}
                _ => return Err(StoreError::Unreadable { table: "squeezed", reason: "the press refuses the bytes".to_owned() }),
            }
        }
    })
}

/// What was squeezed, with `words` known before: none, where [`squeeze`] did it. An error when it is no such thing, or more than
/// `limit` bytes.
pub fn unsqueeze(table: &'static str, words: &[u8], squeezed: &[u8], limit: usize) -> Stored<Vec<u8>> {
    let damaged = || StoreError::Damaged { table };
    let mut press = DecompressorOxide::new();
    let mut out = words.to_vec();
    let (mut rest, mut made) = (squeezed, out.len());
    loop {
        let room = made.max(STEP).min(limit.saturating_add(words.len()).saturating_sub(made));
        out.resize(made + room, 0);
        let (status, taken, given) = decompress(&mut press, rest, &mut out, made, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF);
        rest = &rest[taken..];
        made += given;
        match status {
            TINFLStatus::Done => {
                out.truncate(made);
                return Ok(out.split_off(words.len()));
            }
            TINFLStatus::HasMoreOutput if room > 0 => {}
            _ => return Err(damaged()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bytes_read_back(bytes in proptest::collection::vec(any::<u8>(), 0..20_000), again in 0usize..40) {
            let bytes = [bytes.clone(), bytes.repeat(again % 5)].concat();
            let squeezed = squeeze(&bytes).expect("memory");
            prop_assert_eq!(unsqueeze("t", b"", &squeezed, bytes.len()).expect("whole"), bytes.clone());
            if !bytes.is_empty() {
                prop_assert!(unsqueeze("t", b"", &squeezed, bytes.len() - 1).is_err(), "more than the limit");
                prop_assert!(unsqueeze("t", b"", &squeezed[..squeezed.len() - 1], usize::MAX).is_err(), "cut off");
            }
        }

        #[test]
        fn noise_is_an_error_or_something_else_but_no_panic(noise in proptest::collection::vec(any::<u8>(), 0..500)) {
            let _ = unsqueeze("t", b"words", &noise, 100_000);
        }
    }
}
