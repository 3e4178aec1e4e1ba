//! The box's certificate authority: a key that never leaves the data folder, and the root certificate that phones trust.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use rcgen::{
    BasicConstraints, CertificateParams, CidrSubnet, DistinguishedName, DnType, ExtendedKeyUsagePurpose, GeneralSubtree, IsCa, Issuer,
    KeyPair, KeyUsagePurpose, NameConstraints, PublicKeyData, date_time_ymd,
};
use sha2::{Digest, Sha256};

use super::HttpsError;
use crate::base::Timestamp;
use crate::base::text::hex;

/// Where the authority lives, within the data folder.
const FOLDER: &str = "https";
/// Its key, PKCS #8, readable by the owner alone.
const KEY_FILE: &str = "authority.key";
/// Its certificate, DER.
const CERTIFICATE_FILE: &str = "authority.crt";
/// Names that it may vouch for.
const NAMES: &[&str] = &["local", "localhost"];
/// IPv4 networks that it may vouch for: those that only exist inside a house (RFC 1918, 3927, 6598), and the box itself.
const NETWORKS: &[([u8; 4], u8)] = &[
    ([10, 0, 0, 0], 8),
    ([172, 16, 0, 0], 12),
    ([192, 168, 0, 0], 16),
    ([169, 254, 0, 0], 16),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
];
/// First year of its certificate: before any box was made, because a box without a clock may think that it is then.
const FIRST_YEAR: i32 = 2024;
/// The year before which no authority is made, whatever the clock says.
const MADE_YEAR_MIN: i32 = 2026;
/// Years that an authority counts from the one in which it is made. As long as private authorities usually count, and about as long as
/// a box lasts: every renewal means that each phone must be taught again, and a key that was stolen unnoticed must end some day.
const YEARS: i32 = 10;
/// Last year of any certificate: the last that the certificates' short form of dates can say, whatever the clock says.
const LAST_YEAR: i32 = 2049;
/// How long before its end the box begins to say so, at each start and with each new certificate, in days.
const WARNED_DAYS: i64 = 180;
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;
/// The dates of a certificate as rcgen writes them (RFC 5280, 4.1.2.5.1): a sequence of two times in the short form, each a tag, a
/// length and `YYMMDDHHMMSSZ`.
const DATES: [u8; 4] = [0x30, 0x1e, 0x17, 0x0d];
/// Where the second of them begins behind [`DATES`].
const END_AT: usize = 13 + 2;
/// Bytes of the key's hash in the authority's name, so that two bars' authorities differ by name.
const NAME_BYTES: usize = 3;
/// Whoever holds the key can pass for the box.
const FOLDER_MODE: u32 = 0o700;
/// As for the folder.
const FILE_MODE: u32 = 0o600;

/// The authority.
pub struct Authority {
    certificate: Vec<u8>,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    /// Opens the authority of a data folder, or makes one where there is none.
    pub fn open(data: &Path, now: Timestamp) -> Result<Self, HttpsError> {
        let folder = data.join(FOLDER);
        let (key_file, certificate_file) = (folder.join(KEY_FILE), folder.join(CERTIFICATE_FILE));
        let key = match read(&key_file)? {
            Some(bytes) => KeyPair::try_from(bytes).map_err(|error| wrong(&key_file, error))?,
            // A certificate without its key can sign nothing, and a new key would not fit what phones have.
            None if certificate_file.exists() => return Err(wrong(&certificate_file, "its key is gone")),
            None => {
                let key = KeyPair::generate()?;
                write(&folder, KEY_FILE, key.serialized_der())?;
                key
            }
        };
        let params = params(&key, now);
        let certificate = match read(&certificate_file)? {
            Some(certificate) => certificate,
            None => {
                let certificate = params.self_signed(&key)?.der().to_vec();
                write(&folder, CERTIFICATE_FILE, &certificate)?;
                certificate
            }
        };
        Ok(Authority { certificate, issuer: Issuer::new(params, key) })
    }

