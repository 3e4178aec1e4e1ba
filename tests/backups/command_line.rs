//! Output, error messages and exit codes of the `barback` commands.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::box_process::BoxProcess;
use crate::cli::{barback, busy_bar, path_in};
use crate::phone::Phone;

#[tokio::test(flavor = "multi_thread")]
async fn an_export_is_readable_and_contains_no_secret() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 10).await;
    phone.post("/api/products", &json!({"name": "=1+1", "price": "2.00", "stock": 3}), None).await.expect("an answer").is(201);
    let credit = json!({"customerName": "@Musu", "customerPhone": "+231 770", "productId": 4, "quantity": 1});
    phone.post("/api/credit", &credit, None).await.expect("an answer").is(201);
    let order = json!({"customerName": "James", "items": [{"productId": 1, "quantity": 2}]});
    phone.post("/api/orders", &order, None).await.expect("an answer").is(201);
    phone.post("/api/orders/1/payment", &json!({"amountUSD": 20}), None).await.expect("an answer").is(200);
    let left = json!({"username": "old-hand", "password": "club-beer", "role": "bartender"});
    let left = phone.post("/api/users", &left, None).await.expect("an answer").is(201);
    assert_eq!(phone.delete(&format!("/api/users/{}", left["id"])).await.expect("an answer").status, 204);
    let sales = phone.sees("/api/sales?limit=1000").await.as_array().expect("a list").len();
    let folder = room.path().join("export");
    let output = barback(&data, &["export", &folder.display().to_string()]).ok();
    assert_eq!(path_in(&output), folder);
    bar.kill();
    let mut names = BTreeSet::new();
    for file in fs::read_dir(&folder).expect("a folder") {
        let path = file.expect("a file").path();
        assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o600, "customers are in {}", path.display());
        let text = fs::read_to_string(&path).expect("text");
        for secret in ["argon2", "password_hash", "session_id"] {
            assert!(!text.contains(secret), "{} contains {secret}", path.display());
        }
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let rows = if name.ends_with(".csv") {
            let mut reader = csv::Reader::from_path(&path).expect("CSV");
            let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
            rows.len()
        } else {
            let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            rows.len()
        };
        names.insert((name, rows));
    }
    let rows = |name: &str| names.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no {name}: {names:?}")).1;
    for table in ["sales", "receipts", "payments", "credit", "orders", "order-items", "products", "movements", "users"] {
        assert_eq!(rows(&format!("{table}.csv")), rows(&format!("{table}.jsonl")), "{table}");
    }
    assert_eq!((rows("sales.csv"), rows("products.csv"), rows("credit.csv"), rows("orders.csv")), (sales, 4, 1, 1));
    let text = |name: &str| fs::read_to_string(folder.join(name)).expect("text");
    assert!(text("products.csv").contains(",'=1+1,") && text("products.jsonl").contains("\"name\":\"=1+1\""));
    assert!(text("credit.csv").contains(",'@Musu,'+231 770,"), "{}", text("credit.csv"));
    assert!(text("payments.csv").contains(",20.00,"), "{}", text("payments.csv"));
    let users = text("users.jsonl");
    let gone = users.lines().find(|line| line.contains("old-hand")).expect("archived accounts are exported");
    assert!(gone.contains("\"isActive\":false") && gone.contains("\"archived\":true"), "{gone}");
    let again = barback(&data, &["export", &folder.display().to_string()]).failed();
    assert!(again.contains("is not empty"), "{again}");
}

