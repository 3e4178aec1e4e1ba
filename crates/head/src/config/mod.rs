//! Configuration of head office: flags, environment variables and `barback-head.toml` merged into one [`HeadConfig`], in this order of
//! precedence.

mod command;
mod options;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{FromArgMatches, Parser};
use url::Url;

pub use self::command::HeadTask;
use self::command::command_line;
use self::options::HeadOptions;
pub use self::options::TlsChoice;
use crate::web::ProxyNetwork;
pub use barback::config::EarlyExit;
use barback::config::options::variable;
use barback::config::values::AdminPassword;
use barback::config::{Env, Secret, file};

/// System-wide configuration file.
pub const SYSTEM_FILE: &str = "/etc/barback-head/barback-head.toml";
/// Prefix of environment variables: `--box-listen` is also `BARBACK_HEAD_BOX_LISTEN`.
pub const ENV_PREFIX: &str = "BARBACK_HEAD_";
/// Variable with the first owner's password. There is no flag, because flags are visible in the list of processes, and no key of the file,
/// because files are forgotten.
pub const PASSWORD_ENV: &str = "BARBACK_HEAD_PASSWORD";
/// Variable that names another configuration file.
const CONFIG_ENV: &str = "BARBACK_HEAD_CONFIG";
/// Default address and port for browsers.
const LISTEN_DEFAULT: &str = "127.0.0.1:8090";
/// Default address and port for boxes.
const BOX_LISTEN_DEFAULT: &str = "0.0.0.0:8444";
/// Default address and port of the figures for monitoring.
const METRICS_DEFAULT: &str = "127.0.0.1:8445";
/// Default file with the secret under which keys in the database are sealed.
pub const SECRET_FILE_DEFAULT: &str = "/etc/barback-head/secret";
/// Bytes of parcels that a bar may send in a day, where it is not configured.
pub const BAR_DAY_BYTES: u64 = 1024 * MEGABYTE;
/// Bytes of a megabyte.
const MEGABYTE: u64 = 1024 * 1024;
/// What is wrong with an address off loopback without TLS.
const NEEDS_TLS: &str = "passwords would cross the network unprotected. Use --tls own, or --tls-cert and --tls-key, or listen on \
     127.0.0.1 behind a server that adds HTTPS";

/// Configuration of head office.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadConfig {
    /// Where the database is, with its password if it has one; `None`: not configured.
    pub database: Option<Secret>,
    /// PEM file with the authorities that the database's certificate is checked with; `None`: those of this machine.
    pub database_ca: Option<PathBuf>,
    /// Address and port for browsers.
    pub listen: SocketAddr,
    /// Address and port for boxes.
    pub box_listen: SocketAddr,
    /// Address and port of `/metrics`.
    pub metrics: SocketAddr,
    /// The address that people type, such as `https://head.example`.
    pub url: Option<Url>,
    /// The address that boxes connect to, such as `https://head.example:8444`.
    pub box_url: Option<Url>,
    pub tls: TlsSource,
    /// File with the secret that all head offices of one database share.
    pub secret_file: PathBuf,
    /// Servers in front whose word about callers counts.
    pub trusted_proxies: Vec<ProxyNetwork>,
    /// Bytes that the boxes of a bar may send in a day.
    pub bar_day_bytes: u64,
    /// The first owner's password; `None`: a random one.
    pub first_password: Option<Secret>,
    /// Three bars to try things in, in a throw-away database.
    pub demo: bool,
}

impl HeadConfig {
    /// Where the database is; empty if that is not configured.
    pub fn database_url(&self) -> &str {
        self.database.as_ref().map(Secret::reveal).unwrap_or_default()
    }
}

/// Where the certificate for browsers comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TlsSource {
    /// Plain HTTP, on loopback only.
    Off,
    /// A certificate that head office makes and that browsers do not know.
    Own,
    /// Files in PEM.
    Files { certificate: PathBuf, key: PathBuf },
}

/// Head office's command line.
#[derive(Debug, Parser)]
#[command(name = "barback-head", version, propagate_version = false)]
#[command(about = "Head office of several bars: their figures on one page")]
#[command(after_help = "Every option is also an environment variable (--box-listen: BARBACK_HEAD_BOX_LISTEN) and a key of \
    /etc/barback-head/barback-head.toml (box-listen). Options take precedence over variables, and variables over the file.")]
struct CommandLine {
    /// Read this file instead of /etc/barback-head/barback-head.toml
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    options: HeadOptions,
    #[command(subcommand)]
    task: HeadTask,
}

