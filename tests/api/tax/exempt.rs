//! Exempt customers: what prices contain of tax is taken off, on orders, counter sales and credit, and stands in the report.

use serde_json::{Value, json};

use super::{figures, line_figures};
use crate::bar::{TestBar, text};

fn embassy() -> Value {
    json!({"name": "US Embassy", "documentNumber": "DIP-2231"})
}

fn exemption_path(order: &Value) -> String {
    format!("/api/orders/{}/tax-exemption", order["id"])
}

const OWED: [&str; 4] = ["owedUSD", "owedLRD", "taxUSD", "taxLRD"];

#[tokio::test]
async fn order_a_of_an_embassy() {
    let bar = TestBar::with_gst("included").await;
    let order = bar.order_a(2, 1).await;
    assert_eq!((&order["taxExemption"], &order["exemptItems"]), (&Value::Null, &Value::Null));
    let exempt = bar.manager().put(&exemption_path(&order), embassy()).await.ok();
    assert_eq!(figures(&exempt, OWED), ["3.54", "840.71", "0.00", "0.00"]);
    assert_eq!(exempt["taxExemption"], json!({"name": "US Embassy", "documentNumber": "DIP-2231", "approvedBy": null}));
    let club = &exempt["items"][0];
    assert_eq!((&club["tax"]["kind"], &club["tax"]["label"], &club["totalPrice"]), (&json!("exempt"), &json!("Exempt"), &json!("3.54")));
    assert_eq!(figures(club, ["exemptedUSD", "exemptedLRD", "unitPrice"]), ["0.46", "87.43", "2.00"]);
    assert_eq!(line_figures(&exempt["items"][1]), ["4.42", "840.71", "0.00", "0.00", "4.42", "840.71"]);
    // A bartender asks for what is exempt beyond that.
    bar.adds_item(&order, "Club", 1).await.refused(403, "approval_required");
    let club = bar.items(&[("Club", 1)]).await[0].clone();
    let added = bar.manager().post(&format!("/api/orders/{}/items", order["id"]), club).await.created();
    assert_eq!(
        (&added["items"][2]["tax"]["kind"], figures(&added, OWED)),
        (&json!("exempt"), ["5.31", "840.71", "0.00", "0.00"].map(str::to_owned))
    );
    let taxed = bar.manager().delete(&exemption_path(&order)).await.ok();
    assert_eq!((&taxed["taxExemption"], figures(&taxed, OWED)), (&Value::Null, ["6.00", "950.00", "1.27", "240.44"].map(str::to_owned)));
    bar.pays(&order, json!({"amountUSD": "1.00"})).await.ok();
    bar.bartender().put(&exemption_path(&order), embassy()).await.refused(409, "conflict");
    bar.manager().delete(&exemption_path(&order)).await.refused(409, "conflict");
}

#[tokio::test]
async fn a_bartender_asks_for_it() {
    let bar = TestBar::with_gst("included").await;
    let order = bar.order_a(2, 1).await;
    let path = exemption_path(&order);
    let refused = bar.bartender().put(&path, embassy()).await.refused(403, "approval_required");
    assert_eq!(refused["approval"]["kind"], "tax_exemption");
    let summary = "Sell without tax 2 × Club, 1 × Rice, table 4, \"Tax exempt: DIP-2231, US Embassy\", $1.04 / L$196.72";
    assert_eq!(refused["approval"]["summary"], summary);
    let granted = bar.grants(&bar.bartender().asks("PUT", &path, embassy()).await.created()).await;
    let exempt = bar.bartender().with_approval(&granted).put(&path, embassy()).await.ok();
    assert_eq!(exempt["taxExemption"]["approvedBy"], "manager");
    let again = bar.bartender().put(&path, embassy()).await.ok();
    assert_eq!(again["taxExemption"], exempt["taxExemption"], "the same once more changes nothing");
    bar.bartender().delete(&path).await.refused(403, "approval_required");
    let paid = bar.pays(&order, json!({"amountUSD": "3.54", "amountLRD": "840.71"})).await.ok();
    assert_eq!(paid["order"]["paymentStatus"], "paid");
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", text(&paid["receipt"]["receiptNumber"]))).await.ok();
    assert_eq!(receipt["taxExemption"], exempt["taxExemption"]);
    let token = text(&receipt["guestUrl"]).rsplit('/').next().expect("a token").to_owned();
    let seen = bar.guest().get(&format!("/api/guest-receipts/{token}")).await.ok();
    assert_eq!(seen["taxExemption"], embassy(), "guests see no names of staff");
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"tax_exemption": "deny"}}})).await.ok();
    let sale = json!({"productId": bar.id_of("Club").await, "quantity": 1, "taxExemption": embassy()});
    bar.bartender().post("/api/sales", sale).await.refused(403, "forbidden");
}

