//! Invalid values in every field of every write: refused with 400 at that field, and nothing is stored.

use serde_json::{Value, json};

use crate::bar::{Person, TestBar};

/// Type of a field, which decides the invalid values tried on it.
#[derive(Clone, Copy)]
enum Kind {
    Line,
    Notes,
    Money,
    Whole,
    /// A whole number, or a text with a letter.
    WholeOrName,
    /// A line with a letter.
    Name,
    Flag,
    Word,
    Rate,
}
use Kind::*;

fn invalid_values(kind: Kind) -> Vec<Value> {
    let common = [json!([]), json!({}), json!(["x"]), json!({"a": 1})];
    let own = match kind {
        Line => vec![json!("x".repeat(10_000)), json!("é".repeat(201)), json!("a\u{0}b"), json!("a\nb"), json!("a\u{85}b"), json!(true)],
        Notes => {
            vec![json!("x".repeat(10_000)), json!("é".repeat(2_001)), json!("a\u{0}b"), json!("a\u{1b}[2J"), json!("a\rb"), json!(true)]
        }
        Money => vec![
            json!(1.234),
            json!("1.234"),
            json!(-1),
            json!("-0.01"),
            json!("NaN"),
            json!("Infinity"),
            json!("1e3"),
            json!(1e21),
            json!("1234567890123456"),
            json!(1_234_567_890_123_456_i64),
            json!("1,50"),
            json!("$2"),
            json!("two"),
            json!(true),
        ],
        Whole => {
            vec![json!(1.5), json!("1.5"), json!("x"), json!("1e3"), json!(1e30), json!("99999999999999999999"), json!(-1), json!(true)]
        }
        WholeOrName => vec![json!(1.5), json!("1.5"), json!(1e30), json!("99999999999999999999"), json!(-1), json!(true), json!("a\u{0}b")],
        Name => vec![json!("é".repeat(21)), json!("a\u{0}b"), json!("a\nb"), json!("4"), json!(4), json!(true)],
        Flag => vec![json!("maybe"), json!(2), json!(-1), json!(0.5)],
        Word => vec![json!("rubbish"), json!(7), json!(true), json!("x".repeat(10_000))],
        Rate => vec![json!(0), json!(-190), json!("NaN"), json!("190.00001"), json!(1_000_001), json!("x"), json!(true)],
    };
    common.into_iter().chain(own).collect()
}

/// A valid write, and the type of each of its fields.
struct Write {
    caller: fn(&TestBar) -> Person,
    call: &'static str,
    good: Value,
    fields: &'static [(&'static str, Kind)],
}

const PRODUCT: &[(&str, Kind)] = &[
    ("name", Line),
    ("brand", Line),
    ("barcode", Line),
    ("section", Line),
    ("taxClass", Word),
    ("description", Notes),
    ("price", Money),
    ("priceUSD", Money),
    ("priceLRD", Money),
    ("stock", Whole),
    ("stockMode", Word),
    ("floor", Flag),
    ("unit", Word),
    ("serving", Whole),
    ("forSale", Flag),
    ("par", Whole),
    ("category", Word),
    ("isAvailable", Flag),
    ("currency", Word),
    ("exchangeRate", Rate),
];
const SALE: &[(&str, Kind)] = &[
    ("productId", Whole),
    ("quantity", Whole),
    ("unitPrice", Money),
    ("totalAmount", Money),
    ("currency", Word),
    ("unitPriceUSD", Money),
    ("unitPriceLRD", Money),
    ("totalAmountUSD", Money),
    ("totalAmountLRD", Money),
    ("exchangeRate", Rate),
    ("paymentMethod", Word),
    ("notes", Notes),
    ("customerName", Line),
    ("customerPhone", Line),
    ("discountReason", Line),
    ("label", Line),
];
const USER: &[(&str, Kind)] = &[
    ("username", Line),
    ("email", Line),
    ("role", Word),
    ("firstName", Line),
    ("lastName", Line),
    ("phone", Line),
    ("isActive", Flag),
    ("mustChangePassword", Flag),
];

