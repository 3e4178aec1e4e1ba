//! Issuing: by hand, by the box at the end of a night, twice, at once, and what later changes do not change.

use std::time::Duration;

use serde_json::{Value, json};

use super::{DAY, row};
use crate::bar::{TestBar, text, values_of};
use crate::order_steps::assert_fields;

const HOUR: Duration = Duration::from_secs(60 * 60);
const LIST: &str = "/api/sheets?from=2026-11-01&to=2026-12-31";

/// What the sheet says of the night, without what differs from version to version.
fn figures(sheet: &Value) -> Value {
    let mut sheet = sheet.clone();
    for name in ["number", "version", "provisional", "issuedAt", "issuedBy", "text", "checkCode", "shareUrl"] {
        sheet[name] = Value::Null;
    }
    sheet
}

#[tokio::test]
async fn an_issued_sheet_keeps_the_figures_of_its_moment_for_ever() {
    let mut bar = TestBar::stocked().await;
    let sale = bar.sells("Beer", 2).await;
    let live = bar.sheet().await;
    let issued = bar.issues(DAY).await;
    assert_fields(
        &issued,
        json!({"number": "T-20261121-1", "day": DAY, "version": 1, "provisional": false, "issuedBy": "manager",
        "issuedAt": "2026-11-21T20:00:00.000Z"}),
    );
    assert_eq!(figures(&issued), figures(&live));
    let bytes = bar.issued_bytes("T-20261121-1").await;
    assert_eq!(serde_json::from_slice::<Value>(&bytes).expect("JSON"), issued);
    bar.voids_sale(&sale).await.ok();
    assert_eq!(bar.issued_bytes("T-20261121-1").await, bytes, "a void after it");
    let live = bar.sheet().await;
    assert_eq!((&live["sold"]["totalUSD"], &row(&live["takenBack"], "voids")["count"]), (&json!("0.00"), &json!(1)));
    let next = bar.issues(DAY).await;
    assert_fields(&next, json!({"number": "T-20261121-2", "version": 2}));
    assert_eq!(figures(&next), figures(&live));
    // Another name, other methods and a restart change nothing of the first.
    bar.admin().put("/api/settings", json!({"businessName": "Other Bar"})).await.ok();
    bar.restart().await;
    assert_eq!(bar.issued_bytes("T-20261121-1").await, bytes);
    let list = bar.manager().get(LIST).await.ok();
    assert_eq!(values_of(&list, "number"), ["T-20261121-2", "T-20261121-1"]);
    assert_eq!(
        list[1],
        json!({"number": "T-20261121-1", "day": DAY, "version": 1, "issuedAt": "2026-11-21T20:00:00.000Z", "issuedBy": "manager"})
    );
    let audit = bar.audit_summaries("people.sheet_issued", 5).await;
    assert_eq!(audit, ["Truth sheet T-20261121-2 issued", "Truth sheet T-20261121-1 issued"]);
    assert_eq!(bar.audit_summaries("people", 1).await, ["Truth sheet T-20261121-2 issued"]);
}

/// Orders that a later day opens or settles stay out of the sheet of a day that has ended.
#[tokio::test]
async fn a_day_that_has_ended_has_the_unpaid_orders_of_its_end() {
    let bar = TestBar::stocked().await;
    let open = |sheet: &Value| {
        let open = row(&sheet["unpaid"], "open_orders");
        (open["count"].clone(), open["worthUSD"].clone())
    };
    let first = bar.takes_order(&[("Beer", 1)]).await;
    let friday = open(&bar.sheet().await);
    assert_eq!(friday, (json!(1), json!("2.00")));
    bar.clock.pass(24 * HOUR);
    let sheet_of = async |day: &str| open(&bar.admin().get(&format!("/api/sheets/{day}")).await.ok());
    assert_eq!(sheet_of(DAY).await, friday, "nothing happened since");
    bar.takes_order(&[("Beer", 2)]).await;
    assert_eq!(sheet_of(DAY).await, friday, "an order of the next day");
    assert_eq!(sheet_of("2026-11-22").await, (json!(2), json!("6.00")));
    bar.pays(&first, json!({"amountUSD": 2})).await.ok();
    assert_eq!(sheet_of(DAY).await, friday, "paid on the next day");
    assert_eq!(sheet_of("2026-11-22").await, (json!(1), json!("4.00")));
    assert_eq!(open(&bar.issues(DAY).await), friday);
}

