//! Which figures a row of the box's tables is part of.

use crate::credit;
use crate::engine::figure_notes::{ChangedRow, Source};
use crate::parcels::Set;
use crate::reports::Span;
use base::BusinessDay;
use store::{Key, Stored, View};

/// The rows of one table row: mostly one figure, of takings one for each method and currency.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    Day(BusinessDay),
    Hour(BusinessDay, u8),
    Product(Span, u64),
    /// By the category's number in rows.
    Category(BusinessDay, u8),
    Person(BusinessDay, u64),
    Takings(BusinessDay),
    /// Person, kind and reason.
    Exception(BusinessDay, u64, String, String),
    Shift(u64),
    Order(u64),
    /// By the customer's key.
    Tab(String),
    Stock(u64),
    CatalogProduct(u64),
    User(u64),
    Settings,
    /// By its number.
    Directive(u64),
}

/// What follows from a change of a row.
#[derive(Debug, PartialEq, Eq)]
pub enum Affected {
    /// These figures.
    Figures(Vec<Figure>),
    /// All figures that are found by the rows of these tables, because each of them shows it.
    All(&'static [Source]),
}

/// The figures that a changed row is part of. None for a key that is not of this version: then everything is sent anyway.
pub fn affected(view: &dyn View, row: &ChangedRow) -> Stored<Affected> {
    Ok(match row.source {
        Source::Rate => Affected::All(&[Source::Settings, Source::Orders, Source::Tabs]),
        Source::DiningTables => Affected::All(&[Source::Orders]),
        Source::PricePlans => Affected::All(&[Source::Products]),
        Source::Credits => {
            let item = match u64::read(&mut row.key.as_slice()) {
                Some(id) => credit::credit(view, id)?,
                None => None,
            };
            Affected::Figures(item.map(|item| Figure::Tab(item.tab)).into_iter().collect())
        }
        _ => Affected::Figures(of_key(row.source, &row.key).unwrap_or_default()),
    })
}

/// The figures that the row under this key is part of; `None` for a key of another form.
pub fn of_key(source: Source, key: &[u8]) -> Option<Vec<Figure>> {
    let bytes = &mut &*key;
    let figure = match source {
        Source::Days => Figure::Day(BusinessDay::read(bytes)?),
        Source::Hours => <(BusinessDay, u8)>::read(bytes).map(|(day, hour)| Figure::Hour(day, hour))?,
        Source::ProductSums => match <(Span, u64)>::read(bytes)? {
            (Span::Ever, _) => return None,
            (span, product_id) => Figure::Product(span, product_id),
        },
        Source::Categories => <(BusinessDay, u8)>::read(bytes).map(|(day, number)| Figure::Category(day, number))?,
        Source::People => <(BusinessDay, u64)>::read(bytes).map(|(day, user_id)| Figure::Person(day, user_id))?,
        Source::Takings => Figure::Takings(BusinessDay::read(bytes)?),
        Source::Exceptions => {
            let ((day, user_id), (kind, reason)) = <((BusinessDay, u64), (String, String))>::read(bytes)?;
            Figure::Exception(day, user_id, kind, reason)
        }
        Source::Shifts | Source::ShiftSums => Figure::Shift(u64::read(bytes)?),
        Source::Orders => Figure::Order(u64::read(bytes)?),
        Source::Tabs => Figure::Tab(String::read(bytes)?),
        Source::Stock => Figure::Stock(u64::read(bytes)?),
        Source::Products => {
            let id = u64::read(bytes)?;
            return Some(vec![Figure::CatalogProduct(id), Figure::Stock(id)]);
        }
        Source::Users | Source::UserChains => Figure::User(u64::read(bytes)?),
        Source::ProductChains => Figure::CatalogProduct(u64::read(bytes)?),
        Source::Directives => Figure::Directive(u64::read(bytes)?),
        Source::Settings => Figure::Settings,
        Source::Credits | Source::Rate | Source::DiningTables | Source::PricePlans => return None,
    };
    Some(vec![figure])
}

/// The tables by whose keys all figures are found, in the order in which they are sent: what the overview shows first.
pub const SCANNED: [Source; 14] = [
    Source::Settings,
    Source::Directives,
    Source::Days,
    Source::Takings,
    Source::Shifts,
    Source::Orders,
    Source::Tabs,
    Source::Products,
    Source::Users,
    Source::Hours,
    Source::Categories,
    Source::People,
    Source::Exceptions,
    Source::ProductSums,
];

/// The table whose keys name the figures of a source: of orders and tabs only those that are open.
pub fn scanned_table(source: Source) -> &'static str {
    match source {
        Source::Orders => "orders_open",
        Source::Tabs => "tabs_open",
        _ => source.table(),
    }
}

/// The tables by whose keys the figures of a set are found.
pub fn scanned_for(set: Set) -> &'static [Source] {
    match set {
        Set::Day => &[Source::Days],
        Set::Hour => &[Source::Hours],
        Set::ProductDay | Set::ProductMonth => &[Source::ProductSums],
        Set::Category => &[Source::Categories],
        Set::Person => &[Source::People],
        Set::Taking => &[Source::Takings],
        Set::Exception => &[Source::Exceptions],
        Set::Shift => &[Source::Shifts],
        Set::Open => &[Source::Orders, Source::Tabs],
        Set::Stock | Set::Product => &[Source::Products],
        Set::User => &[Source::Users],
        Set::Setting => &[Source::Settings],
        Set::Directive => &[Source::Directives],
    }
}
