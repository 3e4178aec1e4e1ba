//! The service charge: who has it, what it comes to, and what it becomes.

use serde_json::{Value, json};

use super::{classes, figures, rate};
use crate::bar::{TestBar, text, values_of};

impl TestBar {
    /// Changes the settings of the service charge as the admin.
    pub async fn sets_service_charge(&self, settings: Value) {
        self.admin().put("/api/settings", json!({"serviceCharge": settings})).await.ok();
    }

    /// Order A at a table with so many guests; returns it.
    pub async fn order_a_of(&self, guests: u32) -> Value {
        let items = self.items(&[("Club", 2), ("Rice", 1)]).await;
        let order = json!({"customerName": "Musu", "tableId": 4, "guests": guests, "items": items});
        self.bartender().post("/api/orders", order).await.created()
    }

    /// The order after its guests are so many.
    pub async fn seats(&self, order: &Value, guests: Value) -> Value {
        self.bartender().patch(&format!("/api/orders/{}", order["id"]), json!({"guests": guests})).await.ok()
    }
}

pub fn charge_path(order: &Value) -> String {
    format!("/api/orders/{}/service-charge", order["id"])
}

const GRAND: [&str; 4] = ["grandTotalUSD", "grandTotalLRD", "owedUSD", "owedLRD"];

#[tokio::test]
async fn a_large_group_has_it_by_itself_until_it_is_waived() {
    let bar = TestBar::with_gst("included").await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    let order = bar.order_a_of(6).await;
    assert_eq!((&order["guests"], &order["serviceCharge"]), (&json!(6), &json!({"state": "auto", "percent": "10.00", "reason": null})));
    assert_eq!(figures(&order, GRAND), ["9.90", "1881.00", "4.40", "1045.00"]);
    let names = ["totalAmountUSD", "totalAmountLRD", "serviceChargeUSD", "serviceChargeLRD", "taxUSD", "remainingUSD", "remainingLRD"];
    assert_eq!(figures(&order, names), ["9.00", "1710.00", "0.90", "171.00", "1.15", "9.90", "1881.00"]);
    let lines = order["serviceLines"].as_array().expect("lines");
    let line = |line: &Value| (line["productId"].clone(), line["quantity"].clone(), text(&line["productName"]).to_owned());
    let expected = (Value::Null, json!(1), "Service charge 10 %".to_owned());
    assert_eq!(lines.iter().map(line).collect::<Vec<_>>(), [expected.clone(), expected]);
    let amounts = ["currency", "totalPrice", "unitPriceUSD", "unitPriceLRD"];
    assert_eq!(figures(&lines[0], amounts), ["USD", "0.40", "0.40", "76.00"]);
    assert_eq!(figures(&lines[1], amounts), ["LRD", "95.00", "0.50", "95.00"]);
    assert_eq!(
        (&lines[0]["taxUSD"], &lines[1]["taxLRD"], &lines[1]["tax"]["label"]),
        (&json!("0.05"), &json!("10.93"), &json!("GST 13 %"))
    );
    let five = bar.seats(&order, json!(5)).await;
    assert_eq!((figures(&five, GRAND), &five["serviceLines"]), (["9.00", "1710.00", "4.00", "950.00"].map(str::to_owned), &json!([])));
    assert_eq!(five["serviceCharge"], json!({"state": "none", "percent": null, "reason": null}));
    let six = bar.seats(&order, json!(6)).await;
    assert_eq!(figures(&six, GRAND), ["9.90", "1881.00", "4.40", "1045.00"]);
    let waive = json!({"apply": false, "reason": "Regulars"});
    let refused = bar.bartender().post(&charge_path(&order), waive.clone()).await.refused(403, "approval_required");
    let summary = "Waive the service charge, table 4, \"Regulars\", $0.90 / L$171.00";
    assert_eq!((&refused["approval"]["kind"], &refused["approval"]["summary"]), (&json!("service_charge"), &json!(summary)));
    let question = bar.bartender().asks("POST", &charge_path(&order), waive.clone()).await.created();
    let granted = bar.grants(&question).await;
    let waived = bar.bartender().with_approval(&granted).post(&charge_path(&order), waive).await.ok();
    assert_eq!(figures(&waived, GRAND), ["9.00", "1710.00", "4.00", "950.00"]);
    assert_eq!(waived["serviceCharge"], json!({"state": "waived", "percent": "10.00", "reason": "Regulars"}));
    let more = bar.seats(&order, json!(9)).await;
    assert_eq!(more["serviceCharge"]["state"], "waived", "what a person decided stays");
    let again = bar.bartender().post(&charge_path(&order), json!({"apply": true})).await.ok();
    assert_eq!((&again["serviceCharge"]["state"], &again["grandTotalUSD"]), (&json!("manual"), &json!("9.90")), "anybody, after a waiver");
    let audit = bar.audit_summaries("orders.service_charge", 2).await;
    assert_eq!(audit[1], format!("Order #{}: service charge 10 % waived: Regulars; approved by manager", order["id"]));
}

