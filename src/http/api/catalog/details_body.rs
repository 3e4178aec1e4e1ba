//! The members of a product's body that say how its goods are packed and mixed.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::catalog::{Ingredient, PACK_NAME_MAX, PackChange, WASTE_MAX};
use base::text::{self, TextError};
use web::form::{Form, RawField};

const PACKS: &str = "packs";
const RECIPE: &str = "recipe";

/// A pack of a product. Numbers may be sent as text.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct PackBody {
    /// Of a pack that is there; absent for a new one.
    #[schema(value_type = Option<u64>)]
    id: RawField,
    /// At most 40 characters, without `=`, `#` and `|`.
    #[schema(value_type = String, example = "crate")]
    name: RawField,
    /// Units of the stock in it.
    #[schema(value_type = i64, example = 24)]
    size: RawField,
    #[schema(value_type = Option<String>)]
    barcode: RawField,
}

/// What a mixed product takes of another one. Numbers may be sent as text.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct IngredientBody {
    #[schema(value_type = u64)]
    product_id: RawField,
    /// In the unit of its stock, 1 to 100,000.
    #[schema(value_type = i64, example = 50)]
    amount: RawField,
    /// What is spilt beside it, in percent of it: 0 to 50. Default: 0.
    #[schema(value_type = Option<u8>, example = 5)]
    waste_percent: RawField,
}

/// A whole number; `Some(None)` where the member is null or blank, `None` where it is absent.
pub(super) fn integer_change(form: &mut Form, name: &str, field: &RawField) -> Option<Option<i64>> {
    field.is_present().then(|| form.integer(name, field))
}

/// The packs; `None` where the member is absent.
pub(super) fn packs(form: &mut Form, field: &RawField) -> Option<Vec<PackChange>> {
    if !field.is_present() {
        return None;
    }
    let rows: Vec<PackBody> = rows(form, PACKS, field, "Must be a list of packs").unwrap_or_default();
    Some(rows.iter().map(|row| pack(form, row)).collect())
}

fn pack(form: &mut Form, row: &PackBody) -> PackChange {
    let name = form.required_line(PACKS, &row.name, "Each pack needs a name").unwrap_or_default();
    if let Err(error) = pack_name(&name) {
        form.reject(PACKS, error);
    }
    // They separate the packs of a product in a list.
    if name.contains(['=', '#', '|']) {
        form.reject(PACKS, "The name of a pack is without =, # and |");
    }
    if row.size.value().is_none() {
        form.reject(PACKS, "Each pack needs a size");
    }
    PackChange {
        id: form.id(PACKS, &row.id),
        name,
        size: form.integer(PACKS, &row.size).unwrap_or(1),
        barcode: form.line(PACKS, &row.barcode),
    }
}

fn pack_name(name: &str) -> Result<String, TextError> {
    text::line_within(name, PACK_NAME_MAX)
}

/// The recipe: `Some(None)` where the member is null, `None` where it is absent.
pub(super) fn recipe(form: &mut Form, field: &RawField) -> Option<Option<Vec<Ingredient>>> {
    if !field.is_present() {
        return None;
    }
    if field.value().is_none() {
        return Some(None);
    }
    let rows: Vec<IngredientBody> = rows(form, RECIPE, field, "Must be a list of ingredients")?;
    Some(Some(rows.iter().map(|row| ingredient(form, row)).collect()))
}

fn ingredient(form: &mut Form, row: &IngredientBody) -> Ingredient {
    if row.amount.value().is_none() {
        form.reject(RECIPE, "Each ingredient needs an amount");
    }
    let waste_percent = form.integer(RECIPE, &row.waste_percent).unwrap_or(0);
    let waste_percent = u8::try_from(waste_percent).ok().filter(|percent| *percent <= WASTE_MAX);
    if waste_percent.is_none() {
        form.reject(RECIPE, format!("The waste of an ingredient is 0 to {WASTE_MAX} percent"));
    }
    Ingredient {
        product_id: form.required_id(RECIPE, &row.product_id, "Each ingredient is a product").unwrap_or_default(),
        amount: form.integer(RECIPE, &row.amount).unwrap_or(1),
        waste_percent: waste_percent.unwrap_or(0),
    }
}

/// Parses a list of objects. Anything else is an error, and `None`.
fn rows<T: DeserializeOwned>(form: &mut Form, name: &str, field: &RawField, wrong: &str) -> Option<Vec<T>> {
    let rows = field.value().filter(|value| value.as_array().is_some_and(|rows| rows.iter().all(Value::is_object)));
    let parsed = rows.and_then(|rows| serde_json::from_value(rows.clone()).ok());
    if parsed.is_none() && field.value().is_some() {
        form.reject(name, wrong);
    }
    parsed
}
