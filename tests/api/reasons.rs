//! Reasons: the bar's list, and the reasons that records keep.

use serde_json::{Value, json};

use crate::bar::{TestBar, text, values_of};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::drawer_pulses;

impl TestBar {
    async fn reasons(&self, kind: &str) -> Value {
        self.bartender().get(&format!("/api/reasons?kind={kind}")).await.ok()
    }

    /// The id of the reason with this name.
    async fn reason_id(&self, kind: &str, name: &str) -> u64 {
        let list = self.reasons(kind).await;
        let found = list.as_array().expect("a list").iter().find(|reason| reason["name"] == name);
        found.unwrap_or_else(|| panic!("no {name} in {list}"))["id"].as_u64().expect("an id")
    }

    async fn adds_reason(&self, reason: Value) -> Value {
        self.manager().post("/api/reasons", reason).await.created()
    }

    async fn changes_reason(&self, id: u64, change: Value) -> Value {
        self.manager().put(&format!("/api/reasons/{id}"), change).await.ok()
    }

    async fn allows_only_the_list(&self) {
        self.admin().put("/api/settings", json!({"reasons": {"freeText": false}})).await.ok();
    }

    /// Sells a beer and voids it with this body; returns the answer of the void.
    async fn voids_a_beer(&self, body: Value) -> Value {
        let sale = self.sells("Beer", 1).await;
        self.manager().post(&format!("/api/sales/{}/void", sale["id"]), body).await.ok()
    }
}

#[tokio::test]
async fn a_fresh_bar_has_the_usual_reasons() {
    let bar = TestBar::open().await;
    for (kind, names) in [
        ("void", "Wrong item, Guest changed mind, Entered twice, Badly made"),
        ("discount", "Regular guest, Staff price, Complaint"),
        ("comp", "Owner's guest, Complaint, Staff drink"),
        ("waste", "Broken bottle, Spilled, Spoiled, Expired"),
        ("walk_out", "Left without paying"),
        ("pay_out", "Ice, Fuel, Transport, DJ, Security, Supplier"),
        ("no_sale", "Make change, Opened by mistake"),
        ("guest_refusal", "Sold out, Kitchen closed, Please come to the bar"),
    ] {
        let list = bar.reasons(kind).await;
        let found: Vec<String> = values_of(&list, "name").iter().map(|name| text(name).to_owned()).collect();
        assert_eq!(found.join(", "), names, "{kind}");
        assert!(values_of(&list, "kind").iter().all(|found| found == kind), "{list}");
        assert!(values_of(&list, "active").iter().all(|active| active == true), "{list}");
        assert!(values_of(&list, "noteRequired").iter().all(|required| required == false), "{list}");
    }
    assert_eq!(values_of(&bar.reasons("void").await, "returnStock"), [true, true, true, false]);
    let all = bar.bartender().get("/api/reasons").await.ok();
    assert_eq!(values_of(&all, "id"), (1..=26).map(|id| json!(id)).collect::<Vec<_>>(), "every journal knows them by these ids");
}

