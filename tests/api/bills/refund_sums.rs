//! Refunds of one line after another: together they give back what was kept for it, and none of them takes money.

use serde_json::{Value, json};

use crate::bar::{TestBar, text, values_of};
use crate::order_steps::CUSTOMER;

/// What each refund of a line gave back, as currency and amount.
fn tenders(refunded: &Value) -> Vec<(String, String)> {
    let tenders = refunded["payment"]["tenders"].as_array().expect("tenders").iter();
    tenders.map(|tender| (text(&tender["currency"]).to_owned(), text(&tender["amount"]).to_owned())).collect()
}

fn given(parts: &[(&str, &str)]) -> Vec<(String, String)> {
    parts.iter().map(|(currency, amount)| ((*currency).to_owned(), (*amount).to_owned())).collect()
}

impl TestBar {
    /// An order of one Rice and four Beer, paid with dollars on the Rice first and then, after 20 % off the Rice, with Liberian
    /// dollars: two parts of one tender are on the line of the Beer. Returns the sale line of the Beer.
    async fn beers_paid_twice(&self) -> Value {
        let order = self.takes_order(&[("Rice", 1), ("Beer", 4)]).await;
        self.pays(&order, json!({"amountUSD": "7.00"})).await.ok();
        let rice = order["items"][0]["id"].clone();
        let discount = json!({"percent": 20, "itemIds": [rice], "reason": "Regular guest"});
        self.manager().post(&format!("/api/orders/{}/discount", order["id"]), discount).await.ok();
        self.pays(&order, json!({"amountLRD": 950})).await.ok();
        self.sale_lines().await.into_iter().find(|line| line["productName"] == "Beer").expect("a line")
    }
}

#[tokio::test]
async fn the_second_refund_of_a_line_gives_its_share_back() {
    let bar = TestBar::stocked().await;
    let beer = bar.beers_paid_twice().await;
    let first = bar.refunds(&beer, json!({"quantity": 2})).await.created();
    assert_eq!(tenders(&first), given(&[("USD", "-1.50"), ("LRD", "-475.00")]));
    // Half of L$475 cannot be paid; both halves together are what was kept.
    for part in ["-240.00", "-235.00"] {
        let next = bar.refunds(&beer, json!({"quantity": 1})).await.created();
        assert_eq!(tenders(&next), given(&[("USD", "-0.75"), ("LRD", part)]));
    }
    assert_eq!(CUSTOMER.0, text(&beer["customerName"]));
}

#[tokio::test]
async fn the_second_void_of_a_line_gives_its_share_back() {
    let bar = TestBar::stocked().await;
    let beer = bar.beers_paid_twice().await;
    for quantity in [2, 1, 1] {
        let body = json!({"reason": "Flat beer", "quantity": quantity});
        bar.manager().post(&format!("/api/sales/{}/void", beer["id"]), body).await.ok();
    }
    let back = bar.admin().get("/api/payments?from=2026-11-21&to=2026-11-21").await.ok();
    let back: Vec<Value> = back.as_array().expect("payments").iter().filter(|payment| payment["kind"] == "refund").cloned().collect();
    let amounts: Vec<Value> = back.iter().flat_map(|payment| values_of(&payment["tenders"], "amount")).collect();
    assert!(amounts.iter().all(|amount| text(amount).starts_with('-')), "{amounts:?}");
}
