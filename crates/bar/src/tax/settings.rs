//! The settings of tax.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::{STANDARD, TaxClass, first_classes};
use base::{BarTime, BusinessDay, Timestamp, Usd};

/// Whether prices contain tax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum TaxMode {
    /// The bar reckons no tax.
    Off,
    /// Prices contain the tax.
    Included,
    /// The tax comes on top of the price.
    Added,
}

base::words!(TaxMode);

/// Which day of a moment decides the rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum TaxDay {
    /// The business day: a night has one rate.
    Business,
    /// The calendar day in the bar's time zone.
    Calendar,
}

base::words!(TaxDay);

impl TaxDay {
    /// The day of `at` that decides.
    pub fn of(self, at: Timestamp, bar_time: &BarTime) -> BusinessDay {
        match self {
            TaxDay::Business => bar_time.business_day(at),
            TaxDay::Calendar => bar_time.wall_clock(at).0,
        }
    }
}

/// A mode that is planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextMode {
    pub mode: TaxMode,
    /// The first business day with it.
    pub from: BusinessDay,
}

/// The class of each category: the id of one of [`TaxSettings::classes`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoryClasses {
    pub drinks: String,
    pub food: String,
    pub cigars: String,
    pub uncategorized: String,
}

impl Default for CategoryClasses {
    fn default() -> Self {
        let standard = || STANDARD.to_owned();
        CategoryClasses { drinks: standard(), food: standard(), cigars: standard(), uncategorized: standard() }
    }
}

impl CategoryClasses {
    /// The ids, in the order of the categories.
    pub fn ids(&self) -> [&str; 4] {
        [&self.drinks, &self.food, &self.cigars, &self.uncategorized]
    }
}

/// The settings of tax.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxSettings {
    /// The mode until the day of `next`; see [`TaxSettings::mode_on`].
    pub mode: TaxMode,
    /// Stays until the settings are changed after its day.
    pub next: Option<NextMode>,
    pub day: TaxDay,
    /// The bar's taxpayer number, on receipts.
    pub tin: Option<String>,
    pub classes: Vec<TaxClass>,
    pub categories: CategoryClasses,
    /// To what the price assistant rounds prices in US dollars.
    pub usd_step: Usd,
}

/// Step of prices in US dollars in a new bar: $0.25.
const USD_STEP: Usd = Usd::minor(25);

impl Default for TaxSettings {
    fn default() -> Self {
        TaxSettings {
            mode: TaxMode::Off,
            next: None,
            day: TaxDay::Business,
            tin: None,
            classes: first_classes(),
            categories: CategoryClasses::default(),
            usd_step: USD_STEP,
        }
    }
}

impl TaxSettings {
    /// The mode of a business day.
    pub fn mode_on(&self, day: BusinessDay) -> TaxMode {
        self.next.filter(|next| next.from <= day).map_or(self.mode, |next| next.mode)
    }

    /// The settings as they are on a business day: a plan whose day has come is the mode.
    #[must_use]
    pub fn as_of(&self, day: BusinessDay) -> Self {
        TaxSettings { mode: self.mode_on(day), next: self.next.filter(|next| next.from > day), ..self.clone() }
    }

    /// The class with this id.
    pub fn class(&self, id: &str) -> Option<&TaxClass> {
        self.classes.iter().find(|class| class.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planned_mode_counts_from_its_day() {
        let from = BusinessDay::parse("2027-01-01").expect("a day");
        let settings = TaxSettings { next: Some(NextMode { mode: TaxMode::Added, from }), ..TaxSettings::default() };
        assert_eq!((settings.mode_on(from.plus(-1)), settings.mode_on(from)), (TaxMode::Off, TaxMode::Added));
        assert_eq!(settings.as_of(from.plus(-1)), settings);
        assert_eq!(settings.as_of(from), TaxSettings { mode: TaxMode::Added, ..TaxSettings::default() });
    }

    #[test]
    fn the_day_that_decides_is_the_night_or_the_calendar() {
        let bar_time = BarTime::new("Africa/Monrovia", "05:00").expect("a bar");
        for (at, business, calendar) in [
            ("2026-12-31T23:59:00Z", "2026-12-31", "2026-12-31"),
            ("2027-01-01T02:00:00Z", "2026-12-31", "2027-01-01"),
            ("2027-01-01T05:00:00Z", "2027-01-01", "2027-01-01"),
        ] {
            let at = Timestamp::parse(at).expect("a moment");
            let days = TaxDay::ALL.map(|day| day.of(at, &bar_time).to_string());
            assert_eq!(days, [business, calendar]);
        }
    }
}
