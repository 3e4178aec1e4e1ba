//! When a rate changes: what is to come, what prices would have to be, and plans that take effect by themselves.

use serde_json::{Value, json};

use super::{classes, rate};
use crate::bar::{TestBar, text, values_of};
use crate::live::updates::LiveClient;

/// GST of 13 %, and VAT of 18 % from the new year.
fn two_rates() -> Value {
    classes(json!([rate(Value::Null, "GST", "13"), rate(json!("2027-01-01"), "VAT", "18")]))
}

impl TestBar {
    async fn with_two_rates(mode: &str) -> Self {
        let bar = TestBar::with_gst(mode).await;
        bar.sets_tax(json!({"classes": two_rates()})).await;
        bar
    }

    /// Plans this price in US dollars for the Club from a day on.
    async fn plans_club(&self, from: &str, usd: &str) -> Value {
        let items = json!([{"productId": self.id_of("Club").await, "priceUSD": usd}]);
        self.manager().put("/api/tax/price-plan", json!({"from": from, "items": items})).await.ok()
    }

    /// The price of the Club in the list, by its id, on the menu and in the export.
    async fn club_prices(&self) -> [String; 4] {
        let id = self.id_of("Club").await;
        let listed = self.bartender().get("/api/products").await.ok();
        let listed = listed.as_array().expect("products").iter().find(|product| product["id"] == id).expect("the Club").clone();
        let one = self.bartender().get(&format!("/api/products/{id}")).await.ok();
        let menu = self.guest().get("/api/menu").await.ok();
        let menu = menu["drinks"].as_array().expect("drinks").iter().find(|item| item["id"] == id).expect("the Club").clone();
        let export = self.manager().get("/api/products/export").await.text();
        let row = export.lines().find(|line| line.contains("Club")).expect("a row").to_owned();
        let exported = row.split(',').find(|cell| cell.trim_matches('"').contains('.')).expect("a price").trim_matches('"').to_owned();
        let shown = [&listed["effectivePriceUSD"], &one["priceUSD"], &menu["priceUSD"]].map(|price| text(price).to_owned());
        let [listed, one, menu] = shown;
        [listed, one, menu, exported]
    }

    async fn price_plans(&self) -> Value {
        self.manager().get("/api/tax/price-plan").await.ok()
    }
}

#[tokio::test]
async fn changes_to_come_are_listed_the_soonest_first() {
    let bar = TestBar::with_two_rates("included").await;
    bar.product(json!({"name": "Flour", "priceUSD": "1.00", "stock": 9, "taxClass": "zero"})).await;
    let label = json!([{"id": "standard", "name": "Standard", "before": "GST 13 %", "after": "VAT 18 %"}]);
    let vat = json!({"from": "2027-01-01", "mode": null, "classes": label, "products": 2});
    assert_eq!(bar.manager().get("/api/tax/changes").await.ok(), json!([vat]));
    bar.sets_tax(json!({"next": {"mode": "added", "from": "2026-12-24"}})).await;
    let added = json!({"from": "2026-12-24", "mode": {"before": "included", "after": "added"}, "classes": [], "products": 2});
    assert_eq!(bar.admin().get("/api/tax/changes").await.ok(), json!([added, vat]));
    bar.sets_tax(json!({"next": {"mode": "off", "from": "2027-01-01"}})).await;
    let off = json!([{"from": "2027-01-01", "mode": {"before": "included", "after": "off"}, "classes": [], "products": 2}]);
    assert_eq!(bar.manager().get("/api/tax/changes").await.ok(), off, "labels stand nowhere while the mode is off");
    bar.clock.jump_to("2027-01-01T05:00:00Z");
    assert_eq!(bar.manager().get("/api/tax/changes").await.ok(), json!([]), "it is no longer to come");
}

