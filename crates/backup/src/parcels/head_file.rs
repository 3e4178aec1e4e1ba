//! The file that head office makes for a box without internet: head office's position in the journal, and its directives.
//!
//! ```text
//! "BARBACK" 1
//! content (JSON) · signature of head office's authority
//! ```
//!
//! Each block is framed as in a parcel. The signature is ECDSA P-256 with SHA-256 (ASN.1) over all bytes before its block.

use ring::signature::{ECDSA_P256_SHA256_ASN1, UnparsedPublicKey};
use serde::{Deserialize, Serialize};

use super::{Directive, ParcelError, Position, PrivateKey, PublicKey};
use crate::{HEADER, MAGIC, SIGNATURE, pack, unpack};
use base::Timestamp;

/// Most bytes of a file, packed and unpacked.
pub const HEAD_FILE_MAX: usize = 8 * 1024 * 1024;
/// The key of a P-256 certificate before its point: sequence, algorithm and curve, bit string (RFC 5480, section 2).
const KEY_PREFIX: [u8; 26] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01,
    0x07, 0x03, 0x42, 0x00,
];
/// Length of an uncompressed point.
const POINT_BYTES: usize = 65;

/// What head office says to a box that it cannot reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadFile {
    /// The bar's name, 32 hexadecimal digits.
    pub bar: String,
    /// When it was made, by head office's clock.
    pub at: Timestamp,
    /// The newest entry that head office has of the bar's current line; `None` for none.
    pub position: Option<Position>,
    /// What the bar has not received, in the order of their numbers.
    pub directives: Vec<Directive>,
}

impl HeadFile {
    /// The bytes of the file, signed with the key of head office's authority.
    ///
    /// # Errors
    /// [`ParcelError::TooLarge`] for more directives than a file holds.
    pub fn to_bytes(&self, authority: &PrivateKey) -> Result<Vec<u8>, ParcelError> {
        let content = serde_json::to_vec(self).map_err(|error| ParcelError::Damaged(error.to_string()))?;
        if content.len() > HEAD_FILE_MAX {
            return Err(ParcelError::TooLarge);
        }
        let framed = |chain, kind, bytes: &[u8]| pack(chain, kind, bytes).map_err(|_| ParcelError::TooLarge);
        let (block, chain) = framed(0, HEADER, &content)?;
        let mut out = [MAGIC.as_slice(), &block].concat();
        let (signature, _) = framed(chain, SIGNATURE, &authority.sign(&out)?)?;
        out.extend_from_slice(&signature);
        Ok(out)
    }

    /// Reads a file that the authority with this certificate (DER) signed.
    ///
    /// # Errors
    /// [`ParcelError`] for any other bytes.
    pub fn from_bytes(bytes: &[u8], authority: &[u8]) -> Result<Self, ParcelError> {
        let damaged = |what: &str| ParcelError::Damaged(what.to_owned());
        let rest = bytes.strip_prefix(MAGIC.as_slice()).ok_or_else(|| damaged("it does not begin like a file of head office"))?;
        let content = unpack(0, rest, HEAD_FILE_MAX).map_err(|what| damaged(&what))?;
        let signed = MAGIC.len() + content.framed;
        let signature = unpack(content.checksum, &bytes[signed..], HEAD_FILE_MAX).map_err(|what| damaged(&what))?;
        if (content.kind, signature.kind) != (HEADER, SIGNATURE) || signed + signature.framed != bytes.len() {
            return Err(damaged("a block is in the wrong place"));
        }
        let key = PublicKey::of_certificate(authority).ok_or(ParcelError::Signature)?;
        let verified = UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, &key.0).verify(&bytes[..signed], &signature.bytes);
        verified.map_err(|_| ParcelError::Signature)?;
        serde_json::from_slice(&content.bytes).map_err(|_| damaged("its content cannot be read"))
    }
}

impl PublicKey {
    /// The key in a certificate with a P-256 key (DER), without checking anything else of it; `None` for another one.
    pub fn of_certificate(certificate: &[u8]) -> Option<Self> {
        let at = certificate.windows(KEY_PREFIX.len()).position(|bytes| bytes == KEY_PREFIX)? + KEY_PREFIX.len();
        certificate.get(at..at + POINT_BYTES).map(|point| PublicKey(point.to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rcgen::{CertificateParams, KeyPair, PublicKeyData};

    use super::*;
    use crate::parcels::Mark;

    fn authority() -> (PrivateKey, Vec<u8>, Vec<u8>) {
        let key = KeyPair::generate().expect("a key");
        let certificate = CertificateParams::default().self_signed(&key).expect("signed").der().to_vec();
        (PrivateKey::from_pkcs8(key.serialized_der()).expect("P-256"), certificate, key.der_bytes().to_vec())
    }

    fn file() -> HeadFile {
        let position = Position { line: Mark::of(b"1").line(), seq: 7, hash: Mark::of(b"7") };
        HeadFile { bar: "b".repeat(32), at: Timestamp::from_millis(5), position: Some(position), directives: Vec::new() }
    }

    #[test]
    fn a_file_of_the_same_authority_is_read_back() {
        let (key, certificate, point) = authority();
        assert_eq!(PublicKey::of_certificate(&certificate), Some(PublicKey(point)));
        let bytes = file().to_bytes(&key).expect("small");
        assert_eq!(HeadFile::from_bytes(&bytes, &certificate), Ok(file()));
        assert_eq!(HeadFile::from_bytes(&bytes, &authority().1), Err(ParcelError::Signature));
        assert_eq!(HeadFile::from_bytes(&bytes, b"no certificate"), Err(ParcelError::Signature));
        assert!(HeadFile::from_bytes(&[bytes, vec![0]].concat(), &certificate).is_err());
    }

    proptest! {
        #[test]
        fn every_flipped_bit_is_noticed(place in any::<prop::sample::Index>(), bit in 0u8..8) {
            let (key, certificate, _) = authority();
            let mut bytes = file().to_bytes(&key).expect("small");
            let at = place.index(bytes.len());
            bytes[at] ^= 1 << bit;
            prop_assert!(HeadFile::from_bytes(&bytes, &certificate).is_err());
        }

        #[test]
        fn random_bytes_never_panic(noise in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = HeadFile::from_bytes(&[MAGIC.as_slice(), &noise].concat(), b"");
        }
    }
}
