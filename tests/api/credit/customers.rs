//! Customers of tabs: which spellings are one, renaming and joining.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::order_steps::assert_fields;

const OWNED: (&str, &str) = ("O'Brien", "0770551240");

impl TestBar {
    /// All customers whom `wanted` finds.
    pub(super) async fn customers(&self, query: &str) -> Value {
        self.manager().get(&format!("/api/customers{query}")).await.ok()
    }

    async fn tab_names(&self) -> Vec<Value> {
        values_of(&self.tabs().await, "customerName")
    }

    async fn sets_country(&self, code: &str) {
        self.admin().put("/api/settings", json!({"phoneCountry": code})).await.ok();
    }
}

#[tokio::test]
async fn one_guest_however_typed_has_one_tab() {
    let bar = TestBar::stocked().await;
    let names = ["O'Brien", "O’Brien", "o`brien", " O‘BRIEN "];
    let phones = ["0770551240", "0770 55 12 40", "0770-551-240", "+231 770 551240", "00231770551240", "(+231) 770.551.240"];
    for (place, phone) in phones.into_iter().enumerate() {
        bar.sells_on_credit((names[place % names.len()], phone), "Beer", 1).await;
    }
    let tabs = bar.tabs().await;
    assert_eq!(tabs.as_array().map(Vec::len), Some(1), "{tabs}");
    let first = json!({"customerId": "O'Brien_0770551240", "customerName": OWNED.0, "customerPhone": OWNED.1, "dueUSD": "12.00"});
    assert_fields(&tabs[0], first);
    assert_eq!(values_of(&tabs[0]["items"], "customerName"), [OWNED.0; 6], "what was typed first is shown");
    for other in [("O'Brien", ""), ("OBrien", "0770551240"), ("O'Brien", "231770551240"), ("O'Brien", "+233770551240")] {
        bar.sells_on_credit(other, "Beer", 1).await;
    }
    assert_eq!(bar.tabs().await.as_array().map(Vec::len), Some(5));
    let pay = json!({"customerName": "o’brien", "customerPhone": "+231770551240"});
    let paid = bar.bartender().post("/api/credit/bulk-pay", pay).await.ok();
    assert_fields(&paid, json!({"paid": 6, "totalUSD": "12.00"}));
    assert_fields(&paid["receipt"], json!({"customerName": OWNED.0, "customerPhone": OWNED.1}));
}

#[tokio::test]
async fn an_order_goes_on_the_tab_that_is_there() {
    let bar = TestBar::stocked().await;
    bar.sells_on_credit(("José", "0770 1"), "Beer", 1).await;
    let order = bar.takes_order(&[("Whisky", 1)]).await;
    let attached = bar.puts_on_credit(&order, ("JOSE", "+231 7701")).await.ok();
    assert_fields(&attached["order"], json!({"tabCustomerName": "José", "tabCustomerPhone": "0770 1"}));
    assert_fields(&bar.tabs().await[0], json!({"customerName": "José", "dueUSD": "8.00"}));
}

#[tokio::test]
async fn a_customer_is_renamed_and_the_old_id_leads_to_them() {
    let bar = TestBar::stocked().await;
    bar.sells_on_credit(("Emanuel Toe", "0770 1"), "Whisky", 1).await;
    let order = bar.takes_order(&[("Beer", 1)]).await;
    bar.puts_on_credit(&order, ("Emanuel Toe", "0770 1")).await.ok();
    bar.sells_on_credit(("Fatu", ""), "Beer", 1).await;
    let path = "/api/customers/Emanuel%20Toe_0770%201";
    let renamed = bar.manager().patch(path, json!({"customerName": "Emmanuel Toe", "customerPhone": "0770 2", "limitUSD": 150})).await.ok();
    let id = "Emanuel Toe_0770 1";
    let expected = json!({"customerId": id, "customerName": "Emmanuel Toe", "customerPhone": "0770 2", "limitUSD": "150.00",
        "dueUSD": "8.00", "dueLRD": "1520.00", "aliases": []});
    assert_fields(&renamed, expected);
    assert!(renamed["oldestAt"].is_string());
    assert_eq!(
        bar.audit_summaries("credit.customer_changed", 1).await,
        ["Customer Emanuel Toe (0770 1) renamed to Emmanuel Toe (0770 2); limit $150.00 instead of $1,000.00"]
    );
    assert_eq!(bar.tab_names().await, ["Fatu", "Emmanuel Toe"]);
    assert_fields(&bar.order(&order).await, json!({"tabCustomerName": "Emmanuel Toe", "tabCustomerPhone": "0770 2"}));
    let credits = bar.bartender().get("/api/credit?q=emmanuel").await.ok();
    assert_eq!(values_of(&credits, "customerName"), ["Emmanuel Toe", "Emmanuel Toe"]);
    // The old name, the new one and the old id lead to the same customer.
    bar.sells_on_credit(("emanuel toe", "07701"), "Beer", 1).await;
    bar.sells_on_credit(("Emmanuel Toe", "07702"), "Beer", 1).await;
    assert_fields(&bar.manager().patch(path, json!({})).await.ok(), json!({"customerName": "Emmanuel Toe", "dueUSD": "12.00"}));
    assert_eq!(bar.audit_summaries("credit.customer_changed", 5).await.len(), 1, "no change is none");
    let taken = bar.manager().patch(path, json!({"customerName": "FATU", "customerPhone": null})).await.refused(409, "taken");
    assert_eq!(taken["customerId"], "Fatu_");
    bar.bartender().patch(path, json!({"limitUSD": 1})).await.refused(403, "forbidden");
    assert_eq!(bar.manager().patch(path, json!({"limitUSD": null})).await.ok()["limitUSD"], Value::Null);
    for name in ["Emanuel Toe", "Emmanuel Toe"] {
        let part = json!({"customerName": name, "amountUSD": 1});
        assert_eq!(bar.bartender().post("/api/tabs/payment", part).await.ok()["tab"]["customerId"], id);
    }
}

