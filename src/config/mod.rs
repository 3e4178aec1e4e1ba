//! Configuration: flags, environment variables and `barback.toml` merged into one [`Config`], in this order of precedence.

mod constants;
mod early_exit;
pub mod file;
mod log_filter;
pub mod options;
mod passphrase;
mod secret;
pub mod terminal;
pub mod values;

use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

pub use self::constants::*;
pub use self::early_exit::{EXIT_FAILED, EXIT_USAGE, EarlyExit};
pub use self::log_filter::log_filter;
use self::options::Options;
use self::passphrase::Passphrase;
pub use self::passphrase::PassphraseSource;
pub use self::secret::Secret;
use self::values::AdminPassword;
pub use self::values::{FirstBox, MachineBus, PrinterChoice, PrinterNetwork};
use crate::remote::Keys;
use base::bucket_url::BucketUrl;

/// Configuration of a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The data folder, as written in the configuration.
    pub data: PathBuf,
    /// Address and port for HTTP.
    pub listen: SocketAddr,
    /// Address and port for HTTPS; `None` if HTTPS is off.
    pub https: Option<SocketAddr>,
    pub demo: bool,
    pub printer: PrinterChoice,
    /// Networks that are searched for printers; empty: those of the box's own addresses.
    pub printer_networks: Vec<PrinterNetwork>,
    /// Announced as `<name>.local`. Lower case.
    pub name: String,
    /// Whether to announce the name by mDNS.
    pub mdns: bool,
    /// Host names to answer to besides the box's own.
    pub allowed_hosts: Vec<String>,
    /// The first admin's password; `None`: a random one.
    pub admin_password: Option<Secret>,
    /// Folder for backups; `None`: a folder in the data folder.
    pub backup_dir: Option<PathBuf>,
    /// Folder of the continuous backup.
    pub copy_to: Option<PathBuf>,
    /// Off-site storage for backups.
    pub backup_s3: Option<BucketUrl>,
    /// Id and secret of that storage's access key.
    pub s3_keys: Option<(Secret, Secret)>,
    pub passphrase: PassphraseSource,
    /// The bus of a machine that is the box's own; `None`: the machine has other work too.
    pub appliance: Option<MachineBus>,
}

impl Config {
    /// Defaults, but reachable from this machine only: any free port on loopback, no mDNS. For tests and benchmarks.
    pub fn local(data: &Path) -> Self {
        Config {
            data: data.to_owned(),
            listen: (Ipv4Addr::LOCALHOST, 0).into(),
            https: None,
            demo: false,
            printer: PrinterChoice::FromSettings,
            printer_networks: Vec::new(),
            name: NAME_DEFAULT.to_owned(),
            mdns: false,
            allowed_hosts: Vec::new(),
            admin_password: None,
            backup_dir: None,
            copy_to: None,
            backup_s3: None,
            s3_keys: None,
            passphrase: PassphraseSource::Off,
            appliance: None,
        }
    }
}

/// The parsed command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Run the box.
    Serve(Box<Config>),
    /// Run the box as a second box.
    Follow(FollowFirst, Box<Config>),
    /// Run a command on the bar that this configuration names.
    Do(Task, Box<Config>),
    /// Print the [`version`].
    Version,
}

/// Arguments of `barback follow`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FollowFirst {
    /// Address of the first box; `None`: the one recorded in the data folder.
    pub first: Option<FirstBox>,
    /// Its pairing code.
    pub code: Option<Secret>,
    /// Whether the code is on the command line, where every user of the machine can see it.
    pub code_by_flag: bool,
    /// Whether a bar that is already in the folder may be replaced (its file is kept under another name).
    pub replace: bool,
}

/// Looks up an environment variable.
pub type Env<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// Called before anything in the data folder is opened, with that folder and with whether the command works on files outside it that the
/// operator names. An error ends the program.
pub type Enter<'a> = &'a mut dyn FnMut(&Path, bool) -> Result<(), String>;

