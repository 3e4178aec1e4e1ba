//! What bartenders see of others' finished work: the setting `people.bartendersSee`.

use std::time::Duration;

use serde_json::{Value, json};

use crate::bar::{Person, TestBar, text, values_of};
use crate::contract::openapi::operations;
use crate::contract::openapi_calls::method_and_path;
use crate::order_steps::{CUSTOMER, assert_fields};

const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A bar with work of the bartender, and another bartender, hawa, who sold one Beer for $2.00.
struct Evening {
    bar: TestBar,
    hawa: Person,
    /// A Whisky for $6.00 that the bartender sold, and its receipt's number.
    sale: Value,
    number: String,
    /// The receipt's number of hawa's sale.
    own_number: String,
    /// An order of the bartender that is paid, and one that is open: one Whisky each.
    paid: Value,
    open: Value,
    /// The bill of the order that is paid.
    bill: String,
    /// A credit item of the bartender that is paid, and one that is active: one Beer each, of two customers.
    paid_credit: Value,
    credit: Value,
}

impl Evening {
    async fn of(bartenders_see: &str) -> Self {
        let bar = TestBar::stocked().await;
        let (_, hawa) = bar.hires("hawa", "bartender").await;
        let sale = bar.sells("Whisky", 1).await;
        let beer = json!({"productId": bar.id_of("Beer").await, "quantity": 1});
        let own = hawa.post("/api/sales", beer).await.created();
        let paid = bar.takes_order(&[("Whisky", 1)]).await;
        let bill = bar.bartender().post(&format!("/api/orders/{}/bill", paid["id"]), json!({"print": false})).await.created();
        bar.pays(&paid, json!({"amountUSD": "6.00"})).await.ok();
        let open = bar.takes_order(&[("Whisky", 1)]).await;
        let paid_credit = bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
        bar.pays_credit(&paid_credit, json!({})).await.ok();
        let credit = bar.sells_on_credit(("Joe", "0770 222 222"), "Beer", 1).await;
        let evening = Evening {
            hawa,
            number: text(&sale["receipt"]["receiptNumber"]).to_owned(),
            own_number: text(&own["receipt"]["receiptNumber"]).to_owned(),
            bill: text(&bill["bill"]["number"]).to_owned(),
            sale,
            paid,
            open,
            paid_credit,
            credit,
            bar,
        };
        evening.sets(bartenders_see).await;
        evening
    }

    async fn sets(&self, bartenders_see: &str) {
        self.bar.admin().put("/api/settings", json!({"people": {"bartendersSee": bartenders_see}})).await.ok();
    }

    /// Asserts that hawa's lists have these rows of finished work, and always the open work of the bartender.
    async fn expect_lists(&self, receipts: &[&str], orders: &[&Value], credits: &[&Value]) {
        let hawa = &self.hawa;
        for list in ["/api/receipts", "/api/sales"] {
            let rows = hawa.get(list).await.ok();
            assert_eq!(values_of(&rows, "receiptNumber"), receipts, "{list}");
        }
        assert_eq!(values_of(&hawa.get("/api/orders").await.ok(), "id"), ids(orders));
        assert_eq!(values_of(&hawa.get("/api/credit").await.ok(), "id"), ids(credits));
    }
}

fn ids(rows: &[&Value]) -> Vec<Value> {
    rows.iter().map(|row| row["id"].clone()).collect()
}

#[tokio::test]
async fn all_see_everything_at_first() {
    let evening = Evening::of("all").await;
    let analytics = evening.hawa.get("/api/sales/analytics").await.ok();
    assert_fields(&analytics, json!({"totalRevenue": "16.00", "salesCount": 4, "totalQuantity": 4}));
    let stats = evening.hawa.get("/api/bartender/dashboard-stats").await.ok();
    assert_fields(&stats, json!({"todaysSales": "16.00"}));
    evening.hawa.get(&format!("/api/receipts/{}", evening.number)).await.ok();
    assert_eq!(evening.bar.guest().get("/api/settings/public").await.ok()["people"], Value::Null);
}