const ORDER: &[(&str, Kind)] = &[
    ("customerName", Line),
    ("customerPhone", Line),
    ("tableId", Whole),
    ("notes", Notes),
    ("totalAmount", Money),
    ("currency", Word),
    ("totalAmountUSD", Money),
    ("totalAmountLRD", Money),
    ("exchangeRate", Rate),
];
const TABLE: &[(&str, Kind)] = &[("tableNumber", Whole), ("name", Name), ("area", Line), ("capacity", Whole)];
const TENDER: &[(&str, Kind)] = &[("amountUSD", Money), ("amountLRD", Money), ("paymentMethod", Word), ("changeIn", Word)];
const CUSTOMER: &[(&str, Kind)] = &[("customerName", Line), ("customerPhone", Line)];

/// Writes of orders, credit and tables, in an order in which each succeeds.
fn table_service_writes() -> Vec<Write> {
    let write = |caller, call, good, fields| Write { caller, call, good, fields };
    let musu = || json!({"customerName": "Musu"});
    let on_credit = json!({"customerName": "Musu", "productId": 1, "quantity": 1});
    let ordered = json!({"customerName": "Musu", "tableId": 1, "items": [{"productId": 1, "quantity": 1}]});
    let credit = &[
        ("customerName", Line),
        ("productId", Whole),
        ("quantity", Whole),
        ("unitPrice", Money),
        ("totalAmountLRD", Money),
        ("exchangeRate", Rate),
        ("notes", Notes),
        ("currency", Word),
        ("label", Line),
    ];
    let item = &[
        ("productId", Whole),
        ("quantity", Whole),
        ("unitPrice", Money),
        ("totalPrice", Money),
        ("discountReason", Line),
        ("notes", Notes),
        ("label", Line),
    ];
    vec![
        write(TestBar::bartender, "POST /api/credit", on_credit.clone(), credit),
        write(
            TestBar::bartender,
            "POST /api/credit/batch",
            json!({"customerName": "Musu", "items": [on_credit.clone()]}),
            &[("customerName", Line), ("exchangeRate", Rate)],
        ),
        write(TestBar::bartender, "PATCH /api/credit/1/pay", json!({"amountUSD": 1}), TENDER),
        write(TestBar::bartender, "POST /api/tabs/payment", json!({"customerName": "Musu", "amountUSD": "0.50"}), TENDER),
        write(TestBar::bartender, "POST /api/credit/bulk-pay", musu(), &[("customerName", Line), ("paymentMethod", Word)]),
        write(TestBar::bartender, "POST /api/orders", ordered, ORDER),
        write(TestBar::bartender, "POST /api/orders/1/items", json!({"productId": 1, "quantity": 1}), item),
        write(
            TestBar::bartender,
            "PATCH /api/orders/1/items/1",
            json!({"notes": "no pepper"}),
            &[("quantity", Whole), ("of", Whole), ("reason", Line), ("returnToStock", Flag), ("notes", Notes)],
        ),
        write(TestBar::bartender, "PATCH /api/orders/1", json!({"notes": "no ice"}), ORDER),
        write(TestBar::bartender, "PATCH /api/orders/1/status", json!({"status": "preparing"}), &[("status", Word), ("reason", Line)]),
        write(TestBar::bartender, "POST /api/orders/1/payment", json!({"amountUSD": 1}), TENDER),
        write(TestBar::bartender, "POST /api/orders/1/payment", json!({"amountLRD": 10}), &[("exchangeRate", Rate), ("notes", Notes)]),
        write(TestBar::bartender, "POST /api/orders/1/credit", musu(), CUSTOMER),
        write(TestBar::manager, "POST /api/orders/1/void", json!({"reason": "Wrong table"}), &[("reason", Line), ("returnToStock", Flag)]),
        write(
            TestBar::manager,
            "POST /api/tables",
            json!({"tableNumber": 77, "capacity": 4}),
            &[("tableNumber", WholeOrName), ("name", Name), ("area", Line), ("capacity", Whole)],
        ),
        write(TestBar::manager, "PUT /api/tables/1", json!({"capacity": 6}), TABLE),
        write(TestBar::bartender, "PATCH /api/tables/1/status", json!({"status": "cleaning"}), &[("status", Word)]),
    ]
}

