//! The name of a box in its certificate: `<box>.<bar>.barback-head`.

use std::fmt;

use tokio_rustls::rustls::pki_types::CertificateDer;
use webpki::EndEntityCert;

use backup::parcels::{HEAD_NAME, PublicKey};

/// Hexadecimal digits of a bar's name.
pub const BAR_DIGITS: usize = 32;
/// Hexadecimal digits of a box's name.
pub const BOX_DIGITS: usize = 16;

/// A box and its bar.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BoxName {
    /// 16 hexadecimal digits.
    pub box_name: String,
    /// 32 hexadecimal digits.
    pub bar: String,
}

impl fmt::Display for BoxName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{HEAD_NAME}", self.box_name, self.bar)
    }
}

impl BoxName {
    /// The name in a certificate that head office's authority signed; `None` for any other certificate.
    pub fn of_certificate(certificate: &CertificateDer<'_>) -> Option<Self> {
        let parsed = EndEntityCert::try_from(certificate).ok()?;
        let name = parsed.valid_dns_names().next()?;
        let (box_name, bar) = name.strip_suffix(HEAD_NAME)?.strip_suffix('.')?.split_once('.')?;
        let is_name = is_digits(box_name, BOX_DIGITS) && is_digits(bar, BAR_DIGITS);
        is_name.then(|| BoxName { box_name: box_name.to_owned(), bar: bar.to_owned() })
    }
}

/// Whether a certificate holds this public key.
pub fn holds_key(certificate: &CertificateDer<'_>, key: &PublicKey) -> bool {
    // The key is the end of its encoding (RFC 5480, 2.2).
    EndEntityCert::try_from(certificate).is_ok_and(|parsed| parsed.subject_public_key_info().ends_with(&key.0))
}

/// Whether `text` is `count` hexadecimal digits in lower case.
pub fn is_digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(dns: &str) -> CertificateDer<'static> {
        let key = rcgen::KeyPair::generate().expect("a key");
        let params = rcgen::CertificateParams::new(vec![dns.to_owned()]).expect("a name");
        params.self_signed(&key).expect("signed").der().clone()
    }

    #[test]
    fn only_names_of_boxes_are_read() {
        let name = BoxName { box_name: "0f".repeat(8), bar: "a1".repeat(16) };
        assert_eq!(BoxName::of_certificate(&named(&name.to_string())), Some(name.clone()));
        let short = &name.bar[1..];
        for other in [
            HEAD_NAME.to_owned(),
            format!("{}.{HEAD_NAME}", name.bar),
            format!("{}.{short}.{HEAD_NAME}", name.box_name),
            format!("{}.{}.barback-headx", name.box_name, name.bar),
            format!("{}.{}x{HEAD_NAME}", name.box_name, name.bar),
            format!("x.{name}"),
            name.to_string().to_uppercase(),
        ] {
            assert_eq!(BoxName::of_certificate(&named(&other)), None, "{other}");
        }
        assert_eq!(BoxName::of_certificate(&vec![0x30; 40].into()), None);
    }

    #[test]
    fn a_certificate_holds_its_own_key_only() {
        use rcgen::PublicKeyData;
        let [one, other] = [(); 2].map(|()| rcgen::KeyPair::generate().expect("a key"));
        let certificate = rcgen::CertificateParams::default().self_signed(&one).expect("signed").der().clone();
        assert!(holds_key(&certificate, &PublicKey(one.der_bytes().to_vec())));
        assert!(!holds_key(&certificate, &PublicKey(other.der_bytes().to_vec())));
    }
}
