//! The settings of tax: defaults, merging, refusals, dates, and the tax class of a product.

use serde_json::{Value, json};

use super::{classes, rate};
use crate::bar::{TestBar, values_of};

#[tokio::test]
async fn a_new_bar_has_no_tax_and_five_classes_without_a_rate() {
    let bar = TestBar::open().await;
    let settings = bar.admin().get("/api/settings").await.ok();
    let class =
        |id: &str, name: &str, kind: &str, active: bool| json!({"id": id, "name": name, "kind": kind, "active": active, "rates": []});
    let classes = json!([
        class("standard", "Standard", "taxed", true),
        class("reduced", "Reduced", "taxed", false),
        class("zero", "Zero-rated", "zero", true),
        class("exempt", "Exempt", "exempt", true),
        class("outside", "Outside tax", "outside", true),
    ]);
    let categories = json!({"drinks": "standard", "food": "standard", "cigars": "standard", "uncategorized": "standard"});
    let tax = json!({"mode": "off", "next": null, "day": "business", "tin": null, "classes": classes, "categories": categories, "usdStep": "0.25"});
    let service = json!({"mode": "off", "percent": "10.00", "fromGuests": 6, "taxClass": "standard"});
    assert_eq!((&settings["tax"], &settings["serviceCharge"]), (&tax, &service));
    let in_force = bar.bartender().get("/api/tax").await.ok();
    let today =
        |class: &str, kind: &str, label: Value, percent: Value| json!({"class": class, "kind": kind, "label": label, "percent": percent});
    let today = json!([
        today("standard", "taxed", Value::Null, Value::Null),
        today("zero", "zero", json!("Zero-rated"), json!("0.00")),
        today("exempt", "exempt", json!("Exempt"), json!("0.00")),
        today("outside", "outside", json!("Outside tax"), json!("0.00")),
    ]);
    let expected = json!({"mode": "off", "next": null, "day": "business", "tin": null, "classes": classes, "categories": categories,
        "today": today, "serviceCharge": service});
    assert_eq!(in_force, expected);
}

#[tokio::test]
async fn a_change_merges_objects_and_replaces_lists() {
    let bar = TestBar::open().await;
    bar.sets_tax(json!({"tin": " 500123456 ", "categories": {"food": "zero"}, "usdStep": 0.5})).await;
    let tax = bar.sets_tax(json!({"day": "calendar", "categories": {"cigars": "exempt"}})).await;
    assert_eq!((&tax["tin"], &tax["day"], &tax["usdStep"]), (&json!("500123456"), &json!("calendar"), &json!("0.50")));
    assert_eq!(tax["categories"], json!({"drinks": "standard", "food": "zero", "cigars": "exempt", "uncategorized": "standard"}));
    // The list of classes is the new one: `reduced` and `outside` are gone, a class without an id is new.
    let vat = json!({"name": "VAT (food)", "rates": [{"parts": [{"name": "VAT", "percent": 12.5}, {"name": "Levy", "percent": "1"}]}]});
    let tax =
        bar.sets_tax(json!({"classes": [{"id": "standard", "name": "Goods"}, {"id": "zero"}, {"id": "exempt"}, vat], "tin": null})).await;
    assert_eq!(values_of(&tax["classes"], "id"), ["standard", "zero", "exempt", "vat-food"]);
    assert_eq!((&tax["classes"][0]["name"], &tax["tin"]), (&json!("Goods"), &Value::Null));
    let parts = json!([{"name": "VAT", "percent": "12.50"}, {"name": "Levy", "percent": "1.00"}]);
    assert_eq!(tax["classes"][3]["rates"], json!([{"from": null, "parts": parts}]));
    let service = json!({"percent": "12.5", "fromGuests": 8});
    let settings = bar.admin().put("/api/settings", json!({"serviceCharge": service})).await.ok();
    assert_eq!(settings["serviceCharge"], json!({"mode": "off", "percent": "12.50", "fromGuests": 8, "taxClass": "standard"}));
    // What a phone reads it can send back.
    let again = bar.admin().put("/api/settings", json!({"tax": settings["tax"], "serviceCharge": settings["serviceCharge"]})).await.ok();
    assert_eq!(again, settings);
    let audit = bar.admin().get("/api/admin/audit?kind=settings.changed").await.ok();
    assert_eq!(audit.as_array().expect("entries").len(), 4, "each change is in the audit log, one that changes nothing is not: {audit}");
}

