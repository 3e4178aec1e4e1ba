//! HS256 (HMAC with SHA-256, RFC 7518 section 3.2) as the cryptography of the `jsonwebtoken` crate.
//!
//! The crate's own backends include RSA, which has a known advisory (RUSTSEC-2023-0071), and elliptic curves; the box uses
//! neither. Every algorithm but HS256 is refused here.

use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::signature::{Error, Signer, Verifier};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, EncodingKey};
use sha2::Sha256;

/// Signs and verifies HS256, and nothing else.
static PROVIDER: CryptoProvider =
    CryptoProvider { signer_factory: signer, verifier_factory: verifier, key_utils: KeyUtils::new_unimplemented() };

/// Installs HS256 as the token cryptography of this process. Idempotent.
pub(super) fn install() {
    // The program has no other provider: an error means that this one is installed already.
    let _ = PROVIDER.install_default();
}

struct Hs256(Hmac<Sha256>);

impl Hs256 {
    fn new(algorithm: Algorithm, family: AlgorithmFamily, secret: &[u8]) -> Result<Self> {
        if algorithm != Algorithm::HS256 || family != AlgorithmFamily::Hmac {
            return Err(ErrorKind::InvalidAlgorithm.into());
        }
        Hmac::new_from_slice(secret).map(Hs256).map_err(|_| ErrorKind::InvalidKeyFormat.into())
    }
}

fn signer(algorithm: &Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    Ok(Box::new(Hs256::new(*algorithm, key.family(), key.as_bytes())?))
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    Ok(Box::new(Hs256::new(*algorithm, key.family(), key.try_get_as_bytes()?)?))
}

impl Signer<Vec<u8>> for Hs256 {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(self.0.clone().chain_update(message).finalize().into_bytes().to_vec())
    }
}

impl JwtSigner for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl Verifier<Vec<u8>> for Hs256 {
    /// Compares in constant time.
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        self.0.clone().chain_update(message).verify_slice(signature).map_err(Error::from_source)
    }
}

impl JwtVerifier for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use jsonwebtoken::crypto::{sign, verify};

    /// RFC 7515, appendix A.1.
    const KEY: &str = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
    const MESSAGE: &[u8] = b"eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
    const SIGNATURE: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    #[test]
    fn signs_like_the_example_of_the_standard() {
        install();
        let secret = URL_SAFE_NO_PAD.decode(KEY).expect("base64");
        assert_eq!(sign(MESSAGE, &EncodingKey::from_secret(&secret), Algorithm::HS256).expect("signed"), SIGNATURE);
        let key = DecodingKey::from_secret(&secret);
        assert!(verify(SIGNATURE, MESSAGE, &key, Algorithm::HS256).expect("checked"));
        assert!(!verify(SIGNATURE, &MESSAGE[1..], &key, Algorithm::HS256).expect("checked"));
        assert!(!verify(&SIGNATURE[..40], MESSAGE, &key, Algorithm::HS256).expect("checked"), "a part of a signature");
        assert!(!verify("", MESSAGE, &key, Algorithm::HS256).expect("checked"));
    }

    #[test]
    fn refuses_every_other_algorithm() {
        install();
        let (signing, reading) = (EncodingKey::from_secret(b"k"), DecodingKey::from_secret(b"k"));
        for other in [Algorithm::HS384, Algorithm::HS512, Algorithm::RS256, Algorithm::ES256, Algorithm::EdDSA] {
            assert!(sign(b"a.b", &signing, other).is_err(), "{other:?}");
            assert!(verify("AA", b"a.b", &reading, other).is_err(), "{other:?}");
        }
    }
}