#[tokio::test]
async fn a_manager_adds_renames_and_hides_reasons() {
    let mut bar = TestBar::open().await;
    let added = bar.adds_reason(json!({"kind": "void", "name": " Flat "})).await;
    let flat = json!({"id": 27, "kind": "void", "name": "Flat", "active": true, "returnStock": false, "noteRequired": false});
    assert_eq!(added, flat);
    let full = bar.adds_reason(json!({"kind": "waste", "name": "Flat", "active": false, "returnStock": true, "noteRequired": true})).await;
    let expected = json!({"id": 28, "kind": "waste", "name": "Flat", "active": false, "returnStock": true, "noteRequired": true});
    assert_eq!(full, expected, "another kind may have the same name");
    let hidden = bar.changes_reason(27, json!({"active": false, "name": "No bubbles"})).await;
    assert_fields(&hidden, json!({"name": "No bubbles", "active": false, "kind": "void"}));
    let seed = bar.changes_reason(4, json!({"noteRequired": true, "kind": "void"})).await;
    assert_eq!(seed, json!({"id": 4, "kind": "void", "name": "Badly made", "active": true, "returnStock": false, "noteRequired": true}));
    let before = bar.bartender().get("/api/reasons").await.ok();
    assert_eq!(before.as_array().expect("a list").len(), 28, "a hidden reason is in the list");
    bar.restart().await;
    assert_eq!(bar.bartender().get("/api/reasons").await.ok(), before);
    bar.manager().request("DELETE", "/api/reasons/27").send().await.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn a_kind_has_each_name_once_and_at_most_forty_reasons() {
    let bar = TestBar::open().await;
    let twice = json!({"kind": "void", "name": "wrong  ITEM"});
    let refusal = bar.manager().post("/api/reasons", twice).await.refused(409, "taken");
    assert_eq!(refusal["fields"]["name"], "There is a reason with this name");
    bar.manager().put("/api/reasons/2", json!({"name": "Wrong item"})).await.refused(409, "taken");
    bar.changes_reason(1, json!({"name": "WRONG ITEM"})).await;
    bar.changes_reason(1, json!({"active": false})).await;
    bar.manager().put("/api/reasons/2", json!({"name": "Wrong item"})).await.refused(409, "taken");
    for number in 0..39 {
        bar.adds_reason(json!({"kind": "walk_out", "name": format!("Reason {number}")})).await;
    }
    bar.manager().post("/api/reasons", json!({"kind": "walk_out", "name": "One more"})).await.refused(409, "conflict");
    bar.adds_reason(json!({"kind": "pay_out", "name": "One more"})).await;
}

#[tokio::test]
async fn a_void_keeps_the_reason_as_it_was() {
    let bar = TestBar::stocked().await;
    let id = bar.reason_id("void", "Wrong item").await;
    let plain = bar.voids_a_beer(json!({"reasonId": id})).await;
    assert_fields(&plain, json!({"reasonId": id, "reasonName": "Wrong item", "reason": "Wrong item"}));
    let noted = bar.voids_a_beer(json!({"reasonId": id, "reason": "lager, not stout"})).await;
    bar.changes_reason(id, json!({"name": "Mistake", "active": false})).await;
    assert_fields(&noted, json!({"reasonId": id, "reasonName": "Wrong item", "reason": "lager, not stout"}));
    let written = bar.voids_a_beer(json!({"reason": "warm"})).await;
    assert_fields(&written, json!({"reasonId": null, "reasonName": null, "reason": "warm"}));
    let lines = bar.bartender().get("/api/sales").await.ok();
    assert_eq!(values_of(&lines, "voidReason"), ["warm", "lager, not stout", "Wrong item"]);
    assert_eq!(values_of(&lines, "voidReasonId"), [json!(null), json!(id), json!(id)]);
    assert_eq!(values_of(&lines, "voidReasonName"), [json!(null), json!("Wrong item"), json!("Wrong item")]);
    let sale = bar.sells("Beer", 1).await;
    assert_fields(&sale, json!({"voidReason": null, "voidReasonId": null, "voidReasonName": null}));
    let summaries = bar.audit_summaries("sales.voided", 3).await;
    let endings = ["Wrong item", "Wrong item (lager, not stout)", "warm"];
    assert!(endings.iter().all(|why| summaries.iter().any(|line| text(line).ends_with(&format!(": {why}")))), "{summaries:?}");
    let refusal = bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), json!({"reasonId": id})).await.refused(409, "conflict");
    assert_eq!(refusal["message"], "This reason is no longer in use. Please choose another one.");
}

#[tokio::test]
async fn the_reason_decides_what_goes_back_to_stock_unless_the_request_does() {
    let bar = TestBar::stocked().await;
    let badly_made = bar.reason_id("void", "Badly made").await;
    let twice = bar.reason_id("void", "Entered twice").await;
    for (body, back) in [
        (json!({"reasonId": twice}), true),
        (json!({"reasonId": badly_made}), false),
        (json!({"reasonId": badly_made, "returnToStock": true}), true),
        (json!({"reasonId": twice, "returnToStock": false}), false),
        (json!({"reason": "Badly made"}), true),
    ] {
        let before = bar.product_named("Beer").await["stock"].as_i64().expect("pieces");
        bar.voids_a_beer(body.clone()).await;
        bar.expect_stock("Beer", before - i64::from(!back)).await;
        let order = bar.takes_order(&[("Beer", 2)]).await;
        let mut cancel = body.clone();
        cancel["status"] = json!("cancelled");
        bar.bartender().patch(&format!("/api/orders/{}/status", order["id"]), cancel).await.ok();
        let order = bar.takes_order(&[("Beer", 2), ("Rice", 1)]).await;
        let item = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
        let mut change = body.clone();
        change["quantity"] = json!(1);
        bar.bartender().patch(&item, change).await.ok();
        bar.bartender().request("DELETE", &item).json(&body).send().await.ok();
        let order = bar.takes_order(&[("Beer", 1)]).await;
        bar.pays(&order, json!({"amountUSD": 2})).await.ok();
        bar.manager().post(&format!("/api/orders/{}/void", order["id"]), body.clone()).await.ok();
        bar.expect_stock("Beer", before - i64::from(!back) * 6).await;
    }
}

