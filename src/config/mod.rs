//! Configuration: flags, environment variables and `barback.toml` merged into one [`Config`], in this order of precedence.

mod file;
mod options;
mod passphrase;
mod secret;
mod stop;
pub mod terminal;
mod values;

use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use self::options::Options;
use self::passphrase::Passphrase;
pub use self::passphrase::PassphraseSource;
pub use self::secret::Secret;
pub use self::stop::{EXIT_FAILED, EXIT_USAGE, Stop};
use self::values::AdminPassword;
pub use self::values::{FirstBox, PrinterChoice, PrinterNetwork};
use crate::base::bucket::BucketUrl;
use crate::remote::Keys;

/// Default data folder.
pub const DATA_DEFAULT: &str = "./barback-data";
/// Default data folder of a demo: never a real bar's folder.
pub const DEMO_DATA_DEFAULT: &str = "./barback-demo";
/// Default listen address.
pub const LISTEN_DEFAULT: &str = "0.0.0.0:8080";
/// Default listen address of a demo: loopback only, because its passwords are public.
pub const DEMO_LISTEN_DEFAULT: &str = "127.0.0.1:8080";
/// Default mDNS name: the box is announced as `bar.local`.
pub const NAME_DEFAULT: &str = "bar";
/// The file's name in the data folder.
pub const FILE_NAME: &str = "barback.toml";
/// The file that is read besides the one in the data folder, which beats it.
pub const SYSTEM_FILE: &str = "/etc/barback/barback.toml";
/// Every flag is also a variable: `--allow-host` is `BARBACK_ALLOW_HOST`.
pub const ENV_PREFIX: &str = "BARBACK_";
/// Sets the first admin's password. A variable alone: flags show in the list of processes, and files are forgotten.
pub const ADMIN_PASSWORD_ENV: &str = "BARBACK_ADMIN_PASSWORD";
/// The name of the access key of the storage that backups are put into. Variables alone, like every secret.
pub const S3_KEY_ID_ENV: &str = "BARBACK_S3_KEY_ID";
/// Its secret.
pub const S3_SECRET_ENV: &str = "BARBACK_S3_SECRET";
/// The passphrase of encrypted backups. A variable, or a file that a setting names: never a flag, never a key of the file itself.
pub const PASSPHRASE_ENV: &str = "BARBACK_BACKUP_PASSPHRASE";
/// The code that the first box made for this one. A flag of its own, and a variable: flags show in the list of processes.
pub const CODE_ENV: &str = "BARBACK_CODE";

/// Configuration of a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The data folder, as it was named.
    pub data: PathBuf,
    /// Address and port for HTTP.
    pub listen: SocketAddr,
    /// Address and port for HTTPS; `None`: no HTTPS.
    pub https: Option<SocketAddr>,
    /// Whether to run a demo bar.
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
    /// Where backups go, unless into the data folder.
    pub backup_dir: Option<PathBuf>,
    /// Where everything that happens is copied to as well.
    pub copy_to: Option<PathBuf>,
    /// The storage out of the house that backups are put into.
    pub backup_s3: Option<BucketUrl>,
    /// The keys of that storage: the name and the secret of its access key.
    pub s3_keys: Option<(Secret, Secret)>,
    /// What backups are encrypted with.
    pub passphrase: PassphraseSource,
}

impl Config {
    /// A box that is told nothing but its folder, and keeps to itself: any free port, for this machine alone, not announced.
    pub fn quiet(data: &Path) -> Self {
        Config {
            data: data.to_owned(),
            listen: (Ipv4Addr::LOCALHOST, 0).into(),
            https: None,
            demo: false,
            printer: PrinterChoice::AsSet,
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
        }
    }
}

/// What to do, as parsed from the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Run the box.
    Serve(Box<Config>),
    /// Run the box as the second one.
    Follow(FollowFirst, Box<Config>),
    /// Run a command on the bar of the same settings.
    Do(Task, Box<Config>),
    /// Print the [`version`].
    Version,
}