/// Writes of products, stock, sales, users and settings.
fn other_writes() -> Vec<Write> {
    let write = |caller, call, good, fields| Write { caller, call, good, fields };
    vec![
        write(TestBar::manager, "POST /api/products", json!({"name": "Water"}), PRODUCT),
        write(TestBar::manager, "PUT /api/products/1", json!({"name": "Club"}), PRODUCT),
        write(
            TestBar::manager,
            "PATCH /api/products/1",
            json!({"priceUSD": 3}),
            &[
                ("price", Money),
                ("priceUSD", Money),
                ("priceLRD", Money),
                ("currency", Word),
                ("exchangeRate", Rate),
                ("stockMode", Word),
                ("floor", Flag),
                ("unit", Word),
                ("serving", Whole),
                ("forSale", Flag),
                ("par", Whole),
            ],
        ),
        write(
            TestBar::manager,
            "POST /api/products/1/stock",
            json!({"delta": 1, "reason": "delivery"}),
            &[("reason", Word), ("notes", Notes)],
        ),
        write(TestBar::manager, "POST /api/products/1/stock", json!({"reason": "count", "count": 9}), &[("count", Whole)]),
        write(TestBar::bartender, "POST /api/products/1/sold-out", json!({"soldOut": false}), &[("soldOut", Flag)]),
        write(TestBar::bartender, "POST /api/sales", json!({"productId": 1, "quantity": 1}), SALE),
        write(
            TestBar::manager,
            "POST /api/sales/1/void",
            json!({"reason": "Wrong drink"}),
            &[("reason", Line), ("returnToStock", Flag), ("quantity", Whole)],
        ),
        write(
            TestBar::manager,
            "POST /api/receipts/R-20261121-0002/refund",
            json!({"reason": "Flat", "items": [{"saleId": 2, "quantity": 1}]}),
            &[("reason", Line), ("returnToStock", Flag)],
        ),
        write(TestBar::bartender, "POST /api/scans", json!({"barcode": "4001"}), &[("barcode", Line)]),
        write(TestBar::admin, "POST /api/exchange-rate", json!({"rate": 190}), &[("rate", Rate)]),
        write(TestBar::admin, "POST /api/users", json!({"username": "musu", "password": "secret-enough"}), USER),
        write(TestBar::admin, "PUT /api/users/2", json!({"firstName": "Musu"}), USER),
        write(TestBar::admin, "PATCH /api/users/2", json!({"isActive": true}), &[("isActive", Flag)]),
        write(
            TestBar::admin,
            "PUT /api/settings",
            json!({"phone": "0770"}),
            &[("businessName", Line), ("lrdCashStep", Money), ("autoPrint", Flag), ("timeZone", Word), ("dayStartsAt", Word)],
        ),
    ]
}

fn head(bar: &TestBar) -> u64 {
    store::journal_head(bar.store()).expect("a head")
}

async fn bar_with_a_sale() -> TestBar {
    let bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 9).await;
    bar.sells("Club Beer", 1).await;
    bar
}

