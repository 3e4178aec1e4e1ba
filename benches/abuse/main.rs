//! Load test under attack: staff sell while a thousand phones listen, slow ones send byte by byte, and two hundred people guess passwords.
//!
//!     cargo bench --bench abuse
//!
//! Each line of the table adds to the crowd of the one before. `BARBACK_LOAD_SECONDS` sets how long each is measured (5).
//! Crowd and staff are one process beside the box, so the CPU that they use is not available to the box.

#[path = "../../tests/support/raw_http.rs"]
mod raw_http;
mod siege;
#[path = "../load/support.rs"]
mod support;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use barback::engine::Command;
use barback::http::TokenSigner;
use barback::staff::StaffCommand;
use barback::web::password;
use base::{Actor, Role};

use siege::Siege;
use support::{BoxProcess, Outcome, Phone, Times, Usage, bar_of, length, sell, stocked_bar};

/// How long each line of the table is measured, in seconds.
const SECONDS: u64 = 5;
/// Phones of the staff, each selling one cart after the other.
const STAFF: u64 = 8;
/// Accounts of the listening phones: a person may have at most 16 streams.
const LISTENERS: u64 = 64;
/// Limit for the p99 of a sale under attack.
const P99_MAX: Duration = Duration::from_millis(300);

fn main() -> Outcome<()> {
    if !raw_http::may_open_files() {
        return Err(format!("this user may not open {} files, so no crowd can come", raw_http::FILES).into());
    }
    let folder = tempfile::tempdir()?;
    let (seller, listeners) = staffed(folder.path())?;
    let bar = BoxProcess::open(folder.path(), &[]);
    let result = tokio::runtime::Runtime::new()?.block_on(run(&bar, Arc::new(seller), &listeners));
    bar.terminate();
    result
}

/// Makes a bar with products that never run out. Returns the token of a seller, and those of all listeners.
fn staffed(folder: &Path) -> Outcome<(String, Vec<String>)> {
    let password_hash = password::hash(stocked_bar::PASSWORD)?;
    let mut sessions = Vec::new();
    let secret = bar_of(folder, |tables, at| {
        stocked_bar::open_the_bar(tables, at);
        for number in 0..=LISTENERS {
            let (user_id, username) = (2 + stocked_bar::SELLERS + number, format!("listener{number}"));
            let (password_hash, compared_hash) = (password_hash.clone(), password_hash.clone());
            let account =
                StaffCommand::SeedAdmin { username: username.clone(), password_hash, role: Role::Bartender, must_change_password: false };
            stocked_bar::execute(tables, at, Actor::the_box(), &Command::Staff(account));
            let session_id = format!("session of {username}");
            let sign_in = StaffCommand::SignIn { user_id, compared_hash, session_id: session_id.clone() };
            let actor = Actor { id: user_id, name: username, role: Role::Bartender };
            stocked_bar::execute(tables, at, actor, &Command::Staff(sign_in));
            sessions.push((user_id, session_id));
        }
    })?;
    let signer = TokenSigner::new(&secret);
    let mut tokens: Vec<String> = sessions.iter().filter_map(|(user_id, session_id)| signer.token(*user_id, session_id).ok()).collect();
    let seller = tokens.pop().ok_or("there is no session")?;
    Ok((seller, tokens))
}

async fn run(bar: &BoxProcess, seller: Arc<String>, listeners: &[String]) -> Outcome<()> {
    println!(
        "{:<52} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "the staff sell carts of 3 lines", "per s", "p50 ms", "p99 ms", "max ms", "MB", "MB peak"
    );
    let mut siege = Siege::of(bar.port(), &seller);
    let mut worst = stage("alone", bar, &seller).await?;
    siege.listens(listeners).await?;
    worst = worst.max(stage(&format!("+ {} live connections", siege::STREAMS), bar, &seller).await?);
    siege.trickles();
    worst = worst.max(stage(&format!("+ {} heads and bodies that trickle in", siege::TRICKLING), bar, &seller).await?);
    siege.reads_slowly();
    worst = worst.max(stage(&format!("+ {} who read their answers byte by byte", siege::SLOW_READERS), bar, &seller).await?);
    siege.guesses();
    worst = worst.max(stage(&format!("+ {} who guess passwords at a time", siege::GUESSERS), bar, &seller).await?);
    println!("{}", siege.over());
    let verdict = if worst < P99_MAX { "within" } else { "BEYOND" };
    println!("the worst p99 is {:.1} ms, {verdict} the limit of {} ms", worst.as_secs_f64() * 1e3, P99_MAX.as_millis());
    Ok(())
}

/// Lets the staff sell for a while. Returns the p99 of a sale.
async fn stage(name: &str, bar: &BoxProcess, token: &Arc<String>) -> Outcome<Duration> {
    let (began, length) = (Instant::now(), length(SECONDS));
    let mut sellers = tokio::task::JoinSet::new();
    for number in 0..STAFF {
        let mut phone = Phone::connect(bar.port(), token.clone(), number).await?;
        sellers.spawn(async move {
            let mut times = Vec::new();
            while began.elapsed() < length {
                let start = Instant::now();
                sell(&mut phone).await?;
                times.push(start.elapsed());
            }
            Outcome::Ok(times)
        });
    }
    let mut times = Vec::new();
    while let Some(seller) = sellers.join_next().await {
        times.extend(seller??);
    }
    let took = began.elapsed();
    let times = Times::of(times);
    println!(
        "{name:<52} {:>8.0} {:>8.2} {:>8.2} {:>8.2} {:>8.1} {:>8.1}",
        times.count() / took.as_secs_f64(),
        times.millis(50),
        times.millis(99),
        times.millis(100),
        Usage::of(bar.pid())?.memory as f64 / 1e6,
        raw_http::memory_peak(bar.pid()) as f64 * 1024.0 / 1e6,
    );
    Ok(times.percentile(99))
}
