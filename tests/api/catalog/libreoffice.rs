//! An export that goes through LibreOffice and comes back changes nothing.

use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::bar::TestBar;

/// What LibreOffice makes of an export: the name of the filter and the ending of the file. The numbers of the filter for text are the
/// separator, the quote and the encoding: 76 is UTF-8, 1 is Windows-1252
/// (<https://wiki.documentfoundation.org/Documentation/DevGuide/Spreadsheet_Documents>).
const FORMATS: [(&str, &str); 4] = [
    ("xlsx", "xlsx"),
    ("csv:Text - txt - csv (StarCalc):44,34,76", "csv"),
    ("csv:Text - txt - csv (StarCalc):59,34,76", "csv"),
    ("csv:Text - txt - csv (StarCalc):9,34,1", "csv"),
];

/// How LibreOffice reads the export: as UTF-8, which its dialog proposes for the byte order mark; and, without the dialog, as Windows-1252.
const READ_AS: [&str; 2] = ["--infilter=Text - txt - csv (StarCalc):44,34,76", "--infilter=Text - txt - csv (StarCalc):44,34,1"];

/// Converts `file` in `folder`, with a profile of its own. Returns the file that it wrote.
fn convert(file: &Path, read_as: &str, (filter, ending): (&str, &str), folder: &Path) -> PathBuf {
    let profile = format!("-env:UserInstallation=file://{}", folder.join("profile").display());
    let out = folder.join("out");
    let said = Command::new("soffice")
        .args([profile.as_str(), "--headless", read_as, "--convert-to", filter, "--outdir"])
        .arg(&out)
        .arg(file)
        .output()
        .expect("LibreOffice");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    out.join("products").with_extension(ending)
}

#[tokio::test]
#[ignore = "needs LibreOffice: tests/spreadsheets"]
async fn an_export_through_libreoffice_changes_nothing() {
    let bar = TestBar::stocked().await;
    for product in [
        json!({"name": "Café crème", "priceUSD": "3.50", "stock": 7, "brand": "Ñandú", "description": "Été, \"noir\"; à 5 %"}),
        json!({"name": "Cola", "barcode": "0036000291452", "priceLRD": "1330.50", "currency": "LRD", "stock": 12}),
        json!({"name": "Beer, large", "priceUSD": "2.00", "priceLRD": "400.00", "stock": 1200, "section": "Cold; local"}),
        json!({"name": "=1+1", "priceUSD": "0.05", "stock": 0}),
        json!({"name": "Grilled fish", "priceUSD": "12.00", "stockMode": "free"}),
    ] {
        bar.product(product).await;
    }
    let products = bar.manager().get("/api/products").await.ok();
    let count = products.as_array().expect("products").len();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("products.csv");
    std::fs::write(&file, bar.manager().get("/api/products/export").await.bytes).expect("written");
    for (read_as, format) in READ_AS.iter().flat_map(|read_as| FORMATS.map(|format| (read_as, format))) {
        let bytes = std::fs::read(convert(&file, read_as, format, folder.path())).expect("the converted file");
        let body = json!({"file": STANDARD.encode(bytes), "details": true});
        let answer = bar.manager().post("/api/products/import", body).await.ok();
        let counts = ["created", "updated", "unchanged"].map(|name| &answer[name]);
        assert_eq!(counts, [&json!(0), &json!(0), &json!(count)], "{read_as} {format:?}: {:#}", changed_rows(&answer));
    }
    assert_eq!(bar.manager().get("/api/products").await.ok(), products);
}

/// The rows of an answer that are not unchanged.
fn changed_rows(answer: &Value) -> Value {
    answer["rows"].as_array().into_iter().flatten().filter(|row| row["status"] != "unchanged").cloned().collect()
}
