//! Tests of the configuration: every source of a setting, and every error message.

use std::fs;

use clap::CommandFactory;

use super::*;

/// Parses `line` (split at blanks, after the program's name) with these variables and this system file.
fn parse_line(line: &str, env: &[(&str, &str)], system_file: &Path) -> Result<Action, EarlyExit> {
    let args = std::iter::once("barback").chain(line.split_whitespace()).map(OsString::from);
    let env = |name: &str| env.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value));
    parse(args, &env, system_file, &mut |_, _| Ok(()))
}

fn serve(line: &str, env: &[(&str, &str)], system_file: &Path) -> Config {
    match parse_line(line, env, system_file) {
        Ok(Action::Serve(config)) => *config,
        other => panic!("{line}: {other:?}"),
    }
}

fn refusal(line: &str, env: &[(&str, &str)], system_file: &Path) -> String {
    let stop = parse_line(line, env, system_file).expect_err(line);
    assert_eq!(stop.code, EXIT_USAGE, "{line}");
    stop.text
}

/// A folder with a system file in it.
fn with_file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("system.toml");
    fs::write(&file, text).expect("written");
    (folder, file)
}

const NO_FILE: &str = "/nonexistent/barback.toml";

#[test]
fn without_settings_it_runs_with_its_defaults() {
    let listen = "0.0.0.0:8080".parse().expect("legal");
    let expected = Config { listen, mdns: true, ..Config::local(Path::new("./barback-data")) };
    for line in ["", "serve"] {
        assert_eq!(serve(line, &[], Path::new(NO_FILE)), expected);
    }
    let blank =
        [("BARBACK_DATA", ""), ("BARBACK_LISTEN", ""), ("BARBACK_DEMO", ""), ("BARBACK_CONFIG", ""), ("BARBACK_ADMIN_PASSWORD", "")];
    assert_eq!(serve("", &blank, Path::new(NO_FILE)), expected);
    assert_eq!(serve("--demo", &[], Path::new(NO_FILE)).data, Path::new("./barback-demo"));
    assert_eq!(serve("--demo", &[], Path::new(NO_FILE)).listen.to_string(), DEMO_LISTEN_DEFAULT);
    assert_eq!(serve("--demo --listen 0.0.0.0:8080", &[], Path::new(NO_FILE)).listen.to_string(), LISTEN_DEFAULT);
    assert_eq!(serve("", &[("BARBACK_DEMO", "true")], Path::new(NO_FILE)).listen.to_string(), DEMO_LISTEN_DEFAULT);
    assert_eq!(serve("--demo --data here", &[], Path::new(NO_FILE)).data, Path::new("here"));
}

#[test]
fn flags_variables_and_files_give_the_same_result() {
    let flags = "--data d --listen 127.0.0.1:9 --demo --printer none --printer-network 10.0.0.9/24 --printer-network 10.1.0.1 --name Tiki --no-mdns --allow-host a.example --allow-host ::1 --backup-dir b --copy-to c --backup-s3 s3://b/f?region=r --appliance";
    let by_flags = serve(flags, &[], Path::new(NO_FILE));
    assert_eq!(by_flags.allowed_hosts, ["a.example", "[::1]"]);
    let networks: Vec<_> = by_flags.printer_networks.iter().map(|network| (network.address.to_string(), network.prefix)).collect();
    assert_eq!(networks, [("10.0.0.9".to_owned(), 24), ("10.1.0.1".to_owned(), 32)]);
    assert_eq!((by_flags.name.as_str(), by_flags.printer.clone(), by_flags.mdns), ("tiki", PrinterChoice::Off, false));

    assert_eq!(serve(&format!("serve {flags}"), &[], Path::new(NO_FILE)), by_flags, "after the command");
    assert_eq!(serve(&format!("{flags} serve"), &[], Path::new(NO_FILE)), by_flags, "before the command");
    let env = [
        ("BARBACK_DATA", "d"),
        ("BARBACK_LISTEN", "127.0.0.1:9"),
        ("BARBACK_DEMO", "1"),
        ("BARBACK_PRINTER", "none"),
        ("BARBACK_PRINTER_NETWORK", "10.0.0.9/24,10.1.0.1"),
        ("BARBACK_NAME", "tiki"),
        ("BARBACK_NO_MDNS", "yes"),
        ("BARBACK_ALLOW_HOST", "a.example, ::1"),
        ("BARBACK_BACKUP_DIR", "b"),
        ("BARBACK_COPY_TO", "c"),
        ("BARBACK_BACKUP_S3", "s3://b/f?region=r"),
        ("BARBACK_APPLIANCE", "true"),
    ];
    assert_eq!(serve("", &env, Path::new(NO_FILE)), by_flags);

    let text = "data = 'd'\nlisten = '127.0.0.1:9'\ndemo = true\nprinter = 'none'\nprinter-network = ['10.0.0.9/24', '10.1.0.1']\nname = 'tiki'\nno-mdns = true\nallow-host = ['a.example', '::1']\nbackup-dir = 'b'\ncopy-to = 'c'\nbackup-s3 = 's3://b/f?region=r'\nappliance = true\n";
    for text in [text.to_owned(), text.replace('-', "_")] {
        let (_folder, file) = with_file(&text);
        assert_eq!(serve("", &[], &file), by_flags);
        assert_eq!(serve(&format!("--config {}", file.display()), &[], Path::new(NO_FILE)), by_flags);
        assert_eq!(serve("", &[("BARBACK_CONFIG", &file.display().to_string())], Path::new(NO_FILE)), by_flags);
    }
}

