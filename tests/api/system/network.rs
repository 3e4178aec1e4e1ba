//! The box's network addresses and name, its QR codes, and the printed address slip.

use barback::config::PrinterChoice;
use barback::menu::qr::QrPicture;
use barback::web::discovery::addresses;
use base::NetworkAddresses;
use serde_json::{Value, json};

use crate::bar::TestBar;
use crate::fake_printer::{Behavior, FakePrinter};

/// The addresses of this machine that the box must report.
fn expected_addresses(bar: &TestBar) -> NetworkAddresses {
    let port = bar.address().rsplit_once(':').expect("a port").1.parse().expect("a number");
    NetworkAddresses { port, addresses: addresses::ipv4(), ..NetworkAddresses::default() }
}

#[tokio::test]
async fn the_box_reports_its_addresses() {
    let bar = TestBar::on_every_network().await;
    let network = expected_addresses(&bar);
    let addresses: Vec<Value> = network
        .addresses
        .iter()
        .map(|one| json!({"interface": one.interface, "address": one.address, "url": network.url(one.address)}))
        .collect();
    let expected = json!({"name": null, "wantedName": null, "conflict": false, "port": network.port, "addresses": addresses,
        "staffUrl": network.staff_url(), "menuUrl": format!("{}/m", network.guest_url()), "printedUrl": null, "printedAt": null,
        "addressChanged": false});
    assert_eq!(bar.admin().get("/api/network").await.ok(), expected);
}

#[tokio::test]
async fn a_box_on_loopback_only_offers_phones_no_address() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_printer(&printer.url()).await;
    let port = bar.address().rsplit_once(':').expect("a port").1.to_owned();
    let seen = bar.admin().get("/api/network").await.ok();
    assert_eq!((&seen["addresses"], &seen["staffUrl"]), (&json!([]), &Value::Null));
    assert_eq!(seen["menuUrl"], format!("http://127.0.0.1:{port}/m"), "reachable from this machine");
    bar.admin().get("/api/network/qr").await.refused(409, "conflict");
    bar.admin().post("/api/network/slip", json!({"printerId": 1})).await.refused(409, "conflict");
}

#[tokio::test]
async fn qr_codes_for_another_address_are_reported() {
    let bar = TestBar::on_every_network().await;
    let base = expected_addresses(&bar).guest_url();
    let printed_state = async || {
        let network = bar.admin().get("/api/network").await.ok();
        (network["printedUrl"].clone(), network["addressChanged"].clone(), network["menuUrl"].clone())
    };
    bar.bartender().post("/api/menu/printed", json!({"table": 4})).await.has_status(204);
    assert_eq!(printed_state().await, (json!(base), json!(false), json!(format!("{base}/m"))));
    assert_eq!(bar.admin().get("/api/network").await.ok()["printedAt"], "2026-11-21T20:00:00.000Z");
    bar.admin().put("/api/settings", json!({"publicUrl": "https://sunset.example/bar/"})).await.ok();
    assert_eq!(printed_state().await, (json!(base), json!(true), json!("https://sunset.example/bar/m")));
    bar.manager().post("/api/menu/printed", json!({"table": null})).await.has_status(204);
    assert_eq!(printed_state().await, (json!("https://sunset.example/bar"), json!(false), json!("https://sunset.example/bar/m")));
    bar.admin().put("/api/settings", json!({"publicUrl": null})).await.ok();
    assert_eq!(printed_state().await, (json!("https://sunset.example/bar"), json!(true), json!(format!("{base}/m"))));
    bar.bartender().request("POST", "/api/menu/printed").send().await.has_status(204);
    assert_eq!(printed_state().await.1, json!(false));
    for table in [json!(0), json!(10_000), json!(-1), json!("x"), json!(1.5)] {
        let refused = bar.bartender().post("/api/menu/printed", json!({"table": table})).await.refused(400, "invalid");
        assert!(refused["fields"]["table"].is_string(), "{refused}");
    }
    let log = bar.admin().get("/api/admin/audit?kind=menu").await.ok();
    let summaries: Vec<&Value> = log.as_array().expect("rows").iter().map(|line| &line["summary"]).collect();
    let public = "https://sunset.example/bar";
    assert_eq!(
        summaries,
        [
            &json!(format!("Menu code printed, leading to {base}")),
            &json!(format!("Menu code printed, leading to {public}")),
            &json!(format!("Menu code of table 4 printed, leading to {base}"))
        ]
    );
}

#[tokio::test]
async fn the_qr_code_of_the_box_is_its_staff_address() {
    let bar = TestBar::on_every_network().await;
    let answer = bar.admin().get("/api/network/qr").await;
    let Some(url) = expected_addresses(&bar).staff_url() else {
        answer.refused(409, "conflict");
        return;
    };
    assert_eq!(answer.header("content-type"), Some("image/svg+xml"));
    assert_eq!(answer.text(), QrPicture::new(&url).expect("fits").svg());
    let png = bar.admin().get("/api/network/qr?format=png").await;
    assert_eq!(png.header("content-type"), Some("image/png"));
    assert!(png.bytes == QrPicture::new(&url).expect("fits").png().expect("drawn"));
    bar.admin().get("/api/network/qr?format=gif").await.refused(400, "invalid");
}

#[tokio::test]
async fn a_printed_slip_shows_how_to_connect() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_config(|config| {
        (config.listen, config.printer) = ("0.0.0.0:0".parse().expect("an address"), PrinterChoice::Url(printer.url()));
    });
    let bar = bar.await;
    let refused = bar.admin().post("/api/network/slip", json!({})).await.refused(400, "invalid");
    assert_eq!(refused["fields"]["printerId"], "Please choose a printer");
    bar.admin().post("/api/network/slip", json!({"printerId": 99})).await.refused(404, "not_found");
    let answer = bar.admin().post("/api/network/slip", json!({"printerId": 1})).await;
    let Some(url) = expected_addresses(&bar).staff_url() else {
        answer.refused(409, "conflict");
        return;
    };
    let job = answer.has_status(202);
    assert_eq!((&job["kind"], &job["printerId"], &job["receiptNumber"]), (&json!("slip"), &json!(1), &Value::Null));
    bar.wait_until("/api/print-jobs", |jobs| ["sent", "confirmed"].iter().any(|done| jobs[0]["status"] == **done)).await;
    let seen = printer.connections();
    let paper = String::from_utf8_lossy(&seen.last().expect("a job").job()).into_owned();
    assert!(paper.contains(&url) && paper.contains("Staff phones"), "{paper}");
}

#[tokio::test]
async fn the_host_of_the_public_address_is_accepted() {
    let bar = TestBar::open().await;
    let status_for = async |host: &str| bar.guest().request("GET", "/healthz").header("host", host).send().await.status;
    assert_eq!((status_for("sunset.example").await, status_for("bar.local").await), (421, 200));
    bar.admin().put("/api/settings", json!({"publicUrl": "https://Sunset.example:8443/menu"})).await.ok();
    assert_eq!(
        (status_for("sunset.example").await, status_for("SUNSET.example.:443").await, status_for("evil.example").await),
        (200, 200, 421)
    );
    bar.admin().put("/api/settings", json!({"publicUrl": "http://203.0.113.9"})).await.ok();
    assert_eq!((status_for("sunset.example").await, status_for("203.0.113.9:80").await), (421, 200));
    bar.admin().put("/api/settings", json!({"publicUrl": null})).await.ok();
    assert_eq!(status_for("203.0.113.9:80").await, 421);
}