    /// The certificate that phones are asked to trust, DER.
    pub fn certificate(&self) -> &[u8] {
        &self.certificate
    }

    /// SHA-256 of the certificate.
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(&self.certificate).into()
    }

    /// SHA-256 of the certificate as phones show it: `AB:CD:…`, 32 bytes.
    pub fn fingerprint(&self) -> String {
        let bytes: Vec<String> = self.digest().iter().map(|byte| format!("{byte:02X}")).collect();
        bytes.join(":")
    }

    /// Whether it may vouch for this name or address.
    pub fn covers(&self, name: &str) -> bool {
        match name.parse::<std::net::Ipv4Addr>() {
            Ok(address) => NETWORKS.iter().any(|(network, bits)| {
                let mask = u32::MAX.checked_shl(32 - u32::from(*bits)).unwrap_or(0);
                u32::from(address) & mask == u32::from_be_bytes(*network)
            }),
            Err(_) => NAMES.iter().any(|allowed| name == *allowed || name.strip_suffix(allowed).is_some_and(|rest| rest.ends_with('.'))),
        }
    }

    /// The last day on which the authority counts; `None` for a certificate that was not made here.
    pub fn ends(&self) -> Option<Timestamp> {
        let at = self.certificate.windows(DATES.len()).position(|bytes| bytes == DATES)? + DATES.len() + END_AT;
        let date = std::str::from_utf8(self.certificate.get(at..at + 6)?).ok()?;
        let (year, rest) = date.split_at_checked(2)?;
        let (month, day) = rest.split_at_checked(2)?;
        Timestamp::parse(&format!("20{year}-{month}-{day}T00:00:00.000Z"))
    }

    /// What to tell whoever looks after the box when the authority is about to end at the moment `now`.
    pub fn warning(&self, now: Timestamp) -> Option<String> {
        let ends = self.ends()?;
        let left = (ends.as_millis() - now.as_millis()) / DAY_MILLIS;
        (left < WARNED_DAYS).then(|| {
            let (year, month, day) = ends.utc_date();
            format!(
                "the certificate authority of this box ends on {year}-{month:02}-{day:02}. To have a new one, stop the box, remove the \
                 folder {FOLDER} from the data folder, start it, and let every phone trust the new certificate (/trust)"
            )
        })
    }

    pub(super) fn issuer(&self) -> &Issuer<'static, KeyPair> {
        &self.issuer
    }
}

/// What the authority's certificate says. Its name follows from the key, so a leaf's issuer is always the one on disk.
fn params(key: &KeyPair, now: Timestamp) -> CertificateParams {
    let hash = Sha256::digest(key.der_bytes());
    let short = hex(&hash[..NAME_BYTES]);
    let mut name = DistinguishedName::new();
    name.push(DnType::CommonName, format!("Barback {short}"));
    let names = NAMES.iter().map(|name| GeneralSubtree::DnsName((*name).to_owned()));
    let networks = NETWORKS.iter().map(|(network, bits)| GeneralSubtree::IpAddress(CidrSubnet::from_v4_prefix(*network, *bits)));
    let mut params = CertificateParams::default();
    params.distinguished_name = name;
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    // A phone that trusts it does so for pages alone, and not for mail, programs or who signs in to the Wi-Fi.
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    params.name_constraints = Some(NameConstraints { permitted_subtrees: names.chain(networks).collect(), excluded_subtrees: Vec::new() });
    params.not_before = date_time_ymd(FIRST_YEAR, 1, 1);
    let made = now.utc_date().0.max(MADE_YEAR_MIN);
    params.not_after = date_time_ymd((made + YEARS).min(LAST_YEAR), 12, 31);
    params
}

fn wrong(file: &Path, reason: impl std::fmt::Display) -> HttpsError {
    HttpsError::File { file: file.display().to_string(), reason: reason.to_string() }
}

fn read(file: &Path) -> Result<Option<Vec<u8>>, HttpsError> {
    match fs::read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(wrong(file, error)),
    }
}