/// Credit that a later day gives or collects, and bottles that it delivers or sells, stay out of the sheet of a day that has ended.
#[tokio::test]
async fn a_day_that_has_ended_says_what_was_owed_and_sold_out_at_its_end() {
    let bar = TestBar::stocked().await;
    let gin = bar.stocks("Last Gin", "3.00", 1).await;
    bar.stocks("Rum", "3.00", 2).await;
    let ended = |sheet: &Value| (sheet["credit"]["owedUSD"].clone(), sheet["stock"]["soldOut"].clone());
    let owed = bar.sells_on_credit(("Musu", "0770 111 111"), "Beer", 1).await;
    bar.sells("Last Gin", 1).await;
    bar.sells("Rum", 1).await;
    let friday = (json!("2.00"), json!(["Last Gin"]));
    assert_eq!(ended(&bar.sheet().await), friday);
    bar.clock.pass(24 * HOUR);
    let sheet_of = async |day: &str| ended(&bar.admin().get(&format!("/api/sheets/{day}")).await.ok());
    assert_eq!(sheet_of(DAY).await, friday, "nothing happened since");
    bar.sells("Rum", 1).await;
    bar.admin().put(&format!("/api/products/{}", gin["id"]), json!({"stock": 24})).await.ok();
    bar.pays_credit(&owed, json!({"amountUSD": "2.00"})).await.ok();
    bar.sells_on_credit(("Kou", "0770 222 222"), "Beer", 3).await;
    assert_eq!(sheet_of(DAY).await, friday, "paid, delivered and sold on the next day");
    assert_eq!(sheet_of("2026-11-22").await, (json!("6.00"), json!(["Rum"])));
    // A day without entries owes what the day before it owed, and sold nothing.
    bar.clock.pass(48 * HOUR);
    bar.sells("Beer", 1).await;
    assert_eq!(sheet_of("2026-11-23").await, (json!("6.00"), json!([])));
    assert_eq!(ended(&bar.issues(DAY).await), friday);
}

#[tokio::test]
async fn a_night_that_ends_with_sales_is_issued_by_the_box() {
    let bar = TestBar::stocked().await;
    bar.sells("Beer", 2).await;
    assert_eq!(bar.manager().get(LIST).await.ok(), json!([]));
    // Sunday, 05:00: the business day of Saturday is over.
    bar.clock.pass(9 * HOUR);
    let list = bar.wait_until(LIST, |list| list != &json!([])).await;
    assert_eq!(values_of(&list, "number"), ["T-20261121-1"]);
    assert_fields(&list[0], json!({"issuedBy": "Barback", "day": DAY}));
    let sheet = bar.manager().get("/api/sheets/T-20261121-1").await.ok();
    assert_eq!(sheet["sold"]["totalUSD"], "4.00");
    assert_eq!(bar.audit_summaries("people.sheet_issued", 5).await, ["Truth sheet T-20261121-1 issued at the end of the night"]);
}

