//! Tax: classes with dated rates, the mode, and the frozen tax of a line. Everything is off in a new bar.

mod buyer;
mod change;
mod class;
mod coming;
mod context;
mod exemption;
mod line_tax;
mod percent;
mod service_charge;
mod settings;
mod totals;
mod wrong;

pub use buyer::{BUYER_ADDRESS_MAX, BUYER_NAME_MAX, Buyer};
pub use change::{
    CLASS_NAME_MAX, CLASSES_MAX, ClassChange, PART_NAME_MAX, PARTS_MAX, RATES_MAX, SetCategories, SetTax, TIN_MAX, TaxChange, TaxFacts,
};
pub use class::{DatedRate, RatePart, STANDARD, TaxClass, TaxKind, first_classes};
pub use coming::{DayChange, LabelChange, ModeChange, TaxDays, change_between, coming_changes};
pub use context::{PreviewFigures, TaxContext, preview};
pub use exemption::{DOCUMENT_NUMBER_MAX, EXEMPT_NAME_MAX, TaxExemption};
pub use line_tax::{LineTax, TaxPart};
pub use percent::{Percent, PercentError};
pub use service_charge::{ServiceChargeMode, ServiceChargeSettings, SetServiceCharge};
pub use settings::{CategoryClasses, NextMode, TaxDay, TaxMode, TaxSettings};
pub use totals::{TaxKey, TaxSums, TaxTotal, add_total, sum_of_totals};
pub use wrong::Wrong;