/// Arguments of `barback follow`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FollowFirst {
    /// Where it is; none: what the folder says.
    pub first: Option<FirstBox>,
    /// The code that it made.
    pub code: Option<Secret>,
    /// Whether it stands on the command line, for everybody on the machine to see.
    pub code_by_flag: bool,
    /// Whether the bar that is in the folder may be put aside.
    pub replace: bool,
}

/// Looks up an environment variable.
type Env<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// Called with the data folder before anything in it is opened, and with whether the command works on files that the operator names
/// besides. An error ends the program.
pub type Enter<'a> = &'a mut dyn FnMut(&Path, bool) -> Result<(), String>;

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
    /// Run the box as a second one, which keeps up with the first and can take over
    #[command(after_help = "An admin makes the code in the first box's settings. The folder remembers both: from then on plain `barback` \
        stands by too. The second box serves nobody, prints nothing and announces no name until `barback promote`.")]
    Follow {
        /// The first box, such as http://bar.local or https://192.168.8.1:8443; not needed a second time
        first: Option<FirstBox>,
        /// The code that the first box made; - reads it from the standard input. Better in the variable BARBACK_CODE, or typed when it
        /// is asked for: what stands on a command line is kept by the shell
        #[arg(long, value_name = "CODE")]
        code: Option<String>,
        /// Put aside the bar that is in the folder; its file is kept beside the new one under another name
        #[arg(long)]
        replace: bool,
    },
    #[command(flatten)]
    Task(Task),
    /// Print the version
    Version,
}

/// What can be done with a bar besides opening it.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Task {
    /// Make a copy of everything the bar knows, and prove it. The bar may be open or closed
    #[command(after_help = "The copy is made in the backup folder (--backup-dir), under a name that says when. Its path is the last line \
        that is printed. It is encrypted where a passphrase is set; without that passphrase nobody can read it again, so keep the \
        passphrase where the box is not.")]
    Backup {
        /// Put the copy here too: a folder, or the name of a file that is not there yet
        to: Option<PathBuf>,
    },
    /// Make the bar anew from a backup, or from the folder of --copy-to. The bar must be closed
    #[command(
        after_help = "Everybody signs in again afterwards. Receipts go on in a random series, so that no number is given twice: what \
        was sold after the backup is not known. For an encrypted backup the passphrase is asked for, where neither a file nor the \
        variable BARBACK_BACKUP_PASSPHRASE holds it."
    )]
    Restore {
        /// The backup, or the folder that --copy-to named
        file: PathBuf,
        /// Put it in the place of the bar that is there; the present file is kept beside it under another name
        #[arg(long)]
        replace: bool,
    },
    /// Make the box that stands by the first one: it sells from then on. It may be running or not
    #[command(
        after_help = "Everybody signs in again. Receipts go on in a random series: what the first box sold in its last moment may not \
        be known here, but guests hold the receipts."
    )]
    Promote {
        /// Although the first box still answers, which would be two bars
        #[arg(long)]
        anyway: bool,
    },
    /// Look everything through: is each record whole, and does the journal make the same figures again? Changes nothing
    #[command(after_help = "Without FILE the bar of the data folder is looked through; it must be closed. For an encrypted backup the \
        passphrase is asked for, where neither a file nor the variable BARBACK_BACKUP_PASSPHRASE holds it.")]
    Verify {
        /// A backup, or the folder that --copy-to named
        file: Option<PathBuf>,
    },
    /// Write everything as CSV and JSON lines, for a spreadsheet or another program. The bar may be open or closed
    Export {
        /// The folder to write to; it must be empty or not there yet
        dir: PathBuf,
    },
    /// Give somebody a new password, which they change at the next sign-in. The bar must be closed
    ResetPassword {
        /// Whose
        username: String,
    },
}