#[tokio::test]
async fn an_order_keeps_why_it_was_cancelled_or_voided() {
    let bar = TestBar::stocked().await;
    let id = bar.reason_id("void", "Guest changed mind").await;
    let order = bar.takes_order(&[("Beer", 1)]).await;
    assert_fields(&order, json!({"cancelReason": null, "cancelReasonId": null, "cancelReasonName": null}));
    let body = json!({"status": "cancelled", "reasonId": id});
    let cancelled = bar.bartender().patch(&format!("/api/orders/{}/status", order["id"]), body).await.ok();
    let reason = json!({"cancelReason": "Guest changed mind", "cancelReasonId": id, "cancelReasonName": "Guest changed mind"});
    assert_fields(&cancelled, reason);
    let order = bar.takes_order(&[("Beer", 1)]).await;
    let voided =
        bar.manager().post(&format!("/api/orders/{}/void", order["id"]), json!({"reasonId": id, "reason": "left early"})).await.ok();
    let reason = json!({"cancelReason": "left early", "cancelReasonId": id, "cancelReasonName": "Guest changed mind",
        "reasonId": id, "reasonName": "Guest changed mind", "reason": "left early"});
    assert_fields(&voided, reason.clone());
    bar.changes_reason(id, json!({"name": "Other"})).await;
    let stored = bar.order(&order).await;
    assert_fields(&stored, json!({"cancelReasonId": id, "cancelReasonName": "Guest changed mind"}));
    let order = bar.takes_order(&[("Beer", 2)]).await;
    let refusal = bar.bartender().patch(&format!("/api/orders/{}/status", order["id"]), json!({"status": "cancelled"})).await;
    refusal.invalid("Reason is required");
}

#[tokio::test]
async fn receipt_voids_and_discounts_take_reasons_too() {
    let bar = TestBar::stocked().await;
    let id = bar.reason_id("void", "Entered twice").await;
    let sale = bar.sells("Beer", 2).await;
    let void = json!({"lines": [{"saleId": sale["id"], "quantity": 1}], "reasonId": id});
    let path = format!("/api/receipts/{}/void", text(&sale["receiptNumber"]));
    let answer = bar.manager().post(&path, void).await.ok();
    assert_fields(&answer, json!({"reasonId": id, "reasonName": "Entered twice", "reason": "Entered twice"}));
    assert_eq!(answer["sales"][0]["voidReasonId"], id);

    let regular = bar.reason_id("discount", "Regular guest").await;
    let beer = bar.id_of("Beer").await;
    let line = json!({"productId": beer, "quantity": 1, "unitPrice": "1.00", "discountReasonId": regular});
    let refusal = bar.bartender().post("/api/sales", line.clone()).await.refused(403, "forbidden");
    assert_eq!(refusal["message"], "Only a manager or an admin may sell at another price");
    let sale = bar.manager().post("/api/sales", line.clone()).await.created();
    let kept = json!({"totalAmount": "1.00", "discountReason": "Regular guest", "discountReasonId": regular, "discountReasonName": "Regular guest"});
    assert_fields(&sale, kept.clone());
    let order = json!({"customerName": "Musu", "items": [line]});
    let order = bar.manager().post("/api/orders", order).await.created();
    bar.pays(&order, json!({"amountUSD": 1})).await.ok();
    let lines = bar.sale_lines().await;
    let of_order = lines.iter().find(|line| line["orderId"] == order["id"]).expect("a line of the order");
    assert_fields(of_order, kept);
    let void_reason = json!({"productId": beer, "quantity": 1, "unitPrice": "1.00", "discountReasonId": id});
    let refusal = bar.manager().post("/api/sales", void_reason).await.invalid("Please choose a reason");
    assert_eq!(refusal["fields"], json!({"discountReasonId": "Please choose a reason"}));
}

