//! Kinds of directives, and the words that both sides use for what became of one.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// What head office may ask of a bar. The names are part of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr, VariantArray)]
pub enum DirectiveKind {
    /// `chainId, name, brand, barcode, category, description, taxClass?, priceOwner?, productId?, currency?, priceUSD?, priceLRD?`
    #[strum(serialize = "catalog.set")]
    CatalogSet,
    /// `chainId`
    #[strum(serialize = "catalog.archive")]
    CatalogArchive,
    /// `chainId, currency, priceUSD, priceLRD`
    #[strum(serialize = "price.set")]
    PriceSet,
    /// `chainId, username, firstName, lastName, email, phone, role, isActive, password?`: the password as argon2id hash.
    #[strum(serialize = "user.set")]
    UserSet,
    /// `rate`
    #[strum(serialize = "rate.suggest")]
    RateSuggest,
    /// Settings as in `PUT /api/settings`, but for [`SETTINGS_OF_THE_BOX`].
    #[strum(serialize = "settings.set")]
    SettingsSet,
    /// `number`
    #[strum(serialize = "withdraw")]
    Withdraw,
}

base::words!(DirectiveKind);

/// The settings that are the box's alone: a directive that names one is refused with `not_allowed`.
pub const SETTINGS_OF_THE_BOX: [&str; 5] = ["timeZone", "dayStartsAt", "printers", "publicUrl", "head"];
/// Most directives in one answer to `GET /box/v1/directives`.
pub const DIRECTIVES_MAX: usize = 100;
/// [`Directive::effective`](super::Directive::effective): with the box's next business day.
pub const NEXT_DAY: &str = "next_day";
/// [`Directive::effective`](super::Directive::effective): at once. Anything else is a date.
pub const NOW: &str = "now";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_names_of_their_own() {
        for kind in DirectiveKind::ALL {
            assert_eq!(DirectiveKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(DirectiveKind::parse("stock.set"), None);
    }
}
