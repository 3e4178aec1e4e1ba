//! Voids take a line's own frozen tax back, whatever the rate is by then; parts of a line have shares of it that sum to it.

use serde_json::{Value, json};

use super::{classes, figures, rate};
use crate::bar::TestBar;

/// Tax and net of all sales that are not voided.
async fn counted(bar: &TestBar) -> [String; 4] {
    figures(&bar.admin().get("/api/sales/analytics").await.ok(), ["taxUSD", "taxLRD", "netUSD", "netLRD"])
}

#[tokio::test]
async fn a_void_gives_the_gross_back_and_takes_the_frozen_tax_out() {
    let bar = TestBar::with_gst("added").await;
    let sale = bar.sells("Club", 2).await;
    assert_eq!(counted(&bar).await, ["0.52", "98.80", "4.00", "760.00"]);
    bar.sets_tax(json!({"classes": classes(json!([rate(Value::Null, "VAT", "18")]))})).await;
    let voided = bar.voids_sale(&sale).await.ok();
    assert_eq!(voided["refunds"][0]["tenders"][0]["amount"], "-4.52");
    assert_eq!((&voided["tax"]["label"], &voided["taxUSD"]), (&json!("GST 13 %"), &json!("0.52")));
    assert_eq!(counted(&bar).await, ["0.00"; 4]);
}

#[tokio::test]
async fn parts_of_a_line_take_shares_of_its_tax_that_sum_to_it() {
    let bar = TestBar::with_gst("included").await;
    let levied = json!([{"from": null, "parts": [{"name": "GST", "percent": "13"}, {"name": "Levy", "percent": "1"}]}]);
    bar.sets_tax(json!({"classes": classes(levied)})).await;
    bar.sells("Rice", 1).await;
    let before = counted(&bar).await;
    let sale = bar.sells("Club", 7).await;
    let path = format!("/api/sales/{}/void", sale["id"]);
    // $14.00 with $1.72: shares of 2, 3 and 6 of 7 pieces are $0.49, $0.74 and $1.47.
    for (quantity, left) in [(2, "1.23"), (1, "0.98"), (3, "0.25")] {
        bar.manager().post(&path, json!({"reason": "Spilled", "quantity": quantity})).await.ok();
        let [of_rice, now] = [&before, &counted(&bar).await].map(|figures| figures[0].replace('.', "").parse::<i64>().expect("cents"));
        assert_eq!(format!("{}.{:02}", (now - of_rice) / 100, (now - of_rice) % 100), left);
    }
    bar.manager().post(&path, json!({"reason": "Spilled"})).await.ok();
    assert_eq!(counted(&bar).await, before, "nothing of the line is left");
}

#[tokio::test]
async fn a_voided_order_gives_all_of_its_gross_back() {
    let bar = TestBar::with_gst("added").await;
    let order = bar.order_a(2, 1).await;
    bar.pays(&order, json!({"amountUSD": "10.17"})).await.ok();
    let voided = bar.voids_order(&order).await.ok();
    assert_eq!(voided["refunds"][0]["tenders"][0]["amount"], "-10.17");
    assert_eq!(figures(&voided, ["remainingUSD", "grandTotalUSD"]), ["0.00", "10.17"]);
    assert_eq!(counted(&bar).await, ["0.00"; 4]);
    assert_eq!(bar.takings().await.len(), 0);
}

#[tokio::test]
async fn an_item_that_is_removed_moves_its_money_to_the_gross_of_the_rest() {
    let bar = TestBar::with_gst("added").await;
    let order = bar.order_a(2, 1).await;
    bar.pays(&order, json!({"amountUSD": "4.52"})).await.ok();
    let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    let left = bar.manager().request("DELETE", &path).json(&json!({"reason": "Not wanted"})).send().await.ok();
    // L$1,073.50 less $4.52 at 190.
    assert_eq!(figures(&left, ["owedUSD", "owedLRD", "grandTotalLRD"]), ["0.00", "214.70", "1073.50"]);
}
