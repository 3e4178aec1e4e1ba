//! Printing with two boxes and one printer: only the first box prints, and after a promotion no receipt is printed again unasked.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cli::{PATIENCE, barback, busy_bar, signs_in};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::pair::{caught_up, second, until};
use crate::phone::{PASSWORD, Phone};

async fn jobs_until(phone: &Phone, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    let began = Instant::now();
    loop {
        let jobs = phone.sees("/api/print-jobs").await.as_array().expect("a list").clone();
        if wanted(&jobs) {
            return jobs;
        }
        assert!(began.elapsed() < PATIENCE, "the spool never gets there: {jobs:#?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn times(printer: &FakePrinter, text: &str) -> usize {
    let bytes: Vec<u8> = printer.connections().iter().flat_map(|connection| connection.job()).collect();
    bytes.windows(text.len()).filter(|part| *part == text.as_bytes()).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_receipt_is_printed_twice_unasked() {
    let room = tempfile::tempdir().expect("room");
    let [one, other] = ["first", "second"].map(|name| room.path().join(name));
    let mut printer = FakePrinter::start(Behavior::Normal);
    let (bar, phone, _) = busy_bar(&one, &["--printer", &printer.url()], 0).await;
    let settings = phone.sees("/api/settings").await;
    let mut printers = settings["printers"].clone();
    printers[0]["categories"] = json!(["drinks"]);
    phone.put("/api/settings", &json!({ "printers": printers })).await.expect("an answer").is(200);
    let stand = second(&other, &phone, bar.port()).await;

    let number = |sold: Value| sold["receiptNumber"].as_str().expect("a number").to_owned();
    let printed = number(phone.sells(1, 1).await.expect("an answer").is(201));
    jobs_until(&phone, |jobs| jobs.iter().all(|job| matches!(job["status"].as_str(), Some("sent" | "confirmed")))).await;
    // The printer is gone: jobs of further sales wait, on both boxes.
    printer.stop();
    let waiting = number(phone.sells(1, 2).await.expect("an answer").is(201));
    let order = json!({ "customerName": "Musu", "orderType": "dine_in", "items": [{ "productId": 1, "quantity": 3 }] });
    phone.post("/api/orders", &order, None).await.expect("an answer").is(201);
    jobs_until(&phone, |jobs| jobs.iter().any(|job| job["kind"] == "ticket")).await;
    caught_up(stand.port(), bar.port()).await;
    bar.kill();
    let before = printer.connections().len();
    printer.restart();
    assert_eq!(times(&printer, &printed), 1, "the second box printed too");

    barback(&other, &["promote"]).ok();
    until(stand.port(), |health| health["status"] == "ok").await;
    let phone = signs_in(stand.port(), PASSWORD).await;
    // The ticket is printed again, with a mark; the receipt waits for someone to check the paper.
    let done =
        |jobs: &[Value]| jobs.iter().any(|job| job["kind"] == "ticket" && matches!(job["status"].as_str(), Some("sent" | "confirmed")));
    let jobs = jobs_until(&phone, done).await;
    let receipt = jobs.iter().find(|job| job["receiptNumber"] == waiting).expect("a job");
    assert_eq!(receipt["status"], "unknown", "{receipt}");
    assert!(receipt["error"].as_str().expect("words").contains("Look at the paper"), "{receipt}");
    printer.wait_until(|connections| connections.len() > before);
    assert_eq!((times(&printer, &printed), times(&printer, &waiting), times(&printer, "POSSIBLE DUPLICATE")), (1, 0, 1));
    // After a retry by hand it is printed.
    let path = format!("/api/print-jobs/{}/retry", receipt["id"]);
    assert!(phone.post(&path, &json!({}), None).await.expect("an answer").status < 300);
    let again = |jobs: &[Value]| {
        jobs.iter().any(|job| job["receiptNumber"] == waiting && matches!(job["status"].as_str(), Some("sent" | "confirmed")))
    };
    jobs_until(&phone, again).await;
    assert_eq!(times(&printer, &waiting), 1);
    assert_eq!(stand.terminate().status.code(), Some(0));
}