#[tokio::test]
async fn the_assistant_says_what_prices_would_have_to_be() {
    let bar = TestBar::with_two_rates("included").await;
    let both = json!({"name": "Wine", "category": "drinks", "priceUSD": "2.00", "priceLRD": "380.00", "stock": 5});
    bar.product(both).await;
    bar.product(json!({"name": "Flour", "priceUSD": "1.00", "stock": 9, "taxClass": "zero"})).await;
    for (rounding, club, lrd, rice) in
        [("", "2.25", "400.00", "995.00"), ("&rounding=up", "2.25", "400.00", "995.00"), ("&rounding=nearest", "2.00", "395.00", "990.00")]
    {
        let rows = bar.manager().get(&format!("/api/tax/price-assistant?from=2027-01-01{rounding}")).await.ok();
        let shown: Vec<[String; 6]> = rows
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| ["productName", "currency", "price", "netBefore", "netAfter", "suggested"].map(|name| text(&row[name]).to_owned()))
            .collect();
        let row = |name: &str, currency: &str, price: &str, before: &str, after: &str, suggested: &str| {
            [name, currency, price, before, after, suggested].map(str::to_owned)
        };
        let expected = [
            row("Club", "USD", "2.00", "1.77", "1.69", club),
            row("Wine", "USD", "2.00", "1.77", "1.69", club),
            row("Wine", "LRD", "380.00", "336.28", "322.03", lrd),
            row("Rice", "LRD", "950.00", "840.71", "805.08", rice),
        ];
        assert_eq!(shown, expected, "{rounding}");
    }
    assert_eq!(bar.manager().get("/api/tax/price-assistant?from=2026-12-31").await.ok(), json!([]), "no percent changes on that day");
    bar.sets_tax(json!({"next": {"mode": "added", "from": "2027-01-01"}})).await;
    assert_eq!(bar.manager().get("/api/tax/price-assistant?from=2027-01-01").await.ok(), json!([]), "prices without tax stay");
}

#[tokio::test]
async fn planned_prices_are_in_force_from_the_first_moment_of_their_day() {
    let bar = TestBar::with_two_rates("included").await;
    let id = bar.id_of("Club").await;
    let plan = json!({"from": "2026-11-22", "items": [{"productId": id, "priceUSD": "2.25", "priceLRD": null}]});
    assert_eq!(bar.plans_club("2026-11-22", "2.25").await, plan);
    assert_eq!(bar.price_plans().await, json!([plan]));
    // 21 November, 20:00: the business day begins at 05:00.
    assert_eq!(bar.club_prices().await, ["2.00"; 4]);
    bar.clock.jump_to("2026-11-22T04:59:59Z");
    assert_eq!(bar.sells("Club", 1).await["unitPriceUSD"], "2.00");
    bar.clock.jump_to("2026-11-22T05:00:00Z");
    let claim = json!({"productId": id, "quantity": 1, "unitPriceUSD": "2.00", "totalAmountUSD": "2.00"});
    let stale = bar.bartender().post("/api/sales", claim).await;
    assert_eq!(stale.refused(409, "price_changed")["fresh"]["unitPriceUSD"], "2.25", "a phone with the old price");
    assert_eq!(bar.sells("Club", 1).await["unitPriceUSD"], "2.25");
    assert_eq!(bar.club_prices().await, ["2.25"; 4]);
    let quote = bar.bartender().post("/api/sales/quote", json!({"sales": bar.items(&[("Club", 2)]).await})).await.ok();
    assert_eq!(quote["totalAmountUSD"], "4.50");
    let order = bar.order_a(1, 1).await;
    assert_eq!(order["items"][0]["unitPriceUSD"], "2.25");
    assert_eq!(bar.price_plans().await, json!([]), "it is no longer to come");
    // Another field alone keeps the price and the plan.
    bar.manager().put(&format!("/api/products/{id}"), json!({"brand": "Monrovia"})).await.ok();
    assert_eq!(bar.club_prices().await, ["2.25"; 4]);
}