/// A till for a bar and grill, in one box.
#[derive(Debug, Parser)]
#[command(name = "barback", version, propagate_version = false)]
#[command(after_help = "Every flag is also an environment variable (--allow-host: BARBACK_ALLOW_HOST) and a key of barback.toml \
    (allow-host). Barback looks for that file in the data folder and in /etc/barback. Flags take precedence over variables, and \
    variables over the file.")]
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
    /// Run the box (the default)
    Serve,
    /// Run the box as a second box, which keeps a copy of the first and can take over
    #[command(
        after_help = "An admin makes the code in the first box's settings. The folder remembers address and code: from then on plain \
        `barback` stands by too. Until `barback promote`, the second box sells nothing, prints nothing and announces no name."
    )]
    Follow {
        /// The first box, such as http://bar.local or https://192.168.8.1:8443; needed only once
        first: Option<FirstBox>,
        /// The first box's code; - reads it from standard input. It is safer in the variable BARBACK_CODE, or typed when Barback asks for
        /// it, because the shell keeps a history of command lines
        #[arg(long, value_name = "CODE")]
        code: Option<String>,
        /// Replace the bar in the folder; its file is kept beside the new one under another name
        #[arg(long)]
        replace: bool,
    },
    #[command(flatten)]
    Task(Task),
    /// Print the version
    Version,
}

/// Commands other than running the box.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Task {
    /// Make a backup and check it by restoring from it. The box may be running or not
    #[command(
        after_help = "The backup is made in the backup folder (--backup-dir), with date and time in its name. The last line printed is \
        its path. If a passphrase is set, it is encrypted and cannot be read without that passphrase, so keep the passphrase away from \
        the box."
    )]
    Backup {
        /// Also copy it here: a folder, or a file that does not exist yet
        to: Option<PathBuf>,
    },
    /// Restore the bar from a backup, from the folder of --copy-to, or from head office. The box must be stopped
    #[command(
        after_help = "Everyone signs in again afterwards. Receipt numbers continue in a random series, so that none is given twice: the \
        restored bar does not know what was sold after the backup. For an encrypted backup, Barback asks for the passphrase unless a \
        file or the variable BARBACK_BACKUP_PASSPHRASE has it. A fetch from head office that broke off goes on with the same command."
    )]
    Restore {
        /// The backup, or the folder that --copy-to named
        #[arg(required_unless_present = "from_head", conflicts_with = "from_head")]
        file: Option<PathBuf>,
        /// Fetch the bar from head office and connect this box to it: its address, such as https://head.example:8444
        #[arg(long, value_name = "URL")]
        from_head: Option<String>,
        /// The code that head office made to replace the bar's box; - reads it from standard input. It can also be in the variable
        /// BARBACK_CODE
        #[arg(long, value_name = "CODE", requires = "from_head")]
        code: Option<Secret>,
        /// Replace the bar in the folder; its file is kept beside the new one under another name
        #[arg(long)]
        replace: bool,
    },
    /// Make a second box the first one: it sells from then on. It may be running or not
    #[command(
        after_help = "Everyone signs in again. Receipt numbers continue in a random series: what the first box sold in its last moment \
        may be missing here, but guests have the receipts."
    )]
    Promote {
        /// Even if the first box still answers: two boxes that sell are two bars
        #[arg(long)]
        anyway: bool,
    },
    /// Check every record, and whether the journal gives the same figures again. Changes nothing
    #[command(
        after_help = "Without FILE, the bar in the data folder is checked; the box must be stopped. For an encrypted backup, Barback \
        asks for the passphrase unless a file or the variable BARBACK_BACKUP_PASSPHRASE has it."
    )]
    Verify {
        /// A backup, or the folder that --copy-to named
        file: Option<PathBuf>,
    },
    /// Write everything as CSV and JSON lines, for a spreadsheet or another program. The box may be running or not
    Export {
        /// The folder to write to; it must be empty or not exist yet
        dir: PathBuf,
    },
    /// Set a random password for an account and show it once. The box must be stopped
    ResetPassword {
        /// The account
        username: String,
    },
}

impl Task {
    /// Whether it reads or writes files outside the data folder that the operator names.
    fn names_files(&self) -> bool {
        match self {
            Task::Backup { to } => to.is_some(),
            Task::Verify { file } => file.is_some(),
            Task::Restore { file, .. } => file.is_some(),
            Task::Export { .. } => true,
            Task::Promote { .. } | Task::ResetPassword { .. } => false,
        }
    }
}