#[tokio::test]
async fn nights_that_ended_while_the_box_was_off_are_issued_at_the_next_start() {
    let mut bar = TestBar::stocked().await;
    bar.sells("Beer", 1).await;
    bar.issues(DAY).await;
    bar.clock.pass(24 * HOUR);
    bar.sells("Whisky", 1).await;
    bar.clock.pass(12 * HOUR);
    bar.restart().await;
    // Saturday has a sheet by hand, Sunday gets one.
    let list = bar.wait_until(LIST, |list| values_of(list, "number").len() > 1).await;
    assert_eq!(values_of(&list, "number"), ["T-20261122-1", "T-20261121-1"]);
    bar.restart().await;
    bar.sells("Beer", 1).await;
    assert_eq!(values_of(&bar.manager().get(LIST).await.ok(), "number"), ["T-20261122-1", "T-20261121-1"], "once is enough");
    // Off for so long that the date is in doubt: the night is over once a manager says so.
    bar.clock.pass(72 * HOUR);
    bar.restart().await;
    bar.sign_in_all_accounts_again().await;
    bar.sells("Beer", 1).await;
    assert_eq!(values_of(&bar.manager().get(LIST).await.ok(), "number"), ["T-20261122-1", "T-20261121-1"]);
    bar.manager().post("/api/box/clock/confirm", json!({})).await.ok();
    let list = bar.wait_until(LIST, |list| values_of(list, "number").len() > 2).await;
    assert_eq!(values_of(&list, "number"), ["T-20261123-1", "T-20261122-1", "T-20261121-1"]);
}

#[tokio::test]
async fn a_retry_issues_once_and_two_at_once_have_two_numbers() {
    let bar = TestBar::stocked().await;
    let body = json!({"day": DAY});
    let retry = || async { bar.manager().request("POST", "/api/sheets").key("once").json(&body).send().await.created() };
    assert_eq!(retry().await, retry().await);
    let (one, other) = tokio::join!(bar.issues(DAY), bar.issues(DAY));
    let mut numbers = [text(&one["number"]), text(&other["number"])];
    numbers.sort_unstable();
    assert_eq!(numbers, ["T-20261121-2", "T-20261121-3"]);
}

#[tokio::test]
async fn a_night_to_come_has_no_sheet_and_a_night_has_99_at_the_most() {
    let bar = TestBar::open().await;
    let refusal = bar.manager().post("/api/sheets", json!({"day": "2026-11-22"})).await.refused(400, "invalid");
    assert_eq!(refusal["fields"]["day"], "This night has not begun");
    for _ in 0..99 {
        bar.issues(DAY).await;
    }
    let refusal = bar.manager().post("/api/sheets", json!({"day": DAY})).await.refused(409, "conflict");
    assert_eq!(refusal["message"], "This night has 99 sheets already");
}

#[tokio::test]
async fn the_owners_number_is_in_the_link_and_blanks_are_encoded() {
    let bar = TestBar::stocked().await;
    let share = |sheet: &Value| text(&sheet["shareUrl"]).to_owned();
    let issued = bar.issues(DAY).await;
    assert!(share(&issued).starts_with("https://wa.me/?text=Barback%20-%20truth%20sheet%0ASat%2021%20Nov"), "{}", share(&issued));
    bar.admin().put("/api/settings", json!({"sheet": {"ownerPhone": "+231 77-012 (3456)"}})).await.ok();
    let again = bar.manager().get("/api/sheets/T-20261121-1").await.ok();
    let link = url::Url::parse(&share(&again)).expect("a link");
    assert_eq!((link.host_str(), link.path()), (Some("wa.me"), "/231770123456"));
    assert_eq!(link.query_pairs().find(|(name, _)| name == "text").expect("a text").1, text(&again["text"]));
    let settings = bar.admin().get("/api/settings").await.ok();
    assert_eq!(settings["sheet"], json!({"managers": true, "ownerPhone": "231770123456"}));
    for wrong in ["12345", "0770123456", "call me", "1234567890123456"] {
        let refusal = bar.admin().put("/api/settings", json!({"sheet": {"ownerPhone": wrong}})).await.refused(400, "invalid");
        assert_eq!(refusal["fields"]["sheet"], "Write the owner's number with its country code, such as 231 77 012 3456", "{wrong}");
    }
    bar.admin().put("/api/settings", json!({"sheet": {"ownerPhone": ""}})).await.ok();
    assert!(share(&bar.manager().get("/api/sheets/T-20261121-1").await.ok()).starts_with("https://wa.me/?text="));
}
