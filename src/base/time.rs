//! Moments, business days and the clock that everything but tests takes from the machine.

use std::fmt;

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

/// Milliseconds since 1970-01-01T00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(i64);

/// Latest moment that is believed (year 9000): beyond it the calendar ends.
const LATEST_MILLIS: i64 = 221_845_392_000_000;

impl Timestamp {
    /// From milliseconds since 1970, kept within the years that a calendar can show.
    pub fn from_millis(millis: i64) -> Self {
        Timestamp(millis.clamp(0, LATEST_MILLIS))
    }

    /// Milliseconds since 1970.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// Milliseconds from `earlier` to this moment; negative where that is the later one.
    pub const fn since(self, earlier: Timestamp) -> i64 {
        self.0 - earlier.0
    }

    /// Reads what it is displayed as; `None` for anything that is no moment.
    pub fn parse(text: &str) -> Option<Self> {
        text.parse::<jiff::Timestamp>().ok().map(|moment| Timestamp::from_millis(moment.as_millisecond()))
    }

    /// Year, month and day in UTC.
    pub fn utc_date(self) -> (i32, u8, u8) {
        let date = TimeZone::UTC.to_datetime(self.civil()).date();
        (i32::from(date.year()), date.month().unsigned_abs(), date.day().unsigned_abs())
    }

    fn civil(self) -> jiff::Timestamp {
        jiff::Timestamp::from_millisecond(self.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
    }
}

/// As it travels: RFC 3339 UTC with milliseconds, `2026-11-21T20:42:00.000Z`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.civil())
    }
}

/// A night at the bar, named after the date on which it began. Days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BusinessDay(i32);

/// The business day and the hour in which something happened. Events carry it, so that no later time zone, start of the day
/// or time-zone database changes an old figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BarMoment {
    /// The business day.
    pub day: BusinessDay,
    /// Hour of the bar's wall clock, 0–23.
    pub hour: u8,
}

/// So many days may the day of an earlier record lie behind that of a later one. Seen from the date in UTC, a zone moves a
/// day by at most one to either side, and the hour at which it starts by one more towards yesterday.
const DAYS_ASTRAY_MAX: i32 = 3;

impl BusinessDay {
    /// 0000-01-01, the first that can be written.
    pub const FIRST: BusinessDay = BusinessDay(-719_528);
    /// 9999-12-31, the last that can be written.
    pub const LAST: BusinessDay = BusinessDay(2_932_896);

    /// Reads `2026-11-21`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let shape =
            text.len() == 10 && text.bytes().enumerate().all(|(i, b)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() });
        if !shape {
            return None;
        }
        text.parse::<Date>().ok().map(BusinessDay::from_date)
    }

    /// The day `days` later (earlier when negative), kept within the calendar.
    pub fn plus(self, days: i32) -> Self {
        BusinessDay(self.0.saturating_add(days).clamp(BusinessDay::FIRST.0, BusinessDay::LAST.0))
    }

    /// Whether nothing that was recorded before something of this day can be of `first` or a later day. Records
    /// follow each other in time; their days do so only while nobody moves the zone or the hour at which a day starts.
    pub fn is_past_all_of(self, first: BusinessDay) -> bool {
        self.plus(DAYS_ASTRAY_MAX) < first
    }

    /// Days since 1970-01-01.
    pub const fn number(self) -> i32 {
        self.0
    }

    /// From days since 1970-01-01.
    pub const fn from_number(number: i32) -> Self {
        BusinessDay(number)
    }

    /// The calendar month that it is in, counted from January of the year 0.
    pub fn month(self) -> i32 {
        let date = self.date();
        i32::from(date.year()) * 12 + i32::from(date.month()) - 1
    }

    /// The first day of a month as [`BusinessDay::month`] counts them, kept within the calendar.
    pub fn first_of_month(month: i32) -> Self {
        let year = i16::try_from(month.div_euclid(12)).unwrap_or(if month < 0 { i16::MIN } else { i16::MAX });
        let month = i8::try_from(month.rem_euclid(12) + 1).unwrap_or(1);
        match Date::new(year, month, 1) {
            Ok(date) => BusinessDay::from_date(date),
            Err(_) if year < 0 => BusinessDay::FIRST,
            Err(_) => BusinessDay::LAST,
        }
    }

    /// Whether the month begins with it.
    pub fn begins_month(self) -> bool {
        self.date().day() == 1
    }

    /// Whether the month ends with it.
    pub fn ends_month(self) -> bool {
        let date = self.date();
        date.day() == date.days_in_month()
    }

    /// `20261121`, as receipt numbers carry it.
    pub fn compact(self) -> String {
        let date = self.date();
        format!("{:04}{:02}{:02}", date.year(), date.month(), date.day())
    }

    fn from_date(date: Date) -> Self {
        let days = date.since(epoch()).map(|span| span.get_days()).unwrap_or(0);
        BusinessDay(days)
    }

    fn date(self) -> Date {
        epoch().saturating_add(jiff::Span::new().days(self.0.clamp(BusinessDay::FIRST.0, BusinessDay::LAST.0)))
    }
}

fn epoch() -> Date {
    jiff::civil::date(1970, 1, 1)
}

/// As it travels: `2026-11-21`.
impl fmt::Display for BusinessDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.date())
    }
}

/// How this bar counts its days: its time zone, and the minute after midnight at which a night is over.
#[derive(Debug, Clone)]
pub struct BarTime {
    zone: TimeZone,
    day_starts_minute: u16,
}