/// Global flags that the help of each command shows, for the commands that do not run the box. They accept the other flags too, because
/// those are settings of the same box.
const SHOWN_FLAGS: [(&str, &[&str]); 7] = [
    ("backup", &["config", "data", "backup_dir", "backup_s3", "backup_passphrase_file"]),
    ("restore", &["config", "data", "backup_dir", "backup_s3", "backup_passphrase_file"]),
    ("promote", &["config", "data"]),
    ("verify", &["config", "data", "backup_dir", "backup_s3", "backup_passphrase_file"]),
    ("export", &["config", "data", "backup_dir", "backup_passphrase_file"]),
    ("reset-password", &["config", "data"]),
    ("version", &[]),
];

/// The command line, in which each command's help shows only the flags that matter to it.
fn command_line() -> clap::Command {
    let mut program = CommandLine::command();
    let flags: Vec<clap::Arg> = program.get_arguments().filter(|flag| flag.is_global_set()).cloned().collect();
    for (name, shown) in SHOWN_FLAGS {
        let hidden = flags.iter().filter(|flag| !shown.contains(&flag.get_id().as_str())).map(|flag| flag.clone().hide(true));
        let hidden: Vec<clap::Arg> = hidden.collect();
        // A command's own hidden flag overrides the global one of that name.
        program = program.mut_subcommand(name, |command| command.args(hidden));
    }
    program
}

/// `barback 0.1.0`.
pub fn version() -> String {
    format!("barback {}", env!("CARGO_PKG_VERSION"))
}

/// Parses this process's arguments and environment, and the files that they name. `enter` is called before the file in the data folder is
/// read, because that file belongs to the folder's owner.
///
/// # Errors
/// [`EarlyExit`] with help, a usage error, or the error of `enter`.
pub fn from_environment(enter: Enter<'_>) -> Result<Action, EarlyExit> {
    parse(std::env::args_os(), &|name| std::env::var_os(name), Path::new(SYSTEM_FILE), enter)
}

/// `args` begins with the program's name; `system_file` stands for [`SYSTEM_FILE`].
fn parse(args: impl IntoIterator<Item = OsString>, env: Env<'_>, system_file: &Path, enter: Enter<'_>) -> Result<Action, EarlyExit> {
    let line = CommandLine::from_arg_matches(&command_line().try_get_matches_from(args)?)?;
    let names_files = matches!(&line.command, Some(Command::Task(task)) if task.names_files());
    let mut enter = |data: &Path| enter(data, names_files);
    let config = || resolve(line.options, line.config, env, system_file, &mut enter).map(Box::new);
    match line.command.unwrap_or(Command::Serve) {
        Command::Serve => config().map(Action::Serve),
        Command::Follow { first, code, replace } => {
            let config = config()?;
            // A dash stands for standard input.
            let code_by_flag = code.as_ref().is_some_and(|code| code != "-");
            let code = match code {
                Some(code) => Some(Secret::from(code)),
                None => options::variable::<String>(env, CODE_ENV).map_err(EarlyExit::usage)?.map(Secret::from),
            };
            Ok(Action::Follow(FollowFirst { first, code, code_by_flag, replace }, config))
        }
        Command::Task(Task::Restore { file, from_head: Some(url), code: None, replace }) => {
            let config = config()?;
            let code = options::variable::<String>(env, CODE_ENV).map_err(EarlyExit::usage)?.map(Secret::from);
            Ok(Action::Do(Task::Restore { file, from_head: Some(url), code, replace }, config))
        }
        Command::Task(task) => config().map(|config| Action::Do(task, config)),
        Command::Version => Ok(Action::Version),
    }
}