/// Parses this process's arguments and environment, and the file that they name.
///
/// # Errors
/// [`EarlyExit`] with help or a usage error.
pub fn from_environment() -> Result<(HeadTask, HeadConfig), EarlyExit> {
    parse(std::env::args_os(), &|name| std::env::var_os(name), Path::new(SYSTEM_FILE))
}

/// `args` begins with the program's name; `system_file` stands for [`SYSTEM_FILE`].
fn parse(args: impl IntoIterator<Item = OsString>, env: Env<'_>, system_file: &Path) -> Result<(HeadTask, HeadConfig), EarlyExit> {
    let line = CommandLine::from_arg_matches(&command_line::<CommandLine>().try_get_matches_from(args)?)?;
    let named = line.config.or_else(|| env(CONFIG_ENV).filter(|value| !value.is_empty()).map(PathBuf::from));
    let config = resolve(line.options, named, env, system_file, &line.task).map_err(EarlyExit::usage)?;
    Ok((line.task, config))
}

/// Merges the layers: options, then environment, then file, then defaults.
fn resolve(flags: HeadOptions, named: Option<PathBuf>, env: Env<'_>, system_file: &Path, task: &HeadTask) -> Result<HeadConfig, String> {
    let layers = flags.or(HeadOptions::from_env(env)?);
    let from_file = match named {
        Some(path) => {
            let read = file::read_keys(&path, options::keys)?;
            read.ok_or_else(|| format!("there is no file {}", path.display()))?
        }
        None => file::read_keys(system_file, options::keys)?.unwrap_or_default(),
    };
    build(layers.or(from_file), env, task)
}

fn build(options: HeadOptions, env: Env<'_>, task: &HeadTask) -> Result<HeadConfig, String> {
    let address = |given: Option<SocketAddr>, default: &str| match given {
        Some(address) => Ok(address),
        None => default.parse().map_err(|_| format!("{default} is not an address")),
    };
    let config = HeadConfig {
        database: options.database.map(Secret::from),
        database_ca: options.database_ca,
        listen: address(options.listen.map(|listen| listen.0), LISTEN_DEFAULT)?,
        box_listen: address(options.box_listen.map(|listen| listen.0), BOX_LISTEN_DEFAULT)?,
        metrics: address(options.metrics.map(|listen| listen.0), METRICS_DEFAULT)?,
        url: options.url.map(|url| url.0),
        box_url: options.box_url.map(|url| url.0),
        tls: tls_source(options.tls, options.tls_cert, options.tls_key)?,
        secret_file: options.secret_file.unwrap_or_else(|| PathBuf::from(SECRET_FILE_DEFAULT)),
        trusted_proxies: options.trusted_proxy,
        bar_day_bytes: options.bar_day_mb.map_or(BAR_DAY_BYTES, |megabytes| u64::from(megabytes.get()) * MEGABYTE),
        first_password: variable::<AdminPassword>(env, PASSWORD_ENV)?.map(|password| password.0),
        demo: matches!(task, HeadTask::Serve { demo: true }),
    };
    let serves = matches!(task, HeadTask::Serve { .. });
    if serves && config.tls == TlsSource::Off && !config.listen.ip().to_canonical().is_loopback() {
        return Err(format!("--listen {} without TLS: {NEEDS_TLS}", config.listen));
    }
    if serves && config.demo && config.database.is_some() {
        return Err("--demo makes a database of its own: leave out --database".to_owned());
    }
    if config.database.is_none() && !config.demo && !matches!(task, HeadTask::Setup) {
        return Err(format!("name the database: --database URL, BARBACK_HEAD_DATABASE, or database in {SYSTEM_FILE}"));
    }
    Ok(config)
}

fn tls_source(choice: Option<TlsChoice>, certificate: Option<PathBuf>, key: Option<PathBuf>) -> Result<TlsSource, String> {
    match (choice, certificate, key) {
        (None, Some(certificate), Some(key)) => Ok(TlsSource::Files { certificate, key }),
        (None | Some(TlsChoice::Off), None, None) => Ok(TlsSource::Off),
        (Some(TlsChoice::Own), None, None) => Ok(TlsSource::Own),
        (Some(_), Some(_), _) | (Some(_), _, Some(_)) => Err("--tls and --tls-cert exclude each other".to_owned()),
        (None, ..) => Err("--tls-cert and --tls-key belong together".to_owned()),
    }
}
