//! Settings of labels of scales, in answers and requests.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settings::{LabelHolds, SCALE_LABELS_MAX, ScaleLabel};
use web::form::{Form, RawField};

/// Name of the member, under which its errors are reported.
const SCALE_LABELS: &str = "scaleLabels";
/// Digits of a prefix.
const PREFIX_DIGITS: usize = 2;

/// A kind of label that scales print: an EAN-13 of prefix, article (5 digits), value (5 digits) and check digit.
#[derive(Serialize, ToSchema)]
#[schema(as = ScaleLabel)]
pub struct ScaleLabelView {
    /// Two digits, `20` to `29`.
    #[schema(example = "21")]
    prefix: String,
    /// What the value is: what the goods cost, in their product's currency, or what they weigh, in kilograms.
    holds: LabelHolds,
    /// Digits of the value after the decimal sign: 0 to 2 of a price, 0 to 3 of a weight.
    #[schema(example = 2)]
    decimals: u8,
}

impl From<&ScaleLabel> for ScaleLabelView {
    fn from(label: &ScaleLabel) -> Self {
        ScaleLabelView { prefix: label.prefix.to_string(), holds: label.holds, decimals: label.decimals }
    }
}

/// A kind of label that scales print.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
#[schema(as = ScaleLabelBody)]
pub struct ScaleLabelBody {
    /// Two digits, `20` to `29`, each only once.
    #[schema(value_type = String, example = "21")]
    prefix: RawField,
    #[schema(value_type = LabelHolds)]
    holds: RawField,
    /// 0 to 2 of a price, 0 to 3 of a weight.
    #[schema(value_type = u8, example = 2)]
    decimals: RawField,
}

/// Parses the list of labels.
pub fn scale_labels(form: &mut Form, field: &RawField) -> Option<Vec<ScaleLabel>> {
    if !field.is_present() {
        return None;
    }
    let rows = field.value().and_then(|value| serde_json::from_value::<Vec<ScaleLabelBody>>(value.clone()).ok());
    let Some(rows) = rows.filter(|rows| rows.len() <= SCALE_LABELS_MAX) else {
        form.reject(SCALE_LABELS, format!("Must be a list of at most {SCALE_LABELS_MAX} labels of scales"));
        return None;
    };
    rows.iter().map(|row| scale_label(form, row)).collect()
}

fn scale_label(form: &mut Form, row: &ScaleLabelBody) -> Option<ScaleLabel> {
    let two_digits = |text: &str| text.len() == PREFIX_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    let prefix = form.line(SCALE_LABELS, &row.prefix).filter(|text| two_digits(text)).and_then(|text| text.parse().ok());
    let decimals = form.integer(SCALE_LABELS, &row.decimals).and_then(|decimals| u8::try_from(decimals).ok());
    let holds = form.word(SCALE_LABELS, &row.holds, LabelHolds::parse, "A scale label holds a price or a weight");
    let label = prefix.zip(holds).zip(decimals).map(|((prefix, holds), decimals)| ScaleLabel { prefix, holds, decimals });
    if label.is_none() {
        form.reject(SCALE_LABELS, "Each scale label needs a prefix of two digits, what it holds, and a number of decimals");
    }
    label
}
