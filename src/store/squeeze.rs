//! Bytes made smaller, and back: deflate, which every tool can read for ever.

use std::cell::RefCell;

use miniz_oxide::deflate::core::{CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use super::{StoreError, Stored};

/// How hard it tries, 1 to 10: beyond this, twice the time saves a twentieth.
const LEVEL: i32 = 4;
/// The same for what has words before it, an answer of two thousand bytes that somebody waits for: a code made for it alone
/// and one level more take twice the time and save a tenth.
const LEVEL_WITH_WORDS: i32 = 3;
/// zlib's number for its fixed code.
const FIXED_CODE: i32 = 4;
/// Deflate without a header: the largest window, the negative sign says that there is none.
const WINDOW_BITS: i32 = -15;
/// Room that is made at a time while bytes come out.
const STEP: usize = 4_096;

thread_local! {
    // A press takes some 300 kB, too much to be made anew for every answer.
    static PRESS: RefCell<CompressorOxide> = press(LEVEL, 0);
    static PRESS_WITH_WORDS: RefCell<CompressorOxide> = press(LEVEL_WITH_WORDS, FIXED_CODE);
}

fn press(level: i32, strategy: i32) -> RefCell<CompressorOxide> {
    RefCell::new(CompressorOxide::new(create_comp_flags_from_zip_params(level, WINDOW_BITS, strategy)))
}

/// `bytes`, smaller. What they have in common with `words` takes next to no room; [`unsqueeze`] needs the same words.
pub fn squeeze(words: &[u8], bytes: &[u8]) -> Stored<Vec<u8>> {
    let press = if words.is_empty() { &PRESS } else { &PRESS_WITH_WORDS };
    press.with_borrow_mut(|press| {
        press.reset();
        // The words go through the press first. What comes out for them is not kept: they are known at the other end.
        let mut out = Vec::new();
        if !words.is_empty() {
            run(press, words, TDEFLFlush::Sync, &mut out)?;
            out.clear();
        }
        run(press, bytes, TDEFLFlush::Finish, &mut out)?;
        Ok(out)
    })
}

fn run(press: &mut CompressorOxide, mut bytes: &[u8], flush: TDEFLFlush, out: &mut Vec<u8>) -> Stored<()> {
    let mut made = out.len();
    loop {
        out.resize(made + STEP, 0);
        let (status, taken, given) = compress(press, bytes, &mut out[made..], flush);
        bytes = &bytes[taken..];
        made += given;
        let done = match status {
            TDEFLStatus::Done => true,
            // A flush is over when everything was taken and there was room to spare.
            TDEFLStatus::Okay => flush == TDEFLFlush::Sync && bytes.is_empty() && made < out.len(),
            _ => return Err(StoreError::Unreadable { table: "squeezed", reason: "the press refuses the bytes".to_owned() }),
        };
        if done {
            out.truncate(made);
            return Ok(());
        }
    }
}

/// What was squeezed with `words`. An error when it is no such thing, or more than `limit` bytes.
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
        fn bytes_read_back(words in "[a-f \"]{0,3000}", bytes in proptest::collection::vec(any::<u8>(), 0..20_000), again in 0usize..40) {
            let bytes = [bytes.clone(), bytes.repeat(again % 5), words.as_bytes().to_vec()].concat();
            let squeezed = squeeze(words.as_bytes(), &bytes).expect("memory");
            prop_assert_eq!(unsqueeze("t", words.as_bytes(), &squeezed, bytes.len()).expect("whole"), bytes.clone());
            if !bytes.is_empty() {
                prop_assert!(unsqueeze("t", words.as_bytes(), &squeezed, bytes.len() - 1).is_err(), "more than the limit");
                prop_assert!(unsqueeze("t", words.as_bytes(), &squeezed[..squeezed.len() - 1], usize::MAX).is_err(), "cut off");
            }
        }

        #[test]
        fn noise_is_an_error_or_something_else_but_no_panic(noise in proptest::collection::vec(any::<u8>(), 0..500)) {
            let _ = unsqueeze("t", b"words", &noise, 100_000);
        }
    }

    #[test]
    fn what_is_in_the_words_takes_next_to_no_room() {
        let words = b"{\"productName\":\"Club Beer\",\"quantity\":1,\"unitPrice\":\"2.00\",\"currency\":\"USD\"}";
        let bytes = b"{\"productName\":\"Stout\",\"quantity\":3,\"unitPrice\":\"4.50\",\"currency\":\"USD\"}";
        let (with, without) = (squeeze(words, bytes).expect("memory"), squeeze(b"", bytes).expect("memory"));
        assert!(with.len() * 2 < without.len(), "{} bytes with the words, {} without", with.len(), without.len());
    }
}