#[tokio::test]
async fn invalid_values_are_refused_at_their_field_and_nothing_is_stored() {
    let bar = bar_with_a_sale().await;
    for Write { caller, call, good, fields } in other_writes().into_iter().chain(table_service_writes()) {
        let (method, path) = call.split_once(' ').expect("a call");
        let before = head(&bar);
        for (field, kind) in fields {
            for bad in invalid_values(*kind) {
                let mut body = good.clone();
                body[*field] = bad.clone();
                let answer = caller(&bar).request(method, path).json(&body).send().await;
                let shown: String = bad.to_string().chars().take(40).collect();
                assert_eq!(answer.status, 400, "{call} with {field}: {shown}: {}", answer.text());
                let refused = answer.refused(400, "invalid");
                assert!(refused["fields"][field].is_string(), "{call} with {field}: {shown}: {refused}");
            }
        }
        assert_eq!(head(&bar), before, "{call} stored something");
        let answer = caller(&bar).request(method, path).json(&good).send().await;
        assert!(answer.status < 300, "{call} works without invalid values: {}", answer.text());
    }
}

#[tokio::test]
async fn a_body_that_is_not_an_object_is_refused() {
    let bar = bar_with_a_sale().await;
    let before = head(&bar);
    for Write { caller, call, .. } in other_writes().into_iter().chain(table_service_writes()) {
        let (method, path) = call.split_once(' ').expect("a call");
        for bad in [
            &b""[..],
            b"{",
            b"null",
            b"[]",
            b"7",
            b"\"text\"",
            b"{\"rate\": NaN}",
            b"{\"name\": \"\\ud800\"}",
            b"{\"name\": \"a\nb\"}",
            b"{\"name\": \"\xff\"}",
            b"{} {}",
            "[".repeat(100_000).as_bytes(),
            "{\"a\":".repeat(10_000).as_bytes(),
        ] {
            // A payment without a body pays in full, so an empty body is valid there.
            if bad.is_empty() && path.ends_with("/pay") {
                continue;
            }
            let shown = String::from_utf8_lossy(&bad[..bad.len().min(40)]).into_owned();
            let answer = caller(&bar).request(method, path).raw(bad.to_vec()).send().await;
            assert_eq!(answer.status, 400, "{call} with {shown}: {}", answer.text());
            answer.refused(400, "invalid");
        }
    }
    assert_eq!(head(&bar), before);
}

#[tokio::test]
async fn a_fifty_megabyte_body_is_refused_with_a_readable_answer() {
    let bar = bar_with_a_sale().await;
    let before = head(&bar);
    for path in ["/api/products", "/api/products/import", "/api/sales"] {
        bar.manager().request("POST", path).raw(vec![b'x'; 50 * 1024 * 1024]).send().await.refused(413, "too_large");
    }
    bar.guest().request("POST", "/api/products").raw(vec![b'x'; 50 * 1024 * 1024]).send().await.refused(401, "unauthenticated");
    assert_eq!(head(&bar), before);
}

#[tokio::test]
async fn values_at_the_limits_are_accepted() {
    let bar = TestBar::open().await;
    let product = json!({"name": "é".repeat(200), "brand": format!("  {}  ", "b".repeat(200)), "description": format!("\n{}\t", "d".repeat(2_000)),
        "priceUSD": "123456789012345", "priceLRD": "9999999999999.99", "stock": 1_000_000_000, "unknown": {"fields": ["are", "ignored"]}});
    let made = bar.product(product).await;
    assert_eq!((made["priceUSD"].clone(), made["priceLRD"].clone()), (json!("123456789012345.00"), json!("9999999999999.99")));
    assert_eq!(made["description"], json!("d".repeat(2_000)), "trimmed before its length is checked");
    let large = format!("{{\"name\": \"Large\", \"unknown\": \"{}\"}}", "x".repeat(1024 * 1024 - 40));
    bar.manager().request("POST", "/api/products").raw(large).send().await.created();
    let password = json!({"username": "musu", "password": "p".repeat(200)});
    bar.admin().post("/api/users", password).await.created();
    let password = json!({"username": "fatu", "password": "p".repeat(201)});
    bar.admin().post("/api/users", password).await.refused(400, "invalid");
}
