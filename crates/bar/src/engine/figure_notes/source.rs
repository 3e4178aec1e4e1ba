//! The tables that figures are made of.

use crate::reports::Span;
use store::Key;

/// A table of which figures are made. Its number is part of the notes' keys and never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    Days,
    Hours,
    /// Sums of products by day and month; those of all time are part of no figure.
    ProductSums,
    Categories,
    /// Sums of people by day.
    People,
    Takings,
    /// Exceptions by reason.
    Exceptions,
    Shifts,
    ShiftSums,
    Orders,
    Credits,
    Tabs,
    Stock,
    Products,
    Users,
    Settings,
    Rate,
    DiningTables,
    /// The key is empty where a day began.
    PricePlans,
    Directives,
    ProductChains,
    UserChains,
}

impl Source {
    /// All of them.
    pub const ALL: [Source; 22] = [
        Source::Days,
        Source::Hours,
        Source::ProductSums,
        Source::Categories,
        Source::People,
        Source::Takings,
        Source::Exceptions,
        Source::Shifts,
        Source::ShiftSums,
        Source::Orders,
        Source::Credits,
        Source::Tabs,
        Source::Stock,
        Source::Products,
        Source::Users,
        Source::Settings,
        Source::Rate,
        Source::DiningTables,
        Source::PricePlans,
        Source::Directives,
        Source::ProductChains,
        Source::UserChains,
    ];

    /// Name of the table.
    pub const fn table(self) -> &'static str {
        match self {
            Source::Days => "totals_days",
            Source::Hours => "totals_hours",
            Source::ProductSums => "totals_products",
            Source::Categories => "totals_categories",
            Source::People => "totals_user_days",
            Source::Takings => "takings",
            Source::Exceptions => "exception_reasons",
            Source::Shifts => "shifts",
            Source::ShiftSums => "shift_sums",
            Source::Orders => "orders",
            Source::Credits => "credits",
            Source::Tabs => "tabs",
            Source::Stock => "stock",
            Source::Products => "products",
            Source::Users => "users",
            Source::Settings => "settings",
            Source::Rate => "rate",
            Source::DiningTables => "seating",
            Source::PricePlans => "price_plans",
            Source::Directives => "directives",
            Source::ProductChains => "product_chains",
            Source::UserChains => "user_chains",
        }
    }

    /// Its number in keys.
    pub const fn number(self) -> u8 {
        match self {
            Source::Days => 1,
            Source::Hours => 2,
            Source::ProductSums => 3,
            Source::Categories => 4,
            Source::People => 5,
            Source::Takings => 6,
            Source::Exceptions => 7,
            Source::Shifts => 8,
            Source::ShiftSums => 9,
            Source::Orders => 10,
            Source::Credits => 11,
            Source::Tabs => 12,
            Source::Stock => 13,
            Source::Products => 14,
            Source::Users => 15,
            Source::Settings => 16,
            Source::Rate => 17,
            Source::DiningTables => 18,
            Source::PricePlans => 19,
            Source::Directives => 20,
            Source::ProductChains => 21,
            Source::UserChains => 22,
        }
    }

    /// The source with this number.
    pub fn of_number(number: u8) -> Option<Self> {
        Source::ALL.into_iter().find(|source| source.number() == number)
    }

    /// The source that the row under `key` of `table` belongs to.
    pub fn of_row(table: &str, key: &[u8]) -> Option<Self> {
        let source = Source::ALL.into_iter().find(|source| source.table() == table)?;
        let is_of_all_time = source == Source::ProductSums && matches!(Span::read(&mut &*key), Some(Span::Ever));
        (!is_of_all_time).then_some(source)
    }
}
