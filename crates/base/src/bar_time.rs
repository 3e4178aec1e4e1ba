//! How a bar counts its days: time zone, and the time at which one business day ends and the next begins.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::{BusinessDay, Timestamp};

/// The business day and the hour in which something happened. It is stored in events, so that a later change of the time zone,
/// of the start of the day or of the time-zone database does not change old figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BarMoment {
    pub day: BusinessDay,
    /// Hour of the bar's wall clock, 0–23.
    pub hour: u8,
}

/// A time zone, and the minute after midnight at which a business day ends.
#[derive(Debug, Clone)]
pub struct BarTime {
    zone: TimeZone,
    day_starts_minute: u16,
}

impl BarTime {
    /// `zone` is an IANA name, `day_starts_at` is `HH:MM`. `None` if either is invalid.
    pub fn new(zone: &str, day_starts_at: &str) -> Option<Self> {
        let zone = TimeZone::get(zone).ok()?;
        Some(BarTime { zone, day_starts_minute: parse_minute(day_starts_at)? })
    }

    /// The default: Liberia uses UTC all year, and a business day ends at 05:00.
    pub fn monrovia() -> Self {
        BarTime { zone: TimeZone::UTC, day_starts_minute: 300 }
    }

    /// The business day of `at`.
    pub fn business_day(&self, at: Timestamp) -> BusinessDay {
        let local = at.civil().to_zoned(self.zone.clone()).datetime();
        let minute = i32::from(local.hour()) * 60 + i32::from(local.minute());
        let day = BusinessDay::from_date(local.date());
        if minute < i32::from(self.day_starts_minute) && !self.has_begun(local.date(), at) { day.plus(-1) } else { day }
    }

    /// Whether the business day of `date` has begun at `at` although the wall clock shows an earlier time: when clocks are put
    /// back, one hour comes twice, and a day that began in the first of them has begun in the second as well.
    fn has_begun(&self, date: Date, at: Timestamp) -> bool {
        let (hour, minute) = (self.day_starts_minute / 60, self.day_starts_minute % 60);
        let Ok(time) = Time::new(i8::try_from(hour).unwrap_or(0), i8::try_from(minute).unwrap_or(0), 0, 0) else { return false };
        self.zone.to_ambiguous_timestamp(date.to_datetime(time)).compatible().is_ok_and(|start| start <= at.civil())
    }

    /// The hour of the wall clock, 0–23.
    pub fn hour(&self, at: Timestamp) -> u8 {
        u8::try_from(at.civil().to_zoned(self.zone.clone()).hour()).unwrap_or(0)
    }

    /// The hour of the wall clock in which a business day begins, 0–23.
    pub fn first_hour(&self) -> u8 {
        u8::try_from(self.day_starts_minute / 60).unwrap_or(0)
    }

    /// Date and minutes after midnight of the wall clock. After midnight the date is not the business day.
    pub fn wall_clock(&self, at: Timestamp) -> (BusinessDay, u16) {
        let local = at.civil().to_zoned(self.zone.clone()).datetime();
        let minute = u16::from(local.hour().unsigned_abs()) * 60 + u16::from(local.minute().unsigned_abs());
        (BusinessDay::from_date(local.date()), minute)
    }

    /// The business day and the hour of the wall clock at `at`.
    pub fn moment(&self, at: Timestamp) -> BarMoment {
        BarMoment { day: self.business_day(at), hour: self.hour(at) }
    }

    /// Date and time as printed on paper: `20 Nov 2025` and `8:42 PM`.
    pub fn on_paper(&self, at: Timestamp) -> (String, String) {
        let local = at.civil().to_zoned(self.zone.clone());
        (local.strftime("%-d %b %Y").to_string(), local.strftime("%-I:%M %p").to_string())
    }
}

/// Minutes after midnight of a time of day: `05:00` → 300. `None` unless it is `HH:MM`.
pub fn parse_minute(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    if hours.len() != 2 || minutes.len() != 2 || !text.bytes().all(|b| b.is_ascii_digit() || b == b':') {
        return None;
    }
    let (hours, minutes): (u16, u16) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("legal")
    }

    #[test]
    fn a_night_ends_when_the_bar_does() {
        let bar = BarTime::new("Africa/Monrovia", "05:00").expect("known zone");
        for (moment, day) in [
            ("2026-11-21T20:00:00Z", "2026-11-21"),
            ("2026-11-22T02:30:00Z", "2026-11-21"),
            ("2026-11-22T04:59:59.999Z", "2026-11-21"),
            ("2026-11-22T05:00:00Z", "2026-11-22"),
            ("2026-01-01T01:00:00Z", "2025-12-31"),
        ] {
            assert_eq!(bar.business_day(at(moment)).to_string(), day, "{moment}");
        }
    }

    #[test]
    fn a_night_does_not_end_twice_when_clocks_are_put_back() {
        let bar = BarTime::new("America/New_York", "01:30").expect("known zone");
        // Clocks go from 02:00 back to 01:00 at 06:00Z.
        for (moment, day) in [
            ("2026-11-01T05:29:59Z", "2026-10-31"),
            ("2026-11-01T05:30:00Z", "2026-11-01"),
            ("2026-11-01T06:00:00Z", "2026-11-01"),
            ("2026-11-01T06:30:00Z", "2026-11-01"),
            // In spring 02:00 is 03:00.
            ("2026-03-08T06:29:59Z", "2026-03-07"),
            ("2026-03-08T06:30:00Z", "2026-03-08"),
        ] {
            assert_eq!(bar.business_day(at(moment)).to_string(), day, "{moment}");
        }
    }

    #[test]
    fn no_day_is_left_out_or_comes_back_whatever_clocks_do() {
        const QUARTER: i64 = 15 * 60 * 1000;
        let new_year = at("2026-01-01T00:00:00Z").as_millis();
        for zone in ["America/New_York", "America/Havana", "Asia/Beirut", "Australia/Lord_Howe", "Africa/Casablanca"] {
            for starts in ["00:00", "00:30", "01:30", "01:45", "02:15", "03:00", "23:30"] {
                let bar = BarTime::new(zone, starts).expect("known zone");
                let mut before = bar.business_day(Timestamp::from_millis(new_year));
                for quarter in 1..365 * 24 * 4 {
                    let moment = Timestamp::from_millis(new_year + quarter * QUARTER);
                    let day = bar.business_day(moment);
                    assert!(day == before || day == before.plus(1), "{zone} {starts} {moment}: {day} after {before}");
                    before = day;
                }
            }
        }
    }

    #[test]
    fn days_are_out_of_order_by_three_at_the_most() {
        let late = BarTime::new("Pacific/Kiritimati", "00:00").expect("known zone");
        let early = BarTime::new("Etc/GMT+12", "23:59").expect("known zone");
        for hour in 0..24 {
            let moment = at(&format!("2026-11-21T{hour:02}:30:00Z"));
            let (before, after) = (late.business_day(moment), early.business_day(moment));
            assert!(!after.is_past_all_of(before), "{hour}: {before} was recorded before {after}");
        }
        let day = |text: &str| BusinessDay::parse(text).expect("a date");
        assert!(day("2026-11-17").is_past_all_of(day("2026-11-21")) && !day("2026-11-18").is_past_all_of(day("2026-11-21")));
    }

    #[test]
    fn minutes_of_the_day() {
        assert_eq!(parse_minute("05:00"), Some(300));
        for text in ["5:00", "24:00", "05:60", "0500", "ab:cd"] {
            assert_eq!(parse_minute(text), None, "{text}");
        }
    }
}