#[tokio::test]
async fn a_mode_without_a_rate_is_refused_and_nothing_is_stored() {
    let bar = TestBar::open().await;
    let before = bar.admin().get("/api/settings").await.ok();
    let first = json!({"tax.mode": "Set a rate for Standard first"});
    assert_eq!(bar.tax_refused(json!({"mode": "included", "tin": "1"})).await, first);
    let later = classes(json!([rate(json!("2027-01-01"), "VAT", "18")]));
    assert_eq!(bar.tax_refused(json!({"mode": "added", "classes": later})).await, first, "the rate begins too late");
    let next = |from: &str| json!({"mode": "included", "from": from});
    assert_eq!(bar.tax_refused(json!({"next": next("2026-12-31"), "classes": later})).await, first);
    for from in ["2026-11-21", "2026-11-20"] {
        let fields = bar.tax_refused(json!({"next": next(from), "classes": classes(json!([rate(Value::Null, "GST", "13")]))})).await;
        assert_eq!(fields, json!({"tax.next": "Choose a day after today"}));
    }
    assert_eq!(bar.admin().get("/api/settings").await.ok(), before, "nothing was stored");
    bar.sets_tax(json!({"next": next("2027-01-01"), "classes": later})).await;
}

#[tokio::test]
async fn bad_values_are_refused_by_the_names_of_the_settings() {
    let bar = TestBar::open().await;
    for (tax, field, sentence) in [
        (json!({"mode": "on"}), "tax.mode", "Must be off, included or added"),
        (json!({"day": "night"}), "tax.day", "Must be business or calendar"),
        (json!({"next": "2027-01-01"}), "tax.next", "Must be a mode and a day such as 2027-01-01"),
        (json!({"next": {"mode": "included", "from": "2027-02-30"}}), "tax.next", "Must be a mode and a day such as 2027-01-01"),
        (json!({"tin": "1".repeat(31)}), "tax.tin", "Must be at most 30 characters"),
        (json!({"usdStep": "0.00"}), "tax.usdStep", "Must be between 0.01 and 5.00"),
        (json!({"usdStep": "5.01"}), "tax.usdStep", "Must be between 0.01 and 5.00"),
        (json!({"categories": {"food": "nonsense"}}), "tax.categories", "Unknown tax class nonsense"),
        (json!({"classes": []}), "tax.classes", "There are 1 to 12 tax classes"),
        (json!({"classes": "all"}), "tax.classes", "Must be a list of tax classes"),
        (json!({"classes": [{"id": "zero"}]}), "tax.classes", "Standard is in use"),
        (json!({"classes": [{"id": "standard", "active": false}]}), "tax.classes", "Standard is in use"),
        (
            json!({"classes": classes(json!([rate(json!("2027-01-01"), "A", "1"), rate(json!("2027-01-01"), "B", "2")]))}),
            "tax.classes",
            "Two rates start on 2027-01-01",
        ),
        (json!({"classes": classes(json!([rate(Value::Null, "GST", "13.001")]))}), "tax.classes", "Must be a percent such as 13.00"),
        (
            json!({"classes": classes(json!([rate(Value::Null, "GST", "0")]))}),
            "tax.classes",
            "The percent of a rate is between 0.01 and 100.00",
        ),
        (json!([]), "tax", "Must be an object"),
    ] {
        assert_eq!(bar.tax_refused(tax.clone()).await, json!({field: sentence}), "{tax}");
    }
    for (service, field, sentence) in [
        (json!({"mode": "always"}), "serviceCharge.mode", "Must be off, manual or auto"),
        (json!({"percent": "30.01"}), "serviceCharge.percent", "Must be between 0.01 and 30.00"),
        (json!({"percent": 0}), "serviceCharge.percent", "Must be between 0.01 and 30.00"),
        (json!({"fromGuests": 0}), "serviceCharge.fromGuests", "Must be between 1 and 100"),
        (json!({"fromGuests": 101}), "serviceCharge.fromGuests", "Must be between 1 and 100"),
        (json!({"taxClass": "nonsense"}), "serviceCharge.taxClass", "Unknown tax class nonsense"),
    ] {
        let fields = bar.admin().put("/api/settings", json!({"serviceCharge": service})).await.refused(400, "invalid")["fields"].clone();
        assert_eq!(fields, json!({field: sentence}), "{service}");
    }
}

#[tokio::test]
async fn a_planned_mode_is_the_mode_from_its_business_day_on() {
    let bar = TestBar::open().await;
    let plan = json!({"mode": "included", "from": "2026-11-22"});
    bar.sets_tax(json!({"next": plan, "classes": classes(json!([rate(Value::Null, "GST", "13")]))})).await;
    bar.stocks("Club", "2.00", 9).await;
    let read = async || {
        let settings = bar.admin().get("/api/settings").await.ok();
        let in_force = bar.bartender().get("/api/tax").await.ok();
        assert_eq!((&settings["tax"]["mode"], &settings["tax"]["next"]), (&in_force["mode"], &in_force["next"]));
        (in_force["mode"].clone(), in_force["next"].clone())
    };
    bar.clock.jump_to("2026-11-22T04:59:00Z");
    assert_eq!(read().await, (json!("off"), plan));
    assert_eq!(bar.sells("Club", 1).await["tax"], Value::Null);
    bar.clock.jump_to("2026-11-22T05:00:00Z");
    assert_eq!(read().await, (json!("included"), Value::Null));
    assert_eq!(bar.sells("Club", 1).await["tax"]["label"], "GST 13 %");
    // Another setting does not undo it.
    bar.sets_tax(json!({"tin": "7"})).await;
    assert_eq!(read().await, (json!("included"), Value::Null));
}

