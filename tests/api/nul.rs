//! NUL in the path or a parameter of any call is 400.

use barback::http::document;

use crate::bar::TestBar;
use crate::contract::openapi::operations;

#[tokio::test]
async fn nul_in_an_address_is_refused_by_every_call() {
    let bar = TestBar::open().await;
    for (name, operation) in operations(&document()) {
        let (method, path) = name.split_once(' ').expect("a method and a path");
        let of_path: Vec<&str> = path.split('/').filter(|part| part.starts_with('{')).collect();
        let plain = of_path.iter().fold(path.to_owned(), |path, part| path.replace(part, "1"));
        let nul = of_path.iter().fold(path.to_owned(), |path, part| path.replace(part, "a%00"));
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let of_query = parameters.iter().filter(|parameter| parameter["in"] == "query").filter_map(|parameter| parameter["name"].as_str());
        let mut addresses: Vec<String> = of_query.chain(["limit", "anything"]).map(|name| format!("{plain}?{name}=a%00b")).collect();
        addresses.push(format!("{plain}?%00"));
        addresses.extend(Some(nul).filter(|nul| nul != path));
        for address in addresses {
            let answer = match method {
                "GET" => bar.admin().get(&address).await,
                "DELETE" => bar.admin().delete(&address).await,
                "PATCH" => bar.admin().patch(&address, serde_json::json!({})).await,
                "PUT" => bar.admin().put(&address, serde_json::json!({})).await,
                _ => bar.admin().post(&address, serde_json::json!({})).await,
            };
            answer.refused(400, "invalid");
        }
    }
}
