//! `settings.set`: any setting of a bar but those that belong to its box.

use serde_json::{Map, Value};

use backup::parcels::SETTINGS_OF_THE_BOX;
use barback::http::api::settings::SettingsBody;
use web::form::Form;

/// Checks the names. The bar checks the values, by its own rules and its other settings.
pub(super) fn settings_set(form: &mut Form, object: &Map<String, Value>) -> Value {
    let known = serde_json::to_value(SettingsBody::default()).unwrap_or_default();
    if object.is_empty() {
        form.reject("body", "Please choose at least one setting");
    }
    for name in object.keys() {
        if SETTINGS_OF_THE_BOX.contains(&name.as_str()) {
            form.reject(name, "This is set at the box alone");
        } else if known.get(name).is_none() {
            form.reject(name, "There is no such setting");
        }
    }
    Value::Object(object.clone())
}
