//! Kinds of directives, and the words that both sides use for what became of one.

/// What head office may ask of a bar. The names are part of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DirectiveKind {
    /// `chainId, name, brand, barcode, category, description, taxClass?, priceOwner?, productId?, currency?, priceUSD?, priceLRD?`
    CatalogSet,
    /// `chainId`
    CatalogArchive,
    /// `chainId, currency, priceUSD, priceLRD`
    PriceSet,
    /// `chainId, username, firstName, lastName, email, phone, role, isActive, password?`: the password as argon2id hash.
    UserSet,
    /// `rate`
    RateSuggest,
    /// Settings as in `PUT /api/settings`, but for [`SETTINGS_OF_THE_BOX`].
    SettingsSet,
    /// `number`
    Withdraw,
}

impl DirectiveKind {
    /// All kinds.
    pub const ALL: [DirectiveKind; 7] = [
        DirectiveKind::CatalogSet,
        DirectiveKind::CatalogArchive,
        DirectiveKind::PriceSet,
        DirectiveKind::UserSet,
        DirectiveKind::RateSuggest,
        DirectiveKind::SettingsSet,
        DirectiveKind::Withdraw,
    ];

    /// The name in messages.
    pub fn as_str(self) -> &'static str {
        match self {
            DirectiveKind::CatalogSet => "catalog.set",
            DirectiveKind::CatalogArchive => "catalog.archive",
            DirectiveKind::PriceSet => "price.set",
            DirectiveKind::UserSet => "user.set",
            DirectiveKind::RateSuggest => "rate.suggest",
            DirectiveKind::SettingsSet => "settings.set",
            DirectiveKind::Withdraw => "withdraw",
        }
    }

    /// Parses the name; `None` for a kind of a newer head office.
    pub fn parse(text: &str) -> Option<Self> {
        DirectiveKind::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

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
