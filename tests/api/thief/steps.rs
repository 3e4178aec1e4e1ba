//! The thief's calls.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::money::dollars;
use super::night::{Night, RATE, id, quantity, worth};
use crate::bar::{Answer, text};
use crate::tills::{DRAWER, SAFE, minor, pair};
use crate::tips::with;

/// A US cent in Liberian cents: what is shown in dollars settles, rounded to the cent.
const CENT: i64 = RATE;

pub(super) const CALLS: [&str; 36] = [
    "sale",
    "sale",
    "batch",
    "order",
    "order",
    "order",
    "add",
    "remove",
    "remove",
    "lower",
    "cancel",
    "serve",
    "bill",
    "bill",
    "bill",
    "move",
    "move",
    "split",
    "merge",
    "pay",
    "pay",
    "pay",
    "share",
    "tab",
    "credit",
    "pay credit",
    "exchange",
    "pay out",
    "drop",
    "transfer",
    "tips",
    "guests",
    "forbidden",
    "print",
    "hand over",
    "wait",
];

impl Night {
    /// Makes a random call. Its name is counted in `done` if it succeeded.
    pub async fn step(&mut self, done: &mut BTreeMap<&'static str, u32>) {
        self.waits(5);
        self.looks_at_the_orders().await;
        let name = self.one_of(&CALLS);
        let succeeded = match name {
            "sale" => self.sells().await,
            "batch" => self.sells_a_cart().await,
            "order" => self.takes_an_order().await,
            "add" => self.adds().await,
            "remove" => self.removes().await,
            "lower" => self.lowers().await,
            "cancel" => self.cancels().await,
            "serve" => self.serves().await,
            "bill" => self.bills().await,
            "move" => self.moves().await,
            "split" => self.splits().await,
            "merge" => self.merges().await,
            "pay" => self.pays(None).await,
            "share" => self.shares().await,
            "tab" => self.puts_on_a_tab().await,
            "credit" => self.gives_credit().await,
            "pay credit" => self.pays_credit().await,
            "exchange" => self.exchanges().await,
            "pay out" => self.pays_out().await,
            "drop" => self.drops().await,
            "transfer" => self.transfers().await,
            "tips" => self.takes_tips().await,
            "guests" => self.changes_the_order().await,
            "forbidden" => self.tries_what_is_a_managers().await,
            "print" => self.prints().await,
            "hand over" => self.hands_over().await,
            "wait" => {
                self.waits(180);
                true
            }
            name => panic!("{name} is no step"),
        };
        if succeeded {
            *done.entry(name).or_default() += 1;
        }
    }

    /// Sends a call that takes money for a debt of this worth. What is not cash never pays for more than the debt and the tip: the rest
    /// would be change, out of the till.
    async fn takes_money(&mut self, method: &str, path: &str, body: Value, due: i64) -> bool {
        let answer = self.call(method, path, body).await;
        if !is_done(&answer) {
            return false;
        }
        let payment = answer.json()["payment"].clone();
        let tenders = payment["tenders"].as_array().expect("tenders").iter().filter(|tender| tender["method"] != "cash");
        let not_cash: i64 = tenders.map(|tender| minor(&tender["amount"]) * if tender["currency"] == "USD" { RATE } else { 1 }).sum();
        let most = due + worth(pair(&payment, "tip")) + CENT;
        assert!(not_cash <= most, "L${not_cash} cents without cash for L${most} cents: {payment:#}\n{}", self.story());
        true
    }

    async fn sells(&mut self) -> bool {
        let (goods, worth) = self.goods();
        let price = if self.rng.below(6) == 0 { json!({"unitPrice": "0.01", "discountReason": "Friend"}) } else { json!({}) };
        let body = self.with_money(worth, with(goods, &price));
        let sold = self.takes_money("POST", "/api/sales", body, worth).await;
        self.taken += if sold { worth } else { 0 };
        sold
    }

    async fn sells_a_cart(&mut self) -> bool {
        let (goods, worths): (Vec<_>, Vec<_>) = (0..2).map(|_| self.goods()).unzip();
        let worth: i64 = worths.into_iter().sum();
        let off = if self.rng.below(6) == 0 { json!({"discount": {"percent": "50", "reason": "Friend"}}) } else { json!({}) };
        let body = self.with_money(worth, with(json!({"sales": goods}), &off));
        let sold = self.takes_money("POST", "/api/sales/batch", body, worth).await;
        self.taken += if sold { worth } else { 0 };
        sold
    }

