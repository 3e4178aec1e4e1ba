//! Checking a message: genuine whatever a chat did to it, and what was changed in it.

use serde_json::{Value, json};

use super::DAY;
use crate::bar::{TestBar, text};
use crate::order_steps::assert_fields;

/// A bar that sold something, and the message of its sheet.
async fn with_message() -> (TestBar, String) {
    let bar = TestBar::stocked().await;
    bar.sells("Beer", 2).await;
    let issued = bar.issues(DAY).await;
    let message = text(&issued["text"]).to_owned();
    (bar, message)
}

#[tokio::test]
async fn a_message_is_genuine_with_the_marks_of_a_chat() {
    let (bar, message) = with_message().await;
    assert!(message.is_ascii() && message.chars().count() <= 900);
    let code = message.lines().last().expect("lines").strip_prefix("Check: ").expect("the code").to_owned();
    let issued = bar.manager().get("/api/sheets/T-20261121-1").await.ok();
    assert_eq!(issued["checkCode"], *code);
    let genuine = json!({"valid": true, "number": "T-20261121-1", "issuedAt": "2026-11-21T20:00:00.000Z", "issuedBy": "manager",
        "latest": true, "differences": []});
    for sent in [
        message.clone(),
        format!("[20/11/26, 3:12 AM] Musa: {}", message.replace(' ', "  ")),
        message.replace('\n', "\r\n\r\n\u{200b}"),
        format!("\u{feff}{}", message.replace(' ', "\u{a0}")),
    ] {
        assert_eq!(bar.checks(&sent).await, genuine, "{sent:?}");
    }
    bar.issues(DAY).await;
    assert_eq!(bar.checks(&message).await["latest"], false);
}

#[tokio::test]
async fn a_changed_line_is_named_with_what_the_box_says() {
    let (bar, message) = with_message().await;
    let changed = bar.checks(&message.replace("Cash $ 4.00 kept", "Cash $ 40.00 kept")).await;
    assert_fields(&changed, json!({"valid": false, "number": "T-20261121-1", "issuedBy": "manager", "latest": true}));
    assert_eq!(changed["differences"], json!([{"sent": "Cash $ 40.00 kept", "real": "Cash $ 4.00 kept"}]));
    let missing = bar.checks(&message.replace("Cash L$ 0 kept\n", "")).await;
    assert_eq!((&missing["valid"], &missing["differences"]), (&json!(false), &json!([{"sent": "", "real": "Cash L$ 0 kept"}])));
    let added = bar.checks(&format!("{message}\nAll is well")).await;
    assert_eq!((&added["valid"], &added["differences"]), (&json!(false), &json!([{"sent": "All is well", "real": ""}])));
    // The number is found by the code, the code by the number.
    let other_night = bar.checks(&message.replace("T-20261121-1", "T-20261121-7")).await;
    assert_eq!((&other_night["valid"], &other_night["number"]), (&json!(false), &json!("T-20261121-1")));
    let code = message.lines().last().expect("lines");
    let other_code = bar.checks(&message.replace(code, "Check: 0000-0000-0000")).await;
    assert_eq!(other_code["differences"], json!([{"sent": "Check: 0000-0000-0000", "real": code}]));
    let no_code = bar.checks(message.strip_suffix(code).expect("the code")).await;
    assert_eq!((&no_code["valid"], &no_code["differences"]), (&json!(false), &json!([{"sent": "", "real": code}])));
}

#[tokio::test]
async fn a_foreign_message_is_of_no_sheet_and_the_answer_is_always_200() {
    let (bar, message) = with_message().await;
    let (other_bar, other_message) = with_message().await;
    drop(other_bar);
    let foreign = json!({"valid": false, "number": null, "issuedAt": null, "issuedBy": null, "latest": false, "differences": []});
    for sent in [
        "",
        "Hello",
        "Check: 7Q4M-K2XD-91FB",
        &"x\n".repeat(20_000),
        &message.replace("T-20261121-1", "T-20261120-1").replace("Check: ", "Check: 0"),
    ] {
        assert_eq!(bar.checks(sent).await, foreign, "{}", &sent[..sent.len().min(80)]);
    }
    for body in [json!({}), json!({"text": null}), json!({"text": 7}), json!({"text": ["a"]})] {
        assert_eq!(bar.manager().post("/api/sheets/verify", body).await.ok(), foreign);
    }
    // Another bar's sheet has a number that is here too, so it is compared with ours.
    let compared = bar.checks(&other_message).await;
    assert_eq!(compared["valid"], other_message == message);
    let _: Value = compared;
}