#[tokio::test]
async fn some_items_only_and_the_service_charge() {
    let bar = TestBar::with_gst("included").await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    let order = bar.order_a_of(6).await;
    let mut body = embassy();
    body["itemIds"] = json!([order["items"][0]["id"]]);
    let some = bar.manager().put(&exemption_path(&order), body.clone()).await.ok();
    // The charge is 10 % of $3.54, and taxed.
    assert_eq!(
        (figures(&some, ["owedUSD", "owedLRD"]), &some["serviceLines"][0]["tax"]["kind"]),
        (["3.89", "1045.00"].map(str::to_owned), &json!("taxed"))
    );
    assert_eq!(some["exemptItems"], json!({"all": false, "itemIds": [some["items"][0]["id"]]}));
    let all = bar.manager().put(&exemption_path(&order), embassy()).await.ok();
    // 10 % of $3.54 and of L$840.71, without the tax that they contain: $0.31 and L$74.40.
    assert_eq!(
        (figures(&all, OWED), &all["serviceLines"][0]["tax"]["kind"]),
        (["3.85", "915.11", "0.00", "0.00"].map(str::to_owned), &json!("exempt"))
    );
    assert_eq!(all["exemptItems"], json!({"all": true, "itemIds": [all["items"][0]["id"], all["items"][1]["id"]]}));
    body["itemIds"] = json!([999]);
    bar.manager().put(&exemption_path(&order), body.clone()).await.refused(404, "not_found");
    body["itemIds"] = json!([]);
    bar.manager().put(&exemption_path(&order), body).await.refused(400, "invalid");
}

#[tokio::test]
async fn with_tax_on_top_it_is_not_added() {
    let bar = TestBar::with_gst("added").await;
    let order = bar.order_a(2, 1).await;
    let exempt = bar.manager().put(&exemption_path(&order), embassy()).await.ok();
    assert_eq!(figures(&exempt, OWED), ["4.00", "950.00", "0.00", "0.00"]);
    assert_eq!(exempt["items"][0]["exemptedUSD"], "0.00");
    let credit = bar.puts_on_credit(&order, ("Weah", "")).await.ok();
    assert_eq!(credit["credits"][0]["taxExemption"], exempt["taxExemption"]);
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "Weah"})).await.ok();
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", text(&paid["receipt"]["receiptNumber"]))).await.ok();
    assert_eq!((&receipt["taxExemption"], &receipt["items"][0]["taxLabel"]), (&exempt["taxExemption"], &json!("Exempt")));
}

#[tokio::test]
async fn counter_sales_and_credit_are_exempt_as_a_whole_and_stand_in_the_report() {
    let bar = TestBar::with_gst("included").await;
    let club = bar.id_of("Club").await;
    let sale = json!({"productId": club, "quantity": 2, "totalAmount": "4.00", "taxExemption": embassy()});
    bar.bartender().post("/api/sales", sale.clone()).await.refused(403, "approval_required");
    let granted = bar.grants(&bar.bartender().asks("POST", "/api/sales", sale.clone()).await.created()).await;
    let sold = bar.bartender().with_approval(&granted).post("/api/sales", sale.clone()).await.created();
    assert_eq!((&sold["totalAmount"], &sold["exemptedUSD"], &sold["tax"]["kind"]), (&json!("3.54"), &json!("0.46"), &json!("exempt")));
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", text(&sold["receiptNumber"]))).await.ok();
    assert_eq!(receipt["taxExemption"]["approvedBy"], "manager");
    let batch = json!({"sales": bar.items(&[("Club", 2), ("Rice", 1)]).await, "taxExemption": embassy(), "grandTotalUSD": "7.96"});
    let quote = bar.bartender().post("/api/sales/quote", batch.clone()).await.ok();
    assert_eq!(figures(&quote, ["grandTotalUSD", "grandTotalLRD", "taxUSD"]), ["7.96", "1513.28", "0.00"]);
    bar.manager().post("/api/sales/batch", batch).await.created();
    let given = json!({"customerName": "Weah", "productId": club, "quantity": 1, "taxExemption": embassy(), "grandTotalUSD": "1.77"});
    bar.bartender().post("/api/credit", given.clone()).await.refused(403, "approval_required");
    let given = bar.manager().post("/api/credit", given).await.created();
    assert_eq!((&given["owedUSD"], &given["taxExemption"]["name"]), (&json!("1.77"), &json!("US Embassy")));
    let wrong = json!({"productId": club, "quantity": 1, "taxExemption": {"name": " ", "documentNumber": "x"}});
    bar.bartender().post("/api/sales", wrong).await.invalid("Name is required");
    let report = bar.admin().get("/api/reports/tax").await.ok();
    let row = |number: &str, usd: &str, lrd: &str| {
        json!({"receiptNumber": number, "day": "2026-11-21", "name": "US Embassy",
        "documentNumber": "DIP-2231", "netUSD": usd, "netLRD": lrd})
    };
    assert_eq!(report["exemptions"], json!([row("R-20261121-0001", "3.54", "0.00"), row("R-20261121-0002", "3.54", "840.71")]));
    assert_eq!((&report["rows"][0]["kind"], &report["rows"][0]["netUSD"]), (&json!("exempt"), &json!("7.08")));
}
