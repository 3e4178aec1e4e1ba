//! Settings about people, in answers and requests.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::contract::form::{Form, RawField, object};
use crate::settings::{PeopleSettings, SetPeople};

/// Name of the member, under which its errors are reported.
const PEOPLE: &str = "people";

/// Settings about people.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PeopleSettings)]
pub struct PeopleView {
    /// Seconds without a touch after which the screen of an enrolled device locks.
    #[schema(example = 90)]
    lock_after: u32,
}

/// Settings about people to change.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PeopleBody {
    /// Seconds, 15 to 900.
    #[schema(value_type = Option<u32>, example = 90)]
    lock_after: RawField,
}

impl From<&PeopleSettings> for PeopleView {
    fn from(people: &PeopleSettings) -> Self {
        PeopleView { lock_after: people.lock_after }
    }
}

/// Parses the settings about people; absent members are no change.
pub fn people(form: &mut Form, field: &RawField) -> SetPeople {
    let body: PeopleBody = object(form, PEOPLE, field);
    // A number out of range becomes one that the rule refuses.
    SetPeople { lock_after: form.integer(PEOPLE, &body.lock_after).map(|seconds| u32::try_from(seconds).unwrap_or(u32::MAX)) }
}
