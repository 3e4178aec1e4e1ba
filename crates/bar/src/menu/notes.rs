//! What the menus say below their title: whether prices contain tax, and who pays a service charge.

use crate::catalog::Product;
use crate::settings::Settings;
use crate::tax::{Percent, ServiceChargeMode, TaxContext, TaxKind, TaxMode};
use base::Timestamp;

/// Sentences for guests; `None` where there is nothing to say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MenuNotes {
    pub tax: Option<String>,
    pub service_charge: Option<String>,
}

/// The notes of the moment `at`, for a menu of these products.
pub fn notes(products: &[Product], settings: &Settings, at: Timestamp) -> MenuNotes {
    let service = &settings.service_charge;
    let (percent, from) = (service.percent.in_words(), service.from_guests);
    let charged =
        (service.mode == ServiceChargeMode::Auto).then(|| format!("A service charge of {percent} is added for groups of {from} or more."));
    MenuNotes { tax: tax_note(products, settings, at), service_charge: charged }
}

/// The labels of all products that are taxed, the highest percent first.
fn tax_note(products: &[Product], settings: &Settings, at: Timestamp) -> Option<String> {
    let context = TaxContext::new(&settings.tax, &settings.bar_time(), at);
    let words = match context.mode {
        TaxMode::Off => return None,
        TaxMode::Included => "include",
        TaxMode::Added => "plus",
    };
    let mut labels: Vec<(Percent, String)> = Vec::new();
    for product in products {
        let class = settings.tax.class(product.effective_tax_class(&settings.tax.categories));
        let rate = class.filter(|class| class.kind == TaxKind::Taxed).and_then(|class| class.rate_for_line(context.day));
        let label = rate.map(|rate| (rate.percent(), rate.label()));
        labels.extend(label.filter(|label| !labels.contains(label)));
    }
    labels.sort_by(|(one, first), (other, second)| other.cmp(one).then_with(|| first.cmp(second)));
    let joined = labels.into_iter().map(|(_, label)| label).collect::<Vec<_>>().join(" / ");
    (!joined.is_empty()).then(|| format!("Prices {words} {joined}"))
}
