//! The head of a receipt is that of the moment when it was issued.

use serde_json::{Value, json};

use crate::bar::{TestBar, text};

fn head(detail: &Value) -> [Value; 4] {
    ["businessInfo", "footer", "transactionInfo", "tin"].map(|name| detail[name].clone())
}

#[tokio::test]
async fn a_receipt_keeps_its_head_and_the_time_zone_of_its_issue() {
    let mut bar = TestBar::stocked().await;
    let sets = async |bar: &TestBar, change: Value| bar.admin().put("/api/settings", change).await.ok();
    let path = |sold: &Value| format!("/api/receipts/{}", text(&sold["receipt"]["receiptNumber"]));
    let first = path(&bar.sells("Beer", 1).await);
    let issued = bar.bartender().get(&first).await.ok();
    assert_eq!(issued["businessInfo"]["name"], "Barback");
    sets(&bar, json!({"businessName": "Old Bar", "address": "Old Street 1", "thankYouMessage": "Come again"})).await;
    let second = path(&bar.sells("Beer", 1).await);
    let issued_second = bar.bartender().get(&second).await.ok();
    assert_eq!(issued_second["businessInfo"]["name"], "Old Bar");
    sets(&bar, json!({"businessName": "Between"})).await;
    sets(&bar, json!({"businessName": "New Bar", "phone": "0770", "timeZone": "Asia/Tokyo"})).await;
    let third = path(&bar.sells("Beer", 1).await);
    for restarts in [false, true] {
        if restarts {
            bar.restart().await;
        }
        assert_eq!(head(&bar.bartender().get(&first).await.ok()), head(&issued));
        assert_eq!(head(&bar.bartender().get(&second).await.ok()), head(&issued_second));
        let newest = bar.bartender().get(&third).await.ok();
        assert_eq!((&newest["businessInfo"]["name"], &newest["businessInfo"]["phone"]), (&json!("New Bar"), &json!("0770")));
        assert_eq!((&issued["transactionInfo"]["time"], &newest["transactionInfo"]["time"]), (&json!("8:00 PM"), &json!("5:00 AM")));
    }
    // The guest's page shows the same.
    let token = text(&issued["guestUrl"]).rsplit('/').next().expect("a token").to_owned();
    let page = bar.guest().get(&format!("/api/guest-receipts/{token}")).await.ok();
    assert_eq!(page["businessInfo"], issued["businessInfo"]);
}
