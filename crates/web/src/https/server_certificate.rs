//! Server certificate: issued by the box's own authority for its current names, renewed monthly.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use rcgen::{CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, KeyPair, KeyUsagePurpose, date_time_ymd};
use tokio_rustls::rustls::crypto::ring::sign::any_ecdsa_type;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;

use super::{Authority, HttpsError};
use base::Timestamp;

const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;
/// How many days before its creation a certificate becomes valid, because clocks of phones and of the box may be wrong.
const BACKDATED_DAYS: i64 = 30;
/// How many days after its creation it expires. Together with the days before, this is within the 398 days that phones accept.
const VALID_DAYS: i64 = 365;
/// Age at which it is renewed even if the names are the same, in days.
const RENEWED_AFTER_DAYS: i64 = 30;

/// Names and addresses at which phones reach the box.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names(Vec<String>);

impl Names {
    /// Sorts the names and removes duplicates.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut names: Vec<String> = names.into_iter().collect();
        names.sort();
        names.dedup();
        Names(names)
    }
}

struct IssuedCertificate {
    names: Names,
    issued_at: Timestamp,
    key: Arc<CertifiedKey>,
}

/// Issues server certificates and serves the newest one.
pub struct ServerCertificates {
    authority: Arc<Authority>,
    newest: RwLock<IssuedCertificate>,
}

impl ServerCertificates {
    /// Issues the first certificate.
    pub fn new(authority: Arc<Authority>, names: Names, now: Timestamp) -> Result<Self, HttpsError> {
        let certificate = issue(&authority, names, now)?;
        Ok(ServerCertificates { authority, newest: RwLock::new(certificate) })
    }

    /// Issues a new certificate if the names have changed or the newest one is old. Returns whether it did.
    pub fn renew(&self, names: &Names, now: Timestamp) -> Result<bool, HttpsError> {
        let current = {
            let newest = self.newest.read().unwrap_or_else(PoisonError::into_inner);
            // Also if the clock was set back: a certificate from the future would not be valid.
            let age = now.as_millis() - newest.issued_at.as_millis();
            newest.names == *names && (0..RENEWED_AFTER_DAYS * DAY_MILLIS).contains(&age)
        };
        if current {
            return Ok(false);
        }
        let certificate = issue(&self.authority, names.clone(), now)?;
        *self.newest.write().unwrap_or_else(PoisonError::into_inner) = certificate;
        Ok(true)
    }
}

impl fmt::Debug for ServerCertificates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerCertificates")
    }
}

impl ResolvesServerCert for ServerCertificates {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.newest.read().unwrap_or_else(PoisonError::into_inner).key.clone())
    }
}

/// Issues a certificate for those of `names` that the authority may sign: one other name would make the whole certificate invalid.
fn issue(authority: &Authority, names: Names, now: Timestamp) -> Result<IssuedCertificate, HttpsError> {
    let covered: Vec<String> = names.0.iter().filter(|name| authority.covers(name)).cloned().collect();
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new(covered)?;
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, "Barback");
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    params.use_authority_key_identifier_extension = true;
    let day = |days: i64| {
        let (year, month, day) = Timestamp::from_millis(now.as_millis() + days * DAY_MILLIS).utc_date();
        date_time_ymd(year, month, day)
    };
    (params.not_before, params.not_after) = (day(-BACKDATED_DAYS), day(VALID_DAYS));
    let certificate = params.signed_by(&key, authority.issuer())?;
    // The chain includes the authority, so that a second box that knows its fingerprint finds it there.
    let chain = vec![certificate.der().clone(), authority.certificate().to_vec().into()];
    let private = PrivatePkcs8KeyDer::from(key.serialize_der());
    let signing = any_ecdsa_type(&private.into()).map_err(|error| HttpsError::Certificate(error.to_string()))?;
    Ok(IssuedCertificate { names, issued_at: now, key: Arc::new(CertifiedKey::new(chain, signing)) })
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use base64::Engine;

    use super::*;

    fn names(all: &[&str]) -> Names {
        Names::new(all.iter().map(ToString::to_string))
    }

    #[test]
    fn is_renewed_for_other_names_with_age_and_when_the_clock_goes_back() {
        let data = tempfile::tempdir().expect("a folder");
        let day = |days: i64| Timestamp::from_millis((20_000 + days) * DAY_MILLIS);
        let authority = Arc::new(Authority::open(data.path(), day(0)).expect("made"));
        let here = names(&["bar.local", "192.168.8.1"]);
        let certificates = ServerCertificates::new(authority, here.clone(), day(0)).expect("made");
        let shown = || certificates.newest.read().expect("unharmed").key.cert[0].clone();
        let first = shown();
        assert!(!certificates.renew(&here, day(29)).expect("looked"));
        assert_eq!(shown(), first);
        assert!(certificates.renew(&here, day(30)).expect("renewed"));
        assert_ne!(shown(), first);
        assert!(certificates.renew(&names(&["bar-2.local", "192.168.8.1"]), day(30)).expect("renewed"));
        assert!(certificates.renew(&names(&["bar-2.local", "192.168.8.1"]), day(10)).expect("renewed"));
    }

    /// Writes a certificate as PEM.
    fn pem(file: &Path, der: &[u8]) {
        let text = base64::engine::general_purpose::STANDARD.encode(der);
        let lines: Vec<&str> = text.as_bytes().chunks(64).map(|line| std::str::from_utf8(line).expect("ASCII")).collect();
        std::fs::write(file, format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))).expect("written");
    }

    #[test]
    fn the_authority_signs_for_web_servers_only() {
        let data = tempfile::tempdir().expect("a folder");
        let now = Timestamp::parse("2026-11-21T12:00:00.000Z").expect("a moment");
        let authority = Authority::open(data.path(), now).expect("made");
        // Extended key usage (2.5.29.37): a list of one, the authentication of servers (1.3.6.1.5.5.7.3.1).
        let usage = [&[0x55, 0x1d, 0x25][..], &[0x04, 0x0c, 0x30, 0x0a, 0x06, 0x08, 0x2b, 6, 1, 5, 5, 7, 3, 1]].concat();
        assert!(authority.certificate().windows(usage.len()).any(|bytes| bytes == usage), "it has no limit of use");
        if Command::new("openssl").arg("version").output().is_err() {
            println!("SKIPPED: without openssl, no other program checked what the authority may sign.");
            return;
        }
        let file = |name: &str| data.path().join(name);
        pem(&file("authority.pem"), authority.certificate());
        let verify = |der: &[u8], purpose: &str| {
            pem(&file("leaf.pem"), der);
            let mut openssl = Command::new("openssl");
            openssl.args(["verify", "-purpose", purpose, "-CAfile"]).args([file("authority.pem"), file("leaf.pem")]);
            openssl.output().expect("it runs").status.success()
        };
        let certificate = issue(&authority, names(&["bar.local", "192.168.8.1"]), now).expect("made");
        assert!(verify(&certificate.key.cert[0], "sslserver"), "a phone would not take it");
        // A thief with the key makes a certificate for e-mail.
        let mut params = CertificateParams::new(vec!["bar.local".to_owned()]).expect("a name");
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::EmailProtection, ExtendedKeyUsagePurpose::ClientAuth];
        let key = KeyPair::generate().expect("a key");
        let stolen = params.signed_by(&key, authority.issuer()).expect("signed");
        for purpose in ["smimesign", "sslclient"] {
            assert!(!verify(stolen.der(), purpose), "it is valid for {purpose}");
        }
    }
}
