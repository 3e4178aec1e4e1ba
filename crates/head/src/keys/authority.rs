//! Certificate authority of head office: signs the certificate of the box port and those of the boxes. The database keeps it, its key
//! sealed with the secret file, so that all heads have the same one.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use rcgen::{
    BasicConstraints, CertificateParams, CertificateSigningRequestParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose,
    GeneralSubtree, IsCa, Issuer, KeyPair, KeyUsagePurpose, NameConstraints, PKCS_ECDSA_P256_SHA256, PublicKeyData, date_time_ymd,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::names::BoxName;
use super::secret::{Secret, SecretError};
use crate::database::{Database, DatabaseError, Transaction};
use backup::parcels::{HEAD_NAME, PrivateKey, PublicKey};
use base::text::hex;
use web::https::{VALID_FROM_YEAR, VALID_UNTIL_YEAR};

/// Row of `meta`, and the name under which the key is sealed.
const META_NAME: &str = "authority";
/// Last day of validity of every certificate: month and day of [`VALID_UNTIL_YEAR`].
const LAST_DAY: (u8, u8) = (12, 31);
/// Bytes of the key's hash in the authority's name.
const NAME_BYTES: usize = 3;
/// Longest certificate signing request, in bytes. One with a P-256 key has about 250.
const REQUEST_BYTES_MAX: usize = 4 * 1024;
/// Length of an uncompressed point of P-256, and its first byte (SEC 1, 2.3.3).
const POINT_BYTES: usize = 65;
const POINT_UNCOMPRESSED: u8 = 4;

/// The certificate authority.
pub struct Authority {
    certificate: Vec<u8>,
    issuer: Issuer<'static, KeyPair>,
}

/// A certificate and its private key.
pub struct ServerIdentity {
    /// DER, followed by the authority's, so that a box that pairs finds the authority by its fingerprint.
    pub chain: Vec<Vec<u8>>,
    /// PKCS #8, DER.
    pub key: Vec<u8>,
}

/// The certificate of a box.
#[derive(Debug, Clone)]
pub struct BoxCertificate {
    /// DER.
    pub certificate: Vec<u8>,
    /// The box's public key.
    pub public_key: PublicKey,
}

