//! User accounts: valid fields, unique names, and the last admin, who cannot be removed.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};

fn new_account(username: &str) -> Value {
    json!({"username": username, "password": "secret-enough"})
}

async fn own_id(bar: &TestBar) -> Value {
    bar.admin().get("/api/auth/me").await.ok()["id"].clone()
}

#[tokio::test]
async fn an_account_gets_its_defaults() {
    let bar = TestBar::open().await;
    let user = bar.admin().post("/api/users", new_account("  Musu ")).await.created();
    let expected = json!({"id": 4, "username": "Musu", "email": null, "role": "bartender", "firstName": null, "lastName": null, "phone": null,
        "isActive": true, "createdAt": "2026-11-21T20:00:00.000Z", "lastLoginAt": null, "mustChangePassword": true, "tourDone": false, "pinStatus": "none", "chain": null});
    assert_eq!(user, expected);
    let list = bar.admin().get("/api/users").await.ok();
    assert_eq!(values_of(&list, "username"), ["admin", "bartender", "manager", "Musu"], "by username, whatever the case");
    assert!(!list.to_string().contains("argon2") && !list.to_string().contains("assword\":\""), "{list}");
}

#[tokio::test]
async fn invalid_accounts_are_refused() {
    let bar = TestBar::open().await;
    for (change, field, message) in [
        (json!({"username": "ab"}), "username", "Username must be at least 3 characters"),
        (json!({"username": "  ab  "}), "username", "Username must be at least 3 characters"),
        (json!({"username": null}), "username", "Username must be at least 3 characters"),
        (json!({"password": "short"}), "password", "Password must be at least 6 characters"),
        (json!({"password": null}), "password", "Password must be at least 6 characters"),
        (json!({"email": "musu at bar"}), "email", "Invalid email address"),
    ] {
        let mut account = new_account("musu");
        account[field] = change[field].clone();
        let body = bar.admin().post("/api/users", account).await.invalid(message);
        assert_eq!(body["fields"], json!({field: message}));
    }
    for (field, bad) in [("role", json!("owner")), ("isActive", json!("maybe")), ("firstName", json!(["x"])), ("phone", json!("1\u{1b}2"))]
    {
        let mut account = new_account("musu");
        account[field] = bad;
        let body = bar.admin().post("/api/users", account).await.refused(400, "invalid");
        assert!(body["fields"][field].is_string(), "{field}: {body}");
    }
    assert_eq!(bar.admin().get("/api/users").await.ok().as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn usernames_and_e_mails_are_unique() {
    let bar = TestBar::open().await;
    let mut musu = new_account("musu");
    musu["email"] = json!("musu@bar.lr");
    let id = bar.admin().post("/api/users", musu).await.created()["id"].clone();
    bar.admin().post("/api/users", new_account("MUSU")).await.refused(409, "taken");
    let mut other = new_account("fatu");
    other["email"] = json!("Musu@Bar.LR");
    let taken = bar.admin().post("/api/users", other).await.refused(409, "taken");
    assert!(taken["fields"]["email"].is_string(), "{taken}");
    bar.admin().put("/api/users/2", json!({"username": "Musu"})).await.refused(409, "taken");
    let path = format!("/api/users/{id}");
    bar.admin().put(&path, json!({"username": "Musu", "email": "MUSU@bar.lr"})).await.ok();
    bar.admin().put(&path, json!({"username": "Musu K", "email": "musu.k@bar.lr"})).await.ok();
    let mut newer = new_account("musu");
    newer["email"] = json!("musu@bar.lr");
    bar.admin().post("/api/users", newer).await.created();
}

#[tokio::test]
async fn a_deleted_account_frees_its_username_and_stays_in_records() {
    let bar = TestBar::open().await;
    let (id, musu) = bar.hires("musu", "bartender").await;
    let beer = bar.stocks("Club Beer", "2.00", 9).await["id"].clone();
    musu.post("/api/sales", json!({"productId": beer, "quantity": 1})).await.created();
    let path = format!("/api/users/{id}");
    bar.admin().put(&path, json!({"email": "musu@bar.lr"})).await.ok();
    bar.admin().delete(&path).await.has_status(204);
    for again in [bar.admin().delete(&path).await, bar.admin().put(&path, json!({"phone": "1"})).await] {
        again.refused(404, "not_found");
    }
    assert_eq!(values_of(&bar.admin().get("/api/users").await.ok(), "username"), ["admin", "bartender", "manager"]);
    let (newer, _) = bar.hires("musu", "manager").await;
    assert_ne!(id, newer);
    bar.admin().put(&format!("/api/users/{newer}"), json!({"email": "musu@bar.lr"})).await.ok();
    let sales = bar.admin().get("/api/sales").await.ok();
    assert_eq!((values_of(&sales, "userName"), values_of(&sales, "userId")), (vec![json!("musu")], vec![json!(id)]));
}

#[tokio::test]
async fn an_absent_field_keeps_its_value_and_a_blank_one_clears_it() {
    let bar = TestBar::open().await;
    let mut account = new_account("musu");
    for (field, value) in [("firstName", "Musu"), ("lastName", "Kpadeh"), ("phone", "0770"), ("email", "musu@bar.lr"), ("role", "manager")]
    {
        account[field] = json!(value);
    }
    let created = bar.admin().post("/api/users", account).await.created();
    let (id, full_name) = (&created["id"], (&created["firstName"], &created["lastName"]));
    assert_eq!(full_name, (&json!("Musu"), &json!("Kpadeh")));
    let change = json!({"firstName": "", "lastName": null, "password": "  "});
    let user = bar.admin().put(&format!("/api/users/{id}"), change).await.ok();
    for (field, value) in [
        ("username", json!("musu")),
        ("firstName", json!(null)),
        ("lastName", json!(null)),
        ("phone", json!("0770")),
        ("email", json!("musu@bar.lr")),
        ("role", json!("manager")),
    ] {
        assert_eq!(user[field], value, "{field}");
    }
    bar.signs_in("musu", "secret-enough").await;
}

#[tokio::test]
async fn a_password_must_be_a_string() {
    let bar = TestBar::open().await;
    let (id, musu) = bar.hires("musu", "bartender").await;
    for bad in [json!(12_345_678), json!(["secret-enough"]), json!(true)] {
        let path = format!("/api/users/{id}");
        let body = bar.admin().put(&path, json!({"password": bad})).await.refused(400, "invalid");
        assert!(body["fields"]["password"].is_string(), "{body}");
    }
    musu.get("/api/auth/me").await.ok();
}

#[tokio::test]
async fn an_admin_can_require_a_new_password() {
    let bar = TestBar::open().await;
    let (id, musu) = bar.hires("musu", "bartender").await;
    let path = format!("/api/users/{id}");
    assert_eq!(bar.admin().put(&path, json!({"mustChangePassword": true})).await.ok()["mustChangePassword"], true);
    musu.get("/api/products").await.refused(403, "password_change_required");
    bar.admin().put(&path, json!({"mustChangePassword": false})).await.ok();
    musu.get("/api/products").await.ok();
}

#[tokio::test]
async fn the_audit_lists_new_and_deleted_accounts_and_real_changes_only() {
    let bar = TestBar::open().await;
    let (id, _) = bar.hires("musu", "bartender").await;
    let path = format!("/api/users/{id}");
    bar.admin().put(&path, json!({"username": "musu", "role": "bartender", "isActive": true, "phone": ""})).await.ok();
    bar.admin().delete(&path).await.has_status(204);
    let log = bar.admin().get("/api/admin/audit?limit=3").await.ok();
    assert_eq!(values_of(&log, "summary"), ["Account musu deleted", "musu signed in", "Account musu created (bartender)"]);
}

#[tokio::test]
async fn one_active_admin_must_remain() {
    let bar = TestBar::open().await;
    let own = format!("/api/users/{}", own_id(&bar).await);
    let admin = bar.admin();
    admin.delete(&own).await.refused(409, "last_admin");
    admin.patch(&own, json!({"isActive": false})).await.refused(409, "last_admin");
    admin.put(&own, json!({"role": "manager"})).await.refused(409, "last_admin");
    admin.put(&own, json!({"isActive": 0, "firstName": "Musu"})).await.refused(409, "last_admin");
    assert_eq!(admin.put(&own, json!({"firstName": "Musu"})).await.ok()["firstName"], "Musu", "other fields of the last admin can change");
    let (second, _) = bar.hires("second", "admin").await;
    admin.delete(&own).await.refused(409, "conflict");
    admin.patch(&format!("/api/users/{second}"), json!({"isActive": false})).await.ok();
    admin.put(&own, json!({"role": "manager"})).await.refused(409, "last_admin");
    admin.patch(&format!("/api/users/{second}"), json!({"isActive": true})).await.ok();
    admin.put(&own, json!({"role": "bartender"})).await.ok();
    admin.get("/api/auth/me").await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn two_admins_cannot_delete_each_other_at_once() {
    let bar = TestBar::open().await;
    let first_id = own_id(&bar).await;
    let (second_id, second) = bar.hires("second", "admin").await;
    let first = bar.admin();
    let (one, two) = (format!("/api/users/{second_id}"), format!("/api/users/{first_id}"));
    let (one, two) = tokio::join!(first.delete(&one), second.delete(&two));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert!(statuses == [204, 409] || statuses == [204, 401], "{statuses:?}");
}

#[tokio::test]
async fn the_active_flag_must_be_a_boolean() {
    let bar = TestBar::open().await;
    for bad in [json!({}), json!({"isActive": null}), json!({"isActive": "maybe"})] {
        bar.admin().patch("/api/users/3", bad).await.refused(400, "invalid");
    }
    bar.admin().patch("/api/users/99", json!({"isActive": true})).await.refused(404, "not_found");
    bar.admin().patch("/api/users/me", json!({"isActive": true})).await.refused(404, "not_found");
}
