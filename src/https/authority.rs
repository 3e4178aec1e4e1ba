//! The box's own certificate authority: a key that never leaves the data folder, and the certificate that phones trust.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use rcgen::{
    BasicConstraints, CertificateParams, CidrSubnet, DistinguishedName, DnType, GeneralSubtree, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    NameConstraints, PublicKeyData, date_time_ymd,
};
use sha2::{Digest, Sha256};

use super::HttpsError;
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
/// Last year of its certificate: the last that the certificates' short form of dates can say.
const LAST_YEAR: i32 = 2049;
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
    pub fn open(data: &Path) -> Result<Self, HttpsError> {
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
        let params = params(&key);
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

    pub(super) fn issuer(&self) -> &Issuer<'static, KeyPair> {
        &self.issuer
    }
}

/// What the authority's certificate says. It follows from the key, so a leaf's issuer is always the one on disk.
fn params(key: &KeyPair) -> CertificateParams {
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
    params.name_constraints = Some(NameConstraints { permitted_subtrees: names.chain(networks).collect(), excluded_subtrees: Vec::new() });
    params.not_before = date_time_ymd(FIRST_YEAR, 1, 1);
    params.not_after = date_time_ymd(LAST_YEAR, 12, 31);
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

    #[test]
    fn is_made_once_and_kept() {
        let data = tempfile::tempdir().expect("a folder");
        let first = Authority::open(data.path()).expect("made");
        let again = Authority::open(data.path()).expect("opened");
        assert_eq!(first.certificate(), again.certificate());
        assert_eq!(first.fingerprint().len(), 32 * 3 - 1);
        let mode = fs::metadata(data.path().join(FOLDER).join(KEY_FILE)).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn a_power_cut_between_key_and_certificate_is_mended() {
        let data = tempfile::tempdir().expect("a folder");
        drop(Authority::open(data.path()).expect("made"));
        fs::remove_file(data.path().join(FOLDER).join(CERTIFICATE_FILE)).expect("removed");
        Authority::open(data.path()).expect("made whole");
    }

    #[test]
    fn a_broken_key_is_named_and_stays() {
        let data = tempfile::tempdir().expect("a folder");
        drop(Authority::open(data.path()).expect("made"));
        let key = data.path().join(FOLDER).join(KEY_FILE);
        fs::write(&key, b"nonsense").expect("written");
        let error = Authority::open(data.path()).err().expect("refused").to_string();
        assert!(error.contains(KEY_FILE) && error.contains("Remove it"), "{error}");
        assert_eq!(fs::read(&key).expect("there"), b"nonsense");
        fs::remove_file(&key).expect("removed");
        assert!(Authority::open(data.path()).err().expect("refused").to_string().contains("its key is gone"));
    }

    #[test]
    fn vouches_for_the_house_alone() {
        let data = tempfile::tempdir().expect("a folder");
        let authority = Authority::open(data.path()).expect("made");
        for name in ["bar.local", "bar-2.local", "localhost", "192.168.8.1", "10.0.0.1", "172.31.255.255", "127.0.0.1", "169.254.1.1"] {
            assert!(authority.covers(name), "{name}");
        }
        for name in ["example.com", "local.example", "barlocal", "8.8.8.8", "172.32.0.1", "192.169.0.1"] {
            assert!(!authority.covers(name), "{name}");
        }
    }
}