#[tokio::test]
async fn a_product_has_a_class_of_its_own_or_that_of_its_category() {
    let bar = TestBar::with_gst("included").await;
    let club = bar.product_named("Club").await;
    assert_eq!((&club["taxClass"], &club["effectiveTaxClass"]), (&Value::Null, &json!("standard")));
    let path = format!("/api/products/{}", club["id"]);
    let class = async |class: Value| {
        let product = bar.manager().put(&path, json!({"taxClass": class})).await.ok();
        (product["taxClass"].clone(), product["effectiveTaxClass"].clone())
    };
    assert_eq!(class(json!("zero")).await, (json!("zero"), json!("zero")));
    assert_eq!(
        bar.tax_refused(json!({"classes": [{"id": "standard"}, {"id": "exempt"}]})).await,
        json!({"tax.classes": "Zero-rated is in use"})
    );
    assert_eq!(class(json!("")).await, (Value::Null, json!("standard")));
    let refused = async |class: &str| bar.manager().put(&path, json!({"taxClass": class})).await.refused(400, "invalid")["fields"].clone();
    assert_eq!(refused("nonsense").await, json!({"taxClass": "Unknown tax class nonsense"}));
    assert_eq!(refused("reduced").await, json!({"taxClass": "Unknown tax class reduced"}), "it is switched off");
    let active = json!([{"id": "standard"}, {"id": "reduced", "active": true}, {"id": "zero"}]);
    bar.sets_tax(json!({"classes": active})).await;
    assert_eq!(refused("reduced").await, json!({"taxClass": "Set a rate for Reduced first"}));
    // The category's class is read again, also by a phone that knows the product already.
    let tag = bar.bartender().get(&path).await.header("etag").expect("a tag").to_owned();
    bar.sets_tax(json!({"categories": {"drinks": "zero"}})).await;
    let now = bar.bartender().request("GET", &path).header("if-none-match", &tag).send().await.ok();
    assert_eq!(now["effectiveTaxClass"], "zero");
}

#[tokio::test]
async fn only_an_admin_changes_tax_and_every_phone_hears_of_it() {
    let bar = TestBar::with_gst("included").await;
    bar.manager().put("/api/settings", json!({"tax": {"mode": "off"}})).await.refused(403, "forbidden");
    bar.guest().get("/api/tax").await.refused(401, "unauthenticated");
    let mut updates = bar.bartender().request("GET", "/api/live").stream().await;
    let mut told = String::new();
    bar.sets_tax(json!({"mode": "added"})).await;
    while !told.contains("\"tax\"") {
        let chunk = tokio::time::timeout(crate::bar::TIMEOUT, updates.chunk()).await.expect("in time").expect("open").expect("open");
        told.push_str(&String::from_utf8_lossy(&chunk));
    }
    assert!(told.contains("\"products\"") && told.contains("\"menu\""), "{told}");
}

#[tokio::test]
async fn the_product_list_has_a_column_where_there_are_classes() {
    let bar = TestBar::open().await;
    bar.stocks("Club", "2.00", 9).await;
    bar.product(json!({"name": "Deposit", "priceUSD": "0.50", "stock": 5})).await;
    let export = async || bar.manager().get("/api/products/export").await.text();
    let last = |list: &str| list.lines().map(|line| line.rsplit(',').next().unwrap_or_default().to_owned()).collect::<Vec<_>>();
    assert_eq!(last(&export().await), ["isAvailable", "1", "1"]);
    bar.sets_tax(json!({"mode": "included", "classes": classes(json!([rate(Value::Null, "GST", "13")]))})).await;
    assert_eq!(last(&export().await), ["taxClass", "", ""]);
    let import = async |data: &str| bar.manager().post("/api/products/import", json!({"csvData": data})).await;
    let list = export().await;
    let outside = list
        .lines()
        .map(|line| if line.starts_with("Deposit") { format!("{line}outside\n") } else { format!("{line}\n") })
        .collect::<String>();
    assert_eq!(import(&outside).await.ok()["updated"], 1);
    assert_eq!(bar.product_named("Deposit").await["taxClass"], "outside");
    assert_eq!(export().await, outside);
    let again = import(&export().await).await.ok();
    assert_eq!((&again["created"], &again["updated"], &again["unchanged"]), (&json!(0), &json!(0), &json!(2)));
    let refused = import(&outside.replace("outside", "nonsense")).await.refused(400, "invalid");
    assert_eq!(refused["errors"], json!([{"line": 3, "column": "taxClass", "message": "Unknown tax class nonsense"}]));
    import(&list).await.ok();
    assert_eq!(bar.product_named("Deposit").await["taxClass"], Value::Null, "an empty cell empties it");
    bar.sets_tax(json!({"mode": "off"})).await;
    assert_eq!(last(&export().await), ["isAvailable", "1", "1"]);
}