#[tokio::test]
async fn bartenders_who_see_their_own_get_no_sum_and_no_record_of_others() {
    let evening = Evening::of("own").await;
    let (bar, hawa) = (&evening.bar, &evening.hawa);
    let analytics = hawa.get("/api/sales/analytics").await.ok();
    assert_fields(
        &analytics,
        json!({"totalRevenue": "2.00", "revenueUSD": "2.00", "salesCount": 1, "totalQuantity": 1, "averageSale": "2.00"}),
    );
    assert_eq!(values_of(&analytics["topProducts"], "productName"), ["Beer"]);
    let heat: Vec<&Value> =
        analytics["heatMap"].as_array().expect("days").iter().flat_map(|day| day["hoursAll"].as_array().expect("hours")).collect();
    assert_eq!(heat.iter().filter(|hour| **hour != "0.00").collect::<Vec<_>>(), [&"2.00"]);
    let of_day = hawa.get("/api/sales/analytics?from=2026-11-21&to=2026-11-21").await.ok();
    assert_fields(&of_day, json!({"totalRevenue": "2.00", "salesCount": 1}));
    let stats = hawa.get("/api/bartender/dashboard-stats").await.ok();
    assert_fields(&stats, json!({"todaysSales": "2.00", "recentOrders": [], "pendingOrders": 2}));
    let best = hawa.get("/api/products/best-sellers").await.ok();
    assert_eq!(best["salesCount"], Value::Null);
    assert!(values_of(&best["products"], "quantity").iter().all(Value::is_null), "{best}");

    evening.expect_lists(&[&evening.own_number], &[&evening.open], &[&evening.credit]).await;
    assert_eq!(values_of(&hawa.get("/api/tabs").await.ok(), "customerName"), ["Joe"]);
    assert_eq!(hawa.get("/api/bills").await.ok(), json!([]));
    let number = &evening.number;
    for path in [
        format!("/api/receipts/{number}"),
        format!("/api/receipts/{number}/qr"),
        format!("/api/orders/{}", evening.paid["id"]),
        format!("/api/bills/{}", evening.bill),
    ] {
        hawa.get(&path).await.refused(404, "not_found");
    }
    hawa.post(&format!("/api/receipts/{number}/print"), json!({})).await.refused(404, "not_found");
    hawa.put(&format!("/api/receipts/{number}/buyer"), json!({"name": "Acme"})).await.refused(404, "not_found");
    let refused = hawa.post(&format!("/api/orders/{}/discount", evening.paid["id"]), json!({"percent": 10, "reason": "Friend"})).await;
    assert_eq!(refused.json()["order"], Value::Null);

    // The bartender and the managers see what they saw before.
    let of_bartender = bar.bartender().get("/api/receipts").await.ok();
    assert_eq!(of_bartender.as_array().map(Vec::len), Some(3), "two sold, and one of their credit that the manager took the money for");
    assert_fields(&bar.manager().get("/api/sales/analytics").await.ok(), json!({"totalRevenue": "16.00"}));

    // An open order of a colleague is paid, and then belongs to both.
    hawa.post(&format!("/api/orders/{}/payment", evening.open["id"]), json!({"amountUSD": "6.00"})).await.ok();
    assert_fields(&hawa.get("/api/sales/analytics").await.ok(), json!({"totalRevenue": "8.00"}));
    assert_eq!(values_of(&hawa.get("/api/orders").await.ok(), "id"), ids(&[&evening.open]));
    assert_eq!(values_of(&hawa.get("/api/bartender/dashboard-stats").await.ok()["recentOrders"], "id"), ids(&[&evening.open]));
}

