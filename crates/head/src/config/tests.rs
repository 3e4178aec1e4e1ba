//! Every source of a setting, and the error messages.

use std::fs;

use super::*;

const NO_FILE: &str = "/nonexistent/barback-head.toml";

fn parse_line(line: &str, env: &[(&str, &str)], system_file: &Path) -> Result<(HeadTask, HeadConfig), EarlyExit> {
    let args = std::iter::once("barback-head").chain(line.split_whitespace()).map(OsString::from);
    let env = |name: &str| env.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value));
    parse(args, &env, system_file)
}

fn config(line: &str, env: &[(&str, &str)]) -> HeadConfig {
    match parse_line(line, env, Path::new(NO_FILE)) {
        Ok((_, config)) => config,
        Err(exit) => panic!("{line}: {}", exit.text),
    }
}

fn refusal(line: &str, env: &[(&str, &str)]) -> String {
    let exit = parse_line(line, env, Path::new(NO_FILE)).expect_err(line);
    assert_eq!(exit.code, 2, "{line}: {}", exit.text);
    exit.text
}

#[test]
fn without_settings_it_listens_on_loopback() {
    let config = config("serve --database postgresql://x/y", &[]);
    assert_eq!(config.listen.to_string(), "127.0.0.1:8090");
    assert_eq!(config.box_listen.to_string(), "0.0.0.0:8444");
    assert_eq!(config.metrics.to_string(), "127.0.0.1:8445");
    assert_eq!((config.tls, config.secret_file), (TlsSource::Off, PathBuf::from("/etc/barback-head/secret")));
    assert!(config.url.is_none() && config.box_url.is_none() && config.first_password.is_none() && !config.demo);
}

#[test]
fn flags_come_before_variables_and_variables_before_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("head.toml");
    let text = "database = \"postgresql://file/x\"\ndatabase-ca = \"/a\"\nlisten = \"127.0.0.1:1\"\nbox-listen = \"127.0.0.1:2\"\nsecret_file = \"/s\"\n\
                url = \"https://head.example\"\ntls-cert = \"/c\"\ntls-key = \"/k\"\n";
    fs::write(&file, text).expect("written");
    let env = [("BARBACK_HEAD_LISTEN", "127.0.0.1:3"), ("BARBACK_HEAD_BOX_LISTEN", "127.0.0.1:4"), ("BARBACK_HEAD_PASSWORD", "first1")];
    let (_, config) = parse_line("serve --listen 127.0.0.1:5", &env, &file).expect("legal");
    assert_eq!((config.listen.port(), config.box_listen.port()), (5, 4));
    assert_eq!(config.database, Some(Secret::from("postgresql://file/x".to_owned())));
    assert_eq!((config.database_ca, config.secret_file), (Some(PathBuf::from("/a")), PathBuf::from("/s")));
    assert_eq!(config.first_password, Some(Secret::from("first1".to_owned())));
    assert_eq!(config.tls, TlsSource::Files { certificate: "/c".into(), key: "/k".into() });
    let (_, config) = parse_line("serve --tls own", &env, &file).expect("legal");
    assert_eq!(config.tls, TlsSource::Own, "the layers are not mixed");
    fs::write(&file, "databse = \"x\"\n").expect("written");
    let exit = parse_line("serve", &[], &file).expect_err("a misspelt key");
    assert!(
        exit.code == 2 && exit.text.contains("line 1, key databse") && exit.text.contains("database, database-ca, listen"),
        "{}",
        exit.text
    );
}

#[test]
fn off_loopback_it_wants_tls() {
    for line in
        ["serve --database x --listen 0.0.0.0:80", "serve --database x --listen [::]:80 --tls off", "serve --demo --listen 10.0.0.1:1"]
    {
        assert!(refusal(line, &[]).contains("without TLS"), "{line}");
    }
    assert_eq!(config("serve --database x --listen 0.0.0.0:80 --tls own", &[]).tls, TlsSource::Own);
    assert_eq!(config("serve --database x --listen localhost:80", &[]).listen.port(), 80);
    // The other commands serve nothing.
    config("bars --database x --listen 0.0.0.0:80", &[]);
}

