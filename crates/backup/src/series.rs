//! Random series of receipt numbers for a restored or promoted bar.
//!
//! Such a bar does not know which numbers were issued since its backup, on which days, by which clock. A series that was never used
//! before avoids duplicates. It is drawn here, outside of the pure rules, and recorded in the journal.

use std::ops::RangeInclusive;

use super::BackupError;

/// Range of series: five digits, so that four more fit into 32 bits.
const SERIES: RangeInclusive<u32> = 10_000..=99_999;
/// Draws before the random source is considered broken. With a handful of series in use, one draw in ten thousand fails.
const DRAWS_MAX: usize = 1_000;

/// Draws a series that is not in `used` nor adjacent to one of them, because a night with more receipts than a series has numbers
/// continues into the next series.
pub fn draw(used: &[u32]) -> Result<u32, BackupError> {
    let span = SERIES.end() - SERIES.start() + 1;
    for _ in 0..DRAWS_MAX {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(|error| BackupError::Random(error.to_string()))?;
        let drawn = u32::try_from(u64::from_le_bytes(bytes) % u64::from(span)).unwrap_or(0) + SERIES.start();
        if used.iter().all(|used| used.abs_diff(drawn) > 1) {
            return Ok(drawn);
        }
    }
    Err(BackupError::Random("every series of receipt numbers is in use".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_series_is_drawn_twice_nor_one_beside_it() {
        // Only the series around 48392 are unused.
        let used: Vec<u32> = SERIES.filter(|series| series.abs_diff(48_392) > 45_000).collect();
        for _ in 0..200 {
            let drawn = draw(&used).expect("there is room");
            assert!(SERIES.contains(&drawn) && drawn.abs_diff(48_392) < 45_000, "{drawn}");
        }
        assert!(draw(&SERIES.collect::<Vec<_>>()).is_err());
    }

    #[test]
    fn numbers_of_a_series_fit_a_guests_code() {
        assert!(u64::from(*SERIES.end()) * bar::sales::SERIES_NUMBERS + 1_000_000 < u64::from(u32::MAX));
    }
}
