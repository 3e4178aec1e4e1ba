//! What is shown settles, on every call, by every method, at every rate; and prices that are fixed in both currencies.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar, text};
use crate::order_steps::{CUSTOMER, assert_fields};

const CALLS: [&str; 6] = ["sale", "batch", "order", "credit", "bulk", "tab"];

/// A bill of one product, ready to be paid by one call.
struct Bill<'a> {
    bar: &'a TestBar,
    call: &'static str,
    product: u64,
    /// The order, or the credit item.
    id: Value,
    customer: String,
}

impl<'a> Bill<'a> {
    async fn of(bar: &'a TestBar, call: &'static str, product: u64, customer: &str) -> Bill<'a> {
        let (name, phone) = (customer, CUSTOMER.1);
        let id = match call {
            "order" => {
                let items = json!([{"productId": product, "quantity": 1}]);
                let order = json!({"customerName": name, "orderType": "takeout", "items": items});
                bar.bartender().post("/api/orders", order).await.created()["id"].clone()
            }
            "sale" | "batch" => Value::Null,
            _ => {
                let body = json!({"customerName": name, "customerPhone": phone, "productId": product, "quantity": 1});
                bar.bartender().post("/api/credit", body).await.created()["id"].clone()
            }
        };
        Bill { bar, call, product, id, customer: customer.to_owned() }
    }

    async fn pays(&self, method: &str, currency: &str, amount: &str) -> Answer {
        let tenders = json!([{"method": method, "currency": currency, "amount": amount}]);
        let person = self.bar.bartender();
        let tab = json!({"customerName": self.customer, "customerPhone": CUSTOMER.1, "tenders": tenders});
        match self.call {
            "sale" => person.post("/api/sales", json!({"productId": self.product, "quantity": 1, "tenders": tenders})).await,
            "batch" => {
                person.post("/api/sales/batch", json!({"sales": [{"productId": self.product, "quantity": 1}], "tenders": tenders})).await
            }
            "order" => person.post(&format!("/api/orders/{}/payment", self.id), json!({"tenders": tenders})).await,
            "credit" => person.patch(&format!("/api/credit/{}/pay", self.id), json!({"tenders": tenders})).await,
            "bulk" => person.post("/api/credit/bulk-pay", tab).await,
            _ => person.post("/api/tabs/payment", tab).await,
        }
    }

    fn must_be_covered(&self) -> bool {
        matches!(self.call, "sale" | "batch" | "bulk")
    }

    /// Whether nothing is owed any more.
    fn is_settled(&self, answer: &Value) -> bool {
        match self.call {
            "order" => answer["order"]["paymentStatus"] == "paid",
            "credit" => answer["status"] == "paid" || answer["credit"]["status"] == "paid",
            "tab" => answer["tab"]["dueUSD"] == "0.00",
            _ => true,
        }
    }

    async fn settles(&self, method: &str, currency: &str, amount: &str, change: (&str, &str)) {
        let paid = self.pays(method, currency, amount).await.in_200s();
        let about = format!("{} by {method}, {currency} {amount}: {paid:#}", self.call);
        assert!(self.is_settled(&paid), "{about}");
        let given = (text(&paid["payment"]["changeUSD"]), text(&paid["payment"]["changeLRD"]));
        assert_eq!(given, change, "{about}");
    }
}

const NONE: (&str, &str) = ("0.00", "0.00");

#[tokio::test]
async fn half_a_cent_is_shown_as_one_and_settles_as_one() {
    let bar = TestBar::open().await;
    bar.set_rate(json!(200)).await;
    let rice = json!({"name": "Rice", "category": "food", "currency": "LRD", "priceLRD": 955, "stock": 500});
    let rice = bar.product(rice).await["id"].as_u64().expect("an id");
    for call in CALLS {
        for method in ["card", "cash", "mobile"] {
            let bill = Bill::of(&bar, call, rice, &format!("{call} {method}")).await;
            if method != "cash" {
                let over = bill.pays(method, "USD", "4.79").await.refused(409, "overpaid");
                assert_fields(&over, json!({"dueUSD": "4.78", "dueLRD": "955.00"}));
                bill.pays(method, "LRD", "955.01").await.refused(409, "overpaid");
            }
            if bill.must_be_covered() {
                bill.pays(method, "USD", "4.77").await.refused(409, "underpaid");
            }
            bill.settles(method, "USD", "4.78", NONE).await;
            Bill::of(&bar, call, rice, &format!("{call} {method} in LRD")).await.settles(method, "LRD", "955.00", NONE).await;
        }
    }
}

#[tokio::test]
async fn what_an_order_shows_settles_after_parts_and_other_rates() {
    let bar = TestBar::open().await;
    for (number, (rate, later)) in
        [("190", "200"), ("200", "187.3333"), ("0.6", "0.7"), ("150.25", "1"), ("7.7777", "9999.9999")].into_iter().enumerate()
    {
        bar.set_rate(json!(rate)).await;
        let product = |currency: &str, price: &str| json!({"name": format!("{currency} {number}"), "currency": currency, "price": price, "stock": 99});
        let (drink, food) = (bar.product(product("USD", "3.33")).await, bar.product(product("LRD", "955")).await);
        for currency in ["USD", "LRD"] {
            for part in [None, Some(("USD", "1.11")), Some(("LRD", "1.11"))] {
                bar.set_rate(json!(rate)).await;
                let items = json!([{"productId": drink["id"], "quantity": 1}, {"productId": food["id"], "quantity": 1}]);
                let order = json!({"customerName": "Musu", "orderType": "takeout", "items": items});
                let order = bar.bartender().post("/api/orders", order).await.created();
                if let Some((currency, amount)) = part {
                    let tenders = json!([{"method": "card", "currency": currency, "amount": amount}]);
                    bar.pays(&order, json!({"tenders": tenders})).await.ok();
                    bar.set_rate(json!(later)).await;
                }
                let shown = bar.order(&order).await[format!("remaining{currency}")].clone();
                let tenders = json!([{"method": "card", "currency": currency, "amount": shown}]);
                let paid = bar.pays(&order, json!({"tenders": tenders})).await.ok();
                assert_fields(&paid["order"], json!({"paymentStatus": "paid"}));
                assert_fields(&paid["payment"], json!({"changeUSD": "0.00", "changeLRD": "0.00"}));
            }
        }
    }
}

