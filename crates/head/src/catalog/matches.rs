//! Proposes which products of a bar are products of the chain: by barcode, else by similar names. Pure.

use std::collections::BTreeSet;

use serde::Serialize;
use utoipa::ToSchema;

use base::text::fold;

/// Most proposals.
const MATCHES_MAX: usize = 200;
/// Least share of letter pairs that similar names have in common, in percent (the Sørensen–Dice coefficient of their bigrams).
const SIMILAR_PERCENT: usize = 70;

/// A product of the chain that the bar does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedProduct {
    pub chain_id: String,
    pub name: String,
    pub barcode: Option<String>,
}

/// A product of the bar that is none of the chain's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BarProduct {
    pub product_id: i64,
    pub name: String,
    pub barcode: Option<String>,
}

/// What two products have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MatchBy {
    Barcode,
    Name,
}

/// Two products that may be the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Match {
    pub chain_id: String,
    pub product_id: i64,
    /// The bar's name of it.
    pub name: String,
    /// The bar's barcode of it.
    pub barcode: Option<String>,
    pub by: MatchBy,
}

/// The proposals: equal barcodes first, then the more similar names first. A product with an equal barcode is not proposed by name.
pub fn matches(shared: &[SharedProduct], own: &[BarProduct]) -> Vec<Match> {
    let (shared_names, own_names): (Vec<Name>, Vec<Name>) =
        (shared.iter().map(|of| Name::new(&of.name)).collect(), own.iter().map(|of| Name::new(&of.name)).collect());
    let mut found: Vec<(MatchBy, usize, usize, usize)> = Vec::new();
    let (mut shared_taken, mut own_taken) = (BTreeSet::new(), BTreeSet::new());
    for (at, of) in own.iter().enumerate() {
        let same = |shared: &SharedProduct| shared.barcode.is_some() && shared.barcode == of.barcode;
        for (place, _) in shared.iter().enumerate().filter(|(_, shared)| same(shared)) {
            found.push((MatchBy::Barcode, 0, place, at));
            shared_taken.insert(place);
            own_taken.insert(at);
        }
    }
    for (at, name) in own_names.iter().enumerate().filter(|(at, _)| !own_taken.contains(at)) {
        for (place, other) in shared_names.iter().enumerate().filter(|(place, _)| !shared_taken.contains(place)) {
            if let Some(percent) = name.similarity(other) {
                found.push((MatchBy::Name, 100 - percent, place, at));
            }
        }
    }
    found.sort_by(|a, b| (a.0, a.1, &own[a.3].name, a.3, a.2).cmp(&(b.0, b.1, &own[b.3].name, b.3, b.2)));
    let of = |(by, _, place, at): (MatchBy, usize, usize, usize)| Match {
        chain_id: shared[place].chain_id.clone(),
        product_id: own[at].product_id,
        name: own[at].name.clone(),
        barcode: own[at].barcode.clone(),
        by,
    };
    found.into_iter().take(MATCHES_MAX).map(of).collect()
}

/// A name, made ready to be compared.
struct Name {
    /// Its letters and digits.
    letters: String,
    /// Its numbers: a bottle of 50 cl is not one of 70.
    numbers: String,
    /// Pairs of neighbouring letters, sorted.
    pairs: Vec<(char, char)>,
}

impl Name {
    fn new(name: &str) -> Self {
        let folded = fold(name);
        let letters: String = folded.chars().filter(|c| c.is_alphanumeric()).collect();
        let numbers = folded.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let mut pairs: Vec<(char, char)> = letters.chars().zip(letters.chars().skip(1)).collect();
        pairs.sort_unstable();
        Name { letters, numbers, pairs }
    }

    /// In percent; `None` for names that are not similar.
    fn similarity(&self, other: &Name) -> Option<usize> {
        if self.letters.is_empty() || self.numbers != other.numbers {
            return None;
        }
        if self.letters == other.letters {
            return Some(100);
        }
        let all = self.pairs.len() + other.pairs.len();
        if all == 0 {
            return None;
        }
        let (mut common, mut here, mut there) = (0, self.pairs.iter().peekable(), other.pairs.iter().peekable());
        while let (Some(a), Some(b)) = (here.peek(), there.peek()) {
            match a.cmp(b) {
                std::cmp::Ordering::Less => drop(here.next()),
                std::cmp::Ordering::Greater => drop(there.next()),
                std::cmp::Ordering::Equal => {
                    common += 1;
                    here.next();
                    there.next();
                }
            }
        }
        // Names with the same pairs in another order are not the same.
        Some((200 * common / all).min(99)).filter(|percent| *percent >= SIMILAR_PERCENT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(shared: &[(&str, Option<&str>)], own: &[(&str, Option<&str>)]) -> Vec<(String, String, MatchBy)> {
        let barcode = |code: &Option<&str>| code.map(str::to_owned);
        let shared: Vec<SharedProduct> = shared
            .iter()
            .map(|(name, code)| SharedProduct { chain_id: (*name).to_owned(), name: (*name).to_owned(), barcode: barcode(code) })
            .collect();
        let own: Vec<BarProduct> = (1..)
            .zip(own)
            .map(|(product_id, (name, code))| BarProduct { product_id, name: (*name).to_owned(), barcode: barcode(code) })
            .collect();
        matches(&shared, &own).into_iter().map(|of| (of.chain_id, of.name, of.by)).collect()
    }

    #[test]
    fn barcodes_come_first_and_then_the_nearest_names() {
        let shared = [("Club Beer", Some("6001")), ("Gin 50 cl", None), ("Rice", None)];
        let own = [("Clubber Lager", Some("6001")), ("GIN, 50cl", None), ("Gin 70 cl", None), ("Rice bowl", None), ("Club Beer", None)];
        let of = |chain: &str, name: &str, by| (chain.to_owned(), name.to_owned(), by);
        let expected = [of("Club Beer", "Clubber Lager", MatchBy::Barcode), of("Gin 50 cl", "GIN, 50cl", MatchBy::Name)];
        assert_eq!(found(&shared, &own), expected);
        let similar = found(&[("Club Beer", None)], &[("Club Bier", None), ("club beer", None), ("Coca-Cola", None)]);
        assert_eq!(similar, [of("Club Beer", "club beer", MatchBy::Name), of("Club Beer", "Club Bier", MatchBy::Name)]);
    }

    #[test]
    fn what_has_no_letters_is_like_nothing() {
        assert_eq!(found(&[("!", None), ("", None)], &[("?", None), ("", None)]), []);
    }
}
