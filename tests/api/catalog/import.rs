//! CSV import and export of products: all rows or none, every error reported, and a re-imported export changes nothing.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar, text, values_of};

const HEADER: &str = "name,brand,barcode,category,price,currency,priceUSD,priceLRD,stock,description,isAvailable";

async fn import(bar: &TestBar, csv: &str) -> Answer {
    bar.manager().post("/api/products/import", json!({"csvData": csv})).await
}

async fn export(bar: &TestBar) -> String {
    bar.manager().get("/api/products/export").await.text()
}

fn counts(answer: &Value) -> [u64; 3] {
    ["created", "updated", "unchanged"].map(|name| answer[name].as_u64().expect("a count"))
}

/// Line and column of each reported error.
fn error_locations(refused: &Value) -> Vec<(u64, Value)> {
    let errors = refused["errors"].as_array().expect("errors");
    for error in errors {
        assert!(!text(&error["message"]).is_empty());
    }
    errors.iter().map(|error| (error["line"].as_u64().expect("a line"), error["column"].clone())).collect()
}

#[tokio::test]
async fn an_import_creates_and_updates_products_and_leaves_the_rest() {
    let bar = TestBar::open().await;
    bar.product(json!({"name": "Club Beer", "barcode": "1", "priceUSD": 2, "stock": 5})).await;
    bar.product(json!({"name": "Water", "barcode": "2", "priceUSD": "0.50"})).await;
    let answer = import(&bar, "name,barcode,price,stock\nClub Beer,1,2.50,24\nWater,2,0.50,0\nRice,3,4.00,7\nBread,,1.00,\n").await.ok();
    assert_eq!(answer, json!({"created": 2, "updated": 1, "unchanged": 1, "errors": [], "ignoredColumns": []}));
    for (name, price, stock) in [("Club Beer", "2.50", 24), ("Water", "0.50", 0), ("Rice", "4.00", 7), ("Bread", "1.00", 0)] {
        let product = bar.product_named(name).await;
        assert_eq!((text(&product["price"]), product["stock"].as_i64()), (price, Some(stock)), "{name}");
    }
    assert_eq!(text(&bar.product_named("Bread").await["barcode"]).len(), 12, "made by the server");
    let moves = bar.manager().get(&format!("/api/products/{}/movements", bar.id_of("Club Beer").await)).await.ok();
    assert_eq!((&moves[0]["reason"], &moves[0]["delta"]), (&json!("import"), &json!(19)));
}

#[tokio::test]
async fn a_dry_run_tells_what_changes_from_what_to_what() {
    let bar = TestBar::open().await;
    let beer = bar.product(json!({"name": "Club Beer", "barcode": "1", "priceUSD": 2, "stock": 5, "brand": "Monrovia"})).await;
    bar.product(json!({"name": "Water", "barcode": "2", "priceUSD": "0.50", "stock": 9})).await;
    let list = "name,barcode,price,priceUSD,stock,brand\nClub Beer,1,2.50,2.50,24,\nWater,2,0.75,0.50,9,\nRice,3,4,4.00,7,\n";
    let body = json!({"csvData": list, "dryRun": true, "details": true});
    let answer = bar.manager().post("/api/products/import", body).await.ok();
    assert_eq!(counts(&answer), [1, 1, 1]);
    let field = |field: &str, before: Value, after: Value| json!({"field": field, "before": before, "after": after});
    let fields = json!([
        field("brand", json!("Monrovia"), Value::Null),
        field("priceUSD", json!("2.00"), json!("2.50")),
        field("stock", json!("5"), json!("24")),
    ]);
    assert_eq!(answer["changes"][0], json!({"productId": beer["id"], "name": "Club Beer", "fields": fields}));
    let rice = &answer["changes"][1];
    assert_eq!((&rice["productId"], &rice["name"]), (&Value::Null, &json!("Rice")));
    assert!(rice["fields"].as_array().expect("fields").contains(&field("priceUSD", Value::Null, json!("4.00"))));
    // priceUSD decides; that `price` says something else is not silent.
    let ignored = json!({"line": 3, "name": "Water", "currency": "USD", "price": "0.75", "used": "0.50"});
    assert_eq!(answer["ignoredPrices"], json!([ignored]));
    assert_eq!(text(&bar.product_named("Club Beer").await["price"]), "2.00", "nothing is stored");
}

#[tokio::test]
async fn barcodes_that_a_spreadsheet_shortened_are_refused_by_line() {
    let bar = TestBar::open().await;
    let refused = import(&bar, "name,barcode,price\nRum,2.93E+11,4\nGin,2.93E+11,4\n").await.refused(400, "invalid");
    assert_eq!(error_locations(&refused), [(2, json!("barcode")), (3, json!("barcode"))]);
    assert!(text(&refused["errors"][0]["message"]).starts_with("The spreadsheet shortened the barcode to 2.93E+11."));
}