/// A file bears its name only when it is whole.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), HttpsError> {
    let (file, draft) = (folder.join(name), folder.join(format!("{name}.new")));
    let written = || {
        fs::DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(folder)?;
        // A draft that broke off, or a link in its place, goes: nothing is written over.
        match fs::remove_file(&draft) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut out = OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(&draft)?;
        out.write_all(bytes)?;
        out.sync_all()?;
        fs::rename(&draft, &file)?;
        File::open(folder)?.sync_all()
    };
    written().map_err(|error| wrong(&file, error))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// In the middle of a year.
    fn at(year: i32) -> Timestamp {
        Timestamp::parse(&format!("{year}-06-30T12:00:00.000Z")).expect("a moment")
    }

    #[test]
    fn counts_ten_years_whatever_the_clock_says_and_warns_before_its_end() {
        for (made, ends) in [(2026, 2036), (2031, 2041), (1970, 2036), (2045, 2049), (2090, 2049)] {
            let data = tempfile::tempdir().expect("a folder");
            let authority = Authority::open(data.path(), at(made)).expect("made");
            assert_eq!(authority.ends(), Timestamp::parse(&format!("{ends}-12-31T00:00:00.000Z")), "made in {made}");
            // A box whose clock is wrong later opens the same one.
            let again = Authority::open(data.path(), at(2026)).expect("opened");
            assert_eq!(again.certificate(), authority.certificate());
            assert_eq!(authority.warning(at(ends)), None);
            let day = |day: &str| Timestamp::parse(&format!("{day}T12:00:00.000Z")).expect("a moment");
            let words = authority.warning(day(&format!("{ends}-07-10"))).expect("half a year is left");
            assert!(words.contains(&format!("ends on {ends}-12-31")) && words.contains("/trust"), "{words}");
            assert!(authority.warning(day("2099-01-01")).is_some());
        }
    }

    #[test]
    fn is_made_once_and_kept() {
        let data = tempfile::tempdir().expect("a folder");
        let first = Authority::open(data.path(), at(2026)).expect("made");
        let again = Authority::open(data.path(), at(2026)).expect("opened");
        assert_eq!(first.certificate(), again.certificate());
        assert_eq!(first.fingerprint().len(), 32 * 3 - 1);
        let mode = fs::metadata(data.path().join(FOLDER).join(KEY_FILE)).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn a_power_cut_between_key_and_certificate_is_mended() {
        let data = tempfile::tempdir().expect("a folder");
        drop(Authority::open(data.path(), at(2026)).expect("made"));
        fs::remove_file(data.path().join(FOLDER).join(CERTIFICATE_FILE)).expect("removed");
        Authority::open(data.path(), at(2026)).expect("made whole");
    }

    #[test]
    fn a_broken_key_is_named_and_stays() {
        let data = tempfile::tempdir().expect("a folder");
        drop(Authority::open(data.path(), at(2026)).expect("made"));
        let key = data.path().join(FOLDER).join(KEY_FILE);
        fs::write(&key, b"nonsense").expect("written");
        let error = Authority::open(data.path(), at(2026)).err().expect("refused").to_string();
        assert!(error.contains(KEY_FILE) && error.contains("Remove it"), "{error}");
        assert_eq!(fs::read(&key).expect("there"), b"nonsense");
        fs::remove_file(&key).expect("removed");
        assert!(Authority::open(data.path(), at(2026)).err().expect("refused").to_string().contains("its key is gone"));
    }

    #[test]
    fn vouches_for_the_house_alone() {
        let data = tempfile::tempdir().expect("a folder");
        let authority = Authority::open(data.path(), at(2026)).expect("made");
        for name in ["bar.local", "bar-2.local", "localhost", "192.168.8.1", "10.0.0.1", "172.31.255.255", "127.0.0.1", "169.254.1.1"] {
            assert!(authority.covers(name), "{name}");
        }
        for name in ["example.com", "local.example", "barlocal", "8.8.8.8", "172.32.0.1", "192.169.0.1"] {
            assert!(!authority.covers(name), "{name}");
        }
    }
}