/// That something is paid is no sum.
#[tokio::test]
async fn bartenders_who_see_their_own_are_told_the_states_of_other_orders() {
    let evening = Evening::of("own").await;
    let (bar, hawa) = (&evening.bar, &evening.hawa);
    let states = async |person: &Person| person.get("/api/orders/states").await.ok();
    let paid = json!({"id": evening.paid["id"], "tableId": null, "seatedAt": evening.paid["seatedAt"],
        "status": "pending", "paymentStatus": "paid", "billState": "paid"});
    assert_eq!(states(hawa).await, json!([paid]));
    assert_eq!(states(&bar.bartender()).await, json!([]), "own orders are in the list of orders");
    assert_eq!(states(&bar.manager()).await, json!([]));

    // What hawa sees as open is told as soon as it is paid, put on a tab or cancelled.
    bar.pays(&evening.open, json!({"amountUSD": "6.00"})).await.ok();
    let cancelled = bar.takes_order(&[("Beer", 1)]).await;
    assert_eq!(values_of(&states(hawa).await, "id"), ids(&[&evening.open, &evening.paid]));
    bar.manager().post(&format!("/api/orders/{}/void", cancelled["id"]), json!({"reason": "Twice"})).await.ok();
    let told = states(hawa).await;
    assert_eq!(values_of(&told, "status"), ["cancelled", "pending", "pending"]);
    assert_eq!(values_of(&told, "billState"), [Value::Null, Value::Null, json!("paid")]);

    // On a later day what is not served yet, and what changed on it.
    let serves = async |order: &Value| {
        bar.bartender().patch(&format!("/api/orders/{}/status", order["id"]), json!({"status": "served"})).await.ok();
    };
    serves(&evening.paid).await;
    bar.clock.pass(A_DAY);
    assert_eq!(values_of(&states(hawa).await, "id"), ids(&[&evening.open]));
    serves(&evening.open).await;
    assert_eq!(values_of(&states(hawa).await, "id"), ids(&[&evening.open]));
    bar.clock.pass(A_DAY);
    assert_eq!(states(hawa).await, json!([]));
    evening.sets("all").await;
    assert_eq!(states(hawa).await, json!([]));
}

#[tokio::test]
async fn bartenders_who_see_nothing_get_no_sums_and_their_own_work_of_the_day() {
    let evening = Evening::of("nothing").await;
    let (bar, hawa) = (&evening.bar, &evening.hawa);
    let none = json!({"totalRevenue": null, "revenueUSD": null, "revenueLRD": null, "taxUSD": null, "taxLRD": null, "netUSD": null,
        "netLRD": null, "salesCount": null, "totalQuantity": null, "averageSale": null, "topProducts": [], "heatMap": []});
    for person in [hawa, &bar.bartender()] {
        assert_fields(&person.get("/api/sales/analytics").await.ok(), none.clone());
        assert_fields(&person.get("/api/bartender/dashboard-stats").await.ok(), json!({"todaysSales": null, "pendingOrders": 2}));
    }
    evening.expect_lists(&[&evening.own_number], &[&evening.open], &[&evening.credit]).await;
    assert_eq!(bar.bartender().get("/api/receipts").await.ok().as_array().map(Vec::len), Some(3));

    bar.clock.pass(A_DAY);
    evening.expect_lists(&[], &[&evening.open], &[&evening.credit]).await;
    hawa.get(&format!("/api/receipts/{}", evening.own_number)).await.refused(404, "not_found");
    assert_eq!(bar.bartender().get("/api/receipts").await.ok(), json!([]));
    assert_eq!(bar.bartender().get("/api/bills?state=different").await.ok(), json!([]));
    let paid = &evening.paid_credit["id"];
    let credits = bar.bartender().get("/api/credit?status=paid").await.ok();
    assert!(!values_of(&credits, "id").contains(paid), "{credits}");
    assert_fields(&bar.manager().get("/api/sales/analytics").await.ok(), json!({"totalRevenue": "16.00"}));
}