impl Task {
    /// Whether it reads or writes files that the operator names, besides those of the bar.
    fn names_files(&self) -> bool {
        match self {
            Task::Backup { to } => to.is_some(),
            Task::Verify { file } => file.is_some(),
            Task::Restore { .. } | Task::Export { .. } => true,
            Task::Promote { .. } | Task::ResetPassword { .. } => false,
        }
    }
}

/// Which of the flags that every command takes matter to each that does not run the box. The others are taken too, because they
/// are settings of the same box, but its help does not show them.
const SHOWN: [(&str, &[&str]); 7] = [
    ("backup", &["config", "data", "backup_dir", "backup_s3", "backup_passphrase_file"]),
    ("restore", &["config", "data", "backup_dir", "backup_s3", "backup_passphrase_file"]),
    ("promote", &["config", "data"]),
    ("verify", &["config", "data", "backup_dir", "backup_s3", "backup_passphrase_file"]),
    ("export", &["config", "data", "backup_dir", "backup_passphrase_file"]),
    ("reset-password", &["config", "data"]),
    ("version", &[]),
];

/// The command line, with each command's help cut down to what matters to it.
fn command_line() -> clap::Command {
    let mut whole = CommandLine::command();
    let flags: Vec<clap::Arg> = whole.get_arguments().filter(|flag| flag.is_global_set()).cloned().collect();
    for (name, shown) in SHOWN {
        let hidden = flags.iter().filter(|flag| !shown.contains(&flag.get_id().as_str())).map(|flag| flag.clone().hide(true));
        let hidden: Vec<clap::Arg> = hidden.collect();
        // A command that has a flag of its own does not inherit the one of that name.
        whole = whole.mut_subcommand(name, |command| command.args(hidden));
    }
    whole
}

/// `barback 0.1.0`.
pub fn version() -> String {
    format!("barback {}", env!("CARGO_PKG_VERSION"))
}

/// Reads this process's arguments, its environment and the files they lead to. `enter` is called before the file in the data folder
/// is read, which belongs to the folder's owner.
pub fn from_machine(enter: Enter<'_>) -> Result<Action, Stop> {
    parse(std::env::args_os(), &|name| std::env::var_os(name), Path::new(SYSTEM_FILE), enter)
}

/// `args` begins with the program's name; `system_file` stands for [`SYSTEM_FILE`].
fn parse(args: impl IntoIterator<Item = OsString>, env: Env<'_>, system_file: &Path, enter: Enter<'_>) -> Result<Action, Stop> {
    let line = CommandLine::from_arg_matches(&command_line().try_get_matches_from(args)?)?;
    let names_files = matches!(&line.command, Some(Command::Task(task)) if task.names_files());
    let mut enter = |data: &Path| enter(data, names_files);
    let config = || resolve(line.options, line.config, env, system_file, &mut enter).map(Box::new);
    match line.command.unwrap_or(Command::Serve) {
        Command::Serve => config().map(Action::Serve),
        Command::Follow { first, code, replace } => {
            let config = config()?;
            // What a dash stands for comes by the standard input.
            let code_by_flag = code.as_ref().is_some_and(|code| code != "-");
            let code = match code {
                Some(code) => Some(Secret(code)),
                None => options::one::<String>(env, CODE_ENV).map_err(Stop::usage)?.map(Secret),
            };
            Ok(Action::Follow(FollowFirst { first, code, code_by_flag, replace }, config))
        }
        Command::Task(task) => config().map(|config| Action::Do(task, config)),
        Command::Version => Ok(Action::Version),
    }
}