#[tokio::test]
async fn a_bar_may_allow_only_the_list() {
    let bar = TestBar::stocked().await;
    let sale = bar.sells("Beer", 3).await;
    let order = bar.takes_order(&[("Beer", 2)]).await;
    bar.allows_only_the_list().await;
    let public = bar.guest().get("/api/settings/public").await.ok();
    assert_eq!(public["reasons"], json!({"freeText": false}));
    let path = format!("/api/sales/{}/void", sale["id"]);
    for body in [json!({}), json!({"reason": "warm"})] {
        let refusal = bar.manager().post(&path, body.clone()).await.invalid("Please choose a reason");
        assert_eq!(refusal["fields"], json!({"reasonId": "Please choose a reason"}));
        bar.manager().post(&format!("/api/orders/{}/void", order["id"]), body.clone()).await.invalid("Please choose a reason");
        let receipt = format!("/api/receipts/{}/void", text(&sale["receiptNumber"]));
        let mut lines = body.clone();
        lines["lines"] = json!([{"saleId": sale["id"]}]);
        bar.manager().post(&receipt, lines).await.invalid("Please choose a reason");
        let mut cancel = body.clone();
        cancel["status"] = json!("cancelled");
        bar.bartender().patch(&format!("/api/orders/{}/status", order["id"]), cancel).await.invalid("Please choose a reason");
    }
    bar.manager().post("/api/sales/999/void", json!({"reason": "warm"})).await.invalid("Please choose a reason");
    let item = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    bar.bartender().patch(&item, json!({"quantity": 1, "reason": "warm"})).await.invalid("Please choose a reason");
    bar.bartender().patch(&item, json!({"quantity": 1})).await.ok();
    bar.bartender().post("/api/drawer", json!({"reason": "warm"})).await.invalid("Please choose a reason");
    let line = json!({"productId": bar.id_of("Beer").await, "quantity": 1, "unitPrice": "1.00", "discountReason": "A friend"});
    bar.manager().post("/api/sales", line).await.invalid("Please choose a reason");
    let id = bar.reason_id("void", "Badly made").await;
    let void = bar.manager().post(&path, json!({"reasonId": id, "reason": "too warm", "quantity": 1})).await.ok();
    assert_fields(&void, json!({"reasonName": "Badly made", "reason": "too warm"}));
    bar.changes_reason(id, json!({"noteRequired": true})).await;
    let refusal = bar.manager().post(&path, json!({"reasonId": id, "reason": "Badly made"})).await.refused(400, "invalid");
    assert_eq!(refusal["fields"], json!({"reason": "Please add a note to this reason"}));
}

#[tokio::test]
async fn the_drawer_and_the_cancellation_say_why() {
    let bar = TestBar::stocked().await;
    let (till, kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let tickets = json!({"categories": ["drinks", "food"], "receipts": false});
    bar.sets_up_printers(&[("Till", &till, json!({"opensDrawer": true})), ("Kitchen", &kitchen, tickets)]).await;
    let change = bar.reason_id("no_sale", "Make change").await;
    bar.bartender().post("/api/drawer", json!({"reasonId": change})).await.has_status(202);
    bar.wait_for_jobs(&["confirmed"]).await;
    assert_eq!(drawer_pulses(&till).len(), 1);
    bar.bartender().post("/api/drawer", json!({"reasonId": bar.reason_id("void", "Wrong item").await})).await.refused(400, "invalid");
    let summaries = bar.audit_summaries("printing.queued", 1).await;
    assert_eq!(summaries, ["Drawer opened by hand: Make change"]);

    let order = bar.takes_order(&[("Rice", 1)]).await;
    let id = bar.reason_id("void", "Badly made").await;
    let body = json!({"status": "cancelled", "reasonId": id, "reason": "no salt"});
    bar.bartender().patch(&format!("/api/orders/{}/status", order["id"]), body).await.ok();
    bar.wait_until("/api/print-jobs", |jobs| jobs[0]["kind"] == "cancellation" && jobs[0]["status"] == "confirmed").await;
    let page = crate::printing_steps::pages(&kitchen).pop().expect("a ticket").join(" ");
    assert!(page.contains("Badly made (no salt)"), "{page}");
}

#[tokio::test]
async fn a_retry_adds_a_reason_once_and_two_managers_cannot_take_one_name() {
    let bar = TestBar::open().await;
    let body = json!({"kind": "void", "name": "Flat"});
    let send = || async {
        let request = bar.manager().request("POST", "/api/reasons").key("one").json(&body).send().await;
        request.created()
    };
    assert_eq!(send().await, send().await);
    let (manager, admin) = (bar.manager(), bar.admin());
    let (one, other) = tokio::join!(
        manager.post("/api/reasons", json!({"kind": "comp", "name": "Birthday"})),
        admin.post("/api/reasons", json!({"kind": "comp", "name": "birthday"}))
    );
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
}
