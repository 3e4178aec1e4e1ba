//! What the box was told: flags, environment and file made into one [`Config`]. Flags beat the environment beats the file.

mod file;
mod options;
mod values;

use std::ffi::OsString;
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

use self::options::Options;
pub use self::values::{PrinterChoice, PrinterNetwork};

/// Where a bar's data lives unless told otherwise.
pub const DATA_DEFAULT: &str = "./barback-data";
/// Where a demo's data lives unless told otherwise: never in a real bar's folder.
pub const DEMO_DATA_DEFAULT: &str = "./barback-demo";
/// Where the box listens unless told otherwise.
pub const LISTEN_DEFAULT: &str = "0.0.0.0:8080";
/// The name that is announced, `bar.local`, unless told otherwise.
pub const NAME_DEFAULT: &str = "bar";
/// The file's name in the data folder.
pub const FILE_NAME: &str = "barback.toml";
/// The file that is read besides the one in the data folder, which beats it.
pub const SYSTEM_FILE: &str = "/etc/barback/barback.toml";
/// Every flag is also a variable: `--allow-host` is `BARBACK_ALLOW_HOST`.
pub const ENV_PREFIX: &str = "BARBACK_";
/// Sets the first admin's password. A variable alone: flags show in the list of processes, and files are forgotten.
pub const ADMIN_PASSWORD_ENV: &str = "BARBACK_ADMIN_PASSWORD";
/// Exit code for wrong usage.
pub const EXIT_USAGE: u8 = 2;

/// How the box is to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The data folder, as it was named.
    pub data: PathBuf,
    /// Where to take connections in.
    pub listen: SocketAddr,
    /// Where to take secure connections in, if anywhere.
    pub https: Option<SocketAddr>,
    /// A ready-made bar to try things in.
    pub demo: bool,
    /// The receipt printer.
    pub printer: PrinterChoice,
    /// Where printers are looked for; empty: around the box's own addresses.
    pub printer_networks: Vec<PrinterNetwork>,
    /// The box is `<name>.local`. Lower case.
    pub name: String,
    /// Whether to announce the name on the network.
    pub mdns: bool,
    /// Hosts to answer to besides the box's own.
    pub allowed_hosts: Vec<String>,
    /// The first admin's password, where it is not to be a random one.
    pub admin_password: Option<Secret>,
}

/// A text that no log shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The text itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

/// What the command line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Run the box.
    Serve(Box<Config>),
    /// Say which Barback this is: [`version`].
    Version,
}

/// Nothing to run: a text to print and a code to exit with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// Help, or what is wrong, ready to print.
    pub text: String,
    /// 0 after help, [`EXIT_USAGE`] after wrong usage.
    pub code: u8,
}

impl Stop {
    fn usage(text: impl fmt::Display) -> Self {
        Stop { text: format!("error: {text}\n"), code: EXIT_USAGE }
    }

    /// Prints the text where it belongs: help to the output, complaints to the error output.
    pub fn print(&self) {
        if self.code == 0 { print!("{}", self.text) } else { eprint!("{}", self.text) }
    }
}

impl From<clap::Error> for Stop {
    fn from(error: clap::Error) -> Self {
        Stop { text: error.render().to_string(), code: u8::try_from(error.exit_code()).unwrap_or(EXIT_USAGE) }
    }
}

/// Looks up an environment variable.
type Env<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// A till for a bar and grill, in one box.
#[derive(Debug, Parser)]
#[command(name = "barback", version, propagate_version = false)]
#[command(after_help = "Every flag is also an environment variable (--allow-host: BARBACK_ALLOW_HOST) and a key of barback.toml \
    (allow-host), which is looked for in the data folder and in /etc/barback. Flags beat variables beat the file.")]
struct CommandLine {
    /// Read this file instead of looking for barback.toml.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the box (what happens without a command)
    Serve,
    /// Print the version
    Version,
}

/// `barback 0.1.0`.
pub fn version() -> String {
    format!("barback {}", env!("CARGO_PKG_VERSION"))
}

/// Reads this process's arguments, its environment and the files they lead to.
pub fn from_machine() -> Result<Action, Stop> {
    parse(std::env::args_os(), &|name| std::env::var_os(name), Path::new(SYSTEM_FILE))
}

/// `args` begins with the program's name; `system_file` stands for [`SYSTEM_FILE`].
fn parse(args: impl IntoIterator<Item = OsString>, env: Env<'_>, system_file: &Path) -> Result<Action, Stop> {
    let line = CommandLine::try_parse_from(args)?;
    match line.command.unwrap_or(Command::Serve) {
        Command::Serve => {
            resolve(line.options, line.config, env, system_file).map(|config| Action::Serve(Box::new(config))).map_err(Stop::usage)
        }
        Command::Version => Ok(Action::Version),
    }
}

/// Flags, then environment, then file, then defaults.
fn resolve(flags: Options, config: Option<PathBuf>, env: Env<'_>, system_file: &Path) -> Result<Config, String> {
    let told = flags.or(Options::from_env(env)?);
    let named = config.or_else(|| env("BARBACK_CONFIG").filter(|value| !value.is_empty()).map(PathBuf::from));
    if let Some(file) = named {
        let told = told.or(file::read(&file)?.ok_or_else(|| format!("there is no file {}", file.display()))?);
        let data = told.data_folder();
        return build(told, data, env);
    }
    let system = file::read(system_file)?.unwrap_or_default();
    let data = told.clone().or(system.clone()).data_folder();
    let own_file = data.join(FILE_NAME);
    let own = file::read(&own_file)?.unwrap_or_default();
    if own.data.is_some() {
        return Err(format!("{}: data cannot be set by a file in the data folder itself", own_file.display()));
    }
    build(told.or(own).or(system), data, env)
}

fn build(told: Options, data: PathBuf, env: Env<'_>) -> Result<Config, String> {
    if data.as_os_str().is_empty() {
        return Err("the data folder has no name".to_owned());
    }
    Ok(Config {
        data,
        listen: match told.listen {
            Some(listen) => listen.0,
            None => LISTEN_DEFAULT.parse().map_err(|_| format!("{LISTEN_DEFAULT} is no address"))?,
        },
        https: told.https.map(|address| address.0),
        demo: told.demo.unwrap_or(false),
        printer: told.printer.unwrap_or_default(),
        printer_networks: told.printer_network.unwrap_or_default(),
        name: told.name.map_or_else(|| NAME_DEFAULT.to_owned(), |name| name.0),
        mdns: !told.no_mdns.unwrap_or(false),
        allowed_hosts: told.allow_host.unwrap_or_default().into_iter().map(|host| host.0).collect(),
        admin_password: options::one::<String>(env, ADMIN_PASSWORD_ENV)?.map(Secret),
    })
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