#[tokio::test]
async fn a_price_in_both_currencies_settles_at_either_reading() {
    let bar = TestBar::open().await;
    let in_usd = bar.product(json!({"name": "Gin", "currency": "USD", "priceUSD": "7.00", "priceLRD": "1200", "stock": 900})).await;
    let in_lrd = bar.product(json!({"name": "Rum", "currency": "LRD", "priceUSD": "7.00", "priceLRD": "1200", "stock": 900})).await;
    let (in_usd, in_lrd) = (in_usd["id"].as_u64().expect("an id"), in_lrd["id"].as_u64().expect("an id"));
    for call in CALLS {
        let mut number = 0;
        let mut customer = || {
            number += 1;
            format!("{call} {number}")
        };
        // At the rate $7.00 is L$1,330, and L$1,200 is $6.32.
        for (product, currency, amount, change) in [
            (in_usd, "USD", "7.00", NONE),
            (in_usd, "LRD", "1200", NONE),
            (in_usd, "LRD", "1250", NONE),
            (in_usd, "LRD", "1330", NONE),
            (in_usd, "LRD", "1400", ("0.00", "70.00")),
            (in_lrd, "USD", "7.00", NONE),
            (in_lrd, "USD", "6.32", NONE),
            (in_lrd, "USD", "8.00", ("1.00", "0.00")),
            (in_lrd, "LRD", "1200", NONE),
            (in_lrd, "LRD", "1400", ("0.00", "200.00")),
        ] {
            Bill::of(&bar, call, product, &customer()).await.settles("cash", currency, amount, change).await;
        }
        for (product, currency, fits, over) in [
            (in_usd, "USD", "7.00", "7.01"),
            (in_usd, "LRD", "1330", "1331"),
            (in_lrd, "USD", "7.00", "7.01"),
            (in_lrd, "LRD", "1200", "1200.01"),
        ] {
            let bill = Bill::of(&bar, call, product, &customer()).await;
            let refused = bill.pays("card", currency, over).await.refused(409, "overpaid");
            assert_fields(&refused, json!({"dueUSD": "7.00", "dueLRD": "1200.00"}));
            bill.settles("card", currency, fits, NONE).await;
        }
    }
}

#[tokio::test]
async fn a_part_of_two_prices_is_one_of_the_reading_that_it_is_paid_in() {
    let bar = TestBar::open().await;
    let gin = bar.product(json!({"name": "Gin", "currency": "USD", "priceUSD": "7.00", "priceLRD": "1200", "stock": 90})).await;
    let order = || async {
        let items = json!([{"productId": gin["id"], "quantity": 1}]);
        bar.bartender().post("/api/orders", json!({"customerName": "Musu", "orderType": "takeout", "items": items})).await.created()
    };
    let pays = |order: &Value, part: u32, pay_in: &str, method: &str, (currency, amount): (&str, &str)| {
        let body = json!({"share": {"of": 2, "part": part, "payIn": pay_in},
            "tenders": [{"method": method, "currency": currency, "amount": amount}]});
        let (person, path) = (bar.bartender(), format!("/api/orders/{}/payment", order["id"]));
        async move { person.post(&path, body).await }
    };
    let one = order().await;
    let option = |shares: &Value, pay_in: &str| {
        let options = shares["next"]["options"].as_array().expect("options").clone();
        let option = options.into_iter().find(|option| option["payIn"] == pay_in).expect("an option");
        (text(&option["amountUSD"]).to_owned(), text(&option["amountLRD"]).to_owned())
    };
    let shares = bar.shares(&one, 2).await.ok();
    assert_eq!(option(&shares, "LRD"), ("0.00".to_owned(), "600.00".to_owned()));
    assert_eq!(option(&shares, "USD"), ("3.50".to_owned(), "0.00".to_owned()));
    assert_fields(&shares, json!({"amountsLRD": ["600.00", "600.00"], "remainingUSD": "7.00", "remainingLRD": "1200.00"}));
    pays(&one, 1, "LRD", "card", ("LRD", "700")).await.refused(409, "overpaid");
    pays(&one, 1, "LRD", "card", ("LRD", "599")).await.refused(409, "underpaid");
    let paid = pays(&one, 1, "LRD", "card", ("LRD", "600")).await.ok();
    assert_fields(&paid["payment"], json!({"changeLRD": "0.00", "changeUSD": "0.00"}));
    assert_eq!(option(&bar.shares(&one, 2).await.ok(), "USD").0, "3.50");
    assert_eq!(option(&bar.shares(&one, 2).await.ok(), "LRD").1, "600.00");
    let paid = pays(&one, 2, "LRD", "cash", ("LRD", "700")).await.ok();
    assert_fields(&paid["order"], json!({"paymentStatus": "paid"}));
    assert_fields(&paid["payment"], json!({"changeLRD": "35.00", "changeUSD": "0.00"}));
    let other = order().await;
    pays(&other, 1, "USD", "card", ("USD", "3.50")).await.ok();
    let paid = pays(&other, 2, "LRD", "cash", ("LRD", "600")).await.ok();
    assert_fields(&paid["order"], json!({"paymentStatus": "paid"}));
}
