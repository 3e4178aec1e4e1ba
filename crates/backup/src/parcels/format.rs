//! A parcel as bytes: the format of a copy of the bar, with a signature as its last block.
//!
//! ```text
//! "BARBACK" 1
//! header (JSON) · at most one step of the journal · at most one block of figures (JSON) · signature
//! ```
//!
//! Each block is framed as in [`crate`]. The signature is ECDSA P-256 with SHA-256 (ASN.1) over all bytes before its block.

use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1, ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, UnparsedPublicKey};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{EntryMark, FigureRows, LineName, Mark};
use crate::{BLOCK_HEADER, FIGURES, MAGIC, SEGMENT, SIGNATURE, Segment, pack, unpack};
use base::Timestamp;

/// Most entries of a step, unless a single commit has more.
pub const ENTRIES_MAX: usize = 1_000;
/// Most packed bytes of a parcel, unless a single commit has more.
pub const PARCEL_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Most packed bytes of any parcel.
pub const PACKED_MAX: usize = 32 * 1024 * 1024;
/// Most bytes of any parcel when it is unpacked.
pub const UNPACKED_MAX: usize = 256 * 1024 * 1024;
/// The block kind of a header.
const HEADER: u8 = crate::HEADER;
/// The kinds of blocks in a parcel, in their order.
pub const READ_KINDS: [u8; 4] = [HEADER, SEGMENT, FIGURES, SIGNATURE];

/// The first block of a parcel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of Barback that made it.
    pub version: String,
    /// Version of the protocol.
    pub protocol: u32,
    /// The bar's name, 32 hexadecimal digits.
    pub bar: String,
    /// The line that its entries belong to; without entries the line that the box writes.
    pub line: LineName,
    /// The box's name, 16 hexadecimal digits.
    #[serde(rename = "box")]
    pub box_name: String,
    /// When it was made, by the box's clock.
    pub at: Timestamp,
    /// The entry before its first one.
    pub from: EntryMark,
    /// Its last entry; as `from` without entries.
    pub to: EntryMark,
}

/// Entries and figures on their way to head office. `F` is the form in which figures are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parcel<F = FigureRows> {
    pub header: Header,
    pub step: Option<Segment>,
    pub figures: Option<F>,
}

/// The private key of a box.
pub struct PrivateKey(EcdsaKeyPair, SystemRandom);

/// The public key of a box, as in its certificate: an uncompressed point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey(pub Vec<u8>);

/// Why bytes are no parcel.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParcelError {
    /// They are damaged, cut off or something else.
    #[error("{0}")]
    Damaged(String),
    /// More than [`PACKED_MAX`] or [`UNPACKED_MAX`].
    #[error("the parcel is too large")]
    TooLarge,
    /// The signature is not the box's.
    #[error("the signature is not that of the box")]
    Signature,
}

impl PrivateKey {
    /// Reads a key. `None` for anything else than a P-256 key in PKCS #8.
    pub fn from_pkcs8(der: &[u8]) -> Option<Self> {
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, der, &random).ok()?;
        Some(PrivateKey(key, random))
    }

    pub(super) fn sign(&self, bytes: &[u8]) -> Result<Vec<u8>, ParcelError> {
        let signature = self.0.sign(&self.1, bytes).map_err(|_| ParcelError::Damaged("the parcel cannot be signed".to_owned()))?;
        Ok(signature.as_ref().to_vec())
    }
}

