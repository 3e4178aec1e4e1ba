//! Members with a closed set of values.

use std::collections::BTreeSet;

use barback::http::document as generated_document;
use serde_json::json;

use crate::{approvals, bills, head_link, tax};

/// A member with a closed set of values is an enum in every answer, request and query.
#[test]
fn closed_sets_of_values_are_enums() {
    let document = generated_document();
    let words = |schema: &str| {
        let list = document["components"]["schemas"][schema]["enum"].as_array().unwrap_or_else(|| panic!("{schema} is no enum"));
        list.iter().map(|word| word.to_string().replace('"', "")).collect::<Vec<_>>().join(" ")
    };
    for (schema, expected) in
        ENUMS.iter().chain(approvals::ENUMS).chain(tax::documented::ENUMS).chain(bills::enums()).chain(head_link::documented::ENUMS)
    {
        assert_eq!(words(schema), *expected, "{schema}");
    }
    let mut open = BTreeSet::new();
    for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
        let mut objects = vec![schema];
        objects.extend(schema["allOf"].as_array().into_iter().flatten());
        for (member, property) in objects.iter().filter_map(|object| object["properties"].as_object()).flatten() {
            let is_text = property["type"] == "string" || property["type"].as_array().is_some_and(|types| types.contains(&json!("string")));
            if CLOSED.contains(&member.as_str()) && is_text && property["enum"].is_null() {
                open.insert(format!("{name}.{member}"));
            }
        }
    }
    let free =
        FREE_TEXT.iter().chain(tax::documented::FREE_TEXT).chain(bills::documented::FREE_TEXT).chain(head_link::documented::FREE_TEXT);
    assert_eq!(open, free.map(|one| (*one).to_owned()).collect());
}

/// Names of members whose values are a closed set.
const CLOSED: [&str; 11] =
    ["status", "state", "role", "userRole", "category", "currency", "orderType", "paymentStatus", "reason", "kind", "code"];
/// Exceptions to [`CLOSED`] with free text: reasons in sentences, kinds of events, codes of second boxes, devices and people.
const FREE_TEXT: [&str; 27] = [
    "PaymentCorrection.reason",
    "PaymentCorrectionBody.reason",
    "ShiftCorrection.reason",
    "PairBody.code",
    "SheetPaidOut.category",
    "AuditLine.kind",
    "CorrectionBody.reason",
    "DeviceCode.code",
    "DrawerBody.reason",
    "EnrolBody.code",
    "HoursCorrection.reason",
    "Invitation.code",
    "ItemChangeBody.reason",
    "JoinBody.code",
    "OrderDiscount.reason",
    "OrderStatusBody.reason",
    "PinResetCode.code",
    "RecordedReason.reason",
    "RefundBody.reason",
    "ResetPinBody.code",
    "StandbyCode.code",
    "UpdateResult.reason",
    "VoidBody.reason",
    "CashMovement.reason",
    "MoveCashBody.reason",
    "PayOutRow.reason",
    "CashReasonBody.reason",
];
/// The values of each enum, as they are in JSON.
const ENUMS: &[(&str, &str)] = &[
    ("Role", "bartender manager admin"),
    ("Currency", "USD LRD"),
    ("Category", "drinks food cigars uncategorized"),
    ("OrderType", "dine_in takeout delivery"),
    ("OrderStatus", "pending preparing ready served cancelled"),
    ("PaymentStatus", "unpaid partial paid"),
    ("TableStatus", "available occupied reserved cleaning"),
    ("CreditStatus", "active paid voided"),
    ("TabStatus", "unpaid partial paid"),
    ("ChangeIn", "split LRD USD"),
    ("BartendersSee", "all own nothing"),
    ("PaymentKind", "payment refund"),
    ("VoidedExtent", "none part all"),
    ("StockMode", "counted free"),
    ("Unit", "piece ml g"),
    ("StockReason", "sale order credit return delivery count waste correction import"),
    ("ReasonKind", "void discount comp waste walk_out pay_out no_sale guest_refusal"),
    ("PeriodStatus", "working on_break done not_stamped"),
    ("ClockState", "out in break"),
    ("TipMode", "off person pool"),
    ("GivenReason", "delivery count waste correction"),
    ("PrinterStatus", "ready offline paper_out cover_open paused unknown"),
    ("PrinterProfile", "generic-80 generic-58 epson-80-48 epson-80-42 star-escpos safe"),
    (
        "PrintJobKind",
        "receipt bill test ticket cancellation moved drawer report slip x z drop_slip pay_out_slip payment_slip count_slip cash_report",
    ),
    ("PrintJobStatus", "queued blocked sending sent confirmed unknown failed cancelled expired"),
    ("BackupKind", "nightly manual"),
    ("ContinuousState", "off ok behind failed"),
    ("RemoteState", "off ok sending failed"),
    ("StandbyState", "none waiting ok behind away"),
    ("HealthStatus", "ok standby"),
    ("NetworkMode", "cable own join"),
    ("WifiBand", "2.4 5"),
    ("InterfaceKind", "cable wifi"),
    ("InterfaceState", "off connecting on failed"),
    ("OtherRootState", "next good bad"),
    ("UpdateSource", "file stick"),
    ("TrueOrFalse", "true false"),
    ("OneOrZero", "1 0"),
    ("DeviceKind", "till screen"),
    ("TillKind", "drawer purse safe"),
    ("ShiftState", "open counting closed"),
    ("MovementKind", "float pay_in pay_out drop exchange transfer tip_out bank owner no_sale correction count"),
    ("MovementStatus", "done offered accepted corrected"),
    ("BadReason", "torn false"),
    ("DeviceStatus", "active locked revoked"),
    ("PinStatus", "none set off"),
    ("SessionKind", "personal device"),
    (
        "Topic",
        "products scans menu rate sales credit orders tables receipts users settings printers devices reasons clock approvals sheets tips tills shifts tax fiscal bills head",
    ),
    (
        "ErrorCode",
        "invalid unauthenticated forbidden password_change_required approval_required inactive device_required wrong_pin pin_off device_locked password_required not_found insufficient_stock price_changed rate_changed \
         bad_transition ambiguous_customer over_limit taken last_admin already_paid already_on_credit order_changed share_changed table_not_free underpaid overpaid reference_used no_shift choose_till set_by_head shift_open shift_closed conflict too_many_attempts method_not_allowed misdirected too_large \
         unsupported_media_type read_only bar_known other_bar head_unreachable damaged standby internal",
    ),
];
