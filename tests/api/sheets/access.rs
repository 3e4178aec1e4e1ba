//! Who reads sheets: admins, and managers where the bar lets them.

use serde_json::json;

use super::DAY;
use crate::bar::TestBar;

#[tokio::test]
async fn guests_and_bartenders_get_no_sheet_and_managers_only_where_the_bar_lets_them() {
    let bar = TestBar::stocked().await;
    let issued = bar.issues(DAY).await;
    let paths = [
        "/api/sheets".to_owned(),
        format!("/api/sheets/{DAY}"),
        "/api/sheets/T-20261121-1".to_owned(),
        format!("/api/sheets/{DAY}?format=csv"),
    ];
    for path in &paths {
        bar.guest().get(path).await.refused(401, "unauthenticated");
        bar.bartender().get(path).await.refused(403, "forbidden");
        assert_eq!(bar.manager().get(path).await.status, 200, "{path}");
    }
    let public = bar.guest().get("/api/settings/public").await.ok();
    assert!(public.get("sheet").is_none(), "a bar that changed nothing says nothing of it: {public}");
    bar.admin().put("/api/settings", json!({"sheet": {"managers": false}})).await.ok();
    assert_eq!(bar.guest().get("/api/settings/public").await.ok()["sheet"], json!({"managers": false}));
    for path in &paths {
        bar.manager().get(path).await.refused(403, "forbidden");
        assert_eq!(bar.admin().get(path).await.status, 200, "{path}");
    }
    bar.manager().post("/api/sheets", json!({"day": DAY})).await.refused(403, "forbidden");
    bar.manager().post("/api/sheets/verify", json!({"text": issued["text"]})).await.refused(403, "forbidden");
    bar.manager().post(&format!("/api/sheets/{DAY}/print"), json!({})).await.refused(403, "forbidden");
    let number = bar.admin().post("/api/sheets", json!({"day": DAY})).await.created()["number"].clone();
    assert_eq!(number, "T-20261121-2");
}

#[tokio::test]
async fn what_is_no_sheet_is_not_found() {
    let bar = TestBar::open().await;
    for key in ["T-20261121-1", "T-20261121-0", "yesterday", "2026-02-30", "T-2026-11-21"] {
        bar.manager().get(&format!("/api/sheets/{key}")).await.refused(404, "not_found");
        bar.manager().post(&format!("/api/sheets/{key}/print"), json!({})).await.refused(404, "not_found");
    }
}
