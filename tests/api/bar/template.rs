//! Template store that all tests start from. It is created once, because hashing the passwords for each test would take minutes.

use std::path::Path;
use std::sync::OnceLock;

use serde_json::json;

use super::TestBar;

pub const ADMIN_PASSWORD: &str = "owner-of-the-bar";
pub const MANAGER_PASSWORD: &str = "keeper-of-the-stock";
pub const BARTENDER_PASSWORD: &str = "seller-of-the-beer";
/// Name of the store's file in the data folder.
const STORE_FILE: &str = "barback.redb";

/// Bearer tokens of the three accounts of the template.
#[derive(Clone, Default)]
pub struct Tokens {
    pub admin: String,
    pub manager: String,
    pub bartender: String,
}

struct Template {
    store: Vec<u8>,
    tokens: Tokens,
}

/// Copies the template store into `folder`; returns the tokens of its accounts.
pub fn copy_to(folder: &Path) -> Tokens {
    static TEMPLATE: OnceLock<Template> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| {
        // A thread with its own runtime, because the first test already runs inside one.
        let created = std::thread::spawn(|| tokio::runtime::Runtime::new().expect("a runtime").block_on(create()));
        created.join().expect("the template is created")
    });
    std::fs::write(folder.join(STORE_FILE), &template.store).expect("written");
    template.tokens.clone()
}

async fn create() -> Template {
    let (mut bar, first) = TestBar::fresh().await;
    let admin = bar.with_token(&bar.signs_in("admin", &first).await);
    let changed = admin.post("/api/auth/change-password", json!({"currentPassword": first, "newPassword": ADMIN_PASSWORD})).await.ok();
    let admin = bar.with_token(changed["token"].as_str().expect("a token"));
    for (name, password) in [("manager", MANAGER_PASSWORD), ("bartender", BARTENDER_PASSWORD)] {
        let user = json!({"username": name, "password": password, "role": name, "mustChangePassword": false});
        admin.post("/api/users", user).await.created();
    }
    let tokens = Tokens {
        admin: admin.token().to_owned(),
        manager: bar.signs_in("manager", MANAGER_PASSWORD).await,
        bartender: bar.signs_in("bartender", BARTENDER_PASSWORD).await,
    };
    bar.shut_down().await;
    let store = std::fs::read(bar.config.data.join(STORE_FILE)).expect("a store");
    Template { store, tokens }
}