/// The bytes of a parcel, signed with `key`.
///
/// # Errors
/// [`ParcelError::TooLarge`] for a commit that no parcel can hold.
pub fn write(parcel: &Parcel, key: &PrivateKey) -> Result<Vec<u8>, ParcelError> {
    let json = |value: serde_json::Result<Vec<u8>>| value.map_err(|error| ParcelError::Damaged(error.to_string()));
    let mut out = MAGIC.to_vec();
    let mut chain = 0;
    let mut unpacked = 0;
    let mut block = |out: &mut Vec<u8>, kind: u8, bytes: &[u8]| {
        unpacked += bytes.len();
        let (framed, sum) = pack(chain, kind, bytes).map_err(|_| ParcelError::TooLarge)?;
        chain = sum;
        out.extend_from_slice(&framed);
        if unpacked > UNPACKED_MAX || out.len() > PACKED_MAX { Err(ParcelError::TooLarge) } else { Ok(()) }
    };
    block(&mut out, HEADER, &json(serde_json::to_vec(&parcel.header))?)?;
    if let Some(step) = &parcel.step {
        block(&mut out, SEGMENT, &step.to_bytes())?;
    }
    if let Some(figures) = &parcel.figures {
        block(&mut out, FIGURES, &json(serde_json::to_vec(figures))?)?;
    }
    let signature = key.sign(&out)?;
    block(&mut out, SIGNATURE, &signature)?;
    Ok(out)
}

/// Reads one parcel from the beginning of `bytes`, which may hold more of them; returns the bytes after it. `key` gives the public key
/// of the box that the header names, `None` for an unknown one.
///
/// # Errors
/// [`ParcelError`]; checksums, order of the blocks, signature, and that the header fits the step are checked.
pub fn read<F: DeserializeOwned>(bytes: &[u8], key: impl FnOnce(&Header) -> Option<PublicKey>) -> Result<(Parcel<F>, &[u8]), ParcelError> {
    let damaged = |what: &str| ParcelError::Damaged(what.to_owned());
    let mut rest = bytes.strip_prefix(MAGIC.as_slice()).ok_or_else(|| damaged("it does not begin like a parcel"))?;
    let (mut chain, mut left, mut last_kind) = (0, UNPACKED_MAX, 0);
    let (mut header, mut step, mut figures): (Option<Header>, _, _) = (None, None, None);
    loop {
        let place = bytes.len() - rest.len();
        let broken = |what: &str| ParcelError::Damaged(format!("{what} at byte {place}"));
        let block = unpack(chain, rest, left).map_err(|what| broken(&what))?;
        left -= block.bytes.len();
        chain = block.checksum;
        if !READ_KINDS.contains(&block.kind) || block.kind <= last_kind || (last_kind == 0 && block.kind != HEADER) {
            return Err(broken("a block is in the wrong place"));
        }
        last_kind = block.kind;
        rest = &rest[block.framed..];
        match block.kind {
            HEADER => header = Some(serde_json::from_slice(&block.bytes).map_err(|_| broken("the header cannot be read"))?),
            SEGMENT => step = Some(Segment::from_bytes(&block.bytes).ok_or_else(|| broken("the entries cannot be read"))?),
            FIGURES => figures = Some(serde_json::from_slice(&block.bytes).map_err(|_| broken("the figures cannot be read"))?),
            _ => {
                let header = header.ok_or_else(|| broken("the header is missing"))?;
                let key = key(&header).ok_or(ParcelError::Signature)?;
                let signed = UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, &key.0).verify(&bytes[..place], &block.bytes);
                signed.map_err(|_| ParcelError::Signature)?;
                let parcel = Parcel { header, step, figures };
                parcel.check()?;
                if bytes.len() - rest.len() > PACKED_MAX + BLOCK_HEADER {
                    return Err(ParcelError::TooLarge);
                }
                return Ok((parcel, rest));
            }
        }
    }
}