#[test]
fn wrong_usage_is_explained() {
    for (line, words) in [
        ("serve", "name the database"),
        ("serve --demo --database x", "--demo makes a database of its own"),
        ("serve --database x --tls-cert /c", "--tls-cert and --tls-key belong together"),
        ("serve --database x --tls own --tls-cert /c --tls-key /k", "exclude each other"),
        ("serve --database x --tls on", "neither off nor own"),
        ("serve --database x --url ftp://x", "is not an address such as"),
        ("serve --database x --listen 8090", "is not an address with a port"),
        ("user jane --database x", "--reset"),
        ("pair --database x", "--name"),
        ("pair --database x --name a --bar b", "cannot be used with"),
        ("", "Usage"),
        ("sell", "unrecognized subcommand"),
    ] {
        assert!(refusal(line, &[]).contains(words), "{line}: {}", refusal(line, &[]));
    }
    assert!(refusal("serve --database x", &[("BARBACK_HEAD_METRICS", "x")]).contains("BARBACK_HEAD_METRICS"));
    assert!(!format!("{:?}", config("bars --database postgresql://u:secret@h/d", &[])).contains("secret@"));
}

#[test]
fn help_shows_what_matters() {
    for (line, has, lacks) in [
        ("bars --help", "--database", "--box-listen"),
        ("serve --help", "--box-listen", "--name"),
        ("pair --help", "--box-url", "--metrics"),
        ("--help", "migrate", "--lines"),
    ] {
        let exit = parse_line(line, &[], Path::new(NO_FILE)).expect_err("help");
        assert!(exit.code == 0 && exit.text.contains(has) && !exit.text.contains(lacks), "{line}: {}", exit.text);
    }
}

#[test]
fn servers_in_front_are_named_by_every_source() {
    let networks = |texts: &[&str]| texts.iter().map(|text| text.parse().expect("a network")).collect::<Vec<ProxyNetwork>>();
    let given = "serve --database x --trusted-proxy 127.0.0.1 --trusted-proxy 10.0.0.0/8 --bar-day-mb 5";
    assert_eq!(config(given, &[]).trusted_proxies, networks(&["127.0.0.1", "10.0.0.0/8"]));
    assert_eq!(config(given, &[]).bar_day_bytes, 5 * 1024 * 1024);
    let env = [("BARBACK_HEAD_TRUSTED_PROXY", "::1, 192.0.2.0/24"), ("BARBACK_HEAD_BAR_DAY_MB", "7")];
    assert_eq!(config("serve --database x", &env).trusted_proxies, networks(&["::1", "192.0.2.0/24"]));
    assert_eq!(config("serve --database x", &env).bar_day_bytes, 7 * 1024 * 1024);
    assert_eq!(config(given, &env).trusted_proxies.len(), 2);
    assert_eq!(config("serve --database x", &[]).bar_day_bytes, 1024 * 1024 * 1024);
    assert!(config("serve --database x", &[]).trusted_proxies.is_empty());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("head.toml");
    for (text, expected) in [
        ("trusted-proxy = \"127.0.0.1\"", &["127.0.0.1"][..]),
        ("trusted_proxy = [\"127.0.0.1\", \"fd00::/8\"]\nbar-day-mb = 9", &["127.0.0.1", "fd00::/8"]),
    ] {
        fs::write(&file, format!("database = \"x\"\n{text}\n")).expect("written");
        let (_, config) = parse_line("serve", &[], &file).expect("legal");
        assert_eq!(config.trusted_proxies, networks(expected), "{text}");
    }
    for wrong in ["--trusted-proxy nginx", "--trusted-proxy 10.0.0.0/40", "--bar-day-mb 0"] {
        refusal(&format!("serve --database x {wrong}"), &[]);
    }
}