#[tokio::test]
async fn an_export_imported_again_changes_nothing() {
    let bar = TestBar::open().await;
    for product in [
        json!({"name": "Club Beer", "brand": "=cmd()", "priceUSD": 2, "stock": 5}),
        json!({"name": "+Rice, \"fried\"", "brand": "'=x", "currency": "LRD", "priceUSD": 5, "category": "food", "description": "two\nlines; a\ttab"}),
        json!({"name": "Čaj", "brand": "'Round Midnight", "priceUSD": 1, "priceLRD": 199, "isAvailable": 0, "category": "uncategorized"}),
        json!({"name": "-1", "barcode": "@7", "currency": "LRD", "priceLRD": "0.05", "category": "cigars"}),
    ] {
        bar.product(product).await;
    }
    let before = bar.bartender().get("/api/products").await.ok();
    let exported = export(&bar).await;
    bar.set_rate(json!(211.5)).await;
    for list in [exported.clone(), exported.replace('\n', "\r\n"), format!("\u{feff}{exported}")] {
        let answer = import(&bar, &list).await.ok();
        assert_eq!(counts(&answer), [0, 0, 4], "{list}");
    }
    bar.set_rate(json!(190)).await;
    assert_eq!(bar.bartender().get("/api/products").await.ok(), before);
}

#[tokio::test]
async fn the_column_of_sections_is_there_when_a_product_has_one() {
    let bar = TestBar::open().await;
    bar.product(json!({"name": "Club Beer", "barcode": "1", "priceUSD": 2, "section": "Beer"})).await;
    bar.product(json!({"name": "Rice", "barcode": "2", "priceUSD": 4, "category": "food"})).await;
    let sections = || async { values_of(&bar.bartender().get("/api/products").await.ok(), "section") };
    let exported = export(&bar).await;
    assert_eq!(exported.lines().next(), Some(format!("{HEADER},section").as_str()));
    assert_eq!(counts(&import(&bar, &exported).await.ok()), [0, 0, 2]);
    assert_eq!(counts(&import(&bar, "name,barcode\nClub Beer,1\nRice,2\n").await.ok()), [0, 0, 2], "no column keeps");
    assert_eq!(sections().await, [json!("Beer"), json!(null)]);
    assert_eq!(
        counts(&import(&bar, "name,barcode,Section\nClub Beer,1,\nRice,2, Mains \n").await.ok()),
        [0, 2, 0],
        "an empty cell empties"
    );
    assert_eq!(sections().await, [json!(null), json!("Mains")]);
    let long = format!("name,barcode,section\nRice,2,{}\n", "x".repeat(41));
    assert_eq!(error_locations(&import(&bar, &long).await.refused(400, "invalid")), [(2, json!("section"))]);
    import(&bar, "name,barcode,section\nRice,2,\n").await.ok();
    assert_eq!(export(&bar).await.lines().next(), Some(HEADER), "as it always was");
}

#[tokio::test]
async fn exported_cells_cannot_run_as_spreadsheet_formulas() {
    let bar = TestBar::open().await;
    bar.product(
        json!({"name": "=1+1", "brand": "'@home", "barcode": "-5", "currency": "LRD", "priceUSD": 2, "stock": 3, "description": "+x\ny"}),
    )
    .await;
    bar.clock.jump_to("2026-11-22T04:00:00Z");
    let answer = bar.manager().get("/api/products/export").await;
    assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(answer.header("content-disposition"), Some("attachment; filename=\"inventory-2026-11-21.csv\""));
    assert_eq!(answer.header("etag"), None);
    assert_eq!(answer.text(), format!("{HEADER}\n'=1+1,''@home,-5,drinks,380.00,LRD,2.00,,3,\"'+x\ny\",1\n"));
}

#[tokio::test]
async fn the_import_accepts_spreadsheet_formats() {
    for (csv, name) in [
        ("\u{feff}name,price\nClub Beer,2.50\n", "a BOM"),
        ("name,price\r\nClub Beer,2.50\r\n", "CR LF"),
        ("name;price\nClub Beer;2,50\n", "semicolons and a decimal comma"),
        ("name;price\nClub Beer;2.50\n", "semicolons and a point"),
        ("name\tprice\nClub Beer\t2,50\n", "tabs"),
        ("PRICE,Name\n2.50,Club Beer", "another order, another case, no last line end"),
        ("\"name\",\"price\"\n\"Club Beer\",\"2.50\"\n", "quotes"),
        ("name,price\n\n  ,  \nClub Beer,2.50\n,\n\n", "blank rows"),
        (" name , price \n Club Beer , 2.50 \n", "blanks around"),
        ("name,priceUSD,currency\nClub Beer,2.5,usd\n", "the dollars' own column"),
    ] {
        let bar = TestBar::open().await;
        assert_eq!(counts(&import(&bar, csv).await.ok()), [1, 0, 0], "{name}");
        let product = bar.product_named("Club Beer").await;
        assert_eq!((text(&product["price"]), text(&product["currency"]), text(&product["category"])), ("2.50", "USD", "drinks"), "{name}");
    }
}