impl<F> Parcel<F> {
    /// Whether the entries follow without a gap, and the header says where they begin and end.
    fn check(&self) -> Result<(), ParcelError> {
        let Header { from, to, .. } = &self.header;
        let entries = self.step.as_ref().map_or(&[][..], |step| step.entries.as_slice());
        let follows = entries.iter().zip(from.seq + 1..).all(|(entry, seq)| entry.seq == seq);
        let end = match entries.last() {
            Some(last) => EntryMark { seq: last.seq, hash: Some(Mark::of(&last.bytes)) },
            None => *from,
        };
        let begins = (from.seq == 0) == from.hash.is_none();
        let has_content = self.figures.is_some() || !entries.is_empty();
        if follows && begins && has_content && end == *to && self.step.is_some() != entries.is_empty() {
            Ok(())
        } else {
            Err(ParcelError::Damaged("the header does not fit the entries".to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rcgen::{KeyPair, PublicKeyData};

    use super::*;
    use store::RawEntry;

    fn keys() -> (PrivateKey, PublicKey) {
        let pair = KeyPair::generate().expect("a key");
        (PrivateKey::from_pkcs8(pair.serialized_der()).expect("P-256"), PublicKey(pair.der_bytes().to_vec()))
    }

    fn parcel(count: u64) -> Parcel {
        let entries: Vec<RawEntry> = (6..6 + count).map(|seq| RawEntry { seq, bytes: format!("entry {seq}").into_bytes() }).collect();
        let from = EntryMark { seq: 5, hash: Some(Mark::of(b"entry 5")) };
        let to = entries.last().map_or(from, |last| EntryMark { seq: last.seq, hash: Some(Mark::of(&last.bytes)) });
        Parcel {
            header: Header {
                version: "0.1.0".to_owned(),
                protocol: 1,
                bar: "b".repeat(32),
                line: Mark::of(b"entry 1").line(),
                box_name: "0".repeat(16),
                at: Timestamp::from_millis(1),
                from,
                to,
            },
            step: (count > 0).then(|| Segment { entries, answers: Vec::new() }),
            figures: Some(FigureRows { upto: 7, first: 7, last: true, whole: Vec::new(), sets: std::collections::BTreeMap::new() }),
        }
    }

    #[test]
    fn a_parcel_is_read_back_and_another_may_follow_it() {
        let (private, public) = keys();
        let (first, second) = (parcel(3), parcel(0));
        let mut bytes = write(&first, &private).expect("small");
        bytes.extend(write(&second, &private).expect("small"));
        let (read_first, rest) = read::<FigureRows>(&bytes, |_| Some(public.clone())).expect("whole");
        let (read_second, rest) = read::<FigureRows>(rest, |_| Some(public)).expect("whole");
        assert_eq!((read_first, read_second, rest.len()), (first, second, 0));
    }

    #[test]
    fn a_foreign_signature_and_an_unknown_box_are_refused() {
        let (private, _) = keys();
        let bytes = write(&parcel(2), &private).expect("small");
        assert_eq!(read::<FigureRows>(&bytes, |_| Some(keys().1)).err(), Some(ParcelError::Signature));
        assert_eq!(read::<FigureRows>(&bytes, |_| None).err(), Some(ParcelError::Signature));
    }

    #[test]
    fn a_header_that_does_not_fit_is_refused() {
        let (private, public) = keys();
        let fits = |change: fn(&mut Parcel)| {
            let mut changed = parcel(2);
            change(&mut changed);
            read::<FigureRows>(&write(&changed, &private).expect("small"), |_| Some(public.clone())).is_ok()
        };
        assert!(fits(|_| {}));
        assert!(!fits(|parcel| parcel.header.from.seq = 4));
        assert!(!fits(|parcel| parcel.header.to.seq = 9));
        assert!(!fits(|parcel| parcel.header.to.hash = Some(Mark::of(b"another"))));
        assert!(!fits(|parcel| parcel.header.from = EntryMark { seq: 5, hash: None }));
        assert!(!fits(|parcel| parcel.step.as_mut().expect("a step").entries.truncate(0)));
    }

    proptest! {
        #[test]
        fn every_flipped_bit_is_noticed(place in any::<prop::sample::Index>(), bit in 0u8..8) {
            let (private, public) = keys();
            let mut bytes = write(&parcel(3), &private).expect("small");
            let at = place.index(bytes.len());
            bytes[at] ^= 1 << bit;
            prop_assert!(read::<FigureRows>(&bytes, |_| Some(public)).is_err());
        }

        #[test]
        fn random_bytes_never_panic(noise in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read::<FigureRows>(&[MAGIC.as_slice(), &noise].concat(), |_| None);
        }
    }
}