    async fn takes_an_order(&mut self) -> bool {
        let (goods, worths): (Vec<_>, Vec<_>) = (0..1 + self.rng.below(3)).map(|_| self.goods()).unzip();
        let guests = self.rng.below(9);
        let mut body = json!({"customerName": format!("Guest {}", self.orders.len()), "orderType": "dine_in",
            "tableId": 1 + self.rng.below(12), "items": goods});
        if guests > 0 {
            body["guests"] = json!(guests);
        }
        let taken = is_done(&self.call("POST", "/api/orders", body).await);
        self.taken += if taken { worths.into_iter().sum() } else { 0 };
        taken
    }

    async fn adds(&mut self) -> bool {
        let Some(order) = self.any_order() else { return false };
        let (goods, worth) = self.goods();
        let added = is_done(&self.call("POST", &format!("/api/orders/{}/items", order["id"]), goods).await);
        self.taken += if added { worth } else { 0 };
        added
    }

    fn any_item(&mut self) -> Option<(Value, Value)> {
        let order = self.any_order()?;
        let item = self.any_of(order["items"].as_array().expect("items"))?;
        Some((order, item))
    }

    async fn removes(&mut self) -> bool {
        let Some((order, item)) = self.any_item() else { return false };
        let removed = is_done(&self.call("DELETE", &format!("/api/orders/{}/items/{}", order["id"], item["id"]), json!({})).await);
        if removed {
            self.took_off(&item, quantity(&item));
        }
        removed
    }

    async fn lowers(&mut self) -> bool {
        let Some((order, item)) = self.any_item() else { return false };
        let (of, to) = (quantity(&item), i64::try_from(self.rng.below(4)).expect("small"));
        let body = json!({"quantity": to, "of": of, "reason": "Guest changed mind"});
        let lowered = to < of && is_done(&self.call("PATCH", &format!("/api/orders/{}/items/{}", order["id"], item["id"]), body).await);
        if lowered {
            self.took_off(&item, of - to);
        }
        lowered
    }

    async fn cancels(&mut self) -> bool {
        let Some(order) = self.any_order() else { return false };
        let body = json!({"status": "cancelled", "reason": "They left"});
        let cancelled = is_done(&self.call("PATCH", &format!("/api/orders/{}/status", order["id"]), body).await);
        if cancelled {
            for item in order["items"].as_array().expect("items") {
                self.took_off(item, quantity(item));
            }
        }
        cancelled
    }

    async fn serves(&mut self) -> bool {
        let Some(order) = self.any_order() else { return false };
        let next = match text(&order["status"]) {
            "pending" => "preparing",
            "preparing" => "ready",
            _ => "served",
        };
        is_done(&self.call("PATCH", &format!("/api/orders/{}/status", order["id"]), json!({"status": next})).await)
    }

    async fn bills(&mut self) -> bool {
        let Some(order) = self.any_order() else { return false };
        let billed = is_done(&self.call("POST", &format!("/api/orders/{}/bill", order["id"]), json!({"print": false})).await);
        if billed && order["paymentStatus"] != "paid" {
            self.shows_the_bill(&order);
        }
        billed
    }

    async fn moves(&mut self) -> bool {
        let Some(order) = self.any_order() else { return false };
        let other = self.any_order().map_or(Value::Null, |other| other["id"].clone());
        let to = if self.rng.below(2) == 0 { json!({"new": {}}) } else { json!({"orderId": other}) };
        let items: Vec<Value> = order["items"].as_array().expect("items").iter().map(|item| self.piece_of(item)).collect();
        let items = items.into_iter().filter(|_| self.rng.below(3) > 0).collect::<Vec<_>>();
        is_done(&self.call("POST", &format!("/api/orders/{}/move", order["id"]), json!({"items": items, "to": to})).await)
    }

    /// Some or all pieces of an item, to be moved.
    fn piece_of(&mut self, item: &Value) -> Value {
        let of = quantity(item);
        let pieces = if self.rng.below(2) == 0 { of } else { 1 + i64::try_from(self.rng.below(of.unsigned_abs())).expect("small") };
        json!({"itemId": item["id"], "quantity": pieces, "of": of})
    }

    async fn splits(&mut self) -> bool {
        let Some((order, item)) = self.any_item() else { return false };
        let body = json!({"bills": [{"items": [self.piece_of(&item)]}]});
        is_done(&self.call("POST", &format!("/api/orders/{}/split", order["id"]), body).await)
    }

    async fn merges(&mut self) -> bool {
        let (Some(order), Some(other)) = (self.any_order(), self.any_order()) else { return false };
        is_done(&self.call("POST", &format!("/api/orders/{}/merge", order["id"]), json!({"from": [other["id"]]})).await)
    }

