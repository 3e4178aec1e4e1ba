//! What stands beside a figure: signs, codes and names of currencies.

use base::CurrencyCode;

/// What names a currency: of two that begin alike the longer one first. Those without one name a currency that the bar does not have,
/// which is not looked at.
const CURRENCIES: &[(&str, Option<CurrencyCode>)] = &[
    ("liberian dollars", LRD),
    ("liberian dollar", LRD),
    ("us dollars", USD),
    ("us dollar", USD),
    ("u.s. dollars", USD),
    ("u.s. dollar", USD),
    ("lrd$", LRD),
    ("lrd.", LRD),
    ("lrd", LRD),
    ("lr $", LRD),
    ("lr$", LRD),
    ("l.d.", LRD),
    ("ld.", LRD),
    ("ld $", LRD),
    ("ld$", LRD),
    ("$ld", LRD),
    ("ld", LRD),
    ("l $", LRD),
    ("l$", LRD),
    ("$l", LRD),
    ("usd$", USD),
    ("$usd", USD),
    ("usd", USD),
    ("u.s.$", USD),
    ("us $", USD),
    ("us$", USD),
    ("$us", USD),
    ("$ us", USD),
    ("us", USD),
    ("u$", USD),
    ("€", None),
    ("£", None),
    ("¥", None),
    ("₦", None),
    ("₵", None),
    ("chf", None),
    ("eur", None),
    ("gbp", None),
    ("ngn", None),
    ("ghs", None),
    ("fcfa", None),
    ("cfa", None),
    ("xof", None),
    ("gh", None),
    ("fr.", None),
    ("fr", None),
    ("kr.", None),
    ("kr", None),
];
/// What people write for either currency: it is that of US dollars where nothing else says more.
const DOLLARS: [&str; 3] = ["dollars", "dollar", "$"];
pub(super) const USD: Option<CurrencyCode> = Some(CurrencyCode::Usd);
pub(super) const LRD: Option<CurrencyCode> = Some(CurrencyCode::Lrd);

/// Two currencies are named.
pub(super) struct Contradiction;

/// What stands beside a figure.
#[derive(Default)]
pub(super) struct Beside {
    named: Option<Option<CurrencyCode>>,
    has_dollar_sign: bool,
}

impl Beside {
    /// `text` without a currency at its beginning or its end.
    ///
    /// # Errors
    /// Where another currency stands there already.
    pub fn without<'t>(&mut self, text: &'t str) -> Result<&'t str, Contradiction> {
        for (name, currency) in CURRENCIES {
            if let Some(rest) = without_word(text, name) {
                if self.named.is_some_and(|named| named != *currency) {
                    return Err(Contradiction);
                }
                self.named = Some(*currency);
                return Ok(rest.trim());
            }
        }
        let dollar = DOLLARS.into_iter().find_map(|name| without_word(text, name));
        self.has_dollar_sign |= dollar.is_some();
        Ok(dollar.map_or(text, str::trim))
    }

    /// The currency; a bare `$` is US dollars.
    pub fn currency(&self) -> Option<CurrencyCode> {
        self.named.unwrap_or_else(|| self.has_dollar_sign.then_some(CurrencyCode::Usd))
    }

    /// Whether no more than a `$` names the currency.
    pub fn is_dollar_sign(&self) -> bool {
        self.named.is_none() && self.has_dollar_sign
    }
}

/// `text` without `word` at its beginning or its end, ignoring case.
fn without_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let at_end = text.len().checked_sub(word.len()).filter(|at| text.is_char_boundary(*at))?;
    if text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)) {
        return Some(&text[word.len()..]);
    }
    text[at_end..].eq_ignore_ascii_case(word).then(|| &text[..at_end])
}

/// The currency that `text` names, which says nothing else: `L$`, `US Dollars`, `LRD (L$)`.
pub(super) fn currency_named(text: &str) -> Option<CurrencyCode> {
    let text = text.replace(['(', ')'], " ");
    let mut rest = text.trim();
    let mut beside = Beside::default();
    while !rest.is_empty() {
        let less = beside.without(rest).ok().filter(|less| less.len() < rest.len())?;
        rest = less;
    }
    beside.currency()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_currency_alone() {
        for text in ["L$", " LD ", "lrd", "Liberian dollar", "Liberian Dollars", "LRD (L$)", "LR$", "LD$", "L.D."] {
            assert_eq!(currency_named(text), LRD, "{text}");
        }
        for text in ["$", "US$", "usd", "US Dollars", "USD ($)", "Dollars"] {
            assert_eq!(currency_named(text), USD, "{text}");
        }
        for text in ["", "EUR", "€", "L$ USD", "dollar bill", "x", "5"] {
            assert_eq!(currency_named(text), None, "{text}");
        }
    }
}