#[tokio::test]
async fn a_plan_takes_effect_while_the_box_is_off_and_by_the_calendar_where_rates_do() {
    let mut bar = TestBar::with_two_rates("included").await;
    bar.plans_club("2026-11-23", "2.25").await;
    let clock = bar.clock.clone();
    bar.while_closed(|_, _| clock.jump_to("2026-11-24T12:00:00Z")).await;
    assert_eq!(bar.sells("Club", 1).await["unitPriceUSD"], "2.25");
    assert_eq!(bar.club_prices().await, ["2.25"; 4]);
    bar.sets_tax(json!({"day": "calendar"})).await;
    bar.plans_club("2026-11-25", "2.50").await;
    bar.clock.jump_to("2026-11-25T00:00:00Z");
    assert_eq!(bar.sells("Club", 1).await["unitPriceUSD"], "2.50");
    // The calendar decides, so this day has begun although the business day has not.
    let items = json!([{"productId": bar.id_of("Club").await, "priceUSD": "3.00"}]);
    let today = bar.manager().put("/api/tax/price-plan", json!({"from": "2026-11-25", "items": items})).await;
    assert_eq!(today.refused(400, "invalid")["fields"]["from"], "Choose a day after today");
    bar.sets_tax(json!({"day": "business"})).await;
    assert_eq!(bar.club_prices().await, ["2.25"; 4], "nothing was written that a day could not take back");
}

#[tokio::test]
async fn a_price_that_is_written_by_hand_leaves_the_plan() {
    let bar = TestBar::with_two_rates("included").await;
    let (club, rice) = (bar.id_of("Club").await, bar.id_of("Rice").await);
    let items = json!([{"productId": rice, "priceLRD": "995"}, {"productId": club, "priceUSD": 2.25}]);
    bar.manager().put("/api/tax/price-plan", json!({"from": "2026-11-22", "items": items})).await.ok();
    // The product form sends the price along, which is none that a person wrote.
    bar.manager().put(&format!("/api/products/{club}"), json!({"name": "Club", "brand": "Monrovia", "priceUSD": "2.00"})).await.ok();
    assert_eq!(bar.price_plans().await[0]["items"].as_array().map(Vec::len), Some(2));
    bar.manager().put(&format!("/api/products/{club}"), json!({"priceUSD": "2.10"})).await.ok();
    let left = json!([{"from": "2026-11-22", "items": [{"productId": rice, "priceUSD": null, "priceLRD": "995.00"}]}]);
    assert_eq!(bar.price_plans().await, left);
    bar.clock.jump_to("2026-11-22T05:00:00Z");
    assert_eq!(bar.sells("Club", 1).await["unitPriceUSD"], "2.10");
    assert_eq!(bar.sells("Rice", 1).await["unitPriceLRD"], "995.00");
    // Afterwards too: by the price list, and by an import.
    let rows = json!({"rows": [{"id": rice, "priceLRD": "1000"}]});
    bar.manager().put("/api/products/prices", rows).await.ok();
    assert_eq!(bar.sells("Rice", 1).await["unitPriceLRD"], "1000.00");
    let export = bar.manager().get("/api/products/export").await.text();
    let unchanged = bar.manager().post("/api/products/import", json!({"csvData": export})).await.ok();
    assert_eq!(unchanged["updated"], 0, "what is exported changes nothing");
    let audit = bar.admin().get("/api/admin/audit?kind=tax").await.ok();
    let summaries = values_of(&audit, "summary");
    for sentence in [
        "Prices planned from 2026-11-22: Club, Rice",
        "Priced by hand, and out of price plans: Club",
        "Priced by hand, and out of price plans: Rice",
    ] {
        assert!(summaries.iter().any(|summary| *summary == sentence), "{summaries:?}");
    }
}

#[tokio::test]
async fn a_plan_replaces_that_of_its_day_and_is_withdrawn() {
    let bar = TestBar::with_two_rates("included").await;
    bar.plans_club("2027-01-01", "2.25").await;
    bar.plans_club("2027-02-01", "2.50").await;
    bar.plans_club("2027-01-01", "2.30").await;
    let plans = bar.price_plans().await;
    let planned = |at: usize| [text(&plans[at]["from"]), text(&plans[at]["items"][0]["priceUSD"])];
    assert_eq!([planned(0), planned(1)], [["2027-01-01", "2.30"], ["2027-02-01", "2.50"]]);
    bar.manager().delete("/api/tax/price-plan?from=2027-01-01").await.has_status(204);
    bar.manager().delete("/api/tax/price-plan?from=2027-01-01").await.refused(404, "not_found");
    assert_eq!(values_of(&bar.price_plans().await, "from"), ["2027-02-01"]);
    bar.clock.jump_to("2027-01-01T12:00:00Z");
    assert_eq!(bar.sells("Club", 1).await["unitPriceUSD"], "2.00");
}