#[tokio::test]
async fn missing_columns_keep_values_and_empty_cells_clear_them() {
    let bar = TestBar::open().await;
    let full = json!({"name": "Club Beer", "brand": "Monrovia", "barcode": "1", "category": "food", "priceUSD": 2, "priceLRD": 350, "stock": 5,
        "description": "cold", "isAvailable": 0});
    bar.product(full).await;
    import(&bar, "barcode,name\n1,Club\n").await.ok();
    let product = bar.product_named("Club").await;
    for (field, value) in [("brand", json!("Monrovia")), ("stock", json!(5)), ("priceLRD", json!("350.00")), ("isAvailable", json!(0))] {
        assert_eq!(product[field], value, "{field}");
    }
    import(&bar, &format!("{HEADER}\nClub,,1,,,,2.00,,,,\n")).await.ok();
    let emptied = bar.product_named("Club").await;
    for (field, value) in [
        ("brand", json!(null)),
        ("description", json!(null)),
        ("category", json!("uncategorized")),
        ("priceLRD", json!(null)),
        ("priceUSD", json!("2.00")),
        ("price", json!("2.00")),
        ("barcode", json!("1")),
        ("stock", json!(5)),
        ("isAvailable", json!(1)),
    ] {
        assert_eq!(emptied[field], value, "{field}");
    }
}

#[tokio::test]
async fn every_error_is_reported_and_nothing_is_stored() {
    let bar = TestBar::open().await;
    bar.product(json!({"name": "Club Beer", "barcode": "1", "priceUSD": 2})).await;
    let before = bar.bartender().get("/api/products").await.ok();
    let lines = [
        HEADER,
        "Good,,,drinks,1.00,USD,,,1,,1",
        ",,,drinks,1.00,USD,,,1,,1",
        "A,,,beer,1.00,USD,,,1,,1",
        "B,,,drinks,1.234,USD,,,1,,1",
        "C,,,drinks,-1,USD,,,1,,1",
        "D,,,drinks,1.00,EUR,,,1,,1",
        "E,,,drinks,1.00,USD,x,,1,,1",
        "F,,,drinks,1.00,USD,,y,1,,1",
        "G,,,drinks,1.00,USD,,,-1,,1",
        "H,,,drinks,1.00,USD,,,1.5,,1",
        "I,,,drinks,1.00,USD,,,1,,maybe",
        "J,,,drinks,,USD,,,1,,1",
        "K,,,drinks,1.00,USD,,,1,\"two",
        "lines\",2",
        "L,too,few",
        "M,,1,drinks,,USD,,,1,,1",
    ];
    let refused = import(&bar, &lines.join("\n")).await.refused(400, "invalid");
    let column = |name: &str| json!(name);
    let expected = [
        (3, column("name")),
        (5, column("price")),
        (6, column("price")),
        (7, column("currency")),
        (8, column("priceUSD")),
        (9, column("priceLRD")),
        (10, column("stock")),
        (11, column("stock")),
        (12, column("isAvailable")),
        (13, column("price")),
        (14, column("isAvailable")),
        (16, column("price")),
        (17, column("priceUSD")),
    ];
    assert_eq!(error_locations(&refused), expected);
    assert_eq!(bar.bartender().get("/api/products").await.ok(), before);
}

#[tokio::test]
async fn a_duplicate_barcode_is_reported_with_both_lines() {
    let bar = TestBar::open().await;
    let refused = import(&bar, "name,barcode,price\nA,7,1\nB,8,1\nC,7,1\n").await.refused(400, "invalid");
    assert_eq!(error_locations(&refused), [(4, json!("barcode"))]);
    let message = text(&refused["errors"][0]["message"]);
    assert!(message.contains("line 2") && message.contains("line 4"), "{message}");
}

#[tokio::test]
async fn at_most_a_hundred_errors_are_reported() {
    let bar = TestBar::open().await;
    let rows: String = (0..150).map(|row| format!("Beer {row},free\n")).collect();
    let refused = import(&bar, &format!("name,price\n{rows}")).await.refused(400, "invalid");
    let lines: Vec<u64> = error_locations(&refused).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, (2..102).collect::<Vec<_>>());
}