    async fn pays(&mut self, share: Option<Value>) -> bool {
        let Some(order) = self.any_order() else { return false };
        let due = minor(&order["remainingLRD"]);
        let body = self.with_money(due, share.unwrap_or_else(|| json!({})));
        self.takes_money("POST", &format!("/api/orders/{}/payment", order["id"]), body, due).await
    }

    async fn shares(&mut self) -> bool {
        let of = 2 + self.rng.below(3);
        let (part, pay_in) = (1 + self.rng.below(2), self.one_of(&["LRD", "USD", "split"]));
        self.pays(Some(json!({"share": {"of": of, "part": part, "payIn": pay_in}}))).await
    }

    async fn puts_on_a_tab(&mut self) -> bool {
        let Some(order) = self.any_order() else { return false };
        is_done(&self.call("POST", &format!("/api/orders/{}/credit", order["id"]), json!({"customerName": "Joe Sumo"})).await)
    }

    async fn gives_credit(&mut self) -> bool {
        let (goods, worth) = self.goods();
        let body = with(goods, &json!({"customerName": "Joe Sumo"}));
        let given = is_done(&self.call("POST", "/api/credit", body).await);
        self.taken += if given { worth } else { 0 };
        given
    }

    async fn pays_credit(&mut self) -> bool {
        let credits = self.bar.manager().get("/api/credit?status=active").await.ok();
        let Some(credit) = self.any_of(credits.as_array().expect("credits")) else { return false };
        let owed = |credit: &Value| minor(&credit["owedUSD"]) * RATE + minor(&credit["owedLRD"]);
        let (due, all) = (owed(&credit), credits.as_array().expect("credits").iter().map(owed).sum());
        match self.rng.below(3) {
            0 => {
                let body = self.with_money(due, json!({}));
                self.takes_money("PATCH", &format!("/api/credit/{}/pay", credit["id"]), body, due).await
            }
            1 => is_done(&self.call("POST", "/api/credit/bulk-pay", json!({"customerName": credit["customerName"]})).await),
            _ => {
                let body = self.with_money(due, json!({"customerName": credit["customerName"]}));
                self.takes_money("POST", "/api/tabs/payment", body, all).await
            }
        }
    }

    async fn exchanges(&mut self) -> bool {
        let usd = 1 + self.rng.below(150);
        let rates = [1, 90, 180, 186, 187, 189, 190, 191, 193, 194, 250];
        let rate = rates[usize::try_from(self.rng.below(rates.len() as u64)).expect("small")];
        let body = json!({"kind": "exchange", "gives": self.one_of(&["USD", "LRD"]), "amountUSD": format!("{usd}.00"),
            "amountLRD": format!("{}.00", usd * rate)});
        self.moves_cash(body).await
    }

    async fn moves_cash(&mut self, body: Value) -> bool {
        let till = self.any_till();
        is_done(&self.call("POST", &format!("/api/tills/{till}/movements"), body).await)
    }

    async fn pays_out(&mut self) -> bool {
        let kind = self.one_of(&["pay_out", "pay_out", "pay_out", "pay_in", "tip_out", "bank", "owner"]);
        let (usd, lrd) = (i64::try_from(self.rng.below(3_000)).expect("small"), i64::try_from(self.rng.below(600_000)).expect("small"));
        let body = json!({"kind": kind, "amountUSD": dollars(usd), "amountLRD": dollars(lrd), "reason": "Ice",
            "userId": crate::devices::BARTENDER});
        self.moves_cash(body).await
    }

    async fn drops(&mut self) -> bool {
        let usd = self.rng.below(60);
        self.moves_cash(json!({"kind": "drop", "amountUSD": format!("{usd}.00"), "amountLRD": "500.00", "otherTillId": SAFE})).await
    }

    /// Money between drawer, purse and safe; the purse is opened with a float from the drawer.
    async fn transfers(&mut self) -> bool {
        if self.rng.below(3) == 0 {
            let float = json!({"fromTillId": DRAWER, "amountUSD": "20.00", "amountLRD": "2000.00"});
            let body = json!({"tillId": crate::tills::PURSE, "count": {"amountUSD": "20.00", "amountLRD": "2000.00"}, "float": float});
            return is_done(&self.call("POST", "/api/shifts", body).await);
        }
        let kind = self.one_of(&["transfer", "float"]);
        let to = self.any_till();
        let amount = self.rng.below(50);
        self.moves_cash(json!({"kind": kind, "amountUSD": format!("{amount}.00"), "amountLRD": "100.00", "otherTillId": to})).await
    }

