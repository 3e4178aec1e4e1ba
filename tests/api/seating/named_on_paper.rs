//! The name of a table on paper, as it was when the paper was decided.

use serde_json::json;

use crate::bar::TestBar;
use crate::fake_printer::{Behavior, FakePrinter};
use crate::printing_steps::pages;

#[tokio::test]
async fn tickets_slips_and_bills_say_the_name_of_their_time() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::stocked().await;
    let all = json!({"columns": 32, "categories": ["drinks", "food", "cigars", "uncategorized"]});
    bar.sets_up_printers(&[("Bar", &printer, all)]).await;
    bar.names_table(4, "VIP").await;
    let order = bar.dines_at(4).await;
    bar.names_table(4, "Lounge").await;
    bar.bartender().patch(&format!("/api/orders/{}", order["id"]), json!({"tableId": 7})).await.ok();
    bar.names_table(7, "Terrace 1").await;
    let to_new = json!({"items": [{"itemId": order["items"][0]["id"], "quantity": 1, "of": 1}], "to": {"new": {"tableId": 4}}});
    bar.bartender().post(&format!("/api/orders/{}/move", order["id"]), to_new).await.ok();
    bar.bartender().post(&format!("/api/orders/{}/bill", order["id"]), json!({})).await.created();
    bar.wait_for_jobs(&["confirmed"; 3]).await;
    let printed = pages(&printer);
    let says = |line: &str| printed.iter().filter(|page| page.iter().any(|printed| printed == line)).count();
    assert_eq!(says("VIP"), 1, "the ticket: {printed:#?}");
    assert_eq!(says("Terrace 1 -> Lounge"), 1, "the slip: {printed:#?}");
    assert_eq!(says("Terrace 1 - Musu"), 1, "the bill: {printed:#?}");
}
