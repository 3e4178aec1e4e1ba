//! Defaults of the configuration, and the names of its files and environment variables.

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
/// Name of the configuration file in the data folder.
pub const FILE_NAME: &str = "barback.toml";
/// System-wide configuration file. The one in the data folder takes precedence.
pub const SYSTEM_FILE: &str = "/etc/barback/barback.toml";
/// Prefix of environment variables: `--allow-host` is also `BARBACK_ALLOW_HOST`.
pub const ENV_PREFIX: &str = "BARBACK_";
/// Variable with the first admin's password. There is no flag, because flags are visible in the list of processes, and no key of the file,
/// because files are forgotten.
pub const ADMIN_PASSWORD_ENV: &str = "BARBACK_ADMIN_PASSWORD";
/// Variable with the id of the access key for backup storage. There is no flag and no key of the file for it, as for every secret.
pub const S3_KEY_ID_ENV: &str = "BARBACK_S3_KEY_ID";
/// Variable with the secret of that access key.
pub const S3_SECRET_ENV: &str = "BARBACK_S3_SECRET";
/// Variable with the passphrase for encrypted backups. It can also be in a file of its own that a setting names; it is never a flag or a
/// key of `barback.toml`.
pub const PASSPHRASE_ENV: &str = "BARBACK_BACKUP_PASSPHRASE";
/// Variable with the first box's pairing code. It can be given by a flag too, but flags are visible in the list of processes.
pub const CODE_ENV: &str = "BARBACK_CODE";