/// Cents of an amount such as `-12.50`.
fn cents(row: &Value, name: &str) -> i64 {
    row[name].as_str().unwrap_or_else(|| panic!("{name} of {row}")).replace('.', "").parse().expect("an amount")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_files_of_an_export_sum_to_each_other_and_to_the_reports() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 0).await;
    let posts = async |path: &str, body: Value| phone.post(path, &body, None).await.expect("an answer");
    let rates = json!([{"from": null, "parts": [{"name": "GST", "percent": "13.00"}]}]);
    let classes = json!([{"id": "standard", "rates": rates}, {"id": "reduced"}, {"id": "zero"}, {"id": "exempt"}, {"id": "outside"}]);
    let tax = json!({"tax": {"mode": "added", "classes": classes}, "serviceCharge": {"mode": "manual"}});
    phone.put("/api/settings", &tax).await.expect("an answer").is(200);
    let order = json!({"customerName": "James", "orderType": "takeout", "items": [{"productId": 1, "quantity": 3}, {"productId": 2, "quantity": 1}]});
    posts("/api/orders", order).await.is(201);
    posts("/api/orders/1/service-charge", json!({"apply": true})).await.is(200);
    let due = phone.sees("/api/orders/1").await["remainingUSD"].clone();
    posts("/api/orders/1/payment", json!({"amountUSD": due})).await.is(200);
    posts("/api/sales", json!({"productId": 1, "quantity": 5})).await.is(201);
    let sale = phone.sees("/api/sales?limit=1").await[0].clone();
    let (id, receipt) = (sale["id"].clone(), sale["receiptNumber"].as_str().expect("a number").to_owned());
    posts(&format!("/api/receipts/{receipt}/refund"), json!({"items": [{"saleId": id, "quantity": 2}], "reason": "Flat"})).await.is(201);
    posts("/api/sales", json!({"productId": 2, "quantity": 3})).await.is(201);
    let sale = phone.sees("/api/sales?limit=1").await[0]["id"].clone();
    posts(&format!("/api/sales/{sale}/void"), json!({"reason": "Cold", "quantity": 1})).await.is(200);
    let today = receipt[2..10].to_owned();
    let day = format!("{}-{}-{}", &today[..4], &today[4..6], &today[6..]);
    let report = phone.sees(&format!("/api/reports/tax?from={day}&to={day}")).await;
    let folder = room.path().join("export");
    barback(&data, &["export", &folder.display().to_string()]).ok();
    bar.kill();
    let rows = |name: &str| -> Vec<Value> {
        let text = fs::read_to_string(folder.join(format!("{name}.jsonl"))).expect("text");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let (sales, receipts) = (rows("sales"), rows("receipts"));
    for currency in ["USD", "LRD"] {
        let of = |name: &str| format!("{name}{currency}");
        for sale in &sales {
            assert_eq!(cents(sale, &of("net")) + cents(sale, &of("tax")), cents(sale, &of("gross")), "{sale}");
        }
        for receipt in &receipts {
            let lines = sales.iter().filter(|sale| sale["receiptNumber"] == receipt["receiptNumber"]);
            let sum = |name: &str| lines.clone().map(|sale| cents(sale, &of(name))).sum::<i64>();
            let figures = [sum("net"), sum("tax"), sum("gross")];
            assert_eq!(figures, ["net", "tax", "totalAmount"].map(|name| cents(receipt, &of(name))), "{receipt}");
            let charges = lines.clone().filter(|sale| sale["kind"] == "service_charge");
            assert_eq!(charges.map(|sale| cents(sale, &of("totalAmount"))).sum::<i64>(), cents(receipt, &of("serviceCharge")));
        }
        let left =
            |of_line: &str, voided: &str| -> i64 { sales.iter().map(|sale| cents(sale, &of(of_line)) - cents(sale, &of(voided))).sum() };
        let sum = |part: &str, name: &str| -> i64 { report[part].as_array().expect("rows").iter().map(|row| cents(row, &of(name))).sum() };
        for (line, voided, worth) in [("net", "voidedNet", "worthNet"), ("tax", "voidedTax", "worthTax")] {
            assert_eq!(left(line, voided), sum("rows", worth) + sum("voids", worth), "{line}");
        }
    }
    let refund = receipts.iter().find(|receipt| receipt["kind"] == "refund").expect("a refund");
    assert_eq!(refund["refundOf"], receipt);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_contains_each_payment_and_refund_unchanged() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 0).await;
    let posts = async |path: &str, body: Value| phone.post(path, &body, None).await.expect("an answer");
    let order = |product: u64| json!({"customerName": "James", "items": [{"productId": product, "quantity": 1}]});
    let (credit, tab) = (json!({"customerName": "Musu", "customerPhone": "0770", "productId": 1, "quantity": 1}), "/api/tabs/payment");
    posts("/api/orders", order(3)).await.is(201);
    posts("/api/orders/1/payment", json!({"amountUSD": 1, "paymentMethod": "card", "notes": "His own card"})).await.is(200);
    posts("/api/orders/1/payment", json!({"amountUSD": 2})).await.is(200);
    posts("/api/credit", credit.clone()).await.is(201);
    posts(tab, json!({"customerName": "Musu", "amountLRD": 190, "paymentMethod": "digital"})).await.is(200);
    posts("/api/exchange-rate", json!({"rate": 201})).await.is(200);
    posts(tab, json!({"customerName": "Musu", "amountUSD": 5, "paymentMethod": "mixed", "notes": "Pay day"})).await.is(200);
    posts("/api/credit", credit).await.is(201);
    posts("/api/credit/bulk-pay", json!({"customerName": "musu", "paymentMethod": "check"})).await.is(200);
    posts("/api/orders", order(2)).await.is(201);
    posts("/api/orders/2/payment", json!({"amountUSD": "1.05"})).await.is(200);
    let sale = phone.sees("/api/sales?limit=1").await[0]["id"].clone();
    posts(&format!("/api/sales/{sale}/void"), json!({"reason": "Cold"})).await.is(200);
    for order in [2, 1] {
        posts(&format!("/api/orders/{order}/void"), json!({"reason": "Went home"})).await.is(200);
    }
    posts("/api/orders", order(1)).await.is(201);
    posts("/api/orders/3/payment", json!({"amountLRD": "703.50"})).await.is(200);
    let folder = room.path().join("export");
    barback(&data, &["export", &folder.display().to_string()]).ok();
    bar.kill();
    let tenders = fs::read_to_string(folder.join("tenders.jsonl")).expect("text");
    assert!(tenders.lines().any(|line| line.contains(r#""paymentId":4"#) && line.contains(r#""method":"cash""#)), "{tenders}");
    let text = fs::read_to_string(folder.join("payments.jsonl")).expect("text");
    let mut exported: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for row in &mut exported {
        let row = row.as_object_mut().expect("a row");
        for name in ["at", "businessDay", "hour"] {
            row.remove(name).expect("a time");
        }
    }
    let today = text.lines().next().and_then(|line| line.split(r#""businessDay":""#).nth(1)).expect("a day")[..10].replace('-', "");
    let receipt = |number: u64| json!(format!("R-{today}-{number:04}"));
    let row = |id: u64,
               of: (Value, Value, Value),
               usd: [&str; 2],
               lrd: [&str; 3],
               (rate, method, notes): (&str, &str, Value),
               (kind, receipt, sale, assumed): (&str, Value, Value, bool)| {
        json!({"id": id, "orderId": of.0, "customerName": of.1, "customerPhone": of.2,
            "amountUSD": usd[0], "changeUSD": usd[1], "amountLRD": lrd[0], "changeLRD": lrd[1], "roundingLRD": lrd[2],
            "exchangeRate": rate, "paymentMethod": method, "notes": notes, "userName": "admin",
            "kind": kind, "receiptNumber": receipt, "saleId": sale, "assumed": assumed})
    };
    let (none, of_order) = (Value::Null, |id: u64| (json!(id), json!("James"), Value::Null));
    let paid = |receipt: Value| ("payment", receipt, Value::Null, false);
    let musu = || (Value::Null, json!("Musu"), json!("0770"));
    let zero = || ["0.00", "0.00", "0.00"];
    let rows = [
        row(1, of_order(1), ["1.00", "0.00"], zero(), ("190", "card", json!("His own card")), paid(Value::Null)),
        row(2, of_order(1), ["2.00", "0.00"], zero(), ("190", "cash", none.clone()), paid(Value::Null)),
        row(3, musu(), ["0.00", "0.00"], ["190.00", "0.00", "0.00"], ("190", "digital", none.clone()), paid(Value::Null)),
        row(4, musu(), ["5.00", "2.00"], ["0.00", "100.00", "-0.50"], ("201", "mixed", json!("Pay day")), paid(receipt(1))),
        row(5, musu(), ["3.50", "0.00"], zero(), ("201", "check", none.clone()), ("payment", receipt(2), Value::Null, true)),
        row(6, of_order(2), ["1.05", "0.00"], zero(), ("201", "cash", none.clone()), paid(receipt(3))),
        // The refund of the voided line of the second order is not repeated when the order is voided.
        row(7, of_order(2), ["-1.05", "0.00"], zero(), ("201", "cash", none.clone()), ("refund", receipt(3), sale, false)),
        row(8, of_order(1), ["-1.00", "0.00"], zero(), ("201", "card", none.clone()), ("refund", Value::Null, Value::Null, false)),
        row(9, of_order(1), ["-2.00", "0.00"], zero(), ("201", "cash", none.clone()), ("refund", Value::Null, Value::Null, false)),
        row(10, of_order(3), ["0.00", "0.00"], ["705.00", "0.00", "-1.50"], ("201", "cash", none), paid(receipt(4))),
    ];
    assert_eq!(exported, rows);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_password_is_reset_while_the_box_is_stopped() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 1).await;
    let running = barback(&data, &["reset-password", "admin"]).failed();
    assert!(running.contains("in use by another Barback") && running.contains("systemctl stop barback"), "{running}");
    let old = phone.token().to_owned();
    bar.terminate();
    let unknown = barback(&data, &["reset-password", "unknown"]).failed();
    assert!(unknown.contains("There is no account unknown. The accounts are: admin."), "{unknown}");
    let output = barback(&data, &["reset-password", "ADMIN"]).ok();
    let password = output.lines().next().and_then(|line| line.strip_prefix("New password for admin: ")).expect("a password").to_owned();
    let bar = BoxProcess::open(&data, &[]);
    assert_eq!(Phone::new(bar.port(), &old).get("/api/products").await.expect("an answer").status, 401, "the old session ends");
    let login = json!({"username": "admin", "password": password});
    let answer = Phone::new(bar.port(), "").post("/api/auth/login", &login, None).await.expect("an answer").is(200);
    assert_eq!(answer["user"]["mustChangePassword"], true);
    bar.kill();
}

#[test]
fn commands_create_no_bar_in_an_empty_folder() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("nothing");
    for args in [&["backup"][..], &["verify"], &["export", "/nonexistent/folder"], &["reset-password", "admin"]] {
        let output = barback(&data, args).failed();
        assert!(output.contains(&format!("There is no bar in {}. Name its folder with --data.", data.display())), "{args:?}: {output}");
        assert!(!data.exists(), "{args:?} created the folder");
    }
    for (file, words) in [("/nonexistent/backup", "There is no file /nonexistent/backup."), ("/dev/null", "is no backup of a Barback")] {
        let output = barback(&data, &["restore", file]).failed();
        assert!(output.contains(words), "{output}");
    }
    let noise = room.path().join("noise");
    fs::write(&noise, "something else entirely").expect("written");
    assert!(barback(&data, &["verify", &noise.display().to_string()]).failed().contains("is no backup of a Barback"));
    assert!(!data.exists());
}

#[test]
fn wrong_usage_exits_with_2_and_help_with_0() {
    let room = tempfile::tempdir().expect("room");
    for args in [&["restore"][..], &["export"], &["reset-password"], &["verify", "a", "b"], &["backup", "--nonsense"]] {
        let output = barback(room.path(), args);
        assert_eq!(output.code, Some(2), "{output:?}");
        assert!(output.errors.contains("Usage: barback"), "{output:?}");
    }
    for command in ["backup", "restore", "verify", "export", "reset-password"] {
        let output = barback(room.path(), &[command, "--help"]);
        assert_eq!(output.code, Some(0), "{output:?}");
        assert!(output.out.contains("Usage: barback") && output.out.contains("--data"), "{output:?}");
        assert!(!output.out.contains("--listen") && !output.out.contains("--printer"), "{output:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_backup_is_answered_with_the_existing_ones() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, ..) = busy_bar(&data, &[], 1).await;
    bar.terminate();
    for command in ["restore", "verify"] {
        let output = barback(&data, &[command, "bar-20261121.barback"]).failed();
        let folder = data.join("backups");
        assert!(
            output.contains("There is no file bar-20261121.barback.") && output.contains(&format!("{} holds no", folder.display())),
            "{output}"
        );
    }
    let backup = path_in(&barback(&data, &["backup"]).ok());
    for command in ["restore", "verify"] {
        let output = barback(&data, &[command, "bar-20261121.barback"]).failed();
        assert!(output.contains("There is no file") && output.contains(&backup.display().to_string()), "{output}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_say_what_to_do() {
    let room = tempfile::tempdir().expect("room");
    let (bar, ..) = busy_bar(&room.path().join("bar"), &[], 1).await;
    bar.kill();

    let file = room.path().join("a-file");
    fs::write(&file, "no folder").expect("written");
    let output = barback(&file, &["--listen", "127.0.0.1:0"]).failed();
    assert!(output.contains("Cannot use") && output.contains("Check that the folder exists"), "{output}");
    let toml = room.path().join("barback.toml");
    fs::write(&toml, "name = 'bar'\nlisten = 8080\n").expect("written");
    let output = barback(room.path(), &["verify"]);
    assert_eq!(output.code, Some(2));
    assert!(output.errors.contains("line 2, key listen"), "{output:?}");
    fs::remove_file(&toml).expect("gone");

    // Only the owner can read backups.
    let data = room.path().join("bar");
    let backup = path_in(&barback(&data, &["backup"]).ok());
    for (path, mode) in [(backup.as_path(), 0o600), (backup.parent().expect("a folder"), 0o700)] {
        assert_eq!(fs::metadata(path).expect("there").permissions().mode() & 0o777, mode, "{}", path.display());
    }
}
