//! Settings about people, in answers and requests.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

use crate::settings::{BartendersSee, ClockMode, PeopleSettings, SetPeople, TipMode};
use web::form::{Form, RawField, object};

/// Names of the members, under which their errors are reported.
const PEOPLE: &str = "people";
const CLOCK: &str = "clock";
const REASONS: &str = "reasons";
const SHEET: &str = "sheet";
const TIPS: &str = "tips";

/// Settings about people.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PeopleSettings)]
pub struct PeopleView {
    /// Seconds without a touch after which the screen of an enrolled device locks.
    #[schema(example = 90)]
    lock_after: u32,
    /// Which sales, receipts and sums bartenders see.
    bartenders_see: BartendersSee,
}

/// Whether the staff clock in and out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClockSettings {
    #[schema(schema_with = clock_mode)]
    mode: &'static str,
    /// Whether breaks are paid working time.
    breaks_paid: bool,
}

/// How reasons are given.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReasonSettings {
    /// Whether a reason may be written instead of chosen.
    free_text: bool,
}

/// Whether tips are taken, and whose they are.
#[derive(Serialize, ToSchema)]
pub struct TipSettings {
    mode: TipMode,
}

/// Who reads truth sheets, and to whom they are sent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetSettings {
    /// Whether managers may read and issue sheets.
    managers: bool,
    /// Digits of the owner's WhatsApp number, with the country code; empty: none.
    #[schema(example = "231770123456")]
    owner_phone: String,
}

impl From<&PeopleSettings> for SheetSettings {
    fn from(people: &PeopleSettings) -> Self {
        SheetSettings { managers: people.sheet_managers, owner_phone: people.sheet_owner_phone.clone() }
    }
}

/// Who reads truth sheets.
#[derive(Serialize, ToSchema)]
pub struct PublicSheetSettings {
    /// Whether managers may read and issue sheets.
    managers: bool,
}

/// The settings about people that every phone needs.
#[derive(Serialize, ToSchema)]
pub struct WorkView {
    clock: ClockSettings,
    reasons: ReasonSettings,
    tips: TipSettings,
}

impl From<&PeopleSettings> for PeopleView {
    fn from(people: &PeopleSettings) -> Self {
        PeopleView { lock_after: people.lock_after, bartenders_see: people.bartenders_see }
    }
}

impl From<&PeopleSettings> for WorkView {
    fn from(people: &PeopleSettings) -> Self {
        WorkView {
            clock: ClockSettings { mode: people.clock_mode.as_str(), breaks_paid: people.breaks_paid },
            reasons: ReasonSettings { free_text: people.free_text },
            tips: TipSettings { mode: people.tip_mode },
        }
    }
}

/// What bartenders see of others' work.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicPeopleSettings {
    bartenders_see: BartendersSee,
}

/// The people settings that all may read; only members that differ from the default.
#[derive(Serialize, ToSchema)]
pub struct PublicWork {
    /// Absent while bartenders see all sales.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PublicPeopleSettings, required = false)]
    people: Option<PublicPeopleSettings>,
    /// Absent while the staff do not clock in and out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = ClockSettings, required = false)]
    clock: Option<ClockSettings>,
    /// Absent while reasons may be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = ReasonSettings, required = false)]
    reasons: Option<ReasonSettings>,
    /// Absent while managers may read truth sheets.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PublicSheetSettings, required = false)]
    sheet: Option<PublicSheetSettings>,
    /// Absent while no tips are taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TipSettings, required = false)]
    tips: Option<TipSettings>,
}

impl From<&PeopleSettings> for PublicWork {
    fn from(people: &PeopleSettings) -> Self {
        let WorkView { clock, reasons, tips } = WorkView::from(people);
        let (has_clock, has_tips) = (people.clock_mode != ClockMode::Off, people.tip_mode != TipMode::Off);
        let sheet = (!people.sheet_managers).then_some(PublicSheetSettings { managers: false });
        let sees_all = people.bartenders_see == BartendersSee::All;
        PublicWork {
            people: (!sees_all).then_some(PublicPeopleSettings { bartenders_see: people.bartenders_see }),
            clock: has_clock.then_some(clock),
            reasons: (!people.free_text).then_some(reasons),
            tips: has_tips.then_some(tips),
            sheet,
        }
    }
}

/// Settings about people to change.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PeopleBody {
    /// Seconds, 15 to 900.
    #[schema(value_type = Option<u32>, example = 90)]
    lock_after: RawField,
    #[schema(value_type = Option<BartendersSee>)]
    bartenders_see: RawField,
}

/// Settings of the clock to change.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ClockSettingsBody {
    #[schema(schema_with = clock_mode_or_null)]
    mode: RawField,
    #[schema(value_type = Option<bool>)]
    breaks_paid: RawField,
}

/// Settings of reasons to change.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ReasonSettingsBody {
    #[schema(value_type = Option<bool>)]
    free_text: RawField,
}

/// Settings of tips to change.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct TipSettingsBody {
    #[schema(value_type = Option<TipMode>)]
    mode: RawField,
}

/// Settings of truth sheets to change.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct SheetSettingsBody {
    #[schema(value_type = Option<bool>)]
    managers: RawField,
    /// With the country code; blanks, dashes, brackets and `+` do not count. Blank: none.
    #[schema(value_type = Option<String>, example = "+231 77 012 3456")]
    owner_phone: RawField,
}

/// The members of a settings request that this file reads.
pub struct PeopleFields<'a> {
    pub people: &'a RawField,
    pub clock: &'a RawField,
    pub reasons: &'a RawField,
    pub sheet: &'a RawField,
    pub tips: &'a RawField,
}

/// Parses the settings about people; absent members are no change.
pub fn people(form: &mut Form, fields: &PeopleFields<'_>) -> SetPeople {
    let people: PeopleBody = object(form, PEOPLE, fields.people);
    let clock: ClockSettingsBody = object(form, CLOCK, fields.clock);
    let reasons: ReasonSettingsBody = object(form, REASONS, fields.reasons);
    let sheet: SheetSettingsBody = object(form, SHEET, fields.sheet);
    let tips: TipSettingsBody = object(form, TIPS, fields.tips);
    SetPeople {
        // A number out of range becomes one that the rule refuses.
        lock_after: form.integer(PEOPLE, &people.lock_after).map(|seconds| u32::try_from(seconds).unwrap_or(u32::MAX)),
        bartenders_see: form.word(PEOPLE, &people.bartenders_see, BartendersSee::parse, "Bartenders see all, own or nothing"),
        clock_mode: form.word(CLOCK, &clock.mode, ClockMode::parse, "The clock is off or on"),
        breaks_paid: form.flag(CLOCK, &clock.breaks_paid),
        free_text: form.flag(REASONS, &reasons.free_text),
        sheet_managers: form.flag(SHEET, &sheet.managers),
        sheet_owner_phone: form.line_change(SHEET, &sheet.owner_phone).map(Option::unwrap_or_default),
        tip_mode: form.word(TIPS, &tips.mode, TipMode::parse, "Tips are off, person or pool"),
    }
}

fn clock_mode_or_null() -> Object {
    let words = ClockMode::ALL.map(ClockMode::as_str).map(Value::from).into_iter().chain([Value::Null]);
    ObjectBuilder::new().schema_type(SchemaType::Array(vec![Type::String, Type::Null])).enum_values(Some(words)).build()
}

fn clock_mode() -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(ClockMode::ALL.map(ClockMode::as_str))).build()
}
