//! Control totals: a few figures by which a bar and its rebuild from a backup are compared. Computed once per backup, while the bar
//! sells; only products and print jobs are read row by row.

use std::collections::BTreeMap;

use bar::reports::{self, Days};
use bar::{catalog, printing, stock};
use store::{Counter, Stored, View};

/// Control totals by name. A comparison uses the names that both sides have.
pub type BarFigures = BTreeMap<String, i64>;

/// Tables whose rows are counted, by the name of their id counter.
const COUNTED: [&str; 9] = ["users", "products", "sales", "receipts", "orders", "credits", "payments", "movements", "print_jobs"];

/// The current figures. Money is in minor units.
pub fn figures(view: &dyn View) -> Stored<BarFigures> {
    let mut figures = BarFigures::new();
    let mut note = |name: &str, figure: i64| figures.insert(name.to_owned(), figure);
    for name in COUNTED {
        let given_out = Counter(name).next(view)? - 1;
        note(name, i64::try_from(given_out).unwrap_or(i64::MAX));
    }
    let sold = reports::totals(view, None)?;
    note("receipts with a line that counts", sold.receipts);
    note("pieces sold", sold.goods.quantity);
    note("revenue in US cents", sold.goods.usd.as_minor());
    note("charged in US cents", sold.goods.charged.usd.as_minor());
    note("charged in Liberian cents", sold.goods.charged.lrd.as_minor());
    let (mut usd, mut lrd) = (0, 0);
    for kept in reports::takings(view, Days::between(None, None))?.kept.values() {
        (usd, lrd) = (usd + kept.usd.as_minor(), lrd + kept.lrd.as_minor());
    }
    note("takings in US cents", usd);
    note("takings in Liberian cents", lrd);
    let mut pieces = 0;
    for product in catalog::products(view)? {
        pieces += stock::level(view, product.id)?;
    }
    note("pieces on the shelf", pieces);
    for (status, jobs) in printing::jobs_by_status(view)? {
        note(&format!("print jobs {}", status.as_str()), i64::try_from(jobs).unwrap_or(i64::MAX));
    }
    note("print jobs open", i64::try_from(printing::all_open_job_count(view)?).unwrap_or(i64::MAX));
    Ok(figures)
}

/// The first figure that differs, as part of a sentence.
pub fn difference(bar: &BarFigures, rebuilt: &BarFigures) -> Option<String> {
    bar.iter().find_map(|(name, bar)| {
        let rebuilt = rebuilt.get(name)?;
        (rebuilt != bar).then(|| format!("{name}: {bar} in the bar, {rebuilt} in its rebuild"))
    })
}