#[test]
fn every_flag_is_also_a_variable_and_a_key() {
    for flag in
        CommandLine::command().get_arguments().filter_map(|arg| arg.get_long()).filter(|flag| !["help", "version", "config"].contains(flag))
    {
        for key in [flag.to_owned(), flag.replace('-', "_")] {
            let (_folder, wrong) = with_file(&format!("{key} = {{ made = 'of nonsense' }}\n"));
            let refused = refusal("", &[], &wrong);
            assert!(
                refused.contains(&format!("key {key}")) && !refused.contains("no such key"),
                "{key} is not a key of the file: {refused}"
            );
        }
        let variable = format!("{ENV_PREFIX}{}", flag.to_uppercase().replace('-', "_"));
        let asked = std::cell::RefCell::new(Vec::new());
        let env = |name: &str| {
            asked.borrow_mut().push(name.to_owned());
            None
        };
        parse([OsString::from("barback")], &env, Path::new(NO_FILE), &mut |_, _| Ok(())).expect("defaults");
        assert!(asked.borrow().contains(&variable), "{variable} is not read");
    }
}

#[test]
fn flags_precede_variables_and_the_bars_file_precedes_the_systems() {
    let (folder, system) =
        with_file("name = 'system'\nlisten = '1.1.1.1:4'\nprinter = 'none'\ndemo = true\nallow-host = ['system.example']\n");
    fs::write(folder.path().join(FILE_NAME), "name = 'own'\nlisten = '1.1.1.1:3'\nprinter = 'tcp://10.0.0.9:9100'\n").expect("written");
    let data = folder.path().display().to_string();
    let env = [("BARBACK_DATA", data.as_str()), ("BARBACK_NAME", "variable"), ("BARBACK_LISTEN", "1.1.1.1:2")];
    let config = serve("--name flag --demo=false", &env, &system);
    assert_eq!(config.name, "flag");
    assert_eq!(config.listen.port(), 2);
    assert_eq!(config.printer, PrinterChoice::Url("tcp://10.0.0.9:9100".to_owned()));
    assert!(!config.demo);
    assert_eq!(config.allowed_hosts, ["system.example"]);

    let named = serve(&format!("--config {}", system.display()), &env[..1], Path::new(NO_FILE));
    assert_eq!(named.name, "system", "a named file is the only one");
}

#[test]
fn an_error_in_a_file_names_its_line_and_key() {
    for (text, expected) in [
        ("name = 'bar'\ncolour = 'red'\n", &["line 2", "key colour", "there is no such key; there are data, listen, "][..]),
        ("\n\nlisten = 8080\n", &["line 3", "key listen", "invalid type", "expected a string"]),
        ("listen = 'here'\n", &["line 1", "key listen", "`here` is not an address"]),
        ("demo = 'maybe'\n", &["line 1", "key demo", "expected a boolean"]),
        ("name = 'bar.local'\n", &["line 1", "key name", "without .local"]),
        ("allow-host = [\n  'a.example',\n  3\n]\n", &["line 3", "key allow-host", "invalid type"]),
        ("allow-host = ['http://b']\n", &["line 1", "key allow-host", "without http://"]),
        ("name = 'a'\n[server]\nport = 1\n", &["line 2", "key server"]),
        ("name = \n", &["line 1", "key name"]),
        ("name = 'a'\nname = 'b'\n", &["line 2", "key name", "duplicate"]),
    ] {
        let (_folder, file) = with_file(text);
        let refusal = refusal("", &[], &file);
        for part in expected.iter().chain(&["system.toml"]) {
            assert!(refusal.contains(part), "{part:?} is not in {refusal:?}");
        }
    }
}

