//! Certificate authority of the box: a key that never leaves the data folder, and the root certificate that phones trust.

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
use base::Timestamp;
use base::text::hex;

/// Its folder within the data folder.
const FOLDER: &str = "https";
/// Its key, PKCS #8. Only the owner can read it.
const KEY_FILE: &str = "authority.key";
/// Its certificate, DER.
const CERTIFICATE_FILE: &str = "authority.crt";
/// DNS domains that it may sign for.
const NAMES: &[&str] = &["local", "localhost"];
/// IPv4 networks that it may sign for: private ones (RFC 1918, 3927, 6598) and loopback.
const NETWORKS: &[([u8; 4], u8)] = &[
    ([10, 0, 0, 0], 8),
    ([172, 16, 0, 0], 12),
    ([192, 168, 0, 0], 16),
    ([169, 254, 0, 0], 16),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
];
/// First year of validity: before any box was made, because a box without a clock may believe that it is an earlier year.
const FIRST_YEAR: i32 = 2024;
/// An authority counts as created in this year at the earliest, whatever the clock says.
const CREATED_YEAR_MIN: i32 = 2026;
/// Validity in years from the year of creation. Private authorities are usually valid that long, and a box hardly lasts longer: after
/// every renewal each phone must be set up again, but a key that was stolen unnoticed must expire some day.
const VALID_YEARS: i32 = 10;
/// Last year of validity, whatever the clock says: the last one that the short date format of certificates can express.
const LAST_YEAR: i32 = 2049;
/// How many days before expiry the box starts to warn, at each start and with each new server certificate.
const WARNED_DAYS: i64 = 180;
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;
/// Beginning of a certificate's validity as rcgen writes it (RFC 5280, 4.1.2.5.1): a sequence of two times in the short form, each a tag, a
/// length and `YYMMDDHHMMSSZ`.
const DATES: [u8; 4] = [0x30, 0x1e, 0x17, 0x0d];
/// Offset of the second date after [`DATES`].
const END_OFFSET: usize = 13 + 2;
/// Bytes of the key's hash in the authority's name, so that two bars' authorities differ by name.
const NAME_BYTES: usize = 3;
/// Mode of the folder: anyone who has the key can impersonate the box.
const FOLDER_MODE: u32 = 0o700;
/// Mode of the files, for the same reason.
const FILE_MODE: u32 = 0o600;

/// The certificate authority.
pub struct Authority {
    certificate: Vec<u8>,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    /// Opens the authority of a data folder, or creates it.
    ///
    /// # Errors
    /// [`HttpsError::File`] if a file is damaged, cannot be read or written, or if the key of an existing certificate is missing.
    pub fn open(data: &Path, now: Timestamp) -> Result<Self, HttpsError> {
        let folder = data.join(FOLDER);
        let (key_file, certificate_file) = (folder.join(KEY_FILE), folder.join(CERTIFICATE_FILE));
        let key = match read(&key_file)? {
            Some(bytes) => KeyPair::try_from(bytes).map_err(|error| file_error(&key_file, error))?,
            // Without its key the certificate cannot sign, and a new key would not match the certificate on phones.
            None if certificate_file.exists() => return Err(file_error(&certificate_file, "its key is missing")),
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

    /// The certificate that phones have to trust, DER.
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

    /// Whether it may sign for this name or address.
    pub fn covers(&self, name: &str) -> bool {
        match name.parse::<std::net::Ipv4Addr>() {
            Ok(address) => NETWORKS.iter().any(|(network, bits)| {
                let mask = u32::MAX.checked_shl(32 - u32::from(*bits)).unwrap_or(0);
                u32::from(address) & mask == u32::from_be_bytes(*network)
            }),
            Err(_) => NAMES.iter().any(|allowed| name == *allowed || name.strip_suffix(allowed).is_some_and(|rest| rest.ends_with('.'))),
        }
    }

    /// The last day of validity; `None` for a certificate that was not created here.
    pub fn ends(&self) -> Option<Timestamp> {
        let at = self.certificate.windows(DATES.len()).position(|bytes| bytes == DATES)? + DATES.len() + END_OFFSET;
        let date = std::str::from_utf8(self.certificate.get(at..at + 6)?).ok()?;
        let (year, rest) = date.split_at_checked(2)?;
        let (month, day) = rest.split_at_checked(2)?;
        Timestamp::parse(&format!("20{year}-{month}-{day}T00:00:00.000Z"))
    }

    /// Warning for the log, if the authority expires soon after `now`.
    pub fn warning(&self, now: Timestamp) -> Option<String> {
        let ends = self.ends()?;
        let left = (ends.as_millis() - now.as_millis()) / DAY_MILLIS;
        (left < WARNED_DAYS).then(|| {
            let (year, month, day) = ends.utc_date();
            format!(
                "the certificate authority of this box expires on {year}-{month:02}-{day:02}. To get a new one, stop the box, remove the \
                 folder {FOLDER} from the data folder, start the box, and set up every phone to trust the new certificate (/trust)"
            )
        })
    }

    pub(super) fn issuer(&self) -> &Issuer<'static, KeyPair> {
        &self.issuer
    }
}

/// Content of the authority's certificate. Its name is derived from the key, so that the issuer of a server certificate is always the one on
/// disk.
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
    // A phone trusts it only for web servers, and not for e-mail, programs or Wi-Fi sign-in.
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    params.name_constraints = Some(NameConstraints { permitted_subtrees: names.chain(networks).collect(), excluded_subtrees: Vec::new() });
    params.not_before = date_time_ymd(FIRST_YEAR, 1, 1);
    let created = now.utc_date().0.max(CREATED_YEAR_MIN);
    params.not_after = date_time_ymd((created + VALID_YEARS).min(LAST_YEAR), 12, 31);
    params
}

