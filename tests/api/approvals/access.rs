//! Access as a table: each request that a rule is about × each rule × each kind of caller, approved and not.

use serde_json::{Value, json};

use super::steps::wrong_order;
use crate::bar::{Answer, Person, SECOND, TestBar, text};
use crate::devices::{BARTENDER, MANAGER, PIN, SENIOR_PIN};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::tips::with;

/// Each request that a rule is about, with the kind of its approval.
const REQUESTS: [(&str, &str); 13] = [
    ("void_sale", "POST /api/sales/{sale}/void"),
    ("void_sale", "POST /api/receipts/{receipt}/void"),
    ("void_order", "POST /api/orders/{paid order}/void"),
    ("discount", "POST /api/sales"),
    ("discount", "POST /api/sales/batch"),
    ("discount", "POST /api/credit"),
    ("discount", "POST /api/credit/batch"),
    ("discount", "POST /api/orders"),
    ("discount", "POST /api/orders/{order}/items"),
    ("remove_sent", "DELETE /api/orders/{order}/items/{item}"),
    ("remove_sent", "PATCH /api/orders/{order}/items/{item}"),
    ("cancel_order", "PATCH /api/orders/{order}/status"),
    ("no_sale", "POST /api/drawer"),
];

/// One request, ready to be sent once.
struct Sent {
    method: String,
    path: String,
    body: Value,
}

/// Makes what the request is about, and the request.
async fn prepares(bar: &TestBar, request: &str) -> Sent {
    let (method, pattern) = request.split_once(' ').expect("a call");
    let cheap = json!({"productId": bar.id_of("Beer").await, "quantity": 1, "unitPrice": "1.00", "discountReason": "Friend"});
    let (mut path, mut line) = (pattern.to_owned(), Value::Null);
    if pattern.contains("{sale}") || pattern.contains("{receipt}") {
        let sale = bar.sells("Beer", 2).await;
        path = path.replace("{sale}", &sale["id"].to_string());
        line = json!({"saleId": sale["id"]});
        path = path.replace("{receipt}", text(&sale["receiptNumber"]));
    } else if pattern.contains("order}") {
        let order = bar.takes_order(&[("Beer", 2), ("Whisky", 1)]).await;
        if pattern.contains("{paid order}") {
            bar.pays(&order, json!({"amountUSD": "10.00"})).await.ok();
        }
        bar.clock.pass(SECOND * 121);
        let id = order["id"].to_string();
        path = path.replace("{paid order}", &id).replace("{order}", &id).replace("{item}", &order["items"][0]["id"].to_string());
    }
    let body = match (method, pattern) {
        (_, "/api/receipts/{receipt}/void") => json!({"reason": "wrong order", "lines": [line]}),
        (_, pattern) if pattern.ends_with("/void") => wrong_order(),
        ("DELETE", _) | (_, "/api/drawer") => json!({}),
        (_, "/api/sales/batch") => json!({"sales": [cheap]}),
        (_, "/api/credit/batch") => json!({"customerName": "Musu", "items": [cheap]}),
        (_, "/api/credit") => with(cheap, &json!({"customerName": "Musu"})),
        (_, "/api/orders") => json!({"customerName": "Musu", "orderType": "takeout", "items": [cheap]}),
        ("PATCH", pattern) if pattern.ends_with("/status") => json!({"status": "cancelled", "reason": "left"}),
        ("PATCH", _) => json!({"quantity": 1}),
        _ => cheap,
    };
    Sent { method: method.to_owned(), path, body }
}

impl Sent {
    async fn by(&self, person: &Person) -> Answer {
        person.request(&self.method, &self.path).json(&self.body).send().await
    }

    async fn done_by(&self, person: &Person, about: &str) {
        let answer = self.by(person).await;
        assert!([200, 201, 202].contains(&answer.status), "{about}: {} {}", answer.status, answer.text());
    }
}

/// A bartender's request under a rule that denies or asks.
async fn is_held_back(bar: &TestBar, bartender: &Person, sent: &Sent, (kind, rule): (&str, &str), about: &str) {
    let asked = bartender.asks(&sent.method, &sent.path, sent.body.clone()).await;
    if rule == "deny" {
        sent.by(bartender).await.refused(403, "forbidden");
        asked.refused(403, "forbidden");
        return;
    }
    let asked = asked.created();
    for unapproved in [bartender, &bartender.with_approval(&asked)] {
        assert_eq!(sent.by(unapproved).await.refused(403, "approval_required")["approval"]["kind"], kind, "{about}");
    }
    let granted = bar.grants(&asked).await;
    sent.done_by(&bartender.with_approval(&granted), about).await;
}

#[tokio::test]
async fn each_request_follows_its_rule_for_each_caller() {
    let bar = TestBar::open().await;
    bar.sets_pins().await;
    let till = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &till, json!({"opensDrawer": true, "receipts": false}))]).await;
    for name in ["Beer", "Whisky"] {
        bar.stocks(name, "2.00", 9000).await;
    }
    let enrols = async |name: &str| bar.enrols_with(json!({"name": name, "kind": "till", "lockAfter": 900})).await;
    let [one, two, lost] = [enrols("One").await, enrols("Two").await, enrols("Lost").await];
    let revoked = bar.signs_in_by_pin(&lost, MANAGER, SENIOR_PIN).await;
    bar.manager().delete(&format!("/api/devices/{}", lost.id)).await.has_status(204);
    let bartenders = [("bartender", bar.bartender()), ("bartender by PIN", bar.signs_in_by_pin(&one, BARTENDER, PIN).await)];
    let managers =
        [("manager", bar.manager()), ("admin", bar.admin()), ("manager by PIN", bar.signs_in_by_pin(&two, MANAGER, SENIOR_PIN).await)];
    let outside = [("guest", bar.guest()), ("enrolled", bar.at(&two)), ("revoked", revoked)];
    for (kind, request) in REQUESTS {
        for rule in ["deny", "approve", "allow"] {
            bar.sets_rules(json!({kind: rule})).await;
            let about = |name: &str| format!("{request} with the rule {rule} as {name}");
            // What keeps their sessions: this table takes hours of the bar's time.
            for by_pin in [&bartenders[1].1, &managers[2].1] {
                by_pin.post("/api/pin/alive", json!({})).await.has_status(204);
            }
            for (name, bartender) in &bartenders {
                let sent = prepares(&bar, request).await;
                match rule {
                    "allow" => sent.done_by(bartender, &about(name)).await,
                    _ => is_held_back(&bar, bartender, &sent, (kind, rule), &about(name)).await,
                }
            }
            for (name, manager) in &managers {
                prepares(&bar, request).await.done_by(manager, &about(name)).await;
            }
            let sent = prepares(&bar, request).await;
            for (name, stranger) in &outside {
                assert_eq!(sent.by(stranger).await.status, 401, "{}", about(name));
            }
        }
    }
}