#[test]
fn the_error_for_an_unknown_key_lists_each_key_once() {
    let (_folder, file) = with_file("backup-folder = 'b'\n");
    let refused = refusal("", &[], &file);
    let (_, listed) = refused.split_once("there are ").expect("a list");
    let listed: Vec<&str> = listed.trim_end().split(", ").collect();
    assert!(listed.contains(&"backup-dir") && listed.iter().all(|key| !key.contains('_') && *key != "config"), "{refused}");
}

#[test]
fn wrong_usage_is_refused_with_a_sentence() {
    for (line, env, expected) in [
        ("--listen here", &[][..], "--listen"),
        ("--listen 0.0.0.0", &[], "--listen"),
        ("--listen 0.0.0.0:70000", &[], "--listen"),
        ("--name=-bar", &[], "--name"),
        ("--name bar.local", &[], "without .local"),
        ("--printer usb", &[], "file:///dev/usb/lp0"),
        ("--printer tcp://", &[], "tcp://HOST:9100"),
        ("--printer-network 10.0.0.0/8", &[], "at most 256 addresses"),
        ("--printer-network here", &[], "192.168.8.0/24"),
        ("--allow-host http://bar", &[], "without http://"),
        ("--demo=maybe", &[], "neither true nor false"),
        ("--data", &[], "--data"),
        ("--data a --data b", &[], "--data"),
        ("--nonsense", &[], "--nonsense"),
        ("dance", &[], "unrecognized subcommand 'dance'"),
        ("serve dance", &[], "dance"),
        ("export", &[], "<DIR>"),
        ("reset-password", &[], "<USERNAME>"),
        ("--config /nonexistent/file", &[], "there is no file /nonexistent/file"),
        ("restore b.barback --from-head https://head", &[], "cannot be used with"),
        ("", &[("BARBACK_LISTEN", "here")], "BARBACK_LISTEN: `here`"),
        ("", &[("BARBACK_DEMO", "maybe")], "BARBACK_DEMO: `maybe`"),
        ("", &[("BARBACK_ALLOW_HOST", "a,b/")], "BARBACK_ALLOW_HOST: `b/`"),
    ] {
        let refusal = refusal(line, env, Path::new(NO_FILE));
        assert!(refusal.contains(expected), "{line} {env:?}: {refusal}");
    }
}

fn restore(file: Option<&str>, from_head: Option<&str>, code: Option<&str>, replace: bool) -> Task {
    Task::Restore { file: file.map(Into::into), from_head: from_head.map(Into::into), code: code.map(Secret::of), replace }
}

#[test]
fn every_command_takes_the_same_configuration() {
    for (line, task) in [
        ("backup", Task::Backup { to: None }),
        ("backup /mnt/stick", Task::Backup { to: Some("/mnt/stick".into()) }),
        ("restore b.barback", restore(Some("b.barback"), None, None, false)),
        ("restore --replace b.barback", restore(Some("b.barback"), None, None, true)),
        ("restore --from-head https://head --code c", restore(None, Some("https://head"), Some("c"), false)),
        ("verify", Task::Verify { file: None }),
        ("verify b.barback", Task::Verify { file: Some("b.barback".into()) }),
        ("promote", Task::Promote { anyway: false }),
        ("promote --anyway", Task::Promote { anyway: true }),
        ("export out", Task::Export { dir: "out".into() }),
        ("reset-password admin", Task::ResetPassword { username: "admin".to_owned() }),
    ] {
        let expected = Action::Do(task, Box::new(serve("--data here", &[], Path::new(NO_FILE))));
        for line in [format!("{line} --data here"), format!("--data here {line}")] {
            assert_eq!(parse_line(&line, &[], Path::new(NO_FILE)), Ok(expected.clone()), "{line}");
        }
        assert_eq!(parse_line(line, &[("BARBACK_DATA", "here")], Path::new(NO_FILE)), Ok(expected), "{line}");
    }
}