#[tokio::test]
async fn a_cached_answer_is_not_given_to_a_person_who_sees_less() {
    let evening = Evening::of("own").await;
    for path in ["/api/sales/analytics", "/api/receipts", "/api/sales", "/api/orders?status=all", "/api/credit", "/api/tabs", "/api/bills"]
    {
        let of_manager = evening.bar.manager().get(path).await;
        let of_hawa = evening.hawa.request("GET", path).header("if-none-match", of_manager.header("etag").expect("a tag")).send().await;
        assert_ne!(of_hawa.ok(), of_manager.json(), "{path}");
    }
    // And the setting counts at once.
    evening.sets("all").await;
    let path = format!("/api/receipts/{}", evening.number);
    evening.hawa.get(&path).await.ok();
    evening.sets("own").await;
    evening.hawa.get(&path).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_void_of_a_receipt_that_is_not_seen_is_not_asked_for() {
    let evening = Evening::of("own").await;
    evening.bar.admin().put("/api/settings", json!({"approvals": {"rules": {"void_sale": "approve"}}})).await.ok();
    let path = format!("/api/sales/{}/void", evening.sale["id"]);
    evening.bar.bartender().post(&path, json!({"reason": "Wrong drink"})).await.refused(403, "approval_required");
    evening.hawa.post(&path, json!({"reason": "Wrong drink"})).await.refused(404, "not_found");
    let lines = json!({"lines": [{"saleId": evening.sale["id"]}], "reason": "Wrong drink"});
    evening.hawa.post(&format!("/api/receipts/{}/void", evening.number), lines).await.refused(404, "not_found");
    let money_back = format!("/api/receipts/{}/refund?lines={}", evening.number, evening.sale["id"]);
    evening.hawa.get(&money_back).await.refused(404, "not_found");
}

#[tokio::test]
async fn bartenders_who_count_blind_see_their_own_unless_the_request_says_otherwise() {
    let bar = TestBar::open().await;
    let sees = async || bar.admin().get("/api/settings").await.ok()["people"]["bartendersSee"].clone();
    let puts = async |settings: Value| bar.admin().put("/api/settings", settings).await.ok();
    puts(json!({"cash": {"mode": "drawer"}})).await;
    assert_eq!(sees().await, "own");
    puts(json!({"people": {"bartendersSee": "all"}})).await;
    puts(json!({"cash": {"countBy": "totals"}})).await;
    assert_eq!(sees().await, "all");
    puts(json!({"cash": {"blindCount": false}})).await;
    puts(json!({"cash": {"blindCount": true}, "people": {"bartendersSee": "all"}})).await;
    assert_eq!(sees().await, "all");
    puts(json!({"cash": {"blindCount": false}})).await;
    puts(json!({"people": {"bartendersSee": "nothing"}})).await;
    puts(json!({"cash": {"blindCount": true}})).await;
    assert_eq!(sees().await, "nothing");
    assert_eq!(bar.guest().get("/api/settings/public").await.ok()["people"], json!({"bartendersSee": "nothing"}));
    bar.admin().put("/api/settings", json!({"people": {"bartendersSee": "some"}})).await.invalid("Bartenders see all, own or nothing");
}

/// Values that are tried for every path parameter.
const VALUES: [&str; 8] = ["1", "2", "3", "Z-000001", "2026-11-21", "R-20261121-0001", "B-20261121-0001", "sales"];

/// Every call that reads, as a bartender: none tells what a colleague took, neither single nor in a sum.
#[tokio::test]
async fn no_call_that_reads_tells_what_colleagues_took() {
    let bar = TestBar::with_tills("drawers").await;
    let (_, hawa) = bar.hires("hawa", "bartender").await;
    bar.admin().put("/api/settings", json!({"cash": {"blindCount": false}})).await.ok();
    bar.opens(&bar.bartender(), 1, "10.00", "0.00").await;
    // 3 at $20.02 are $60.06, 2 at $37.11 are $74.22: together $134.28, and $144.28 in the drawer.
    for (name, price, quantity) in [("A", "20.02", 3), ("B", "37.11", 2)] {
        bar.stocks(name, price, 9).await;
        bar.sells(name, quantity).await;
    }
    let order = bar.takes_order(&[("A", 3)]).await;
    bar.pays(&order, json!({"amountUSD": "60.06"})).await.ok();
    let figures = ["60.06", "74.22", "134.28", "194.34", "120.12", "204.34", "67.14"];
    for sees in ["own", "nothing"] {
        bar.admin().put("/api/settings", json!({"people": {"bartendersSee": sees}})).await.ok();
        let document = hawa.get("/api/openapi.json").await.ok();
        let reads =
            operations(&document).into_iter().map(|(call, _)| call).filter(|call| call.starts_with("GET ") && call != "GET /api/live");
        for call in reads {
            for value in if call.contains('{') { &VALUES[..] } else { &VALUES[..1] } {
                let (_, path) = method_and_path(&call, &[value, value, value]);
                let told = hawa.get(&path).await.text();
                let found: Vec<&str> = figures.into_iter().filter(|figure| told.contains(figure)).collect();
                assert!(found.is_empty(), "{sees}: {path} tells {found:?}: {told}");
            }
        }
    }
    let seen = bar.manager().get("/api/sales/analytics").await.text();
    assert!(seen.contains("194.34"), "the figures are right: {seen}");
}
