//! Who may call, as the document says in `security`: guests, any user, or owners alone.

use serde_json::{Value, json};

use super::{filled, operations};
use crate::head_office::HeadOffice;

#[tokio::test]
async fn security_says_who_may_call() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let manager = head.manager(&owner, "musa", json!("all")).await;
    let mut calls: Vec<_> = operations().collect();
    // Signing out ends the session of the manager.
    calls.sort_by_key(|(_, path, _)| path.ends_with("/logout"));
    for (method, path, operation) in calls {
        let body = if method == "GET" { Value::Null } else { json!({}) };
        let verb: reqwest::Method = method.parse().expect("a method");
        let security = operation["security"].as_array().expect("security");
        let (as_guest, answer) = head.call(verb.clone(), &filled(path), "", body.clone()).await;
        assert_eq!(as_guest == 401, !security.is_empty(), "{method} {path} without a session: {as_guest} {answer}");
        let for_owners = security.first().is_some_and(|scheme| scheme["bearer"] == json!(["owner"]));
        let (as_manager, answer) = head.call(verb, &filled(path), &manager.token, body).await;
        assert_eq!(as_manager == 403, for_owners, "{method} {path} as a manager: {as_manager} {answer}");
        assert!(
            for_owners || security.iter().all(|scheme| scheme.as_object().is_some_and(|roles| roles.values().all(|of| of == &json!([]))))
        );
    }
}