#[test]
fn the_code_of_head_office_may_be_in_a_variable() {
    let action = parse_line("restore --from-head https://head", &[("BARBACK_CODE", "v")], Path::new(NO_FILE));
    assert!(matches!(action, Ok(Action::Do(task, _)) if task == restore(None, Some("https://head"), Some("v"), false)));
}

#[test]
fn follow_takes_the_address_and_the_code_of_the_first_box() {
    let follow = |line: &str, env: &[(&str, &str)]| match parse_line(line, env, Path::new(NO_FILE)) {
        Ok(Action::Follow(first, config)) => (first, config.data.display().to_string()),
        other => panic!("{line}: {other:?}"),
    };
    let (first, data) = follow("follow http://bar.local --code abcd --data here", &[]);
    assert_eq!(first.first, Some(FirstBox { secure: false, host: "bar.local".to_owned(), port: 80 }));
    assert_eq!((first.code.as_ref().map(Secret::reveal), first.replace, data.as_str()), (Some("abcd"), false, "here"));
    let (first, _) = follow("follow --replace", &[("BARBACK_CODE", "efgh")]);
    assert_eq!((first.first, first.code.as_ref().map(Secret::reveal), first.replace), (None, Some("efgh"), true));
}

#[test]
fn the_file_in_the_data_folder_cannot_name_another_data_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(FILE_NAME), "data = 'elsewhere'\n").expect("written");
    assert!(refusal(&format!("--data {}", folder.path().display()), &[], Path::new(NO_FILE)).contains("data cannot be set"));
}

#[test]
fn both_keys_of_the_storage_are_set_or_neither() {
    let both = [("BARBACK_S3_KEY_ID", "name"), ("BARBACK_S3_SECRET", "club beer")];
    let config = serve("", &both, Path::new(NO_FILE));
    assert_eq!(config.s3_keys.as_ref().map(|(id, secret)| (id.reveal(), secret.reveal())), Some(("name", "club beer")));
    assert!(!format!("{config:?}").contains("club"));
    for one in both {
        assert!(refusal("", &[one], Path::new(NO_FILE)).contains("one is set and the other is not"));
    }
}

#[test]
fn a_passphrase_comes_from_a_variable_or_a_file_and_is_never_shown() {
    let (variable, named) = (("BARBACK_BACKUP_PASSPHRASE", "club beer"), ("BARBACK_BACKUP_PASSPHRASE_FILE", "/of/a/variable"));
    let (_folder, system) = with_file("backup-passphrase-file = '/of/the/system'");
    let source = |line: &str, env: &[(&str, &str)]| serve(line, env, &system).passphrase;
    let file = |name: &str| PassphraseSource::File(name.into());
    assert_eq!((source("", &[]), source("", &[named])), (file("/of/the/system"), file("/of/a/variable")));
    assert!(matches!(source("", &[named, variable]), PassphraseSource::Variable(passphrase) if passphrase.reveal() == "club beer"));
    assert_eq!(source("--backup-passphrase-file /of/a/flag", &[named, variable]), file("/of/a/flag"));
    assert!(!format!("{:?}", source("", &[variable])).contains("club"));
    let (_folder, holds) = with_file("backup-passphrase = 'club beer'");
    let refused = refusal("", &[], &holds);
    assert!(refused.contains("backup-passphrase") && !refused.contains("club"), "{refused}");
}

#[test]
fn a_password_is_never_shown() {
    let config = serve("", &[("BARBACK_ADMIN_PASSWORD", "club beer")], Path::new(NO_FILE));
    assert_eq!(config.admin_password.as_ref().map(Secret::reveal), Some("club beer"));
    assert!(!format!("{config:?}").contains("club"));
}

#[test]
fn the_first_password_is_one_that_sign_in_accepts() {
    for wrong in ["   ".to_owned(), "\u{a0}".to_owned(), "x".repeat(201)] {
        let text = refusal("", &[("BARBACK_ADMIN_PASSWORD", &wrong)], Path::new(NO_FILE));
        assert!(text.contains("not be blank") && !text.contains("xxx"), "{text}");
    }
    let longest = "x".repeat(200);
    let config = serve("", &[("BARBACK_ADMIN_PASSWORD", &longest)], Path::new(NO_FILE));
    assert_eq!(config.admin_password.as_ref().map(Secret::reveal), Some(longest.as_str()));
}

