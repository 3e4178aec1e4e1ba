//! Options of one layer: flags, environment variables or the file. `None` if the layer does not set an option.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Command};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use url::Url;

use super::ENV_PREFIX;
use crate::web::ProxyNetwork;
use barback::config::Env;
use barback::config::options::variable;
use barback::config::values::ListenAddress;

/// The keys of `barback-head.toml`, in the order of the options.
pub(super) fn keys() -> Vec<String> {
    let flags = HeadOptions::augment_args(Command::new("barback-head"));
    flags.get_arguments().filter_map(|flag| flag.get_long()).map(str::to_owned).collect()
}

/// One layer. Option, variable and key have the same name; a key may be written with `_` too.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct HeadOptions {
    /// The database: postgresql://USER@HOST[,HOST…]/NAME?target_session_attrs=read-write, or host=/var/run/postgresql user=… dbname=…
    #[arg(long, global = true, value_name = "URL")]
    pub database: Option<String>,
    /// Authorities that the certificate of a database with sslmode=require is checked with, PEM [default: those of this machine]
    #[arg(long, global = true, value_name = "FILE")]
    #[serde(alias = "database_ca")]
    pub database_ca: Option<PathBuf>,
    /// Address and port for browsers [default: 127.0.0.1:8090]
    #[arg(long, global = true, value_name = "ADDR")]
    pub listen: Option<ListenAddress>,
    /// Address and port for boxes [default: 0.0.0.0:8444]
    #[arg(long, global = true, value_name = "ADDR")]
    #[serde(alias = "box_listen")]
    pub box_listen: Option<ListenAddress>,
    /// Address and port of /metrics, for monitoring [default: 127.0.0.1:8445]
    #[arg(long, global = true, value_name = "ADDR")]
    pub metrics: Option<ListenAddress>,
    /// The address that people type, such as https://head.example
    #[arg(long, global = true, value_name = "URL")]
    pub url: Option<HttpUrl>,
    /// The address that boxes connect to, such as https://head.example:8444
    #[arg(long, global = true, value_name = "URL")]
    #[serde(alias = "box_url")]
    pub box_url: Option<HttpUrl>,
    /// HTTPS for browsers: off (on loopback only), or own (a certificate that head office makes) [default: off]
    #[arg(long, global = true, value_name = "off|own")]
    pub tls: Option<TlsChoice>,
    /// Certificate for browsers with its chain, PEM
    #[arg(long, global = true, value_name = "FILE")]
    #[serde(alias = "tls_cert")]
    pub tls_cert: Option<PathBuf>,
    /// Its key, PEM
    #[arg(long, global = true, value_name = "FILE")]
    #[serde(alias = "tls_key")]
    pub tls_key: Option<PathBuf>,
    /// File with the secret that all head offices of the database share [default: /etc/barback-head/secret]
    #[arg(long, global = true, value_name = "FILE")]
    #[serde(alias = "secret_file")]
    pub secret_file: Option<PathBuf>,
    /// Address or network of a server in front whose X-Forwarded-For and X-Forwarded-Proto count; may be given several times
    #[arg(long, global = true, value_name = "ADDRESS|NETWORK")]
    #[serde(alias = "trusted_proxy", deserialize_with = "one_or_more")]
    pub trusted_proxy: Vec<ProxyNetwork>,
    /// Megabytes that the boxes of a bar may send in a day [default: 1024]
    #[arg(long, global = true, value_name = "MB")]
    #[serde(alias = "bar_day_mb")]
    pub bar_day_mb: Option<NonZeroU32>,
}

/// A value, or a list of values.
fn one_or_more<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ProxyNetwork>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMore {
        One(String),
        More(Vec<String>),
    }
    let texts = match OneOrMore::deserialize(deserializer)? {
        OneOrMore::One(text) => vec![text],
        OneOrMore::More(texts) => texts,
    };
    texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
}

impl HeadOptions {
    /// This layer; options that it does not set come from the layer `below`. How browsers reach head office by TLS is one choice: a layer
    /// that says anything of it says it all.
    pub fn or(self, below: HeadOptions) -> HeadOptions {
        let says_tls = self.tls.is_some() || self.tls_cert.is_some() || self.tls_key.is_some();
        let (tls, tls_cert, tls_key) = match says_tls {
            true => (self.tls, self.tls_cert, self.tls_key),
            false => (below.tls, below.tls_cert, below.tls_key),
        };
        HeadOptions {
            database: self.database.or(below.database),
            database_ca: self.database_ca.or(below.database_ca),
            listen: self.listen.or(below.listen),
            box_listen: self.box_listen.or(below.box_listen),
            metrics: self.metrics.or(below.metrics),
            url: self.url.or(below.url),
            box_url: self.box_url.or(below.box_url),
            tls,
            tls_cert,
            tls_key,
            secret_file: self.secret_file.or(below.secret_file),
            trusted_proxy: if self.trusted_proxy.is_empty() { below.trusted_proxy } else { self.trusted_proxy },
            bar_day_mb: self.bar_day_mb.or(below.bar_day_mb),
        }
    }

    /// The layer of environment variables. An empty variable counts as not set.
    pub fn from_env(env: Env<'_>) -> Result<HeadOptions, String> {
        let name = |flag: &str| format!("{ENV_PREFIX}{flag}");
        let path = |flag: &str| env(&name(flag)).filter(|value| !value.is_empty()).map(PathBuf::from);
        Ok(HeadOptions {
            database: variable(env, &name("DATABASE"))?,
            database_ca: path("DATABASE_CA"),
            listen: variable(env, &name("LISTEN"))?,
            box_listen: variable(env, &name("BOX_LISTEN"))?,
            metrics: variable(env, &name("METRICS"))?,
            url: variable(env, &name("URL"))?,
            box_url: variable(env, &name("BOX_URL"))?,
            tls: variable(env, &name("TLS"))?,
            tls_cert: path("TLS_CERT"),
            tls_key: path("TLS_KEY"),
            secret_file: path("SECRET_FILE"),
            trusted_proxy: variable::<ProxyNetworks>(env, &name("TRUSTED_PROXY"))?.map(|list| list.0).unwrap_or_default(),
            bar_day_mb: variable(env, &name("BAR_DAY_MB"))?,
        })
    }
}

/// Addresses and networks of a variable, separated by commas or blanks.
struct ProxyNetworks(Vec<ProxyNetwork>);

impl FromStr for ProxyNetworks {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let texts = text.split([',', ' ']).filter(|text| !text.is_empty());
        texts.map(str::parse).collect::<Result<_, _>>().map(ProxyNetworks)
    }
}

/// HTTPS for browsers without files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum TlsChoice {
    /// Plain HTTP, on loopback only.
    Off,
    /// A certificate that head office makes.
    Own,
}

impl FromStr for TlsChoice {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "off" => Ok(TlsChoice::Off),
            "own" => Ok(TlsChoice::Own),
            _ => Err(format!("`{text}` is neither off nor own")),
        }
    }
}

impl TryFrom<String> for TlsChoice {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// An address with http or https and a host, without user, query or fragment.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct HttpUrl(pub Url);

impl FromStr for HttpUrl {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        let url = url.filter(|url| url.username().is_empty() && url.query().is_none() && url.fragment().is_none());
        url.map(HttpUrl).ok_or_else(|| format!("`{text}` is not an address such as https://head.example"))
    }
}

impl TryFrom<String> for HttpUrl {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