/// Merges the layers: flags, then environment, then files, then defaults.
fn resolve(
    flags: Options,
    config: Option<PathBuf>,
    env: Env<'_>,
    system_file: &Path,
    enter: &mut dyn FnMut(&Path) -> Result<(), String>,
) -> Result<Config, EarlyExit> {
    let usage = |words: String| EarlyExit::usage(words);
    // A flag takes precedence over a variable, also between the two ways to set the passphrase.
    let passphrase = match &flags.backup_passphrase_file {
        Some(_) => None,
        None => options::variable::<Passphrase>(env, PASSPHRASE_ENV).map_err(usage)?,
    };
    let options = flags.or(Options::from_env(env).map_err(usage)?);
    let named = config.or_else(|| env("BARBACK_CONFIG").filter(|value| !value.is_empty()).map(PathBuf::from));
    if let Some(file) = named {
        let read = file::read(&file).and_then(|read| read.ok_or_else(|| format!("there is no file {}", file.display())));
        let options = options.or(read.map_err(usage)?);
        let data = options.data_folder();
        enter(&data).map_err(EarlyExit::failed)?;
        return build(options, data, passphrase, env).map_err(usage);
    }
    let system = file::read(system_file).map_err(usage)?.unwrap_or_default();
    let data = options.clone().or(system.clone()).data_folder();
    enter(&data).map_err(EarlyExit::failed)?;
    let own_file = data.join(FILE_NAME);
    let own = file::read(&own_file).map_err(usage)?.unwrap_or_default();
    if own.data.is_some() {
        return Err(usage(format!("{}: data cannot be set by a file in the data folder itself", own_file.display())));
    }
    build(options.or(own).or(system), data, passphrase, env).map_err(usage)
}

fn build(options: Options, data: PathBuf, passphrase: Option<Passphrase>, env: Env<'_>) -> Result<Config, String> {
    if data.as_os_str().is_empty() {
        return Err("the data folder must not be empty".to_owned());
    }
    let demo = options.demo.unwrap_or(false);
    let listen_default = if demo { DEMO_LISTEN_DEFAULT } else { LISTEN_DEFAULT };
    Ok(Config {
        data,
        listen: match options.listen {
            Some(listen) => listen.0,
            None => listen_default.parse().map_err(|_| format!("{listen_default} is not an address"))?,
        },
        https: options.https.map(|address| address.0),
        demo,
        printer: options.printer.unwrap_or_default(),
        printer_networks: options.printer_network.unwrap_or_default(),
        name: options.name.map_or_else(|| NAME_DEFAULT.to_owned(), |name| name.0),
        mdns: !options.no_mdns.unwrap_or(false),
        allowed_hosts: options.allow_host.unwrap_or_default().into_iter().map(|host| host.0).collect(),
        admin_password: options::variable::<AdminPassword>(env, ADMIN_PASSWORD_ENV)?.map(|password| password.0),
        backup_dir: options.backup_dir,
        copy_to: options.copy_to,
        backup_s3: options.backup_s3.map(|target| target.0),
        s3_keys: s3_keys(env)?,
        passphrase: match (passphrase, options.backup_passphrase_file) {
            (Some(passphrase), _) => PassphraseSource::Variable(passphrase.0),
            (None, Some(file)) => PassphraseSource::File(file),
            (None, None) => PassphraseSource::Off,
        },
        appliance: options.appliance.unwrap_or(false).then_some(MachineBus::System),
    })
}

impl Config {
    /// The access key of the backup storage.
    ///
    /// # Errors
    /// A sentence for the operator, if no key is set.
    pub fn bucket_keys(&self) -> Result<Keys, String> {
        let missing = || format!("The bucket's keys are missing: set {S3_KEY_ID_ENV} and {S3_SECRET_ENV}.");
        let (id, secret) = self.s3_keys.as_ref().ok_or_else(missing)?;
        Ok(Keys { id: id.reveal().to_owned(), secret: secret.reveal().to_owned() })
    }
}

/// Reads both keys; one alone is an error.
fn s3_keys(env: Env<'_>) -> Result<Option<(Secret, Secret)>, String> {
    let [id, secret] = [options::variable::<String>(env, S3_KEY_ID_ENV)?, options::variable::<String>(env, S3_SECRET_ENV)?];
    match (id, secret) {
        (Some(id), Some(secret)) => Ok(Some((id.into(), secret.into()))),
        (None, None) => Ok(None),
        _ => Err(format!("{S3_KEY_ID_ENV} and {S3_SECRET_ENV} belong together: one is set and the other is not")),
    }
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