#[tokio::test]
async fn others_have_it_by_hand() {
    let bar = TestBar::with_gst("included").await;
    bar.sets_service_charge(json!({"mode": "auto", "fromGuests": 4, "percent": "12.5"})).await;
    let takeout = json!({"customerName": "Musu", "orderType": "takeout", "guests": 8, "items": bar.items(&[("Club", 2)]).await});
    let takeout = bar.bartender().post("/api/orders", takeout).await.created();
    assert_eq!(takeout["serviceCharge"]["state"], "none", "only at tables");
    let added = bar.bartender().post(&charge_path(&takeout), json!({"apply": true})).await.ok();
    assert_eq!((&added["serviceCharge"]["state"], &added["serviceLines"][0]["totalPrice"]), (&json!("manual"), &json!("0.50")));
    assert_eq!(added["serviceLines"][0]["productName"], "Service charge 12.5 %");
    bar.sets_service_charge(json!({"mode": "manual", "percent": "10.00"})).await;
    let order = bar.order_a_of(20).await;
    assert_eq!(order["serviceCharge"]["state"], "none");
    let added = bar.bartender().post(&charge_path(&order), json!({"apply": true})).await.ok();
    let moved = bar.seats(&order, Value::Null).await;
    assert_eq!((&moved["guests"], &moved["serviceCharge"]), (&Value::Null, &added["serviceCharge"]));
    let less = bar.adds_item(&takeout, "Club", 1).await.created();
    assert_eq!((&less["serviceCharge"]["percent"], &less["serviceChargeUSD"]), (&json!("12.50"), &json!("0.75")), "as it was when it came");
    bar.bartender().post(&charge_path(&order), json!({"apply": false})).await.invalid("Reason is required");
    bar.sets_service_charge(json!({"mode": "off"})).await;
    let late = bar.order_a(1, 1).await;
    bar.bartender().post(&charge_path(&late), json!({"apply": true})).await.refused(409, "conflict");
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"service_charge": "deny"}}})).await.ok();
    bar.bartender().post(&charge_path(&order), json!({"apply": false, "reason": "x"})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn paid_it_is_revenue_without_pieces() {
    for (mode, grand, tax) in [("included", "9.90", "1.15"), ("added", "11.19", "1.29"), ("off", "9.90", "0.00")] {
        let bar = TestBar::with_gst(mode).await;
        bar.sets_service_charge(json!({"mode": "auto"})).await;
        let order = bar.order_a_of(6).await;
        assert_eq!(figures(&order, ["grandTotalUSD", "taxUSD"]), [grand, tax], "{mode}");
        let paid = bar.pays(&order, json!({"amountUSD": grand, "grandTotalUSD": grand})).await.ok();
        let receipt = &paid["receipt"];
        assert_eq!(
            figures(receipt, ["totalAmountUSD", "grandTotalUSD", "serviceChargeUSD", "serviceChargeLRD"]),
            [grand, grand, "0.90", "171.00"]
        );
        let lines = bar.sale_lines().await;
        let charges: Vec<&Value> = lines.iter().filter(|line| line["kind"] == "service_charge").collect();
        assert_eq!((lines.len(), charges.len()), (4, 2));
        assert!(charges.iter().all(|line| line["productId"].is_null() && line["productName"] == "Service charge 10 %"));
        let read = async |path: &str| bar.admin().get(path).await.ok();
        let analytics = read("/api/sales/analytics").await;
        assert_eq!(analytics["totalRevenue"], if mode == "added" { "9.90" } else { grand });
        let report = read("/api/admin/sales-report").await;
        assert_eq!((&report["overallSummary"]["totalQuantity"], &report["overallSummary"]["totalRevenue"]), (&json!(3), &json!("9.90")));
        let products = read("/api/admin/product-sales").await;
        assert_eq!(values_of(&products["products"], "productName"), ["Rice", "Club"]);
        let detail = read(&format!("/api/receipts/{}", text(&receipt["receiptNumber"]))).await;
        assert_eq!(values_of(&detail["items"], "kind"), ["product", "product", "service_charge", "service_charge"]);
        let voided = bar.voids_sale(charges[0]).await.ok();
        assert_eq!(voided["voidedQuantity"], 1);
        bar.expect_stock("Club", 98).await;
        assert_eq!(read("/api/admin/sales-report").await["overallSummary"]["totalQuantity"], 3);
        bar.voids_order(&order).await.ok();
        bar.expect_stock("Club", 100).await;
        let none = figures(&read("/api/sales/analytics").await, ["totalRevenue", "taxUSD", "netUSD"]);
        assert_eq!(none, ["0.00"; 3], "{mode}");
    }
}

#[tokio::test]
async fn on_credit_it_is_an_item_of_the_tab() {
    let bar = TestBar::with_gst("included").await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    let order = bar.order_a_of(6).await;
    let attached = bar.puts_on_credit(&order, ("Weah", "")).await.ok();
    assert_eq!(values_of(&attached["credits"], "kind"), ["product", "product", "service_charge", "service_charge"]);
    assert_eq!(values_of(&attached["credits"], "productId")[2..], [Value::Null, Value::Null]);
    bar.bartender().post(&charge_path(&order), json!({"apply": true})).await.refused(409, "already_on_credit");
    let tab = bar.tabs().await[0].clone();
    assert_eq!(figures(&tab, ["totalUSD", "owedUSD", "owedLRD"]), ["9.90", "4.40", "1045.00"]);
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "Weah"})).await.ok();
    assert_eq!(figures(&paid["receipt"], ["grandTotalUSD", "serviceChargeUSD"]), ["9.90", "0.90"]);
    assert_eq!(bar.order(&order).await["paymentStatus"], "paid");
}

