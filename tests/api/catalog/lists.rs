//! Lists of other programs: files in every encoding, workbooks, columns that a person maps, rows that a person decides.

use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

use crate::bar::{Answer, TestBar, values_of};

async fn import(bar: &TestBar, body: Value) -> Answer {
    bar.manager().post("/api/products/import", body).await
}

/// A dry run of a text with all that it says.
async fn preview(bar: &TestBar, list: &str) -> Answer {
    import(bar, json!({"csvData": list, "dryRun": true, "details": true})).await
}

fn file(bytes: &[u8]) -> Value {
    json!({"file": STANDARD.encode(bytes), "dryRun": true, "details": true})
}

/// A workbook with these parts beside those that every workbook has.
fn workbook(parts: &[(&str, &str)]) -> Vec<u8> {
    workbook_with(parts, &[])
}

/// A workbook of which the sheets with these numbers are hidden.
fn workbook_with(parts: &[(&str, &str)], hidden: &[usize]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let sheets = parts.iter().filter(|(name, _)| name.starts_with("xl/worksheets/")).count();
    let types = "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>";
    let state = |id: usize| if hidden.contains(&id) { " state=\"hidden\"" } else { "" };
    let entries: String =
        (1..=sheets).map(|id| format!("<sheet name=\"Sheet {id}\" sheetId=\"{id}\"{} r:id=\"r{id}\"/>", state(id))).collect();
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let book = format!("<workbook xmlns=\"{main}\" xmlns:r=\"{office}\"><sheets>{entries}</sheets></workbook>");
    let targets: String = (1..=sheets)
        .map(|id| format!("<Relationship Id=\"r{id}\" Type=\"{office}/worksheet\" Target=\"worksheets/sheet{id}.xml\"/>"))
        .collect();
    let packages = "http://schemas.openxmlformats.org/package/2006/relationships";
    let relations = format!("<Relationships xmlns=\"{packages}\">{targets}</Relationships>");
    let root = format!(
        "<Relationships xmlns=\"{packages}\"><Relationship Id=\"r1\" Type=\"{office}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    );
    let always = [
        ("[Content_Types].xml", types),
        ("_rels/.rels", root.as_str()),
        ("xl/workbook.xml", book.as_str()),
        ("xl/_rels/workbook.xml.rels", relations.as_str()),
    ];
    for (name, content) in always.iter().chain(parts) {
        archive.start_file(*name, SimpleFileOptions::default()).expect("a part");
        archive.write_all(content.as_bytes()).expect("written");
    }
    archive.finish().expect("a workbook").into_inner()
}

/// A sheet with these cells: numbers where they are, texts elsewhere.
fn sheet(rows: &[&[&str]]) -> String {
    let mut xml = String::from("<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>");
    for (row, cells) in rows.iter().enumerate() {
        xml += &format!("<row r=\"{}\">", row + 1);
        for (column, cell) in cells.iter().enumerate() {
            let place = format!("{}{}", char::from(b'A' + u8::try_from(column).expect("few")), row + 1);
            xml += &match cell.parse::<f64>() {
                Ok(_) => format!("<c r=\"{place}\"><v>{cell}</v></c>"),
                Err(_) => format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{cell}</t></is></c>"),
            };
        }
        xml += "</row>";
    }
    xml + "</sheetData></worksheet>"
}

#[tokio::test]
async fn a_preview_says_what_the_file_is_and_what_becomes_of_each_row() {
    let bar = TestBar::open().await;
    let gin = bar.product(json!({"name": "Gin", "barcode": "1", "priceUSD": 2, "stock": 5})).await;
    let list = "sep=;\nItem;Selling Price;Shelf;Qty\nGin;2,00;A1;7\nRum;x;A2;\nTea;$1,50;;3\n";
    let refused = preview(&bar, list).await.refused(400, "invalid");
    let format = json!({"kind": "csv", "encoding": "utf-8", "separator": ";", "sheet": null, "sheets": [], "headings": 2});
    assert_eq!(refused["format"], format);
    let column = |heading: &str, samples: &[&str], field: Value, by: Value| json!({"heading": heading, "samples": samples, "field": field, "by": by});
    let columns = json!([
        column("Item", &["Gin", "Rum", "Tea"], json!("name"), json!("name")),
        column("Selling Price", &["2,00", "x", "$1,50"], json!("price"), json!("name")),
        column("Shelf", &["A1", "A2"], Value::Null, Value::Null),
        column("Qty", &["7", "3"], json!("stock"), json!("name")),
    ]);
    assert_eq!(refused["columns"], columns);
    assert_eq!(refused["questions"], json!([]));
    assert_eq!(values_of(&refused["rows"], "state"), ["changed", "wrong", "new"]);
    assert_eq!(refused["rows"][0]["fields"], json!([{"field": "stock", "before": "5", "after": "7"}]));
    let wrong = json!({"line": 4, "state": "wrong", "name": "Rum", "productId": null, "fields": [], "message": "Must be an amount such as 3.50", "candidates": []});
    assert_eq!(refused["rows"][1], wrong);
    assert_eq!((&refused["skipped"], &refused["errors"][0]["line"]), (&json!(1), &json!(4)));
    assert_eq!([&refused["created"], &refused["updated"], &refused["unchanged"]], [1, 1, 0]);
    assert_eq!(refused["ignoredColumns"], json!(["Shelf"]));
    let answer = import(&bar, json!({"csvData": list, "skipWrong": true})).await.ok();
    assert_eq!((&answer["created"], &answer["updated"], &answer["skipped"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!(bar.manager().get(&format!("/api/products/{}", gin["id"])).await.ok()["stock"], 7);
    let audit = bar.admin().get("/api/admin/audit?limit=20").await.ok();
    let imported = "Products imported: 1 new, 1 changed, 0 unchanged, 1 left out";
    assert!(values_of(&audit, "summary").contains(&json!(imported)), "{audit}");
}

#[tokio::test]
async fn what_a_person_chose_for_the_columns_is_remembered() {
    let bar = TestBar::open().await;
    let list = "Foo,Bar,Baz\nRum,2.00,Spirits\n";
    let refused = preview(&bar, list).await.refused(400, "invalid");
    assert_eq!(refused["errors"], json!([{"line": 1, "column": "name", "message": "No “name” column. Row 1 has: Foo, Bar, Baz"}]));
    assert_eq!(values_of(&refused["columns"], "by"), [Value::Null, Value::Null, Value::Null]);
    let chosen = json!({"csvData": list, "columns": ["name", "priceUSD", null]});
    assert_eq!(import(&bar, chosen).await.ok()["created"], 1);
    let next = preview(&bar, "Foo,Bar,Baz\nRum,3.00,Spirits\nGin,1.00,\n").await.ok();
    assert_eq!(values_of(&next["columns"], "by"), ["remembered", "remembered", "remembered"]);
    assert_eq!(values_of(&next["rows"], "state"), ["changed", "new"]);
    // The newest choice counts, and only for these headings.
    import(&bar, json!({"csvData": list, "columns": ["name", "priceUSD", "section"]})).await.ok();
    assert_eq!(values_of(&preview(&bar, list).await.ok()["columns"], "field"), [json!("name"), json!("priceUSD"), json!("section")]);
    preview(&bar, "Foo,Bar\nRum,3.00\n").await.refused(400, "invalid");
    for columns in [json!(["nam"]), json!("name"), json!([1])] {
        let refused = import(&bar, json!({"csvData": list, "columns": columns})).await.refused(400, "invalid");
        assert!(refused["fields"]["columns"].is_string(), "{refused}");
    }
}

#[tokio::test]
async fn rows_that_can_be_several_products_are_decided_by_a_person() {
    let bar = TestBar::open().await;
    let first = bar.product(json!({"name": "O’Brien Stout", "barcode": "1", "priceUSD": 2})).await;
    bar.product(json!({"name": "o'brien stout", "barcode": "2", "priceUSD": 3})).await;
    let list = "name,price\nO'BRIEN STOUT,4.00\nTea,1.00\nTea,2.00\n";
    let refused = preview(&bar, list).await.refused(400, "invalid");
    assert_eq!(values_of(&refused["rows"], "state"), ["ask", "ask", "ask"]);
    assert_eq!(values_of(&refused["rows"][0]["candidates"], "barcode"), ["1", "2"]);
    assert_eq!(refused["rows"][0]["candidates"][0]["priceUSD"], "2.00");
    let answered = json!({"csvData": list, "rows": {"2": first["id"], "3": "new", "4": "skip"}});
    let answer = import(&bar, answered).await.ok();
    assert_eq!([&answer["created"], &answer["updated"], &answer["skipped"]], [1, 1, 1]);
    assert_eq!(bar.manager().get(&format!("/api/products/{}", first["id"])).await.ok()["priceUSD"], "4.00");
    for rows in [json!({"2": "old"}), json!({"x": "new"}), json!([1]), json!({"2": 1.5})] {
        let refused = import(&bar, json!({"csvData": list, "rows": rows})).await.refused(400, "invalid");
        assert!(refused["fields"]["rows"].is_string(), "{refused}");
    }
}

#[tokio::test]
async fn figures_and_currencies_are_asked_once_and_never_guessed() {
    let bar = TestBar::open().await;
    let list = "name;price;stock\nRum;1.250;2\nTea;2.500;3\n";
    let refused = preview(&bar, list).await.refused(400, "invalid");
    assert_eq!(refused["questions"], json!([{"kind": "figures", "column": "price", "samples": ["1.250", "2.500"]}]));
    assert_eq!((&refused["errors"][0]["column"], refused["errors"].as_array().map(Vec::len)), (&json!("price"), Some(1)));
    for (figures, price) in [("point", "1.25"), ("comma", "1250.00")] {
        let body = json!({"csvData": list, "figures": figures, "currency": "LRD", "dryRun": true, "details": true});
        let fields = &import(&bar, body).await.ok()["rows"][0]["fields"];
        let field = fields.as_array().expect("fields").iter().find(|field| field["field"] == "priceLRD").expect("a price");
        assert_eq!(field["after"], price);
    }
    let dear = preview(&bar, "name,price\nRice,950\nBeer,350\n").await.refused(400, "invalid");
    assert_eq!(dear["questions"], json!([{"kind": "currency", "column": "price", "samples": ["950", "350"]}]));
    import(&bar, json!({"csvData": "name,price\nRice,950\nBeer,350\n", "currency": "LRD"})).await.ok();
    let rice = bar.product_named("Rice").await;
    assert_eq!((&rice["currency"], &rice["priceLRD"], &rice["priceUSD"]), (&json!("LRD"), &json!("950.00"), &Value::Null));
    for (member, value) in [("figures", "dot"), ("currency", "EUR")] {
        let refused = import(&bar, json!({"csvData": "name\nX", member: value})).await.refused(400, "invalid");
        assert!(refused["fields"][member].is_string(), "{refused}");
    }
}

#[tokio::test]
async fn text_files_in_every_encoding() {
    let bar = TestBar::open().await;
    let utf16 = |order: fn(u16) -> [u8; 2]| -> Vec<u8> { "\u{feff}name\tprice\nCafé\t2,00".encode_utf16().flat_map(order).collect() };
    for (bytes, encoding) in [
        ("name,price\nCafé,2.00".as_bytes().to_vec(), "utf-8"),
        ("\u{feff}name,price\r\nCafé,2.00\r\n".as_bytes().to_vec(), "utf-8"),
        (b"name;price\rCaf\x8e;2,00\r".to_vec(), "macintosh"),
        (b"name;price\r\nCaf\xe9;2,00".to_vec(), "windows-1252"),
        (utf16(u16::to_le_bytes), "utf-16le"),
        (utf16(u16::to_be_bytes), "utf-16be"),
    ] {
        let answer = import(&bar, file(&bytes)).await.ok();
        assert_eq!((&answer["format"]["encoding"], &answer["rows"][0]["name"]), (&json!(encoding), &json!("Café")));
    }
    let mut said = file(b"name,price\nCaf\x8e,2.00");
    said["encoding"] = json!("windows-1252");
    let answer = import(&bar, said.clone()).await.ok();
    assert_eq!((&answer["format"]["encoding"], &answer["rows"][0]["name"]), (&json!("windows-1252"), &json!("CafŽ")), "as a person says");
    said["encoding"] = json!("latin");
    assert!(import(&bar, said).await.refused(400, "invalid")["fields"]["encoding"].is_string());
    let refused = import(&bar, json!({"file": "no base64!"})).await.refused(400, "invalid");
    assert!(refused["fields"]["file"].is_string());
}

#[tokio::test]
async fn workbooks_are_read_sheet_by_sheet() {
    let bar = TestBar::open().await;
    let drinks = sheet(&[
        &["Sunset Bar"],
        &["Item", "Price", "Qty", "Barcode"],
        &["Café", "3.5", "24", "6001000000018"],
        &["Rum", "1.125", "1", ""],
    ]);
    let food = sheet(&[&["name", "price"], &["Rice", "4"]]);
    let book = workbook(&[("xl/worksheets/sheet1.xml", &drinks), ("xl/worksheets/sheet2.xml", &food)]);
    let answer = import(&bar, file(&book)).await.ok();
    let format =
        json!({"kind": "xlsx", "encoding": null, "separator": null, "sheet": "Sheet 1", "sheets": ["Sheet 1", "Sheet 2"], "headings": 2});
    assert_eq!(answer["format"], format);
    let price = json!({"field": "priceUSD", "before": null, "after": "1.13"});
    assert!(answer["rows"][1]["fields"].as_array().expect("fields").contains(&price), "as many decimals as a price has");
    let fields = &answer["rows"][0]["fields"];
    assert!(
        fields.as_array().expect("fields").contains(&json!({"field": "barcode", "before": null, "after": "6001000000018"})),
        "{fields}"
    );
    let mut second = file(&book);
    second["sheet"] = json!("Sheet 2");
    assert_eq!(import(&bar, second.clone()).await.ok()["rows"][0]["name"], "Rice");
    second["sheet"] = json!("Sheet 3");
    assert_eq!(import(&bar, second).await.refused(400, "invalid")["errors"][0]["message"], "There is no sheet Sheet 3");
}

#[tokio::test]
async fn a_hidden_or_an_empty_first_sheet_is_not_the_list() {
    let bar = TestBar::open().await;
    let list = sheet(&[&["name", "price"], &["Rice", "4"]]);
    let other = sheet(&[&["name", "price"], &["Old", "1"]]);
    let blank = sheet(&[]);
    let parts: [(&str, &str); 3] =
        [("xl/worksheets/sheet1.xml", &other), ("xl/worksheets/sheet2.xml", &blank), ("xl/worksheets/sheet3.xml", &list)];
    let answer = import(&bar, file(&workbook_with(&parts, &[1]))).await.ok();
    assert_eq!((&answer["format"]["sheet"], &answer["rows"][0]["name"]), (&json!("Sheet 3"), &json!("Rice")));
    let mut second = file(&workbook(&parts));
    second["sheet"] = json!("Sheet 2");
    let refused = import(&bar, second).await.refused(400, "invalid");
    assert_eq!(refused["format"]["sheets"], json!(["Sheet 1", "Sheet 2", "Sheet 3"]), "another one can be chosen");
    assert_eq!((&refused["columns"], &refused["rows"]), (&json!([]), &json!([])));
    assert_eq!(refused["errors"][0]["message"], "The file is empty");
}

#[tokio::test]
async fn cells_of_a_workbook_are_read_as_they_are_shown() {
    let bar = TestBar::open().await;
    let styles = "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">\
                  <numFmts count=\"2\"><numFmt numFmtId=\"164\" formatCode=\"&quot;L$&quot;#,##0\"/><numFmt numFmtId=\"165\" formatCode=\"000000000000\"/></numFmts>\
                  <cellXfs count=\"4\"><xf numFmtId=\"0\"/><xf numFmtId=\"2\"/><xf numFmtId=\"164\"/><xf numFmtId=\"165\"/></cellXfs></styleSheet>";
    let head = "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData><row r=\"1\">\
                <c r=\"A1\" t=\"inlineStr\"><is><t>name</t></is></c><c r=\"B1\" t=\"inlineStr\"><is><t>price</t></is></c>\
                <c r=\"C1\" t=\"inlineStr\"><is><t>barcode</t></is></c></row>";
    let rows: String = [(2, "Beer", 1, "1.84210526315789"), (3, "Rum", 2, "349.6"), (4, "Gin", 0, "2.63157894736842")]
        .into_iter()
        .map(|(row, name, style, price)| {
            format!(
                "<row r=\"{row}\"><c r=\"A{row}\" t=\"inlineStr\"><is><t>{name}</t></is></c>\
                 <c r=\"B{row}\" s=\"{style}\"><f>35/19</f><v>{price}</v></c><c r=\"C{row}\" s=\"3\"><v>12345678{row}</v></c></row>"
            )
        })
        .collect();
    let book = workbook(&[("xl/styles.xml", styles), ("xl/worksheets/sheet1.xml", &format!("{head}{rows}</sheetData></worksheet>"))]);
    let answer = import(&bar, file(&book)).await.ok();
    let after = |row: usize, field: &str| {
        let fields = answer["rows"][row]["fields"].as_array().expect("fields").clone();
        fields.into_iter().find(|one| one["field"] == field).map_or(Value::Null, |one| one["after"].clone())
    };
    assert_eq!([after(0, "priceUSD"), after(1, "priceLRD"), after(2, "priceUSD")], ["1.84", "350.00", "2.63"]);
    assert_eq!(after(0, "barcode"), "000123456782");
}

#[tokio::test]
async fn a_list_without_headings_is_mapped_by_a_person() {
    let bar = TestBar::open().await;
    let list = "Club Beer;350\nStar;400\n";
    let refused = preview(&bar, list).await.refused(400, "invalid");
    assert_eq!(
        (&refused["format"]["headings"], values_of(&refused["columns"], "heading")),
        (&json!(0), vec![json!("Column 1"), json!("Column 2")])
    );
    let columns = json!({"csvData": list, "columns": ["name", "priceLRD"]});
    assert_eq!(import(&bar, columns).await.ok()["created"], 2);
    assert_eq!(bar.product_named("Club Beer").await["currency"], "LRD");
    assert_eq!(
        values_of(&preview(&bar, list).await.refused(400, "invalid")["columns"], "by"),
        [Value::Null, Value::Null],
        "not remembered"
    );
}

/// Workbooks that are made to hurt the box, and files that are none.
#[tokio::test]
async fn hostile_files_are_refused() {
    let bar = TestBar::open().await;
    let bomb = workbook(&[("xl/worksheets/sheet1.xml", &" ".repeat(70 << 20))]);
    assert!(bomb.len() < 1 << 20, "packed it is small");
    let far = |place: &str| {
        let head = "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>";
        workbook(&[(
            "xl/worksheets/sheet1.xml",
            &format!("{head}<row r=\"1\"><c r=\"{place}\"><v>1</v></c></row></sheetData></worksheet>"),
        )])
    };
    for (bytes, message) in [
        (bomb, "The file is too large: at most 64 MiB unpacked"),
        (far("XFD1"), "The file is too large: at most 200 columns"),
        (far("A1048576"), "The file is too large: at most 50000 rows"),
    ] {
        assert_eq!(import(&bar, file(&bytes)).await.refused(413, "too_large")["message"], message);
    }
    let entities = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><worksheet><sheetData><row r=\"1\">\
                    <c r=\"A1\" t=\"inlineStr\"><is><t>&b;</t></is></c></row></sheetData></worksheet>";
    let no_book = b"PK\x03\x04 and then nothing".to_vec();
    for bytes in [
        workbook(&[("xl/worksheets/sheet1.xml", entities)]),
        no_book,
        b"\xd0\xcf\x11\xe0 an old file".to_vec(),
        b"\x00\x01\x02\x03".to_vec(),
    ] {
        import(&bar, file(&bytes)).await.refused(400, "invalid");
    }
    let cut = &workbook(&[("xl/worksheets/sheet1.xml", &sheet(&[&["name"], &["Rum"]]))])[..400];
    import(&bar, file(cut)).await.refused(400, "invalid");
}

#[tokio::test]
async fn a_code_of_goods_is_one_with_and_without_zeros_in_front() {
    let bar = TestBar::open().await;
    let cola = bar.product(json!({"name": "Cola", "barcode": "012345678905", "priceUSD": 2})).await;
    for barcode in ["12345678905", "0012345678905", "012345678905"] {
        let scan = bar.bartender().post("/api/scans", json!({"barcode": barcode})).await.created();
        assert_eq!(scan["product"]["id"], cola["id"], "{barcode}");
        assert_eq!(bar.bartender().get(&format!("/api/products/barcode/{barcode}")).await.ok()["id"], cola["id"], "{barcode}");
        bar.manager().post("/api/products", json!({"name": "Other", "barcode": barcode, "priceUSD": 2})).await.has_status(409);
    }
    let list = "name,barcode,price\nCola,12345678905,2.00\n";
    assert_eq!(preview(&bar, list).await.ok()["unchanged"], 1, "and the barcode stays as it is");
    let both = "name,barcode,price\nA,12345678905,2.00\nB,012345678905,2.00\n";
    let refused = preview(&bar, both).await.refused(400, "invalid");
    assert_eq!(refused["errors"][0]["message"], "The barcode 012345678905 is on line 2 and on line 3");
}

#[tokio::test]
async fn rows_without_a_price_are_given_one() {
    let bar = TestBar::open().await;
    let list = "name,price\nCorkage,\nOpen food,variable\nGin,2.00\n";
    let refused = preview(&bar, list).await.refused(400, "invalid");
    assert_eq!(values_of(&refused["rows"], "state"), ["wrong", "wrong", "new"]);
    assert_eq!(values_of(&refused["rows"], "needsPrice"), [json!(true), json!(true), Value::Null]);
    let prices = json!({"2": {"priceUSD": "5.00"}, "3": {"priceLRD": "950"}});
    let given = json!({"csvData": list, "prices": prices, "dryRun": true, "details": true});
    assert_eq!(values_of(&import(&bar, given).await.ok()["rows"], "state"), ["new", "new", "new"]);
    assert_eq!(import(&bar, json!({"csvData": list, "prices": prices})).await.ok()["created"], 3);
    let (corkage, food) = (bar.product_named("Corkage").await, bar.product_named("Open food").await);
    assert_eq!((&corkage["currency"], &corkage["priceUSD"]), (&json!("USD"), &json!("5.00")));
    assert_eq!((&food["currency"], &food["priceLRD"], &food["priceUSD"]), (&json!("LRD"), &json!("950.00"), &Value::Null));
    for (prices, member) in [
        (json!({"2": {}}), "prices"),
        (json!({"x": {"priceUSD": 1}}), "prices"),
        (json!([1]), "prices"),
        (json!({"2": {"priceUSD": "dear"}}), "prices.2.priceUSD"),
        (json!({"2": {"priceUSD": "-1"}}), "prices.2.priceUSD"),
    ] {
        let refused = import(&bar, json!({"csvData": list, "prices": prices})).await.refused(400, "invalid");
        assert!(refused["fields"][member].is_string(), "{refused}");
    }
}