#[tokio::test]
async fn two_tabs_become_one_and_their_sums_stay() {
    let bar = TestBar::stocked().await;
    bar.sells_on_credit(("Emanuel Toe", ""), "Whisky", 1).await;
    bar.sells_on_credit(("Emmanuel Toe", "0770"), "Rice", 1).await;
    bar.sells_on_credit(("Emanuel Toe", ""), "Beer", 1).await;
    let before = bar.bartender().get("/api/credit").await.ok();
    let path = "/api/customers/Emmanuel%20Toe_0770/join";
    bar.bartender().post(path, json!({"from": "Emanuel Toe_"})).await.refused(403, "forbidden");
    let tab = bar.manager().post(path, json!({"from": "Emanuel Toe_"})).await.ok();
    assert_fields(&tab, json!({"customerId": "Emmanuel Toe_0770", "customerName": "Emmanuel Toe", "totalUSD": "13.00", "dueUSD": "13.00"}));
    assert_eq!(values_of(&tab["items"], "productName"), ["Whisky", "Rice", "Beer"], "oldest first");
    assert_eq!(bar.audit_summaries("credit.tabs_joined", 1).await, ["Tab of Emanuel Toe joined to that of Emmanuel Toe (0770)"]);
    let after = bar.bartender().get("/api/credit").await.ok();
    for member in ["id", "createdAt", "userName", "totalAmountUSD", "exchangeRate"] {
        assert_eq!(values_of(&before, member), values_of(&after, member), "{member}");
    }
    let customers = bar.customers("?q=emanuel").await;
    assert_fields(&customers[0], json!({"customerName": "Emmanuel Toe", "aliases": ["Emanuel Toe_"]}));
    assert_eq!(customers.as_array().map(Vec::len), Some(1));
    for from in ["Emmanuel Toe_0770", "Emanuel Toe_"] {
        bar.manager().post(path, json!({"from": from})).await.refused(409, "conflict");
    }
    // The old id leads to the customer that stays, in every call.
    bar.sells_on_credit(("emanuel  toe", ""), "Beer", 1).await;
    let renamed = bar.manager().patch("/api/customers/Emanuel%20Toe_", json!({"limitUSD": 20})).await.ok();
    assert_fields(&renamed, json!({"customerId": "Emmanuel Toe_0770", "dueUSD": "15.00", "limitUSD": "20.00"}));
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "Emanuel Toe", "customerPhone": ""})).await.ok();
    assert_fields(&paid, json!({"paid": 4, "totalUSD": "15.00"}));
    assert_eq!(values_of(&bar.tabs().await, "status"), ["paid"]);
    bar.sells_on_credit(("Third", ""), "Beer", 1).await;
    bar.manager().post("/api/customers/Third_/join", json!({"from": "Emanuel Toe_"})).await.refused(409, "conflict");
    let tab = bar.manager().post(path, json!({"from": "Third_"})).await.ok();
    assert_fields(&tab, json!({"status": "unpaid", "totalUSD": "2.00"}));
}