#[tokio::test]
async fn bad_plans_are_refused_and_nothing_is_stored() {
    let bar = TestBar::with_two_rates("included").await;
    let club = bar.id_of("Club").await;
    let item = json!({"productId": club, "priceUSD": "2.25"});
    let plan = |from: &str, items: Value| json!({"from": from, "items": items});
    for (body, field, sentence) in [
        (plan("2026-11-21", json!([item])), "from", "Choose a day after today"),
        (plan("soon", json!([item])), "from", "Must be a day such as 2027-01-01"),
        (json!({"items": [item]}), "from", "Must be a day such as 2027-01-01"),
        (plan("2027-01-01", json!([])), "items", "A price plan needs 1 to 2000 items"),
        (plan("2027-01-01", json!("Club")), "items", "A price plan needs 1 to 2000 items"),
        (plan("2027-01-01", json!([item, item])), "items[1].productId", "Each product can be there once"),
        (plan("2027-01-01", json!([{"productId": club}])), "items[0].priceUSD", "Please set at least one price (USD or LRD)"),
        (plan("2027-01-01", json!([item, {"priceUSD": "1"}])), "items[1].productId", "Product is required"),
    ] {
        let refused = bar.manager().put("/api/tax/price-plan", body.clone()).await;
        assert_eq!(refused.refused(400, "invalid")["fields"][field], sentence, "{body}");
    }
    let unknown = plan("2027-01-01", json!([item, {"productId": 999, "priceUSD": "1"}]));
    assert_eq!(bar.manager().put("/api/tax/price-plan", unknown).await.refused(404, "not_found")["productId"], 999);
    assert_eq!(bar.price_plans().await, json!([]), "all or nothing");
    // One key, two days: another request.
    bar.plans_club("2027-01-01", "2.25").await;
    bar.plans_club("2027-01-02", "2.25").await;
    for day in ["2027-01-01", "2027-01-02"] {
        let call = bar.manager().request("DELETE", &format!("/api/tax/price-plan?from={day}")).header("idempotency-key", "one");
        call.send().await.has_status(204);
    }
    assert_eq!(bar.price_plans().await, json!([]));
}

#[tokio::test]
async fn phones_are_told_when_the_day_of_a_change_begins() {
    let bar = TestBar::with_two_rates("included").await;
    bar.plans_club("2026-12-24", "2.25").await;
    for (moment, sentence) in [
        ("2026-12-24T05:00:00Z", "2026-12-24 began: 1 planned prices are in force"),
        ("2027-01-01T05:00:00Z", "2027-01-01 began: GST 13 % becomes VAT 18 %"),
    ] {
        let mut phone = LiveClient::listen(&bar.bartender(), None).await;
        bar.clock.jump_to(moment);
        let mut topics = Vec::new();
        while !["tax", "products", "menu"].iter().all(|topic| topics.contains(&(*topic).to_owned())) {
            topics.extend(phone.next_change().await.expect("a change").topics);
        }
        let audit = bar.admin().get("/api/admin/audit?kind=tax.day_began").await.ok();
        assert_eq!(audit[0]["summary"], sentence);
    }
    let today = bar.bartender().get("/api/tax").await.ok();
    assert_eq!(today["today"][0]["label"], "VAT 18 %");
    let audit = bar.admin().get("/api/admin/audit?kind=tax.day_began").await.ok();
    assert_eq!(audit.as_array().map(Vec::len), Some(2), "once for each day");
}

#[tokio::test]
async fn a_start_of_the_day_that_moves_today_changes_prices_at_once() {
    let bar = TestBar::with_two_rates("included").await;
    // 21 November, 20:00: until 21:00 it is still the night of the 20th.
    bar.admin().put("/api/settings", json!({"dayStartsAt": "21:00"})).await.ok();
    bar.plans_club("2026-11-21", "2.25").await;
    assert_eq!(bar.club_prices().await, ["2.00"; 4]);
    let mut phone = LiveClient::listen(&bar.bartender(), None).await;
    bar.admin().put("/api/settings", json!({"dayStartsAt": "05:00"})).await.ok();
    assert_eq!(bar.club_prices().await, ["2.25"; 4]);
    assert!(phone.next_change().await.expect("a change").topics.contains(&"tax".to_owned()));
}
