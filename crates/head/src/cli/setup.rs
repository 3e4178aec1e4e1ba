//! `barback-head setup`: role, database, secret and service on this machine. Each step keeps what is there already.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::chown;
use std::path::Path;
use std::process::{Command, Stdio};

use super::Failed;
use crate::config::{HeadConfig, SYSTEM_FILE};
use crate::keys::Secret;
use crate::system_user::system_user;

/// User of the service, and role in the database: PostgreSQL lets it in by its name.
const USER: &str = "barback-head";
/// Name of the database.
const DATABASE: &str = "barback_head";
/// The key of the configuration file that setup writes.
const DATABASE_LINE: &str = "database = \"host=/var/run/postgresql user=barback-head dbname=barback_head\"\n";
/// User that may create roles and databases.
const POSTGRES: &str = "postgres";

/// Sets up this machine.
pub(super) fn run(config: &HeadConfig) -> Result<(), Failed> {
    if !rustix::process::geteuid().is_root() {
        return Err(Failed::new("Setting up needs root: sudo barback-head setup"));
    }
    add_user()?;
    if config.database.is_some() {
        println!("The database is configured already, and stays.");
    } else {
        role_and_database()?;
        configure(Path::new(SYSTEM_FILE))?;
    }
    secret(&config.secret_file)?;
    service()
}

fn add_user() -> Result<(), Failed> {
    if system_user(USER).is_some() {
        return Ok(());
    }
    let mut add = Command::new("useradd");
    succeed(add.args([
        "--system",
        "--user-group",
        "--no-create-home",
        "--home-dir",
        "/nonexistent",
        "--shell",
        "/usr/sbin/nologin",
        USER,
    ]))?;
    println!("Made the user {USER}.");
    Ok(())
}

fn role_and_database() -> Result<(), Failed> {
    if sql(&format!("SELECT 1 FROM pg_roles WHERE rolname = '{USER}'"))?.is_empty() {
        sql(&format!("CREATE ROLE \"{USER}\" LOGIN"))?;
        println!("Made the role {USER}.");
    }
    if sql(&format!("SELECT 1 FROM pg_database WHERE datname = '{DATABASE}'"))?.is_empty() {
        sql(&format!("CREATE DATABASE {DATABASE} OWNER \"{USER}\" ENCODING 'UTF8' TEMPLATE template0"))?;
        println!("Made the database {DATABASE}.");
    }
    Ok(())
}

/// Runs a statement at the PostgreSQL of this machine, and returns its rows as text.
fn sql(statement: &str) -> Result<String, Failed> {
    let mut psql = Command::new("runuser");
    psql.args([
        "-u",
        POSTGRES,
        "--",
        "psql",
        "--no-psqlrc",
        "--tuples-only",
        "--no-align",
        "--set",
        "ON_ERROR_STOP=1",
        "--dbname",
        POSTGRES,
    ]);
    let said = succeed(psql.args(["--command", statement]).current_dir("/"));
    said.map_err(|failed| Failed::new(format!("{} Is PostgreSQL installed and running here (apt install postgresql)?", failed.words)))
}

fn configure(file: &Path) -> Result<(), Failed> {
    let failed = |error: std::io::Error| Failed::new(format!("{}: {error}", file.display()));
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let text = fs::read_to_string(file).unwrap_or_default();
    // Keys stand before the first table of a file; this file has no tables.
    let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let mut opened = OpenOptions::new().create(true).append(true).open(file).map_err(failed)?;
    opened.write_all(format!("{gap}{DATABASE_LINE}").as_bytes()).map_err(failed)?;
    println!("Wrote the database to {}.", file.display());
    Ok(())
}

fn secret(file: &Path) -> Result<(), Failed> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(|error| Failed::new(format!("{}: {error}", folder.display())))?;
    }
    if Secret::create(file).map_err(Failed::new)? {
        println!("Made the secret {}. Keep a copy of it: without it the database's keys cannot be read.", file.display());
    }
    let (user, group) = system_user(USER).ok_or_else(|| Failed::new(format!("There is no user {USER}.")))?;
    chown(file, Some(user), Some(group)).map_err(|error| Failed::new(format!("{}: {error}", file.display())))
}

fn service() -> Result<(), Failed> {
    if !Path::new("/run/systemd/system").exists() {
        println!("systemd does not run here. Start head office with: barback-head serve");
        return Ok(());
    }
    succeed(Command::new("systemctl").args(["enable", "--quiet", USER]))?;
    succeed(Command::new("systemctl").args(["restart", USER]))?;
    println!("Head office runs. Its first sign-in: journalctl -u {USER} | grep 'First sign-in'");
    Ok(())
}

/// Runs a program and returns what it printed.
fn succeed(command: &mut Command) -> Result<String, Failed> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| Failed::new(format!("{program} cannot be run: {error}.")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    Err(Failed::new(format!("{program} failed: {}", String::from_utf8_lossy(&output.stderr).trim())))
}