fn file_error(file: &Path, reason: impl std::fmt::Display) -> HttpsError {
    HttpsError::File { file: file.display().to_string(), reason: reason.to_string() }
}

fn read(file: &Path) -> Result<Option<Vec<u8>>, HttpsError> {
    match fs::read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(file_error(file, error)),
    }
}

/// Writes a file under a temporary name, syncs and renames it, so that a file with this name is always complete.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), HttpsError> {
    let (file, temporary) = (folder.join(name), folder.join(format!("{name}.new")));
    let written = || {
        fs::DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(folder)?;
        // An incomplete temporary file, or a link in its place, is removed: nothing is overwritten.
        match fs::remove_file(&temporary) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut out = OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(&temporary)?;
        out.write_all(bytes)?;
        out.sync_all()?;
        fs::rename(&temporary, &file)?;
        File::open(folder)?.sync_all()
    };
    written().map_err(|error| file_error(&file, error))
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
    fn is_valid_for_ten_years_whatever_the_clock_says_and_warns_before_it_expires() {
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
            assert!(words.contains(&format!("expires on {ends}-12-31")) && words.contains("/trust"), "{words}");
            assert!(authority.warning(day("2099-01-01")).is_some());
        }
    }

    #[test]
    fn is_created_once_and_kept() {
        let data = tempfile::tempdir().expect("a folder");
        let first = Authority::open(data.path(), at(2026)).expect("made");
        let again = Authority::open(data.path(), at(2026)).expect("opened");
        assert_eq!(first.certificate(), again.certificate());
        assert_eq!(first.fingerprint().len(), 32 * 3 - 1);
        let mode = fs::metadata(data.path().join(FOLDER).join(KEY_FILE)).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn a_power_cut_between_key_and_certificate_is_repaired() {
        let data = tempfile::tempdir().expect("a folder");
        drop(Authority::open(data.path(), at(2026)).expect("made"));
        fs::remove_file(data.path().join(FOLDER).join(CERTIFICATE_FILE)).expect("removed");
        Authority::open(data.path(), at(2026)).expect("made whole");
    }

    #[test]
    fn a_damaged_key_is_named_and_kept() {
        let data = tempfile::tempdir().expect("a folder");
        drop(Authority::open(data.path(), at(2026)).expect("made"));
        let key = data.path().join(FOLDER).join(KEY_FILE);
        fs::write(&key, b"nonsense").expect("written");
        let error = Authority::open(data.path(), at(2026)).err().expect("refused").to_string();
        assert!(error.contains(KEY_FILE) && error.contains("Remove it"), "{error}");
        assert_eq!(fs::read(&key).expect("there"), b"nonsense");
        fs::remove_file(&key).expect("removed");
        assert!(Authority::open(data.path(), at(2026)).err().expect("refused").to_string().contains("its key is missing"));
    }

    #[test]
    fn signs_only_for_local_names_and_private_addresses() {
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