/// Flags, then environment, then file, then defaults.
fn resolve(
    flags: Options,
    config: Option<PathBuf>,
    env: Env<'_>,
    system_file: &Path,
    enter: &mut dyn FnMut(&Path) -> Result<(), String>,
) -> Result<Config, Stop> {
    let usage = |words: String| Stop::usage(words);
    // A flag beats a variable, also where they say the same in two ways.
    let passphrase = match &flags.backup_passphrase_file {
        Some(_) => None,
        None => options::one::<Passphrase>(env, PASSPHRASE_ENV).map_err(usage)?,
    };
    let told = flags.or(Options::from_env(env).map_err(usage)?);
    let named = config.or_else(|| env("BARBACK_CONFIG").filter(|value| !value.is_empty()).map(PathBuf::from));
    if let Some(file) = named {
        let read = file::read(&file).and_then(|read| read.ok_or_else(|| format!("there is no file {}", file.display())));
        let told = told.or(read.map_err(usage)?);
        let data = told.data_folder();
        enter(&data).map_err(Stop::failed)?;
        return build(told, data, passphrase, env).map_err(usage);
    }
    let system = file::read(system_file).map_err(usage)?.unwrap_or_default();
    let data = told.clone().or(system.clone()).data_folder();
    enter(&data).map_err(Stop::failed)?;
    let own_file = data.join(FILE_NAME);
    let own = file::read(&own_file).map_err(usage)?.unwrap_or_default();
    if own.data.is_some() {
        return Err(usage(format!("{}: data cannot be set by a file in the data folder itself", own_file.display())));
    }
    build(told.or(own).or(system), data, passphrase, env).map_err(usage)
}

fn build(told: Options, data: PathBuf, passphrase: Option<Passphrase>, env: Env<'_>) -> Result<Config, String> {
    if data.as_os_str().is_empty() {
        return Err("the data folder has no name".to_owned());
    }
    let demo = told.demo.unwrap_or(false);
    let listen_default = if demo { DEMO_LISTEN_DEFAULT } else { LISTEN_DEFAULT };
    Ok(Config {
        data,
        listen: match told.listen {
            Some(listen) => listen.0,
            None => listen_default.parse().map_err(|_| format!("{listen_default} is no address"))?,
        },
        https: told.https.map(|address| address.0),
        demo,
        printer: told.printer.unwrap_or_default(),
        printer_networks: told.printer_network.unwrap_or_default(),
        name: told.name.map_or_else(|| NAME_DEFAULT.to_owned(), |name| name.0),
        mdns: !told.no_mdns.unwrap_or(false),
        allowed_hosts: told.allow_host.unwrap_or_default().into_iter().map(|host| host.0).collect(),
        admin_password: options::one::<AdminPassword>(env, ADMIN_PASSWORD_ENV)?.map(|password| password.0),
        backup_dir: told.backup_dir,
        copy_to: told.copy_to,
        backup_s3: told.backup_s3.map(|target| target.0),
        s3_keys: s3_keys(env)?,
        passphrase: match (passphrase, told.backup_passphrase_file) {
            (Some(passphrase), _) => PassphraseSource::Given(passphrase.0),
            (None, Some(file)) => PassphraseSource::File(file),
            (None, None) => PassphraseSource::Off,
        },
    })
}

impl Config {
    /// The keys of the storage that backups are put into.
    ///
    /// # Errors
    /// In words, when they are not set.
    pub fn bucket_keys(&self) -> Result<Keys, String> {
        let missing = || format!("The bucket's keys are missing: set {S3_KEY_ID_ENV} and {S3_SECRET_ENV}.");
        let (id, secret) = self.s3_keys.as_ref().ok_or_else(missing)?;
        Ok(Keys { id: id.reveal().to_owned(), secret: secret.reveal().to_owned() })
    }
}

/// Reads both keys; one alone is an error.
fn s3_keys(env: Env<'_>) -> Result<Option<(Secret, Secret)>, String> {
    let [id, secret] = [options::one::<String>(env, S3_KEY_ID_ENV)?, options::one::<String>(env, S3_SECRET_ENV)?];
    match (id, secret) {
        (Some(id), Some(secret)) => Ok(Some((Secret(id), Secret(secret)))),
        (None, None) => Ok(None),
        _ => Err(format!("of {S3_KEY_ID_ENV} and {S3_SECRET_ENV} one is set and the other is not")),
    }
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