    async fn takes_tips(&mut self) -> bool {
        let tips = self.thief().get("/api/tips").await.ok();
        let due = tips["rows"].as_array().expect("rows").first().cloned().unwrap_or_default();
        let amount = |name: &str| if due[name].is_string() { due[name].clone() } else { json!("1.00") };
        let body = json!({"userId": crate::devices::BARTENDER, "amountUSD": amount("dueUSD"), "amountLRD": amount("dueLRD")});
        is_done(&self.call("POST", "/api/tips/payout", body).await)
    }

    async fn changes_the_order(&mut self) -> bool {
        let Some(order) = self.any_order() else { return false };
        let body = match self.rng.below(5) {
            0 => json!({"guests": null}),
            1 => json!({"orderType": "takeout", "tableId": null}),
            2 => json!({"customerName": "Somebody", "tableId": 1 + self.rng.below(12)}),
            _ => json!({"guests": 1 + self.rng.below(9)}),
        };
        is_done(&self.call("PATCH", &format!("/api/orders/{}", order["id"]), body).await)
    }

    /// What a bartender asks a manager for under the first settings, or may not do at all.
    async fn tries_what_is_a_managers(&mut self) -> bool {
        let Some((order, item)) = self.any_item() else { return false };
        let path = format!("/api/orders/{}", order["id"]);
        let items = json!([{"itemId": item["id"], "quantity": 1, "of": item["quantity"]}]);
        let last = self.bar.manager().get("/api/payments?limit=1").await.ok();
        let sales = self.bar.manager().get("/api/sales?limit=20").await.ok();
        let sale = self.any_of(sales.as_array().expect("sales")).unwrap_or_default();
        let refund = json!({"items": [{"saleId": sale["id"], "quantity": 1}], "reason": "Wrong"});
        let (method, path, body) = match self.rng.below(11) {
            0 => ("POST", format!("{path}/discount"), json!({"percent": "100", "reason": "Friend"})),
            1 => ("POST", format!("{path}/comp"), json!({"items": items, "reason": "Friend"})),
            2 => ("POST", format!("{path}/void"), json!({"reason": "Wrong"})),
            3 => ("POST", format!("{path}/walk-out"), json!({"reason": "Ran away"})),
            4 => ("PUT", format!("{path}/tax-exemption"), json!({"name": "Embassy", "documentNumber": "1"})),
            5 => ("POST", format!("{path}/service-charge"), json!({"apply": false, "reason": "Friend"})),
            6 => ("POST", format!("/api/payments/{}/refund", last[0]["id"]), json!({"reason": "Wrong"})),
            7 => ("POST", format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Wrong", "quantity": 1})),
            8 => ("POST", format!("/api/receipts/{}/refund", sale["receiptNumber"].as_str().unwrap_or("R")), refund),
            9 => ("POST", format!("{path}/walk-out/recover"), json!({"customerName": "Joe Sumo"})),
            _ => ("POST", "/api/orders/transfer".to_owned(), json!({"userId": 2, "orderIds": [order["id"]]})),
        };
        is_done(&self.call(method, &path, body).await)
    }

    async fn prints(&mut self) -> bool {
        let receipts = self.bar.manager().get("/api/receipts?limit=5").await.ok();
        let Some(receipt) = self.any_of(receipts.as_array().expect("receipts")) else { return false };
        let number = text(&receipt["receiptNumber"]).to_owned();
        match self.rng.below(2) {
            0 => is_done(&self.call("POST", "/api/drawer", json!({"reason": "Make change"})).await),
            _ => is_done(&self.thief().get(&format!("/api/receipts/{number}")).await),
        }
    }

    /// Counts the drawer with what the box expects there, and goes on in a new shift with what is left.
    async fn hands_over(&mut self) -> bool {
        let tills = self.bar.manager().get("/api/tills").await.ok();
        let drawer = tills.as_array().expect("tills").iter().find(|till| id(till) == DRAWER).expect("the drawer").clone();
        if drawer["openShiftId"].is_null() || self.rng.below(2) == 0 {
            return false;
        }
        let (usd, lrd) = (drawer["cashUSD"].clone(), drawer["cashLRD"].clone());
        if minor(&usd) < 0 || minor(&lrd) < 0 {
            return false;
        }
        let count = json!({"amountUSD": usd, "amountLRD": lrd});
        let path = format!("/api/shifts/{}/count", drawer["openShiftId"]);
        let closed = is_done(&self.call("POST", &path, json!({"count": count})).await);
        if closed {
            let opened = self.call("POST", "/api/shifts", json!({"tillId": DRAWER, "count": count})).await;
            assert!(is_done(&opened), "{}", opened.text());
        }
        closed
    }
}

fn is_done(answer: &Answer) -> bool {
    answer.status < 300
}
