//! Random series of receipt numbers for a bar that was restored or promoted.
//!
//! Such a bar does not know which numbers were given out since its copy, on which days, under which clock. A series that no
//! life of the bar has had keeps all of them apart. It is drawn here, outside of every rule, and frozen in the journal.

use std::ops::RangeInclusive;

use super::BackupError;

/// Series that are drawn: five digits, so that four more fit 32 bits.
const SERIES: RangeInclusive<u32> = 10_000..=99_999;
/// Draws before the source of random numbers is called broken; one of ten thousand fails with a handful of series in use.
const DRAWS_MAX: usize = 1_000;

/// A series that is none of `had`, nor next to one: a night with more numbers than a series has goes on into the next.
pub fn draw(had: &[u32]) -> Result<u32, BackupError> {
    let span = SERIES.end() - SERIES.start() + 1;
    for _ in 0..DRAWS_MAX {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(|error| BackupError::Random(error.to_string()))?;
        let drawn = u32::try_from(u64::from_le_bytes(bytes) % u64::from(span)).unwrap_or(0) + SERIES.start();
        if had.iter().all(|had| had.abs_diff(drawn) > 1) {
            return Ok(drawn);
        }
    }
    Err(BackupError::Random("every series of receipt numbers was had".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_series_is_drawn_twice_nor_one_beside_it() {
        // All but one place is taken.
        let had: Vec<u32> = SERIES.filter(|series| series.abs_diff(48_392) > 45_000).collect();
        for _ in 0..200 {
            let drawn = draw(&had).expect("there is room");
            assert!(SERIES.contains(&drawn) && drawn.abs_diff(48_392) < 45_000, "{drawn}");
        }
        assert!(draw(&SERIES.collect::<Vec<_>>()).is_err());
    }

    #[test]
    fn numbers_of_a_series_fit_a_guests_code() {
        assert!(u64::from(*SERIES.end()) * crate::sales::SERIES_NUMBERS + 1_000_000 < u64::from(u32::MAX));
    }
}