#[test]
fn help_and_version_are_no_errors() {
    for line in [
        "--help",
        "-h",
        "--version",
        "help",
        "serve --help",
        "backup --help",
        "restore --help",
        "verify --help",
        "export --help",
        "follow --help",
        "promote --help",
        "reset-password --help",
    ] {
        let stop = parse_line(line, &[], Path::new(NO_FILE)).expect_err(line);
        assert_eq!(stop.code, 0, "{line}");
        assert!(stop.text.contains("barback"), "{line}: {}", stop.text);
    }
    assert_eq!(parse_line("version", &[], Path::new(NO_FILE)), Ok(Action::Version));
    assert_eq!(version(), format!("barback {}", env!("CARGO_PKG_VERSION")));
    command_line().debug_assert();
}

#[test]
fn a_commands_help_shows_only_the_flags_that_matter_to_it() {
    let help = |command: &str| parse_line(&format!("{command} --help"), &[], Path::new(NO_FILE)).expect_err(command).text;
    let shows = |text: &str, key: &str| {
        let flag = |line: &str| line.trim_start().split([' ', '[', '=']).next() == Some(&format!("--{key}"));
        text.lines().any(flag)
    };
    for (command, shown) in SHOWN_FLAGS {
        let text = help(command);
        for key in options::keys() {
            assert_eq!(shows(&text, &key), shown.contains(&key.replace('-', "_").as_str()), "{command}: {key}\n{text}");
        }
    }
    for command in ["", "serve", "follow"] {
        let text = help(command);
        assert!(options::keys().iter().all(|key| shows(&text, key)), "{command}: {text}");
    }
    let whole = CommandLine::command();
    let known = |name: &str| ["serve", "follow"].contains(&name) || SHOWN_FLAGS.iter().any(|(known, _)| *known == name);
    let missing: Vec<&str> = whole.get_subcommands().map(clap::Command::get_name).filter(|name| !known(name)).collect();
    assert!(missing.is_empty(), "what matters to {missing:?}? Give each a row in SHOWN_FLAGS");
}

#[test]
fn a_flag_that_is_not_shown_is_accepted_before_and_after_the_command() {
    for line in
        ["backup --listen 127.0.0.1:9 --copy-to c", "--listen 127.0.0.1:9 --copy-to c backup", "--copy-to c backup --listen 127.0.0.1:9"]
    {
        match parse_line(line, &[], Path::new(NO_FILE)) {
            Ok(Action::Do(Task::Backup { to: None }, config)) => {
                assert_eq!((config.listen.port(), config.copy_to.as_deref()), (9, Some(Path::new("c"))), "{line}");
            }
            other => panic!("{line}: {other:?}"),
        }
    }
}

/// The file that comes with the package.
const PACKAGED: &str = include_str!("../../systemd/barback.toml");

#[test]
fn the_packaged_file_configures_a_box_on_port_80() {
    let (_folder, file) = with_file(PACKAGED);
    let expected = Config { mdns: true, listen: "0.0.0.0:80".parse().expect("legal"), ..Config::local(Path::new("/var/lib/barback")) };
    assert_eq!(serve("", &[], &file), expected);
}

#[test]
fn the_packaged_file_explains_every_key_with_a_valid_value() {
    let command = CommandLine::command();
    let flags: Vec<&str> = command.get_arguments().filter_map(|arg| arg.get_long()).collect();
    let is_key = |line: &str| line.split_once(" = ").is_some_and(|(key, _)| flags.contains(&key));
    let lines: Vec<&str> = PACKAGED.lines().collect();
    for flag in flags.iter().filter(|flag| !["help", "version", "config"].contains(flag)) {
        let key = format!("{flag} = ");
        let at = lines.iter().position(|line| line.trim_start_matches('#').starts_with(&key)).unwrap_or_else(|| panic!("no {flag}"));
        assert!(lines[at - 1].starts_with("# "), "{flag} is not explained");
        let (_folder, file) = with_file(lines[at].trim_start_matches('#'));
        serve("", &[], &file);
    }
    let all: String = lines
        .iter()
        .filter_map(|line| Some(line.trim_start_matches('#')).filter(|line| is_key(line)))
        .fold(String::new(), |all, line| all + line + "\n");
    let (_folder, file) = with_file(&all);
    let config = serve("", &[], &file);
    assert_eq!((config.https.map(|https| https.port()), config.copy_to.as_deref()), (Some(443), Some(Path::new("/mnt/stick"))));
}