#[tokio::test]
async fn a_settled_tab_and_an_open_one_join_to_the_open_one() {
    let bar = TestBar::stocked().await;
    let open = bar.sells_on_credit(("Ama", ""), "Beer", 1).await;
    let settled = bar.sells_on_credit(("Amah", ""), "Whisky", 1).await;
    bar.pays_credit(&settled, json!({})).await.ok();
    let tab = bar.manager().post("/api/customers/Amah_/join", json!({"from": "Ama_"})).await.ok();
    assert_fields(&tab, json!({"customerName": "Amah", "status": "unpaid", "dueUSD": "2.00"}));
    assert_eq!(bar.tabs().await.as_array().map(Vec::len), Some(1));
    bar.pays_credit(&open, json!({})).await.ok();
    assert_eq!(values_of(&bar.tabs().await, "status"), ["paid"]);
}

#[tokio::test]
async fn what_a_new_country_code_makes_one_is_proposed_and_stays_two_tabs() {
    let bar = TestBar::stocked().await;
    bar.sets_country("1").await;
    bar.sells_on_credit(("Musu", "0770551240"), "Beer", 1).await;
    bar.sells_on_credit(("Musu", "+231 770551240"), "Whisky", 1).await;
    bar.sells_on_credit(("Fatu", ""), "Beer", 1).await;
    assert_eq!(bar.customers("?same=true").await, json!([]));
    bar.sets_country("231").await;
    let same = bar.customers("?same=true").await;
    assert_eq!(values_of(&same, "customerId"), ["Musu_+231 770551240", "Musu_0770551240"]);
    bar.bartender().get("/api/customers?same=true").await.refused(403, "forbidden");
    assert_eq!(bar.tabs().await.as_array().map(Vec::len), Some(3), "nothing is joined by itself");
    // What is typed as one of them goes to that one, and else to the first.
    bar.sells_on_credit(("Musu", "+231 770551240"), "Beer", 1).await;
    bar.sells_on_credit(("MUSU", "+231-770-551-240"), "Beer", 1).await;
    let due = |tabs: Value, phone: &str| {
        let tab = tabs.as_array().expect("tabs").iter().find(|tab| tab["customerPhone"] == phone).cloned().expect("a tab");
        tab["dueUSD"].clone()
    };
    assert_eq!(due(bar.tabs().await, "+231 770551240"), "8.00");
    assert_eq!(due(bar.tabs().await, "0770551240"), "4.00");
    bar.manager().post("/api/customers/Musu_0770551240/join", json!({"from": "Musu_+231 770551240"})).await.ok();
    assert_eq!(bar.customers("?same=true").await, json!([]));
    // Under yet another code, a customer who was typed as dialled from abroad is found by that.
    bar.sets_country("233").await;
    for phone in ["00231 770 551 240", "+231 (0)770 55 12 40"] {
        bar.sells_on_credit(("Musu", phone), "Beer", 1).await;
    }
    assert_eq!(bar.tabs().await.as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn the_country_code_has_one_to_three_digits() {
    let bar = TestBar::open().await;
    assert_eq!(bar.admin().get("/api/settings").await.ok()["phoneCountry"], "231");
    assert_eq!(bar.guest().get("/api/settings/public").await.ok()["phoneCountry"], "231");
    for wrong in ["", "+231", "2310", "0", "ab", " "] {
        let refused = bar.admin().put("/api/settings", json!({"phoneCountry": wrong})).await.refused(400, "invalid");
        assert_eq!(refused["fields"]["phoneCountry"], "Must be a country code of 1 to 3 digits, such as 231", "{wrong}");
    }
    assert_eq!(bar.admin().put("/api/settings", json!({"phoneCountry": 44})).await.ok()["phoneCountry"], "44");
}

#[tokio::test]
async fn customers_are_found_by_name_and_phone() {
    let bar = TestBar::stocked().await;
    bar.sells_on_credit(("José Müller", "0770 55 12 40"), "Beer", 1).await;
    let paid = bar.sells_on_credit(("Fatu", ""), "Beer", 1).await;
    bar.pays_credit(&paid, json!({})).await.ok();
    assert_eq!(values_of(&bar.customers("").await, "customerName"), ["Fatu", "José Müller"]);
    assert_fields(&bar.customers("?q=fatu").await[0], json!({"dueUSD": "0.00", "dueLRD": "0.00", "oldestAt": null, "limitUSD": "1000.00"}));
    for wanted in ["jose", "muller%20jose", "5512"] {
        assert_eq!(values_of(&bar.customers(&format!("?q={wanted}")).await, "customerName"), ["José Müller"], "{wanted}");
    }
    assert_eq!(bar.customers("?q=unknown").await, json!([]));
}
