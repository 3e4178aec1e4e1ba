//! Connections with TLS, and what is refused.

use std::path::Path;
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use head::database::throwaway::{Sync, Throwaway};
use head::database::{Database, DatabaseError, Options};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

type Authority = CertifiedIssuer<'static, KeyPair>;

/// DER as PEM.
fn pem(label: &str, der: &[u8]) -> String {
    let text = BASE64.encode(der);
    let lines: Vec<_> = text.as_bytes().chunks(64).map(String::from_utf8_lossy).collect();
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", lines.join("\n"))
}

/// A file with the certificate of an authority.
fn save(file: &Path, authority: &Authority) {
    std::fs::write(file, pem("CERTIFICATE", authority.der())).expect("written");
}

fn authority() -> Authority {
    let mut params = CertificateParams::new(Vec::new()).expect("names");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("an authority")
}

/// A server whose certificate names `host`, and its port.
fn server(authority: &Authority, host: &str) -> (Throwaway, u16) {
    let key = KeyPair::generate().expect("a key");
    let params = CertificateParams::new(vec![host.to_owned()]).expect("names");
    let certificate = params.signed_by(&key, authority).expect("signed");
    let mut server = Throwaway::start(Sync::Off).expect("a server");
    let (certificate, key) = (pem("CERTIFICATE", certificate.der()), pem("PRIVATE KEY", &key.serialize_der()));
    let port = server.start_encrypted(&certificate, &key).expect("started");
    (server, port)
}

fn url(port: u16, sslmode: &str) -> String {
    format!("postgresql://barback@127.0.0.1:{port}/postgres?sslmode={sslmode}")
}

/// How a connection that trusts the authorities in `file` goes.
async fn connect(url: &str, file: &Path) -> Result<bool, DatabaseError> {
    let database = Database::open(url, Options { authorities: Some(file.to_owned()), ..Options::default() })?;
    let client = database.client().await?;
    let row = client.query_one("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()", &[]).await?;
    Ok(row.try_get(0)?)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_is_encrypted_if_the_url_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let (ours, other) = (folder.path().join("ours.pem"), folder.path().join("other.pem"));
    let authority = authority();
    save(&ours, &authority);
    save(&other, &self::authority());
    let (_server, port) = server(&authority, "127.0.0.1");
    assert!(connect(&url(port, "require"), &ours).await.expect("connected"), "it is encrypted");

    for (url, file) in [(url(port, "require"), &other), (url(port, "disable"), &ours), (url(port, "prefer"), &ours)] {
        let refused = connect(&url, file).await;
        assert!(matches!(refused, Err(DatabaseError::Away(_))), "{url}: {refused:?}");
    }
    let migrate = |file: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_barback-head"));
        command.env("BARBACK_HEAD_CONFIG", "").args(["migrate", "--database", &url(port, "require"), "--database-ca"]).arg(file);
        command.output().expect("run")
    };
    let migrated = migrate(&ours);
    assert!(migrated.status.success(), "{}", String::from_utf8_lossy(&migrated.stderr));
    let refused = migrate(&other);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(1) && said.contains("The database is away") && said.contains("certificate"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_must_name_the_host() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, authority) = (folder.path().join("ours.pem"), authority());
    save(&file, &authority);
    let (_server, port) = server(&authority, "db.example");
    let refused = connect(&url(port, "require"), &file).await;
    assert!(matches!(refused, Err(DatabaseError::Away(_))), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_tls_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ours.pem");
    save(&file, &authority());
    let plain = crate::postgres::empty_url().await + " sslmode=require";
    let refused = connect(&plain, &file).await;
    assert!(matches!(refused, Err(DatabaseError::Away(_))), "{refused:?}");
}

#[tokio::test]
async fn a_file_without_authorities_is_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let (empty, spoilt) = (folder.path().join("empty.pem"), folder.path().join("spoilt.pem"));
    std::fs::write(&empty, "").expect("written");
    std::fs::write(&spoilt, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").expect("written");
    for file in [&empty, &spoilt, &folder.path().join("none.pem")] {
        let error = connect(&url(1, "require"), file).await.expect_err("refused");
        let said = error.to_string();
        assert!(matches!(error, DatabaseError::Authorities(_)) && said.contains(&file.display().to_string()), "{said}");
    }
}
