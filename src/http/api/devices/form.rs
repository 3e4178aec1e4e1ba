//! The fields of a device in requests.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::devices::{DeviceChange, DeviceKind, DeviceStatus, Draft, IDS_MAX, NAME_MAX};
use base::text::line_within;
use web::form::{Form, RawField};

/// A device to enrol, or its changed fields.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct DeviceBody {
    #[schema(value_type = String, example = "Bar tablet")]
    name: RawField,
    #[schema(value_type = DeviceKind)]
    kind: RawField,
    /// People who may sign in; null for all.
    #[schema(value_type = Option<Vec<u64>>)]
    user_ids: RawField,
    #[schema(value_type = Option<u64>)]
    till_id: RawField,
    #[schema(value_type = Option<Vec<u64>>)]
    station_ids: RawField,
    #[schema(value_type = Option<u64>)]
    mirrors_device_id: RawField,
    /// Seconds, 15 to 900; null for that of the settings.
    #[schema(value_type = Option<u32>, example = 90)]
    lock_after: RawField,
    #[schema(value_type = Option<bool>)]
    lock_after_sale: RawField,
    /// In a change alone: `active` unlocks.
    #[schema(value_type = Option<DeviceStatus>)]
    status: RawField,
}

const NAME_REQUIRED: &str = "Name is required";
const KIND: &str = "Must be till or screen";

impl DeviceBody {
    /// A device to enrol.
    pub fn draft(&self, form: &mut Form) -> Draft {
        let change = self.change(form);
        if change.name.is_none() {
            form.reject("name", NAME_REQUIRED);
        }
        if change.kind.is_none() {
            form.reject("kind", KIND);
        }
        Draft {
            name: change.name.unwrap_or_default(),
            kind: change.kind.unwrap_or(DeviceKind::Till),
            user_ids: change.user_ids.flatten(),
            till_id: change.till_id.flatten(),
            station_ids: change.station_ids.unwrap_or_default(),
            mirrors_device_id: change.mirrors_device_id.flatten(),
            lock_after: change.lock_after.flatten(),
            lock_after_sale: change.lock_after_sale.unwrap_or(false),
        }
    }

    /// Changed fields; absent ones stay.
    pub fn change(&self, form: &mut Form) -> DeviceChange {
        let name = form.text_change("name", &self.name, |text| line_within(text, NAME_MAX));
        if name == Some(None) {
            form.reject("name", NAME_REQUIRED);
        }
        // A number out of range becomes one that the rule refuses.
        let lock_after = self
            .lock_after
            .is_present()
            .then(|| form.integer("lockAfter", &self.lock_after).map(|seconds| u32::try_from(seconds).unwrap_or(u32::MAX)));
        let status = form.word("status", &self.status, DeviceStatus::parse, "Must be active");
        if status.is_some_and(|status| status != DeviceStatus::Active) {
            form.reject("status", "Must be active");
        }
        DeviceChange {
            name: name.flatten(),
            kind: form.word("kind", &self.kind, DeviceKind::parse, KIND),
            user_ids: self.user_ids.is_present().then(|| ids(form, "userIds", &self.user_ids)),
            till_id: self.till_id.is_present().then(|| form.id("tillId", &self.till_id)),
            station_ids: self.station_ids.is_present().then(|| ids(form, "stationIds", &self.station_ids).unwrap_or_default()),
            mirrors_device_id: self.mirrors_device_id.is_present().then(|| form.id("mirrorsDeviceId", &self.mirrors_device_id)),
            lock_after,
            lock_after_sale: form.flag("lockAfterSale", &self.lock_after_sale),
            unlock: status.is_some(),
        }
    }
}

/// A list of ids without repetitions; `None` for null.
fn ids(form: &mut Form, name: &str, field: &RawField) -> Option<Vec<u64>> {
    let value = field.value()?;
    let numbers =
        value.as_array().filter(|list| list.len() <= IDS_MAX).map(|list| list.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>());
    match numbers.flatten() {
        Some(mut ids) => {
            ids.sort_unstable();
            ids.dedup();
            Some(ids)
        }
        None => {
            form.reject(name, format!("Must be a list of at most {IDS_MAX} numbers"));
            None
        }
    }
}