#[tokio::test]
async fn its_tax_is_that_of_the_earliest_item() {
    let bar = TestBar::with_gst("included").await;
    bar.sets_service_charge(json!({"mode": "manual"})).await;
    let order = bar.order_a(1, 1).await;
    bar.clock.pass(crate::bar::SECOND);
    bar.sets_tax(json!({"mode": "added", "classes": classes(json!([rate(Value::Null, "VAT", "18")]))})).await;
    bar.adds_item(&order, "Club", 1).await.created();
    let charged = bar.bartender().post(&charge_path(&order), json!({"apply": true})).await.ok();
    let labels = |order: &Value| {
        order["serviceLines"].as_array().expect("lines").iter().map(|line| line["tax"]["label"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(labels(&charged), ["GST 13 %", "GST 13 %"], "mode and rate of the earliest item, also of a later charge");
    assert_eq!(charged["serviceLines"][0]["tax"]["mode"], "included");
    for item in [0, 1] {
        let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][item]["id"]);
        bar.bartender().request("DELETE", &path).json(&json!({"reason": "Wrong"})).send().await.ok();
    }
    let left = bar.order(&order).await;
    assert_eq!((labels(&left), &left["serviceLines"][0]["tax"]["mode"]), (vec![json!("VAT 18 %")], &json!("added")));
}

#[tokio::test]
async fn what_is_outside_tax_carries_none() {
    let bar = TestBar::with_gst("included").await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    bar.product(json!({"name": "Deposit", "priceUSD": "1.00", "stock": 9, "taxClass": "outside"})).await;
    let order = json!({"customerName": "Musu", "guests": 6, "items": bar.items(&[("Deposit", 4), ("Rice", 1)]).await});
    let order = bar.bartender().post("/api/orders", order).await.created();
    assert_eq!(values_of(&order["serviceLines"], "currency"), ["LRD"]);
    assert_eq!(figures(&order, ["owedUSD", "owedLRD"]), ["4.00", "1045.00"]);
}