#[tokio::test]
async fn files_that_are_not_product_lists_are_refused() {
    let bar = TestBar::open().await;
    for (csv, name) in [
        ("", "an empty file"),
        ("\n\n", "blank lines"),
        ("name,price\n", "a header alone"),
        ("name,price\n,\n", "a header and blank rows"),
        ("price,stock\n1.00,2\n", "no names"),
        ("name,price\nClub\0Beer,2\n", "a NUL"),
        ("name,name\nA,B\n", "a column twice"),
        ("name,price\n\"Club Beer,2\n", "an open quote"),
    ] {
        let refused = import(&bar, csv).await.refused(400, "invalid");
        assert!(!error_locations(&refused).is_empty(), "{name}: {refused}");
    }
    for bad in [json!({}), json!({"csvData": null}), json!({"csvData": 7}), json!({"csvData": ["name"]})] {
        bar.manager().post("/api/products/import", bad).await.refused(400, "invalid");
    }
    let latin_1 = bar.manager().request("POST", "/api/products/import").raw(b"{\"csvData\": \"name,price\\nCaf\xe9,1\"}".to_vec());
    latin_1.send().await.refused(400, "invalid");
    assert_eq!(bar.bartender().get("/api/products").await.ok(), json!([]));
}

#[tokio::test]
async fn a_dry_run_reports_and_changes_nothing() {
    let bar = TestBar::open().await;
    bar.product(json!({"name": "Club Beer", "barcode": "1", "priceUSD": 2})).await;
    let before = bar.bartender().get("/api/products").await.ok();
    let body = |csv: &str| json!({"csvData": csv, "dryRun": true});
    let path = "/api/products/import";
    let answer = bar.manager().post(path, body("name,barcode,price,Supplier\nClub Beer,1,3,x\nRice,2,4,y\n")).await.ok();
    assert_eq!(answer, json!({"created": 1, "updated": 1, "unchanged": 0, "errors": [], "ignoredColumns": ["Supplier"]}));
    bar.manager().post(path, body("name,price\nA,free\n")).await.refused(400, "invalid");
    assert_eq!(bar.bartender().get("/api/products").await.ok(), before);
}

#[tokio::test]
async fn an_import_does_not_restore_a_deleted_product() {
    let bar = TestBar::open().await;
    let old = bar.product(json!({"name": "Club Beer", "barcode": "1", "priceUSD": 2, "stock": 5})).await["id"].clone();
    bar.manager().delete(&format!("/api/products/{old}")).await.has_status(204);
    assert_eq!(counts(&import(&bar, "name,barcode,price\nClub Beer,1,3\n").await.ok()), [1, 0, 0]);
    let new = bar.product_named("Club Beer").await;
    assert_ne!(new["id"], old);
    assert_eq!(new["stock"], 0);
}

#[tokio::test]
async fn importing_a_derived_price_keeps_it_derived() {
    let bar = TestBar::open().await;
    bar.product(json!({"name": "Rum", "barcode": "1", "currency": "LRD", "priceUSD": 5})).await;
    for list in [
        "name,barcode,currency,price,priceUSD\nRum,1,LRD,950.00,5.00\n",
        "name,barcode,currency,price,priceUSD,priceLRD\nRum,1,LRD,950.00,5.00,\n",
    ] {
        assert_eq!(counts(&import(&bar, list).await.ok()), [0, 0, 1], "{list}");
    }
    import(&bar, "name,barcode,currency,price,priceUSD,priceLRD\nRum,1,LRD,900,5.00,900\n").await.ok();
    assert_eq!(bar.product_named("Rum").await["priceLRD"], "900.00");
    let refused = import(&bar, "name,barcode,priceUSD,priceLRD\nRum,1,,\n").await.refused(400, "invalid");
    assert_eq!(error_locations(&refused), [(2, json!("priceUSD"))]);
}

#[tokio::test]
async fn ten_thousand_products_are_accepted_and_nine_megabytes_refused() {
    let bar = TestBar::open().await;
    let rows: String = (0..10_000).map(|row| format!("Product {row},{row},drinks,1.00,{}\n", "x".repeat(180))).collect();
    let answer = import(&bar, &format!("name,barcode,category,price,description\n{rows}")).await.ok();
    assert_eq!(counts(&answer), [10_000, 0, 0]);
    let list = bar.bartender().get("/api/products").await.ok();
    assert_eq!(values_of(&list, "id").len(), 10_000);
    import(&bar, &"x".repeat(9 * 1024 * 1024)).await.refused(413, "too_large");
}
