//! Reports over all bars: the overview, ten reports as JSON and CSV, and the state of each bar.
//!
//! Every figure comes from the rows that a bar's own box sent, so a report is the bar's to the cent. A person sees the bars of
//! [`Bars`]; the others are in no sum.

mod alerts;
mod bar;
mod bar_list;
#[cfg(test)]
mod bar_tests;
mod calls;
mod csv;
mod figures;
mod load;
mod overview;
mod period;
mod report;
mod state;

pub use alerts::{Alert, Flag};
pub use bar::{Bar, BarBox, BarSettings, Line, LineState, Refusal};
pub use bar_list::{BarView, BoxView, NAME_MAX, bar_view, bar_views, rename_bar};
pub(super) use calls::documented;
pub use calls::routes;
pub use csv::csv;
pub use load::{count_receipts, load_bars};
pub use overview::{Overview, OverviewRow, OverviewSums, overview};
pub use period::{DAYS_MAX, Period, PeriodName};
pub use report::{
    AsOf, CSV_ROWS_MAX, LIMIT_DEFAULT, LIMIT_MAX, PRODUCTS_DEFAULT, PRODUCTS_MAX, ProductRow, ProductSums, ProductsReport, Report,
    ReportName, Reports, Rows, report,
};
pub use state::State;

use std::collections::BTreeSet;

use crate::accounts::Bars;
use crate::error::HeadError;
use base::Timestamp;

/// What a report is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRequest {
    pub period: Period,
    /// The bars to report on; `None` for all that the person may see.
    pub bars: Option<BTreeSet<String>>,
    /// By head office's clock.
    pub now: Timestamp,
}

/// The bars of `bars=`: names separated by commas. An empty text means all.
///
/// # Errors
/// 404 for a bar that the person may not see.
pub fn parse_bars(text: Option<&str>, visible: &Bars) -> Result<Option<BTreeSet<String>>, HeadError> {
    let bars: BTreeSet<String> =
        text.unwrap_or_default().split(',').map(str::trim).filter(|bar| !bar.is_empty()).map(str::to_owned).collect();
    match bars.iter().all(|bar| visible.has(bar)) {
        true => Ok((!bars.is_empty()).then_some(bars)),
        false => Err(HeadError::not_found("bar")),
    }
}
