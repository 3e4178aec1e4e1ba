//! The colleagues to whom a till is handed over, and whose tips are paid out.

use serde_json::json;

use super::DRAWER;
use crate::bar::{TestBar, values_of};
use crate::devices::BARTENDER;

#[tokio::test]
async fn a_bartender_finds_the_active_staff_by_id_and_name_and_nothing_else() {
    let bar = TestBar::stocked().await;
    assert_eq!(bar.bartender().get("/api/cash/people").await.ok(), json!([]), "a bar without tills hands none over");
    bar.sets_cash(json!({"mode": "drawer", "countBy": "totals"})).await;
    for (username, first_name, is_active) in
        [("musa_k", "Musa", true), ("musa_t", "musa", true), ("fatu", "Fatu", true), ("gone", "Gone", false)]
    {
        let account =
            json!({"username": username, "firstName": first_name, "password": "secret-enough", "role": "bartender", "isActive": is_active});
        bar.admin().post("/api/users", account).await.created();
    }
    let people = bar.bartender().get("/api/cash/people").await.ok();
    let row = |id: u64, name: &str| json!({"id": id, "name": name});
    let all =
        [row(1, "admin"), row(BARTENDER, "bartender"), row(6, "Fatu"), row(2, "manager"), row(4, "Musa (musa_k)"), row(5, "musa (musa_t)")];
    assert_eq!(people, json!(all));
    assert_eq!(bar.manager().get("/api/cash/people").await.ok(), people);
    bar.bartender().get("/api/users/names").await.refused(403, "forbidden");
    bar.guest().get("/api/cash/people").await.has_status(401);

    bar.admin().put("/api/users/5", json!({"isActive": false})).await.ok();
    let names = values_of(&bar.bartender().get("/api/cash/people").await.ok(), "name");
    assert_eq!(names, ["admin", "bartender", "Fatu", "manager", "Musa"], "the one Musa needs no username beside it");
    bar.sets_cash(json!({"mode": "off"})).await;
    assert_eq!(bar.bartender().get("/api/cash/people").await.ok(), json!([]));
}

#[tokio::test]
async fn a_bartender_hands_a_till_to_each_of_them() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    let people = musa.get("/api/cash/people").await.ok();
    let others: Vec<_> = people.as_array().expect("a list").iter().filter(|person| person["id"] != BARTENDER).collect();
    assert_eq!(others.len(), 2);
    for person in others {
        let shift = bar.opens(&musa, DRAWER, "40.00", "0.00").await;
        bar.counts(&musa, &shift, "40.00", "0.00", json!({"handTo": person["id"]})).await.ok();
        let taken_over = &musa.get("/api/shifts?status=open").await.ok()[0];
        assert_eq!((&taken_over["responsibleId"], &taken_over["responsibleName"]), (&person["id"], &person["name"]));
        bar.counts(&bar.manager(), taken_over, "40.00", "0.00", json!({})).await.ok();
    }
}
