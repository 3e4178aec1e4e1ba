//! Options of one layer: flags, environment variables or one file. `None` if the layer does not set an option.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Command};
use serde::Deserialize;

use super::values::{AllowedHost, BoxName, ListenAddress, PrinterChoice, PrinterNetwork, S3Target, switch};
use super::{DATA_DEFAULT, DEMO_DATA_DEFAULT, ENV_PREFIX, Env};

/// Help heading for options that only a running box uses.
const RUNNING: &str = "While the box runs";

/// The keys of `barback.toml`, in the order of the flags.
pub(super) fn keys() -> Vec<String> {
    let flags = Options::augment_args(Command::new("barback"));
    flags.get_arguments().filter_map(|flag| flag.get_long()).map(str::to_owned).collect()
}

/// One layer. Flag, variable and key have the same name; a key may be written with `_` too.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct Options {
    /// Folder with all data of the bar [default: ./barback-data, with --demo ./barback-demo]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Address and port to listen on [default: 0.0.0.0:8080, with --demo 127.0.0.1:8080]
    #[arg(long, global = true, help_heading = RUNNING, value_name = "ADDR")]
    pub listen: Option<ListenAddress>,
    /// Also serve HTTPS on this address and port, with the box's own certificate, such as 0.0.0.0:8443 [default: none]
    #[arg(long, global = true, help_heading = RUNNING, value_name = "ADDR")]
    pub https: Option<ListenAddress>,
    /// Run a ready-made bar to try things in
    #[arg(long, global = true, help_heading = RUNNING, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = switch)]
    pub demo: Option<bool>,
    /// Receipt printer: 192.168.1.50, tcp://HOST:9100, file:///dev/usb/lp0, serial:///dev/ttyUSB0?baud=19200 or none
    #[arg(long, global = true, help_heading = RUNNING, value_name = "URL")]
    pub printer: Option<PrinterChoice>,
    /// Network to search for printers, instead of the box's own (may be repeated; in a variable: separated by commas)
    #[arg(long, global = true, help_heading = RUNNING, value_name = "ADDRESS/BITS")]
    #[serde(alias = "printer_network")]
    pub printer_network: Option<Vec<PrinterNetwork>>,
    /// Name on the network: bar is announced as bar.local [default: bar]
    #[arg(long, global = true, help_heading = RUNNING, value_name = "NAME")]
    pub name: Option<BoxName>,
    /// Do not announce the name on the network
    #[arg(long, global = true, help_heading = RUNNING, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = switch)]
    #[serde(alias = "no_mdns")]
    pub no_mdns: Option<bool>,
    /// Another host name to answer to (may be repeated; in a variable: separated by commas)
    #[arg(long, global = true, help_heading = RUNNING, value_name = "HOST")]
    #[serde(alias = "allow_host")]
    pub allow_host: Option<Vec<AllowedHost>>,
    /// Folder for backups [default: backups in the data folder]
    #[arg(long, global = true, value_name = "DIR")]
    #[serde(alias = "backup_dir")]
    pub backup_dir: Option<PathBuf>,
    /// Also keep a live copy in this folder, such as on a USB stick: seconds behind, always
    #[arg(long, global = true, help_heading = RUNNING, value_name = "DIR")]
    #[serde(alias = "copy_to")]
    pub copy_to: Option<PathBuf>,
    /// Also send backups to S3-compatible storage: s3://BUCKET/FOLDER?endpoint=https://HOST&region=REGION [keys: variables
    /// BARBACK_S3_KEY_ID and BARBACK_S3_SECRET]
    #[arg(long, global = true, value_name = "URL")]
    #[serde(alias = "backup_s3")]
    pub backup_s3: Option<S3Target>,
    /// File with a passphrase: backups are encrypted with it. If you lose the passphrase, you lose the backups: they cannot be
    /// opened without it [the passphrase itself: variable BARBACK_BACKUP_PASSPHRASE]
    #[arg(long, global = true, value_name = "FILE")]
    #[serde(alias = "backup_passphrase_file")]
    pub backup_passphrase_file: Option<PathBuf>,
    /// The machine is the box's own: drive its network, updates, clock and power over D-Bus, as on the card image
    #[arg(long, global = true, help_heading = RUNNING, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = switch)]
    pub appliance: Option<bool>,
}

impl Options {
    /// This layer; options that it does not set come from the layer `below`.
    pub fn or(self, below: Options) -> Options {
        Options {
            data: self.data.or(below.data),
            listen: self.listen.or(below.listen),
            https: self.https.or(below.https),
            demo: self.demo.or(below.demo),
            printer: self.printer.or(below.printer),
            printer_network: self.printer_network.or(below.printer_network),
            name: self.name.or(below.name),
            no_mdns: self.no_mdns.or(below.no_mdns),
            allow_host: self.allow_host.or(below.allow_host),
            backup_dir: self.backup_dir.or(below.backup_dir),
            copy_to: self.copy_to.or(below.copy_to),
            backup_s3: self.backup_s3.or(below.backup_s3),
            backup_passphrase_file: self.backup_passphrase_file.or(below.backup_passphrase_file),
            appliance: self.appliance.or(below.appliance),
        }
    }

    /// The layer of environment variables. An empty variable counts as not set.
    pub fn from_env(env: Env<'_>) -> Result<Options, String> {
        let name = |flag: &str| format!("{ENV_PREFIX}{flag}");
        let path = |flag: &str| env(&name(flag)).filter(|value| !value.is_empty()).map(PathBuf::from);
        Ok(Options {
            data: path("DATA"),
            listen: variable(env, &name("LISTEN"))?,
            https: variable(env, &name("HTTPS"))?,
            demo: variable::<Switch>(env, &name("DEMO"))?.map(|on| on.0),
            printer: variable(env, &name("PRINTER"))?,
            printer_network: variable::<List<PrinterNetwork>>(env, &name("PRINTER_NETWORK"))?.map(|networks| networks.0),
            name: variable(env, &name("NAME"))?,
            no_mdns: variable::<Switch>(env, &name("NO_MDNS"))?.map(|on| on.0),
            allow_host: variable::<List<AllowedHost>>(env, &name("ALLOW_HOST"))?.map(|hosts| hosts.0),
            backup_dir: path("BACKUP_DIR"),
            copy_to: path("COPY_TO"),
            backup_s3: variable(env, &name("BACKUP_S3"))?,
            backup_passphrase_file: path("BACKUP_PASSPHRASE_FILE"),
            appliance: variable::<Switch>(env, &name("APPLIANCE"))?.map(|on| on.0),
        })
    }

    /// The data folder, or its default.
    pub fn data_folder(&self) -> PathBuf {
        let default = if self.demo == Some(true) { DEMO_DATA_DEFAULT } else { DATA_DEFAULT };
        self.data.clone().unwrap_or_else(|| PathBuf::from(default))
    }
}

/// Parses one environment variable; errors name it.
pub fn variable<T: FromStr<Err: Display>>(env: Env<'_>, name: &str) -> Result<Option<T>, String> {
    let Some(value) = env(name).filter(|value| !value.is_empty()) else { return Ok(None) };
    let text = value.to_str().ok_or_else(|| format!("{name}: not UTF-8"))?;
    text.parse().map(Some).map_err(|error| format!("{name}: {error}"))
}

/// `true` or `false` in a variable.
pub struct Switch(pub bool);

impl FromStr for Switch {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        switch(text).map(Switch)
    }
}

/// Values separated by commas or blanks.
struct List<T>(Vec<T>);

impl<T: FromStr<Err = String>> FromStr for List<T> {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
        parts.map(str::parse).collect::<Result<_, _>>().map(List)
    }
}