impl BarTime {
    /// `zone` is an IANA name, `day_starts_at` is `HH:MM`. `None` when either is not known.
    pub fn new(zone: &str, day_starts_at: &str) -> Option<Self> {
        let zone = TimeZone::get(zone).ok()?;
        Some(BarTime { zone, day_starts_minute: parse_minute(day_starts_at)? })
    }

    /// The fresh box's own: Liberia keeps UTC all year, and a night ends at five.
    pub fn monrovia() -> Self {
        BarTime { zone: TimeZone::UTC, day_starts_minute: 300 }
    }

    /// The business day that `at` falls into.
    pub fn business_day(&self, at: Timestamp) -> BusinessDay {
        let local = at.civil().to_zoned(self.zone.clone()).datetime();
        let minute = i32::from(local.hour()) * 60 + i32::from(local.minute());
        let day = BusinessDay::from_date(local.date());
        if minute < i32::from(self.day_starts_minute) && !self.has_begun(local.date(), at) { day.plus(-1) } else { day }
    }

    /// Whether the day of `date` began before `at` although the wall clock is not there yet: where clocks are put back, an hour
    /// comes twice, and a day that began in the first stays begun in the second.
    fn has_begun(&self, date: Date, at: Timestamp) -> bool {
        let (hour, minute) = (self.day_starts_minute / 60, self.day_starts_minute % 60);
        let Ok(time) = Time::new(i8::try_from(hour).unwrap_or(0), i8::try_from(minute).unwrap_or(0), 0, 0) else { return false };
        self.zone.to_ambiguous_timestamp(date.to_datetime(time)).compatible().is_ok_and(|start| start <= at.civil())
    }

    /// Hour of the wall clock, 0–23.
    pub fn hour(&self, at: Timestamp) -> u8 {
        u8::try_from(at.civil().to_zoned(self.zone.clone()).hour()).unwrap_or(0)
    }

    /// The business day and the hour of the wall clock, as events carry them.
    pub fn moment(&self, at: Timestamp) -> BarMoment {
        BarMoment { day: self.business_day(at), hour: self.hour(at) }
    }

    /// For paper: `20 Nov 2025` and `8:42 PM`.
    pub fn on_paper(&self, at: Timestamp) -> (String, String) {
        let local = at.civil().to_zoned(self.zone.clone());
        (local.strftime("%-d %b %Y").to_string(), local.strftime("%-I:%M %p").to_string())
    }
}

/// `05:00` → 300. `None` unless it is a time of day.
pub fn parse_minute(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    if hours.len() != 2 || minutes.len() != 2 || !text.bytes().all(|b| b.is_ascii_digit() || b == b':') {
        return None;
    }
    let (hours, minutes): (u16, u16) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

/// A jump of the wall clock beyond this is worth a word to the admin: 5 minutes, in milliseconds.
pub const JUMP_MILLIS: i64 = 5 * 60 * 1000;

/// A clock that is further than this from where it should be is in doubt: one day, in milliseconds. A shorter jump moves sales by
/// one business day at the most; a larger limit would let a clock be wrong for days without a question.
pub const DOUBT_MILLIS: i64 = 24 * 60 * 60 * 1000;

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::from_millis(text.parse::<jiff::Timestamp>().expect("legal").as_millisecond())
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
    fn days_go_astray_by_three_at_the_most() {
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
    fn times_travel_as_rfc_3339() {
        assert_eq!(at("2026-11-21T20:42:00Z").to_string(), "2026-11-21T20:42:00.000Z");
        assert_eq!(at("2026-11-21T20:42:00.123Z").to_string(), "2026-11-21T20:42:00.123Z");
    }

    #[test]
    fn dates_read_back() {
        assert_eq!([BusinessDay::FIRST, BusinessDay::LAST].map(|day| day.to_string()), ["0000-01-01", "9999-12-31"]);
        for text in ["0000-01-01", "1970-01-01", "2026-02-28", "2024-02-29", "9999-12-31"] {
            assert_eq!(BusinessDay::parse(text).map(|d| d.to_string()).as_deref(), Some(text));
        }
        for text in ["2026-02-30", "2026-2-3", "20260203", "", "2026-11-21T00:00", "x026-11-21"] {
            assert_eq!(BusinessDay::parse(text), None, "{text}");
        }
        assert_eq!(BusinessDay::parse("2026-03-01").map(|d| d.plus(-1).compact()).as_deref(), Some("20260228"));
    }

    #[test]
    fn months_are_counted() {
        let day = |text: &str| BusinessDay::parse(text).expect("a date");
        for (text, first) in
            [("2026-11-21", "2026-11-01"), ("2024-02-29", "2024-02-01"), ("1970-01-01", "1970-01-01"), ("0000-12-31", "0000-12-01")]
        {
            assert_eq!(BusinessDay::first_of_month(day(text).month()), day(first), "{text}");
        }
        assert_eq!(day("2027-01-01").month() - day("2026-12-31").month(), 1);
        assert!(day("2024-02-29").ends_month() && !day("2024-02-28").ends_month() && day("2023-02-28").ends_month());
        assert!(day("2026-12-01").begins_month() && !day("2026-12-02").begins_month());
        assert_eq!(BusinessDay::first_of_month(i32::MAX).month(), day("9999-12-31").month());
    }

    #[test]
    fn minutes_of_the_day() {
        assert_eq!(parse_minute("05:00"), Some(300));
        for text in ["5:00", "24:00", "05:60", "0500", "ab:cd"] {
            assert_eq!(parse_minute(text), None, "{text}");
        }
    }
}