/// Why there is no authority, or no certificate.
#[derive(Debug, thiserror::Error)]
pub enum AuthorityError {
    /// The sealed key cannot be opened, or there are no random bytes.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The row in the database is damaged.
    #[error("the authority in the database cannot be read: {0}")]
    Damaged(String),
    /// No certificate can be made.
    #[error("no certificate can be made: {0}")]
    Certificate(#[from] rcgen::Error),
    /// TLS cannot be set up.
    #[error("TLS cannot be set up: {0}")]
    Tls(String),
    /// The database does not answer, or refused a statement.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

/// The authority as `meta` has it.
#[derive(Serialize, Deserialize)]
struct Row {
    /// DER, base64.
    certificate: String,
    /// PKCS #8, sealed, base64.
    key: String,
}

impl Authority {
    /// Reads the authority of the database, or makes it. Two heads that start at once get the same one.
    ///
    /// # Errors
    /// [`AuthorityError`]; with another secret file than the one that sealed the key, [`SecretError::OtherSecret`].
    pub async fn open(database: &Database, secret: &Secret) -> Result<Self, AuthorityError> {
        if let Some(row) = read(database).await? {
            return Authority::unsealed(&row, secret);
        }
        let row = Row::make(secret)?;
        let text = serde_json::to_string(&row).map_err(|error| AuthorityError::Damaged(error.to_string()))?;
        let insert = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
        let text = &text;
        let work = move |transaction: Transaction| async move { transaction.execute(insert, &[&META_NAME, text]).await };
        match database.transaction(work).await {
            // The row that is there counts, also another head's.
            Ok(_) | Err(DatabaseError::OutcomeUnknown(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let row = read(database).await?.ok_or_else(|| AuthorityError::Damaged("it was not kept".to_owned()))?;
        Authority::unsealed(&row, secret)
    }

    fn unsealed(row: &Row, secret: &Secret) -> Result<Self, AuthorityError> {
        let bytes = |text: &str| BASE64.decode(text).map_err(|error| AuthorityError::Damaged(error.to_string()));
        let key = KeyPair::try_from(secret.open(META_NAME, &bytes(&row.key)?)?)?;
        let issuer = Issuer::new(authority_params(&key), key);
        Ok(Authority { certificate: bytes(&row.certificate)?, issuer })
    }

    /// Its certificate, DER.
    pub fn certificate(&self) -> &[u8] {
        &self.certificate
    }

    /// SHA-256 of its certificate. A code contains the beginning.
    pub fn fingerprint(&self) -> [u8; 32] {
        Sha256::digest(&self.certificate).into()
    }

    /// Its key, which signs files for boxes; `None` if it cannot sign.
    pub fn signing_key(&self) -> Option<PrivateKey> {
        PrivateKey::from_pkcs8(self.issuer.key().serialized_der())
    }

    /// A certificate for the box port with a new key.
    ///
    /// # Errors
    /// [`AuthorityError::Certificate`].
    pub fn issue_server(&self) -> Result<ServerIdentity, AuthorityError> {
        let key = KeyPair::generate()?;
        let params = leaf_params(HEAD_NAME, HEAD_NAME, ExtendedKeyUsagePurpose::ServerAuth)?;
        let certificate = params.signed_by(&key, &self.issuer)?;
        Ok(ServerIdentity { chain: vec![certificate.der().to_vec(), self.certificate.clone()], key: key.serialize_der() })
    }

    /// A certificate for the box that made `request`, a signing request (PKCS #10, DER). Only its key counts: the names are head's.
    /// `None` unless it is one with a P-256 key that signed it.
    ///
    /// # Errors
    /// [`AuthorityError::Certificate`].
    pub fn issue_box(&self, request: &[u8], name: &BoxName) -> Result<Option<BoxCertificate>, AuthorityError> {
        if request.len() > REQUEST_BYTES_MAX {
            return Ok(None);
        }
        let Ok(request) = CertificateSigningRequestParams::from_der(&request.into()) else { return Ok(None) };
        let point = request.public_key.der_bytes();
        let is_p256 = PublicKeyData::algorithm(&request.public_key) == &PKCS_ECDSA_P256_SHA256
            && point.len() == POINT_BYTES
            && point.first() == Some(&POINT_UNCOMPRESSED);
        if !is_p256 {
            return Ok(None);
        }
        let params = leaf_params(&format!("Box {}", name.box_name), &name.to_string(), ExtendedKeyUsagePurpose::ClientAuth)?;
        let certificate = params.signed_by(&request.public_key, &self.issuer)?.der().to_vec();
        Ok(Some(BoxCertificate { certificate, public_key: PublicKey(point.to_vec()) }))
    }
}

impl Row {
    fn make(secret: &Secret) -> Result<Self, AuthorityError> {
        let key = KeyPair::generate()?;
        let certificate = authority_params(&key).self_signed(&key)?;
        let sealed = secret.seal(META_NAME, key.serialized_der())?;
        Ok(Row { certificate: BASE64.encode(certificate.der()), key: BASE64.encode(sealed) })
    }
}

async fn read(database: &Database) -> Result<Option<Row>, AuthorityError> {
    let select = "SELECT value FROM meta WHERE name = $1";
    let row = database.snapshot(move |transaction: Transaction| async move { transaction.query_opt(select, &[&META_NAME]).await }).await?;
    let Some(row) = row else { return Ok(None) };
    let text: String = row.try_get(0).map_err(DatabaseError::from)?;
    serde_json::from_str(&text).map(Some).map_err(|error| AuthorityError::Damaged(error.to_string()))
}

/// Content of the authority's certificate. It may sign for `barback-head` and the names below it only.
fn authority_params(key: &KeyPair) -> CertificateParams {
    let short = hex(&Sha256::digest(key.der_bytes())[..NAME_BYTES]);
    let mut params = valid_params(&format!("Barback head office {short}"));
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth];
    let own = GeneralSubtree::DnsName(HEAD_NAME.to_owned());
    params.name_constraints = Some(NameConstraints { permitted_subtrees: vec![own], excluded_subtrees: Vec::new() });
    params
}

fn leaf_params(common: &str, dns: &str, usage: ExtendedKeyUsagePurpose) -> Result<CertificateParams, rcgen::Error> {
    let mut params = valid_params(common);
    params.subject_alt_names = CertificateParams::new(vec![dns.to_owned()])?.subject_alt_names;
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![usage];
    params.use_authority_key_identifier_extension = true;
    Ok(params)
}

fn valid_params(common: &str) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, common);
    params.not_before = date_time_ymd(VALID_FROM_YEAR, 1, 1);
    params.not_after = date_time_ymd(VALID_UNTIL_YEAR, LAST_DAY.0, LAST_DAY.1);
    params
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An authority that no database keeps.
    pub fn authority() -> Authority {
        let secret = Secret::new(&[3; 32]).expect("a key");
        Authority::unsealed(&Row::make(&secret).expect("made"), &secret).expect("opened")
    }

    /// The signing request of a key.
    pub fn request(key: &KeyPair) -> Vec<u8> {
        CertificateParams::default().serialize_request(key).expect("made").der().to_vec()
    }

    fn name() -> BoxName {
        BoxName { box_name: "b0".repeat(8), bar: "ba".repeat(16) }
    }

    #[test]
    fn another_secret_does_not_open_the_key() {
        let row = Row::make(&Secret::new(&[3; 32]).expect("a key")).expect("made");
        let error = Authority::unsealed(&row, &Secret::new(&[4; 32]).expect("a key")).err().expect("refused");
        assert!(error.to_string().contains("another secret file"), "{error}");
        let opened = Authority::unsealed(&row, &Secret::new(&[3; 32]).expect("a key")).expect("opened");
        assert_eq!(BASE64.encode(opened.certificate()), row.certificate);
    }

    #[test]
    fn a_box_gets_a_certificate_with_its_key_and_the_name_that_head_gives() {
        let key = KeyPair::generate().expect("a key");
        let issued = authority().issue_box(&request(&key), &name()).expect("no fault").expect("taken");
        assert_eq!(issued.public_key.0, key.der_bytes());
        let certificate = issued.certificate.clone().into();
        assert_eq!(BoxName::of_certificate(&certificate), Some(name()));
    }

    #[test]
    fn what_is_no_request_of_a_p256_key_is_refused() {
        let authority = authority();
        let refused = |request: &[u8]| authority.issue_box(request, &name()).expect("no fault").is_none();
        let request_of = |algorithm| request(&KeyPair::generate_for(algorithm).expect("a key"));
        assert!(refused(b""));
        assert!(refused(&[0x30; 200]));
        assert!(refused(&vec![0x30; REQUEST_BYTES_MAX + 1]));
        assert!(refused(&request_of(&rcgen::PKCS_ED25519)));
        assert!(refused(&request_of(&rcgen::PKCS_ECDSA_P384_SHA384)));
        let good = request_of(&PKCS_ECDSA_P256_SHA256);
        assert!(!refused(&good));
        let mut unsigned = good.clone();
        *unsigned.last_mut().expect("bytes") ^= 1;
        assert!(refused(&unsigned), "the signature proves who has the key");
        for cut in 0..good.len() {
            assert!(refused(&good[..cut]));
        }
    }
}
